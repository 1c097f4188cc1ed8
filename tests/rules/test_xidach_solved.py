"""Xì Dách at two seats as the solver sees it is what the engine plays; its strategies are as good as it says."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import msgspec
import pytest
from librt.vecs import vec

from chieu.core.cards import DECK
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS
from chieu.games.xidach import GAME, hands
from chieu.games.xidach.ai.cfr import Learning
from chieu.games.xidach.ai.chart import charts
from chieu.games.xidach.ai.expectation import Reckoning, unseen
from chieu.games.xidach.ai.heuristic import Heuristic
from chieu.games.xidach.ai.solver import LABELS, DrawShare, Solution, alike, labels, plans, solve
from chieu.games.xidach.ai.strategy import choices, hiding, known
from chieu.games.xidach.ai.strong import Solved
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, VALUES, Duel, all_hands, cards_worth, first_hands
from chieu.games.xidach.messages import Compare, Draw, Stand
from chieu.games.xidach.rules import PRESETS, Rules
from chieu.testing import Table, play
from tests.xidach_two_seats import (
    DEALER,
    PLAYER,
    TWENTY,
    any_sheet,
    coming,
    ended,
    first_hands_of,
    fit,
    laid_out,
    plans_of,
    same_plan,
    stakes,
)

ANY = [any_sheet(Rng(5, number)) for number in range(6)]
SHEETS = [*PRESETS.values(), *ANY]
WORST = 1e-4  # stakes a deal; a tenth of what is asked for


@pytest.fixture(scope="module", params=PRESETS)
def solved(request: pytest.FixtureRequest) -> tuple[Rules, Solution]:
    rules = PRESETS[request.param]
    return rules, solve(rules)


def moves_of(state: Any, seat: int) -> int:
    """What the engine lets a seat do: draw, stop (by standing or comparing) or both."""
    legal = GAME.legal(state, seat)
    stops = any(isinstance(action, Stand | Compare) for action in legal)
    return (MAY_DRAW if Draw() in legal else 0) + (MAY_STOP if stops else 0)


def held(cards: Any) -> list[int]:
    return [sum(hands.worth(card) == value + 1 for card in cards) for value in range(VALUES)]


def likely(*came: int) -> float:
    """How likely cards of these values come one after the other."""
    out, gone = 1.0, [0] * VALUES
    for number, value in enumerate(came):
        out *= (len(cards_worth(value)) - gone[value]) / (52 - number)
        gone[value] += 1
    return out


@pytest.mark.parametrize("rules", SHEETS)
def test_xd_14_15_every_hand_may_do_what_the_engine_lets_it(rules: Rules) -> None:
    """All 2,221 hands on both sides, drawn card by card on a real table."""
    duel, rng = Duel(rules), Rng(1)
    assert len(duel.hands.cards) == 2221
    for place in range(len(duel.hands.cards)):
        values = coming(duel.hands, place)
        players, _ = laid_out(rules, values, TWENTY, rng)
        assert moves_of(players[-1], PLAYER) == duel.player[place], labels(duel.hands.held[place])
        _, dealers = laid_out(rules, TWENTY, values, rng)
        if GAME.to_act(dealers[-1]):
            assert moves_of(dealers[-1], DEALER) == duel.dealer[place], labels(duel.hands.held[place])
        else:  # the engine does not ask a dealer who can do nothing else
            assert duel.dealer[place] == MAY_STOP


@pytest.mark.parametrize("rules", SHEETS)
def test_xd_18_every_pair_of_hands_wins_what_the_engine_pays(rules: Rules) -> None:
    """Some pairs of hands, played out on a real table with any stakes; stopping by standing or comparing."""
    duel, rng = Duel(rules), Rng(2)
    tried = 0
    while tried < 1500:
        row, column = rng.below(len(duel.rows)), rng.below(len(duel.columns))
        player, dealer = coming(duel.hands, duel.rows[row]), coming(duel.hands, duel.columns[column])
        worth = duel.worth[row * len(duel.columns) + column]
        if not fit(player, dealer):
            assert worth == 0
            continue
        _, dealers = laid_out(rules, player, dealer, rng)
        share = likely(*player, *dealer)
        assert worth == pytest.approx(share * stakes(ended(dealers[-1], rng)), rel=1e-12)
        tried += 1


@pytest.mark.parametrize("rules", SHEETS)
def test_xd_12_13_random_deals_go_as_the_solver_thinks(rules: Rules) -> None:
    duel = Duel(rules)
    places = {tuple(one): place for place, one in enumerate(duel.hands.held)}
    played = at_once = 0
    for seed in range(150):
        deal = play(Table(GAME, rules, 2), seed, asides=False)
        for state in deal.states:
            waiting = GAME.to_act(state)
            phase = GAME.view(state, None).phase
            if phase not in ("players", "dealer"):
                continue
            seat = waiting[0]
            place = places[tuple(held(first_hands_of(state)[0 if seat == PLAYER else 1]))]
            assert moves_of(state, seat) == (duel.player if seat == PLAYER else duel.dealer)[place]
            played += 1
            if phase == "dealer":  # all the dealer learns of the player is a number
                seen = msgspec.to_builtins(GAME.view(state, DEALER).seats[PLAYER], enc_hook=str)
                told = {name for name, value in seen.items() if value not in (None, False)}
                assert told == {"stake", "count", "done"}
        player, dealer = (held(cards) for cards in first_hands_of(deal.states[-1]))
        if tuple(player) not in places or tuple(dealer) not in places:
            assert not any(isinstance(action, Draw | Stand | Compare) for _, action in deal.moves)
            at_once += 1
    assert played > 150
    assert at_once > 0


@pytest.mark.parametrize("rules", SHEETS)
def test_both_sides_are_paid_alike(rules: Rules) -> None:
    """What a hand wins from another in the player's hands it loses in the dealer's, and so specials even out."""
    duel = Duel(rules)
    assert duel.at_once == pytest.approx(0, abs=1e-12)
    rows = {place: row for row, place in enumerate(duel.rows)}
    columns = {place: column for column, place in enumerate(duel.columns)}
    both = [place for place in rows if place in columns][::23]
    for one, other in combinations_with_replacement(both, 2):
        there = duel.worth[rows[one] * len(columns) + columns[other]]
        back = duel.worth[rows[other] * len(columns) + columns[one]]
        assert there == pytest.approx(-back, rel=1e-9)


def test_xd_13_33_special_hands_are_paid_at_once() -> None:
    rules = msgspec.structs.replace(PRESETS["vipgame"], pay_xi_bang=3, pay_xi_dach=2)
    compiled = hands.compile_rules(rules)
    won = 0.0
    for (dealer, *first), (player, *second) in product(first_hands(), repeat=2):
        if hands.special(player) != hands.NONE:  # one side alone: all of it would be nothing
            ways = (2 - (first[0] == first[1])) * (2 - (second[0] == second[1]))
            won += ways * likely(*first, *second) * int(hands.stakes_won(dealer, player, compiled))
    lost = won - Duel(rules).at_once
    assert 0.09 < won < 0.11  # Xì Dách comes in 4.8 % of hands, Xì Bàng in 0.45 %
    assert lost == pytest.approx(won)


def test_what_plans_win_is_the_sum_over_all_cards() -> None:
    """One plan against another, added up card by card: the player takes one card under 15, the dealer one where the
    player has three cards and any number where the player has two."""
    rules = PRESETS["vipgame"]
    duel = Duel(rules)
    compiled = hands.compile_rules(rules)

    def short(counts: Any) -> bool:
        points: int = sum((value + 1) * count for value, count in enumerate(counts))
        return bool(sum(counts) == 2 and points < 15)

    learning = Learning(duel)
    player = same_plan(duel, duel.player, short)
    never = same_plan(duel, duel.dealer, lambda _: False)
    once = same_plan(duel, duel.dealer, lambda counts: sum(counts) == 2)
    total = 0.0

    def more(hand: int, value: int, gone: list[int]) -> int:
        return int(hands.add(hand, cards_worth(value)[gone.count(value)]))

    for (dealer, *first), (own, *second) in product(first_hands(), repeat=2):
        ways = (2 - (first[0] == first[1])) * (2 - (second[0] == second[1]))
        base = [*first, *second]
        if hands.special(own) or hands.special(dealer) or not short(held(hands.cards_of(own))):
            total += ways * likely(*base) * int(hands.stakes_won(dealer, own, compiled))
            continue
        for drawn, taken in product(range(VALUES), repeat=2):
            share = likely(*base, drawn, taken)
            if share:
                mine, theirs = more(own, drawn, second), more(dealer, taken, first)
                total += ways * share * int(hands.stakes_won(theirs, mine, compiled))
    assert learning.between(player, [never, once, never, never]) == pytest.approx(total, abs=1e-12)


def test_no_plan_does_better_than_the_best_answer() -> None:
    duel = Duel(ANY[0])
    learning, rng = Learning(duel), Rng(3)

    def some(may: list[int]) -> Any:
        return vec[float]([rng.below(11) / 10 if moves == 3 else float(moves == 1) for moves in may])

    for _ in range(5):
        player, dealers = some(duel.player), [some(duel.dealer) for _ in range(4)]
        won = learning.between(player, dealers)
        assert learning.dealer_at_best(player) < won < learning.player_at_best(dealers)


@pytest.mark.parametrize(
    ("preset", "dealer_loses", "player_loses"), [("room", 0.0297, 0.0076), ("vipgame", 0.0212, 0.0062)]
)
def test_what_the_heuristic_can_be_exploited_for(preset: str, dealer_loses: float, player_loses: float) -> None:
    """Numbers that were found once by another program, from the bot's own moves on the table."""
    rules = PRESETS[preset]
    duel = Duel(rules)
    player, dealers = plans_of(Heuristic, rules, duel)
    learning, value = Learning(duel), solve(rules, good_enough=1e-4).value
    high, low = learning.player_at_best(dealers), learning.dealer_at_best(player)
    assert high - value == pytest.approx(dealer_loses, abs=1.5e-4)
    assert value - low == pytest.approx(player_loses, abs=1.5e-4)


def test_presets_are_solved(solved: tuple[Rules, Solution]) -> None:
    rules, solution = solved
    assert max(solution.exploitability()) < WORST
    assert solution.low <= solution.value <= solution.high
    known = {"room": -0.01374, "vipgame": -0.01342}
    assert solution.value == pytest.approx(known[next(name for name, one in PRESETS.items() if one == rules)], abs=1e-5)


def test_what_is_written_down_is_what_was_measured(solved: tuple[Rules, Solution]) -> None:
    rules, solution = solved
    duel = Duel(rules)
    learning = Learning(duel)
    player, dealers = plans(duel, solution.choices)
    assert learning.dealer_at_best(player) == solution.low
    assert learning.player_at_best(dealers) == solution.high
    wanted = sum(may == 3 for may in duel.player) + 4 * sum(may == 3 for may in duel.dealer)
    assert len(solution.choices) == wanted == len({(one.role, one.hand, one.against) for one in solution.choices})
    assert {one.against for one in solution.choices if one.role == "player"} == {None}
    assert {one.against for one in solution.choices if one.role == "dealer"} == {2, 3, 4, 5}


@pytest.mark.parametrize("rules", ANY)
def test_any_sheet_is_solved(rules: Rules) -> None:
    """To a thousandth here, for time's sake."""
    shares: list[float] = []
    solution = solve(rules, shares.append, good_enough=1e-3)
    assert max(solution.exploitability()) < 1e-3
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_what_makes_no_difference_at_two_seats() -> None:
    """XD-16: comparing with the only player is standing. Stakes, order and who deals next do not matter either."""
    rules = PRESETS["vipgame"]
    others = {
        "stake_min": 3,
        "stake_max": 7,
        "order": "left",
        "compare": True,
        "dealer_may_compare_from": 20,
        "next_dealer": "rotate",
    }
    same = Duel(rules)
    for name, value in others.items():
        changed = Rules(**msgspec.to_builtins(rules) | {name: value})
        duel = Duel(changed)
        assert alike(changed) == alike(rules)
        assert (duel.player, duel.dealer) == (same.player, same.dealer), name
        assert all(duel.worth[at] == same.worth[at] for at in range(0, len(same.worth), 97)), name
    for name in set(Rules.__struct_fields__) - set(others):
        at_default = getattr(Rules(), name)
        changed = next(one for one in ANY if getattr(one, name) != at_default)
        assert getattr(alike(changed), name) == getattr(changed, name)


def test_better_pay_for_ngu_linh_draws_more(solved: tuple[Rules, Solution]) -> None:
    rules, solution = solved
    paid = solve(msgspec.structs.replace(rules, pay_ngu_linh=5), good_enough=1e-3)

    def drawn(found: Solution) -> float:
        return sum(one.draw for one in found.choices if one.role == "player" and len(one.hand) == 4)

    assert drawn(paid) > drawn(solution) + 10


@pytest.mark.parametrize("lang", LANGS)
def test_charts_show_when_to_draw(solved: tuple[Rules, Solution], lang: Any) -> None:
    rules, solution = solved
    player, *dealers = charts(rules, solution.choices, lang)
    assert (len(player.columns), [len(chart.columns) for chart in dealers]) == (3, [4, 4, 4])
    for chart in (player, *dealers):
        assert len({name for name, _ in chart.rows}) == len(chart.rows)
        assert all(share is None or 0 <= share <= 1 for _, shares in chart.rows for share in shares)
    assert next(shares for name, shares in player.rows if name.startswith("17")) == (0, 0, 0)  # nobody draws to 17
    sixteen = next(shares for name, shares in dealers[0].rows if "16" in name)
    assert (sixteen[0], sixteen[3]) == (1, 0)  # it draws against two cards and stops against five


def test_all_hands_are_found_once() -> None:
    found = all_hands()
    assert len({tuple(one) for one in found.held}) == len(found.cards) == 2221
    for place, cards in enumerate(found.cards):
        assert held(hands.cards_of(cards)) == found.held[place]
        assert all(after == -1 or after > place for after in found.after[VALUES * place : VALUES * (place + 1)])


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_bot_that_knows_the_solution_plays_it(rules: Rules) -> None:
    """What it knows is as good as a solution must be; on the table it does that."""
    duel = Duel(rules)
    draws = known(alike(rules))
    assert draws is not None
    choices = [
        DrawShare(role=role, hand=hand, against=against, draw=draw) for (role, hand, against), draw in draws.items()
    ]
    learning, (player, dealers) = Learning(duel), plans(duel, choices)
    low, high = learning.dealer_at_best(player), learning.player_at_best(dealers)
    assert high - low < 1e-5
    played = plans_of(Solved, rules, duel)
    for wanted, done in zip((player, *dealers), (played[0], *played[1]), strict=True):
        assert all(there in (0, 1) for there in done)
        assert all(here == there for here, there in zip(wanted, done, strict=True) if here in (0, 1))


def test_the_bot_that_knows_the_solution_mixes() -> None:
    rules = PRESETS["room"]
    draws = known(alike(rules))
    assert draws is not None
    (hand, share) = next((one[1], share) for one, share in draws.items() if one[0] == "player" and 0.2 < share < 0.8)
    values = [LABELS.index(label) for label in hand]
    state = laid_out(rules, values, TWENTY, Rng(1))[0][-1]
    bot = Solved(rules, PLAYER, Rng(2))
    drawn = sum(bot.act(GAME.view(state, PLAYER), GAME.legal(state, PLAYER)) == Draw() for _ in range(4000))
    assert abs(drawn / 4000 - share) < 0.04  # five standard errors


def test_where_it_knows_no_solution_it_plays_like_the_usual_one() -> None:
    for rules, seats in ((PRESETS["room"], 3), (Rules(dealer_must_draw_below=17), 2)):
        for seed in range(40):
            deals = []
            for maker in (Heuristic, Solved):
                rng = Rng(seed)
                bots: list[Any] = [maker(rules, seat, rng) for seat in range(seats)]
                deals.append(Deal.among(GAME, rules, bots, rng.shuffled).moves)
            assert deals[0] == deals[1]
    assert known(alike(PRESETS["vipgame"])) == known(
        alike(Rules(**msgspec.to_builtins(PRESETS["vipgame"]) | {"compare": True}))
    )


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_known_by_heart_makes_the_charts_of_the_solution(name: str) -> None:
    rules = PRESETS[name]
    by_heart = choices(rules)
    assert by_heart is not None
    assert {one.role for one in by_heart} == {"player", "dealer"}
    shares = known(alike(rules))
    assert shares is not None
    assert {(one.role, one.hand, one.against): one.draw for one in by_heart} == shares
    assert choices(msgspec.structs.replace(rules, pay_ngu_linh=2)) is None


@pytest.mark.parametrize("name", PRESETS)
def test_strong_reckons_what_the_solution_found(name: str) -> None:
    """Against best play a hand that always draws does no worse by drawing, one that never draws no better, and where
    the solution mixes both come to the same: for every hand of two cards, of both sides."""
    rules = PRESETS[name]
    shares = known(alike(rules))
    assert shares is not None
    for (role, hand, against), share in shares.items():
        if len(hand) == 2:
            held = [hand.count(label) for label in LABELS]
            deals = role == "dealer"
            hidden = hiding(rules)
            other = hidden.player[(against or 2) - 2 : (against or 2) - 1] * 4 if deals else hidden.dealer
            left = unseen(held)
            place = all_hands().place_of(held)
            found = Reckoning(hands.compile_rules(rules), deals, [[one] for one in other], [1]).outlook(place, left)
            gain = found.drawing[0] - found.stopping[0]
            assert share > 0 or gain < WORST
            assert share < 1 or gain > -WORST


@pytest.mark.parametrize("preset", PRESETS)
def test_the_heuristic_deals_to_each_of_many_as_to_one_alone(preset: str) -> None:
    """So what there is to win from it with more seats is what there is at two (`bench/xidach_seats.py`)."""
    rules, met = PRESETS[preset], 0

    def dealt(seats: int, order: Any) -> Any:
        bots = [Heuristic(rules, seat, Rng(1)) for seat in range(seats)]
        return Deal.among(GAME, rules, bots, lambda _: order).state

    for number in range(60):
        order = Rng(8, number).shuffled(DECK)
        table = dealt(4, order)
        own = [order[place] for place in table.places(0)]
        for seat in (1, 2, 3):
            theirs = [order[place] for place in table.places(seat)]
            first = [theirs[0], own[0], theirs[1], own[1], *theirs[2:], *own[2:]]
            alone = dealt(2, (*first, *[card for card in order if card not in first]))
            assert alone.hand_met(1) == table.hand_met(seat)
            met += hands.size(table.hand_met(seat)) > 2
    assert met > 10

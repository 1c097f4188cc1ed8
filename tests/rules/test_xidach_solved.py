"""The solver's two-seat Xì Dách matches the engine, and its strategies are as good as it reports."""

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
from chieu.games.xidach.ai.cfr import CfrPlus
from chieu.games.xidach.ai.chart import charts
from chieu.games.xidach.ai.expectation import Expectation
from chieu.games.xidach.ai.heuristic import Heuristic
from chieu.games.xidach.ai.solver import LABELS, Solution, alike, solve
from chieu.games.xidach.ai.strategy import choices, draws_by_preset, hand_ranges, precomputed
from chieu.games.xidach.ai.strong import Solved
from chieu.games.xidach.ai.two_player import (
    MAY_DRAW,
    MAY_STOP,
    VALUES,
    TwoPlayerGame,
    all_hands,
    cards_of_value,
    starting_hands,
    unseen,
)
from chieu.games.xidach.messages import Compare, Draw, Stand
from chieu.games.xidach.rules import PRESETS, Rules
from chieu.testing import Table, play
from tests.xidach_two_seats import (
    DEALER,
    PLAYER,
    TWENTY,
    draw_order,
    finish,
    fits_deck,
    hands_of,
    play_out,
    random_rules,
    stakes_won,
    strategies_from,
    strategies_of,
    strategy_where,
)

ANY = [random_rules(Rng(5, number)) for number in range(6)]
SHEETS = [*PRESETS.values(), *ANY]
WORST = 1e-4  # stakes per deal; a tenth of what is required


@pytest.fixture(scope="module", params=PRESETS)
def solved(request: pytest.FixtureRequest) -> tuple[Rules, Solution]:
    rules = PRESETS[request.param]
    return rules, solve(rules)


def moves_of(state: Any, seat: int) -> int:
    """Return what the engine lets a seat do: draw, stop (by standing or comparing) or both."""
    legal = GAME.legal(state, seat)
    stops = any(isinstance(action, Stand | Compare) for action in legal)
    return (MAY_DRAW if Draw() in legal else 0) + (MAY_STOP if stops else 0)


def counts_of(cards: Any) -> list[int]:
    return [sum(hands.card_value(card) == value + 1 for card in cards) for value in range(VALUES)]


def likely(*came: int) -> float:
    """Return the probability of drawing cards of these values one after the other."""
    out, gone = 1.0, [0] * VALUES
    for number, value in enumerate(came):
        out *= (len(cards_of_value(value)) - gone[value]) / (52 - number)
        gone[value] += 1
    return out


@pytest.mark.parametrize("rules", SHEETS)
def test_xd_14_15_legal_moves_match_the_engine(rules: Rules) -> None:
    """All 2,221 hands on both sides, drawn card by card in the real engine."""
    game, rng = TwoPlayerGame(rules), Rng(1)
    assert len(game.hands.cards) == 2221
    for place in range(len(game.hands.cards)):
        values = draw_order(game.hands, place)
        players, _ = play_out(rules, values, TWENTY, rng)
        assert moves_of(players[-1], PLAYER) == game.player_moves[place], values
        _, dealers = play_out(rules, TWENTY, values, rng)
        if GAME.to_act(dealers[-1]):
            assert moves_of(dealers[-1], DEALER) == game.dealer_moves[place], values
        else:  # a dealer who can do nothing else does not get to act
            assert game.dealer_moves[place] == MAY_STOP


@pytest.mark.parametrize("rules", SHEETS)
def test_xd_18_payoffs_match_the_engine(rules: Rules) -> None:
    """Random pairs of hands, played out with any stakes; stopping by standing or comparing."""
    game, rng = TwoPlayerGame(rules), Rng(2)
    tried = 0
    while tried < 1500:
        row, column = rng.below(len(game.rows)), rng.below(len(game.columns))
        player, dealer = (
            draw_order(game.hands, game.rows[row]),
            draw_order(game.hands, game.columns[column]),
        )
        worth = game.payoffs[row * len(game.columns) + column]
        if not fits_deck(player, dealer):
            assert worth == 0
            continue
        _, dealers = play_out(rules, player, dealer, rng)
        share = likely(*player, *dealer)
        assert worth == pytest.approx(share * stakes_won(finish(dealers[-1], rng)), rel=1e-12)
        tried += 1


@pytest.mark.parametrize("rules", SHEETS)
def test_xd_12_13_random_deals_match_the_solver(rules: Rules) -> None:
    game = TwoPlayerGame(rules)
    places = {tuple(counts): place for place, counts in enumerate(game.hands.counts)}
    played = at_once = 0
    for seed in range(150):
        deal = play(Table(GAME, rules, 2), seed, asides=False)
        for state in deal.states:
            waiting = GAME.to_act(state)
            phase = GAME.view(state, None).phase
            if phase not in ("players", "dealer"):
                continue
            seat = waiting[0]
            place = places[tuple(counts_of(hands_of(state)[0 if seat == PLAYER else 1]))]
            assert moves_of(state, seat) == (game.player_moves if seat == PLAYER else game.dealer_moves)[place]
            played += 1
            if phase == "dealer":  # the dealer learns only the player's number of cards
                seen = msgspec.to_builtins(GAME.view(state, DEALER).seats[PLAYER], enc_hook=str)
                shown = {name for name, value in seen.items() if value not in (None, False)}
                assert shown == {"stake", "count", "done"}
        player, dealer = (counts_of(cards) for cards in hands_of(deal.states[-1]))
        if tuple(player) not in places or tuple(dealer) not in places:
            assert not any(isinstance(action, Draw | Stand | Compare) for _, action in deal.moves)
            at_once += 1
    assert played > 150
    assert at_once > 0


@pytest.mark.parametrize("rules", SHEETS)
def test_payoffs_are_symmetric(rules: Rules) -> None:
    """A hand wins for the player what it loses for the dealer, so special hands even out."""
    game = TwoPlayerGame(rules)
    assert game.specials_value == pytest.approx(0, abs=1e-12)
    rows = {place: row for row, place in enumerate(game.rows)}
    columns = {place: column for column, place in enumerate(game.columns)}
    both = [place for place in rows if place in columns][::23]
    for place, other in combinations_with_replacement(both, 2):
        there = game.payoffs[rows[place] * len(columns) + columns[other]]
        back = game.payoffs[rows[other] * len(columns) + columns[place]]
        assert there == pytest.approx(-back, rel=1e-9)


def test_xd_13_33_special_hands_are_paid_at_once() -> None:
    rules = msgspec.structs.replace(PRESETS["vipgame"], pay_xi_bang=3, pay_xi_dach=2)
    compiled = hands.compile_rules(rules)
    won = 0.0
    for (dealer, *first), (player, *second) in product(starting_hands(), repeat=2):
        if hands.special(player) != hands.NONE:  # one side only: both together cancel out
            ways = (2 - (first[0] == first[1])) * (2 - (second[0] == second[1]))
            won += ways * likely(*first, *second) * int(hands.stakes_won(dealer, player, compiled))
    lost = won - TwoPlayerGame(rules).specials_value
    assert 0.09 < won < 0.11  # Xì Dách comes in 4.8 % of hands, Xì Bàng in 0.45 %
    assert lost == pytest.approx(won)


def test_expected_value_is_the_sum_over_all_cards() -> None:
    """Two strategies compared by adding up all cards.

    The player draws one card below 15. The dealer draws one card if the player has three cards, and none otherwise.
    """
    rules = PRESETS["vipgame"]
    game = TwoPlayerGame(rules)
    compiled = hands.compile_rules(rules)

    def short(counts: Any) -> bool:
        points: int = sum((value + 1) * count for value, count in enumerate(counts))
        return bool(sum(counts) == 2 and points < 15)

    cfr = CfrPlus(game)
    player = strategy_where(game, game.player_moves, short)
    never = strategy_where(game, game.dealer_moves, lambda _: False)
    once = strategy_where(game, game.dealer_moves, lambda counts: sum(counts) == 2)
    total = 0.0

    def more(hand: int, value: int, gone: list[int]) -> int:
        return int(hands.add(hand, cards_of_value(value)[gone.count(value)]))

    for (dealer, *first), (own, *second) in product(starting_hands(), repeat=2):
        ways = (2 - (first[0] == first[1])) * (2 - (second[0] == second[1]))
        base = [*first, *second]
        if hands.special(own) or hands.special(dealer) or not short(counts_of(hands.cards_of(own))):
            total += ways * likely(*base) * int(hands.stakes_won(dealer, own, compiled))
            continue
        for drawn, taken in product(range(VALUES), repeat=2):
            share = likely(*base, drawn, taken)
            if share:
                mine, theirs = more(own, drawn, second), more(dealer, taken, first)
                total += ways * share * int(hands.stakes_won(theirs, mine, compiled))
    assert cfr.expected_value(player, [never, once, never, never]) == pytest.approx(total, abs=1e-12)


def test_no_strategy_beats_the_best_response() -> None:
    game = TwoPlayerGame(ANY[0])
    cfr, rng = CfrPlus(game), Rng(3)

    def some(may: list[int]) -> Any:
        return vec[float]([rng.below(11) / 10 if moves == 3 else float(moves == 1) for moves in may])

    for _ in range(5):
        player, dealers = some(game.player_moves), [some(game.dealer_moves) for _ in range(4)]
        won = cfr.expected_value(player, dealers)
        assert cfr.value_against_best_dealer(player) < won < cfr.player_best_response_value(dealers)


@pytest.mark.parametrize(
    ("preset", "dealer_loses", "player_loses"), [("room", 0.0297, 0.0076), ("vipgame", 0.0212, 0.0062)]
)
def test_exploitability_of_the_heuristic(preset: str, dealer_loses: float, player_loses: float) -> None:
    """Reference numbers were computed once by another program from the bot's moves."""
    rules = PRESETS[preset]
    game = TwoPlayerGame(rules)
    player, dealers = strategies_of(Heuristic, rules, game)
    cfr, value = CfrPlus(game), solve(rules, good_enough=1e-4).value
    high, low = cfr.player_best_response_value(dealers), cfr.value_against_best_dealer(player)
    assert high - value == pytest.approx(dealer_loses, abs=1.5e-4)
    assert value - low == pytest.approx(player_loses, abs=1.5e-4)


def test_presets_are_solved(solved: tuple[Rules, Solution]) -> None:
    rules, solution = solved
    assert max(solution.exploitability()) < WORST
    assert solution.low <= solution.value <= solution.high
    values = {"room": -0.01374, "vipgame": -0.01342}
    assert solution.value == pytest.approx(
        values[next(name for name, preset in PRESETS.items() if preset == rules)], abs=1e-5
    )


def test_choices_reproduce_the_measured_bounds(solved: tuple[Rules, Solution]) -> None:
    rules, solution = solved
    game = TwoPlayerGame(rules)
    cfr = CfrPlus(game)
    player, dealers = strategies_from(game, solution.choices)
    assert cfr.value_against_best_dealer(player) == solution.low
    assert cfr.player_best_response_value(dealers) == solution.high
    wanted = sum(may == 3 for may in game.player_moves) + 4 * sum(may == 3 for may in game.dealer_moves)
    situations = {(choice.role, choice.hand, choice.against) for choice in solution.choices}
    assert len(solution.choices) == wanted == len(situations)
    assert {choice.against for choice in solution.choices if choice.role == "player"} == {None}
    assert {choice.against for choice in solution.choices if choice.role == "dealer"} == {2, 3, 4, 5}


@pytest.mark.parametrize("rules", ANY)
def test_any_sheet_is_solved(rules: Rules) -> None:
    """To a thousandth only, to save time."""
    shares: list[float] = []
    solution = solve(rules, shares.append, good_enough=1e-3)
    assert max(solution.exploitability()) < 1e-3
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_xd_16_options_without_effect_at_two_seats() -> None:
    """XD-16: comparing with the only player is the same as standing.

    Stakes, order and the next dealer do not matter either.
    """
    rules = PRESETS["vipgame"]
    others = {
        "stake_min": 3,
        "stake_max": 7,
        "order": "left",
        "compare": True,
        "dealer_may_compare_from": 20,
        "next_dealer": "rotate",
    }
    same = TwoPlayerGame(rules)
    for name, value in others.items():
        changed = Rules(**msgspec.to_builtins(rules) | {name: value})
        game = TwoPlayerGame(changed)
        assert alike(changed) == alike(rules)
        assert (game.player_moves, game.dealer_moves) == (same.player_moves, same.dealer_moves), name
        assert all(game.payoffs[at] == same.payoffs[at] for at in range(0, len(same.payoffs), 97)), name
    for name in set(Rules.__struct_fields__) - set(others):
        at_default = getattr(Rules(), name)
        changed = next(rules for rules in ANY if getattr(rules, name) != at_default)
        assert getattr(alike(changed), name) == getattr(changed, name)


def test_better_pay_for_ngu_linh_draws_more(solved: tuple[Rules, Solution]) -> None:
    rules, solution = solved
    paid = solve(msgspec.structs.replace(rules, pay_ngu_linh=5), good_enough=1e-3)

    def drawn(solved: Solution) -> float:
        return sum(choice.draw for choice in solved.choices if choice.role == "player" and len(choice.hand) == 4)

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


def test_all_hands_are_listed_once() -> None:
    listed = all_hands()
    assert len({tuple(counts) for counts in listed.counts}) == len(listed.cards) == 2221
    for place, cards in enumerate(listed.cards):
        assert counts_of(hands.cards_of(cards)) == listed.counts[place]
        assert all(child == -1 or child > place for child in listed.children[VALUES * place : VALUES * (place + 1)])


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_solved_bot_plays_the_solution(rules: Rules) -> None:
    """The tables are as good as a solution must be, and the bot plays them."""
    game = TwoPlayerGame(rules)
    stored = choices(rules)
    assert stored is not None
    cfr, (player, dealers) = CfrPlus(game), strategies_from(game, stored)
    low, high = cfr.value_against_best_dealer(player), cfr.player_best_response_value(dealers)
    assert high - low < 1e-5
    played = strategies_of(Solved, rules, game)
    for wanted, strategy in zip((player, *dealers), (played[0], *played[1]), strict=True):
        assert all(there in (0, 1) for there in strategy)
        assert all(here == there for here, there in zip(wanted, strategy, strict=True) if here in (0, 1))


def test_solved_bot_mixes() -> None:
    rules = PRESETS["room"]
    stored = choices(rules)
    assert stored is not None
    (hand, share) = next(
        (choice.hand, choice.draw) for choice in stored if choice.role == "player" and 0.2 < choice.draw < 0.8
    )
    values = [LABELS.index(label) for label in hand]
    state = play_out(rules, values, TWENTY, Rng(1))[0][-1]
    bot = Solved(rules, PLAYER, Rng(2))
    drawn = sum(bot.act(GAME.view(state, PLAYER), GAME.legal(state, PLAYER)) == Draw() for _ in range(4000))
    assert abs(drawn / 4000 - share) < 0.04  # five standard errors


def test_solved_bot_falls_back_to_the_heuristic() -> None:
    for rules, seats in ((PRESETS["room"], 3), (Rules(dealer_must_draw_below=17), 2)):
        for seed in range(40):
            deals = []
            for maker in (Heuristic, Solved):
                rng = Rng(seed)
                bots: list[Any] = [maker(rules, seat, rng) for seat in range(seats)]
                deals.append(Deal.among(GAME, rules, bots, rng.shuffled).moves)
            assert deals[0] == deals[1]
    assert precomputed(PRESETS["vipgame"]) == precomputed(
        Rules(**msgspec.to_builtins(PRESETS["vipgame"]) | {"compare": True})
    )


@pytest.mark.parametrize("name", PRESETS)
def test_precomputed_choices_are_those_of_the_tables(name: str) -> None:
    rules = PRESETS[name]
    stored = choices(rules)
    assert stored is not None
    assert {choice.role for choice in stored} == {"player", "dealer"}
    assert [choice.draw for choice in stored] == draws_by_preset()[name]
    assert choices(msgspec.structs.replace(rules, pay_ngu_linh=2)) is None


@pytest.mark.parametrize("name", PRESETS)
def test_expectation_agrees_with_the_solution(name: str) -> None:
    """Drawing is at least as good where the solution always draws, at most as good where it never draws.

    Where it mixes, both are equal. Checked for all two-card hands of both sides against optimal play.
    """
    rules = PRESETS[name]
    stored = choices(rules)
    assert stored is not None
    for choice in stored:
        if len(choice.hand) == 2:
            counts, against, share = [choice.hand.count(label) for label in LABELS], choice.against, choice.draw
            deals = choice.role == "dealer"
            ranges = hand_ranges(rules)
            other = ranges.player[(against or 2) - 2 : (against or 2) - 1] * 4 if deals else ranges.dealer
            remaining = unseen(counts)
            place = all_hands().counts.index(counts)
            values = Expectation(
                hands.compile_rules(rules), deals, [[hand_range] for hand_range in other], [1]
            ).action_values(place, remaining)
            gain = values.draw[0] - values.stop[0]
            assert share > 0 or gain < WORST
            assert share < 1 or gain > -WORST


@pytest.mark.parametrize("preset", PRESETS)
def test_heuristic_dealer_treats_each_player_as_if_alone(preset: str) -> None:
    """So its exploitability with more seats is that at two (`bench/xidach_seats.py`)."""
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

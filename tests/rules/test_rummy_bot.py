"""Rule-based bots of Chinese Rummy: `heuristic`, rule by rule, and `planner`."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from chieu.arena import compare
from chieu.bots import usual_bot
from chieu.core.cards import Card, card, parse
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.games.rummy import GAME, game
from chieu.games.rummy.ai.contract_distance import completed, distance
from chieu.games.rummy.ai.heuristic import Easy, Heuristic, Planner
from chieu.games.rummy.hands import masks_of
from chieu.games.rummy.messages import Discard, Discarded, Draw, LayDown, LayOff, Swap, Take
from chieu.games.rummy.rules import Match, Rules
from chieu.games.rummy.state import State
from tests.rules.rummy_table import SEVEN, dealt, do


def choice_of(state: State, bot: Any = Heuristic, rng: int = 1) -> Any:
    """Return a bot's action in the seat to act."""
    seat = game.to_act(state)[0]
    return bot(state.compiled.rules, seat, Rng(rng)).act(game.view(state, seat), game.legal(state, seat))


# RM-20: drawing

LONERS = "3D 4C 6H 8S 10D QC AH"


@pytest.mark.parametrize("wild", ["2D", "2S", "JK1", "JK2"])
def test_rm_20_takes_a_wild(wild: str) -> None:
    assert choice_of(dealt("", LONERS, up=wild)) == Take()


def test_rm_20_takes_a_rank_it_holds_and_no_other() -> None:
    assert choice_of(dealt("", LONERS, up="8C")) == Take()
    assert choice_of(dealt("", LONERS, up="7C")) == Draw()
    assert choice_of(dealt("", LONERS, up="7S", number=2)) == Draw()  # next to the 8♠, but it collects ranks only


def with_melds_of_seat_0(hand: str, up: str) -> State:
    """Seat 0 has laid down sevens and nines and discarded `up`; seat 1 is to draw, a 5♦ if from the stock."""
    state = dealt(f"7D 7C 7H 9D 9C 9H {up}", hand, dealer=1, then="KS 5D")
    return do(state, "draw", "lay_down 7D 7C 7H / 9D 9C 9H", f"discard {up}")


def test_rm_20_denies_a_rank_of_the_opponents_melds() -> None:
    assert choice_of(with_melds_of_seat_0("3D 4C 6H 8S 10D QC AH", up="9S")) == Take()
    assert choice_of(with_melds_of_seat_0("3D 4C 6H 8S 10D QC AH", up="5S")) == Draw()


def test_rm_20_denies_a_rank_that_stands_in_a_run() -> None:
    state = dealt("9D 9H 9S 5C 6C 7C 8C 6S", "3D 4H 10H 10D QC AH KD JD", dealer=1, number=2, then="KS")
    state = do(state, "draw", "lay_down 9D 9H 9S / 5C 6C 7C 8C")
    assert choice_of(do(state, "discard 6S")) == Take()
    assert choice_of(do(state, "discard KS")) == Take()  # a rank it holds


def after_laying_down(up: str) -> State:
    """Seat 1 has laid down sevens and nines and holds a king and a 4; seat 0 discarded `up`."""
    state = dealt(up, "7D 7C 7H 9D 9C 9H KD", then="4S 5D")
    state = do(state, "draw", "lay_down 7D 7C 7H / 9D 9C 9H", "discard 4S", "draw")
    return do(state, f"discard {up}")


def test_rm_20_once_down_it_takes_only_what_goes_off_at_once() -> None:
    assert choice_of(after_laying_down("9S")) == Take()
    assert choice_of(after_laying_down("2S")) == Take()
    assert choice_of(after_laying_down("KS")) == Draw()  # a rank it holds
    assert choice_of(after_laying_down("8S")) == Draw()


def test_rm_20_takes_the_discard_if_there_is_nothing_else() -> None:
    state = dealt("", LONERS, up="7C").copy()
    state.stock = state.stock.copy()
    while state.stock.left() > 0:
        state.stock.draw(-1)
    assert game.legal(state, 1) == (Take(),)
    assert choice_of(state) == Take()


# RM-21: laying after_laying_down and off


def test_rm_21_lays_down_as_soon_as_it_can() -> None:
    state = do(dealt("", "7D 7C 7H 9D 9C KS QS", then="JK1"), "draw")
    assert choice_of(state) == LayDown((parse("7D 7C 7H"), parse("9D 9C JK1")))


def test_rm_21_finds_a_contract_that_is_hard_to_see() -> None:
    # The 6♥ belongs to the run, so the sixes need a wild, and so does the gap in the other run.
    hand = "3H 4H 5H 6H 6D 6S 9C 10C QC JK1 JK2 AS"
    state = do(dealt("", hand, number=7, then="KS"), "draw")
    chosen = choice_of(state)
    assert isinstance(chosen, LayDown)
    assert chosen.melds == (parse("9C 10C JK1 QC"), parse("3H 4H 5H 6H"), parse("6D 6S JK2"))


def test_rm_21_of_several_ways_it_keeps_the_wilds() -> None:
    state = do(dealt("", "7D 7C 7H 9D 9C 9H JK1", then="KS"), "draw")
    assert choice_of(state) == LayDown((parse("7D 7C 7H"), parse("9D 9C 9H")))


def test_rm_21_then_lays_off_all_that_fits_naturals_first() -> None:
    state = do(dealt("", "7D 7C 7H 9D 9C 9H JK1", then="9S"), "draw", "lay_down 7D 7C 7H / 9D 9C 9H")
    assert choice_of(state) == LayOff(card("9S"), 1, "on")
    state = do(state, "lay_off 9S 1 on")
    assert choice_of(state) in (LayOff(card("JK1"), 0, "on"), LayOff(card("JK1"), 1, "on"))


def test_rm_21_where_swaps_are_played_it_swaps_what_does_not_fit() -> None:
    rules = Rules(joker_swap=True)
    state = dealt("3S", "9D 9H 9S 5C 6C 2D 8C 4S", number=2, then="7C", rules=rules)
    state = do(state, "draw", "lay_down 9D 9H 9S / 5C 6C 2D 8C")
    assert choice_of(state) == Swap(card("7C"), 1)


# RM-22: discarding


def discarded(hand: str, drawn: str, number: int = 1, rules: Rules = SEVEN, bot: Any = Heuristic, rng: int = 1) -> Card:
    """Return a bot's discard from a hand after drawing a card."""
    chosen = choice_of(do(dealt("", hand, number=number, then=drawn, rules=rules), "draw"), bot, rng)
    assert isinstance(chosen, Discard)
    return chosen.card


def test_rm_22_never_a_wild_unless_all_are_wild() -> None:
    assert discarded("2D 2C 2H 2S JK1 JK2 3D", "3C") in parse("3D 3C")
    wilds = Rules(contracts="5:s6", rounds=1, natural_share=50)
    assert discarded("2D 2C 2H 2S JK1", "JK2", rules=wilds) in parse("2D 2C 2H 2S JK1 JK2")


def test_rm_22_prefers_singletons() -> None:
    assert discarded("KD KC QD QC JD JC 3D", "10H") == card("10H")
    assert discarded("KD KC QD QC JD JC 3D", "10D") == card("10D")


def test_rm_22_of_singletons_the_higher_points_first() -> None:
    assert discarded("3D 4C 6H 8S 9D 5C 7H", "QC") == card("QC")


def test_rm_22_keeps_completed_melds_despite_their_points() -> None:
    assert discarded("KD KC KH 3D 4C 6H 8S", "5S") in parse("3D 4C 6H 8S 5S")
    assert discarded("10S JS QS KS 3D 4C 6H 8D", "8H", number=2) in parse("3D 4C 6H")
    assert discarded("KD JK1 3D 4C 6H 8S KC", "5S") in parse("3D 4C 6H 8S 5S")  # with the joker the kings are a set


PAIRS_AND_A_NINE = "3D 3C 4D 4C 5H 5S 9S"  # and a third 5 from the stock: the nine is the only singleton


def test_rm_22_avoids_what_fits_the_opponents_melds() -> None:
    assert discarded(PAIRS_AND_A_NINE, "5D") == card("9S")
    state = do(with_melds_of_seat_0(PAIRS_AND_A_NINE, up="AH"), "draw")
    assert choice_of(state).card in parse("3D 3C 4D 4C")


def test_rm_22_avoids_the_ends_of_the_opponents_runs() -> None:
    state = dealt("9D 9H 9S 5C 6C 7C 8C AD", "3D 3H 10H 10D QD QS KD KC", dealer=1, number=2, then="KS 4C")
    state = do(state, "draw", "lay_down 9D 9H 9S / 5C 6C 7C 8C", "discard AD", "draw")
    assert choice_of(state) != Discard(card("4C"))  # a singleton, but it goes under the run


def test_rm_22_avoids_ranks_that_fit_the_opponents_melds() -> None:
    state = dealt("9D 9H 9S 5C 6C 7C 8C AD", "3D 3H 10H 10D QD QS KD KC", dealer=1, number=2, then="KS 4H")
    state = do(state, "draw", "lay_down 9D 9H 9S / 5C 6C 7C 8C", "discard AD", "draw")
    assert choice_of(state).card in parse("10H 10D QD QS KD KC")  # 4♣ goes under the run, so no 4 is discarded


def test_rm_22_keeps_cards_that_fit_its_own_melds() -> None:
    """It would lay such a card off, so this takes an artificial view."""
    state = do(with_melds_of_seat_0(PAIRS_AND_A_NINE, up="AH"), "draw")
    view = game.view(state, 1)
    own = msgspec.structs.replace(view, melds=tuple(msgspec.structs.replace(meld, owner=1) for meld in view.melds))
    chosen = Heuristic(SEVEN, 1, Rng(1)).act(own, game.legal(state, 1))
    assert isinstance(chosen, Discard)
    assert chosen.card in parse("3D 3C 4D 4C")


def test_rm_22_keeps_every_meld_it_holds_even_overlapping_ones() -> None:
    hand = "JS AD 9D 8D JH AH KD JD 4D 5D QD 4H"  # three jacks, and a natural J-Q-K-A of diamonds
    for rng in range(20):
        assert discarded(hand, "QH", number=6, rng=rng) in parse("5D 8D 9D")


def test_rm_22_completed_finds_every_meld_in_the_hand() -> None:
    state = dealt("", "", number=6)  # two sets of 3 and a run of 4

    def completed_of(hand: str) -> set[Card]:
        cards = parse(hand)
        return {held for held in cards if completed(state.compiled, state.contract, *masks_of(cards)) >> held & 1}

    assert completed_of("7D 7C 7H 3S 4S 5S 6S KD QC") == set(parse("7D 7C 7H 3S 4S 5S 6S"))
    assert completed_of("7D 7C 7H 5D 6D 8D KD 9D QC") == set(parse("7D 7C 7H 5D 6D 8D 9D"))  # the 7♦ is part of either
    assert completed_of("7D 7C KH") == set()
    assert completed_of("7D 7C 2H") == set(parse("7D 7C"))
    assert completed_of("3S 6S JK1 2D 9C") == set(parse("3S 6S"))  # with both wilds between them they are a run
    assert completed_of("3S 7S JK1 2D 9C") == set()
    assert completed_of("3S 4S 5S 6S 7S") == set(parse("3S 4S 5S 6S 7S"))


def test_rm_22_ignores_what_it_saw_before() -> None:
    """It decides by its hand and the table alone."""
    state = dealt("", "5S 6S 7S 8S 9S KD KC 3D 4C 6H 8H", number=5, up="8D")
    bot = Heuristic(SEVEN, 1, Rng(1))
    for _ in range(40):
        bot.see(Discarded(1, Card(0)))
    assert bot.act(game.view(state, 1), game.legal(state, 1)) == Take()


# Planner

NEAR = "5S 6S 7S 8S 9S KD KC 3D 4C 6H 8H"  # round 5: five of a run of seven, two of a set of three


def test_distance_counts_missing_cards_and_names_loose_ones() -> None:
    state = dealt("", NEAR, number=5)

    def distance_of(hand: str) -> tuple[int, set[Card]]:
        missing, loose = distance(state.compiled, state.contract, *masks_of(parse(hand)), 0)
        return missing, {held for held in parse(hand) if loose >> held & 1}

    assert distance_of(NEAR) == (3, set(parse("3D 4C 6H 8H")))
    assert distance_of(f"{NEAR} 10S JS KH") == (0, set(parse("3D 4C 6H 8H")))
    assert distance_of(f"{NEAR} JK1 2D") == (1, set(parse("3D 4C 6H 8H")))
    assert distance_of("") == (10, set())
    assert distance_of("KD JK1 JK2 2D 2C 2H 2S")[0] == 5  # the run needs four naturals and the set two


def test_distance_does_not_count_on_cards_in_melds() -> None:
    state = with_melds_of_seat_0("7S 9S 4C 4H JD JC QS", up="AH")  # sevens and nines are on the table, three of each
    gone, _ = masks_of(held for meld in state.melds for held in meld.cards)
    loose = distance(state.compiled, state.contract, *masks_of(parse("7S 9S 4C 4H JD JC")), gone)[1]
    assert not loose & masks_of(parse("4C 4H JD JC"))[0]


def test_planner_collects_the_contract_from_its_first_turn() -> None:
    assert choice_of(dealt("", NEAR, number=5, up="10S"), Planner) == Take()
    assert choice_of(dealt("", NEAR, number=5, up="8D"), Planner) == Draw()  # a rank it holds, but useless
    assert choice_of(dealt("", NEAR, number=5, up="2H"), Planner) == Take()
    for rng in range(10):
        assert discarded(NEAR, "JH", number=5, bot=Planner, rng=rng) == card("JH")
        assert discarded(NEAR, "10S", number=5, bot=Planner, rng=rng) in parse("3D 4C 6H 8H")


def test_planner_keeps_wilds_and_what_others_can_lay_off() -> None:
    assert discarded("2D 2C 2H 2S JK1 JK2 3D", "3C", bot=Planner) in parse("3D 3C")
    state = do(with_melds_of_seat_0("3D 3C 4D 4C QH QS 9S", up="AH"), "draw")
    assert {choice_of(state, Planner, rng).card for rng in range(20)} <= set(parse("3D 3C 4D 4C QH QS 5D"))


def test_planner_lays_down_and_takes_what_it_can_lay_off() -> None:
    state = do(dealt("", "7D 7C 7H 9D 9C KS QS", then="JK1"), "draw")
    assert choice_of(state, Planner) == LayDown((parse("7D 7C 7H"), parse("9D 9C JK1")))
    assert choice_of(after_laying_down("9S"), Planner) == Take()
    assert choice_of(after_laying_down("KS"), Planner) == Draw()


def test_planner_is_the_usual_bot_and_beats_the_heuristic() -> None:
    assert usual_bot(GAME) == "planner"
    assert list(GAME.extras.bots) == ["planner", "heuristic", "easy"]
    gain = compare(GAME, Rules(contracts="9:r4r4", rounds=1), Planner, Heuristic, seats=2, deals=150)
    assert gain.mean > 4 * gain.error


def test_beginner_overlooks_some_useful_discards_but_no_wild() -> None:
    useful, wild = (dealt("", NEAR, number=5, up=up) for up in ("10S", "2H"))
    assert {choice_of(useful, Easy, rng) for rng in range(20)} == {Take(), Draw()}
    assert {choice_of(wild, Easy, rng) for rng in range(20)} == {Take()}


def test_beginner_plans_and_lays_down_at_once() -> None:
    laying = do(dealt("", "7D 7C 7H 9D 9C KS QS", then="JK1"), "draw")
    for rng in range(20):
        assert discarded(NEAR, "JH", number=5, bot=Easy, rng=rng) == card("JH")
        assert choice_of(laying, Easy, rng) == LayDown((parse("7D 7C 7H"), parse("9D 9C JK1")))


def test_beginner_discards_what_others_can_lay_off() -> None:
    state = do(with_melds_of_seat_0("3D 3C 4D 4C 6H 6S 9S", up="AH"), "draw")
    assert card("9S") in {choice_of(state, Easy, rng).card for rng in range(20)}
    assert card("9S") not in {choice_of(state, Planner, rng).card for rng in range(20)}


@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_planners_end_every_round_before_it_is_blocked(seats: int, number: int) -> None:
    for seed in range(4):
        bots = [Planner(SEVEN, seat, Rng(seed, seat + 1)) for seat in range(seats)]
        deal = Deal.among(GAME, SEVEN, bots, Rng(seed, number).shuffled, Match(number))
        assert game.view(deal.state, None).winner is not None

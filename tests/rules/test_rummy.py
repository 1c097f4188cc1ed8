"""Chinese Rummy, rule by rule, with given cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chieu.core import sheets
from chieu.core.cards import DECK_AND_JOKERS, card, parse
from chieu.core.game import CHANCE, Illegal, Shuffle
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS
from chieu.games.rummy import GAME, game, hands, lay_downs
from chieu.games.rummy import state as kernel
from chieu.games.rummy.messages import (
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drawn,
    Ended,
    LaidDown,
    LaidOff,
    LayDown,
    LayOff,
    Reshuffled,
    Swap,
    Swapped,
    Take,
    Taken,
    Won,
)
from chieu.games.rummy.rules import Match, Rules
from chieu.games.rummy.state import State
from tests.rules.rummy_table import (
    HOLDS_TWO_SETS,
    SEVEN,
    TWO_SETS,
    action,
    dealt,
    do,
    drawn_out,
    facts,
    judged,
    listed_lay_downs,
    run_on_table,
    short_pack,
    tags,
    why_not,
)


def can(hand: str, number: int, rules: Rules = SEVEN) -> bool:
    return judged(hand, number, rules).melds is not None


# RM-1: the pack


def test_rm_1_two_seats_play_with_52_cards_and_two_jokers() -> None:
    assert game.to_shuffle(game.start(SEVEN, 2)) == DECK_AND_JOKERS


@pytest.mark.parametrize("seats", [3, 4])
def test_rm_1_three_and_four_seats_play_with_two_packs(seats: int) -> None:
    assert Counter(game.to_shuffle(game.start(SEVEN, seats))) == dict.fromkeys(DECK_AND_JOKERS, 2)


@pytest.mark.parametrize("wild", ["2D", "2C", "2H", "2S", "JK1", "JK2"])
def test_rm_1_twos_and_jokers_are_wild(wild: str) -> None:
    assert can(f"7D 7C 7H 9D 9C {wild}", 1)
    assert judged(wild, 1).points == 20


def test_rm_1_twos_are_wild_always() -> None:
    assert not can("7D 7C 7H 2D 2C 2H", 1)  # three 2s are not a set: they are not natural


def test_rm_1_wild_ranks_are_an_option() -> None:
    jacks = Rules(wild_ranks="J")
    assert can("7D 7C 7H 9D 9C JD", 1, jacks)
    assert not can("7D 7C 7H 9D 9C 2D", 1, jacks)
    assert can("7D 7C 7H 2D 2C 2H", 1, jacks)  # 2s are ordinary cards then
    assert can("3C 4C 5C 2C 9D 9C 9H", 2, jacks)  # and go below the 3
    none = Rules(wild_ranks="none")
    assert can("7D 7C 7H 9D 9C JK2", 1, none)
    assert [judged(text, 1, none).points for text in ("2D", "JK1", "JD")] == [5, 20, 10]


# RM-2: seven rounds


@pytest.mark.parametrize(
    ("number", "count", "contract"),
    [
        (1, 7, [("set", 3), ("set", 3)]),
        (2, 8, [("set", 3), ("run", 4)]),
        (3, 9, [("run", 4), ("run", 4)]),
        (4, 10, [("set", 4), ("set", 5)]),
        (5, 11, [("run", 7), ("set", 3)]),
        (6, 12, [("set", 3), ("set", 3), ("run", 4)]),
        (7, 12, [("run", 4), ("run", 4), ("set", 3)]),
    ],
)
def test_rm_2_deal_and_contract_of_each_round(number: int, count: int, contract: list[tuple[str, int]]) -> None:
    view = game.view(dealt("", "", number=number), 0)
    assert [(meld.kind, meld.size) for meld in view.contract] == contract
    assert [seat.count for seat in view.seats] == [count, count]
    assert (view.round, view.rounds) == (number, 7)


@pytest.mark.parametrize(
    ("number", "hand", "melds"),
    [
        (1, "7D 7C 7H 9D 9C 9H", "7D 7C 7H / 9D 9C 9H"),
        (2, "7D 7C 7H 9D 10D JD QD", "7D 7C 7H / 9D 10D JD QD"),
        (3, "3D 4D 5D 6D 9D 10D JD QD", "3D 4D 5D 6D / 9D 10D JD QD"),
        (4, "7D 7C 7H 7S 9D 9C 9H 9S JK1", "7D 7C 7H 7S / 9D 9C 9H 9S JK1"),
        (5, "5S 6S 7S 8S 9S 10S JS KD KC KH", "5S 6S 7S 8S 9S 10S JS / KD KC KH"),
        (6, "7D 7C 7H 9D 9C 9H JS QS KS AS", "7D 7C 7H / 9D 9C 9H / JS QS KS AS"),
        (7, "3D 4D 5D 6D JS QS KS AS 9C 9H 9S", "3D 4D 5D 6D / JS QS KS AS / 9C 9H 9S"),
    ],
)
def test_rm_2_each_contract_can_be_met(number: int, hand: str, melds: str) -> None:
    laid = judged(hand, number).melds
    assert laid == tuple(parse(meld) for meld in melds.split("/"))


def test_rm_2_rounds_come_in_order_until_the_match_is_over() -> None:
    number, match = 1, None
    while number <= 7:
        state = finished_round(number, match)
        match = game.match_after(state)
        number += 1
        assert match is None if number == 8 else match is not None and match.round == number


def finished_round(number: int, match: Match | None) -> State:
    """Play a round with random moves."""
    rng = Rng(number)
    state = game.start(SEVEN, 2, match)
    while waiting := game.to_act(state):
        if waiting == (CHANCE,):
            state, _ = game.apply(state, CHANCE, Shuffle(rng.shuffled(game.to_shuffle(state))))
        else:
            state, _ = game.apply(state, waiting[0], rng.pick(game.legal(state, waiting[0])))
    return state


def test_rm_2_contracts_and_their_number_are_options() -> None:
    rules = Rules(contracts="5:s3s3.13:r13", rounds=2, ace_low=True)
    assert game.view(game.start(rules, 2, Match(2)), None).contract[0].size == 13
    assert sheets.code(GAME, rules) == "seven-rounds~co5:s3s3.13:r13~ro2~aly"
    assert sheets.from_code(GAME, sheets.code(GAME, rules)) == rules
    with pytest.raises(Illegal, match="no_such_round"):
        game.start(rules, 2, Match(3))


@pytest.mark.parametrize(
    ("values", "code", "message"),
    [
        ({"contracts": "7:s3,8:s3"}, "bad_value", "option contracts cannot be"),
        ({"contracts": "7:x3"}, "bad_value", "option contracts cannot be"),
        ({"contracts": "7:s3.8:s3"}, "too_few_contracts", "rounds=7 but contracts says what is asked in 2 only"),
        ({"contracts": ".".join(["7:s3"] * 13)}, "too_many_contracts", "12 is the most"),
        ({"contracts": "14:s3", "rounds": 1}, "bad_deal", "round 1 of contracts deals 14 cards: 3 to 13"),
        ({"contracts": "2:s3", "rounds": 1}, "bad_deal", "deals 2 cards"),
        ({"contracts": "13:s2", "rounds": 1}, "bad_meld", "asks for a set of 2"),
        ({"contracts": "13:r13", "rounds": 1}, "bad_meld", "a run at most 12"),
        ({"contracts": "7:s3s3s3", "rounds": 1}, "hand_too_small", "asks for 9 cards, but a hand after drawing has 8"),
        ({"contracts": "13:s3s3s3s3s3", "rounds": 1}, "too_many_melds", "4 is the most"),
        ({"wild_ranks": "22"}, "rank_twice", "names a rank twice"),
        ({"wild_ranks": "1"}, "bad_value", "option wild_ranks cannot be '1'"),
        ({"natural_share": 67}, "bad_value", "it takes 0 to 66"),
    ],
)
def test_contradictory_rules_are_refused(values: dict[str, Any], code: str, message: str) -> None:
    with pytest.raises(BadRules) as caught:
        Rules(**values)
    assert caught.value.code == code
    assert message in str(caught.value)
    if code != "bad_value":
        assert all(GAME.presentation.texts[f"error.{code}"].say(lang, **caught.value.params) for lang in LANGS)


def test_a_set_larger_than_the_pack_allows_is_refused() -> None:
    rules = Rules(contracts="13:s10", rounds=1)  # five naturals of a rank: two packs have eight, one has four
    assert game.start(rules, 3).compiled.decks == 2
    with pytest.raises(BadRules) as caught:
        game.start(rules, 2)
    assert caught.value.code == "impossible_set"
    assert all(GAME.presentation.texts["error.impossible_set"].say(lang, **caught.value.params) for lang in LANGS)


# RM-3, RM-4: the deal


def test_rm_3_the_rest_is_the_stock_with_its_top_card_up() -> None:
    state = dealt("", "", up="KD", then="5S")
    view = game.view(state, None)
    assert (view.discard, view.stock) == (card("KD"), 54 - 14 - 1)
    assert facts(state, "draw", 1) == [Drawn(1, parse("5S"))]


def test_rm_3_each_seat_sees_only_its_own_cards() -> None:
    state = game.start(SEVEN, 2)
    after, (event,) = game.apply(state, CHANCE, Shuffle(DECK_AND_JOKERS))
    up = DECK_AND_JOKERS[14]
    assert event.seen_by(None) == Dealt(1, 0, 7, up)
    assert event.seen_by(1) == Dealt(1, 0, 7, up, DECK_AND_JOKERS[0:14:2])
    assert game.view(after, 0).seats[0].cards == DECK_AND_JOKERS[1:14:2]
    assert game.view(after, 0).seats[1].cards is None


@pytest.mark.parametrize(("seats", "dealer", "first"), [(2, 0, 1), (2, 1, 0), (3, 1, 2), (4, 3, 0)])
def test_rm_4_the_seat_to_the_dealers_left_begins(seats: int, dealer: int, first: int) -> None:
    assert game.to_act(dealt(*[""] * seats, dealer=dealer)) == (first,)


def test_rm_4_the_creator_deals_the_first_round() -> None:
    assert game.view(game.start(SEVEN, 4, host=2), None).dealer == 2
    assert game.view(game.start(SEVEN, 4, Match(2, 1), host=2), None).dealer == 1


def test_rm_4_play_goes_round_and_the_deal_passes_on() -> None:
    state = dealt("", "", "", dealer=2)
    for seat in (0, 1, 2, 0):
        assert game.to_act(state) == (seat,)
        state, _ = game.apply(state, seat, Draw())
        state, _ = game.apply(
            state, seat, next(action for action in game.legal(state, seat) if isinstance(action, Discard))
        )
    over = do(dealt("", HOLDS_TWO_SETS + " 9S", dealer=0, then="7S"), "draw", TWO_SETS, "lay_off 7S 0 on", "discard 9S")
    match = game.match_after(over)
    assert match is not None
    assert match.dealer == 1


# RM-5, RM-6: a turn


def test_rm_5_a_turn_begins_with_one_card_from_stock_or_discard() -> None:
    state = dealt("", "3D", up="KD", then="5S")
    assert game.legal(state, 1) == (Draw(), Take())
    assert game.legal(state, 0) == ()
    assert why_not(state, 1, "discard 3D") == ("draw_first", "RM-5")
    assert why_not(state, 1, TWO_SETS) == ("draw_first", "RM-5")
    assert why_not(state, 0, "draw") == ("not_your_turn", "")
    drew, took = do(state, "draw"), do(state, "take")
    assert card("5S") in (game.view(drew, 1).seats[1].cards or ())
    assert card("KD") in (game.view(took, 1).seats[1].cards or ())
    for after in (drew, took):
        assert why_not(after, 1, "draw") == ("already_drawn", "RM-5")
        assert why_not(after, 1, "take") == ("already_drawn", "RM-5")


def test_rm_5_a_turn_ends_with_exactly_one_discard() -> None:
    state = do(dealt("", "3D 4D", up="KD"), "draw")
    assert why_not(state, 1, "discard KD") == ("not_in_hand", "RM-5")
    assert facts(state, "discard 3D") == [Discarded(1, card("3D"))]
    state = do(state, "discard 3D")
    assert game.view(state, None).discard == card("3D")
    assert game.to_act(state) == (0,)
    assert why_not(state, 1, "discard 4D") == ("not_your_turn", "")


def test_rm_5_laying_down_is_optional() -> None:
    state = do(dealt("", HOLDS_TWO_SETS), "draw")
    assert tags(state, 1) == {"lay_down", "discard"}
    state = do(state, "discard 7D")
    assert not game.view(state, None).seats[1].laid_down


def test_rm_5_a_draw_is_private_and_a_take_is_public() -> None:
    state = dealt("", "", up="KD", then="5S")
    assert facts(state, "draw", 1) == [Drawn(1, parse("5S"))]
    assert facts(state, "draw", 0) == facts(state, "draw", None) == [Drawn(1)]
    assert facts(state, "take", None) == [Taken(1, card("KD"))]


def test_rm_6_covered_discards_are_dead() -> None:
    state = do(dealt("4D", "3D", up="KD"), "draw", "discard 3D")
    state = do(state, "take")
    assert game.view(state, None).discard is None  # nobody can take the king any more
    state = do(state, "discard 4D")
    assert game.view(state, None).discard == card("4D")
    assert "KD" not in str(game.view(state, None))
    assert facts(state, "take", 0) == [Taken(1, card("4D"))]


# RM-7: sets and runs


@pytest.mark.parametrize(
    ("run", "good"),
    [
        ("3C 4C 5C 6C", True),
        ("JC QC KC AC", True),  # ace high
        ("QC KC AC 3C", False),  # never past the ace
        ("AC 3C 4C 5C", False),
        ("3C 4C 5D 6C", False),  # one suit
        ("3C 4C 6C 7C", False),  # no gaps
        ("3C 4C 2D 6C", True),  # except for wilds
        ("2D JK1 KC AC", True),
        ("3C AC 2D JK1", False),  # not round the corner either
    ],
)
def test_rm_7_a_run_is_consecutive_ranks_of_one_suit(run: str, good: bool) -> None:
    state = do(dealt("", f"9D 9H 9S {run}", number=2), "draw")
    tried = action(f"lay_down 9D 9H 9S / {run}")
    if good:
        assert tried in game.legal(state, 1)
        game.apply(state, 1, tried)
    else:
        assert tried not in game.legal(state, 1)
        assert why_not(state, 1, tried) == ("wrong_run", "RM-7")


@pytest.mark.parametrize(
    ("run", "good"),
    [
        ("AC 2D 3C 4C", True),
        ("AC JK1 3C 4C", True),
        ("2D JK1 3C 4C", True),  # both low places
        ("2D 3C 4C 5C", True),
        ("JC QC KC AC", True),
        ("KC AC 2D 3C", False),  # not round the corner
    ],
)
def test_rm_7_ace_low_is_an_option(run: str, good: bool) -> None:
    state = do(dealt("", f"9D 9H 9S {run}", number=2, rules=Rules(ace_low=True)), "draw")
    assert (action(f"lay_down 9D 9H 9S / {run}") in game.legal(state, 1)) == good
    strict = do(dealt("", f"9D 9H 9S {run}", number=2), "draw")
    assert (action(f"lay_down 9D 9H 9S / {run}") in game.legal(strict, 1)) == (run == "JC QC KC AC")


def test_rm_7_a_set_is_cards_of_one_rank() -> None:
    state = do(dealt("", "7D 7C 8H 9D 9C 9H"), "draw")
    assert why_not(state, 1, "lay_down 7D 7C 8H / 9D 9C 9H") == ("wrong_set", "RM-7")


# RM-8: laying down


def test_rm_8_laying_down_is_one_act_with_all_melds() -> None:
    state = do(dealt("", HOLDS_TWO_SETS, then="3S"), "draw")
    assert why_not(state, 1, "lay_down 7D 7C 7H") == ("wrong_melds", "RM-8")
    assert facts(state, TWO_SETS) == [LaidDown(1, 0, (parse("7D 7C 7H"), parse("9D 9C 9H")))]
    state = do(state, TWO_SETS)
    assert [meld.cards for meld in game.view(state, None).melds] == [parse("7D 7C 7H"), parse("9D 9C 9H")]
    assert game.view(state, None).seats[1].laid_down
    assert game.view(state, None).seats[1].count == 2
    assert why_not(state, 1, TWO_SETS) == ("already_down", "RM-8")


def test_rm_8_each_meld_has_exactly_its_size() -> None:
    state = do(dealt("", "7D 7C 7H 7S 9D 9C 9H"), "draw")
    assert why_not(state, 1, "lay_down 7D 7C 7H 7S / 9D 9C 9H") == ("wrong_size", "RM-8")


def test_rm_8_each_meld_is_at_least_half_natural() -> None:
    state = do(dealt("", "7C 7H 2S 9D 9C 9H"), "draw")
    assert listed_lay_downs(state, 1) == ["7C 7H 2S / 9D 9C 9H"]
    wild = do(dealt("", "7C 2H JK1 9D 9C 9H"), "draw")
    assert listed_lay_downs(wild, 1) == []
    assert why_not(wild, 1, "lay_down 7C 2H JK1 / 9D 9C 9H") == ("too_wild", "RM-8")


@pytest.mark.parametrize(
    ("hand", "good"), [("7D 7C 2D 2C 9D 9C 9H JK1 JK2", True), ("7D 2S 2D 2C 9D 9C 9H 9S JK2", False)]
)
def test_rm_8_half_of_four_is_two_and_half_of_five_is_three(hand: str, good: bool) -> None:
    assert can(hand, 4) == good


def test_rm_8_the_natural_share_is_an_option() -> None:
    assert can("7C 2H JK1 9D 9C 9H", 1, Rules(natural_share=33))
    assert can("9D 2H JK1 9C 9H 2S", 1, Rules(natural_share=0))
    wild = do(dealt("", "9D 9C 9H 2H 2S JK1", rules=Rules(natural_share=0)), "draw")
    assert why_not(wild, 1, "lay_down 9D 9C 9H / 2H 2S JK1") == ("too_wild", "RM-8")  # a meld needs a natural card
    runs = "9D 9C 9H 3C 4C JK1 2D"
    assert can(runs, 2)
    assert not can(runs, 2, Rules(natural_share=51))


def test_rm_8_the_cards_must_be_held() -> None:
    state = do(dealt("7D", "7C 7H 7S 9D 9C 9H"), "draw")
    assert why_not(state, 1, TWO_SETS) == ("not_in_hand", "RM-5")
    twice = LayDown((parse("7C 7H 7H"), parse("9D 9C 9H")))
    assert why_not(state, 1, twice) == ("not_in_hand", "RM-5")


def test_rm_8_lists_all_ways_that_keep_different_cards() -> None:
    state = do(dealt("", "7D 7C 7H 7S 9D 9C 9H", then="KS"), "draw")
    assert listed_lay_downs(state, 1) == [
        f"{sevens} / 9D 9C 9H" for sevens in ("7C 7H 7S", "7D 7H 7S", "7D 7C 7S", "7D 7C 7H")
    ]


def test_rm_8_ways_differ_by_wilds_used_and_places_in_a_run() -> None:
    state = do(dealt("", "9D 9H 9S 3C 4C 5C 2D", number=2, then="KS"), "draw")
    ways = [way for way in listed_lay_downs(state, 1) if way.startswith("9D 9H 9S")]
    assert ways == [f"9D 9H 9S / {run}" for run in ("3C 4C 5C 2D",)]
    more = do(dealt("", "9D 9H 9S 4C 5C 7C 2D JK1", number=2, then="KS"), "draw")
    runs = {way.split(" / ")[1] for way in listed_lay_downs(more, 1) if way.startswith("9D 9H 9S")}
    assert runs >= {"4C 5C 2D 7C", "4C 5C JK1 7C", "4C 2D JK1 7C", "2D 4C 5C JK1", "4C 5C 2D JK1", "5C 2D 7C JK1"}
    assert "4C 5C JK1 2D" not in runs  # the same as 4C 5C 2D JK1: either wild in either gap


# RM-9: laying off


def laid_down(rest: str = "3S", then: str = "KS", **more: Any) -> State:
    """Seat 1 has laid down sevens and nines in round 1, and holds `rest` and the first card of `then`."""
    return do(dealt(more.pop("other", ""), f"{HOLDS_TWO_SETS} {rest}", then=then, **more), "draw", TWO_SETS)


def test_rm_9_nobody_lays_off_before_laying_down() -> None:
    state = do(laid_down(other="7S 4D"), "discard 3S", "draw")
    assert why_not(state, 0, "lay_off 7S 0 on") == ("lay_down_first", "RM-9")
    assert "lay_off" not in tags(state, 0)


def test_rm_9_laying_off_in_the_same_turn_and_later() -> None:
    state = laid_down(rest="7S")
    assert facts(state, "lay_off 7S 0 on") == [LaidOff(1, card("7S"), 0, "on", parse("7D 7C 7H"))]
    state = do(state, "lay_off 7S 0 on")
    assert game.view(state, None).melds[0].cards == parse("7D 7C 7H 7S")
    later = do(laid_down(rest="3S", then="KS 4S 9S"), "discard 3S", "draw", "discard 4S", "draw")
    assert action("lay_off 9S 1 on") in game.legal(later, 1)
    assert game.legal(do(laid_down(rest="7S"), "discard KS"), 1) == ()  # only on its own turn


def test_rm_9_onto_the_opponents_melds_too() -> None:
    state = laid_down(rest="JS", other="JD JC JH QD QC QH KD", then="KS 9S")
    state = do(state, "discard KS", "draw", "lay_down JD JC JH / QD QC QH", "lay_off 9S 1 on")
    melds = game.view(state, None).melds
    assert (melds[1].owner, melds[1].cards) == (1, parse("9D 9C 9H 9S"))
    state = do(state, "discard KD")
    assert state.stage == kernel.OVER  # seat 0 is out


def test_rm_9_a_set_takes_its_rank_or_a_wild() -> None:
    state = laid_down(rest="JK1", then="3D")
    assert set(game.legal(state, 1)) == {
        LayOff(card("JK1"), 0, "on"),
        LayOff(card("JK1"), 1, "on"),
        Discard(card("3D")),
        Discard(card("JK1")),
    }
    assert why_not(state, 1, "lay_off 3D 0 on") == ("does_not_fit", "RM-9")
    assert why_not(state, 1, "lay_off JK1 0 over") == ("does_not_fit", "RM-9")
    assert why_not(state, 1, "lay_off JK1 2 on") == ("no_such_meld", "RM-9")
    assert why_not(state, 1, "lay_off 7S 0 on") == ("not_in_hand", "RM-5")


@pytest.mark.parametrize(
    ("run", "under", "over"),
    [
        ("5C 6C 7C 8C", "4C", "9C"),
        ("3C 4C 5C 6C", None, "7C"),  # never below 3
        ("JC QC KC AC", "10C", None),  # never past A
        ("10C JC QC KC", "9C", "AC"),
        ("4C 5C 6C 2D", "3C", "8C"),  # the wild is the 7
        ("2D JK1 5C 6C", None, "7C"),  # the wilds are the 3 and the 4
    ],
)
def test_rm_9_a_run_takes_the_next_card_at_either_end_or_a_wild(run: str, under: str | None, over: str | None) -> None:
    fitting = {side: natural for side, natural in (("under", under), ("over", over)) if natural is not None}
    for side, natural in fitting.items():
        state = run_on_table(run, "", then=natural)
        offered = {action for action in game.legal(state, 1) if isinstance(action, LayOff) and action.meld == 1}
        assert offered == {LayOff(card(natural), 1, side)}  # type: ignore[arg-type]
    wild = run_on_table(run, "", then="2S")
    ends = {action.side for action in game.legal(wild, 1) if isinstance(action, LayOff) and action.meld == 1}
    assert ends == set(fitting)


def test_rm_9_lay_offs_need_no_naturals_and_wilds_stay_put() -> None:
    state = run_on_table("5C 6C 7C 8C", "2D", then="2S 3D JK2", other="3S")
    state = do(state, "lay_off 2D 1 over", "lay_off 2S 1 under")
    assert game.view(state, None).melds[1].cards == parse("2S 5C 6C 7C 8C 2D")
    assert state.melds[1].takes(hands.UNDER, state.compiled) == state.compiled.wild | 1 << card("3C")
    assert state.melds[1].takes(hands.OVER_RUN, state.compiled) == state.compiled.wild | 1 << card("10C")
    piled = do(laid_down(rest="2D", then="2S"), "lay_off 2D 0 on", "lay_off 2S 0 on")
    assert game.view(piled, None).melds[0].cards == parse("7D 7C 7H 2D 2S")


def test_rm_9_with_ace_low_a_run_goes_on_below_3() -> None:
    state = run_on_table("3C 4C 5C 6C", "2S", then="AC", rules=Rules(ace_low=True))
    assert why_not(state, 1, "lay_off AC 1 under") == ("does_not_fit", "RM-9")
    state = do(state, "lay_off 2S 1 under")
    state = do(state, "lay_off AC 1 under")
    assert game.view(state, None).melds[1].cards == parse("AC 2S 3C 4C 5C 6C")
    assert state.melds[1].takes(hands.UNDER, state.compiled) == 0


# RM-8: a hand full of wilds


MANY = Rules(contracts="13:r4r5", rounds=1, natural_share=0, wild_ranks="2AK")
MANY_WAYS = "5S 6S 7S 8S 9S KC KH KS AS 2C 2H 2S JK1"  # and JK2: 124,604 ways


def test_rm_8_lists_some_of_very_many_ways_and_accepts_all() -> None:
    state = do(dealt("", MANY_WAYS, then="JK2", rules=MANY), "draw")
    listed = [way for way in game.legal(state, 1) if isinstance(way, LayDown)]
    assert len(set(listed)) == len(listed) == GAME.listed_at_most[LayDown]
    for way in listed:
        game.apply(state, 1, way)
    # Ways with the fewest wilds come first: five naturals and four wilds.
    spent = [sum(bool(state.compiled.is_wild(card_used)) for meld in way.melds for card_used in meld) for way in listed]
    assert spent == sorted(spent)
    assert spent[0] == 4
    other = action("lay_down 5S 6S 7S KC / 8S 9S KH KS JK2")  # equal to a listed one except for the joker
    assert other not in listed
    after, _ = game.apply(state, 1, other)
    assert game.view(after, None).seats[1].laid_down


def test_rm_8_up_to_the_limit_every_way_is_listed() -> None:
    state = do(dealt("", "2S 2H 2D 5H 6H 7H 8H 9H 10H 7S 7D 4C", number=7, then="4D"), "draw")
    listed = [way for way in game.legal(state, 1) if isinstance(way, LayDown)]
    compiled = state.compiled
    assert listed == [
        LayDown(game.grouped(state.contract, way))
        for way in lay_downs.ways(compiled, state.contract, state.once(1), state.twice(1))
    ]
    assert 0 < len(listed) < GAME.listed_at_most[LayDown]


def test_joker_swap_is_an_option() -> None:
    state = run_on_table("5C 6C 2D 8C", "", then="7C")
    assert why_not(state, 1, "swap 7C 1") == ("no_swaps", "RM-9")
    free = Rules(joker_swap=True)
    state = run_on_table("5C 6C 2D 8C", "3H", then="7C", rules=free)
    assert Swap(card("7C"), 1) in game.legal(state, 1)
    assert why_not(state, 1, "swap 3H 1") == ("nothing_to_swap", "RM-9")
    assert why_not(state, 1, "swap 7C 0") == ("nothing_to_swap", "RM-9")
    assert facts(state, "swap 7C 1") == [Swapped(1, card("7C"), 1, card("2D"), parse("5C 6C 2D 8C"))]
    state = do(state, "swap 7C 1")
    assert game.view(state, None).melds[1].cards == parse("5C 6C 7C 8C")
    assert parse("3H 2D") == game.view(state, 1).seats[1].cards
    others = do(dealt("3S", "7C 7H 2D 9D 9C 9H 3H", then="7S", rules=free), "draw", "lay_down 7C 7H 2D / 9D 9C 9H")
    assert game.view(do(others, "swap 7S 0"), None).melds[0].cards == parse("7C 7H 7S")  # a set's wild is its rank


def test_joker_swap_requires_laying_down_first() -> None:
    state = do(run_on_table("5C 6C 2D 8C", "3H", rules=Rules(joker_swap=True), other="7C"), "discard 3H", "draw")
    assert why_not(state, 0, "swap 7C 1") == ("lay_down_first", "RM-9")


# RM-10: the end of a round


def test_rm_10_out_by_laying_down() -> None:
    rules = Rules(contracts="5:s3s3", rounds=1)
    state = do(dealt("KD", "7D 7C 7H 9D 9C", then="9H", rules=rules), "draw")
    ended = facts(state, TWO_SETS)[1]
    assert (ended.winner, ended.how, ended.points[1]) == (1, "lay_down", 0)


def test_rm_10_out_by_laying_off() -> None:
    state = laid_down(rest="7S", then="9S")
    state = do(state, "lay_off 7S 0 on")
    assert [type(fact) for fact in facts(state, "lay_off 9S 1 on")] == [LaidOff, Ended]
    over = do(state, "lay_off 9S 1 on")
    assert game.to_act(over) == ()  # without a discard
    assert (game.view(over, None).winner, game.view(over, None).how) == (1, "lay_off")
    assert why_not(over, 0, "draw") == ("deal_over", "")


def test_rm_10_out_by_discarding() -> None:
    over = do(laid_down(rest="7S"), "lay_off 7S 0 on", "discard KS")
    assert (game.view(over, None).winner, game.view(over, None).how) == (1, "discard")
    assert GAME.extras.tally(over) == (
        "round.1.discard",
        "end.discard",
        "winner.began",
        "caught.not_laid_down",
        "caught.points.20-39",
        "reshuffles.0",
        "turns.00-19",
    )


# RM-11: the end of the stock


def test_rm_11_discards_under_the_top_one_become_the_stock() -> None:
    state = drawn_out(dealt("", "", up="KD"))
    top = game.view(state, None).discard
    assert game.to_act(state) == (CHANCE,)
    due = game.to_shuffle(state)
    assert len(due) == 39
    assert card("KD") in due
    assert top not in due
    state, events = game.apply(state, CHANCE, Shuffle(due[::-1]))
    assert [event.fact for event in events] == [Reshuffled(39)]
    view = game.view(state, None)
    assert (view.stock, view.discard) == (39, top)
    assert game.orders(state)[1] == due[::-1]
    seat = game.to_act(state)[0]
    _, events = game.apply(state, seat, Draw())
    assert events[0].seen_by(seat) == Drawn(seat, (due[-1],))


def test_rm_11_melds_stay_on_the_table() -> None:
    state = do(laid_down(rest="3S"), "discard 3S")
    state = drawn_out(state)
    assert not set(parse(HOLDS_TWO_SETS)) & set(game.to_shuffle(state))


def test_rm_11_with_nothing_to_shuffle_the_discard_must_be_taken() -> None:
    state = short_pack(15)
    assert game.legal(state, 1) == (Take(),)
    assert why_not(state, 1, "draw") == ("stock_empty", "RM-11")
    state = do(state, "take", "discard 3D")
    assert game.legal(state, 0) == (Take(),)


def test_rm_11_without_discards_the_round_is_blocked() -> None:
    state = short_pack(14)
    assert game.to_act(state) == ()
    view = game.view(state, None)
    assert (view.winner, view.how) == (None, "blocked")
    assert [seat.points for seat in view.seats] == [35, 35]
    assert [seat.score for seat in view.seats] == [45, 55]
    assert game.payoff(state) == (0, 0)
    assert "end.blocked" in game.tally(state)
    assert why_not(state, 1, "take") == ("deal_over", "")


# RM-12: scores


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("3D 4D 5D 6D 7D 8D 9D", 35),
        ("10D JD QD KD AD", 50),
        ("2D 2S JK1 JK2", 80),
        ("9S 10S 2S", 35),
        ("", 0),
    ],
)
def test_rm_12_card_points(cards: str, points: int) -> None:
    assert judged(cards, 1).points == points


def test_rm_12_the_winner_scores_nothing_and_scores_add_up() -> None:
    state = dealt("3D 4D 10D JD AD 2D JK1", f"{HOLDS_TWO_SETS} 7S", scores=(15, 40), then="9S", number=1)
    state = do(state, "draw", TWO_SETS, "lay_off 7S 0 on")
    seen = facts(state, "lay_off 9S 1 on")
    assert seen[1] == Ended(1, "lay_off", (80, 0), (95, 40), (parse("3D 4D 10D JD AD 2D JK1"), ()))
    over = do(state, "lay_off 9S 1 on")
    assert [seat.score for seat in game.view(over, 0).seats] == [95, 40]
    assert game.match_after(over) == Match(2, 1, (95, 40))
    assert game.payoff(over) == (-80, 80)


def test_rm_12_of_three_seats_each_pays_each_the_difference() -> None:
    rules = Rules(contracts="5:s3s3", rounds=1)
    state = dealt("KD KD KC KC KH", "7D 7C 7H 9D 9C", "3D 3D 3C 3C 4D", then="9H", rules=rules)
    over = do(state, "draw", TWO_SETS)
    assert game.payoff(over) == (0 - 50 + 25 - 50, 50 + 25, 50 - 25 - 25)


@pytest.mark.parametrize(
    ("scores", "winners"),
    [((100, 130), (1,)), ((0, 130), (0,)), ((60, 100), (0, 1))],
)
def test_rm_12_after_the_last_round_the_lower_total_wins(scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    rules = Rules(rounds=1)
    state = dealt("3D 4D 5D 6D 10D 8D 8C", f"{HOLDS_TWO_SETS} 7S", scores=scores, then="9S", rules=rules)
    state = do(state, "draw", TWO_SETS, "lay_off 7S 0 on")
    assert facts(state, "lay_off 9S 1 on")[2:] == [Won(winners)]
    over = do(state, "lay_off 9S 1 on")
    assert game.match_after(over) is None
    assert game.view(over, None).winners == winners
    assert [seat.score for seat in game.view(over, None).seats] == [scores[0] + 40, scores[1]]


def test_an_impossible_match_is_refused() -> None:
    for match, code in (
        (Match(8), "no_such_round"),
        (Match(1, 2), "no_such_seat"),
        (Match(1, 0, (1, 2, 3)), "wrong_scores"),
    ):
        with pytest.raises(Illegal, match=code):
            game.start(SEVEN, 2, match)
    for seats in (1, 5):
        with pytest.raises(Illegal, match="bad_seats"):
            game.start(SEVEN, seats)

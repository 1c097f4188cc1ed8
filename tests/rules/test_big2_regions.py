"""Big Two, rule by rule: regional rules about seats, turns and payment (ADR 11)."""

from __future__ import annotations

import pytest

from chieu.core.cards import DECK, parse
from chieu.core.game import CHANCE, Shuffle
from chieu.core.text.phrasing import Phraser
from chieu.games.big2 import GAME, game
from chieu.games.big2.messages import (
    Ask,
    Call,
    Catch,
    Collected,
    Dealt,
    OddCardTaken,
    Opening,
    Paid,
    PaidForAll,
    Pass,
    Settled,
)
from chieu.games.big2.rules import PRESETS, Match, Rules
from chieu.games.big2.state import State
from chieu.games.big2.text.show import show
from tests.big2_tables import LAWRENCE, changed, do, late, order, play, public_facts, refusal

LEFT, RIGHT = changed(LAWRENCE, direction="clockwise"), changed(LAWRENCE, direction="anticlockwise")
PAYS = changed(LAWRENCE, pays_for_all=True, counts_shown=True, stop_at_first=True, finish_on_two=True, chips="cards")


@pytest.mark.parametrize(("rules", "turns"), [(LEFT, [0, 1, 2, 3]), (RIGHT, [0, 3, 2, 1])])
def test_bt_3_play_goes_clockwise_or_anticlockwise(rules: Rules, turns: list[int]) -> None:
    state = late(rules, "3D 4D", "3C 4C", "3H 4H", "3S 4S")
    seen = []
    for action in (play("3D"), Pass(), Pass(), Pass()):
        seen.append(game.to_act(state)[0])
        state = do(state, (seen[-1], action))
    assert seen == turns


def test_bt_5_next_seat_in_turn_leads_after_going_out() -> None:
    state = do(late(RIGHT, "KS", "3C 4C", "3H 4H", "3S 4S"), (0, play("KS")), (3, Pass()), (2, Pass()), (1, Pass()))
    assert game.to_act(state) == (3,)


def test_bt_14_the_lead_moves_on_in_turn_too() -> None:
    state = do(late(RIGHT, "2S", "3C 4C", "3H 4H", "3S 4S"), (0, Pass()))
    assert game.to_act(state) == (3,)


def three(rules: Rules, last: str) -> State:
    """Return a deal to three seats in which this card is the last of the deck."""
    rest = tuple(card for card in DECK if card != parse(last)[0])
    return do(game.start(rules, 3), (CHANCE, Shuffle((*rest, *parse(last)))))


def sizes(state: State) -> list[int]:
    return [len(game.view(state, seat).seats[seat].cards or ()) for seat in range(state.seats)]


def test_bt_1_three_seats_have_thirteen_cards_or_share_the_deck() -> None:
    dealt = changed(LAWRENCE, reshuffle=False)
    assert sizes(three(dealt, "KD")) == [13, 13, 13]
    assert sizes(three(changed(dealt, three_hands="17_out"), "KD")) == [17, 17, 17]
    assert sizes(three(changed(dealt, three_hands="17_lowest"), "KD")) == [18, 17, 17]
    for seats in (2, 4):
        state = game.start(changed(dealt, three_hands="17_lowest"), seats)
        assert sizes(do(state, (CHANCE, Shuffle(DECK)))) == [13] * seats


@pytest.mark.parametrize("last", ["KD", "3D", "3H"])  # the odd card is some card, the lowest, or of its rank
@pytest.mark.parametrize("taker", [0, 1, 2])
def test_bt_1_holder_of_the_lowest_card_takes_the_odd_one(last: str, taker: int) -> None:
    rules = changed(LAWRENCE, reshuffle=False, three_hands="17_lowest")
    rest = tuple(card for card in DECK if card != parse(last)[0])
    rest = (*rest[51 - taker :], *rest[: 51 - taker])  # the lowest of them is dealt to this seat
    state, events = game.apply(game.start(rules, 3), CHANCE, Shuffle((*rest, *parse(last))))
    assert [event.fact for event in events] == [Dealt(), OddCardTaken(taker), Opening(taker, parse("3D"))]
    assert parse(last)[0] in (game.view(state, taker).seats[taker].cards or ())
    assert game.view(state, taker).opening
    for other in {0, 1, 2} - {taker}:
        assert parse(last)[0] not in (game.view(state, other).seats[other].cards or ())


def test_bt_1_the_odd_card_may_stay_out() -> None:
    rules = changed(LAWRENCE, reshuffle=False, three_hands="17_out")
    state = three(rules, "3D")
    assert game.to_act(state) == (0,)  # the 3 of clubs is the lowest card dealt
    assert refusal(state, 0, play("3H")) == ("not_held", "BT-3")
    assert game.view(state, 0).seats[0].cards is not None
    assert all(parse("3D")[0] not in (game.view(state, seat).seats[seat].cards or ()) for seat in range(3))


@pytest.mark.parametrize(("chips", "lost"), [("cards", 17), ("double_10", 34), ("triple_13", 51), ("quadruple_13", 68)])
def test_bt_20_seventeen_cards_cost_as_much_each_as_thirteen(chips: str, lost: int) -> None:
    cards = " ".join(str(card) for card in DECK[:17])
    state = late(changed(PAYS, chips=chips), "2S", cards, "KD")
    assert game.payoff(do(state, (0, play("2S")))) == (lost + 1, -lost, -1)


def test_bt_20_passing_the_winning_card_makes_liable() -> None:
    state = late(PAYS, "5D 6D 7D", "KS 3C 4C", "QS", "3H 4H 5H 6H")
    state = do(state, (0, play("5D")), (1, Pass()))
    assert public_facts(state, 2, play("QS"))[-4:] == [
        Paid(0, 2, 2, 0, 0),
        PaidForAll(1, 3, parse("KS"), -9),
        Collected(2, 9),
        Paid(3, 4, 4, 0, 0),
    ]
    state = do(state, (2, play("QS")))
    assert game.payoff(state) == (0, -9, 9, 0)
    view = game.view(state, None)
    assert [seat.pays_for_all for seat in view.seats] == [False, True, False, False]
    assert [seat.each for seat in view.seats] == [None, 1, None, None]
    assert any("pays for everyone" in line for line in show(view, "en"))
    sentence = Phraser(GAME, "en", ["An", "Lan", "Minh", "Tu"]).fact(PaidForAll(1, 3, parse("KS"), -9))
    assert sentence == "Lan, #3: held K♠ but let the last card through, and pays for everyone (-9)."


def test_bt_20_a_lower_single_makes_liable_too() -> None:
    state = late(PAYS, "5D 6D 7D", "KS 9C 4C", "QS", "3H 4H 5H 6H")
    answered = do(state, (0, play("5D")), (1, play("9C")), (2, play("QS")))
    assert game.payoff(answered) == (0, -8, 8, 0)
    led = do(late(PAYS, "5D 6D 7D", "KS 9C 4C", "QS", "3H 4H 5H 6H", turn=1), (1, play("4C")), (2, play("QS")))
    assert game.payoff(led) == (0, -9, 9, 0)


@pytest.mark.parametrize("cards", ["JS 3C 4C", "3C 4C 9C"])
def test_bt_20_without_a_higher_card_nobody_is_liable(cards: str) -> None:
    state = do(late(PAYS, "5D 6D 7D", cards, "QS", "3H 4H 5H 6H"), (0, play("5D")), (1, Pass()), (2, play("QS")))
    assert game.payoff(state) == (-2, -3, 9, -4)


def test_bt_20_only_the_seat_before_can_be_liable() -> None:
    state = late(PAYS, "5D 6D 7D", "3C 4C", "QS", "KS 4H 5H 6H", turn=3)
    state = do(state, (3, play("4H")), (0, play("5D")), (1, Pass()), (2, play("QS")))
    assert game.payoff(state) == (-2, -2, 7, -3)  # seat 3 holds the king, but seat 1 had the turn


def test_bt_20_a_led_last_card_makes_nobody_liable() -> None:
    state = late(PAYS, "5D 6D 7D", "KS 3C 4C", "QS JD", "3H 4H 5H 6H", turn=2)
    state = do(state, (2, play("QS")), (3, Pass()), (0, Pass()), (1, Pass()), (2, play("JD")))
    assert game.payoff(state) == (-3, -3, 10, -4)


def test_bt_20_an_unknown_last_card_makes_nobody_liable() -> None:
    rules = changed(PAYS, counts_shown=False, call=True)
    state = do(late(rules, "5D 6D 7D", "KS 9C 4C", "8D QS", "3H 4H 5H 6H", turn=2), (2, play("8D")))
    quiet = do(state, (3, Pass()), (0, Pass()), (1, play("9C")), (2, play("QS")))
    assert game.payoff(quiet) == (-3, -2, 9, -4)
    called = do(state, (2, Call()), (3, Pass()), (0, Pass()), (1, play("9C")), (2, play("QS")))
    assert game.payoff(called) == (0, -9, 9, 0)
    state_after = do(state, (0, Ask(2)), (3, Pass()), (0, Pass()), (1, play("9C")), (2, play("QS")))
    assert game.payoff(state_after) == (0, -9, 9, 0)
    too_late = do(state, (3, Pass()), (0, Pass()), (1, play("9C")), (2, Ask(1)), (0, Ask(2)), (2, play("QS")))
    assert game.payoff(too_late) == (-3, -2, 9, -4)


def test_bt_20_a_seat_that_could_only_pass_is_not_liable() -> None:
    """BT-14: with a single 2. BT-16: caught without a call."""
    rules = changed(PAYS, finish_on_two=False)
    state = do(late(rules, "5D 6D 7D", "2S", "QS", "3H 4H"), (0, play("5D")), (1, Pass()), (2, play("QS")))
    assert game.payoff(state) == (-2, -1, 5, -2)
    with_nine = do(late(rules, "5D 6D 7D", "9C 2S", "QS", "3H 4H"), (0, play("5D")), (1, play("9C")), (2, play("QS")))
    assert game.payoff(with_nine) == (0, -5, 5, 0)  # it could have played its 2 instead
    rules = changed(PAYS, call=True)
    state = late(rules, "5D 6D 7D", "8C KS", "QS", "3H 9H 4H", turn=1)
    state = do(state, (1, play("8C")), (2, Pass()), (3, play("9H")), (2, Catch(1)), (0, Pass()), (1, Pass()))
    assert game.payoff(do(state, (2, play("QS")))) == (-3, -1, 6, -2)


def test_bt_20_liability_by_places_shows_at_the_end() -> None:
    rules = changed(LAWRENCE, pays_for_all=True, counts_shown=True)
    state = do(late(rules, "5D 6D 7D", "KS 3C", "QS", "3H 4H"), (0, play("5D")), (1, Pass()), (2, play("QS")))
    assert not any(seat.pays_for_all for seat in game.view(state, None).seats)  # that would reveal the king
    state = do(state, (3, Pass()), (0, Pass()), (1, play("KS")), (3, Pass()), (0, Pass()), (1, play("3C")))
    state = do(state, (3, play("4H")), (0, Pass()))
    facts = public_facts(state, 3, play("3H"))
    assert facts[-4:] == [
        Settled(0, 4, 0, 3, 0, 0),
        PaidForAll(1, 2, parse("KS"), -3),
        Settled(2, 1, 3, 0, 1, 3),
        Settled(3, 3, 1, 2, 0, 0),
    ]
    assert game.payoff(do(state, (3, play("3H")))) == (0, -3, 3, 0)


def test_bt_2_in_hong_kong_the_winner_opens_the_next_deal() -> None:
    state = game.start(PRESETS["hong_kong"], 4, Match(2))
    assert game.to_act(do(state, (CHANCE, Shuffle(order("3D", "", "", ""))))) == (2,)
    state = game.start(PRESETS["taiwan"], 4, Match(2))
    assert game.to_act(do(state, (CHANCE, Shuffle(order("3C", "", "", ""))))) == (0,)


def test_lawrence_keeps_the_defaults_of_regional_options() -> None:
    assert LEFT == LAWRENCE
    assert (LAWRENCE.three_hands, LAWRENCE.pays_for_all, LAWRENCE.winner_opens) == ("13", False, False)

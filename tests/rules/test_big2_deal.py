"""Big Two, rule by rule: the course of a deal, from BT-14 on. Votes are in `test_big2_votes.py`."""

from __future__ import annotations

import pytest

from chieu.core.cards import DECK, parse
from chieu.core.game import CHANCE, Illegal, Shuffle
from chieu.core.rng import Rng
from chieu.core.run import past_of, replay
from chieu.core.text.phrasing import Phraser
from chieu.games.big2 import GAME, game
from chieu.games.big2.messages import (
    Ask,
    Call,
    Catch,
    Caught,
    CaughtNothing,
    Collected,
    ControlTaken,
    CountTold,
    LastCard,
    Opened,
    Paid,
    Pass,
    Passed,
    Played,
    PutDown,
    Settled,
    Vote,
    WentOut,
)
from chieu.games.big2.rules import PRESETS, Match, Rules
from chieu.games.big2.state import State
from chieu.games.big2.text.show import show
from chieu.testing import Table
from chieu.testing import play as random_deal
from tests.big2_tables import (
    LAWRENCE,
    cards_in_view,
    changed,
    dealt,
    do,
    late,
    may_pass,
    opened,
    order,
    play,
    plays,
    public_facts,
    refusal,
)

HONG_KONG = changed(PRESETS["hong_kong"], chips="quadruple_13")
CALL = changed(LAWRENCE, call=True)


def counts(state: State, viewer: int | None = None) -> list[int | None]:
    return [seat.count for seat in game.view(state, viewer).seats]


def test_bt_14_nobody_goes_out_with_a_single_two() -> None:
    state = do(late(LAWRENCE, "5D 6D", "2S", "7D 8D", "9D 10D"), (0, play("5D")))
    assert plays(state) == []
    assert may_pass(state)
    assert refusal(state, 1, play("2S")) == ("only_a_two", "BT-14")
    with_another = do(late(LAWRENCE, "5D 6D", "2S 3D", "7D 8D", "9D 10D"), (0, play("5D")))
    assert plays(with_another) == ["2S"]
    pair = late(LAWRENCE, "2H 2S", "7D", "8D", "9D")
    assert public_facts(pair, 0, play("2H 2S"))[-1] == WentOut(0, 1)


def test_bt_14_leader_with_a_single_two_passes_the_lead() -> None:
    state = late(LAWRENCE, "2S", "7D 8D", "9D 10D", "JD QD")
    assert game.legal(state, 0)[0] == Pass()
    assert public_facts(state, 0, Pass()) == [Passed(0), ControlTaken(1)]
    state = do(state, (0, Pass()))
    assert game.to_act(state) == (1,)
    assert not may_pass(state)
    assert game.view(state, None).plays == ()


def test_bt_14_higher_suit_wins_when_only_twos_are_left() -> None:
    state = late(LAWRENCE, "", "2C", "2H", "2D 9D", turn=3)
    state, events = game.apply(state, 3, play("9D"))
    assert game.to_act(state) == ()
    facts = [event.fact for event in events]
    assert facts[:2] == [Played(3, parse("9D"), "single"), LastCard(3)]
    assert Opened(1, parse("2C")) in facts
    assert [seat.place for seat in game.view(state, None).seats] == [1, 3, 2, 4]
    assert game.payoff(state) == (3, -1, 1, -3)
    assert "end.twos" in game.tally(state)


def test_bt_14_a_two_may_go_last_with_the_option() -> None:
    rules = changed(LAWRENCE, finish_on_two=True)
    state = do(late(rules, "5D 6D", "2S", "7D 8D", "9D 10D"), (0, play("5D")))
    assert public_facts(state, 1, play("2S"))[-1] == WentOut(1, 1)


def test_bt_14_resample_respects_passes_at_the_lead() -> None:
    """Replay the last turns of two-seat deals after resampling.

    A seat that passed at the lead holds a 2; if all hold one card, they are not all 2s.
    """
    passes_at_the_lead, table = 0, Table(GAME, LAWRENCE, 2)
    for seed in range(120):
        deal, rng = random_deal(table, seed, asides=False), Rng(seed, 1)
        for at in range(len(deal.states) - 6, len(deal.states)):
            state = deal.states[at]
            passes_at_the_lead += bool(state.lone_two) and game.to_act(state) != ()
            for viewer in (None, 0, 1):
                other = game.resample(state, viewer, rng.shuffled)
                moves = past_of(GAME, other, deal.moves[:at])
                steps = list(replay(GAME, LAWRENCE, 2, None, moves))
                assert steps[-1].state == other
                for step, events in zip(steps, deal.events, strict=False):
                    assert [event.seen_by(viewer) for event in step.events] == [
                        event.seen_by(viewer) for event in events
                    ]
    assert passes_at_the_lead > 3


def test_bt_15_play_goes_on_for_all_places() -> None:
    state = late(LAWRENCE, "5D", "6D 3D", "7D 4D", "8D")
    state = do(state, (0, play("5D")), (1, play("6D")), (2, Pass()))
    assert public_facts(state, 3, play("8D")) == [Played(3, parse("8D"), "single"), WentOut(3, 2)]
    state = do(state, (3, play("8D")), (1, Pass()), (2, Pass()))
    assert game.to_act(state) == (1,)  # seats 3 and 0 are out
    state, events = game.apply(state, 1, play("3D"))
    assert game.to_act(state) == ()
    assert [event.fact for event in events] == [
        Played(1, parse("3D"), "single"),
        WentOut(1, 3),
        Opened(2, parse("4D 7D")),
        Settled(0, 1, 3, 0, 1, 3),
        Settled(1, 3, 1, 2, 1, -1),
        Settled(2, 4, 0, 3, 1, -3),
        Settled(3, 2, 2, 1, 1, 1),
    ]


def test_bt_20_payment_for_cards_left_is_explained() -> None:
    state = late(HONG_KONG, "5D", "6D 3D 4D 4C 4H 4S 6C 6H", "7D", "8D 9D")
    assert public_facts(state, 0, play("5D"))[-4:] == [
        Collected(0, 19),
        Paid(1, 4, 8, 2, -16),
        Paid(2, 2, 1, 1, -1),
        Paid(3, 3, 2, 1, -2),
    ]
    over = game.view(do(state, (0, play("5D"))), None)
    assert [seat.each for seat in over.seats] == [None, 2, 1, 1]
    assert any(line.endswith("(#4, 8 left × 2, -16)") for line in show(over, "en"))
    teller = Phraser(GAME, "en", ["An", "Lan", "Minh", "Tu"])
    assert teller.fact(Paid(1, 4, 8, 2, -16)) == "Lan, #4: 8 left × 2 (-16)."
    assert teller.fact(Settled(3, 2, 2, 1, 5, 5)) == "Tu, #2: 2 behind, 1 ahead, 5 each (+5)."


def test_bt_15_deal_may_stop_at_the_first_seat_out() -> None:
    state = do(late(HONG_KONG, "5D", "6D 3D", "7D 4D", "8D"), (0, play("5D")))
    assert game.to_act(state) == ()
    assert [seat.place for seat in game.view(state, None).seats] == [1, 3, 3, 2]
    with pytest.raises(Illegal, match="deal_over"):
        game.apply(state, 1, play("6D"))


def test_bt_16_table_announces_the_last_card() -> None:
    state = late(LAWRENCE, "5D 6D 6C", "7D 8D", "9D 10D", "JD QD")
    assert public_facts(state, 0, play("6D 6C")) == [Played(0, parse("6D 6C"), "pair"), LastCard(0)]
    assert public_facts(state, 0, play("5D")) == [Played(0, parse("5D"), "single")]
    state = do(state, (0, play("6D 6C")))
    assert [seat.last_card for seat in game.view(state, 2).seats] == [True, False, False, False]
    assert counts(state, 2) == [1, None, 2, None]
    assert refusal(state, 0, Call()) == ("nothing_to_call", "BT-16")


def test_bt_16_with_the_option_the_seat_calls() -> None:
    state = do(late(CALL, "5D 6D", "7D 8D", "9D 10D", "JD QD"), (0, play("5D")))
    assert public_facts(late(CALL, "5D 6D", "7D", "8D", "9D"), 0, play("5D")) == [Played(0, parse("5D"), "single")]
    assert Call() in game.legal(state, 0)
    assert Call() not in game.legal(state, 1)
    state = do(state, (1, Pass()))  # a pass is not a play, so there is still time to call
    assert public_facts(state, 0, Call()) == [LastCard(0)]
    state = do(state, (0, Call()), (2, play("9D")))
    assert refusal(state, 3, Catch(0)) == ("nothing_to_catch", "BT-16")
    assert game.view(state, 1).seats[0].last_card


def test_bt_16_a_caught_seat_passes_its_next_turn() -> None:
    state = do(late(CALL, "5D KD", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), (0, play("5D")), (1, play("7D")))
    assert refusal(state, 0, Call()) == ("nothing_to_call", "BT-16")
    assert [Catch(0) in game.legal(state, seat) for seat in range(4)] == [False, True, True, True]
    assert public_facts(state, 3, Catch(0)) == [Caught(0, 3)]
    state = do(state, (3, Catch(0)), (2, play("9D")), (3, play("JD")))
    assert game.legal(state, 0)[0] == Pass()
    assert plays(state) == []
    assert refusal(state, 0, play("KD")) == ("must_pass", "BT-16")
    state = do(state, (0, Pass()), (1, Pass()), (2, Pass()), (3, play("3H")))
    assert plays(state) == ["KD"]  # only one turn is lost


def test_bt_16_a_caught_leader_passes_too() -> None:
    state = do(late(CALL, "5D KD", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), (0, play("5D")), (1, Pass()), (2, Pass()))
    state = do(state, (3, Pass()))
    assert plays(state) == ["KD"]  # nobody played in between, so it could still call
    state = do(late(CALL, "5D KD", "7D", "9D 10D 3C", "JD QD 3H"), (0, play("5D")), (1, play("7D")), (2, Catch(0)))
    state = do(state, (2, Pass()), (3, Pass()), (0, Pass()))
    assert game.to_act(state) == (2,)


def test_bt_16_catching_ends_with_the_seats_next_turn() -> None:
    state = do(late(CALL, "5D KD", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), (0, play("5D")), (1, play("7D")))
    state = do(state, (2, Pass()), (3, Pass()), (0, Pass()))
    assert public_facts(state, 1, Catch(0)) == [CaughtNothing(0, 1, 1)]


def test_bt_16_a_seat_that_went_out_cannot_be_caught() -> None:
    state = do(late(CALL, "5D KD", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), (0, play("5D")))
    state = do(state, (1, Pass()), (2, Pass()), (3, Pass()), (0, play("KD")))
    assert [refusal(state, seat, Catch(0)) for seat in (1, 2)] == [("nothing_to_catch", "BT-16")] * 2


def test_bt_16_nothing_reveals_a_missed_call() -> None:
    """Two deals that differ only in the number of cards of a seat nobody asked (BT-17)."""
    moves = (0, play("5D")), (1, play("7D"))
    few = do(late(CALL, "5D KD", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), *moves)
    more = do(late(CALL, "5D KD KC", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), *moves)
    for viewer in (None, 1, 2, 3):
        assert game.view(few, viewer) == game.view(more, viewer)
        assert viewer is None or game.legal(few, viewer) == game.legal(more, viewer)
        assert GAME.presentation.show(game.view(few, viewer), "en") == GAME.presentation.show(
            game.view(more, viewer), "en"
        )


def test_bt_16_a_wrong_catch_counts_as_a_question() -> None:
    state = do(late(CALL, "5D KD KC", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), (0, play("5D")), (1, play("7D")))
    assert public_facts(state, 3, Catch(0)) == [CaughtNothing(0, 2, 3)]
    state = do(state, (3, Catch(0)))
    assert counts(state) == [2, None, None, None]
    assert not game.view(state, None).seats[0].last_card
    assert refusal(state, 2, Catch(0)) == (
        "nothing_to_catch",
        "BT-16",
    )  # everybody knows that there is nothing to catch
    state = do(state, (2, play("9D")), (3, play("JD")))
    assert plays(state) == ["KD", "KC"]  # no penalty


def test_bt_16_a_catch_during_the_time_to_call_is_wrong() -> None:
    state = do(late(CALL, "5D KD", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), (0, play("5D")), (3, Catch(0)))
    assert counts(state) == [1, None, None, None]
    assert not any(Catch(0) in game.legal(state, seat) for seat in range(4))
    assert Call() in game.legal(state, 0)
    assert public_facts(do(state, (1, play("7D"))), 2, Catch(0)) == [
        Caught(0, 2)
    ]  # its count is known, but it has not called


def test_bt_17_answer_to_a_question_goes_to_everybody() -> None:
    state = late(LAWRENCE, "5D 6D 3D", "7D 8D", "9D 10D 4D", "JD QD")
    assert counts(state) == [None] * 4
    assert counts(state, 2) == [None, None, 3, None]
    assert public_facts(state, 3, Ask(0)) == [CountTold(0, 3, 3)]  # out of turn
    state = do(state, (3, Ask(0)))
    assert game.to_act(state) == (0,)
    assert counts(state) == [3, None, None, None]
    assert refusal(state, 1, Ask(0)) == ("nothing_to_ask", "BT-17")
    assert refusal(state, 1, Ask(1)) == ("nothing_to_ask", "BT-17")
    assert refusal(state, 1, Ask(7)) == ("no_such_seat", "")
    state = do(state, (0, play("3D")))
    assert counts(state) == [None] * 4  # the number has changed
    assert Ask(0) in game.legal(state, 1)


def test_bt_17_an_answer_stays_until_its_seat_plays() -> None:
    state = late(LAWRENCE, "5D 6D 3D", "7D 8D 4C", "9D 10D 4D", "JD QD 3H")
    state = do(state, (3, Ask(1)), (0, play("5D")), (1, Pass()), (2, play("9D")))
    assert counts(state) == [None, 3, None, None]  # a pass and the plays of others do not change it
    state = do(state, (3, Pass()), (0, Pass()), (1, Pass()), (2, play("10D")), (3, play("JD")))
    assert counts(state)[1] == 3  # nor does a new round


def test_bt_17_counts_may_always_be_shown() -> None:
    state = late(HONG_KONG, "5D 6D 3D", "7D 8D", "9D 10D 4D", "JD QD")
    assert counts(state) == [3, 2, 3, 2]
    assert not any(isinstance(action, Ask) for seat in range(4) for action in game.legal(state, seat))


def test_bt_18_a_view_holds_the_plays_of_the_current_round_only() -> None:
    state = do(late(LAWRENCE, "5D 6D 3D", "7D 8D", "9D 10D 4D", "JD QD"), (0, play("5D")), (1, Pass()))
    view = game.view(state, 3)
    assert view.plays == (PutDown(0, parse("5D"), "single"), PutDown(1))
    assert view.discards is None
    state = do(state, (2, Pass()), (3, Pass()))
    assert game.view(state, 3).plays == ()
    state = do(state, (0, play("6D")), (1, Pass()), (2, Pass()), (3, Pass()), (0, play("3D")))
    assert parse("5D")[0] not in cards_in_view(state, 1)


def test_bt_18_discards_open_after_the_deal_or_by_option() -> None:
    state = late(changed(LAWRENCE, discards_open=True), "5D 6D 3D", "7D 8D", "9D 10D 4D", "JD QD")
    state = do(state, (0, play("5D")))
    assert game.view(state, 1).discards == ()
    state = do(state, (1, Pass()), (2, Pass()), (3, Pass()))
    assert game.view(state, None).discards == parse("5D")
    over = do(late(LAWRENCE, "5D 6D", "7D"), (0, play("6D")), (1, play("7D")))
    view = game.view(over, None)
    assert [seat.cards for seat in view.seats] == [parse("5D"), ()]
    assert {*(view.discards or ()), *(card for put in view.plays for card in put.cards)} == set(parse("6D 7D"))


def test_bt_20_chips_by_place() -> None:
    four = late(LAWRENCE, "", "", "5D", "6D 7D", turn=2)
    assert game.payoff(do(four, (2, play("5D")))) == (3, 1, -1, -3)
    three = late(LAWRENCE, "", "5D", "6D 7D", turn=1)
    assert game.payoff(do(three, (1, play("5D")))) == (2, 0, -2)
    two = late(changed(LAWRENCE, stake=5), "5D", "6D 7D")
    assert game.payoff(do(two, (0, play("5D")))) == (5, -5)
    shared = late(changed(LAWRENCE, stop_at_first=True), "5D", "6D 7D", "8D 9D", "10D JD QD")
    assert game.payoff(do(shared, (0, play("5D")))) == (3, 0, 0, -3)


@pytest.mark.parametrize(
    ("chips", "expected"),
    [
        ("cards", (30, -7, -10, -13)),
        ("double_10", (53, -7, -20, -26)),
        ("triple_13", (66, -7, -20, -39)),
        ("quadruple_13", (89, -7, -30, -52)),
    ],
)
def test_bt_20_chips_for_cards_left(chips: str, expected: tuple[int, ...]) -> None:
    rules = changed(HONG_KONG, chips=chips)
    cards = [str(card) for card in DECK]
    state = late(rules, "2S", " ".join(cards[:7]), " ".join(cards[7:17]), " ".join(cards[17:30]))
    assert game.payoff(do(state, (0, play("2S")))) == expected


def test_bt_20_eight_cards_can_cost_double() -> None:
    state = do(late(HONG_KONG, "2S", "3D 4D 5D 6D 7D 8D 9D 10D"), (0, play("2S")))
    assert game.payoff(state) == (16, -16)


def test_tally_of_a_deal() -> None:
    state = do(late(LAWRENCE, "3D 3C 3H 3S 5D", "6D 6C 7D"), (0, play("3D 3C 3H 3S 5D")))
    assert game.tally(state) == ("seat.0.place.1", "seat.1.place.2", "play.four", "bomb")
    rng = Rng(5)
    state = do(game.start(LAWRENCE, 4), (CHANCE, Shuffle(order("2D 2C 2H 2S", "", "", ""))))
    state = do(state, (CHANCE, Shuffle(order("3D", "", "", ""))))
    while game.to_act(state):
        seat = game.to_act(state)[0]
        options = [action for action in game.legal(state, seat) if action != Vote(True)]
        state = do(state, (seat, rng.pick(options)))
    labels = game.tally(state)
    assert "reshuffle" in labels
    assert sum(label.startswith("opener.place.") for label in labels) == 1
    assert sum(label.startswith("play.") for label in labels) >= 13


def test_match_passes_on_the_winner() -> None:
    over = do(late(LAWRENCE, "5D", "6D 7D"), (0, play("5D")))
    assert game.match_after(over) == Match(0)
    with pytest.raises(Illegal, match="no_such_seat"):
        game.start(LAWRENCE, 2, Match(3))
    for seats in (1, 5):
        with pytest.raises(Illegal, match="bad_seats"):
            game.start(LAWRENCE, seats)


def test_bt_17_terminal_shows_only_known_counts() -> None:
    state = do(late(LAWRENCE, "5D 6D 3D", "7D 8D", "9D 10D 4D", "JD QD"), (0, play("5D")), (1, Pass()), (2, Ask(3)))
    assert show(game.view(state, 2), "en") == [
        "This round:",
        "  Seat 1: 5♦ (a single)",
        "  Seat 2: pass",
        "Beat Seat 1’s 5♦",
        "1  ▒▒",
        "2  ▒▒  (passed)",
        "3  4♦ 9♦ 10♦  (you, to act)",
        "4  2 cards",
    ]
    assert "opens, with the lowest card" in show(game.view(opened(LAWRENCE, "3D", "", "", ""), None), "en")[0]
    assert show(game.view(dealt(LAWRENCE, "3D", "", "", ""), None), "en")[0] == "Voting on a reshuffle."


@pytest.mark.parametrize("name", PRESETS)
def test_random_deals_come_to_an_end(name: str) -> None:
    """A sample of 100,000 deals, none of which took more than 135 turns, or 195 moves in all."""
    rng = Rng(7)
    for number in range(150):
        seats = 2 + number % 3
        state = game.start(PRESETS[name], seats)
        turns = 0
        while waiting := game.to_act(state):
            if waiting == (CHANCE,):
                state = do(state, (CHANCE, Shuffle(rng.shuffled(DECK))))
            else:
                state = do(state, (waiting[0], rng.pick(GAME.legal(state, waiting[0]))))
                turns += 1
        assert turns < 300
        remaining = [card for seat in game.view(state, None).seats for card in seat.cards or ()]
        played = [card for put in game.view(state, None).plays for card in put.cards]
        dealt_out = {"13": 39, "17_out": 51, "17_lowest": 52}[PRESETS[name].three_hands] if seats == 3 else 13 * seats
        assert len({*remaining, *played, *(game.view(state, None).discards or ())}) == dealt_out


def test_default_rules_are_lawrence() -> None:
    assert PRESETS["lawrence"] == Rules()
    assert next(iter(PRESETS)) == "lawrence"

"""Big Two, rule by rule: BT-19, votes and reshuffles before the opening."""

from __future__ import annotations

import pytest

from chieu.core.cards import parse
from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS
from chieu.core.text.phrasing import Phraser
from chieu.games.big2 import GAME, game
from chieu.games.big2.messages import Dealt, Opening, RedealReason, Reshuffled, Vote, Voted, VotesShown
from chieu.games.big2.rules import Rules
from chieu.games.big2.state import State
from chieu.games.big2.text.show import show
from tests.big2_tables import LAWRENCE, cards_in_view, changed, dealt, do, order, play, plays, refusal

STRONG = "3D 2S AS", "2H AH", "2C AC", "2D AD"
LOW = "3D 3C 3H 4D 4C 4H 5D 5C 5H 6D 6C 6H QD"  # two points


def vote(state: State, *votes: bool) -> tuple[State, list[object]]:
    """Cast everybody's vote in the order of seats. Return the state and the facts of the last vote."""
    events: tuple[object, ...] = ()
    for seat, reshuffle in enumerate(votes):
        state, events = game.apply(state, seat, Vote(reshuffle))
    return state, [event.fact for event in events]  # type: ignore[attr-defined]


def test_bt_19_four_twos_force_a_reshuffle() -> None:
    start = game.start(LAWRENCE, 4)
    state, events = game.apply(start, CHANCE, Shuffle(order("", "2D 2C 2H 2S", "", "")))
    assert game.to_act(state) == (CHANCE,)
    assert [event.fact for event in events] == [Dealt(), Reshuffled("four_twos")]
    again, _ = game.apply(state, CHANCE, Shuffle(order("2D 2C 2H 2S", "", "", "")))
    assert game.to_act(again) == (CHANCE,)
    assert len(game.orders(again)) == 2
    assert all(seat.cards is None for seat in game.view(again, 0).seats)
    assert game.to_act(do(again, (CHANCE, Shuffle(order("3D", "", "", ""))))) == (0, 1, 2, 3)


def test_bt_19_votes_are_secret_until_all_are_in() -> None:
    state = dealt(LAWRENCE, "3D", "", "", "")
    assert game.legal(state, 2) == (Vote(False), Vote(True))
    state, (event,) = game.apply(state, 2, Vote(True))
    assert event.fact == event.seen_by(0) == Voted(2)
    assert event.seen_by(2) == Voted(2, True)
    assert game.to_act(state) == (0, 1, 3)
    other, _ = game.apply(dealt(LAWRENCE, "3D", "", "", ""), 2, Vote(False))
    for viewer in (None, 0, 1, 3):
        assert game.view(state, viewer) == game.view(other, viewer)
    assert [seat.voted for seat in game.view(state, 0).seats] == [False, False, True, False]
    assert game.view(state, 2).vote is True
    assert refusal(state, 2, Vote(False)) == ("already_voted", "BT-19")
    assert refusal(state, 0, play("3D")) == ("vote_first", "BT-19")
    state = do(state, (0, Vote(False)), (1, Vote(False)))
    state, events = game.apply(state, 3, Vote(False))
    assert [event.fact for event in events][1:] == [VotesShown((False, False, True, False)), Opening(0, parse("3D"))]
    assert game.view(state, None).votes == (False, False, True, False)
    assert refusal(state, 0, Vote(True)) == ("no_vote_now", "BT-19")


@pytest.mark.parametrize(
    ("votes", "again"),
    [
        ((True, True, True, True), True),
        ((True, False, True, True), True),
        ((True, True, False, False), False),
        ((True, True, True), True),
        ((False, True, True), True),
        ((False, True, False), False),
        ((True, True), True),
        ((True, False), False),
    ],
)
def test_bt_19_more_than_half_bring_a_reshuffle(votes: tuple[bool, ...], again: bool) -> None:
    strong = ["3D 2S AS", "2H AH", "2C AC", "2D AD"][: len(votes)]
    state, facts = vote(dealt(LAWRENCE, *strong), *votes)
    assert (game.to_act(state) == (CHANCE,)) == again
    assert facts[1] == VotesShown(votes)
    assert facts[2] == (Reshuffled("votes") if again else Opening(0, parse("3D")))


def test_bt_19_a_low_hand_needs_only_its_own_vote() -> None:
    state, facts = vote(dealt(LAWRENCE, "", LOW, "", ""), False, True, False, False)
    assert game.to_act(state) == (CHANCE,)
    assert facts == [Voted(3), VotesShown((False, True, False, False)), Reshuffled("low_hand")]
    assert cards_in_view(state, 0) == set()
    unwilling, _ = vote(dealt(LAWRENCE, "", LOW, "", ""), False, False, False, False)
    assert game.to_act(unwilling) == (1,)  # a low hand may choose not to
    other, _ = vote(dealt(LAWRENCE, "", LOW, "", ""), True, False, False, False)
    assert game.to_act(other) == (1,)  # the vote of another seat is not enough


@pytest.mark.parametrize(
    ("points", "high"), [(6, "AD QD"), (7, "AD KD"), (6, "2D JD"), (6, "JD JC JH KD"), (7, "2D QD"), (6, "KD KC")]
)
def test_bt_19_points_j_1_q_2_k_3_a_4_two_5(points: int, high: str) -> None:
    low = ["3D", "3C", "3H", "4D", "4C", "4H", "5D", "5C", "5H", "6D", "6C", "6H"]
    hand = " ".join(high.split() + low[: 13 - len(high.split())])
    state, _ = vote(dealt(LAWRENCE, "3S", hand, "", ""), False, True, False, False)
    assert (game.to_act(state) == (CHANCE,)) == (points <= 6)
    wide, _ = vote(dealt(changed(LAWRENCE, reshuffle_points=7), "3S", hand, "", ""), False, True, False, False)
    assert game.to_act(wide) == (CHANCE,)


def test_bt_19_can_be_left_out() -> None:
    rules = changed(LAWRENCE, reshuffle=False)
    state, events = game.apply(game.start(rules, 4), CHANCE, Shuffle(order("2D 2C 2H 2S", "3D", "", "")))
    assert game.to_act(state) == (1,)
    assert events[-1].fact == Opening(1, parse("3D"))
    assert game.view(state, 0).votes is None


def test_bt_19_resample_respects_votes() -> None:
    state, _ = vote(dealt(LAWRENCE, "3D 2S AS", "2H AH", "2C AC", "2D AD"), False, True, False, False)
    rng = Rng(1)
    for _ in range(60):
        other = game.resample(state, 0, rng.shuffled)
        again, _ = game.apply(game.start(LAWRENCE, 4), CHANCE, Shuffle(game.orders(other)[-1]))
        again, facts = vote(again, False, True, False, False)
        assert facts[2] == Opening(0, parse("3D"))
        assert again == other


def reshuffled(rules: Rules, times: int) -> State:
    """Vote for this many reshuffles, then deal once more."""
    state = game.start(rules, 4)
    for _ in range(times):
        state, _ = vote(do(state, (CHANCE, Shuffle(order(*STRONG)))), True, True, True, True)
    return do(state, (CHANCE, Shuffle(order(*STRONG))))


@pytest.mark.parametrize("limit", [0, 1, 5, 20])
def test_bt_19_no_vote_after_the_limit_of_reshuffles(limit: int) -> None:
    rules = changed(LAWRENCE, reshuffles=limit)
    for times in range(limit):
        voting = reshuffled(rules, times)
        assert game.to_act(voting) == (0, 1, 2, 3)
        assert game.view(voting, None).reshuffles_left == limit - times
    state = reshuffled(rules, limit)
    assert game.to_act(state) == (0,)  # the holder of the 3 of diamonds opens at once
    assert plays(state)[0] == "3D"
    assert game.view(state, None).reshuffles_left == 0
    assert game.view(state, None).votes is None
    assert refusal(state, 0, Vote(True)) == ("no_vote_now", "BT-19")
    assert "No reshuffles left: there is no vote this time." in show(game.view(state, 2), "en")
    after = game.view(do(state, (0, play("3D"))), None)
    assert (after.reshuffles_left, after.dealt_again) == (None, None)  # only shown before the first play


def test_bt_19_low_hands_count_and_four_twos_do_not() -> None:
    rules = changed(LAWRENCE, reshuffles=1)
    state = do(game.start(rules, 4), (CHANCE, Shuffle(order("2D 2C 2H 2S", "", "", ""))))
    state = do(state, (CHANCE, Shuffle(order("", LOW, "", ""))))
    assert game.view(state, None).reshuffles_left == 1
    state, _ = vote(state, False, True, False, False)
    state = do(state, (CHANCE, Shuffle(order("", "2D 2C 2H 2S", "", ""))))
    assert game.to_act(state) == (CHANCE,)  # forced, no matter how often
    assert game.view(state, None).dealt_again == "four_twos"
    assert game.to_act(do(state, (CHANCE, Shuffle(order("3D", "", "", ""))))) == (0,)


@pytest.mark.parametrize(
    ("hands", "votes", "reason", "sentence"),
    [
        (STRONG, (True, True, False, True), "votes", "most voted for it"),
        (("", LOW, "", ""), (False, True, False, False), "low_hand", "somebody with a low hand wanted it"),
        (("", "2D 2C 2H 2S", "", ""), (), "four_twos", "somebody held all four 2s"),
    ],
)
def test_bt_19_the_reason_for_a_reshuffle_is_shown(
    hands: tuple[str, ...], votes: tuple[bool, ...], reason: RedealReason, sentence: str
) -> None:
    state, facts = vote(dealt(LAWRENCE, *hands), *votes) if votes else (dealt(LAWRENCE, *hands), [Reshuffled(reason)])
    assert facts[-1] == Reshuffled(reason)
    assert Phraser(GAME, "en").fact(facts[-1]) == f"Reshuffled: {sentence}."
    state = do(state, (CHANCE, Shuffle(order(*STRONG))))
    for viewer in (None, 0, 1, 2, 3):
        assert game.view(state, viewer).dealt_again == reason
        assert f"New cards after a reshuffle: {sentence}." in show(game.view(state, viewer), "en")
    assert game.view(dealt(LAWRENCE, *STRONG), 0).dealt_again is None


def test_bt_19_only_a_low_hand_learns_that_it_is_low() -> None:
    state = dealt(LAWRENCE, "", LOW, "", "")
    assert [game.view(state, viewer).low for viewer in (None, 0, 1, 2, 3)] == [False, False, True, False, False]
    for lang in LANGS:
        line = GAME.presentation.texts["show.low"].say(lang)
        assert line in show(game.view(state, 1), lang)
        assert line not in show(game.view(state, 0), lang)
    assert not game.view(do(state, (1, Vote(False))), 1).low  # it has voted
    rng = Rng(2)
    others = [game.resample(state, 0, rng.shuffled) for _ in range(150)]
    assert {game.view(other, seat).low for other in others for seat in (1, 2, 3)} == {False, True}
    assert all(game.view(other, 0) == game.view(state, 0) for other in others)

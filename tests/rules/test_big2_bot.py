"""Choices of the Big Two heuristic in clear situations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.cards import DECK, parse
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.games.big2 import GAME, game
from chieu.games.big2.ai.heuristic import Heuristic
from chieu.games.big2.messages import Action, Call, Catch, Dealt, LastCard, OddCardTaken, Pass, Play, Played, View, Vote
from chieu.games.big2.state import State
from tests.big2_tables import LAWRENCE, changed, dealt, do, late, opened, play

CALL = changed(LAWRENCE, call=True)


def chosen(state: State, *facts: Any, seat: int | None = None) -> Any:
    """Return its action for the seat to act, or `seat`, after it has seen these facts."""
    actor = state.turn if seat is None else seat
    bot = Heuristic(state.compiled.rules, actor, Rng(1))
    for fact in facts:
        bot.see(fact)
    return bot.act(game.view(state, actor), game.legal(state, actor))


def test_it_goes_out_when_it_can() -> None:
    assert chosen(late(LAWRENCE, "2H 2S", "3D 4D", "5D 6D", "7D 8D")) == play("2H 2S")


def test_it_leads_low_and_answers_with_the_lowest_play() -> None:
    hand = "4D 7D 7C 9H JS KD AC 2S"
    assert chosen(late(LAWRENCE, hand, "3D 4C", "5D 6D", "8D 8C")) == play("4D")
    state = do(late(LAWRENCE, "8D 8C 3C 3S 5S", hand, "5D 6D 6C 6S 5C", "9D 9C 10C 10D 3H"), (0, play("8D")))
    assert chosen(state) == play("9H")


def test_it_keeps_its_twos_until_somebody_is_nearly_out() -> None:
    hand = "3D 4D 6C 7H 9S 2S"
    state = do(late(LAWRENCE, "KD 8D 8C 3C 3S 5S", hand, "5D 6D 5H 6S 5C", "9D 9C 10C 10D 3H"), (0, play("KD")))
    assert chosen(state) == Pass()
    near = tuple(Played(2, parse(cards), "straight") for cards in ("4C 5C 6D 7C 8S", "9H 10H JH QH KH"))
    assert chosen(state, Dealt(), *near) == play("2S")  # seat 2 has played ten cards, so three are left


def test_it_leads_no_low_single_into_a_last_card() -> None:
    state = late(LAWRENCE, "3D 5D 8C 8H", "KS QD 9D", "5C 6D 6H", "JS")
    state.declared = 8
    assert chosen(state) == play("8C 8H")
    state = late(LAWRENCE, "3D 5D 8C", "KS QD 9D", "5C 6D 6H", "JS")
    state.declared = 8
    assert chosen(state) == play("8C")


DOWN_TO_ONE = Played(0, parse("3D 4C 5C 6C 7C"), "straight"), Played(0, parse("8D 9H 10H JH QH"), "straight")


def test_it_calls_and_catches_missed_calls() -> None:
    state = do(late(CALL, "5D KD", "7D 8D 3D", "9D 10D 3C", "JD QD 3H"), (0, play("5D")))
    seen = *DOWN_TO_ONE, Played(0, parse("5C 5H"), "pair")
    assert chosen(state, *seen, seat=0) == Call()
    state = do(state, (1, play("7D")))
    answer = Played(1, parse("7D"), "single")
    assert chosen(state, *seen, answer) == Catch(0)
    assert not isinstance(chosen(state, *seen, LastCard(0), answer), Catch)
    assert not isinstance(chosen(state, *DOWN_TO_ONE, answer), Catch)  # by its count seat 0 holds three cards


def test_heuristic_bots_are_never_caught() -> None:
    calls = 0
    for seed in range(20):
        rng = Rng(seed)
        deal = Deal.among(GAME, CALL, [Heuristic(CALL, seat, rng) for seat in range(4)], rng.shuffled)
        actions = [action for _, action in deal.moves]
        assert not any(isinstance(action, Catch) for action in actions)
        calls += sum(isinstance(action, Call) for action in actions)
    assert calls > 20


def test_heuristic_bots_catch_a_seat_that_never_calls() -> None:
    caught = 0
    for seed in range(20):
        rng = Rng(seed)
        deal = Deal.among(
            GAME, CALL, [Mute(CALL, 0, rng), *(Heuristic(CALL, seat, rng) for seat in (1, 2, 3))], rng.shuffled
        )
        caught += sum(action == Catch(0) for _, action in deal.moves)
        assert not any(isinstance(action, Catch) and action.seat != 0 for _, action in deal.moves)
    assert caught > 5


class Mute(Heuristic):
    """Never calls its last card."""

    def aside(self, view: View, legal: Sequence[Action]) -> Action | None:
        del view, legal
        return None


def test_it_votes_for_a_reshuffle_with_a_poor_hand_only() -> None:
    state = dealt(LAWRENCE, "3D 2S AS 2H", "3C 3H 4D 4C 4H 5D 5C 5H 6D 6C 6H 7D QD", "", "")
    assert [chosen(state, seat=seat) for seat in (0, 1)] == [Vote(False), Vote(True)]


def test_it_opens_with_the_lowest_card() -> None:
    action = chosen(opened(LAWRENCE, "", "3D 4C 5H 6S 7D", "", ""))
    assert isinstance(action, Play)
    assert parse("3D")[0] in action.cards


GUARDS = changed(LAWRENCE, pays_for_all=True, counts_shown=True, direction="anticlockwise", suits="cshd")


def test_it_lets_no_last_card_through_if_liable() -> None:
    hand = "3D 9C 9D AC 2S 2D"
    state = late(GUARDS, hand, "5D 6D 7D", "8D 8C 8H", "KS", turn=1)
    answering = do(state, (1, play("5D")))
    assert game.to_act(answering) == (0,)
    assert chosen(answering) == play("2D")  # diamonds are high here
    assert chosen(late(GUARDS, "3D 9C AC 2S", "5D 6D 7D", "8D 8C 8H", "KS")) == play("2S")
    led = chosen(late(GUARDS, hand, "5D 6D 7D", "8D 8C 8H", "KS"))
    assert isinstance(led, Play)
    assert len(led.cards) == 2
    far = do(late(GUARDS, hand, "5D 6D 7D", "KS", "8D 8C 8H", turn=1), (1, play("5D")))
    assert chosen(far) != play("2D")  # another seat has the turn before the last card
    pairs = do(late(GUARDS, "3D 9C AC 2S", "5D 5H 7D", "8D 8C 8H", "KS", turn=1), (1, play("5D 5H")))
    assert chosen(pairs) == Pass()


def test_it_counts_from_the_number_of_cards_dealt() -> None:
    rules = changed(LAWRENCE, three_hands="17_lowest", reshuffle=False)
    bot = Heuristic(rules, 0, Rng(1))
    for fact in (Dealt(DECK[:17]), OddCardTaken(2), Played(1, parse("4C 5C 6D 7C 8S"), "straight")):
        bot.see(fact)
    bot.see(Played(2, parse("9H 10H JH QH KH"), "straight_flush"))
    assert [bot._left[seat] for seat in (1, 2)] == [12, 13]

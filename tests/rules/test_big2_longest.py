"""Every deal of Big Two ends within a bound that follows from its rules, however the seats stall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.games.big2 import GAME, game
from chieu.games.big2.messages import Ask, Call, Catch, Pass, Vote
from chieu.games.big2.rules import PRESETS, Rules
from tests.big2_tables import LAWRENCE, changed

Staller = Callable[[Sequence[Any], Rng], Any]


def always_votes(legal: Sequence[Any], rng: Rng) -> Any:
    """Vote for a reshuffle whenever possible, otherwise act at random."""
    return Vote(True) if Vote(True) in legal else rng.pick(legal)


def asks_always(legal: Sequence[Any], rng: Rng) -> Any:
    """Ask or try to catch whenever possible, otherwise act at random."""
    return next((action for action in legal if isinstance(action, Ask | Catch)), None) or rng.pick(legal)


def passes_always(legal: Sequence[Any], rng: Rng) -> Any:
    """Pass if possible, otherwise play as few and as low cards as possible."""
    del rng
    return Pass() if Pass() in legal else legal[0]


def does_all_of_it(legal: Sequence[Any], rng: Rng) -> Any:
    for wanted in (Vote(True), Pass()):
        if wanted in legal:
            return wanted
    aside = next((action for action in legal if isinstance(action, Ask | Catch)), None)
    return aside or passes_always([action for action in legal if not isinstance(action, Call)] or legal, rng)


def moves_of(rules: Rules, seats: int, staller: Staller, seed: int) -> int:
    """Return the number of moves of a deal. Out-of-turn moves are made first."""
    state, rng, moves, bound = game.start(rules, seats), Rng(seed), 0, GAME.longest(rules, seats)
    while waiting := game.to_act(state):
        if waiting == (CHANCE,):
            state, _ = game.apply(state, CHANCE, Shuffle(rng.shuffled(game.to_shuffle(state))))
            continue
        action, seat = None, waiting[0]
        for other in range(seats):
            legal = [move for move in game.legal(state, other) if isinstance(move, Ask | Catch)]
            if legal and staller in (asks_always, does_all_of_it):
                action, seat = legal[-1], other
                break
        if action is None:
            action = staller(game.legal(state, seat), rng)
        state, _ = game.apply(state, seat, action)
        moves += 1
        assert moves <= bound
    return moves


SHEETS = {
    **PRESETS,
    "call": changed(LAWRENCE, call=True),
    "call and twos last": changed(LAWRENCE, call=True, finish_on_two=True, pass_locks_out=True),
    "seventeen": changed(LAWRENCE, three_hands="17_lowest", triples=True, reshuffles=20),
    "nobody votes": changed(LAWRENCE, reshuffles=0),
}


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize(
    "staller", [always_votes, asks_always, passes_always, does_all_of_it], ids=lambda staller: staller.__name__
)
def test_every_deal_ends_however_the_seats_stall(name: str, staller: Staller) -> None:
    for seats in GAME.seats:
        for seed in range(6):
            assert moves_of(SHEETS[name], seats, staller, seed) > 0


def test_bt_19_play_begins_even_if_all_always_vote() -> None:
    for seed in range(20):
        assert moves_of(LAWRENCE, 4, always_votes, seed) >= 4 * 5 + 13


@pytest.mark.parametrize(("name", "seats", "least"), [("lawrence", 4, 80), ("hong_kong", 4, 20), ("call", 3, 80)])
def test_bound_is_close_to_the_longest_deals(name: str, seats: int, least: int) -> None:
    """Compare the longest of 20 deals with the bound, in percent.

    If the first seat out ends the deal, coming close would take seats that part with nearly all their cards.
    """
    rules = SHEETS[name]
    most = max(moves_of(rules, seats, does_all_of_it, seed) for seed in range(20))
    assert 100 * most >= least * GAME.longest(rules, seats)


def test_bound_follows_from_the_rules() -> None:
    assert GAME.longest(LAWRENCE, 4) == 20 + 51 + 3 * 50 + 24 + 4 + 51
    assert GAME.longest(changed(LAWRENCE, reshuffle=False), 4) == GAME.longest(LAWRENCE, 4) - 20

"""Exact values of Big Two endgames agree with a search through the engine, card by card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import chieu
from chieu.bots import bots_of
from chieu.core import sheets
from chieu.core.cards import parse
from chieu.core.deal import Deal
from chieu.games.big2.ai.forced_wins import ForcedWin
from chieu.games.big2.ai.sampler import Big2Sampler
from chieu.games.big2.hands import compile_rules, mask_of
from chieu.games.big2.messages import Call, Pass, Play
from chieu.games.big2.plays import index_sets
from chieu.games.big2.state import NO_MOVE, PLAY, State
from chieu.search import advise
from tests.search.deals import resampled

GAME = chieu.load("big2")
SHEETS = ["lawrence", "hong_kong", "taiwan", "pusoy_dos", "lawrence~say~ch3"]
FEW = 11  # cards left in two hands: few enough for an exhaustive search with the engine


def turns(code: str, seed: int) -> Iterator[tuple[int, Deal]]:
    """Yield the turns of a deal among heuristic bots at which there is a choice."""
    rules = sheets.from_code(GAME, code)
    bots = [bots_of(GAME)["heuristic"](rules, seat, chieu.Rng(seed, seat)) for seat in range(4)]
    deal = Deal.among(GAME, rules, bots, chieu.Rng(seed).shuffled)
    for number in range(1, len(deal.moves)):
        now = deal.upto(number)
        seat = now.to_act[0]
        if seat >= 0 and GAME.view(now.state, seat).phase == "play" and len(plays(now.state, seat)) > 1:
            yield seat, now


def plays(state: Any, seat: int) -> list[Any]:
    return [action for action in GAME.legal(state, seat) if isinstance(action, Play | Pass)]


def sampler_of(deal: Deal, seat: int) -> Big2Sampler:
    facts = [event.seen_by(seat) for step in deal.steps() for event in step.events]
    return Big2Sampler(deal.rules, seat, facts, GAME.view(deal.state, seat), chieu.Rng(1))


def moved(state: Any, seat: int, action: Any) -> Any:
    """Return the state after a move; a last card is called at once."""
    state, _ = GAME.apply(state, seat, action)
    for caller in range(4):
        if GAME.to_act(state) and Call() in GAME.legal(state, caller):
            state, _ = GAME.apply(state, caller, Call())
    return state


@pytest.mark.parametrize("code", ["lawrence", "lawrence~ch3"])
def test_two_seat_endgames_match_a_search_with_the_engine(code: str) -> None:
    compared = 0
    for seed in range(12):
        for seat, deal in turns(code, seed):
            inside = [other for other in range(4) if deal.state.hands[other]]
            if len(inside) > 2 or sum(int(deal.state.hands[other]).bit_count() for other in inside) > FEW:
                continue
            other = next(opponent for opponent in inside if opponent != seat)

            @cache
            def best(state: Any, seat: int = seat, other: int = other) -> tuple[int, int]:
                """Return what both seats win if each maximizes the difference."""
                if not GAME.to_act(state):
                    payoff = GAME.payoff(state)
                    return payoff[seat], payoff[other]
                (mover,) = GAME.to_act(state)
                after = [best(moved(state, mover, action)) for action in plays(state, mover)]
                choose = max if mover == seat else min
                return choose(after, key=lambda payoff: payoff[0] - payoff[1])

            options = plays(deal.state, seat)
            assert sampler_of(deal, seat).exact(options) == [
                best(moved(deal.state, seat, action))[0] for action in options
            ]
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("code", SHEETS)
def test_nobody_can_stop_a_forced_win(code: str) -> None:
    """The others can only pass until the seat is out, and it wins the value found."""
    wins = 0
    for seed in range(10):
        for seat, deal in turns(code, seed):
            exact = sampler_of(deal, seat).exact(plays(deal.state, seat))
            if exact is None or None not in exact:
                continue
            (promised,) = [value for value in exact if value is not None]
            for world in range(3):
                assert won_by_force(resampled(GAME, deal, seat, chieu.Rng(seed, world)), seat) == promised
            wins += 1
    assert wins > 2


def won_by_force(deal: Deal, seat: int) -> int:
    """Play the forced win while the others can only pass, then let them play on. Return the chips won."""
    state, moves = deal.state, list(deal.moves)
    while state.hands[seat]:
        (mover,) = GAME.to_act(state)
        options = plays(state, mover)
        if mover == seat:
            exact = sampler_of(Deal(GAME, deal.rules, 4, moves=moves), seat).exact(options)
            chosen = options[0] if len(options) == 1 else None
            for option, value in zip(options, exact or [], strict=False):
                chosen = option if value is not None and chosen is None else chosen
            assert chosen is not None
        else:
            assert options == [Pass()]
            chosen = Pass()
        moves.append((mover, chosen))
        state = moved(state, mover, chosen)
    while GAME.to_act(state):
        (mover,) = GAME.to_act(state)
        state = moved(state, mover, plays(state, mover)[0])
    return int(GAME.payoff(state)[seat])


@pytest.mark.parametrize(("own", "others", "code", "first"), [
    ("2H AH AS", ("2S 4D", "5D", "6C 6D"), "lawrence", None),  # BT-14: the 2 would be left and cannot be played
    ("2H AH AS", ("2S 4D", "5D", "6C 6D"), "hong_kong", "AH AS"),
    ("2S AH AS", ("2H 4D", "5D", "6C 6D"), "lawrence", "2S"),
    ("2S AH 3D", ("2H 4D", "5D", "6C 6D"), "lawrence", None),  # the ace or the 3 can be beaten
    ("2S 9H 9S", ("4D 5D 8C 8D", "5C", "6C"), "taiwan", "9H 9S"),
    ("2S 9H 9S", ("4D 4C 4H 4S 8C", "5C", "6C"), "taiwan", None),  # BT-13: four of a kind beats anything
    ("2S 9H 9S", ("4D 4C 4H 4S", "8C 5C", "6C"), "taiwan", "9H 9S"),  # but it needs a fifth card
    ("KD KC 3D", ("AD AC", "5C", "6C"), "lawrence", None),
    ("KD KC 3D", ("AD 4C", "AC", "6C"), "lawrence", None),  # somebody may hold both aces
    ("KD KC 3D", ("AD", "AC", "6C"), "lawrence", "KC KD"),  # nobody can hold both
])  # fmt: skip
def test_forced_win_at_the_lead(own: str, others: tuple[str, ...], code: str, first: str | None) -> None:
    compiled = compile_rules(sheets.from_code(GAME, code))
    masks = [int(mask_of(parse(cards), compiled)) for cards in (own, *others)]
    hands = vec[i64](masks)
    state = State(compiled, 4, -1, hands, hands[:], index_sets(hands, 4, compiled))
    state.stage, state.opened = PLAY, True
    move = ForcedWin(state, sum(masks[1:])).first_play()
    assert move == (NO_MOVE if first is None else mask_of(parse(first), compiled))


def test_hints_are_marked_exact_only_if_solved() -> None:
    solved = 0
    for seat, deal in turns("lawrence~say~ch3", 3):
        exact = sampler_of(deal, seat).exact(plays(deal.state, seat))
        advice = advise(deal, seat, chieu.Rng(1), 8)
        assert advice.options[0].exact == (exact is not None)
        assert not any(option.exact for option in advice.options[1:])
        solved += exact is not None
    assert solved > 0

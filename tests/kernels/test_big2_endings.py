"""Endings of Big Two that are called exact are: beside the engine itself, move by move and card by card."""

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
from chieu.games.big2.ai.forced_wins import Unbeaten
from chieu.games.big2.ai.sampler import WorldSampler
from chieu.games.big2.hands import compile_rules, mask_of
from chieu.games.big2.messages import Call, Pass, Play
from chieu.games.big2.plays import book_of
from chieu.games.big2.state import NO_MOVE, PLAY, State
from chieu.search import advise
from tests.search.deals import resampled

GAME = chieu.load("big2")
SHEETS = ["lawrence", "hong_kong", "taiwan", "pusoy_dos", "lawrence~say~ch3"]
FEW = 11  # cards that two seats have left: so few that the engine can go through all that may come


def turns(code: str, seed: int) -> Iterator[tuple[int, Deal]]:
    """The turns of a deal among usual bots at which there is something to choose."""
    rules = sheets.from_code(GAME, code)
    bots = [bots_of(GAME)["heuristic"](rules, seat, chieu.Rng(seed, seat)) for seat in range(4)]
    deal = Deal.among(GAME, rules, bots, chieu.Rng(seed).shuffled)
    for number in range(1, len(deal.moves)):
        now = deal.upto(number)
        seat = now.to_act[0]
        if seat >= 0 and GAME.view(now.state, seat).phase == "play" and len(plays(now.state, seat)) > 1:
            yield seat, now


def plays(state: Any, seat: int) -> list[Any]:
    return [one for one in GAME.legal(state, seat) if isinstance(one, Play | Pass)]


def sampler_of(deal: Deal, seat: int) -> WorldSampler:
    facts = [event.seen_by(seat) for step in deal.steps() for event in step.events]
    return WorldSampler(deal.rules, seat, facts, GAME.view(deal.state, seat), chieu.Rng(1))


def moved(state: Any, seat: int, action: Any) -> Any:
    """The state after a move; a last card is called at once."""
    state, _ = GAME.apply(state, seat, action)
    for one in range(4):
        if GAME.to_act(state) and Call() in GAME.legal(state, one):
            state, _ = GAME.apply(state, one, Call())
    return state


@pytest.mark.parametrize("code", ["lawrence", "lawrence~ch3"])
def test_between_two_seats_every_option_wins_what_the_engine_says(code: str) -> None:
    compared = 0
    for seed in range(12):
        for seat, deal in turns(code, seed):
            inside = [one for one in range(4) if deal.state.hands[one]]
            if len(inside) > 2 or sum(int(deal.state.hands[one]).bit_count() for one in inside) > FEW:
                continue
            other = next(one for one in inside if one != seat)

            @cache
            def best(state: Any, seat: int = seat, other: int = other) -> tuple[int, int]:
                """What both seats win if each wants to do better than the other."""
                if not GAME.to_act(state):
                    won = GAME.payoff(state)
                    return won[seat], won[other]
                (mover,) = GAME.to_act(state)
                after = [best(moved(state, mover, one)) for one in plays(state, mover)]
                choose = max if mover == seat else min
                return choose(after, key=lambda won: won[0] - won[1])

            options = plays(deal.state, seat)
            assert sampler_of(deal, seat).exact(options) == [best(moved(deal.state, seat, one))[0] for one in options]
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("code", SHEETS)
def test_nobody_stops_what_is_called_a_way_out(code: str) -> None:
    """Whatever the others hold, they can only pass until the seat is out, and it wins what was said."""
    found = 0
    for seed in range(10):
        for seat, deal in turns(code, seed):
            exact = sampler_of(deal, seat).exact(plays(deal.state, seat))
            if exact is None or None not in exact:
                continue
            (promised,) = [one for one in exact if one is not None]
            for world in range(3):
                assert won_by_the_way_out(resampled(GAME, deal, seat, chieu.Rng(seed, world)), seat) == promised
            found += 1
    assert found > 2


def won_by_the_way_out(deal: Deal, seat: int) -> int:
    """What a seat wins that does what is sure, while the others have nothing to play; then they go on among them."""
    state, moves = deal.state, list(deal.moves)
    while state.hands[seat]:
        (mover,) = GAME.to_act(state)
        options = plays(state, mover)
        if mover == seat:
            exact = sampler_of(Deal(GAME, deal.rules, 4, moves=moves), seat).exact(options)
            chosen = options[0] if len(options) == 1 else None
            for option, worth in zip(options, exact or [], strict=False):
                chosen = option if worth is not None and chosen is None else chosen
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
    ("2H AH AS", ("2S 4D", "5D", "6C 6D"), "lawrence", None),  # BT-14: the 2 would be left, and cannot be played
    ("2H AH AS", ("2S 4D", "5D", "6C 6D"), "hong_kong", "AH AS"),
    ("2S AH AS", ("2H 4D", "5D", "6C 6D"), "lawrence", "2S"),
    ("2S AH 3D", ("2H 4D", "5D", "6C 6D"), "lawrence", None),  # one of the two that are left is beaten
    ("2S 9H 9S", ("4D 5D 8C 8D", "5C", "6C"), "taiwan", "9H 9S"),
    ("2S 9H 9S", ("4D 4C 4H 4S 8C", "5C", "6C"), "taiwan", None),  # BT-13: four of a kind beats anything
    ("2S 9H 9S", ("4D 4C 4H 4S", "8C 5C", "6C"), "taiwan", "9H 9S"),  # but takes a fifth card
    ("KD KC 3D", ("AD AC", "5C", "6C"), "lawrence", None),
    ("KD KC 3D", ("AD 4C", "AC", "6C"), "lawrence", None),  # somebody may hold both
    ("KD KC 3D", ("AD", "AC", "6C"), "lawrence", "KC KD"),  # nobody can
])  # fmt: skip
def test_the_way_out_at_the_lead(own: str, others: tuple[str, ...], code: str, first: str | None) -> None:
    compiled = compile_rules(sheets.from_code(GAME, code))
    masks = [int(mask_of(parse(cards), compiled)) for cards in (own, *others)]
    hands = vec[i64](masks)
    position = State(compiled, 4, -1, hands, hands[:], book_of(hands, 4, compiled))
    position.stage, position.opened = PLAY, True
    way = Unbeaten(position, sum(masks[1:])).way_out()
    assert way == (NO_MOVE if first is None else mask_of(parse(first), compiled))


def test_hints_call_an_ending_exact_that_is_and_a_sample_never() -> None:
    sure = 0
    for seat, deal in turns("lawrence~say~ch3", 3):
        exact = sampler_of(deal, seat).exact(plays(deal.state, seat))
        told = advise(deal, seat, chieu.Rng(1), 8)
        assert told.options[0].exact == (exact is not None)
        assert not any(option.exact for option in told.options[1:])
        sure += exact is not None
    assert sure > 0

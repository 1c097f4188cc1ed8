"""Niu Niu deals with chosen cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from chieu.core import run
from chieu.core.cards import DECK, parse
from chieu.core.game import CHANCE, Event, Illegal, Shuffle
from chieu.games.niuniu import GAME
from chieu.games.niuniu.messages import Bid, Decline
from chieu.games.niuniu.rules import PRESETS, Match, Rules
from chieu.games.niuniu.text.judge import JUDGE

CUSTOM, CLASSIC = PRESETS["custom"], PRESETS["classic"]
AUCTION, PAYTABLE = PRESETS["auction"], PRESETS["paytable"]

NOTHING = "AH 2S 2H 4S 8S"  # no base: values 1 2 2 4 8
BULL_ONE = "KD QD 10D 2C 9C"  # these three hands have a base and nothing more
BULL_NINE = "KD QD 10D 3C 6C"
BULL_BULL = "4D 9D 7D KC QC"
FOUR_SEATS = (BULL_ONE, "2D 8D 10C KC KH", NOTHING, "3C 3D 3H 7C 8C")


def change(rules: Rules, **values: Any) -> Rules:
    return msgspec.structs.replace(rules, **values)


def judged(cards: str, rules: Rules = CUSTOM) -> Any:
    """Return the judge's answer about a hand."""
    return JUDGE.answer(rules, JUDGE.question(parse(cards)))


def pays(cards: str, rules: Rules = CUSTOM) -> tuple[int, str]:
    verdict = judged(cards, rules)
    return verdict.multiple, verdict.reason


def stacked(held: Sequence[str], last_banker: int = 0) -> Shuffle:
    """Return a shuffle that gives seat i the cards held[i], from the last banker's left.

    A seat with an empty text gets no cards.
    """
    seats = len(held)
    seats_in_order = [(last_banker + 1 + step) % seats for step in range(seats)]
    stacks = [parse(held[seat]) for seat in seats_in_order if held[seat]]
    dealt = [stack[number] for number in range(5) for stack in stacks]
    return Shuffle((*dealt, *(card for card in DECK if card not in dealt)))


def played(rules: Rules, held: Sequence[str], moves: Sequence[tuple[int, Any]] = (), banker: int = 0) -> run.Step:
    """Return the last step of a deal of these hands; `moves` are made as the deal asks for them."""
    state = GAME.start(rules, len(held), Match(banker), banker)
    remaining = list(moves)
    while True:
        seat, action = (
            (CHANCE, stacked(held, state.last_banker)) if GAME.to_act(state) == (CHANCE,) else remaining.pop(0)
        )
        state, events = GAME.apply(state, seat, action)
        if not GAME.to_act(state):
            return run.Step(seat, action, state, events)


def facts(events: Sequence[Event], kind: Any) -> list[Any]:
    return [event.fact for event in events if isinstance(event.fact, kind)]


def refused(state: Any, seat: int, action: Any, code: str) -> None:
    with pytest.raises(Illegal, match=code):
        GAME.apply(state, seat, action)


def against(banker: str, player: str, rules: Rules = CUSTOM) -> int:
    return GAME.payoff(played(rules, [banker, player]).state)[1]


def bids(rules: Rules, *times: int, banker: int = 0) -> tuple[Any, tuple[Event, ...]]:
    """Return an auction after these bids (0: none) and the events of the last one."""
    state, events = GAME.apply(GAME.start(rules, 4, Match(banker), banker), CHANCE, stacked(FOUR_SEATS, banker))
    for seat, bid in enumerate(times):
        state, events = GAME.apply(state, seat, Bid(bid) if bid else Decline())
    return state, events

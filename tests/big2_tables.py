"""Big Two deals with chosen cards."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import DECK, Cards, parse
from chieu.core.game import CHANCE, Illegal, Shuffle
from chieu.games.big2 import game, hands
from chieu.games.big2 import state as kernel
from chieu.games.big2.messages import Pass, Play, Vote
from chieu.games.big2.plays import index_sets
from chieu.games.big2.rules import PRESETS, Rules
from chieu.games.big2.state import State

LAWRENCE = PRESETS["lawrence"]


def changed(rules: Rules, **values: Any) -> Rules:
    """Return the rules with other values."""
    return Rules(**{name: getattr(rules, name) for name in rules.__struct_fields__} | values)


def order(*texts: str) -> Cards:
    """Return an order that deals every seat these cards.

    Missing cards come from the rest in turn, the highest first.
    """
    dealt_hands = [list(parse(text)) for text in texts]
    rest = [card for card in DECK if not any(card in hand for hand in dealt_hands)]
    while any(len(hand) < 13 for hand in dealt_hands):
        for hand in dealt_hands:
            if len(hand) < 13:
                hand.append(rest.pop())
    seats = len(dealt_hands)
    return (*(dealt_hands[index % seats][index // seats] for index in range(13 * seats)), *rest)


def dealt(rules: Rules, *texts: str) -> State:
    """Return a deal with these cards, before the votes."""
    state, _ = game.apply(game.start(rules, len(texts)), CHANCE, Shuffle(order(*texts)))
    return state


def opened(rules: Rules, *texts: str) -> State:
    """Return a deal with these cards after all seats voted against a reshuffle."""
    state = dealt(rules, *texts)
    if rules.reshuffle:
        state = do(state, *((seat, Vote(False)) for seat in range(len(texts))))
    return state


def late(rules: Rules, *held: str, turn: int = 0) -> State:
    """Return a deal that has come down to these hands, with `turn` to lead.

    A seat with an empty hand has gone out, in the order of seats.
    """
    compiled = hands.compile_rules(rules)
    masks = [int(hands.mask_of(parse(cards), compiled)) for cards in held]
    state = kernel.initial_state(compiled, len(held), -1)
    state.dealt = vec[i64](masks + [0] * (4 - len(masks)))
    state.hands = vec[i64](masks + [0] * (4 - len(masks)))
    state.set_index = index_sets(state.hands, len(held), compiled)
    state.stage = kernel.PLAY
    state.opened = True
    state.turn = state.owner = turn
    for seat, mask in enumerate(masks):
        if mask == 0:
            state.finishers |= (seat + 1) << (4 * (state.seats - int(hands.size(state.inside))))
            state.inside &= ~(1 << seat)
    return state


def do(state: State, *moves: tuple[int, Any]) -> State:
    for seat, action in moves:
        state, _ = game.apply(state, seat, action)
    return state


def public_facts(state: State, seat: int, action: Any) -> list[Any]:
    """Return the public facts of an action."""
    _, events = game.apply(state, seat, action)
    return [event.fact for event in events]


def play(cards: str) -> Play:
    return Play(parse(cards))


def plays(state: State) -> list[str]:
    """Return the plays of the seat to act, as text."""
    return [" ".join(map(str, action.cards)) for action in game.legal(state, state.turn) if isinstance(action, Play)]


def may_pass(state: State) -> bool:
    return Pass() in game.legal(state, state.turn)


def refusal(state: State, seat: int, action: Any) -> tuple[str, str]:
    with pytest.raises(Illegal) as error:
        game.apply(state, seat, action)
    return error.value.code, error.value.rule


def cards_in_view(state: State, seat: int) -> set[int]:
    """Return every card that a seat sees."""
    view = game.view(state, seat)
    shown = (
        [seat_view.cards or () for seat_view in view.seats] + [put.cards for put in view.plays] + [view.discards or ()]
    )
    return {card for cards in shown for card in cards}

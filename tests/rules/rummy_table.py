"""Chinese Rummy with given cards, for tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chieu.core import notation
from chieu.core.cards import DECK_AND_JOKERS, Cards, parse
from chieu.core.game import CHANCE, Illegal, Shuffle
from chieu.games.rummy import GAME, game, hands
from chieu.games.rummy import state as kernel
from chieu.games.rummy.messages import Discard, Draw, LayDown
from chieu.games.rummy.rules import PRESETS, Match, Rules
from chieu.games.rummy.state import State
from chieu.games.rummy.text.judge import JUDGE, Question

SEVEN = PRESETS["seven-rounds"]
TWO_SETS = "lay_down 7D 7C 7H / 9D 9C 9H"
HOLDS_TWO_SETS = "7D 7C 7H 9D 9C 9H"


def order(seats: int, dealt: int, dealer: int, hands: tuple[str, ...], up: str, then: str) -> Cards:
    """Return a pack that deals these hands, turns up `up` and goes on with `then`; the rest are low cards."""
    remaining = Counter(dict.fromkeys(DECK_AND_JOKERS, 1 if seats == 2 else 2))
    named = [parse(hand) for hand in hands]
    for card in (*(card for hand in named for card in hand), *parse(up), *parse(then)):
        remaining[card] -= 1
        assert remaining[card] >= 0, f"{card} is given too often"
    spare = [card for card in reversed(DECK_AND_JOKERS) for _ in range(remaining[card])]
    full = [list(hand) + [spare.pop() for _ in range(dealt - len(hand))] for hand in named]
    first = [full[(dealer + 1 + at) % seats].pop(0) for at in range(seats * dealt)]
    turned = parse(up) or (spare.pop(),)
    return (*first, *turned, *parse(then), *reversed(spare))


def dealt(
    *hands: str, up: str = "", then: str = "", number: int = 1, dealer: int = 0, rules: Rules = SEVEN, **match: Any
) -> State:
    """Return a round with these hands dealt, by seat."""
    seats = len(hands)
    state = game.start(rules, seats, Match(number, dealer, **match))
    whole = order(seats, int(state.contract.dealt), dealer, hands, up, then)
    return game.apply(state, CHANCE, Shuffle(whole))[0]


def do(state: State, *lines: str) -> State:
    """Return the state after actions in record notation, each by the seat to act."""
    for line in lines:
        state = game.apply(state, game.to_act(state)[0], action(line))[0]
    return state


def action(line: str) -> Any:
    return notation.read(GAME, line)


def tags(state: State, seat: int) -> set[str]:
    return {str(type(action).__struct_config__.tag) for action in game.legal(state, seat)}


def why_not(state: State, seat: int, tried: Any) -> tuple[str, str]:
    with pytest.raises(Illegal) as caught:
        game.apply(state, seat, action(tried) if isinstance(tried, str) else tried)
    return caught.value.code, caught.value.rule


def facts(state: State, line: str, viewer: int | None = None) -> list[Any]:
    _, events = game.apply(state, game.to_act(state)[0], action(line))
    return [event.seen_by(viewer) for event in events]


def listed_lay_downs(state: State, seat: int) -> list[str]:
    listed = [action for action in game.legal(state, seat) if isinstance(action, LayDown)]
    return [" / ".join(" ".join(map(str, meld)) for meld in lay_down.melds) for lay_down in listed]


def judged(hand: str, number: int, rules: Rules = SEVEN, seats: int = 2) -> Any:
    return JUDGE.answer(rules, Question(parse(hand), number, seats))


def run_on_table(run: str, rest: str, then: str = "KS", **more: Any) -> State:
    """Seat 1 has laid down nines and a run in round 2, and holds `rest` and the first card of `then`."""
    other = more.pop("other", "")
    state = dealt(other, f"9D 9H 9S {run} {rest}", number=2, then=then, **more)
    return do(state, "draw", f"lay_down 9D 9H 9S / {run}")


def drawn_out(state: State) -> State:
    """Draw and discard the same card until the stock is empty."""
    while game.view(state, None).stock > 0:
        seat = game.to_act(state)[0]
        state, events = game.apply(state, seat, Draw())
        (drew,) = events[0].seen_by(seat).cards
        state, _ = game.apply(state, seat, Discard(drew))
    return state


def short_pack(cards: int) -> State:
    """Return a round with a pack of this many cards, of which 14 are dealt. No rules have such a pack."""
    state = kernel.opening(hands.compile_rules(SEVEN, 2), 1, 0, (10, 20))
    state.shuffled(DECK_AND_JOKERS[:cards])
    return state

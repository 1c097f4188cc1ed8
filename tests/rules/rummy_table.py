"""A Chinese Rummy table with the cards written down, for tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

from chieu.core.cards import DECK_AND_JOKERS, Cards, parse
from chieu.core.contract import CHANCE, Shuffle
from chieu.games.rummy import game
from chieu.games.rummy.position import Position
from chieu.games.rummy.rules import PRESETS, Match, Rules
from chieu.games.rummy.vocabulary import Discard, Draw, LayDown, LayOff, Swap, Take

SEVEN = PRESETS["seven-rounds"]


def order(seats: int, dealt: int, dealer: int, hands: tuple[str, ...], up: str, then: str) -> Cards:
    """A pack that deals these hands, turns `up` up and goes on with `then`; the rest are low cards."""
    left = Counter(dict.fromkeys(DECK_AND_JOKERS, 1 if seats == 2 else 2))
    named = [parse(hand) for hand in hands]
    for card in (*(card for hand in named for card in hand), *parse(up), *parse(then)):
        left[card] -= 1
        assert left[card] >= 0, f"{card} is written down too often"
    spare = [card for card in reversed(DECK_AND_JOKERS) for _ in range(left[card])]
    full = [list(hand) + [spare.pop() for _ in range(dealt - len(hand))] for hand in named]
    first = [full[(dealer + 1 + at) % seats].pop(0) for at in range(seats * dealt)]
    turned = parse(up) or (spare.pop(),)
    return (*first, *turned, *parse(then), *reversed(spare))


def dealt(
    *hands: str, up: str = "", then: str = "", number: int = 1, dealer: int = 0, rules: Rules = SEVEN, **match: Any
) -> Position:
    """A round with the cards dealt; hands are given by seat."""
    seats = len(hands)
    state = game.start(rules, seats, Match(number, dealer, **match))
    whole = order(seats, int(state.contract.dealt), dealer, hands, up, then)
    return game.apply(state, CHANCE, Shuffle(whole))[0]


def do(state: Position, *lines: str) -> Position:
    """The state after actions of whoever's turn it is, as they are written in records."""
    for line in lines:
        state = game.apply(state, game.to_act(state)[0], action(line))[0]
    return state


def action(line: str) -> Any:
    word, _, rest = line.partition(" ")
    if word == "lay_down":
        return LayDown(tuple(parse(meld) for meld in rest.split("/")))
    if word == "lay_off":
        card, meld, side = rest.split()
        return LayOff(parse(card)[0], int(meld), side)  # type: ignore[arg-type]
    if word == "swap":
        card, meld = rest.split()
        return Swap(parse(card)[0], int(meld))
    if word == "discard":
        return Discard(parse(rest)[0])
    return {"draw": Draw(), "take": Take()}[word]


def tags(state: Position, seat: int) -> set[str]:
    return {str(type(one).__struct_config__.tag) for one in game.legal(state, seat)}

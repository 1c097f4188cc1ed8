"""Actions as short lines of text, for records and for people at a keyboard.

A line is the action's tag and its fields: `draw`, `compare 2`, `play 3D 3C`, `lay_down 7C 7H 2S / 8S 9S 10S JS`. A
field is a number, yes or no, a word, a card, cards, or groups of cards separated by slashes. A field of several cards
comes last.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec

from chieu.core.cards import Card, card, spell, typed
from chieu.core.game import AnyGame, Shuffle
from chieu.core.options import say

_hints: Final = lru_cache(maxsize=256)(get_type_hints)


class BadAction(ValueError):
    """Text that is not an action of the game."""


class BaseAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a game's actions. Its `str` is the text that `Deal.play` reads.

    >>> from chieu import deal
    >>> [str(action) for action in deal("niuniu", "auction", seats=2, seed=1).legal()]
    ['bid 1', 'bid 2', 'bid 3', 'bid 4']
    """

    def __str__(self) -> str:
        return write(self)


def write(action: msgspec.Struct) -> str:
    """Return an action as text."""
    words = [tag_of(type(action))]
    for name in action.__struct_fields__:
        value = getattr(action, name)
        groups = value if isinstance(value, tuple) and value and isinstance(value[0], tuple) else (value,)
        words.append(" / ".join(map(spell, groups)) if isinstance(value, tuple) else say(value))
    return " ".join(word for word in words if word)


def to_type(action: msgspec.Struct) -> str:
    """Return an action as people type it, with one word for both jokers."""
    return typed(write(action))


def read(game: AnyGame, text: str) -> Any:
    """Parse an action. It need not be legal."""
    tag, _, rest = text.strip().partition(" ")
    types: tuple[type[Any], ...] = (*game.actions, Shuffle)
    kinds = {tag_of(kind): kind for kind in types}
    if tag not in kinds:
        raise BadAction(f"{tag[:40]!r} is not an action of {game.name}: expected one of {', '.join(kinds)}")
    return _read_fields(kinds[tag], rest.split())


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the tag of an action or fact type."""
    return str(kind.__struct_config__.tag)


def _read_fields(kind: type[msgspec.Struct], words: list[str]) -> Any:
    values: list[Any] = []
    hints = _hints(kind)
    for name in kind.__struct_fields__:
        hint = hints[name]
        if get_origin(hint) is tuple:
            values.append(_read_cards(hint, words))
            words = []
        elif not words:
            raise BadAction(f"{tag_of(kind)} needs its {name}")
        else:
            values.append(_read_word(kind, name, hint, words[0]))
            words = words[1:]
    if words:
        raise BadAction(f"unexpected {' '.join(words)[:40]!r} after {tag_of(kind)}")
    return kind(*values)


def _read_cards(hint: Any, words: list[str]) -> Any:
    if get_origin(get_args(hint)[0]) is not tuple:
        return tuple(card(word) for word in words)
    groups: list[list[Card]] = [[]]
    for word in words:
        if word == "/":
            groups.append([])
        else:
            groups[-1].append(card(word))
    return tuple(tuple(group) for group in groups)


def _read_word(kind: type[msgspec.Struct], name: str, hint: Any, word: str) -> Any:
    if hint is Card:
        return card(word)
    if hint is bool and word in ("yes", "no"):
        return word == "yes"
    if hint is int and word.isascii() and word.isdigit() and len(word) <= 9:
        return int(word)
    if word in get_args(hint):
        return word
    raise BadAction(f"{word[:40]!r} is not a {name} of {tag_of(kind)}")

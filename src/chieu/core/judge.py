"""Settling an argument about cards by a game's judge: what a hand is worth, which of two wins, and by which rule.

What there is to know is each game's business: the fields of its question are read from its type. In Niu Niu that is a
`hand` and maybe another one `against` it, in Xì Dách a `dealer` and a `player`, in Big Two a `play` and maybe what it
is put `over`, in Chinese Rummy a `hand` and the `round`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from chieu.core import sheets
from chieu.core.cards import Card, Cards, card, parse, spell, typed
from chieu.core.extras import Judge
from chieu.core.game import AnyGame
from chieu.core.registry import load
from chieu.core.text.languages import Lang

_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


class BadQuestion(ValueError):
    """A question that a game's judge does not take, or one for a game that has none."""


class Field(msgspec.Struct, frozen=True):
    """One thing a question holds, with an example of it."""

    name: str
    hint: Any
    required: bool
    example: Any

    def read(self, text: str) -> Any:
        """The value a text stands for; `ValueError` says what it takes."""
        hint = self.hint
        if hint == Cards:
            return parse(text)
        if hint == tuple[Cards, ...]:
            return tuple(parse(group) for group in text.split("/"))
        if hint is Card:
            return card(text.strip())
        if hint is bool and text.lower() in _YES_NO:
            return _YES_NO[text.lower()]
        if hint is int and text.removeprefix("-").isdecimal() and text.isascii() and len(text) <= 12:
            return int(text)
        if get_origin(hint) is Literal and text in get_args(hint):
            return text
        if hint is str:
            return text
        raise ValueError(f"{text[:40]!r}: {self.takes()}")

    def takes(self) -> str:
        """The form of its values: all of them where they are few, else an example."""
        if self.hint is bool:
            return "yes, no"
        if get_origin(self.hint) is Literal:
            return ", ".join(str(one) for one in get_args(self.hint))
        return self.written()

    def written(self) -> str:
        """The example as it is typed."""
        if isinstance(self.example, tuple):
            groups = self.example if self.hint == tuple[Cards, ...] else (self.example,)
            return f'"{typed(" / ".join(map(spell, groups)))}"'
        if isinstance(self.example, bool):
            return "yes" if self.example else "no"
        return str(self.example)


def fields_of(judge: Judge[Any]) -> tuple[Field, ...]:
    """What a judge's question holds, in order."""
    hints = get_type_hints(judge.question)
    return tuple(
        Field(entry.name, without_none(hints[entry.name]), entry.required, getattr(judge.example, entry.name))
        for entry in msgspec.structs.fields(judge.question)
    )


def without_none(hint: Any) -> Any:
    """The type that a field has where it has a value."""
    if get_origin(hint) in (Union, UnionType):
        rest = [part for part in get_args(hint) if part is not NoneType]
        return rest[0] if len(rest) == 1 else hint
    return hint


@dataclass(frozen=True, slots=True, repr=False)
class Ruling:
    """What a judge found. `answer` tells it field by field, as each game has its own; `str` says why, in English.

    >>> ruling = judge("big2", "8D 8S", over="5C 5H")
    >>> ruling.answer
    Answer(kind='pair', beats=True, rule='BT-6')
    >>> ruling.lines("vi")[-1]
    'BT-6: Lá lẻ: so số rồi tới chất. Đôi: so số rồi tới chất lớn hơn trong đôi. Không đánh ba lá riêng.'
    """

    game: AnyGame
    rules: Any
    question: Any
    answer: Any

    def lines(self, lang: Lang = "en") -> list[str]:
        """Why, line by line, and last the rule that decided, as the sheet has it."""
        judge = self.game.extras.judge
        told = [] if judge is None else judge.explain(self.rules, self.question, self.answer, lang)
        rule = self.answer.rule
        cited = [line.text for line in sheets.prose(self.game, self.rules, lang) if line.rule == rule]
        return [*told, f"{rule}: {' '.join(cited)}" if cited else rule]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<Ruling of {self.game.name}: {self.answer}>"


def judge(
    game: str | AnyGame, *told: Any, sheet: Any = "", options: Mapping[str, Any] | None = None, **named: Any
) -> Ruling:
    """What cards are worth by a house's rules, and why. What a game's judge must know is given in order or by name,
    cards as text or as cards; `chieu judge GAME --help` lists it. `sheet` and `options` are those of `chieu.deal`.

    >>> ruling = judge("niuniu", "KC QD 3S 7H 10D", sheet="classic")
    >>> ruling.answer.multiple, ruling.answer.bull, ruling.answer.rule
    (4, 10, 'NN-6')
    >>> print(ruling)
    The hand: K♣ Q♦ 3♠ 7♥ 10♦
    The base: K♣(10) Q♦(10) 10♦(10) add up to 30, a multiple of 10.
    The final two: 3♠(3) 7♥(7), bull 10.
    It pays 4x: bull-bull.
    NN-6: A hand of several kinds pays the highest multiple of them all, ... Bull-bull: 4x.
    >>> judge("niuniu", "2D 8D 10C KC KH", against="KD QD 10D 2C 9C").answer.winner
    'hand'
    >>> judge("xidach", dealer="10S 6H", player="AS 5D", sheet="vipgame").answer.winner
    'push'
    """
    found = load(game) if isinstance(game, str) else game
    bench = found.extras.judge
    if bench is None:
        raise BadQuestion(f"{found.name} has no judge")
    rules = sheets.asked_for(found, sheet, options)
    question = _question(found.name, bench, told, named)
    return Ruling(found, rules, question, bench.answer(rules, question))


def _question(game: str, bench: Judge[Any], told: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
    known = {field.name: field for field in fields_of(bench)}
    free = [name for name in known if name not in named]
    given = {**named, **dict(zip(free, told, strict=False))}
    missing = [field.name for field in known.values() if field.required and field.name not in given]
    if len(told) > len(free) or missing or not given.keys() <= known.keys():
        example = ", ".join(f"{one.name}={one.written()}" for one in known.values())
        raise BadQuestion(f"the judge of {game} is told {', '.join(known)}, as in judge({game!r}, {example})")
    return bench.question(
        **{name: known[name].read(value) if isinstance(value, str) else value for name, value in given.items()}
    )

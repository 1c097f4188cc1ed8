"""Settle an argument about cards: the value of a hand, the better of two, the rule that decides.

The fields of a question differ from game to game and are read from the type of the question. Niu Niu takes a `hand` and
optionally another one `against` it, Xì Dách a `dealer` and a `player`, Big Two a `play` and optionally the play it is
put `over`, Chinese Rummy a `hand` and the `round`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from chieu.core import sheets
from chieu.core.cards import Card, Cards, card, parse, spell, typed
from chieu.core.extras import Explanation, Judge
from chieu.core.game import AnyGame
from chieu.core.options import say
from chieu.core.registry import load
from chieu.core.text.languages import Lang

_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


class BadQuestion(ValueError):
    """A question that the game's judge does not accept, or a game without a judge."""


class Field(msgspec.Struct, frozen=True):
    """A field of a question, with an example value."""

    name: str
    hint: Any
    required: bool
    example: Any

    def read(self, text: str) -> Any:
        """Parse a value; raise `ValueError` with the accepted form if that fails."""
        hint = self.hint
        if hint == Cards and (cards := parse(text)):
            return cards
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
        raise ValueError(f"expected {self.takes()}, got {text[:40]!r}")

    def check(self, value: Any) -> Any:
        """Return a value that is not text; raise `BadQuestion` if it has another type, or no card at all."""
        expected = self.hint if self.hint in (int, bool) else (tuple, list) if self.hint == Cards else object
        if not isinstance(value, expected) or (self.hint is int and isinstance(value, bool)) or value == ():
            raise BadQuestion(f"{self.name}: expected {self.takes()}, got {value!r:.40}")
        return value

    def takes(self) -> str:
        """Return the accepted values if there are few, otherwise an example."""
        if self.hint is bool:
            return "yes, no"
        if get_origin(self.hint) is Literal:
            return ", ".join(str(value) for value in get_args(self.hint))
        return self.written()

    def written(self) -> str:
        """Return the example as people type it."""
        if isinstance(self.example, tuple):
            groups = self.example if self.hint == tuple[Cards, ...] else (self.example,)
            return f'"{typed(" / ".join(map(spell, groups)))}"'
        return say(self.example)


def fields_of(judge: Judge[Any]) -> tuple[Field, ...]:
    """Return the fields of a judge's question, in order."""
    hints = get_type_hints(judge.question)
    return tuple(
        Field(entry.name, without_none(hints[entry.name]), entry.required, getattr(judge.example, entry.name))
        for entry in msgspec.structs.fields(judge.question)
    )


def without_none(hint: Any) -> Any:
    """Remove None from an optional type."""
    if get_origin(hint) in (Union, UnionType):
        rest = [part for part in get_args(hint) if part is not NoneType]
        return rest[0] if len(rest) == 1 else hint
    return hint


@dataclass(frozen=True, slots=True, repr=False)
class Ruling:
    """A judge's answer. `answer` is the game's struct; `str` explains it in English.

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

    def explanation(self, lang: Lang = "en") -> Explanation:
        """Return the verdict and its reasons in sentences."""
        judge = self.game.extras.judge
        return Explanation("") if judge is None else judge.explain(self.rules, self.question, self.answer, lang)

    def sentence(self, lang: Lang = "en") -> str:
        """Return the deciding rule in the words of the sheet; empty if the sheet does not state it."""
        return " ".join(
            line.text for line in sheets.prose(self.game, self.rules, lang) if line.rule == self.answer.rule
        )

    def lines(self, lang: Lang = "en") -> list[str]:
        """Return the reasons, the verdict and the deciding rule line by line."""
        explanation, sentence = self.explanation(lang), self.sentence(lang)
        rule = self.answer.rule
        return [*explanation.reasons, explanation.verdict, f"{rule}: {sentence}" if sentence else rule]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<Ruling of {self.game.name}: {self.answer}>"


def judge(
    game: str | AnyGame, *values: Any, sheet: Any = "", options: Mapping[str, Any] | None = None, **named: Any
) -> Ruling:
    """Evaluate cards under a rule sheet and explain the result.

    The fields of the question are given in order or by name, as text or as cards; `chieu judge GAME --help` lists them.
    `sheet` and `options` are those of `chieu.deal`.

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
    game = load(game) if isinstance(game, str) else game
    game_judge = game.extras.judge
    if game_judge is None:
        raise BadQuestion(f"{game.name} has no judge")
    rules = sheets.resolve(game, sheet, options)
    question = _question(game.name, game_judge, values, named)
    return Ruling(game, rules, question, game_judge.answer(rules, question))


def _question(game: str, judge: Judge[Any], values: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
    known = {field.name: field for field in fields_of(judge)}
    free = [name for name in known if name not in named]
    by_name = {**named, **dict(zip(free, values, strict=False))}
    missing = [field.name for field in known.values() if field.required and field.name not in by_name]
    if len(values) > len(free) or missing or not by_name.keys() <= known.keys():
        example = ", ".join(f"{field.name}={field.written()}" for field in known.values())
        raise BadQuestion(f"the judge of {game} takes {', '.join(known)}, as in judge({game!r}, {example})")
    return judge.question(
        **{
            name: known[name].read(value) if isinstance(value, str) else known[name].check(value)
            for name, value in by_name.items()
        }
    )

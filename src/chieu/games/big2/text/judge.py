"""Judge a Big Two play, and cite the rule."""

from __future__ import annotations

from typing import Final

import msgspec

from chieu.core.cards import Cards, distinct, parse, pretty, spell
from chieu.core.extras import Explanation, Judge
from chieu.core.text.languages import Lang
from chieu.games.big2 import hands
from chieu.games.big2.hands import RULE_OF_KIND, compile_rules, rule_between
from chieu.games.big2.messages import KINDS, Kind
from chieu.games.big2.rules import Rules
from chieu.games.big2.text.texts import TEXTS, illegal

_ROUND: Final = {tuple(sorted((rank + step) % 13 for step in range(5))) for rank in range(13)}


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A play, and the play it should beat, if any."""

    play: Cards
    over: Cards | None = None


class Answer(msgspec.Struct, frozen=True):
    """The kind of the play, whether it is legal (and beats the other one), and the rule that decides."""

    kind: Kind | None
    beats: bool
    rule: str


def answer(rules: Rules, question: Question) -> Answer:
    """Decide whether the cards form a play, and whether it beats the other one."""
    compiled = compile_rules(rules)
    whole = distinct(question.play + (question.over or ()))
    if any(card >= 52 for card in whole):
        raise illegal("no_jokers", "BT-1")
    value = _value(question.play, compiled)
    over = _value(question.over, compiled) if question.over is not None else None
    if over == hands.NOTHING:
        raise illegal("no_play", "BT-3", cards=spell(question.over or ()) or "-")
    number = value >> hands.KIND_SHIFT
    if number == hands.NOTHING:
        return Answer(None, False, _why_nothing(question.play))
    kind = KINDS[number - 1]
    if over is None:
        return Answer(kind, True, RULE_OF_KIND[number])
    return Answer(
        kind, bool(hands.beats(value, over, compiled)), rule_between(number, over >> hands.KIND_SHIFT, compiled)
    )


def explain(rules: Rules, question: Question, verdict: Answer, lang: Lang) -> Explanation:
    """Return the verdict and its reasons as sentences."""
    cards = " ".join(pretty(card) for card in question.play)
    if verdict.kind is None:
        return Explanation(TEXTS["judge.invalid"].say(lang, cards=cards))
    valid = TEXTS["judge.valid"].say(lang, cards=cards, kind=TEXTS[f"word.{verdict.kind}"].say(lang))
    if question.over is None:
        return Explanation(valid)
    reasons = [valid]
    compiled = compile_rules(rules)
    other = hands.kind_of(hands.mask_of(question.over, compiled), compiled)
    if not verdict.beats and other != verdict.kind and verdict.rule == "BT-3":
        names = [TEXTS[f"word.{kind}"].say(lang) for kind in (verdict.kind, other)]
        reasons.append(TEXTS["judge.other_kind"].say(lang, kind=names[0], over=names[1]))
    over = " ".join(pretty(card) for card in question.over)
    said = TEXTS["judge.beats" if verdict.beats else "judge.loses"].say(lang, cards=cards, over=over)
    return Explanation(said, tuple(reasons))


def _value(cards: Cards, compiled: hands.CompiledRules) -> int:
    return int(hands.value(hands.mask_of(cards, compiled), compiled))


def _why_nothing(cards: Cards) -> str:
    """The rule by which some cards do not form a play."""
    ranks = tuple(sorted({card.rank for card in cards}))
    if len(cards) == 3 and len(ranks) == 1:
        return "BT-6"
    if len(cards) == 5 and ranks in _ROUND:
        return "BT-7"
    if len(cards) == 5 and len({card.suit for card in cards}) == 1:
        return "BT-8"
    return "BT-3"


JUDGE: Final = Judge(
    question=Question, example=Question(parse("8D 8S"), parse("5C 5H")), answer=answer, explain=explain
)

"""Settles an argument about a Niu Niu hand, and cites the rule."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from chieu.core.cards import DECK, RANKS, Cards, distinct, parse, pretty
from chieu.core.contract import Judge
from chieu.core.texts import Lang, listed
from chieu.games.niuniu import hands
from chieu.games.niuniu.hands import tuning_of
from chieu.games.niuniu.refused import Refused
from chieu.games.niuniu.rules import Rules
from chieu.games.niuniu.texts import TEXTS
from chieu.games.niuniu.vocabulary import Reason

RuleNumber = Literal["NN-3", "NN-4", "NN-6", "NN-8"]
_RULES: Final[dict[Reason, RuleNumber]] = {
    "no_base": "NN-4",
    "plain": "NN-8",
    "bull_7_8": "NN-8",
    "bull_9": "NN-8",
    "bull_bull": "NN-8",
    "sum_ten": "NN-6",
    "pair": "NN-6",
    "face_and_spade_ace": "NN-6",
    "five_faces": "NN-3",
    "bomb": "NN-3",
    "five_small": "NN-3",
}


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Five cards."""

    hand: Cards


class Answer(msgspec.Struct, frozen=True):
    """What the hand pays, the base that was chosen and the two cards left, the rule and the reason, and the bull.

    A hand that pays as a whole, or not at all for want of a base, has neither base nor final two.
    """

    multiple: int
    base: Cards
    final: Cards
    rule: RuleNumber
    reason: Reason
    bull: int


def answer(rules: Rules, question: Question) -> Answer:
    """The best of all bases, found as the table finds it. Made for a hundred thousand hands a second."""
    hand = question.hand
    if len(hand) != hands.SIZE:
        raise Refused("bad_hand_size", "NN-1", count=len(hand))
    if max(hand) >= len(DECK):
        raise Refused("no_jokers", "NN-1")
    if len(set(hand)) != hands.SIZE:
        distinct(hand)  # names the card that is there twice
    found = hands.verdict(*hand, tuning_of(rules))
    reason = hands.REASONS[hands.reason(found)]
    base: Cards = ()
    final: Cards = ()
    if (number := hands.final(found)) != hands.NO_FINAL:
        base = tuple([hand[place] for place in hands.BASES[number]])
        final = tuple([hand[place] for place in hands.FINALS[number]])
    return Answer(hands.multiple(found), base, final, _RULES[reason], reason, hands.bull(found))


def explain(rules: Rules, question: Question, verdict: Answer, lang: Lang) -> list[str]:
    """The verdict in words."""

    def said(cards: Cards) -> str:
        return " ".join(f"{pretty(card)}({hands.value(card, rules)})" for card in cards)

    def word(key: str, **values: object) -> str:
        return TEXTS[key].say(lang, **values)

    lines = [word("judge.hand", cards=" ".join(pretty(card) for card in question.hand))]
    if verdict.base:
        total = sum(hands.value(card, rules) for card in verdict.base)
        lines.append(word("judge.base", base=said(verdict.base), total=total))
        lines.append(word("judge.final", final=said(verdict.final), bull=verdict.bull))
    elif verdict.reason == "no_base":
        lines.append(word("judge.no_base", cards=said(question.hand)))
    odd = {RANKS[card.rank]: hands.value(card, rules) for card in question.hand if hands.is_odd(card, rules)}
    if odd:
        counts = [word("cell.values", cell=rank, value=value) for rank, value in odd.items()]
        lines.append(word("judge.counts", counts=listed(counts, lang)))
    lines.append(word("judge.pays", reason=word(f"word.{verdict.reason}"), multiple=verdict.multiple))
    return lines


JUDGE: Final = Judge(question=Question, example=Question(parse("KC QD 3S 7H 10D")), answer=answer, explain=explain)

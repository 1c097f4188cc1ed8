"""Judge a Chinese Rummy hand: whether it can lay down, and what it costs."""

from __future__ import annotations

from typing import Final

import msgspec

from chieu.core.cards import JOKER, JOKERS, BadCard, Cards, distinct, parse, pretty
from chieu.core.checks import check_table
from chieu.core.extras import Explanation, Judge
from chieu.core.text.languages import Lang
from chieu.games.rummy import lay_downs
from chieu.games.rummy.game import SEATS, grouped
from chieu.games.rummy.hands import compile_rules, masks_of
from chieu.games.rummy.rules import Rules, rounds_of
from chieu.games.rummy.text.show import contract_text
from chieu.games.rummy.text.texts import TEXTS, illegal

_MAX_CARDS: Final = 20  # more than any round deals: the question may be about other house rules


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand in a round. With three or four seats there are two decks, so a card may occur twice."""

    hand: Cards
    round: int
    seats: int = 2


class Answer(msgspec.Struct, frozen=True):
    """The melds that lay down the contract (None if it is impossible), and the points of the whole hand."""

    melds: tuple[Cards, ...] | None
    points: int
    rule: str


def answer(rules: Rules, question: Question) -> Answer:
    """Search the hand exhaustively for the contract of the round."""
    check_table(question.seats, SEATS, ())
    compiled = compile_rules(rules, question.seats)
    if not 1 <= question.round <= rules.rounds:
        raise illegal("no_such_round", "RM-2", round=question.round, rounds=rules.rounds)
    contract = compiled.contracts[question.round - 1]
    if len(question.hand) > _MAX_CARDS:
        raise illegal("too_many_cards", most=_MAX_CARDS, count=len(question.hand))
    once, twice = _masks(question.hand, int(compiled.decks))
    way = lay_downs.way(compiled, contract, once, twice)
    return Answer(grouped(contract, way) if way else None, compiled.points(once, twice), "RM-8")


def explain(rules: Rules, question: Question, verdict: Answer, lang: Lang) -> Explanation:
    """Return the verdict and its reasons as sentences."""
    if verdict.melds is None:
        contract = contract_text(rounds_of(rules)[question.round - 1].melds, lang)
        said = TEXTS["judge.none"].say(lang, round=question.round, contract=contract)
    else:
        melds = " / ".join(" ".join(pretty(card, lang) for card in meld) for meld in verdict.melds)
        said = TEXTS["judge.found"].say(lang, melds=melds)
    return Explanation(said, (TEXTS["judge.points"].say(lang, points=verdict.points),))


def _masks(hand: Cards, decks: int) -> tuple[int, int]:
    # RM-1: jokers are interchangeable, so they are counted together.
    jokers = sum(card >= JOKER for card in hand)
    if jokers > decks * len(JOKERS):
        raise illegal("too_many_jokers", "RM-1", count=jokers, most=decks * len(JOKERS))
    if decks == 1:
        distinct(hand)
    for number, card in enumerate(hand):
        if hand[:number].count(card) == 2:
            raise BadCard(str(card), "is there three times: two decks have two of each card", "card_thrice")
    return masks_of(hand)


JUDGE: Final = Judge(
    question=Question,
    example=Question(parse("7C 7H 7S 9D 9H JK1 KC"), 1),
    answer=answer,
    explain=explain,
    jokers=True,
)

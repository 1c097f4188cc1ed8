"""Judge two Xì Dách hands, and cite the rule."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from chieu.core.cards import Cards, distinct, parse, pretty
from chieu.core.extras import Explanation, Judge
from chieu.core.text.languages import Lang, listed
from chieu.games.xidach import hands
from chieu.games.xidach.game import hand_name
from chieu.games.xidach.hands import compile_rules
from chieu.games.xidach.messages import HandName
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.text.texts import TEXTS, illegal

Winner = Literal["player", "dealer", "push"]
_WINNERS: Final[dict[int, Winner]] = {hands.WIN: "player", hands.LOSS: "dealer", hands.PUSH: "push"}


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dealer's hand and a player's, in the order of the deal."""

    dealer: Cards
    player: Cards


class Side(msgspec.Struct, frozen=True):
    """The total of one hand, and its name if it has one."""

    total: int
    name: HandName | None


class Answer(msgspec.Struct, frozen=True):
    """The winner, the rule that decides, the number of stakes, and both hands."""

    winner: Winner
    rule: str
    multiple: int
    dealer: Side
    player: Side


def answer(rules: Rules, question: Question) -> Answer:
    """Compare the two hands as at the end of a deal."""
    distinct(question.dealer + question.player)
    compiled = compile_rules(rules)
    dealer, player = check_hand(question.dealer, "dealer"), check_hand(question.player, "player")
    winner = _WINNERS[hands.result(dealer, player, compiled)]
    return Answer(
        winner,
        deciding_rule(dealer, player, compiled),
        abs(int(hands.stakes_won(dealer, player, compiled))),
        Side(hands.points(dealer, compiled), hand_name(dealer, compiled, is_dealer=True)),
        Side(hands.points(player, compiled), hand_name(player, compiled)),
    )


def explain(rules: Rules, question: Question, verdict: Answer, lang: Lang) -> Explanation:
    """Return the verdict and its reasons as sentences."""
    del rules
    reasons = []
    for who, cards, side in (("dealer", question.dealer, verdict.dealer), ("player", question.player, verdict.player)):
        shown = " ".join(pretty(card) for card in cards)
        what = listed([str(side.total), *([TEXTS[f"word.{side.name}"].say(lang)] if side.name else [])], lang)
        reasons.append(TEXTS["judge.hand"].say(lang, who=TEXTS[f"judge.{who}"].say(lang), cards=shown, what=what))
    outcome = {"player": "win", "dealer": "loss", "push": "push"}[verdict.winner]
    return Explanation(TEXTS[f"judge.{outcome}"].say(lang, multiple=verdict.multiple), tuple(reasons))


def check_hand(cards: Cards, who: str) -> int:
    """Return the hand of these cards; raise `Illegal` if they are not a hand."""
    if not 2 <= len(cards) <= hands.FULL:
        raise illegal("bad_hand_size", "XD-14", who=who, count=len(cards))
    if any(card >= 52 for card in cards):
        raise illegal("no_jokers", "XD-1", who=who)
    return hands.pack(cards)


def deciding_rule(dealer: int, player: int, compiled: hands.CompiledRules) -> str:
    """The rule that decides between two hands."""
    if hands.special(dealer) != hands.NONE or hands.special(player) != hands.NONE:
        return "XD-33" if compiled.specials_ranked else "XD-13"
    if hands.NGU_LINH in (hands.kind(dealer, compiled), hands.kind(player, compiled)):
        return "XD-36" if compiled.both_ngu_linh_lower else "XD-18"
    over = sum(hands.total(hand, compiled.ace_by_count) > hands.TOP for hand in (dealer, player))
    return "XD-35" if (compiled.quac_beats_non if over == 1 else compiled.both_quac_lower) else "XD-18"


JUDGE: Final = Judge(
    question=Question, example=Question(parse("10S 6H"), parse("AS 5D")), answer=answer, explain=explain
)

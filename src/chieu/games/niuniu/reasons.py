"""Why one bid or stake of Niu Niu is better than another: how often the hand wins, and at which multiple."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.kinds import Often
from chieu.core.luck import Luck
from chieu.core.reasons import InformationState, in_ten
from chieu.core.texts import Text
from chieu.games.niuniu.hands import stakes_won, strength, tuning_of
from chieu.games.niuniu.strangers import strangers_of
from chieu.games.niuniu.vocabulary import TOP_BID, Bid

_MET: Final = 300  # strangers


class HandWins(msgspec.Struct, frozen=True, tag="hand_wins"):
    """How often the hand wins, and how many times the stake the banker plays for."""

    often: Often
    times: int


class BankerBeats(msgspec.Struct, frozen=True, tag="banker_beats"):
    """How often the four cards beat another hand, and how many times the stakes a bid of them plays for."""

    often: Often
    times: int


Reason: TypeAlias = HandWins | BankerBeats

TEXTS: Final = {
    "reason.hand_wins": Text(
        "Bài này ăn {often}, tính ×{times}.",
        "This hand wins {often}, at ×{times}.",
        "这手牌{often}会赢，按 ×{times} 算。",
    ),
    "reason.banker_beats": Text(
        "Bốn lá này ăn bài người khác {often}, nên kêu ×{times} là vừa.",
        "These four cards beat another hand {often}, which is good for ×{times}.",
        "这四张{often}能赢别家，叫 ×{times} 正合适。",
    ),
}


def explain(info: InformationState, better: Any, other: Any, luck: Luck) -> Sequence[Reason]:
    """Nothing is known before the cards are dealt."""
    del other
    if not info.view.seats[info.seat].cards:
        return ()
    if isinstance(better, Bid):
        return (BankerBeats(_wins(info, luck, range(TOP_BID + 1)), better.times),)
    # What a banker has bid tells what sort of hand it is.
    banker = range(1, TOP_BID + 1) if info.view.times > 1 else range(1)
    return (HandWins(_wins(info, luck, banker), info.view.times),)


def _wins(info: InformationState, luck: Luck, sorts: range) -> int:
    """How many times in ten the four cards, and a fifth, beat a stranger of one of these sorts."""
    tuning, (a, b, c, d) = tuning_of(info.rules), info.view.seats[info.seat].cards[:4]
    strangers = strangers_of(tuning)
    own = {a, b, c, d}
    met = won = 0
    while met < _MET:
        number = int(luck.below(len(strangers.cards)))
        held = int(strangers.cards[number])
        fifth = int(luck.below(52))
        if (
            int(strangers.sorts[number]) in sorts
            and not any(held >> card & 1 for card in (*own, fifth))
            and fifth not in own
        ):
            met += 1
            mine = strength(a, b, c, d, fifth, tuning)
            won += stakes_won(strangers.strengths[number], mine, tuning) > 0
    return in_ten(won / met)

"""Why one bid or stake of Niu Niu is better than another: how often the hand wins, and at which multiple."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.field_types import Often
from chieu.core.rng import Rng
from chieu.core.text.languages import Text
from chieu.core.text.reasons import InformationState, in_ten
from chieu.games.niuniu.ai.opponent_model import opponent_model
from chieu.games.niuniu.hands import compile_rules, house_pays, stakes_won, strength
from chieu.games.niuniu.messages import TOP_BID, Bid

_MET: Final = 300  # strangers


class HandWins(msgspec.Struct, frozen=True, tag="hand_wins"):
    """How often the hand wins, and how many times the stake the banker plays for."""

    often: Often
    times: int


class BankerBeats(msgspec.Struct, frozen=True, tag="banker_beats"):
    """How often the four cards beat another hand, and how many times the stakes a bid of them plays for."""

    often: Often
    times: int


class HouseKeeps(msgspec.Struct, frozen=True, tag="house_keeps"):
    """NN-22: how many of a hundred chips staked the house keeps in the long run."""

    chips: int


class HouseAdds(msgspec.Struct, frozen=True, tag="house_adds"):
    """NN-22: how many chips the house adds to a hundred staked in the long run."""

    chips: int


Reason: TypeAlias = HandWins | BankerBeats | HouseKeeps | HouseAdds

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
    "reason.house_keeps": Text(
        "Chơi lâu dài, cứ đặt 100 chip thì nhà cái giữ khoảng {chips}.",
        "In the long run the house keeps about {chips} of every 100 chips staked.",
        "长期来看，每押 100 筹码，庄家大约留下 {chips}。",
    ),
    "reason.house_adds": Text(
        "Chơi lâu dài, cứ đặt 100 chip thì nhà cái trả thêm khoảng {chips}.",
        "In the long run the house adds about {chips} to every 100 chips staked.",
        "长期来看，每押 100 筹码，庄家大约多赔 {chips}。",
    ),
}


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """Before the cards are dealt nothing is known but what the house pays."""
    del other
    if not info.view.seats[info.seat].cards:
        return _house(info) if info.rules.mode == "paytable" else ()
    if isinstance(better, Bid):
        return (BankerBeats(_wins(info, rng, range(TOP_BID + 1)), better.times),)
    # What a banker has bid tells what sort of hand it is.
    banker = range(1, TOP_BID + 1) if info.view.times > 1 else range(1)
    return (HandWins(_wins(info, rng, banker), info.view.times),)


def _house(info: InformationState) -> Sequence[Reason]:
    chips = round(100 * house_pays(info.rules))
    return (HouseAdds(chips),) if chips > 0 else (HouseKeeps(-chips),) if chips else ()


def _wins(info: InformationState, rng: Rng, sorts: range) -> int:
    """How many times in ten the four cards, and a fifth, beat a stranger of one of these sorts."""
    compiled, (a, b, c, d) = compile_rules(info.rules), info.view.seats[info.seat].cards[:4]
    strangers = opponent_model(compiled)
    own = {a, b, c, d}
    met = won = 0
    while met < _MET:
        number = int(rng.below(len(strangers.cards)))
        held = int(strangers.cards[number])
        fifth = int(rng.below(52))
        if (
            int(strangers.buckets[number]) in sorts
            and not any(held >> card & 1 for card in (*own, fifth))
            and fifth not in own
        ):
            met += 1
            mine = strength(a, b, c, d, fifth, compiled)
            won += stakes_won(strangers.strengths[number], mine, compiled) > 0
    return in_ten(won / met)

"""Reasons to prefer a bid or stake of Niu Niu: how often the hand wins, and the odds of the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.field_types import Often
from chieu.core.rng import Rng
from chieu.core.text.reasons import InformationState, in_ten
from chieu.games.niuniu.ai.opponent_model import opponent_model
from chieu.games.niuniu.hands import compile_rules, house_pays, stakes_won, strength
from chieu.games.niuniu.messages import Bid, Decline
from chieu.games.niuniu.rules import TOP_BID

_MET: Final = 300  # opponents per Monte Carlo estimate


class HandWins(msgspec.Struct, frozen=True, tag="hand_wins"):
    """The hand wins this often; the bank was bid for at `times`."""

    often: Often
    times: int


class BankerBeats(msgspec.Struct, frozen=True, tag="banker_beats"):
    """The four cards beat another hand this often, which supports a bid of `times`."""

    often: Often
    times: int


class HouseKeeps(msgspec.Struct, frozen=True, tag="house_keeps"):
    """NN-22: in the long run the house keeps this much of 100 chips staked."""

    chips: int


class HouseAdds(msgspec.Struct, frozen=True, tag="house_adds"):
    """NN-22: in the long run the house adds this much to 100 chips staked."""

    chips: int


Reason: TypeAlias = HandWins | BankerBeats | HouseKeeps | HouseAdds


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """Return how often the hand wins; before the deal only the long-run odds of the house are known."""
    del other
    if not info.view.seats[info.seat].cards:
        chips = round(100 * house_pays(info.rules)) if info.rules.mode == "paytable" else 0
        return (HouseAdds(chips),) if chips > 0 else (HouseKeeps(-chips),) if chips else ()
    if isinstance(better, Decline):
        return ()
    if isinstance(better, Bid):
        return (BankerBeats(_wins(info, rng, range(TOP_BID + 1)), better.times),)
    # The bid of a banker reveals something about the hand.
    banker = range(1, TOP_BID + 1) if info.view.times > 1 else range(1)
    return (HandWins(_wins(info, rng, banker), info.view.times),)


def _wins(info: InformationState, rng: Rng, sorts: range) -> int:
    """Monte Carlo estimate of how many times in ten four cards and a fifth beat such an opponent."""
    compiled, (a, b, c, d) = compile_rules(info.rules), info.view.seats[info.seat].cards[:4]
    strangers = opponent_model(compiled)
    own = {a, b, c, d}
    met = won = 0
    while met < _MET:
        number = int(rng.below(len(strangers.cards)))
        opponent = int(strangers.cards[number])
        fifth = int(rng.below(52))
        if (
            int(strangers.buckets[number]) in sorts
            and not any(opponent >> card & 1 for card in (*own, fifth))
            and fifth not in own
        ):
            met += 1
            own_strength = strength(a, b, c, d, fifth, compiled)
            won += stakes_won(strangers.strengths[number], own_strength, compiled) > 0
    return in_ten(won / met)

"""Rules of Xì Dách as data: every option in which house rules differ."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from chieu.core.field_types import Seat
from chieu.core.options import check_limits, check_stakes, option


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules of a table. The defaults are the preset `room`."""

    stake_min: Annotated[int, option("sn", 1, 1000)] = 1
    stake_max: Annotated[int, option("sm", 1, 1000)] = 1
    order: Annotated[Literal["choose", "right", "left"], option("or")] = "choose"
    ace: Annotated[Literal["free", "by_count"], option("ac")] = "free"
    minimum: Annotated[int, option("mi", 12, 20)] = 16
    player_must_draw_below: Annotated[int, option("pd", 0, 20)] = 16
    dealer_must_draw_below: Annotated[int, option("dd", 0, 20)] = 15
    compare: Annotated[bool, option("cm")] = True
    dealer_may_compare_from: Annotated[int, option("cf", 2, 21)] = 16
    specials: Annotated[Literal["equal", "ranked"], option("sp")] = "equal"
    both_quac: Annotated[Literal["push", "lower"], option("bq")] = "push"
    quac_beats_non: Annotated[bool, option("qn")] = False
    ngu_linh_with_21: Annotated[bool, option("nl")] = False
    both_ngu_linh: Annotated[Literal["push", "lower"], option("bn")] = "push"
    pay_xi_bang: Annotated[int, option("pb", 1, 10)] = 1
    pay_xi_dach: Annotated[int, option("px", 1, 10)] = 1
    pay_ngu_linh: Annotated[int, option("pn", 1, 10)] = 1
    next_dealer: Annotated[Literal["creator", "rotate", "special"], option("nd")] = "creator"

    def __post_init__(self) -> None:
        check_limits(self)
        check_stakes(self.stake_min, self.stake_max)


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """State passed from one deal to the next: the dealer, unless the creator always deals."""

    dealer: Annotated[Seat, msgspec.Meta(ge=0, le=9)] = 0


def largest_win(rules: Rules, seats: int) -> int:
    """Return the most chips that a seat can win: the dealer beats all others with the dearest hand."""
    return (seats - 1) * rules.stake_max * max(rules.pay_xi_bang, rules.pay_xi_dach, rules.pay_ngu_linh)


def largest_loss(rules: Rules, seats: int) -> int:
    """Return the most chips that a seat can lose, as a negative number."""
    return -largest_win(rules, seats)


PRESETS: Final = {
    "room": Rules(),
    "vipgame": Rules(
        stake_max=100,
        order="right",
        player_must_draw_below=0,
        dealer_must_draw_below=0,
        compare=False,
        specials="ranked",
        both_quac="lower",
        quac_beats_non=True,
        both_ngu_linh="lower",
    ),
}

"""House rules of Niu Niu: values and multiples, the classic scale, and three ways to bank."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from chieu.core.field_types import Seat
from chieu.core.options import Cells, check_limits, check_stakes, option

TOP_BID: Final = 4
STANDARD_VALUES: Final = "1234567890000"
SWAPPED_VALUES: Final = "1264537890000"
_VALUES: Final = Cells(
    labels=("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"),
    letters=(*((digit, digit) for digit in "123456789"), ("0", "10")),
    named=(("classic", STANDARD_VALUES), ("swapped", SWAPPED_VALUES)),
)


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """House rules of Niu Niu. The defaults are the preset `custom`.

    `values` are thirteen digits, for A 2 3 4 5 6 7 8 9 10 J Q K in turn; 0 stands for ten. A multiple of 0 means
    that the feature is not counted. The pay table ignores `baseless_pays`: there no hand beats another.
    """

    mode: Annotated[Literal["banker", "paytable", "auction"], option("mo")] = "banker"
    stake_min: Annotated[int, option("sn", 1, 1000)] = 1
    stake_max: Annotated[int, option("sm", 1, 1000)] = 1
    values: Annotated[str, option("va", pattern="[0-9]{13}", form=_VALUES)] = SWAPPED_VALUES
    five_faces: Annotated[int, option("ff", 0, 20)] = 7
    face_and_spade_ace: Annotated[int, option("fa", 0, 20)] = 5
    pair: Annotated[int, option("pr", 0, 20)] = 3
    sum_ten: Annotated[int, option("st", 0, 20)] = 2
    plain_multiple: Annotated[int, option("pl", 0, 20)] = 1
    bull_7_8: Annotated[int, option("be", 0, 20)] = 0
    bull_9: Annotated[int, option("bn", 0, 20)] = 0
    bull_bull: Annotated[int, option("bb", 0, 20)] = 0
    bomb: Annotated[int, option("bo", 0, 20)] = 0
    five_small: Annotated[int, option("fs", 0, 20)] = 0
    equal_bulls: Annotated[Literal["card", "push"], option("eb")] = "card"
    baseless_pays: Annotated[int, option("bp", 0, 20)] = 0
    bid_none: Annotated[bool, option("nb")] = False

    def __post_init__(self) -> None:
        check_limits(self)
        check_stakes(self.stake_min, self.stake_max)


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """State passed from one deal to the next: the last banker. Only auctions use it."""

    banker: Annotated[Seat, msgspec.Meta(ge=0, le=9)] = 0


def largest_multiple(rules: Rules, seats: int) -> int:
    """Return the highest multiple that a hand can have."""
    del seats
    whole = max(rules.five_faces, rules.bomb, rules.five_small)
    final_two = max(rules.face_and_spade_ace, rules.pair, rules.sum_ten, rules.bull_7_8, rules.bull_9, rules.bull_bull)
    return max(whole, final_two, rules.plain_multiple)


def largest_times(rules: Rules, seats: int) -> int:
    """NN-23: return the most times that the stakes can be multiplied: the highest bid of an auction."""
    del seats
    return TOP_BID if rules.mode == "auction" else 1


def largest_win(rules: Rules, seats: int) -> int:
    """Return the most chips that a seat can win, in most modes the banker who beats all others."""
    highest = largest_multiple(rules, seats)
    pays = max(highest - 1, 1) if rules.mode == "paytable" else max(highest, rules.baseless_pays)
    return (seats - 1) * rules.stake_max * pays * largest_times(rules, seats)


def largest_loss(rules: Rules, seats: int) -> int:
    """Return the most chips that a seat can lose, as a negative number."""
    return -largest_win(rules, seats)


_CLASSIC: Final = Rules(
    values=STANDARD_VALUES,
    five_faces=5,
    face_and_spade_ace=0,
    pair=0,
    sum_ten=0,
    bull_7_8=2,
    bull_9=3,
    bull_bull=4,
    bomb=6,
    five_small=8,
    baseless_pays=1,
)

PRESETS: Final = {
    "custom": Rules(),
    "classic": _CLASSIC,
    "auction": msgspec.structs.replace(_CLASSIC, mode="auction", stake_max=5),
    "paytable": Rules(mode="paytable"),
}

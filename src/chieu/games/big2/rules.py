"""House rules of Big Two and the regional presets.

A regional preset holds what at least two descriptions of the game in that place agree on. Where they disagree or say
nothing, the default stays. `docs/adr/0011-regional-big-two.md` quotes them.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from chieu.core.options import check_limits, option

HAND: Final = 13  # cards, unless three seats share the whole deck
HAND_OF_THREE: Final = 17
_LARGEST_HAND: Final = 18  # with the odd card

# BT-20: from how many cards left on each of them is paid how many times.
_MULTIPLES: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "double_10": ((10, 2),),
    "triple_13": ((10, 2), (13, 3)),
    "quadruple_13": ((8, 2), (10, 3), (13, 4)),
}


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules of Big Two. The defaults are the preset `lawrence`."""

    suits: Annotated[Literal["dchs", "cdhs", "cshd", "dhsc", "dhcs"], option("su")] = "dchs"
    triples: Annotated[bool, option("tr")] = False
    straights: Annotated[
        Literal[
            "23456,3-A,JQKA2",
            "3-A,23456,A2345",
            "A2345,3-A,23456",
            "A2345,23456,3-A",
            "A2345,23456,3-A,JQKA2",
            "3-A,JQKA2",
            "3-A",
        ],
        option("st"),
    ] = "23456,3-A,JQKA2"
    flush: Annotated[Literal["suit", "rank", "none"], option("fl")] = "suit"
    straight_flush: Annotated[Literal["suit", "rank"], option("sf")] = "suit"
    royal: Annotated[bool, option("ro")] = True
    bombs: Annotated[bool, option("bo")] = False
    pass_locks_out: Annotated[bool, option("pl")] = False
    finish_on_two: Annotated[bool, option("ft")] = False
    stop_at_first: Annotated[bool, option("sa")] = False
    call: Annotated[bool, option("ca")] = False
    counts_shown: Annotated[bool, option("cs")] = False
    discards_open: Annotated[bool, option("do")] = False
    reshuffle: Annotated[bool, option("rs")] = True
    reshuffle_points: Annotated[int, option("rp", 0, 12)] = 6
    winner_opens: Annotated[bool, option("wo")] = False
    chips: Annotated[Literal["places", "cards", "double_10", "triple_13", "quadruple_13"], option("ch")] = "places"
    stake: Annotated[int, option("sk", 1, 1000)] = 1
    reshuffles: Annotated[int, option("rl", 0, 20)] = 5
    direction: Annotated[Literal["clockwise", "anticlockwise"], option("di")] = "clockwise"
    three_hands: Annotated[Literal["13", "17_out", "17_lowest"], option("th")] = "13"
    pays_for_all: Annotated[bool, option("pa")] = False

    def __post_init__(self) -> None:
        check_limits(self)


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """State passed from one deal to the next: the winner of the last deal, -1 before the first."""

    winner: Annotated[int, msgspec.Meta(ge=-1, le=3)] = -1


def prices(chips: str) -> list[int]:
    """BT-20: return the price in stakes of each number of cards left."""
    steps = _MULTIPLES.get(chips, ())
    return [
        count * max([1, *[times for minimum, times in steps if count >= minimum]]) for count in range(_LARGEST_HAND + 1)
    ]


def hand_size(rules: Rules, seats: int) -> int:
    """BT-1: return the most cards that a seat is dealt."""
    if seats == 3 and rules.three_hands != "13":
        return _LARGEST_HAND if rules.three_hands == "17_lowest" else HAND_OF_THREE
    return HAND


def highest_price(rules: Rules, seats: int) -> int:
    """BT-20: return the highest price of a card left."""
    if rules.chips == "places":
        return 0
    most = hand_size(rules, seats)
    return rules.stake * prices(rules.chips)[most] // most


def largest_win(rules: Rules, seats: int) -> int:
    """BT-20: return the most chips that a seat can win."""
    if rules.chips == "places":
        return rules.stake * (seats - 1)
    return rules.stake * (seats - 1) * prices(rules.chips)[hand_size(rules, seats)]


def largest_loss(rules: Rules, seats: int) -> int:
    """BT-20: return the most chips that a seat can lose, as a negative number; it may pay for all others."""
    if rules.chips == "places":
        return -rules.stake * (seats**2 // 4 if rules.pays_for_all else seats - 1)
    return -largest_win(rules, seats) // (1 if rules.pays_for_all else seats - 1)


_REGIONAL: Final = Rules(finish_on_two=True, stop_at_first=True, counts_shown=True, reshuffle=False)

PRESETS: Final = {
    "lawrence": Rules(),
    "hong_kong": replace(
        _REGIONAL,
        triples=True,
        straights="3-A,23456,A2345",
        flush="rank",
        straight_flush="rank",
        royal=False,
        winner_opens=True,
        chips="triple_13",
        direction="anticlockwise",
        three_hands="17_lowest",
        pays_for_all=True,
    ),
    "taiwan": replace(
        _REGIONAL,
        suits="cdhs",
        straights="A2345,3-A,23456",
        flush="none",
        straight_flush="rank",
        royal=False,
        bombs=True,
        chips="double_10",
        direction="anticlockwise",
        three_hands="17_lowest",
    ),
    "singapore": replace(
        _REGIONAL,
        straights="A2345,23456,3-A",
        flush="rank",
        straight_flush="rank",
        royal=False,
        chips="triple_13",
        three_hands="17_lowest",
    ),
    "pusoy_dos": replace(
        _REGIONAL,
        suits="cshd",
        triples=True,
        straights="3-A,JQKA2",
        straight_flush="rank",
        chips="cards",
        three_hands="17_out",
    ),
}

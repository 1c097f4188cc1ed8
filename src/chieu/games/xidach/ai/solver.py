"""Xì Dách at two seats, solved for any sheet: both sides' best play and how near to it they are.

What is the same on all sheets that differ only in stakes, seating and comparing is said by `alike`: with one player
there is nobody to compare with before another, and stakes are scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import Final, Literal, TypeAlias, get_args

import msgspec
from librt.vecs import vec

from chieu.core import extras
from chieu.games.xidach.ai.cfr import COUNTS, FEWEST, Learning
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, VALUES, Duel, all_hands, moves
from chieu.games.xidach.hands import compile_rules
from chieu.games.xidach.rules import Rules

VERSION: Final = 1
GOOD_ENOUGH: Final = 1e-5  # stakes a deal between what the two strategies promise
_STEPS_AT_MOST: Final = 1500
_LOOK_EVERY: Final = 10  # steps between two looks at how good the strategies are: a look costs two steps
_DIGITS: Final = 6  # of a share; what is measured are the rounded ones
LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")

Role: TypeAlias = Literal["player", "dealer"]
Plan: TypeAlias = "vec[float]"
Situation: TypeAlias = tuple[Role, tuple[str, ...], int | None]  # whose hand, which, against how many cards


class DrawShare(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How often a hand draws where it may draw or stop."""

    role: Role
    hand: tuple[str, ...]
    against: int | None = None
    """For the dealer: how many cards the player stopped with."""
    draw: float


class Solution(extras.Solution, frozen=True, kw_only=True):
    """Both sides' strategies; the first is the player's."""

    choices: tuple[DrawShare, ...]


def alike(rules: Rules) -> Rules:
    """The sheet with everything at its default that makes no difference at two seats."""
    plain = Rules()
    return msgspec.structs.replace(
        rules,
        stake_min=plain.stake_min,
        stake_max=plain.stake_max,
        order=plain.order,
        compare=plain.compare,
        dealer_may_compare_from=plain.dealer_may_compare_from,
        next_dealer=plain.next_dealer,
    )


def solve(rules: Rules, watch: Callable[[float], None] = lambda _: None, good_enough: float = GOOD_ENOUGH) -> Solution:
    """The strategies, learned until they are good enough by exact best answers to them."""
    duel = Duel(rules)
    learning = Learning(duel)
    first_gap = 0.0
    while True:
        for _ in range(_LOOK_EVERY):
            learning.step()
        low, player = max(
            ((learning.dealer_at_best(plan), plan) for plan in _players(learning)), key=lambda found: found[0]
        )
        high, dealers = min(
            ((learning.player_at_best(plans), plans) for plans in _dealers(learning)), key=lambda found: found[0]
        )
        gap = high - low
        if gap <= good_enough or learning.steps >= _STEPS_AT_MOST:
            break
        first_gap = first_gap or gap
        watch(_share_of_the_way(first_gap, gap, good_enough))
    watch(1.0)
    return Solution(
        value=learning.between(player, dealers),
        low=low,
        high=high,
        steps=int(learning.steps),
        choices=tuple(_choices(rules, duel, player, dealers)),
    )


def plans(duel: Duel, choices: Iterable[DrawShare]) -> tuple[Plan, list[Plan]]:
    """The player's plan and the dealer's four, hand by hand, of choices that say it in words."""
    found = {(one.role, one.hand, one.against): one.draw for one in choices}

    def plan(role: Role, against: int | None, may: Sequence[int]) -> Plan:
        shares = [
            found[role, labels(held), against] if one == MAY_DRAW | MAY_STOP else float(one == MAY_DRAW)
            for held, one in zip(duel.hands.held, may, strict=True)
        ]
        return vec[float](shares)

    return plan("player", None, duel.player), [plan("dealer", FEWEST + more, duel.dealer) for more in range(COUNTS)]


def labels(held: Sequence[int]) -> tuple[str, ...]:
    """A hand as people read it, aces first, of how many of each value it holds."""
    return tuple(LABELS[value] for value in range(VALUES) for _ in range(held[value]))


def situations(rules: Rules) -> list[Situation]:
    """Every hand that has a choice, in the order in which a solution names them."""
    hands, compiled = all_hands(), compile_rules(rules)
    chooses = {
        role: [
            labels(held)
            for cards, held in zip(hands.cards, hands.held, strict=True)
            if moves(compiled, cards, role == "dealer") == MAY_DRAW | MAY_STOP
        ]
        for role in get_args(Role)
    }
    players: list[Situation] = [("player", hand, None) for hand in chooses["player"]]
    return players + [("dealer", hand, FEWEST + more) for more in range(COUNTS) for hand in chooses["dealer"]]


def _choices(rules: Rules, duel: Duel, player: Plan, dealers: Sequence[Plan]) -> Iterable[DrawShare]:
    place = {labels(held): number for number, held in enumerate(duel.hands.held)}
    for role, hand, against in situations(rules):
        plan = player if against is None else dealers[against - FEWEST]
        yield DrawShare(role=role, hand=hand, against=against, draw=plan[place[hand]])


def _players(learning: Learning) -> list[Plan]:
    """The average is what theory promises; the last plan is often better still. Both are measured."""
    return [_rounded(plan) for plan in (learning.player.average(), learning.player.plan)]


def _dealers(learning: Learning) -> list[list[Plan]]:
    averages = [_rounded(dealer.average()) for dealer in learning.dealers]
    return [averages, [_rounded(dealer.plan) for dealer in learning.dealers]]


def _rounded(plan: Plan) -> Plan:
    return vec[float]([round(share, _DIGITS) for share in plan])


def _share_of_the_way(first: float, now: float, wanted: float) -> float:
    """By the logarithm: every tenfold takes about as long."""
    return min(max(log(first / now) / log(first / wanted), 0.0), 1.0) if first > wanted else 1.0

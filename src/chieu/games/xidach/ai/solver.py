"""Solve Xì Dách at two seats for any rules: strategies of both sides and their exploitability.

Rules that differ only in stakes, seating and comparing have the same solution (`alike`): a single player cannot be
compared with before another, and stakes only scale the payoff.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from librt.vecs import vec

from chieu.core import extras
from chieu.games.xidach.ai.cfr import COUNTS, FEWEST, CfrPlus
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, TwoPlayerGame, all_hands, all_moves, values_of
from chieu.games.xidach.hands import compile_rules
from chieu.games.xidach.rules import Rules

VERSION: Final = 1
GOOD_ENOUGH: Final = 1e-5  # exploitability of both sides together, in stakes per deal
_MAX_STEPS: Final = 1500
_CHECK_EVERY: Final = 10  # steps; a check costs as much as two steps
_DIGITS: Final = 6  # of a probability; the rounded strategies are the ones measured
_WITHOUT_EFFECT: Final = ("stake_min", "stake_max", "order", "compare", "dealer_may_compare_from", "next_dealer")
LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")

Role: TypeAlias = Literal["player", "dealer"]
Strategy: TypeAlias = "vec[float]"
# Information set: index of the hand, and for the dealer the number of the player's cards (None for the player).
Situation: TypeAlias = tuple[int, int | None]


class DrawShare(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Probability of drawing in one information set with a choice."""

    role: Role
    hand: tuple[str, ...]
    against: int | None = None
    """For the dealer: the number of cards the player stopped with."""
    draw: float


class Strategies(NamedTuple):
    """Probability of drawing with each hand; the dealer's by the player's number of cards less 2."""

    player: Strategy
    dealers: list[Strategy]

    def draw(self, hand: int, against: int | None) -> float:
        """Return the probability of drawing in an information set."""
        return (self.player if against is None else self.dealers[against - FEWEST])[hand]


class Solution(extras.Solution, frozen=True, kw_only=True):
    """Strategies of both sides; the first is the player's."""

    choices: tuple[DrawShare, ...]


def alike(rules: Rules) -> Rules:
    """Return the rules with all options that make no difference at two seats set to their defaults."""
    return msgspec.structs.replace(rules, **{name: getattr(Rules(), name) for name in _WITHOUT_EFFECT})


def solve(
    rules: Rules, on_progress: Callable[[float], None] = lambda _: None, good_enough: float = GOOD_ENOUGH
) -> Solution:
    """Run CFR+ until exact best responses show that the strategies are good enough."""
    game = TwoPlayerGame(rules)
    cfr = CfrPlus(game)
    first_gap = 0.0
    while True:
        for _ in range(_CHECK_EVERY):
            cfr.step()
        # The average strategies, which CFR theory guarantees, and the last ones, which are often better.
        sides = (cfr.player, *cfr.dealers)
        averages, last = [side.average_strategy() for side in sides], [side.strategy for side in sides]
        candidates = [
            [vec[float]([round(share, _DIGITS) for share in strategy]) for strategy in strategies]
            for strategies in (averages, last)
        ]
        low, player = max(
            ((cfr.value_against_best_dealer(player), player) for player, *_ in candidates), key=itemgetter(0)
        )
        high, dealers = min(
            ((cfr.player_best_response_value(dealers), dealers) for _, *dealers in candidates), key=itemgetter(0)
        )
        gap = high - low
        if gap <= good_enough or cfr.steps >= _MAX_STEPS:
            break
        first_gap = first_gap or gap
        if first_gap > good_enough:  # on a logarithmic scale: each tenfold improvement takes about as long
            on_progress(min(max(log(first_gap / gap) / log(first_gap / good_enough), 0.0), 1.0))
    on_progress(1.0)
    return Solution(
        value=cfr.expected_value(player, dealers),
        low=low,
        high=high,
        steps=int(cfr.steps),
        choices=choices_of(rules, Strategies(player, dealers)),
    )


def situations(rules: Rules) -> list[Situation]:
    """Return every information set with a choice, the player's first."""
    compiled = compile_rules(rules)
    player, dealer = (
        [index for index, moves in enumerate(all_moves(compiled, is_dealer)) if moves == MAY_DRAW | MAY_STOP]
        for is_dealer in (False, True)
    )
    players: list[Situation] = [(hand, None) for hand in player]
    return players + [(hand, FEWEST + extra) for extra in range(COUNTS) for hand in dealer]


def choices_of(rules: Rules, strategies: Strategies) -> tuple[DrawShare, ...]:
    """Return the probability of drawing in each of `situations`."""
    return tuple(
        DrawShare(
            role="player" if against is None else "dealer",
            hand=tuple(LABELS[value] for value in values_of(all_hands().counts[hand])),
            against=against,
            draw=strategies.draw(hand, against),
        )
        for hand, against in situations(rules)
    )

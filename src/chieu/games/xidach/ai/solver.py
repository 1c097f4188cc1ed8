"""Solve Xì Dách at two seats for any rules: strategies of both sides and their exploitability.

Rules that differ only in stakes, seating and comparing have the same solution (`alike`): a single player cannot be
compared with before another, and stakes only scale the payoff.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import Final, Literal, TypeAlias, get_args

import msgspec
from librt.vecs import vec

from chieu.core import extras
from chieu.games.xidach.ai.cfr import COUNTS, FEWEST, CfrPlus
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, VALUES, TwoPlayerGame, all_hands, legal_moves
from chieu.games.xidach.hands import compile_rules
from chieu.games.xidach.rules import Rules

VERSION: Final = 1
GOOD_ENOUGH: Final = 1e-5  # exploitability of both sides together, in stakes per deal
_MOST_STEPS: Final = 1500
_CHECK_EVERY: Final = 10  # steps; a check costs as much as two steps
_DIGITS: Final = 6  # of a probability; the rounded strategies are the ones measured
LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")

Role: TypeAlias = Literal["player", "dealer"]
Strategy: TypeAlias = "vec[float]"
# Information set: side, hand, and the number of the player's cards (None for the player).
Situation: TypeAlias = tuple[Role, tuple[str, ...], int | None]


class DrawShare(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Probability of drawing in one information set with a choice."""

    role: Role
    hand: tuple[str, ...]
    against: int | None = None
    """For the dealer: the number of cards the player stopped with."""
    draw: float


class Solution(extras.Solution, frozen=True, kw_only=True):
    """Strategies of both sides; the first is the player's."""

    choices: tuple[DrawShare, ...]


def alike(rules: Rules) -> Rules:
    """Return the rules with all options that make no difference at two seats set to their defaults."""
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
        low, player = max(
            ((cfr.value_against_best_dealer(player), player) for player in _player_candidates(cfr)),
            key=lambda candidate: candidate[0],
        )
        high, dealers = min(
            ((cfr.player_best_response_value(dealers), dealers) for dealers in _dealer_candidates(cfr)),
            key=lambda candidate: candidate[0],
        )
        gap = high - low
        if gap <= good_enough or cfr.steps >= _MOST_STEPS:
            break
        first_gap = first_gap or gap
        on_progress(_progress(first_gap, gap, good_enough))
    on_progress(1.0)
    return Solution(
        value=cfr.expected_value(player, dealers),
        low=low,
        high=high,
        steps=int(cfr.steps),
        choices=tuple(_choices(rules, game, player, dealers)),
    )


def strategies(game: TwoPlayerGame, choices: Iterable[DrawShare]) -> tuple[Strategy, list[Strategy]]:
    """Return the player's strategy and the dealer's four, hand by hand, from the choices of a solution."""
    draws = {(choice.role, choice.hand, choice.against): choice.draw for choice in choices}

    def strategy(role: Role, against: int | None, legal: Sequence[int]) -> Strategy:
        shares = [
            draws[role, labels(counts), against] if moves == MAY_DRAW | MAY_STOP else float(moves == MAY_DRAW)
            for counts, moves in zip(game.hands.counts, legal, strict=True)
        ]
        return vec[float](shares)

    return strategy("player", None, game.player_moves), [
        strategy("dealer", FEWEST + extra, game.dealer_moves) for extra in range(COUNTS)
    ]


def labels(counts: Sequence[int]) -> tuple[str, ...]:
    """Return a hand as people read it, aces first, from its number of cards of each value."""
    return tuple(LABELS[value] for value in range(VALUES) for _ in range(counts[value]))


def situations(rules: Rules) -> list[Situation]:
    """Return every information set with a choice, in the order in which a solution lists them."""
    hands, compiled = all_hands(), compile_rules(rules)
    choosing = {
        role: [
            labels(counts)
            for cards, counts in zip(hands.cards, hands.counts, strict=True)
            if legal_moves(compiled, cards, role == "dealer") == MAY_DRAW | MAY_STOP
        ]
        for role in get_args(Role)
    }
    players: list[Situation] = [("player", hand, None) for hand in choosing["player"]]
    return players + [("dealer", hand, FEWEST + extra) for extra in range(COUNTS) for hand in choosing["dealer"]]


def _choices(rules: Rules, game: TwoPlayerGame, player: Strategy, dealers: Sequence[Strategy]) -> Iterable[DrawShare]:
    index = {labels(counts): number for number, counts in enumerate(game.hands.counts)}
    for role, hand, against in situations(rules):
        strategy = player if against is None else dealers[against - FEWEST]
        yield DrawShare(role=role, hand=hand, against=against, draw=strategy[index[hand]])


def _player_candidates(cfr: CfrPlus) -> list[Strategy]:
    """Return the average strategy, which CFR theory guarantees, and the last one, which is often better."""
    return [_rounded(strategy) for strategy in (cfr.player.average_strategy(), cfr.player.strategy)]


def _dealer_candidates(cfr: CfrPlus) -> list[list[Strategy]]:
    averages = [_rounded(dealer.average_strategy()) for dealer in cfr.dealers]
    return [averages, [_rounded(dealer.strategy) for dealer in cfr.dealers]]


def _rounded(strategy: Strategy) -> Strategy:
    return vec[float]([round(share, _DIGITS) for share in strategy])


def _progress(first: float, now: float, wanted: float) -> float:
    """Return progress on a logarithmic scale: each tenfold improvement takes about as long."""
    return min(max(log(first / now) / log(first / wanted), 0.0), 1.0) if first > wanted else 1.0

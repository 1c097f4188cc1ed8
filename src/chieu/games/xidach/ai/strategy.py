"""Precomputed strategies of Xì Dách at two seats, and approximations of them for other rules."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec
from librt.vecs import vec

from chieu.core.codec import load_data
from chieu.games.xidach.ai.cfr import COUNTS, FEWEST
from chieu.games.xidach.ai.expectation import HandRange
from chieu.games.xidach.ai.heuristic import ENOUGH, ENOUGH_WITH_ACE
from chieu.games.xidach.ai.solver import DrawShare, Strategies, Strategy, alike, choices_of, situations
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, all_hands, all_moves
from chieu.games.xidach.hands import CompiledRules, compile_rules, hard_total, points, size
from chieu.games.xidach.rules import PRESETS, Rules


class HandRanges(NamedTuple):
    """Ranges of the dealer's hand, by the player's number of cards less 2; of a player's, by its own."""

    dealer: tuple[HandRange, ...]
    player: tuple[HandRange, ...]


def precomputed(rules: Rules) -> Strategies | None:
    """Return the strategies of rules that have the same solution as a preset, otherwise None."""
    sheet = alike(rules)
    return strategies_of(sheet) if sheet in map(alike, PRESETS.values()) else None


def draws_by_preset() -> dict[str, list[float]]:
    """Return each preset's probabilities of drawing, in the order of its `situations`.

    `build_hooks/xidach_tables.py` computes them.
    """
    return load_data("chieu.games.xidach.ai", "draws.json", dict[str, list[float]])


def choices(rules: Rules) -> tuple[DrawShare, ...] | None:
    """Return the precomputed choices as in a solution, or None."""
    strategies = precomputed(rules)
    return None if strategies is None else choices_of(rules, strategies)


@cache
def strategies_of(rules: Rules) -> Strategies:
    """Return the precomputed strategies; for other rules, those of the preset that differs least.

    Solving would take seconds, which is too long at a table.
    """
    sheet = alike(rules)

    def differences(preset: str) -> int:
        fields = zip(msgspec.structs.astuple(alike(PRESETS[preset])), msgspec.structs.astuple(sheet), strict=True)
        return sum(theirs != own for theirs, own in fields)

    nearest = min(PRESETS, key=differences)
    draws = dict(zip(situations(PRESETS[nearest]), draws_by_preset()[nearest], strict=True))
    hands, compiled = all_hands().cards, compile_rules(sheet)

    def strategy(legal: list[int], against: int | None) -> Strategy:
        out = []
        for index, moves in enumerate(legal):
            draw = draws.get((index, against)) if moves == MAY_DRAW | MAY_STOP else float(moves == MAY_DRAW)
            out.append(_fallback(hands[index], compiled) if draw is None else draw)
        return vec[float](out)

    dealer_moves = all_moves(compiled, True)
    dealers = [strategy(dealer_moves, FEWEST + extra) for extra in range(COUNTS)]
    return Strategies(strategy(all_moves(compiled, False), None), dealers)


@cache
def hand_ranges(rules: Rules) -> HandRanges:
    """Return the ranges of hidden hands whose seats follow `strategies_of`."""
    strategies, compiled = strategies_of(rules), compile_rules(rules)
    return HandRanges(
        tuple(HandRange(compiled, strategy, 0) for strategy in strategies.dealers),
        tuple(HandRange(compiled, strategies.player, FEWEST + extra) for extra in range(COUNTS)),
    )


def _fallback(hand: int, compiled: CompiledRules) -> float:
    total = points(hand, compiled)
    with_ace = total > hard_total(hand) and size(hand) < 4
    return float(total < (ENOUGH_WITH_ACE if with_ace else ENOUGH))

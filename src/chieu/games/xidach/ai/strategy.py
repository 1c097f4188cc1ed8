"""Precomputed strategies of Xì Dách at two seats, and approximations of them for other rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import msgspec

from chieu.core.codec import load_data
from chieu.games.xidach.ai.cfr import COUNTS, FEWEST
from chieu.games.xidach.ai.expectation import HandRange
from chieu.games.xidach.ai.solver import DrawShare, Role, Situation, alike, labels, situations
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, all_hands, legal_moves
from chieu.games.xidach.hands import compile_rules, hard_total, points, size
from chieu.games.xidach.rules import PRESETS, Rules

_ENOUGH: Final = 16  # fallback totals, as in `Heuristic`
_ENOUGH_WITH_ACE: Final = 18


class HandRanges(NamedTuple):
    """Ranges of the dealer's hand, by the player's number of cards less 2; of a player's, by its own."""

    dealer: tuple[HandRange, ...]
    player: tuple[HandRange, ...]


class Strategies(NamedTuple):
    """Probability of drawing for each hand; the dealer's by the player's number of cards less 2."""

    player: list[float]
    dealers: tuple[list[float], ...]


@cache
def precomputed(rules: Rules) -> Mapping[Situation, float] | None:
    """Return the probability of drawing by information set, or None; takes rules made by `alike`."""
    for name, preset in PRESETS.items():
        if alike(preset) == rules:
            return _table(name)
    return None


def choices(rules: Rules) -> tuple[DrawShare, ...] | None:
    """Return the precomputed choices as in a solution, or None."""
    draws = precomputed(alike(rules))
    if draws is None:
        return None
    return tuple(DrawShare(role=role, hand=hand, against=at, draw=draw) for (role, hand, at), draw in draws.items())


@cache
def strategies_of(rules: Rules) -> Strategies:
    """Return the precomputed strategies; for other rules, those of the preset that differs least.

    Solving would take seconds, which is too long at a table.
    """
    sheet = alike(rules)
    nearest = min(PRESETS, key=lambda name: _differences(alike(PRESETS[name]), sheet))
    draws, hands, compiled = _table(nearest), all_hands(), compile_rules(sheet)

    def strategy(role: Role, against: int | None) -> list[float]:
        out = []
        for cards, counts in zip(hands.cards, hands.counts, strict=True):
            moves = legal_moves(compiled, cards, role == "dealer")
            if moves == MAY_DRAW | MAY_STOP:
                draw = draws.get((role, labels(counts), against))
            else:
                draw = float(moves == MAY_DRAW)
            out.append(_fallback(int(cards), sheet) if draw is None else draw)
        return out

    return Strategies(strategy("player", None), tuple(strategy("dealer", FEWEST + extra) for extra in range(COUNTS)))


@cache
def hand_ranges(rules: Rules) -> HandRanges:
    """Return the ranges of hidden hands whose seats follow `strategies_of`."""
    strategies, compiled = strategies_of(rules), compile_rules(rules)
    return HandRanges(
        tuple(HandRange(compiled, strategy, 0) for strategy in strategies.dealers),
        tuple(HandRange(compiled, strategies.player, FEWEST + extra) for extra in range(COUNTS)),
    )


@cache
def _table(name: str) -> Mapping[Situation, float]:
    return dict(zip(situations(alike(PRESETS[name])), draws_by_preset()[name], strict=True))


def draws_by_preset() -> dict[str, list[float]]:
    """Return each preset's probabilities of drawing, in the order of its `situations`.

    `build_hooks/xidach_tables.py` computes them.
    """
    return load_data("chieu.games.xidach.ai", "draws.json", dict[str, list[float]])


def _differences(rules: Rules, other: Rules) -> int:
    fields = zip(msgspec.structs.astuple(rules), msgspec.structs.astuple(other), strict=True)
    return sum(mine != theirs for mine, theirs in fields)


def _fallback(hand: int, rules: Rules) -> float:
    total = int(points(hand, compile_rules(rules)))
    with_ace = total > hard_total(hand) and size(hand) < 4
    return float(total < (_ENOUGH_WITH_ACE if with_ace else _ENOUGH))

"""How often each hand of Xì Dách draws in best play at two seats, as far as it is known for a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import msgspec

from chieu.games.xidach.ai.cfr import COUNTS, FEWEST
from chieu.games.xidach.ai.expectation import Hidden
from chieu.games.xidach.ai.solver import DrawShare, Role, Situation, alike, labels, situations
from chieu.games.xidach.ai.tables import ALWAYS, SOMETIMES
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, all_hands, moves
from chieu.games.xidach.hands import compile_rules, points, size, smallest
from chieu.games.xidach.rules import PRESETS, Rules

_ENOUGH: Final = 16  # where nothing is known: as `Heuristic` does
_ENOUGH_WITH_ACE: Final = 18


class Hiding(NamedTuple):
    """What hidden hands may be if their seats play so: the dealer's by the number of a player's cards from 2 on, a
    player's by the number of the own; each also while it has just its first two cards."""

    dealer: tuple[Hidden, ...]
    player: tuple[Hidden, ...]


class Plans(NamedTuple):
    """How often each hand draws: the player's, and the dealer's by the number of the player's cards from 2 on."""

    player: list[float]
    dealers: tuple[list[float], ...]


@cache
def known(rules: Rules) -> Mapping[Situation, float] | None:
    """How often each hand draws that has a choice; None if nobody has solved the sheet beforehand."""
    for name, preset in PRESETS.items():
        if alike(preset) == rules:
            return _by_heart(name)
    return None


def choices(rules: Rules) -> tuple[DrawShare, ...] | None:
    """The same as a solution has it."""
    shares = known(alike(rules))
    if shares is None:
        return None
    return tuple(DrawShare(role=role, hand=hand, against=at, draw=draw) for (role, hand, at), draw in shares.items())


@cache
def plans_of(rules: Rules) -> Plans:
    """Best play where it is known. By another sheet hands draw as by the preset that differs least from it: solving
    takes seconds, and nobody waits that long at a table."""
    sheet = alike(rules)
    nearest = min(PRESETS, key=lambda name: _differences(alike(PRESETS[name]), sheet))
    shares, hands, compiled = _by_heart(nearest), all_hands(), compile_rules(sheet)

    def plan(role: Role, against: int | None) -> list[float]:
        out = []
        for cards, held in zip(hands.cards, hands.held, strict=True):
            may = moves(compiled, cards, role == "dealer")
            chosen = shares.get((role, labels(held), against)) if may == MAY_DRAW | MAY_STOP else float(may == MAY_DRAW)
            out.append(_usual(int(cards), sheet) if chosen is None else chosen)
        return out

    return Plans(plan("player", None), tuple(plan("dealer", FEWEST + more) for more in range(COUNTS)))


@cache
def hiding(rules: Rules) -> Hiding:
    """The same as hands that may be hidden."""
    plans, compiled = plans_of(rules), compile_rules(rules)
    return Hiding(
        tuple(Hidden(compiled, plan, 0) for plan in plans.dealers),
        tuple(Hidden(compiled, plans.player, FEWEST + more) for more in range(COUNTS)),
    )


@cache
def _by_heart(name: str) -> Mapping[Situation, float]:
    every = enumerate(situations(alike(PRESETS[name])))
    return {one: SOMETIMES[name].get(place, float(ALWAYS[name] >> place & 1)) for place, one in every}


def _differences(one: Rules, other: Rules) -> int:
    fields = zip(msgspec.structs.astuple(one), msgspec.structs.astuple(other), strict=True)
    return sum(mine != theirs for mine, theirs in fields)


def _usual(hand: int, rules: Rules) -> float:
    total = int(points(hand, compile_rules(rules)))
    with_ace = total > smallest(hand) and size(hand) < 4
    return float(total < (_ENOUGH_WITH_ACE if with_ace else _ENOUGH))

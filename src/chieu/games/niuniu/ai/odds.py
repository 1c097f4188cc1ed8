"""Roles, named hands and exact odds of Niu Niu for `chieu.odds`."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from msgspec.structs import replace

from chieu.core.extras import ExactOdds, ExactRole, OddsModel
from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.pairs import HANDS, PAIRS, Joint, joint
from chieu.games.niuniu.rules import Match, Rules
from chieu.games.niuniu.state import State

_DEALS: Final = 4_000  # of an auction; the other modes are faster
_PLAIN: Final = ("plain", "bull_7_8", "bull_9", "bull_bull")  # reasons that say no more than the bull

_PRICED: Final = {
    **{name: (name,) for name in ("five_faces", "face_and_spade_ace", "pair", "sum_ten", "bomb", "five_small")},
    "bull_7_8": ("bull_7", "bull_8"),
    "bull_9": ("bull_9",),
    "bull_bull": ("bull_10",),
    "baseless_pays": ("no_base",),
}


def roles(state: State) -> tuple[str, ...]:
    """Return the role of the banker or the house, and of the players."""
    bank = "house" if state.compiled.paytable else "banker"
    return tuple([bank if seat == state.banker else "player" for seat in range(state.seats)])


def results(state: State) -> list[tuple[int, str]]:
    """Return the bull of each hand, and why it pays what it pays."""
    out: list[tuple[int, str]] = []
    for seat in range(state.seats):
        if state.held(seat) > 0:
            out += [(seat, name) for name in named(state.verdict(seat))]
    return out


def named(verdict: int) -> tuple[str, ...]:
    """Return the names of a hand: its bull, and its reason unless that only repeats the bull."""
    reason, bull = hands.HAND_REASONS[hands.reason(verdict)], int(hands.bull(verdict))
    if bull == 0:
        return (reason,)
    return (f"bull_{bull}",) if reason in _PLAIN else (f"bull_{bull}", reason)


def _start(rules: Rules, seats: int, number: int) -> tuple[Match | None, int]:
    """Rotate the bank, or the last banker of an auction. The house of a pay table stays where it is."""
    return None, number % (seats - 1 if rules.mode == "paytable" else seats)


def exact(rules: Rules, seats: int) -> ExactOdds | None:
    """Return the odds with a bank or a pay table; None for an auction.

    Stakes come before the cards, so no choice changes what a stake wins.

    With a bank any two hands of a deal are exchangeable and the better one wins its own multiple: the edge is exactly
    0. A player's payoffs are counted. The banker's are those of a single player at two seats, otherwise unknown.
    """
    if rules.mode == "auction":
        return None
    table = joint(rules.values)
    names = _names(rules, table)
    if rules.mode == "paytable":
        payoffs = _paid_by_house(rules, table)
        won = sum(stakes * chance for stakes, chance in payoffs)
        player = ExactRole(role="player", won=won, payoffs=payoffs, results=names)
        house = ExactRole(role="house", won=-(seats - 1) * won, payoffs=_mirrored(payoffs) if seats == 2 else ())
        return ExactOdds(roles=(house, player), play="any", how="counted")
    payoffs = _against_banker(rules, table)
    player = ExactRole(role="player", won=0.0, payoffs=payoffs, results=names)
    banker = ExactRole(role="banker", won=0.0, payoffs=_mirrored(payoffs) if seats == 2 else (), results=names)
    return ExactOdds(roles=(banker, player), play="any", how="symmetric")


def _names(rules: Rules, table: Joint) -> tuple[tuple[str, float], ...]:
    compiled = hands.compile_rules(rules)
    counts: dict[str, int] = defaultdict(int)
    for group in table.classes:
        for name in named(hands.verdict(*group.cards, compiled)):
            counts[name] += group.count
    return tuple([(name, count / HANDS) for name, count in sorted(counts.items())])


def _paid_by_house(rules: Rules, table: Joint) -> tuple[tuple[float, float], ...]:
    compiled = hands.compile_rules(rules)
    counts: dict[int, int] = defaultdict(int)
    for group in table.classes:
        counts[int(hands.multiple(hands.verdict(*group.cards, compiled))) - 1] += group.count
    return tuple([(float(stakes), count / HANDS) for stakes, count in sorted(counts.items())])


def _against_banker(rules: Rules, table: Joint) -> tuple[tuple[float, float], ...]:
    """Return what a player wins with its probability, from the stored pairs of classes.

    Hands that only the highest card can decide win the same multiple whoever wins, each as often as the other.
    """
    compiled, by_bull = hands.compile_rules(rules), hands.compile_rules(replace(rules, equal_bulls="push"))
    strengths = [hands.strength(*group.cards, by_bull) for group in table.classes]
    multiples = [int(hands.stakes_won(0, hands.strength(*group.cards, compiled), compiled)) for group in table.classes]
    twice: dict[int, int] = defaultdict(int)  # twice the number of pairs
    for first, second, count in table.pairs:
        by = hands.compared(strengths[first], strengths[second])
        if by != 0:
            twice[multiples[first] if by > 0 else -multiples[second]] += 2 * count
        elif rules.equal_bulls == "push":
            twice[0] += 2 * count
        else:
            twice[multiples[first]] += count
            twice[-multiples[first]] += count
    return tuple([(float(stakes), count / (2 * PAIRS)) for stakes, count in sorted(twice.items())])


def _mirrored(payoffs: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return tuple([(0.0 - stakes, chance) for stakes, chance in reversed(payoffs)])


ODDS: Final[OddsModel[Rules, State]] = OddsModel(
    names=("banker", "house", "player"),
    roles=roles,
    results=results,
    stake=lambda rules: rules.stake_min,
    stakes=("stake_min", "stake_max"),
    start=_start,
    exact=exact,
    priced=_PRICED,
    deals=_DEALS,
)

"""Bots that stall deals of our own games, and a report of how long they can.

python -m tests.laws.stallers --rounds 100             every game, preset and contract, each staller
python -m tests.laws.stallers --rounds 100 --game rummy --seats 4 --set wild_ranks=2T
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from chieu.core import run, sheets
from chieu.core.game import AnyGame
from chieu.games import all_games
from chieu.testing import Staller, stall
from chieu.testing.stalling import FirstOfAll, LastOfAll, moves_of


class TakesTheDiscard(Staller):
    after = ("take",)


class TakesTheDiscardAndKeepsItsMelds(Staller):
    after = ("take",)
    shuns = ("lay_down", "lay_off")


class NeverLaysDown(Staller):
    shuns = ("lay_down",)


class NeverLaysOff(Staller):
    """Lays down as soon as it can, then keeps every card."""

    after = ("lay_down",)
    shuns = ("lay_off",)


class Swaps(Staller):
    after = ("swap", "lay_down")
    shuns = ("lay_off",)


class Votes(Staller):
    after = ("vote true",)


class Asks(Staller):
    after = ("ask",)


class Passes(Staller):
    after = ("pass",)


STALLERS: Final[tuple[type[Staller], ...]] = (
    TakesTheDiscard,
    TakesTheDiscardAndKeepsItsMelds,
    NeverLaysDown,
    NeverLaysOff,
    Swaps,
    Votes,
    Asks,
    Passes,
    FirstOfAll,
    LastOfAll,
)


def contracts(game: AnyGame, rules: Any) -> Iterator[tuple[str, Any]]:
    """Yield the matches with which a game's deals start, if they make a difference."""
    if "round" not in game.match.__struct_fields__:
        yield "", None
        return
    for number in range(1, rules.rounds + 1):
        yield f"round {number}", game.match(number)


def main() -> int:
    """Print the length and the endings of deals by contract and staller."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--set", action="append", default=[])
    args = parser.parse_args()
    stuck = 0
    for game in all_games().values():
        if args.game not in (None, game.name):
            continue
        seats = args.seats if args.seats is not None else game.extras.quick.seats
        for preset, plain in game.presets.items():
            rules = sheets.with_settings(game, plain, args.set)
            _print(
                f"{game.name} {preset} {' '.join(args.set)}: {seats} seats, at most {game.longest(rules, seats)} moves"
            )
            for contract, match in contracts(game, rules):
                for staller in STALLERS:
                    stuck += _report(game, rules, seats, contract, match, staller, args.rounds)
    _print("all end" if not stuck else f"{stuck} DO NOT END")
    return 1 if stuck else 0


def _report(
    game: AnyGame, rules: Any, seats: int, contract: str, match: Any, staller: type[Staller], rounds: int
) -> int:
    started, longest, ends, stuck = time.monotonic(), 0, Counter[str](), 0
    for seed in range(rounds):
        if sys.stderr.isatty():
            sys.stderr.write(f"\r  {contract} {staller.__name__} {seed}/{rounds} ")
        try:
            deal = stall(game, rules, [staller] * seats, seed, match)
        except run.Stuck:
            stuck += 1
            break  # the others would take as long
        longest = max(longest, moves_of(deal))
        ends.update(label for label in game.extras.tally(deal.state) if label.startswith("end."))
    endings = " ".join(f"{label} {count}" for label, count in sorted(ends.items()))
    _print(
        f"  {contract:8} {staller.__name__:32} longest {longest:6} moves  {endings}"
        f"{'  NO END' if stuck else ''}  {time.monotonic() - started:.1f} s"
    )
    return stuck


def _print(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the report


if __name__ == "__main__":
    sys.exit(main())

"""Every level of every game against the level below; `strong` of Big Two under many sheets.

    python -m bench.levels [GAME...] [--share 1.0] [--seed 1] [--jobs 2]
    python -m bench.levels --sheets 20 [--share 1.0] [--seed 1] [--jobs 2]

Every deal (a match in Chinese Rummy) is played with one seat of the level among copies of the level below, in all seats
in turn. A deal is one observation; ± is 95 %. `--share` scales the number of deals. `--sheets` plays Big Two with four
seats under all presets and under that many sheets whose options are all random, with a stake of 1.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Any, NamedTuple

import chieu
from chieu.arena import Arena, Cell, CrossTable, play
from chieu.arena.boards import Pairing
from chieu.bots import bots_of, usual_bot
from chieu.bots.levels import LEVELS, levels_of
from chieu.cli.workers import Workers, processes
from chieu.core import sheets
from chieu.core.options import options_of
from chieu.games.big2.rules import Rules


class Table(NamedTuple):
    """A table at which levels are measured, and the number of deals or matches for each pair of levels."""

    game: str
    preset: str
    seats: int
    deals: int
    matches: bool = False


TABLES = (
    Table("xidach", "room", 2, 20_000),
    Table("xidach", "room", 4, 2_000),
    Table("big2", "lawrence", 2, 600),
    Table("big2", "lawrence", 4, 300),
    Table("rummy", "seven-rounds", 2, 200, matches=True),
    Table("niuniu", "auction", 2, 10_000),
    Table("niuniu", "auction", 4, 5_000),
)
DEALS_OF_A_SHEET = 40


def measure(arena: Arena, bot: str, among: str, deals: float, workers: Workers) -> Cell:
    """Play a bot among copies of another one."""
    bots = bots_of(arena.game)
    pair = Pairing((bot, bots[bot]), (among, bots[among]))
    boards = play(arena, [pair], range(max(int(deals), 2)), workers.executor, ahead=2 * workers.at_a_time)
    return CrossTable(arena, [(bot, among)], boards).cells[bot, among]


def figures(cell: Cell) -> str:
    """Return the chips per game and the share of games won."""
    share, low, high = cell.first_share()
    margin = cell.result.sums.margin / cell.result.seats
    return f"{cell.result.mean:+.3f} ± {margin:.3f} | {100 * share:.1f} % ± {50 * (high - low):.1f}"


def random_sheet(rng: chieu.Rng) -> Rules:
    """Return a sheet of Big Two with every option at random, except for the stake."""
    values: dict[str, Any] = {}
    for option in options_of(Rules):
        if option.kind == "flag":
            values[option.name] = rng.below(2) == 1
        elif option.kind == "choice":
            values[option.name] = rng.pick(option.choices)
        else:
            values[option.name] = option.least + int(rng.below(option.most - option.least + 1))
    return Rules(**values | {"stake": 1})


def by_sheet(args: argparse.Namespace, workers: Workers) -> None:
    """Print `strong` among usual bots of Big Two under all presets and random sheets."""
    game, rng = chieu.load("big2"), chieu.Rng(args.seed)
    chosen = [*game.presets.values(), *(random_sheet(rng) for _ in range(args.sheets))]
    ahead = clearly = 0
    print("| sheet | chips per game | games won |\n|---|---:|---:|")
    for rules in chosen:
        arena = Arena("big2", rules, 4, args.seed)
        cell = measure(arena, "strong", usual_bot(game), args.share * DEALS_OF_A_SHEET, workers)
        ahead += cell.result.mean > 0
        clearly += cell.result.interval()[0] > 0
        print(f"| `{sheets.code(game, rules)}` | {figures(cell)} |", flush=True)
    print(f"ahead on {ahead} of {len(chosen)} sheets, with an interval above 0 on {clearly}")


def by_level(args: argparse.Namespace, workers: Workers) -> None:
    """Print every level among copies of the level below."""
    print("| table | level | among | games, each in all seats | chips per game | games won |")
    print("|---|---|---|---:|---:|---:|")
    for name, preset, seats, deals, matches in TABLES:
        game = chieu.load(name)
        arena = Arena(name, game.presets[preset], seats, args.seed, matches)
        levels = [(level, bot) for level, bot in levels_of(game).items() if level in LEVELS]
        for (below, among), (level, bot) in pairwise(levels) if name in args.games else ():
            cell = measure(arena, bot, among, args.share * deals, workers)
            table = f"{name} `{preset}`, {seats} seats"
            games = f"{cell.result.sums.count} {'matches' if matches else 'deals'}"
            print(f"| {table} | {level} | {below} | {games} | {figures(cell)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", default=[table.game for table in TABLES])
    for name, usual in (("sheets", 0), ("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--share", type=float, default=1.0)
    args = parser.parse_args()
    with processes(args.jobs) as workers:
        (by_sheet if args.sheets else by_level)(args, workers)


if __name__ == "__main__":
    main()

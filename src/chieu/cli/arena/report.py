"""A tournament of bots as tables for people, as JSON for programs, and as a picture."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from chieu import __version__
from chieu.arena import Arena, Cell, CrossTable, RankedBot, source_digest
from chieu.arena.statistics import SURE
from chieu.cli.arena import interval_plot
from chieu.cli.arena.interval_plot import Interval
from chieu.cli.console import output, painted, show, tell
from chieu.core import sheets
from chieu.core.game import AnyGame


def report(game: AnyGame, arena: Arena, table: CrossTable) -> None:
    """All of it on the terminal."""
    console = output()
    tell(console, _head(game, arena, table), "bold")
    show(console, "")
    show(console, _standings(table))
    show(console, "")
    tell(console, "Chips per game of one bot among copies of another; ± is 95 %, and a deal counts as one observation.")
    show(console, _cross(table, lambda cell: painted(_chips(cell))))
    if arena.matches:
        show(console, "")
        tell(console, "Share of matches won:")
        show(console, _cross(table, _share))


def picture(game: AnyGame, arena: Arena, table: CrossTable) -> str:
    """What every bot wins among every other one, as SVG."""
    cells = [_whisker(f"{cell.bot} among {cell.among}", cell) for cell in table.cells.values()]
    cells.sort(key=lambda one: -one.mean)
    note = "chips per game, one bot among copies of the other; whiskers are 95 %"
    return interval_plot.svg(cells, _head(game, arena, table), note)


def described(game: AnyGame, arena: Arena, table: CrossTable) -> dict[str, Any]:
    """All of it, for programs."""
    return {
        "game": game.name,
        "rules": sheets.canonical(game, arena.rules),
        "sheet": sheets.code(game, arena.rules),
        "seats": arena.seats,
        "seed": arena.seed,
        "unit": "match" if arena.matches else "deal",
        "count": len(table.numbers),
        "chieu": __version__,
        "source": source_digest(game.name),
        "bots": [_described(one) for one in table.standings],
        "pairings": [_pairing(cell) for cell in table.cells.values()],
    }


def _described(one: RankedBot) -> dict[str, Any]:
    low, high = one.result.interval()
    return {
        "bot": one.bot,
        "rating": one.rating.points,
        "sigma": one.rating.sigma,
        "mean": one.result.mean,
        "low": low,
        "high": high,
    }


def _pairing(cell: Cell) -> dict[str, Any]:
    low, high = cell.result.interval()
    first, first_low, first_high = cell.first_share()
    return {
        "bot": cell.bot,
        "among": cell.among,
        "games": cell.result.sums.count * cell.result.seats,
        "mean": cell.result.mean,
        "low": low,
        "high": high,
        "first": {"share": first, "low": first_low, "high": first_high},
    }


def _head(game: AnyGame, arena: Arena, table: CrossTable) -> str:
    unit = "matches" if arena.matches else "deals"
    return (
        f"{game.presentation.title.say('en')} · {sheets.canonical(game, arena.rules)} · {arena.seats} seats ·"
        f" {len(table.numbers):,} {unit}, each in all {len(arena.places)} places · seed {arena.seed}"
    )


def _standings(table: CrossTable) -> Table:
    out = _table("bot", "rating", "chips per game", "")
    bars = interval_plot.lines([_whisker(one.bot, one) for one in table.standings])
    for one, bar in zip(table.standings, bars, strict=True):
        rating = f"{one.rating.points:.0f} ± {SURE * one.rating.sigma:.0f}"
        out.add_row(one.bot, rating, painted(_chips(one)), bar)
    return out


def _cross(table: CrossTable, told: Any) -> Table:
    names = [one.bot for one in table.standings]
    columns = [name for name in names if any(cell.among == name for cell in table.cells.values())]
    out = _table("bot", *(f"among {name}" for name in columns))
    for name in names:
        cells = [table.cells.get((name, column)) for column in columns]
        if any(cells):
            out.add_row(name, *("·" if cell is None else told(cell) for cell in cells))
    return out


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place and column else "left", no_wrap=True)
    return table


def _chips(one: Cell | RankedBot) -> str:
    low, high = one.result.interval()
    return f"{one.result.mean:+.2f} ± {(high - low) / 2:.2f}"


def _share(cell: Cell) -> str:
    share, low, high = cell.first_share()
    return f"{100 * share:.1f} % ± {100 * max(high - share, share - low):.1f}"


def _whisker(name: str, one: Cell | RankedBot) -> Interval:
    return Interval(name, one.result.mean, *one.result.interval())

"""Report of a tournament: tables for the terminal, JSON, and a plot."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from chieu import __version__
from chieu.arena import Arena, Cell, CrossTable, RankedBot, source_digest
from chieu.arena.statistics import SURE
from chieu.cli import console
from chieu.cli.console import highlight, show, tell
from chieu.cli.interval_plot import Interval, lines, svg
from chieu.core import sheets
from chieu.core.game import AnyGame


def report(game: AnyGame, arena: Arena, table: CrossTable) -> None:
    """Print the tables."""
    tell(_head(game, arena, table), "bold")
    show("", _standings(table), "")
    tell("Chips per game of one bot among copies of another; ± is 95 %, and a deal counts as one observation.")
    show(_cross(table, lambda cell: highlight(_chips(cell))))
    if arena.matches:
        show("", "Share of matches won:", _cross(table, _share))


def picture(game: AnyGame, arena: Arena, table: CrossTable) -> str:
    """Plot the payoff of every bot among copies of every other one, as SVG."""
    cells = [_interval(f"{cell.bot} among {cell.among}", cell) for cell in table.cells.values()]
    cells.sort(key=lambda interval: -interval.mean)
    note = "chips per game, one bot among copies of the other; whiskers are 95 %"
    return svg(cells, _head(game, arena, table), note, "en")


def as_json(game: AnyGame, arena: Arena, table: CrossTable) -> dict[str, Any]:
    """Return the report as data for JSON."""
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
        "bots": [_ranked(ranked) for ranked in table.standings],
        "pairings": [_pairing(cell) for cell in table.cells.values()],
    }


def _ranked(ranked: RankedBot) -> dict[str, Any]:
    low, high = ranked.result.interval()
    return {
        "bot": ranked.bot,
        "rating": ranked.rating.points,
        "sigma": ranked.rating.sigma,
        "mean": ranked.result.mean,
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
    out = console.table("bot", "rating", "chips per game")
    out.add_column(no_wrap=True)
    bars = lines([_interval(ranked.bot, ranked) for ranked in table.standings])
    for ranked, bar in zip(table.standings, bars, strict=True):
        rating = f"{ranked.rating.points:.0f} ± {SURE * ranked.rating.sigma:.0f}"
        out.add_row(ranked.bot, rating, highlight(_chips(ranked)), bar)
    return out


def _cross(table: CrossTable, show_cell: Any) -> Table:
    names = [ranked.bot for ranked in table.standings]
    columns = [name for name in names if any(cell.among == name for cell in table.cells.values())]
    out = console.table("bot", *(f"among {name}" for name in columns))
    for name in names:
        cells = [table.cells.get((name, column)) for column in columns]
        if any(cells):
            out.add_row(name, *("·" if cell is None else show_cell(cell) for cell in cells))
    return out


def _chips(row: Cell | RankedBot) -> str:
    low, high = row.result.interval()
    return f"{row.result.mean:+.2f} ± {(high - low) / 2:.2f}"


def _share(cell: Cell) -> str:
    share, low, high = cell.first_share()
    return f"{100 * share:.1f} % ± {100 * max(high - share, share - low):.1f}"


def _interval(name: str, row: Cell | RankedBot) -> Interval:
    return Interval(name, row.result.mean, *row.result.interval())

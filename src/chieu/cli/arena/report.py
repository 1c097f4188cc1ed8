"""Report of a tournament: tables for the terminal, JSON, and a plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from rich.table import Table

from chieu import __version__
from chieu.arena import Arena, Cell, CrossTable, RankedBot, source_digest
from chieu.arena.statistics import SURE
from chieu.cli import console
from chieu.cli.console import highlight, show, tell
from chieu.core import sheets
from chieu.core.game import AnyGame

_CELLS: Final = 33  # width of a plot on a terminal

_ROW, _TOP, _LEFT, _WIDE, _RIGHT = 26, 56, 220, 480, 150  # layout of the SVG, in pixels


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
    return _svg(cells, _head(game, arena, table), note)


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
    bars = _lines([_interval(ranked.bot, ranked) for ranked in table.standings])
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


def _interval(name: str, row: Cell | RankedBot) -> _Interval:
    return _Interval(name, row.result.mean, *row.result.interval())


# Interval plots: means with their confidence intervals, as lines of a terminal and as SVG


class _Interval(NamedTuple):
    """A mean and its confidence interval."""

    name: str
    mean: float
    low: float
    high: float


def _scale(intervals: Sequence[_Interval], width: float) -> Callable[[float], float]:
    """Return a linear scale that fits all intervals, and zero, into a width."""
    low = min(0.0, *(interval.low for interval in intervals))
    span = max(0.0, *(interval.high for interval in intervals)) - low or 1.0
    return lambda value: (value - low) / span * width


def _lines(intervals: Sequence[_Interval]) -> list[str]:
    """Return a line per interval, all to the same scale; `┊` is zero."""
    position = _scale(intervals, _CELLS - 1)
    zero = round(position(0))
    out = []
    for interval in intervals:
        low, mean, high = (round(position(value)) for value in (interval.low, interval.mean, interval.high))
        cells = ["─" if low < cell < high else " " for cell in range(_CELLS)]
        cells[zero] = "┊" if not low < zero < high else "┼"
        cells[low], cells[high] = "├", "┤"
        cells[mean] = "●"
        out.append("".join(cells))
    return out


def _svg(intervals: Sequence[_Interval], title: str, note: str) -> str:
    position = _scale(intervals, _WIDE)
    bottom = _TOP + _ROW * len(intervals)
    zero = _LEFT + position(0)
    width, height = _LEFT + _WIDE + _RIGHT, bottom + 34
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' font-family="system-ui, sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="16" y="26" font-size="15" font-weight="600" fill="#222">{escape(title)}</text>',
        f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="{_TOP - 8}" y2="{bottom}" stroke="#999" stroke-dasharray="2 3"/>',
        f'<text x="{zero:.1f}" y="{bottom + 14}" text-anchor="middle" font-size="11" fill="#666">0</text>',
        f'<text x="16" y="{bottom + 26}" font-size="11" fill="#666">{escape(note)}</text>',
    ]
    for row, interval in enumerate(intervals):
        y = _TOP + _ROW * row + _ROW / 2
        low, mean, high = (_LEFT + position(value) for value in (interval.low, interval.mean, interval.high))
        colour = "#1a7f4b" if interval.low > 0 else "#b3261e" if interval.high < 0 else "#666"
        out += [
            f'<text x="{_LEFT - 12}" y="{y + 4:.1f}" text-anchor="end" fill="#222">{escape(interval.name)}</text>',
            f'<path d="M{low:.1f} {y - 5:.1f}v10M{low:.1f} {y:.1f}H{high:.1f}M{high:.1f} {y - 5:.1f}v10"'
            f' stroke="{colour}" stroke-width="1.5" fill="none"/>',
            f'<circle cx="{mean:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>',
            f'<text x="{_LEFT + _WIDE + 14}" y="{y + 4:.1f}" fill="{colour}">{interval.mean:+.2f} ±'
            f" {(interval.high - interval.low) / 2:.2f}</text>",
        ]
    return "\n".join([*out, "</svg>", ""])

"""A tournament of bots as tables for people, as JSON for programs, and as a picture."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from chieu import __version__
from chieu.bots.arena import Arena, Cell, CrossTable, RankedBot, source_digest
from chieu.bots.statistics import SURE
from chieu.cli import whiskers
from chieu.cli.console import output, painted, show, tell
from chieu.cli.texts import say
from chieu.cli.whiskers import Whisker
from chieu.core import sheets
from chieu.core.contract import AnyGame
from chieu.core.texts import Lang


def report(game: AnyGame, arena: Arena, table: CrossTable, lang: Lang) -> None:
    """All of it on the terminal."""
    console = output()
    tell(console, _head(game, arena, table, lang), "bold")
    show(console, "")
    show(console, _standings(table, lang))
    show(console, "")
    tell(console, say("arena.cross", lang))
    show(console, _cross(table, lang, lambda cell: painted(_chips(cell))))
    if arena.matches:
        show(console, "")
        tell(console, say("arena.matches", lang))
        show(console, _cross(table, lang, _share))


def picture(game: AnyGame, arena: Arena, table: CrossTable, lang: Lang) -> str:
    """What every bot wins among every other one, as SVG."""
    among = say("arena.among", lang)
    cells = [_whisker(f"{cell.bot} {among} {cell.among}", cell) for cell in table.cells.values()]
    cells.sort(key=lambda one: -one.mean)
    return whiskers.svg(cells, _head(game, arena, table, lang), say("arena.note", lang))


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


def _head(game: AnyGame, arena: Arena, table: CrossTable, lang: Lang) -> str:
    return say(
        "arena.head_matches" if arena.matches else "arena.head",
        lang,
        game=game.presentation.title.say(lang),
        rules=sheets.canonical(game, arena.rules),
        seats=arena.seats,
        count=f"{len(table.numbers):,}",
        places=len(arena.places),
        seed=arena.seed,
    )


def _standings(table: CrossTable, lang: Lang) -> Table:
    out = _table(*(say(f"arena.{key}", lang) for key in ("bot", "rating", "chips")), "")
    bars = whiskers.lines([_whisker(one.bot, one) for one in table.standings])
    for one, bar in zip(table.standings, bars, strict=True):
        rating = f"{one.rating.points:.0f} ± {SURE * one.rating.sigma:.0f}"
        out.add_row(one.bot, rating, painted(_chips(one)), bar)
    return out


def _cross(table: CrossTable, lang: Lang, told: Any) -> Table:
    names = [one.bot for one in table.standings]
    columns = [name for name in names if any(cell.among == name for cell in table.cells.values())]
    out = _table(say("arena.bot", lang), *(f"{say('arena.among', lang)} {name}" for name in columns))
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


def _whisker(name: str, one: Cell | RankedBot) -> Whisker:
    return Whisker(name, one.result.mean, *one.result.interval())

"""`chieu solve`: best play by any sheet, where a game can be solved."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.table import Table
from rich.text import Text as Painted

from chieu.cli import sheet
from chieu.cli.console import output, print_json, progress, show, tell
from chieu.cli.errors import OK, BadInput
from chieu.cli.parser import Command, Parser
from chieu.cli.text.texts import say
from chieu.core import codec, sheets
from chieu.core.extras import Chart, Solution, Solver
from chieu.core.game import AnyGame
from chieu.core.text.languages import Lang
from chieu.games import all_games
from chieu.search.solution_file import SolutionFile

_PERCENT: Final = 100
_AS_GOOD_AS_NEVER: Final = 0.005  # less than half a percent


class _Found(NamedTuple):
    """A solution, how long finding it took, and whether that was in another run."""

    solution: Solution
    seconds: float
    kept: bool


def fill(parser: Parser, words: Sequence[str]) -> None:
    """A game and its rules, and where the strategies go."""
    del words
    sheet.add_game(parser)
    sheet.add_rules(parser)
    parser.add_argument("--strategy", metavar="FILE", help=parser.say("help.strategy"))
    parser.add_argument("--no-cache", action="store_true", help=parser.say("help.no_cache"))
    parser.add_argument("--json", action="store_true", help=parser.say("help.json"))


def run(args: Namespace) -> int:
    """Solves, or looks up what was solved before, and reports."""
    game = sheet.game_named(args.game, args.lang)
    solver: Solver[Any] | None = game.extras.solver
    if solver is None:
        known = ", ".join(name for name, one in all_games().items() if one.extras.solver is not None)
        raise BadInput(say("error.not_solved", args.lang, game=game.name, known=known))
    rules = sheet.rules_of(args, game)
    found = _found(game, solver, solver.alike(rules), args)
    if args.strategy is not None:
        _write(found.solution, args.strategy, args.lang)
    if args.json:
        print_json(_described(game, solver, rules, found))
    else:
        _report(game, solver, rules, found, args)
    return OK


def _found(game: AnyGame, solver: Solver[Any], rules: Any, args: Namespace) -> _Found:
    file = None if args.no_cache else SolutionFile(game, rules)
    if file is not None and (kept := file.read()) is not None:
        return _Found(*kept, True)
    began = time.perf_counter()
    with progress(say("solve.bar", args.lang), _PERCENT) as bar:
        solution = solver.solve(rules, lambda share: bar(int(_PERCENT * share)))
    seconds = time.perf_counter() - began
    if file is not None:
        file.write(solution, seconds)
    return _Found(solution, seconds, False)


def _write(solution: Solution, name: str, lang: Lang) -> None:
    try:
        with Path(name).open("wb") as file:
            file.writelines(codec.encode(choice) + b"\n" for choice in solution.choices)
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(say("error.cannot_write", lang, file=name, reason=reason)) from None


def _described(game: AnyGame, solver: Solver[Any], rules: Any, found: _Found) -> dict[str, Any]:
    """All but the strategies, for programs."""
    solution = found.solution
    return {
        "game": game.name,
        "rules": sheets.canonical(game, rules),
        "sheet": sheets.code(game, rules),
        "seats": solver.seats,
        "value": solution.value,
        "low": solution.low,
        "high": solution.high,
        "exploitability": dict(zip(solver.sides, solution.exploitability(), strict=True)),
        "choices": len(solution.choices),
        "steps": solution.steps,
        "seconds": found.seconds,
        "cached": found.kept,
    }


def _report(game: AnyGame, solver: Solver[Any], rules: Any, found: _Found, args: Namespace) -> None:
    console, lang, solution = output(), args.lang, found.solution
    first, second = (say(f"side.{side}", lang) for side in solver.sides)
    first_loses, second_loses = solution.exploitability()
    canonical = sheets.canonical(game, rules)
    tell(
        console,
        say("solve.head", lang, game=game.presentation.title.say(lang), rules=canonical, seats=solver.seats),
        "bold",
    )
    value = say("solve.value", lang, side=first, value=solution.value, low=solution.low, high=solution.high)
    exploitable = say(
        "solve.exploitable", lang, first=first, second=second, first_loses=first_loses, second_loses=second_loses
    )
    took = say("solve.kept" if found.kept else "solve.took", lang, seconds=found.seconds, steps=solution.steps)
    for line in (value, exploitable, took):
        tell(console, line)
    if args.strategy is not None:
        tell(console, say("solve.choices", lang, count=f"{len(solution.choices):,}", file=args.strategy))
    for chart in solver.charts(rules, solution.choices, lang):
        if chart.rows:
            show(console, "")
            tell(console, chart.title, "bold")
            show(console, _drawn(chart, lang))


def _drawn(chart: Chart, lang: Lang) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    table.add_column(say("solve.hand", lang), no_wrap=True)
    for column in chart.columns:
        table.add_column(column, justify="right", no_wrap=True)
    for name, shares in chart.rows:
        table.add_row(name, *(_cell(chart, share) for share in shares))
    return table


def _cell(chart: Chart, share: float | None) -> Painted:
    if share is None:
        return Painted("·", style="dim")
    if share < _AS_GOOD_AS_NEVER:
        return Painted(chart.never, style="dim")
    if share > 1 - _AS_GOOD_AS_NEVER:
        return Painted(chart.always, style="bold green")
    return Painted(f"{chart.always} {_PERCENT * share:.0f} %", style="yellow")


COMMAND: Final = Command("solve", fill, run)

"""`chieu solve`: compute optimal play for any rule sheet of a game that has a solver."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import Any, Final, NamedTuple

from rich.table import Table
from rich.text import Text as Painted

from chieu.cli import sheet
from chieu.cli.console import OK, print_json, progress, show, table, tell, write_file
from chieu.cli.parser import Parser
from chieu.cli.text.texts import say
from chieu.core import codec, sheets
from chieu.core.extras import Chart, Solution, Solver
from chieu.core.game import AnyGame
from chieu.core.text.languages import Lang
from chieu.core.text.numbers import written
from chieu.solution_cache import SolutionFile

_PERCENT: Final = 100
_NEVER: Final = 0.005  # a smaller share counts as never


class _Solved(NamedTuple):
    """A solution, the seconds it took, and whether it comes from the cache."""

    solution: Solution
    seconds: float
    cached: bool


def fill(parser: Parser) -> None:
    """Add the game, its rules, and the file for the strategies."""
    sheet.add_game(parser)
    sheet.add_rules(parser)
    parser.add_argument("--strategy", metavar="FILE", help=parser.say("help.strategy"))
    parser.add_argument("--no-cache", action="store_true", help=parser.say("help.no_cache"))
    parser.add_argument("--json", action="store_true", help=parser.say("help.json"))


def run(args: Namespace) -> int:
    """Solve, or read the solution from the cache, and report."""
    game = sheet.game_named(args.game, args.lang)
    solver: Solver[Any] = sheet.extra_of(game, "solver", "error.not_solved", args.lang)
    rules = sheet.rules_of(args, game)
    solved = _solve(game, solver, solver.alike(rules), args)
    if args.strategy is not None:
        lines = (f"{codec.encode(choice).decode()}\n" for choice in solved.solution.choices)
        write_file(args.strategy, "".join(lines), args.lang)
    if args.json:
        print_json(_as_json(game, solver, rules, solved))
    else:
        _report(game, solver, rules, solved, args)
    return OK


def _solve(game: AnyGame, solver: Solver[Any], rules: Any, args: Namespace) -> _Solved:
    file = None if args.no_cache else SolutionFile(game, rules)
    if file is not None and (cached := file.read()) is not None:
        return _Solved(*cached, True)
    began = time.perf_counter()
    with progress(say("solve.bar", args.lang), _PERCENT) as bar:
        solution = solver.solve(rules, lambda share: bar(int(_PERCENT * share)))
    seconds = time.perf_counter() - began
    if file is not None:
        file.write(solution, seconds)
    return _Solved(solution, seconds, False)


def _as_json(game: AnyGame, solver: Solver[Any], rules: Any, solved: _Solved) -> dict[str, Any]:
    """Return the report as data for JSON, without the strategies."""
    solution = solved.solution
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
        "seconds": solved.seconds,
        "cached": solved.cached,
    }


def _report(game: AnyGame, solver: Solver[Any], rules: Any, solved: _Solved, args: Namespace) -> None:
    lang, solution = args.lang, solved.solution
    first, second = (say(f"side.{side}", lang) for side in solver.sides)
    first_loses, second_loses = solution.exploitability()
    title, canonical = game.presentation.title.say(lang), sheets.canonical(game, rules)
    tell(say("solve.head", lang, game=title, rules=canonical, seats=solver.seats), "bold")
    tell(say("solve.value", lang, side=first, value=solution.value, low=solution.low, high=solution.high))
    losses = {"first": first, "second": second, "first_loses": first_loses, "second_loses": second_loses}
    tell(say("solve.exploitable", lang, **losses))
    tell(say("solve.kept" if solved.cached else "solve.took", lang, seconds=solved.seconds, steps=solution.steps))
    if args.strategy is not None:
        tell(say("solve.choices", lang, count=written(len(solution.choices), lang), file=args.strategy))
    for chart in solver.charts(rules, solution.choices, lang):
        if chart.rows:
            show("")
            tell(chart.title, "bold")
            show(_chart_table(chart, lang))


def _chart_table(chart: Chart, lang: Lang) -> Table:
    out = table(say("solve.hand", lang), *chart.columns)
    for name, shares in chart.rows:
        out.add_row(name, *(_cell(chart, share) for share in shares))
    return out


def _cell(chart: Chart, share: float | None) -> Painted:
    if share is None:
        return Painted("·", style="dim")
    if share < _NEVER:
        return Painted(chart.never, style="dim")
    if share > 1 - _NEVER:
        return Painted(chart.always, style="bold green")
    return Painted(f"{chart.always} {_PERCENT * share:.0f} %", style="yellow")

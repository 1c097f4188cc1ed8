"""`chieu simulate`: play many deals among bots and print statistics."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from rich.table import Table

from chieu.arena.simulation import Result, Simulation
from chieu.bots import Random, usual_bot
from chieu.cli import sheet
from chieu.cli.console import OK, BadInput, output, painted, print_json, progress, show, tell
from chieu.cli.parser import Command, Parser, whole
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame, Illegal
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser

_HOUSE: Final = "house"  # name of a closed seat in reports


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Add the game, its rules, the bots and the number of deals."""
    del words
    sheet.add_game(parser)
    parser.add_argument(
        "--deals", metavar="N", type=whole(1, 10**9, parser.lang), default=1000, help=parser.say("help.deals")
    )
    parser.add_argument("--bots", metavar="A,B", help=parser.say("help.bots"))
    sheet.add_table(parser)
    sheet.add_rules(parser)
    parser.add_argument("--records", metavar="FILE", help=parser.say("help.records"))
    parser.add_argument("--json", action="store_true", help=parser.say("help.json"))


def run_command(args: Namespace) -> int:
    """Play and report."""
    game = sheet.game_named(args.game, args.lang)
    rules = sheet.rules_of(args, game)
    seats = sheet.seats_of(args, game, rules)
    seed = 1 if args.seed is None else args.seed
    asked = args.bots.split(",") if args.bots is not None else [usual_bot(game)]
    places = sheet.open_seats(game, rules, seats)
    players = list(islice(cycle(asked), len(places)))
    bots: list[tuple[str, BotMaker]] = [(_HOUSE, Random)] * seats  # the house is never asked to act
    for place, name, maker in zip(places, players, sheet.bots_named(players, game, args.lang), strict=True):
        bots[place] = name, maker
    names = [name for name, _ in bots]
    with ExitStack() as stack:
        write = _writer(args, names, seed, stack)
        bar = stack.enter_context(progress(say("simulate.bar", args.lang), args.deals))
        result = Simulation(game, rules, bots, seed)
        began = time.perf_counter()
        try:
            for number, deal in enumerate(islice(result.run(), args.deals)):
                write(number, deal)
                bar(number + 1)
        except Illegal as error:
            why = Phraser(game, args.lang).refusal(error)
            raise BadInput(say("error.bot_refused", args.lang, why=why)) from error
        except KeyboardInterrupt:
            pass  # report the deals played so far
        seconds = time.perf_counter() - began
    if args.json:
        print_json(_described(game, rules, seed, result, seconds))
    else:
        _report(game, rules, seed, result, seconds, args.lang)
    return OK


def _writer(args: Namespace, names: Sequence[str], seed: int, stack: ExitStack) -> Callable[[int, Deal], None]:
    if args.records is None:
        return lambda *_: None
    try:
        file = Path(args.records).open("w", encoding="utf-8")  # noqa: SIM115  # the stack closes it
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(say("error.cannot_write", args.lang, file=args.records, reason=reason)) from None
    stack.enter_context(file)
    players = [f"seat {seat} {name}" for seat, name in enumerate(names)]

    def write(number: int, deal: Deal) -> None:
        separator = "\n" if number else ""
        file.write(separator + deal.record([*players, f"seed {seed} deal {number}"]))

    return write


def _report(game: AnyGame, rules: Any, seed: int, done: Simulation, seconds: float, lang: Lang) -> None:
    console = output()
    head = say(
        "simulate.head",
        lang,
        game=game.presentation.title.say(lang),
        rules=sheets.canonical(game, rules),
        deals=f"{done.deals:,}",
        seats=len(done.seats),
        seed=seed,
        pace=f"{done.deals / seconds:,.0f}",
    )
    tell(console, head, "bold")
    show(console, "")
    seat, bot = say("simulate.seat", lang), say("simulate.bot", lang)
    show(
        console,
        _results(
            (seat, bot),
            [((str(number), result.bot), result) for number, result in enumerate(done.seats, start=1)],
            lang,
        ),
    )
    show(console, "")
    show(console, _results((bot,), [((result.bot,), result) for result in done.bots], lang))
    show(console, "")
    table = _table(say("simulate.label", lang), *(say(f"simulate.{key}", lang) for key in ("count", "share", "sure")))
    for label, count, _, share, low, high in done.labels():
        table.add_row(label, f"{count:,}", _percent(share), f"{_percent(low)} … {_percent(high)}")
    show(console, table)


def _results(firsts: Sequence[str], rows: Sequence[tuple[Sequence[str], Result]], lang: Lang) -> Table:
    """Return a table of results. `firsts` are the headings of the columns that name the player."""
    columns = [say(f"simulate.{key}", lang) for key in ("mean", "sure", "wins", "pushes", "losses", "total")]
    table = _table(*firsts, *columns)
    for player, result in rows:
        low, high = result.interval()
        table.add_row(
            *player,
            painted(f"{result.mean:+.4f}"),
            f"{low:+.4f} … {high:+.4f}",
            *(_percent(result.share(count)) for count in (result.wins, result.pushes, result.losses)),
            painted(f"{result.sums.total:+d}"),
        )
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right", no_wrap=True)
    return table


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def _described(game: AnyGame, rules: Any, seed: int, done: Simulation, seconds: float) -> dict[str, Any]:
    """Return the report as data for JSON."""

    def described(result: Result) -> dict[str, Any]:
        low, high = result.interval()
        shares = {"wins": result.wins, "pushes": result.pushes, "losses": result.losses}
        return {
            "bot": result.bot,
            "total": result.sums.total,
            "mean": result.mean,
            "low": low,
            "high": high,
            **{name: result.share(count) for name, count in shares.items()},
        }

    return {
        "game": game.name,
        "rules": sheets.canonical(game, rules),
        "sheet": sheets.code(game, rules),
        "seed": seed,
        "deals": done.deals,
        "seconds": seconds,
        "deals_per_second": done.deals / seconds,
        "seats": [{"seat": seat, **described(result)} for seat, result in enumerate(done.seats)],
        "bots": [{"seats": result.seats, **described(result)} for result in done.bots],
        "tally": [
            {"label": label, "count": count, "deals": deals, "share": share, "low": low, "high": high}
            for label, count, deals, share, low, high in done.labels()
        ],
    }


COMMAND: Final = Command("simulate", fill, run_command)

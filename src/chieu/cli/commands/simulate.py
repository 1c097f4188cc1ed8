"""`chieu simulate`: many deals among bots, and what came of them."""

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
from chieu.cli.console import output, painted, print_json, progress, show, tell
from chieu.cli.errors import OK, BadInput
from chieu.cli.parser import Command, Parser, whole
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame, Illegal
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser

_HOUSE: Final = "house"  # how a closed seat is called in a report


def fill(parser: Parser, words: Sequence[str]) -> None:
    """A game, its rules, who plays, how often."""
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
    """Plays and reports."""
    game = sheet.game_named(args.game, args.lang)
    rules = sheet.rules_of(args, game)
    seats = sheet.seats_of(args, game, rules)
    seed = 1 if args.seed is None else args.seed
    asked = args.bots.split(",") if args.bots is not None else [usual_bot(game)]
    places = sheet.open_seats(game, rules, seats)
    players = list(islice(cycle(asked), len(places)))
    bots: list[tuple[str, BotMaker]] = [(_HOUSE, Random)] * seats  # nobody asks the house for anything
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
            pass  # who has seen enough gets what there is
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
        parted = "\n" if number else ""
        file.write(parted + deal.record([*players, f"seed {seed} deal {number}"]))

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
        _fared((seat, bot), [((str(number), one.bot), one) for number, one in enumerate(done.seats, start=1)], lang),
    )
    show(console, "")
    show(console, _fared((bot,), [((one.bot,), one) for one in done.bots], lang))
    show(console, "")
    table = _table(say("simulate.label", lang), *(say(f"simulate.{key}", lang) for key in ("count", "share", "sure")))
    for label, count, _, share, low, high in done.labels():
        table.add_row(label, f"{count:,}", _percent(share), f"{_percent(low)} … {_percent(high)}")
    show(console, table)


def _fared(firsts: Sequence[str], rows: Sequence[tuple[Sequence[str], Result]], lang: Lang) -> Table:
    """A table of results; `firsts` head the columns that say whose they are."""
    columns = [say(f"simulate.{key}", lang) for key in ("mean", "sure", "wins", "pushes", "losses", "total")]
    table = _table(*firsts, *columns)
    for whose, one in rows:
        low, high = one.interval()
        table.add_row(
            *whose,
            painted(f"{one.mean:+.4f}"),
            f"{low:+.4f} … {high:+.4f}",
            *(_percent(one.share(count)) for count in (one.wins, one.pushes, one.losses)),
            painted(f"{one.sums.total:+d}"),
        )
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", no_wrap=True)
    return table


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def _described(game: AnyGame, rules: Any, seed: int, done: Simulation, seconds: float) -> dict[str, Any]:
    """All of it, for programs."""

    def fared(one: Result) -> dict[str, Any]:
        low, high = one.interval()
        shares = {"wins": one.wins, "pushes": one.pushes, "losses": one.losses}
        return {
            "bot": one.bot,
            "total": one.sums.total,
            "mean": one.mean,
            "low": low,
            "high": high,
            **{name: one.share(count) for name, count in shares.items()},
        }

    return {
        "game": game.name,
        "rules": sheets.canonical(game, rules),
        "sheet": sheets.code(game, rules),
        "seed": seed,
        "deals": done.deals,
        "seconds": seconds,
        "deals_per_second": done.deals / seconds,
        "seats": [{"seat": seat, **fared(one)} for seat, one in enumerate(done.seats)],
        "bots": [{"seats": one.seats, **fared(one)} for one in done.bots],
        "tally": [
            {"label": label, "count": count, "deals": deals, "share": share, "low": low, "high": high}
            for label, count, deals, share, low, high in done.labels()
        ],
    }


COMMAND: Final = Command("simulate", fill, run_command)

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
from rich.text import Text as Painted

from chieu.arena.simulation import Result, Simulation, open_seats
from chieu.bots import Random, usual_bot
from chieu.cli import sheet
from chieu.cli.console import OK, BadInput, cannot_write, highlight, print_json, progress, show, table, tell
from chieu.cli.parser import Parser, whole
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame, Illegal
from chieu.core.text.languages import Lang
from chieu.core.text.numbers import percent, written
from chieu.core.text.phrasing import Phraser

_HOUSE: Final = "house"  # name of a closed seat in reports


def fill(parser: Parser) -> None:
    """Add the game, its rules, the bots and the number of deals."""
    sheet.add_game(parser)
    parser.add_argument(
        "--deals", metavar="N", type=whole(1, 10**9, parser.lang), default=1000, help=parser.say("help.deals")
    )
    parser.add_argument("--bots", metavar="A,B", help=parser.say("help.bots"))
    sheet.add_table(parser)
    sheet.add_rules(parser)
    parser.add_argument("--records", metavar="FILE", help=parser.say("help.records"))
    parser.add_argument("--json", action="store_true", help=parser.say("help.json"))


def run(args: Namespace) -> int:
    """Play and report."""
    game = sheet.game_named(args.game, args.lang)
    rules = sheet.rules_of(args, game)
    seats = sheet.seats_of(args, game, rules)
    names = args.bots.split(",") if args.bots is not None else [usual_bot(game)]
    places = open_seats(game, rules, seats)
    players = list(islice(cycle(names), len(places)))
    bots: list[tuple[str, BotMaker]] = [(_HOUSE, Random)] * seats  # the house is never asked to act
    for place, name, maker in zip(places, players, sheet.bots_named(players, game, args.lang), strict=True):
        bots[place] = name, maker
    with ExitStack() as stack:
        write = _writer(args, [name for name, _ in bots], stack)
        bar = stack.enter_context(progress(say("simulate.bar", args.lang), args.deals))
        result = Simulation(game, rules, bots, args.seed)
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
        print_json(_as_json(game, rules, args.seed, result, seconds))
    else:
        _report(game, rules, args.seed, result, seconds, args.lang)
    return OK


def _writer(args: Namespace, names: Sequence[str], stack: ExitStack) -> Callable[[int, Deal], None]:
    if args.records is None:
        return lambda *_: None
    try:
        file = Path(args.records).open("w", encoding="utf-8")  # noqa: SIM115  # the stack closes it
    except (OSError, ValueError) as error:
        raise cannot_write(args.records, error, args.lang) from None
    stack.enter_context(file)
    players = [f"seat {seat} {name}" for seat, name in enumerate(names)]

    def write(number: int, deal: Deal) -> None:
        separator = "\n" if number else ""
        file.write(separator + deal.record([*players, f"seed {args.seed} deal {number}"]))

    return write


def _report(game: AnyGame, rules: Any, seed: int, simulation: Simulation, seconds: float, lang: Lang) -> None:
    head = say(
        "simulate.head",
        lang,
        game=game.presentation.title.say(lang),
        rules=sheets.canonical(game, rules),
        deals=written(simulation.deals, lang),
        seats=len(simulation.seats),
        seed=seed,
        pace=written(simulation.deals / seconds, lang),
    )
    tell(head, "bold")
    results = ("bot", "mean", "sure", "wins", "pushes", "losses", "total")
    by_seat, by_bot = _table(lang, "seat", *results), _table(lang, *results)
    for number, result in enumerate(simulation.seats, start=1):
        by_seat.add_row(str(number), *_cells(result, lang))
    for result in simulation.bots:
        by_bot.add_row(*_cells(result, lang))
    by_label = _table(lang, "label", "count", "share", "sure")
    for label, count, _, share, low, high in simulation.labels():
        by_label.add_row(
            label, written(count, lang), percent(share, lang), f"{percent(low, lang)} … {percent(high, lang)}"
        )
    show("", by_seat, "", by_bot, "", by_label)


def _table(lang: Lang, *keys: str) -> Table:
    return table(*(say(f"simulate.{key}", lang) for key in keys))


def _cells(result: Result, lang: Lang) -> tuple[str | Painted, ...]:
    low, high = result.interval()
    shares = (percent(result.share(count), lang) for count in (result.wins, result.pushes, result.losses))
    mean, total = (
        highlight(written(result.mean, lang, 4, sign=True)),
        highlight(written(result.sums.total, lang, sign=True)),
    )
    return result.bot, mean, f"{written(low, lang, 4, sign=True)} … {written(high, lang, 4, sign=True)}", *shares, total


def _as_json(game: AnyGame, rules: Any, seed: int, simulation: Simulation, seconds: float) -> dict[str, Any]:
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
        "deals": simulation.deals,
        "seconds": seconds,
        "deals_per_second": simulation.deals / seconds,
        "seats": [{"seat": seat, **described(result)} for seat, result in enumerate(simulation.seats)],
        "bots": [{"seats": result.seats, **described(result)} for result in simulation.bots],
        "tally": [
            {"label": label, "count": count, "deals": deals, "share": share, "low": low, "high": high}
            for label, count, deals, share, low, high in simulation.labels()
        ],
    }

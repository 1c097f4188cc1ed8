"""`chieu arena`: play bots against each other, on the same deals from every seat."""

from __future__ import annotations

import inspect
from argparse import Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Final

from chieu.arena import (
    Arena,
    Board,
    BotRefused,
    CrossTable,
    NoMatches,
    OtherSource,
    Pairing,
    pairings,
    play,
    source_digest,
)
from chieu.arena.runner import bot_digest
from chieu.arena.simulation import Player
from chieu.bots import bots_of
from chieu.cli import sheet
from chieu.cli.arena import report
from chieu.cli.arena.boards_file import ArenaFile, Head
from chieu.cli.console import OK, BadInput, print_json, progress, write_file
from chieu.cli.parser import Parser, whole
from chieu.cli.workers import Workers, cores, processes
from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.text.phrasing import Phraser

_DEALS: Final = 100
_CONNECT_TIMEOUT: Final = 10  # seconds


def fill(parser: Parser) -> None:
    """Add the game, its rules, the bots, the number of deals, and the workers."""
    sheet.add_game(parser)
    number = whole(1, 10**9, parser.lang)
    parser.add_argument("--bots", metavar="A,B,C", help="bots, your own as module:Name or net:FILE [all]")
    parser.add_argument("--against", metavar="BOT", help="play each bot only against this one")
    parser.add_argument("--deals", metavar="N", type=number, help=f"deals, each played from every seat [{_DEALS}]")
    parser.add_argument("--matches", metavar="N", type=number, help="play whole matches instead of deals")
    sheet.add_table(parser)
    sheet.add_rules(parser)
    parser.add_argument("--results", metavar="FILE", help="file for the results; run the same command again to resume")
    parser.add_argument("--plot", metavar="FILE", help="write a plot to this SVG file")
    parser.add_argument("--jobs", metavar="N", type=whole(1, 4096, parser.lang), help="processes [one per core]")
    parser.add_argument("--cluster", metavar="ADDRESS", help="Dask scheduler to use, such as tcp://10.0.0.1:8786")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Play the boards that are not in the results file yet, and report."""
    game = sheet.game_named(args.game, args.lang)
    if args.deals is not None and args.matches is not None:
        raise BadInput("--deals and --matches exclude each other: give one of them")
    rules = sheet.rules_of(args, game)
    seats = sheet.seats_of(args, game, rules)
    arena = Arena(game.name, rules, seats, args.seed, args.matches is not None)
    pairs = pairings(*_players(args, game, arena))
    if not pairs:
        raise BadInput("at least two different bots are needed: --bots A,B or --bots A --against B")
    count = args.matches or args.deals or _DEALS
    boards = _boards(args, game, arena, pairs, count)
    table = CrossTable(arena, [(pair.bot[0], pair.among[0]) for pair in pairs], boards)
    if args.plot is not None:
        write_file(args.plot, report.picture(game, arena, table), args.lang)
    if args.json:
        print_json(report.as_json(game, arena, table))
    else:
        report.report(game, arena, table)
    return OK


def _players(args: Namespace, game: AnyGame, arena: Arena) -> tuple[list[Player], int, Player | None]:
    """Return the bots, the number of places, and the only opponent if there is one."""
    fast = {maker: name for name, maker in bots_of(game).items()}  # a bot with two names: the last
    names = args.bots.split(",") if args.bots is not None else list(fast.values())
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"the bot {name[:60]} is listed twice")
    makers = sheet.bots_named(names, game, args.lang)
    against: Player | None = None
    if args.against is not None:
        against = args.against, sheet.bots_named([args.against], game, args.lang)[0]
    return list(zip(names, makers, strict=True)), len(arena.places), against


def _boards(args: Namespace, game: AnyGame, arena: Arena, pairs: Sequence[Pairing], count: int) -> list[Board]:
    """Return the boards of the results file, and play the missing ones."""
    with ExitStack() as stack:
        file = _file(args, game, arena, pairs)
        if file is not None:
            stack.callback(file.close)
        boards = [board for board in file.boards if board.number < count] if file is not None else []
        known = {(board.bot, board.among, board.number) for board in boards}
        workers = stack.enter_context(_workers(args, pairs))
        bar = stack.enter_context(progress("Playing", len(pairs) * count))
        paired = {(pair.bot[0], pair.among[0]) for pair in pairs}
        played = sum((bot, among) in paired for bot, among, _ in known)
        try:
            for board in play(arena, pairs, range(count), workers.executor, ahead=2 * workers.at_a_time, known=known):
                boards.append(board)
                played += 1
                bar(played)
                if file is not None:
                    file.append(board)
        except BotRefused as error:
            bot, among = error.pairing
            why = Phraser(game, args.lang).refusal(error.refusal)
            raise BadInput(f"{bot} among {among}, deal number {error.number}: {why}") from error
        except NoMatches:
            raise BadInput(f"{game.name} has no matches, only single deals: use --deals") from None
        except OtherSource:
            raise BadInput(
                "the workers run another version of chieu, which would give other results: install this version there"
            ) from None
        except BrokenProcessPool:
            raise BadInput(
                "a worker process died (out of memory, or a bot ended it): run with --jobs 1 to see the error"
            ) from None
        except KeyboardInterrupt:
            pass  # report the boards played so far
    return boards


def _workers(args: Namespace, pairs: Sequence[Pairing]) -> AbstractContextManager[Workers]:
    if args.cluster is None:
        return processes(args.jobs or cores())
    files = {
        inspect.getfile(maker)
        for pair in pairs
        for name, maker in pair
        if sheet.is_own(name) and not sheet.is_net(name)
    }
    return _cluster(args.cluster, sorted(files))


@contextmanager
def _cluster(address: str, modules: Sequence[str]) -> Iterator[Workers]:
    """Connect to a Dask scheduler, and send its workers the modules of the user's bots."""
    try:
        from distributed import Client  # noqa: PLC0415  # an extra
    except ModuleNotFoundError:
        raise BadInput("--cluster needs another package: pip install 'chieu[cluster]'") from None
    try:
        client = Client(address, timeout=_CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput(f"no Dask scheduler answers at {address[:80]}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_TIMEOUT)
        except TimeoutError:
            where = address[:80]
            raise BadInput(f"the scheduler at {where} has no workers: run `dask worker {where}`") from None
        for file in modules:
            client.upload_file(file)
        yield Workers(client.get_executor(pure=False), sum(client.nthreads().values()))


def _file(args: Namespace, game: AnyGame, arena: Arena, pairs: Sequence[Pairing]) -> ArenaFile | None:
    if args.results is None:
        return None
    head = Head(
        source=source_digest(game.name),
        game=game.name,
        sheet=sheets.code(game, arena.rules, to_store=True),
        seats=arena.seats,
        seed=arena.seed,
        unit="match" if arena.matches else "deal",
        own={name: bot_digest(maker) for pair in pairs for name, maker in pair if sheet.is_own(name)},
    )
    return ArenaFile(args.results, head)

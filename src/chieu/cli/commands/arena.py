"""`chieu arena`: play bots against each other, on the same deals from every seat."""

from __future__ import annotations

import inspect
from argparse import Namespace
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
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
from chieu.cli.arena import executors, report
from chieu.cli.arena.boards_file import ArenaFile, Head, NoArenaFile, OtherTournament
from chieu.cli.arena.executors import Workers
from chieu.cli.arena.own_bots import is_own
from chieu.cli.console import OK, BadInput, print_json, progress
from chieu.cli.parser import Command, Parser, whole
from chieu.core import sheets
from chieu.core.codec import OtherVersion
from chieu.core.game import AnyGame
from chieu.core.text.phrasing import Phraser

_DEALS: Final = 100
_SLOW: Final = "master"


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Add the game, its rules, the bots, the number of deals, and the workers."""
    del words
    sheet.add_game(parser)
    number = whole(1, 10**9, parser.lang)
    parser.add_argument("--bots", metavar="A,B,C", help="bots, your own as module:Name [all but master]")
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
    arena = Arena(game.name, rules, seats, 1 if args.seed is None else args.seed, args.matches is not None)
    pairs = pairings(*_players(args, game, arena))
    if not pairs:
        raise BadInput("at least two different bots are needed: --bots A,B or --bots A --against B")
    count = args.matches or args.deals or _DEALS
    boards = _boards(args, game, arena, pairs, count)
    table = CrossTable(arena, [(pair.bot[0], pair.among[0]) for pair in pairs], boards)
    if args.plot is not None:
        _write(args, report.picture(game, arena, table))
    if args.json:
        print_json(report.described(game, arena, table))
    else:
        report.report(game, arena, table)
    return OK


def _players(args: Namespace, game: AnyGame, arena: Arena) -> tuple[list[Player], int, Player | None]:
    """Return the bots, the number of places, and the only opponent if there is one."""
    names = args.bots.split(",") if args.bots is not None else _fast_bots(game)
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"the bot {name[:60]} is listed twice")
    makers = sheet.bots_named(names, game, args.lang)
    against: Player | None = None
    if args.against is not None:
        against = args.against, sheet.bots_named([args.against], game, args.lang)[0]
    return list(zip(names, makers, strict=True)), len(arena.places), against


def _fast_bots(game: AnyGame) -> list[str]:
    """Return the names of all bots but the slowest; of several names for one bot, the last."""
    return list({maker: name for name, maker in bots_of(game).items() if name != _SLOW}.values())


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
        wanted = {(pair.bot[0], pair.among[0]) for pair in pairs}
        done = sum((bot, among) in wanted for bot, among, _ in known)
        try:
            for board in play(arena, pairs, range(count), workers.executor, ahead=2 * workers.at_a_time, known=known):
                boards.append(board)
                done += 1
                bar(done)
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
        return executors.processes(args.jobs or executors.cores())
    files = {inspect.getfile(maker) for pair in pairs for name, maker in pair if is_own(name)}
    return executors.cluster(args.cluster, sorted(files))


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
        own={name: bot_digest(maker) for pair in pairs for name, maker in pair if is_own(name)},
    )
    try:
        return ArenaFile(Path(args.results), head)
    except OtherTournament as error:
        raise BadInput(
            f"{args.results!r} holds results of another tournament ({error.what}: expected {error.here}, found"
            f" {error.there}): choose another file"
        ) from None
    except OtherVersion as error:
        raise BadInput(f"{args.results}: {error}") from None
    except NoArenaFile:
        raise BadInput(f"{args.results!r} is not a results file of `chieu arena`: it was not changed") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"cannot write {args.results!r}: {reason}") from None


def _write(args: Namespace, text: str) -> None:
    try:
        Path(args.plot).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"cannot write {args.plot!r}: {reason}") from None


COMMAND: Final = Command("arena", fill, run)

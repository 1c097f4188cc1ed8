"""`chieu table`: play at a table on a server, from the terminal."""

from __future__ import annotations

import asyncio
import os
from argparse import Namespace
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

from chieu.cli import sheet
from chieu.cli.console import OK, BadInput, tell
from chieu.cli.parser import Parser, whole
from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.remote_game import RemoteGame
from chieu.cli.text.texts import TABLE_TEXTS
from chieu.core import registry, sheets
from chieu.core.codec import OtherVersion
from chieu.core.game import Refusal
from chieu.core.text.languages import SHARED, Lang
from chieu.games import load
from chieu.online.client.api import Server, Unreachable
from chieu.online.client.identities import BadIdentities, identity
from chieu.online.client.journals import Journals
from chieu.online.client.mirror import TableMirror
from chieu.online.client.seat import Seat
from chieu.online.protocol import commands, texts
from chieu.online.protocol.commands import OpenTable
from chieu.online.server.api import refusals
from chieu.online.server.settings import data_directory
from chieu.online.storage.sqlite.schema import BadFile

_USUAL_SERVER: Final = "http://127.0.0.1:8000"
_SEATS: Final = ("seat", "last")  # parameters that screens count from 1


def fill(parser: Parser) -> None:
    """Add the game or link, the identity, and the settings of a new table."""

    def about(key: str) -> str:
        return TABLE_TEXTS[f"help.{key}"].say(parser.lang)

    parser.add_argument("where", metavar="GAME|LINK", help=about("where"))
    parser.add_argument("--server", metavar="URL", default=_USUAL_SERVER, help=f"{about('server')} [{_USUAL_SERVER}]")
    parser.add_argument("--name", metavar="NAME", help=about("name"))
    parser.add_argument("--seat", metavar="S", type=whole(1, 32, parser.lang), help=about("seat"))
    parser.add_argument("--watch", action="store_true", help=about("watch"))
    parser.add_argument("--seats", metavar="K", type=whole(1, 99, parser.lang), help=parser.say("help.seats"))
    parser.add_argument("--bots", metavar="A,B", help=about("bots"))
    parser.add_argument("--pace", metavar="MS", type=whole(0, 5000, parser.lang), default=700, help=about("pace"))
    parser.add_argument("--as-bot", metavar="LEVEL", help=about("as_bot"))
    parser.add_argument("--deals", metavar="N", type=whole(1, 10**6, parser.lang), help=about("deals"))
    parser.add_argument("--device", action="store_true", help=about("device"))
    parser.add_argument("--take", metavar="CODE", help=about("take"))
    parser.add_argument("--guest", metavar="FILE", type=Path, help=about("guest"))
    sheet.add_rules(parser)


def run(args: Namespace) -> int:
    """Play until the person leaves."""
    file = args.guest or data_directory() / "guests.json"
    try:
        server, table, key = _where(args)
        guest = identity(server, file, args.take)
        if args.device:
            tell(_say("code", args.lang, code=server.code_for(guest, table or "")), "bold")
            return OK
        if table is None:
            table = server.open(guest, _order(args))
            tell(_say("link", args.lang, link=f"{server.url}/t/{table}"), "bold")
        journals = Journals(data_directory() / "journals.db")
        asyncio.run(_sit(args, Seat(server, table, guest, key=key, journals=journals), key))
    except Unreachable as error:
        raise BadInput(_say("error.server", args.lang, detail=str(error))) from None
    except Refusal as refusal:
        raise BadInput(_say("error.refused", args.lang, why=_why(refusal, args.lang))) from None
    except OtherVersion as error:
        raise BadInput(f"{file}: {error}") from None
    except BadFile as error:
        raise BadInput(str(error)) from None
    except BadIdentities as error:
        raise BadInput(_say("error.guest_file", args.lang, file=str(error))) from None
    return OK


async def _sit(args: Namespace, seat: Seat, key: str) -> None:
    async with seat:
        picture = seat.picture
        if picture.you.member is None and not args.watch:
            await seat.do(commands.Join, name=_name(args), key=key)
            await seat.until(lambda picture: picture.you.member is not None)
        chair = _chair(args, picture)
        if chair is not None:
            await seat.do(commands.Sit, seat=chair)
            await seat.until(lambda picture: picture.you.seat == chair)
        elif picture.you.seat is None and not args.watch:
            tell(_say("full", args.lang), "yellow")
        if args.as_bot is not None:
            sheet.bots_named([args.as_bot], load(picture.table.game), args.lang)
        await RemoteGame(Keyboard(), seat, args.lang, args.as_bot).run(args.deals)


def _chair(args: Namespace, picture: TableMirror) -> int | None:
    """Return the seat to take: that of `--seat`, else the first without a person.

    Return None if there is none, or if the person already sits where they want.
    """
    if args.watch or (picture.you.seat is not None and args.seat in (None, picture.you.seat + 1)):
        return None
    if args.seat is not None:
        return int(args.seat) - 1
    seats = enumerate(picture.table.seats)
    return next((seat for seat, info in seats if info.member is None and not info.closed), None)


def _where(args: Namespace) -> tuple[Server, str | None, str]:
    """Return the server and, if `where` is a link, the table and the link's key."""
    if args.where.lower() in registry.names():
        return Server(args.server), None, ""
    parts = urlsplit(args.where)
    before, _, table = parts.path.rstrip("/").rpartition("/")
    if parts.scheme not in ("http", "https") or not table:
        raise BadInput(_say("error.link", args.lang, where=args.where[:60]))
    key = "".join(parse_qs(parts.query).get("key", []))
    return Server(f"{parts.scheme}://{parts.netloc}{before.removesuffix('/t')}"), table, key


def _order(args: Namespace) -> OpenTable:
    game = sheet.game_named(args.where, args.lang)
    rules = sheet.rules_of(args, game)
    seats = sheet.seats_of(args, game, rules)
    bots = tuple(args.bots.split(",")) if args.bots else ()
    seat = None if args.seat is None else args.seat - 1
    code = sheets.code(game, rules)
    return OpenTable(game=game.name, name=_name(args), seats=seats, sheet=code, seat=seat, bots=bots, pace=args.pace)


def _name(args: Namespace) -> str:
    return str(args.name or os.environ.get("USER") or _say("guest", args.lang))[:200]


def _why(refusal: Refusal, lang: Lang) -> str:
    text = (SHARED | texts.TEXTS | refusals.TEXTS | TABLE_TEXTS).get(f"error.{refusal.code}")
    if text is None:
        return refusal.code
    params = {name: int(value) + 1 if name in _SEATS else value for name, value in refusal.params.items()}
    return text.say(lang, **params)


def _say(key: str, lang: Lang, **values: object) -> str:
    return TABLE_TEXTS[key].say(lang, **values)

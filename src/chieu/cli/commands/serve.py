"""`chieu serve`: run the server that friends play on."""

from __future__ import annotations

import sys
from argparse import Namespace

from chieu.cli.console import BAD_INPUT, OK
from chieu.cli.parser import Parser
from chieu.cli.server_settings import add_arguments, embedded_bot
from chieu.online.server import settings
from chieu.online.server.serve import TableServer
from chieu.online.server.settings import BadSettings
from chieu.online.storage.backends import BadBackend, shown


def fill(parser: Parser) -> None:
    """Add a flag for each setting of the server."""
    add_arguments(parser)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--check", action="store_true", help="start on any free port, request the page once, stop; 0 if all is well"
    )


def run(args: Namespace) -> int:
    """Serve until the process is asked to stop; with a Telegram token, run that bot as well."""
    try:
        server_settings = settings.gather(vars(args))
        server = TableServer(server_settings, embedded_bot(server_settings), open_page=args.open, only_check=args.check)
    except (BadSettings, BadBackend, OSError) as error:
        sys.stderr.write(f"chieu serve: {error}\n")
        return BAD_INPUT
    server.run()
    if server.failure:
        sys.stderr.write(f"chieu serve: {server.failure}\n")
        return BAD_INPUT
    if args.check:
        sys.stdout.write(f"the server starts with these settings; tables in {shown(server_settings.store)}\n")
    return OK

"""`chieu backup`: copy the tables of a SQLite store, while the server runs."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from chieu.cli.console import BAD_INPUT, OK
from chieu.cli.parser import Parser
from chieu.cli.server_settings import STORE_ERRORS, add_arguments, existing_file
from chieu.online.server import settings
from chieu.online.server.settings import BadSettings
from chieu.online.storage.backends import is_postgres
from chieu.online.storage.sqlite.log import back_up


def fill(parser: Parser) -> None:
    """Add the target file and the flags that name the store."""
    parser.add_argument("target", metavar="FILE", help="file to copy to")
    add_arguments(parser, only=("data",))


def run(args: Namespace) -> int:
    """Copy the store to a file that does not exist yet."""
    try:
        store = settings.gather(vars(args)).store
        if is_postgres(store):
            raise BadSettings("PostgreSQL has its own tools for that: pg_dump copies a database while it is used")
        target = Path(args.target).expanduser()
        if target.exists():
            raise BadSettings(f"{target} exists already")
        source = existing_file(store)
        back_up(source, target)
    except STORE_ERRORS as error:
        sys.stderr.write(f"chieu backup: {error}\n")
        return BAD_INPUT
    sys.stdout.write(f"{source} -> {target}, {target.stat().st_size:,} bytes\n")
    return OK

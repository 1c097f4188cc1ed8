"""`chieu backup`: a copy of the tables, while the server runs."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from pathlib import Path

from chieu.online.server import settings
from chieu.online.server.settings import BadSettings
from chieu.online.storage.backends import is_postgres
from chieu.online.storage.sqlite.log import back_up
from chieu.online.storage.sqlite.schema import BadFile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to copy to, and what."""
    parser.add_argument("target", metavar="FILE", help="file to copy to")
    settings.add_arguments(parser, only=("data",))


def run(args: argparse.Namespace) -> int:
    """Copies. 2: it cannot be done."""
    try:
        store = settings.gather(vars(args)).store
        if is_postgres(store):
            raise BadSettings("PostgreSQL has its own tools for that: pg_dump copies a database while it is used")
        source = Path(store).expanduser()
        target = Path(args.target).expanduser()
        if target.exists():
            raise BadSettings(f"{target} is there already")
        if not source.exists():
            raise BadSettings(f"there are no tables at {source}: say with --data where they are")
        back_up(source, target)
    except (BadSettings, BadFile, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"chieu backup: {error}\n")
        return 2
    sys.stdout.write(f"{source} -> {target}, {target.stat().st_size:,} bytes\n")
    return 0

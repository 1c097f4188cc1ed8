"""`chieu restored`: mark a store as restored from a backup that carries no mark of its own.

A file made by `chieu backup` carries a mark. A PostgreSQL dump or a disk snapshot does not, so run this before the
first server starts on the restored store.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from contextlib import closing

from chieu.cli.console import BAD_INPUT, OK
from chieu.cli.parser import Parser
from chieu.cli.server_settings import STORE_ERRORS, add_arguments, existing_file
from chieu.online.server import settings
from chieu.online.storage.backends import BadBackend, claim, is_postgres, shown
from chieu.online.storage.sqlite.connection import connect
from chieu.online.storage.sqlite.log import mark_restored


def fill(parser: Parser) -> None:
    """Add the flags that name the store."""
    add_arguments(parser, only=("data",))


def run(args: Namespace) -> int:
    """Mark the store."""
    try:
        store = settings.gather(vars(args)).store
        if is_postgres(store):
            asyncio.run(_mark_database(store))
        else:
            file = existing_file(store)
            with closing(claim(file)), closing(connect(file)) as connection:
                mark_restored(connection)
    except STORE_ERRORS as error:
        sys.stderr.write(f"chieu restored: {error}\n")
        return BAD_INPUT
    sys.stdout.write(f"{shown(store)}: running deals will be annulled when their tables are opened\n")
    return OK


async def _mark_database(url: str) -> None:
    try:
        from chieu.online.storage.postgres import nodes  # noqa: PLC0415 (asyncpg is an extra)
    except ModuleNotFoundError as error:
        raise BadBackend(str(error)) from None
    await nodes.prepare(url)
    log = nodes.Ports(url).log
    try:
        await log.mark_restored()
    finally:
        await log.close()

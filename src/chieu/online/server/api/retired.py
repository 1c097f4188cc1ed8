"""PF-38: what is said of a table that cannot be had."""

from __future__ import annotations

from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.service.books import Books


async def no_table(books: Books, table: str) -> HttpRefusal:
    """Why a table cannot be had: there never was one, or (PF-38) its log is gone."""
    if await books.kept(table) is None:
        return HttpRefusal(404, "no_such_table")
    return HttpRefusal(410, "table_retired", "PF-38")

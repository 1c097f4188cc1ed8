"""PF-38: what is kept, and for how long."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

HOUSE_TESTS: Final = "tests/house/test_retention.py::test_pf_38_"
SERVER_TESTS: Final = "tests/server/test_retention.py::test_pf_38_"
RETENTION: Final = "src/chieu/house/retention.py"

BREAKS: Final = (
    Break(
        "a table goes before its time",
        RETENTION,
        "self._archive.untouched(now - self._keep, now, _FEW)",
        "self._archive.untouched(now, now, _FEW)",
        (f"{HOUSE_TESTS}a_table_untouched_for_ninety_days_goes_and_its_book_stays[memory]",),
        "not yet",
    ),
    Break(
        "a table is kept for ever",
        "src/chieu/server/settings.py",
        "    ] = 90\n",
        "    ] = 0\n",
        ("tests/server/test_settings.py::test_without_anything_all_is_sane",),
        "PF-38",
    ),
    Break(
        "the log of a table that is retired stays",
        RETENTION,
        "await self._archive.retire(table, stored.state.seq, written)",
        "del written",
        (f"{HOUSE_TESTS}a_table_untouched_for_ninety_days_goes_and_its_book_stays[memory]",),
        "NoSuchTable",
    ),
    Break(
        "a table goes without being exported",
        RETENTION,
        "if self._export is not None and stored.state.deals:",
        "if self._export is not None and not stored.state.deals:",
        (f"{HOUSE_TESTS}a_table_untouched_for_ninety_days_goes_and_its_book_stays[memory]",),
    ),
    Break(
        "a table goes while somebody is connected",
        "src/chieu/adapters/memory.py",
        "return any(count > 0 for (where, _), count in self._connected.items() if where == table)",
        "return False",
        (f"{HOUSE_TESTS}never_while_anybody_is_connected[memory]",),
        "Occupied",
    ),
    Break(
        "a table goes while somebody is connected to another node",
        "src/chieu/adapters/postgres/presence.py",
        "return here or bool(await self._asking.fetch(_ANYBODY, table))",
        "return here",
        ("tests/adapters/test_postgres.py::test_pf_38_who_is_connected_to_any_node_is_at_the_table",),
    ),
    Break(
        "a table goes that somebody comes to meanwhile",
        RETENTION,
        "if await self._presence.anybody(table):\n            raise Occupied(table)\n        await self._archive",
        "await self._archive",
        (f"{HOUSE_TESTS}who_comes_while_it_is_retired_keeps_the_table[memory]",),
        "Occupied",
    ),
    Break(
        "`chieu tables` lists what is younger than it was asked for",
        "src/chieu/server/tables.py",
        "if wanted and (now - info.touched) // _DAY_MS >= args.older:",
        "if wanted:",
        (f"{SERVER_TESTS}tables_are_listed_exported_and_removed_and_their_books_stay[sqlite]",),
    ),
    Break(
        "`chieu tables remove` removes nothing",
        "src/chieu/server/tables.py",
        "await retention.retire(table)",
        "await retention.books.table(table)",
        (f"{SERVER_TESTS}tables_are_listed_exported_and_removed_and_their_books_stay[sqlite]",),
    ),
    Break(
        "the size on disk is not told",
        "src/chieu/server/app.py",
        "lambda: retention.size",
        "lambda: 0",
        (f"{SERVER_TESTS}the_size_on_disk_is_a_number_to_watch[sqlite]",),
        "the store has no size",
    ),
)

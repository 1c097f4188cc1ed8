"""What a break is, and all of them by the name of their group."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Final, NamedTuple

GROUPS: Final = ("shuffle", "host", "limits", "retention", "identity", "names", "logs", "client", "page")
WITH_A_BROWSER: Final = ("page",)  # and a build of the page for each break: minutes


class Break(NamedTuple):
    """`was` stands once in `file`, and with `now` in its place every one of `tests` fails at an assertion: one that has
    `says` in its message, where what a test says is the point. A test is one of pytest, by its node id, or one of
    vitest: a file of the page, `::` and the test's title."""

    name: str
    file: str
    was: str
    now: str
    tests: tuple[str, ...]
    says: str = ""

    @property
    def is_seen_in_a_browser(self) -> bool:
        """Whether the page has to be built with it."""
        return self.file.startswith("web/") and needs_a_page(self.tests)


def needs_a_page(tests: Iterable[str]) -> bool:
    """Whether tests look at the page in a browser."""
    return any(test.startswith("tests/e2e/") for test in tests)


def breaks_of(group: str) -> tuple[Break, ...]:
    """The breaks of a group, in the order in which they are tried."""
    found: tuple[Break, ...] = import_module(f"tests.reds.{group}").BREAKS
    return found

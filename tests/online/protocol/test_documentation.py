"""The documentation of messages is complete."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

from chieu.core.text.languages import SHARED
from chieu.online.client.seat import RECORD_DELAYS_S
from chieu.online.protocol import announcements, answers, commands, views
from chieu.online.protocol.texts import TEXTS
from chieu.online.table.shuffling import COMMIT_WITHIN, REVEAL_WITHIN

DOCS = Path(__file__).parents[3] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text()


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def test_protocol_page_lists_every_command_with_its_fields() -> None:
    rows = [line for line in PROTOCOL.splitlines() if line.count("|") == 4]
    for kind in (*get_args(commands.PlainCommand), commands.Act):
        (row,) = [line for line in rows if line.startswith(f"| `{tag(kind)}` |")]
        for name in kind.__struct_fields__:
            assert name in ("id", "seq") or f"`{name}`" in row


def test_protocol_page_lists_announcements_and_answers() -> None:
    for kind in (*get_args(announcements.Announcement), announcements.Facts, *get_args(answers.Answer)):
        assert f"`{tag(kind)}`" in PROTOCOL


def test_protocol_page_lists_every_field_of_a_view() -> None:
    for kind in (views.View, views.Update, views.TableView, views.DealView, views.SeatInfo):
        for name in kind.__struct_fields__:
            assert f"`{name}`" in PROTOCOL, name


def test_protocol_page_lists_every_code_of_the_table() -> None:
    for key in TEXTS:
        if key.startswith("error."):
            assert f"`{key.removeprefix('error.')}`" in PROTOCOL
    assert {"error.deal_over", "error.no_such_seat", "error.bad_seats"} <= set(SHARED)


def test_fairness_page_has_the_time_limits() -> None:
    page = (DOCS / "fairness.md").read_text()
    assert f"within {REVEAL_WITHIN // 1000} seconds" in page
    assert f"within {COMMIT_WITHIN // 1000} seconds" in page
    assert f"It tries for {sum(RECORD_DELAYS_S):.0f} seconds" in page

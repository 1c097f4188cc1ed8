"""PF-47: a group of friends is a chain of tables with one ledger."""

from __future__ import annotations

import asyncio

import pytest

from chieu.core import codec
from chieu.online.history.group import Group
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done, Refused
from chieu.online.service.service import OldLink
from tests.online.service.clusters import StoredCluster
from tests.online.service.test_retention import every_store

pytestmark = pytest.mark.anyio


async def group(stored: StoredCluster, table: str, guest: str, key: str = "") -> Group:
    books = stored.retention().books
    return await books.group(await books.opened(table, guest, key), guest)


async def next_evening(stored: StoredCluster, table: str, guest: str = "g0", deals: int = 1) -> str:
    another = await stored.service.again(table, guest)
    assert isinstance(another, str)
    await stored.play(another, deals)
    return another


@every_store
async def test_pf_47_ledger_covers_all_evenings_each_opened_once(stored: StoredCluster) -> None:
    first = await stored.table(deals=2)
    opened = await asyncio.gather(*(stored.service.again(first, "g0") for _ in range(3)))
    assert len(set(opened)) == 1, "everybody is sent to the same table"
    second = await next_evening(stored, first)
    assert second == opened[0]
    assert (await stored.view(first))["table"]["continued"] == second
    third = await next_evening(stored, second)
    friends = await group(stored, third, "g0")
    assert [evening.evening for evening in friends.evenings] == [3, 2, 1]
    assert [evening.table for evening in friends.evenings] == [third, second, first]
    assert [line.name for line in friends.ledger] == ["Lan", ""]
    for position, line in enumerate(friends.ledger):
        assert line.chips == sum(evening.chips[position] or 0 for evening in friends.evenings)
    shown = [(await stored.view(evening))["table"]["ledger"][0]["chips"] for evening in (first, second, third)]
    assert friends.ledger[0].chips == sum(shown)
    assert friends == await group(stored, first, "g0"), "the same from any evening"
    assert "g0" not in codec.encode(friends).decode(), "guest ids are not published"
    await stored.retention().retire(first)
    after = await group(stored, third, "g0")
    assert after == friends, "PF-38: a retired table counts the same"
    assert isinstance(await stored.service.again(third, "stranger"), Refused)


@every_store
async def test_pf_47_a_link_shows_earlier_evenings_but_opens_none(stored: StoredCluster) -> None:
    first = await stored.table(deals=1)
    second = await next_evening(stored, first)
    key = (await stored.view(second))["table"]["key"]
    with pytest.raises(OldLink):
        await group(stored, second, "stranger")
    shown = await group(stored, second, "stranger", key)
    assert [evening.table for evening in shown.evenings] == [second, ""], "the link of one evening opens no other"
    before = await group(stored, first, "stranger")
    assert [evening.evening for evening in before.evenings] == [1], "no later evenings"
    assert isinstance(await stored.do(second, "g0", commands.RenewLink), Done)
    with pytest.raises(OldLink):
        await group(stored, second, "stranger", key)


async def test_pf_47_a_long_group_shows_its_latest_evenings(
    monkeypatch: pytest.MonkeyPatch, stored: StoredCluster
) -> None:
    monkeypatch.setattr("chieu.online.service.books.EVENINGS_AT_MOST", 2)
    table = await stored.table(deals=1)
    for _ in range(2):
        table = await next_evening(stored, table)
    shown = await group(stored, table, "g0")
    assert ([evening.evening for evening in shown.evenings], shown.earlier) == ([3, 2], True)

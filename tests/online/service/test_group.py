"""PF-47: a group of friends is a chain of tables with one ledger."""

from __future__ import annotations

import asyncio

import pytest

from chieu.core import codec
from chieu.online.history.group import Group
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done, Refused
from chieu.online.service.service import NotAdmitted
from tests.online.service.clusters import StoredCluster
from tests.online.service.test_retention import every_store

pytestmark = pytest.mark.anyio


async def group(stored_cluster: StoredCluster, table: str, guest: str, key: str = "") -> Group:
    books = stored_cluster.retention().books
    return await books.group(await books.opened(table, guest, key), guest)


async def next_evening(stored_cluster: StoredCluster, table: str, guest: str = "g0", deals: int = 1) -> str:
    another = await stored_cluster.service.again(table, guest)
    assert isinstance(another, str)
    await stored_cluster.play(another, deals)
    return another


@every_store
async def test_pf_47_ledger_covers_all_evenings_each_opened_once(stored_cluster: StoredCluster) -> None:
    first = await stored_cluster.table(deals=2)
    opened = await asyncio.gather(*(stored_cluster.service.again(first, "g0") for _ in range(3)))
    assert len(set(opened)) == 1, "everybody is sent to the same table"
    second = await next_evening(stored_cluster, first)
    assert second == opened[0]
    assert (await stored_cluster.view(first))["table"]["continued"] == second
    third = await next_evening(stored_cluster, second)
    friends = await group(stored_cluster, third, "g0")
    assert [evening.evening for evening in friends.evenings] == [3, 2, 1]
    assert [evening.table for evening in friends.evenings] == [third, second, first]
    assert [line.name for line in friends.ledger] == ["Lan", ""]
    for position, line in enumerate(friends.ledger):
        assert line.chips == sum(evening.chips[position] or 0 for evening in friends.evenings)
    shown = [(await stored_cluster.view(evening))["table"]["ledger"][0]["chips"] for evening in (first, second, third)]
    assert friends.ledger[0].chips == sum(shown)
    assert friends == await group(stored_cluster, first, "g0"), "the same from any evening"
    assert "g0" not in codec.encode(friends).decode(), "guest ids are not published"
    await stored_cluster.retention().retire(first)
    after = await group(stored_cluster, third, "g0")
    assert after == friends, "PF-38: a retired table counts the same"
    assert isinstance(await stored_cluster.service.again(third, "stranger"), Refused)


@every_store
async def test_pf_47_a_link_shows_earlier_evenings_but_opens_none(stored_cluster: StoredCluster) -> None:
    first = await stored_cluster.table(deals=1)
    second = await next_evening(stored_cluster, first)
    key = (await stored_cluster.view(second))["table"]["key"]
    with pytest.raises(NotAdmitted):
        await group(stored_cluster, second, "stranger")
    view = await group(stored_cluster, second, "stranger", key)
    assert [evening.table for evening in view.evenings] == [second, ""], "the link of one evening opens no other"
    before = await group(stored_cluster, first, "stranger")
    assert [evening.evening for evening in before.evenings] == [1], "no later evenings"
    assert isinstance(await stored_cluster.do(second, "g0", commands.RenewLink), Done)
    with pytest.raises(NotAdmitted):
        await group(stored_cluster, second, "stranger", key)


async def test_pf_47_a_long_group_shows_its_latest_evenings(
    monkeypatch: pytest.MonkeyPatch, stored_cluster: StoredCluster
) -> None:
    monkeypatch.setattr("chieu.online.service.books.EVENINGS_AT_MOST", 2)
    table = await stored_cluster.table(deals=1)
    for _ in range(2):
        table = await next_evening(stored_cluster, table)
    view = await group(stored_cluster, table, "g0")
    assert ([evening.evening for evening in view.evenings], view.earlier) == ([3, 2], True)

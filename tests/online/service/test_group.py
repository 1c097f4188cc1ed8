"""PF-47: a group of friends is a chain of tables, and its ledger goes over all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from chieu.core import codec
from chieu.online.history.group import Group
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done, Refused
from chieu.online.service.service import OldLink
from tests.online.service.test_retention import Place, every_store, told
from tests.online.storage.stores import KEPT, Kept


async def group(place: Place, table: str, guest: str, key: str = "") -> Group:
    books = place.retention().books
    return await books.group(await books.opened(table, guest, key), guest)


async def next_evening(place: Place, table: str, guest: str = "g0", deals: int = 1) -> str:
    another = await place.house.again(table, guest)
    assert isinstance(another, str)
    await place.play(another, deals)
    return another


@every_store
def test_the_ledger_goes_over_all_evenings_and_each_is_opened_once(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        first = await place.table(deals=2)
        asked = await asyncio.gather(*(place.house.again(first, "g0") for _ in range(3)))
        assert len(set(asked)) == 1, "whoever asks is sent to the same table"
        second = await next_evening(place, first)
        assert second == asked[0]
        assert (await place.looked(first))["table"]["continued"] == second
        third = await next_evening(place, second)
        found = await group(place, third, "g0")
        assert [one.evening for one in found.evenings] == [3, 2, 1]
        assert [one.table for one in found.evenings] == [third, second, first]
        assert [line.name for line in found.ledger] == ["Lan", ""]
        for place_in, line in enumerate(found.ledger):
            assert line.chips == sum(one.chips[place_in] or 0 for one in found.evenings)
        shown = [(await place.looked(one))["table"]["ledger"][0]["chips"] for one in (first, second, third)]
        assert found.ledger[0].chips == sum(shown)
        assert found == await group(place, first, "g0"), "from whichever evening one comes"
        assert "g0" not in codec.encode(found).decode(), "guests' ids go nowhere"
        await place.retention().retire(first)
        after = await group(place, third, "g0")
        assert after == found, "PF-38: a book is as good as a log"
        assert isinstance(await place.house.again(third, "stranger"), Refused)

    told(store, tmp_path, story)


@every_store
def test_a_link_shows_what_was_before_and_no_table_that_is_not_the_reader_s(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        first = await place.table(deals=1)
        second = await next_evening(place, first)
        key = (await place.looked(second))["table"]["key"]
        with pytest.raises(OldLink):
            await group(place, second, "stranger")
        shown = await group(place, second, "stranger", key)
        assert [one.table for one in shown.evenings] == [second, ""], "the link of one evening opens no other"
        before = await group(place, first, "stranger")
        assert [one.evening for one in before.evenings] == [1], "nothing of later ones"
        assert isinstance(await place.do(second, "g0", commands.RenewLink), Done)
        with pytest.raises(OldLink):
            await group(place, second, "stranger", key)

    told(store, tmp_path, story)


def test_a_group_of_many_evenings_tells_the_latest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("chieu.online.service.books.EVENINGS_AT_MOST", 2)

    async def story(place: Place) -> None:
        table = await place.table(deals=1)
        for _ in range(2):
            table = await next_evening(place, table)
        shown = await group(place, table, "g0")
        assert ([one.evening for one in shown.evenings], shown.earlier) == ([3, 2], True)

    told(KEPT["memory"], tmp_path, story)

"""RT-2, RT-7: books, groups, erasure and retirement of tables with real cards, on every store."""

from __future__ import annotations

from typing import Any

import pytest

from chieu.core import codec
from chieu.online.history.scorebook import Scorebook
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done, Refused
from chieu.online.protocol.commands import OpenTable
from chieu.online.server.api.evenings import score_sheet
from chieu.online.service.books import StoredTable
from tests.online.service.clusters import StoredCluster
from tests.online.service.test_group import group
from tests.online.service.test_retention import every_store
from tests.online.table.real_evenings import hands

pytestmark = pytest.mark.anyio

WINS = hands("19", "20", "18")  # Minh wins a chip, Hoa loses one
LOSES = hands("19", "18", "20")


async def real_table(stored_cluster: StoredCluster, **fields: Any) -> str:
    order = OpenTable(**{"game": "xidach", "name": "Lan", "seats": 3, "names": ("Minh", "Hoa"), "real": True, **fields})
    table = await stored_cluster.service.open(order, "g0")
    assert isinstance(table, str)
    return table


async def enter(stored_cluster: StoredCluster, table: str, *entries: Any, guest: str = "g0") -> None:
    for entry in entries:
        view = (await stored_cluster.view(table))["table"]
        real = {"deal": view["real"]["deal"], "chairs": tuple(view["real"]["chairs"])}
        answer = await stored_cluster.do(
            table, guest, commands.Enter, game=view["game"], sheet=view["sheet"], entry=entry, **real
        )
        assert isinstance(answer, Done), answer


async def must(stored_cluster: StoredCluster, table: str, guest: str, kind: type[Any], **fields: Any) -> None:
    answer = await stored_cluster.do(table, guest, kind, **fields)
    assert isinstance(answer, Done), answer


async def book(stored_cluster: StoredCluster, table: str, guest: str | None = None) -> Scorebook:
    books = stored_cluster.retention().books
    return await books.page(await books.opened(table, guest, ""))


@every_store
async def test_rt2_the_book_lists_all_deals_and_adds_up_what_counts(stored_cluster: StoredCluster) -> None:
    table = await real_table(stored_cluster)
    await enter(stored_cluster, table, WINS, WINS, LOSES)
    aces = hands("19", "xi_bang", "18")
    await must(stored_cluster, table, "g0", commands.Correct, deal=1, entry=aces, note="two aces")
    await must(stored_cluster, table, "g0", commands.StrikeOut, deal=2, note="=1+1")
    shown = await book(stored_cluster, table)
    assert (shown.real, shown.deals_played, shown.struck) == (True, 3, 1)
    assert [(deal.entered, deal.struck, deal.corrections, deal.note) for deal in shown.deals] == [
        (True, False, 1, "two aces"),
        (True, True, 0, "=1+1"),
        (True, False, 0, ""),
    ]
    assert shown.deals[0].entry == aces
    assert shown.deals[0].names == ("Lan", "Minh", "Hoa")
    counted = [deal for deal in shown.deals if not deal.struck]
    assert [line.chips for line in shown.ledger] == [
        sum(deal.payoff[deal.accounts.index(account)] for deal in counted) for account in range(3)
    ]
    assert [standing.deals for standing in shown.standings] == [2, 2, 2]
    assert [(moment.deal, moment.account) for moment in shown.moments] == [(1, 1)], "a rare hand of a deal that counts"
    assert all(deal.outcome is None for deal in shown.deals if deal.struck)
    lines = [line async for line in score_sheet(shown, _deals(shown), "en")]
    assert lines[0].rstrip().endswith("Note")
    assert lines[1].rstrip().endswith("corrected: two aces")
    assert lines[2].rstrip().endswith("struck out: =1+1")
    total = [line.chips for line in shown.ledger]
    assert lines[3].split(",")[-4:-1] == [str(chips) for chips in total]
    assert lines[2].split(",")[-4:-1] == lines[1].split(",")[-4:-1], "a deal that is struck out changes no total"


async def _deals(shown: Scorebook) -> Any:
    for deal in shown.deals:
        yield deal


@every_store
async def test_rt2_a_retired_table_keeps_its_book_and_has_no_records(stored_cluster: StoredCluster) -> None:
    table = await real_table(stored_cluster)
    await enter(stored_cluster, table, WINS, LOSES, WINS)
    await must(stored_cluster, table, "g0", commands.StrikeOut, deal=1)
    await must(stored_cluster, table, "g1", commands.Claim, member=1)
    before = await book(stored_cluster, table, "g0")
    stored = await stored_cluster.retention().books.table(table)
    assert isinstance(stored, StoredTable)
    assert [text async for text in stored_cluster.retention().books.records(table)] == []
    retention = stored_cluster.retention(export=True)
    await retention.retire(table)
    assert stored_cluster.exported == {}
    after = await book(stored_cluster, table, "g0")
    assert after.retired > 0
    assert (after.deals, after.ledger, after.standings) == (before.deals, before.ledger, before.standings)
    assert "g1" not in codec.encode(after).decode()
    assert await retention.books.forget(table, "g1")
    assert "Minh" not in codec.encode(await book(stored_cluster, table, "g0")).decode()


@every_store
async def test_rt2_a_group_adds_up_people_with_and_without_phones(stored_cluster: StoredCluster) -> None:
    first = await real_table(stored_cluster)
    await enter(stored_cluster, first, WINS, WINS)
    await must(stored_cluster, first, "g0", commands.StrikeOut, deal=2)
    second = await stored_cluster.service.again(first, "g0")
    assert isinstance(second, str)
    view = (await stored_cluster.view(second))["table"]
    assert [(seat["name"], seat.get("phone", False)) for seat in view["seats"]] == [
        ("Lan", True),
        ("Minh", False),
        ("Hoa", False),
    ]
    assert view["real"]["deal"] == 1
    await enter(stored_cluster, second, WINS, WINS)
    await must(stored_cluster, second, "g1", commands.Claim, member=1, key=view["key"])
    third = await stored_cluster.service.again(second, "g1")
    assert isinstance(third, str)
    assert (await stored_cluster.view(third, "g1"))["you"] == {"member": 1, "seat": 1}
    await enter(stored_cluster, third, WINS)
    friends = await group(stored_cluster, third, "g0")
    assert {line.name: line.chips for line in friends.ledger} == {"Lan": 0, "Minh": 4, "Hoa": -4}
    assert [evening.deals for evening in friends.evenings] == [1, 2, 1], "without those struck out"
    await stored_cluster.retention().retire(first)
    assert await group(stored_cluster, third, "g0") == friends


@every_store
async def test_rt7_an_evening_goes_on_with_dealt_cards(stored_cluster: StoredCluster) -> None:
    first = await real_table(stored_cluster)
    await enter(stored_cluster, first, WINS)
    await must(stored_cluster, first, "g2", commands.Claim, member=2)
    second = await stored_cluster.service.again(first, "g0", dealt=True)
    assert isinstance(second, str)
    view = (await stored_cluster.view(second))["table"]
    assert "real" not in view
    assert [seat.get("name") for seat in view["seats"]] == ["Lan", None, "Hoa"], "people without a phone cannot play"
    assert view["shuffle"]["commitment"]
    assert isinstance(await stored_cluster.do(second, "g0", commands.LetEnter, who="all"), Refused)
    await must(stored_cluster, second, "g0", commands.SetBot, seat=1, level="random")
    await must(stored_cluster, second, "g2", commands.Back)
    friends = await group(stored_cluster, second, "g0")
    assert {line.name: line.chips for line in friends.ledger} == {"Lan": 0, "Minh": 1, "Hoa": -1}


@every_store
async def test_pf38_a_persons_name_is_erased_from_the_log(stored_cluster: StoredCluster) -> None:
    table = await real_table(stored_cluster, names=("Thuỳ Linh", "Hoa"), enterers="all")
    await must(stored_cluster, table, "g0", commands.Rename, member=1, name="Linh béo")
    await enter(stored_cluster, table, WINS)
    await must(stored_cluster, table, "g1", commands.Claim, member=1)
    await must(stored_cluster, table, "g1", commands.Correct, deal=1, entry=LOSES, note="my secret note")
    await must(stored_cluster, table, "g1", commands.StrikeOut, deal=1, note="my other note")
    await must(stored_cluster, table, "g0", commands.Correct, deal=1, entry=WINS, note="I stay")
    before = (await stored_cluster.view(table))["table"]["ledger"]
    await must(stored_cluster, table, "g1", commands.Forget)
    read = await stored_cluster.retention().books.table(table)  # waits for the erasure
    snapshot = await stored_cluster.log.snapshot(table)
    assert snapshot is not None
    written = b"".join([*await stored_cluster.log.read(table), snapshot.data]).decode()
    shown = codec.encode(await book(stored_cluster, table)).decode()
    for gone in ("Thuỳ Linh", "Linh béo", "my secret note", "my other note"):
        assert gone not in written
        assert gone not in shown
    assert "I stay" in written
    here, anew = (
        await stored_cluster.view(table, None),
        await stored_cluster.view(table, None, stored_cluster.new_service()),
    )
    assert here | {"now": 0} == anew | {"now": 0}
    assert [line.get("chips", 0) for line in here["table"]["ledger"]] == [line.get("chips", 0) for line in before]
    assert read.state.entered[0].payoff == (0, 1, -1)


async def test_rt5_a_table_is_read_again_from_its_snapshot(stored_cluster: StoredCluster) -> None:
    table = await real_table(stored_cluster)
    await enter(stored_cluster, table, *[WINS] * 25)
    await must(stored_cluster, table, "g0", commands.Correct, deal=1, entry=LOSES)
    await enter(stored_cluster, table, WINS)
    snapshot = await stored_cluster.log.snapshot(table)
    assert snapshot is not None
    assert len(await stored_cluster.log.read(table, snapshot.seq)) == 1
    anew = await stored_cluster.view(table, "g0", stored_cluster.new_service())
    assert (await stored_cluster.view(table)) | {"now": 0} == anew | {"now": 0}

"""PF-38: retirement of unused tables, and erasure of names and words."""

from __future__ import annotations

import asyncio

import pytest

from chieu.core import codec, records
from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.history import scorebook
from chieu.online.history.scorebook import Scorebook
from chieu.online.protocol import commands, views
from chieu.online.protocol.answers import Done, Refused
from chieu.online.service.actor import NoSuchTable, Subscription
from chieu.online.service.books import Books, StoredTable
from chieu.online.service.ports import DAY, RETIRE_LEASE, Conflict
from chieu.online.service.retention import Occupied, Retention
from chieu.online.service.service import NotAdmitted, TableService
from tests.online.service.clusters import StoredCluster
from tests.online.storage.memory import SeededEntropy
from tests.online.storage.stores import STORES_WITH_ARCHIVE

pytestmark = pytest.mark.anyio
every_store = pytest.mark.parametrize("store", STORES_WITH_ARCHIVE.values(), ids=STORES_WITH_ARCHIVE)


@every_store
async def test_pf_38_an_unused_table_is_retired_and_its_book_stays(stored_cluster: StoredCluster) -> None:
    table = await stored_cluster.table(deals=3)
    before = await stored_cluster.view(table)
    stored_cluster.clock.days = 90
    assert await stored_cluster.retention().retire_unused() == 0, "not yet"
    await stored_cluster.view(table)
    stored_cluster.clock.days = 92
    retention = stored_cluster.retention(export=True)
    assert await retention.retire_unused() == 1
    while await stored_cluster.archive.purge():
        pass
    for service in (stored_cluster.service, stored_cluster.new_service()):  # also for the node that had it in memory
        with pytest.raises(NoSuchTable):
            await service.view(table, None)
    book = await shown(retention, table)
    assert (book.table, book.game, book.deals_played, len(book.deals)) == (table, "xidach", 3, 3)
    assert [deal.names[0] for deal in book.deals] == ["Lan"] * 3
    assert book.deals[0].bots == (1,)
    chips = [line["chips"] for line in before["table"]["ledger"]]
    assert [line.chips for line in book.ledger] == chips
    assert [sum(deal.payoff[seat] for deal in book.deals) for seat in (0, 1)] == chips
    assert "g0" not in codec.encode(book).decode(), "guest ids are not published"
    lines = "".join(stored_cluster.exported.get(table, ())).splitlines()
    assert len(list(verify(all_games(), lines))) == 3


@every_store
async def test_pf_38_a_table_in_use_is_not_retired(stored_cluster: StoredCluster) -> None:
    table = await stored_cluster.table()
    watching = await stored_cluster.service.subscribe(table, None, 0, lambda raw: True)
    stored_cluster.clock.days = 92
    retention = stored_cluster.retention()
    with pytest.raises(Occupied):
        await retention.retire(table)
    assert await retention.retire_unused() == 0
    assert (await stored_cluster.view(table))["table"]["id"] == table
    watching.end()
    stored_cluster.clock.days += 100
    assert await retention.retire_unused() == 1


@every_store
async def test_pf_38_a_guest_who_comes_meanwhile_keeps_the_table(stored_cluster: StoredCluster) -> None:
    table = await stored_cluster.table()

    class Interrupted(Books):
        async def table(self, table: str) -> StoredTable:
            before = await super().table(table)
            assert isinstance(await stored_cluster.do(table, "g0", commands.Say, text="still here"), Done)
            return before

    class Watched(Books):
        async def table(self, table: str) -> StoredTable:
            before = await super().table(table)
            watching.append(await stored_cluster.service.subscribe(table, None, 0, lambda raw: True))
            return before

    watching: list[Subscription] = []
    retention = stored_cluster.retention()
    retention.books = Watched(stored_cluster.log, stored_cluster.archive)
    with pytest.raises(Occupied):  # a spectator writes nothing
        await retention.retire(table)
    watching[0].end()
    retention.books = Interrupted(stored_cluster.log, stored_cluster.archive)
    with pytest.raises(Conflict):
        await retention.retire(table)
    stored_cluster.clock.days = 92
    assert await retention.retire_unused() == 0
    assert (await stored_cluster.view(table))["chat"][-1]["text"] == "still here"


@every_store
async def test_pf_38_one_of_several_nodes_retires_a_table(stored_cluster: StoredCluster) -> None:
    tables = [await stored_cluster.table(deals=0, name=f"Lan {number}") for number in range(1)]
    stored_cluster.clock.days = 92
    retired = await asyncio.gather(*(stored_cluster.retention(export=True).retire_unused() for _ in range(4)))
    assert sum(retired) == len(tables)
    stored_cluster.clock.days += RETIRE_LEASE // DAY + 1
    assert await stored_cluster.retention().retire_unused() == 0


async def test_pf_38_a_broken_table_does_not_block_the_others(stored_cluster: StoredCluster) -> None:
    tables = [await stored_cluster.table() for _ in range(3)]
    reported: list[BaseException | None] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: reported.append(context.get("exception")))

    class Broken(Books):
        async def table(self, table: str) -> StoredTable:
            if table == min(tables):
                raise ValueError("an entry that nobody can read")
            return await super().table(table)

    stored_cluster.clock.days = 92
    retention = stored_cluster.retention()
    retention.books = Broken(stored_cluster.log, stored_cluster.archive)
    assert await retention.retire_unused() == 2
    assert [str(error) for error in reported] == ["an entry that nobody can read"]
    assert (await stored_cluster.view(min(tables)))["table"]["id"] == min(tables), "the broken table is still there"


@every_store
async def test_pf_38_a_removed_guest_can_have_name_and_words_erased(stored_cluster: StoredCluster) -> None:
    table = await stored_cluster.table(deals=0)
    assert isinstance(await stored_cluster.do(table, "g1", commands.Join, name="Thuỳ Linh"), Done)
    assert isinstance(await stored_cluster.do(table, "g1", commands.Say, text="my secret words"), Done)
    assert isinstance(await stored_cluster.do(table, "g0", commands.Remove, member=1), Done)
    await stored_cluster.play(table, 1)  # now a snapshot contains the name
    assert isinstance(await stored_cluster.do(table, "g1", commands.Say, text="let me in"), Refused)
    forget = commands.Forget(id="forget", seq=(await stored_cluster.view(table))["seq"])
    answer = await stored_cluster.service.do(table, "g1", forget)
    assert isinstance(answer, Done)
    assert await stored_cluster.service.do(table, "g1", forget) == answer, "PF-30"
    await stored_cluster.service.record(table, 1)
    snapshot = await stored_cluster.log.snapshot(table)
    assert snapshot is not None
    written = b"".join([*await stored_cluster.log.read(table), snapshot.data]).decode()
    seen = (await stored_cluster.service.view(table, "g0")).decode()
    for gone in ("Thuỳ Linh", "my secret words"):
        assert gone not in written
        assert gone not in seen
    assert isinstance(await stored_cluster.do(table, "g1", commands.Join, name="Mai"), Refused), "still removed"
    anew = await stored_cluster.view(table, None, stored_cluster.new_service())
    assert (await stored_cluster.view(table, None)) | {"now": 0} == anew | {"now": 0}


@every_store
async def test_pf_38_erasure_is_complete_and_deals_still_verify(stored_cluster: StoredCluster) -> None:
    table = await stored_cluster.table(deals=2, name="Thuỳ Linh")
    for guest, text in (("g0", "my secret words"), ("g1", "I stay")):
        if guest == "g1":
            assert isinstance(await stored_cluster.do(table, guest, commands.Join, name="Minh"), Done)
        assert isinstance(await stored_cluster.do(table, guest, commands.Say, text=text), Done)
    before = await stored_cluster.view(table)
    assert isinstance(await stored_cluster.do(table, "g0", commands.Forget), Done)
    assert isinstance(await stored_cluster.do(table, "g0", commands.Forget), Refused), "nothing is left to erase"
    view = await stored_cluster.view(table)
    assert "name" not in view["table"]["seats"][0]
    assert [line["text"] for line in view["chat"]] == ["I stay"]
    assert [seat.get("chips", 0) for seat in view["table"]["seats"]] == [
        seat.get("chips", 0) for seat in before["table"]["seats"]
    ]
    texts = [await stored_cluster.service.record(table, number) for number in (1, 2)]
    snapshot = await stored_cluster.log.snapshot(table)
    assert snapshot is not None
    written = b"".join([*await stored_cluster.log.read(table), snapshot.data]).decode()
    for gone in ("Thuỳ Linh", "my secret words"):
        assert gone not in written
        assert gone not in "".join(texts)
    assert "I stay" in written
    assert len(list(verify(all_games(), "".join(texts).splitlines()))) == 2
    here, anew = (
        await stored_cluster.view(table, None),
        await stored_cluster.view(table, None, stored_cluster.new_service()),
    )
    assert here | {"now": 0} == anew | {"now": 0}, "a service that reads the log shows the same"
    assert isinstance(await stored_cluster.do(table, "g0", commands.Join, name="Mai"), Done), (
        "the guest may join again under another name"
    )
    table_read = await stored_cluster.retention().books.table(table)
    assert not table_read.state.to_erase


@every_store
@pytest.mark.parametrize("by", ["record", "export"])
async def test_pf_38_another_node_finishes_the_erasure_of_a_dead_one(by: str, stored_cluster: StoredCluster) -> None:
    table = await stored_cluster.table(name="Thuỳ Linh")
    stored_cluster.service = TableService(
        stored_cluster.log, stored_cluster.bus, stored_cluster.presence, stored_cluster.clock, SeededEntropy(2)
    )  # without an archive it erases nothing
    assert isinstance(await stored_cluster.do(table, "g0", commands.Forget), Done)
    assert "Thuỳ Linh" in b"".join(await stored_cluster.log.read(table)).decode()
    if by == "export":
        (text,) = [record async for record in stored_cluster.retention().books.records(table)]
        assert "Thuỳ Linh" not in text
        return
    text = await stored_cluster.new_service().record(table, 1)
    assert "Thuỳ Linh" not in text
    assert "Thuỳ Linh" not in b"".join(await stored_cluster.log.read(table)).decode()
    (record,) = records.read(all_games(), text.splitlines())
    assert record.notes


def test_pf_38_a_name_later_used_by_another_guest_stays() -> None:
    from chieu.fairness.card_order import Proof
    from chieu.online.history.erasure import LogErasure
    from chieu.online.table import entries

    proof = Proof("t", 1, "room", 0, "", (), (), "", "")
    log = [
        entries.GuestJoined("g0", "Lan"),
        entries.Started(1, "xidach", "room", ("Lan", "bot random"), (0, 1), None, proof, 0),
        entries.GuestJoined("g0", "Mai"),
        entries.GuestJoined("g1", "Lan"),
        entries.Started(2, "xidach", "room", ("Lan", "Mai"), (0, 1), None, proof, 0),
    ]
    raw = [entries.write(entries.Entry(at, event)) for at, event in enumerate(log, start=1)]
    rewriting = LogErasure("g0")
    for number in (5, 3, 1, 2, 4):
        assert rewriting.look(number, raw[number - 1]) == raw[number - 1]
    new = [entries.read_plain(rewriting.entry(number, entry)).event for number, entry in enumerate(raw, start=1)]
    assert [getattr(event, "players", getattr(event, "name", None)) for event in new] == [
        "",
        ("", "bot random"),
        "",
        "Lan",
        ("Lan", ""),
    ]


def test_pf_38_a_name_can_be_erased_from_a_book() -> None:
    deal = scorebook.ScorebookDeal(1, 5, "xidach", "room", ("Lan", "Minh"), (3, -3), accounts=(0, 1))
    ledger = (views.LedgerLine("Lan", 3, member=0), views.LedgerLine("Minh", -3, member=1))
    book = scorebook.StoredScorebook(
        scorebook.Scorebook("t", "xidach", "room", 1, 9, 1, (deal,), ledger), {"g0": "Lan", "g1": "Minh"}
    )
    without = scorebook.without(scorebook.read(scorebook.write(book)), "g0")
    assert without is not None
    assert without.book.deals[0].names == ("", "Minh")
    assert [line.name for line in without.book.ledger] == ["", "Minh"]
    assert "Lan" not in scorebook.write(without).decode()
    assert scorebook.without(without, "g0") is None


async def test_pf_38_erasing_a_guest_named_like_a_bot_keeps_the_bot(stored_cluster: StoredCluster) -> None:
    table, retention = await stored_cluster.table(deals=1, name="bot random"), stored_cluster.retention()
    before = await stored_cluster.service.record(table, 1)
    assert "seat 1 bot random" in before
    assert isinstance(await stored_cluster.do(table, "g0", commands.Forget), Done)
    assert await stored_cluster.service.record(table, 1) == before
    assert (await shown(retention, table)).deals[0].bots == (1,)


async def shown(retention: Retention, table: str, before: int = 0) -> Scorebook:
    """Return a page of a table's book, as a guest with the link reads it."""
    return await retention.books.page(await retention.books.opened(table, None, ""), before)


@every_store
async def test_pf_47_a_running_evening_has_a_book(stored_cluster: StoredCluster) -> None:
    table = await stored_cluster.table(deals=2)
    retention = stored_cluster.retention()
    first = await shown(retention, table)
    assert (first.retired, first.deals_played, [deal.deal for deal in first.deals]) == (0, 2, [1, 2])
    assert all(deal.outcome and deal.outcome.hands for deal in first.deals)
    assert first == await shown(retention, table), "from memory"
    assert first == await shown(stored_cluster.retention(), table), "from the log"
    view = await stored_cluster.view(table)
    assert [line.chips for line in first.ledger] == [line["chips"] for line in view["table"]["ledger"]]
    await stored_cluster.do(table, "g0", commands.Forget)
    after = await shown(retention, table)
    assert "Lan" in codec.encode(first).decode()
    assert "Lan" not in codec.encode(after).decode(), "PF-38: not from the cache either"
    with pytest.raises(NoSuchTable):
        await shown(retention, "none")


@pytest.mark.parametrize("retired", [False, True])
async def test_pf_47_a_long_book_is_read_in_pages(
    monkeypatch: pytest.MonkeyPatch, retired: bool, stored_cluster: StoredCluster
) -> None:
    monkeypatch.setattr("chieu.online.service.books.DEALS_A_PAGE", 2)
    table, retention = await stored_cluster.table(deals=5), stored_cluster.retention()
    if retired:
        await retention.retire(table)
    pages = [await shown(retention, table, before) for before in (0, 4, 2, 1, 99)]
    assert [[deal.deal for deal in page.deals] for page in pages] == [[4, 5], [2, 3], [1], [], [4, 5]]
    assert {page.deals_played for page in pages} == {5}
    opened = await retention.books.opened(table, None, "")
    everything = [deal async for deal in retention.books.results(opened)]
    assert [deal.deal for deal in everything] == [1, 2, 3, 4, 5]
    assert sum(deal.payoff[0] for deal in everything) == pages[0].ledger[0].chips


@every_store
async def test_pf_8_a_renewed_link_closes_the_book_of_a_retired_table(
    stored_cluster: StoredCluster,
) -> None:
    table, retention = await stored_cluster.table(deals=1), stored_cluster.retention()
    assert isinstance(await stored_cluster.do(table, "g0", commands.RenewLink), Done)
    key = (await stored_cluster.view(table, "g0"))["table"]["key"]
    for retire in (False, True):
        if retire:
            await retention.retire(table)
        for guest, wrong in ((None, ""), ("g1", ""), ("g1", "another")):
            with pytest.raises(NotAdmitted):
                await retention.books.opened(table, guest, wrong)
        await retention.books.opened(table, "g1", key)
        await retention.books.opened(table, "g0", "")


@every_store
async def test_pf_8_the_book_of_a_locked_table_is_closed_to_strangers(stored_cluster: StoredCluster) -> None:
    table, retention = await stored_cluster.table(deals=1), stored_cluster.retention()
    assert isinstance(await stored_cluster.do(table, "g0", commands.Lock), Done)
    for retire in (False, True):
        if retire:
            await retention.retire(table)
        for guest in (None, "g1"):
            with pytest.raises(NotAdmitted):
                await retention.books.opened(table, guest, "")
        await retention.books.opened(table, "g0", "")


@every_store
async def test_pf_8_a_removed_guest_reads_no_book_by_the_old_link(stored_cluster: StoredCluster) -> None:
    table, retention = await stored_cluster.table(deals=1), stored_cluster.retention()
    for kind, guest, fields in (
        (commands.Join, "g1", {"name": "Minh"}),
        (commands.Join, "g2", {"name": "Hoa"}),
        (commands.Remove, "g0", {"member": 1}),
        (commands.RenewLink, "g0", {}),
    ):
        assert isinstance(await stored_cluster.do(table, guest, kind, **fields), Done)
    for retire in (False, True):
        if retire:
            await retention.retire(table)
        with pytest.raises(NotAdmitted):
            await retention.books.opened(table, "g1", "")
        await retention.books.opened(table, "g2", "")
    assert await retention.books.forget(table, "g1"), "PF-38: a removed guest may still erase the name"
    assert await retention.books.forget(table, "g2")
    await retention.books.opened(table, "g2", "")


@every_store
async def test_pf_38_concurrent_erasures_from_a_book_all_succeed(stored_cluster: StoredCluster) -> None:
    table, retention = await stored_cluster.table(deals=1), stored_cluster.retention()
    guests = {"g1": "Minh", "g2": "Hoa", "g3": "Vy"}
    for guest, name in guests.items():
        assert isinstance(await stored_cluster.do(table, guest, commands.Join, name=name), Done)
    await retention.retire(table)
    books = [stored_cluster.retention().books for _ in guests]  # one per node
    results = await asyncio.gather(
        *(of_node.forget(table, guest) for of_node, guest in zip(books, guests, strict=True))
    )
    assert results == [True, True, True]
    book = await retention.books.kept(table)
    assert book is not None
    assert book.guests == {"g0": "Lan"}

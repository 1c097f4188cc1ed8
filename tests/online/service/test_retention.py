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
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books, StoredTable
from chieu.online.service.ports import DAY, RETIRE_LEASE, Conflict
from chieu.online.service.retention import Occupied, Retention
from chieu.online.service.service import OldLink, Subscription, TableService
from tests.online.service.clusters import StoredCluster
from tests.online.storage.memory import SeededEntropy
from tests.online.storage.stores import STORES_WITH_ARCHIVE

pytestmark = pytest.mark.anyio
every_store = pytest.mark.parametrize("store", STORES_WITH_ARCHIVE.values(), ids=STORES_WITH_ARCHIVE)


@every_store
async def test_pf_38_an_unused_table_is_retired_and_its_book_stays(stored: StoredCluster) -> None:
    table = await stored.table(deals=3)
    before = await stored.view(table)
    stored.clock.days = 90
    assert await stored.retention().retire_unused() == 0, "not yet"
    await stored.view(table)
    stored.clock.days = 92
    retention = stored.retention(export=True)
    assert await retention.retire_unused() == 1
    while await stored.archive.purge():
        pass
    for service in (stored.service, stored.new_service()):  # also for the node that had it in memory
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
    lines = "".join(stored.exported.get(table, ())).splitlines()
    assert len(list(verify(all_games(), lines))) == 3


@every_store
async def test_pf_38_a_table_in_use_is_not_retired(stored: StoredCluster) -> None:
    table = await stored.table()
    watching = await stored.service.subscribe(table, None, 0, lambda raw: True)
    stored.clock.days = 92
    retention = stored.retention()
    with pytest.raises(Occupied):
        await retention.retire(table)
    assert await retention.retire_unused() == 0
    assert (await stored.view(table))["table"]["id"] == table
    watching.end()
    stored.clock.days += 100
    assert await retention.retire_unused() == 1


@every_store
async def test_pf_38_a_guest_who_comes_meanwhile_keeps_the_table(stored: StoredCluster) -> None:
    table = await stored.table()

    class Interrupted(Books):
        async def table(self, table: str) -> StoredTable:
            before = await super().table(table)
            assert isinstance(await stored.do(table, "g0", commands.Say, text="still here"), Done)
            return before

    class Watched(Books):
        async def table(self, table: str) -> StoredTable:
            before = await super().table(table)
            watching.append(await stored.service.subscribe(table, None, 0, lambda raw: True))
            return before

    watching: list[Subscription] = []
    retention = stored.retention()
    retention.books = Watched(stored.log, stored.archive)
    with pytest.raises(Occupied):  # a spectator writes nothing
        await retention.retire(table)
    watching[0].end()
    retention.books = Interrupted(stored.log, stored.archive)
    with pytest.raises(Conflict):
        await retention.retire(table)
    stored.clock.days = 92
    assert await retention.retire_unused() == 0
    assert (await stored.view(table))["chat"][-1]["text"] == "still here"


@every_store
async def test_pf_38_one_of_several_nodes_retires_a_table(stored: StoredCluster) -> None:
    tables = [await stored.table(deals=0, name=f"Lan {number}") for number in range(1)]
    stored.clock.days = 92
    retired = await asyncio.gather(*(stored.retention(export=True).retire_unused() for _ in range(4)))
    assert sum(retired) == len(tables)
    stored.clock.days += RETIRE_LEASE // DAY + 1
    assert await stored.retention().retire_unused() == 0


async def test_pf_38_a_broken_table_does_not_block_the_others(stored: StoredCluster) -> None:
    tables = [await stored.table() for _ in range(3)]
    reported: list[BaseException | None] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, told: reported.append(told.get("exception")))

    class Broken(Books):
        async def table(self, table: str) -> StoredTable:
            if table == min(tables):
                raise ValueError("an entry that nobody can read")
            return await super().table(table)

    stored.clock.days = 92
    retention = stored.retention()
    retention.books = Broken(stored.log, stored.archive)
    assert await retention.retire_unused() == 2
    assert [str(error) for error in reported] == ["an entry that nobody can read"]
    assert (await stored.view(min(tables)))["table"]["id"] == min(tables), "the broken table is still there"


@every_store
async def test_pf_38_a_removed_guest_can_have_name_and_words_erased(stored: StoredCluster) -> None:
    table = await stored.table(deals=0)
    assert isinstance(await stored.do(table, "g1", commands.Join, name="Thuỳ Linh"), Done)
    assert isinstance(await stored.do(table, "g1", commands.Say, text="my secret words"), Done)
    assert isinstance(await stored.do(table, "g0", commands.Remove, member=1), Done)
    await stored.play(table, 1)  # now a snapshot contains the name
    assert isinstance(await stored.do(table, "g1", commands.Say, text="let me in"), Refused)
    forget = commands.Forget(id="forget", seq=(await stored.view(table))["seq"])
    answer = await stored.service.do(table, "g1", forget)
    assert isinstance(answer, Done)
    assert await stored.service.do(table, "g1", forget) == answer, "PF-30"
    await stored.service.record(table, 1)
    snapshot = await stored.log.snapshot(table)
    assert snapshot is not None
    written = b"".join([*await stored.log.read(table), snapshot.data]).decode()
    seen = (await stored.service.view(table, "g0")).decode()
    for gone in ("Thuỳ Linh", "my secret words"):
        assert gone not in written
        assert gone not in seen
    assert isinstance(await stored.do(table, "g1", commands.Join, name="Mai"), Refused), "still removed"
    anew = await stored.view(table, None, stored.new_service())
    assert (await stored.view(table, None)) | {"now": 0} == anew | {"now": 0}


@every_store
async def test_pf_38_erasure_is_complete_and_deals_still_verify(stored: StoredCluster) -> None:
    table = await stored.table(deals=2, name="Thuỳ Linh")
    for guest, text in (("g0", "my secret words"), ("g1", "I stay")):
        if guest == "g1":
            assert isinstance(await stored.do(table, guest, commands.Join, name="Minh"), Done)
        assert isinstance(await stored.do(table, guest, commands.Say, text=text), Done)
    before = await stored.view(table)
    assert isinstance(await stored.do(table, "g0", commands.Forget), Done)
    assert isinstance(await stored.do(table, "g0", commands.Forget), Refused), "nothing is left to erase"
    shown = await stored.view(table)
    assert "name" not in shown["table"]["seats"][0]
    assert [line["text"] for line in shown["chat"]] == ["I stay"]
    assert [seat.get("chips", 0) for seat in shown["table"]["seats"]] == [
        seat.get("chips", 0) for seat in before["table"]["seats"]
    ]
    texts = [await stored.service.record(table, number) for number in (1, 2)]
    snapshot = await stored.log.snapshot(table)
    assert snapshot is not None
    written = b"".join([*await stored.log.read(table), snapshot.data]).decode()
    for gone in ("Thuỳ Linh", "my secret words"):
        assert gone not in written
        assert gone not in "".join(texts)
    assert "I stay" in written
    assert len(list(verify(all_games(), "".join(texts).splitlines()))) == 2
    here, anew = await stored.view(table, None), await stored.view(table, None, stored.new_service())
    assert here | {"now": 0} == anew | {"now": 0}, "a service that reads the log shows the same"
    assert isinstance(await stored.do(table, "g0", commands.Join, name="Mai"), Done), (
        "the guest may join again under another name"
    )
    table_read = await stored.retention().books.table(table)
    assert not table_read.state.to_erase


@every_store
@pytest.mark.parametrize("by", ["record", "export"])
async def test_pf_38_another_node_finishes_the_erasure_of_a_dead_one(by: str, stored: StoredCluster) -> None:
    table = await stored.table(name="Thuỳ Linh")
    stored.service = TableService(
        stored.log, stored.bus, stored.presence, stored.clock, SeededEntropy(2)
    )  # without an archive it erases nothing
    assert isinstance(await stored.do(table, "g0", commands.Forget), Done)
    assert "Thuỳ Linh" in b"".join(await stored.log.read(table)).decode()
    if by == "export":
        (text,) = [one async for one in stored.retention().books.records(table)]
        assert "Thuỳ Linh" not in text
        return
    text = await stored.new_service().record(table, 1)
    assert "Thuỳ Linh" not in text
    assert "Thuỳ Linh" not in b"".join(await stored.log.read(table)).decode()
    (record,) = records.read(all_games(), text.splitlines())
    assert record.notes


def test_pf_38_a_name_later_used_by_another_guest_stays() -> None:
    from chieu.fairness.card_order import Proof
    from chieu.games import load
    from chieu.online.history.erasure import LogErasure
    from chieu.online.table import entries

    game = load("xidach")
    proof = Proof("t", 1, "room", 0, "", (), (), "", "")
    log = [
        entries.Joined("g0", "Lan", at=1),
        entries.Started(1, "room", ("Lan", "bot random"), None, proof, 0, at=2),
        entries.Joined("g0", "Mai", at=3),
        entries.Joined("g1", "Lan", at=4),
        entries.Started(2, "room", ("Lan", "Mai"), None, proof, 0, at=5),
    ]
    raw = [entries.write(one) for one in log]
    rewriting = LogErasure(game, "g0")
    for number in (5, 3, 1, 2, 4):
        assert rewriting.look(number, raw[number - 1]) == raw[number - 1]
    new = [entries.read(game, rewriting.entry(number, one)) for number, one in enumerate(raw, start=1)]
    assert [getattr(one, "players", getattr(one, "name", None)) for one in new] == [
        "",
        ("", "bot random"),
        "",
        "Lan",
        ("Lan", ""),
    ]


def test_pf_38_a_name_can_be_erased_from_a_book() -> None:
    deal = scorebook.ScorebookDeal(1, 5, "room", ("Lan", "Minh"), (3, -3), accounts=(0, 1))
    ledger = (views.LedgerLine("Lan", 3, member=0), views.LedgerLine("Minh", -3, member=1))
    kept = scorebook.StoredScorebook(
        scorebook.Scorebook("t", "xidach", "room", 1, 9, 1, (deal,), ledger), {"g0": "Lan", "g1": "Minh"}
    )
    without = scorebook.without(scorebook.read(scorebook.write(kept)), "g0")
    assert without is not None
    assert without.book.deals[0].names == ("", "Minh")
    assert [line.name for line in without.book.ledger] == ["", "Minh"]
    assert "Lan" not in scorebook.write(without).decode()
    assert scorebook.without(without, "g0") is None


async def test_pf_38_erasing_a_guest_named_like_a_bot_keeps_the_bot(stored: StoredCluster) -> None:
    table, retention = await stored.table(deals=1, name="bot random"), stored.retention()
    before = await stored.service.record(table, 1)
    assert "seat 1 bot random" in before
    assert isinstance(await stored.do(table, "g0", commands.Forget), Done)
    assert await stored.service.record(table, 1) == before
    assert (await shown(retention, table)).deals[0].bots == (1,)


async def shown(retention: Retention, table: str, before: int = 0) -> Scorebook:
    """Return a page of a table's book, as a guest with the link reads it."""
    return await retention.books.page(await retention.books.opened(table, None, ""), before)


@every_store
async def test_pf_47_a_running_evening_has_a_book(stored: StoredCluster) -> None:
    table = await stored.table(deals=2)
    retention = stored.retention()
    first = await shown(retention, table)
    assert (first.retired, first.deals_played, [deal.deal for deal in first.deals]) == (0, 2, [1, 2])
    assert all(deal.outcome and deal.outcome.hands for deal in first.deals)
    assert first == await shown(retention, table), "from memory"
    assert first == await shown(stored.retention(), table), "from the log"
    seen = await stored.view(table)
    assert [line.chips for line in first.ledger] == [line["chips"] for line in seen["table"]["ledger"]]
    await stored.do(table, "g0", commands.Forget)
    after = await shown(retention, table)
    assert "Lan" in codec.encode(first).decode()
    assert "Lan" not in codec.encode(after).decode(), "PF-38: not from the cache either"
    with pytest.raises(NoSuchTable):
        await shown(retention, "none")


@pytest.mark.parametrize("retired", [False, True])
async def test_pf_47_a_long_book_is_read_in_pages(
    monkeypatch: pytest.MonkeyPatch, retired: bool, stored: StoredCluster
) -> None:
    monkeypatch.setattr("chieu.online.service.books.DEALS_A_PAGE", 2)
    table, retention = await stored.table(deals=5), stored.retention()
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
    stored: StoredCluster,
) -> None:
    table, retention = await stored.table(deals=1), stored.retention()
    assert isinstance(await stored.do(table, "g0", commands.RenewLink), Done)
    key = (await stored.view(table, "g0"))["table"]["key"]
    for retire in (False, True):
        if retire:
            await retention.retire(table)
        for guest, wrong in ((None, ""), ("g1", ""), ("g1", "another")):
            with pytest.raises(OldLink):
                await retention.books.opened(table, guest, wrong)
        await retention.books.opened(table, "g1", key)
        await retention.books.opened(table, "g0", "")


@every_store
async def test_pf_8_a_removed_guest_reads_no_book_by_the_old_link(stored: StoredCluster) -> None:
    table, retention = await stored.table(deals=1), stored.retention()
    for kind, guest, fields in (
        (commands.Join, "g1", {"name": "Minh"}),
        (commands.Join, "g2", {"name": "Hoa"}),
        (commands.Remove, "g0", {"member": 1}),
        (commands.RenewLink, "g0", {}),
    ):
        assert isinstance(await stored.do(table, guest, kind, **fields), Done)
    for retire in (False, True):
        if retire:
            await retention.retire(table)
        with pytest.raises(OldLink):
            await retention.books.opened(table, "g1", "")
        await retention.books.opened(table, "g2", "")
    assert await retention.books.forget(table, "g1"), "PF-38: a removed guest may still erase the name"
    assert await retention.books.forget(table, "g2")
    await retention.books.opened(table, "g2", "")


@every_store
async def test_pf_38_concurrent_erasures_from_a_book_all_succeed(stored: StoredCluster) -> None:
    table, retention = await stored.table(deals=1), stored.retention()
    guests = {"g1": "Minh", "g2": "Hoa", "g3": "Vy"}
    for guest, name in guests.items():
        assert isinstance(await stored.do(table, guest, commands.Join, name=name), Done)
    await retention.retire(table)
    books = [stored.retention().books for _ in guests]  # one per node
    done = await asyncio.gather(*(of_node.forget(table, guest) for of_node, guest in zip(books, guests, strict=True)))
    assert done == [True, True, True]
    book = await retention.books.kept(table)
    assert book is not None
    assert book.guests == {"g0": "Lan"}

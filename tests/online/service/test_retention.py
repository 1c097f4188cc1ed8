"""PF-38: tables that nobody touches go, their books stay; and what people take back is nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chieu.core import codec, records
from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.history import scorebook
from chieu.online.history.scorebook import Book
from chieu.online.protocol import answers, commands, views
from chieu.online.protocol.answers import Done, Refused
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books, StoredTable
from chieu.online.service.ports import RETIRE_LEASE, Archive, Conflict, Log
from chieu.online.service.retention import Occupied, Retention
from chieu.online.service.service import OldLink, Subscription, TableService
from chieu.online.storage.local import LocalBus, LocalPresence
from chieu.online.storage.memory import SeededEntropy
from chieu.online.storage.system import SystemClock
from tests.online.storage.stores import KEPT, Kept

DAY = 86_400_000
every_store = pytest.mark.parametrize("store", KEPT.values(), ids=KEPT)


class LaterClock:
    """The system's clock, some days from now."""

    def __init__(self) -> None:
        self.days = 0

    def now(self) -> int:
        return SystemClock().now() + self.days * DAY

    async def sleep_until(self, when: int) -> None:
        await asyncio.sleep(max(0, when - self.now()) / 1000)


class Place:
    """A store, and houses that share it."""

    def __init__(self, log: Log, archive: Archive) -> None:
        self.log = log
        self.archive = archive
        self.bus = LocalBus()
        self.presence = LocalPresence()
        self.clock = LaterClock()
        self.exported: dict[str, list[str]] = {}
        self.house = self.new_house()
        self._count = 0

    def new_house(self) -> TableService:
        return TableService(self.log, self.bus, self.presence, self.clock, SeededEntropy(1), archive=self.archive)

    def retention(self, keep_days: int = 90, export: bool = False) -> Retention:
        return Retention(
            self.log,
            self.archive,
            self.bus,
            self.presence,
            self.clock,
            keep_days * DAY,
            self._export if export else None,
        )

    async def _export(self, table: str, texts: AsyncIterator[str]) -> None:
        self.exported[table] = [text async for text in texts]

    async def table(self, deals: int = 1, name: str = "Lan") -> str:
        """A table of xì dách with a person and a bot, at which so many deals are over."""
        order = OpenTable(game="xidach", name=name, seats=2, bots=("random",), pace=0)
        table = await self.house.open(order, "g0")
        assert isinstance(table, str)
        await self.play(table, deals)
        return table

    async def play(self, table: str, deals: int) -> None:
        """Until so many deals are over."""
        while (shown := await self.looked(table))["table"].get("deals", 0) < deals:
            if shown["table"]["phase"] == "between":
                await self.do(table, "g0", commands.Ready)
            elif legal := (shown.get("deal") or {}).get("legal"):
                action = msgspec.convert(legal[0], _action("xidach"))
                await self.do(table, "g0", commands.Act, action=action)
            await self.house.wake()
            await asyncio.sleep(0)

    async def looked(self, table: str, guest: str | None = "g0", house: TableService | None = None) -> dict[str, Any]:
        shown: dict[str, Any] = msgspec.json.decode(await (house or self.house).view(table, guest))
        return shown

    async def do(self, table: str, guest: str, kind: type[Any], **fields: Any) -> answers.Answer:
        self._count += 1
        seq = (await self.looked(table))["seq"]
        return await self.house.do(table, guest, kind(**{"id": f"c{self._count}", "seq": seq, **fields}))


def _action(game: str) -> Any:
    actions: Any = None
    for action in all_games()[game].actions:
        actions = action if actions is None else actions | action
    return actions


def told(store: Kept, folder: Path, story: Callable[[Place], Awaitable[None]]) -> None:
    async def run() -> None:
        async with store(folder) as (log, archive):
            await story(Place(log, archive))

    asyncio.run(run())


@every_store
def test_pf_38_a_table_untouched_for_ninety_days_goes_and_its_book_stays(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table = await place.table(deals=3)
        before = await place.looked(table)
        place.clock.days = 90
        assert await place.retention().retire_unused() == 0, "not yet"
        await place.looked(table)
        place.clock.days = 92
        retention = place.retention(export=True)
        assert await retention.retire_unused() == 1
        while await place.archive.purge():
            pass
        for house in (place.house, place.new_house()):  # also for who had it in memory
            with pytest.raises(NoSuchTable):
                await house.view(table, None)
        kept = await shown(retention, table)
        assert (kept.table, kept.game, kept.deals_played, len(kept.deals)) == (table, "xidach", 3, 3)
        assert [one.names[0] for one in kept.deals] == ["Lan"] * 3
        assert kept.deals[0].bots == (1,)
        chips = [line["chips"] for line in before["table"]["ledger"]]
        assert [line.chips for line in kept.ledger] == chips
        assert [sum(one.payoff[seat] for one in kept.deals) for seat in (0, 1)] == chips
        assert "g0" not in codec.encode(kept).decode(), "guests' ids go nowhere"
        lines = "".join(place.exported.get(table, ())).splitlines()
        assert len(list(verify(all_games(), lines))) == 3

    told(store, tmp_path, story)


@every_store
def test_pf_38_never_while_anybody_is_connected(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table = await place.table()
        watching = await place.house.subscribe(table, None, 0, lambda raw: True)
        place.clock.days = 92
        retention = place.retention()
        with pytest.raises(Occupied):
            await retention.retire(table)
        assert await retention.retire_unused() == 0
        assert (await place.looked(table))["table"]["id"] == table
        watching.end()
        place.clock.days += 100
        assert await retention.retire_unused() == 1

    told(store, tmp_path, story)


@every_store
def test_pf_38_who_comes_while_it_is_retired_keeps_the_table(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table = await place.table()

        class Interrupted(Books):
            async def table(self, table: str) -> StoredTable:
                stored = await super().table(table)
                assert isinstance(await place.do(table, "g0", commands.Say, text="still here"), Done)
                return stored

        class Watched(Books):
            async def table(self, table: str) -> StoredTable:
                stored = await super().table(table)
                watching.append(await place.house.subscribe(table, None, 0, lambda raw: True))
                return stored

        watching: list[Subscription] = []
        keep = place.retention()
        keep.books = Watched(place.log, place.archive)
        with pytest.raises(Occupied):  # who watches writes nothing
            await keep.retire(table)
        watching[0].end()
        keep.books = Interrupted(place.log, place.archive)
        with pytest.raises(Conflict):
            await keep.retire(table)
        place.clock.days = 92
        assert await keep.retire_unused() == 0
        assert (await place.looked(table))["chat"][-1]["text"] == "still here"

    told(store, tmp_path, story)


@every_store
def test_pf_38_of_many_houses_one_retires_a_table(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        tables = [await place.table(deals=0, name=f"Lan {number}") for number in range(1)]
        place.clock.days = 92
        retired = await asyncio.gather(*(place.retention(export=True).retire_unused() for _ in range(4)))
        assert sum(retired) == len(tables)
        place.clock.days += RETIRE_LEASE // DAY + 1
        assert await place.retention().retire_unused() == 0

    told(store, tmp_path, story)


def test_pf_38_a_table_that_cannot_be_retired_keeps_no_other_from_it(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        tables = [await place.table() for _ in range(3)]
        reported: list[BaseException | None] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, told: reported.append(told.get("exception")))

        class Broken(Books):
            async def table(self, table: str) -> StoredTable:
                if table == min(tables):
                    raise ValueError("an entry that nobody can read")
                return await super().table(table)

        place.clock.days = 92
        keep = place.retention()
        keep.books = Broken(place.log, place.archive)
        assert await keep.retire_unused() == 2
        assert [str(error) for error in reported] == ["an entry that nobody can read"]
        assert (await place.looked(min(tables)))["table"]["id"] == min(tables), "and it is still there"

    told(KEPT["memory"], tmp_path, story)


@every_store
def test_pf_38_who_was_removed_takes_back_name_and_words_too(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table = await place.table(deals=0)
        assert isinstance(await place.do(table, "g1", commands.Join, name="Thuỳ Linh"), Done)
        assert isinstance(await place.do(table, "g1", commands.Say, text="my secret words"), Done)
        assert isinstance(await place.do(table, "g0", commands.Remove, member=1), Done)
        await place.play(table, 1)  # a snapshot has it
        assert isinstance(await place.do(table, "g1", commands.Say, text="let me in"), Refused)
        taken = commands.Forget(id="forget", seq=(await place.looked(table))["seq"])
        answer = await place.house.do(table, "g1", taken)
        assert isinstance(answer, Done)
        assert await place.house.do(table, "g1", taken) == answer, "PF-30"
        await place.house.record(table, 1)
        snapshot = await place.log.snapshot(table)
        assert snapshot is not None
        written = b"".join([*await place.log.read(table), snapshot.data]).decode()
        seen = (await place.house.view(table, "g0")).decode()
        for gone in ("Thuỳ Linh", "my secret words"):
            assert gone not in written
            assert gone not in seen
        assert isinstance(await place.do(table, "g1", commands.Join, name="Mai"), Refused), "still removed"
        anew = await place.looked(table, None, place.new_house())
        assert (await place.looked(table, None)) | {"now": 0} == anew | {"now": 0}

    told(store, tmp_path, story)


@every_store
def test_pf_38_a_name_and_words_are_taken_back_everywhere_and_deals_still_verify(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table = await place.table(deals=2, name="Thuỳ Linh")
        for guest, text in (("g0", "my secret words"), ("g1", "I stay")):
            if guest == "g1":
                assert isinstance(await place.do(table, guest, commands.Join, name="Minh"), Done)
            assert isinstance(await place.do(table, guest, commands.Say, text=text), Done)
        before = await place.looked(table)
        assert isinstance(await place.do(table, "g0", commands.Forget), Done)
        assert isinstance(await place.do(table, "g0", commands.Forget), Refused), "there is nothing left to take back"
        shown = await place.looked(table)
        assert "name" not in shown["table"]["seats"][0]
        assert [line["text"] for line in shown["chat"]] == ["I stay"]
        assert [one.get("chips", 0) for one in shown["table"]["seats"]] == [
            one.get("chips", 0) for one in before["table"]["seats"]
        ]
        texts = [await place.house.record(table, number) for number in (1, 2)]
        snapshot = await place.log.snapshot(table)
        assert snapshot is not None
        written = b"".join([*await place.log.read(table), snapshot.data]).decode()
        for gone in ("Thuỳ Linh", "my secret words"):
            assert gone not in written
            assert gone not in "".join(texts)
        assert "I stay" in written
        assert len(list(verify(all_games(), "".join(texts).splitlines()))) == 2
        here, anew = await place.looked(table, None), await place.looked(table, None, place.new_house())
        assert here | {"now": 0} == anew | {"now": 0}, "who reads the log knows no more than who was there"
        assert isinstance(await place.do(table, "g0", commands.Join, name="Mai"), Done), "another name is welcome"
        kept = await place.retention().books.table(table)
        assert not kept.state.taken_back

    told(store, tmp_path, story)


@every_store
@pytest.mark.parametrize("by", ["record", "export"])
def test_pf_38_what_a_house_that_died_left_unfinished_is_done_by_the_next(store: Kept, tmp_path: Path, by: str) -> None:
    async def story(place: Place) -> None:
        table = await place.table(name="Thuỳ Linh")
        place.house = TableService(
            place.log, place.bus, place.presence, place.clock, SeededEntropy(2)
        )  # it rewrites nothing
        assert isinstance(await place.do(table, "g0", commands.Forget), Done)
        assert "Thuỳ Linh" in b"".join(await place.log.read(table)).decode()
        if by == "export":
            (text,) = [one async for one in place.retention().books.records(table)]
            assert "Thuỳ Linh" not in text
            return
        text = await place.new_house().record(table, 1)
        assert "Thuỳ Linh" not in text
        assert "Thuỳ Linh" not in b"".join(await place.log.read(table)).decode()
        (record,) = records.read(all_games(), text.splitlines())
        assert record.notes

    told(store, tmp_path, story)


def test_pf_38_another_s_name_stays_though_it_was_the_guest_s_before() -> None:
    from chieu.fairness.card_order import Proof
    from chieu.games import load
    from chieu.online.history.erasure import Rewriting
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
    rewriting = Rewriting(game, "g0")
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


def test_pf_38_a_guest_s_name_can_be_taken_out_of_a_book() -> None:
    deal = scorebook.BookDeal(1, 5, "room", ("Lan", "Minh"), (3, -3), accounts=(0, 1))
    ledger = (views.LedgerLine("Lan", 3, member=0), views.LedgerLine("Minh", -3, member=1))
    kept = scorebook.KeptBook(
        scorebook.Book("t", "xidach", "room", 1, 9, 1, (deal,), ledger), {"g0": "Lan", "g1": "Minh"}
    )
    without = scorebook.without(scorebook.read(scorebook.write(kept)), "g0")
    assert without is not None
    assert without.book.deals[0].names == ("", "Minh")
    assert [line.name for line in without.book.ledger] == ["", "Minh"]
    assert "Lan" not in scorebook.write(without).decode()
    assert scorebook.without(without, "g0") is None


def test_pf_38_who_was_called_like_a_bot_takes_back_no_name_but_their_own(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table, retention = await place.table(deals=1, name="bot random"), place.retention()
        before = await place.house.record(table, 1)
        assert "seat 1 bot random" in before
        assert isinstance(await place.do(table, "g0", commands.Forget), Done)
        assert await place.house.record(table, 1) == before
        assert (await shown(retention, table)).deals[0].bots == (1,)

    told(KEPT["memory"], tmp_path, story)


async def shown(retention: Retention, table: str, before: int = 0) -> Book:
    """A page of a table's book, as somebody with the link reads it."""
    return await retention.books.page(await retention.books.opened(table, None, ""), before)


@every_store
def test_pf_47_the_book_of_an_evening_is_there_while_it_is_played(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table = await place.table(deals=2)
        retention = place.retention()
        first = await shown(retention, table)
        assert (first.retired, first.deals_played, [deal.deal for deal in first.deals]) == (0, 2, [1, 2])
        assert all(deal.outcome and deal.outcome.hands for deal in first.deals)
        assert first == await shown(retention, table), "from memory"
        assert first == await shown(place.retention(), table), "from the log"
        seen = await place.looked(table)
        assert [line.chips for line in first.ledger] == [line["chips"] for line in seen["table"]["ledger"]]
        await place.do(table, "g0", commands.Forget)
        after = await shown(retention, table)
        assert "Lan" in codec.encode(first).decode()
        assert "Lan" not in codec.encode(after).decode(), "PF-38: whoever asks for it then"
        with pytest.raises(NoSuchTable):
            await shown(retention, "none")

    told(store, tmp_path, story)


@pytest.mark.parametrize("retired", [False, True])
def test_pf_47_a_long_book_is_read_in_pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, retired: bool) -> None:
    monkeypatch.setattr("chieu.online.service.books.DEALS_A_PAGE", 2)

    async def story(place: Place) -> None:
        table, retention = await place.table(deals=5), place.retention()
        if retired:
            await retention.retire(table)
        pages = [await shown(retention, table, before) for before in (0, 4, 2, 1, 99)]
        assert [[deal.deal for deal in page.deals] for page in pages] == [[4, 5], [2, 3], [1], [], [4, 5]]
        assert {page.deals_played for page in pages} == {5}
        opened = await retention.books.opened(table, None, "")
        everything = [deal async for deal in retention.books.results(opened)]
        assert [deal.deal for deal in everything] == [1, 2, 3, 4, 5]
        assert sum(deal.payoff[0] for deal in everything) == pages[0].ledger[0].chips

    told(KEPT["memory"], tmp_path, story)


@every_store
def test_pf_8_a_renewed_link_closes_a_book_and_it_stays_closed_when_the_log_is_gone(
    store: Kept, tmp_path: Path
) -> None:
    async def story(place: Place) -> None:
        table, retention = await place.table(deals=1), place.retention()
        assert isinstance(await place.do(table, "g0", commands.RenewLink), Done)
        key = (await place.looked(table, "g0"))["table"]["key"]
        for retire in (False, True):
            if retire:
                await retention.retire(table)
            for guest, wrong in ((None, ""), ("g1", ""), ("g1", "another")):
                with pytest.raises(OldLink):
                    await retention.books.opened(table, guest, wrong)
            await retention.books.opened(table, "g1", key)
            await retention.books.opened(table, "g0", "")

    told(store, tmp_path, story)


@every_store
def test_pf_8_who_was_removed_reads_no_book_by_the_old_link_when_the_log_is_gone(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table, retention = await place.table(deals=1), place.retention()
        for kind, guest, fields in (
            (commands.Join, "g1", {"name": "Minh"}),
            (commands.Join, "g2", {"name": "Hoa"}),
            (commands.Remove, "g0", {"member": 1}),
            (commands.RenewLink, "g0", {}),
        ):
            assert isinstance(await place.do(table, guest, kind, **fields), Done)
        for retire in (False, True):
            if retire:
                await retention.retire(table)
            with pytest.raises(OldLink):
                await retention.books.opened(table, "g1", "")
            await retention.books.opened(table, "g2", "")
        assert await retention.books.forget(table, "g1"), "PF-38: the name is theirs to take back all the same"
        assert await retention.books.forget(table, "g2")
        await retention.books.opened(table, "g2", "")

    told(store, tmp_path, story)


@every_store
def test_pf_38_people_who_take_their_names_out_of_a_book_at_once_are_all_out_of_it(store: Kept, tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        table, retention = await place.table(deals=1), place.retention()
        guests = {"g1": "Minh", "g2": "Hoa", "g3": "Vy"}
        for guest, name in guests.items():
            assert isinstance(await place.do(table, guest, commands.Join, name=name), Done)
        await retention.retire(table)
        books = [place.retention().books for _ in guests]  # of as many nodes
        done = await asyncio.gather(*(one.forget(table, guest) for one, guest in zip(books, guests, strict=True)))
        assert done == [True, True, True]
        kept = await retention.books.kept(table)
        assert kept is not None
        assert kept.guests == {"g0": "Lan"}

    told(store, tmp_path, story)

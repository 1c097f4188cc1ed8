"""What the bot remembers across restarts, and what it need not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from chieu.core.versions import OtherVersion
from chieu.online.protocol.announcements import DealStarted
from chieu.online.service.service import TableService
from chieu.online.storage.system import SystemEntropy
from chieu.online.telegram.notebook import Notebook, PersonNote, TableNote
from chieu.online.telegram.service import Config, TelegramService
from tests.online.telegram.evening import KEY, evening, gather, in_memory, sit_down, table_of

NOWHERE = "http://127.0.0.1:9/bot"


def told(story: Callable[[TelegramService, Notebook], Awaitable[None]]) -> None:
    """A bot that has notes and reaches nobody."""

    async def run() -> None:
        backend = in_memory()
        await backend.start()
        house = TableService(backend.log, backend.bus, backend.presence, backend.clock, SystemEntropy())
        config = Config(token="1:a", api=NOWHERE, webhook="https://cards.example/api/telegram")
        await story(TelegramService(config, house, backend.notes, SystemEntropy(), KEY), Notebook(backend.notes))

    asyncio.run(run())


def test_an_update_that_comes_before_the_notes_are_read_waits_for_them() -> None:
    """A webhook outlives the bot, so Telegram goes on sending while it starts."""

    async def story(service: TelegramService, notes: Notebook) -> None:
        await notes.write(PersonNote(7, name="Lan", lang="zh", chosen=True))
        sender = {"id": 7, "is_bot": False, "first_name": "Lan", "language_code": "en"}
        message = {"message_id": 1, "date": 1, "chat": {"id": -5, "type": "group"}, "from": sender, "text": "hello"}
        sent = json.dumps({"update_id": 1, "message": message}).encode()
        early = asyncio.create_task(service.received(service._secret, sent))
        await asyncio.sleep(0.05)
        assert not early.done()
        await service.desk.start()
        service._ready.set()
        assert await early
        await service.desk.close()
        await notes.read()
        assert notes.people[7].lang == "zh", "the language that somebody chose is still theirs"

    told(story)


def test_a_table_that_is_no_more_is_not_written_down_again() -> None:
    async def story(service: TelegramService, notes: Notebook) -> None:
        note = TableNote("gone", -5)
        service.desk.book.tables["gone"] = note
        service.desk.save(note)
        await service.desk._gone(note)
        await service.desk.close()
        await notes.read()
        assert not notes.tables

    told(story)


def test_of_what_a_group_out_of_reach_missed_only_the_last_deal_is_kept() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        table = table_of(sit_down(api, group, people[:2], "xidach"))
        desk = bot.service.desk

        async def miss() -> list[int]:
            room = desk.rooms[table]
            desk.reach(group.id, False)
            for deal in range(1, 20):
                room._changed(room.watcher, (DealStarted(1_000 + deal, deal, "room", False),))
            room._refresh()
            return [one.deal for one in room._heard if isinstance(one, DealStarted)]

        assert bot.call(miss) == [19]


def test_notes_of_another_version_are_refused() -> None:
    async def story(service: TelegramService, notes: Notebook) -> None:
        await notes.read()
        await notes.write(PersonNote(7, name="Lan"))
        await notes.read()
        assert notes.people[7].name == "Lan"
        await notes._notes.write("telegram version", b"2")
        with pytest.raises(OtherVersion, match="expected version 1, found version 2: run the version of chieu"):
            await service.desk.start()

    told(story)

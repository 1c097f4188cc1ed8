"""Notes of the bot across restarts."""

from __future__ import annotations

import asyncio
import json

import pytest

from chieu.core.codec import OtherVersion
from chieu.online.protocol.announcements import DealStarted
from chieu.online.service.service import TableService
from chieu.online.telegram.notebook import Notebook, PersonNote, TableNote
from chieu.online.telegram.service import Config, TelegramService
from tests.online.odds_workers import lab
from tests.online.storage.memory import SeededEntropy
from tests.online.telegram.evening import KEY, evening, gather, in_memory, sit_down, table_of

pytestmark = pytest.mark.anyio

NOWHERE = "http://127.0.0.1:9/bot"


@pytest.fixture
async def service() -> TelegramService:
    """A bot that has notes but no connection to Telegram."""
    backend = in_memory()
    await backend.start()
    tables = TableService(backend.log, backend.bus, backend.presence, backend.clock, SeededEntropy(1))
    config = Config(token="1:a", api=NOWHERE, webhook="https://cards.example/api/telegram")
    return TelegramService(config, tables, backend.notes, SeededEntropy(1), KEY, lab())


@pytest.fixture
def notes(service: TelegramService) -> Notebook:
    return Notebook(service.desk.book._notes)


async def test_an_early_update_waits_until_the_notes_are_read(service: TelegramService, notes: Notebook) -> None:
    """A webhook outlives the bot, so Telegram sends updates while it starts."""
    await notes.write(PersonNote(7, name="Lan", lang="zh", chosen=True))
    sender = {"id": 7, "is_bot": False, "first_name": "Lan", "language_code": "en"}
    message = {"message_id": 1, "date": 1, "chat": {"id": -5, "type": "group"}, "from": sender, "text": "hello"}
    body = json.dumps({"update_id": 1, "message": message}).encode()
    early = asyncio.create_task(service.received(service._secret, body))
    await asyncio.sleep(0)
    assert not early.done()
    await service.desk.start()
    service._ready.set()
    assert await early
    await service.desk.close()
    await notes.read()
    assert notes.people[7].lang == "zh", "the language that somebody chose is still theirs"


async def test_the_note_of_a_removed_table_is_not_written_again(service: TelegramService, notes: Notebook) -> None:
    note = TableNote("gone", -5)
    service.desk.book.tables["gone"] = note
    service.desk.save(note)
    await service.desk._drop_table(note)
    await service.desk.close()
    await notes.read()
    assert not notes.tables


def test_an_unreachable_group_keeps_only_the_last_missed_deal() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        table = table_of(sit_down(api, group, people[:2], "xidach"))
        desk = bot.service.desk

        async def miss() -> list[int]:
            room = desk.rooms[table]
            desk.reach(group.id, False)
            for deal in range(1, 20):
                room._changed(room.watcher, (DealStarted(1_000 + deal, deal, "xidach", "room", False),))
            room._refresh()
            return [event.deal for event in room._unread if isinstance(event, DealStarted)]

        assert bot.call(miss) == [19]


async def test_notes_of_another_version_are_refused(service: TelegramService, notes: Notebook) -> None:
    await notes.read()
    await notes.write(PersonNote(7, name="Lan"))
    await notes.read()
    assert notes.people[7].name == "Lan"
    await notes._notes.write("telegram version", b"2")
    with pytest.raises(OtherVersion, match="expected version 1, found version 2: run the version of chieu"):
        await service.desk.start()

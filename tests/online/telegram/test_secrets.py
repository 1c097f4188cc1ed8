"""PF-20: no byte sent to a chat depends on a card that is hidden from it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest

from chieu.core import notation
from chieu.core.game import CHANCE
from chieu.core.rng import Rng
from chieu.online.service.tokens import guest_of, linked_token
from chieu.online.storage.backends import single_process
from chieu.online.table import entries
from chieu.online.table.entries import AnyEntry, Moved
from chieu.online.telegram.desk import telegram_identity
from chieu.online.telegram.notebook import ChatNote, PersonNote, TableNote
from chieu.testing import Table
from tests.online.server.in_process import ClosedLog
from tests.online.server.test_secrets import TABLES, in_the_middle
from tests.online.storage.appending import append
from tests.online.storage.memory import MemoryArchive, VirtualClock
from tests.online.table.sitting import Sitting
from tests.online.table.test_views import with_orders
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import KEY, PEOPLE, Bot
from tests.online.telegram.people import Chat, Person


def as_stored(log: list[AnyEntry], people: list[int]) -> list[bytes]:
    """Return the log as stored, with people from Telegram as its guests."""
    stored = []
    for entry in log:
        raw = entries.write(entry)
        for number, person in enumerate(people):
            guest = guest_of(linked_token(KEY, telegram_identity(person)))
            raw = raw.replace(f'"g{number}"'.encode(), f'"{guest}"'.encode())
        stored.append(raw)
    return stored


async def fill(store: ClosedLog, table: str, log: list[bytes], group: Chat, people: list[Person]) -> None:
    """Write a table and the bot's notes about it to a store."""
    await append(store, table, 0, log, None)
    numbers = [person.id for person in people]
    note = TableNote(table, group.id, people=numbers, seen=1)  # everything since is told to the group
    await store.write(f"telegram table {table}", msgspec.json.encode(note))
    chat = ChatNote(group.id, title=group.title, tables=[table])
    await store.write(f"telegram chat {group.id}", msgspec.json.encode(chat))
    for person in people:
        known = PersonNote(person.id, person.name, reachable=True, tables=[table])
        await store.write(f"telegram person {person.id}", msgspec.json.encode(known))


def all_that_is_sent(sitting: Sitting, log: list[AnyEntry], viewer: int | None, tries: list[str]) -> list[str]:
    """Return all calls that a bot on this log makes to the group and to the viewer's own chat."""
    store, table = ClosedLog(), sitting.state.id
    with BotApi().running() as api:
        group = api.group("Friday cards")
        people = [api.person(name) for name in PEOPLE]
        numbers = [person.id for person in people]
        asyncio.run(fill(store, table, as_stored(log, numbers), group, people))
        backend = single_process(store, MemoryArchive(store), VirtualClock(sitting.now))
        with Bot(api, backend) as bot:
            api.wait(lambda: all(person.chat.shown for person in people))
            bot.settle()
            for person in people:
                person.say("/status")
                person.say("/status", group)
                bot.settle()
            if viewer is not None:
                for text in tries:
                    people[viewer].say(text)
                    bot.settle()
                people[viewer].say("/sort suit")
                people[viewer].say("/hand")
                bot.settle()
            assert bot.failure is None
        chats = {str(group.id)} | ({str(people[viewer].id)} if viewer is not None else set())
        calls = [call for call in api.calls if str(call.params.get("chat_id")) in chats]
        return [
            _written(call.method, call.params, call.files)
            for call in sorted(calls, key=lambda call: str(call.params["chat_id"]))
        ]


def _written(method: str, params: dict[str, Any], files: dict[str, bytes]) -> str:
    """Serialize a call without Telegram's own numbers."""
    own = {name: value for name, value in params.items() if name not in ("message_id", "photo", "media")}
    if "media" in params:
        own["media"] = {name: value for name, value in params["media"].items() if name != "media"}
    return f"{method} {json.dumps(own, sort_keys=True)} {[content.hex() for content in files.values()]}"


def pairs_that_differ(table: Table, seed: int) -> tuple[int, int]:
    sitting = in_the_middle(table, seed)
    return differ(sitting, table, seed) if sitting.phase() == "playing" else (0, 0)


def differ(sitting: Sitting, table: Table, seed: int) -> tuple[int, int]:
    changed, first, rng = 0, sitting.deal.first, Rng(seed, 22)
    for viewer in (None, 1):
        legal = () if viewer is None else sitting.game.legal(sitting.deal.state, viewer)
        known = {event.action for event in sitting.events if isinstance(event, Moved) and event.seat != CHANCE}
        tries = (
            [] if viewer is None else [notation.to_type(action) for action in sorted(known - set(legal), key=repr)[:4]]
        )
        other = table.game.resample(sitting.deal.state, viewer, rng.shuffled)
        there = with_orders(sitting.log, first, table.game.orders(other))
        changed += there != sitting.log
        here = all_that_is_sent(sitting, sitting.log, viewer, tries)
        assert len(here) > 3
        assert all_that_is_sent(sitting, there, viewer, tries) == here
    return changed, sitting.deal.shuffles


@pytest.mark.usefixtures("real_pictures")
@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_pf_20_hidden_cards_change_no_byte_to_other_chats(table: Table) -> None:
    changed, shuffled = pairs_that_differ(table, 1)
    assert changed or not shuffled, "the cards were the same: nothing was shown"


@pytest.mark.parametrize("table", {table.game.name: table for table in reversed(TABLES)}.values(), ids=repr)
def test_pf_45_reasons_show_the_group_no_hidden_card(table: Table) -> None:
    preset = next(name for name, rules in table.game.presets.items() if rules == table.rules)
    sitting = Sitting(table.game.name, 4, 4, preset, pace=1000)
    sitting.start()
    sitting.play_on(Rng(1))
    assert sitting.phase() == "between"
    changed, _ = differ(sitting, table, 1)
    assert changed or table.game.name == "big2", "in Big Two every card is dealt, and all are open at the end"

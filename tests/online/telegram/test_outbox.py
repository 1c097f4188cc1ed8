"""Messages that Telegram delays, refuses or moves while the bot has already changed them."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from telegram import Bot, Message
from telegram.error import BadRequest, ChatMigrated, RetryAfter

from chieu.online.telegram.outbox import Limits, Listener, Outbox
from chieu.online.telegram.pages import MAX_TEXT, Page, fitting, in_parts, quoted, units
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.anyio

FAST = Limits((10_000, 10_000), (10_000, 10_000), (10_000, 10_000))
GROUP = -5


class Screen:
    """A fake of the Bot API. Calls can be held up, or answered with an error first."""

    def __init__(self) -> None:
        self.shown: dict[int, dict[int, str]] = {}
        self.topics: list[int] = []
        self.texts: list[str] = []  # sent or edited, in order
        self.errors: dict[str, list[Exception]] = {}
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.waiting = asyncio.Event()
        self._number = 0

    async def called(self) -> None:
        """Wait for a call."""
        async with asyncio.timeout(PATIENCE_S):
            await self.waiting.wait()

    async def _called(self, method: str) -> None:
        self.waiting.set()
        await self.go_on.wait()
        if self.errors.get(method):
            raise self.errors[method].pop(0)

    async def send_message(self, chat: int, text: str, message_thread_id: int = 0, **_: Any) -> Message:
        await self._called("send")
        self.topics.append(message_thread_id)
        self._number += 1
        self.texts.append(text)
        self.shown.setdefault(chat, {})[self._number] = text
        return cast("Message", type("Sent", (), {"message_id": self._number, "photo": ()}))

    async def edit_message_text(self, text: str, chat_id: int, message_id: int, **_: Any) -> None:
        await self._called("edit")
        if message_id not in self.shown.get(chat_id, {}):
            raise BadRequest("Message to edit not found")
        self.texts.append(text)
        self.shown[chat_id][message_id] = text

    async def delete_message(self, chat: int, number: int) -> None:
        await self._called("delete")
        self.shown[chat].pop(number)


async def outbox_of(screen: Screen) -> Outbox:
    return Outbox(cast("Bot", screen), Listener(), FAST)


async def idle(outbox: Outbox) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await outbox.idle()


async def test_a_message_dropped_while_being_sent_is_deleted() -> None:
    screen = Screen()
    outbox = await outbox_of(screen)
    screen.go_on.clear()
    outbox.show(GROUP, "round 1", Page("Lan plays 3♦."))
    await screen.called()
    outbox.drop(GROUP, "round 1")
    screen.go_on.set()
    await idle(outbox)
    assert screen.shown == {GROUP: {}}


async def test_a_message_dropped_while_being_edited_is_not_sent_again() -> None:
    screen = Screen()
    outbox = await outbox_of(screen)
    outbox.show(GROUP, "round 1", Page("Lan plays 3♦."))
    await idle(outbox)
    screen.go_on.clear()
    screen.waiting.clear()
    outbox.show(GROUP, "round 1", Page("Minh passes."))
    await screen.called()
    outbox.drop(GROUP, "round 1")
    screen.go_on.set()
    await idle(outbox)
    assert screen.shown == {GROUP: {1: "Minh passes."}}


async def test_messages_of_a_chat_keep_the_order_of_their_changes() -> None:
    """The table's message is older than that of the deal, but shows the chips of its end."""
    screen = Screen()
    outbox = await outbox_of(screen)
    outbox.show(GROUP, "lobby", Page("Deal 1 is on."))
    outbox.show(GROUP, "round 1", Page("Lan draws."))
    await idle(outbox)
    screen.go_on.clear()
    screen.waiting.clear()
    outbox.show(GROUP, "note 7", Page("There is no free seat."))
    await screen.called()
    outbox.show(GROUP, "lobby", Page("Deal 1 is on. Minh is away."))
    outbox.show(GROUP, "round 1", Page("Lan shows 10♠ 9♥: Lan +1."))
    outbox.show(GROUP, "lobby", Page("1. Lan +1"), again=True)
    screen.go_on.set()
    await idle(outbox)
    assert screen.texts[3:] == ["Lan shows 10♠ 9♥: Lan +1.", "1. Lan +1"]


@pytest.mark.parametrize("call", ["send", "delete"])
async def test_a_replaced_message_is_sent_once_despite_retry_after(call: str) -> None:
    screen = Screen()
    outbox = await outbox_of(screen)
    outbox.show(GROUP, "hand", Page("Your turn!"))
    await idle(outbox)
    screen.errors[call] = [RetryAfter(0), RetryAfter(0)]
    outbox.show(GROUP, "hand", Page("Your turn!"), again=True)
    await idle(outbox)
    assert screen.shown == {GROUP: {2: "Your turn!"}}
    assert (outbox.sends, outbox.retries) == (2, 2)


async def test_pending_messages_of_a_moved_group_are_sent_once() -> None:
    """The new group has the table's message already while the old one is still to be edited."""
    screen = Screen()
    outbox = await outbox_of(screen)
    outbox.show(GROUP, "lobby", Page("1. Lan"))
    outbox.show(GROUP, "status", Page("nothing"))
    await idle(outbox)
    screen.go_on.clear()
    screen.waiting.clear()
    outbox.show(GROUP, "lobby", Page("1. Lan 2. Minh"))
    outbox.show(GROUP, "note 7", Page("There is no free seat."))
    await screen.called()
    outbox.show(GROUP * 2, "lobby", Page("1. Lan 2. Minh"))
    screen.errors["edit"] = [ChatMigrated(GROUP * 2)]
    screen.go_on.set()
    await idle(outbox)
    assert sorted(screen.shown[GROUP * 2].values()) == ["1. Lan 2. Minh", "There is no free seat."]


@pytest.mark.parametrize("why", ["Message thread not found", "TOPIC_CLOSED"])
async def test_messages_of_a_deleted_topic_go_to_the_group(why: str) -> None:
    screen = Screen()
    outbox = await outbox_of(screen)
    screen.errors["send"] = [BadRequest(why)]
    outbox.show(GROUP, "lobby", Page("1. Lan"), topic=9)
    await idle(outbox)
    outbox.show(GROUP, "note 1", Page("hello"), topic=9)
    await idle(outbox)
    assert screen.topics == [0, 9]


@pytest.mark.parametrize("width", [1, 3, 40])
def test_texts_fit_into_telegrams_limits(width: int) -> None:
    most = 200
    for count in range(1, 2 * most // width + 4):
        lines = ["👑" + "x" * (width - 1)] * count
        assert units(fitting(lines, most)) <= most
        assert len(fitting(lines, most)) > most // 2 or count * (width + 2) < most
        assert units(quoted(lines, most)) <= most
    lines = ["👑" * width] * (3 * MAX_TEXT // width)
    assert "\n".join(in_parts(lines)) == "\n".join(lines)
    assert max(map(units, in_parts(lines))) <= MAX_TEXT

"""What the chats show, and what they should. A message is a *slot*: whoever has something to say says how it should
look, and a task for each chat sees to it, at Telegram's pace. What changes twice before its turn is sent once.

Telegram says by itself when it was too fast, and for how long to wait. What cannot be edited any more is sent anew.
"""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from typing import Any, Final, NamedTuple

import resvg_py  # noqa: F401 - `png` needs it: fail at import, not at the first picture
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions, WebAppInfo
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from chieu.online.telegram.pace import Bucket, Buckets
from chieu.online.telegram.pages import Button, Page, Rows
from chieu.pictures import png

_LOG: Final = logging.getLogger("chieu")
PICTURE_WIDTH: Final = 800
_NOT_MODIFIED: Final = "not modified"
_NO_TOPIC: Final = ("message thread not found", "topic_closed", "topic_deleted")
# How Telegram says that the bot may not write there, beside "Forbidden".
_SHUT: Final = ("chat not found", "not enough rights to send", "have no rights to send", "chat_write_forbidden")
_PATIENCE_S: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
ANSWERS_WAITING: Final = 60
_ALERT_AT_MOST: Final = 200
_PICTURES_KNOWN: Final = 512


class Limits(NamedTuple):
    """Messages and edits a second, and how many at once: of a group, of one person's chat, and of all together."""

    group: tuple[float, float] = (20 / 60, 8)
    person: tuple[float, float] = (1.0, 5)
    all: tuple[float, float] = (25.0, 25)


class Slot:
    """A message that is, or should be. `number` is Telegram's, `shown` what it looks like as far as is known."""

    __slots__ = ("again", "later", "number", "shown", "stale", "topic", "wanted")

    def __init__(self, number: int | None = None) -> None:
        self.number = number
        self.shown: Page | None = None
        self.wanted: Page | None = None
        self.later = False  # everything else comes first
        self.again = False  # send it anew, at the end of the chat
        self.stale: list[int] = []  # messages in whose place another one is
        self.topic = 0  # of a group that has topics

    @property
    def due(self) -> bool:
        return bool(self.stale) or (self.wanted is not None and (self.again or self.shown != self.wanted))


class Listener:
    """Who is told what became of messages. All of it may be left as it is."""

    async def sent(self, chat: int, slot: str, number: int) -> None:
        """A slot is this message now."""

    async def settled(self, chat: int, slot: str) -> None:
        """A slot looks as it should."""

    async def unreachable(self, chat: int) -> None:
        """The bot may not write there: it was blocked, or never let in, or the group is gone."""

    async def reached(self, chat: int) -> None:
        """Something arrived there."""

    async def moved(self, chat: int, to: int) -> None:
        """A group has another number now."""


class Outbox:
    """Everything that the bot sends."""

    def __init__(self, bot: Bot, listener: Listener, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self._bot = bot
        self._listener = listener
        self._slots: dict[int, dict[str, Slot]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._groups: Buckets[int] = Buckets(*limits.group)
        self._people: Buckets[int] = Buckets(*limits.person)
        self._all = Bucket(*limits.all)
        self._pictures: dict[str, str] = {}  # Telegram's names for pictures that it has
        self._answers: set[asyncio.Task[None]] = set()
        self._closed = False

    def slot(self, chat: int, name: str) -> Slot:
        return self._slots.setdefault(chat, {}).setdefault(name, Slot())

    def known(self, chat: int, name: str, number: int) -> None:
        """A slot is a message that was sent before this process began."""
        self.slot(chat, name).number = number

    def show(self, chat: int, name: str, page: Page, again: bool = False, later: bool = False, topic: int = 0) -> None:
        """How a slot should look. `again`: as a new message, and without the one before. `later`: the chat's other
        slots come first. `topic`: where in a group it belongs."""
        slot = self.slot(chat, name)
        slot.wanted, slot.later, slot.topic = page, later, topic
        slot.again = slot.again or (again and slot.number is not None)
        self._work(chat)

    def drop(self, chat: int, name: str, delete: bool = False) -> None:
        """A slot is none any more: its message stays as it is, or goes."""
        slot = self._slots.get(chat, {}).get(name)
        if slot is None:
            return
        if delete and slot.number is not None:
            slot.stale.append(slot.number)
        slot.wanted, slot.number, slot.again = None, None, False
        if slot.stale:
            self._work(chat)
        else:
            del self._slots[chat][name]

    def forget(self, chat: int) -> None:
        """Nothing of a chat is known any more: whatever is shown there comes in new messages."""
        self._slots.pop(chat, None)

    def move(self, chat: int, to: int) -> None:
        """A chat has another number: what was still to be said is said there, and no old message is known."""
        there = self._slots.setdefault(to, {})
        for name, slot in self._slots.pop(chat, {}).items():
            if slot.wanted is not None and slot.shown != slot.wanted and not slot.later and name not in there:
                there[name] = Slot()
                there[name].wanted = slot.wanted
        self._work(to)

    def answer(self, query: str, text: str = "", alert: bool = False, url: str = "") -> None:
        """Answers a tap. Nobody waits for it; where very many wait already, it is not worth it."""
        if len(self._answers) >= ANSWERS_WAITING and not alert:
            return
        task = asyncio.get_running_loop().create_task(self._answer(query, text, alert, url))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _answer(self, query: str, text: str, alert: bool, url: str) -> None:
        try:
            short = text if len(text) <= _ALERT_AT_MOST else text[: _ALERT_AT_MOST - 1] + "…"
            await self._bot.answer_callback_query(query, short or None, alert, url or None)
        except TelegramError:
            return  # it was too late for an answer, or Telegram is out of reach: the screen says what is

    async def close(self) -> None:
        self._closed = True  # tables that are still followed may have more to say
        tasks = [*self._workers.values(), *self._answers]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Returns when everything looks as it should."""
        while self._workers:
            await asyncio.wait(self._workers.values())

    # One chat

    def _work(self, chat: int) -> None:
        if chat not in self._workers and not self._closed:
            task = asyncio.get_running_loop().create_task(self._see_to(chat))
            self._workers[chat] = task

    async def _see_to(self, chat: int) -> None:
        failures = 0
        try:
            while (found := self._next(chat)) is not None:
                name, slot = found
                try:
                    await self._pace(chat)
                    await self._bring_up(chat, name, slot)
                    failures = 0
                except RetryAfter as error:
                    await asyncio.sleep(_seconds(error))
                except ChatMigrated as error:
                    self.move(chat, error.new_chat_id)
                    await self._listener.moved(chat, error.new_chat_id)
                    return
                except Forbidden:
                    self.forget(chat)
                    await self._listener.unreachable(chat)
                    return
                except BadRequest as error:
                    if any(one in error.message.lower() for one in _SHUT):
                        self.forget(chat)
                        await self._listener.unreachable(chat)
                        return
                    _LOG.error("telegram_refused", extra={"fields": {"why": error.message}})
                    slot.shown, slot.again = slot.wanted, False  # it will not be better the next time
                except TelegramError:  # out of reach
                    await asyncio.sleep(_PATIENCE_S[min(failures, len(_PATIENCE_S) - 1)])
                    failures += 1
        finally:
            self._workers.pop(chat, None)

    def _next(self, chat: int) -> tuple[str, Slot] | None:
        slots = self._slots.get(chat, {})
        due = [(slot.later, name, slot) for name, slot in slots.items() if slot.due]
        return next(((name, slot) for later, name, slot in due if not later), due[0][1:] if due else None)

    async def _pace(self, chat: int) -> None:
        """Waits for this chat's turn. What the slot should look like may change meanwhile."""
        clock = asyncio.get_running_loop().time
        for bucket in ((self._groups if chat < 0 else self._people).of(chat), self._all):
            while not bucket.take(clock()):
                await asyncio.sleep(bucket.wait(clock()))

    async def _bring_up(self, chat: int, name: str, slot: Slot) -> None:
        page = slot.wanted
        if page is not None and slot.due:
            changed = slot.number is not None and not slot.again and await self._edited(chat, slot, page)
            if slot.wanted is not None and not changed:
                await self._send_anew(chat, name, slot, page)
            slot.shown = page
            await self._listener.reached(chat)
        while slot.stale:
            await self._delete(chat, slot.stale[0])
            del slot.stale[0]
        if not slot.due:
            if slot.wanted is None:
                self._slots.get(chat, {}).pop(name, None)
            await self._listener.settled(chat, name)

    async def _send_anew(self, chat: int, name: str, slot: Slot, page: Page) -> None:
        """A slot becomes a new message, in place of the one that it was."""
        try:
            number = await self._send(chat, page, slot.topic)
        except BadRequest as error:
            if not slot.topic or not any(one in error.message.lower() for one in _NO_TOPIC):
                raise
            number = await self._send(chat, page, 0)
        slot.again = False
        if slot.wanted is None:  # it was dropped meanwhile
            slot.stale.append(number)
            self._slots.setdefault(chat, {}).setdefault(name, slot)
            return
        if slot.number is not None:
            slot.stale.append(slot.number)
        slot.number = number
        await self._listener.sent(chat, name, number)

    async def _edited(self, chat: int, slot: Slot, page: Page) -> bool:
        """Whether the message could be changed to look like this."""
        assert slot.number is not None
        shown = slot.shown
        where: dict[str, Any] = {"chat_id": chat, "message_id": slot.number, "reply_markup": _markup(page.buttons)}
        if shown is not None and bool(shown.picture) != bool(page.picture):
            return False
        try:
            if shown is not None and (shown.text, shown.picture) == (page.text, page.picture):
                if shown.buttons != page.buttons:
                    await self._bot.edit_message_reply_markup(**where)
            elif not page.picture:
                await self._bot.edit_message_text(page.text, **where, **_HOW)
            elif shown is not None and shown.picture == page.picture:
                await self._bot.edit_message_caption(caption=page.text, **where, parse_mode=ParseMode.HTML)
            else:
                picture = await self._picture(page.picture)
                media = InputMediaPhoto(picture, caption=page.text, parse_mode=ParseMode.HTML, filename="hand.png")
                await self._note(page.picture, await self._bot.edit_message_media(media, **where))
        except BadRequest as error:
            return _NOT_MODIFIED in error.message
        return True

    async def _send(self, chat: int, page: Page, topic: int) -> int:
        how: dict[str, Any] = {"reply_markup": _markup(page.buttons), "disable_notification": not page.loud}
        if topic:
            how["message_thread_id"] = topic
        if page.picture:
            picture = await self._picture(page.picture)
            sent = await self._bot.send_photo(
                chat, picture, caption=page.text, parse_mode=ParseMode.HTML, filename="hand.png", **how
            )
            await self._note(page.picture, sent)
        else:
            sent = await self._bot.send_message(chat, page.text, **how, **_HOW)
        return sent.message_id

    async def _delete(self, chat: int, number: int) -> None:
        try:
            await self._bot.delete_message(chat, number)
        except BadRequest:
            return  # it is gone, or too old to go

    async def _picture(self, svg: str) -> str | bytes:
        """A picture by Telegram's name for it, or the picture itself the first time."""
        return self._pictures[svg] if svg in self._pictures else await asyncio.to_thread(_png, svg)

    async def _note(self, svg: str, sent: Any) -> None:
        photo = getattr(sent, "photo", None)
        if photo:
            self._pictures[svg] = photo[-1].file_id
            if len(self._pictures) > _PICTURES_KNOWN:
                del self._pictures[next(iter(self._pictures))]


_HOW: Final[dict[str, Any]] = {
    "parse_mode": ParseMode.HTML,
    "link_preview_options": LinkPreviewOptions(is_disabled=True),
}


@lru_cache(maxsize=64)
def _png(svg: str) -> bytes:
    return png(svg, PICTURE_WIDTH)


def _seconds(error: RetryAfter) -> float:
    given = error.retry_after
    return float(given) if isinstance(given, int | float) else given.total_seconds()


def _markup(buttons: Rows) -> InlineKeyboardMarkup | None:
    return InlineKeyboardMarkup([[_button(one) for one in row] for row in buttons]) if buttons else None


def _button(one: Button) -> InlineKeyboardButton:
    if one.app:
        return InlineKeyboardButton(one.label, web_app=WebAppInfo(one.app))
    return (
        InlineKeyboardButton(one.label, url=one.url)
        if one.url
        else InlineKeyboardButton(one.label, callback_data=one.data)
    )

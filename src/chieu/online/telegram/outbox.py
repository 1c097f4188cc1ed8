"""Outbox: sends and edits the bot's messages within Telegram's rate limits.

Each message is a *slot* that holds how it should look. One task per chat brings its slots up to date, in the order in
which they changed; a slot that changes twice before its turn is sent once. If Telegram answers with a time to wait, the
task waits. A message that can no longer be edited is deleted and sent again.

BT-18: a message with the cards of a past round comes first. A token is reserved for it while it shows cards, so that it
never waits for the rate limit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import resvg_py  # noqa: F401 - `png` needs it: fail at import, not at the first picture
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions, WebAppInfo
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from chieu.online.telegram.pages import Button, Page, Rows, shortened
from chieu.online.telegram.rate_limits import RateLimit
from chieu.pictures import png

_LOG: Final = logging.getLogger("chieu")
PICTURE_WIDTH: Final = 800
_NOT_MODIFIED: Final = "not modified"
_NO_TOPIC: Final = ("message thread not found", "topic_closed", "topic_deleted")
# Errors, besides "Forbidden", that mean the bot may not write to a chat.
_NOT_ALLOWED: Final = ("chat not found", "not enough rights to send", "have no rights to send", "chat_write_forbidden")
_RETRY_S: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
ANSWERS_WAITING: Final = 60
_MAX_ALERT: Final = 200
_PICTURES_KNOWN: Final = 512
_RESERVED_OF_ALL: Final = 5  # tokens of the whole bot that only urgent messages take


class Limits(NamedTuple):
    """Rate limits on messages and edits as (per second, burst): per group, per person and in total.

    Telegram allows a group twenty a minute: five at once and fifteen in the minute after them.
    """

    group: tuple[float, float] = (15 / 60, 5)
    person: tuple[float, float] = (1.0, 5)
    all: tuple[float, float] = (25.0, 25)


@dataclass(slots=True, eq=False)
class Slot:
    """A message. `number` is Telegram's, `shown` is how it looks (None: unknown), `wanted` how it should."""

    number: int | None = None
    shown: Page | None = None
    wanted: Page | None = None
    order: int = 0  # when it changed, compared with other slots
    later: bool = False  # bring the chat's other slots up to date first
    again: bool = False  # send it as a new message, at the end of the chat
    stale: list[int] = field(default_factory=list)  # replaced messages, to be deleted
    topic: int = 0  # 0: the group has none

    @property
    def changed(self) -> bool:
        return self.wanted is not None and (self.again or self.shown != self.wanted)

    @property
    def due(self) -> bool:
        return bool(self.stale) or self.changed

    @property
    def round(self) -> int | None:
        """BT-18: the round whose cards it shows, or is about to show."""
        page = self.shown or self.wanted
        return None if page is None else page.round

    @property
    def urgent(self) -> bool:
        """BT-18: it shows, or may show, cards of a past round; or it is to be deleted."""
        if self.wanted is None or not self.changed:
            return True
        if self.number is None:
            return False
        if self.shown is None:
            return self.wanted.round is not None
        return self.shown.round not in (None, self.wanted.round)


class Listener:
    """Callbacks on the fate of messages. By default they do nothing."""

    def sent(self, chat: int, slot: str, number: int) -> None:
        """A slot was sent as this message."""

    def settled(self, chat: int, slot: str) -> None:
        """A slot looks as it should."""

    def reach(self, chat: int, reachable: bool) -> None:
        """A message arrived in a chat, or the bot may not write there: it was blocked, or the group is gone."""

    def move(self, chat: int, to: int) -> None:
        """A group has a new number."""


class Outbox:
    """All messages of the bot, by chat and slot."""

    def __init__(self, bot: Bot, listener: Listener, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self._bot = bot
        self._listener = listener
        self._slots: dict[int, dict[str, Slot]] = {}
        self._changes = 0
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._woken: dict[int, asyncio.Event] = {}
        self._max_reserved = limits.group[1] - 1
        self._groups = RateLimit(*limits.group)
        self._people = RateLimit(*limits.person)
        self._all = RateLimit(*limits.all)
        self._pictures: dict[str, str] = {}  # Telegram's ids of pictures that were sent, by SVG
        self._answers: set[asyncio.Task[None]] = set()
        self._closed = False
        self.sends = 0  # messages sent, edited or deleted
        self.retries = 0  # because of a rate limit of Telegram, or a network error

    def slot(self, chat: int, name: str) -> Slot:
        return self._slots.setdefault(chat, {}).setdefault(name, Slot())

    def show(self, chat: int, name: str, page: Page, again: bool = False, later: bool = False, topic: int = 0) -> None:
        """Set how a slot should look.

        `again`: replace it by a new message at the end of the chat. `later`: the chat's other slots go first.
        """
        slot = self.slot(chat, name)
        if again or page != slot.wanted:
            self._changes += 1
            slot.order = self._changes
        slot.wanted, slot.later, slot.topic = page, later, topic
        slot.again = slot.again or (again and slot.number is not None)
        self._work(chat)

    def drop(self, chat: int, name: str, delete: bool = False) -> None:
        """Remove a slot. Its message stays as it is, or is deleted."""
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
        """Forget a chat's messages. The next text there comes in a new message."""
        self._slots.pop(chat, None)

    def move(self, chat: int, to: int) -> None:
        """Move pending messages to a chat's new number. Its old messages are forgotten."""
        slots = self._slots.setdefault(to, {})
        for name, slot in self._slots.pop(chat, {}).items():
            if slot.wanted is not None and slot.shown != slot.wanted and not slot.later and name not in slots:
                slots[name] = Slot(wanted=slot.wanted)
        self._work(to)

    def answer(self, query: str, text: str = "", alert: bool = False, url: str = "") -> None:
        """Answer a callback query in the background. Too many pending answers drop all but alerts."""
        if len(self._answers) >= ANSWERS_WAITING and not alert:
            return
        task = asyncio.create_task(self._answer(query, text, alert, url))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _answer(self, query: str, text: str, alert: bool, url: str) -> None:
        short = shortened(text, _MAX_ALERT) or None
        with suppress(TelegramError):  # too late, or Telegram is out of reach: the messages show the state anyway
            await self._bot.answer_callback_query(query, short, alert, url or None)

    async def close(self) -> None:
        self._closed = True  # tables that are still followed may call `show`
        tasks = [*self._workers.values(), *self._answers]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Return when every slot looks as it should."""
        while self._workers:
            await asyncio.wait(self._workers.values())

    # One chat

    def _work(self, chat: int) -> None:
        if chat in self._workers:
            self._woken[chat].set()
        elif not self._closed:
            self._woken[chat] = asyncio.Event()
            self._workers[chat] = asyncio.create_task(self._run_chat(chat))

    async def _run_chat(self, chat: int) -> None:
        failures = 0
        try:
            while (pending := self._next(chat)) is not None:
                name, slot = pending
                if wait := self._take_token(chat, slot):
                    await self._sleep(chat, wait)  # meanwhile slots may change
                    continue
                try:
                    await self._update(chat, name, slot)
                    self.sends += 1
                    failures = 0
                except RetryAfter as error:
                    self.retries += 1
                    await asyncio.sleep(retry_seconds(error))
                except ChatMigrated as error:
                    self.move(chat, error.new_chat_id)
                    self._listener.move(chat, error.new_chat_id)
                    return
                except (Forbidden, BadRequest) as error:
                    if isinstance(error, Forbidden) or _mentions(error, _NOT_ALLOWED):
                        self.forget(chat)
                        self._listener.reach(chat, False)
                        return
                    _LOG.error("telegram_refused", extra={"fields": {"why": error.message}})
                    slot.shown, slot.again = slot.wanted, False  # a retry would fail too
                except TelegramError:  # a network error
                    self.retries += 1
                    await asyncio.sleep(_RETRY_S[min(failures, len(_RETRY_S) - 1)])
                    failures += 1
        finally:
            self._workers.pop(chat, None)
            self._woken.pop(chat, None)

    def _next(self, chat: int) -> tuple[str, Slot] | None:
        due = [(name, slot) for name, slot in self._slots.get(chat, {}).items() if slot.due]
        return min(due, key=lambda each: (not each[1].urgent, each[1].later, each[1].order), default=None)

    def _take_token(self, chat: int, slot: Slot) -> float:
        """Take a token of the chat and of the whole bot and return 0, or the seconds until it can be taken.

        Tokens are reserved for messages that show cards of a round (BT-18). Deletions count for the whole bot only.
        """
        limit = self._groups if chat < 0 else self._people
        rounds = sum(other.round is not None and not other.later for other in self._slots[chat].values())
        reserved = 0 if slot.urgent else min(rounds, self._max_reserved)
        wait = self._all.wait(keep=0 if slot.urgent else _RESERVED_OF_ALL)
        if slot.changed:
            wait = max(wait, limit.wait(chat, reserved))
        if wait:
            return wait
        self._all.take()
        if slot.changed:
            limit.take(chat)
        return 0.0

    async def _sleep(self, chat: int, seconds: float) -> None:
        """Sleep until slots of a chat change, at most these seconds."""
        woken = self._woken[chat]
        woken.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), seconds)

    async def _update(self, chat: int, name: str, slot: Slot) -> None:
        page = slot.wanted
        if page is not None and slot.changed:
            other_kind = slot.shown is not None and bool(slot.shown.picture) != bool(page.picture)
            if slot.number is None or slot.again or other_kind:
                await self._send_new(chat, name, slot, page)
                slot.shown = page
            elif await self._edit(chat, slot, page) or slot.wanted is None:
                slot.shown = page
            else:
                slot.stale.append(slot.number)
                slot.number, slot.shown = None, None  # it is sent again in its turn
            self._listener.reach(chat, True)
        while slot.stale:
            await self._delete(chat, slot.stale[0])
            del slot.stale[0]
        if not slot.due:
            if slot.wanted is None:
                self._slots.get(chat, {}).pop(name, None)
            self._listener.settled(chat, name)

    async def _send_new(self, chat: int, name: str, slot: Slot, page: Page) -> None:
        """Send a slot as a new message, and mark the old one for deletion."""
        try:
            number = await self._send(chat, page, slot.topic)
        except BadRequest as error:
            if not slot.topic or not _mentions(error, _NO_TOPIC):
                raise
            number = await self._send(chat, page, 0)
        slot.again = False
        if slot.wanted is None:  # the slot was dropped meanwhile
            slot.stale.append(number)
            self._slots.setdefault(chat, {}).setdefault(name, slot)
            return
        if slot.number is not None:
            slot.stale.append(slot.number)
        slot.number = number
        self._listener.sent(chat, name, number)

    async def _edit(self, chat: int, slot: Slot, page: Page) -> bool:
        """Edit a message; return False if Telegram refuses."""
        assert slot.number is not None
        shown = slot.shown
        where: dict[str, Any] = {"chat_id": chat, "message_id": slot.number, "reply_markup": _markup(page.buttons)}
        try:
            if shown is not None and (shown.text, shown.picture) == (page.text, page.picture):
                if shown.buttons != page.buttons:
                    await self._bot.edit_message_reply_markup(**where)
            elif not page.picture:
                await self._bot.edit_message_text(page.text, **where, **_FORMAT)
            elif shown is not None and shown.picture == page.picture:
                await self._bot.edit_message_caption(caption=page.text, **where, parse_mode=ParseMode.HTML)
            else:
                picture = await self._picture(page.picture)
                media = InputMediaPhoto(picture, caption=page.text, parse_mode=ParseMode.HTML, filename="hand.png")
                self._remember_picture(page.picture, await self._bot.edit_message_media(media, **where))
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
            self._remember_picture(page.picture, sent)
        else:
            sent = await self._bot.send_message(chat, page.text, **how, **_FORMAT)
        return sent.message_id

    async def _delete(self, chat: int, number: int) -> None:
        try:
            await self._bot.delete_message(chat, number)
        except BadRequest:
            return  # already deleted, or too old to delete

    async def _picture(self, svg: str) -> str | bytes:
        """Return Telegram's id of a picture, or the picture itself if it was not sent yet."""
        return self._pictures[svg] if svg in self._pictures else await asyncio.to_thread(_png, svg)

    def _remember_picture(self, svg: str, sent: Any) -> None:
        photo = getattr(sent, "photo", None)
        if photo:
            self._pictures[svg] = photo[-1].file_id
            if len(self._pictures) > _PICTURES_KNOWN:
                del self._pictures[next(iter(self._pictures))]


_FORMAT: Final[dict[str, Any]] = {
    "parse_mode": ParseMode.HTML,
    "link_preview_options": LinkPreviewOptions(is_disabled=True),
}


def _mentions(error: TelegramError, texts: Sequence[str]) -> bool:
    return any(text in error.message.lower() for text in texts)


def _png(svg: str) -> bytes:
    return png(svg, PICTURE_WIDTH)


def retry_seconds(error: RetryAfter) -> float:
    """Return the seconds that Telegram asks the bot to wait."""
    wait = error.retry_after
    return float(wait) if isinstance(wait, int | float) else wait.total_seconds()


def _markup(buttons: Rows) -> InlineKeyboardMarkup | None:
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in buttons]) if buttons else None


def _button(button: Button) -> InlineKeyboardButton:
    if button.app:
        return InlineKeyboardButton(button.label, web_app=WebAppInfo(button.app))
    if button.url:
        return InlineKeyboardButton(button.label, url=button.url)
    return InlineKeyboardButton(button.label, callback_data=button.data)

"""The running bot: gets updates from Telegram, by polling or webhook, and handles them in order.

An update is confirmed to Telegram only when its effects are durable. One that comes again after a crash leads to the
same commands with the same ids (idempotency keys), which the table service carries out once.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from telegram import Bot, BotCommand, CallbackQuery, Chat, ChatMember, Message, Update, User
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError
from telegram.request import HTTPXRequest

from chieu.core.text.languages import LANGS
from chieu.online.odds_lab import OddsLab
from chieu.online.service.ports import Entropy, Notes, Unavailable
from chieu.online.service.service import TableService
from chieu.online.telegram.commands import Commands
from chieu.online.telegram.desk import Desk, Origin
from chieu.online.telegram.odds import OddsReplies
from chieu.online.telegram.opening import Openings
from chieu.online.telegram.outbox import Limits, Outbox, retry_seconds
from chieu.online.telegram.rate_limits import RateLimit
from chieu.online.telegram.real import Scorekeeper
from chieu.online.telegram.taps import Taps
from chieu.online.telegram.texts import language_of, say

T = TypeVar("T")
_LOG: Final = logging.getLogger("chieu")
_API: Final = "https://api.telegram.org/bot"
_POLL_S: Final = 20
_UPDATE_KINDS: Final = ("message", "callback_query", "my_chat_member")
_COMMANDS: Final = (
    "play",
    "score",
    "hand",
    "sort",
    "status",
    "pass",
    "end",
    "rules",
    "game",
    "ledger",
    "odds",
    "language",
)
_RETRY_S: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
_SWEEP_S: Final = 60.0
_SECRET_BYTES: Final = 24
_MAX_HANDLED: Final = 10_000


class BadToken(Exception):
    """Telegram knows no bot with this token."""


class Config(msgspec.Struct, frozen=True):
    """Configuration of the bot.

    `page` is the public address of the web page. `webhook` is the address to which Telegram sends updates (empty: poll
    for them). `receives`: this process gets the updates.
    """

    token: str
    api: str = ""
    page: str = ""
    webhook: str = ""
    receives: bool = True


class TelegramService:
    """The bot on one table service."""

    def __init__(
        self,
        config: Config,
        service: TableService,
        notes: Notes,
        entropy: Entropy,
        key: bytes,
        odds: OddsLab,
        limits: Limits | None = None,
    ) -> None:
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs URLs, which contain the token
        self._config = config
        self._bot = _bot(config)
        self._secret = hmac.digest(key, b"chieu telegram webhook", "sha256")[:_SECRET_BYTES].hex()
        self._turn = asyncio.Lock()
        self.desk = Desk(service, notes, entropy, key, config.page.rstrip("/"))
        self.desk.outbox = Outbox(self._bot, self.desk, limits)
        self.odds = OddsReplies(self.desk, odds)
        self._updates = Updates(self.desk, self.odds)
        self.started = asyncio.Event()  # Telegram has accepted the token
        self._ready = asyncio.Event()  # the notes have been read

    async def run(self) -> None:
        """Run until cancelled. Raise `BadToken` if Telegram does not accept the token."""
        sweeping = asyncio.create_task(self._sweep())
        try:
            await self._begin()
            await self.desk.start()
            self._ready.set()
            await (self._wait_for_webhook() if self._config.webhook else self._poll())
        except InvalidToken:
            raise BadToken from None
        finally:
            sweeping.cancel()
            await self.desk.outbox.close()
            await self.desk.close()
            with suppress(Exception):
                await self._bot.shutdown()

    def figures(self) -> tuple[int, int, int]:
        """Return the numbers of updates handled, messages sent or edited, and retries."""
        return self._updates.count, self.desk.outbox.sends, self.desk.outbox.retries

    async def _wait_for_webhook(self) -> None:
        address = self._config.webhook
        await _retry(partial(self._bot.set_webhook, address, allowed_updates=_UPDATE_KINDS, secret_token=self._secret))
        await asyncio.Event().wait()

    async def _begin(self) -> None:
        """Log in, and tell Telegram the bot's commands."""
        await _retry(self._bot.initialize)
        self.desk.bot = self._bot.username
        self.started.set()
        _LOG.info("telegram_started", extra={"fields": {"bot": self._bot.username}})
        for lang in LANGS:
            commands = [BotCommand(name, say(f"command.{name}", lang)) for name in _COMMANDS]
            with suppress(TelegramError):
                await self._bot.set_my_commands(commands, language_code=None if lang == "en" else lang)

    async def _poll(self) -> None:
        await _retry(self._bot.delete_webhook)  # Telegram refuses to be polled while there is a webhook
        poll = partial(self._bot.get_updates, timeout=_POLL_S, allowed_updates=_UPDATE_KINDS, read_timeout=_POLL_S + 10)
        offset = None
        while True:
            for update in sorted(await _retry(partial(poll, offset)), key=lambda update: update.update_id):
                await self._handle(update)
                offset = update.update_id + 1

    async def _handle(self, update: Update) -> None:
        async with self._turn:
            await self._updates.handle(update)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_S)
            self.desk.forget_idle()

    async def received(self, secret: str, body: bytes) -> bool:
        """Handle a request to the webhook; return False if it is not from Telegram, or not an update."""
        if not hmac.compare_digest(secret.encode(), self._secret.encode()):
            return False
        try:
            raw: Any = msgspec.json.decode(body)
            update = Update.de_json(raw, self._bot)
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError):
            return False
        await self._ready.wait()  # updates can come before the notes are read: the webhook outlives the bot
        await self._handle(update)
        return True


class Updates:
    """Dispatches updates, with a rate limit per person."""

    def __init__(self, desk: Desk, odds: OddsReplies) -> None:
        openings = Openings(desk)
        self._desk = desk
        scorekeeper = Scorekeeper(desk, openings)
        self._commands = Commands(desk, openings, odds, scorekeeper)
        self._taps = Taps(desk, openings, scorekeeper)
        self._rate_limit = RateLimit(8.0, 24)  # PF-34
        self._handled: dict[int, None] = {}
        self.count = 0  # updates handled

    async def handle(self, update: Update) -> None:
        """Handle an update. When this returns, its commands are durable or were refused.

        Notes, such as the draft of a deal, are saved in the background. An update that was handled before is skipped.
        """
        if update.update_id in self._handled:
            return
        self.count += 1
        try:
            await self._handle(update)
        except Unavailable as error:
            _LOG.warning("telegram_unavailable", exc_info=error)
            self._apologize(update)
        except Exception as error:
            _LOG.error("telegram_update_failed", exc_info=error)
        self._handled[update.update_id] = None
        if len(self._handled) > _MAX_HANDLED:
            del self._handled[next(iter(self._handled))]

    async def _handle(self, update: Update) -> None:
        if update.callback_query is not None:
            await self._handle_tap(update.update_id, update.callback_query)
        elif update.my_chat_member is not None:
            changed = update.my_chat_member
            inside = changed.new_chat_member.status not in (ChatMember.LEFT, ChatMember.BANNED)
            self._desk.reach(changed.chat.id, inside)
        elif update.message is not None:
            message = update.message
            if message.migrate_to_chat_id is not None:
                self._desk.move(message.chat.id, message.migrate_to_chat_id)
            elif (user := _person(message)) is not None and message.text and not self._rate_limit.take(user.id):
                self._meet(user, message.chat)
                answered = message.reply_to_message
                replies_to = answered.message_id if answered is not None else 0
                origin = Origin(update.update_id, user, message.chat.id, _topic(message), replies_to)
                await self._commands.handle(origin, message.text.strip())

    def _apologize(self, update: Update) -> None:
        """Tell the person to try again later."""
        user, query, message = update.effective_user, update.callback_query, update.message
        if user is not None and query is not None:
            self._desk.outbox.answer(query.id, say("unavailable", self._desk.person(user.id).lang), True)
        elif user is not None and message is not None:
            origin = Origin(update.update_id, user, message.chat.id, _topic(message))
            self._desk.note(origin, say("unavailable", self._desk.lang(origin)))

    def _meet(self, user: User, chat: Chat | None) -> None:
        """Note a person's name and language, and the title of the group."""
        person = self._desk.person(user.id)
        lang = person.lang if person.chosen else language_of(user.language_code)
        if (person.name, person.lang) != (user.full_name, lang):
            person.name, person.lang = user.full_name, lang
            self._desk.save(person)
        if chat is not None and chat.id < 0:
            new = chat.id not in self._desk.book.chats
            note = self._desk.chat(chat.id)
            if new or note.title != (chat.title or ""):
                note.title = chat.title or ""
                note.lang = person.lang if new else note.lang
                self._desk.save(note)
        if chat is not None:  # an update from a chat shows that the bot may write there
            self._desk.reach(chat.id, True)

    async def _handle_tap(self, number: int, query: CallbackQuery) -> None:
        user, message = query.from_user, query.message
        if message is not None and query.data and not self._rate_limit.take(user.id):
            seen = message if isinstance(message, Message) else None  # Telegram leaves out messages that are too old
            self._meet(user, seen.chat if seen else None)
            topic = _topic(seen) if seen else 0
            notice = await self._taps.handle(Origin(number, user, message.chat.id, topic), query.data)
            self._desk.outbox.answer(query.id, *notice)


def _person(message: Message) -> User | None:
    """Return the person who wrote a message, or None.

    Posts on behalf of a channel or group all have the same user id, so they have no person.
    """
    user = message.from_user
    return None if user is None or user.is_bot or message.sender_chat is not None else user


def _topic(message: Message) -> int:
    """Return the topic of a message, or 0. Replies outside of topics have a thread id as well."""
    return (message.message_thread_id or 0) if message.is_topic_message else 0


async def _retry(call: Callable[[], Awaitable[T]]) -> T:
    """Call Telegram until it answers."""
    tries = 0
    while True:
        try:
            return await call()
        except InvalidToken:
            raise
        except TelegramError as error:
            if isinstance(error, Conflict):
                _LOG.warning("telegram_conflict")  # another process polls for the same bot
            elif tries == 0:
                _LOG.warning("telegram_out_of_reach", exc_info=error)
            wait = _RETRY_S[min(tries, len(_RETRY_S) - 1)]
            await asyncio.sleep(retry_seconds(error) if isinstance(error, RetryAfter) else wait)
            tries += 1


def _bot(config: Config) -> Bot:
    try:
        return Bot(
            config.token,
            base_url=config.api or _API,
            request=HTTPXRequest(connection_pool_size=32, pool_timeout=30, read_timeout=20, write_timeout=20),
            get_updates_request=HTTPXRequest(connection_pool_size=2, pool_timeout=30),
        )
    except InvalidToken:
        raise BadToken from None

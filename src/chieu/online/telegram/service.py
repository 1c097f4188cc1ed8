"""The bot as a running thing: it asks Telegram for what people sent, or is told, and answers each update once.

An update is confirmed to Telegram when all that it asked for is durable, and not before. Whatever comes again after a
crash leads to the same commands with the same ids, which the house follows once.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from telegram import Bot, BotCommand, Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError
from telegram.request import HTTPXRequest

from chieu.core.text.languages import LANGS
from chieu.online.service.ports import Entropy, Notes
from chieu.online.service.service import TableService
from chieu.online.telegram.desk import Desk, Place
from chieu.online.telegram.outbox import Limits, Outbox
from chieu.online.telegram.texts import say
from chieu.online.telegram.updates import Updates

_LOG: Final = logging.getLogger("chieu")
_API: Final = "https://api.telegram.org/bot"
_POLL_S: Final = 20
_KINDS: Final = ("message", "callback_query", "my_chat_member")
_COMMANDS: Final = ("play", "hand", "sort", "status", "pass", "end", "rules", "ledger", "language")
_WAIT_S: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
_SWEEP_S: Final = 60.0
_SECRET_BYTES: Final = 24


class BadToken(Exception):
    """Telegram does not know this bot."""


class Config(msgspec.Struct, frozen=True):
    """How the bot is run. `page`: where others find the house's page; `webhook`: where Telegram sends updates to, else
    it is asked for them; `receives`: whether this process is the one that gets them."""

    token: str
    api: str = ""
    page: str = ""
    webhook: str = ""
    receives: bool = True


class TelegramService:
    """The bot over one house."""

    def __init__(
        self,
        config: Config,
        house: TableService,
        notes: Notes,
        entropy: Entropy,
        key: bytes,
        limits: Limits | None = None,
    ) -> None:
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs addresses, and the token is part of them
        self._config = config
        self._bot = _bot(config)
        self._secret = hmac.digest(key, b"chieu telegram webhook", "sha256")[:_SECRET_BYTES].hex()
        self._turn = asyncio.Lock()
        self.desk = Desk(house, notes, entropy, key, Place(config.page.rstrip("/")))
        self.desk.outbox = Outbox(self._bot, self.desk, limits)
        self._updates = Updates(self.desk)
        self.started = asyncio.Event()  # Telegram knows the bot
        self._ready = asyncio.Event()  # and the bot knows what it wrote down

    async def run(self) -> None:
        """Until it is cancelled. `BadToken` if there is no such bot."""
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

    async def _wait_for_webhook(self) -> None:
        await self._patiently(
            lambda: self._bot.set_webhook(self._config.webhook, allowed_updates=_KINDS, secret_token=self._secret)
        )
        await asyncio.Event().wait()

    async def _patiently(self, ask: Callable[[], Awaitable[object]]) -> None:
        """Asks until Telegram answers, which may be out of reach for a while."""
        tries = 0
        while True:
            try:
                await ask()
                return
            except InvalidToken:
                raise
            except TelegramError as error:
                await self._later(error, tries)
                tries += 1

    async def _begin(self) -> None:
        """Who the bot is, and what it can do."""
        await self._patiently(self._bot.initialize)
        self.desk.place = self.desk.place._replace(bot=self._bot.username)
        self.started.set()
        _LOG.info("telegram_started", extra={"fields": {"bot": self._bot.username}})
        for lang in LANGS:
            commands = [BotCommand(name, say(f"command.{name}", lang)) for name in _COMMANDS]
            with suppress(TelegramError):
                await self._bot.set_my_commands(commands, language_code=None if lang == "en" else lang)

    async def _poll(self) -> None:
        offset, tries = None, 0
        await self._patiently(self._bot.delete_webhook)  # with one nobody may ask
        while True:
            try:
                updates = await self._bot.get_updates(
                    offset, timeout=_POLL_S, allowed_updates=_KINDS, read_timeout=_POLL_S + 10
                )
                tries = 0
            except InvalidToken:
                raise
            except TelegramError as error:
                await self._later(error, tries)
                tries += 1
                continue
            for update in sorted(updates, key=lambda one: one.update_id):
                await self._one(update)
                offset = update.update_id + 1

    async def _one(self, update: Update) -> None:
        async with self._turn:
            await self._updates.handle(update)

    async def _later(self, error: TelegramError, tries: int) -> None:
        if isinstance(error, Conflict):
            _LOG.warning("telegram_conflict")  # another process asks for the same bot's updates
        elif tries == 0:
            _LOG.warning("telegram_out_of_reach", exc_info=error)
        wait = _WAIT_S[min(tries, len(_WAIT_S) - 1)]
        if isinstance(error, RetryAfter):
            given = error.retry_after
            wait = float(given) if isinstance(given, int | float) else given.total_seconds()
        await asyncio.sleep(wait)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_S)
            self.desk.forget_idle()

    async def received(self, secret: str, body: bytes) -> bool:
        """What Telegram sends to the webhook; False if it was not Telegram, or is no update."""
        if not hmac.compare_digest(secret.encode(), self._secret.encode()):
            return False
        try:
            raw: Any = msgspec.json.decode(body)
            update = Update.de_json(raw, self._bot)
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError):
            return False
        await self._ready.wait()  # a webhook outlives the bot: updates come before its notes are read
        await self._one(update)
        return True


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

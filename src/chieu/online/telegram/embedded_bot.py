"""The bot in the server's process, on the same table service and store."""

from __future__ import annotations

import hmac
from typing import Final
from urllib.parse import parse_qsl

import msgspec

from chieu.online.odds_lab import OddsLab
from chieu.online.service.ports import Entropy, Notes
from chieu.online.service.service import TableService
from chieu.online.service.tokens import linked_token
from chieu.online.telegram.desk import telegram_identity
from chieu.online.telegram.service import Config, TelegramService

_VALID_S: Final = 3600
_CLOCK_SKEW_S: Final = 60


class EmbeddedTelegramBot:
    """Implementation of the server's `EmbeddedBot`."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._service: TelegramService | None = None

    async def run(self, service: TableService, notes: Notes, entropy: Entropy, key: bytes, odds: OddsLab) -> None:
        if self._config.receives:
            self._service = TelegramService(self._config, service, notes, entropy, key, odds)
            await self._service.run()

    def figures(self) -> tuple[int, int, int]:
        return (0, 0, 0) if self._service is None else self._service.figures()

    def token(self, init_data: str, key: bytes, now: int) -> str | None:
        person = _person_in(init_data, self._config.token, now // 1000)
        return None if person is None else linked_token(key, telegram_identity(person))

    async def received(self, secret: str, body: bytes) -> bool:
        return self._service is not None and await self._service.received(secret, body)


class _User(msgspec.Struct):
    id: int


def _person_in(init_data: str, token: str, now_s: int) -> int | None:
    """Return the user id in the init data of a page opened in Telegram; None if invalid or too old.

    Telegram signs the data with a key derived from the bot's token:
    https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
    """
    try:
        pairs = parse_qsl(init_data, keep_blank_values=True, strict_parsing=True, max_num_fields=64)
    except ValueError:
        return None
    fields = dict(pairs)
    signature = fields.pop("hash", "")
    if len(fields) != len(pairs) - 1 or not signature.isascii():  # a field twice
        return None
    signed = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    secret = hmac.digest(b"WebAppData", token.encode(), "sha256")
    if not hmac.compare_digest(hmac.digest(secret, signed.encode(), "sha256").hex(), signature):
        return None
    auth_date = fields.get("auth_date", "")
    if not (auth_date.isascii() and auth_date.isdigit()) or not -_CLOCK_SKEW_S <= now_s - int(auth_date) <= _VALID_S:
        return None
    try:
        return msgspec.json.decode(fields.get("user", ""), type=_User).id
    except msgspec.MsgspecError:
        return None

"""The bot in the server's process, on the same table service and store."""

from __future__ import annotations

from chieu.online.service.ports import Entropy, Notes
from chieu.online.service.service import TableService
from chieu.online.service.tokens import linked_token
from chieu.online.telegram.desk import telegram_identity
from chieu.online.telegram.service import Config, TelegramService
from chieu.online.telegram.webapp import person_in


class EmbeddedTelegramBot:
    """Implementation of the server's `EmbeddedBot`."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._service: TelegramService | None = None

    async def run(self, service: TableService, notes: Notes, entropy: Entropy, key: bytes) -> None:
        if self._config.receives:
            self._service = TelegramService(self._config, service, notes, entropy, key)
            await self._service.run()

    def token(self, init_data: str, key: bytes, now: int) -> str | None:
        person = person_in(init_data, self._config.token, now // 1000)
        return None if person is None else linked_token(key, telegram_identity(person))

    async def received(self, secret: str, body: bytes) -> bool:
        return self._service is not None and await self._service.received(secret, body)

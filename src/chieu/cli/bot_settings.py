"""The Telegram bot as the settings want it. It is an extra: what is missing is said in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chieu.online.server.settings import BadSettings, Settings

if TYPE_CHECKING:
    from chieu.online.telegram.embedded_bot import EmbeddedTelegramBot
    from chieu.online.telegram.service import Config

WEBHOOK: Final = "/api/telegram"
_MISSING: Final = "Telegram needs python-telegram-bot and resvg-py: pip install 'chieu[telegram]'"


def config_of(told: Settings) -> Config | None:
    """How the bot is to be run; None if there is no token."""
    token = told.bot_token
    if not token:
        return None
    try:
        from chieu.online.telegram.service import Config  # noqa: PLC0415 (an extra, and slow to load)
    except ModuleNotFoundError as error:
        if error.name not in ("telegram", "resvg_py"):
            raise
        raise BadSettings(_MISSING) from None
    webhook = told.telegram_updates == "webhook"
    if webhook and not told.public_url.startswith("https://"):
        raise BadSettings("--telegram-updates webhook: Telegram sends to an https:// address alone, see --public-url")
    page = told.public_url.rstrip("/")
    return Config(
        token,
        api=told.telegram_api,
        page=page,
        webhook=f"{page}{WEBHOOK}" if webhook else "",
        receives=told.telegram_updates != "none",
    )


def companion_of(told: Settings) -> EmbeddedTelegramBot | None:
    """The bot beside the server; None if there is no token."""
    config = config_of(told)
    if config is None:
        return None
    from chieu.online.telegram.embedded_bot import EmbeddedTelegramBot  # noqa: PLC0415

    return EmbeddedTelegramBot(config)

"""The server's settings on the command line, its data file, and the Telegram bot they configure."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args, get_type_hints

import msgspec

from chieu.online.server.settings import BadSettings, Settings
from chieu.online.service.ports import Unavailable
from chieu.online.storage.backends import BadBackend
from chieu.online.storage.sqlite.schema import BadFile

if TYPE_CHECKING:
    from chieu.online.telegram.embedded_bot import EmbeddedTelegramBot
    from chieu.online.telegram.service import Config

STORE_ERRORS: Final = (BadSettings, BadBackend, BadFile, Unavailable, OSError, sqlite3.Error)
"""Errors of a store that cannot be opened or used. Their messages are for the operator."""
WEBHOOK: Final = "/api/telegram"
_MISSING: Final = "Telegram needs python-telegram-bot and resvg-py: pip install 'chieu[telegram]'"
_METAVARS: Final = {
    "host": "ADDRESS",
    "export": "FOLDER",
    "origins": "URL",
    "trusted_proxies": "ADDRESS",
    "base_path": "PATH",
    "public_url": "URL",
    "telegram_token": "TOKEN",
    "telegram_api": "URL",
}


def add_arguments(parser: argparse.ArgumentParser, only: tuple[str, ...] = ()) -> None:
    """Add a flag for each setting (or only for some), and `--config` for a settings file."""
    parser.add_argument("--config", metavar="FILE", help="TOML file with settings")
    hints = get_type_hints(Settings, include_extras=True)
    for field in msgspec.structs.fields(Settings):
        if only and field.name not in only:
            continue
        plain, meta = get_args(hints[field.name])[:2]
        about: str = meta.extra["about"]
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            metavar=_metavar(field.name, plain),
            nargs="+" if isinstance(field.default, tuple) else None,
            help=f"{about} [{field.default}]" if field.default else about,
        )


def _metavar(name: str, plain: object) -> str:
    choices = get_args(plain)
    if plain is int:
        return "N"
    if choices and isinstance(choices[0], str):
        return "|".join(choices)
    return _METAVARS.get(name, "FILE")


def existing_file(store: str) -> Path:
    """Return the path of a SQLite store. Raise `BadSettings` if there is no file."""
    file = Path(store).expanduser()
    if not file.exists():
        raise BadSettings(f"there are no tables at {file}: pass their location with --data")
    return file


def telegram_config(settings: Settings) -> Config | None:
    """Return the configuration of the Telegram bot, or None without a token.

    Raise `BadSettings` if the extra is not installed or the settings contradict each other.
    """
    token = settings.bot_token
    if not token:
        return None
    try:
        from chieu.online.telegram.service import Config  # noqa: PLC0415 (an extra, and slow to load)
    except ModuleNotFoundError as error:
        if error.name not in ("telegram", "resvg_py"):
            raise
        raise BadSettings(_MISSING) from None
    webhook = settings.telegram_updates == "webhook"
    if webhook and not settings.public_url.startswith("https://"):
        raise BadSettings("--telegram-updates webhook: Telegram needs an https:// address, set it with --public-url")
    page = settings.public_url.rstrip("/")
    return Config(
        token,
        api=settings.telegram_api,
        page=page,
        webhook=f"{page}{WEBHOOK}" if webhook else "",
        receives=settings.telegram_updates != "none",
    )


def embedded_bot(settings: Settings) -> EmbeddedTelegramBot | None:
    """Return the Telegram bot that runs in the server's process, or None without a token."""
    config = telegram_config(settings)
    if config is None:
        return None
    from chieu.online.telegram.embedded_bot import EmbeddedTelegramBot  # noqa: PLC0415

    return EmbeddedTelegramBot(config)

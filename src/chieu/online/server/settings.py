"""Settings from flags, the environment (`CHIEU_PORT`), a TOML file and defaults, in this order."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec
import platformdirs

from chieu.core import codec

_PREFIX: Final = "CHIEU_"


def _about(text: str, least: int | None = None, most: int | None = None) -> msgspec.Meta:
    return msgspec.Meta(ge=least, le=most, extra={"about": text})


def _like(pattern: str, text: str) -> msgspec.Meta:
    return msgspec.Meta(pattern=codec.whole(pattern), extra={"about": text})


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. Each field is a flag, an environment variable and a key of the file."""

    host: Annotated[str, _about("address to listen on; 0.0.0.0 for everyone on the network")] = "127.0.0.1"
    port: Annotated[int, _about("port to listen on; 0 for any free port", 0, 65535)] = 8000
    data: Annotated[str, _about("file for the tables, or postgresql://...; by default in your data directory")] = ""
    origins: Annotated[tuple[str, ...], _about("origins whose pages may use this server, besides its own")] = ()
    trusted_proxies: Annotated[tuple[str, ...], _about("proxies whose X-Forwarded-For is trusted")] = ()
    tls_cert: Annotated[str, _about("TLS certificate (PEM), if no proxy terminates TLS")] = ""
    tls_key: Annotated[str, _about("private key of the certificate (PEM, without a password)")] = ""
    base_path: Annotated[str, _like(r"(/[A-Za-z0-9_.~-]+)*/?", "path prefix of all URLs, such as /cards")] = ""
    transport: Annotated[
        Literal["direct", "asgi"], _about("WebSocket transport: directly on uvicorn, or plain ASGI")
    ] = "direct"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], _about("log verbosity")] = "info"
    idle_minutes: Annotated[int, _about("minutes until an unused table is unloaded from memory", 1, 10_000)] = 10
    messages_per_guest: Annotated[int, _about("messages per second from one guest", 1, 10**7)] = 20
    messages_per_address: Annotated[int, _about("messages per second from one address", 1, 10**7)] = 200
    entries_per_address: Annotated[
        int, _about("log entries per hour for one address, including moves of bots; over that, bots wait", 1, 10**9)
    ] = 360_000
    requests_per_address: Annotated[int, _about("HTTP requests per second from one address", 1, 10**7)] = 50
    tables_per_guest: Annotated[int, _about("tables one guest may open per hour", 1, 10**7)] = 30
    tables_per_address: Annotated[int, _about("tables one address may open per hour", 1, 10**7)] = 120
    hints_per_guest: Annotated[int, _about("hints one guest may request per minute", 1, 10**7)] = 60
    hints_per_address: Annotated[int, _about("hints and reviews one address may request per minute", 1, 10**7)] = 240
    connections_per_guest: Annotated[int, _about("concurrent connections of one guest", 1, 10**6)] = 12
    connections_per_address: Annotated[int, _about("concurrent connections of one address", 1, 10**6)] = 200

    keep_days: Annotated[int, _about("days to keep the log of an untouched table; 0 keeps it for ever", 0, 10**5)] = 90
    export: Annotated[
        str, _about("folder to export a table's records to before its log is removed; if empty, they are not exported")
    ] = ""
    connections: Annotated[int, _about("concurrent connections in total", 1, 10**6)] = 10_000
    tables_in_memory: Annotated[int, _about("tables in memory at the same time", 1, 10**6)] = 20_000
    tables_per_minute: Annotated[int, _about("tables opened per minute in total", 1, 10**7)] = 600
    hints_waiting: Annotated[int, _about("hints and reviews that may wait in the queue", 1, 1_000)] = 12

    bot_workers: Annotated[
        int, _about("processes in which strong bots think; with 0 they play like the usual ones", 0, 64)
    ] = 2
    public_url: Annotated[
        str,
        _like(r"(https?://[^/\s]+(/[^\s?#]*)?)?", "URL at which others open the page, such as https://cards.example"),
    ] = ""
    telegram_token: Annotated[
        str, _about("token of a Telegram bot; safer in a file or the environment, as other users can see command lines")
    ] = ""
    telegram_token_file: Annotated[str, _about("file that contains only the token of a Telegram bot")] = ""
    telegram_api: Annotated[
        str, _about("URL of another Bot API, to which the token is appended, such as http://127.0.0.1:8081/bot")
    ] = ""
    telegram_updates: Annotated[
        Literal["polling", "webhook", "none"],
        _about("how updates arrive: by polling, by webhook (needs an https public URL), or at another node"),
    ] = "polling"

    @property
    def bot_token(self) -> str:
        """Token of the Telegram bot, from the setting or the file; empty if there is none."""
        if not self.telegram_token_file:
            return self.telegram_token.strip()
        try:
            return Path(self.telegram_token_file).expanduser().read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadSettings(f"{self.telegram_token_file}: {getattr(error, 'strerror', None) or error}") from None

    @property
    def base(self) -> str:
        """Prefix of all paths, without a trailing slash."""
        return self.base_path.rstrip("/")

    @property
    def store(self) -> str:
        """Location of the tables: a file, or the URL of a database."""
        return self.data or str(data_directory() / "tables.db")


class BadSettings(ValueError):
    """A setting is unknown or has a bad value; the message names it and its source."""


def data_directory() -> Path:
    """Return the directory for this user's data, which may not exist yet."""
    return platformdirs.user_data_path("chieu", appauthor=False)


def gather(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """Merge the settings of all sources. Raise `BadSettings` for an unknown one or a bad value."""
    file = flags.get("config") or environment.get(_PREFIX + "CONFIG")
    values = _from_file(Path(file)) if file else {}
    for field in msgspec.structs.fields(Settings):
        name, variable = field.name, _PREFIX + field.name.upper()
        if flags.get(name) is not None:
            values[name] = (f"--{name.replace('_', '-')}", flags[name])
        elif variable in environment:
            text = environment[variable]
            items = [item.strip() for item in text.split(",") if item.strip()]
            values[name] = (variable, items if isinstance(field.default, tuple) else text)
    hints = get_type_hints(Settings, include_extras=True)
    converted = {}
    for name, (source, value) in values.items():
        try:
            converted[name] = msgspec.convert(value, hints[name], strict=False)
        except msgspec.ValidationError as error:
            raise BadSettings(f"{source}: {error}") from None
    return Settings(**converted)


def _from_file(path: Path) -> dict[str, tuple[str, Any]]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from None
    known = {field.name for field in msgspec.structs.fields(Settings)}
    for name in content:
        if name not in known:
            raise BadSettings(f"{path}: unknown setting {name[:40]!r}; known settings: {', '.join(sorted(known))}")
    return {name: (f"{path}: {name}", value) for name, value in content.items()}

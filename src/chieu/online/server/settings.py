"""Settings from flags, the environment (`CHIEU_PORT`), a TOML file and defaults, in this order."""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import msgspec
import platformdirs

from chieu.online.storage.backends import is_postgres

_PREFIX: Final = "CHIEU_"
# Variables with our prefix that are not settings: of the command line, the build and the tests.
_OTHER_VARIABLES: Final = frozenset(
    ("CONFIG", "LANG", "COMPILE", "PAGE", "LAWS", "EVENINGS", "HYPOTHESIS", "SEED", "SHOTS", "TEST_POSTGRES")
)
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")  # at least two letters: C:// is a drive


def _about(text: str, least: int | None = None, most: int | None = None) -> msgspec.Meta:
    return msgspec.Meta(ge=least, le=most, extra={"about": text})


def _like(pattern: str, text: str, expected: str) -> msgspec.Meta:
    return msgspec.Meta(extra={"about": text, "pattern": pattern, "expected": expected})


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. Each field is a flag, an environment variable and a key of the file."""

    host: Annotated[str, _about("address to listen on; 0.0.0.0 for everyone on the network")] = "127.0.0.1"
    port: Annotated[int, _about("port to listen on; 0 for any free port", 0, 65535)] = 8000
    data: Annotated[str, _about("file for the tables, or postgresql://...; by default in your data directory")] = ""
    origins: Annotated[
        tuple[str, ...],
        _like(
            r"https?://[^/?#\s@]+/?",
            "origins whose pages may use this server, besides its own",
            "origins with their scheme and without a path, such as https://cards.example",
        ),
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...], _about("addresses or networks of proxies whose X-Forwarded-For is trusted; * for all")
    ] = ()
    tls_cert: Annotated[str, _about("TLS certificate (PEM), if no proxy terminates TLS")] = ""
    tls_key: Annotated[str, _about("private key of the certificate (PEM, without a password)")] = ""
    base_path: Annotated[
        str,
        _like(
            r"(/[A-Za-z0-9_.~-]+)*/?",
            "path prefix of all URLs, such as /cards",
            "a path that starts with a slash, such as /cards",
        ),
    ] = ""
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
        _like(
            r"(https?://[^/\s]+(/[^\s?#]*)?)?",
            "URL at which others open the page, such as https://cards.example",
            "a URL with its scheme, such as https://cards.example",
        ),
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
    _check_variables(environment)
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
            expected = str(error).partition(", got ")[0].replace("Expected", "expected", 1)
            raise BadSettings(f"{source}: {expected}, got {_quoted(value)}") from None
        _check_value(name, source, converted[name], get_args(hints[name])[1].extra)
    return Settings(**converted)


def _check_variables(environment: Mapping[str, str]) -> None:
    """Raise `BadSettings` if a variable with our prefix is not a setting: it is a typing error."""
    settings = [_PREFIX + field.name.upper() for field in msgspec.structs.fields(Settings)]
    for variable in sorted(environment):
        if variable.startswith(_PREFIX) and variable not in settings:
            if variable.removeprefix(_PREFIX) not in _OTHER_VARIABLES:
                near = difflib.get_close_matches(variable, settings, 1)
                advice = f"did you mean {near[0]}?" if near else "unset it"
                raise BadSettings(f"{variable} is not a setting: {advice} `chieu serve --help` lists all settings")


def _check_value(name: str, source: str, value: Any, constraint: Mapping[str, str]) -> None:
    """Raise `BadSettings` if a text is not what the setting expects."""
    items = value if isinstance(value, tuple) else (value,)
    for item in items:
        if "pattern" in constraint and not re.fullmatch(constraint["pattern"], item):
            raise BadSettings(f"{source}: expected {constraint['expected']}, got {_quoted(item)}")
    if name == "trusted_proxies" and not (items == ("*",) or all(map(_is_network, items))):
        raise BadSettings(
            f"{source}: expected IP addresses and networks, such as 10.0.0.0/8, or * alone, got {_quoted(items)}"
        )
    if name == "data" and not is_postgres(value) and (scheme := _SCHEME.match(value)):
        # The rest of a URL may contain a password.
        raise BadSettings(
            f"{source}: expected a file name or postgresql://..., got {scheme[1]}://...;"
            " a SQLite file is given by its name alone"
        )


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _quoted(value: object) -> str:
    """Return what was set, on one line and not too long."""
    return repr(", ".join(map(str, value)) if isinstance(value, tuple | list) else value)[:100]


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

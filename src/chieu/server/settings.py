"""Settings: from flags, then the environment (`CHIEU_PORT`), then a TOML file, then what is sane."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import msgspec

_PREFIX: Final = "CHIEU_"


def _about(text: str, least: int | None = None, most: int | None = None) -> msgspec.Meta:
    return msgspec.Meta(ge=least, le=most, description=text)


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that can be set. Each field is a flag, a variable and a line of the file."""

    host: Annotated[str, _about("address to listen on; 0.0.0.0 for everybody on the network")] = "127.0.0.1"
    port: Annotated[int, _about("port to listen on; 0 for any free one", 0, 65535)] = 8000
    data: Annotated[str, _about("file for the tables; by default in the user's data directory")] = ""
    origins: Annotated[tuple[str, ...], _about("where pages may come from besides the address itself")] = ()
    trusted_proxies: Annotated[tuple[str, ...], _about("proxies whose X-Forwarded-For is believed")] = ()
    log_level: Annotated[Literal["debug", "info", "warning", "error"], _about("how much is logged")] = "info"
    idle_minutes: Annotated[int, _about("a table that nobody uses leaves memory after so long", 1, 10_000)] = 10
    messages_per_guest: Annotated[int, _about("messages a second from one guest", 1, 1_000_000)] = 20
    messages_per_address: Annotated[int, _about("messages a second from one address", 1, 10_000_000)] = 200
    requests_per_address: Annotated[int, _about("HTTP requests a second from one address", 1, 1_000_000)] = 50
    tables_per_guest: Annotated[int, _about("tables that one guest may open in an hour", 1, 1_000_000)] = 30
    tables_per_address: Annotated[int, _about("tables that one address may open in an hour", 1, 1_000_000)] = 120
    connections_per_guest: Annotated[int, _about("connections of one guest at the same time", 1, 100_000)] = 12
    connections_per_address: Annotated[int, _about("connections of one address at the same time", 1, 100_000)] = 200

    @property
    def file(self) -> Path:
        """Where the tables are kept."""
        return Path(self.data).expanduser() if self.data else data_directory() / "tables.db"


class BadSettings(ValueError):
    """A setting that does not exist or cannot have the value given; says which and where it stands."""


def data_directory(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where programs keep a user's data on this system."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "chieu"
    if platform == "darwin":
        return Path.home() / "Library/Application Support/chieu"
    told = Path(environment.get("XDG_DATA_HOME", ""))
    return (told if told.is_absolute() else Path.home() / ".local/share") / "chieu"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A flag for each setting, and one for the file."""
    parser.add_argument("--config", metavar="FILE", help="TOML file with settings")
    for field in msgspec.structs.fields(Settings):
        metavar, about = _described(field.name)
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            metavar=metavar,
            nargs="+" if _many(field.name) else None,
            help=f"{about} (default: {_shown(field.default)})" if field.default else about,
        )


def gather(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings from everywhere; `BadSettings` says what is wrong with which."""
    names = [field.name for field in msgspec.structs.fields(Settings)]
    file = flags.get("config") or environment.get(_PREFIX + "CONFIG")
    found = _from_file(Path(file)) if file else {}
    for name in names:
        variable = _PREFIX + name.upper()
        if variable in environment:
            text = environment[variable]
            value = [one.strip() for one in text.split(",") if one.strip()] if _many(name) else text
            found[name] = (variable, value)
    for name in names:
        if flags.get(name) is not None:
            found[name] = (f"--{name.replace('_', '-')}", flags[name])
    hints = get_type_hints(Settings, include_extras=True)
    values = {}
    for name, (where, value) in found.items():
        try:
            values[name] = msgspec.convert(value, hints[name], strict=False)
        except msgspec.ValidationError as error:
            raise BadSettings(f"{where}: {error}") from None
    return Settings(**values)


def _from_file(path: Path) -> dict[str, tuple[str, Any]]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from None
    known = {field.name for field in msgspec.structs.fields(Settings)}
    for name in content:
        if name not in known:
            raise BadSettings(f"{path}: there is no setting {name[:40]!r}: there are {', '.join(sorted(known))}")
    return {name: (f"{path}: {name}", value) for name, value in content.items()}


def _many(name: str) -> bool:
    return isinstance(_defaults()[name], tuple)


def _defaults() -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(Settings)}


def _described(name: str) -> tuple[str, str]:
    hint = get_type_hints(Settings, include_extras=True)[name]
    plain, meta = get_args(hint)[:2]
    if plain is int:
        return "N", meta.description
    choices = get_args(plain)
    if choices and isinstance(choices[0], str):
        return "|".join(choices), meta.description
    return name.upper().rstrip("S") if name != "data" else "FILE", meta.description


def _shown(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)

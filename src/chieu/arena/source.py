"""Which source plays: results of different sources are not results of the same bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from chieu.core.extras import BotMaker
from chieu.core.registry import load

_BUILT: Final = (".so", ".pyd", ".pyc")


class OtherSource(RuntimeError):
    """A worker runs another version than who asked it, and would give other results."""


@cache
def source_digest(game: str) -> str:
    """A short digest of all that decides how a game is played and by which bots: the contract, the game with its data,
    the bots of every game."""
    digest = sha256()
    for module in ("chieu.core", "chieu.bots", load(game).rules.__module__):
        for file in sorted(_files(_folder(module))):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def bot_digest(maker: BotMaker) -> str:
    """A short digest of the module that a bot of somebody's own stands in."""
    spec = find_spec(maker.__module__)
    if spec is None or spec.origin is None:
        return ""
    return sha256(Path(spec.origin).read_bytes()).hexdigest()[:16]


def _folder(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.is_file() and file.suffix not in _BUILT)

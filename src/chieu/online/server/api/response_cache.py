"""Finished deals as they are sent. They do not change any more, and whoever asks for one again costs nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from chieu.online.server.pages import File

_AT_MOST: Final = 128


class ResponseCache:
    """The files that were asked for last."""

    def __init__(self) -> None:
        self._files: dict[Hashable, File] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[File]]) -> File:
        """The file of a key, made if it is not kept."""
        file = self._files.pop(key, None) or await make()
        self._files[key] = file
        if len(self._files) > _AT_MOST:
            del self._files[next(iter(self._files))]
        return file

"""Content of a message: HTML text, buttons, perhaps a picture. Equal pages look the same."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

MAX_TEXT: Final = 4096  # UTF-16 code units, as Telegram counts
MAX_CAPTION: Final = 1024
MAX_LABEL: Final = 40
_ROW_WIDTH: Final = 44  # characters that fit on a row of buttons on a phone
_PADDING: Final = 4  # of a button, in characters
# Telegram turns these into links: @name, #tag, $tag, /command, a domain, an address.
_LINKED: Final = re.compile(r"(?<=[@#$/.:+])(?=\S)")
_BOX: Final = "<blockquote expandable>{}</blockquote>"
_MORE: Final = "…"
_BREAK: Final = "\u2060"  # a word joiner: it is invisible


class Button(NamedTuple):
    """A button that sends `data` to the bot, opens `url`, or opens the page inside Telegram (`app`)."""

    label: str
    data: str = ""
    url: str = ""
    app: str = ""


Rows: TypeAlias = tuple[tuple[Button, ...], ...]


class Page(msgspec.Struct, frozen=True):
    """A message. `text` is Telegram's HTML, `picture` an SVG. `loud`: it notifies people when it is sent.

    `round` names the round whose cards it shows, which nobody may look up later (BT-18); None: anybody may.
    """

    text: str
    buttons: Rows = ()
    picture: str = ""
    loud: bool = False
    round: int | None = None


def escaped(text: str) -> str:
    """Escape text for HTML."""
    return html.escape(text, quote=False)


def unlinked(name: str) -> str:
    """Break up a person's words so that Telegram makes no link of them.

    >>> unlinked("t.me/spam @lan").replace("\u2060", "|")
    't.|me/|spam @|lan'
    """
    return _LINKED.sub(_BREAK, name)


def bold(text: str) -> str:
    """Escape text and make it bold."""
    return f"<b>{escaped(text)}</b>"


def quoted(lines: Sequence[str], limit: int) -> str:
    """Put lines into a quote that expands when tapped. Lines beyond `limit` characters are cut."""
    return _BOX.format("\n".join(_first([*map(escaped, lines)], limit - len(_BOX))))


def boxes(heading: str, lines: Sequence[str]) -> list[str]:
    """Put escaped lines under a heading into quotes that expand when tapped, in several messages."""
    limit = MAX_TEXT - units(f"{heading}\n{_BOX}")
    return [f"{heading}\n{_BOX.format(text)}" for text in in_parts(lines, limit)]


def in_parts(lines: Sequence[str], limit: int = MAX_TEXT) -> list[str]:
    """Split lines into as many messages as they take."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if units("\n".join([*parts[-1], line])) > limit:
            parts.append([])
        parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def shortened(text: str, limit: int = MAX_LABEL) -> str:
    """Cut a text to `limit` characters, by default those that fit on a button."""
    return text if len(text) <= limit else text[: limit - 1] + _MORE


def rows(buttons: Sequence[Button], in_row: int = 3) -> Rows:
    """Arrange buttons in rows, as many in each as fit."""
    out: list[list[Button]] = []
    for button in buttons:
        row = out[-1] if out else []
        width = sum(_width(other.label) + _PADDING for other in (*row, button))
        if row and len(row) < in_row and width <= _ROW_WIDTH:
            row.append(button)
        else:
            out.append([button])
    return tuple(tuple(row) for row in out)


def _width(text: str) -> int:
    """Count characters; wide ones, such as Chinese, count twice."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def fitting(lines: Sequence[str], limit: int) -> str:
    """Join as many of the last lines as fit into `limit` characters.

    The lines are escaped, so they are a little longer than Telegram counts them.
    """
    return "\n".join(reversed(_first(lines[::-1], limit)))


def _first(lines: Sequence[str], limit: int) -> list[str]:
    """Return the first lines that fit into `limit` characters, and a mark if some are missing."""
    out: list[str] = []
    left = limit - units(_MORE)
    for line in lines:
        left -= units(line) + 1
        if left < 0:
            return [*out, _MORE]
        out.append(line)
    return out


def units(text: str) -> int:
    """Return the length of a text as Telegram counts it, in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2

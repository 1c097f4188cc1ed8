"""What a chat shows: a text, perhaps under a picture, and buttons. Values: two of them that are equal look the same."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

TEXT_AT_MOST: Final = 4096  # letters, as Telegram counts them
CAPTION_AT_MOST: Final = 1024
_LABEL_AT_MOST: Final = 40
_WIDE: Final = 44  # letters of buttons that fit beside one another on a phone, and what is around each
_AROUND: Final = 4
# What Telegram makes a link of by itself: @name, #tag, $tag, /command, a domain, an address.
_LINKED: Final = re.compile(r"(?<=[@#$/.:+])(?=\S)")
_BOX: Final = "<blockquote expandable>{}</blockquote>"
_MORE: Final = "…"
_BREAK: Final = "\u2060"  # a word joiner: nobody sees it


class Button(NamedTuple):
    """A button: it sends `data` back, or opens a link, or the page inside Telegram."""

    label: str
    data: str = ""
    url: str = ""
    app: str = ""


Rows: TypeAlias = tuple[tuple[Button, ...], ...]


class Page(msgspec.Struct, frozen=True):
    """A message. `text` is HTML as Telegram has it, `picture` an SVG. `loud`: it makes a sound when it comes."""

    text: str
    buttons: Rows = ()
    picture: str = ""
    loud: bool = False


def escaped(text: str) -> str:
    """Text that is shown as it is, whatever stands in it."""
    return html.escape(text, quote=False)


def unlinked(name: str) -> str:
    """What somebody calls themselves, or says, so that nothing in it becomes a link.

    >>> unlinked("t.me/spam @lan").replace("\u2060", "|")
    't.|me/|spam @|lan'
    """
    return _LINKED.sub(_BREAK, name)


def bold(text: str) -> str:
    """Text that stands out."""
    return f"<b>{escaped(text)}</b>"


def quoted(lines: Sequence[str], most: int) -> str:
    """Lines in a box that shows the first few until it is tapped. Of more than is to be there, the first."""
    return _BOX.format("\n".join(_first([*map(escaped, lines)], most - len(_BOX))))


def in_parts(lines: Sequence[str]) -> list[str]:
    """Lines in as many messages as they take."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if units("\n".join([*parts[-1], line])) > TEXT_AT_MOST:
            parts.append([])
        parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def label(text: str) -> str:
    """What fits on a button."""
    return text if len(text) <= _LABEL_AT_MOST else text[: _LABEL_AT_MOST - 1] + "…"


def rows(buttons: Sequence[Button], most: int = 3) -> Rows:
    """Buttons beside one another, as many as fit."""
    out: list[list[Button]] = []
    for one in buttons:
        row = out[-1] if out else []
        if row and len(row) < most and sum(_width(other.label) + _AROUND for other in (*row, one)) <= _WIDE:
            row.append(one)
        else:
            out.append([one])
    return tuple(tuple(row) for row in out)


def _width(text: str) -> int:
    """Letters, of which Chinese ones count twice."""
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def fitting(lines: Sequence[str], most: int) -> str:
    """As many of the lines, from the last back to the first, as Telegram takes. They are escaped already, which makes
    them longer than they count: that does no harm."""
    return "\n".join(reversed(_first(lines[::-1], most)))


def _first(lines: Sequence[str], most: int) -> list[str]:
    """The lines up to so many letters, and a mark where some are missing."""
    kept: list[str] = []
    left = most - units(_MORE)
    for line in lines:
        left -= units(line) + 1
        if left < 0:
            return [*kept, _MORE]
        kept.append(line)
    return kept


def units(text: str) -> int:
    """How long Telegram takes a text to be."""
    return len(text.encode("utf-16-le")) // 2

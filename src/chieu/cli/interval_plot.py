"""Interval plots: means with their confidence intervals, as lines of a terminal and as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from chieu.core.text.languages import Lang
from chieu.core.text.numbers import with_margin

_CELLS: Final = 33  # width of a plot on a terminal
_ROW, _TOP, _LEFT, _WIDE, _RIGHT = 26, 56, 220, 480, 150  # layout of the SVG, in pixels


class Interval(NamedTuple):
    """A mean and its confidence interval."""

    name: str
    mean: float
    low: float
    high: float


def _scale(intervals: Sequence[Interval], width: float) -> Callable[[float], float]:
    """Return a linear scale that fits all intervals, and zero, into a width."""
    low = min([0.0, *(interval.low for interval in intervals)])
    span = max([0.0, *(interval.high for interval in intervals)]) - low or 1.0
    return lambda value: (value - low) / span * width


def lines(intervals: Sequence[Interval]) -> list[str]:
    """Return a line per interval, all to the same scale; `┊` is zero."""
    position = _scale(intervals, _CELLS - 1)
    zero = round(position(0))
    out = []
    for interval in intervals:
        low, mean, high = (round(position(value)) for value in (interval.low, interval.mean, interval.high))
        cells = ["─" if low < cell < high else " " for cell in range(_CELLS)]
        cells[zero] = "┊" if not low < zero < high else "┼"
        cells[low], cells[high] = "├", "┤"
        cells[mean] = "●"
        out.append("".join(cells))
    return out


def _text_width(text: str) -> int:
    """Estimate the width of a text in pixels: a wide character takes two columns."""
    return sum(13 if east_asian_width(letter) in "WF" else 7 for letter in text)


def svg(intervals: Sequence[Interval], title: str, note: str, lang: Lang, *, digits: int = 2) -> str:
    """Return a plot as SVG."""
    left = max([_LEFT, *(24 + _text_width(interval.name) for interval in intervals)])
    position = _scale(intervals, _WIDE)
    bottom = _TOP + _ROW * len(intervals)
    zero = left + position(0)
    width, height = left + _WIDE + _RIGHT, bottom + 34
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' font-family="system-ui, sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="16" y="26" font-size="15" font-weight="600" fill="#222">{escape(title)}</text>',
        f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="{_TOP - 8}" y2="{bottom}" stroke="#999" stroke-dasharray="2 3"/>',
        f'<text x="{zero:.1f}" y="{bottom + 14}" text-anchor="middle" font-size="11" fill="#666">0</text>',
        f'<text x="16" y="{bottom + 26}" font-size="11" fill="#666">{escape(note)}</text>',
    ]
    for row, interval in enumerate(intervals):
        y = _TOP + _ROW * row + _ROW / 2
        low, mean, high = (left + position(value) for value in (interval.low, interval.mean, interval.high))
        colour = "#1a7f4b" if interval.low > 0 else "#b3261e" if interval.high < 0 else "#666"
        figure = with_margin(interval.mean, (interval.high - interval.low) / 2, lang, digits, sign=True)
        out += [
            f'<text x="{left - 12}" y="{y + 4:.1f}" text-anchor="end" fill="#222">{escape(interval.name)}</text>',
            f'<path d="M{low:.1f} {y - 5:.1f}v10M{low:.1f} {y:.1f}H{high:.1f}M{high:.1f} {y - 5:.1f}v10"'
            f' stroke="{colour}" stroke-width="1.5" fill="none"/>',
            f'<circle cx="{mean:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>',
            f'<text x="{left + _WIDE + 14}" y="{y + 4:.1f}" fill="{colour}">{figure}</text>',
        ]
    return "\n".join([*out, "</svg>", ""])

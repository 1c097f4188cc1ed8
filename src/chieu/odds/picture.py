"""Odds as an SVG without fonts: a bar per role, with percentages drawn as strokes.

A chat shows it with a caption that names the roles: a server need not have fonts for every language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chieu.odds.results import RoleOdds

_WIDTH: Final = 640
_MARGIN: Final = 24
_NUMBER: Final = 44  # room for the number of a row
_BAR: Final = 64
_GAP: Final = 20
_LABEL_FROM: Final = 0.07  # smaller shares have no room for a percentage
_DIGIT: Final = (6.0, 10.0)  # size of a glyph
_ADVANCE: Final = 9.0
_SCALE: Final = 2.2
_MAT: Final = "#12372a"
_LIGHT: Final = "#fdf6e3"
_DARK: Final = "#1d2421"
_COLOURS: Final = (("#4caf6e", _DARK), ("#c9c3b1", _DARK), ("#d9573f", _LIGHT))  # won, even, lost, each with its ink
_GLYPHS: Final = {
    "0": "M3 0a3 3 0 0 1 3 3v4a3 3 0 0 1-6 0v-4a3 3 0 0 1 3-3z",
    "1": "M1 2l2.4-2v10",
    "2": "M0 3a3 3 0 0 1 6 0c0 2.2-6 4-6 7h6",
    "3": "M.3 0h5.4l-3 3.9a3.1 3.1 0 1 1-2.7 3.9",
    "4": "M4.5 10v-10l-4.5 7h6",
    "5": "M5.5 0h-4.8l-.5 4.4c.8-.6 1.8-.8 2.7-.8a3.2 3.2 0 1 1-2.9 4.3",
    "6": "M5 0c-3 1.4-5 4-5 7a3 3 0 1 0 6 0a3 3 0 0 0-5.8-1",
    "7": "M0 0h6l-3.8 10",
    "8": "M3 4.6a2.3 2.3 0 1 1 .01 0zm0 0a2.7 2.7 0 1 0 .01 0z",
    "9": "M1 10c3-1.4 5-4 5-7a3 3 0 1 0-6 0a3 3 0 0 0 5.8 1",
    "%": "M0 10l6-10M1.3 0a1.3 1.3 0 1 0 .01 0zM4.7 7.4a1.3 1.3 0 1 0 .01 0z",
}


def bars(roles: Sequence[RoleOdds]) -> str:
    """Return a numbered bar per role: won, even and lost."""
    height = 2 * _MARGIN + len(roles) * (_BAR + _GAP) - _GAP
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}">',
        f'<rect width="{_WIDTH}" height="{height}" fill="{_MAT}"/>',
    ]
    for row, role in enumerate(roles):
        out += _row(row, (role.win.mean, role.even.mean, role.lose.mean))
    return "\n".join([*out, "</svg>"])


def _row(row: int, shares: Sequence[float]) -> list[str]:
    top = _MARGIN + row * (_BAR + _GAP)
    left, width = float(_MARGIN + _NUMBER), _WIDTH - 2 * _MARGIN - _NUMBER
    out = [_text(str(row + 1), _MARGIN + 12, top + _BAR / 2, _LIGHT)]
    for share, (fill, ink) in zip(shares, _COLOURS, strict=True):
        wide = share * width
        out.append(f'<rect x="{left:.1f}" y="{top}" width="{wide:.1f}" height="{_BAR}" fill="{fill}"/>')
        if share >= _LABEL_FROM:
            out.append(_text(f"{round(100 * share)}%", left + wide / 2, top + _BAR / 2, ink))
        left += wide
    return out


def _text(text: str, x: float, y: float, ink: str) -> str:
    """Draw digits centred at a point."""
    wide = _ADVANCE * (len(text) - 1) + _DIGIT[0]
    glyphs = "".join(
        f'<path transform="translate({_ADVANCE * at:g})" d="{_GLYPHS[letter]}"/>' for at, letter in enumerate(text)
    )
    place = f"translate({x - _SCALE * wide / 2:.1f} {y - _SCALE * _DIGIT[1] / 2:.1f}) scale({_SCALE})"
    strokes = 'fill="none" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g transform="{place}" stroke="{ink}" {strokes}>{glyphs}</g>'

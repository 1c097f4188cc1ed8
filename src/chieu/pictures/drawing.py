"""A card, and a hand held as a fan, as self-contained SVG documents."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple
from urllib.parse import quote

import msgspec

WIDTH: Final = 100.0  # of a card
HEIGHT: Final = 140.0
_STEP: Final = 0.42 * WIDTH  # between two cards of a fan, so that their indices stay visible
_STEP_OF_FEW: Final = 0.7 * WIDTH
_FEW: Final = 6
_IN_A_ROW: Final = 15
_MARGIN: Final = 14.0
_COLOURS: Final = {"S": "--spade", "H": "--heart", "D": "--diamond", "C": "--club", "JK1": "--heart", "JK2": "--spade"}
_CARD: Final = re.compile(r"(?:[2-9AJQK]|10)[SHDC]|JK[12]")
_LETTERS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_SHOWN_CARD: Final = re.compile(r"(?P<rank>[2-9AJQK]|10)(?P<suit>[♠♥♦♣])|▒▒")
_HERE: Final = files("chieu.pictures")
_VARIABLE: Final = re.compile(r"(--[a-z]+): (#[0-9a-f]{6});")
_DEFINED: Final = re.compile(r"<(symbol|pattern|clipPath) id=\"([^\"]+)\".*?</\1>", re.DOTALL)
_REFERRED: Final = re.compile(r"(?:href=.|url\()#([A-Za-z0-9-]+)")


class Picture(str):
    """The text of an SVG document, which a notebook displays as a picture.

    >>> isinstance(card("10S"), str)
    True
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Place(NamedTuple):
    """Position of a card in its fan: offset from the middle, drop, rotation in degrees."""

    x: float
    y: float
    turn: float


def card(value: object | None, background: str = "") -> Picture:
    """Draw a card given by its text (`10S`) or as a `Card`; None: its back.

    >>> "#rank-10" in card("10S"), "#rank-" in card(None)
    (True, False)
    """
    return _document(_front(value), WIDTH, HEIGHT, background)


def hand(cards: str | Iterable[object | None], background: str = "", at_least: float = 0.0) -> Picture:
    """Draw cards as a fan, in several rows if there are many; None: the back of a card.

    The picture is at least `at_least` cards wide. Otherwise a few cards would look huge where all pictures have one
    width.

    >>> hand(["3D", "3C", None]).count("#rank-3")
    2
    >>> hand("3D 3C") == hand(["3D", "3C"])
    True
    """
    values = cards.split() if isinstance(cards, str) else list(cards)
    rows = [values[at : at + _IN_A_ROW] for at in range(0, len(values), _IN_A_ROW)] or [[]]
    fans = [fan(len(row)) for row in rows]
    reach = max(_reach(places) for places in fans)
    width, drawn, top = max(2 * (reach + _MARGIN), at_least * WIDTH), [], _MARGIN
    for row, places in zip(rows, fans, strict=True):
        for value, place in zip(row, places, strict=True):
            x, y = width / 2 + place.x, top + place.y
            spot = f"translate({x - WIDTH / 2:.1f} {y:.1f}) rotate({place.turn:.2f} {WIDTH / 2:g} {HEIGHT:g})"
            drawn.append(f"<g transform='{spot}'>{_front(value)}</g>")
        top += HEIGHT + max((place.y for place in places), default=0.0) + _MARGIN
    return _document("".join(drawn), width, top, background)


def in_text(text: str) -> str:
    """Return text as HTML for a notebook, with its cards (`10♥`, `▒▒` for a back) drawn.

    >>> in_text("1  10♥ <b>").count("<img"), "&lt;b&gt;" in in_text("1  10♥ <b>")
    (1, True)
    """

    def drawn(match: re.Match[str]) -> str:
        value = None if match["suit"] is None else match["rank"] + _LETTERS[match["suit"]]
        source = f"data:image/svg+xml,{quote(card(value))}"
        return f"<img alt='{match[0]}' height='64' style='margin: 1px; vertical-align: middle' src='{source}'>"

    return f"<pre style='line-height: 1.6'>{_SHOWN_CARD.sub(drawn, html.escape(text))}</pre>"


def png(svg: str, width: int) -> bytes:
    """Render an SVG document as a PNG of this width in pixels.

    It needs resvg-py, an optional dependency: `pip install 'chieu[telegram]'`.

    >>> png(card("10S"), 100)[1:4]
    b'PNG'
    """
    import resvg_py  # noqa: PLC0415 - optional dependency

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def fan(count: int) -> list[Place]:
    """Return the place of each of `count` cards, in the same arc as on the page."""
    middle, bend = (count - 1) / 2, min(26.0, 4.2 * count)
    step = _STEP_OF_FEW if count <= _FEW else _STEP
    shares = [(at - middle) / middle if middle else 0.0 for at in range(count)]
    return [
        Place((at - middle) * step, share * share * WIDTH * 0.006 * bend, share * bend * 0.34)
        for at, share in enumerate(shares)
    ]


def _reach(places: Sequence[Place]) -> float:
    """Return how far a fan extends to either side, including rotated corners."""
    if not places:
        return WIDTH / 2
    last = places[-1]
    return last.x + WIDTH / 2 + HEIGHT * math.sin(math.radians(last.turn))


def _front(value: object | None) -> str:
    faces = _assets().faces
    if value is None:
        return faces["back"]
    text = str(value)
    if _CARD.fullmatch(text) is None:
        raise ValueError(f"{text[:40]!r} is not a card: write 10S, QH or JK1")
    joker = text.startswith("JK")
    rank, suit = ("", "star") if joker else (text[:-1], text[-1])
    kind = "joker" if joker else {"A": "ace", "J": "court", "Q": "court", "K": "court"}.get(rank, "number")
    colour = _COLOURS[text if joker else suit]
    return f"<g color='var({colour})'>{faces[kind].replace('{rank}', rank).replace('{suit}', suit)}</g>"


def _document(drawn: str, width: float, height: float, background: str) -> Picture:
    """Wrap shapes in an SVG document with the definitions they refer to and literal colours."""
    ground = f"<rect width='100%' height='100%' fill='{background}'/>" if background else ""
    box = f"viewBox='0 0 {width:.0f} {height:.0f}' width='{width:.0f}' height='{height:.0f}'"
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {box}><defs>{_used_symbols(drawn)}</defs>{ground}{drawn}</svg>'
    for variable, colour in _assets().colours.items():
        text = text.replace(f"var({variable})", colour)
    return Picture(text)


def _used_symbols(drawn: str) -> str:
    definitions, needed, unscanned = _assets().definitions, set[str](), [drawn]
    while unscanned:
        for name in _REFERRED.findall(unscanned.pop()):
            if name not in needed:
                needed.add(name)
                unscanned.append(definitions[name])
    return "".join(text for name, text in definitions.items() if name in needed)


class _Assets(NamedTuple):
    """The drawings by name, the composition of faces by kind, and the colours by variable."""

    definitions: dict[str, str]
    faces: dict[str, str]
    colours: dict[str, str]


@cache
def _assets() -> _Assets:
    deck, faces, css = ((_HERE / name).read_text(encoding="utf-8") for name in ("deck.svg", "faces.json", "cards.css"))
    definitions = {match[2]: match[0] for match in _DEFINED.finditer(deck)}
    return _Assets(definitions, msgspec.json.decode(faces), dict(_VARIABLE.findall(css)))

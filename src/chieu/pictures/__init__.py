"""Cards as SVG pictures, the same ones that the page draws.

The page reads the same three files: `deck.svg` has the drawings, `faces.json` says how a face is composed of them, and
`cards.css` has the colours.

>>> card("10S").startswith("<svg xmlns=")
True
>>> hand(["3D", "3C"]).count("#rank-3")
2
"""

from __future__ import annotations

from chieu.pictures.drawing import Picture, card, hand, png

__all__ = ["Picture", "card", "hand", "png"]

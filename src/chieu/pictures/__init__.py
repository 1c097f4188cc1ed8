"""Cards as pictures: the very ones that the page draws. `deck.svg` holds the drawings, `faces.json` says how a face is
put together of them and `cards.css` has the colours; the page reads the same three files.

>>> card("10S").startswith("<svg xmlns=")
True
>>> hand(["3D", "3C"]).count("#rank-3")
2
"""

from __future__ import annotations

from chieu.pictures.drawing import Picture, card, hand, png

__all__ = ["Picture", "card", "hand", "png"]

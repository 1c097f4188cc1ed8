"""Pictures for whoever takes no SVG, a chat for one. Needs resvg-py, as the extra `chieu[telegram]` brings."""

from __future__ import annotations

import resvg_py


def png(svg: str, width: int) -> bytes:
    """An SVG document as a PNG so many pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))

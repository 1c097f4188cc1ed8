"""Griffe extension: put doctests into code blocks, since Markdown reads `>>>` as nested quotes."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any, Final

import griffe

_DOCTEST: Final = re.compile(r"^ *>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


class FencedDoctests(griffe.Extension):
    """Rewrites every docstring that has a doctest."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with each doctest in a code block."""
    return _DOCTEST.sub(lambda match: f"```pycon\n{dedent(match[0])}\n```", text)

"""Advice as lines: each option with what it is worth, how sure that is, and how far it is behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from chieu.cli.text.texts import say
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser
from chieu.search.advice import Advice, Choice

_LISTED: Final = 8
_TAKEN: Final = "●"


def lines_of(advice: Advice, teller: Phraser, lang: Lang, taken: int | None = None) -> list[str]:
    """The best options, and what was done if it is not among them. What people cannot tell apart is one option. Where
    options are only judged, nothing is said but how far they are behind."""
    told = [teller.action(one.action) for one in advice.options]
    apart = [place for place, line in enumerate(told) if _stands(place, line, told, taken)]
    shown = apart[:_LISTED]
    if taken is not None and taken not in shown:
        shown.append(taken)
    rows = [_row(advice.options[place], teller, lang, place == taken, advice.judged) for place in shown]
    widths = [max(cell_len(row[column]) for row in rows) for column in range(3)]
    lines = [_padded(row, widths) for row in rows]
    left = len(apart) - len(shown)
    return [*lines, f"  {say('advice.left', lang, count=left)}"] if left else lines


def sentences(advice: Advice, teller: Phraser, lang: Lang) -> list[str]:
    """What is best and why, before any figure; or that it is too close to call."""
    if len(advice.options) == 1:
        return [teller.action(advice.options[0].action)]
    if not advice.reasons and not advice.options[1].clearly_worse:
        return [say("advice.close", lang)]
    return [teller.action(advice.options[0].action), *map(teller.reason, advice.reasons)]


def _stands(place: int, line: str, told: Sequence[str], taken: int | None) -> bool:
    """Whether an option is the first of those told alike, or the one of them that was taken."""
    if taken is not None and told[taken] == line:
        return place == taken
    return told.index(line) == place


def _row(one: Choice, teller: Phraser, lang: Lang, taken: bool, judged: bool) -> tuple[str, str, str, str]:
    sure = "" if judged else say("advice.exact", lang) if one.exact else f"± {one.margin:.2f}"
    mean = "" if judged else f"{one.mean:+.2f}"
    behind = f"{one.behind:.2f}" + ("" if one.behind_margin == 0 else f" ± {one.behind_margin:.2f}")
    last = "" if one.behind == one.behind_margin == 0 else say("advice.behind", lang, behind=behind)
    return f"{_TAKEN if taken else ' '} {teller.action(one.action)}", mean, sure, last


def _padded(row: Sequence[str], widths: Sequence[int]) -> str:
    action, mean, sure, last = row
    blank = " " * (widths[0] - cell_len(action))
    return f"{action}{blank}   {mean:>{widths[1]}} {sure}{' ' * (widths[2] - cell_len(sure))}   {last}".rstrip()

"""Advice as lines: each option with its expected payoff, error bound and loss against the best."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from chieu.cli.text.texts import say
from chieu.core.text.languages import Lang
from chieu.core.text.numbers import with_margin, written
from chieu.core.text.phrasing import Phraser
from chieu.search.advice import Advice, Choice

_LISTED: Final = 8
_TAKEN: Final = "●"


def lines_of(advice: Advice, phraser: Phraser, lang: Lang, taken: int | None = None) -> list[str]:
    """Return the best options, and the option taken.

    Options that read alike are listed once. Options that are only judged have no payoff, only a loss.
    """
    texts = [phraser.action(choice.action) for choice in advice.options]
    # Of options that read alike, list the one taken, else the first.
    representatives = {text: index for index, text in reversed(list(enumerate(texts)))}
    if taken is not None:
        representatives[texts[taken]] = taken
    distinct = [index for index, text in enumerate(texts) if representatives[text] == index]
    shown = distinct[:_LISTED]
    if taken is not None and taken not in shown:
        shown.append(taken)
    rows = [_row(advice.options[index], phraser, lang, index == taken, advice.judged) for index in shown]
    widths = [max(cell_len(row[column]) for row in rows) for column in range(3)]
    lines = []
    for action, mean, margin, last in rows:
        name, error = (" " * (width - cell_len(text)) for text, width in ((action, widths[0]), (margin, widths[2])))
        lines.append(f"{action}{name}   {mean:>{widths[1]}} {margin}{error}   {last}".rstrip())
    left = len(distinct) - len(shown)
    return [*lines, f"  {say('advice.left', lang, count=left)}"] if left else lines


def sentences(advice: Advice, phraser: Phraser, lang: Lang) -> list[str]:
    """Return the recommendation and the reasons.

    The best option is named only if it is clear; otherwise two good ones, or that it is too close to call. Options that
    read alike are one option.
    """
    first = phraser.action(advice.options[0].action)
    others = [(phraser.action(option.action), option.clearly_worse) for option in advice.options[1:]]
    rivals = [text for text, clearly_worse in others if not clearly_worse and text != first]
    worse = [text for text, clearly_worse in others if clearly_worse]
    if not rivals:
        return [first, *map(phraser.reason, advice.reasons)]
    if not advice.reasons or not worse:
        return [say("advice.close", lang)]
    rather = say("advice.rather", lang, first=first, second=rivals[0], other=worse[0])
    return [rather, *map(phraser.reason, advice.reasons)]


def _row(choice: Choice, phraser: Phraser, lang: Lang, taken: bool, judged: bool) -> tuple[str, str, str, str]:
    margin = "" if judged else say("advice.exact", lang) if choice.exact else f"± {written(choice.margin, lang, 2)}"
    mean = "" if judged else written(choice.mean, lang, 2, sign=True)
    behind = with_margin(choice.behind, choice.behind_margin, lang)
    last = "" if choice.behind == choice.behind_margin == 0 else say("advice.behind", lang, behind=behind)
    return f"{_TAKEN if taken else ' '} {phraser.action(choice.action)}", mean, margin, last

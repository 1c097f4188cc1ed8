"""Charts of a Xì Dách solution: when to draw, by total and number of cards.

Hands of the same total differ in which cards they remove from the deck, so a cell is the average probability of
drawing, weighted by how many such hands the deck contains.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import comb
from typing import Final, NamedTuple

from chieu.core.extras import Chart
from chieu.core.text.languages import Lang
from chieu.games.xidach.ai.solver import LABELS, DrawShare
from chieu.games.xidach.ai.two_player import cards_of_value
from chieu.games.xidach.hands import EMPTY, CompiledRules, add, compile_rules, hard_total, points
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.text.texts import TEXTS

_MOST_TO_CHOOSE: Final = 4  # a hand of five cards is complete


class _Kind(NamedTuple):
    """Row of a chart."""

    soft: bool
    total: int


class _Cell(NamedTuple):
    """One choice, its place in a chart, and how many such hands the deck contains."""

    kind: _Kind
    column: int
    ways: int
    draw: float


def charts(rules: Rules, choices: Sequence[DrawShare], lang: Lang) -> tuple[Chart, ...]:
    """Return one chart for the player and one for each number of cards the dealer can hold."""
    compiled = compile_rules(rules)
    player = [choice for choice in choices if choice.role == "player"]
    numbers = range(2, _MOST_TO_CHOOSE + 1)
    columns = [TEXTS["chart.own"].say(lang, count=count) for count in numbers]
    cells = [_cell(choice, len(choice.hand) - 2, compiled) for choice in player]
    out = [_chart(TEXTS["chart.player"].say(lang), columns, cells, lang)]
    for count in numbers:
        dealer = [choice for choice in choices if choice.role == "dealer" and len(choice.hand) == count]
        cells = [_cell(choice, (choice.against or 2) - 2, compiled) for choice in dealer]
        columns = [TEXTS["chart.against"].say(lang, count=against) for against in range(2, 6)]
        out.append(_chart(TEXTS["chart.dealer"].say(lang, count=count), columns, cells, lang))
    return tuple(out)


def _cell(choice: DrawShare, column: int, compiled: CompiledRules) -> _Cell:
    hand, ways = EMPTY, 1
    for value, same in groupby(LABELS.index(label) for label in choice.hand):
        cards, count = cards_of_value(value), len(list(same))
        ways *= comb(len(cards), count)
        for card in cards[:count]:
            hand = add(hand, card)
    total = int(points(hand, compiled))
    return _Cell(_Kind(total > hard_total(hand), total), column, ways, choice.draw)


def _chart(title: str, columns: Sequence[str], cells: Iterable[_Cell], lang: Lang) -> Chart:
    by_kind: dict[_Kind, list[_Cell]] = {}
    for cell in cells:
        by_kind.setdefault(cell.kind, []).append(cell)
    rows = [(kind, _shares(by_kind[kind], len(columns))) for kind in sorted(by_kind)]
    return Chart(
        title=title,
        columns=tuple(columns),
        rows=tuple(_merge_rows(rows, lang)),
        always=TEXTS["action.draw"].say(lang),
        never=TEXTS["action.stand"].say(lang),
    )


def _shares(cells: Sequence[_Cell], columns: int) -> tuple[float | None, ...]:
    out: list[float | None] = []
    for column in range(columns):
        here = [cell for cell in cells if cell.column == column]
        ways = sum(cell.ways for cell in here)
        out.append(sum(cell.ways * cell.draw for cell in here) / ways if ways else None)
    return tuple(out)


def _merge_rows(
    rows: Sequence[tuple[_Kind, tuple[float | None, ...]]], lang: Lang
) -> Iterable[tuple[str, tuple[float | None, ...]]]:
    """Merge neighbouring totals that are played the same."""
    for (soft, shares), same in groupby(rows, key=lambda row: (row[0].soft, row[1])):
        totals = [kind.total for kind, _ in same]
        span = str(totals[0]) if len(totals) == 1 else f"{totals[0]}–{totals[-1]}"
        yield TEXTS["chart.soft" if soft else "chart.hard"].say(lang, total=span), shares

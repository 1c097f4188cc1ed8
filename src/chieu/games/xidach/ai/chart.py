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
from chieu.core.text.languages import Lang, Text
from chieu.games.xidach.ai.solver import LABELS, DrawShare
from chieu.games.xidach.ai.two_player import cards_of_value
from chieu.games.xidach.hands import EMPTY, CompiledRules, add, compile_rules, hard_total, points
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.text.texts import TEXTS

_MOST_TO_CHOOSE: Final = 4  # with five cards there is nothing left to choose

_PLAYER: Final = Text("Nhà con", "The player", "闲家")
_DEALER: Final = Text(
    "Nhà cái có {count} lá, theo số lá của nhà con",
    "The dealer with {count} cards, by the number of the player's cards",
    "庄家持 {count} 张牌，按闲家的张数",
)
_OWN: Final = Text("{count} lá", "{count} cards", "{count} 张")
_AGAINST: Final = Text("nhà con {count} lá", "player has {count}", "闲家 {count} 张")
_HARD: Final = Text("{total} điểm", "{total}", "{total} 点")
_SOFT: Final = Text("{total} điểm, Át tính 10/11", "{total}, ace as 10/11", "{total} 点，A 作 10/11")


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
    columns = [_OWN.say(lang, count=count) for count in numbers]
    cells = [_cell(choice, len(choice.hand) - 2, compiled) for choice in player]
    out = [_chart(_PLAYER.say(lang), columns, cells, lang)]
    for count in numbers:
        dealer = [choice for choice in choices if choice.role == "dealer" and len(choice.hand) == count]
        cells = [_cell(choice, (choice.against or 2) - 2, compiled) for choice in dealer]
        columns = [_AGAINST.say(lang, count=against) for against in range(2, 6)]
        out.append(_chart(_DEALER.say(lang, count=count), columns, cells, lang))
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
        yield (_SOFT if soft else _HARD).say(lang, total=span), shares

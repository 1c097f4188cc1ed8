"""Charts of a Xì Dách solution: when to draw, by total and number of cards.

Hands of the same total differ in which cards they remove from the deck, so a cell is the average probability of
drawing, weighted by how many such hands the deck contains.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import comb, prod
from typing import Final

from chieu.core.extras import Chart
from chieu.core.text.languages import Lang
from chieu.games.xidach.ai.solver import LABELS, DrawShare
from chieu.games.xidach.ai.two_player import cards_of_value
from chieu.games.xidach.hands import CompiledRules, compile_rules, hard_total, pack, points
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.text.texts import TEXTS

_MAX_CARDS_WITH_CHOICE: Final = 4  # a hand of five cards is complete


def charts(rules: Rules, choices: Sequence[DrawShare], lang: Lang) -> tuple[Chart, ...]:
    """Return one chart for the player and one for each number of cards the dealer can hold."""
    compiled = compile_rules(rules)
    numbers = range(2, _MAX_CARDS_WITH_CHOICE + 1)
    columns = [TEXTS["chart.own"].say(lang, count=count) for count in numbers]
    player = [(len(choice.hand) - 2, choice) for choice in choices if choice.against is None]
    out = [_chart(TEXTS["chart.player"].say(lang), columns, player, compiled, lang)]
    columns = [TEXTS["chart.against"].say(lang, count=against) for against in range(2, 6)]
    for count in numbers:
        dealer = [
            (choice.against - 2, choice)
            for choice in choices
            if choice.against is not None and len(choice.hand) == count
        ]
        out.append(_chart(TEXTS["chart.dealer"].say(lang, count=count), columns, dealer, compiled, lang))
    return tuple(out)


def _chart(
    title: str, columns: Sequence[str], cells: Iterable[tuple[int, DrawShare]], compiled: CompiledRules, lang: Lang
) -> Chart:
    """Return the chart of these choices, each with its column."""
    ways_by_row: dict[tuple[bool, int], list[int]] = defaultdict(lambda: [0] * len(columns))
    draws_by_row: dict[tuple[bool, int], list[float]] = defaultdict(lambda: [0.0] * len(columns))
    for column, choice in cells:
        counts = [(cards_of_value(value), choice.hand.count(label)) for value, label in enumerate(LABELS)]
        hand = pack([card for cards, count in counts for card in cards[:count]])
        total = int(points(hand, compiled))
        row = (total > hard_total(hand), total)
        ways = prod(comb(len(cards), count) for cards, count in counts)
        ways_by_row[row][column] += ways
        draws_by_row[row][column] += ways * choice.draw
    rows = []
    for row in sorted(ways_by_row):
        sums = zip(ways_by_row[row], draws_by_row[row], strict=True)
        rows.append((row, tuple([draws / ways if ways else None for ways, draws in sums])))
    return Chart(
        title=title,
        columns=tuple(columns),
        rows=tuple(_merge_rows(rows, lang)),
        always=TEXTS["action.draw"].say(lang),
        never=TEXTS["action.stand"].say(lang),
    )


def _merge_rows(
    rows: Sequence[tuple[tuple[bool, int], tuple[float | None, ...]]], lang: Lang
) -> Iterable[tuple[str, tuple[float | None, ...]]]:
    """Merge neighbouring totals that are played the same."""
    for (soft, shares), same in groupby(rows, key=lambda row: (row[0][0], row[1])):
        totals = [total for (_, total), _ in same]
        span = str(totals[0]) if len(totals) == 1 else f"{totals[0]}–{totals[-1]}"
        yield TEXTS["chart.soft" if soft else "chart.hard"].say(lang, total=span), shares

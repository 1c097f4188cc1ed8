"""PF-47: the score sheet of a book as CSV: one line per deal with gains and running totals."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from chieu.core.text.languages import SHARED, Lang, Text
from chieu.online.history.scorebook import Scorebook, ScorebookDeal
from chieu.online.protocol import texts
from chieu.online.protocol.personas import NAMES
from chieu.online.protocol.views import LedgerLine

_BOM: Final = "\ufeff"  # without it spreadsheets guess another encoding
_HEAD: Final = (
    Text("Ván", "Deal", "局"),
    Text("Giờ (UTC)", "Time (UTC)", "时间（UTC）"),
    Text("Luật", "Rules", "规则"),
)
_TOTAL: Final = Text("{name}, tổng", "{name}, total", "{name}，累计")
_FORMULA: Final = tuple(
    "=+-@＝＋－＠"
)  # a spreadsheet would evaluate a cell that starts so; some accept full-width ones


async def score_sheet(book: Scorebook, deals: AsyncIterator[ScorebookDeal], lang: Lang) -> AsyncIterator[str]:
    """Yield the lines of the file. The columns are the people in the book's ledger; any page will do."""
    people = [_plain(_called(book, line, lang)) for line in book.ledger]
    totals = [_TOTAL.say(lang, name=name) for name in people]
    yield _BOM + _line([*(text.say(lang) for text in _HEAD), *people, *totals])
    chips = [0] * len(people)
    async for deal in deals:
        won = _won(deal.accounts, deal.payoff, len(people))
        chips = [total + amount for total, amount in zip(chips, won, strict=True)]
        at = datetime.fromtimestamp(deal.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        cells = [amount if account in deal.accounts else "" for account, amount in enumerate(won)]
        yield _line([deal.deal, at, deal.sheet, *cells, *chips])


def _line(cells: Sequence[str | int]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


def _won(accounts: tuple[int, ...], payoff: tuple[int, ...], people: int) -> list[int]:
    won = [0] * people
    for account, amount in zip(accounts, payoff, strict=True):
        won[account] += amount
    return won


def _called(book: Scorebook, line: LedgerLine, lang: Lang) -> str:
    if line.house:
        return SHARED["seat.house"].say(lang)
    if line.seat is not None:
        return NAMES[book.personas[line.seat]].say(lang)
    return line.name or texts.TEXTS["someone"].say(lang)


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name

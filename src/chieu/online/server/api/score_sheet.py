"""PF-47: the score sheet of a book as CSV: one line per deal with gains and running totals."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from chieu.core.text.languages import SHARED, Lang
from chieu.online.history.scorebook import Scorebook, ScorebookDeal
from chieu.online.protocol import texts
from chieu.online.protocol.personas import bot_name
from chieu.online.protocol.views import LedgerLine
from chieu.online.server.api.refusals import TEXTS

_BOM: Final = "\ufeff"  # without it spreadsheets guess another encoding
_HEAD: Final = ("deal", "time", "rules")
_FORMULA: Final = tuple("=+-@＝＋－＠")  # a spreadsheet takes such a cell for a formula; some accept full-width signs


async def score_sheet(book: Scorebook, deals: AsyncIterator[ScorebookDeal], lang: Lang) -> AsyncIterator[str]:
    """Yield the lines of the file. The columns are the people of the book, on whichever page."""
    people = [_plain(_called(book, line, lang)) for line in book.ledger]
    totals = [TEXTS["score_sheet.total"].say(lang, name=name) for name in people]
    yield _BOM + _line([*(TEXTS[f"score_sheet.{column}"].say(lang) for column in _HEAD), *people, *totals])
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
        return bot_name(book.personas[line.seat], lang)
    return line.name or texts.TEXTS["someone"].say(lang)


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name

"""What is told in a group: one message a round, which shrinks to its last play when the round ends (BT-18). It goes by
what somebody sees who just watches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from chieu.core.cards import Card
from chieu.core.text import outcome_phrasing
from chieu.core.text.languages import listed
from chieu.core.text.phrasing import Phraser
from chieu.online.protocol.announcements import (
    CameBack,
    DealEnded,
    DealStarted,
    Facts,
    Happening,
    LeftOut,
    Lost,
    RulesChanged,
    StoodIn,
    TimedOut,
    Voided,
    Went,
    announced,
)
from chieu.online.protocol.views import DealView, TableView
from chieu.online.telegram.notebook import TableNote
from chieu.online.telegram.pages import TEXT_AT_MOST, Page, bold, escaped, fitting, quoted
from chieu.online.telegram.texts import say
from chieu.online.telegram.wording import members

AnyDeal: TypeAlias = DealView[Any, Any, Any]
LINES_AT_MOST: Final = 24
_REASONS_AT_MOST: Final = 2500  # letters
# What everybody should hear of; the rest is seen in the table's own message.
_TOLD: Final = (Voided, LeftOut, RulesChanged, StoodIn, TimedOut)
_TOLD_IN_A_DEAL: Final = (Lost, CameBack, Went)


class Finished(NamedTuple):
    """A message that nothing is added to any more: it `began` at a number of the table, and has these lines in the end.
    A `part` is of a round that goes on in the next message; `shrunk`: the round is over, and its parts go."""

    began: int
    lines: list[str]
    how: Literal["whole", "part", "shrunk"]


class Round:
    """A message in the making: how it is told, and whether it is over."""

    def __init__(self, note: TableNote) -> None:
        self.note = note
        self.done: list[Finished] = []

    def hear(self, happened: Sequence[Happening], phraser: Phraser, table: TableView, deal: AnyDeal | None) -> None:
        """Takes in what happened; what was taken in before is passed over. `deal` is the newest one, as anybody sees
        it."""
        names = members(table)
        for one in happened:
            if one.seq <= self.note.seen:
                continue
            self.note.seen = one.seq
            if isinstance(one, Facts):
                self._facts(one, phraser)
            elif isinstance(one, DealStarted):
                self._close(one.seq)
                self._tell([escaped(announced(one, phraser, names))], one.seq)
            elif isinstance(one, DealEnded):
                self._tell(_result(one, phraser, deal), one.seq)
                self.note.over = True
            elif isinstance(one, _TOLD) or (isinstance(one, _TOLD_IN_A_DEAL) and table.phase == "playing"):
                self._tell([escaped(announced(one, phraser, names))], one.seq)

    def _facts(self, move: Facts[Any], phraser: Phraser) -> None:
        told = [(escaped(phraser.fact(fact)), _shows_cards(fact)) for fact in move.facts]
        if not move.clears:
            self._tell([line for line, _ in told], move.seq)
            self.note.last = next((line for line, cards in reversed(told) if cards), self.note.last)
            return
        last = next((line for line, cards in reversed(told) if cards), self.note.last)
        if self.note.html:
            self.done.append(Finished(self.note.began, [last] if last else [], "shrunk"))
        self._begin(move.seq)
        self._tell([line for line, cards in told if not cards], move.seq)

    def _tell(self, lines: list[str], seq: int) -> None:
        if len(self.note.html) + len(lines) > LINES_AT_MOST and self.note.html:
            last = self.note.last
            self.done.append(Finished(self.note.began, self.note.html, "part"))
            self._begin(seq)
            self.note.last = last
        if not self.note.html:
            self.note.began = seq
        self.note.html += [line for line in lines if line]

    def _close(self, seq: int) -> None:
        if self.note.html:
            self.done.append(Finished(self.note.began, self.note.html, "whole"))
        self._begin(seq)

    def _begin(self, seq: int) -> None:
        self.note.began, self.note.html, self.note.last = seq, [], ""
        self.note.round, self.note.over = None, False

    def page(self, phraser: Phraser, table: TableView, view: Any) -> Page | None:
        """The message as it should look now; None if there is nothing to tell."""
        if not self.note.html:
            return None
        lines = list(self.note.html)
        to_act = getattr(view, "to_act", ())
        if table.phase == "playing" and to_act and not self.note.over:
            waiting = listed([phraser.name(seat) for seat in to_act if seat >= 0], phraser.lang)
            lines += ["", bold(say("turn", phraser.lang, names=waiting))] if waiting else []
        return Page(fitting(lines, TEXT_AT_MOST))


def final(lines: Sequence[str]) -> Page:
    """A message that is left alone from now on."""
    return Page(fitting(lines, TEXT_AT_MOST) or "·")


def _result(ended: DealEnded, phraser: Phraser, deal: AnyDeal | None) -> list[str]:
    """PF-45: who won what, and why, where the game says it. What the next deal has covered by now is told no more."""
    won = "\n" + bold(say("result", phraser.lang, result=phraser.payoff(ended.payoff)))
    if deal is None or deal.number != ended.deal or deal.outcome is None:
        return [won]
    return [won, quoted(outcome_phrasing.told(deal.outcome, phraser), _REASONS_AT_MOST)]


def _shows_cards(fact: msgspec.Struct) -> bool:
    values = [getattr(fact, name) for name in fact.__struct_fields__]
    return any(isinstance(one, Card) or (isinstance(one, tuple) and any(map(_is_card, one))) for one in values)


def _is_card(value: Any) -> bool:
    return isinstance(value, Card) or (isinstance(value, tuple) and any(map(_is_card, value)))

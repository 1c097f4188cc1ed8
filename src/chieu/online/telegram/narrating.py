"""Narration of a deal in a group: one message per round, cut to its last play at the end (BT-18).

It uses only what a spectator sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from chieu.core.cards import Card
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
from chieu.online.telegram.texts import members, say

AnyDeal: TypeAlias = DealView[Any, Any, Any]
MAX_LINES: Final = 24
_REASONS_AT_MOST: Final = 2500  # characters
# Announcements for the narration. The table's own message shows the others.
_ANNOUNCED: Final = (Voided, LeftOut, RulesChanged, StoodIn, TimedOut)
_ANNOUNCED_IN_A_DEAL: Final = (Lost, CameBack, Went)


class Finished(NamedTuple):
    """The final lines of a message that `began` at a sequence number of the table.

    A "part" belongs to a round that continues in the next message. "shrunk": the round is over, and its parts are
    deleted.
    """

    began: int
    lines: list[str]
    how: Literal["whole", "part", "shrunk"]


class Round:
    """The message of the current round. `done` are messages that have become final."""

    def __init__(self, note: TableNote) -> None:
        self.note = note
        self.done: list[Finished] = []

    def hear(self, happened: Sequence[Happening], phraser: Phraser, table: TableView, deal: AnyDeal | None) -> None:
        """Add what happened, skipping what was added before. `deal` is the newest deal, as spectators see it."""
        names = members(table)
        for event in happened:
            if event.seq <= self.note.seen:
                continue
            self.note.seen = event.seq
            if isinstance(event, Facts):
                self._facts(event, phraser)
            elif isinstance(event, DealStarted):
                self._begin(event.seq, self.note.html, "whole")
                self._tell([escaped(announced(event, phraser, names))], event.seq)
            elif isinstance(event, DealEnded):
                self._tell(_result(event, phraser, deal), event.seq)
                self.note.over = True
            elif isinstance(event, _ANNOUNCED) or (
                isinstance(event, _ANNOUNCED_IN_A_DEAL) and table.phase == "playing"
            ):
                self._tell([escaped(announced(event, phraser, names))], event.seq)

    def _facts(self, move: Facts[Any], phraser: Phraser) -> None:
        facts = [(escaped(phraser.fact(fact)), _has_cards(msgspec.structs.astuple(fact))) for fact in move.facts]
        last = next((line for line, cards in reversed(facts) if cards), self.note.last)
        if not move.clears:
            self._tell([line for line, _ in facts], move.seq)
            self.note.last = last
            return
        self._begin(move.seq, [last] if last else [], "shrunk")
        self._tell([line for line, cards in facts if not cards], move.seq)

    def _tell(self, lines: list[str], seq: int) -> None:
        if len(self.note.html) + len(lines) > MAX_LINES and self.note.html:
            last = self.note.last
            self._begin(seq, self.note.html, "part")
            self.note.last = last
        if not self.note.html:
            self.note.began = seq
        self.note.html += [line for line in lines if line]

    def _begin(self, seq: int, lines: list[str], how: Literal["whole", "part", "shrunk"]) -> None:
        """Begin a message. The one before it, if there is one, becomes final with these lines."""
        if self.note.html:
            self.done.append(Finished(self.note.began, lines, how))
        self.note.began, self.note.html, self.note.last = seq, [], ""
        self.note.round, self.note.over = None, False

    def page(self, phraser: Phraser, table: TableView, view: Any) -> Page | None:
        """Return the message as it should look now; None if it has no lines."""
        if not self.note.html:
            return None
        lines = list(self.note.html)
        to_act = getattr(view, "to_act", ())
        if table.phase == "playing" and to_act and not self.note.over:
            waiting = listed([phraser.name(seat) for seat in to_act if seat >= 0], phraser.lang)
            lines += ["", bold(say("turn", phraser.lang, names=waiting))] if waiting else []
        return Page(fitting(lines, TEXT_AT_MOST))


def _result(ended: DealEnded, phraser: Phraser, deal: AnyDeal | None) -> list[str]:
    """PF-45: return the payoffs, and the reasons if the game has them and no new deal has begun."""
    won = "\n" + bold(say("result", phraser.lang, result=phraser.payoff(ended.payoff)))
    if deal is None or deal.number != ended.deal or deal.outcome is None:
        return [won]
    return [won, quoted(phraser.outcome(deal.outcome), _REASONS_AT_MOST)]


def _has_cards(value: Any) -> bool:
    return isinstance(value, Card) or (isinstance(value, tuple) and any(map(_has_cards, value)))

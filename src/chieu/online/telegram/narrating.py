"""Narration of a deal in a group: one message that tells the current round only (BT-18).

When a round ends, the next one replaces it in the same message. When the deal is over, all of it is shown. The
narration uses only what a spectator sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.cards import Card
from chieu.core.text.languages import Lang, listed
from chieu.core.text.phrasing import Phraser
from chieu.online.protocol.announcements import (
    CameBack,
    DealCorrected,
    DealEnded,
    DealEntered,
    DealStarted,
    DealStruckOut,
    Facts,
    GameChanged,
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
from chieu.online.protocol.views import DealView, EnteredInfo, TableView
from chieu.online.telegram.notebook import FinalLook, TableNote
from chieu.online.telegram.pages import MAX_TEXT, Page, bold, boxes, escaped, fitting
from chieu.online.telegram.scoring import entered
from chieu.online.telegram.texts import members, result_lines, say

AnyDeal: TypeAlias = DealView[Any, Any, Any]
MAX_LINES: Final = 24
# Announcements for the narration. The table's own message shows the others.
_ANNOUNCED: Final = (Voided, LeftOut, RulesChanged, GameChanged, StoodIn, TimedOut)
ENTRIES: Final = (DealEntered, DealCorrected, DealStruckOut)
_ANNOUNCED_IN_A_DEAL: Final = (Lost, CameBack, Went)


class Narration:
    """The message about the current round, and the final looks of messages before it."""

    def __init__(self, note: TableNote) -> None:
        self.note = note

    def hear(
        self,
        happened: Sequence[Happening],
        around: Phraser,
        phraser: Phraser,
        table: TableView,
        deal: AnyDeal | None,
    ) -> None:
        """Add what happened, skipping what was added before. `deal` is the newest deal, as spectators see it.

        `around` has the names of the chairs, `phraser` those of the seats.
        """
        names = members(table)
        for event in happened:
            if event.seq <= self.note.seen:
                continue
            self.note.seen = event.seq
            if isinstance(event, Facts):
                self._facts(event, phraser)
            elif isinstance(event, DealStarted):
                self._begin(event.seq, part=False)
                self.note.past, self.note.cleared = [], event.seq
                self._tell([escaped(announced(event, around, names))], event.seq)
            elif isinstance(event, DealEnded):
                self._show_whole_deal(event.seq, phraser)
                self._tell(_result(event, phraser, deal), event.seq)
                self.note.over = True
            elif isinstance(event, _ANNOUNCED) or (
                isinstance(event, _ANNOUNCED_IN_A_DEAL) and table.phase == "playing"
            ):
                self._tell([escaped(announced(event, around, names))], event.seq)

    def hear_entered(
        self, happened: Sequence[Happening], deals: Mapping[int, EnteredInfo], table: TableView, lang: Lang
    ) -> None:
        """RT-5: show the results of deals that were entered or changed.

        The message of an entry that was sent from this chat becomes its result.
        """
        note = self.note
        for event in happened:
            if event.seq <= note.seen or not isinstance(event, ENTRIES):
                continue
            entry, slot, number = note.entry, f"deal {event.seq}", None
            if entry is not None and entry.sent_by and entry.deal == event.deal:
                note.entry, slot, number = None, entry.slot, entry.number
            note.finals.append(FinalLook(slot, number, entered(deals[event.deal], table, lang), event.deal))

    def _facts(self, move: Facts[Any], phraser: Phraser) -> None:
        facts = [(escaped(phraser.fact(fact)), _has_cards(msgspec.structs.astuple(fact))) for fact in move.facts]
        if move.clears:
            played = [line for line, cards in facts if cards]
            self.note.past += [*self._round(), *played, ""]
            self.note.finals += [FinalLook(part.slot, part.number, "") for part in self.note.parts]
            self.note.html, self.note.parts, self.note.cleared = [], [], move.seq
            facts = [(line, cards) for line, cards in facts if not cards]
        self._tell([line for line, _ in facts], move.seq)

    def _tell(self, lines: list[str], seq: int) -> None:
        if len(self.note.html) + len(lines) > MAX_LINES and self.note.html:
            self._begin(seq, part=True)
        self.note.began = self.note.began or seq
        self.note.html += [line for line in lines if line]

    def _round(self) -> list[str]:
        """Return the lines about the current round, those in earlier messages first."""
        return [*(line for part in self.note.parts for line in part.text.split("\n")), *self.note.html]

    def _begin(self, seq: int, part: bool) -> None:
        """Begin a message. The one before it becomes final, as a `part` of the same round if that continues."""
        note = self.note
        if note.html:
            look = FinalLook(f"round {note.began}", note.narration, fitting(note.html, MAX_TEXT))
            (note.parts if part else note.finals).append(look)
        if not part:
            note.parts, note.finals = [], [*note.parts, *note.finals]
        note.began, note.html, note.narration, note.over = seq, [], None, False

    def _show_whole_deal(self, seq: int, phraser: Phraser) -> None:
        """BT-18: show all of a deal that is over, if its past rounds were cleared."""
        if self.note.past:
            texts = boxes(bold(say("whole_deal", phraser.lang)), [*self.note.past, *self._round()])
            self.note.finals += [FinalLook(f"deal {seq} {at}", None, text) for at, text in enumerate(texts)]
            self.note.past = []

    def page(self, phraser: Phraser, table: TableView, view: Any) -> Page | None:
        """Return the message as it should look now; None if it has no lines."""
        if not self.note.html:
            return None
        lines = list(self.note.html)
        to_act = getattr(view, "to_act", ())
        if table.phase == "playing" and to_act and not self.note.over:
            waiting = listed([phraser.name(seat) for seat in to_act if seat >= 0], phraser.lang)
            lines += (
                ["", bold("➤ " + (phraser.turn(waiting) or say("turn", phraser.lang, names=waiting)))]
                if waiting
                else []
            )
        return Page(fitting(lines, MAX_TEXT), round=None if self.note.over else self.note.cleared)


def _result(ended: DealEnded, phraser: Phraser, deal: AnyDeal | None) -> list[str]:
    """Return the result of a dealt deal, without its reasons if a new deal has begun."""
    outcome = None if deal is None or deal.number != ended.deal else deal.outcome
    first, *more = result_lines(ended.payoff, outcome, phraser)
    return ["\n" + first, *more]


def _has_cards(value: Any) -> bool:
    return isinstance(value, Card) or (isinstance(value, tuple) and any(map(_has_cards, value)))

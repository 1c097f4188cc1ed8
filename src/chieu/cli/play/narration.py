"""What happened and how the table looks, from one seat or with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.game import CHANCE, AnyGame, Event, Viewer
from chieu.core.run import Step
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser


class Narration:
    """Eyes: those of a seat, of somebody who watches (None), or open to all hands at once."""

    def __init__(self, game: AnyGame, seats: int, lang: Lang, viewer: Viewer = None, open_to_all: bool = False) -> None:
        self._game = game
        self._seats = seats
        self._lang = lang
        self._viewer = viewer
        self._open = open_to_all
        self._teller = Phraser(game, lang)

    def told(self, step: Step) -> list[str]:
        """A move in words. One that nothing is told of is at least named to open eyes."""
        lines = [line for event in step.events for line in self._told(event)]
        if not lines and self._open:
            who = "" if step.seat == CHANCE else f"{self._teller.name(step.seat)}: "
            return [who + self._teller.action(step.action)]
        return lines

    def _told(self, event: Event) -> list[str]:
        if not self._open:
            return [self._teller.fact(event.seen_by(self._viewer))]
        if not event.secret:
            return [self._teller.fact(event.fact)]
        if len(event.secret) == 1:
            return [self._teller.fact(event.secret[0][1])]
        told = [f"{self._teller.name(seat)}: {self._more(event.fact, fact)}" for seat, fact in event.secret]
        return [self._teller.fact(event.fact), *told]

    def _more(self, public: Any, own: Any) -> str:
        """What a seat's own fact tells beyond the public one."""
        if type(public) is not type(own):
            return self._teller.fact(own)
        names = [name for name in own.__struct_fields__ if getattr(own, name) != getattr(public, name)]
        return " ".join(self._teller.field(own, name) for name in names)

    def shown(self, state: Any) -> list[str]:
        """The table. Open eyes see what anybody sees, and then the lines that each seat alone sees."""
        public = self._seen(state, self._viewer)
        if not self._open:
            return public
        lines = list(public)
        for seat in range(self._seats):
            lines += [f"{self._teller.name(seat)}: {line}" for line in self._seen(state, seat) if line not in public]
        return lines

    def result(self, payoff: Sequence[int]) -> str:
        """Who won what."""
        return self._teller.payoff(payoff)

    def _seen(self, state: Any, viewer: Viewer) -> list[str]:
        return self._game.presentation.show(self._game.view(state, viewer), self._lang)

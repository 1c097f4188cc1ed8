"""Narrate a deal as a seat sees it, as a spectator does, or with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.game import CHANCE, AnyGame, Event, Viewer
from chieu.core.run import Step
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser


class Narration:
    """Narration for a viewer (None: a spectator), or with all hands open."""

    def __init__(self, game: AnyGame, seats: int, lang: Lang, viewer: Viewer = None, open_to_all: bool = False) -> None:
        self._game = game
        self._seats = seats
        self._lang = lang
        self._viewer = viewer
        self._open = open_to_all
        self._teller = Phraser(game, lang)

    def step(self, step: Step) -> list[str]:
        """Return a step in words. With all hands open, a step without events is still named."""
        lines = [line for event in step.events for line in self._event(event)]
        if not lines and self._open:
            who = "" if step.seat == CHANCE else f"{self._teller.name(step.seat)}: "
            return [who + self._teller.action(step.action)]
        return lines

    def _event(self, event: Event) -> list[str]:
        if not self._open:
            return [self._teller.fact(event.seen_by(self._viewer))]
        if not event.secret:
            return [self._teller.fact(event.fact)]
        if len(event.secret) == 1:
            return [self._teller.fact(event.secret[0][1])]
        secrets = [f"{self._teller.name(seat)}: {self._more(event.fact, fact)}" for seat, fact in event.secret]
        return [self._teller.fact(event.fact), *secrets]

    def _more(self, public: Any, own: Any) -> str:
        """Return what a seat's own fact adds to the public one."""
        if type(public) is not type(own):
            return self._teller.fact(own)
        names = [name for name in own.__struct_fields__ if getattr(own, name) != getattr(public, name)]
        return " ".join(self._teller.field(own, name) for name in names)

    def shown(self, state: Any) -> list[str]:
        """Return the table; with all hands open, followed by the lines that only one seat sees."""
        public = self._seen(state, self._viewer)
        if not self._open:
            return public
        lines = list(public)
        for seat in range(self._seats):
            lines += [f"{self._teller.name(seat)}: {line}" for line in self._seen(state, seat) if line not in public]
        return lines

    def result(self, payoff: Sequence[int]) -> str:
        """Return the payoffs in words."""
        return self._teller.payoff(payoff)

    def _seen(self, state: Any, viewer: Viewer) -> list[str]:
        return self._game.presentation.show(self._game.view(state, viewer), self._lang)

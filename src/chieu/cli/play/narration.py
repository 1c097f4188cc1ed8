"""Narrate a deal as a seat sees it, as a spectator does, or with all hands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chieu.core.game import CHANCE, AnyGame, Event, Viewer
from chieu.core.run import Step
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser


@dataclass
class Narration:
    """Narration for a viewer (None: a spectator), or with all hands open."""

    game: AnyGame
    seats: int
    lang: Lang
    viewer: Viewer = None
    open_to_all: bool = False

    def __post_init__(self) -> None:
        self._phraser = Phraser(self.game, self.lang)

    def step(self, step: Step) -> list[str]:
        """Return a step in words. With all hands open, a step without events is still named."""
        lines = [line for event in step.events for line in self._event(event)]
        if not lines and self.open_to_all:
            name = "" if step.seat == CHANCE else f"{self._phraser.name(step.seat)}: "
            return [name + self._phraser.action(step.action)]
        return lines

    def _event(self, event: Event) -> list[str]:
        if not self.open_to_all:
            return [self._phraser.fact(event.seen_by(self.viewer))]
        if not event.secret:
            return [self._phraser.fact(event.fact)]
        if len(event.secret) == 1:
            return [self._phraser.fact(event.secret[0][1])]
        secrets = [f"{self._phraser.name(seat)}: {self._extra(event.fact, fact)}" for seat, fact in event.secret]
        return [self._phraser.fact(event.fact), *secrets]

    def _extra(self, public: Any, own: Any) -> str:
        """Return what a seat's own fact adds to the public one."""
        if type(public) is not type(own):
            return self._phraser.fact(own)
        names = [name for name in own.__struct_fields__ if getattr(own, name) != getattr(public, name)]
        return " ".join(self._phraser.field(own, name) for name in names)

    def table_lines(self, state: Any) -> list[str]:
        """Return the table; with all hands open, followed by the lines that only one seat sees."""
        public = self._view_lines(state, self.viewer)
        if not self.open_to_all:
            return public
        lines = list(public)
        for seat in range(self.seats):
            lines += [
                f"{self._phraser.name(seat)}: {line}" for line in self._view_lines(state, seat) if line not in public
            ]
        return lines

    def _view_lines(self, state: Any, viewer: Viewer) -> list[str]:
        return self.game.presentation.show(self.game.view(state, viewer), self.lang)

"""Menu of the legal actions, short enough for a screen.

A few actions are numbered one by one. Many are grouped by kind and number of cards; choosing a group lists its actions.
Actions can always be typed in words or by their cards as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.cli.text.texts import say
from chieu.core.cards import pretty
from chieu.core.game import AnyGame
from chieu.core.text.choices import Choices, cards_of
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser

ONE_BY_ONE: Final = 16
PAGE: Final = 30
_SAMPLE: Final = 56  # characters of examples in the line of a group


class Menu:
    """The legal actions as numbered entries; each is an action or a group of actions."""

    def __init__(
        self, game: AnyGame, phraser: Phraser, lang: Lang, legal: Sequence[Any], one_by_one: bool = False
    ) -> None:
        self._game = game
        self._phraser = phraser
        self._lang = lang
        self._choices = Choices(game, phraser, legal)
        listed = self._choices.legal
        groups: dict[Any, list[Any]] = {}
        for action in listed:
            key = action if one_by_one or len(listed) <= ONE_BY_ONE else (type(action), len(cards_of(action)))
            groups.setdefault(key, []).append(action)
        self._entries = [tuple(group) for group in groups.values()]

    @property
    def pages(self) -> int:
        return -(-len(self._entries) // PAGE)

    def lines(self, page: int = 0) -> list[tuple[str, str]]:
        """Return a page of entries, each with the text to type for it."""
        if (amount := self._choices.amount) is not None:
            values = sorted(getattr(action, amount) for action in self._choices.legal)
            outline, spans = self._phraser.outline(self._choices.legal), _spans(values)
            return [(f"     {say('choose.amount', self._lang, what=outline, spans=spans)}", "")]
        first = page * PAGE
        return [self._line(index + 1, self._entries[index]) for index in range(first, len(self._entries))[:PAGE]]

    def find(self, text: str) -> tuple[Any, ...]:
        """Return the actions that a typed line may mean: none, one, or several to choose from."""
        if self._choices.amount is None and text.isascii() and text.isdigit() and len(text) <= 6:
            return self._entries[int(text) - 1] if 1 <= int(text) <= len(self._entries) else ()
        return self._choices.find(text)

    def _line(self, number: int, entry: tuple[Any, ...]) -> tuple[str, str]:
        if len(entry) == 1:
            text, typed = self._phraser.action(entry[0]), self._choices.typed(entry[0])
            return f"{number:3d}  {text}", "" if text.casefold() == typed else typed
        count = len(cards_of(entry[0]))
        size = " " + say("choose.cards" if count > 1 else "choose.card", self._lang, count=count) if count else ""
        return f"{number:3d}  {self._phraser.outline(entry)}{size}   × {len(entry)}", self._sample(entry)

    def _sample(self, actions: Sequence[Any]) -> str:
        """Return the first actions of a group, as many as fit."""
        out = ""
        for action in actions:
            cards = cards_of(action)
            text = " ".join(pretty(card, self._lang) for card in cards) if cards else self._choices.typed(action)
            longer = f"{out} · {text}" if out else text
            if len(longer) > _SAMPLE and out:
                return f"{out} …"
            out = longer
        return out


def _spans(values: Sequence[int]) -> str:
    if list(values) == list(range(values[0], values[-1] + 1)):
        return f"{values[0]} … {values[-1]}"
    return ", ".join(str(value) for value in values)

"""The presentation of a game to people: texts, rule sheet in prose, lesson, a view as lines of text.

All texts of a game are in one catalogue. CONTRIBUTING.md lists their keys. Those that describe the game, its options
and its charts are named in `_NOT_PHRASES`; all others are *phrases*, from which actions, events and outcomes become
sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Final, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from chieu.core.cards import RANKS, SUITS, Cards
from chieu.core.text.languages import Lang, Named, Text

V = TypeVar("V")  # view
V_contra = TypeVar("V_contra", contravariant=True)

Spot: TypeAlias = Literal["hand", "choice", "own", "others", "middle"]
OVER: Final = "over"
TWO_HIGH: Final = tuple(RANKS)
ACE_LOW: Final = (*TWO_HIGH[-2:], *TWO_HIGH[:-2])

_NOT_PHRASES: Final = frozenset({"title", "about", "preset", "option", "choice", "sheet", "primer", "lesson", "chart"})


class SheetLine(msgspec.Struct, frozen=True):
    """One line of a rule sheet in prose: a fixed sentence, or one that depends on the value of an option.

    A fixed line has the text `sheet.<rule>` (`sheet.BT-4`). A line with an option has a text for each value as people
    type it, `sheet.<option>.<value>`; `sheet.<option>.*` serves all other values. `id` replaces the name of the option
    in these keys where two lines of one option differ. In a text `{value}` is the option's value, `{name}` that of any
    other option.

    For a `silent` value the line is left out, unless the value departs from the preset. A line with `when` appears only
    if that option has that value, one with `unless` only if it has another; the value may be that of a third option,
    `{name}`.

    `refusals` are the codes of refusals that the line explains: it is quoted with these. Without any, a line that is
    the only one of its rule is quoted with every refusal that cites the rule.
    """

    rule: str
    option: str | None = None
    silent: tuple[str, ...] = ()
    when: tuple[str, str] | None = None
    unless: tuple[str, str] | None = None
    id: str = ""
    refusals: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of its text, or the start of the keys of its texts."""
        return f"sheet.{self.id or self.option or self.rule}"


class Laid(msgspec.Struct, frozen=True):
    """A row of cards on a game's cover.

    Its middle is at `x` and `y` from the middle of the mat. Each card is `step` card widths from the one before and
    turned by `turn` degrees, which makes a fan.
    """

    cards: Cards
    x: float = 0
    y: float = 0
    step: float = 0.5
    turn: float = 0


class Tip(msgspec.Struct, frozen=True):
    """A tip in a newcomer's first deal, shown beside the thing it explains. Its text is `lesson.<id>`.

    It appears once the action `when` is legal, or once the deal is `over`; without `when`, as soon as cards are dealt.
    A tip about the choice between two actions names the second one in `also`. `{name}` in its text is the value of that
    option.

    A tip that holds only by some rules names the values that options must have in `given`. A tip for one seat names the
    field of the view that holds that seat: `only` for that seat (the dealer), `but` for all others.
    """

    id: str
    at: Spot
    when: str = ""
    also: str = ""
    given: Mapping[str, tuple[int | str, ...]] = {}
    only: str = ""
    but: str = ""


class Show(Protocol[V_contra]):
    """`show(view, lang, names)`: seats go by their names, or by their numbers if they have none."""

    def __call__(self, view: V_contra, lang: Lang, names: Sequence[str] = (), /) -> list[str]: ...


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Presentation(Generic[V]):
    """The presentation of a game to people. No rule depends on it."""

    texts: Mapping[str, Text]
    """All texts of the game by key: a `Catalogue`, usually."""
    sheet: tuple[SheetLine, ...]
    """The rules in prose, line by line."""
    show: Show[V]
    """A view as lines of text, for terminals and chats."""
    lesson: tuple[Tip, ...] = ()
    """The tips of a newcomer's first deal, in order: three to six of them."""
    cover: tuple[Laid, ...] = ()
    """Its picture on the first page. Without one the page shows cards that any game may have."""
    ranks: tuple[str, ...] = ACE_LOW
    """The ranks from the lowest to the highest, in the order in which people sort a hand."""
    suits: tuple[str, ...] = SUITS
    """The suits, likewise: letters of `core.cards`."""
    listing: int = 100
    """Its position in lists of games: the lowest first, then by name."""

    @property
    def title(self) -> Text:
        """The name of the game."""
        return self.texts["title"]

    @property
    def about(self) -> Text:
        """One sentence about the game, for people who choose one."""
        return self.texts["about"]

    def primer(self, values: Mapping[str, str]) -> tuple[Text, ...]:
        """The game explained to newcomers in half a minute, line by line, by these values of options.

        A line is `primer.<number>`, or `primer.<number>.<option>.<value>` if the option has that value.
        """
        lines = takewhile(self.texts.__contains__, (f"primer.{number}" for number in count(1)))
        by_value = [f"{option}.{value}" for option, value in values.items()]
        return tuple(self._first_text(*(f"{line}.{value}" for value in by_value), line) for line in lines)

    def _first_text(self, *keys: str) -> Text:
        return next(self.texts[key] for key in keys if key in self.texts)

    @property
    def phrases(self) -> dict[str, Text]:
        """The texts from which actions, events and outcomes become sentences."""
        return {key: text for key, text in self.texts.items() if key.partition(".")[0] not in _NOT_PHRASES}

    def preset(self, name: str) -> Named:
        """Title and description of a preset."""
        return Named(self.texts[f"preset.{name}.title"], self.texts[f"preset.{name}.about"])

    def option(self, name: str) -> Text:
        """Label of an option."""
        return self.texts[f"option.{name}"]

    def choice(self, option: str, value: str) -> Text:
        """Short name of a choice of an option."""
        return self.texts[f"choice.{option}.{value}"]

    def tip(self, tip: Tip) -> Text:
        """Text of a tip."""
        return self.texts[f"lesson.{tip.id}"]

    def sentence(self, line: SheetLine, value: str) -> Text | None:
        """Text of a line of the sheet if its option has this value; None if the line is silent about it."""
        if line.option is None:
            return self.texts[line.key]
        if value in line.silent:
            return None
        key = f"{line.key}.{value}"
        return self.texts[key if key in self.texts else f"{line.key}.*"]

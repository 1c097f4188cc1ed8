"""What a game says to people: its texts, its rule sheet in prose, a view as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from chieu.core.cards import Cards
from chieu.core.text.languages import Lang, Named, Text

V = TypeVar("V")  # view
V_contra = TypeVar("V_contra", contravariant=True)

Spot: TypeAlias = Literal["hand", "choice", "own", "others", "middle"]
OVER: Final = "over"


class SheetLine(msgspec.Struct, frozen=True):
    """One line of a rule sheet in prose: a fixed text, or one that depends on an option's value.

    `texts` maps the option's value as people type it (`yes`, `no`, a choice, a number, a name) to the sentence; the
    key `*` serves every value not named and may use `{value}`, or the value of another option by its name. An empty
    sentence says nothing, unless it departs from the preset. A line with `when` stands only where that option has that
    value, one with `unless` only where it has another; the value may be that of a third option, `{name}`.
    """

    rule: str
    option: str | None
    texts: Mapping[str, Text]
    when: tuple[str, str] | None = None
    unless: tuple[str, str] | None = None


class Laid(msgspec.Struct, frozen=True):
    """A row of cards on a game's cover. Its middle is at `x` and `y` from that of the mat; from card to card it goes on
    by `step`, in widths of a card, and turns by `turn` degrees: then it is a fan."""

    cards: Cards
    x: float = 0
    y: float = 0
    step: float = 0.5
    turn: float = 0


class Tip(msgspec.Struct, frozen=True):
    """A hint for who plays a first deal, shown at the thing it is about: the own hand, the choice and its buttons, the
    own place, the others, the middle of the mat.

    It comes once the action `when` may be done, and `also` another where it speaks of a choice between the two, or once
    the deal is `over`; with neither, as soon as there are cards.
    `{name}` in its text is the value of that option.

    What is true by some sheets only says which: `given` has the values that options must have. What is true for one
    seat only names the field of the view that says whose it is (`only`, a dealer's), or what it is not (`but`).
    """

    at: Spot
    text: Text
    when: str = ""
    also: str = ""
    given: Mapping[str, tuple[int | str, ...]] = {}
    only: str = ""
    but: str = ""


class Show(Protocol[V_contra]):
    """`show(view, lang, names)`: seats go by their names, or by their numbers where they have none."""

    def __call__(self, view: V_contra, lang: Lang, names: Sequence[str] = (), /) -> list[str]: ...


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Presentation(Generic[V]):
    """What a game says to people, in every language. No rule depends on any of it."""

    title: Text
    """What the game is called."""
    about: Text
    """A sentence about it, for who chooses a game."""
    texts: Mapping[str, Text]
    """Actions, facts, refusals and words, by key: `action.draw`, `fact.drawn`, `error.must_draw`, `word.win`."""
    preset_texts: Mapping[str, Named]
    """What each preset is called, and a line about it."""
    option_texts: Mapping[str, Text]
    """What each option of the rules is about, for the form in which people change it."""
    sheet: tuple[SheetLine, ...]
    """The rules in prose, line by line."""
    show: Show[V]
    """A view as lines of text, for terminals and chats."""
    primer: tuple[Text, ...] = ()
    """Half a minute on the game for who never played it, line by line."""
    lesson: tuple[Tip, ...] = ()
    """What is said at a newcomer's first deal, in this order: three to six hints, no more."""
    cover: tuple[Laid, ...] = ()
    """Its picture on the first page. Without one it shows the cards that any game may have."""
    listing: int = 100
    """Where it stands where games are listed: the lowest first, then by name."""

"""Rule options as typed data: their kinds, their limits, and their values as text.

A game's rules are a frozen `msgspec.Struct` with a default for each field. A field is a flag (`bool`), a number (`int`
with limits), a choice (`Literal`) or a text (`str` with a pattern). `option(...)` in the field's `Annotated` gives it
its tag, the two letters that stand for it in a sheet's code.

A text option may have a form, which lets the page edit it without knowing the game:

- `Cells`: one letter per labelled cell, any permutation of the letters is a value. People write the name of a value or
  the cells that differ from the first named value: `swapped`, `3:6,6:3`.
- `Picks`: some of several things: `2,10`.
- `Rows`: rows of a number and sized items: `7:s3s3.8:s3r4`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from chieu.core import codec
from chieu.core.game import Refusal
from chieu.core.text.languages import SHARED, Lang

Value: TypeAlias = bool | int | str
Kind: TypeAlias = Literal["flag", "number", "choice", "text"]
Row: TypeAlias = tuple[int, tuple[tuple[str, int], ...]]

_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}


class BadRules(Refusal, ValueError):
    """Rules that do not exist or contradict each other; `message` explains it in English."""

    def __init__(self, code: str, message: str, **params: str | int) -> None:
        super().__init__(code, "", None, **params)
        self.message = message

    def __str__(self) -> str:
        return self.message


class Picks(msgspec.Struct, frozen=True):
    """Form of a text option: up to `most` of several things.

    A value has one letter per picked thing, or is the word `none`. `letters` pairs each letter with its label. People
    may write labels separated by commas: `2,10`.
    """

    letters: tuple[tuple[str, str], ...]
    most: int
    none: str

    def seen(self, value: str) -> tuple[str, ...]:
        """Return the labels of a value."""
        return () if value == self.none else tuple(dict(self.letters)[letter] for letter in value)

    def read(self, text: str) -> str:
        """Return the letters of comma-separated labels; any other text unchanged."""
        letters = {label: letter for letter, label in self.letters}
        labels = [word.strip().upper() for word in text.split(",")]
        return "".join(letters[label] for label in labels) if all(label in letters for label in labels) else text

    def write(self, value: str) -> str:
        """Return a value as people write it; anything that is not a value unchanged."""
        if value == self.none or not set(value) <= set(dict(self.letters)):
            return value
        return ",".join(self.seen(value))


class Rows(msgspec.Struct, frozen=True):
    """Form of a text option: rows separated by dots, each a number and sized items: `7:s3s3.8:s3r4`.

    `most` bounds the rows and `items` the items per row. An item is the letter of one of `kinds` and a size. `number`
    and `size` are inclusive limits.
    """

    most: int
    number: tuple[int, int]
    items: int
    kinds: tuple[str, ...]
    size: tuple[int, int]

    def rows(self, value: str) -> tuple[Row, ...]:
        """Parse a value."""
        out = []
        for text in value.split("."):
            number, _, items = text.partition(":")
            out.append((int(number), tuple((kind, int(size)) for kind, size in re.findall("([a-z])([0-9]+)", items))))
        return tuple(out)


class Cells(msgspec.Struct, frozen=True):
    """Form of a text option: one letter per cell; any permutation of the letters is a value.

    `labels` name the cells, `letters` pairs each letter with what people see for it, `named` pairs names with values.
    The first named value is the one that texts like `3:6,6:3` change.
    """

    labels: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
    named: tuple[tuple[str, str], ...]

    def accepts(self, value: str) -> bool:
        """Return whether a value has the same letters as the first named value."""
        return sorted(value) == sorted(self.named[0][1])

    def changed(self, value: str) -> tuple[tuple[str, str], ...]:
        """Return the label and shown content of each cell that differs from the first named value."""
        shown = dict(self.letters)
        pairs = zip(self.labels, self.named[0][1], value, strict=True)
        return tuple((label, shown[letter]) for label, default, letter in pairs if letter != default)

    def read(self, text: str) -> str:
        """Return the letters of a name or of `label:content` pairs; any other text unchanged."""
        if text in dict(self.named):
            return dict(self.named)[text]
        letters = {content: letter for letter, content in self.letters}
        value = list(self.named[0][1])
        for part in text.split(","):
            label, _, content = (word.strip().upper() for word in part.partition(":"))
            if label not in self.labels or content not in letters:
                return text
            value[self.labels.index(label)] = letters[content]
        return "".join(value)

    def write(self, value: str) -> str:
        """Return a value as people write it; anything that is not a value unchanged."""
        for name, named in self.named:
            if value == named:
                return name
        if len(value) != len(self.labels) or not set(value) <= set(dict(self.letters)):
            return value
        return ",".join(f"{label}:{shown}" for label, shown in self.changed(value))


class Option(msgspec.Struct, frozen=True):
    """One option of a game's rules."""

    name: str
    tag: str
    kind: Kind
    default: Value
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    pattern: str = ""
    cells: Cells | None = None
    picks: Picks | None = None
    rows: Rows | None = None

    def allowed(self, lang: Lang = "en") -> str:
        """Describe the accepted values; empty for a text, which the game describes (`sheets.allowed`)."""
        if self.kind in ("choice", "text"):
            return ", ".join(self.choices)
        return SHARED[f"allowed.{self.kind}"].say(lang, least=self.least, most=self.most)

    def accepts(self, value: object) -> bool:
        """Return whether the option can have this value."""
        if self.kind == "flag":
            return isinstance(value, bool)
        if self.kind == "number":
            return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
        if self.kind == "choice":
            return value in self.choices
        if not isinstance(value, str) or re.fullmatch(self.pattern, value) is None:
            return False
        return self.cells is None or self.cells.accepts(value)

    def refuse(self, value: object) -> BadRules:
        """Return the error for a value that the option cannot have."""
        shown = self.write(str(value)[:40])
        allowed = self.allowed()
        return BadRules(
            "bad_value",
            f"option {self.name} cannot be {shown!r}" + (f": it takes {allowed}" if allowed else ""),
            option=self.name,
            value=shown,
            allowed=allowed,
        )

    def read(self, text: str) -> Value:
        """Parse a value, as people type it or as it is stored."""
        value: object = text
        if self.kind == "flag":
            value = _YES_NO.get(text.lower(), text)
        elif self.kind == "number":
            value = int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
        elif (form := self.cells or self.picks) is not None:
            value = form.read(text)
        if not self.accepts(value):
            raise self.refuse(text)
        assert isinstance(value, bool | int | str)
        return value

    def write(self, value: Value) -> str:
        """Return a value as people type it."""
        form = self.cells or self.picks
        return say(value) if form is None else form.write(str(value))


def option(
    tag: str,
    minimum: int | None = None,
    maximum: int | None = None,
    pattern: str | None = None,
    form: Cells | Picks | Rows | None = None,
) -> msgspec.Meta:
    """Return the metadata of a rules field, to be used inside its `Annotated` type."""
    if pattern is not None:
        return msgspec.Meta(pattern=codec.whole(pattern), extra={"tag": tag, "form": form})
    return msgspec.Meta(ge=minimum, le=maximum, extra={"tag": tag})


def say(value: Value) -> str:
    """Return a value as stored text: `yes`, `no`, `16`, `room`."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


_options: dict[type[Any], tuple[Option, ...]] = {}


def options_of(rules: type[Any]) -> tuple[Option, ...]:
    """Return the options of a rules type, in field order."""
    if rules not in _options:
        hints, fields = get_type_hints(rules, include_extras=True), msgspec.structs.fields(rules)
        _options[rules] = tuple(_option(entry.name, hints[entry.name], entry.default) for entry in fields)
    return _options[rules]


def _option(name: str, hint: Any, default: Any) -> Option:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{name}: expected Annotated[type, option(tag)], got {hint!r}")
    plain, meta = get_args(hint)[:2]
    tag = meta.extra["tag"]
    if plain is bool:
        return Option(name, tag, "flag", default)
    if plain is int:
        return Option(name, tag, "number", default, least=meta.ge, most=meta.le)
    if get_origin(plain) is Literal:
        return Option(name, tag, "choice", default, choices=get_args(plain))
    if plain is str:
        form = meta.extra["form"]
        return Option(
            name,
            tag,
            "text",
            default,
            pattern=meta.pattern,
            cells=form if isinstance(form, Cells) else None,
            picks=form if isinstance(form, Picks) else None,
            rows=form if isinstance(form, Rows) else None,
        )
    raise TypeError(f"{name}: expected a bool, an int, a Literal or a str, got {plain!r}")


def check_limits(rules: msgspec.Struct) -> None:
    """Raise `BadRules` if a value is out of its limits. Rules call this in `__post_init__`."""
    for entry in options_of(type(rules)):
        value = getattr(rules, entry.name)
        if not entry.accepts(value):
            raise entry.refuse(value)


def check_stakes(minimum: int, maximum: int) -> None:
    """Raise `BadRules` if the options `stake_min` and `stake_max` contradict each other."""
    if minimum > maximum:
        message = (
            f"stake_min={minimum} is over stake_max={maximum}: the smallest stake cannot be greater than the greatest"
        )
        raise BadRules("stakes_crossed", message, least=minimum, most=maximum)

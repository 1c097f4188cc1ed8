"""Rule options as typed data: what kinds there are, their limits, and their values as text.

A game's rules are a frozen `msgspec.Struct` with a default for each field. A field is a yes/no (`bool`), a whole
number (`int` with limits), a choice (`Literal`) or a short text in a format of its own (`str` with a pattern).
`option(...)` in the field's `Annotated` gives it its tag, the two letters that stand for it in a sheet's code.

A text may have *cells*: then each of its letters says something about one thing, and any arrangement of the letters
is a value. People never see those letters. They write the name of a value, or what departs from the first named one
cell by cell: `swapped`, `3:6,6:3`. Or it has one of the forms of `core/forms.py`: *picks* of several things, or *rows*.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from chieu.core import codec
from chieu.core.forms import Picks, Rows
from chieu.core.refusal import Refusal

Value: TypeAlias = bool | int | str
Kind: TypeAlias = Literal["flag", "number", "choice", "text"]

_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}


class BadRules(Refusal, ValueError):
    """Rules that do not exist or do not go together; `message` says it in English."""

    def __init__(self, code: str, message: str, **params: str | int) -> None:
        super().__init__(code, "", None, **params)
        self.message = message

    def __str__(self) -> str:
        return self.message


class Cells(msgspec.Struct, frozen=True):
    """A text of one letter for each of several things: what these are called, what people see for each letter, and the
    values that have a name. The first of those is what cell by cell departs from, and has every letter as often as all
    values have it."""

    labels: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
    named: tuple[tuple[str, str], ...]

    def accepts(self, value: str) -> bool:
        return sorted(value) == sorted(self.named[0][1])

    def changed(self, value: str) -> tuple[tuple[str, str], ...]:
        """Which cells depart from the first named value, and what people see there."""
        shown = dict(self.letters)
        pairs = zip(self.labels, self.named[0][1], value, strict=True)
        return tuple((label, shown[here]) for label, usual, here in pairs if here != usual)

    def read(self, text: str) -> str:
        """The letters that a text stands for; the text itself where it is neither a name nor written cell by cell."""
        if text in dict(self.named):
            return dict(self.named)[text]
        letters = {shown: letter for letter, shown in self.letters}
        value = list(self.named[0][1])
        for part in text.split(","):
            label, _, shown = (word.strip().upper() for word in part.partition(":"))
            if label not in self.labels or shown not in letters:
                return text
            value[self.labels.index(label)] = letters[shown]
        return "".join(value)

    def write(self, value: str) -> str:
        """A value as people write it; what is none stands as it is."""
        for name, named in self.named:
            if value == named:
                return name
        if len(value) != len(self.labels) or not set(value) <= set(dict(self.letters)):
            return value
        return ",".join(f"{label}:{shown}" for label, shown in self.changed(value))


class Option(msgspec.Struct, frozen=True):
    """One thing that families do differently."""

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

    def allowed(self) -> str:
        """The values it takes, in words; nothing of a text, whose form only the game can tell (`sheets.allowed`)."""
        if self.kind == "flag":
            return "yes or no"
        if self.kind == "number":
            return f"{self.least} to {self.most}"
        return ", ".join(self.choices)

    def accepts(self, value: object) -> bool:
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
        """The value a text stands for, as people type it or as it is kept."""
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
        """A value as people type it."""
        form = self.cells or self.picks
        return say(value) if form is None else form.write(str(value))


def option(
    tag: str,
    least: int | None = None,
    most: int | None = None,
    pattern: str | None = None,
    form: Cells | Picks | Rows | None = None,
) -> msgspec.Meta:
    """What to write in `Annotated[type, option(...)]` of a rules field."""
    if pattern is not None:
        return msgspec.Meta(pattern=codec.whole(pattern), extra={"tag": tag, "form": form})
    return msgspec.Meta(ge=least, le=most, extra={"tag": tag})


def say(value: Value) -> str:
    """A value as text, as it is kept: `yes`, `no`, `16`, `room`."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def options_of(rules: type[Any]) -> tuple[Option, ...]:
    """The options of a rules type, in the order of its fields."""
    found = _known.get(rules)
    if found is None:
        found = _known[rules] = _read_options(rules)
    return found


_known: dict[type[Any], tuple[Option, ...]] = {}


def _read_options(rules: type[Any]) -> tuple[Option, ...]:
    hints = get_type_hints(rules, include_extras=True)
    fields = msgspec.structs.fields(rules)
    return tuple(_option(entry.name, hints[entry.name], entry.default) for entry in fields)


def _option(name: str, hint: Any, default: Any) -> Option:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{name}: write Annotated[type, option(tag)]")
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
    raise TypeError(f"{name}: an option is a bool, an int, a Literal or a str")


def check_limits(rules: msgspec.Struct) -> None:
    """Raise `BadRules` if a value is out of its limits. Rules call this when they are made: no rules can be wrong."""
    for one in options_of(type(rules)):
        value = getattr(rules, one.name)
        if not one.accepts(value):
            raise one.refuse(value)

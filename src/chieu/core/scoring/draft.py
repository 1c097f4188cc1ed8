"""RT-3: a deal that is being entered answer by answer, as its form asks.

The page, which also works without a connection, does the same in `web/src/entry/draft.ts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from chieu.core.scoring.form import AskedFor, Field, Form, Way
from chieu.core.text.phrasing import Phraser

Value: TypeAlias = int | str | list[str] | None
Answers: TypeAlias = Mapping[str, Value]

_RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
_KEYS_AT_MOST: Final = 32  # more numbers are typed


class Draft(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answers so far: about the deal, and of each seat's line in the way that was chosen for it.

    `asked`: optional questions that are asked all the same, by seat and by how their names end. `last`: the seat that
    was answered last. `again`: a question with an answer that is asked once more.
    """

    deal: dict[str, Value] = {}
    lines: dict[int, dict[str, Value]] = {}
    ways: dict[int, str] = {}
    asked: tuple[tuple[int, str], ...] = ()
    last: int | None = None
    again: tuple[int | None, str] | None = None


class Question(NamedTuple):
    """A question about the line of a seat, or (None) about the deal."""

    seat: int | None
    field: Field


class Key(NamedTuple):
    """A possible answer in words."""

    value: Value
    text: str


def dealer_of(form: Form, draft: Draft) -> int | None:
    """Return the seat that the form treats differently: the dealer, the banker or the winner."""
    seats = [given(draft.deal, field) for field in form.deal if field.name == form.dealer]
    return seats[0] if seats and isinstance(seats[0], int) else None


def ways_of(form: Form, draft: Draft, seat: int) -> list[Way]:
    """Return the ways in which a seat's line can be entered."""
    return [
        way
        for way in form.ways
        if _is_for(way.asked_for, form, draft, seat)
        and any(_is_for(field.asked_for, form, draft, seat) for field in way.fields)
    ]


def way_of(form: Form, draft: Draft, seat: int) -> Way | None:
    """Return the way that was chosen for a seat; by default the first."""
    ways = ways_of(form, draft, seat)
    return next((way for way in ways if way.name == draft.ways.get(seat)), ways[0] if ways else None)


def fields_of(form: Form, draft: Draft, seat: int, optional: bool = False) -> list[Field]:
    """Return the questions of a seat's line, in order; `optional` ones only if they are asked for."""
    way, answers = way_of(form, draft, seat), draft.lines.get(seat, {})
    return [
        field
        for field in (*(way.fields if way else ()), *form.always)
        if _is_for(field.asked_for, form, draft, seat)
        and (not field.optional or optional or _is_asked(draft, seat, field))
        and all(str(answers.get(name)) in values for name, values in field.when.items())
    ]


def open_question(form: Form, draft: Draft) -> Question | None:
    """Return the first question without an answer: about the deal, then from the last seat on."""
    if draft.again is not None:
        seat, name = draft.again
        fields = form.deal if seat is None else fields_of(form, draft, seat, optional=True)
        return next((Question(seat, field) for field in fields if field.name == name), None)
    for field in form.deal:
        if not _is_answered(draft.deal, field):
            return Question(None, field)
    start = form.seats.index(draft.last) if draft.last in form.seats else 0
    for seat in (*form.seats[start:], *form.seats[:start]):
        for field in fields_of(form, draft, seat):
            if not _is_answered(draft.lines.get(seat, {}), field):
                return Question(seat, field)
    return None


def answer(draft: Draft, question: Question, value: Value) -> Draft:
    """Return the draft with an answer."""
    seat, name = question.seat, question.field.name
    if seat is None:
        return replace(draft, deal={**draft.deal, name: value}, again=None)
    line = {**draft.lines.get(seat, {}), name: value}
    return replace(draft, lines={**draft.lines, seat: line}, last=seat, again=None)


def ask(draft: Draft, seat: int | None, name: str) -> Draft:
    """Return the draft in which a question is asked that has an answer, or that is optional."""
    asked = draft.asked if seat is None else (*draft.asked, (seat, name))
    return replace(draft, asked=asked, again=(seat, name))


def ask_for(draft: Draft, code: str, params: Mapping[str, Any]) -> Draft:
    """Return the draft after a refusal `which_<name>`: its seats are asked that question."""
    seats = [params[key] for key in ("seat", "other") if isinstance(params.get(key), int)]
    return replace(draft, asked=(*draft.asked, *[(seat, code.removeprefix("which_")) for seat in seats]))


def take_way(form: Form, draft: Draft, seat: int, way: str) -> Draft:
    """Return the draft with another way to enter, for this seat and for all that have no answers yet."""
    others = [
        other for other in form.seats if other == seat or _always(form, draft, other) == draft.lines.get(other, {})
    ]
    ways = {**draft.ways, **dict.fromkeys(others, way)}
    return replace(draft, ways=ways, lines={**draft.lines, seat: _always(form, draft, seat)}, again=None)


def clear_line(form: Form, draft: Draft, seat: int) -> Draft:
    """Return the draft in which a seat's line is asked for anew."""
    asked = tuple([pair for pair in draft.asked if pair[0] != seat])
    lines = {**draft.lines, seat: _always(form, draft, seat)}
    return replace(draft, lines=lines, asked=asked, last=seat, again=None)


def entry_of(form: Form, draft: Draft, seats: int) -> dict[str, Any]:
    """Return the entry: only what is asked, and None for a seat without a line."""
    lines: list[Any] = []
    for seat in range(seats):
        fields = fields_of(form, draft, seat) if seat in form.seats else []
        lines.append(_picked(fields, draft.lines.get(seat, {})) or None)
    return {**_picked(form.deal, draft.deal), "lines": lines}


def draft_of(form: Form, entry: Mapping[str, Any]) -> Draft:
    """Return the draft from which an entry was made."""
    nobody = {field.name: None for field in form.deal if field.nobody}
    draft = Draft(deal={**nobody, **{name: value for name, value in entry.items() if name != "lines"}})
    for seat, line in enumerate(entry["lines"]):
        draft = draft if line is None else with_line(form, draft, seat, line)
    return draft


def with_line(form: Form, draft: Draft, seat: int, line: Mapping[str, Any]) -> Draft:
    """Return the draft with a whole line, entered in the way that has its fields."""
    names = set(line).difference(field.name for field in form.always)
    way = next((way for way in form.ways if names.issubset(field.name for field in way.fields)), None)
    optional = [(seat, field.name) for field in (way.fields if way else ()) if field.optional and field.name in line]
    asked = (*[pair for pair in draft.asked if pair[0] != seat], *optional)
    ways = {**draft.ways, seat: way.name} if way else draft.ways
    return replace(draft, lines={**draft.lines, seat: dict(line)}, ways=ways, asked=asked)


def carried(form: Form, entry: Mapping[str, Any], was: Callable[[int], int | None]) -> Draft:
    """Return the draft of the next deal: numbers with a default, such as stakes, stay as they were.

    `was` maps a seat to the one that its person had in the deal of `entry`.
    """
    same = [field.name for field in form.always if field.kind == "number" and field.default is not None]
    lines = {}
    for seat in form.seats:
        before = was(seat)
        line = (None if before is None else entry["lines"][before]) or {}
        if values := {name: line[name] for name in same if name in line}:
            lines[seat] = values
    return Draft(lines=lines)


def keys_of(form: Form, field: Field, phraser: Phraser) -> list[Key]:
    """Return the answers to a question that people can choose from; none if they type it."""
    if field.kind == "seat":
        seats = [Key(seat, phraser.name(seat)) for seat in form.seats]
        return [*seats, Key(None, phraser.say(field.nobody))] if field.nobody else seats
    if field.kind == "number" and not field.choices:
        least, most = field.least or 0, field.most
        count = 0 if most is None else most - least + 1
        return [Key(least + step, str(least + step)) for step in range(count)] if count <= _KEYS_AT_MOST else []
    if field.kind == "cards":
        return []
    ranks = [Key(rank, rank) for rank in _RANKS] if field.kind in ("rank", "ranks") else []
    return ranks + [
        Key(
            int(choice.value) if field.kind == "number" else choice.value,
            phraser.say(choice.label) if choice.label else choice.value,
        )
        for choice in field.choices
    ]


def in_words(field: Field, value: Value, phraser: Phraser) -> str:
    """Return an answer in words."""
    if value is None:
        return phraser.say(field.nobody) if field.nobody else ""
    if isinstance(value, list):
        return " ".join(value)
    if field.kind == "seat":
        return phraser.name(int(value))
    label = next((choice.label for choice in field.choices if choice.value == str(value)), "")
    return phraser.say(label) if label else str(value)


def line_in_words(form: Form, draft: Draft, seat: int, phraser: Phraser) -> str:
    """Return what was entered of a seat's line."""
    line = draft.lines.get(seat, {})
    answered = [(field, line[field.name]) for field in fields_of(form, draft, seat) if field.name in line]
    return " · ".join([in_words(field, value, phraser) for field, value in answered])


def given(answers: Answers, field: Field) -> Value:
    """Return the answer to a question, or else its default."""
    return answers.get(field.name, field.default)


def _is_answered(answers: Answers, field: Field) -> bool:
    value = given(answers, field)
    if isinstance(value, list):
        return len(value) >= (field.least or 1)
    return value is not None or field.name in answers


def _is_asked(draft: Draft, seat: int, field: Field) -> bool:
    return any(seat == other and f"_{field.name}".endswith(f"_{name}") for other, name in draft.asked)


def _is_for(asked: AskedFor, form: Form, draft: Draft, seat: int) -> bool:
    return asked == "all" or (asked == "dealer") == (dealer_of(form, draft) == seat)


def _picked(fields: Sequence[Field], answers: Answers) -> dict[str, Value]:
    values = {field.name: given(answers, field) for field in fields}
    return {name: value for name, value in values.items() if value is not None}


def _always(form: Form, draft: Draft, seat: int) -> dict[str, Value]:
    """Return the answers of a line that do not depend on the way in which it is entered."""
    names = {field.name for field in form.always}
    return {name: value for name, value in draft.lines.get(seat, {}).items() if name in names}

"""Deals that people play with real cards, entered at random as a form asks for them."""

from __future__ import annotations

from typing import Any

from chieu.core.game import Illegal
from chieu.core.rng import Rng
from chieu.core.scoring.form import Field, Form
from chieu.core.scoring.score import read_entry, scoring_of
from chieu.games import load
from chieu.online.table.entries import rules_by

TRIES = 200


def random_entry(game: str, sheet: str, seats: int, match: Any, host: int, rng: Rng) -> dict[str, Any] | None:
    """Return an entry that the game scores; None if none was found."""
    kind, rules = load(game), rules_by(game, sheet)
    form = scoring_of(kind).form(rules, seats, match, host)
    for _ in range(TRIES):
        entry = _filled(form, rng)
        try:
            scoring_of(kind).score(rules, seats, match, host, read_entry(kind, entry))
        except Illegal:
            continue
        return entry
    return None


def _filled(form: Form, rng: Rng) -> dict[str, Any]:
    entry = {field.name: value for field in form.deal if (value := _value(field, rng)) is not None}
    dealer = entry.get(form.dealer)
    way = rng.pick([way for way in form.ways if way.name not in ("cards", "ranks")] or list(form.ways))
    lines: list[Any] = []
    for seat in form.seats:
        fields = [
            field
            for field in (*way.fields, *form.always)
            if field.asked_for == "all" or (field.asked_for == "dealer") == (seat == dealer)
        ]
        line: dict[str, Any] = {}
        for field in fields:
            if all(line.get(name) in values for name, values in field.when.items()):
                value = None if field.optional and rng.below(3) else _value(field, rng)
                line |= {} if value is None else {field.name: value}
        lines.append(line or None)
    return {**entry, "lines": lines}


def _value(field: Field, rng: Rng) -> Any:
    if field.nobody and rng.below(4) == 0:
        return None
    if field.choices:
        value = rng.pick(field.choices).value
        return int(value) if field.kind == "number" else value
    least, most = field.least or 0, field.most or 0
    number = least + rng.below(min(most - least, 60) + 1)
    return 5 * (number // 5 + 1) if field.name == "points" else number

"""The laws of a game's texts: complete in every language, and a rule sheet that reads back."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import Final, get_args

from chieu.core import sheets
from chieu.core.field_types import PLACE, SEAT, kinds_of
from chieu.core.game import AnyGame
from chieu.core.notation import tag_of
from chieu.core.options import options_of, say
from chieu.core.text.languages import LANGS, Text, templates
from chieu.core.text.presentation import OVER, SheetLine, Spot
from chieu.testing.playing import Table

TIPS: Final = range(3, 7)


def check_languages(texts: Mapping[str, Text]) -> None:
    """Every language has the same keys, with the same placeholders and no empty text."""
    english = templates(texts, "en")
    for lang in LANGS:
        others = templates(texts, lang)
        assert set(others) == set(english), f"only in one of {lang} and en: {sorted(set(others) ^ set(english))}"
        for key, template in others.items():
            assert template, f"{key} is empty in {lang}"
            assert placeholders(template) == placeholders(english[key]), f"{key} has other placeholders in {lang}"


def check_texts(game: AnyGame) -> None:
    """All texts are there in every language, and none is unused.

    Actions, facts and reasons have a text, with placeholders for their own fields only; so have presets and options.
    """
    texts = game.presentation.texts
    check_languages(texts)
    reasons = () if game.extras.reasons is None else game.extras.reasons.types
    for family, types in (("action", game.actions), ("fact", game.facts), ("reason", reasons)):
        for kind in types:
            key = f"{family}.{tag_of(kind)}"
            assert key in texts, f"there is no text {key}"
            fields = placeholders(texts[key].template("en"))
            assert fields <= set(kind.__struct_fields__), f"{key} has a placeholder that is not a field"
            for name in fields:
                counted = kinds_of(kind).get(name) == PLACE
                _check_number(texts.get(f"number.{name}"), f"number.{name}", key, counted)
    other_keys = set(_other_keys(game))
    for key in other_keys:
        assert key in texts, f"there is no text {key}"
    _check_presets(game)
    _check_options(game)
    _check_lesson(game)
    unused = set(texts) - set(game.presentation.phrases) - other_keys
    assert not unused, f"these texts are never used: {sorted(unused)}"


def _other_keys(game: AnyGame) -> Iterator[str]:
    """Yield the keys of title, presets, options, sheet, primer, lesson and charts."""
    presentation = game.presentation
    yield from ("title", "about")
    yield from (f"preset.{name}.{part}" for name in game.presets for part in ("title", "about"))
    yield from (f"option.{option.name}" for option in options_of(game.rules))
    yield from (f"choice.{option.name}.{choice}" for option in options_of(game.rules) for choice in option.choices)
    yield from _primer_keys(game)
    yield from (f"lesson.{tip.id}" for tip in presentation.lesson)
    yield from (line.key for line in presentation.sheet if line.option is None)
    for line in presentation.sheet:
        yield from (f"{line.key}.{value}" for value in _values_with_text(game, line))
    yield from (key for key in presentation.texts if key.startswith("chart."))


def _primer_keys(game: AnyGame) -> Iterator[str]:
    """Yield the keys of the primer's lines, for all values of options that they depend on."""
    for number, _ in enumerate(game.presentation.primer({}), start=1):
        yield f"primer.{number}"
        for option in options_of(game.rules):
            prefix = f"primer.{number}.{option.name}."
            for key in [key for key in game.presentation.texts if key.startswith(prefix)]:
                option.read(key.removeprefix(prefix))
                yield key


def _values_with_text(game: AnyGame, line: SheetLine) -> set[str]:
    """Return the values of its option for which a line of the sheet has a text."""
    if line.option is None:
        return set()
    values = {key.removeprefix(f"{line.key}.") for key in game.presentation.texts if key.startswith(f"{line.key}.")}
    for value in values - {"*"}:
        sheets.option_of(game, line.option).read(value)
    return values


def _check_number(text: Text | None, name: str, needed_by: str, counted: bool) -> None:
    """A `Place` that a text names has a text of its own, in which it counts from 1."""
    like = 'such as "card {number}"'
    assert text is not None or not counted, f"there is no text {name}, {like}, which {needed_by} needs"
    assert text is None or placeholders(text.template("en")) == {"number"}, (
        f"{name} has the one placeholder {{number}}, {like}"
    )


def _check_lesson(game: AnyGame) -> None:
    """Tips wait for an action of the game, and name only its options."""
    lesson = game.presentation.lesson
    for name, rules in game.presets.items():
        for role in {"", *(tip.only for tip in lesson)}:
            held = [tip for tip in lesson if all(getattr(rules, name) in values for name, values in tip.given.items())]
            count = sum(tip.only in ("", role) and (not tip.but or tip.but != role) for tip in held)
            assert not lesson or count in TIPS, f"a lesson has three to six tips, not {count} by {name}"
    moments = {"", OVER, *map(tag_of, game.actions)}
    options = {option.name for option in options_of(game.rules)}
    seats = {name for name, kind in kinds_of(game.view_type).items() if kind == SEAT}
    for tip in lesson:
        assert {tip.only, tip.but} - {""} <= seats, f"the view has no field {tip.only or tip.but} that holds a seat"
        assert set(tip.given) <= options, f"the tip {tip.id} depends on something that is not an option"
        assert {tip.when, tip.also} <= moments, f"the tip {tip.id} waits for something that is not an action"
        assert tip.at in get_args(Spot), f"the tip {tip.id} is at {tip.at}: expected one of {get_args(Spot)}"
        assert placeholders(game.presentation.tip(tip).template("en")) <= options, (
            f"the tip {tip.id} names something that is not an option"
        )


def _check_presets(game: AnyGame) -> None:
    presets = [game.presentation.preset(name) for name in game.presets]
    for lang in LANGS:
        titles = [preset.title.say(lang) for preset in presets]
        assert len(set(titles)) == len(titles), f"two presets have the same title in {lang}"
        assert all(preset.about.say(lang).endswith((".", "。")) for preset in presets), (
            "the description of a preset is a sentence"
        )
    for name, rules in game.presets.items():
        assert sheets.code(game, rules) == sheets.canonical(game, rules) == name
        assert not any(line.differs for line in sheets.prose(game, rules, "en"))


def _check_options(game: AnyGame) -> None:
    options = options_of(game.rules)
    tags = [option.tag for option in options]
    assert len(set(tags)) == len(tags), "two options have the same tag"
    assert all(len(tag) == 2 and tag.isalpha() and tag.islower() for tag in tags), "a tag is two small letters"
    lines = {line.option: line for line in game.presentation.sheet if line.option}
    for option in options:
        assert option.accepts(option.default)
        assert option.name in lines, f"the sheet has no line for {option.name}"
        values = {*_values_with_text(game, lines[option.name]), *lines[option.name].silent}
        assert "*" in values or set(option.choices) <= values, f"the sheet lacks a choice of {option.name}"
        assert option.kind != "flag" or {"yes", "no"} <= values, f"the sheet lacks a value of {option.name}"
        for rules in game.presets.values():
            assert option.read(say(getattr(rules, option.name))) == getattr(rules, option.name)
    raw = {choice for option in options for choice in option.choices if "_" in choice or "," in choice}
    for rules in game.presets.values():
        for lang in LANGS:
            prose = " ".join(line.text for line in sheets.prose(game, rules, lang))
            assert [choice for choice in raw if choice in prose] == [], "the sheet puts choices in words"


def check_sheet(table: Table) -> None:
    """A sheet reads back from its text and its code, and its prose covers all departures from the preset."""
    game, rules = table.game, table.rules
    assert sheets.from_canonical(game, sheets.canonical(game, rules, to_store=True)) == rules
    assert sheets.from_code(game, sheets.code(game, rules)) == rules
    changed = {difference.option for difference in sheets.differences(game, rules)}
    missing = changed - {line.option for line in game.presentation.sheet}
    assert not missing, f"the sheet has no line for the options {', '.join(sorted(missing))}"
    for lang in LANGS:
        lines = sheets.prose(game, rules, lang)
        assert lines
        assert all(line.text and "{" not in line.text for line in lines)


def placeholders(template: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}

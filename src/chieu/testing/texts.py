"""The laws of what a game says: everything in every language, and a rule sheet that reads back."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Final, get_args

from chieu.core import sheets
from chieu.core.field_types import PLACE, SEAT, kinds_of
from chieu.core.game import AnyGame
from chieu.core.notation import tag_of
from chieu.core.options import options_of, say
from chieu.core.text.languages import LANGS, Text
from chieu.core.text.presentation import OVER, Spot, Tip
from chieu.testing.playing import Table

TIPS: Final = range(3, 7)


def said_by(game: AnyGame) -> Iterator[tuple[str, Text]]:
    """Everything a game says, with a name for where it says it."""
    presentation = game.presentation
    yield f"{game.name} title", presentation.title
    yield f"{game.name} about", presentation.about
    for family in (presentation.texts, presentation.option_texts):
        for key, text in family.items():
            yield f"{game.name} {key}", text
    for number, text in enumerate(presentation.primer, start=1):
        yield f"{game.name} primer {number}", text
    for number, tip in enumerate(presentation.lesson, start=1):
        yield f"{game.name} lesson {number}", tip.text
    for name, called in presentation.preset_texts.items():
        yield f"{game.name} preset {name}", called.title
        yield f"{game.name} preset {name}, about", called.about
    for line in presentation.sheet:
        for value, text in line.texts.items():
            yield f"{game.name} {line.rule} {line.option}={value}", text


def check_texts(game: AnyGame) -> None:
    """Every text is there in every language with the same places; actions and facts have one, with places for nothing
    but their fields; presets and options are called something."""
    for key, text in said_by(game):
        empty_sentence = "=" in key  # of a sheet: it says nothing where an option is off
        assert empty_sentence or all(text.say(lang) for lang in LANGS), f"{key} is not there in every language"
        assert _places(text.vi) == _places(text.en) == _places(text.zh), f"{key} has other places in another language"
    texts = game.presentation.texts
    reasons = () if game.extras.reasons is None else game.extras.reasons.types
    for family, types in (("action", game.actions), ("fact", game.facts), ("reason", reasons)):
        for one in types:
            key = f"{family}.{tag_of(one)}"
            assert key in texts, f"there is no text {key}"
            assert _places(texts[key].en) <= set(one.__struct_fields__), f"{key} has a place that is no field"
            for name in _places(texts[key].en):
                counted = kinds_of(one).get(name) == PLACE
                _check_number(texts.get(f"number.{name}"), f"number.{name}", key, counted)
    _check_presets(game)
    _check_options(game)
    _check_lesson(game)


def _check_number(text: Text | None, name: str, needed_by: str, counted: bool) -> None:
    """How a place in a row is told, from 1 on, where a text names one."""
    like = 'such as Text("lá {number}", "card {number}", "第 {number} 张")'
    assert text is not None or not counted, f"there is no text {name}, {like}, which {needed_by} needs"
    assert text is None or _places(text.en) == {"number"}, f"{name} has the one place {{number}}, {like}"


def _check_lesson(game: AnyGame) -> None:
    """Hints come when something can be done, and speak of options by their names."""
    lesson = game.presentation.lesson
    for name, rules in game.presets.items():
        for role in {"", *(tip.only for tip in lesson)}:
            heard = [tip for tip in lesson if _is_heard(tip, rules, role)]
            assert not lesson or len(heard) in TIPS, f"a lesson is three to six hints, not {len(heard)} by {name}"
    moments = {"", OVER, *map(tag_of, game.actions)}
    options = {one.name for one in options_of(game.rules)}
    seats = {name for name, kind in kinds_of(game.view_type).items() if kind == SEAT}
    for tip in lesson:
        assert {tip.only, tip.but} - {""} <= seats, f"no field of the view names whose {tip.only or tip.but} is"
        assert set(tip.given) <= options, f"a hint depends on what is no option: {tip.text.en}"
        assert {tip.when, tip.also} <= moments, f"a hint waits for {tip.when} and {tip.also}: one is no action"
        assert tip.at in get_args(Spot), f"nothing is called {tip.at} on a screen"
        assert _places(tip.text.en) <= options, f"a hint speaks of what is no option: {tip.text.en}"


def _is_heard(tip: Tip, rules: object, role: str) -> bool:
    """Whether a hint is said by these rules to the seat that has this role."""
    by_rules = all(getattr(rules, option) in values for option, values in tip.given.items())
    return by_rules and tip.only in ("", role) and not (tip.but and tip.but == role)


def _check_presets(game: AnyGame) -> None:
    called = game.presentation.preset_texts
    assert list(called) == list(game.presets), "every preset has texts, in the same order"
    for lang in LANGS:
        titles = [one.title.say(lang) for one in called.values()]
        assert len(set(titles)) == len(titles), f"two presets have the same title in {lang}"
        assert all(one.about.say(lang).endswith((".", "。")) for one in called.values()), (
            "a line about a preset is a sentence"
        )
    for name, rules in game.presets.items():
        assert sheets.code(game, rules) == sheets.canonical(game, rules) == name
        assert not any(line.differs for line in sheets.prose(game, rules, "en"))


def _check_options(game: AnyGame) -> None:
    options = options_of(game.rules)
    tags = [one.tag for one in options]
    assert len(set(tags)) == len(tags), "two options have the same tag"
    assert all(len(tag) == 2 and tag.isalpha() and tag.islower() for tag in tags), "a tag is two small letters"
    assert {one.name for one in options} == set(game.presentation.option_texts), "every option has a text"
    lines = {line.option: line for line in game.presentation.sheet if line.option}
    for one in options:
        assert one.accepts(one.default)
        assert one.name in lines, f"the sheet does not speak of {one.name}"
        told = set(lines[one.name].texts)
        assert "*" in told or set(one.choices) <= told, f"the sheet does not tell every choice of {one.name}"
        assert one.kind != "flag" or {"yes", "no"} <= told, f"the sheet does not tell both values of {one.name}"
        for rules in game.presets.values():
            assert one.read(say(getattr(rules, one.name))) == getattr(rules, one.name)
    raw = {choice for one in options for choice in one.choices if "_" in choice or "," in choice}
    for rules in game.presets.values():
        for lang in LANGS:
            prose = " ".join(line.text for line in sheets.prose(game, rules, lang))
            assert [choice for choice in raw if choice in prose] == [], (
                "choices are told in words, not as they are typed"
            )


def check_sheet(table: Table) -> None:
    """A sheet reads back from its text and its code, and says in words all that it is."""
    game, rules = table.game, table.rules
    assert sheets.from_canonical(game, sheets.canonical(game, rules, to_store=True)) == rules
    assert sheets.from_code(game, sheets.code(game, rules)) == rules
    spoken_of = {line.option for line in game.presentation.sheet if line.option}
    assert {one.option for one in sheets.differences(game, rules)} <= spoken_of
    for lang in LANGS:
        lines = sheets.prose(game, rules, lang)
        assert lines
        assert all(line.text and "{" not in line.text for line in lines)


def _places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}

"""Rule sheets: rule values as text, as a short code, as differences from a preset, and in prose.

The canonical text names the nearest preset and the options that differ: `room stake_max=5 compare=no`. The code says
the same in a few letters for links: `room~sm5~cmn`. Both can be parsed again. They stay valid when a later version adds
options, because only differences are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from chieu.core.game import AnyGame
from chieu.core.options import BadRules, Option, Row, Value, options_of, say
from chieu.core.text.languages import SHARED, Lang, listed

T = TypeVar("T")
_CODE_LENGTH: Final = 600
_MAX_ABOUT: Final = 3  # sentences


class Difference(msgspec.Struct, frozen=True):
    """An option with its value in the preset and its value in this sheet."""

    option: str
    preset: Value
    here: Value


class Sentence(msgspec.Struct, frozen=True):
    """A line of a sheet in prose; `differs` from the preset; changed by `option`, if by any."""

    rule: str
    text: str
    differs: bool
    option: str = ""


class Change(msgspec.Struct, frozen=True):
    """PF-10: an option that differs between two sheets: its description, old and new value, in words."""

    option: str
    about: str
    before: str
    after: str


def nearest(game: AnyGame, rules: Any) -> str:
    """Return the name of the preset with the fewest differences; the first one if there is a tie."""
    return min(game.presets, key=lambda name: len(differences(game, rules, name)))


def differences(game: AnyGame, rules: Any, preset: str | None = None) -> tuple[Difference, ...]:
    """Return the differences from a preset, by default the nearest."""
    base = preset_of(game, preset if preset is not None else nearest(game, rules))
    values = [(name, getattr(base, name), getattr(rules, name)) for name in options_by_name(game)]
    return tuple(Difference(name, default, value) for name, default, value in values if value != default)


def changes(game: AnyGame, before: Any, after: Any, lang: Lang) -> tuple[Change, ...]:
    """PF-10: return the options that differ between two sets of rules, in words."""
    changed = []
    for option in options_of(game.rules):
        old, new = getattr(before, option.name), getattr(after, option.name)
        if old != new:
            phrases = [_phrase(game, option, value, rules, lang) for value, rules in ((old, before), (new, after))]
            changed.append(Change(option.name, game.presentation.option(option.name).say(lang), *phrases))
    return tuple(changed)


def _phrase(game: AnyGame, option: Option, value: Value, rules: Any, lang: Lang) -> str:
    """Return a value as the sheet phrases it: a choice by its sentence, a named value by its name."""
    if option.kind == "flag":
        return SHARED["word.yes" if value else "word.no"].say(lang)
    name = option.write(value)
    if (text := game.presentation.texts.get(f"named.{option.name}.{name}")) is not None:
        return text.say(lang)
    if option.kind == "choice":
        words = _words(game, rules, lang)
        for line in game.presentation.sheet:
            if line.option == option.name and (key := f"{line.key}.{name}") in game.presentation.texts:
                return game.presentation.texts[key].say(lang, value=words[option.name], **words).rstrip(".。")
    return value_text(game, option, value, lang) or name


def preset_of(game: AnyGame, name: str) -> Any:
    """Return a preset by name; raise `BadRules` with the existing names if there is none."""
    return _lookup(game, "preset", game.presets, name)


def option_of(game: AnyGame, name: str) -> Option:
    """Return an option by name; raise `BadRules` with the existing names if there is none."""
    return _lookup(game, "option", options_by_name(game), name)


def options_by_name(game: AnyGame) -> dict[str, Option]:
    """Return the options of a game by name."""
    return {option.name: option for option in options_of(game.rules)}


def _lookup(game: AnyGame, kind: str, values: Mapping[str, T], name: str) -> T:
    if name not in values:
        name, known = name[:40], ", ".join(values)
        message = f"{game.name} has no {kind} {name!r}: there are {known}"
        raise BadRules(f"unknown_{kind}", message, **{kind: name}, known=known)
    return values[name]


def allowed(game: AnyGame, option: Option, lang: Lang) -> str:
    """Describe the values an option accepts. For a text the game does it: `allowed.<option>`."""
    if option.kind == "text":
        return game.presentation.texts[f"allowed.{option.name}"].say(lang)
    return option.allowed(lang)


def value_text(game: AnyGame, option: Option, value: Value, lang: Lang) -> str:
    """Return a value in words: by cells, picks or rows if it has them, otherwise as people type it.

    A value of cells reads `each 3 counts 6, each 6 counts 3`.
    """
    if option.cells is not None:
        text = game.presentation.texts[f"cell.{option.name}"]
        return listed(
            [text.say(lang, cell=cell, value=shown) for cell, shown in option.cells.changed(str(value))], lang
        )
    if option.picks is not None:
        return listed(option.picks.seen(str(value)), lang)
    if option.rows is not None:
        rows = enumerate(option.rows.rows(str(value)), start=1)
        return SHARED["mark.semicolon"].say(lang).join(_row(game, option, place, row, lang) for place, row in rows)
    return option.write(value)


def _words(game: AnyGame, rules: Any, lang: Lang) -> dict[str, str]:
    return {
        option.name: value_text(game, option, getattr(rules, option.name), lang) for option in options_of(game.rules)
    }


def _row(game: AnyGame, option: Option, place: int, row: Row, lang: Lang) -> str:
    number, items = row
    head = game.presentation.texts[f"row.{option.name}"].say(lang, row=place, number=number)
    phrases = [game.presentation.texts[f"item.{option.name}.{kind}"].say(lang, size=size) for kind, size in items]
    return f"{head}{SHARED['mark.clause'].say(lang)}{' + '.join(phrases)}"


def with_settings(game: AnyGame, rules: Any, settings: list[str]) -> Any:
    """Return the rules with settings as people type them: `option=value`.

    Raise `BadRules` if they do not exist or contradict each other.
    """
    values: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadRules(
                "bad_setting", f"{setting[:40]!r} is not a setting: write option=value", setting=setting[:40]
            )
        values[name] = option_of(game, name).read(text)
    return replace(rules, **values)


def canonical(game: AnyGame, rules: Any, *, to_store: bool = False) -> str:
    """Return the sheet as text that parses back, as people write it or as records store it."""
    preset, changed = _departures(game, rules)
    parts = [f"{option.name}={say(value) if to_store else option.write(value)}" for option, value in changed]
    return " ".join([preset, *parts])


def _departures(game: AnyGame, rules: Any) -> tuple[str, list[tuple[Option, Value]]]:
    """Return the nearest preset, and each option that differs from it with its value."""
    preset, options = nearest(game, rules), options_by_name(game)
    return preset, [(options[entry.option], entry.here) for entry in differences(game, rules, preset)]


def from_canonical(game: AnyGame, text: str) -> Any:
    """Parse a canonical text."""
    preset, *settings = text.split()[:100] or [""]
    return with_settings(game, preset_of(game, preset), settings)


def code(game: AnyGame, rules: Any, *, to_store: bool = False) -> str:
    """Return the sheet as a short code: as links show it, or as logs and records store it."""
    preset, changed = _departures(game, rules)
    parts = [option.tag + _squeeze(option, value, to_store) for option, value in changed]
    return "~".join([preset, *parts])


def called(game: AnyGame, text: str, lang: Lang) -> str:
    """Return the name of a sheet code for people: the preset's title and the number of changes."""
    preset, *changed = text.split("~")
    title = game.presentation.preset(preset).title.say(lang)
    return SHARED["sheet.changed"].say(lang, preset=title, count=len(changed)) if changed else title


def from_code(game: AnyGame, text: str) -> Any:
    """Parse a code; raise `BadRules` if any part of it is invalid."""
    if len(text) > _CODE_LENGTH:
        raise _bad_code(game, text)
    preset, *parts = text.split("~")
    by_tag = {option.tag: option for option in options_of(game.rules)}
    values: dict[str, Value] = {}
    for part in parts:
        option = by_tag.get(part[:2])
        if option is None or option.name in values:
            raise _bad_code(game, text)
        values[option.name] = _stretch(option, part[2:])
    return replace(preset_of(game, preset), **values)


def resolve(game: AnyGame, sheet: Any = "", options: Mapping[str, Any] | None = None) -> Any:
    """Resolve the `sheet` and `options` arguments of `chieu.deal` and `chieu.judge`.

    `sheet` is a code (the name of a preset is one; empty: the first preset) or the rules themselves. `options` replace
    single values.

    >>> from chieu import load
    >>> resolve(load("niuniu"), "classic", {"stake_max": 5}) == resolve(load("niuniu"), "classic~sm5")
    True
    """
    if isinstance(sheet, str):
        rules = from_code(game, sheet) if sheet else next(iter(game.presets.values()))
    else:
        rules = sheet
    if not options:
        return rules
    return replace(rules, **{option_of(game, name).name: value for name, value in options.items()})


def _bad_code(game: AnyGame, text: str) -> BadRules:
    return BadRules("bad_code", f"{text[:60]!r} is not the code of a {game.name} sheet", sheet=text[:60])


def _squeeze(option: Option, value: Value, to_store: bool) -> str:
    if option.kind == "flag":
        return "y" if value else "n"
    if option.kind == "choice":
        return str(option.choices.index(str(value)))
    return say(value) if to_store else option.write(value)  # in links people read `swapped`, not thirteen digits


def _stretch(option: Option, text: str) -> Value:
    if option.kind == "flag":
        return option.read({"y": "yes", "n": "no"}.get(text, text))
    if option.kind == "choice":
        if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) >= len(option.choices):
            raise option.refuse(text)
        return option.choices[int(text)]
    return option.read(text)


def explaining(game: AnyGame, rules: Any, lang: Lang, code: str, rule: str) -> list[str]:
    """Return the sentences of the sheet that explain a refusal which cites a rule."""
    sentences = [sentence for sentence in prose(game, rules, lang) if sentence.rule == rule]
    refusals = {line.option or "": line.refusals for line in game.presentation.sheet if line.rule == rule}
    alone = len(sentences) == 1 and not refusals[sentences[0].option]
    return [sentence.text for sentence in sentences if alone or code in refusals[sentence.option]]


def primer(game: AnyGame, rules: Any, lang: Lang) -> tuple[str, ...]:
    """Return the game by these rules, explained to newcomers."""
    values = {name: option.write(getattr(rules, name)) for name, option in options_by_name(game).items()}
    return tuple(line.say(lang) for line in game.presentation.primer(values))


def about(game: AnyGame, rules: Any, lang: Lang) -> str:
    """Return the description of the nearest preset, or the sentences that differ from that preset.

    Its description need not be true of rules that differ.
    """
    different = [sentence.text for sentence in prose(game, rules, lang) if sentence.differs]
    if not different:
        return game.presentation.preset(nearest(game, rules)).about.say(lang)
    return " ".join(different[:_MAX_ABOUT]) + (" …" if len(different) > _MAX_ABOUT else "")


def prose(game: AnyGame, rules: Any, lang: Lang) -> tuple[Sentence, ...]:
    """Return the sheet in words: rule number, text, and whether it departs from the nearest preset."""
    changed = {entry.option for entry in differences(game, rules)}
    values = {name: option.write(getattr(rules, name)) for name, option in options_by_name(game).items()}
    words = _words(game, rules, lang)

    def holds(condition: tuple[str, str]) -> bool:
        return values[condition[0]] == condition[1].format(**values)

    lines = []
    for line in game.presentation.sheet:
        if (line.when is not None and not holds(line.when)) or (line.unless is not None and holds(line.unless)):
            continue
        value = "" if line.option is None else values[line.option]
        sentence = game.presentation.sentence(line, value)
        text = "" if sentence is None else sentence.say(lang, value=words.get(line.option or "", ""), **words)
        template = "" if sentence is None else sentence.template(lang)
        placeholders = {name for _, name, _, _ in Formatter().parse(template) if name}
        differs = not changed.isdisjoint({line.option, *placeholders})
        if not text and differs:
            text = SHARED["sheet.off"].say(lang, what=game.presentation.option(str(line.option)).say(lang))
        if text:
            lines.append(Sentence(line.rule, text, differs, line.option or ""))
    return tuple(lines)

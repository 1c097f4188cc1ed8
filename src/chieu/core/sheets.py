"""Rule sheets: a set of rule values as text, as a short code, as a difference from a preset, and in prose.

The canonical text names the nearest preset and what departs from it: `room stake_max=5 compare=no`. The code says the
same in a few letters that fit a link: `room~sm5~cmn`. Both can be read back, and neither changes when a later version
adds options, because only departures are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

import msgspec

from chieu.core.game import AnyGame
from chieu.core.options import BadRules, Option, Row, Value, options_of, say
from chieu.core.text.languages import LANGS, SHARED, Lang, Text, listed, same

_CODE_AT_MOST: Final = 600


class Difference(msgspec.Struct, frozen=True):
    """An option, what the preset says and what this sheet says."""

    option: str
    preset: Value
    here: Value


class Sentence(msgspec.Struct, frozen=True):
    """One line of a sheet in prose; `differs` when it departs from the preset, `option` where one changes it."""

    rule: str
    text: str
    differs: bool
    option: str = ""


class Change(msgspec.Struct, frozen=True):
    """PF-10: an option that another sheet sets otherwise: what it is about, and what it was and is, in words."""

    option: str
    about: str
    before: str
    after: str


def nearest(game: AnyGame, rules: Any) -> str:
    """The preset with the fewest departures; the first of equals."""
    return min(game.presets, key=lambda name: len(differences(game, rules, name)))


def differences(game: AnyGame, rules: Any, preset: str | None = None) -> tuple[Difference, ...]:
    """What departs from a preset (by default the nearest)."""
    base = preset_of(game, preset if preset is not None else nearest(game, rules))
    found = []
    for one in options_of(game.rules):
        here, there = getattr(rules, one.name), getattr(base, one.name)
        if here != there:
            found.append(Difference(one.name, there, here))
    return tuple(found)


def changes(game: AnyGame, before: Any, after: Any, lang: Lang) -> tuple[Change, ...]:
    """PF-10: what is different by other rules, in words, option by option."""
    found = []
    for one in options_of(game.rules):
        old, new = getattr(before, one.name), getattr(after, one.name)
        if old != new:
            said = [_told(game, one, value, rules, lang) for value, rules in ((old, before), (new, after))]
            found.append(Change(one.name, game.presentation.option_texts[one.name].say(lang), *said))
    return tuple(found)


def _told(game: AnyGame, one: Option, value: Value, rules: Any, lang: Lang) -> str:
    """A value as the sheet says it: a choice by its sentence, a value that has a name by that."""
    if one.kind == "flag":
        return SHARED["word.yes" if value else "word.no"].say(lang)
    name = one.write(value)
    if (named := game.presentation.texts.get(f"named.{one.name}.{name}")) is not None:
        return named.say(lang)
    if one.kind == "choice":
        told = {other.name: worded(game, other, getattr(rules, other.name), lang) for other in options_of(game.rules)}
        for line in game.presentation.sheet:
            if line.option == one.name and (text := line.texts.get(name)) is not None:
                return text.say(lang, value=told[one.name], **told).rstrip(".。")
    return worded(game, one, value, lang) or name


def preset_of(game: AnyGame, name: str) -> Any:
    """Return a preset by name; `BadRules` lists the presets that exist."""
    if name not in game.presets:
        known = ", ".join(game.presets)
        raise BadRules(
            "unknown_preset",
            f"{game.name} has no preset {name[:40]!r}: there are {known}",
            preset=name[:40],
            known=known,
        )
    return game.presets[name]


def option_of(game: AnyGame, name: str) -> Option:
    """An option by name; `BadRules` names those there are."""
    found = {one.name: one for one in options_of(game.rules)}
    if name not in found:
        known = ", ".join(found)
        raise BadRules(
            "unknown_option",
            f"{game.name} has no option {name[:40]!r}: there are {known}",
            option=name[:40],
            known=known,
        )
    return found[name]


def allowed(game: AnyGame, one: Option) -> Text:
    """The values an option takes, in words. What a text must look like only the game can tell: `allowed.<option>`."""
    if one.kind == "text":
        return game.presentation.texts[f"allowed.{one.name}"]
    if one.kind == "choice":
        return same(", ".join(one.choices))
    shared, limits = SHARED[f"allowed.{one.kind}"], {"least": one.least, "most": one.most}
    return Text(*(shared.say(lang, **limits) for lang in LANGS))


def worded(game: AnyGame, one: Option, value: Value, lang: Lang) -> str:
    """A value in words, cell by cell or row by row where it has any: `each 3 counts 6, each 6 counts 3`; else as people
    type it."""
    if one.cells is not None:
        text = game.presentation.texts[f"cell.{one.name}"]
        return listed([text.say(lang, cell=cell, value=shown) for cell, shown in one.cells.changed(str(value))], lang)
    if one.picks is not None:
        return listed(one.picks.seen(str(value)), lang)
    if one.rows is not None:
        rows = enumerate(one.rows.rows(str(value)), start=1)
        return ("；" if lang == "zh" else "; ").join(_row(game, one, place, row, lang) for place, row in rows)
    return one.write(value)


def _row(game: AnyGame, one: Option, place: int, row: Row, lang: Lang) -> str:
    number, items = row
    head = game.presentation.texts[f"row.{one.name}"].say(lang, row=place, number=number)
    told = [game.presentation.texts[f"item.{one.name}.{kind}"].say(lang, size=size) for kind, size in items]
    return f"{head}{'，' if lang == 'zh' else ', '}{' + '.join(told)}"


def with_values(rules: Any, values: dict[str, Value]) -> Any:
    """The rules with some values changed; `BadRules` if they do not go together."""
    return msgspec.structs.replace(rules, **values)


def with_settings(game: AnyGame, rules: Any, settings: list[str]) -> Any:
    """The rules after settings as people type them: `option=value`."""
    values: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadRules("bad_setting", f"{setting[:40]!r} is no setting: write option=value", setting=setting[:40])
        values[name] = option_of(game, name).read(text)
    return with_values(rules, values)


def canonical(game: AnyGame, rules: Any, *, to_store: bool = False) -> str:
    """Return the sheet as text that reads back to the same rules: as people write it, or as records store it."""
    preset = nearest(game, rules)
    departed = differences(game, rules, preset)
    parts = [f"{one.option}={say(one.here) if to_store else _typed(game, one)}" for one in departed]
    return " ".join([preset, *parts])


def _typed(game: AnyGame, one: Difference) -> str:
    return option_of(game, one.option).write(one.here)


def from_canonical(game: AnyGame, text: str) -> Any:
    """Return the rules of a canonical text."""
    preset, *settings = text.split()[:100] or [""]
    return with_settings(game, preset_of(game, preset), settings)


def code(game: AnyGame, rules: Any, *, to_store: bool = False) -> str:
    """Return the sheet as a short code: as links show it, or as logs and records store it."""
    preset = nearest(game, rules)
    tags = {one.name: one for one in options_of(game.rules)}
    squeeze = _squeeze if to_store else _squeeze_for_people
    parts = [tags[one.option].tag + squeeze(tags[one.option], one.here) for one in differences(game, rules, preset)]
    return "~".join([preset, *parts])


def called(game: AnyGame, text: str, lang: Lang) -> str:
    """What people call the sheet of a code: its preset's title, and in how many places it departs from it."""
    preset, *changed = text.split("~")
    title = game.presentation.preset_texts[preset].title.say(lang)
    return SHARED["sheet.changed"].say(lang, preset=title, count=len(changed)) if changed else title


def from_code(game: AnyGame, text: str) -> Any:
    """Return the rules of a code; `BadRules` if any part of it cannot be read."""
    if len(text) > _CODE_AT_MOST:
        raise _bad_code(game, text)
    preset, *parts = text.split("~")
    by_tag = {one.tag: one for one in options_of(game.rules)}
    values: dict[str, Value] = {}
    for part in parts:
        one = by_tag.get(part[:2])
        if one is None or one.name in values:
            raise _bad_code(game, text)
        values[one.name] = _stretch(one, part[2:])
    return with_values(preset_of(game, preset), values)


def asked_for(game: AnyGame, sheet: Any = "", options: Mapping[str, Any] | None = None) -> Any:
    """The rules that a program asks for: by the code of a sheet (a preset's name is one; none: the first preset), or
    the rules themselves; `options` change single ones.

    >>> from chieu import load
    >>> asked_for(load("niuniu"), "classic", {"stake_max": 5}) == asked_for(load("niuniu"), "classic~sm5")
    True
    """
    if isinstance(sheet, str):
        rules = from_code(game, sheet) if sheet else next(iter(game.presets.values()))
    else:
        rules = sheet
    return with_values(rules, {option_of(game, name).name: one for name, one in options.items()}) if options else rules


def _bad_code(game: AnyGame, text: str) -> BadRules:
    return BadRules("bad_code", f"{text[:60]!r} is no code of a {game.name} sheet", sheet=text[:60])


def _squeeze(one: Option, value: Value) -> str:
    if one.kind == "flag":
        return "y" if value else "n"
    if one.kind == "choice":
        return str(one.choices.index(str(value)))
    return str(value)


def _squeeze_for_people(one: Option, value: Value) -> str:
    """For links, which people look at too: `swapped` rather than thirteen digits."""
    return one.write(value) if one.kind == "text" else _squeeze(one, value)


def _stretch(one: Option, text: str) -> Value:
    if one.kind == "flag":
        return one.read({"y": "yes", "n": "no"}.get(text, text))
    if one.kind == "choice":
        if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) >= len(one.choices):
            raise one.refuse(text)
        return one.choices[int(text)]
    return one.read(text)


def prose(game: AnyGame, rules: Any, lang: Lang) -> tuple[Sentence, ...]:
    """The whole sheet in words, each line with its rule's number and whether it departs from the nearest preset."""
    departed = {one.option for one in differences(game, rules)}
    options = {one.name: one for one in options_of(game.rules)}
    values = {name: one.write(getattr(rules, name)) for name, one in options.items()}
    told = {name: worded(game, one, getattr(rules, name), lang) for name, one in options.items()}

    def holds(condition: tuple[str, str]) -> bool:
        return values[condition[0]] == condition[1].format(**values)

    lines = []
    for line in game.presentation.sheet:
        if (line.when is not None and not holds(line.when)) or (line.unless is not None and holds(line.unless)):
            continue
        value = "" if line.option is None else values[line.option]
        found = line.texts[value] if value in line.texts else line.texts["*"]
        text = found.say(lang, value=told.get(line.option or "", ""), **told)
        named = {place for _, place, _, _ in Formatter().parse(getattr(found, lang)) if place}
        differs = not departed.isdisjoint({line.option, *named})
        if not text and differs:
            text = SHARED["sheet.off"].say(lang, what=game.presentation.option_texts[str(line.option)].say(lang))
        if text:
            lines.append(Sentence(line.rule, text, differs, line.option or ""))
    return tuple(lines)

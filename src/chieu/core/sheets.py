"""Rule sheets: a set of rule values as text, as a short code, as a difference from a preset, and in prose.

The canonical text names the nearest preset and what departs from it: `room stake_max=5 compare=no`. The code says the
same in a few letters that fit a link: `room~sm5~cmn`. Both can be read back, and neither changes when a later version
adds options, because only departures are written.
"""

from __future__ import annotations

import re
from string import Formatter
from typing import Any, Final

import msgspec

from chieu.core.contract import AnyGame
from chieu.core.options import BadRules, Option, Value, options_of, say
from chieu.core.texts import SHARED, Lang

_CODE_AT_MOST: Final = 600


class Difference(msgspec.Struct, frozen=True):
    """An option, what the preset says and what this sheet says."""

    option: str
    preset: Value
    here: Value


class Sentence(msgspec.Struct, frozen=True):
    """One line of a sheet in prose; `differs` when it departs from the preset."""

    rule: str
    text: str
    differs: bool


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


def preset_of(game: AnyGame, name: str) -> Any:
    """A preset by name; `BadRules` names those there are."""
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


def with_values(game: AnyGame, rules: Any, values: dict[str, Value]) -> Any:
    """The rules with some values changed; `BadRules` if they do not go together."""
    whole = {one.name: getattr(rules, one.name) for one in options_of(game.rules)} | values
    return game.rules(**whole)


def with_settings(game: AnyGame, rules: Any, settings: list[str]) -> Any:
    """The rules after settings as people type them: `option=value`."""
    values: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadRules("bad_setting", f"{setting[:40]!r} is no setting: write option=value", setting=setting[:40])
        values[name] = option_of(game, name).read(text)
    return with_values(game, rules, values)


def canonical(game: AnyGame, rules: Any) -> str:
    """The sheet as text that reads back to the same rules."""
    preset = nearest(game, rules)
    parts = [preset] + [f"{one.option}={say(one.here)}" for one in differences(game, rules, preset)]
    return " ".join(parts)


def from_canonical(game: AnyGame, text: str) -> Any:
    """The rules a canonical text stands for."""
    preset, *settings = text.split()[:100] or [""]
    return with_settings(game, preset_of(game, preset), settings)


def code(game: AnyGame, rules: Any) -> str:
    """The sheet as a short code for links and records."""
    preset = nearest(game, rules)
    tags = {one.name: one for one in options_of(game.rules)}
    parts = [tags[one.option].tag + _squeeze(tags[one.option], one.here) for one in differences(game, rules, preset)]
    return "~".join([preset, *parts])


def called(game: AnyGame, text: str, lang: Lang) -> str:
    """What people call the sheet of a code: its preset's title, and in how many places it departs from it."""
    preset, *changed = text.split("~")
    title = game.preset_texts[preset].title.say(lang)
    return SHARED["sheet.changed"].say(lang, preset=title, count=len(changed)) if changed else title


def from_code(game: AnyGame, text: str) -> Any:
    """The rules a code stands for."""
    preset, *parts = text[:_CODE_AT_MOST].split("~")
    by_tag = {one.tag: one for one in options_of(game.rules)}
    values: dict[str, Value] = {}
    for part in parts:
        one = by_tag.get(part[:2])
        if one is None or one.name in values:
            raise BadRules("bad_code", f"{text[:60]!r} is no code of a {game.name} sheet", sheet=text[:60])
        values[one.name] = _stretch(one, part[2:])
    return with_values(game, preset_of(game, preset), values)


def _squeeze(one: Option, value: Value) -> str:
    if one.kind == "flag":
        return "y" if value else "n"
    if one.kind == "choice":
        return str(one.choices.index(str(value)))
    return str(value)


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
    values = {one.name: say(getattr(rules, one.name)) for one in options_of(game.rules)}

    def holds(condition: tuple[str, str]) -> bool:
        return values[condition[0]] == condition[1].format(**values)

    lines = []
    for line in game.sheet:
        if (line.when is not None and not holds(line.when)) or (line.unless is not None and holds(line.unless)):
            continue
        value = "" if line.option is None else values[line.option]
        found = line.texts[value] if value in line.texts else line.texts["*"]
        text = found.say(lang, value=value, **values)
        named = {place for _, place, _, _ in Formatter().parse(getattr(found, lang)) if place}
        differs = not departed.isdisjoint({line.option, *named})
        if not text and differs:
            text = SHARED["sheet.off"].say(lang, what=game.option_texts[str(line.option)].say(lang))
        if text:
            lines.append(Sentence(line.rule, text, differs))
    return tuple(lines)

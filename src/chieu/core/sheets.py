"""Rule sheets: a set of rule values as text, as a short code, as a difference from a preset, and in prose.

The canonical text names the nearest preset and what departs from it: `room stake_max=5 compare=no`. The code says the
same in a few letters that fit a link: `room~sm5~cmn`. Both can be read back, and neither changes when a later version
adds options, because only departures are written.

What a preset's name means can change from one edition of a game to the next. What is kept (logs, records) therefore
names the edition behind the preset, from the second one on: `custom@2~bo5`. Links name none and open the newest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import Any, Final

import msgspec

from chieu.core import codec
from chieu.core.contract import AnyGame
from chieu.core.forms import Row
from chieu.core.options import EDITION, BadRules, Option, Value, options_of, say
from chieu.core.texts import LANGS, SHARED, Lang, Text, listed, same

_CODE_AT_MOST: Final = 600
_EDITION_MARK: Final = "@"
FIRST_EDITION: Final = 1  # what was kept without naming an edition goes by this one


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
    return min(presets_of(game, edition_of(rules)), key=lambda name: len(differences(game, rules, name)))


def differences(game: AnyGame, rules: Any, preset: str | None = None) -> tuple[Difference, ...]:
    """What departs from a preset (by default the nearest)."""
    base = preset_of(game, preset if preset is not None else nearest(game, rules), edition_of(rules))
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
            if line.option == one.name and line.until is None and (text := line.texts.get(name)) is not None:
                return text.say(lang, value=told[one.name], **told).rstrip(".。")
    return worded(game, one, value, lang) or name


def edition_of(rules: Any) -> int:
    """The edition that rules go by; those of a game that never changed say nothing of it."""
    return int(getattr(rules, EDITION, FIRST_EDITION))


def presets_of(game: AnyGame, edition: int) -> Mapping[str, Any]:
    """What the presets' names mean in an edition."""
    if edition == game.edition:
        return game.presets
    if edition not in game.extras.former:
        raise BadRules(
            "unknown_edition",
            f"{game.name} has no edition {edition}: the newest is {game.edition}",
            edition=edition,
            newest=game.edition,
        )
    return game.extras.former[edition].presets


def preset_of(game: AnyGame, name: str, edition: int | None = None) -> Any:
    """A preset by name, as the newest edition means it or another one; `BadRules` names those there are."""
    presets = presets_of(game, game.edition if edition is None else edition)
    if name not in presets:
        known = ", ".join(presets)
        raise BadRules(
            "unknown_preset",
            f"{game.name} has no preset {name[:40]!r}: there are {known}",
            preset=name[:40],
            known=known,
        )
    return presets[name]


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


def schema(game: AnyGame) -> dict[str, Any]:
    """The JSON Schema of a sheet's values: all options, and nothing of the edition, which nobody sets."""
    found = codec.schema(game.rules)
    for defined in found["$defs"].values():
        defined.get("properties", {}).pop(EDITION, None)
    return found


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
    """The sheet as text that reads back to the same rules: as people write it, or as it is kept, with its edition."""
    preset = nearest(game, rules)
    departed = differences(game, rules, preset)
    parts = [f"{one.option}={say(one.here) if to_store else _typed(game, one)}" for one in departed]
    return " ".join([_with_edition(preset, rules) if to_store else preset, *parts])


def _typed(game: AnyGame, one: Difference) -> str:
    return option_of(game, one.option).write(one.here)


def from_canonical(game: AnyGame, text: str) -> Any:
    """The rules that a canonical text stands for, as it was kept."""
    preset, *settings = text.split()[:100] or [""]
    return with_settings(game, _named_preset(game, preset, FIRST_EDITION), settings)


def code(game: AnyGame, rules: Any, *, to_store: bool = False) -> str:
    """The sheet as a short code: for links, or with its edition for logs and records."""
    preset = nearest(game, rules)
    tags = {one.name: one for one in options_of(game.rules)}
    squeeze = _squeeze if to_store else _squeeze_for_people
    parts = [tags[one.option].tag + squeeze(tags[one.option], one.here) for one in differences(game, rules, preset)]
    return "~".join([_with_edition(preset, rules) if to_store else preset, *parts])


def _with_edition(preset: str, rules: Any) -> str:
    edition = edition_of(rules)
    return preset if edition == FIRST_EDITION else f"{preset}{_EDITION_MARK}{edition}"


def _named_preset(game: AnyGame, name: str, otherwise: int) -> Any:
    """The preset of a name that may name its edition: `custom@2`."""
    preset, mark, edition = name.partition(_EDITION_MARK)
    if mark and not re.fullmatch(r"[1-9][0-9]{0,3}", edition):
        raise BadRules("bad_code", f"{name[:60]!r} names no edition of a {game.name} sheet", sheet=name[:60])
    return preset_of(game, preset, int(edition) if mark else otherwise)


def called(game: AnyGame, text: str, lang: Lang) -> str:
    """What people call the sheet of a code: its preset's title, and in how many places it departs from it."""
    named, *changed = text.split("~")
    preset = named.partition(_EDITION_MARK)[0]
    title = game.presentation.preset_texts[preset].title.say(lang)
    return SHARED["sheet.changed"].say(lang, preset=title, count=len(changed)) if changed else title


def newest(text: str) -> str:
    """A code without its edition: what a link to the same sheet says."""
    preset, *parts = text.split("~")
    return "~".join([preset.partition(_EDITION_MARK)[0], *parts])


def explicit(game: AnyGame, text: str) -> str:
    """A kept code for readers who take a code without an edition for the newest: one of the first edition says so."""
    return text if game.edition == FIRST_EDITION else _with_first_edition(text)


@lru_cache(maxsize=1024)
def _with_first_edition(text: str) -> str:
    """Every view of a table names its sheet, and tables play by few."""
    preset, *parts = text.split("~")
    marked = preset if _EDITION_MARK in preset else f"{preset}{_EDITION_MARK}{FIRST_EDITION}"
    return "~".join([marked, *parts])


def from_code(game: AnyGame, text: str, *, stored: bool = False) -> Any:
    """The rules that a code stands for. Without an edition it means the newest, in what was kept the first."""
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
    return with_values(_named_preset(game, preset, FIRST_EDITION if stored else game.edition), values)


def from_link(game: AnyGame, text: str) -> Any:
    """The rules that people ask for by a code: as the newest edition means it, whatever edition it names. It must be a
    code as it stands, too: nothing of it goes unread."""
    from_code(game, text)
    return from_code(game, newest(text))


def asked_for(game: AnyGame, sheet: Any = "", options: Mapping[str, Any] | None = None) -> Any:
    """The rules that a program asks for: by the code of a sheet (a preset's name is one; none: the first preset), or
    the rules themselves; `options` change single ones.

    >>> from chieu import load
    >>> asked_for(load("niuniu"), "classic", {"stake_max": 5}) == asked_for(load("niuniu"), "classic~sm5")
    True
    """
    if isinstance(sheet, str):
        rules = from_link(game, sheet) if sheet else next(iter(game.presets.values()))
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

    edition = edition_of(rules)
    lines = []
    for line in game.presentation.sheet:
        if edition < line.since or (line.until is not None and edition > line.until):
            continue
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
    if edition in game.extras.former:
        lines.append(Sentence("", game.extras.former[edition].differs.say(lang), False))
    return tuple(lines)

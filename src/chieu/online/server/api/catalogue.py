"""What there is to play, for the page where a table is opened: games, options, presets, texts, bots, rule sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from chieu.bots import bots_of, usual_bot
from chieu.bots.levels import LEVELS, levels_of
from chieu.core import codec, options, sheets
from chieu.core import field_types as kinds
from chieu.core.extras import Chart, Quick
from chieu.core.game import AnyGame
from chieu.core.notation import tag_of
from chieu.core.options import Value, options_of
from chieu.core.text.languages import SHARED, Lang, Text
from chieu.core.text.presentation import Laid, Spot
from chieu.games import all_games
from chieu.online.protocol import texts as table_texts
from chieu.online.server.api import refusals


class Words(msgspec.Struct, frozen=True):
    """One thing said in each language; `{name}` marks a place to fill in."""

    vi: str
    en: str
    zh: str


class Preset(msgspec.Struct, frozen=True):
    """A named sheet, what people call it, a line about it, and the values it stands for. Its name is also its code."""

    name: str
    title: Words
    about: Words
    values: dict[str, Value]


class NamedValue(msgspec.Struct, frozen=True):
    """A value that has a name: as it is typed, as it is kept, and what people call it."""

    name: str
    value: str
    title: Words


class Cells(msgspec.Struct, frozen=True):
    """An option whose value is a text of one letter for each of several things, `labels`. Any arrangement of the
    letters is a value: to change one cell is to exchange two. `letters` says what people see for each letter, `named`
    which values have a name, and `text` what the `{value}` is of a `{cell}` that departs from the first of those."""

    labels: tuple[str, ...]
    letters: dict[str, str]
    named: tuple[NamedValue, ...]
    text: Words


class Picks(msgspec.Struct, frozen=True):
    """An option whose value is the letters of at most so many things, or the word `none`. `letters` are in the order in
    which they are offered, each with what people see for it."""

    letters: tuple[tuple[str, str], ...]
    most: int
    none: str


class Rows(msgspec.Struct, frozen=True):
    """An option whose value is rows parted by dots, at most so many: a number, a colon, and at most `items` of a kind's
    letter and a size. `number` and `size` are the limits, `text` what a row is called by its `{row}` and `{number}`,
    `kinds` what an item is by its `{size}`."""

    most: int
    number: tuple[int, int]
    items: int
    size: tuple[int, int]
    text: Words
    kinds: dict[str, Words]


Kinds: TypeAlias = dict[str, dict[str, str]]
"""What the fields of each `action.<tag>` and `fact.<tag>`, of the `view` and of what it holds (`view.seats`) stand for,
as `chieu.core.field_types` names it: a seat, chips, cards. What is plain is not there."""


class Level(msgspec.Struct, frozen=True):
    """PF-3: how well bots can play, and the bot that does: `level.LEVEL` and `level.LEVEL.about` say it in words."""

    level: str
    bot: str


class TipInfo(msgspec.Struct, frozen=True):
    """A hint of a first deal: at what on the screen, when, by which values of options, and to whom: `only` and `but`
    are fields of the view that name a seat."""

    at: Spot
    text: Words
    when: str
    also: str
    given: Mapping[str, tuple[int | str, ...]]
    only: str
    but: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game: its name, how many play, what can be chosen. `options` is the JSON Schema of a sheet's values,
    `choice_texts` says of an option what each of its choices means, `allowed` what it takes, and `cells`, `picks` and
    `rows` which options are set in such a way. `primer` is half a minute on the game, `lesson` what is said
    at a first deal, `cover` the picture.
    `solved_seats` is the number of seats at which best play can be looked up by any sheet."""

    name: str
    title: Words
    about: Words
    least_seats: int
    most_seats: int
    options: dict[str, Any]
    option_texts: dict[str, Words]
    choice_texts: dict[str, dict[str, Words]]
    allowed: dict[str, Words]
    cells: dict[str, Cells]
    picks: dict[str, Picks]
    rows: dict[str, Rows]
    presets: tuple[Preset, ...]
    quick: Quick
    bots: tuple[str, ...]
    usual_bot: str
    levels: tuple[Level, ...]
    texts: dict[str, Words]
    kinds: Kinds
    primer: tuple[Words, ...]
    lesson: tuple[TipInfo, ...]
    cover: tuple[Laid, ...]
    solved_seats: int | None


class BestPlay(msgspec.Struct, frozen=True):
    """Charts of best play by a sheet, at so many seats."""

    seats: int
    charts: tuple[Chart, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """All games, the texts that do not belong to one of them, and what the places of such texts stand for, by name."""

    games: tuple[GameInfo, ...]
    texts: dict[str, Words]
    kinds: dict[str, str]


class Sheet(msgspec.Struct, frozen=True):
    """PF-2: a rule sheet: its code, the nearest preset with its title and a line about it, its values, what departs
    from that preset, and all of it in words; PF-10: what is different since another sheet, if one was named."""

    game: str
    code: str
    preset: str
    title: str
    about: str
    values: dict[str, Value]
    differences: tuple[sheets.Difference, ...]
    prose: tuple[sheets.Sentence, ...]
    changes: tuple[sheets.Change, ...] = ()


def catalogue() -> Catalogue:
    """Everything there is to play."""
    levels = {f"level.{level}": called.title for level, called in LEVELS.items()}
    levels |= {f"level.{level}.about": called.about for level, called in LEVELS.items()}
    shared = {**SHARED, **levels, **table_texts.TEXTS, **refusals.TEXTS}
    games = sorted(all_games().values(), key=lambda game: (game.presentation.listing, game.name))
    return Catalogue(tuple(_game(game) for game in games), _words(shared), dict(kinds.IN_TEXTS))


def sheet(game: AnyGame, code: str, settings: list[str], lang: Lang, since: str = "") -> Sheet:
    """The sheet of a code with some settings changed; `BadRules` if there can be none. `since`: the code of the sheet
    that was in force before."""
    rules = sheets.with_settings(game, sheets.from_code(game, code), settings)
    preset = sheets.nearest(game, rules)
    called = game.presentation.preset_texts[preset]
    return Sheet(
        game.name,
        sheets.code(game, rules),
        preset,
        called.title.say(lang),
        called.about.say(lang),
        _values(rules),
        sheets.differences(game, rules),
        sheets.prose(game, rules, lang),
        sheets.changes(game, sheets.from_code(game, since), rules, lang) if since else (),
    )


def _game(game: AnyGame) -> GameInfo:
    return GameInfo(
        game.name,
        Words(*game.presentation.title),
        Words(*game.presentation.about),
        game.seats[0],
        game.seats[-1],
        codec.schema(game.rules),
        _words(game.presentation.option_texts),
        _choices(game),
        {one.name: Words(*sheets.allowed(game, one)) for one in options_of(game.rules)},
        {one.name: _cells(game, one.name, one.cells) for one in options_of(game.rules) if one.cells is not None},
        {one.name: _picks(one.picks) for one in options_of(game.rules) if one.picks is not None},
        {one.name: _rows(game, one.name, one.rows) for one in options_of(game.rules) if one.rows is not None},
        tuple(_preset(game, name) for name in game.presets),
        game.extras.quick,
        tuple(bots_of(game)),
        usual_bot(game),
        tuple(Level(level, bot) for level, bot in levels_of(game).items()),
        _words(game.presentation.texts),
        field_kinds(game),
        tuple(Words(*line) for line in game.presentation.primer),
        tuple(
            TipInfo(tip.at, Words(*tip.text), tip.when, tip.also, tip.given, tip.only, tip.but)
            for tip in game.presentation.lesson
        ),
        game.presentation.cover,
        None if game.extras.solver is None else game.extras.solver.seats,
    )


def field_kinds(game: AnyGame) -> Kinds:
    """The kinds of all fields of a game that have one."""
    found = kinds.kinds_within(game.view_type, "view")
    reasons = () if game.extras.reasons is None else game.extras.reasons.types
    for family, types in (("action", game.actions), ("fact", game.facts), ("reason", reasons)):
        for one in types:
            found |= kinds.kinds_within(one, f"{family}.{tag_of(one)}")
    return {where: dict(of) for where, of in found.items()}


def _preset(game: AnyGame, name: str) -> Preset:
    called = game.presentation.preset_texts[name]
    return Preset(name, Words(*called.title), Words(*called.about), _values(game.presets[name]))


def _choices(game: AnyGame) -> dict[str, dict[str, Words]]:
    """Return the sentence of the sheet for each choice of an option."""
    choices = {one.name: one.choices for one in options_of(game.rules) if one.kind == "choice"}
    found: dict[str, dict[str, Words]] = {}
    for line in game.presentation.sheet:
        for choice in choices.get(line.option or "", ()):
            if text := line.texts.get(choice):
                found.setdefault(line.option or "", {}).setdefault(choice, Words(*text))
    return found


def _cells(game: AnyGame, option: str, cells: options.Cells) -> Cells:
    named = [
        NamedValue(name, value, Words(*game.presentation.texts[f"named.{option}.{name}"]))
        for name, value in cells.named
    ]
    return Cells(cells.labels, dict(cells.letters), tuple(named), Words(*game.presentation.texts[f"cell.{option}"]))


def _picks(picks: options.Picks) -> Picks:
    return Picks(picks.letters, picks.most, picks.none)


def _rows(game: AnyGame, option: str, rows: options.Rows) -> Rows:
    items = {kind: Words(*game.presentation.texts[f"item.{option}.{kind}"]) for kind in rows.kinds}
    return Rows(rows.most, rows.number, rows.items, rows.size, Words(*game.presentation.texts[f"row.{option}"]), items)


def _values(rules: Any) -> dict[str, Value]:
    return {one.name: getattr(rules, one.name) for one in options_of(type(rules))}


def _words(texts: Any) -> dict[str, Words]:
    return {key: Words(*text) for key, text in texts.items() if isinstance(text, Text)}

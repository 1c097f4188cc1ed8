"""The catalogue of games for clients: options, presets, texts, bots and rule sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from chieu.bots import bots_of, levels, usual_bot
from chieu.core import codec, options, sheets
from chieu.core import field_types as kinds
from chieu.core.cards import Cards
from chieu.core.extras import Chart, Quick
from chieu.core.game import AnyGame
from chieu.core.judge import fields_of
from chieu.core.notation import tag_of
from chieu.core.options import Picks, Value, options_of
from chieu.core.text.languages import LANGS, SHARED, Lang, Text
from chieu.core.text.presentation import Laid, Spot
from chieu.games import all_games
from chieu.odds.stored import evened_stakes, typical_swing
from chieu.online.protocol import texts as table_texts
from chieu.online.server.api import refusals

if TYPE_CHECKING:

    class Words(msgspec.Struct):
        """One text in each language, with a field per language."""

        def __init__(self, *templates: str) -> None: ...

else:
    Words = msgspec.defstruct(
        "Words",
        [(lang, str) for lang in LANGS],
        frozen=True,
        module=__name__,
        namespace={"__doc__": "One thing said in each language; `{name}` marks a place to fill in."},
    )


class Preset(msgspec.Struct, frozen=True):
    """A named sheet: title, a line about it, and its values. Its name is also its code."""

    name: str
    title: Words
    about: Words
    values: dict[str, Value]


class NamedValue(msgspec.Struct, frozen=True):
    """A value with a name: the name as typed, the value as stored, and its title."""

    name: str
    value: str
    title: Words


class Cells(msgspec.Struct, frozen=True):
    """An option whose value has one letter for each label. Every permutation of the letters is a value.

    So a change of one cell swaps two. `letters` gives the display text of each letter, `named` the values with a name.
    `text` describes a `{cell}` whose `{value}` differs from the first named value.
    """

    labels: tuple[str, ...]
    letters: dict[str, str]
    named: tuple[NamedValue, ...]
    text: Words


class Rows(msgspec.Struct, frozen=True):
    """An option whose value is at most `most` rows, separated by dots.

    A row is a number, a colon, and at most `items` items: the letter of a kind and a size. `number` and `size` are the
    bounds. `text` describes a row by its `{row}` and `{number}`, `kinds` an item of each kind by its `{size}`.
    """

    most: int
    number: tuple[int, int]
    items: int
    size: tuple[int, int]
    text: Words
    kinds: dict[str, Words]


Kinds: TypeAlias = dict[str, dict[str, str]]
"""Kinds of the fields of each `action.<tag>` and `fact.<tag>`, of the `view` and of its parts (`view.seats`).

A kind is a name in `chieu.core.field_types`: a seat, chips, cards. Plain fields are left out.
"""


class Level(msgspec.Struct, frozen=True):
    """PF-3: a level and its bot. Its texts are `level.LEVEL` and `level.LEVEL.about`."""

    level: str
    bot: str


class TipInfo(msgspec.Struct, frozen=True):
    """A tip of the first deal: where on the screen, when, under which values of options, and to whom.

    `only` and `but` are fields of the view that hold a seat.
    """

    at: Spot
    text: Words
    when: str
    also: str
    given: Mapping[str, tuple[int | str, ...]]
    only: str
    but: str


class QuestionField(msgspec.Struct, frozen=True):
    """RT-6: a field of a question to the judge. Its label is the text `question.NAME` of the game.

    Cards are sent as one text; `jokers` may be among them. A number starts at `first`.
    """

    name: str
    kind: Literal["cards", "number"]
    needed: bool
    jokers: bool
    first: int


class GameInfo(msgspec.Struct, frozen=True):
    """A game: its name, its number of seats, and its options.

    `options` is the JSON Schema of a sheet's values. `choice_names` and `choice_texts` name and explain each choice of
    an option, `allowed` describes the values an option takes. `cells`, `picks` and `rows` list the options with such a
    value. `lesson` holds the tips of the first deal, `cover` is the picture. `ranks` and `suits` are the order of a
    sorted hand.
    `solved_seats` is the number of seats for which optimal play is known under any sheet. `judge` lists the fields of a
    question about cards, if the game can settle arguments. `scores`: the game scores deals played with real cards.
    """

    name: str
    title: Words
    about: Words
    least_seats: int
    most_seats: int
    options: dict[str, Any]
    option_texts: dict[str, Words]
    choice_names: dict[str, dict[str, Words]]
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
    lesson: tuple[TipInfo, ...]
    cover: tuple[Laid, ...]
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    solved_seats: int | None
    judge: tuple[QuestionField, ...]
    scores: bool


class BestPlay(msgspec.Struct, frozen=True):
    """Charts of optimal play under a sheet, for this number of seats."""

    seats: int
    charts: tuple[Chart, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """All games, the texts they share, and the kinds of the placeholders in those texts, by name."""

    games: tuple[GameInfo, ...]
    texts: dict[str, Words]
    kinds: dict[str, str]


class Sheet(msgspec.Struct, frozen=True):
    """PF-2: a rule sheet: code, nearest preset and its title, values, and all of it in words.

    `about` describes the sheet in short, `primer` explains the game by it in half a minute. `differences` are those
    from the preset. PF-10: `changes` are those from another sheet, if one was named. PF-11: `swing` is what a seat
    typically wins or loses in a deal, in chips, and `evened` are the stakes at which that is as much as was asked for,
    if other ones are.
    """

    game: str
    code: str
    preset: str
    title: str
    about: str
    values: dict[str, Value]
    differences: tuple[sheets.Difference, ...]
    prose: tuple[sheets.Sentence, ...]
    primer: tuple[str, ...]
    changes: tuple[sheets.Change, ...] = ()
    swing: float | None = None
    evened: dict[str, int] = {}


def catalogue() -> Catalogue:
    """Return the catalogue of all games."""
    errors = {key: text for key, text in refusals.TEXTS.items() if key.startswith("error.")}
    shared = {**SHARED, **levels.TEXTS, **table_texts.TEXTS, **errors}
    games = sorted(all_games().values(), key=lambda game: (game.presentation.listing, game.name))
    return Catalogue(tuple(_game(game) for game in games), _words(shared), dict(kinds.IN_TEXTS))


def sheet(game: AnyGame, code: str, settings: list[str], lang: Lang, since: str = "", like: float = 0.0) -> Sheet:
    """Return the sheet of a code with some settings changed.

    Raise `BadRules` if the code or a setting is invalid, or the rules contradict each other. `since` is the code of the
    sheet to list changes from, `like` the swing to find stakes for.
    """
    rules = sheets.with_settings(game, sheets.from_code(game, code), settings)
    preset = sheets.nearest(game, rules)
    return Sheet(
        game.name,
        sheets.code(game, rules),
        preset,
        game.presentation.preset(preset).title.say(lang),
        sheets.about(game, rules, lang),
        _values(rules),
        sheets.differences(game, rules),
        sheets.prose(game, rules, lang),
        sheets.primer(game, rules, lang),
        sheets.changes(game, sheets.from_code(game, since), rules, lang) if since else (),
        typical_swing(game, rules),
        evened_stakes(game, rules, like),
    )


def _game(game: AnyGame) -> GameInfo:
    all_options = options_of(game.rules)
    return GameInfo(
        game.name,
        Words(*game.presentation.title),
        Words(*game.presentation.about),
        game.seats[0],
        game.seats[-1],
        codec.schema(game.rules),
        {option.name: Words(*game.presentation.option(option.name)) for option in all_options},
        {
            option.name: {choice: Words(*game.presentation.choice(option.name, choice)) for choice in option.choices}
            for option in all_options
            if option.choices
        },
        _choices(game),
        {option.name: Words(*(sheets.allowed(game, option, lang) for lang in LANGS)) for option in all_options},
        {option.name: _cells(game, option.name, option.cells) for option in all_options if option.cells is not None},
        {option.name: option.picks for option in all_options if option.picks is not None},
        {option.name: _rows(game, option.name, option.rows) for option in all_options if option.rows is not None},
        tuple(_preset(game, name) for name in game.presets),
        msgspec.structs.replace(game.extras.quick, seats=game.usual_seats),
        tuple(bots_of(game)),
        usual_bot(game),
        tuple(Level(level, bot) for level, bot in levels.levels_of(game).items()),
        _words(game.presentation.phrases),
        field_kinds(game),
        tuple(
            TipInfo(tip.at, Words(*game.presentation.tip(tip)), tip.when, tip.also, tip.given, tip.only, tip.but)
            for tip in game.presentation.lesson
        ),
        game.presentation.cover,
        game.presentation.ranks,
        game.presentation.suits,
        None if game.extras.solver is None else game.extras.solver.seats,
        _question_fields(game),
        game.extras.scoring is not None,
    )


def _question_fields(game: AnyGame) -> tuple[QuestionField, ...]:
    """Return the fields of a question to the judge; none if a client could not ask for one that is needed."""
    judge = game.extras.judge
    fields: list[QuestionField] = []
    for field in () if judge is None else fields_of(judge):
        if field.hint == Cards:
            fields.append(QuestionField(field.name, "cards", field.required, judge is not None and judge.jokers, 0))
        elif field.hint is int:
            fields.append(QuestionField(field.name, "number", field.required, False, field.example))
        elif field.required:
            return ()
    return tuple(fields)


def field_kinds(game: AnyGame) -> Kinds:
    """Return the kinds of all fields of a game that have one."""
    fields = kinds.kinds_within(game.view_type, "view")
    reasons = () if game.extras.reasons is None else game.extras.reasons.types
    for family, types in (("action", game.actions), ("fact", game.facts), ("reason", reasons)):
        for message in types:
            fields |= kinds.kinds_within(message, f"{family}.{tag_of(message)}")
    return {path: dict(kinds_of_fields) for path, kinds_of_fields in fields.items()}


def _preset(game: AnyGame, name: str) -> Preset:
    texts = game.presentation.preset(name)
    return Preset(name, Words(*texts.title), Words(*texts.about), _values(game.presets[name]))


def _choices(game: AnyGame) -> dict[str, dict[str, Words]]:
    """Return the sentence of the sheet for each choice of each option."""
    choices = {option.name: option.choices for option in options_of(game.rules) if option.kind == "choice"}
    texts: dict[str, dict[str, Words]] = {}
    for line in game.presentation.sheet:
        for choice in choices.get(line.option or "", ()):
            if text := game.presentation.texts.get(f"{line.key}.{choice}"):
                texts.setdefault(line.option or "", {}).setdefault(choice, Words(*text))
    return texts


def _cells(game: AnyGame, option: str, cells: options.Cells) -> Cells:
    named = [
        NamedValue(name, value, Words(*game.presentation.texts[f"named.{option}.{name}"]))
        for name, value in cells.named
    ]
    return Cells(cells.labels, dict(cells.letters), tuple(named), Words(*game.presentation.texts[f"cell.{option}"]))


def _rows(game: AnyGame, option: str, rows: options.Rows) -> Rows:
    items = {kind: Words(*game.presentation.texts[f"item.{option}.{kind}"]) for kind in rows.kinds}
    return Rows(rows.most, rows.number, rows.items, rows.size, Words(*game.presentation.texts[f"row.{option}"]), items)


def _values(rules: Any) -> dict[str, Value]:
    return {option.name: getattr(rules, option.name) for option in options_of(type(rules))}


def _words(texts: Mapping[str, Text]) -> dict[str, Words]:
    return {key: Words(*text) for key, text in texts.items()}

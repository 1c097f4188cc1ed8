"""Editions: what a preset's name means may change; what was kept goes on meaning what it meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest

from chieu.core import sheets
from chieu.core.contract import AnyGame
from chieu.core.extras import Extras, Former
from chieu.core.options import BadRules, check_limits, option, options_of
from chieu.core.presentation import SheetLine
from chieu.core.texts import LANGS, Lang, Text, same
from chieu.games import all_games, load


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    points: Annotated[int, option("po", 0, 99)] = 20
    wild: Annotated[bool, option("wi")] = False
    edition: int = 3

    def __post_init__(self) -> None:
        check_limits(self)


DIFFERS = Text("khác", "was different", "不同")
GAME: AnyGame = replace(
    load("xidach"),
    rules=Rules,
    presets={"room": Rules(), "wild": Rules(wild=True)},
    presentation=replace(load("xidach").presentation, sheet=()),
    extras=Extras(
        former={
            1: Former(presets={"room": Rules(points=10, edition=1)}, differs=DIFFERS),
            2: Former(
                presets={"room": Rules(points=15, edition=2), "wild": Rules(wild=True, edition=2)}, differs=DIFFERS
            ),
        },
    ),
)


def test_an_edition_is_no_option() -> None:
    assert [one.name for one in options_of(Rules)] == ["points", "wild"]
    with pytest.raises(BadRules, match="has no option 'edition'"):
        sheets.with_settings(GAME, Rules(), ["edition=1"])
    (described,) = sheets.schema(GAME)["$defs"].values()
    assert list(described["properties"]) == ["points", "wild"]


def test_links_open_the_newest_edition_and_what_was_kept_the_one_it_names() -> None:
    assert sheets.from_code(GAME, "room") == Rules(points=20, edition=3)
    assert sheets.from_code(GAME, "room", stored=True) == Rules(points=10, edition=1)
    for stored in (False, True):
        assert sheets.from_code(GAME, "room@2", stored=stored) == Rules(points=15, edition=2)
    assert sheets.newest("room@2~wiy") == "room~wiy"
    assert sheets.from_canonical(GAME, "room wild=yes") == Rules(points=10, wild=True, edition=1)
    assert sheets.from_canonical(GAME, "room@3 wild=yes") == Rules(points=20, wild=True, edition=3)


def test_people_open_the_newest_edition_whatever_their_code_names() -> None:
    for code in ("room~wiy", "room@1~wiy", "room@2~wiy", "room@3~wiy"):
        assert sheets.from_link(GAME, code) == Rules(points=20, wild=True, edition=3)


@pytest.mark.parametrize("code", ["room@@", "room@1@2", "room@99999999999", "room@ ", "room@x~wiy"])
def test_no_part_of_a_code_goes_unread(code: str) -> None:
    with pytest.raises(BadRules) as caught:
        sheets.from_link(GAME, code)
    assert caught.value.code == "bad_code"


def test_a_code_that_is_too_long_is_refused_and_not_cut() -> None:
    whole = "custom~va3:6,6:3" + ",3:6,6:3" * 73  # as long as a code may be
    assert len(whole) == 600
    for read in (sheets.from_code, sheets.from_link):
        assert read(load("niuniu"), whole) == load("niuniu").presets["custom"]
        with pytest.raises(BadRules) as caught:
            read(load("niuniu"), f"{whole}~nonsense")
        assert caught.value.code == "bad_code"


@pytest.mark.parametrize("edition", [1, 2, 3])
@pytest.mark.parametrize("points", [10, 15, 20, 50])
def test_what_is_kept_reads_back_in_every_edition(edition: int, points: int) -> None:
    rules = Rules(points=points, edition=edition)
    assert sheets.from_code(GAME, sheets.code(GAME, rules, to_store=True), stored=True) == rules
    assert sheets.from_canonical(GAME, sheets.canonical(GAME, rules, to_store=True)) == rules


def test_the_first_edition_is_kept_as_it_was_before_there_were_editions() -> None:
    rules = Rules(points=11, edition=1)
    assert sheets.code(GAME, rules, to_store=True) == "room~po11"
    assert sheets.canonical(GAME, rules, to_store=True) == "room points=11"
    assert sheets.code(GAME, Rules(points=11), to_store=True) == "room@3~po11"


def test_who_takes_no_edition_for_the_newest_is_told_of_the_first() -> None:
    assert sheets.explicit(GAME, "room~po11") == "room@1~po11"
    assert sheets.explicit(GAME, "room@2") == "room@2"
    assert sheets.explicit(replace(GAME, extras=Extras()), "room") == "room"


def test_differences_are_told_from_the_presets_of_the_same_edition() -> None:
    assert sheets.differences(GAME, Rules(points=10, edition=1)) == ()
    assert sheets.nearest(GAME, Rules(points=15, wild=True, edition=2)) == "room"
    (line,) = sheets.prose(GAME, Rules(points=10, edition=1), "en")
    assert line.text == "was different"
    assert sheets.prose(GAME, Rules(), "en") == ()


@pytest.mark.parametrize("code", ["room@0", "room@4", "room@", "room@x", "room@1@2", "wild@1"])
def test_editions_that_there_are_not_are_refused(code: str) -> None:
    with pytest.raises(BadRules):
        sheets.from_code(GAME, code)


@pytest.mark.parametrize("rules", [Rules, *(game.rules for game in all_games().values() if game.extras.former)])
@pytest.mark.parametrize("edition", [0, -1, 4, 10**30, True, "2", None])
def test_no_rules_can_go_by_an_edition_that_there_is_not(rules: Any, edition: Any) -> None:
    with pytest.raises(BadRules) as caught:
        rules(edition=edition)
    assert (caught.value.code, caught.value.params["newest"]) == ("unknown_edition", rules().edition)
    assert [rules(edition=one).edition for one in range(1, rules().edition + 1)]


@pytest.mark.parametrize(
    "game", [game for game in all_games().values() if game.extras.former], ids=lambda game: game.name
)
@pytest.mark.parametrize("lang", LANGS)
def test_a_sheet_of_the_first_edition_has_no_line_that_is_newer(game: AnyGame, lang: Lang) -> None:
    def told(presets: Mapping[str, Any]) -> set[tuple[str, str]]:
        return {(line.rule, line.text) for rules in presets.values() for line in sheets.prose(game, rules, lang)}

    newer = [line for line in game.presentation.sheet if line.since > 1]
    only_newer = replace(game, presentation=replace(game.presentation, sheet=tuple(newer)))
    now = {(one.rule, one.text) for rules in game.presets.values() for one in sheets.prose(only_newer, rules, lang)}
    former = [line for line in game.presentation.sheet if line.until == 1]
    same_as_before = {
        (line.rule, text.say(lang)) for line in former for text in line.texts.values() if "{" not in text.en
    }
    assert now
    assert told(game.extras.former[1].presets).isdisjoint(now - same_as_before)
    assert now <= told(game.presets)


@pytest.mark.parametrize(
    ("name", "preset", "said"),
    [
        ("rummy", "seven-rounds", "quiet turns each in a row"),
        ("big2", "lawrence", "nobody is asked again"),
        ("niuniu", "custom", "A better hand without a base wins"),
        ("niuniu", "custom", "no kind hides a better one"),
        ("niuniu", "custom", "two bombs: the rank of the four"),
        ("niuniu", "paytable", "It has the last seat, which nobody can take"),
    ],
)
def test_rules_of_the_second_edition_stand_in_its_sheets_alone(name: str, preset: str, said: str) -> None:
    game = load(name)
    now, first = (
        " ".join(line.text for line in sheets.prose(game, presets[preset], "en"))
        for presets in (game.presets, game.extras.former[1].presets)
    )
    assert said in now
    assert said not in first


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("custom", "Five of J, Q, K pay 7x; no base is looked at."),
        ("custom", "wins its own multiple of the stake (1x if it pays 0)."),
        ("classic", "then the highest card, K down to A, then spades"),
        ("paytable", "By the pay table: the house holds no cards, takes the stake"),
    ],
)
def test_what_the_first_niu_niu_said_stands_in_its_sheets_alone(preset: str, said: str) -> None:
    game = load("niuniu")
    first, now = (
        " ".join(line.text for line in sheets.prose(game, presets[preset], "en"))
        for presets in (game.extras.former[1].presets, game.presets)
    )
    assert said in first
    assert said not in now


def test_a_line_stands_in_the_editions_it_names() -> None:
    def line(text: str, since: int = 1, until: int | None = None) -> SheetLine:
        return SheetLine("X-1", None, {"*": same(text)}, since=since, until=until)

    lines = (line("always"), line("before", until=2), line("once", 2, 2), line("new", since=3))
    game = replace(GAME, presentation=replace(GAME.presentation, sheet=lines))
    told = {edition: [one.text for one in sheets.prose(game, Rules(edition=edition), "en")] for edition in (1, 2, 3)}
    assert told == {
        1: ["always", "before", "was different"],
        2: ["always", "before", "once", "was different"],
        3: ["always", "new"],
    }


def test_every_game_counts_its_editions_and_its_presets_go_by_them() -> None:
    for game in all_games().values():
        assert list(game.extras.former) == list(range(1, game.edition))
        told: dict[int, Any] = {number: former.presets for number, former in game.extras.former.items()}
        for edition, presets in (told | {game.edition: game.presets}).items():
            assert {sheets.edition_of(rules) for rules in presets.values()} == {edition}

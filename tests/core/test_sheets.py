"""Rule sheets: text and code parse back, only differences are written, invalid values are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chieu.core import codec, sheets
from chieu.core.game import Illegal
from chieu.core.options import BadRules, options_of
from chieu.core.text.languages import LANGS, Text
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games, load
from chieu.testing import Table
from tests.playing import any_mixture

XIDACH, NIUNIU = load("xidach"), load("niuniu")
ROOM = XIDACH.presets["room"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_primer_follows_the_sheet(lang: Any) -> None:
    """A table with a rotating dealer must not say that the host deals."""
    hosts = {"en": "The host is the dealer.", "vi": "Chủ bàn làm cái.", "zh": "房主坐庄。"}[lang]
    assert hosts in sheets.primer(XIDACH, ROOM, lang)
    for value in ("rotate", "special"):
        rules = sheets.with_settings(XIDACH, ROOM, [f"next_dealer={value}"])
        primer = sheets.primer(XIDACH, rules, lang)
        assert hosts not in primer
        assert len(primer) == len(sheets.primer(XIDACH, ROOM, lang))


def test_the_description_follows_the_sheet() -> None:
    preset = XIDACH.presentation.preset("room").about.say("en")
    assert sheets.about(XIDACH, ROOM, "en") == preset
    rotating = sheets.with_settings(XIDACH, ROOM, ["next_dealer=rotate"])
    assert sheets.about(XIDACH, rotating, "en") == "The deal passes to the left each time."
    many = ["next_dealer=rotate", "compare=no", "specials=ranked", "both_quac=lower"]
    about = sheets.about(XIDACH, sheets.with_settings(XIDACH, ROOM, many), "en")
    assert about.startswith("The deal passes to the left each time. ")
    assert about.endswith(" …")


def test_differences_are_marked() -> None:
    rules = sheets.with_settings(XIDACH, ROOM, ["dealer_must_draw_below=17", "compare=no"])
    assert sheets.canonical(XIDACH, rules) == "room dealer_must_draw_below=17 compare=no"
    assert sheets.code(XIDACH, rules) == "room~dd17~cmn"
    marked = [line.rule for line in sheets.prose(XIDACH, rules, "en") if line.differs]
    assert marked == ["XD-15", "XD-34"]


def test_a_line_may_depend_on_two_options() -> None:
    def stakes(*settings: str) -> list[tuple[str, bool]]:
        rules = sheets.with_settings(XIDACH, ROOM, list(settings))
        return [(line.text, line.differs) for line in sheets.prose(XIDACH, rules, "en") if line.rule == "XD-30"]

    assert stakes() == [("The stake is 1.", False)]
    assert stakes("stake_max=5") == [("A stake is 1 to 5.", True)]
    assert stakes("stake_min=5", "stake_max=5") == [("The stake is 5.", True)]


def test_a_sheet_is_named_after_its_preset() -> None:
    rules = sheets.with_settings(XIDACH, ROOM, ["stake_max=5", "compare=no"])
    assert sheets.called(XIDACH, "room", "en") == "Home table"
    assert sheets.called(XIDACH, sheets.code(XIDACH, rules), "en") == "Home table, 2 changed"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["nonsense=1"], "has no option 'nonsense': there are stake_min"),
        (["compare"], "'compare' is not a setting: write option=value"),
        (["compare=maybe"], "option compare cannot be 'maybe': it takes yes or no"),
        (["stake_max=0"], "option stake_max cannot be '0': it takes 1 to 1000"),
        (["stake_max=99999999999999999999"], "it takes 1 to 1000"),
        (["stake_max=ten"], "it takes 1 to 1000"),
        (["order=up"], "option order cannot be 'up': it takes choose, right, left"),
        (["stake_min=9"], "stake_min=9 is over stake_max=1"),
    ],
)
def test_wrong_settings_list_the_allowed_values(settings: list[str], message: str) -> None:
    with pytest.raises(BadRules) as caught:
        sheets.with_settings(XIDACH, ROOM, settings)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=40) | st.text("room~vipgame0123456789abcdefghy", max_size=30))
def test_any_text_is_a_sheet_or_is_refused(text: str) -> None:
    for reader in (sheets.from_code, sheets.from_canonical):
        try:
            rules = reader(XIDACH, text)
        except BadRules:
            continue
        assert sheets.from_code(XIDACH, sheets.code(XIDACH, rules)) == rules


def test_a_code_over_600_characters_is_refused() -> None:
    longest = "custom~va3:6,6:3" + ",3:6,6:3" * 73
    assert len(longest) == 600
    assert sheets.from_code(NIUNIU, longest) == NIUNIU.presets["custom"]
    with pytest.raises(BadRules) as caught:
        sheets.from_code(NIUNIU, f"{longest}~nonsense")
    assert caught.value.code == "bad_code"


@pytest.mark.parametrize(
    ("name", "preset", "text"),
    [
        ("rummy", "seven-rounds", "quiet turns each in a row"),
        ("big2", "lawrence", "nobody is asked again"),
        ("niuniu", "custom", "A better hand without a base wins"),
        ("niuniu", "custom", "no kind hides a better one"),
        ("niuniu", "custom", "two bombs: the rank of the four"),
        ("niuniu", "paytable", "It has the last seat, which nobody can take"),
    ],
)
def test_the_sheet_of_a_preset_states_its_rules(name: str, preset: str, text: str) -> None:
    game = load(name)
    assert text in " ".join(line.text for line in sheets.prose(game, game.presets[preset], "en"))


def test_values_of_the_wrong_type_never_become_rules() -> None:
    for wrong in ({"compare": 1}, {"stake_max": True}, {"order": 3}, {"stake_min": 1.5}):
        with pytest.raises(BadRules):
            XIDACH.rules(**wrong)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_allowed_values_are_described_without_patterns(game: Any) -> None:
    for option in options_of(game.rules):
        texts = [sheets.allowed(game, option, lang) for lang in LANGS]
        assert all(texts), option.name
        if option.pattern:
            wrong = "(nonsense)"
            with pytest.raises(BadRules) as caught:
                sheets.with_settings(game, next(iter(game.presets.values())), [f"{option.name}={wrong}"])
            assert (caught.value.params["option"], caught.value.params["value"]) == (option.name, wrong)
            for shown in (str(caught.value), *caught.value.params.values(), *texts):
                assert option.pattern not in str(shown)
            around = {
                "error.bad_value": Text(
                    {"vi": "{option} {value}: {allowed}", "en": "{option}: {allowed}", "zh": "{option} {allowed}"}
                )
            }
            for lang in LANGS:  # as a terminal at a table phrases a refusal of the server
                refusal = Illegal(caught.value.code, "PF-2", **caught.value.params)
                assert sheets.allowed(game, option, lang) in Phraser(game, lang, around=around).refusal(refusal)


def test_cells_are_set_by_name_or_cell_by_cell() -> None:
    values = sheets.option_of(NIUNIU, "values")
    for text, stored in (
        ("classic", "1234567890000"),
        ("swapped", "1264537890000"),
        ("3:6,6:3", "1264537890000"),
        ("a:10, K:1", "0234567890001"),
        ("0234567890001", "0234567890001"),
    ):
        assert values.read(text) == stored
        assert values.read(values.write(stored)) == stored
    assert [values.write(stored) for stored in ("1234567890000", "1264537890000")] == ["classic", "swapped"]
    assert values.write("0234567890001") == "A:10,K:1"
    for wrong in ("3:6", "3:6,6:11", "B:1", "3", "", "classical", "1134567890000", "3:6,6:3,"):
        with pytest.raises(BadRules, match="option values cannot be"):
            values.read(wrong)
    with pytest.raises(BadRules, match="cannot be '2:1'"):
        values.read("1134567890000")


def test_no_sheet_shows_the_letters_of_cells() -> None:
    rules = sheets.with_settings(NIUNIU, NIUNIU.presets["custom"], ["values=A:10,K:1"])
    prose = {lang: " ".join(line.text for line in sheets.prose(NIUNIU, rules, lang)) for lang in LANGS}
    assert "In sums each A counts 10, each K counts 1; otherwise" in prose["en"]
    assert "lá A tính 10, lá K tính 1" in prose["vi"]
    assert "A 算 10 点、K 算 1 点" in prose["zh"]
    assert sheets.canonical(NIUNIU, rules) == "custom values=A:10,K:1"
    assert "0234567890001" in sheets.canonical(NIUNIU, rules, to_store=True)
    for text in (sheets.canonical(NIUNIU, rules), sheets.canonical(NIUNIU, rules, to_store=True)):
        assert sheets.with_settings(NIUNIU, rules, text.split()[1:]) == rules


def test_picks_and_rows_are_phrased_and_parsed() -> None:
    rummy = load("rummy")
    seven = rummy.presets["seven-rounds"]
    rules = sheets.with_settings(rummy, seven, ["wild_ranks=10,K", "contracts=8:s3r4.9:r4r4", "rounds=2"])
    assert rules.wild_ranks == "TK"
    assert sheets.with_settings(rummy, seven, ["wild_ranks=TK"]).wild_ranks == "TK"
    assert sheets.code(rummy, rules) == "seven-rounds~co8:s3r4.9:r4r4~ro2~wr10,K"
    assert sheets.from_code(rummy, sheets.code(rummy, rules)) == rules
    marked = [line.text for line in sheets.prose(rummy, rules, "en") if line.differs]
    assert marked[:2] == [
        "Jokers and these ranks are wild, always: 10, K.",
        "Round 1: 8 cards dealt, set of 3 + run of 4; Round 2: 9 cards dealt, run of 4 + run of 4.",
    ]


def test_a_link_shows_the_name_of_a_stored_value() -> None:
    swapped = sheets.with_settings(NIUNIU, NIUNIU.presets["classic"], ["values=swapped"])
    assert sheets.code(NIUNIU, swapped) == "classic~vaswapped"
    stored = sheets.code(NIUNIU, swapped, to_store=True)
    assert stored.endswith("~va1264537890000")
    assert sheets.from_code(NIUNIU, "classic~va1264537890000") == sheets.from_code(NIUNIU, "classic~vaswapped")


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_text_option_has_a_form(game: Any) -> None:
    for option in options_of(game.rules):
        assert option.kind != "text" or option.cells or option.picks or option.rows, option.name


def test_every_choice_of_a_form_is_a_value() -> None:
    ranks = sheets.option_of(load("rummy"), "wild_ranks")
    assert ranks.picks is not None
    for letter, seen in ranks.picks.letters:
        assert ranks.read(letter) == ranks.read(seen) == letter
        assert ranks.write(letter) == seen
    assert ranks.read(ranks.picks.none) == ranks.picks.none
    contracts = sheets.option_of(load("rummy"), "contracts")
    assert contracts.rows is not None
    assert contracts.rows.rows("7:s3s3.12:r4s10") == ((7, (("s", 3), ("s", 3))), (12, (("r", 4), ("s", 10))))


@given(any_mixture())
def test_a_canonical_text_can_be_typed_again(table: Table) -> None:
    preset, *settings = sheets.canonical(table.game, table.rules).split()
    assert sheets.with_settings(table.game, sheets.preset_of(table.game, preset), settings) == table.rules


def test_pf_35_a_text_is_matched_whole() -> None:
    """Rules from a record or a snapshot pass no other check than their types."""
    texts = [
        (game, option) for game in all_games().values() for option in options_of(game.rules) if option.kind == "text"
    ]
    assert texts
    for game, option in texts:
        for value in (f"{option.default}\n", f"x{option.default}", f"{option.default} x"):
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({option.name: value}, game.rules)


def test_a_line_names_the_option_that_changes_it() -> None:
    game = load("xidach")
    lines = sheets.prose(game, game.presets["room"], "en")
    assert {line.rule: line.option for line in lines}["XD-1"] == ""
    assert {line.rule: line.option for line in lines}["XD-16"] == "dealer_may_compare_from"


FROZEN = json.loads((Path(__file__).parents[1] / "fixtures/sheets/sheets.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FROZEN)
def test_codes_of_earlier_versions_keep_their_meaning(name: str) -> None:
    """An option that was added since may have any value: its default keeps the old behaviour."""
    game = all_games()[name]
    for code, values in FROZEN[name].items():
        rules = sheets.from_code(game, code)
        now = {option: json.loads(codec.encode(getattr(rules, option))) for option in values}
        assert now == values, code

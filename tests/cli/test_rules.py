"""`chieu rules`: prose, code and options of any sheet."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chieu.core import sheets
from chieu.core.options import options_of
from chieu.core.text.languages import LANGS
from chieu.games import all_games, load
from tests.cli.running import Here


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_preset_is_read_aloud(chieu: Here, game: Any, lang: Any) -> None:
    for name, rules in game.presets.items():
        result = chieu("rules", game.name, "--preset", name, "--lang", lang)
        assert (result.code, result.err) == (0, "")
        squeezed = result.out.replace("\n", "").replace(" ", "")
        for sentence in sheets.prose(game, rules, lang):
            assert sentence.rule in result.out
            assert sentence.text.replace(" ", "")[:40] in squeezed
        assert sheets.code(game, rules) in result.out
        for option in options_of(game.rules):
            assert option.name in result.out


def test_departures_are_marked(chieu: Here) -> None:
    result = chieu("rules", "xidach", "--preset", "vipgame", "--set", "stake_max=5", "compare=yes")
    marked = [line for line in result.lines if line.startswith("*")]
    assert [line.split()[1] for line in marked[:2]] == ["XD-30", "XD-16"]
    assert marked[2] == "* departs from the preset VIP hall"
    assert "Sheet: vipgame stake_max=5 compare=yes" in result.lines
    assert "Code: vipgame~sm5~cmy" in result.lines
    assert not any(line.startswith("*") for line in chieu("rules", "xidach").lines)


def test_a_code_reads_back_to_the_same_sheet(chieu: Here) -> None:
    by_options = chieu("rules", "xidach", "--preset", "vipgame", "--set", "stake_max=5", "--set", "compare=yes")
    assert chieu("rules", "xidach", "--code", "vipgame~sm5~cmy") == by_options
    assert chieu("rules", "xidach", "--code", "vipgame~sm5", "--set", "compare=yes") == by_options


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_json_tells_all(chieu: Here, game: Any) -> None:
    result = chieu("rules", game.name, "--json")
    sheet = json.loads(result.out)
    rules = next(iter(game.presets.values()))
    assert sheet["game"] == game.name
    assert sheet["code"] == sheets.code(game, rules)
    assert sheet["values"] == {option.name: getattr(rules, option.name) for option in options_of(game.rules)}
    assert [option["name"] for option in sheet["options"]] == list(sheet["values"])
    assert all(option["text"] for option in sheet["options"])
    assert sheet["schema"]["$defs"]
    assert [line["rule"] for line in sheet["prose"]] == [line.rule for line in sheets.prose(game, rules, "en")]


def test_rules_cited_by_the_judge_are_on_the_sheet() -> None:
    """A verdict quotes the sheet, so each cited rule must be there for every mixture of options."""
    game = load("xidach")
    hands = [
        ("KC QD", "AS KD"),
        ("AS AD", "AH KD"),
        ("10C 9D", "10H 8D"),
        ("10C 9D 8S", "10H 8D 7S"),
        ("10C 4D", "KC KD KS"),
    ]
    hands += [("2C 2D 2H 2S 3C", "3D 3H 3S 4C 4D"), ("2C 2D 2H 2S 3C", "10H 8D")]
    from chieu.core.cards import parse
    from chieu.games.xidach.text.judge import JUDGE, Question

    for specials in ("equal", "ranked"):
        for both_quac in ("push", "lower"):
            for both_ngu_linh in ("push", "lower"):
                for quac_beats_non in (True, False):
                    rules = game.rules(
                        specials=specials,
                        both_quac=both_quac,
                        both_ngu_linh=both_ngu_linh,
                        quac_beats_non=quac_beats_non,
                    )
                    numbers = {line.rule for line in sheets.prose(game, rules, "en")}
                    for dealer, player in hands:
                        verdict: Any = JUDGE.answer(rules, Question(parse(dealer), parse(player)))
                        assert verdict.rule in numbers, (rules, dealer, player)


def test_names_of_games_may_have_capitals(chieu: Here) -> None:
    assert chieu("rules", "XiDach") == chieu("rules", "xidach")
    assert chieu("judge", "NiuNiu", "KC QD 3S 7H 10D") == chieu("judge", "niuniu", "KC QD 3S 7H 10D")

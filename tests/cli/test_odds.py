"""`chieu odds`: the figures are those of the library, in words, as a plot and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from chieu import odds
from chieu.cli.commands import odds as command
from chieu.games import load
from chieu.odds.phrasing import evening
from chieu.odds.sampling import Sample
from tests.cli.running import Here, is_one_line

QUICK = ("--jobs", "1", "--deals", "60")


def test_od_21_the_odds_of_a_sheet(chieu: Here) -> None:
    result = chieu("odds", "xidach", "--seats", "3", *QUICK)
    assert (result.code, result.err) == (0, "")
    found = odds.estimate("xidach", "room", seats=3, deals=60)
    dealer = found.role("dealer").won
    assert f"{dealer.mean:+.4f} ± {dealer.margin:.4f}" in result.out
    assert "60 deals, seed 1, every seat played by heuristic" in result.out
    assert result.lines[-1] == evening(load("xidach"), found, "en")
    rows = [line for line in result.lines if "░" in line]
    assert [row.split("  ")[0] for row in rows] == ["the dealer", "a player"]
    assert {len(row) - len(row.rstrip("█▒░")) for row in rows} == {30}


def test_od_21_exact_odds_are_marked(chieu: Here) -> None:
    result = chieu("odds", "xidach", "--seats", "2", "--as", "best")
    assert "Exact: both sides play as well as can be." in result.out
    assert "-0.01374 exact" in result.out
    assert "(1 in 221)" in result.out
    assert "As the usual bot plays" not in result.out
    assert "-0.16660 exact" in chieu("odds", "niuniu", "--preset", "paytable", "--seats", "2").out


def test_od_21_two_sheets(chieu: Here) -> None:
    result = chieu("odds", "xidach", "--preset", "vipgame", "--against", "room", "--seats", "2")
    assert "room → vipgame" in result.lines[0]
    assert "-0.00032 exact" in result.out
    assert "By vipgame the dealer wins 0.0003 stakes less a deal than by room (exact)." in result.lines


def test_od_5_best_and_usual_play_are_shown_together(chieu: Here) -> None:
    result = chieu("odds", "xidach", "--seats", "2", *QUICK)
    best, usual = result.out.split("As the usual bot plays")
    assert "+0.01374 exact" in best
    played = odds.estimate("xidach", seats=2, deals=60, play="played").role("dealer").won
    assert f"{played.mean:+.4f} ± {played.margin:.4f}" in usual
    assert "60 deals, seed 1, every seat played by heuristic" in usual


def test_od_5_another_bot_plays_all_seats(chieu: Here) -> None:
    result = chieu("odds", "xidach", "--seats", "2", "--bot", "easy", *QUICK)
    found = odds.estimate("xidach", seats=2, deals=60, bot="easy")
    assert (found.play, found.bot, found.how) == ("played", "easy", "sampled")
    assert "every seat played by easy" in result.out
    assert f"{found.role('dealer').won.mean:+.4f}" in result.out


@pytest.mark.parametrize("words", [(), ("--effects",), ("--against", "vipgame")])
def test_od_21_json_is_the_answer_of_the_library(chieu: Here, words: tuple[str, ...]) -> None:
    result = chieu("odds", "xidach", "--seats", "3", "--json", *QUICK, *words)
    answer: object = odds.estimate("xidach", seats=3, deals=60)
    if words == ("--effects",):
        answer = odds.effects("xidach", seats=3, deals=60)
    elif words:
        answer = odds.compare("xidach", "vipgame", "room", seats=3, deals=60)
    assert json.loads(result.out) == json.loads(msgspec.json.encode(answer))


def test_od_21_effects_as_lines_and_as_a_plot(chieu: Here, tmp_path: Path) -> None:
    path = tmp_path / "effects.svg"
    words = ("--seats", "3", "--jobs", "1", "--deals", "200", "--effects", "--plot", str(path))
    result = chieu("odds", "xidach", "--set", "player_must_draw_below=20", *words)
    found = odds.effects("xidach", "room~pd20", seats=3, deals=200)
    visible = [effect for effect in found.effects if effect.visible]
    assert visible
    plotted = [line for line in result.lines if "●" in line]
    assert len(plotted) == len(visible)
    first = visible[0].won
    assert f"{first.mean:+.4f} ± {first.margin:.4f}" in plotted[0]
    assert sum(" under 0." in line for line in result.lines) == len(found.effects) - len(visible) - 2
    assert sum("does not change the deal" in line for line in result.lines) == 2
    picture = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    circles = picture.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == len(found.effects)


def test_od_7_an_offer_names_the_code_of_its_sheet(chieu: Here) -> None:
    words = ("odds", "xidach", "--seats", "3", "--jobs", "1", "--deals", "200", "--effects")
    offered = chieu(*words, "--code", "room~pd20")
    assert "Who deals next: The host → Everyone in turn" in offered.out
    assert "Make it fair again" in offered.lines[-2]
    assert offered.lines[-1] == "The code of that sheet: room~pd20~nd1"
    already = chieu(*words, "--code", "room~pd20~nd1")
    assert "equally often" in already.lines[-1]


def test_od_21_interrupted_it_reports_what_is_known(chieu: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    extend = Sample.extend

    def interrupted(self: Sample, other: Sample) -> None:
        if self.deals >= 10:
            raise KeyboardInterrupt
        extend(self, other)

    monkeypatch.setattr(Sample, "extend", interrupted)
    result = chieu("odds", "xidach", "--seats", "3", *QUICK)
    assert (result.code, result.err) == (0, "")
    assert "Interrupted after 10 of 60 deals" in result.out
    assert "the dealer" in result.lines[-1]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--as", "best"), "best play of xidach with 4 seats is not known"),
        (("--effects", "--against", "room"), "exclude each other"),
        (("--bot", "strong", "--as", "best"), "exclude each other"),
        (("--bot", "grandmother"), "no bot 'grandmother'"),
        (("--against", "nonsense"), "nonsense"),
        (("--deals", "1"), "2 to"),
    ],
)
def test_od_21_bad_lines_are_refused_in_one_line(chieu: Here, words: tuple[str, ...], reason: str) -> None:
    result = chieu("odds", "xidach", *words)
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)
    assert reason in result.err


def test_od_21_three_languages(chieu: Here) -> None:
    found = odds.estimate("xidach", seats=3, deals=60)
    for lang in ("vi", "zh"):
        result = chieu("odds", "xidach", "--seats", "3", "--lang", lang, *QUICK)
        assert result.lines[-1] == evening(load("xidach"), found, lang)


def test_a_chance_is_said_as_one_in_so_many_if_it_is_rare() -> None:
    rare, often = odds.Estimate(1 / 221, 0, 1), odds.Estimate(0.5, 0, 1)
    assert command._chance(rare, "en") == "0.45 % (1 in 221)"
    assert command._chance(often, "en") == "50.00 %"
    assert command._chance(None, "en") == "·"

"""`chieu review`: the choices of a record, and hints in `chieu play`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chieu.core import records
from chieu.core.cards import DECK, parse
from chieu.core.game import CHANCE, Shuffle
from chieu.core.text.languages import LANGS
from chieu.games.xidach import GAME as XIDACH
from chieu.games.xidach.messages import Draw, Stand
from tests.cli.running import Here, is_one_line
from tests.search.deals import so_far

RECORDS = Path(__file__).parents[1] / "fixtures" / "records"
FEW = ("--worlds", "8")
NUMBERS = re.compile(r" [+-]\d+\.\d\d (exact|± \d+\.\d\d)")


def test_every_choice_is_told_with_its_options_and_a_verdict(chieu: Here, deals: Path) -> None:
    result = chieu("review", str(deals), *FEW)
    assert (result.code, result.err) == (0, "")
    assert [line for line in result.lines if line.startswith("Deal ")] == [
        f"Deal {number} · Xì Dách · room · 3 seats" for number in (1, 2, 3)
    ]
    choices = [line for line in result.lines if line.startswith("Move ")]
    taken_lines = [line for line in result.lines if line.startswith("  ● ")]
    verdicts = [line for line in result.lines if re.match(r" {4}(The best choice|Too close|Perhaps|A mistake)", line)]
    assert 0 < len(choices) == len(taken_lines) == len(verdicts)
    assert all(NUMBERS.search(line) for line in taken_lines)
    sums = [line for line in result.lines if re.match(r"Seat \d: choices", line)]
    assert len(sums) == 9
    assert sum(int(line.split()[3].rstrip(",")) for line in sums) == len(choices)
    assert chieu("review", str(deals), *FEW).out == result.out, "the same again"
    assert chieu("review", "-", *FEW, stdin=deals.read_bytes()).out == result.out


def test_one_seat_of_one_deal(chieu: Here, deals: Path) -> None:
    whole = chieu("review", str(deals), *FEW).lines
    part = chieu("review", str(deals), "--deal", "2", "--seat", "3", *FEW)
    assert part.code == 0
    assert part.lines[0].startswith("Deal 2 ")
    assert all(line in whole for line in part.lines)
    assert not [line for line in part.lines if re.search(r"Move \d+ · Seat [12]", line)]


def test_it_shows_what_the_seat_saw_and_nothing_else(chieu: Here, deals: Path) -> None:
    """The dealer's cards are hidden while a player chooses."""
    result = chieu("review", str(deals), "--seat", "2", *FEW)
    assert [line for line in result.lines if re.match(r" {4}1  ▒▒", line)]


def test_mistakes_and_exact_values_are_marked(chieu: Here, tmp_path: Path) -> None:
    path = tmp_path / "drew-on-20.txt"
    top = parse("10S 9C KS 8C AS")  # player, dealer, player, dealer, and the ace that makes 21
    order = (*top, *(card for card in DECK if card not in top))
    drew = so_far(XIDACH, XIDACH.presets["room"], 2, (CHANCE, Shuffle(order)), (1, Draw()), (1, Stand()), (0, Stand()))
    path.write_text(records.write(drew), encoding="utf-8")
    result = chieu("review", str(path), "--seat", "2")
    assert result.code == 0
    assert [line for line in result.lines if re.match(r"  ● Draw +-0\.\d\d exact +1\.\d\d behind", line)]
    assert [line for line in result.lines if re.match(r" {4}A mistake: it cost 1\.\d\d against the best\.", line)]
    assert [
        line for line in result.lines if re.match(r"Seat 2: choices 2, clear mistakes 1, chips lost by them 1\.", line)
    ]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["big2", "niuniu", "rummy", "xidach"])
def test_every_game_in_every_language(chieu: Here, name: str, lang: str) -> None:
    result = chieu(
        "review", str(RECORDS / f"{name}.txt"), "--deal", "2", "--seat", "2", "--worlds", "4", "--lang", lang
    )
    assert (result.code, result.err) == (0, "")
    assert "{" not in result.out
    assert "±" in result.out


def test_what_cannot_be_reviewed(chieu: Here, deals: Path, tmp_path: Path) -> None:
    for words in (
        ("review", str(tmp_path / "none.txt")),
        ("review", str(deals), "--deal", "4"),
        ("review", str(deals), "--seat", "4"),
        ("review", str(deals), "--worlds", "1"),
        ("review",),
    ):
        result = chieu(*words, *(() if "--worlds" in words else FEW))
        assert result.code == 2
        assert is_one_line(result.err)
    damaged = chieu("review", "-", *FEW, stdin=deals.read_bytes()[:-3] + b"9\n")
    assert damaged.code == 1
    assert is_one_line(damaged.err)


PLAY = ("play", "xidach", "--seed", "3")


@pytest.mark.parametrize("text", ["!", "hint"])
def test_a_hint_while_one_plays(chieu: Here, text: str) -> None:
    """Seed 3 deals 17: the hint shows the values of standing and drawing, and changes nothing."""
    result = chieu(*PLAY, stdin=f"{text}\nstand\nq\n")
    assert (result.code, result.err) == (0, "")
    assert len([line for line in result.lines if re.match(r" +(Stand|Draw) +[+-]\d\.\d\d ± \d\.\d\d", line)]) == 2
    assert any(line.startswith("Chips won in this deal on average, by what you can know") for line in result.lines)
    assert result.lines[-6:] == chieu(*PLAY, stdin="stand\nq\n").lines[-6:]


def test_a_hint_at_each_turn_and_none_for_an_aside(chieu: Here) -> None:
    """A hint before the vote, none while another seat opens, and one on the own turn."""
    result = chieu("play", "big2", "--preset", "lawrence", "--seed", "4", "--lang", "vi", stdin="!\n1\n!\n\n!\nq\n")
    assert result.code == 0
    summaries = [line for line in result.lines if line.startswith(("Chip ăn được", "Chưa tới lượt bạn: lúc này"))]
    assert [line.split()[0] for line in summaries] == ["Chip", "Chưa", "Chip"]

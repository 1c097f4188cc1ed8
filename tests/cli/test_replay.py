"""`chieu replay`: it finds every changed byte, prints every move, and shows nothing hidden."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from chieu.core import records
from chieu.core.cards import pretty
from chieu.core.text.languages import LANGS, Lang, seat_name
from chieu.games import all_games
from chieu.testing import cards_in
from tests.cli.running import Here, is_one_line, program
from tests.cli.test_verify import RECORDS


def test_a_record_is_checked_and_told(chieu: Here, deals: Path) -> None:
    result = chieu("replay", str(deals))
    assert (result.code, result.err) == (0, "")
    assert [line for line in result.lines if line.startswith("Deal ")] == [
        f"Deal {number} · Xì Dách · room · 3 seats" for number in (1, 2, 3)
    ]
    assert result.lines[-1] == "3 checked: every sum adds up and the moves lead to the result."
    assert chieu("replay", "-", stdin=deals.read_bytes()).out == result.out


@pytest.mark.parametrize("lang", LANGS)
def test_seats_are_counted_from_1_in_the_head_as_in_the_moves(chieu: Here, deals: Path, lang: Lang) -> None:
    assert "note seat 0 heuristic" in deals.read_text()  # as it is kept
    result = chieu("replay", str(deals), "--deal", "1", "--lang", lang)
    head = result.lines[1:4]
    assert head == [f"  {seat_name(seat, lang)}: heuristic" for seat in range(3)]
    assert not re.search(r"\bseat 0\b", result.out)
    assert seat_name(2, lang) in "".join(result.lines[4:])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_replay_shows_no_proof_which_counts_from_0(chieu: Here, path: Path) -> None:
    """Records, with the manifests in them, count from 0; `chieu verify` reads the proof of the shuffle."""
    assert "| chair 0 " in path.read_text()
    result = chieu("replay", str(path), "--lang", "en")
    assert result.code == 0
    assert not re.search(r"chair|[Ss]eat 0\b|^ *fair ", result.out, re.MULTILINE)


def test_one_deal_of_many(chieu: Here, deals: Path) -> None:
    whole = chieu("replay", str(deals)).out
    second = chieu("replay", str(deals), "--deal", "2")
    assert second.code == 0
    output = second.out.rsplit("3 checked", 1)[0]
    assert output.startswith("Deal 2 ")
    assert output in whole


def test_in_every_language(chieu: Here, deals: Path) -> None:
    firsts = [chieu("replay", str(deals), "--lang", lang).lines[0] for lang in LANGS]
    assert firsts == [
        "Ván 1 · Xì Dách · room · 3 ghế",
        "Deal 1 · Xì Dách · room · 3 seats",
        "第 1 局 · 越式二十一点 · room · 3 个座位",
    ]


@pytest.mark.parametrize("byte", [b"x", b"\n", b"\xff"])
def test_every_changed_byte_is_found_where_it_is(chieu: Here, deals: Path, tmp_path: Path, byte: bytes) -> None:
    """Change each byte of a short record in turn. The reported line is that of the byte, or the next."""
    whole = deals.read_bytes().split(b"\n\n")[0] + b"\n"
    changed = tmp_path / "changed.txt"
    line = 1
    for place in range(len(whole)):
        old = whole[place : place + 1]
        if old != byte:
            changed.write_bytes(whole[:place] + byte + whole[place + 1 :])
            result = chieu("replay", str(changed))
            assert result.code == 1, (place, old)
            assert is_one_line(result.err)
            line_named = int(result.err.removeprefix(f"chieu: {changed}:").split(":")[0])
            assert line_named in (line, line + 1), (place, old, result.err)
        line += old == b"\n"


def test_a_byte_lost_or_added_is_found(chieu: Here, deals: Path) -> None:
    whole = deals.read_bytes().split(b"\n\n")[0] + b"\n"
    line = 1
    for place in range(len(whole) - 1):
        for damaged in (whole[:place] + whole[place + 1 :], whole[:place] + b"7" + whole[place:]):
            result = chieu("replay", "-", stdin=damaged)
            assert result.code == 1, place
            assert int(result.err.removeprefix("chieu: stdin:").split(":")[0]) in (line, line + 1), place
        line += whole[place : place + 1] == b"\n"


def test_damage_is_found_in_deals_that_are_not_shown(chieu: Here, deals: Path) -> None:
    whole = deals.read_bytes()
    result = chieu("replay", "-", "--deal", "1", stdin=whole[:-3] + b"9\n")
    assert result.code == 1
    last = len(whole.splitlines())
    assert f"stdin:{last}: " in result.err


@pytest.mark.parametrize("name", all_games())
def test_a_seat_is_shown_its_own_cards_and_no_others(chieu: Here, tmp_path: Path, name: str) -> None:
    """Every card printed for a seat is in a fact or view of that seat by then."""
    path = tmp_path / "deal.txt"
    chieu("simulate", name, "--deals", "1", "--records", str(path), "--seed", "3")
    with path.open(encoding="utf-8") as file:
        (record,) = records.read(all_games(), file)
    for seat in range(record.seats):
        result = chieu("replay", str(path), "--seat", str(seat + 1), "--step", stdin="\n" * len(record.moves))
        assert result.code == 0
        # after the words and the table of a move it waits, so each part of the output is one move
        parts = result.out.split("Enter goes on")
        may_know: set[str] = set()
        for step, part in zip(record.steps(), parts, strict=False):
            seen = [record.game.view(step.state, seat), *(event.seen_by(seat) for event in step.events)]
            may_know |= {pretty(card) for card in cards_in(seen)}
            printed = set(re.findall(r"(?:10|[2-9AJQK])[♠♥♦♣]", part))
            assert printed <= may_know
        assert may_know


def test_open_shows_every_hand(chieu: Here, deals: Path) -> None:
    with deals.open(encoding="utf-8") as file:
        record = next(iter(records.read(all_games(), file)))
    dealt = next(event for step in record.steps() for event in step.events if event.secret)
    result = chieu("replay", str(deals), "--deal", "1", "--open")
    assert result.out == chieu("replay", str(deals), "--deal", "1").out
    for seat, fact in dealt.secret:
        assert f"Seat {seat + 1}: {' '.join(pretty(card) for card in fact.cards)}" in result.out


def test_step_waits_for_enter(deals: Path) -> None:
    with deals.open(encoding="utf-8") as file:
        record = next(iter(records.read(all_games(), file)))
    stepped = program("replay", str(deals), "--deal", "1", "--step", "--seat", "2", stdin="\n" * len(record.moves))
    assert stepped.code == 0
    assert stepped.out.count("Enter goes on") == len(record.moves)
    assert stepped.out.count("(you") >= len(record.moves)
    ended = program("replay", str(deals), "--deal", "1", "--step", stdin="\n")
    assert ended.code == 0
    assert ended.out.count("Enter goes on") == 2
    assert "3 checked" in ended.out


def test_binary_and_other_files(chieu: Here, tmp_path: Path) -> None:
    for content, message in (
        (b"", "is empty"),
        (b"\n\n\n", "is empty"),
        (b"hello\n", "is not a record"),
        (bytes(range(256)) * 99, "is not a record"),
    ):
        path = tmp_path / "file"
        path.write_bytes(content)
        result = chieu("replay", str(path))
        assert (result.code, result.out) == (2, "")
        assert is_one_line(result.err)
        assert message in result.err


def test_a_line_without_end_in_a_record_is_refused(chieu: Here, deals: Path) -> None:
    first = deals.read_bytes().split(b"\n")[0]
    result = chieu("replay", "-", stdin=first + b"\n" + b"x" * 1_000_000)
    assert result.code == 1
    assert "stdin:2: a line has at most" in result.err


def test_a_deal_that_cannot_begin(chieu: Here, deals: Path) -> None:
    """The checksums are right, but the dealer has no seat."""
    result = chieu(
        "replay", "-", stdin=forged(deals.read_text(encoding="utf-8"), 'match {"dealer":0}', 'match {"dealer":7}')
    )
    assert result.code == 1
    assert "stdin:6: this deal cannot start" in result.err


def forged(text: str, old: str, new: str) -> str:
    summer = hashlib.sha256()
    out = []
    for line in text.split("\n\n", maxsplit=1)[0].splitlines():
        content = line[7:].replace(old, new)
        summer.update(content.encode() + b"\n")
        out.append(f"{summer.hexdigest()[:6]} {content}\n")
    return "".join(out)


def test_several_files_are_one_evening(chieu: Here, deals: Path) -> None:
    assert chieu("replay", str(deals), str(deals)).lines[-1].startswith("6 checked: ")
    fifth = chieu("replay", str(deals), str(deals), "--deal", "5")
    second = chieu("replay", str(deals), "--deal", "2")
    assert fifth.code == second.code == 0
    assert fifth.lines[1:-1] == second.lines[1:-1]


def test_od_6_replay_says_what_another_sheet_changes(chieu: Here, deals: Path) -> None:
    result = chieu("replay", str(deals), "--deal", "1", "--under", "room")
    assert result.code == 0
    assert "By room every move is the same and every seat wins the same." in result.out
    assert "\n\n\n" not in result.out
    wrong = chieu("replay", str(deals), "--deal", "1", "--under", "nothing")
    assert (wrong.code, is_one_line(wrong.err)) == (2, True)

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


def test_a_record_is_checked_and_told(chieu: Here, deals: Path) -> None:
    done = chieu("replay", str(deals))
    assert (done.code, done.err) == (0, "")
    assert [line for line in done.lines if line.startswith("Deal ")] == [
        f"Deal {number} · Xì Dách · room · 3 seats" for number in (1, 2, 3)
    ]
    assert done.lines[-1] == "3 checked: every sum adds up and the moves lead to the result."
    assert chieu("replay", "-", stdin=deals.read_bytes()).out == done.out


@pytest.mark.parametrize("lang", LANGS)
def test_seats_are_counted_from_1_in_the_head_as_in_the_moves(chieu: Here, deals: Path, lang: Lang) -> None:
    assert "note seat 0 heuristic" in deals.read_text()  # as it is kept
    done = chieu("replay", str(deals), "--deal", "1", "--lang", lang)
    head = done.lines[1:4]
    assert head == [f"  {seat_name(seat, lang)}: heuristic" for seat in range(3)]
    assert not re.search(r"\bseat 0\b", done.out)
    assert seat_name(2, lang) in "".join(done.lines[4:])


def test_one_deal_of_many(chieu: Here, deals: Path) -> None:
    whole = chieu("replay", str(deals)).out
    second = chieu("replay", str(deals), "--deal", "2")
    assert second.code == 0
    told = second.out.rsplit("3 checked", 1)[0]
    assert told.startswith("Deal 2 ")
    assert told in whole


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
            done = chieu("replay", str(changed))
            assert done.code == 1, (place, old)
            assert is_one_line(done.err)
            named = int(done.err.removeprefix(f"chieu: {changed}:").split(":")[0])
            assert named in (line, line + 1), (place, old, done.err)
        line += old == b"\n"


def test_a_byte_lost_or_added_is_found(chieu: Here, deals: Path) -> None:
    whole = deals.read_bytes().split(b"\n\n")[0] + b"\n"
    line = 1
    for place in range(len(whole) - 1):
        for damaged in (whole[:place] + whole[place + 1 :], whole[:place] + b"7" + whole[place:]):
            done = chieu("replay", "-", stdin=damaged)
            assert done.code == 1, place
            assert int(done.err.removeprefix("chieu: stdin:").split(":")[0]) in (line, line + 1), place
        line += whole[place : place + 1] == b"\n"


def test_damage_is_found_in_deals_that_are_not_shown(chieu: Here, deals: Path) -> None:
    whole = deals.read_bytes()
    done = chieu("replay", "-", "--deal", "1", stdin=whole[:-3] + b"9\n")
    assert done.code == 1
    last = len(whole.splitlines())
    assert f"stdin:{last}: " in done.err


@pytest.mark.parametrize("name", all_games())
def test_a_seat_is_shown_its_own_cards_and_no_others(chieu: Here, tmp_path: Path, name: str) -> None:
    """Every card printed for a seat is in a fact or view of that seat by then."""
    path = tmp_path / "deal.txt"
    chieu("simulate", name, "--deals", "1", "--records", str(path), "--seed", "3")
    with path.open(encoding="utf-8") as file:
        (record,) = records.read(all_games(), file)
    for seat in range(record.seats):
        done = chieu("replay", str(path), "--seat", str(seat + 1), "--step", stdin="\n" * len(record.moves))
        assert done.code == 0
        # after the words and the table of a move it waits, so each part of the output is one move
        parts = done.out.split("Enter goes on")
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
    done = chieu("replay", str(deals), "--deal", "1", "--open")
    assert done.out == chieu("replay", str(deals), "--deal", "1").out
    for seat, fact in dealt.secret:
        assert f"Seat {seat + 1}: {' '.join(pretty(card) for card in fact.cards)}" in done.out


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
    for content, said in (
        (b"", "is empty"),
        (b"\n\n\n", "is empty"),
        (b"hello\n", "is no record"),
        (bytes(range(256)) * 99, "is no record"),
    ):
        path = tmp_path / "file"
        path.write_bytes(content)
        done = chieu("replay", str(path))
        assert (done.code, done.out) == (2, "")
        assert is_one_line(done.err)
        assert said in done.err


def test_a_line_without_end_in_a_record_is_refused(chieu: Here, deals: Path) -> None:
    first = deals.read_bytes().split(b"\n")[0]
    done = chieu("replay", "-", stdin=first + b"\n" + b"x" * 1_000_000)
    assert done.code == 1
    assert "stdin:2: a line has at most" in done.err


def test_a_deal_that_cannot_begin(chieu: Here, deals: Path) -> None:
    """The checksums are right, but the dealer has no seat."""
    done = chieu(
        "replay", "-", stdin=forged(deals.read_text(encoding="utf-8"), 'match {"dealer":0}', 'match {"dealer":7}')
    )
    assert done.code == 1
    assert "stdin:6: this deal cannot start" in done.err


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

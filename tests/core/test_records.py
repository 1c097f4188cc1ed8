"""Records: any change is found and its place is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from chieu.bots import Random
from chieu.core import records
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.games import all_games, load

XIDACH = load("xidach")


def record(seed: int = 3, seats: int = 3, host: int = 0) -> str:
    rng = Rng(seed)
    bots = [Random(XIDACH.presets["room"], seat, rng) for seat in range(seats)]
    deal = Deal.among(XIDACH, XIDACH.presets["room"], bots, rng.shuffled, host=host)
    return records.write(deal, ["seat 0: random"])


def read(text: str) -> list[records.Record]:
    found = list(records.read(all_games(), text.splitlines(keepends=True)))
    for one in found:
        one.replay()
    return found


def test_a_record_reads_as_what_happened() -> None:
    contents = [line[7:] for line in record().splitlines()]
    assert contents[:6] == [
        "chieu-record 1",
        "game xidach",
        "rules room",
        "sheet room",
        "seats 3",
        'match {"dealer":0}',
    ]
    assert contents[6] == "note seat 0: random"
    assert contents[7].startswith("0 deal_from ")
    assert contents[8].startswith("* shuffle ")
    assert contents[-1].startswith("result ")


def test_a_host_in_another_seat_is_told_and_deals() -> None:
    text = record(host=2)
    contents = [line[7:] for line in text.splitlines()]
    assert contents[4:7] == ["seats 3", "host 2", "match null"]
    assert contents[8].startswith("2 deal_from ")
    (back,) = read(text)
    assert (back.host, back.match) == (2, None)


def test_every_changed_byte_is_found_where_it_is() -> None:
    text = record()
    line = 1
    for place, letter in enumerate(text):
        changed = text[:place] + ("x" if letter != "x" else "y") + text[place + 1 :]
        with pytest.raises(records.BadRecord) as caught:
            read(changed)
        # a changed line end joins two lines, and is found in the first
        assert caught.value.line == line, (place, letter)
        line += letter == "\n"


def test_a_missing_a_doubled_and_a_swapped_line_are_found() -> None:
    lines = record().splitlines(keepends=True)
    for at in range(len(lines) - 1):
        with pytest.raises(records.BadRecord):
            read("".join(lines[:at] + lines[at + 1 :]))
        with pytest.raises(records.BadRecord):
            read("".join([*lines[: at + 1], *lines[at:]]))
        with pytest.raises(records.BadRecord):
            read("".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))


def test_an_end_cut_off_is_found() -> None:
    lines = record().splitlines(keepends=True)
    for kept in range(1, len(lines)):
        with pytest.raises(records.BadRecord):
            read("".join(lines[:kept]))


def test_a_file_holds_many_deals() -> None:
    text = "\n".join(record(seed) for seed in range(5))
    assert len(read(text)) == 5
    assert read("") == read("\n\n") == []


def forged(changes: dict[str, str], host: int = 0) -> str:
    """A record with some contents exchanged and every sum put right again."""
    import hashlib

    summer = hashlib.sha256()
    out = []
    for line in record(host=host).splitlines():
        content = next((new for old, new in changes.items() if line[7:].startswith(old)), line[7:])
        summer.update(content.encode() + b"\n")
        out.append(f"{summer.hexdigest()[:6]} {content}\n")
    return "".join(out)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "game chess"}, "no game 'chess'"),
        ({"rules": "rules nowhere"}, "no preset 'nowhere'"),
        ({"rules": "rules vipgame"}, "are not the same"),
        ({"seats": "seats 40"}, "2 to 8 seats"),
        ({"seats": "seats x"}, "2 to 8 seats"),
        ({"match": "match {"}, "no match of xidach"),
        ({"match": 'match {"dealer":9}'}, "no match of xidach"),
        (
            {"chieu-record": "chieu-record 2"},
            "line 1: expected 'chieu-record 1', found 'chieu-record 2': no other format can be read",
        ),
        (
            {"* shuffle": "* shuffle 3D"},
            "cannot shuffle 3D: The shuffle is not an order of the 52 cards due. (not_a_shuffle)",
        ),
        ({"0 deal_from": "0 fly"}, "'fly' is no action of xidach"),
        ({"0 deal_from": "x deal_from left"}, "a move begins with a seat or *"),
        ({"0 deal_from": "0 deal_from"}, "deal_from needs its side"),
        ({"0 deal_from": "0 deal_from up"}, "'up' is no side of deal_from"),
        (
            {"0 deal_from": "1 deal_from left"},
            "seat 1 cannot deal_from left: It is not your turn. Waiting for: 0. (not_your_turn)",
        ),
        ({"result": "result 5 5 5"}, "the result is"),
        ({"result": "result 1"}, "a number for each of 3 seats"),
        ({"result": "result a b c"}, "a number for each of 3 seats"),
    ],
)
def test_a_forged_record_with_good_sums_does_not_replay(changes: dict[str, str], message: str) -> None:
    with pytest.raises(records.BadRecord) as caught:
        read(forged(changes))
    assert message in str(caught.value)


@pytest.mark.parametrize("host", ["0", "3", "-1", "x", ""])
def test_no_other_host_can_be_told(host: str) -> None:
    with pytest.raises(records.BadRecord, match="line 6: a host is named if"):
        read(forged({"host": f"host {host}"}, host=2))


def test_fixture_records_replay(fixtures: Path) -> None:
    found = sorted(fixtures.glob("records/*.txt"))
    assert found
    for path in found:
        assert read(path.read_text(encoding="utf-8"))


def test_fixture_records_are_written_again_to_the_byte(fixtures: Path) -> None:
    for path in sorted(fixtures.glob("records/*.txt")):
        text = path.read_text(encoding="utf-8")
        again = []
        for one in records.read(all_games(), text.splitlines(keepends=True)):
            again.append(Deal.of(one).record(one.notes))
        assert "\n".join(again) == text, path.name


@pytest.fixture
def fixtures() -> Path:
    return Path(__file__).parents[1] / "fixtures"

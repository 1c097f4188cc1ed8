"""Records: any change is detected and its line is named."""

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
    parsed = list(records.read(all_games(), text.splitlines(keepends=True)))
    for entry in parsed:
        entry.replay()
    return parsed


def test_a_record_lists_the_deal() -> None:
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


def test_a_host_in_another_seat_is_recorded_and_deals() -> None:
    text = record(host=2)
    contents = [line[7:] for line in text.splitlines()]
    assert contents[4:7] == ["seats 3", "host 2", "match null"]
    assert contents[8].startswith("2 deal_from ")
    (back,) = read(text)
    assert (back.host, back.match) == (2, None)


def test_every_changed_byte_is_detected_at_its_line() -> None:
    text = record()
    line = 1
    for index, letter in enumerate(text):
        changed = text[:index] + ("x" if letter != "x" else "y") + text[index + 1 :]
        with pytest.raises(records.BadRecord) as caught:
            read(changed)
        # a changed line end joins two lines, and is detected in the first
        assert caught.value.line == line, (index, letter)
        line += letter == "\n"


def test_missing_doubled_and_swapped_lines_are_detected() -> None:
    lines = record().splitlines(keepends=True)
    for at in range(len(lines) - 1):
        with pytest.raises(records.BadRecord):
            read("".join(lines[:at] + lines[at + 1 :]))
        with pytest.raises(records.BadRecord):
            read("".join([*lines[: at + 1], *lines[at:]]))
        with pytest.raises(records.BadRecord):
            read("".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))


def test_a_truncated_record_is_detected() -> None:
    lines = record().splitlines(keepends=True)
    for length in range(1, len(lines)):
        with pytest.raises(records.BadRecord):
            read("".join(lines[:length]))


def test_a_file_holds_many_deals() -> None:
    text = "\n".join(record(seed) for seed in range(5))
    assert len(read(text)) == 5
    assert read("") == read("\n\n") == []


def forged(changes: dict[str, str], host: int = 0) -> str:
    """Return a record with some lines replaced and all checksums recomputed."""
    import hashlib

    digest = hashlib.sha256()
    out = []
    for line in record(host=host).splitlines():
        content = next((new for old, new in changes.items() if line[7:].startswith(old)), line[7:])
        digest.update(content.encode() + b"\n")
        out.append(f"{digest.hexdigest()[:6]} {content}\n")
    return "".join(out)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "game chess"}, "no game 'chess'"),
        ({"rules": "rules nowhere"}, "no preset 'nowhere'"),
        ({"rules": "rules vipgame"}, "are not the same"),
        ({"seats": "seats 40"}, "2 to 10 seats"),
        ({"seats": "seats x"}, "2 to 10 seats"),
        ({"match": "match {"}, "not a match of xidach"),
        ({"match": 'match {"dealer":10}'}, "not a match of xidach"),
        (
            {"chieu-record": "chieu-record 2"},
            "line 1: expected 'chieu-record 1', found 'chieu-record 2': no other version can be read",
        ),
        (
            {"* shuffle": "* shuffle 3D"},
            "cannot shuffle 3D: The shuffle is not an order of the 52 cards due. (not_a_shuffle)",
        ),
        ({"0 deal_from": "0 fly"}, "'fly' is not an action of xidach"),
        ({"0 deal_from": "x deal_from left"}, "a move begins with a seat or *"),
        ({"0 deal_from": "0 deal_from"}, "deal_from needs its side"),
        ({"0 deal_from": "0 deal_from up"}, "'up' is not a side of deal_from"),
        (
            {"0 deal_from": "1 deal_from left"},
            "seat 2 cannot deal_from left: It is not your turn. Waiting for: 0. (not_your_turn)",
        ),
        ({"result": "result 5 5 5"}, "the result is"),
        ({"result": "result 1"}, "a number for each of 3 seats"),
        ({"result": "result a b c"}, "a number for each of 3 seats"),
    ],
)
def test_a_forged_record_does_not_replay(changes: dict[str, str], message: str) -> None:
    with pytest.raises(records.BadRecord) as caught:
        read(forged(changes))
    assert message in str(caught.value)


@pytest.mark.parametrize("host", ["0", "3", "-1", "x", ""])
def test_an_invalid_host_is_refused(host: str) -> None:
    with pytest.raises(records.BadRecord, match="line 6: expected a host from 1 to 2"):
        read(forged({"host": f"host {host}"}, host=2))


def test_fixture_records_replay(fixtures: Path) -> None:
    paths = sorted(fixtures.glob("records/*.txt"))
    assert paths
    for path in paths:
        assert read(path.read_text(encoding="utf-8"))


def test_fixture_records_are_rewritten_to_the_byte(fixtures: Path) -> None:
    for path in sorted(fixtures.glob("records/*.txt")):
        text = path.read_text(encoding="utf-8")
        rewritten = []
        for entry in records.read(all_games(), text.splitlines(keepends=True)):
            rewritten.append(Deal.from_record(entry).record(entry.notes))
        assert "\n".join(rewritten) == text, path.name


@pytest.fixture
def fixtures() -> Path:
    return Path(__file__).parents[1] / "fixtures"

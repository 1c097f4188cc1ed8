"""PF-36: a table is its last snapshot plus later entries, whose number is limited."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from chieu.core import codec, sheets
from chieu.core.rng import Rng
from chieu.online.history.erasure import LogErasure
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done, Refused
from chieu.online.table import decide, entries, snapshots
from chieu.online.table.decide import NON_MOVES_AT_MOST, OWN_NON_MOVES_AT_MOST, RESERVE
from chieu.online.table.fold import BANNED_AT_MOST
from chieu.online.table.state import TableState
from chieu.testing import Table
from tests.online.table.sitting import Sitting, fold_all
from tests.playing import all_tables

TABLES = [table for table in all_tables() if table.seats == max(2, table.game.seats[0])]


def bare(state: TableState | None) -> TableState:
    """Return the state without fields that depend on when the table was loaded."""
    assert state is not None
    return replace(state, trail=(), trail_from=0)


def last_snapshot(sitting: Sitting) -> TableState:
    """Return the state before the last deal, serialized and read back."""
    bases = (entries.Started, entries.Cleared)
    (*_, place) = [place for place, event in enumerate(sitting.events) if isinstance(event, bases)]
    place += isinstance(sitting.events[place], entries.Cleared)
    state = fold_all(sitting.log[:place])
    assert state is not None
    return snapshots.read(snapshots.write(state))


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_pf_36_snapshot_plus_later_entries_is_the_table(table: Table) -> None:
    sitting = Sitting(
        table.game.name, seats=table.seats, people=table.seats, sheet=sheets.code(table.game, table.rules)
    )
    for deal in range(3):
        sitting.start()
        for moves in (1, 5, 10_000):
            sitting.play_on(Rng(deal), moves)
            snapshot = last_snapshot(sitting)
            assert (snapshot.deal, snapshot.deals) == (None, deal)
            assert bare(fold_all(sitting.log[snapshot.seq :], snapshot)) == bare(sitting.state)
        sitting.must("g0", commands.Say, text="next")


def test_pf_36_snapshot_contains_no_position() -> None:
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    sitting.play_on(Rng(1), 3)
    snapshot = snapshots.write(sitting.state)
    assert not {"deal", "trail", "rules"} & msgspec.json.decode(snapshot).keys()
    for seat in range(3):
        assert codec.encode(sitting.state.game.view(sitting.deal.state, seat).seats[seat].cards) not in snapshot


def test_pf_36_snapshot_with_other_fields_is_rejected() -> None:
    snapshot = snapshots.write(Sitting(people=2, seats=2).state)
    for other in (
        snapshot.replace(b'"version":1,', b""),
        snapshot[:-1] + b',"added":1}',
        snapshot.replace(b'"pace":', b'"tempo":'),
    ):
        with pytest.raises(snapshots.BadSnapshot):
            snapshots.read(other)


def test_pf_36_broken_snapshot_is_rejected() -> None:
    snapshot = snapshots.write(Sitting(people=2, seats=2).state)
    unknown, mistyped = snapshot.replace(b'"xidach"', b'"snap"'), snapshot.replace(b'"pace":', b'"pace":"x",')
    for broken in (b"", b"{}", b"[]", snapshot[:-9], unknown, mistyped):
        with pytest.raises(snapshots.BadSnapshot):
            snapshots.read(broken)


def test_pf_36_snapshot_with_invalid_utf_8_is_rejected() -> None:
    raw = snapshots.write(Sitting(people=2, seats=2).state)
    for old in (b"Guest 1", b"room", b"xidach"):
        assert old in raw
        with pytest.raises(snapshots.BadSnapshot):
            snapshots.read(raw.replace(old, b"\xff" + old[1:]))


@pytest.mark.parametrize("version", [0, 2])
def test_pf_36_snapshot_of_another_version_is_rejected(version: int) -> None:
    snapshot = snapshots.write(Sitting(people=2, seats=2).state)
    other = snapshot.replace(b'"version":1,', b'"version":%d,' % version)
    assert other != snapshot
    with pytest.raises(snapshots.BadSnapshot, match=f"expected version 1, found version {version}"):
        snapshots.read(other)
    assert LogErasure("g0").snapshot(other) == b"", "PF-38: it may hold the guest's words"


def test_pf_36_removals_survive_a_snapshot() -> None:
    """Members with a ledger line keep their number, and the list of removed guests is limited."""
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    sitting.play_on(Rng(1))
    assert "member 1" in sitting.state.ledger
    sitting.must("g0", commands.Remove, member=1)
    for number in range(BANNED_AT_MOST):
        sitting.must(f"w{number}", commands.Join, name=f"Watcher {number}")
        sitting.must("g0", commands.Remove, member=sitting.state.by_guest[f"w{number}"])
    snapshot = snapshots.read(snapshots.write(sitting.state))
    assert "g1" not in sitting.state.by_guest
    assert snapshot.by_guest == sitting.state.by_guest


def test_pf_36_entries_beside_moves_are_limited() -> None:
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    before = sitting.state.non_moves
    sitting.must("g1", commands.Say, text="hi")
    assert sitting.state.non_moves == before + 1
    sitting.state = replace(sitting.state, non_moves=NON_MOVES_AT_MOST - 1)
    assert isinstance(sitting.do("g1", commands.Say, text="the last word"), Done)
    refused = sitting.do("g1", commands.Say, text="one more")
    assert isinstance(refused, Refused)
    assert (refused.code, refused.rule) == ("too_much", "PF-36")
    assert sitting.decided(decide.lost, "g2").entries, "what a table needs has a reserve"
    assert isinstance(sitting.do("g0", commands.Lock), Done)
    sitting.state = replace(sitting.state, non_moves=NON_MOVES_AT_MOST + RESERVE)
    assert sitting.decided(decide.lost, "g2").entries == []
    sitting.play_on(Rng(1))
    assert isinstance(sitting.do("g1", commands.Say, text="the deal is over"), Done)
    sitting.start()
    assert sitting.state.non_moves < 10


@pytest.mark.usefixtures("fixed_cards")
def test_pf_36_one_guest_cannot_use_up_the_limit() -> None:
    sitting = Sitting(people=2, seats=2)
    sitting.must("stranger", commands.Join, name="Nobody")
    sitting.start()
    answers = [
        sitting.do("stranger", commands.Join, name=f"Nobody {number}") for number in range(2 * OWN_NON_MOVES_AT_MOST)
    ]
    assert sum(isinstance(answer, Done) for answer in answers) == OWN_NON_MOVES_AT_MOST
    assert isinstance(sitting.do("g1", commands.Say, text="hi"), Done)
    assert isinstance(sitting.do("stranger", commands.Leave), Refused)


def test_pf_36_long_chat_between_deals_clears_the_last_deal() -> None:
    sitting = Sitting(people=2, seats=2)
    sitting.start()
    sitting.play_on(Rng(1))
    while sitting.state.deal is not None:
        sitting.wait(10_000)
        sitting.must("g1", commands.Ready, on=not sitting.state.chairs[1].ready)
        assert len(sitting.log) < 2_000
    assert isinstance(sitting.events[-1], entries.Cleared)
    assert bare(last_snapshot(sitting)) == bare(sitting.state)
    assert sitting.state.ledger, "what was won is not forgotten"
    sitting.check()
    sitting.start()
    sitting.play_on(Rng(2))
    assert sitting.state.deals == 2

"""PF-36: a table is its last snapshot and what came after it, and what can come after it is limited."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from chieu.core import codec, sheets
from chieu.core.rng import Rng
from chieu.games import load
from chieu.online.history.erasure import Rewriting
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done, Refused
from chieu.online.table import decide, entries, snapshots
from chieu.online.table.checks import ASIDES_AT_MOST, OWN_ASIDES_AT_MOST, RESERVE
from chieu.online.table.fold import fold_all
from chieu.online.table.fold_hosting import BANNED_AT_MOST
from chieu.online.table.state import TableState
from chieu.testing import Table
from tests.online.table.sitting import Sitting
from tests.playing import all_tables

TABLES = [table for table in all_tables() if table.seats == max(2, table.game.seats[0])]


def bare(state: TableState | None) -> TableState:
    """Without what depends on when the table came into memory."""
    assert state is not None
    return replace(state, trail=(), trail_from=0)


def last_snapshot(sitting: Sitting) -> TableState:
    """The state before the last deal began, as the log would keep it and read it again."""
    (*_, place) = [place for place, one in enumerate(sitting.log) if isinstance(one, entries.Started | entries.Cleared)]
    place += isinstance(sitting.log[place], entries.Cleared)
    state = fold_all(sitting.log[:place])
    assert state is not None
    return snapshots.read(snapshots.write(state))


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_pf_36_a_snapshot_and_what_came_after_are_the_table(table: Table) -> None:
    sitting = Sitting(
        table.game.name, seats=table.seats, people=table.seats, sheet=sheets.code(table.game, table.rules)
    )
    for deal in range(3):
        sitting.start()
        for moves in (1, 5, 10_000):
            sitting.play_on(Rng(deal), moves)
            kept = last_snapshot(sitting)
            assert (kept.deal, kept.deals) == (None, deal)
            assert bare(fold_all(sitting.log[kept.seq :], kept)) == bare(sitting.state)
        sitting.must("g0", commands.Say, text="next")


def test_pf_36_no_position_is_in_a_snapshot() -> None:
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    sitting.play_on(Rng(1), 3)
    kept = snapshots.write(sitting.state)
    assert not {"deal", "trail", "rules"} & msgspec.json.decode(kept).keys()
    for seat in range(3):
        assert codec.encode(sitting.state.game.view(sitting.deal.state, seat).seats[seat].cards) not in kept


def test_pf_36_a_snapshot_with_other_fields_is_refused() -> None:
    kept = snapshots.write(Sitting(people=2, seats=2).state)
    for other in (
        kept.replace(b'"version":1,', b""),
        kept[:-1] + b',"added":1}',
        kept.replace(b'"pace":', b'"tempo":'),
    ):
        with pytest.raises(snapshots.BadSnapshot):
            snapshots.read(other)


def test_pf_36_a_broken_snapshot_is_refused() -> None:
    kept = snapshots.write(Sitting(people=2, seats=2).state)
    unknown, mistyped = kept.replace(b'"xidach"', b'"snap"'), kept.replace(b'"pace":', b'"pace":"x",')
    for broken in (b"", b"{}", b"[]", kept[:-9], unknown, mistyped):
        with pytest.raises(snapshots.BadSnapshot):
            snapshots.read(broken)


@pytest.mark.parametrize("version", [0, 2])
def test_pf_36_a_snapshot_of_another_version_is_refused(version: int) -> None:
    kept = snapshots.write(Sitting(people=2, seats=2).state)
    other = kept.replace(b'"version":1,', b'"version":%d,' % version)
    assert other != kept
    with pytest.raises(snapshots.BadSnapshot, match=f"expected version 1, found version {version}"):
        snapshots.read(other)
    assert Rewriting(load("xidach"), "g0").snapshot(other) == b"", "PF-38: it may hold the guest's words"


def test_pf_36_whoever_was_removed_is_so_after_a_snapshot_however_many_were_since() -> None:
    """Who holds a line of the ledger keeps their number, and the list of those who were removed has an end."""
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    sitting.play_on(Rng(1))
    assert "member 1" in sitting.state.ledger
    sitting.must("g0", commands.Remove, member=1)
    for number in range(BANNED_AT_MOST):
        sitting.must(f"w{number}", commands.Join, name=f"Watcher {number}")
        sitting.must("g0", commands.Remove, member=sitting.state.by_guest[f"w{number}"])
    kept = snapshots.read(snapshots.write(sitting.state))
    assert "g1" not in sitting.state.by_guest
    assert kept.by_guest == sitting.state.by_guest


def test_pf_36_what_happens_beside_the_moves_of_a_deal_is_limited() -> None:
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    before = sitting.state.asides
    sitting.must("g1", commands.Say, text="hi")
    assert sitting.state.asides == before + 1
    sitting.state = replace(sitting.state, asides=ASIDES_AT_MOST - 1)
    assert isinstance(sitting.do("g1", commands.Say, text="the last word"), Done)
    refused = sitting.do("g1", commands.Say, text="one more")
    assert isinstance(refused, Refused)
    assert (refused.code, refused.rule) == ("too_much", "PF-36")
    assert decide.lost(sitting.state, "g2", sitting.now, sitting.fresh).entries, "what a table needs has a reserve"
    assert isinstance(sitting.do("g0", commands.Lock), Done)
    sitting.state = replace(sitting.state, asides=ASIDES_AT_MOST + RESERVE)
    assert decide.lost(sitting.state, "g2", sitting.now, sitting.fresh).entries == ()
    sitting.play_on(Rng(1))
    assert isinstance(sitting.do("g1", commands.Say, text="the deal is over"), Done)
    sitting.start()
    assert sitting.state.asides < 10


def test_pf_36_one_guest_cannot_use_up_what_all_have() -> None:
    sitting = Sitting(people=2, seats=2)
    sitting.must("stranger", commands.Join, name="Nobody")
    sitting.start()
    said = [sitting.do("stranger", commands.Join, name=f"Nobody {number}") for number in range(2 * OWN_ASIDES_AT_MOST)]
    assert sum(isinstance(one, Done) for one in said) == OWN_ASIDES_AT_MOST
    assert isinstance(sitting.do("g1", commands.Say, text="hi"), Done)
    assert isinstance(sitting.do("stranger", commands.Leave), Refused)


def test_pf_36_long_talk_between_deals_puts_the_last_deal_away() -> None:
    sitting = Sitting(people=2, seats=2)
    sitting.start()
    sitting.play_on(Rng(1))
    while sitting.state.deal is not None:
        sitting.wait(10_000)
        sitting.must("g1", commands.Ready, on=not sitting.state.chairs[1].ready)
        assert len(sitting.log) < 2_000
    assert isinstance(sitting.log[-1], entries.Cleared)
    assert bare(last_snapshot(sitting)) == bare(sitting.state)
    assert sitting.state.ledger, "what was won is not forgotten"
    sitting.check()
    sitting.start()
    sitting.play_on(Rng(2))
    assert sitting.state.deals == 2

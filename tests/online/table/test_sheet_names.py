"""PF-47: rules can have a name, which they keep until they change."""

from __future__ import annotations

from chieu.core.text.phrasing import Phraser
from chieu.online.protocol import announcements, answers, commands, texts
from chieu.online.protocol.announcements import announced
from chieu.online.protocol.commands import OpenTable
from chieu.online.table import opening, project, snapshots
from tests.online.table.sitting import SECRET, Sitting, fresh

LONG = "Luật nhà ngoại " * 10


def named(sitting: Sitting) -> str:
    return project.table_view(sitting.state).sheet_name


def test_pf_47_table_opens_with_a_name_for_its_rules() -> None:
    order = OpenTable(game="xidach", name="Lan", seats=2, sheet="room~sm5", sheet_name="  Luật\u202e nhà   ngoại ")
    state = opening.open_table(order, "g0", "t", SECRET, 0, fresh()).state
    assert project.table_view(state).sheet_name == "Luật nhà ngoại"
    assert snapshots.read(snapshots.write(state)).sheet_name == "Luật nhà ngoại"
    plain = opening.open_table(OpenTable(game="xidach", name="Lan", seats=2), "g0", "t", SECRET, 0, fresh()).state
    assert project.table_view(plain).sheet_name == ""


def test_pf_47_rules_keep_their_name_until_they_change() -> None:
    sitting = Sitting(people=2, seats=2)
    sitting.must("g0", commands.Change, sheet="room~sm5", seats=2, sheet_name=LONG)
    assert named(sitting) == LONG[:40].strip()
    sitting.must("g0", commands.Change, sheet="room~sm5", seats=3)
    assert named(sitting) == LONG[:40].strip(), "more seats, the same rules"
    sitting.must("g0", commands.Change, sheet="room~sm5", seats=3, sheet_name="Friday")
    assert named(sitting) == "Friday"
    same = sitting.do("g0", commands.Change, sheet="room~sm5", seats=3)
    assert isinstance(same, answers.Refused)
    assert same.code == "no_change"
    sitting.must("g0", commands.Change, sheet="vipgame", seats=3)
    assert named(sitting) == "", "other rules, of which nobody said what they are called"
    sitting.must("g0", commands.Change, sheet="vipgame", seats=3, sheet_name="VIP")
    sitting.must("g0", commands.Change, sheet="vipgame", seats=3, sheet_name="")
    assert named(sitting) == ""


def test_pf_47_changed_rules_are_announced_by_name() -> None:
    sitting = Sitting(people=2, seats=2)
    sitting.must("g0", commands.Change, sheet="room~sm5", seats=2, sheet_name="Friday")
    (changed,) = [event for _, event in sitting.state.trail if isinstance(event, announcements.RulesChanged)]
    teller = Phraser(sitting.game, "en", ["Lan", "Minh"], texts.TEXTS)
    assert announced(changed, teller, {0: "Lan"}) == "From the next deal on, with 2 seats: Friday."

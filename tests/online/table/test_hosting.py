"""PF-8: the powers of the host, of a member who acts for them, and their limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chieu.core.rng import Rng
from chieu.core.text.phrasing import Phraser
from chieu.games import load
from chieu.online.protocol import announcements, commands, texts, views, wire
from chieu.online.protocol.announcements import announced
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.protocol.fields import TurnClock
from chieu.online.table import entries, snapshots
from chieu.online.table.hosting import STAND_IN_AFTER, WITHOUT_HOST_AFTER
from chieu.online.table.seating import MEMBERS_AT_MOST, empty, host_chair, not_admitted
from tests.online.table.sitting import Sitting, fresh, refold, xidach


def refused(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def announced_since(table: Sitting, since: int) -> list[type[Any]]:
    return [type(event) for event in table.happened(since)]


def moves_of(table: Sitting, seat: int) -> int:
    return sum(1 for event in table.events if isinstance(event, entries.Moved) and event.seat == seat)


def last_snapshot(table: Sitting) -> bytes:
    return snapshots.write(table.state)


# Free a seat


def test_pf_8_freed_person_watches() -> None:
    table = Sitting(people=3, seats=3)
    seq_before = table.state.seq
    table.must("g0", commands.Free, seat=2)
    assert empty(table.state.chairs[2])
    assert table.whole("g2").you == views.You(2, None)
    assert (2, "Guest 2") in table.whole(None).table.watchers
    assert announced_since(table, seq_before) == [announcements.Unseated]
    table.must("g2", commands.Sit, seat=2)
    table.check()


def test_pf_8_freed_seat_is_played_on_for_the_persons_chips() -> None:
    table = Sitting(people=3, seats=3, sheet="vipgame")
    table.start()
    table.must("g0", commands.Free, seat=2)
    assert table.whole("g2").you == views.You(2, None)
    assert table.whole("g2").deal == table.whole(None).deal, "what they held is not theirs to see any more"
    assert refused(table.act(1, xidach("draw"))) != "not_seated"
    assert refused(table.do("g2", commands.Act, action=xidach("stake", 1))) == "not_seated"
    seat_info = table.whole(None).table.seats[2]
    assert (seat_info.name, seat_info.freed) == ("Guest 2", True)
    table.play_on(Rng(2))
    assert moves_of(table, 2) > 0
    assert empty(table.state.chairs[2]), "and free when the deal is over"
    assert table.state.ledger["member 2"] == (table.deal.payoff or ())[2]
    assert "bot 2" not in table.state.ledger
    table.check()


def test_pf_8_person_who_never_moves_does_not_block_the_deal() -> None:
    """Regression: a stranger sits down and never moves, and there is no clock."""
    table = Sitting(people=3, seats=3)
    table.start()
    table.act(0, xidach("deal_from", "left"))
    stuck = table.deal.to_act[0]
    table.wait(10**7)
    assert table.deal.to_act == (stuck,)
    table.must("g0", commands.Free, seat=stuck)
    table.wait(1_000)
    assert table.deal.to_act != (stuck,)
    table.check()


def test_pf_8_free_checks_target_and_host() -> None:
    table = Sitting(people=2, seats=4)
    table.must("g0", commands.SetBot, seat=2, level="heuristic")
    assert refused(table.do("g1", commands.Free, seat=0)) == "host_only"
    assert refused(table.do("g0", commands.Free, seat=0)) == "not_yourself"
    assert refused(table.do("g0", commands.Free, seat=2)) == "nobody_there"
    assert refused(table.do("g0", commands.Free, seat=3)) == "nobody_there"
    assert refused(table.do("g0", commands.Free, seat=9)) == "no_such_seat"


def test_pf_30_free_is_stale_if_the_person_changed() -> None:
    table = Sitting(people=3, seats=3)
    seq_before = table.state.seq
    table.must("g2", commands.Rise)
    table.must("g3", commands.Join, name="Mai")
    table.must("g3", commands.Sit, seat=2)
    assert isinstance(table.do("g0", commands.Free, seat=2, seq=seq_before), Stale)
    assert table.state.chairs[2].member == 3


def test_pf_8_nobody_is_freed_during_a_shuffle() -> None:
    table = Sitting(people=2, seats=2)
    table.commit("g1", "11" * 32)
    table.must("g0", commands.DealNow)
    assert table.phase() == "revealing"
    assert refused(table.do("g0", commands.Free, seat=1)) == "shuffling"
    assert refused(table.do("g0", commands.Remove, member=1)) == "shuffling"


# Remove and admit


def test_pf_8_removed_guest_is_barred_until_admitted() -> None:
    table = Sitting(people=3, seats=3)
    seq_before = table.state.seq
    table.must("g0", commands.Remove, member=2)
    assert announced_since(table, seq_before) == [announcements.Unseated, announcements.Removed]
    for kind, fields in (
        (commands.Join, {"name": "Hoa"}),
        (commands.Sit, {"seat": 2}),
        (commands.Say, {"text": "why"}),
    ):
        assert refused(table.do("g2", kind, **fields)) == "removed"
    table.reconnect("g2")
    view = table.whole("g2")
    assert view.you == views.You(None, None, removed=True)
    ((number, name),) = view.table.removed
    assert name == "Guest 2"
    assert "g2" not in wire.write(view).decode()
    assert refused(table.do("g1", commands.Admit, number=number)) == "owner_only"
    table.must("g0", commands.Admit, number=number)
    assert table.whole(None).table.removed == ()
    table.must("g2", commands.Join, name="Hoa")
    assert table.state.by_guest["g2"] == 2, "and who they were"
    table.must("g2", commands.Sit, seat=2)
    table.check()


def test_pf_30_removed_guest_gets_the_same_answer_again() -> None:
    table = Sitting(people=2, seats=2)
    command = commands.Say(id="mine", seq=table.state.seq, text="hi")
    first = table.send("g1", command)
    table.must("g0", commands.Remove, member=1)
    assert table.send("g1", command) == first


def test_pf_8_person_removed_in_a_deal_keeps_their_chips() -> None:
    table = Sitting(people=3, seats=3, sheet="vipgame")
    for number in range(3):
        table.start()
        table.play_on(Rng(number))
    table.start()
    before = table.state.ledger["member 2"]
    table.must("g0", commands.Remove, member=2)
    table.play_on(Rng(3))
    assert table.state.ledger["member 2"] == before + (table.deal.payoff or ())[2]
    assert next(line.name for line in table.whole(None).table.ledger if line.member == 2) == "Guest 2"
    assert refused(table.do("g2", commands.Join, name="Hoa")) == "removed"
    restored = snapshots.read(last_snapshot(table))
    assert restored.by_guest == table.state.by_guest, "a table that was put away does not forget it either"
    table.check()


def test_pf_8_removal_outlives_the_members_number() -> None:
    table = Sitting(seats=2)
    table.must("g1", commands.Join, name="Pest")
    table.must("g0", commands.Remove, member=1)
    for number in range(2, MEMBERS_AT_MOST + 10):
        table.must(f"g{number}", commands.Join, name="Hoa")
    assert table.state.members[1].guest != "g1"
    assert refused(table.do("g1", commands.Join, name="Pest")) == "removed"
    table.check()


def test_pf_30_remove_is_stale_if_the_number_changed_hands() -> None:
    table = Sitting(seats=2)
    for number in range(1, MEMBERS_AT_MOST):
        table.must(f"g{number}", commands.Join, name="Hoa")
    seq_before = table.state.seq
    table.must("friend", commands.Join, name="Minh")
    taken = table.state.by_guest["friend"]
    assert isinstance(table.do("g0", commands.Remove, member=taken, seq=seq_before), Stale)
    assert isinstance(table.do("g0", commands.PassHost, member=taken, seq=seq_before), Stale)
    assert refused(table.do("g0", commands.Remove, member=10_000)) == "no_such_member"
    assert refused(table.do("g0", commands.Remove, member=0)) == "not_yourself"


# Lock


def test_pf_8_locked_table_admits_members_only() -> None:
    table = Sitting(people=2, seats=3)
    seq_before = table.state.seq
    assert refused(table.do("g1", commands.Lock)) == "host_only"
    table.must("g0", commands.Lock)
    assert refused(table.do("g0", commands.Lock)) == "no_change"
    assert table.whole(None).table.locked
    assert refused(table.do("g2", commands.Join, name="New")) == "table_locked"
    table.lose("g1")
    table.reconnect("g1")
    table.must("g1", commands.Leave)
    table.must("g1", commands.Join, name="Guest 1 again")
    table.must("g1", commands.Sit, seat=2)
    table.must("g0", commands.Lock, on=False)
    table.must("g2", commands.Join, name="New")
    assert {announcements.Locked, announcements.Unlocked} <= set(announced_since(table, seq_before))
    table.check()


def test_pf_8_locked_table_is_closed_to_strangers() -> None:
    table = Sitting(people=2, seats=3)
    table.must("g2", commands.Join, name="Watcher")
    assert not_admitted(table.state, "g3", "") == not_admitted(table.state, None, "") == ""
    table.must("g0", commands.Lock)
    assert not_admitted(table.state, "g3", "") == not_admitted(table.state, None, "") == "table_locked"
    assert not_admitted(table.state, "g2", "") == "", "a member who watches goes on"
    assert not_admitted(table.state, None, "", chat=("g3", "g1")) == "", "a chat in which a member plays goes on"
    assert not_admitted(table.state, None, "", chat=("g3",)) == "table_locked"
    table.must("g0", commands.Remove, member=2)
    assert not_admitted(table.state, "g2", "") == "removed"
    table.must("g0", commands.RenewLink)
    assert not_admitted(table.state, "g3", "") == "old_link"
    assert not_admitted(table.state, "g3", table.state.key) == "table_locked"
    table.must("g0", commands.Lock, on=False)
    assert not_admitted(table.state, "g3", table.state.key) == ""
    table.check()


def test_pf_8_removed_guest_is_told_that_they_were_removed() -> None:
    table = Sitting(people=2, seats=3)
    assert not table.whole("g1").you.removed
    table.must("g0", commands.Remove, member=1)
    assert table.whole("g1").you.removed
    assert not table.whole(None).you.removed
    table.must("g0", commands.Lock, on=True)
    assert [not_admitted(table.state, guest, table.state.key) for guest in ("g1", "g7")] == ["removed", "table_locked"]
    number = table.state.banned[0].number
    table.must("g0", commands.Admit, number=number)
    assert not table.whole("g1").you.removed
    table.check()


# The link


def test_pf_8_renewed_link_affects_newcomers_only() -> None:
    table = Sitting(people=2, seats=3)
    assert table.whole(None).table.key == ""
    assert not not_admitted(table.state, None, ""), "a table without a key is open to whoever knows its id"
    table.must("g2", commands.Join, name="Watcher")
    assert refused(table.do("g1", commands.RenewLink)) == "owner_only"
    table.must("g0", commands.RenewLink)
    key = table.whole("g1").table.key
    assert len(key) == 16
    assert refused(table.do("g3", commands.Join, name="Late")) == "old_link"
    assert refused(table.do("g3", commands.Join, name="Late", key="x" * 16)) == "old_link"
    assert not_admitted(table.state, None, "")
    assert not_admitted(table.state, "g3", "x" * 16)
    assert not not_admitted(table.state, "g3", key)
    assert not not_admitted(table.state, "g2", ""), "who is here, be it to watch, goes on"
    table.must("g1", commands.Rise)
    table.must("g1", commands.Sit, seat=1)
    table.must("g3", commands.Join, name="Late", key=key)
    table.must("g0", commands.RenewLink)
    assert table.whole("g1").table.key != key
    assert not_admitted(table.state, None, key)
    table.must("g0", commands.Remove, member=2)
    assert not_admitted(table.state, "g2", ""), "who was removed is no member"
    table.check()


def test_pf_8_link_key_is_public_at_the_table_and_unpredictable() -> None:
    original, other = Sitting(seats=2), Sitting(seats=2)
    other.fresh = fresh(seed=2)
    assert (other.state.secret, other.state.seq) == (original.state.secret, original.state.seq), (
        "as after a back-up was put back"
    )
    other.must("g0", commands.RenewLink)
    keys = set()
    for _ in range(5):
        original.must("g0", commands.RenewLink)
        keys.add(original.state.key)
    assert len(keys) == 5
    assert not any(key in original.state.secret.hex() for key in keys)
    assert other.state.key not in keys


# Hand over


def test_pf_8_owner_hands_the_table_over() -> None:
    table = Sitting(people=3, seats=3)
    seq_before = table.state.seq
    assert refused(table.do("g1", commands.PassHost, member=1)) == "owner_only"
    table.must("g0", commands.PassHost, member=2)
    assert announcements.HostPassed(seq_before + 1, 2) in table.happened(seq_before)
    table_view = table.whole(None).table
    assert (table_view.host, table_view.owner) == (2, 2)
    assert host_chair(table.state) == 2, "and whoever has the table deals"
    assert refused(table.do("g0", commands.DealNow)) == "host_only"
    table.lose("g2")
    assert table.whole(None).table.host == 0
    table.reconnect("g2")
    assert table.whole(None).table.host == 2
    table.check()


def test_pf_8_new_owner_must_be_present() -> None:
    table = Sitting(people=3, seats=3)
    table.lose("g2")
    assert refused(table.do("g0", commands.PassHost, member=2)) == "not_here"
    assert refused(table.do("g0", commands.PassHost, member=0)) == "no_change"


# The owner's place


def test_pf_8_owners_place_is_kept_and_given_back() -> None:
    """Regression: a creator who was offline for seconds lost table and seat to somebody present."""
    table = Sitting(people=3, seats=3)
    table.lose("g0")
    assert table.whole(None).table.host == 1, "somebody acts for them"
    assert refused(table.do("g1", commands.SetBot, seat=0, level="heuristic")) == "kept_for_owner"
    assert refused(table.do("g1", commands.SetBot, seat=0, level=None)) == "kept_for_owner"
    assert refused(table.do("g1", commands.Free, seat=0)) == "kept_for_owner"
    assert refused(table.do("g2", commands.Sit, seat=0)) == "seat_taken"
    for kind, fields in (
        (commands.Remove, {"member": 0}),
        (commands.Remove, {"member": 2}),
        (commands.PassHost, {"member": 1}),
        (commands.RenewLink, {}),
        (commands.Free, {"seat": 2}),
    ):
        assert refused(table.do("g1", kind, **fields)) == "owner_only"
    table.must("g1", commands.DealNow)
    table.play_on(Rng(1))
    table.reconnect("g0")
    view = table.whole("g0")
    assert (view.table.host, view.you.seat) == (0, 0)
    assert refused(table.do("g1", commands.DealNow)) == "host_only"
    table.check()


def test_pf_8_seats_of_an_absent_owner_are_not_cut() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g0", commands.Rise)
    table.must("g2", commands.Rise)
    table.must("g0", commands.Sit, seat=2)
    table.lose("g0")
    assert refused(table.do("g1", commands.Change, sheet="room", seats=2)) == "kept_for_owner"
    table.must("g1", commands.CutSeats)
    assert [chair.member for chair in table.state.chairs] == [1, 0]


def test_pf_8_acting_host_frees_seats_of_absent_people() -> None:
    table = Sitting(people=3, seats=3)
    table.lose("g0")
    table.lose("g2")
    table.must("g1", commands.Free, seat=2)
    assert empty(table.state.chairs[2])
    table.check()


# Sit out and stand in


@pytest.mark.parametrize("who", ["g0", "g2"])
def test_pf_8_person_sitting_out_has_no_stake(who: str) -> None:
    table = Sitting(people=3, seats=3, sheet="vipgame")
    seq_before = table.state.seq
    assert refused(table.do("g1", commands.SitOut, seat=2)) == "host_only"
    table.must(who, commands.SitOut, seat=2)
    assert announcements.SatOut(seq_before + 1, 2) in table.happened(seq_before)
    assert refused(table.do(who, commands.SitOut, seat=2)) == "no_change"
    table.must("g0", commands.Ready)
    table.must("g1", commands.Ready)
    assert table.phase() == "playing", "they are not waited for"
    own = table.whole("g2")
    assert (own.you.seat, own.deal) == (2, table.whole(None).deal), "and see what anybody sees"
    assert own.deal is not None
    assert (own.deal.out, own.deal.chairs) == ((2,), (0, 1))
    assert len(own.deal.view.seats) == 2, "and no cards are dealt to them"
    assert refused(table.do("g2", commands.Act, action=xidach("stake", 1))) == "sitting_out"
    assert refused(table.do("g2", commands.Back)) == "sitting_out"
    assert refused(table.do("g0", commands.StandIn, seat=2)) == "no_change"
    table.play_on(Rng(1))
    assert "member 2" not in table.state.ledger
    assert set(table.state.ledger) == {"member 0", "member 1"}
    assert sum(table.state.ledger.values()) == 0
    assert "note seat 2" not in table.record(1)
    assert not table.state.chairs[2].away
    table.must("g2", commands.Ready)
    table.start()
    assert table.deal.out == ()
    table.check()


def test_pf_8_host_lets_a_bot_play_for_an_idle_person() -> None:
    table = Sitting(people=3, seats=3, pace=500)
    table.start()
    table.act(0, xidach("deal_from", "left"))
    slow = table.deal.to_act[0]
    table.wait(STAND_IN_AFTER - 1_000)
    answer = table.do("g0", commands.StandIn, seat=slow)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.params) == ("too_soon", {"seconds": 1})
    table.wait(1_000)
    assert refused(table.do(f"g{3 - slow}", commands.StandIn, seat=slow)) == "host_only"
    table.must("g0", commands.StandIn, seat=slow)
    assert table.state.chairs[slow].away
    table.wait(500)
    assert moves_of(table, slow) >= 1  # a stand-in that draws may draw again
    table.must(f"g{slow}", commands.Back)
    assert not table.state.chairs[slow].away
    table.check()


def test_pf_8_idle_host_does_not_block_the_deal() -> None:
    table = Sitting(people=3, seats=3, pace=500)
    table.start()
    assert table.deal.to_act == (0,)
    table.wait(WITHOUT_HOST_AFTER - 1_000)
    assert refused(table.do("g1", commands.StandIn, seat=0)) == "too_soon"
    table.wait(1_000)
    table.must("g1", commands.StandIn, seat=0)
    assert table.state.chairs[0].away
    table.check()


def test_pf_8_unready_host_does_not_block_the_next_deal() -> None:
    """Regression: everybody else is ready, the host's tab is open, and only the host may deal."""
    table = Sitting(people=3, seats=3, sheet="vipgame")
    table.wait(10 * WITHOUT_HOST_AFTER)
    table.must("g1", commands.Ready)
    table.wait(10 * WITHOUT_HOST_AFTER)
    assert refused(table.do("g1", commands.SitOut, seat=0)) == "too_soon", "one of those who wait is not ready either"
    table.must("g2", commands.Ready)
    table.wait(WITHOUT_HOST_AFTER - 1_000)
    answer = table.do("g2", commands.SitOut, seat=0)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.params) == ("too_soon", {"seconds": 1})
    table.wait(1_000)
    table.must("g9", commands.Join, name="Watcher")
    assert refused(table.do("g9", commands.SitOut, seat=0)) == "not_seated"
    assert refused(table.do("g1", commands.DealNow)) == "host_only"
    assert refused(table.do("g1", commands.SitOut, seat=2)) == "host_only"
    table.must("g1", commands.SitOut, seat=0)
    assert table.phase() == "playing"
    assert table.deal.out == (0,)
    table.play_on(Rng(1))
    assert "member 0" not in table.state.ledger, "and nothing of theirs was at stake"
    assert table.whole(None).table.host == 0, "the table is still theirs"
    table.check()


def test_pf_8_ready_host_cannot_be_sat_out() -> None:
    table = Sitting(people=3, seats=3)
    for guest in ("g0", "g1"):
        table.must(guest, commands.Ready)
    table.wait(10 * WITHOUT_HOST_AFTER)
    assert refused(table.do("g1", commands.SitOut, seat=0)) == "host_only"


def test_pf_8_acting_host_takes_no_seat_of_a_present_person() -> None:
    table = Sitting(people=4, seats=4)
    table.lose("g0")
    change = {"sheet": table.state.sheet, "seats": 3, "clock": None}
    assert refused(table.do("g1", commands.Change, **change)) == "owner_only"
    table.lose("g3")
    table.must("g1", commands.Change, **change)
    table.check()


def test_pf_8_no_stand_in_for_a_seat_that_is_not_to_act() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.wait(10 * STAND_IN_AFTER)
    assert refused(table.do("g0", commands.StandIn, seat=1)) == "too_soon"
    assert refused(table.do("g0", commands.StandIn, seat=0)) == "not_yourself"


def test_pf_4_no_stand_in_command_with_a_clock() -> None:
    table = Sitting(people=3, seats=3, clock=TurnClock(30, 0))
    table.start()
    table.lose("g0")
    assert refused(table.do("g1", commands.StandIn, seat=0)) == "clock_rules"
    table.wait(30_000)
    assert any(isinstance(event, announcements.TimedOut) for event in table.events)
    assert not any(isinstance(event, announcements.StoodIn) for event in table.events)


# Cut seats


def test_pf_8_cut_seats_with_deal_starts_a_deal() -> None:
    table = Sitting(people=3, seats=4)
    seq_before = table.state.seq
    assert refused(table.do("g1", commands.CutSeats, deal=True)) == "host_only"
    table.must("g0", commands.CutSeats, deal=True)
    assert (len(table.state.chairs), table.phase()) == (3, "playing")
    assert announcements.SeatsCut(seq_before + 1, 3) in table.happened(seq_before)
    table.play_on(Rng(1))
    table.check()


def test_pf_8_cut_seats_keeps_the_order_of_people() -> None:
    table = Sitting(people=1, seats=6, bots=())
    table.must("g1", commands.Join, name="Hoa")
    table.must("g1", commands.Sit, seat=4)
    table.must("g0", commands.Sit, seat=5)
    table.must("g0", commands.SetBot, seat=2, level="heuristic")
    for guest, contribution in (("g0", "22" * 32), ("g1", "33" * 32)):
        assert isinstance(table.commit(guest, contribution), Done)
    table.must("g0", commands.CutSeats)
    assert [(chair.member, chair.level) for chair in table.state.chairs] == [(None, "heuristic"), (1, ""), (0, "")]
    shown = dict(table.whole(None).table.shuffle.commitments)
    assert list(shown) == [1, 2], "what they committed to goes with them"
    assert table.whole("g0").you.seat == 2
    assert refused(table.do("g0", commands.CutSeats)) == "no_change"
    table.must("g0", commands.CutSeats, deal=True)
    assert host_chair(table.state) == 2
    table.check()


def test_pf_8_seats_the_game_needs_are_not_cut() -> None:
    table = Sitting("big2", people=1, seats=4, sheet="hong_kong")
    assert refused(table.do("g0", commands.CutSeats, deal=True)) == "bad_seats"
    assert len(table.state.chairs) == 4


def test_pf_8_house_keeps_its_seat_when_seats_are_cut() -> None:
    table = Sitting("niuniu", people=2, seats=5, sheet="paytable")
    table.must("g0", commands.CutSeats, deal=True)
    assert (len(table.state.chairs), table.state.closed) == (3, (2,))
    assert [chair.member for chair in table.state.chairs] == [0, 1, None]
    table.check()


# A hundred members


def test_pf_8_spectators_never_keep_a_newcomer_out() -> None:
    table = Sitting(people=2, seats=3, sheet="vipgame")
    table.must("g0", commands.SetBot, seat=2, level="heuristic")
    for number in range(4):
        table.start()
        table.play_on(Rng(number))
    table.must("g1", commands.Leave)
    for number in range(2, MEMBERS_AT_MOST):
        table.must(f"ghost{number}", commands.Join, name="Ghost")
    table.must("ghost2", commands.Say, text="boo")
    seq_before = table.state.seq
    table.must("friend", commands.Join, name="Minh")
    table.must("friend", commands.Sit, seat=2)
    assert len(table.state.members) == MEMBERS_AT_MOST
    assert {"g0", "g1", "friend"} <= set(table.state.by_guest), "who has chips here is remembered, too"
    assert "ghost2" not in table.state.by_guest, "who has watched for longest watches on without a name"
    assert b'"type":"view"' in table.sent("ghost2", seq_before), "and is told"
    assert b"boo" not in table.sent("g0", 0), "nobody is taken to have said what another did"
    table.check()


def test_pf_8_entries_omit_defaults() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    table.play_on(Rng(1))
    raw = b"".join(entries.write(entry) for entry in table.log)
    for name in (b"wait", b"key", b'"out"', b"owner", b"freed"):
        assert name not in raw
    assert refold(table.log) == table.state


POWERS: list[tuple[str, Callable[[Sitting], dict[str, Any]], type[Any]]] = [
    ("free", lambda _: {"seat": 1}, commands.Free),
    ("remove", lambda _: {"member": 1}, commands.Remove),
    ("lock", lambda _: {}, commands.Lock),
    ("renew", lambda _: {}, commands.RenewLink),
    ("pass", lambda _: {"member": 1}, commands.PassHost),
    ("sit out", lambda _: {"seat": 1}, commands.SitOut),
    ("cut", lambda _: {"deal": True}, commands.CutSeats),
]


@pytest.mark.parametrize(("name", "fields", "kind"), POWERS, ids=[name for name, _, _ in POWERS])
def test_pf_30_every_host_command_has_one_effect_per_id(
    name: str, fields: Callable[[Sitting], dict[str, Any]], kind: type[Any]
) -> None:
    table = Sitting(people=2, seats=3)
    command = kind(id=name, seq=table.state.seq, **fields(table))
    first = table.send("g0", command)
    assert isinstance(first, Done)
    at = table.state.seq
    assert table.send("g0", command) == first
    assert table.state.seq == at
    assert isinstance(table.do("g0", kind, **fields(table), seq=table.state.seq + 5), Stale)
    table.check()


def test_pf_38_erased_name_is_announced_as_someone() -> None:
    teller = Phraser(load("xidach"), "en", ["Lan", "Minh"], texts.TEXTS)
    for nameless in (announcements.Removed(1, 1, ""), announcements.Admitted(1, "")):
        assert "someone" in announced(nameless, teller, {1: ""}).lower()
    assert "Lan" in announced(announcements.Admitted(1, "Lan"), teller, {})

"""PF-8: what a host may do, who acts for them, and who may not be kept out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chieu.core.rng import Rng
from chieu.core.text.phrasing import Phraser
from chieu.games import load
from chieu.online.protocol import announcements, commands, texts, views, wire
from chieu.online.protocol.announcing import announced
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.protocol.messages import TurnClock
from chieu.online.table import entries, snapshots
from chieu.online.table.hosting import PATIENCE, PATIENCE_WITH_HOST
from chieu.online.table.seating import MEMBERS_AT_MOST, admits, empty, host_seat
from tests.online.table.sitting import Sitting, fresh, refold, xidach


def refused(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def told(table: Sitting, since: int) -> list[type[Any]]:
    return [type(one) for one in table.happened(since)]


def moves_of(table: Sitting, seat: int) -> int:
    return sum(1 for entry in table.log if isinstance(entry, entries.Moved) and entry.seat == seat)


def last_snapshot(table: Sitting) -> bytes:
    return snapshots.write(table.state)


# Free a seat


def test_pf_8_a_seat_is_freed_between_deals_and_its_person_watches() -> None:
    table = Sitting(people=3, seats=3)
    seen = table.state.seq
    table.must("g0", commands.Free, seat=2)
    assert empty(table.state.chairs[2])
    assert table.whole("g2").you == views.You(2, None)
    assert (2, "Guest 2") in table.whole(None).table.watchers
    assert told(table, seen) == [announcements.Unseated]
    table.must("g2", commands.Sit, seat=2)
    table.check()


def test_pf_8_a_seat_freed_in_a_deal_is_played_to_the_end_for_its_persons_chips() -> None:
    table = Sitting(people=3, seats=3, sheet="vipgame")
    table.start()
    table.must("g0", commands.Free, seat=2)
    assert table.whole("g2").you == views.You(2, None)
    assert table.whole("g2").deal == table.whole(None).deal, "what they held is not theirs to see any more"
    assert refused(table.act(1, xidach("draw"))) != "not_seated"
    assert refused(table.do("g2", commands.Act, action=xidach("stake", 1))) == "not_seated"
    shown = table.whole(None).table.seats[2]
    assert (shown.name, shown.freed) == ("Guest 2", True)
    table.play_on(Rng(2))
    assert moves_of(table, 2) > 0
    assert empty(table.state.chairs[2]), "and free when the deal is over"
    assert table.state.ledger["member 2"] == (table.deal.payoff or ())[2]
    assert "bot 2" not in table.state.ledger
    table.check()


def test_pf_8_somebody_who_never_moves_freezes_no_deal() -> None:
    """The jam: a stranger sits down, says nothing, and there is no clock."""
    table = Sitting(people=3, seats=3)
    table.start()
    table.act(0, xidach("deal_from", "left"))
    stuck = table.deal.waiting[0]
    table.wait(10**7)
    assert table.deal.waiting == (stuck,)
    table.must("g0", commands.Free, seat=stuck)
    table.wait(1_000)
    assert table.deal.waiting != (stuck,)
    table.check()


def test_pf_8_only_people_can_be_freed_and_not_by_anybody_nor_from_their_own_seat() -> None:
    table = Sitting(people=2, seats=4)
    table.must("g0", commands.SetBot, seat=2, level="heuristic")
    assert refused(table.do("g1", commands.Free, seat=0)) == "host_only"
    assert refused(table.do("g0", commands.Free, seat=0)) == "not_yourself"
    assert refused(table.do("g0", commands.Free, seat=2)) == "nobody_there"
    assert refused(table.do("g0", commands.Free, seat=3)) == "nobody_there"
    assert refused(table.do("g0", commands.Free, seat=9)) == "no_such_seat"


def test_pf_30_a_seat_that_has_another_person_by_now_is_not_freed() -> None:
    table = Sitting(people=3, seats=3)
    seen = table.state.seq
    table.must("g2", commands.Rise)
    table.must("g3", commands.Join, name="Mai")
    table.must("g3", commands.Sit, seat=2)
    assert isinstance(table.do("g0", commands.Free, seat=2, seq=seen), Stale)
    assert table.state.chairs[2].member == 3


def test_pf_8_nobody_is_freed_while_the_cards_are_shuffled() -> None:
    table = Sitting(people=2, seats=2)
    table.commit("g1", "11" * 32)
    table.must("g0", commands.DealNow)
    assert table.phase() == "revealing"
    assert refused(table.do("g0", commands.Free, seat=1)) == "shuffling"
    assert refused(table.do("g0", commands.Remove, member=1)) == "shuffling"


# Remove, and let in again


def test_pf_8_who_was_removed_can_neither_join_nor_sit_nor_talk_until_let_in_again() -> None:
    table = Sitting(people=3, seats=3)
    seen = table.state.seq
    table.must("g0", commands.Remove, member=2)
    assert told(table, seen) == [announcements.Unseated, announcements.Removed]
    for kind, fields in (
        (commands.Join, {"name": "Hoa"}),
        (commands.Sit, {"seat": 2}),
        (commands.Say, {"text": "why"}),
    ):
        assert refused(table.do("g2", kind, **fields)) == "removed"
    table.reconnect("g2")
    view = table.whole("g2")
    assert view.you == views.You(None, None)
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


def test_pf_30_who_was_removed_gets_the_answer_again_that_they_had() -> None:
    table = Sitting(people=2, seats=2)
    command = commands.Say(id="mine", seq=table.state.seq, text="hi")
    first = table.send("g1", command)
    table.must("g0", commands.Remove, member=1)
    assert table.send("g1", command) == first


def test_pf_8_who_is_removed_in_a_deal_keeps_the_chips_of_the_evening() -> None:
    table = Sitting(people=3, seats=3, sheet="vipgame")
    for number in range(3):
        table.start()
        table.play_on(Rng(number))
    table.start()
    before = table.state.ledger["member 2"]
    table.must("g0", commands.Remove, member=2)
    table.play_on(Rng(3))
    assert table.state.ledger["member 2"] == before + (table.deal.payoff or ())[2]
    assert next(one.name for one in table.whole(None).table.ledger if one.member == 2) == "Guest 2"
    assert refused(table.do("g2", commands.Join, name="Hoa")) == "removed"
    kept = snapshots.read(last_snapshot(table))
    assert kept.by_guest == table.state.by_guest, "a table that was put away does not forget it either"
    table.check()


def test_pf_8_a_removal_outlives_the_members_place() -> None:
    table = Sitting(seats=2)
    table.must("g1", commands.Join, name="Pest")
    table.must("g0", commands.Remove, member=1)
    for number in range(2, MEMBERS_AT_MOST + 10):
        table.must(f"g{number}", commands.Join, name="Hoa")
    assert table.state.members[1].guest != "g1"
    assert refused(table.do("g1", commands.Join, name="Pest")) == "removed"
    table.check()


def test_pf_30_a_number_that_is_somebody_elses_by_now_is_not_removed() -> None:
    table = Sitting(seats=2)
    for number in range(1, MEMBERS_AT_MOST):
        table.must(f"g{number}", commands.Join, name="Hoa")
    seen = table.state.seq
    table.must("friend", commands.Join, name="Minh")
    taken = table.state.by_guest["friend"]
    assert isinstance(table.do("g0", commands.Remove, member=taken, seq=seen), Stale)
    assert isinstance(table.do("g0", commands.PassHost, member=taken, seq=seen), Stale)
    assert refused(table.do("g0", commands.Remove, member=10_000)) == "no_such_member"
    assert refused(table.do("g0", commands.Remove, member=0)) == "not_yourself"


# Lock


def test_pf_8_nobody_new_joins_a_locked_table_and_members_come_back() -> None:
    table = Sitting(people=2, seats=3)
    seen = table.state.seq
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
    assert {announcements.Locked, announcements.Unlocked} <= set(told(table, seen))
    table.check()


# The link


def test_pf_8_after_the_link_is_renewed_newcomers_need_its_key_and_members_notice_nothing() -> None:
    table = Sitting(people=2, seats=3)
    assert table.whole(None).table.key == ""
    assert admits(table.state, None, ""), "a table without a key is open to whoever knows its id"
    table.must("g2", commands.Join, name="Watcher")
    assert refused(table.do("g1", commands.RenewLink)) == "owner_only"
    table.must("g0", commands.RenewLink)
    key = table.whole("g1").table.key
    assert len(key) == 16
    assert refused(table.do("g3", commands.Join, name="Late")) == "old_link"
    assert refused(table.do("g3", commands.Join, name="Late", key="x" * 16)) == "old_link"
    assert not admits(table.state, None, "")
    assert not admits(table.state, "g3", "x" * 16)
    assert admits(table.state, "g3", key)
    assert admits(table.state, "g2", ""), "who is here, be it to watch, goes on"
    table.must("g1", commands.Rise)
    table.must("g1", commands.Sit, seat=1)
    table.must("g3", commands.Join, name="Late", key=key)
    table.must("g0", commands.RenewLink)
    assert table.whole("g1").table.key != key
    assert not admits(table.state, None, key)
    table.must("g0", commands.Remove, member=2)
    assert not admits(table.state, "g2", ""), "who was removed is no member"
    table.check()


def test_pf_8_the_key_is_no_secret_of_the_table_and_nobody_guesses_the_next() -> None:
    one, other = Sitting(seats=2), Sitting(seats=2)
    other.fresh = fresh(seed=2)
    assert (other.state.secret, other.state.seq) == (one.state.secret, one.state.seq), "as after a back-up was put back"
    other.must("g0", commands.RenewLink)
    keys = set()
    for _ in range(5):
        one.must("g0", commands.RenewLink)
        keys.add(one.state.key)
    assert len(keys) == 5
    assert not any(key in one.state.secret.hex() for key in keys)
    assert other.state.key not in keys


# Hand over


def test_pf_8_the_host_hands_the_table_over() -> None:
    table = Sitting(people=3, seats=3)
    seen = table.state.seq
    assert refused(table.do("g1", commands.PassHost, member=1)) == "owner_only"
    table.must("g0", commands.PassHost, member=2)
    assert announcements.HostPassed(seen + 1, 2) in table.happened(seen)
    shown = table.whole(None).table
    assert (shown.host, shown.owner) == (2, 2)
    assert host_seat(table.state) == 2, "and whoever has the table deals"
    assert refused(table.do("g0", commands.DealNow)) == "host_only"
    table.lose("g2")
    assert table.whole(None).table.host == 0
    table.reconnect("g2")
    assert table.whole(None).table.host == 2
    table.check()


def test_pf_8_a_table_is_handed_to_somebody_who_is_here() -> None:
    table = Sitting(people=3, seats=3)
    table.lose("g2")
    assert refused(table.do("g0", commands.PassHost, member=2)) == "not_here"
    assert refused(table.do("g0", commands.PassHost, member=0)) == "no_change"


# The owner's place


def test_pf_8_the_owners_place_is_kept_and_given_back() -> None:
    """The jam: a creator offline for some seconds lost table and seat to whoever was there."""
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
    shown = table.whole("g0")
    assert (shown.table.host, shown.you.seat) == (0, 0)
    assert refused(table.do("g1", commands.DealNow)) == "host_only"
    table.check()


def test_pf_8_no_seats_are_cut_from_under_an_owner_who_is_away() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g0", commands.Rise)
    table.must("g2", commands.Rise)
    table.must("g0", commands.Sit, seat=2)
    table.lose("g0")
    assert refused(table.do("g1", commands.Change, sheet="room", seats=2)) == "kept_for_owner"
    table.must("g1", commands.CutSeats)
    assert [chair.member for chair in table.state.chairs] == [1, 0]


def test_pf_8_who_acts_for_the_owner_may_free_the_seat_of_somebody_who_is_away() -> None:
    table = Sitting(people=3, seats=3)
    table.lose("g0")
    table.lose("g2")
    table.must("g1", commands.Free, seat=2)
    assert empty(table.state.chairs[2])
    table.check()


# Begin and go on without somebody


@pytest.mark.parametrize("who", ["g0", "g2"])
def test_pf_8_a_deal_begins_without_somebody_for_no_stake_of_theirs(who: str) -> None:
    table = Sitting(people=3, seats=3, sheet="vipgame")
    seen = table.state.seq
    assert refused(table.do("g1", commands.SitOut, seat=2)) == "host_only"
    table.must(who, commands.SitOut, seat=2)
    assert announcements.SatOut(seen + 1, 2) in table.happened(seen)
    assert refused(table.do(who, commands.SitOut, seat=2)) == "no_change"
    table.must("g0", commands.Ready)
    table.must("g1", commands.Ready)
    assert table.phase() == "playing", "they are not waited for"
    own = table.whole("g2")
    assert (own.you.seat, own.deal) == (2, table.whole(None).deal), "and see what anybody sees"
    assert own.deal is not None
    assert own.deal.out == (2,)
    assert refused(table.do("g2", commands.Act, action=xidach("stake", 1))) == "sitting_out"
    assert refused(table.do("g2", commands.Back)) == "sitting_out"
    table.play_on(Rng(1))
    assert "member 2" not in table.state.ledger
    assert table.state.ledger.get("bot 2", 0) == (table.deal.payoff or ())[2]
    assert sum(table.state.ledger.values()) == 0
    assert "note seat 2 bot" in table.record(1)
    assert not table.state.chairs[2].away
    table.must("g2", commands.Ready)
    table.start()
    assert table.deal.out == ()
    table.check()


def test_pf_8_the_host_lets_a_deal_go_on_without_somebody_who_does_not_move() -> None:
    table = Sitting(people=3, seats=3, pace=500)
    table.start()
    table.act(0, xidach("deal_from", "left"))
    slow = table.deal.waiting[0]
    table.wait(PATIENCE - 1_000)
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


def test_pf_8_a_host_who_does_not_move_holds_up_nobody_for_ever() -> None:
    table = Sitting(people=3, seats=3, pace=500)
    table.start()
    assert table.deal.waiting == (0,)
    table.wait(PATIENCE_WITH_HOST - 1_000)
    assert refused(table.do("g1", commands.StandIn, seat=0)) == "too_soon"
    table.wait(1_000)
    table.must("g1", commands.StandIn, seat=0)
    assert table.state.chairs[0].away
    table.check()


def test_pf_8_a_host_who_is_never_ready_holds_up_nobody_for_ever() -> None:
    """The jam: everybody else is ready, the host's tab is open, and nobody but the host may deal."""
    table = Sitting(people=3, seats=3, sheet="vipgame")
    table.wait(10 * PATIENCE_WITH_HOST)
    table.must("g1", commands.Ready)
    table.wait(10 * PATIENCE_WITH_HOST)
    assert refused(table.do("g1", commands.SitOut, seat=0)) == "too_soon", "one of those who wait is not ready either"
    table.must("g2", commands.Ready)
    table.wait(PATIENCE_WITH_HOST - 1_000)
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


def test_pf_8_nobody_begins_without_a_host_who_is_ready() -> None:
    table = Sitting(people=3, seats=3)
    for guest in ("g0", "g1"):
        table.must(guest, commands.Ready)
    table.wait(10 * PATIENCE_WITH_HOST)
    assert refused(table.do("g1", commands.SitOut, seat=0)) == "host_only"


def test_pf_8_who_acts_for_the_owner_takes_no_seat_from_somebody_who_is_here() -> None:
    table = Sitting(people=4, seats=4)
    table.lose("g0")
    change = {"sheet": table.state.sheet, "seats": 3, "clock": None}
    assert refused(table.do("g1", commands.Change, **change)) == "owner_only"
    table.lose("g3")
    table.must("g1", commands.Change, **change)
    table.check()


def test_pf_8_nobody_is_played_for_who_is_not_asked_anything() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.wait(10 * PATIENCE)
    assert refused(table.do("g0", commands.StandIn, seat=1)) == "too_soon"
    assert refused(table.do("g0", commands.StandIn, seat=0)) == "not_yourself"


def test_pf_4_with_a_clock_the_clock_rules() -> None:
    table = Sitting(people=3, seats=3, clock=TurnClock(30, 0))
    table.start()
    table.lose("g0")
    assert refused(table.do("g1", commands.StandIn, seat=0)) == "clock_rules"
    table.wait(30_000)
    assert any(isinstance(entry, entries.TimedOut) for entry in table.log)
    assert not any(isinstance(entry, entries.StoodIn) for entry in table.log)


# Start with those who are here


def test_pf_8_start_with_three_cuts_the_free_seats_and_deals() -> None:
    table = Sitting(people=3, seats=4)
    seen = table.state.seq
    assert refused(table.do("g1", commands.CutSeats, deal=True)) == "host_only"
    table.must("g0", commands.CutSeats, deal=True)
    assert (len(table.state.chairs), table.phase()) == (3, "playing")
    assert announcements.SeatsCut(seen + 1, 3) in table.happened(seen)
    table.play_on(Rng(1))
    table.check()


def test_pf_8_those_who_are_here_move_together_in_their_order() -> None:
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
    assert host_seat(table.state) == 2
    table.check()


def test_pf_8_no_seats_are_cut_that_the_game_needs() -> None:
    table = Sitting("big2", people=1, seats=4, sheet="hong_kong")
    assert refused(table.do("g0", commands.CutSeats, deal=True)) == "bad_seats"
    assert len(table.state.chairs) == 4


def test_pf_8_the_house_keeps_its_seat_when_seats_are_cut() -> None:
    table = Sitting("niuniu", people=2, seats=5, sheet="paytable")
    table.must("g0", commands.CutSeats, deal=True)
    assert (len(table.state.chairs), table.state.closed) == (3, (2,))
    assert [chair.member for chair in table.state.chairs] == [0, 1, None]
    table.check()


# A hundred members


def test_pf_8_however_many_watch_they_keep_no_friend_out() -> None:
    table = Sitting(people=2, seats=3, sheet="vipgame")
    table.must("g0", commands.SetBot, seat=2, level="heuristic")
    for number in range(4):
        table.start()
        table.play_on(Rng(number))
    table.must("g1", commands.Leave)
    for number in range(2, MEMBERS_AT_MOST):
        table.must(f"ghost{number}", commands.Join, name="Ghost")
    table.must("ghost2", commands.Say, text="boo")
    seen = table.state.seq
    table.must("friend", commands.Join, name="Minh")
    table.must("friend", commands.Sit, seat=2)
    assert len(table.state.members) == MEMBERS_AT_MOST
    assert {"g0", "g1", "friend"} <= set(table.state.by_guest), "who has chips here is remembered, too"
    assert "ghost2" not in table.state.by_guest, "who has watched for longest watches on without a name"
    assert b'"type":"view"' in table.told("ghost2", seen), "and is told"
    assert b"boo" not in table.told("g0", 0), "nobody is taken to have said what another did"
    table.check()


def test_pf_8_entries_omit_what_is_usual() -> None:
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
def test_pf_30_every_power_has_one_effect_for_one_id(
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


def test_pf_38_who_took_their_name_back_is_told_of_as_someone() -> None:
    teller = Phraser(load("xidach"), "en", ["Lan", "Minh"], texts.TEXTS)
    for nameless in (announcements.Removed(1, 1, ""), announcements.Admitted(1, "")):
        assert "someone" in announced(nameless, teller, {1: ""}).lower()
    assert "Lan" in announced(announcements.Admitted(1, "Lan"), teller, {})

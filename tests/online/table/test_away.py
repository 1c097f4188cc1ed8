"""PF-9: waiting for disconnected people, and moves made for them. PF-10: announcing changed rules."""

from __future__ import annotations

import pytest

from chieu.core.rng import Rng
from chieu.online.protocol import announcements, commands, wire
from chieu.online.protocol.answers import Refused
from chieu.online.protocol.fields import WAIT, TurnClock
from chieu.online.protocol.views import RulesBefore
from chieu.online.table import entries, snapshots
from chieu.online.table.decide import LOSSES_AT_MOST
from chieu.online.table.turns import deadline
from tests.online.table.sitting import Sitting, xidach


def refused(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def moved(table: Sitting, seat: int) -> int:
    return sum(1 for event in table.events if isinstance(event, entries.Moved) and event.seat == seat)


# Waiting for a person


def test_pf_9_nobody_waits_for_a_person_who_sits_the_deal_out() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g1", commands.SitOut, seat=1)
    table.start()
    table.lose("g1")
    seat_info = table.whole(None).table.seats[1]
    assert (seat_info.lost, seat_info.until) == (table.now, 0)


def test_pf_9_table_waits_five_minutes_for_a_lost_person() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    lost_at, seen = table.now, table.state.seq
    table.lose("g0")
    assert announcements.Lost(seen + 1, 0) in table.happened(seen)
    seat_info = table.whole(None).table.seats[0]
    assert (seat_info.away, seat_info.lost, seat_info.until) == (False, lost_at, lost_at + 1000 * WAIT)
    assert deadline(table.state) == lost_at + 1000 * WAIT
    table.wait(1000 * WAIT - 1)
    assert moved(table, 0) == 0
    table.wait(1)
    assert moved(table, 0) == 1, "then a bot plays for them"
    assert announcements.StoodIn(seen + 2, 0) in table.happened(seen)
    seat_info = table.whole(None).table.seats[0]
    assert (seat_info.away, seat_info.until) == (True, 0)
    table.check()


@pytest.mark.parametrize("wait", [0, 60, 3600])
def test_pf_9_wait_is_a_setting_of_the_table(wait: int) -> None:
    table = Sitting(people=3, seats=3, wait=wait)
    assert table.whole(None).table.wait == wait
    table.start()
    table.lose("g0")
    table.wait(1000 * wait - 1)
    assert moved(table, 0) == 0 or wait == 0
    table.wait(1)
    assert moved(table, 0) == 1
    table.check()


def test_pf_9_wait_can_change_during_a_deal() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.lose("g1")
    table.must("g0", commands.Change, sheet="room", seats=3, wait=10)
    assert table.whole(None).table.wait == 10
    table.act(0, xidach("deal_from", "left"))
    table.must("g0", commands.Change, sheet="vipgame", seats=3)
    assert table.whole(None).table.wait == 10, "who does not name it changes nothing about it"
    table.check()


def test_pf_9_person_back_in_time_loses_nothing() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.lose("g0")
    table.wait(1000 * WAIT - 1)
    table.reconnect("g0")
    assert deadline(table.state) is None
    table.wait(10**7)
    assert moved(table, 0) == 0
    table.lose("g0")
    assert table.whole(None).table.seats[0].until == table.now + 1000 * WAIT, "and is waited for anew"
    table.check()


def test_pf_9_deal_waits_while_everybody_is_disconnected() -> None:
    table = Sitting(people=3, seats=3, wait=10)
    table.start()
    for guest in ("g0", "g1", "g2"):
        table.lose(guest)
    assert deadline(table.state) is None
    table.wait(10**8)
    assert moved(table, 0) == 0
    table.reconnect("g1")
    table.wait(1)
    assert moved(table, 0) == 1
    table.check()


def test_pf_9_anybody_seated_may_call_the_stand_in() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g3", commands.Join, name="Watcher")
    table.start()
    assert refused(table.do("g1", commands.StandIn, seat=0)) == "too_soon", "not at once for somebody who is here"
    table.lose("g0")
    assert refused(table.do("g3", commands.StandIn, seat=0)) == "not_seated"
    seq_before = table.state.seq
    table.must("g2", commands.StandIn, seat=0)
    assert announcements.StoodIn(seq_before + 1, 0, by=2) in table.happened(seq_before)
    table.wait(1)
    assert moved(table, 0) == 1
    assert refused(table.do("g2", commands.StandIn, seat=0)) == "no_change"
    table.reconnect("g0")
    assert not table.state.chairs[0].away
    assert refused(table.do("g2", commands.StandIn, seat=1)) == "host_only"
    table.check()


def test_pf_9_clock_replaces_the_wait() -> None:
    table = Sitting(people=3, seats=3, clock=TurnClock(10, 0), wait=1)
    table.start()
    due = deadline(table.state)
    table.lose("g0")
    assert (deadline(table.state), table.whole(None).table.seats[0].until) == (due, 0)
    assert table.whole(None).table.seats[0].lost == table.now
    table.check()


def test_pf_36_flapping_connection_is_logged_a_limited_time() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    for _ in range(3 * LOSSES_AT_MOST):
        table.lose("g1")
        table.wait(5_000)
        table.reconnect("g1")
    assert sum(1 for event in table.events if isinstance(event, entries.Disconnected)) == LOSSES_AT_MOST
    assert table.whole(None).table.seats[1].lost, "they are not waited for without end"
    table.must("g1", commands.Back)
    assert not table.whole(None).table.seats[1].lost, "who does something is back"
    table.lose("g1")
    table.play_on(Rng(1))
    table.reconnect("g1")
    assert not table.whole(None).table.seats[1].lost, "the next deal is another matter"
    table.check()


def test_pf_9_disconnected_spectator_is_gone() -> None:
    table = Sitting(seats=2)
    table.must("g1", commands.Join, name="Hoa")
    seq_before = table.state.seq
    table.lose("g1")
    assert table.happened(seq_before) == [announcements.Went(seq_before + 1, 1)]
    assert table.whole(None).table.watchers == ()
    table.reconnect("g1")
    assert table.whole(None).table.watchers == ((1, "Hoa"),)


# Starting a deal


def test_pf_9_absent_person_does_not_block_the_next_deal() -> None:
    """Regression: a friend closed the tab between deals and the table stood still for ever."""
    table = Sitting(people=3, seats=3, sheet="vipgame")
    table.must("g0", commands.Ready)
    table.must("g1", commands.Ready)
    assert table.phase() == "between"
    table.lose("g2")
    assert table.phase() == "playing"
    assert table.deal.out == (2,)
    table.play_on(Rng(1))
    assert "member 2" not in table.state.ledger, "and nothing of theirs was at stake"
    table.reconnect("g2")
    assert not table.whole(None).table.seats[2].away
    table.check()


def test_pf_9_host_deals_at_once_if_somebody_is_away() -> None:
    table = Sitting(people=3, seats=3, seed=2)
    table.lose("g2")
    table.must("g0", commands.DealNow)
    assert table.deal.out == (2,)
    table.reconnect("g2")
    own = table.whole("g2")
    assert own.deal == table.whole(None).deal
    assert refused(table.do("g2", commands.Act, action=xidach("draw"))) == "sitting_out"
    table.check()


def test_pf_9_ready_person_is_dealt_in_and_waited_for() -> None:
    table = Sitting(people=2, seats=2)
    table.must("g1", commands.Ready)
    table.lose("g1")
    table.must("g0", commands.Ready)
    assert (table.phase(), table.deal.out) == ("playing", ())
    assert not table.state.chairs[1].away
    table.check()


def test_pf_9_no_deal_begins_without_people() -> None:
    table = Sitting(people=2, seats=2)
    table.must("g1", commands.Ready)
    table.lose("g0")
    assert table.phase() == "playing", "who is here and ready need not wait"
    other = Sitting(people=2, seats=2)
    other.lose("g0")
    other.lose("g1")
    assert other.phase() == "between"


# Moves made for an absent person


def test_pf_9_returning_person_sees_the_stand_ins_moves() -> None:
    table = Sitting(people=3, seats=3, pace=0)
    table.start()
    table.act(0, xidach("deal_from", "left"))
    away = table.deal.to_act[0]
    table.lose(f"g{away}")
    table.must("g0", commands.StandIn, seat=away)
    table.wait(1)
    count = moved(table, away)
    assert count > 0
    table.reconnect(f"g{away}")
    deal = table.whole(f"g{away}").deal
    assert deal is not None
    assert deal.played_for_you is not None
    assert deal.played_for_you.count == count
    moves = [event for event in table.events if isinstance(event, entries.Moved)]
    expected = [
        tuple(event.seen_by(away) for event in events)
        for move, events in zip(moves, table.deal.events, strict=True)
        if move.seat == away
    ]
    assert list(deal.played_for_you.moves) == expected
    for guest in (None, "g0"):
        other = table.whole(guest).deal
        assert other is not None
        assert other.played_for_you is None, "nobody else is told so"
    table.check()


def test_pf_9_moves_of_an_earlier_absence_are_dropped() -> None:
    table = Sitting("big2", people=4, seats=4, sheet="hong_kong", wait=0)
    table.start()
    rng = Rng(5)
    counts = []
    for _ in range(2):
        table.lose("g1")
        table.play_on(rng, 6)
        table.reconnect("g1")
        deal = table.whole("g1").deal
        assert deal is not None
        assert deal.played_for_you is not None
        counts.append(deal.played_for_you.count)
        table.play_on(rng, 3)
    assert sum(counts) <= moved(table, 1)
    assert max(counts) < moved(table, 1)


@pytest.mark.usefixtures("fixed_cards")
def test_bt_18_cleared_plays_are_hidden_from_absent_people_too() -> None:
    table = Sitting("big2", people=4, seats=4, sheet="hong_kong", wait=0)
    table.must("g4", commands.Join, name="Watcher")
    table.start()
    table.lose("g1")
    rng, cleared = Rng(1), 0
    while table.phase() == "playing":
        before = table.deal.stand_ins.get(1)
        table.play_on(rng, 1)
        if table.phase() != "playing":
            break
        after = table.deal.stand_ins.get(1)
        if any(event.clears for event in table.deal.events[-1]) and before is not None and before.count:
            assert after is not None
            assert len(after.events) <= 1
            assert after.count >= before.count
            cleared += 1
    assert cleared > 2


# PF-10


def test_pf_10_old_rules_are_shown_until_the_first_new_deal_ends() -> None:
    table = Sitting(people=2, seats=2)
    table.must("g0", commands.Change, sheet="vipgame", seats=2, clock=TurnClock(30, 0))
    news = RulesBefore(table.state.seq, 0, 1, "xidach", "room", 2, WAIT)
    assert table.whole(None).table.rules_before == news
    table.start()
    assert table.whole("g1").table.rules_before == news
    table.play_on(Rng(1))
    assert table.whole("g1").table.rules_before is None
    table.check()


def test_pf_10_change_in_a_deal_is_shown_until_the_next_ends() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    table.must("g0", commands.Change, sheet="vipgame", seats=2)
    shown = table.whole(None).table.rules_before
    assert shown is not None
    assert (shown.deal, shown.sheet) == (2, "room")
    table.play_on(Rng(1))
    assert table.whole(None).table.rules_before == shown
    table.start()
    table.play_on(Rng(2))
    assert table.whole(None).table.rules_before is None
    table.check()


def test_pf_10_changes_before_a_deal_are_combined() -> None:
    table = Sitting(people=2, seats=3)
    table.must("g0", commands.Change, sheet="vipgame", seats=3)
    table.must("g0", commands.Change, sheet="vipgame", seats=2)
    shown = table.whole(None).table.rules_before
    assert shown is not None
    assert (shown.seq, shown.sheet, shown.seats) == (table.state.seq, "room", 3)
    table.must("g0", commands.Change, sheet="room", seats=3)
    assert table.whole(None).table.rules_before is None
    table.check()


def test_pf_10_author_of_a_change_survives_a_snapshot() -> None:
    table = Sitting(people=3, seats=3)
    table.lose("g0")
    table.must("g1", commands.Change, sheet="vipgame", seats=3)
    restored = snapshots.read(snapshots.write(table.state))
    assert restored.rules_before == table.state.rules_before
    assert restored.rules_before is not None
    assert restored.rules_before.member == 1
    assert b"rules_before" in wire.write(table.whole("g2"))

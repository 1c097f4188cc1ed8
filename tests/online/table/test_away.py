"""PF-9: who lost the connection is waited for, and told what was done for them. PF-10: rules that change."""

from __future__ import annotations

import pytest

from chieu.core.rng import Rng
from chieu.online.protocol import announcements, commands, wire
from chieu.online.protocol.answers import Refused
from chieu.online.protocol.messages import WAIT, TurnClock
from chieu.online.protocol.views import RulesBefore
from chieu.online.table import entries, snapshots
from chieu.online.table.decide import LOSSES_AT_MOST
from chieu.online.table.turns import deadline
from tests.online.table.sitting import Sitting, xidach


def refused(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def moved(table: Sitting, seat: int) -> int:
    return sum(1 for entry in table.log if isinstance(entry, entries.Moved) and entry.seat == seat)


# Being waited for


def test_pf_9_without_a_clock_who_lost_the_connection_is_waited_for_five_minutes() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    lost_at, seen = table.now, table.state.seq
    table.lose("g0")
    assert announcements.Lost(seen + 1, 0) in table.happened(seen)
    shown = table.whole(None).table.seats[0]
    assert (shown.away, shown.lost, shown.until) == (False, lost_at, lost_at + 1000 * WAIT)
    assert deadline(table.state) == lost_at + 1000 * WAIT
    table.wait(1000 * WAIT - 1)
    assert moved(table, 0) == 0
    table.wait(1)
    assert moved(table, 0) == 1, "then a bot plays for them"
    assert announcements.StoodIn(seen + 2, 0) in table.happened(seen)
    shown = table.whole(None).table.seats[0]
    assert (shown.away, shown.until) == (True, 0)
    table.check()


@pytest.mark.parametrize("wait", [0, 60, 3600])
def test_pf_9_how_long_is_a_setting_of_the_table(wait: int) -> None:
    table = Sitting(people=3, seats=3, wait=wait)
    assert table.whole(None).table.wait == wait
    table.start()
    table.lose("g0")
    table.wait(1000 * wait - 1)
    assert moved(table, 0) == 0 or wait == 0
    table.wait(1)
    assert moved(table, 0) == 1
    table.check()


def test_pf_9_the_setting_can_be_changed_in_a_deal_too() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.lose("g1")
    table.must("g0", commands.Change, sheet="room", seats=3, wait=10)
    assert table.whole(None).table.wait == 10
    table.act(0, xidach("deal_from", "left"))
    table.must("g0", commands.Change, sheet="vipgame", seats=3)
    assert table.whole(None).table.wait == 10, "who does not name it changes nothing about it"
    table.check()


def test_pf_9_who_is_back_in_time_has_lost_nothing() -> None:
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


def test_pf_9_a_deal_that_everybody_lost_waits_for_the_first_of_them() -> None:
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


def test_pf_9_anybody_seated_may_let_the_bot_play_on_at_once() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g3", commands.Join, name="Watcher")
    table.start()
    assert refused(table.do("g1", commands.StandIn, seat=0)) == "too_soon", "not at once for somebody who is here"
    table.lose("g0")
    assert refused(table.do("g3", commands.StandIn, seat=0)) == "not_seated"
    seen = table.state.seq
    table.must("g2", commands.StandIn, seat=0)
    assert announcements.StoodIn(seen + 1, 0, by=2) in table.happened(seen)
    table.wait(1)
    assert moved(table, 0) == 1
    assert refused(table.do("g2", commands.StandIn, seat=0)) == "no_change"
    table.reconnect("g0")
    assert not table.state.chairs[0].away
    assert refused(table.do("g2", commands.StandIn, seat=1)) == "host_only"
    table.check()


def test_pf_9_with_a_clock_the_clock_rules() -> None:
    table = Sitting(people=3, seats=3, clock=TurnClock(10, 0), wait=1)
    table.start()
    due = deadline(table.state)
    table.lose("g0")
    assert (deadline(table.state), table.whole(None).table.seats[0].until) == (due, 0)
    assert table.whole(None).table.seats[0].lost == table.now
    table.check()


def test_pf_36_a_connection_that_comes_and_goes_is_not_written_down_without_end() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    for _ in range(3 * LOSSES_AT_MOST):
        table.lose("g1")
        table.wait(5_000)
        table.reconnect("g1")
    assert sum(1 for entry in table.log if isinstance(entry, entries.Lost)) == LOSSES_AT_MOST
    assert table.whole(None).table.seats[1].lost, "they are not waited for without end"
    table.must("g1", commands.Back)
    assert not table.whole(None).table.seats[1].lost, "who does something is back"
    table.lose("g1")
    table.play_on(Rng(1))
    table.reconnect("g1")
    assert not table.whole(None).table.seats[1].lost, "the next deal is another matter"
    table.check()


def test_pf_9_who_watches_and_loses_the_connection_is_simply_gone() -> None:
    table = Sitting(seats=2)
    table.must("g1", commands.Join, name="Hoa")
    seen = table.state.seq
    table.lose("g1")
    assert table.happened(seen) == [announcements.Went(seen + 1, 1)]
    assert table.whole(None).table.watchers == ()
    table.reconnect("g1")
    assert table.whole(None).table.watchers == ((1, "Hoa"),)


# The beginning of a deal


def test_pf_9_nobody_who_is_away_holds_up_the_beginning_of_a_deal() -> None:
    """The jam: a friend closes the tab between deals, and the table stands still for ever."""
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


def test_pf_9_the_host_deals_at_once_when_somebody_is_away() -> None:
    table = Sitting(people=3, seats=3)
    table.lose("g2")
    table.must("g0", commands.DealNow)
    assert table.deal.out == (2,)
    table.reconnect("g2")
    own = table.whole("g2")
    assert own.deal == table.whole(None).deal
    assert refused(table.do("g2", commands.Act, action=xidach("draw"))) == "sitting_out"
    table.check()


def test_pf_9_who_said_ready_is_dealt_in_and_waited_for() -> None:
    table = Sitting(people=2, seats=2)
    table.must("g1", commands.Ready)
    table.lose("g1")
    table.must("g0", commands.Ready)
    assert (table.phase(), table.deal.out) == ("playing", ())
    assert not table.state.chairs[1].away
    table.check()


def test_pf_9_no_deal_begins_without_anybody() -> None:
    table = Sitting(people=2, seats=2)
    table.must("g1", commands.Ready)
    table.lose("g0")
    assert table.phase() == "playing", "who is here and ready need not wait"
    other = Sitting(people=2, seats=2)
    other.lose("g0")
    other.lose("g1")
    assert other.phase() == "between"


# What was done for me


def test_pf_9_who_comes_back_is_told_what_was_done_for_them() -> None:
    table = Sitting(people=3, seats=3, pace=0)
    table.start()
    table.act(0, xidach("deal_from", "left"))
    away = table.deal.waiting[0]
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
    made = [entry for entry in table.log if isinstance(entry, entries.Moved)]
    expected = [
        tuple(event.seen_by(away) for event in events)
        for entry, events in zip(made, table.deal.events, strict=True)
        if entry.seat == away
    ]
    assert list(deal.played_for_you.moves) == expected
    for guest in (None, "g0"):
        other = table.whole(guest).deal
        assert other is not None
        assert other.played_for_you is None, "nobody else is told so"
    table.check()


def test_pf_9_an_older_absence_is_another_story() -> None:
    table = Sitting("big2", people=4, seats=4, sheet="hong_kong", wait=0)
    table.start()
    rng = Rng(5)
    told = []
    for _ in range(2):
        table.lose("g1")
        table.play_on(rng, 6)
        table.reconnect("g1")
        deal = table.whole("g1").deal
        assert deal is not None
        assert deal.played_for_you is not None
        told.append(deal.played_for_you.count)
        table.play_on(rng, 3)
    assert sum(told) <= moved(table, 1)
    assert max(told) < moved(table, 1)


def test_bt_18_what_is_past_for_everybody_is_past_for_who_was_away() -> None:
    table = Sitting("big2", people=4, seats=4, sheet="hong_kong", wait=0)
    table.must("g4", commands.Join, name="Watcher")
    table.start()
    table.lose("g1")
    rng, cleared = Rng(3), 0
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


def test_pf_10_what_the_rules_were_is_known_until_the_first_deal_by_the_new_ones_is_over() -> None:
    table = Sitting(people=2, seats=2)
    table.must("g0", commands.Change, sheet="vipgame", seats=2, clock=TurnClock(30, 0))
    news = RulesBefore(table.state.seq, 0, 1, "room", 2, WAIT)
    assert table.whole(None).table.rules_before == news
    table.start()
    assert table.whole("g1").table.rules_before == news
    table.play_on(Rng(1))
    assert table.whole("g1").table.rules_before is None
    table.check()


def test_pf_10_rules_changed_in_a_deal_are_news_until_the_next_one_is_over() -> None:
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


def test_pf_10_several_changes_before_a_deal_are_one_and_a_change_back_is_none() -> None:
    table = Sitting(people=2, seats=3)
    table.must("g0", commands.Change, sheet="vipgame", seats=3)
    table.must("g0", commands.Change, sheet="vipgame", seats=2)
    shown = table.whole(None).table.rules_before
    assert shown is not None
    assert (shown.seq, shown.sheet, shown.seats) == (table.state.seq, "room", 3)
    table.must("g0", commands.Change, sheet="room", seats=3)
    assert table.whole(None).table.rules_before is None
    table.check()


def test_pf_10_who_changed_them_is_named_and_it_survives_being_put_away() -> None:
    table = Sitting(people=3, seats=3)
    table.lose("g0")
    table.must("g1", commands.Change, sheet="vipgame", seats=3)
    kept = snapshots.read(snapshots.write(table.state))
    assert kept.rules_before == table.state.rules_before
    assert kept.rules_before is not None
    assert kept.rules_before.member == 1
    assert b"rules_before" in wire.write(table.whole("g2"))

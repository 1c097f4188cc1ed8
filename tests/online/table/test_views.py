"""PF-20: messages to a viewer do not depend on cards hidden from them. PF-32: catching up."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from chieu.core import codec
from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.online.client.mirror import updated_table
from chieu.online.protocol import commands, wire
from chieu.online.protocol.announcements import Announcement, Logged
from chieu.online.protocol.fields import TurnClock
from chieu.online.protocol.views import Update, View
from chieu.online.service.actor import LATELY
from chieu.online.table import decide, fold, project
from chieu.online.table.entries import AnyEntry, Moved, Private, Started
from chieu.online.table.seating import member_of, plays_from
from chieu.online.table.state import TableState
from chieu.online.table.turns import deadline
from chieu.testing import Table
from tests.online.table.sitting import SECRET, Sitting, fold_all, fresh, xidach
from tests.playing import all_tables

TABLES = list(all_tables())


def test_pf_20_no_message_can_hold_a_private_event() -> None:
    announced, private = set(get_args(Announcement)), {*get_args(Private), Started, Moved}
    assert announced >= set(get_args(Logged))
    assert not announced & private
    assert not {kind.__name__ for kind in announced} & {kind.__name__ for kind in private}


def some_way_into_a_deal(table: Table, rng: Rng) -> Sitting:
    """Return a table of people and one bot, stopped somewhere before the end of its second deal."""
    preset = next(name for name, rules in table.game.presets.items() if rules == table.rules)
    sitting = Sitting(table.game.name, table.seats, table.seats, preset, clock=TurnClock(20, 10))
    last = table.seats - len(table.game.closed(table.rules, table.seats)) - 1
    if last > 1:
        sitting.must(f"g{last}", commands.Rise)
        sitting.must("g0", commands.SetBot, seat=last, level="heuristic")
    sitting.start()
    moves = sitting.play_on(Rng(rng.below(1000)))
    assert sitting.phase() == "between"
    sitting.start()
    sitting.play_on(rng, rng.below(max(moves - 1, 1)) + 1)
    return sitting


def with_orders(log: list[AnyEntry], first: int, orders: tuple[Any, ...]) -> list[AnyEntry]:
    """Return the same log with other shuffles in its last deal."""
    remaining = iter(orders)
    return [
        replace(entry, event=replace(entry.event, action=Shuffle(next(remaining))))
        if number >= first and isinstance(entry.event, Moved) and entry.event.seat == CHANCE
        else entry
        for number, entry in enumerate(log, start=1)
    ]


def states(log: list[AnyEntry], first: int) -> list[TableState]:
    """Yield the table before the deal and after each of its entries."""
    state = fold_all(log[: first - 1])
    assert state is not None
    out = [state]
    for entry in log[first - 1 :]:
        out.append(fold.fold(out[-1], entry))
    return out


def sent_to(guest: str | None, log: list[TableState]) -> list[bytes]:
    """Return everything a viewer is sent of a deal: step by step, at once, and as a new view."""
    seen = log[0].seq
    out = []
    for before, after in pairwise(log):
        seat = plays_from(after, member_of(after, guest))
        out.append(wire.write(project.update(after, seat, before.seq, 5)))
        out.append(wire.write(project.update(after, seat, seen, 5)))
        out.append(wire.write(project.full_view(after, guest, 5, LATELY)))
    return out


def answers_to(guest: str, state: TableState, actions: list[Any]) -> list[bytes]:
    """Return the answers to everything a guest may try, and the table's deadline after each."""
    out = []
    for number, action in enumerate(actions):
        command: commands.Act[Any] = commands.Act(id=f"try {number}", seq=state.seq, action=action)
        outcome = fold.Transaction(state, 2_000_000, fresh())
        decide.decide(outcome, guest, command)
        out.append(codec.encode([outcome.answer, deadline(outcome.state) if not outcome.entries else None]))
    return out


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_pf_20_hidden_cards_change_no_byte(table: Table) -> None:
    changed = shuffled = 0
    for seed in range(6):
        rng = Rng(seed, 20)
        sitting = some_way_into_a_deal(table, rng)
        if sitting.phase() != "playing":
            continue
        shuffled += sitting.deal.shuffles
        first = sitting.deal.first
        here = states(sitting.log, first)
        actions = list({event.action for event in sitting.events if isinstance(event, Moved) and event.seat != CHANCE})
        for viewer in (None, *range(table.seats)):
            other = table.game.resample(sitting.deal.state, viewer, rng.shuffled)
            there = states(with_orders(sitting.log, first, table.game.orders(other)), first)
            changed += there[-1].deal != here[-1].deal
            member = None if viewer is None else sitting.state.chairs[viewer].member
            guest = None if member is None else f"g{member}"
            if viewer is not None and member is None:
                continue  # bots get no messages
            assert sent_to(guest, there) == sent_to(guest, here)
            assert [deadline(state) for state in there] == [deadline(state) for state in here]
            if guest is not None:
                assert answers_to(guest, there[-1], actions) == answers_to(guest, here[-1], actions)
    assert changed or not shuffled, "the cards were the same: nothing was shown"


@pytest.mark.parametrize("table", [table for table in TABLES if table.seats in (3, 4)], ids=repr)
def test_pf_20_hidden_cards_change_no_byte_for_absent_people(table: Table) -> None:
    """PF-8, PF-9: the person of seat 1 is disconnected, a bot plays, and they return and read its moves.

    The person of the last seat sits the deal out and sees the public view.
    """
    preset = next(name for name, rules in table.game.presets.items() if rules == table.rules)
    changed = shuffled = 0
    for seed in range(4):
        rng = Rng(seed, 21)
        sitting = Sitting(table.game.name, table.seats, table.seats, preset, wait=0)
        last = table.seats - len(table.game.closed(table.rules, table.seats)) - 1
        if last < 2:
            return
        sitting.must(f"g{last}", commands.SitOut, seat=last)
        sitting.start()
        if sitting.phase() != "playing":
            continue
        sitting.lose("g1")
        sitting.play_on(rng, 12 + rng.below(12))
        if sitting.phase() != "playing":
            continue
        sitting.reconnect("g1")
        shuffled += sitting.deal.shuffles
        first = sitting.deal.first
        here = states(sitting.log, first)
        for viewer, guest in ((None, None), (1, "g1"), (None, f"g{last}"), (0, "g0")):
            other = table.game.resample(sitting.deal.state, viewer, rng.shuffled)
            there = states(with_orders(sitting.log, first, table.game.orders(other)), first)
            changed += there[-1].deal != here[-1].deal
            assert sent_to(guest, there) == sent_to(guest, here)
            assert [deadline(state) for state in there] == [deadline(state) for state in here]
    assert changed or not shuffled, "the cards were the same: nothing was shown"


def test_pf_20_secrets_are_never_sent() -> None:
    """No seed before the deal is over; the table's secret and guests' ids never."""
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    rng, seed, seen = Rng(9), sitting.proof.seed, sitting.state.seq - 1
    while sitting.phase() == "playing":
        for guest in ("g0", "g1", "g2", None):
            for raw in (sitting.sent(guest, seen), wire.write(sitting.whole(guest))):
                assert seed.encode() not in raw
                assert SECRET.hex().encode() not in raw
                assert re.search(rb'"g[0-9]"', raw) is None
        sitting.play_on(rng, 1)
    assert seed.encode() in sitting.sent(None, seen)
    assert sitting.state.shuffle.seed.encode() not in sitting.sent(None, seen)


def test_pf_32_reconnecting_client_gets_the_missed_updates() -> None:
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    seq_before = sitting.state.seq
    sitting.act(0, xidach("deal_from", "left"))
    sitting.must("g0", commands.Say, text="good luck")
    assert project.can_catch_up(sitting.state, "g1", seq_before)
    update = project.update(sitting.state, 1, seq_before, 0)
    assert [event.seq for event in update.happened] == [seq_before + 1, seq_before + 2, seq_before + 3]
    assert (update.after, update.seq) == (seq_before, sitting.state.seq)
    assert update.deal == project.deal_view(sitting.state, 1, None)


@pytest.mark.usefixtures("fixed_cards")
def test_pf_32_client_too_far_behind_gets_a_view() -> None:
    sitting = Sitting(people=2, seats=2)
    sitting.start()
    seq_before = sitting.state.seq
    sitting.play_on(Rng(1))
    sitting.start()
    assert not project.can_catch_up(sitting.state, "g1", seq_before)
    assert not project.can_catch_up(sitting.state, "g1", sitting.state.seq + 1)
    assert not project.can_catch_up(sitting.state, None, 0)


def test_pf_32_client_whose_place_changed_gets_a_view() -> None:
    sitting = Sitting(people=1, seats=2)
    sitting.must("g1", commands.Join, name="Hoa")
    seq_before = sitting.state.seq
    sitting.must("g1", commands.Sit, seat=1)
    assert not project.can_catch_up(sitting.state, "g1", seq_before)
    assert project.can_catch_up(sitting.state, "g0", seq_before)
    assert project.can_catch_up(sitting.state, "g1", sitting.state.seq)


def test_pf_32_view_holds_the_latest_events() -> None:
    sitting = Sitting(people=3, seats=3)
    sitting.start()
    seq_before = sitting.state.seq
    sitting.act(0, xidach("deal_from", "left"))
    sitting.must("g0", commands.Say, text="good luck")
    for guest, seat in (("g1", 1), (None, None)):
        happened = project.full_view(sitting.state, guest, 0, LATELY).happened
        assert happened[-3:] == project.update(sitting.state, seat, seq_before, 0).happened, (
            "as that viewer may know it"
        )
        assert project.full_view(sitting.state, guest, 0, 2).happened == happened[-2:]
    assert sitting.whole("g1").happened == ()
    sitting.play_on(Rng(1))
    sitting.must("g2", commands.Rise)
    sitting.must("g2", commands.Sit, seat=2)
    assert project.full_view(sitting.state, "g2", 0, LATELY).happened == (), "nothing from where they sat before"


def test_pf_32_long_trail_is_truncated() -> None:
    sitting = Sitting(people=1, seats=2)
    first = sitting.state.seq
    for number in range(700):
        sitting.wait(2_000)
        sitting.must("g0", commands.Say, text=str(number))
    assert not project.can_catch_up(sitting.state, "g0", first)
    at = sitting.state.trail_from
    assert project.can_catch_up(sitting.state, "g0", at)
    happened = project.update(sitting.state, 0, at, 0).happened
    assert [event.seq for event in happened] == list(range(at + 1, sitting.state.seq + 1))


@pytest.mark.parametrize("table", TABLES[:: max(1, len(TABLES) // 12)], ids=repr)
def test_pf_32_updates_add_up_to_the_view(table: Table) -> None:
    """A client that applied every update has what a new view shows."""
    rng = Rng(3, 3)
    sitting = some_way_into_a_deal(table, rng)
    held: dict[str | None, View[Any, Any, Any]] = {guest: sitting.whole(guest) for guest in ("g0", "g1", None)}
    for step in range(40):
        seq_before = sitting.state.seq
        if sitting.phase() == "between":
            ready = sitting.state.chairs[0].ready
            sitting.do("g0", commands.DealNow if ready else commands.Ready)
        elif step % 7 == 3:
            sitting.do("g1", commands.Leave if step % 2 else commands.Back)
        else:
            sitting.play_on(rng, 1)
        for guest, before in held.items():
            seat = plays_from(sitting.state, member_of(sitting.state, guest))
            if project.can_catch_up(sitting.state, guest, seq_before):
                held[guest] = applied(before, project.update(sitting.state, seat, seq_before, sitting.now))
            else:
                held[guest] = sitting.whole(guest)
            fresh = sitting.whole(guest)
            assert (held[guest].table, held[guest].deal) == (fresh.table, fresh.deal)


def test_pf_32_update_has_only_the_parts_that_changed() -> None:
    sitting = Sitting(people=2, seats=2)
    seen = sitting.state.seq
    sitting.must("g0", commands.Ready)
    update = project.update(sitting.state, 1, seen, 0)
    assert update.seats is not None
    assert update.seats[0].ready
    assert (update.table, update.shuffle, update.phase, update.deal) == (None, None, None, None)
    sitting.must("g0", commands.Lock, on=True)
    update = project.update(sitting.state, 1, seen, 0)
    assert update.table == sitting.whole("g1").table
    assert (update.seats, update.shuffle, update.phase) == (None, None, None)


def applied(before: View[Any, Any, Any], update: Update[Any, Any, Any]) -> View[Any, Any, Any]:
    return replace(
        before,
        seq=update.seq,
        table=updated_table(before.table, update),
        deal=update.deal if update.deal is not None else before.deal,
    )


@pytest.mark.usefixtures("fixed_cards")
def test_bt_18_plays_of_a_finished_round_are_not_resent() -> None:
    """A client that claims to have seen nothing since the deal began learns only what is on the table now."""
    sitting = Sitting("big2", people=4, seats=4, sheet="hong_kong")
    sitting.start()
    first, rng, rounds = sitting.state.seq, Rng(3), 0
    shown: set[str] = set()  # the cards played in this round
    while sitting.phase() == "playing":
        seat = sitting.deal.to_act[0]
        sitting.act(seat, rng.pick(sitting.game.legal(sitting.deal.state, seat)))
        happened = sitting.deal.events[-1]
        if any(event.clears for event in happened):
            rounds, shown = rounds + 1, set()
        shown |= {str(card) for event in happened for card in getattr(event.fact, "cards", ())}
        lately = codec.plain(project.full_view(sitting.state, None, 5, LATELY).happened)
        assert {card for event in lately for fact in event.get("facts", ()) for card in fact.get("cards", ())} <= shown
        for seen in range(first, sitting.state.seq):
            if project.can_catch_up(sitting.state, None, seen):
                happened = codec.plain(project.update(sitting.state, None, seen, 5).happened)
                facts = [fact for event in happened for fact in event.get("facts", ())]
                assert {card for fact in facts for card in fact.get("cards", ())} <= shown
    assert rounds > 5


def test_pf_20_seat_taken_after_a_deal_sees_the_public_view() -> None:
    sitting = Sitting("xidach", 2, 2)
    sitting.start()
    sitting.play_on(Rng(1))
    sitting.must("g0", commands.Change, sheet="room", seats=3)
    sitting.must("g2", commands.Join, name="Guest 2")
    sitting.must("g2", commands.Sit, seat=2)
    assert sitting.whole("g2").you.seat == 2
    assert sitting.whole("g2").deal == sitting.whole(None).deal

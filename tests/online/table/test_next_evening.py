"""PF-47: the next evening, a table opened from another one with the same people and rules."""

from __future__ import annotations

import pytest

from chieu.core.game import Refusal
from chieu.core.rng import Rng
from chieu.online.protocol import commands
from chieu.online.protocol.announcements import Lost
from chieu.online.table import decide
from chieu.online.table.entries import Ended
from chieu.online.table.fold import Transaction
from chieu.online.table.opening import open_again
from chieu.online.table.project import full_view, table_view
from chieu.online.table.seating import host, not_admitted, present
from chieu.online.table.state import TableState
from tests.online.table.sitting import SECRET, Sitting, fold_all, fresh


def played(deals: int = 1, people: int = 3, **fields: object) -> Sitting:
    sitting = Sitting("xidach", 4, people, sheet_name="Luật nhà ngoại", **fields)  # type: ignore[arg-type]
    sitting.must("g0", commands.SetBot, seat=3, level="heuristic")
    for number in range(deals):
        sitting.start()
        sitting.play_on(Rng(number))
    return sitting


def again(sitting: Sitting, guest: str = "g0") -> TableState:
    ends = [event.lines for event in sitting.events if isinstance(event, Ended)]
    last = dict(zip(sitting.deal.chairs, ends[-1], strict=True)) if ends else {}
    opening = open_again(sitting.state, last, guest, "table-2", SECRET, sitting.now, fresh(seed=2))
    assert fold_all(opening.entries) == opening.state, "the log says all of it"
    return opening.state


def who(state: TableState) -> list[str | None]:
    """Return the guest of each seat; for a bot its level."""
    return [
        chair.level or (None if chair.member is None else state.members[chair.member].guest) for chair in state.chairs
    ]


def test_pf_47_people_seats_and_rules_carry_over() -> None:
    sitting = played()
    state = again(sitting, "g1")
    assert who(state) == ["g0", "g1", "g2", "heuristic"]
    assert (state.sheet, state.sheet_name, state.clock) == (sitting.state.sheet, "Luật nhà ngoại", sitting.state.clock)
    assert (state.before, state.evening, state.ledger, state.deals) == ("table-1", 2, {}, 0)
    assert state.members[host(state)].guest == "g1", "it is that of who opens it"
    assert [member.guest for member in state.members if present(member)] == ["g1"], "nobody waits for the others"


def test_pf_47_people_who_have_not_come_yet_are_expected() -> None:
    """They lost no connection: nothing in the log says so."""
    opening = open_again(played().state, {}, "g1", "table-2", SECRET, 0, fresh(seed=2))
    state = opening.state
    view = full_view(state, "g1", 0, lately=50)
    assert [seat.expected for seat in view.table.seats] == [True, False, True, False]
    assert not any(isinstance(event, Lost) for event in view.happened)
    here = Transaction(state, 0, fresh())
    decide.returned(here, "g0")
    assert [seat.expected for seat in table_view(here.state).seats] == [False, False, True, False]
    decide.lost(here, "g0")
    assert [seat.expected for seat in table_view(here.state).seats] == [False, False, True, False]


def test_pf_8_owner_keeps_the_next_evening() -> None:
    """Regression: anybody with a name at the table could open it and become host over the others."""
    sitting = played()
    sitting.must("g9", commands.Join, name="Stranger")
    with pytest.raises(Refusal, match="not_played"):
        again(sitting, "g9")
    sitting.must("g0", commands.SetBot, seat=3, level=None)
    sitting.must("g9", commands.Sit, seat=3)
    with pytest.raises(Refusal, match="not_played"):
        again(sitting, "g9")
    state = again(sitting, "g2")
    assert state.members[state.owner].guest == "g0", "they are here, and did not give it away"
    assert state.members[host(state)].guest == "g2", "and are acted for until they come"
    sitting.must("g0", commands.Leave)
    state = again(sitting, "g2")
    assert state.members[state.owner].guest == "g2", "nobody waits for who went home"
    assert again(sitting, "g0").owner == 0


def test_pf_47_person_who_left_after_the_last_deal_keeps_a_seat() -> None:
    sitting = played()
    for guest in ("g0", "g1", "g2"):
        sitting.must(guest, commands.Leave)
    assert who(sitting.state) == [None, None, None, "heuristic"]
    assert who(again(sitting, "g2")) == ["g0", "g1", "g2", "heuristic"]


def test_pf_47_removed_or_erased_people_do_not_carry_over() -> None:
    sitting = played()
    sitting.must("g0", commands.Remove, member=1)
    sitting.must("g2", commands.Forget)
    state = again(sitting)
    assert who(state) == ["g0", None, None, "heuristic"]
    for guest in ("g1", "g2", "stranger"):
        with pytest.raises(Refusal, match="not_joined"):
            again(sitting, guest)


def test_pf_47_person_removed_meanwhile_does_not_continue() -> None:
    sitting = played()
    sitting.must("g0", commands.Remove, member=1)
    outcome = sitting.decided(decide.continued, "g1", "table-2")
    assert (outcome.entries, outcome.state.continued) == ([], "")


def test_pf_47_new_link_needs_a_key_but_members_do_not() -> None:
    state = again(played())
    assert state.key
    assert all(not not_admitted(state, guest, "") for guest in ("g0", "g1", "g2"))
    assert not_admitted(state, "stranger", "")
    assert not_admitted(state, None, "")
    assert not not_admitted(state, "stranger", state.key)


def test_pf_47_deal_begins_with_those_present() -> None:
    """PF-9: people whose seats are kept block nobody, and win and lose nothing until they come."""
    state = again(played())
    sitting = Sitting()
    sitting.state, sitting.log = state, []
    sitting.must("g0", commands.Ready)
    assert sitting.phase() != "between"
    sitting.reconnect("g1")
    assert present(sitting.state.members[sitting.state.by_guest["g1"]])


def test_pf_47_evening_is_continued_once() -> None:
    sitting = played()
    sitting.take(decide.continued, "g1", "table-2")
    sitting.take(decide.continued, "g0", "table-3")
    assert sitting.state.continued == "table-2"
    assert fold_all(sitting.log) == sitting.state

"""NN-22: a seat that the game closes belongs to the house. Nobody takes it or waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from chieu.core import records
from chieu.core.game import Refusal
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.online.protocol import announcements, commands
from chieu.online.protocol.answers import Refused
from chieu.online.protocol.commands import OpenTable
from chieu.online.table import entries
from chieu.online.table.opening import open_table
from tests.online.table.houses import CLOSED, OPEN, house_game
from tests.online.table.sitting import SECRET, Sitting, fresh


@pytest.fixture(autouse=True)
def _houses() -> Iterator[None]:
    with house_game():
        yield


def closed(table: Sitting) -> list[int]:
    return [seat for seat, info in enumerate(table.whole(None).table.seats) if info.closed]


def who_sits(table: Sitting) -> list[int | str | None]:
    """Return the member or the bot level of each seat."""
    return [info.level or info.member for info in table.whole(None).table.seats]


def table_of(people: int, seats: int, sheet: str = CLOSED, bots: int = 0, **fields: Any) -> Sitting:
    return Sitting("niuniu", seats=seats, people=people, sheet=sheet, bots=("random",) * bots, **fields)


def play(table: Sitting) -> None:
    table.start()
    table.play_on(Rng(1))


def test_nn_22_one_person_can_play_against_the_house() -> None:
    table = table_of(1, seats=2)
    assert closed(table) == [1]
    assert who_sits(table) == [0, None]
    table.must("g0", commands.Ready)
    assert table.deal.to_act == (0,), "it is dealt at once: nobody else is waited for"
    table.play_on(Rng(1))
    table.check()


def test_nn_22_closed_seat_takes_neither_person_nor_bot() -> None:
    table = table_of(2, seats=4, bots=0)
    for command, fields in ((commands.Sit, {"seat": 3}), (commands.SetBot, {"seat": 3, "level": "random"})):
        answer = table.do("g0", command, **fields)
        assert isinstance(answer, Refused)
        assert (answer.code, answer.params) == ("seat_closed", {"seat": 3})
    table.must("g0", commands.SetBot, seat=2, level="random")
    play(table)
    assert who_sits(table) == [0, 1, "random", None]


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"seat": 2}, "seat_closed"), ({"bots": ("random",) * 2}, "too_many_bots")],
)
def test_nn_22_creator_cannot_take_the_seat_of_the_house(fields: dict[str, object], code: str) -> None:
    whole = {"game": "niuniu", "name": "Lan", "seats": 3, "sheet": CLOSED, **fields}
    with pytest.raises(Refusal) as caught:
        open_table(OpenTable(**whole), "g0", "t", SECRET, 0, fresh())  # type: ignore[arg-type]
    assert caught.value.code == code


def test_nn_22_house_neither_hosts_nor_contributes() -> None:
    """The game would refuse a house that hosts."""
    table = table_of(1, seats=3, bots=1, seat=1)
    table.must("g0", commands.Rise)
    table.must("g0", commands.SetBot, seat=1, level="random")
    table.start()
    assert [event.contributors for event in table.events if isinstance(event, entries.ContributorsFixed)] == [()]


def test_nn_22_no_seat_hosts_if_the_house_banks() -> None:
    def hosts(table: Sitting) -> list[bool]:
        return [info.hosts for info in table.whole(None).table.seats]

    table = table_of(1, seats=3, bots=1, seat=1)
    assert hosts(table) == [False] * 3
    table.must("g0", commands.Change, sheet=OPEN, seats=3)
    assert hosts(table) == [False, True, False]
    table.must("g0", commands.Change, sheet=CLOSED, seats=3)
    assert hosts(table) == [False] * 3


def test_nn_22_ledger_has_the_house_but_hand_overs_do_not() -> None:
    table = table_of(3, seats=4, seed=2)  # with these cards the house does not break even
    play(table)
    table_view = table.whole("g0").table
    (house,) = [line for line in table_view.ledger if line.house]
    assert (house.name, house.member) == ("", None)
    assert house.chips == table.deal.payoff[3] == table_view.seats[3].chips != 0  # type: ignore[index]
    assert sum(line.chips for line in table_view.ledger) == 0
    assert table_view.hand_overs == ()
    table.must("g0", commands.Change, sheet=OPEN, seats=3)
    play(table)
    table_view = table.whole("g0").table
    assert table.deal.payoff is not None
    even = dict.fromkeys(range(3), 0)
    for payment in table_view.hand_overs:
        assert not table_view.ledger[payment.giver].house
        assert not table_view.ledger[payment.taker].house
        even[payment.giver] -= payment.chips
        even[payment.taker] += payment.chips
    won = {
        line: table.deal.payoff[seat]
        for line, account in enumerate(table_view.ledger)
        if (seat := account.member) is not None
    }
    assert even == won, "what they won from each other is handed over, and nothing else"
    table.check()


def test_nn_22_record_names_the_house() -> None:
    table = table_of(1, seats=2)
    play(table)
    (back,) = records.read(all_games(), table.record(1).splitlines())
    assert "seat 1 house" in back.notes
    assert back.replay() == table.deal.state


def test_nn_22_person_in_a_closing_seat_moves_to_an_empty_one() -> None:
    table = table_of(1, seats=4, sheet=OPEN)
    table.must("g1", commands.Join, name="Minh")
    table.must("g1", commands.Sit, seat=3)
    seq = table.state.seq
    table.must("g0", commands.Change, sheet=CLOSED, seats=4)
    assert who_sits(table) == [0, 1, None, None]
    events = [(type(event), getattr(event, "seat", None)) for event in table.happened(seq)]
    assert events == [(announcements.RulesChanged, None), (announcements.Sat, 1)]
    table.check()


def test_nn_22_without_empty_seat_person_replaces_bot_or_watches() -> None:
    table = table_of(3, seats=4, sheet=OPEN, bots=2)
    assert who_sits(table) == [0, 1, 2, None]
    table.must("g3", commands.Join, name="Tú")
    table.must("g3", commands.Sit, seat=3)
    table.must("g2", commands.Leave)
    table.must("g0", commands.SetBot, seat=2, level="random")
    table.must("g0", commands.Change, sheet=CLOSED, seats=4)
    assert who_sits(table) == [0, 1, 3, None]
    table.must("g0", commands.Change, sheet=OPEN, seats=4)
    table.must("g2", commands.Back)
    table.must("g2", commands.Sit, seat=3)
    seq = table.state.seq
    table.must("g0", commands.Change, sheet=CLOSED, seats=4)
    assert who_sits(table) == [0, 1, 3, None]
    assert [type(event) for event in table.happened(seq)] == [announcements.RulesChanged, announcements.SeatClosed]
    assert dict(table.whole(None).table.watchers).keys() == {2}
    table.check()


def test_nn_22_disconnected_person_is_moved_and_waited_for() -> None:
    table = table_of(1, seats=4, sheet=OPEN)
    table.must("g1", commands.Join, name="Minh")
    table.must("g1", commands.Sit, seat=3)
    table.lose("g1")
    table.must("g0", commands.Change, sheet=CLOSED, seats=4)
    moved = table.whole(None).table.seats[1]
    assert (moved.member, moved.lost) == (1, table.now)
    table.check()


def test_nn_22_seat_closes_after_the_deal_in_which_rules_change() -> None:
    table = table_of(3, seats=3, sheet=OPEN)
    table.start()
    table.must("g0", commands.Change, sheet=CLOSED, seats=3)
    assert closed(table) == []
    table.play_on(Rng(1))
    assert closed(table) == [2]
    assert who_sits(table) == [0, 1, None]
    accounts = table.whole(None).table.ledger
    assert [account.member for account in accounts] == [0, 1, 2], "that deal was played by people"
    table.must("g0", commands.Change, sheet=OPEN, seats=3)
    assert closed(table) == []
    table.check()


def test_nn_22_seat_opens_after_the_deal_in_which_rules_change() -> None:
    table = table_of(2, seats=3)
    table.start()
    table.must("g0", commands.Change, sheet=OPEN, seats=3)
    assert closed(table) == [2]
    table.play_on(Rng(1))
    assert closed(table) == []
    assert [line.house for line in table.whole(None).table.ledger] == [False, False, True]
    answer = table.do("g0", commands.DealNow)
    assert isinstance(answer, Refused)
    assert answer.code == "seats_empty"
    table.check()

"""RT-1, RT-2, RT-5: tables with real cards: deals are entered, corrected and struck out."""

from __future__ import annotations

from typing import Any

from chieu.online.protocol import commands
from chieu.online.protocol.answers import Answer, Done, Refused
from chieu.online.protocol.views import RealTable
from chieu.online.table import snapshots
from tests.online.table.sitting import Sitting

NAMES = ("Minh", "Hoa", "Tí")


def real_table(game: str = "xidach", seats: int = 4, names: tuple[str, ...] = NAMES, **fields: Any) -> Sitting:
    return Sitting(game, seats, real=True, names=names, **fields)


def shown(table: Sitting, guest: str | None = None) -> RealTable:
    real = table.whole(guest).table.real
    assert real is not None
    return real


def enter(table: Sitting, entry: Any, guest: str = "g0", **fields: Any) -> Answer:
    """Enter the next deal for everybody who plays."""
    real = shown(table)
    given = {"deal": real.deal, "game": table.state.game.name, "sheet": table.state.sheet, "chairs": real.chairs}
    return table.do(guest, commands.Enter, entry=entry, **{**given, **fields})


def hands(*kinds: str, dealer: int = 0) -> dict[str, Any]:
    """Return an entry of Xì Dách by kinds of hands."""
    return {"dealer": dealer, "lines": [{"hand": kind} for kind in kinds]}


def refused(answer: Answer) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def test_rt1_people_without_a_phone_sit_at_the_other_chairs() -> None:
    table = real_table(seat=1)
    seats = table.whole(None).table.seats
    assert [seat.name for seat in seats] == ["Minh", "Lan", "Hoa", "Tí"]
    assert [seat.phone for seat in seats] == [False, True, False, False]
    assert shown(table).unclaimed == ((1, "Minh"), (2, "Hoa"), (3, "Tí"))


def test_rt2_an_entered_deal_is_booked_and_explained() -> None:
    table = real_table()
    assert isinstance(enter(table, hands("19", "xi_dach", "quac", "19")), Done)
    (deal,) = shown(table).entered
    assert deal.payoff == (0, 1, -1, 0)
    assert deal.names == ("Lan", *NAMES)
    assert deal.outcome is not None
    assert deal.outcome.payoff(4) == deal.payoff
    assert [(line.name, line.chips) for line in table.whole(None).table.ledger] == [
        ("Lan", 0), ("Minh", 1), ("Hoa", -1), ("Tí", 0),
    ]  # fmt: skip
    assert shown(table).deal == 2
    table.check()


def test_rt2_nothing_is_shuffled_and_nobody_deals() -> None:
    table = real_table()
    view = table.whole("g0")
    assert (view.table.shuffle.commitment, view.deal, view.manifest) == ("", None, "")
    assert refused(table.do("g0", commands.DealNow)) == "real_cards"


def test_rt5_a_correction_replaces_an_entry_and_is_counted() -> None:
    table = real_table()
    enter(table, hands("19", "20", "18", "19"))
    table.must("g0", commands.Correct, deal=1, entry=hands("19", "18", "18", "19"), note="Minh had 18")
    (deal,) = shown(table).entered
    assert (deal.payoff, deal.corrections, deal.note) == ((2, -1, -1, 0), 1, "Minh had 18")
    table.check()


def test_rt5_a_deal_that_is_struck_out_counts_no_longer() -> None:
    table = real_table()
    enter(table, hands("19", "20", "18", "19"))
    enter(table, hands("19", "20", "20", "19"))
    table.must("g0", commands.StrikeOut, deal=2)
    assert table.state.ledger == {"member 0": 0, "member 1": 1, "member 2": -1, "member 3": 0}
    assert [deal.struck for deal in shown(table).entered] == [False, True]
    assert snapshots.read(snapshots.write(table.state)).entered == table.state.entered

"""PF-1, XD-10, NN-20: the creator deals or banks from any seat, or the bot that opened for them."""

from __future__ import annotations

import pytest

from chieu.core import records
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.online.protocol import commands
from chieu.online.protocol.personas import personas
from chieu.online.protocol.views import Player
from chieu.online.table import entries
from tests.online.table.sitting import Sitting

BOTS = ("heuristic",) * 3


def dealer(table: Sitting) -> int:
    """Return the seat that deals or banks, from a spectator's view."""
    view = table.game.view(table.deal.state, None)
    return int(view.dealer if table.game.name == "xidach" else view.banker)


def hosting(table: Sitting) -> list[int]:
    """Return the seats that the table view marks as dealer or banker."""
    return [seat for seat, info in enumerate(table.whole(None).table.seats) if info.hosts]


def bots_of(game: str) -> tuple[str, ...]:
    return (next(iter(all_games()[game].extras.bots)),) * 3


@pytest.mark.parametrize("game", ["xidach", "niuniu"])
@pytest.mark.parametrize("seat", range(4))
def test_xd_10_nn_20_creator_hosts_from_the_chosen_seat(game: str, seat: int) -> None:
    table = Sitting(game, seats=4, bots=bots_of(game), seat=seat)
    assert table.whole("g0").you.seat == seat
    assert hosting(table) == [seat]
    table.start()
    assert dealer(table) == seat
    table.play_on(Rng(1))
    (back,) = records.read(all_games(), table.record(1).splitlines())
    assert (back.host, back.replay()) == (seat, table.deal.state)
    table.check()


def test_xd_10_creator_deals_again_from_another_seat() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g0", commands.Leave)
    table.must("g1", commands.SetBot, seat=0, level="heuristic")
    assert hosting(table) == [1], "somebody acts for the creator"
    table.must("g1", commands.DealNow)
    assert dealer(table) == 1
    table.play_on(Rng(1))
    table.must("g0", commands.Back)
    table.must("g2", commands.Rise)
    table.must("g0", commands.Sit, seat=2)
    assert hosting(table) == [2]
    table.start()
    assert dealer(table) == 2
    table.check()


@pytest.mark.parametrize("game", ["xidach", "niuniu"])
def test_pf_1_bot_hosts_for_a_newcomer(game: str) -> None:
    table = Sitting(game, seats=4, bots=bots_of(game), bot_hosts=True)
    view = table.whole("g0")
    assert (view.you.seat, view.table.host) == (1, 0), "they sit after the bot, and the table is theirs to change"
    assert hosting(table) == [0]
    for _ in range(2):
        table.must("g0", commands.Ready)
        assert dealer(table) == 0
        table.play_on(Rng(1))
    (back,) = records.read(all_games(), table.record(2).splitlines())
    assert back.host == 0
    table.check()


def test_pf_1_first_bot_hosts_wherever_the_newcomer_sits() -> None:
    table = Sitting(seats=4, bots=BOTS, bot_hosts=True, seat=0)
    assert hosting(table) == [1]
    table.start()
    table.play_on(Rng(1))
    assert dealer(table) == 1
    (back,) = records.read(all_games(), table.record(1).splitlines())
    assert back.host == 1
    table.check()


def test_pf_1_creator_deals_if_a_person_replaces_the_hosting_bot() -> None:
    table = Sitting(seats=3, bots=BOTS[:2], bot_hosts=True)
    table.must("g1", commands.Join, name="Minh")
    table.must("g1", commands.Sit, seat=0)
    assert hosting(table) == [1]
    table.must("g1", commands.Rise)
    assert hosting(table) == [1], "nobody deals from an empty seat"
    table.must("g0", commands.SetBot, seat=0, level="heuristic")
    assert hosting(table) == [0], "the bot is back"
    table.check()


def test_pf_20_newly_seated_person_sees_the_public_last_deal() -> None:
    """The hand played in that seat was somebody else's, and so is its payoff."""
    table = Sitting(people=1, seats=2, game="big2", bots=("heuristic",))
    table.start()
    table.play_on(Rng(1))
    assert table.whole("g0").table.seats[0].new is False
    table.must("late", commands.Join, name="Late")
    table.must("late", commands.Sit, seat=1)
    late = table.whole("late")
    assert late.you.seat == 1
    assert late.table.seats[1].new
    assert late.deal == table.whole(None).deal
    table.start()
    assert not table.whole("late").table.seats[1].new
    assert table.whole("late").deal != table.whole(None).deal
    table.check()


def test_pf_45_finished_deal_names_its_players() -> None:
    """The players do not depend on who sits there now.

    A person who returns to their seat sees their hand again.
    """
    table = Sitting(people=2, seats=3, game="big2", bots=("heuristic", "heuristic"))
    table.start()
    deal = table.whole("g1").deal
    assert deal is not None
    assert deal.players == ()
    table.play_on(Rng(1))
    bot = personas(table.state.id, 3)[2]
    over = table.whole("g1").deal
    assert over is not None
    assert over.players == (Player(0), Player(1), Player(bot=bot))
    table.must("g1", commands.Rise)
    assert not table.whole("g0").table.seats[1].new, "nobody is there: what was played may lie there still"
    table.must("g0", commands.SetBot, seat=1, level="heuristic")
    assert table.whole("g0").table.seats[1].new
    table.must("late", commands.Join, name="Late")
    table.must("late", commands.Sit, seat=2)
    for guest in ("g0", "g1", "late", None):
        deal_view = table.whole(guest).deal
        assert deal_view is not None
        assert deal_view.players == over.players
    assert table.whole("g1").deal == table.whole(None).deal
    table.must("g1", commands.Sit, seat=1)
    assert table.whole("g1").deal == over
    assert not table.whole("g1").table.seats[1].new
    table.check()


def test_pf_45_bot_is_named_for_a_person_who_sat_out() -> None:
    table = Sitting(people=3, seats=3, game="rummy")  # with scores: a bot plays for them
    table.must("g0", commands.SitOut, seat=1)
    table.start()
    table.play_on(Rng(1))
    view = table.whole("g1")
    assert view.deal is not None
    assert view.deal.out == (1,)
    assert view.deal.players == (Player(0), Player(bot=personas(table.state.id, 3)[1]), Player(2))
    assert not view.table.seats[1].new
    table.must("g1", commands.Rise)
    table.must("g2", commands.Sit, seat=1)
    assert table.whole("g2").table.seats[1].new
    assert table.whole("g2").deal == table.whole(None).deal
    table.check()


def test_pf_45_house_is_named_after_rules_without_house() -> None:
    table = Sitting(game="niuniu", sheet="paytable", seats=2)
    table.start()
    table.play_on(Rng(1))
    table.must("g0", commands.Change, sheet="classic", seats=3)
    over = table.whole("g0").deal
    assert over is not None
    house = table.game.closed(table.deal.rules, 2)
    assert [player == Player() for player in over.players] == [seat in house for seat in range(2)]
    assert len(house) == 1
    table.check()


def test_pf_1_entries_omit_a_missing_first_dealer() -> None:
    table = Sitting(seats=2, bots=BOTS[:1])
    raw = [entries.write(entry) for entry in table.log]
    assert b"first_dealer" not in raw[0]
    assert all(b"away" not in entry for entry in raw)
    assert hosting(table) == [0]

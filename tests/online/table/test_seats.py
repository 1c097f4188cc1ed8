"""PF-8, PF-9: a deal has its own seats. A person who sits out has none in it."""

from __future__ import annotations

import pytest

from chieu.core.rng import Rng
from chieu.fairness.manifest import read_manifest
from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.protocol import commands
from chieu.online.protocol.announcements import DealStarted, announced
from chieu.online.protocol.views import Player
from chieu.online.table.entries import Started
from tests.fairness import second_verifier
from tests.online.table.sitting import Sitting


def deal_without(table: Sitting, *out: int) -> DealStarted:
    """Deal without these chairs, play to the end, and return the announcement of the deal."""
    for chair in range(len(table.state.chairs)):
        if chair in out and not table.state.chairs[chair].out:
            table.must("g0", commands.SitOut, seat=chair)
        elif chair not in out and table.state.chairs[chair].out:
            table.must(table.guest_in(chair), commands.Ready)
    seq = table.state.seq
    table.start()
    (started,) = [event for event in table.happened(seq) if isinstance(event, DealStarted)]
    table.play_on(Rng(table.state.deals))
    table.check()
    return started


GAMES = [
    ("xidach", "room", 5),
    ("xidach", "room~nd1", 5),
    ("niuniu", "classic", 5),
    ("niuniu", "auction", 5),
    ("niuniu", "paytable", 5),
    ("big2", "lawrence~rsn", 4),
    ("big2", "hong_kong", 4),
    ("rummy", "", 3),
]


@pytest.mark.parametrize(("game", "sheet", "chairs"), GAMES)
def test_pf_8_any_subset_sits_out_and_chips_are_conserved(game: str, sheet: str, chairs: int) -> None:
    table = Sitting(game, chairs, chairs, sheet=sheet)
    people = [chair for chair in range(chairs) if chair not in table.state.closed]
    rng = Rng(7)
    for _ in range(3 if game == "rummy" else 8):
        out = tuple(chair for chair in people if rng.below(3) == 0)
        before = dict(table.state.ledger)
        started = deal_without(table, *out)
        assert started.out == out
        seats = [chair for chair in range(chairs) if chair not in out or chair in started.played_for]
        assert table.deal.chairs == tuple(seats)
        assert len(table.deal.payoff or ()) == len(seats)
        assert sum(table.state.ledger.values()) == 0
        for chair in out:
            line = f"member {chair}"
            assert table.state.ledger.get(line, 0) == before.get(line, 0), "they had no stake"
        text = table.record(table.state.deals)
        (verdict,) = verify(all_games(), text.splitlines())
        assert [number for number, chair in enumerate(verdict.chairs) if chair.seat is not None] == seats
        assert second_verifier.verify(text) == verdict.shuffles


def test_pf_8_bots_play_only_below_the_least_number_of_seats() -> None:
    table = Sitting("xidach", 4, 4)
    assert deal_without(table, 2).played_for == ()
    assert deal_without(table, 2, 3).played_for == ()
    alone = deal_without(table, 1, 2, 3)
    assert (alone.played_for, table.deal.chairs) == ((1,), (0, 1))
    view = table.whole("g0")
    assert view.deal is not None
    assert view.deal.players == (Player(0), Player(bot=view.table.personas[1]))
    assert sum(line.chips for line in view.table.ledger) == 0


def test_rm_12_bots_play_for_people_who_sit_out_of_a_match() -> None:
    table = Sitting("rummy", 3, 3)
    for out in ((1,), (), (0, 2)):
        started = deal_without(table, *out)
        assert (started.played_for, table.deal.chairs) == (out, (0, 1, 2))
    assert table.state.match.round == 4, "the match went on"


def test_pf_8_next_chair_deals_for_a_dealer_who_sits_out() -> None:
    table = Sitting("xidach", 4, 4)
    started = deal_without(table, 0)
    assert started.dealer == 1
    assert table.deal.state.dealer == 0
    assert table.deal.chairs[0] == 1
    assert deal_without(table, 2).dealer is None, "the dealer is there"
    assert deal_without(Sitting("niuniu", 4, 4, sheet="classic"), 0, 1).dealer == 2
    assert deal_without(Sitting("niuniu", 4, 4, sheet="paytable"), 0).dealer is None, "the house banks"
    assert deal_without(Sitting("big2", 4, 4), 0).dealer is None, "nobody deals"


def test_pf_8_deal_passes_on_over_people_who_sit_out() -> None:
    table = Sitting("xidach", 4, 4, sheet="room~nd1")
    dealers = []
    for out in ((), (1,), (), (0,), ()):
        deal_without(table, *out)
        dealers.append(table.deal.chairs[table.deal.state.dealer])
    assert dealers == [0, 2, 3, 1, 2]


def test_pf_8_match_follows_people_who_change_chairs() -> None:
    table = Sitting("rummy", 3, 3)
    deal_without(table)
    scores = table.state.match.scores
    table.must("g2", commands.Rise)
    table.must("g1", commands.Sit, seat=2)
    table.must("g2", commands.Sit, seat=1)
    table.start()
    (*_, started) = [event for event in table.events if isinstance(event, Started)]
    assert started.match is not None
    assert started.match.scores == (scores[0], scores[2], scores[1])
    table.check()


def test_pf_9_absent_person_who_was_not_ready_gets_no_cards() -> None:
    table = Sitting("big2", 4, 4)
    table.lose("g3")
    for guest in ("g0", "g1", "g2"):
        table.must(guest, commands.Ready)
    assert table.phase() == "playing"
    assert table.deal.chairs == (0, 1, 2)
    table.reconnect("g3")
    assert table.whole("g3").deal == table.whole(None).deal, "they watch"
    manifest = read_manifest(table.proof.manifest)
    assert (manifest.game, manifest.chairs, manifest.all_chairs[3].seat) == ("big2", (0, 1, 2), None)
    table.play_on(Rng(1))
    assert "member 3" not in table.state.ledger
    table.check()


def test_pf_5_people_settle_and_bots_share_one_line() -> None:
    table = Sitting("xidach", 4, 2, bots=())
    for chair in (2, 3):
        table.must("g0", commands.SetBot, seat=chair, level="heuristic")
    for _ in range(4):
        deal_without(table)
    view = table.whole("g0").table
    assert [line.member for line in view.ledger] == [0, 1, None]
    won = {line.member: line.chips for line in view.ledger}
    assert view.remainder == won[0] + won[1] == -won[None] != 0
    for hand_over in view.hand_overs:
        assert {view.ledger[hand_over.giver].member, view.ledger[hand_over.taker].member} == {0, 1}


@pytest.mark.parametrize(("out", "told"), [((0,), "Guest 1"), ((0, 1, 2), "Guest 1")])
def test_pf_8_table_says_who_sits_out_and_who_deals(out: tuple[int, ...], told: str) -> None:
    from chieu.core.text.phrasing import Phraser
    from chieu.online.protocol.texts import TEXTS

    table = Sitting("xidach", 4, 4)
    started = deal_without(table, *out)
    names = [member.name for member in table.state.members]
    text = announced(started, Phraser(table.game, "en", names, TEXTS), dict(enumerate(names)))
    assert "Lan" in text
    assert told in text

"""PF-11: one evening, many games: the host changes the game between deals."""

from __future__ import annotations

from typing import Any

import pytest

from chieu.bots import usual_bot
from chieu.core import codec
from chieu.core.rng import Rng
from chieu.core.text.phrasing import Phraser
from chieu.fairness.manifest import read_manifest
from chieu.fairness.verify import verify
from chieu.games import all_games, load
from chieu.online.history.scorebook import book_deal, current
from chieu.online.protocol import commands, texts, wire
from chieu.online.protocol.announcements import DealStarted, GameChanged, announced
from chieu.online.protocol.answers import Answer, Done, Refused, Stale
from chieu.online.protocol.fields import TurnClock
from chieu.online.protocol.views import DealView, Update, View
from chieu.online.table import snapshots
from chieu.online.table.entries import Ended, Started
from tests.online.table.sitting import Sitting, fold_all

EVENING = ("xidach", "big2", "rummy", "niuniu")


def change(table: Sitting, game: str, seats: int = 4, guest: str = "g0", **fields: Any) -> Answer:
    return table.do(guest, commands.Change, **{"game": game, "sheet": "", "seats": seats, **fields})


def play(table: Sitting) -> DealView[Any, Any, Any]:
    """Play a whole deal and return it as the first guest sees it."""
    table.start()
    table.play_on(Rng(table.state.deals))
    table.check()
    deal = table.whole("g0").deal
    assert deal is not None
    return deal


def test_pf_11_four_games_share_people_chairs_and_one_ledger() -> None:
    table = Sitting(people=4)
    chairs, chips = [chair.member for chair in table.state.chairs], [0] * 4
    for game in EVENING:
        if game != table.game.name:
            assert isinstance(change(table, game, end_match=True), Done)
        deal = play(table)
        assert deal.game == game
        assert deal.payoff is not None
        chips = [had + won for had, won in zip(chips, deal.payoff, strict=True)]
        assert [chair.member for chair in table.state.chairs] == chairs
        (verified,) = verify(all_games(), table.record(table.state.deals).splitlines())
        assert (verified.game, read_manifest(verified.proof.manifest).game) == (game, game)
    assert [table.state.ledger[f"member {member}"] for member in range(4)] == chips
    assert sum(chips) == 0
    assert any(chips)
    view = table.whole("g0").table
    owed = list(chips)
    for move in view.hand_overs:
        owed[move.giver] += move.chips
        owed[move.taker] -= move.chips
    assert (owed, view.remainder) == ([0, 0, 0, 0], 0)


def test_pf_11_scorebook_names_the_game_of_each_deal() -> None:
    table = Sitting(people=4)
    deals, start = [], 0
    for game in EVENING:
        change(table, game, end_match=True)
        play(table)
        span = table.log[start:]
        first = next(place for place, entry in enumerate(span) if isinstance(entry.event, Started))
        last = next(place for place, entry in enumerate(span) if isinstance(entry.event, Ended))
        deal = book_deal(span[first : last + 1])
        assert deal is not None
        deals.append(deal)
        start = len(table.log)
    book = current(table.state, 0, deals)
    assert tuple(deal.game for deal in book.deals) == book.games == EVENING
    assert all(deal.outcome is not None for deal in book.deals)


def test_pf_11_change_is_announced_and_asks_everybody_again() -> None:
    table = Sitting(people=4)
    for guest in ("g1", "g2"):
        table.must(guest, commands.Ready)
    seen = table.state.seq
    assert isinstance(change(table, "big2", sheet="hong_kong", clock=TurnClock(20)), Done)
    assert not any(chair.ready for chair in table.state.chairs)
    before = table.whole("g1").table.rules_before
    assert before is not None
    assert (before.game, before.sheet, before.deal) == ("xidach", "room", 1)
    (told,) = table.happened(seen)
    assert (type(told), told.game, told.clock) == (GameChanged, "big2", TurnClock(20))
    text = announced(told, Phraser(load("xidach"), "en", (), texts.TEXTS), {0: "Lan"})
    assert text.startswith("Lan changed the game. From the next deal on: Big Two, ")
    play(table)
    assert table.whole("g1").table.rules_before is None


def test_pf_11_changing_back_before_the_deal_is_no_change() -> None:
    table = Sitting(people=4)
    change(table, "big2")
    change(table, "xidach")
    assert table.state.rules_before is None


def test_pf_11_finished_deal_stays_in_its_own_game() -> None:
    table = Sitting(people=4)
    played = play(table)
    seen = table.state.seq
    change(table, "rummy")
    shown = wire.read_message(wire.write(table.whole("g0")))
    assert isinstance(shown, View)
    assert shown.deal == played
    assert (shown.table.game, shown.deal.game) == ("rummy", "xidach")
    news = wire.read_message(table.sent("g0", seen))
    assert isinstance(news, Update)
    assert news.table is not None
    assert news.table.game == "rummy"
    table.start()
    seen = table.state.seq - 1
    news = wire.read_message(table.sent("g0", seen))
    assert isinstance(news.deal.view, load("rummy").view_type)
    (started,) = [event for event in news.happened if isinstance(event, DealStarted)] or [
        event for event in table.happened(0) if isinstance(event, DealStarted)
    ]
    assert started.game == "rummy"


@pytest.mark.parametrize("guest", ["g1", "stranger"])
def test_pf_11_only_the_host_changes_the_game(guest: str) -> None:
    table = Sitting(people=4)
    answer = change(table, "big2", guest=guest)
    assert isinstance(answer, Refused)
    assert answer.code in ("host_only", "not_joined")
    assert table.game.name == "xidach"


def test_pf_11_game_changes_between_deals_only() -> None:
    table = Sitting("big2", people=4)
    table.start()
    answer = change(table, "xidach")
    assert isinstance(answer, Refused)
    assert answer.code == "deal_running"


@pytest.mark.parametrize("game", ["", "xidach"])
def test_pf_11_empty_sheet_keeps_the_rules_of_the_game(game: str) -> None:
    table = Sitting(people=4)
    table.must("g0", commands.Change, sheet="room~sm5", seats=4, sheet_name="Ours")
    answer = change(table, game)
    assert isinstance(answer, Refused)
    assert answer.code == "no_change"
    assert isinstance(change(table, game, wait=9), Done)
    assert (table.state.sheet, table.state.sheet_name, table.state.wait) == ("room~sm5", "Ours", 9)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "poker"}, "unknown_game"),
        ({"game": "big2", "sheet": "no_such"}, "unknown_preset"),
        ({"game": "big2", "seats": 5}, "bad_seats"),
    ],
)
def test_pf_11_impossible_game_changes_nothing(fields: dict[str, Any], code: str) -> None:
    table = Sitting(people=4)
    before = table.state
    answer = change(table, **fields)
    assert isinstance(answer, Refused)
    assert answer.code == code
    assert table.state == before


def test_pf_11_host_chooses_who_watches_if_there_are_too_many() -> None:
    table = Sitting("xidach", 6, 6)
    play(table)
    asked = change(table, "big2")
    assert isinstance(asked, Refused)
    assert (asked.code, asked.params) == ("too_many_people", {"people": 6, "seats": 4})
    assert isinstance(change(table, "big2", watch=(1, 4)), Done)
    assert [chair.member for chair in table.state.chairs] == [0, 2, 3, 5]
    view = table.whole("g4")
    assert (view.you.seat, [number for number, _ in view.table.watchers]) == (None, [1, 4])
    (told,) = [event for event in table.events if isinstance(event, GameChanged)]
    text = announced(told, Phraser(load("big2"), "en", (), texts.TEXTS), {0: "Lan", 1: "Minh", 4: "Hoa"})
    assert text.endswith(" Now watching: Minh, Hoa.")
    play(table)
    assert isinstance(change(table, "xidach", 6), Done)
    for guest, chair in (("g1", 4), ("g4", 5)):
        table.must(guest, commands.Sit, seat=chair)
    play(table)
    assert len(table.state.ledger) == 6


def test_pf_11_acting_host_lets_only_absent_people_watch() -> None:
    table = Sitting("xidach", 5, 5)
    table.lose("g0")
    table.lose("g4")
    for watch, code in (((2,), "owner_only"), ((0,), "kept_for_owner")):
        answer = change(table, "big2", guest="g1", watch=watch)
        assert isinstance(answer, Refused)
        assert answer.code == code
    assert isinstance(change(table, "big2", guest="g1", watch=(4,)), Done)
    assert [chair.member for chair in table.state.chairs] == [0, 1, 2, 3]


def test_pf_11_command_for_a_person_who_moved_since_is_stale() -> None:
    table = Sitting("xidach", 6, 5)
    made = table.state.seq
    table.must("g4", commands.Sit, seat=5)
    assert isinstance(change(table, "big2", watch=(4,), seq=made), Stale)


def test_pf_11_bots_keep_their_level_or_become_usual() -> None:
    levels = ("easy", usual_bot("xidach"), "solved")
    table = Sitting("xidach", 4, 1, bots=levels)
    assert isinstance(change(table, "rummy"), Done)
    assert [chair.level for chair in table.state.chairs[1:]] == ["easy", usual_bot("rummy"), usual_bot("rummy")]
    table = Sitting("big2", 4, 1, bots=("easy", usual_bot("big2"), "strong"))
    assert isinstance(change(table, "rummy"), Done)
    assert [chair.level for chair in table.state.chairs[1:]] == ["easy", usual_bot("rummy"), "strong"]


def test_pf_11_bots_make_room_for_people() -> None:
    table = Sitting("xidach", 6, 1, bots=("easy", "easy"))
    for number, chair in ((1, 3), (2, 4), (3, 5)):
        table.must(f"g{number}", commands.Join, name=f"Guest {number}")
        table.must(f"g{number}", commands.Sit, seat=chair)
    assert isinstance(change(table, "big2"), Done)
    assert [chair.member for chair in table.state.chairs] == [0, 1, 2, 3]


def test_pf_11_people_keep_their_chairs_beside_empty_ones() -> None:
    table = Sitting("xidach", 6, 3)
    table.must("g2", commands.Sit, seat=3)
    assert isinstance(change(table, "big2"), Done)
    assert [chair.member for chair in table.state.chairs] == [0, 1, None, 2]


def test_pf_11_nobody_sits_in_the_chair_of_the_house() -> None:
    table = Sitting("big2", 3, 3)
    assert isinstance(change(table, "niuniu", 3, sheet="paytable", watch=(1,)), Done)
    assert table.state.closed == (2,)
    assert [chair.member for chair in table.state.chairs] == [0, 2, None]
    play(table)
    assert set(table.state.ledger) == {"member 0", "member 2", "house"}


def test_pf_11_running_match_ends_after_asking_the_host() -> None:
    table = Sitting("rummy", 4, 4)
    play(table)
    assert table.state.match is not None
    chips = dict(table.state.ledger)
    asked = change(table, "big2")
    assert isinstance(asked, Refused)
    assert (asked.code, asked.rule) == ("match_running", "PF-11")
    assert isinstance(change(table, "big2", end_match=True), Done)
    assert (table.state.match, table.state.ledger) == (None, chips)
    change(table, "rummy")
    table.start()
    (*_, started) = [event for event in table.events if isinstance(event, Started)]
    assert (started.game, started.match) == ("rummy", None)


def test_pf_11_match_without_scores_ends_without_asking() -> None:
    table = Sitting("xidach", 4, 4, sheet="room~nd1")
    play(table)
    assert table.state.match is not None
    assert isinstance(change(table, "big2"), Done)


def test_pf_11_snapshot_between_games_restores_the_table() -> None:
    table = Sitting("rummy", 4, 4)
    play(table)
    change(table, "niuniu", end_match=True)
    stored = snapshots.read(snapshots.write(table.state))
    assert (stored.game.name, stored.match, stored.games) == ("niuniu", None, ("rummy",))
    after = len(table.log)
    play(table)
    restored = fold_all(table.log[after:], stored)
    assert restored is not None
    assert snapshots.write(restored) == snapshots.write(table.state)


def test_pf_11_resent_move_of_an_old_game_gets_the_same_answer() -> None:
    """PF-30: a client resends what was not answered, even after the game has changed."""
    table = Sitting("xidach", 2, 2)
    while table.phase() != "playing" or not table.deal.to_act:
        table.start()
    seat = table.deal.to_act[0]
    action = table.deal.game.legal(table.deal.state, seat)[0]
    command = commands.Act(id="again", seq=table.state.seq, action=action)
    raw, guest = wire.write(command), table.guest_in(table.deal.chairs[seat])
    done = table.send(guest, command)
    assert isinstance(done, Done)
    table.play_on(Rng(1))
    change(table, "big2", 2)
    table.start()
    resent = wire.read(table.deal.game, raw)
    assert isinstance(resent, commands.Act)
    assert table.send(guest, resent) == done


def test_pf_11_action_of_another_game_is_stale() -> None:
    table = Sitting("big2", 2, 2)
    table.start()
    before = table.state
    frame = {"type": "act", "id": "x", "seq": table.state.seq, "action": {"type": "stand"}}
    command = wire.read(table.deal.game, codec.encode(frame))
    assert isinstance(command, commands.Act)
    assert isinstance(command.action, load("xidach").actions)
    assert isinstance(table.send(table.guest_in(table.deal.chairs[table.deal.to_act[0]]), command), Stale)
    assert table.state == before

"""PF-1 to PF-7: opening, rules, bots, clock, chips, records and chat."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from msgspec.structs import replace

from chieu.core import records
from chieu.core.extras import Extras
from chieu.core.game import Refusal
from chieu.core.notation import tag_of
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS
from chieu.games import all_games
from chieu.online.protocol import announcements, commands, views
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.protocol.commands import OpenTable
from chieu.online.protocol.fields import TurnClock
from chieu.online.table import entries
from chieu.online.table.opening import open_table
from chieu.online.table.seating import empty, host_chair
from chieu.online.table.turns import bot_action, deadline
from tests.online.table.sitting import SECRET, Sitting, fresh, xidach


def refused(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


# PF-1: tables


@pytest.mark.parametrize("game", list(all_games()))
def test_pf_1_creator_of_any_game_gets_the_first_seat(game: str) -> None:
    table = Sitting(game, seats=all_games()[game].seats[-1])
    view = table.whole("g0")
    assert (view.you.seat, view.table.host) == (0, 0)
    assert view.table.sheet in all_games()[game].presets
    table.check()


def test_pf_1_creator_is_the_dealer_if_there_is_one() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    assert table.deal.to_act == (0,), "the dealer chooses a side"


def dealer(table: Sitting) -> int:
    """Return the dealer, from a spectator's view."""
    return int(table.game.view(table.deal.state, None).dealer)


def test_pf_1_creator_deals_from_any_seat() -> None:
    table = Sitting(people=2, seats=3)
    table.must("g0", commands.Sit, seat=2)
    table.must("g0", commands.SetBot, seat=0, level="heuristic")
    table.start()
    assert dealer(table) == 2
    table.play_on(Rng(1))
    table.check()
    (back,) = records.read(all_games(), table.record(1).splitlines())
    assert back.host == 2
    assert back.replay() == table.deal.state


def test_pf_1_acting_host_deals_for_a_creator_without_seat() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g0", commands.Rise)
    table.must("g0", commands.SetBot, seat=0, level="heuristic")
    assert host_chair(table.state) == 0, "the host is the creator still, who has no seat"
    table.must("g0", commands.Leave)
    table.must("g1", commands.DealNow)
    assert dealer(table) == 1


def test_xd_10_creator_deals_again_after_rotating_deals() -> None:
    table = Sitting(seats=3, sheet="room~nd1", bots=("heuristic", "heuristic"))
    table.start()
    table.play_on(Rng(1))
    table.must("g0", commands.Change, sheet="room", seats=3)
    table.start()
    assert dealer(table) == 0


def test_pf_1_table_opens_with_any_options() -> None:
    order = OpenTable(game="xidach", name="Lan", seats=3, sheet="vipgame", options={"stake_max": 7, "compare": True})
    state = open_table(order, "g0", "t", SECRET, 0, fresh()).state
    assert state.sheet == "vipgame~sm7~cmy"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "snap"}, "unknown_game"),
        ({"name": "\u202e\u0000"}, "empty_name"),
        ({"sheet": "nowhere"}, "unknown_preset"),
        ({"sheet": "room~zz9"}, "bad_code"),
        ({"options": {"stake_max": "many"}}, "bad_value"),
        ({"options": {"luck": 3}}, "unknown_option"),
        ({"options": {"stake_min": 9, "stake_max": 3}}, "stakes_crossed"),
        ({"seats": 11}, "bad_seats"),
        ({"bots": ("heuristic",) * 3}, "too_many_bots"),
        ({"bots": ("deep blue",)}, "unknown_bot"),
        ({"seat": 3}, "no_such_seat"),
        ({"bot_hosts": True}, "no_bot_to_host"),
    ],
)
def test_pf_1_invalid_orders_are_refused_with_a_code(fields: dict[str, object], code: str) -> None:
    whole = {"game": "xidach", "name": "Lan", "seats": 3, **fields}
    with pytest.raises(Refusal) as caught:
        open_table(OpenTable(**whole), "g0", "t", SECRET, 0, fresh())  # type: ignore[arg-type]
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("game", "options", "code", "params"),
    [
        ("niuniu", {"stake_min": 9, "stake_max": 3}, "stakes_crossed", {"least": 9, "most": 3}),
        ("rummy", {"rounds": 8}, "too_few_contracts", {"rounds": 8, "contracts": 7}),
        ("rummy", {"wild_ranks": "22"}, "rank_twice", {}),
        ("rummy", {"contracts": ".".join(["7:s3"] * 13)}, "too_many_contracts", {"most": 12}),
        ("rummy", {"contracts": "2:s3", "rounds": 1}, "bad_deal", {"round": 1, "dealt": 2, "least": 3, "most": 13}),
        ("rummy", {"contracts": "7:s3s3s3s3s3", "rounds": 1}, "too_many_melds", {"round": 1, "most": 4}),
        ("rummy", {"contracts": "7:s2", "rounds": 1}, "bad_meld", {"round": 1, "size": 2, "least": 3, "most": 12}),
        ("rummy", {"contracts": "7:s9", "rounds": 1}, "hand_too_small", {"round": 1, "needed": 9, "held": 8}),
        (
            "rummy",
            {"contracts": "13:s10", "rounds": 1},
            "impossible_set",
            {"round": 1, "size": 10, "naturals": 5, "copies": 4, "wilds": 6},
        ),
    ],
)
def test_pf_2_contradicting_rules_have_the_games_own_text(
    game: str, options: dict[str, bool | int | str], code: str, params: dict[str, str | int]
) -> None:
    with pytest.raises(Refusal) as caught:
        open_table(OpenTable(game=game, name="Lan", seats=2, options=options), "g0", "t", SECRET, 0, fresh())
    assert (caught.value.code, caught.value.rule, caught.value.params) == (code, "PF-2", params)
    for lang in LANGS:
        assert all_games()[game].presentation.texts[f"error.{code}"].say(lang, **params)


def test_pf_1_guest_picks_a_name_and_seat_or_watches() -> None:
    table = Sitting(seats=3)
    assert refused(table.do("g1", commands.Sit, seat=1)) == "not_joined"
    table.must("g1", commands.Join, name="Hoa")
    assert table.whole("g1").table.watchers == ((1, "Hoa"),)
    assert refused(table.do("g1", commands.Sit, seat=0)) == "seat_taken"
    assert refused(table.do("g1", commands.Sit, seat=3)) == "no_such_seat"
    table.must("g1", commands.Sit, seat=2)
    assert table.whole("g1").you == views.You(1, 2)
    table.must("g1", commands.Sit, seat=1)
    assert [seat.name for seat in table.whole(None).table.seats] == ["Lan", "Hoa", ""]
    table.must("g1", commands.Rise)
    assert table.whole("g1").you == views.You(1, None)
    table.check()


def test_pf_1_one_of_many_guests_gets_the_last_seat() -> None:
    table = Sitting(seats=2)
    for number in range(1, 100):
        table.must(f"g{number}", commands.Join, name="Hoa")
    answers = [table.do(f"g{number}", commands.Sit, seat=1) for number in range(1, 100)]
    assert [type(answer) for answer in answers].count(Done) == 1
    table.must("g7", commands.Leave)
    table.must("g100", commands.Join, name="late")  # replacing a member without seat or chips
    assert table.state.members[7].guest == "g100"
    assert table.whole("g7").you == views.You(None, None)
    table.check()


# PF-2: rules


def test_pf_2_rules_change_with_the_next_deal() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    seq_before = table.state.seq
    table.must("g0", commands.Change, sheet="vipgame", seats=2)
    assert announcements.RulesChanged(seq_before + 1, 0, "xidach", "vipgame", 2, None) in table.happened(seq_before)
    assert (table.deal.sheet, table.state.sheet) == ("room", "vipgame")
    table.play_on(Rng(1))
    table.start()
    assert table.deal.sheet == "vipgame"
    assert table.whole(None).deal is not None
    table.check()


def test_pf_2_only_the_host_sets_only_valid_rules() -> None:
    table = Sitting(people=2, seats=2)
    assert refused(table.do("g1", commands.Change, sheet="vipgame", seats=2)) == "host_only"
    assert refused(table.do("g0", commands.Change, sheet="room", seats=2)) == "no_change"
    assert refused(table.do("g0", commands.Change, sheet="rome", seats=2)) == "unknown_preset"
    assert refused(table.do("g0", commands.Change, sheet="room", seats=30)) == "bad_seats"


def test_pf_2_change_resets_ready() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g1", commands.Ready)
    table.must("g0", commands.Change, sheet="vipgame", seats=3)
    assert not table.state.chairs[1].ready


def test_pf_2_seats_and_clock_change_between_deals_only() -> None:
    table = Sitting(people=3, seats=4)
    table.must("g0", commands.Change, sheet="room", seats=3, clock=TurnClock(30, 60))
    assert len(table.state.chairs) == 3
    table.start()
    assert refused(table.do("g0", commands.Change, sheet="room", seats=3)) == "deal_running"
    table.play_on(Rng(3))
    table.must("g0", commands.Change, sheet="room", seats=2, clock=None)
    assert table.whole("g2").you == views.You(2, None), "whose seat is gone, watches"
    table.check()


def test_pf_2_sheet_has_one_canonical_code() -> None:
    table = Sitting(people=2, seats=2)
    assert refused(table.do("g0", commands.Change, sheet="room~sm1", seats=2)) == "no_change"


# PF-3: bots and people who are away


def test_pf_3_bots_take_empty_seats_between_deals() -> None:
    table = Sitting(seats=3)
    assert refused(table.do("g0", commands.DealNow)) == "seats_empty"
    table.must("g0", commands.SetBot, seat=1, level="heuristic")
    table.must("g0", commands.SetBot, seat=2, level="random")
    assert refused(table.do("g0", commands.SetBot, seat=0, level="random")) == "seat_taken"
    assert refused(table.do("g0", commands.SetBot, seat=1, level="genius")) == "unknown_bot"
    table.start()
    assert refused(table.do("g0", commands.SetBot, seat=1, level="random")) == "deal_running"
    table.play_on(Rng(1))
    assert table.phase() == "between"
    table.must("g0", commands.SetBot, seat=1, level=None)
    assert empty(table.state.chairs[1])
    table.check()


def test_pf_3_person_takes_a_bots_seat_between_deals() -> None:
    table = Sitting(seats=2, bots=("heuristic",))
    table.must("g1", commands.Join, name="Hoa")
    table.must("g1", commands.Sit, seat=1)
    assert table.state.chairs[1].member == 1


def test_pf_3_bots_are_deterministic() -> None:
    """A bot's move follows from the table alone: a table read back from its log plays on alike."""
    first, other = (Sitting(seats=4, bots=("random", "heuristic", "random"), pace=500) for _ in range(2))
    for table in (first, other):
        table.start()
        table.act(0, xidach("deal_from", "left"))
    first.wait(60_000)
    while (due := deadline(other.state)) is not None:
        other.wait(due - other.now)
        other.check()
    assert other.deal.state == first.deal.state


def test_pf_3_bot_plays_for_a_person_who_left_until_they_return() -> None:
    table = Sitting(people=3, seats=3, pace=500)
    table.start()
    table.must("g0", commands.Leave)
    table.wait(600)
    assert table.deal.shuffles == 1, "somebody chose a side for the dealer"
    assert table.whole(None).table.seats[0].away
    table.must("g0", commands.Back)
    assert not table.whole(None).table.seats[0].away
    assert table.whole("g0").you.seat == 0
    table.check()


def test_pf_3_own_move_takes_the_seat_back() -> None:
    table = Sitting(people=3, seats=3, pace=5_000)
    table.start()
    table.must("g0", commands.Leave)
    assert isinstance(table.act(0, xidach("deal_from", "left")), Done)
    assert not table.state.chairs[0].away


def test_pf_3_abandoned_deal_waits_for_the_first_to_return() -> None:
    table = Sitting(people=4, seats=4)
    table.must("g4", commands.Join, name="Watcher")
    table.must("g4", commands.Leave)
    table.start()
    for number in range(4):
        table.must(f"g{number}", commands.Leave)
    at = table.state.seq
    table.wait(10**9)
    assert deadline(table.state) is None
    assert table.state.seq == at
    table.must("g4", commands.Back)
    table.wait(60_000)
    assert table.phase() == "between"
    assert sum(table.deal.payoff or (1,)) == 0
    table.check()


def test_pf_3_seat_is_kept_until_the_host_gives_it_away() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.must("g2", commands.Leave)
    table.play_on(Rng(4))
    table.must("g3", commands.Join, name="Mai")
    assert refused(table.do("g3", commands.Sit, seat=2)) == "seat_taken"
    table.must("g0", commands.SetBot, seat=2, level=None)
    table.must("g3", commands.Sit, seat=2)
    table.must("g2", commands.Back)
    assert table.whole("g2").you == views.You(2, None)


@pytest.mark.usefixtures("fixed_cards")
def test_pf_3_ready_means_present() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    table.must("g1", commands.Leave)
    table.play_on(Rng(4))
    assert table.state.chairs[1].away
    table.must("g1", commands.Ready)
    assert (table.state.chairs[1].away, table.state.chairs[1].ready) == (False, True)


def test_pf_3_random_bot_stands_in_if_a_game_has_no_bot() -> None:
    table = Sitting(people=3, seats=3)
    table.state = replace(table.state, game=dataclasses.replace(table.game, extras=Extras()))
    table.start()
    assert bot_action(table.state, 0) in table.game.legal(table.deal.state, 0)


def test_pf_3_leaving_between_deals_frees_the_seat() -> None:
    table = Sitting(people=2, seats=2)
    table.must("g1", commands.Leave)
    assert empty(table.state.chairs[1])
    table.must("g1", commands.Join, name="Hoa again")
    assert table.state.members[1].here


def test_pf_3_somebody_else_hosts_while_the_creator_is_away() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.must("g0", commands.Leave)
    table.play_on(Rng(1))
    assert table.whole(None).table.host == 1
    table.must("g1", commands.DealNow)
    table.must("g0", commands.Back)
    assert table.whole(None).table.host == 0


# Deals


def test_deal_begins_when_everybody_is_ready() -> None:
    table = Sitting(people=2, seats=3, bots=())
    table.must("g0", commands.SetBot, seat=2, level="random")
    table.must("g0", commands.Ready)
    assert refused(table.do("g0", commands.Ready)) == "no_change"
    table.must("g0", commands.Ready, on=False)
    table.must("g1", commands.Ready)
    assert table.phase() == "between"
    table.must("g0", commands.Ready)
    assert table.phase() == "playing"
    assert not any(chair.ready for chair in table.state.chairs)


def test_pf_9_absent_people_are_not_dealt_in() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.must("g2", commands.Leave)
    table.play_on(Rng(2))
    table.must("g0", commands.Ready)
    table.must("g1", commands.Ready)
    assert table.phase() == "playing"
    assert table.deal.out == (2,)


def test_only_the_host_deals_before_all_are_ready() -> None:
    table = Sitting(people=2, seats=2)
    assert refused(table.do("g1", commands.DealNow)) == "host_only"


def test_match_continues_from_deal_to_deal() -> None:
    table = Sitting(people=3, seats=3, sheet="room~nd1")
    for dealer in (0, 1, 2, 0):
        table.start()
        assert table.deal.to_act == (dealer,)
        table.play_on(Rng(dealer))
        table.check()


@pytest.mark.parametrize("seats", [2, 4])
def test_new_number_of_seats_begins_a_new_match(seats: int) -> None:
    table = Sitting(people=3, seats=3, sheet="room~nd1")
    for _ in range(2):
        table.start()
        table.play_on(Rng(1))
    assert table.state.match.dealer == 2
    table.must("g0", commands.Change, sheet="room~nd1", seats=seats)
    if seats == 4:
        table.must("g0", commands.SetBot, seat=3, level="heuristic")
    seq_before = table.state.seq
    table.start()
    assert dealer(table) == 0
    assert any(isinstance(event, announcements.DealStarted) and event.new_match for event in table.happened(seq_before))


def test_match_ends_if_the_rules_no_longer_fit() -> None:
    table = Sitting(people=3, seats=3)
    table.state = replace(table.state, match=table.game.match(dealer=7))
    seq_before = table.state.seq
    table.start()
    assert any(isinstance(event, announcements.DealStarted) and event.new_match for event in table.happened(seq_before))


# PF-4: the clock


def test_pf_4_without_a_clock_the_deal_waits() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    assert deadline(table.state) is None
    table.wait(10**9)
    assert table.deal.to_act == (0,)


def test_pf_4_turn_ends_after_its_seconds_and_the_bank() -> None:
    table = Sitting(people=3, seats=3, clock=TurnClock(10, 5))
    table.start()
    started, seen = table.now, table.state.seq
    deal_view = table.whole(None).deal
    assert deal_view is not None
    assert deal_view.countdowns == (views.Countdown(0, started + 10_000, started + 15_000),)
    table.wait(14_999)
    assert table.deal.to_act == (0,)
    table.wait(1)
    assert table.deal.shuffles == 1
    assert announcements.TimedOut(seen + 1, 0) in table.happened(seen)
    assert table.state.chairs[0].away, "and is played for until back"
    table.check()


def test_pf_4_bank_is_used_up_over_the_deal() -> None:
    table = Sitting(people=2, seats=2, sheet="vipgame", clock=TurnClock(10, 5), seed=2)
    table.start()
    table.wait(12_000)
    assert isinstance(table.act(1, xidach("stake", 1)), Done)
    assert table.deal.banks == (5_000, 3_000)
    assert table.deal.to_act == (1,)
    table.wait(12_999)
    assert not table.state.chairs[1].away
    table.wait(1)
    assert table.state.chairs[1].away


def test_pf_4_leaving_and_returning_gains_no_time() -> None:
    table = Sitting(people=3, seats=3, clock=TurnClock(10, 0), pace=5_000)
    table.start()
    due = deadline(table.state)
    table.wait(4_000)
    table.must("g0", commands.Leave)
    table.must("g0", commands.Back)
    assert deadline(table.state) == due


@pytest.mark.parametrize("game", list(all_games()))
def test_pf_4_time_outs_lead_to_legal_moves_only(game: str) -> None:
    """Everybody times out for a whole deal: every move made for them is legal, and the chips sum to zero."""
    seats = all_games()[game].seats[-1]
    table = Sitting(game, people=seats, seats=seats, clock=TurnClock(5, 0))
    table.start()
    table.wait(10**9)
    assert table.phase() == "between"
    assert sum(table.deal.payoff or (1,)) == 0
    table.check()


# Out-of-turn actions


def test_bt_16_bots_and_stand_ins_act_out_of_turn() -> None:
    """BT-16 with `call`: a player down to one card must say so before the next play."""
    table = Sitting("big2", people=2, seats=4, sheet="lawrence~cay~rsn", bots=("heuristic",) * 3, pace=1_000)
    called = 0
    for number in range(4):
        table.start()
        table.must("g1", commands.Leave)  # a bot plays seat 1
        table.play_on(Rng(number))
        moves = [(entry.event, entry.at) for entry in table.log if isinstance(entry.event, entries.Moved)]
        caught = [move for move in moves if tag_of(type(move[0].action)) == "catch"]
        for (before, then), (move, at) in pairwise(move for move in moves if move not in caught):
            if tag_of(type(move.action)) == "call" and move.seat != 0:
                assert (move.seat, at) == (before.seat, then), "at once after the play that made it due"
                called += move.seat == 1
        assert all(0 in (move.seat, move.action.seat) for move, _ in caught), (
            "only the person forgets, or tries in vain"
        )
        table.must("g1", commands.Back)
    assert called > 0
    table.check()


# PF-5: chips


def test_pf_5_ledger_adds_up_over_the_evening() -> None:
    table = Sitting(people=3, seats=4, sheet="vipgame")
    table.must("g0", commands.SetBot, seat=3, level="heuristic")
    total = [0, 0, 0, 0]
    for number in range(12):
        table.start()
        table.play_on(Rng(number))
        total = [before + won for before, won in zip(total, table.deal.payoff or (), strict=True)]
        table_view = table.whole(None).table
        assert [chair.chips for chair in table_view.seats[:3]] == total[:3]
        assert sum(account.chips for account in table_view.ledger) == 0
        balances = {place: account.chips for place, account in enumerate(table_view.ledger)}
        for payment in table_view.hand_overs:
            balances[payment.giver] += payment.chips
            balances[payment.taker] -= payment.chips
        left = [chips for place, chips in balances.items() if table_view.ledger[place].member is not None]
        assert sum(left) == sum(map(abs, left)) * (1 if table_view.remainder > 0 else -1) == table_view.remainder


def test_pf_5_chips_stay_with_the_person_not_the_seat() -> None:
    table = Sitting(people=2, seats=2, sheet="vipgame")
    for number in range(6):
        table.start()
        table.play_on(Rng(number))
    won = table.state.ledger["member 1"]
    table.must("g1", commands.Leave)
    table.must("g0", commands.SetBot, seat=1, level="random")
    assert table.whole(None).table.seats[1].chips == 0
    assert next(line.chips for line in table.whole(None).table.ledger if line.member == 1) == won


# PF-6: watchers and records


def test_pf_6_spectator_sees_the_public_view() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.act(0, xidach("deal_from", "left"))
    watching, own = table.whole(None).deal, table.whole("g1").deal
    assert watching is not None
    assert own is not None
    assert watching.view == table.game.view(table.deal.state, None)
    assert watching.view.seats != own.view.seats
    assert watching.legal == ()


@pytest.mark.usefixtures("fixed_cards")
def test_pf_6_record_is_available_after_the_deal() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    assert table.state.deals == 0
    table.play_on(Rng(1))
    assert table.state.deals == 1
    assert "note seat 0 Lan" in table.record(1)


# PF-7: chat


def test_pf_7_newcomers_see_the_latest_chat() -> None:
    table = Sitting(people=2, seats=2)
    seq_before = table.state.seq
    table.must("g1", commands.Say, text="  chào\tcả nhà\u202e ")
    assert table.happened(seq_before) == [announcements.Said(seq_before + 1, 1, "chào cả nhà")]
    table.must("g0", commands.SendEmote, emote="laugh")
    assert [line.emote for line in table.whole(None).chat] == [None, "laugh"]
    assert refused(table.do("g1", commands.Say, text="\u200b")) == "empty_text"
    assert refused(table.do("nobody", commands.Say, text="hi")) == "not_joined"


def test_pf_7_chat_has_a_rate_limit() -> None:
    table = Sitting(people=2, seats=2)
    for _ in range(8):
        table.must("g0", commands.Say, text="a" * 1000)
    answer = table.do("g0", commands.Say, text="more")
    assert isinstance(answer, Refused)
    assert (answer.code, answer.params) == ("too_fast", {"seconds": 10})
    assert len(table.whole(None).chat[0].text) == 200
    table.must("g1", commands.Say, text="me too")
    table.wait(10_000)
    table.must("g0", commands.Say, text="now")


def test_pf_7_chat_does_not_make_moves_stale() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    seq = table.state.seq
    table.must("g1", commands.Say, text="hurry")
    assert isinstance(table.act(0, xidach("deal_from", "left"), seq=seq), Done)


def test_pf_30_command_ahead_of_the_table_is_stale() -> None:
    table = Sitting(people=2, seats=2)
    assert isinstance(table.do("g0", commands.Ready, seq=table.state.seq + 1), Stale)

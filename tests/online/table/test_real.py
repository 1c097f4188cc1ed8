"""RT-1, RT-2, RT-5: tables with real cards: deals are entered, corrected and struck out."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from chieu.core.game import Refusal
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games
from chieu.online.protocol import commands, wire
from chieu.online.protocol.announcements import announced
from chieu.online.protocol.answers import Done, Stale
from chieu.online.protocol.commands import OpenTable
from chieu.online.protocol.fields import TurnClock
from chieu.online.table import entered, snapshots
from chieu.online.table.decide import decide
from chieu.online.table.opening import open_table
from tests.online.table.real_evenings import NAMES, Evening, enter, hands, real_of, real_table, refused
from tests.online.table.sitting import SECRET, Sitting, fresh

NESTED: dict[str, Any] = {}  # as deep as a message can be
for _ in range(900):
    NESTED = {"lines": NESTED}
PUSH = hands("19", "19", "19", "19")  # nobody wins
WINS = hands("19", "20", "18", "19")  # Minh wins a chip of Hoa by way of the dealer


def ledger(table: Sitting) -> dict[str, int]:
    return {line.name: line.chips for line in table.whole(None).table.ledger}


# RT-1: opening


def test_rt1_people_without_a_phone_sit_at_the_other_chairs() -> None:
    table = real_table(seat=1)
    seats = table.whole(None).table.seats
    assert [seat.name for seat in seats] == ["Minh", "Lan", "Hoa", "Tí"]
    assert [seat.phone for seat in seats] == [False, True, False, False]
    assert real_of(table).unclaimed == ((1, "Minh"), (2, "Hoa"), (3, "Tí"))


def test_rt1_the_chosen_seat_deals_first() -> None:
    table = real_table(dealer=2)
    assert [seat.hosts for seat in table.whole(None).table.seats] == [False, False, True, False]
    real = real_of(table)
    assert real.host == 2
    assert real.form is not None
    assert [field.default for field in real.form.deal if field.name == "dealer"] == [2]


def test_rt1_names_that_look_the_same_are_told_apart() -> None:
    table = real_table(names=("lan", "Lan", "Hoa"))
    assert [seat.name for seat in table.whole(None).table.seats] == ["Lan", "lan 2", "Lan 3", "Hoa"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"bots": ("heuristic",)}, "real_cards"),
        ({"bots": ("heuristic",), "bot_hosts": True}, "real_cards"),
        ({"clock": TurnClock(30)}, "real_cards"),
        ({"lesson": True}, "real_cards"),
        ({"names": ("a", "b", "c", "d")}, "too_many_names"),
        ({"dealer": 4}, "no_such_seat"),
        ({"game": "niuniu", "sheet": "paytable"}, "house_seat"),
        ({"real": False, "names": ("Minh",)}, "dealt_cards"),
        ({"real": False, "dealer": 1}, "dealt_cards"),
        ({"names": ("\u200b",)}, "empty_name"),
    ],
)
def test_rt1_what_needs_dealt_cards_is_refused(fields: dict[str, Any], code: str) -> None:
    order = OpenTable(**{"game": "xidach", "name": "Lan", "seats": 4, "real": True, **fields})
    with pytest.raises(Refusal) as refusal:
        open_table(order, "g0", "table-1", SECRET, 1, fresh())
    assert refusal.value.code == code


def test_rt8_a_game_without_scoring_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = all_games()["xidach"]
    without = dataclasses.replace(game, extras=dataclasses.replace(game.extras, scoring=None))
    monkeypatch.setattr("chieu.online.table.opening.load", lambda name: without)
    order = OpenTable(game="xidach", name="Lan", seats=4, real=True)
    with pytest.raises(Refusal, match="no_scoring"):
        open_table(order, "g0", "table-1", SECRET, 1, fresh())


# RT-2: a table as every other, without dealt cards


def test_rt2_an_entered_deal_is_booked_and_explained() -> None:
    table = real_table()
    assert isinstance(enter(table, hands("19", "xi_dach", "quac", "19")), Done)
    (deal,) = real_of(table).entered
    assert deal.payoff == (0, 1, -1, 0)
    assert deal.names == ("Lan", *NAMES)
    assert deal.outcome is not None
    assert deal.outcome.payoff(4) == deal.payoff
    assert ledger(table) == {"Lan": 0, "Minh": 1, "Hoa": -1, "Tí": 0}
    assert real_of(table).deal == 2
    table.check()


def test_rt2_nothing_is_shuffled() -> None:
    table = real_table()
    view = table.whole("g0")
    assert (view.table.shuffle.commitment, view.deal, view.manifest) == ("", None, "")
    assert not [event for event in table.events if "huffle" in type(event).__name__]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (commands.Ready, {}),
        (commands.DealNow, {}),
        (commands.SetBot, {"seat": 1, "level": "heuristic"}),
        (commands.StandIn, {"seat": 1}),
        (commands.CutSeats, {"deal": True}),
        (commands.Commit, {"deal": 1, "attempt": 0, "commitment": "0" * 64, "protocol": 1}),
        (commands.Reveal, {"deal": 1, "attempt": 0, "contribution": "0" * 64, "manifest": "0" * 64}),
        (commands.Abstain, {"deal": 1}),
        (commands.LeaveOut, {"deal": 1, "seat": 1}),
        (commands.Act, {"action": None}),
        (commands.Change, {"sheet": "room", "seats": 4, "clock": TurnClock(30)}),
    ],
)
def test_rt2_commands_that_deal_cards_are_refused(kind: type[Any], fields: dict[str, Any]) -> None:
    table = real_table()
    assert refused(table.do("g0", kind, **fields)) == "real_cards"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (commands.Enter, {"deal": 1, "game": "xidach", "sheet": "room", "chairs": (0, 1), "entry": {}}),
        (commands.Correct, {"deal": 1, "entry": {}}),
        (commands.StrikeOut, {"deal": 1}),
        (commands.OfferLine, {"deal": 1, "line": {}}),
        (commands.LetEnter, {"who": "all"}),
        (commands.PutPerson, {"seat": 1, "name": "Hoa"}),
        (commands.Rename, {"member": 0, "name": "Hoa"}),
        (commands.Claim, {"member": 0}),
        (commands.SitIn, {"seat": 0}),
    ],
)
def test_rt2_entries_are_refused_where_cards_are_dealt(kind: type[Any], fields: dict[str, Any]) -> None:
    assert refused(Sitting().do("g0", kind, **fields)) == "dealt_cards"


def test_rt2_a_change_to_a_sheet_with_a_house_seat_is_refused() -> None:
    table = real_table("niuniu")
    assert refused(table.do("g0", commands.Change, sheet="paytable", seats=4)) == "house_seat"
    table = real_table()
    assert refused(table.do("g0", commands.Change, game="niuniu", sheet="paytable", seats=4)) == "house_seat"


def test_rt2_guests_and_persons_ids_never_leave() -> None:
    table = real_table(enterers="all")
    table.must("secret-guest", commands.Claim, member=2)
    enter(table, WINS, "secret-guest")
    sent = wire.write(table.whole(None)) + table.sent(None, 1) + table.sent("secret-guest", 0)
    assert b"secret-guest" not in sent
    for member in table.state.members:
        assert not member.person or member.person.encode() not in sent


# RT-5: entering


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"deal": 1}, "deal_entered"),
        ({"deal": 0}, "deal_ahead"),
        ({"deal": 3}, "deal_ahead"),
        ({"deal": 2**53 - 1}, "deal_ahead"),
        ({"game": "big2"}, "other_rules"),
        ({"sheet": "vipgame"}, "other_rules"),
        ({"chairs": ()}, "bad_chairs"),
        ({"chairs": (0, 0, 1, 2)}, "bad_chairs"),
        ({"chairs": (1, 0, 2, 3)}, "bad_chairs"),
        ({"chairs": (0, 1, 2, 9)}, "bad_chairs"),
        ({"chairs": (0, 1, 2)}, "wrong_lines"),
        ({"chairs": (0,)}, "bad_seats"),
        ({"entry": {"winner": 0, "lines": []}}, "bad_entry"),
        ({"entry": None}, "bad_entry"),
        ({"entry": [[[[]]]]}, "bad_entry"),
        ({"entry": NESTED}, "bad_entry"),
        ({"entry": {**PUSH, "lines": [*PUSH["lines"][:3], {"hand": "19", "stake": 10**30}]}}, "bad_entry"),
        ({"entry": {**PUSH, "lines": PUSH["lines"] * 500}}, "wrong_lines"),
        ({"entry": {**PUSH, "dealer": 7}}, "no_such_seat"),
    ],
)
def test_rt5_a_wrong_entry_is_refused_and_changes_nothing(fields: dict[str, Any], code: str) -> None:
    table = real_table()
    enter(table, PUSH)
    before = table.state
    assert refused(enter(table, **{"entry": PUSH, **fields})) == code
    assert table.state == before


def test_rt5_the_same_command_twice_counts_once() -> None:
    table = real_table()
    command = commands.Enter(
        id="e1", seq=table.state.seq, deal=1, game="xidach", sheet=table.state.sheet, chairs=(0, 1, 2, 3), entry=WINS
    )
    assert table.send("g0", command) == table.send("g0", command)
    assert (len(table.state.entered), ledger(table)["Minh"]) == (1, 1)


def test_rt5_entries_made_without_a_connection_all_count() -> None:
    """Each is stamped with the latest number when it is sent; the numbers of the deals keep them apart."""
    table = real_table()
    sheet = table.state.sheet
    for deal in range(1, 61):
        command = commands.Enter(
            id=f"e{deal}", seq=table.state.seq, deal=deal, game="xidach", sheet=sheet, chairs=(0, 1, 2, 3), entry=WINS
        )
        assert isinstance(table.send("g0", command), Done)
        again = msgspec.structs.replace(command, seq=table.state.seq)
        assert isinstance(table.send("g0", again), Done)
    assert (len(table.state.entered), ledger(table)["Minh"]) == (60, 60)
    old = msgspec.structs.replace(command, id="e1", seq=3)
    assert isinstance(table.send("g0", old), Stale), "too old to be remembered"
    assert len(table.state.entered) == 60


def test_rt5_an_evening_has_at_most_500_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chieu.online.table.real.DEALS_AT_MOST", 2)
    table = real_table()
    enter(table, PUSH)
    enter(table, PUSH)
    assert refused(enter(table, PUSH)) == "too_many_deals"
    assert entered.DEALS_AT_MOST == 500


def test_rt5_people_who_did_not_play_sit_out_for_now() -> None:
    table = real_table()
    three = hands("19", "20", "18")
    assert isinstance(enter(table, three, chairs=(0, 1, 3)), Done)
    assert ledger(table) == {"Lan": 0, "Minh": 1, "Tí": -1}
    assert real_of(table).chairs == (0, 1, 3)
    table.must("g0", commands.SitIn, seat=2)
    assert real_of(table).chairs == (0, 1, 2, 3)
    assert refused(table.do("g0", commands.SitIn, seat=2)) == "no_change"
    table.must("g0", commands.SitOut, seat=3)
    assert isinstance(enter(table, PUSH), Done) is False, "four lines for three people"
    assert isinstance(enter(table, PUSH, chairs=(0, 1, 2, 3)), Done)
    assert not any(chair.out for chair in table.state.chairs)


def test_rt5_a_form_needs_enough_people() -> None:
    table = real_table(seats=2, names=("Minh",))
    table.must("g0", commands.SitOut, seat=1)
    assert (real_of(table).form, real_of(table).chairs) == (None, (0,))
    table.must("g0", commands.SitOut, seat=0)
    assert real_of(table).form is None


# RT-5: permission to enter


@pytest.mark.parametrize(
    ("enterers", "codes"), [("host", ["may_not_enter"] * 2), ("own", ["may_not_enter", ""]), ("all", ["", ""])]
)
def test_rt5_the_host_decides_who_may_enter(enterers: Any, codes: list[str]) -> None:
    table = real_table(enterers=enterers)
    table.must("g1", commands.Claim, member=1)
    offered = table.do("g1", commands.OfferLine, deal=1, line={"hand": "20"})
    given = enter(table, PUSH, "g1")
    assert [getattr(answer, "code", "") for answer in (given, offered)] == codes
    assert isinstance(table.do("g0", commands.LetEnter, who=enterers), Done) is False
    assert refused(table.do("g1", commands.LetEnter, who="all")) in ("host_only", "no_change")
    number = real_of(table).deal
    assert isinstance(enter(table, PUSH), Done), "the host always may"
    for kind, fields in ((commands.Correct, {"entry": WINS}), (commands.StrikeOut, {})):
        answer = table.do("g1", kind, deal=number, **fields)
        assert getattr(answer, "code", "") == codes[0]


def test_rt5_an_offered_line_is_shown_until_the_deal_is_entered() -> None:
    table = real_table(enterers="own")
    table.must("g1", commands.Claim, member=2)
    assert refused(table.do("g1", commands.OfferLine, deal=2, line={"hand": "20"})) == "deal_ahead"
    assert refused(table.do("g1", commands.OfferLine, deal=1, line={"left": 3})) == "bad_entry"
    assert refused(table.do("g1", commands.OfferLine, deal=1, line=None)) == "no_change"
    table.must("g1", commands.OfferLine, deal=1, line={"hand": "20"})
    assert refused(table.do("g1", commands.OfferLine, deal=1, line={"hand": "20"})) == "no_change"
    (offer,) = real_of(table).offered
    assert (offer.seat, offer.line) == (2, {"hand": "20"})
    table.must("g1", commands.OfferLine, deal=1, line=None)
    assert real_of(table).offered == ()
    table.must("g1", commands.OfferLine, deal=1, line={"hand": "18"})
    enter(table, WINS)
    assert real_of(table).offered == ()
    table.must("g2", commands.Join, name="Watcher")
    assert refused(table.do("g2", commands.OfferLine, deal=2, line={"hand": "20"})) == "not_seated"
    table.check()


# RT-5: corrections


def test_rt5_a_correction_replaces_an_entry_and_is_counted() -> None:
    table = real_table()
    enter(table, WINS)
    table.must("g0", commands.Correct, deal=1, entry=hands("19", "18", "18", "19"), note="Minh had 18")
    (deal,) = real_of(table).entered
    assert (deal.payoff, deal.corrections, deal.note, deal.changed_by) == ((2, -1, -1, 0), 1, "Minh had 18", 0)
    assert ledger(table) == {"Lan": 2, "Minh": -1, "Hoa": -1, "Tí": 0}
    assert refused(table.do("g0", commands.Correct, deal=1, entry=hands("19", "18", "18", "19"))) == "no_change"
    assert refused(table.do("g0", commands.Correct, deal=2, entry=PUSH)) == "no_such_deal"
    assert refused(table.do("g0", commands.Correct, deal=0, entry=PUSH)) == "no_such_deal"
    assert refused(table.do("g0", commands.Correct, deal=1, entry=hands("19", "18"))) == "wrong_lines"
    table.check()


def test_rt5_a_struck_out_deal_counts_again_once_corrected() -> None:
    table = real_table()
    enter(table, WINS)
    enter(table, WINS)
    table.must("g0", commands.StrikeOut, deal=2, note="entered twice")
    assert ledger(table) == {"Lan": 0, "Minh": 1, "Hoa": -1, "Tí": 0}
    assert [(deal.struck, deal.note) for deal in real_of(table).entered] == [(False, ""), (True, "entered twice")]
    assert refused(table.do("g0", commands.StrikeOut, deal=2)) == "no_change"
    assert refused(enter(table, WINS, deal=2)) == "deal_entered", "its number stays"
    table.must("g0", commands.Correct, deal=2, entry=WINS)
    assert ledger(table)["Minh"] == 2
    table.check()


def rounds(table: Sitting, *points: int) -> None:
    """Enter rounds of rummy between two, each won by the first with these points of the second."""
    for number in points:
        assert isinstance(enter(table, {"winner": 0, "lines": [None, {"points": number}]}), Done)


def test_rt5_a_correction_scores_later_deals_of_the_match_again() -> None:
    table = real_table("rummy", 2, ("Minh",))
    rounds(table, 10, 20, 30)
    real = real_of(table)
    assert real.form is not None
    assert real.form.round == 4
    table.must("g0", commands.StrikeOut, deal=1)
    totals = [deal.outcome and deal.outcome.hands[-1].called.params["total"] for deal in real_of(table).entered]
    assert totals == [None, 20, 50], "scores of the match without the deal that was struck out"
    table.must("g0", commands.Correct, deal=1, entry={"winner": 0, "lines": [None, {"points": 10}]})
    table.must("g0", commands.StrikeOut, deal=2)
    totals = [deal.outcome and deal.outcome.hands[-1].called.params["total"] for deal in real_of(table).entered]
    assert totals == [10, None, 40], "the match goes on past it"
    form = real_of(table).form
    assert form is not None
    assert form.round == 3
    table.check()


def test_rt5_a_correction_that_spoils_a_later_deal_is_refused() -> None:
    """Later rounds deal more cards: their points may be too many for an earlier round."""
    table = real_table("rummy", 2, ("Minh",))
    rounds(table, 10)
    form = real_of(table).form
    assert form is not None
    (most,) = [field.most for way in form.ways for field in way.fields if field.name == "points"]
    rounds(table, most or 0)
    before = table.state
    answer = table.do("g0", commands.StrikeOut, deal=1)
    assert refused(answer) == "later_deal"
    assert answer.params["deal"] == 2  # type: ignore[union-attr]
    assert table.state == before


def test_rt5_a_change_of_the_game_begins_a_new_match() -> None:
    table = real_table("rummy", 2, ("Minh",))
    rounds(table, 10, 20)
    answer = table.do("g0", commands.Change, game="xidach", sheet="room", seats=2)
    assert refused(answer) == "match_running"
    table.must("g0", commands.Change, game="xidach", sheet="room", seats=2, end_match=True)
    assert isinstance(enter(table, hands("19", "20")), Done)
    table.must("g0", commands.Change, game="rummy", sheet=table.state.entered[0].sheet, seats=2)
    assert real_of(table).form is not None
    assert real_of(table).form.round == 1  # type: ignore[union-attr]
    table.must("g0", commands.Correct, deal=1, entry={"winner": 1, "lines": [{"points": 50}, None]})
    assert real_of(table).form.round == 1  # type: ignore[union-attr]
    assert ledger(table) == {"Lan": 20 - 50 - 1, "Minh": 50 - 20 + 1}
    table.check()


# RT-1, RT-2: people


def test_rt2_a_guest_claims_a_person_with_their_chair_and_chips() -> None:
    table = real_table()
    enter(table, WINS)
    seen = table.state.seq
    table.must("g1", commands.Claim, member=1)
    view = table.whole("g1")
    assert (view.you.member, view.you.seat) == (1, 1)
    assert b'"type":"view"' in table.sent("g1", seen), "another place: everything is shown anew"
    assert real_of(table).unclaimed == ((2, "Hoa"), (3, "Tí"))
    assert ledger(table)["Minh"] == 1
    table.check()


def test_rt2_a_spectator_who_claims_a_person_keeps_their_words() -> None:
    table = real_table()
    table.must("g1", commands.Join, name="Chị Hoa")
    table.must("g1", commands.Say, text="I am Hoa")
    seen = table.state.seq
    table.must("g1", commands.Claim, member=2)
    assert b'"type":"view"' in table.sent("g0", seen), "others must not show these words as somebody else's"
    view = table.whole("g0")
    assert [(said.member, said.text) for said in view.chat] == [(2, "I am Hoa")]
    assert view.table.watchers == ()
    assert refused(table.do("g1", commands.Claim, member=3)) == "already_playing"
    table.must("g1", commands.Join, name="Chị Hoa")
    assert table.whole(None).table.seats[2].name == "Chị Hoa"
    table.check()


def test_rt2_nobody_is_claimed_twice_or_by_an_outsider() -> None:
    table = real_table()
    table.must("g1", commands.Claim, member=1)
    assert refused(table.do("g2", commands.Claim, member=1)) == "not_claimable"
    assert refused(table.do("g2", commands.Claim, member=0)) == "not_claimable"
    assert refused(table.do("g2", commands.Claim, member=77)) == "not_claimable"
    assert refused(table.do("g2", commands.Claim, member=-1)) == "not_claimable"
    assert refused(table.do("g0", commands.Rename, member=-1, name="Bé")) == "no_such_member"
    assert refused(table.do("g0", commands.SitOut, seat=-1)) == "no_such_seat"
    assert refused(table.do("g0", commands.Claim, member=2)) == "already_playing"
    table.must("g0", commands.Lock)
    assert refused(table.do("g2", commands.Claim, member=2)) == "table_locked"
    table.must("g0", commands.Lock, on=False)
    table.must("g0", commands.RenewLink)
    assert refused(table.do("g2", commands.Claim, member=2)) == "old_link"
    table.must("g2", commands.Claim, member=2, key=table.state.key)
    table.must("g0", commands.Remove, member=2)
    assert refused(table.do("g2", commands.Claim, member=2, key=table.state.key)) == "removed"


def test_rt2_a_wrong_claim_is_undone_by_removing_the_guest() -> None:
    table = real_table()
    enter(table, WINS)
    table.must("g1", commands.Claim, member=1)
    table.must("g1", commands.Say, text="ha")
    table.must("g0", commands.Remove, member=1)
    seat = table.whole(None).table.seats[1]
    assert (seat.name, seat.phone, seat.chips) == ("Minh", False, 1)
    table.must("g2", commands.Claim, member=1)
    assert table.whole("g2").you.seat == 1
    assert table.whole("g2").chat == (), "somebody else said that"
    assert refused(table.do("g1", commands.Say, text="hm")) == "removed"
    table.must("g0", commands.Admit, number=table.state.banned[0].number)
    table.must("g1", commands.Join, name="Minh")
    assert table.whole("g1").you.seat is None
    table.check()


def test_rt1_the_host_seats_and_names_people_without_a_phone() -> None:
    table = real_table(names=("Minh",))
    table.must("g0", commands.PutPerson, seat=3, name="Hoa")
    table.must("g0", commands.Rename, member=2, name="Bác Hoa")
    assert [seat.name for seat in table.whole(None).table.seats] == ["Lan", "Minh", "", "Bác Hoa"]
    assert refused(table.do("g0", commands.PutPerson, seat=3, name="Tí")) == "seat_taken"
    assert refused(table.do("g0", commands.Rename, member=2, name="Bác Hoa")) == "no_change"
    assert refused(table.do("g0", commands.Rename, member=0, name="Bà")) == "has_phone"
    assert refused(table.do("g0", commands.Rename, member=50, name="Bà")) == "no_such_member"
    table.must("g1", commands.Claim, member=1)
    for kind, fields in ((commands.PutPerson, {"seat": 2}), (commands.Rename, {"member": 2})):
        assert refused(table.do("g1", kind, name="Tí", **fields)) == "host_only"
    assert real_of(table).chairs == (0, 1, 3)
    table.check()


def test_rt1_a_person_who_lost_the_seat_is_seated_again() -> None:
    table = real_table(seats=5, names=(*NAMES, "Dũng"))
    enter(table, hands("19", "20", "18", "19", "20"))
    before = ledger(table)
    table.must("g0", commands.Change, game="big2", sheet="", seats=4, watch=(4,))
    assert (4, "Dũng") in real_of(table).unclaimed
    table.must("g0", commands.Free, seat=2)
    table.must("g0", commands.PutPerson, seat=2, member=4)
    seat = table.whole(None).table.seats[2]
    assert (seat.member, seat.name, seat.phone, seat.chips) == (4, "Dũng", False, 1)
    assert ledger(table) == before
    entry = {"winner": 2, "lines": [{"place": 2}, {"place": 3}, None, {"place": 4}]}
    assert isinstance(enter(table, entry), Done)
    after = ledger(table)
    assert after.keys() == before.keys()
    assert after["Dũng"] > 1
    table.check()


def test_rt1_a_person_without_a_deal_is_seated_again() -> None:
    table = real_table()
    table.must("g0", commands.Free, seat=3)
    assert real_of(table).unclaimed == ((1, "Minh"), (2, "Hoa"), (3, "Tí"))
    table.must("g0", commands.PutPerson, seat=3, member=3)
    assert [seat.name for seat in table.whole(None).table.seats] == ["Lan", *NAMES]
    assert len(table.state.members) == 4
    table.check()


def test_rt1_only_people_without_phone_and_seat_are_seated_again() -> None:
    table = real_table(names=("Minh", "Hoa"))
    table.must("g1", commands.Claim, member=1)
    table.must("g1", commands.Rise)
    table.must("g2", commands.Join, name="Bà")
    for member in (0, 1, 3, 50):  # the host, a person with a phone, a spectator, nobody
        assert refused(table.do("g0", commands.PutPerson, seat=3, member=member)) == "not_claimable"
    assert refused(table.do("g0", commands.PutPerson, seat=3, member=2)) == "no_change"
    assert refused(table.do("g0", commands.PutPerson, seat=3)) == "empty_name"
    table.must("g0", commands.Free, seat=2)
    assert refused(table.do("g0", commands.PutPerson, seat=0, member=2)) == "seat_taken"
    assert refused(table.do("g1", commands.PutPerson, seat=3, member=2)) == "host_only"
    table.must("g0", commands.Remove, member=3)
    assert refused(table.do("g0", commands.PutPerson, seat=3, member=3)) == "not_claimable"
    table.check()


def test_rt5_the_owner_stays_the_host_while_the_phone_sleeps() -> None:
    table = real_table()
    enter(table, WINS)
    table.must("g1", commands.Claim, member=3)
    table.must("g2", commands.Join, name="Watcher")
    table.lose("g0")
    assert table.whole(None).table.host == 0
    for guest in ("g1", "g2"):
        assert refused(table.do(guest, commands.StrikeOut, deal=1)) == "may_not_enter"
        assert refused(table.do(guest, commands.LetEnter, who="all")) == "host_only"


def test_rt1_names_of_bots_are_free_where_no_bot_can_sit() -> None:
    table = real_table(names=("Cô Ba", "Chú Tư", "Cô Ba"))
    assert [seat.name for seat in table.whole(None).table.seats] == ["Lan", "Cô Ba", "Chú Tư", "Cô Ba 2"]
    table.must("g1", commands.Join, name="Cậu Chín")
    assert (4, "Cậu Chín") in table.whole(None).table.watchers


def test_rt5_an_offered_line_goes_with_the_person() -> None:
    table = real_table(enterers="own")
    table.must("g1", commands.Claim, member=1)
    table.must("g1", commands.OfferLine, deal=1, line={"hand": "xi_bang"})
    table.must("g1", commands.Rise)
    assert real_of(table).offered == ()


def test_rt2_a_deal_stays_with_the_guest_who_claims_a_person() -> None:
    table = real_table(enterers="all")
    table.must("g1", commands.Join, name="Watcher")
    enter(table, PUSH, "g1")
    table.must("g1", commands.Claim, member=2)
    (deal,) = real_of(table).entered
    assert (deal.by, deal.changed_by) == (2, None)


def test_rt1_a_full_table_keeps_people_without_a_phone() -> None:
    table = real_table()
    enter(table, PUSH)
    for number in range(1, 120):
        table.must(f"w{number}", commands.Join, name=f"Watcher {number}")
    assert [seat.name for seat in table.whole(None).table.seats] == ["Lan", *NAMES]
    assert len(table.state.members) == 100


# PF-38


def test_pf38_a_person_who_claimed_their_name_can_erase_it() -> None:
    table = real_table(enterers="all")
    enter(table, WINS)
    table.must("g1", commands.Claim, member=1)
    table.must("g1", commands.Correct, deal=1, entry=PUSH, note="my 20 was a 19")
    table.must("g1", commands.Forget)
    sent = wire.write(table.whole(None)).decode()
    assert "Minh" not in sent
    assert "my 20" not in sent
    assert real_of(table).entered[0].corrections == 1


# Storage


def test_pf36_a_correction_takes_a_snapshot_and_so_do_some_deals() -> None:
    """Opening a table must not score an evening again, however often it was corrected."""
    table = real_table()
    sheet, taken = table.state.sheet, []
    for deal in range(1, 41):
        command = commands.Enter(
            id=f"e{deal}", seq=table.state.seq, deal=deal, game="xidach", sheet=sheet, chairs=(0, 1, 2, 3), entry=PUSH
        )
        taken += [deal] if table.take(decide, "g0", command).snapshot is not None else []
    assert taken == [20, 40]
    for change in (
        commands.StrikeOut(id="x", seq=table.state.seq, deal=1),
        commands.Correct(id="y", seq=table.state.seq, deal=1, entry=WINS),
    ):
        snapshot = table.take(decide, "g0", change).snapshot
        assert snapshot == table.state


@pytest.mark.parametrize("seed", range(12))
def test_rt5_any_evening_adds_up(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(60):
        evening.step()
        evening.check()
    table = evening.table
    table.check()
    assert evening.counts["enter"] > 5
    restored = snapshots.read(snapshots.write(table.state))
    assert msgspec.structs.replace(restored, trail=table.state.trail, trail_from=table.state.trail_from) == table.state


def test_rt5_the_random_evenings_do_everything() -> None:
    evenings = [Evening(seed) for seed in range(12)]
    for evening in evenings:
        for _ in range(60):
            evening.step()
    done = {name for evening in evenings for name, count in evening.counts.items() if count}
    assert done == {"enter", "correct", "strike", "change", "sit", "claim", "people"}


def test_rt5_every_event_is_told_in_words() -> None:
    table = real_table(enterers="own")
    seen = table.state.seq
    table.must("g1", commands.Claim, member=1)
    table.must("g1", commands.OfferLine, deal=1, line={"hand": "20"})
    enter(table, WINS)
    table.must("g0", commands.Correct, deal=1, entry=PUSH)
    table.must("g0", commands.StrikeOut, deal=1)
    table.must("g0", commands.LetEnter, who="all")
    table.must("g0", commands.SitOut, seat=2)
    table.must("g0", commands.SitIn, seat=2)
    names = {number: member.name for number, member in enumerate(table.state.members)}
    for lang in ("en", "vi", "zh"):
        teller = Phraser(table.state.game, lang, ("Lan", *NAMES))
        for event in table.happened(seen):
            assert "{" not in announced(event, teller, names)

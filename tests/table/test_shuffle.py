"""PF-22 at the table: who contributes to a shuffle, when, and what happens if somebody does not."""

from __future__ import annotations

from chieu.core.luck import Luck
from chieu.table import fair, messages
from chieu.table.messages import Done, Refused, Stale
from chieu.table.progress import COMMIT_WITHIN, REVEAL_WITHIN, deadline
from tests.table.sitting import Sitting

A, B, C = "aa" * 32, "bb" * 32, "cc" * 32


def code(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def test_pf_22_the_house_commits_before_anybody_else() -> None:
    table = Sitting(people=2, seats=2)
    shown = table.whole(None).table.shuffle
    sealing = table.state.shuffle
    assert (shown.deal, shown.attempt, shown.contributors) == (1, 0, None)
    assert shown.commitment == fair.seed_commitment("table-1", 1, 0, sealing.seed)
    table.start()
    table.play_on(Luck(1))
    assert table.whole(None).table.shuffle.deal == 2, "and for the next deal as soon as one is over"


def test_pf_22_contributors_are_frozen_and_published_before_they_reveal() -> None:
    table = Sitting(people=3, seats=3)
    table.commit("g0", A)
    table.commit("g2", C)
    seen = table.state.seq
    table.must("g0", messages.DealNow)
    assert table.phase() == "revealing"
    commitments = table.state.shuffle.commitments
    assert messages.Froze(seen + 1, 1, 0, ((0, commitments[0]), (2, commitments[2]))) in table.happened(seen)
    assert isinstance(table.commit("g1", B), Stale), "too late"
    assert code(table.reveal("g1", B)) == "not_a_contributor"
    assert code(table.reveal("g0", B)) == "bad_reveal"
    assert isinstance(table.reveal("g2", C), Done)
    assert code(table.reveal("g2", C)) == "no_change"
    assert table.whole(None).table.shuffle.revealed == (2,)
    assert table.phase() == "revealing"
    assert isinstance(table.reveal("g0", A), Done)
    assert table.phase() == "playing"
    assert [(one.seat, one.contribution) for one in table.deal.proof.contributions] == [(0, A), (2, C)]
    table.check()


def test_pf_22_a_withheld_reveal_voids_the_shuffle_openly() -> None:
    table = Sitting(people=3, seats=3)
    for guest, contribution in (("g0", A), ("g1", B), ("g2", C)):
        table.commit(guest, contribution)
    table.must("g0", messages.DealNow)
    table.reveal("g0", A)
    table.reveal("g2", C)
    before, seen = table.state.shuffle.commitment, table.state.seq
    assert deadline(table.state) == table.now + REVEAL_WITHIN
    table.wait(REVEAL_WITHIN)
    assert messages.Voided(seen + 1, 1, 0, (1,)) in table.happened(seen)
    shown = table.whole(None).table
    assert (shown.phase, shown.shuffle.attempt, shown.shuffle.barred) == ("committing", 1, (1,))
    assert shown.shuffle.commitment != before, "nobody's old bytes count"
    assert code(table.commit("g1", B)) == "barred_from_shuffle"
    assert isinstance(table.commit("g0", A, attempt=0), Stale)
    table.commit("g0", B)
    table.commit("g2", A)
    assert table.phase() == "revealing", "everybody honest has committed again: no need to wait"
    table.reveal("g2", A)
    table.reveal("g0", B)
    assert table.phase() == "playing"
    assert [void.withheld for void in table.deal.proof.voids] == [(1,)]
    table.check()


def test_pf_22_that_seat_contributes_no_more_in_this_sitting() -> None:
    table = Sitting(people=3, seats=3)
    table.commit("g1", B)
    table.must("g0", messages.DealNow)
    table.wait(REVEAL_WITHIN)
    assert table.phase() == "playing", "nobody is left to wait for"
    table.play_on(Luck(1))
    assert code(table.commit("g1", B)) == "barred_from_shuffle"
    table.must("g1", messages.Rise)
    table.must("g3", messages.Join, name="the same under another name")
    table.must("g3", messages.Sit, seat=1)
    assert code(table.commit("g3", B)) == "barred_from_shuffle"
    table.must("g0", messages.Change, sheet="room", seats=4)
    table.must("g1", messages.Sit, seat=3)
    assert code(table.commit("g1", B)) == "barred_from_shuffle", "nor does who sat there, elsewhere"


def test_pf_22_whoever_does_not_commit_again_is_not_waited_for() -> None:
    table = Sitting(people=3, seats=3)
    for guest, contribution in (("g0", A), ("g1", B), ("g2", C)):
        table.commit(guest, contribution)
    table.must("g0", messages.DealNow)
    table.reveal("g0", A)
    table.reveal("g2", C)
    table.wait(REVEAL_WITHIN)
    table.commit("g0", A)
    table.wait(COMMIT_WITHIN)
    assert table.state.shuffle.contributors == (0,)
    table.reveal("g0", A)
    assert table.phase() == "playing"


def test_pf_22_every_contributor_can_spoil_one_shuffle_and_no_more() -> None:
    table = Sitting(people=4, seats=4)
    spoiled = 0
    for guest in ("g0", "g1", "g2", "g3"):
        table.commit(guest, A)
    table.must("g0", messages.DealNow)
    while table.phase() != "playing":
        for guest in ("g0", "g1", "g2", "g3"):
            table.commit(guest, A)
        contributors = table.state.shuffle.contributors or ()
        for seat in contributors[1:]:
            table.reveal(f"g{seat}", A)
        table.wait(REVEAL_WITHIN)
        spoiled += 1
    assert spoiled <= 4 + 1
    assert len(table.deal.proof.voids) == 4
    table.check()


def test_pf_22_bots_and_people_away_contribute_nothing() -> None:
    table = Sitting(people=3, seats=4)
    table.must("g0", messages.SetBot, seat=3, level="random")
    table.start()
    table.must("g2", messages.Leave)
    table.play_on(Luck(2))
    table.commit("g1", B)
    table.commit("g2", C)
    table.must("g0", messages.DealNow)
    assert table.state.shuffle.contributors == (1,)


def test_pf_22_without_contributors_the_deal_begins_at_once() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    assert table.deal.proof.contributions == ()


def test_pf_22_until_it_is_frozen_a_commitment_can_be_replaced_and_goes_with_its_owner() -> None:
    table = Sitting(people=3, seats=3)
    table.commit("g1", A)
    table.commit("g1", B)
    table.commit("g2", C)
    table.must("g2", messages.Rise)
    table.must("g0", messages.SetBot, seat=2, level="random")
    table.must("g0", messages.DealNow)
    assert table.state.shuffle.contributors == (1,)
    assert code(table.reveal("g1", A)) == "bad_reveal"
    assert isinstance(table.reveal("g1", B), Done)


def test_pf_22_the_rules_are_fixed_with_the_contributors() -> None:
    table = Sitting(people=2, seats=2)
    table.commit("g1", B)
    table.must("g0", messages.DealNow)
    table.must("g0", messages.Change, sheet="vipgame", seats=2)
    table.reveal("g1", B)
    assert table.deal.sheet == "room"
    assert table.deal.proof.sheet == "room"


def test_pf_22_nobody_can_sit_down_or_deal_while_others_reveal() -> None:
    table = Sitting(people=2, seats=2)
    table.commit("g1", B)
    table.must("g0", messages.DealNow)
    assert code(table.do("g0", messages.DealNow)) == "deal_running"
    assert code(table.do("g1", messages.Rise)) == "deal_running"
    table.must("g1", messages.Leave)
    assert table.state.chairs[1].away
    table.wait(REVEAL_WITHIN + COMMIT_WITHIN)
    assert table.phase() in ("playing", "between")

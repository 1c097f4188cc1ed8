"""PF-22: contributions to a shuffle at the table, and attempts that fail."""

from __future__ import annotations

import pytest

from chieu.core.rng import Rng
from chieu.fairness import card_order
from chieu.fairness.manifest import NOTHING_BEFORE, BadManifest, Manifest, manifest_hash, read_manifest, write_manifest
from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.protocol import announcements, commands
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.table import decide, entries
from chieu.online.table.seating import MEMBERS_AT_MOST
from chieu.online.table.shuffling import (
    COMMIT_AFTER_START_WITHIN,
    COMMIT_WITHIN,
    REVEAL_WITHIN,
    TRIES_AT_MOST,
    VOIDS_AT_MOST,
    orphaned,
)
from chieu.online.table.state import Chair
from chieu.online.table.turns import deadline
from tests.fairness import second_verifier
from tests.online.table.sitting import SECRET, Sitting, fresh

A, B, C = "aa" * 32, "bb" * 32, "cc" * 32
PEOPLE = (("g0", A), ("g1", B), ("g2", C))


def code(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def frozen(table: Sitting) -> Manifest:
    return read_manifest(table.state.shuffle.manifest)


def kinds(table: Sitting) -> list[str]:
    return [" ".join(filter(None, (seat.kind, seat.by, seat.why))) for seat in frozen(table).all_chairs]


def all_commit(table: Sitting) -> None:
    for guest, contribution in PEOPLE:
        table.commit(guest, contribution)


def test_pf_22_server_commits_before_the_clients() -> None:
    table = Sitting(people=2, seats=2)
    shown = table.whole(None).table.shuffle
    pending = table.state.shuffle
    assert (shown.deal, shown.attempt, shown.contributors) == (1, 0, None)
    assert shown.commitment == card_order.seed_commitment("table-1", 1, 0, pending.seed)
    table.start()
    table.play_on(Rng(1))
    assert table.whole(None).table.shuffle.deal == 2, "and for the next deal as soon as one is over"


def test_pf_22_seed_is_fresh_for_every_attempt() -> None:
    """Otherwise a restored backup would deal the same cards again after their record became public."""
    first, other = Sitting(people=2, seats=2), Sitting(people=2, seats=2)
    other.fresh = fresh(seed=2)
    assert first.state.secret == other.state.secret == SECRET
    for table in (first, other):
        table.start()
        table.play_on(Rng(1))
    assert first.state.shuffle.deal == other.state.shuffle.deal == 2
    assert first.state.shuffle.seed != other.state.shuffle.seed


def test_pf_22_manifest_is_complete_before_the_first_reveal() -> None:
    table = Sitting(people=4, seats=6, bots=("heuristic", "random"))
    everybody = [chair.member for chair in table.state.chairs]
    people = [seat for seat, member in enumerate(everybody) if member is not None]
    table.commit("g0", A)
    table.commit("g2", C)
    table.must("g3", commands.Leave)
    table.must("g3", commands.Join, name="Guest 3")
    empty = [seat for seat, chair in enumerate(table.state.chairs) if chair.member is None and not chair.level]
    for seat in empty:
        table.must("g0", commands.SetBot, seat=seat, level="heuristic")
    seq_before = table.state.seq
    table.must("g0", commands.DealNow)
    assert table.phase() == "revealing"
    manifest = frozen(table)
    assert (manifest.table, manifest.deal, manifest.attempt, manifest.sheet, manifest.host) == (
        "table-1",
        1,
        0,
        "room",
        0,
    )
    assert manifest.after == NOTHING_BEFORE
    assert manifest.commitment == table.state.shuffle.commitment
    assert table.whole(None).table.shuffle.commitment == "", "the manifest holds it"
    assert kinds(table)[people[0]] == "contributes"
    assert kinds(table)[people[1]] == "out server uncommitted"
    assert all(manifest.all_chairs[seat].kind == "bot" for seat in empty)
    (announcement,) = [
        event for event in table.happened(seq_before) if isinstance(event, announcements.ManifestPublished)
    ]
    assert announcement.manifest == table.state.shuffle.manifest, "and everybody gets it"
    assert table.whole(None).manifest == announcement.manifest, "also who comes to watch just now"


@pytest.mark.usefixtures("fixed_cards")
def test_pf_22_manifest_has_one_canonical_form() -> None:
    """Everything is bound to its hash, so another spelling of the same manifest would be another manifest."""
    table = Sitting(people=2, seats=2)
    table.start()
    text = table.state.shuffle.manifest
    assert write_manifest(read_manifest(text)) == text
    for other in (text + "\n", text + " ", "\n" + text, text[:-1], text.replace("\n", "\r\n")):
        with pytest.raises(BadManifest):
            read_manifest(other)


def test_pf_22_reveal_is_bound_to_one_manifest() -> None:
    table = Sitting(people=3, seats=3)
    table.commit("g0", A)
    table.commit("g2", C)
    table.must("g0", commands.DealNow)
    assert isinstance(table.commit("g1", B), Stale), "too late"
    assert code(table.reveal("g1", B)) == "not_a_contributor"
    assert code(table.reveal("g0", B)) == "bad_reveal"
    assert code(table.reveal("g0", A, manifest="0" * 64)) == "other_manifest"
    assert isinstance(table.reveal("g2", C), Done)
    assert code(table.reveal("g2", C)) == "no_change"
    assert table.whole(None).table.shuffle.revealed == (2,)
    assert table.phase() == "revealing"
    assert isinstance(table.reveal("g0", A), Done)
    assert table.phase() == "playing"
    assert [(contribution.chair, contribution.contribution) for contribution in table.proof.contributions] == [
        (0, A),
        (2, C),
    ]
    table.check()


def test_pf_22_manifest_is_sent_once() -> None:
    table = Sitting(people=3, seats=3)
    all_commit(table)
    table.must("g0", commands.DealNow)
    seq_before = table.state.seq
    table.reveal("g0", A)
    assert b"chieu/fair/1 manifest" not in table.sent("g1", seq_before)
    assert b"commitments" not in table.sent("g1", seq_before), "they stand in the manifest"


def test_pf_22_each_manifest_links_to_the_previous_one() -> None:
    table = Sitting(people=3, seats=3)
    texts = []
    for _ in range(2):
        all_commit(table)
        table.must("g0", commands.DealNow)
        texts.append(table.state.shuffle.manifest)
        table.wait(REVEAL_WITHIN)
        all_commit(table)
        texts.append(table.state.shuffle.manifest)
        for guest, contribution in PEOPLE:
            table.reveal(guest, contribution)
        table.play_on(Rng(1))
    for before, text in zip(["", *texts], texts, strict=False):
        assert read_manifest(text).after == (manifest_hash(before) if before else NOTHING_BEFORE)
    table.check()


def test_pf_22_withheld_reveal_voids_the_attempt() -> None:
    table = Sitting(people=3, seats=3)
    all_commit(table)
    table.must("g0", commands.DealNow)
    table.reveal("g0", A)
    table.reveal("g2", C)
    before, seen = table.state.shuffle.commitment, table.state.seq
    assert deadline(table.state) == table.now + REVEAL_WITHIN
    table.wait(REVEAL_WITHIN)
    assert announcements.Voided(seen + 1, 1, 0, (1,)) in table.happened(seen)
    table_view = table.whole(None).table
    assert (table_view.phase, table_view.shuffle.attempt, table_view.shuffle.withheld) == ("committing", 1, ((1, 1),))
    assert table_view.shuffle.commitment != before, "nobody's old bytes count"
    assert table_view.shuffle.commitments == ()
    assert isinstance(table.commit("g0", A, attempt=0), Stale)
    table.commit("g0", B)
    table.commit("g2", A)
    assert table.phase() == "committing", "the one who withheld is waited for like everybody else"
    table.commit("g1", C)
    assert table.phase() == "revealing"
    assert kinds(table) == ["contributes"] * 3
    for guest, contribution in (("g2", A), ("g0", B), ("g1", C)):
        table.reveal(guest, contribution)
    assert table.phase() == "playing"
    assert [(void.why, void.withheld) for void in table.proof.voids] == [("withheld", (1,))]
    assert table.proof.voids[0].manifest
    table.check()


def test_pf_22_late_reveal_is_stale() -> None:
    """It counts until its attempt is voided, even if the deadline has passed."""
    table = Sitting(people=3, seats=3)
    all_commit(table)
    table.must("g0", commands.DealNow)
    manifest = manifest_hash(table.state.shuffle.manifest)
    table.now += REVEAL_WITHIN
    assert isinstance(table.reveal("g0", A), Done)
    assert table.phase() == "committing"
    assert table.state.shuffle.voids[-1].withheld == (1, 2)
    seen = table.state.seq
    assert isinstance(table.reveal("g1", B, attempt=0, manifest=manifest), Stale)
    assert table.state.seq == seen, "nothing of it enters the log"
    all_commit(table)
    assert isinstance(table.reveal("g1", B, attempt=0, manifest=manifest), Stale), "nor during the next attempt"
    assert table.state.shuffle.reveals == {}
    table.check()


def test_pf_22_manifest_notes_who_did_not_commit_again() -> None:
    table = Sitting(people=3, seats=3)
    all_commit(table)
    table.must("g0", commands.DealNow)
    table.wait(REVEAL_WITHIN)
    table.commit("g0", A)
    table.wait(COMMIT_WITHIN)
    assert kinds(table) == ["contributes", "out server uncommitted", "out server uncommitted"]
    table.reveal("g0", A)
    assert table.phase() == "playing"


def spoil(table: Sitting, *spoilers: str) -> None:
    """Make one attempt at which these guests withhold."""
    if table.phase() == "between":
        all_commit(table)
        table.must("g0", commands.DealNow)
    else:
        all_commit(table)
    for guest, contribution in PEOPLE:
        if guest not in spoilers:
            table.reveal(guest, contribution)
    table.wait(REVEAL_WITHIN)


def test_pf_22_host_leaves_a_person_out() -> None:
    table = Sitting(people=3, seats=3)
    all_commit(table)
    table.must("g0", commands.DealNow)
    table.must("g0", commands.LeaveOut, deal=1, seat=1)
    assert table.state.shuffle.contributors == (0, 1, 2), "not within an attempt"
    table.reveal("g0", A)
    table.reveal("g2", C)
    table.wait(REVEAL_WITHIN)
    assert code(table.commit("g1", B)) == "left_out"
    table.commit("g0", A)
    table.commit("g2", C)
    assert kinds(table) == ["contributes", "out host asked", "contributes"]
    table.reveal("g0", A)
    table.reveal("g2", C)
    table.play_on(Rng(1))
    assert isinstance(table.commit("g1", B), Done), "it lasts no longer than that deal"
    table.check()


def test_pf_22_others_leave_a_person_out_after_three_voids() -> None:
    table = Sitting(people=3, seats=3)
    for number in range(3):
        assert code(table.do("g1", commands.LeaveOut, deal=1, seat=0)) == "leave_out_early", number
        spoil(table, "g0")
    assert code(table.do("g1", commands.LeaveOut, deal=1, seat=2)) == "leave_out_early"
    table.must("g1", commands.LeaveOut, deal=1, seat=0)
    assert code(table.do("g2", commands.LeaveOut, deal=1, seat=0)) == "no_change"
    table.commit("g1", B)
    table.commit("g2", C)
    assert kinds(table)[0] == "out 1 withheld"
    table.reveal("g1", B)
    table.reveal("g2", C)
    assert table.phase() == "playing", "a host who withholds for ever holds up nobody"
    table.check()


def test_pf_22_an_abstaining_client_is_not_waited_for() -> None:
    table = Sitting(people=3, seats=3)
    spoil(table, "g0")
    assert isinstance(table.do("g1", commands.Abstain, deal=2), Stale)
    table.commit("g0", A)
    table.commit("g2", C)
    assert table.phase() == "committing"
    table.must("g1", commands.Abstain, deal=1)
    assert kinds(table) == ["contributes", "out self unaccounted", "contributes"]
    assert isinstance(table.do("g1", commands.Abstain, deal=1), Stale)
    table.check()


def test_pf_22_a_commitment_cancels_abstaining() -> None:
    table = Sitting(people=3, seats=3)
    table.must("g1", commands.Abstain, deal=1)
    assert code(table.do("g1", commands.Abstain, deal=1)) == "no_change"
    assert table.whole(None).table.shuffle.left_out == ((1, "self", "unaccounted"),)
    all_commit(table)
    assert table.whole(None).table.shuffle.left_out == ()
    table.must("g0", commands.DealNow)
    assert kinds(table) == ["contributes"] * 3
    table.check()


def test_pf_22_invalid_leave_out_is_refused() -> None:
    table = Sitting(people=1, seats=2, bots=("random",))
    bot = next(seat for seat, chair in enumerate(table.state.chairs) if chair.level)
    assert code(table.do("g0", commands.LeaveOut, deal=1, seat=bot)) == "nobody_there"
    assert code(table.do("g0", commands.LeaveOut, deal=1, seat=31)) == "nobody_there"
    assert isinstance(table.do("g0", commands.LeaveOut, deal=2, seat=0), Stale)
    table.must("g9", commands.Join, name="Watcher")
    assert code(table.do("g9", commands.LeaveOut, deal=1, seat=0)) == "not_seated"


def test_pf_22_withholding_counts_against_the_person() -> None:
    """It does not count against the next person in the seat."""
    table = Sitting(people=3, seats=3)
    for _ in range(TRIES_AT_MOST):
        spoil(table, "g1")
    assert table.phase() == "between", "people say again that they are ready"
    assert not any(chair.ready for chair in table.state.chairs)
    table.must("g1", commands.Rise)
    table.must("g3", commands.Join, name="Innocent")
    table.must("g3", commands.Sit, seat=1)
    assert dict(table.whole(None).table.shuffle.withheld) == {}
    assert code(table.do("g2", commands.LeaveOut, deal=1, seat=1)) == "leave_out_early"
    table.commit("g0", A)
    assert isinstance(table.commit("g3", B), Done)
    table.commit("g2", C)
    table.must("g0", commands.DealNow)
    assert kinds(table) == ["contributes"] * 3
    table.check()


def test_pf_22_attempts_at_one_deal_are_limited() -> None:
    table = Sitting(people=3, seats=3)
    for _ in range(VOIDS_AT_MOST):
        spoil(table, "g1")
    all_commit(table)
    assert table.phase() == "between"
    assert code(table.do("g0", commands.DealNow)) == "too_many_voids"
    table.must("g0", commands.LeaveOut, deal=1, seat=1)
    table.must("g0", commands.DealNow)
    table.check()


def test_pf_22_absent_withholder_does_not_block_the_deal() -> None:
    table = Sitting(people=3, seats=3, seed=2)
    for _ in range(VOIDS_AT_MOST):
        spoil(table, "g1")
    table.must("g0", commands.Ready)
    table.must("g2", commands.Ready)
    table.lose("g1")
    assert isinstance(table.events[-1], entries.Started | entries.ContributorsFixed | entries.Moved), (
        "everybody who is here is ready"
    )
    assert any(isinstance(event, entries.Disconnected) for event in table.events)
    table.check()


def test_pf_22_absence_is_recorded_despite_too_many_voids() -> None:
    table = Sitting(people=3, seats=3)
    for _ in range(VOIDS_AT_MOST):
        spoil(table, "g1")
    table.must("g0", commands.Ready)
    table.must("g1", commands.Ready)
    table.lose("g2")
    assert isinstance(table.events[-1], entries.Disconnected)
    assert table.phase() == "between"
    assert code(table.do("g0", commands.DealNow)) == "too_many_voids"
    table.must("g0", commands.LeaveOut, deal=1, seat=1)
    assert table.phase() != "between", "that was all that was in the way"
    table.check()


def test_pf_22_commitment_is_replaceable_until_the_manifest() -> None:
    table = Sitting(people=3, seats=4)
    table.commit("g1", A)
    table.commit("g1", B)
    table.commit("g2", C)
    table.must("g1", commands.Sit, seat=3)
    table.must("g2", commands.Rise)
    for seat in (1, 2):
        table.must("g0", commands.SetBot, seat=seat, level="random")
    table.must("g0", commands.DealNow)
    assert table.state.shuffle.contributors == (3,)
    assert code(table.reveal("g1", A)) == "bad_reveal"
    assert isinstance(table.reveal("g1", B), Done)
    table.check()


def test_pf_22_manifest_lists_bots_and_absent_people() -> None:
    table = Sitting(people=3, seats=4)
    table.must("g0", commands.SetBot, seat=3, level="random")
    table.start()
    table.must("g2", commands.Leave)
    table.play_on(Rng(2))
    table.commit("g1", B)
    table.commit("g2", C)
    table.must("g0", commands.DealNow)
    assert kinds(table) == ["out server uncommitted", "contributes", "out server away", "bot"]


@pytest.mark.usefixtures("fixed_cards")
def test_pf_22_deal_without_contributors_begins_at_once() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    assert table.proof.contributions == ()
    assert kinds(table) == ["out server uncommitted"] * 2


def test_pf_22_manifest_fixes_rules_and_dealer() -> None:
    """A host who hands the table over after the manifest does not change the dealer."""
    table = Sitting(people=2, seats=2)
    table.commit("g1", B)
    table.must("g0", commands.DealNow)
    table.must("g0", commands.Change, sheet="vipgame", seats=2)
    table.must("g0", commands.PassHost, member=1)
    table.must("g0", commands.Leave)
    table.reveal("g1", B)
    assert (table.deal.sheet, table.proof.sheet) == ("room", "room")
    started = next(event for event in table.events if isinstance(event, entries.Started))
    assert started.host == read_manifest(table.proof.manifest).host == 0


def test_pf_22_nobody_sits_down_or_deals_during_reveals() -> None:
    table = Sitting(people=2, seats=2)
    table.commit("g1", B)
    table.must("g0", commands.DealNow)
    assert code(table.do("g0", commands.DealNow)) == "deal_running"
    assert code(table.do("g1", commands.Rise)) == "deal_running"
    table.must("g1", commands.Leave)
    assert table.state.chairs[1].away
    table.wait(REVEAL_WITHIN + COMMIT_WITHIN)
    assert table.phase() in ("playing", "between")


def test_pf_22_restarted_node_voids_the_pending_shuffle() -> None:
    table = Sitting(people=3, seats=3)
    all_commit(table)
    table.must("g0", commands.DealNow)
    table.reveal("g0", A)
    table.fresh = fresh("node-2", 7)
    table.take(orphaned, "another")
    assert table.state.shuffle.attempt == 0, "another node restarted"
    table.take(orphaned, "node-1")
    pending = table.state.shuffle
    assert (table.phase(), pending.attempt, pending.node) == ("committing", 1, "node-2")
    assert [(void.why, void.withheld) for void in pending.voids] == [("restart", ())]
    assert pending.withheld == {}, "nobody is blamed"
    table.wait(COMMIT_WITHIN)
    assert table.phase() == "committing", "people have yet to come back"
    all_commit(table)
    assert kinds(table) == ["contributes"] * 3
    table.wait(COMMIT_AFTER_START_WITHIN)
    table.check()


def test_pf_22_restart_between_deals_is_not_announced() -> None:
    table = Sitting(people=2, seats=2)
    table.commit("g0", A)
    table.must("g1", commands.Ready)
    seen, seed = table.state.seq, table.state.shuffle.seed
    table.take(orphaned, "node-1", fresh=fresh("node-2", 3))
    assert table.happened(seen) == []
    assert table.state.shuffle.seed != seed
    assert table.whole(None).table.shuffle.commitments == ()
    assert table.state.chairs[1].ready
    table.check()


@pytest.mark.usefixtures("fixed_cards")
def test_pf_22_restart_does_not_affect_a_running_deal() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    assert table.decided(orphaned, "node-1").entries == []


def test_pf_22_restored_backup_annuls_the_deal() -> None:
    table = Sitting(people=3, seats=3)
    all_commit(table)
    table.must("g0", commands.DealNow)
    for guest, contribution in PEOPLE:
        table.reveal(guest, contribution)
    assert table.phase() == "playing"
    ledger = dict(table.state.ledger)
    table.take(decide.restored, "epoch-1", fresh=fresh("node-2", 5))
    view = table.whole(None)
    assert (view.table.phase, view.deal, table.state.ledger) == ("between", None, ledger)
    assert view.table.restored is not None
    assert view.table.restored.annulled == 1
    assert (view.table.shuffle.deal, view.table.shuffle.attempt) == (1, 1), "one more attempt at the same deal"
    assert table.decided(decide.restored, "epoch-1").entries == [], "once"
    all_commit(table)
    table.must("g0", commands.DealNow)
    for guest, contribution in PEOPLE:
        table.reveal(guest, contribution)
    assert [void.why for void in table.proof.voids] == ["restored"]
    assert table.proof.voids[0].manifest
    table.play_on(Rng(3))
    assert table.whole(None).table.restored is None, "until a deal was finished since"
    table.check()


def test_pf_22_restored_backup_resets_seats_like_a_deals_end() -> None:
    table = Sitting(people=4, seats=4)
    table.must("g1", commands.SitOut, seat=1)
    table.start()
    assert table.deal.out == (1,)
    table.must("g0", commands.Free, seat=2)
    assert table.state.chairs[2].freed
    table.take(decide.restored, "epoch-1", fresh=fresh("node-2", 5))
    assert not table.state.chairs[1].away, "they are here, and play for themselves"
    assert table.state.chairs[2] == Chair()
    table.must("g2", commands.Sit, seat=2)
    table.check()


def test_pf_22_newcomer_does_not_inherit_a_commitment() -> None:
    table = Sitting(people=2, seats=3)
    table.must("g2", commands.Join, name="Gone")
    table.must("g2", commands.Sit, seat=2)
    table.commit("g2", C)
    table.must("g2", commands.Rise)
    for number in range(3, MEMBERS_AT_MOST):
        table.must(f"g{number}", commands.Join, name=f"Watcher {number}")
    table.must("g2", commands.Leave)
    table.must("new", commands.Join, name="New")
    assert table.state.by_guest["new"] == 2
    table.must("new", commands.Sit, seat=2)
    assert dict(table.whole(None).table.shuffle.commitments) == {}
    table.check()


def test_pf_22_manifest_marks_contributions_of_chat_bots() -> None:
    table = Sitting(people=3, seats=3)
    table.commit("g0", A)
    table.commit("g1", B, chat=True)
    table.commit("g2", C, chat=True)
    table.must("g0", commands.DealNow)
    assert kinds(table) == ["contributes", "chat", "chat"]
    assert [seat for seat, _ in frozen(table).contributors] == [0, 1, 2]
    for guest, contribution in PEOPLE:
        table.reveal(guest, contribution)
    table.play_on(Rng(1))
    record = table.record(1)
    (deal,) = verify(all_games(), record.splitlines())
    assert [seat.proves for seat in deal.chairs] == ["claim", "nothing", "nothing"]
    second_verifier.verify(record)
    table.check()


def test_pf_22_own_client_takes_precedence_over_the_chat_bot() -> None:
    table = Sitting(people=2, seats=2)
    table.commit("g0", A, chat=True)
    table.commit("g0", B)
    assert code(table.commit("g0", C, chat=True)) == "own_client"
    table.commit("g1", A, chat=True)
    table.commit("g1", C, chat=True)
    table.must("g0", commands.DealNow)
    assert kinds(table) == ["contributes", "chat"]
    assert frozen(table).all_chairs[1].commitment == card_order.contribution_commitment("table-1", 1, 0, C)

"""PF-22: attacks by a patched server, and how honest clients and the verifier react."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from chieu.cli import main as cli
from chieu.core import records
from chieu.core.rng import Rng
from chieu.fairness import card_order
from chieu.fairness.manifest import manifest_hash, read_manifest
from chieu.fairness.verify import Unproven, verify
from chieu.fairness.witness import NotAsShown
from chieu.games import all_games
from chieu.online.client.mirror import News
from chieu.online.client.shuffle_store import ShuffleStore
from chieu.online.protocol import commands
from chieu.online.protocol.announcements import ManifestPublished
from chieu.online.protocol.answers import Done, Refused
from chieu.online.protocol.views import Update, View
from chieu.online.server.settings import data_directory
from chieu.online.storage.sqlite.connection import connect
from chieu.online.storage.sqlite.schema import BadFile
from chieu.online.table import decide
from chieu.online.table.entries import Entry, ShuffleOpened
from chieu.online.table.fold import fold
from chieu.online.table.shuffling import REVEAL_WITHIN, TRIES_AT_MOST, orphaned
from tests.fairness import second_verifier
from tests.online.client.honest import PLACE, Honest
from tests.online.table.sitting import Sitting, fresh, refold, xidach

A = "aa" * 32


def sitting(seats: int = 3) -> tuple[Sitting, Honest, Honest]:
    """Seat people at a table. The host is the operator; two others have honest clients."""
    table = Sitting(people=seats, seats=seats)
    return table, Honest(table, "g1"), Honest(table, "g2")


def due_deal(table: Sitting, *honest: Honest) -> None:
    """Let everybody commit, and the host deal."""
    for client in honest:
        client.look()
    table.commit("g0", A)
    table.must("g0", commands.DealNow)


def finished(table: Sitting) -> str:
    table.play_on(Rng(4))
    assert table.phase() == "between"
    return table.record(table.state.deals)


def named(table: Sitting, seat: int) -> bool:
    return read_manifest(table.state.shuffle.manifest).seats[seat].kind == "contributes"


# Dropping commands of honest clients


def test_pf_22_dropped_reveals_gain_one_attempt_and_are_reported() -> None:
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    table.reveal("g0", A)
    lan.look(drop=(commands.Reveal,))
    minh.look(drop=(commands.Reveal,))
    table.wait(REVEAL_WITHIN)
    for client in (lan, minh):
        client.look()
        assert client.warned == ["called_withheld"], "the person hears of it at once"
        attempt = client.store.get(PLACE, 1, 0)
        assert attempt is not None
        assert attempt.revealed, "and what was sent is kept"
    table.commit("g0", A)
    assert table.phase() == "revealing"
    assert named(table, 1), "nobody is barred"
    assert named(table, 2)
    lan.look()
    minh.look()
    table.reveal("g0", A)
    (holds,) = verify(all_games(), finished(table).splitlines())
    assert holds.attempts == 2
    assert [seat.proves for seat in holds.seats] == ["claim"] * 3


def test_pf_22_blame_goes_by_the_seats_of_the_void_attempt() -> None:
    """After the last void people are between deals and may change seats before their client looks again."""
    table = Sitting(people=3, seats=4)
    table.must("g0", commands.SetBot, seat=3, level="random")
    lan, minh = Honest(table, "g1"), Honest(table, "g2")
    due_deal(table, lan, minh)
    for attempt in range(TRIES_AT_MOST):
        if attempt:
            due_again(table, lan, minh)
        last = attempt == TRIES_AT_MOST - 1
        lan.look(drop=(commands.Reveal,) if last else ())
        minh.look()
        if last:
            table.reveal("g0", A)
        table.wait(REVEAL_WITHIN)
    assert table.phase() == "between"
    assert table.state.shuffle.voids[-1].withheld == (1,)
    table.must("g0", commands.SetBot, seat=3, level=None)
    table.must("g1", commands.Sit, seat=3)
    table.must("g2", commands.Sit, seat=1)
    lan.look()
    minh.look()
    assert lan.warned == ["called_withheld"]
    assert minh.warned == [], "they sit there now, and did not then"


def test_pf_22_dropped_commitments_are_reported_before_the_deal() -> None:
    table, lan, minh = sitting()
    lan.look(drop=(commands.Commit,))
    due_deal(table, minh)
    lan.look()
    assert table.phase() == "revealing"
    assert lan.warned == ["not_contributing uncommitted"]
    assert minh.look() is not None
    table.reveal("g0", A)
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert [seat.proves for seat in verdict.seats] == ["claim", "nothing", "claim"]
    assert verdict.seats[1].why == "uncommitted"


def test_pf_22_a_table_of_bots_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Sitting(people=1, seats=3, bots=("random", "random"))
    table.start()
    file = tmp_path / "record.txt"
    file.write_text(finished(table), encoding="utf-8")
    assert cli(["verify", str(file), "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert "Nobody but the house took part" in " ".join(output.split())
    assert cli(["verify", str(file), "--json"]) == 0
    assert '"proves_nothing_about_the_house":true' in capsys.readouterr().out.replace(" ", "")


# Showing different things to different clients


def otherwise(news: News) -> News:
    """Replace the manifest by one with another dealer."""

    def changed(text: str) -> str:
        return text.replace("\nhost 0\n", "\nhost 1\n")

    if isinstance(news, View):
        return replace(news, manifest=changed(news.manifest))
    assert isinstance(news, Update)
    happened = [
        replace(event, manifest=changed(event.manifest)) if isinstance(event, ManifestPublished) else event
        for event in news.happened
    ]
    return replace(news, happened=tuple(happened))


def test_pf_22_different_manifests_give_no_deal_and_are_reported() -> None:
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    table.reveal("g0", A)
    lan.look()
    minh.look(shown=otherwise)
    assert isinstance(minh.answer, Refused), "it revealed for the manifest that it saw, which is another key"
    assert minh.answer.code == "other_manifest"
    table.wait(REVEAL_WITHIN)
    minh.look()
    assert minh.warned == ["called_withheld"]
    due_again(table, lan, minh)
    minh.look()
    assert "not_following" in minh.warned, "two pasts cannot be joined again"
    assert lan.warned == []


def due_again(table: Sitting, *honest: Honest) -> None:
    for client in honest:
        client.look()
    table.commit("g0", A)
    assert table.phase() == "revealing"


@pytest.mark.parametrize("late", [False, True])
def test_pf_22_a_late_or_missing_manifest_is_reported(late: bool) -> None:
    table, lan, minh = sitting()
    due_deal(table, minh)
    minh.look()
    table.reveal("g0", A)

    def withheld(news: News) -> News:
        return replace(news, manifest=news.manifest if late else "") if isinstance(news, View) else news

    lan.reload()
    lan.look(shown=withheld)
    assert lan.warned == (["unseen", "not_contributing uncommitted"] if late else ["unseen"])
    lan.look()
    assert len(lan.warned) == len(set(lan.warned)), "once"


def test_pf_22_verify_reports_commitments_without_a_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table, lan, minh = sitting()
    playing(table, lan, minh)
    text = tmp_path / "record.txt"
    text.write_text(finished(table), encoding="utf-8")
    store = ShuffleStore(data_directory() / "shuffles.db")
    for attempt in (0, 1):
        store.get_or_draw(PLACE, 1, attempt)
        store.mark_sent("committed", PLACE, 1, attempt)
    assert cli(["verify", str(text), "--lang", "en"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert output.count("committed here, no freeze was shown") == 1, "of the attempts with a manifest in the record"
    assert "saw on this machine" not in output
    assert cli(["verify", str(text), "--json"]) == 0
    assert '"unseen_here":[0]' in capsys.readouterr().out.replace(" ", "")


def test_pf_22_a_record_with_another_manifest_is_rejected() -> None:
    """A server could use revealed bytes with other manifests until it likes the order.

    The record of that verifies, but it does not have the manifest that this client saw.
    """
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    revealed = minh.look(shown=otherwise)
    assert isinstance(revealed, commands.Reveal)
    table.reveal("g2", revealed.contribution)
    lan.look()
    table.reveal("g0", A)
    text = finished(table)
    assert len(list(verify(all_games(), text.splitlines()))) == 1
    lan.look()
    lan.check(text)
    with pytest.raises(Unproven, match="not the one that `chieu table` was shown"):
        minh.check(text)


@pytest.mark.parametrize("game", all_games())
def test_pf_22_the_record_matches_the_views_shown(game: str) -> None:
    table = Sitting(game, people=2, seats=4, bots=("random", "random", "random"))
    lan = Honest(table, "g1")
    for deal in (1, 2):
        due_deal(table, lan)
        table.reveal("g0", A)
        lan.look()
        while table.phase() == "playing":
            table.play_on(Rng(deal), moves=1)
            lan.look()
        lan.look()
        lan.check(table.record(deal), deal)
        assert lan.watch.views(deal)
    with pytest.raises(Unproven, match="not the record of deal 2"):
        lan.check(table.record(1), 2)


def test_pf_22_views_that_differ_from_the_record_are_detected() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    table.act(0, xidach("deal_from", "left"))

    def marked(news: News) -> News:
        assert news.deal is not None
        *others, own = news.deal.view.seats
        seats = (*others, replace(own, cards=own.cards[::-1]))
        return replace(news, deal=replace(news.deal, view=replace(news.deal.view, seats=seats)))

    minh.look(shown=marked)
    lan.look()
    text = finished(table)
    lan.look()
    minh.look()
    lan.check(text)
    with pytest.raises(NotAsShown):
        minh.check(text)


def test_pf_22_views_of_an_annulled_deal_are_not_compared() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    lan.look()
    table.take(decide.restored, "1")
    lan.look()
    minh.look()
    playing(table, lan, minh)
    lan.look()
    text = finished(table)
    lan.look()
    lan.check(text)
    assert lan.watch.views(1)


@pytest.mark.parametrize("why", ["out house because", "out host withheld", "out 1 asked"])
def test_pf_22_a_manifest_with_an_unknown_reason_is_rejected(why: str) -> None:
    """The client has a text for each known reason. Another one must not silence it."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)

    def because(news: News) -> News:
        assert isinstance(news, Update)
        texts = [re.sub(r"seat 1 .*", f"seat 1 {why}", event.manifest) for event in published(news)]
        return replace(news, happened=tuple(ManifestPublished(news.seq, 1, 0, (), text) for text in texts))

    assert lan.look(shown=because) is None
    assert lan.warned == ["bad_manifest"]
    minh.look()
    lan.look()
    table.reveal("g0", A)
    table.reveal("g1", lan.store.get_or_draw(PLACE, 1, 0).contribution)
    lines = [re.sub(r"\| seat 1 .*", f"| seat 1 {why}", line) for line in contents(finished(table))]
    with pytest.raises(Unproven, match="the record has a malformed manifest"):
        list(verify(all_games(), resummed(lines)))


@pytest.mark.parametrize(
    ("was", "now"), [("table table-1", "table table-2"), ("deal 1", "deal 2"), ("attempt 0", "attempt 1")]
)
def test_pf_22_no_reveal_for_a_manifest_of_another_attempt(was: str, now: str) -> None:
    """A reveal for it could be used for an order that no manifest of this attempt fixes."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)

    def elsewhere(news: News) -> News:
        assert isinstance(news, Update)
        texts = [event.manifest.replace(f"\n{was}\n", f"\n{now}\n") for event in published(news)]
        return replace(news, happened=tuple(ManifestPublished(news.seq, 1, 0, (), text) for text in texts))

    assert lan.look(shown=elsewhere) is None
    assert lan.warned == ["bad_manifest"]
    attempt = lan.store.get(PLACE, 1, 0)
    assert attempt is not None
    assert not attempt.revealed


def test_pf_22_a_second_manifest_gets_no_second_reveal() -> None:
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    assert lan.look() is not None
    text = table.state.shuffle.manifest

    def again(news: News) -> News:
        assert isinstance(news, Update)
        assert news.shuffle is not None
        published = ManifestPublished(news.seq, 1, 0, (), text.replace("\nhost 0\n", "\nhost 1\n"))
        return replace(news, happened=(published,), shuffle=replace(news.shuffle, revealed=()))

    table.reveal("g0", A)
    assert lan.look(shown=again) is None
    assert "second_manifest" in lan.warned
    assert stored_manifest(lan, 0) == text, "the first one is compared with its record"


@pytest.mark.parametrize("announced", [False, True], ids=["never asks", "claims a reveal"])
def test_pf_22_a_deal_without_the_reveal_is_reported(announced: bool) -> None:
    """The client saw a manifest with its own commitment and was never asked to reveal."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)

    def at_once(news: News) -> News:
        assert isinstance(news, Update)
        assert news.shuffle is not None
        return replace(news, phase="playing", shuffle=replace(news.shuffle, revealed=(1,) if announced else ()))

    assert lan.look(shown=at_once) is None
    assert lan.warned == ["unasked"]
    minh.look()
    table.reveal("g0", A)
    table.reveal("g1", lan.store.get_or_draw(PLACE, 1, 0).contribution)
    minh.look()
    assert minh.warned == [], "who was asked has nothing to say"


def test_pf_22_a_copied_commitment_is_refused() -> None:
    """With a copied commitment, withholding would make the other client report that it was blamed."""
    table, lan, minh = sitting()
    lan.look()
    copied = table.state.shuffle.committed[1]
    answer = table.do("g0", commands.Commit, deal=1, attempt=0, commitment=copied, protocol=1)
    assert isinstance(answer, Refused)
    assert answer.code == "copied_commitment"
    due_deal(table, minh)

    def doubled(news: News) -> News:
        assert isinstance(news, Update)
        texts = [re.sub(r"seat 0 .*", f"seat 0 contributes {copied}", event.manifest) for event in published(news)]
        return replace(news, happened=tuple(ManifestPublished(news.seq, 1, 0, (), text) for text in texts))

    assert lan.look(shown=doubled) is None
    assert lan.warned == ["bad_manifest"]
    minh.look()
    lan.look()
    table.reveal("g0", A)
    table.reveal("g1", lan.store.get_or_draw(PLACE, 1, 0).contribution)
    lines = [re.sub(r"\| seat 0 .*", f"| seat 0 contributes {copied}", line) for line in contents(finished(table))]
    with pytest.raises(Unproven, match="two seats have the same commitment"):
        list(verify(all_games(), resummed(lines)))
    with pytest.raises(second_verifier.Wrong):
        second_verifier.verify("\n".join(resummed(lines)))


def published(news: Update[Any, Any, Any]) -> list[ManifestPublished]:
    return [event for event in news.happened if isinstance(event, ManifestPublished)]


def test_pf_22_a_view_of_another_table_gets_no_commitment() -> None:
    """The client stores its bytes under the id in its link, so it commits for that id only."""
    table, lan, _ = sitting()

    def elsewhere(news: News) -> News:
        assert news.table is not None
        return replace(news, table=replace(news.table, id="table-2"))

    assert lan.look(shown=elsewhere) is None
    assert lan.warned == ["bad_manifest"]
    assert table.state.shuffle.committed == {}


# Rollbacks and restores


def playing(table: Sitting, *honest: Honest) -> None:
    due_deal(table, *honest)
    for client in honest:
        client.look()
    table.reveal("g0", A)


def go_back(table: Sitting, to: int) -> None:
    table.log = table.log[:to]
    state = refold(table.log)
    assert state is not None
    table.state = state
    table.fresh = fresh("node-2", 99)


@pytest.mark.parametrize("over", [False, True])
def test_pf_22_a_silent_rollback_cannot_reuse_an_attempt(over: bool) -> None:
    """Neither a running nor a finished deal gets the same seed and contributions again."""
    table, lan, minh = sitting()
    back_up = table.state.seq
    playing(table, lan, minh)
    first = table.state.shuffle.commitment
    if over:
        finished(table)
    go_back(table, back_up)
    stored = lan.store.get(PLACE, 1, 0)
    assert stored is not None
    assert stored.revealed, "the house knows these bytes"
    assert table.state.shuffle.commitment == first, "and its own seed"
    due = lan.look()
    assert lan.warned == ["went_back"]
    assert isinstance(due, commands.Commit)
    assert due.commitment != card_order.contribution_commitment("table-1", 1, 0, stored.contribution), (
        "they are not used again"
    )
    minh.look()
    table.commit("g0", A)
    table.must("g0", commands.DealNow)
    assert lan.look() is None
    assert lan.warned == ["went_back", "not_following", "second_manifest"]
    table.wait(REVEAL_WITHIN)
    due_again(table, lan, minh)
    lan.look()
    minh.look()
    table.reveal("g0", A)
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert verdict.attempts == 2, "each attempt had one order at most, and the record counts them"


def test_pf_22_an_announced_restore_annuls_the_deal() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    back_up = table.state.seq
    finished(table)
    lan.look()
    go_back(table, back_up)
    table.take(decide.restored, "1")
    lan.look()
    assert lan.warned == ["went_back"]
    assert lan.mirror.table.restored is not None
    assert lan.mirror.table.restored.annulled == 1
    assert lan.mirror.deal is None
    minh.look()
    due_deal(table, lan, minh)
    lan.look()
    minh.look()
    table.reveal("g0", A)
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert [void.why for void in verdict.proof.voids] == ["restored"]
    assert verdict.proof.voids[0].manifest == stored_manifest(lan, 0), (
        "the attempt that was annulled is told to the letter"
    )


def test_pf_22_a_restore_is_reported_to_a_later_reconnect() -> None:
    """Sequence numbers do not show it: by then the table may be further than before."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    lan.look()
    seq_before = lan.mirror.seq
    table.take(decide.restored, "1")
    for _ in range(2):
        minh.look()
        playing(table, minh)
        finished(table)
    assert table.state.seq > seq_before
    lan.look()
    assert lan.warned[:1] == ["went_back"]


def stored_manifest(client: Honest, attempt: int) -> str:
    stored = client.store.get(PLACE, 1, attempt)
    assert stored is not None
    return stored.manifest


def test_pf_22_a_deal_dropped_after_its_manifest_is_reported() -> None:
    """A server that dislikes an order goes on to the next deal, whose attempts do not mention it."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)
    playing(table, lan, minh)
    lan.look()
    assert lan.warned == []
    dropped, drawn = table.state.shuffle.manifest, "77" * 32
    table.state = replace(table.state, phase="between", deal=None)
    commitment = card_order.seed_commitment("table-1", 3, 0, drawn)
    table.state = fold(table.state, Entry(table.now, ShuffleOpened(3, 0, drawn, commitment, "")))
    due_deal(table, lan, minh)
    lan.look()
    assert read_manifest(table.state.shuffle.manifest).after == manifest_hash(dropped), "one follows on the other"
    assert lan.warned == ["dropped"]
    assert (lan.warnings[0].deal, lan.warnings[0].attempt) == (2, 0)


def test_pf_22_verify_checks_that_deals_are_consecutive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, lan, minh = sitting()
    files = []
    for deal in (1, 2, 3):
        playing(table, lan, minh)
        files.append(tmp_path / f"{deal}.txt")
        files[-1].write_text(finished(table), encoding="utf-8")
    assert lan.warned == minh.warned == []
    assert cli(["verify", *map(str, reversed(files))]) == 0
    capsys.readouterr()
    assert cli(["verify", str(files[0]), str(files[2]), "--lang", "en"]) == 0
    assert "no record of deals 2 to 2" in " ".join(capsys.readouterr().out.split())
    other, hoa, mai = sitting()
    other.fresh = fresh(seed=9)
    playing(other, hoa, mai)
    files[0].write_text(finished(other), encoding="utf-8")
    capsys.readouterr()
    assert cli(["verify", *map(str, files)]) == 1
    assert "deal 2 of table table-1 does not follow on deal 1" in capsys.readouterr().err


# Changing something after the manifest


def test_pf_22_nobody_can_be_left_out_within_an_attempt() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    text = finished(table)
    without = [line for line in contents(text) if not line.startswith("note fair from 1")]
    with pytest.raises(Unproven, match="that the manifest names"):
        list(verify(all_games(), resummed(without)))
    rewritten = ["note fair | seat 1 out host asked" if "| seat 1" in line else line for line in without]
    with pytest.raises(Unproven, match="does not follow from the seed"):
        list(verify(all_games(), resummed(rewritten)))


def test_pf_22_the_dealer_cannot_change_after_the_manifest() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    lines = contents(finished(table))
    at = lines.index("seats 3")
    with pytest.raises(Unproven, match="expected seat 0 to deal, but seat 1 did"):
        list(verify(all_games(), resummed([*lines[: at + 1], "host 1", *lines[at + 1 :]])))
    with pytest.raises(Unproven, match="expected seat 1 to deal, but seat 0 did"):
        list(verify(all_games(), resummed([line.replace("| host 0", "| host 1") for line in lines])))
    changed_lines = [line.replace("| host 0", "| host 1") for line in [*lines[: at + 1], "host 1", *lines[at + 1 :]]]
    with pytest.raises((Unproven, records.BadRecord)):
        list(verify(all_games(), resummed(changed_lines)))


def contents(text: str) -> list[str]:
    return [line[7:] for line in text.splitlines()]


def resummed(lines: list[str]) -> list[str]:
    summer, out = hashlib.sha256(), []
    for line in lines:
        summer.update(line.encode() + b"\n")
        out.append(f"{summer.hexdigest()[:6]} {line}")
    return out


def test_pf_22_the_manifest_fixes_the_seats_that_sit_out() -> None:
    """Otherwise a server that knows the order could cut a connection to choose the stakes."""
    table = Sitting(people=4, seats=4)
    lan, minh = Honest(table, "g1"), Honest(table, "g2")
    table.lose("g3")
    due_deal(table, lan, minh)
    seats = read_manifest(table.state.shuffle.manifest).seats
    assert [seat.sits_out for seat in seats] == [False, False, False, True]
    minh.look()
    lan.look()
    table.lose("g2")
    table.reconnect("g3")
    table.reveal("g0", A)
    assert table.phase() == "playing"
    assert table.deal.out == (3,), "who vanished is dealt in, and who came back was not agreed on"
    assert not table.state.chairs[2].away
    table.reconnect("g2")
    text = finished(table)
    (verdict,) = verify(all_games(), text.splitlines())
    assert [seat.sits_out for seat in verdict.seats] == [False, False, False, True]
    assert second_verifier.verify(text) == verdict.shuffles
    for was, now in (
        ("note seat 2 Guest 2", "note seat 2 bot heuristic"),
        ("note seat 3 bot heuristic", "note seat 3 Guest 3"),
    ):
        changed = resummed([line.replace(was, now) for line in contents(text)])
        assert changed != text.splitlines()
        with pytest.raises(Unproven, match="not played by the player in the manifest"):
            list(verify(all_games(), changed))
        with pytest.raises(second_verifier.Wrong):
            second_verifier.verify("\n".join(changed))
    table.check()


def test_pf_22_a_name_cannot_make_a_record_fail() -> None:
    table = Sitting(people=2, seats=2)
    for name in ("bot heuristic", "house"):
        table.must("g1", commands.Join, name=name)
        table.start()
        text = finished(table)
        assert len(list(verify(all_games(), text.splitlines()))) == 1
        assert second_verifier.verify(text) == 1


# An accomplice of the server


def test_pf_22_attempts_withheld_by_an_accomplice_are_counted() -> None:
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    orders = []
    for _ in range(3):
        lan.look()
        minh.look()
        orders.append(order_of(table))  # the server knows it now and tells its accomplice, who withholds
        table.wait(REVEAL_WITHIN)
        due_again(table, lan, minh)
    lan.look()
    minh.look()
    orders.append(order_of(table))
    table.reveal("g0", A)
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert verdict.attempts == len(set(orders)) == 4
    assert [void.withheld for void in verdict.proof.voids] == [(0,)] * 3
    assert lan.warned == minh.warned == []


def order_of(table: Sitting) -> object:
    pending = table.state.shuffle
    revealed = {**pending.reveals, 0: A}
    contributions = tuple(card_order.Contribution(seat, "", revealed[seat]) for seat in sorted(revealed))
    proof = card_order.Proof("", 0, "", 0, "", contributions, (), pending.seed, pending.manifest)
    return card_order.order(proof, 0, tuple(range(52)))  # type: ignore[arg-type]


# Honest clients


def test_pf_22_a_reload_after_the_commitment_loses_nothing() -> None:
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    lan.reload()
    lan.look()
    minh.look()
    table.reveal("g0", A)
    assert table.phase() != "revealing"
    assert lan.warned == []


def test_pf_22_two_tabs_are_one_contributor() -> None:
    table, lan, minh = sitting()
    tab = Honest(table, "g1", lan.store)
    lan.look()
    assert tab.look() is None, "it stands by what the first one committed to"
    due_deal(table, minh)
    assert tab.look() is not None
    lan.look()
    minh.look()
    table.reveal("g0", A)
    assert table.phase() != "revealing"
    assert lan.warned == tab.warned == []


def test_pf_22_a_second_device_replaces_the_commitment_once() -> None:
    table, lan, minh = sitting()
    phone = Honest(table, "g1")
    lan.look()
    assert phone.look() is not None
    assert lan.look() is None
    assert phone.look() is None
    due_deal(table, minh)
    assert lan.look() is None
    assert lan.warned == ["not_contributing other_device"]
    assert phone.look() is not None
    assert isinstance(phone.answer, Done)
    minh.look()
    table.reveal("g0", A)
    assert table.phase() != "revealing"


def test_pf_22_a_restart_voids_the_attempt_without_blame() -> None:
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    lan.look()
    table.fresh = fresh("node-2", 5)
    table.take(orphaned, "node-1")
    due_again(table, lan, minh)
    lan.look()
    minh.look()
    table.reveal("g0", A)
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert [void.why for void in verdict.proof.voids] == ["restart"]
    assert lan.warned == minh.warned == []


def test_pf_22_a_client_left_out_is_warned_before_the_deal() -> None:
    table, lan, minh = sitting()
    table.must("g0", commands.LeaveOut, deal=1, seat=1)
    assert lan.look() is None
    due_deal(table, minh)
    assert lan.look() is None
    assert table.phase() == "revealing"
    assert lan.warned == ["not_contributing asked"]


def test_pf_22_a_host_who_keeps_withholding_is_left_out() -> None:
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    for _ in range(3):
        lan.look()
        minh.look()
        table.wait(REVEAL_WITHIN)
        lan.look()
        minh.look()
        if table.state.shuffle.withheld[0] < 3:
            table.commit("g0", A)
    table.must("g1", commands.LeaveOut, deal=1, seat=0)
    lan.look()
    minh.look()
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert (verdict.seats[0].kind, verdict.seats[0].by, verdict.seats[0].why) == ("out", "1", "withheld")
    assert [seat.proves for seat in verdict.seats] == ["nothing", "claim", "claim"]
    assert lan.warned == minh.warned == []


def test_pf_22_the_shuffle_store_is_shared_and_private(tmp_path: Path) -> None:
    file = tmp_path / "shuffles.db"
    first, other = ShuffleStore(file), ShuffleStore(file)
    assert first.get_or_draw("here", 1, 0) == other.get_or_draw("here", 1, 0)
    assert first.get_or_draw("here", 1, 1) != first.get_or_draw("here", 1, 0)
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("version", [0, 2])
def test_pf_22_a_shuffle_store_of_another_version_is_refused(tmp_path: Path, version: int) -> None:
    file = tmp_path / "shuffles.db"
    ShuffleStore(file).get_or_draw("here", 1, 0)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    before = file.read_bytes()
    message = rf"shuffles\.db: expected version 1, found version {version}: run the version of chieu that wrote"
    with pytest.raises(BadFile, match=message):
        ShuffleStore(file)
    assert file.read_bytes() == before


def test_pf_22_a_store_of_tables_is_not_a_shuffle_store(tmp_path: Path) -> None:
    connect(tmp_path / "tables.db").close()
    with pytest.raises(BadFile, match="another program"):
        ShuffleStore(tmp_path / "tables.db")


def test_pf_22_verify_compares_a_record_with_the_local_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table, lan, minh = sitting()
    playing(table, lan, minh)
    text = tmp_path / "record.txt"
    text.write_text(finished(table), encoding="utf-8")
    assert cli(["verify", str(text), "--lang", "en"]) == 0
    assert "on this machine" not in capsys.readouterr().out
    file = data_directory() / "shuffles.db"
    store = ShuffleStore(file)
    store.add_manifest(PLACE, 1, 0, stored_manifest(lan, 0))
    assert cli(["verify", str(text), "--lang", "en"]) == 0
    assert "saw on this machine" in capsys.readouterr().out
    store.add_manifest(PLACE, 1, 1, "another")
    assert cli(["verify", str(text), "--lang", "en"]) == 1
    assert "not the one" in capsys.readouterr().err
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 2")
    assert cli(["verify", str(text), "--lang", "en"]) == 2
    assert "expected version 1, found version 2" in capsys.readouterr().err

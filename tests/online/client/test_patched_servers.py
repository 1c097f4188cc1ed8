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
from chieu.fairness.journal import ASK_AFTER, Drawn, Journal, JournalAttempt, agree, commit, write_off
from chieu.fairness.manifest import manifest_hash, read_manifest
from chieu.fairness.verify import Unproven, verify
from chieu.games import all_games
from chieu.online.client.journals import Journals
from chieu.online.client.mirror import News
from chieu.online.protocol import commands
from chieu.online.protocol.announcements import ManifestPublished
from chieu.online.protocol.answers import Done, Refused
from chieu.online.protocol.views import RealTable, Update, View, You
from chieu.online.server.settings import data_directory
from chieu.online.storage.sqlite.connection import connect
from chieu.online.storage.sqlite.schema import BadFile
from chieu.online.table import decide
from chieu.online.table.entries import Entry, ShuffleOpened
from chieu.online.table.fold import fold
from chieu.online.table.shuffling import (
    COMMIT_AFTER_START_WITHIN,
    COMMIT_WITHIN,
    REVEAL_WITHIN,
    TRIES_AT_MOST,
    orphaned,
)
from tests.fairness import second_verifier
from tests.fairness.test_proofs import without_first_manifest
from tests.online.client.honest import Honest
from tests.online.table.sitting import Sitting, fresh, refold, xidach
from tests.online.table.test_lesson import lesson_table

A = "aa" * 32
REAL = RealTable("host", 2, (0, 1, 2), 0)


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
    return read_manifest(table.state.shuffle.manifest).all_chairs[seat].kind == "contributes"


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
        assert client.told == ["blamed"], "the person hears of it at once"
        assert [attempt.attempt for attempt in attempts(client)] == [0], "and what was sent is kept"
    table.commit("g0", A)
    assert table.phase() == "revealing"
    assert named(table, 1), "nobody is barred"
    assert named(table, 2)
    lan.look()
    minh.look()
    table.reveal("g0", A)
    (holds,) = verify(all_games(), finished(table).splitlines())
    assert holds.attempts == 2
    assert [seat.proves for seat in holds.chairs] == ["claim"] * 3


def test_pf_22_blame_goes_by_the_seats_of_the_void_attempt() -> None:
    """After the last void people are between deals and may change seats before their client looks again."""
    table = Sitting(people=3, seats=4)
    table.must("g0", commands.SetBot, seat=3, level="random")
    lan, minh = Honest(table, "g1"), Honest(table, "g2")
    due_deal(table, lan, minh)
    for attempt in range(TRIES_AT_MOST):
        if attempt:
            due_again(table, lan, minh)
        for client in (lan, minh) if attempt == ASK_AFTER - 1 else ():
            client.look()
            client.journals.update("table-1", agree)
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
    assert "blamed" in lan.told
    assert "blamed" not in minh.told, "they sit there now, and did not then"


@pytest.mark.parametrize("acknowledged", [False, True])
def test_pf_22_blame_after_a_lost_connection(acknowledged: bool) -> None:
    """The reveal may have been lost with the connection, unless the server had acknowledged it."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    assert isinstance(lan.look(drop=() if acknowledged else (commands.Reveal,)), commands.Reveal)
    minh.look()
    if acknowledged:
        lan.look()
    table.wait(REVEAL_WITHIN)
    lan.client.connected()

    def blaming(news: News) -> News:
        view = table.whole("g1")
        voids = tuple(replace(void, withheld=(1,)) for void in view.table.shuffle.voids)
        return replace(view, seq=news.seq, table=replace(view.table, shuffle=replace(view.table.shuffle, voids=voids)))

    lan.look(shown=blaming)
    assert lan.told == ["blamed"] * acknowledged


def test_pf_22_dropped_commitments_are_reported_before_the_deal() -> None:
    table, lan, minh = sitting()
    lan.look(drop=(commands.Commit,))
    due_deal(table, minh)
    lan.look()
    assert table.phase() == "revealing"
    assert (lan.told, lan.shield) == (["left_out uncommitted"], "amber")
    assert minh.look() is not None
    table.reveal("g0", A)
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert [seat.proves for seat in verdict.chairs] == ["claim", "nothing", "claim"]
    assert verdict.chairs[1].why == "uncommitted"


def test_pf_22_a_table_of_bots_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Sitting(people=1, seats=3, bots=("random", "random"))
    table.start()
    file = tmp_path / "record.txt"
    file.write_text(finished(table), encoding="utf-8")
    assert cli(["verify", str(file), "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert "Nobody but the server took part" in " ".join(output.split())
    assert cli(["verify", str(file), "--json"]) == 0
    assert '"proves_nothing_about_the_server":true' in capsys.readouterr().out.replace(" ", "")


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
    assert minh.told == ["blamed"]
    due_again(table, lan, minh)
    assert minh.look() is None
    assert minh.told == ["blamed", "contradiction"], "two pasts cannot be joined again"
    assert lan.told == []


def due_again(table: Sitting, *honest: Honest) -> None:
    for client in honest:
        client.look()
    table.commit("g0", A)
    assert table.phase() == "revealing"


@pytest.mark.parametrize("late", [False, True])
def test_pf_22_a_deal_that_began_before_the_client_is_hollow(late: bool) -> None:
    table, lan, minh = sitting()
    due_deal(table, minh)
    minh.look()
    table.reveal("g0", A)

    def withheld(news: News) -> News:
        return replace(news, manifest=news.manifest if late else "") if isinstance(news, View) else news

    lan.look(shown=withheld)
    assert (lan.told, lan.shield) == ([], "hollow late")


def test_pf_22_cards_without_a_manifest_are_reported() -> None:
    table, lan, minh = sitting()
    lan.look()
    due_deal(table, minh)

    def dealt(news: News) -> News:
        assert isinstance(news, Update)
        return replace(news, happened=(), phase="playing")

    assert lan.look(shown=dealt) is None
    assert lan.told == ["unasked"]


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
    minh.look()
    assert (lan.told, lan.journal.open) == ([], None)
    assert minh.told == ["unaccounted other_manifest"]
    assert isinstance(minh.look(), commands.Abstain | None)


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
        assert any(attempt.views for attempt in attempts(lan)) or table.phase() == "between"
        lan.look()
        assert (lan.told, lan.journal.open, len(lan.journal.closed)) == ([], None, deal)


def test_pf_22_views_that_differ_from_the_record_are_detected() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    table.act(0, xidach("deal_from", "left"))
    assert table.phase() == "playing", "nobody was dealt a hand that ends the deal"

    def marked(news: News) -> News:
        assert news.deal is not None
        *others, own = news.deal.view.seats
        seats = (*others, replace(own, cards=own.cards[::-1]))
        return replace(news, deal=replace(news.deal, view=replace(news.deal.view, seats=seats)))

    minh.look(shown=marked)
    lan.look()
    finished(table)
    lan.look()
    minh.look()
    assert lan.told == []
    assert minh.told == ["unaccounted other_cards"]


def test_pf_22_views_of_an_annulled_deal_are_not_compared() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    lan.look()
    table.take(decide.restored, "1")
    lan.look()
    minh.look()
    playing(table, lan, minh)
    lan.look()
    assert [attempt.attempt for attempt in attempts(lan)] == [0, 1]
    finished(table)
    lan.look()
    assert (lan.told, lan.journal.open) == ([], None)


@pytest.mark.parametrize("why", ["out server because", "out host withheld", "out 1 asked"])
def test_pf_22_a_manifest_with_an_unknown_reason_is_rejected(why: str) -> None:
    """The client has a text for each known reason. Another one must not silence it."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)

    def because(news: News) -> News:
        assert isinstance(news, Update)
        texts = [re.sub(r"chair 1 .*", f"chair 1 {why} seat 1", event.manifest) for event in published(news)]
        return replace(news, happened=tuple(ManifestPublished(news.seq, 1, 0, (), text) for text in texts))

    assert lan.look(shown=because) is None
    assert lan.told == ["contradiction"]
    minh.look()
    lan.look()
    table.reveal("g0", A)
    table.reveal("g1", drawn(lan))
    lines = [re.sub(r"\| chair 1 .*", f"| chair 1 {why} seat 1", line) for line in contents(finished(table))]
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
    assert lan.told == ["contradiction"]
    assert lan.journal.open is None


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
    assert lan.told == ["contradiction"]
    assert attempts(lan)[0].manifest == text, "the first one is compared with its record"


def test_pf_22_an_older_manifest_gets_no_second_reveal() -> None:
    """The views of the last attempt would be stored with the older one, and not be compared."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    older = table.whole("g1")
    lan.look()
    table.wait(REVEAL_WITHIN)
    due_again(table, lan, minh)
    lan.look()
    minh.look()
    assert lan.look(shown=lambda news: replace(older, seq=news.seq)) is None
    assert lan.told == ["contradiction"]
    table.reveal("g0", A)
    table.act(0, xidach("deal_from", "left"))
    assert table.phase() == "playing", "nobody was dealt a hand that ends the deal"
    lan.look(shown=lambda news: other_cards(table, news))
    finished(table)
    lan.look()
    assert lan.told[-1] == "unaccounted other_cards"


def other_cards(table: Sitting, news: News) -> News:
    """Show the second seat its cards in another order."""
    view = table.whole("g1")
    assert view.deal is not None
    first, own, *others = view.deal.view.seats
    seats = (first, replace(own, cards=own.cards[::-1]), *others)
    return replace(view, seq=news.seq, deal=replace(view.deal, view=replace(view.deal.view, seats=seats)))


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
    assert lan.told == ["unasked"]
    minh.look()
    table.reveal("g0", A)
    table.reveal("g1", drawn(lan))
    minh.look()
    assert minh.told == [], "who was asked has nothing to say"


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
        texts = [
            re.sub(r"chair 0 .*", f"chair 0 contributes {copied} seat 0", event.manifest) for event in published(news)
        ]
        return replace(news, happened=tuple(ManifestPublished(news.seq, 1, 0, (), text) for text in texts))

    assert lan.look(shown=doubled) is None
    assert lan.told == ["contradiction"]
    minh.look()
    lan.look()
    table.reveal("g0", A)
    table.reveal("g1", drawn(lan))
    lines = [
        re.sub(r"\| chair 0 .*", f"| chair 0 contributes {copied} seat 0", line) for line in contents(finished(table))
    ]
    with pytest.raises(Unproven, match="two chairs have the same commitment"):
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
    assert lan.told == ["contradiction"]
    assert table.state.shuffle.committed == {}


# Getting around the journal


def test_pf_22_a_finished_deal_of_another_number_hides_nothing() -> None:
    """A view of a finished "deal 1000000" must not switch the comparison of cards off."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    table.act(0, xidach("deal_from", "left"))
    assert table.phase() == "playing", "nobody was dealt a hand that ends the deal"

    def far(news: News) -> News:
        assert news.deal is not None
        view = table.whole("g1")
        deal = replace(news.deal, number=1_000_000, payoff=(0, 0, 0))
        return replace(view, seq=news.seq, deal=deal, table=replace(view.table, deals=1_000_000))

    lan.look(shown=far)
    assert lan.told == ["contradiction", "unaccounted no_record"], "the open deal is not over"
    lan.reload()
    lan.look(shown=lambda news: other_cards(table, news))
    finished(table)
    lan.look()
    assert lan.told[-1] == "unaccounted other_cards"


def test_pf_22_views_after_a_false_end_are_compared() -> None:
    """The server says that the deal is over, and shows other cards of it afterwards."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    table.act(0, xidach("deal_from", "left"))
    assert table.phase() == "playing", "nobody was dealt a hand that ends the deal"

    def over(news: News) -> News:
        assert news.deal is not None
        return replace(news, deal=replace(news.deal, payoff=(0, 0, 0)))

    lan.look(shown=over)
    lan.look(shown=lambda news: other_cards(table, news))
    finished(table)
    lan.look()
    assert lan.told == ["unaccounted no_record", "unaccounted other_cards"]


@pytest.mark.parametrize("what", ["cards", "payoff", "outcome"])
def test_pf_22_another_end_after_the_record_is_reported(what: str) -> None:
    """The server delivers the true record, and then shows another end of the deal."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    table.act(0, xidach("deal_from", "left"))
    assert table.phase() == "playing", "nobody was dealt a hand that ends the deal"
    lan.look()
    finished(table)
    lan.look()
    assert (lan.told, lan.client.proven) == ([], [1])
    lan.client.connected()
    lan.look(shown=lambda news: replace(table.whole("g1"), seq=news.seq))
    assert lan.told == [], "the same end is shown again on another connection"

    def other_end(news: News) -> News:
        view = table.whole("g1")
        assert view.deal is not None
        changed = {"payoff": (1, -1, 0)} if what == "payoff" else {"outcome": None}
        return other_cards(table, news) if what == "cards" else replace(view, deal=replace(view.deal, **changed))

    for _ in "twice":
        lan.look(shown=other_end)
        assert (lan.told, lan.shield) == (["changed"], "amber")
    due_deal(table, lan, minh)
    lan.look()
    assert lan.told == ["changed"]


@pytest.mark.parametrize("what", ["payoff", "outcome"])
def test_pf_22_another_result_than_in_the_record_is_reported(what: str) -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)

    def other_result(news: News) -> News:
        assert news.deal is not None
        changed = {"payoff": (1, -1, 0)} if what == "payoff" else {"outcome": None}
        return replace(news, deal=replace(news.deal, **changed))

    lan.look(shown=other_result)
    assert lan.told == ["unaccounted other_cards"]


def test_pf_22_a_later_deal_is_not_shown_beside_the_open_one() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)

    def beside(news: News) -> News:
        assert isinstance(news, Update)
        assert news.deal is not None
        shuffle = replace(lan.mirror.table.shuffle, attempt=1, revealed=())
        return replace(news, deal=replace(news.deal, number=2), phase="committing", shuffle=shuffle)

    lan.look(shown=beside, drop=(commands.Commit, commands.Abstain))
    assert lan.told == ["unaccounted no_record"]


def test_pf_22_another_deal_than_the_manifest_is_reported() -> None:
    """The cards on the screen must be those of the deal, game and rules that the manifest fixed."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    lan.look()
    for field, other in (("number", 7), ("game", "big2"), ("sheet", "room~sm9"), ("chairs", (2, 1, 0))):

        def shown(news: News, changed: dict[str, Any] = {field: other}) -> News:  # noqa: B006 - not changed
            view = table.whole("g1")
            assert view.deal is not None
            return replace(view, seq=news.seq, deal=replace(view.deal, **changed))

        lan.reload()
        lan.notices.clear()
        lan.look(shown=shown)
        assert (lan.shield, "contradiction" in lan.told) == ("amber", True), field


def test_pf_22_a_client_never_asked_to_commit_is_warned() -> None:
    """A connected client that is not shown the time between two deals did not come late."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)
    minh.look()
    due_deal(table, minh)
    minh.look()
    table.reveal("g0", A)
    lan.look()
    assert (lan.told, lan.shield) == (["left_out uncommitted"], "amber")
    lan.reload()
    lan.look()
    assert lan.shield == "hollow late", "a reloaded client came late"


@pytest.mark.parametrize("as_if", ["watching", "real"])
def test_pf_22_a_client_shown_no_shuffle_between_deals_is_warned(as_if: str) -> None:
    """The server says for a moment that the client only watches, or that the table has real cards."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)
    minh.look()

    def between(news: News) -> News:
        view = table.whole("g1")
        changed = {"you": replace(view.you, seat=None)} if as_if == "watching" else {"deal": None}
        real = REAL if as_if == "real" else None
        return replace(view, seq=news.seq, table=replace(view.table, real=real), **changed)

    lan.look(shown=between)
    due_deal(table, minh)
    minh.look()
    table.reveal("g0", A)
    lan.look(shown=lambda news: replace(table.whole("g1"), seq=news.seq))
    assert (lan.told, lan.shield) == (["left_out uncommitted"], "amber")


def test_pf_22_a_deal_shown_between_deals_is_reported() -> None:
    """A client was shown how a deal ended for its seat, and nothing of the shuffle before."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)
    minh.look()
    lan.look(drop=(commands.Commit,))
    due_deal(table, minh)
    minh.look()
    table.reveal("g0", A)
    finished(table)
    lan.look(shown=lambda news: replace(table.whole("g1"), seq=news.seq))
    assert (lan.told, lan.shield) == (["unasked"], "amber")
    lan.look()
    assert lan.shield == "amber", "as long as the deal is on the screen"
    lan.reload()
    lan.look()
    assert lan.shield == "solid", "a reloaded client knows nothing of it"


def test_pf_22_a_client_still_checking_a_deal_may_miss_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)
    minh.look()
    monkeypatch.setattr(lan, "account", lambda: None)  # the record is still on its way
    lan.look()
    due_deal(table, minh)
    minh.look()
    table.reveal("g0", A)
    finished(table)
    lan.look()
    lan.look()
    assert lan.told == []


def test_pf_22_a_deal_that_ends_while_it_runs_is_checked() -> None:
    """A table that shows the result and never goes on would keep the record for itself."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    lan.look()
    running = table.whole("g1")
    finished(table)
    lan.records = lambda deal: "\n".join(resummed([*contents(table.record(deal))[:-1], "result 1 -1 0"]))
    lan.look(shown=lambda news: replace(running, seq=news.seq, deal=table.whole("g1").deal))
    assert (lan.told, lan.shield) == (["unaccounted bad_record"], "amber")


def test_pf_22_an_attempt_without_the_client_proves_nothing() -> None:
    """The client revealed for the first attempt only, so no cards of the second one were compared."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    lan.look()
    table.fresh = fresh("node-2", 5)
    table.take(orphaned, "node-1")
    lan.look(drop=(commands.Commit,))
    minh.look()
    table.commit("g0", A)
    table.wait(COMMIT_AFTER_START_WITHIN)
    minh.look()
    table.reveal("g0", A)
    assert not named(table, 1)
    finished(table)
    for client in (lan, minh):
        client.look()
        assert [deal for deal, _ in client.journal.closed] == [1]
    assert (lan.client.proven, minh.client.proven) == ([], [1])


def test_pf_22_a_second_deal_without_a_manifest_is_reported() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)
    minh.look()
    due_deal(table, minh)
    minh.look()
    table.reveal("g0", A)
    lan.look(shown=lambda news: replace(table.whole("g1"), seq=news.seq, manifest=""))
    assert (lan.told, lan.shield) == (["unasked"], "amber")


def test_pf_22_the_end_of_a_deal_in_a_view_is_checked() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    lan.records = lambda deal: "\n".join(resummed([*contents(table.record(deal))[:-1], "result 1 -1 0"]))
    finished(table)
    lan.look(shown=lambda news: replace(table.whole("g1"), seq=news.seq))
    assert lan.told == ["unaccounted bad_record"]


def test_pf_22_the_person_is_asked_after_three_attempts() -> None:
    """A server that voids attempts until it likes the order gets three of them."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    revealed = 0
    for _ in range(20):
        revealed += isinstance(lan.look(), commands.Reveal)
        minh.look()
        table.wait(REVEAL_WITHIN)
        lan.look()
        table.commit("g0", A)
        if table.phase() == "between":
            table.must("g0", commands.DealNow)
        elif table.phase() == "committing":
            table.wait(COMMIT_WITHIN)
    assert revealed == len(attempts(lan)) == ASK_AFTER
    assert lan.told[0] == "again"
    assert lan.notices[0].number == ASK_AFTER


def test_pf_22_a_blamed_client_can_go_on() -> None:
    """The server denies every reveal. The blame does not hide the question."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    for _ in range(ASK_AFTER):
        lan.look(drop=(commands.Reveal,))
        minh.look()
        table.reveal("g0", A)
        table.wait(REVEAL_WITHIN)
        for client in (lan, minh):
            client.look()
        table.commit("g0", A)
    assert sorted(lan.told) == ["again", *["blamed"] * ASK_AFTER]
    assert 1 not in dict(table.whole("g1").table.shuffle.commitments)
    lan.go_on()
    assert 1 in dict(table.whole("g1").table.shuffle.commitments)


def test_pf_22_a_new_token_gets_no_second_manifest() -> None:
    """The server chooses tokens and addresses; the journal goes by the table's id."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    assert isinstance(lan.look(), commands.Reveal)
    first = table.state.shuffle.manifest
    for number in range(5):
        other = Honest(table, f"new{number}", lan.journals)
        forked = "cc" * 32

        def fork(news: News, other: Honest = other, forked: str = forked) -> News:
            """Offer the attempt again, with the client's commitment under another manifest."""
            assert isinstance(news, View)
            commitment = card_order.contribution_commitment("table-1", 1, 0, forked)
            text = re.sub(r"chair 1 .*", f"chair 1 contributes {commitment} seat 1", first)
            other.journals.update("table-1", lambda known: commit(known, Drawn(other.guest, 1, 0, forked)))
            return replace(news, you=You(1, 1), manifest=text)

        assert other.look(shown=fork) is None
        assert other.told == ["contradiction"]
    assert [attempt.manifest for attempt in attempts(lan)] == [first]


def test_pf_22_a_view_does_not_excuse_a_broken_chain() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)
    due_deal(table, lan, minh)

    def rewritten(news: News) -> News:
        """Send a whole view first, with a manifest that follows on another one."""
        text = re.sub(r"after .*", "after " + "77" * 32, table.state.shuffle.manifest)
        return replace(table.whole("g1"), seq=news.seq, manifest=text)

    assert lan.look(shown=rewritten) is None
    assert lan.told == ["contradiction"]


@pytest.mark.parametrize("attempt", [0, 1])
def test_pf_22_no_other_deal_while_one_is_open(attempt: int) -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)

    def next_deal(news: News) -> News:
        shuffle = replace(lan.mirror.table.shuffle, deal=2, attempt=attempt, voids=(), revealed=())
        return replace(news, table=replace(lan.mirror.table, phase="between", deals=1, shuffle=shuffle))

    assert isinstance(lan.look(shown=next_deal, drop=(commands.Abstain,)), commands.Abstain)
    assert lan.told == ["unaccounted no_record"]
    assert lan.journal.open is not None


def test_pf_22_attempts_whose_manifests_are_omitted_are_missed() -> None:
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    lan.look()
    table.wait(REVEAL_WITHIN)
    due_again(table, lan, minh)
    lan.look()
    minh.look()
    table.reveal("g0", A)
    lan.records = lambda deal: without_first_manifest(table.record(deal))
    finished(table)
    lan.look()
    assert lan.told == ["unaccounted bad_record"]


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
        lan.look()
    go_back(table, back_up)
    assert table.state.shuffle.commitment == first, "the server knows its seed and what the client revealed"
    assert isinstance(lan.look(), commands.Abstain)
    assert lan.told == ["unaccounted rolled_back" if over else "unaccounted no_record"]
    table.commit("g0", A)
    table.must("g0", commands.DealNow)
    assert lan.look() is None
    assert read_manifest(table.state.shuffle.manifest).all_chairs[1].why == "unaccounted"
    assert lan.shield == "amber"


def test_pf_22_going_on_without_proof_is_noted_for_ever() -> None:
    table, lan, minh = sitting()
    back_up = table.state.seq
    playing(table, lan, minh)
    finished(table)
    lan.look()
    go_back(table, back_up)
    lan.look()
    assert lan.notices[-1].number == 1
    lan.go_on()
    assert (lan.journal.written_off, lan.journal.closed) == ((1,), ())
    playing(table, lan)
    assert lan.shield == "solid"
    finished(table)
    lan.look()
    assert [deal for deal, _ in lan.journal.closed] == [1]
    assert lan.journal.written_off == (1,)
    go_back(table, back_up)
    lan.look()
    assert lan.notices[-1].number == 2, "a number can be written off more than once"
    lan.go_on()
    assert list(lan.journal.written_off) == [1, 1]


def test_pf_22_an_announced_restore_annuls_the_deal() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    back_up = table.state.seq
    finished(table)
    go_back(table, back_up)
    table.take(decide.restored, "1")
    lan.look()
    assert lan.mirror.table.restored is not None
    assert lan.mirror.table.restored.annulled == 1
    assert lan.mirror.deal is None
    minh.look()
    first = attempts(lan)[0].manifest
    playing(table, lan, minh)
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert [void.why for void in verdict.proof.voids] == ["restored"]
    assert verdict.proof.voids[0].manifest == first, "the attempt that was annulled is told to the letter"
    lan.look()
    assert (lan.told, lan.journal.open) == ([], None)


def attempts(client: Honest) -> tuple[JournalAttempt, ...]:
    return () if client.journal.open is None else client.journal.open.attempts


def drawn(client: Honest) -> str:
    return client.journal.drawn[-1].contribution


def test_pf_22_a_deal_dropped_after_its_manifest_is_reported() -> None:
    """A server that dislikes an order goes on to the next deal, whose attempts do not mention it."""
    table, lan, minh = sitting()
    playing(table, lan, minh)
    finished(table)
    playing(table, lan, minh)
    lan.look()
    assert lan.told == []
    dropped, seed = table.state.shuffle.manifest, "77" * 32
    table.state = replace(table.state, phase="between", deal=None)
    commitment = card_order.seed_commitment("table-1", 3, 0, seed)
    table.state = fold(table.state, Entry(table.now, ShuffleOpened(3, 0, seed, commitment, "")))
    assert isinstance(lan.look(), commands.Abstain)
    assert lan.told == ["unaccounted no_record"]
    assert lan.notices[0].deal == 2
    table.commit("g0", A)
    table.must("g0", commands.DealNow)
    assert read_manifest(table.state.shuffle.manifest).after == manifest_hash(dropped), "one follows on the other"


def test_pf_22_verify_checks_that_deals_are_consecutive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, lan, minh = sitting()
    files = []
    for deal in (1, 2, 3):
        playing(table, lan, minh)
        files.append(tmp_path / f"{deal}.txt")
        files[-1].write_text(finished(table), encoding="utf-8")
    assert lan.told == minh.told == []
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
    rewritten = ["note fair | chair 1 out host asked seat 1" if "| chair 1" in line else line for line in without]
    with pytest.raises(Unproven, match="does not follow from the seed"):
        list(verify(all_games(), resummed(rewritten)))


def test_pf_22_the_dealer_cannot_change_after_the_manifest() -> None:
    table, lan, minh = sitting()
    playing(table, lan, minh)
    lines = contents(finished(table))
    at = lines.index("seats 3")
    with pytest.raises(Unproven, match="expected seat 1 to deal, but seat 2 did"):
        list(verify(all_games(), resummed([*lines[: at + 1], "host 1", *lines[at + 1 :]])))
    with pytest.raises(Unproven, match="expected seat 2 to deal, but seat 1 did"):
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
    seats = read_manifest(table.state.shuffle.manifest).all_chairs
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
    assert [chair.seat for chair in verdict.chairs] == [0, 1, 2, None]
    assert second_verifier.verify(text) == verdict.shuffles
    for was, now, why in (
        ("note seat 2 Guest 2", "note seat 2 bot heuristic", "not played by the player in the manifest"),
        ("| game xidach", "| game niuniu", "expected a deal of niuniu"),
        ("chair 3 out server away", "chair 3 out server away seat 3", "have different seats"),
        ("| chair 2 contributes", "| chair 2 contributed", "malformed"),
        ("seat 2", "seat 3", "expected every seat once"),
    ):
        changed = resummed([line.replace(was, now) for line in contents(text)])
        assert changed != text.splitlines()
        with pytest.raises(Unproven, match=why):
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
    for _ in range(2):
        lan.look()
        minh.look()
        orders.append(order_of(table))  # the server knows it now and tells its accomplice, who withholds
        table.wait(REVEAL_WITHIN)
        due_again(table, lan, minh)
    lan.look()
    minh.look()
    orders.append(order_of(table))
    table.reveal("g0", A)
    assert len(attempts(lan)) == 3
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert verdict.attempts == len(set(orders)) == 3
    assert [void.withheld for void in verdict.proof.voids] == [(0,)] * 2
    assert lan.told == minh.told == []


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
    assert (lan.told, lan.shield) == ([], "solid")


def test_pf_22_two_tabs_are_one_contributor() -> None:
    table, lan, minh = sitting()
    tab = Honest(table, "g1", lan.journals)
    lan.look()
    assert tab.look() is None, "it stands by what the first one committed to"
    due_deal(table, minh)
    assert tab.look() is not None
    lan.look()
    minh.look()
    table.reveal("g0", A)
    assert table.phase() != "revealing"
    assert lan.told == tab.told == []


def test_pf_22_a_second_device_replaces_the_commitment_once() -> None:
    table, lan, minh = sitting()
    phone = Honest(table, "g1")
    lan.look()
    assert phone.look() is not None
    assert lan.look() is None
    assert phone.look() is None
    due_deal(table, minh)
    assert lan.look() is None
    assert (lan.told, lan.shield) == ([], "hollow other_device")
    assert phone.look() is not None
    assert isinstance(phone.answer, Done)
    minh.look()
    table.reveal("g0", A)
    assert table.phase() != "revealing"


def test_pf_22_sitting_out_is_silent() -> None:
    """A person who sits out contributes and watches; one who was away is dealt with no part of theirs."""
    table = Sitting(people=4, seats=4)
    lan, minh, hoa = (Honest(table, f"g{number}") for number in (1, 2, 3))
    for client in (lan, hoa):
        client.look()
    table.must("g1", commands.SitOut, seat=1)
    table.lose("g3")
    due_deal(table, lan, minh)
    lan.look()
    minh.look()
    table.reveal("g0", A)
    table.reconnect("g3")
    hoa.client.connected()
    hoa.look()
    lan.look()
    assert (lan.shield, hoa.shield) == ("solid", "hollow sits_out")
    finished(table)
    for client in (lan, minh, hoa):
        client.look()
        assert (client.told, client.journal.open) == ([], None)


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
    lan.look()
    minh.look()
    assert lan.told == minh.told == []
    assert lan.journal.open is minh.journal.open is None


def test_pf_22_a_client_left_out_is_warned_before_the_deal() -> None:
    table, lan, minh = sitting()
    table.must("g0", commands.LeaveOut, deal=1, seat=1)
    assert lan.look() is None
    due_deal(table, minh)
    assert lan.look() is None
    assert table.phase() == "revealing"
    assert lan.told == ["left_out asked"]


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
    for client in (lan, minh):
        assert client.told == ["again"], "three attempts"
        client.go_on()
    lan.look()
    minh.look()
    (verdict,) = verify(all_games(), finished(table).splitlines())
    assert (verdict.chairs[0].kind, verdict.chairs[0].by, verdict.chairs[0].why) == ("out", "1", "withheld")
    assert [seat.proves for seat in verdict.chairs] == ["nothing", "claim", "claim"]
    lan.look()
    assert lan.journal.open is None


def test_pf_22_processes_commit_to_the_same_bytes() -> None:
    first, other = Drawn("g1", 1, 0, "11" * 32), Drawn("g1", 1, 0, "22" * 32)
    known = commit(commit(Journal("here"), first), other)
    assert known.drawn == (first,)
    assert len(commit(known, replace(other, guest="g2")).drawn) == 2


def test_pf_22_journals_are_shared_and_private(tmp_path: Path) -> None:
    file = tmp_path / "journals.db"
    first, other = Journals(file), Journals(file)
    first.update("here", lambda journal: replace(journal, written_off=(3,)))
    assert other.read("here").written_off == (3,)
    assert other.read("there").written_off == ()
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("version", [0, 2])
def test_pf_22_journals_of_another_version_are_refused(tmp_path: Path, version: int) -> None:
    file = tmp_path / "journals.db"
    Journals(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    message = rf"journals\.db: expected version 1, found version {version}: run the version of chieu that wrote"
    with pytest.raises(BadFile, match=message):
        Journals(file)


def test_pf_22_a_store_of_tables_has_no_journals(tmp_path: Path) -> None:
    connect(tmp_path / "tables.db").close()
    with pytest.raises(BadFile, match="another program"):
        Journals(tmp_path / "tables.db")


def test_pf_22_verify_compares_a_record_with_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table, _, minh = sitting()
    lan = Honest(table, "g1", Journals(data_directory() / "journals.db"))
    playing(table, lan, minh)
    text = tmp_path / "record.txt"
    text.write_text(finished(table), encoding="utf-8")
    outputs = []
    for _ in range(2):  # before and after the deal is closed
        assert cli(["verify", str(text), "--lang", "en"]) == 0
        outputs.append(" ".join(capsys.readouterr().out.split()))
        assert "agrees with the journal of this machine" in outputs[-1]
        lan.look()
    lan.journals.update("table-1", lambda journal: replace(journal, closed=((1, "0" * 64),)))
    assert cli(["verify", str(text), "--lang", "en"]) == 1
    assert "the journal of this machine" in capsys.readouterr().err
    lan.journals.update("table-1", lambda journal: write_off(journal, 1))
    assert cli(["verify", str(text), "--lang", "en"]) == 0
    assert "went on without proof of this deal" in " ".join(capsys.readouterr().out.split())
    assert cli(["verify", str(text), "--json"]) == 0
    assert '"written_off_here":true' in capsys.readouterr().out.replace(" ", "")
    with closing(sqlite3.connect(data_directory() / "journals.db")) as connection:
        connection.execute("PRAGMA user_version = 2")
    assert cli(["verify", str(text), "--lang", "en"]) == 2
    assert "expected version 1, found version 2" in capsys.readouterr().err


def test_pf_22_verify_compares_the_views_in_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The client refused this record and left its deal open."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table, _, minh = sitting()
    lan = Honest(table, "g1", Journals(data_directory() / "journals.db"))
    playing(table, lan, minh)
    table.act(0, xidach("deal_from", "left"))
    assert table.phase() == "playing", "nobody was dealt a hand that ends the deal"
    lan.look(shown=lambda news: other_cards(table, news))
    text = tmp_path / "record.txt"
    text.write_text(finished(table), encoding="utf-8")
    lan.look()
    assert lan.told == ["unaccounted other_cards"]
    assert cli(["verify", str(text), "--lang", "en"]) == 1
    output = capsys.readouterr()
    assert "views that were shown are not in the record" in " ".join(output.err.split())
    assert "agrees" not in output.out


def test_pf_22_views_of_another_seat_are_reported() -> None:
    """The manifest gives each chair its seat: a server cannot give a client the cards of another one."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    minh.look()
    lan.look()
    table.reveal("g0", A)

    def moved(news: News) -> News:
        assert news.deal is not None
        return replace(news, deal=replace(news.deal, chairs=news.deal.chairs[::-1]))

    lan.look(shown=moved)
    assert lan.told == ["contradiction"]

    lan.mirror.deal = replace(lan.mirror.deal, view=table.game.view(table.deal.state, 0))  # type: ignore[type-var]
    lan.client.see(lan.mirror)
    finished(table)
    lan.look()
    assert lan.notices[-1].reason == "other_cards"


def test_pf_46_a_lesson_comes_before_the_first_shuffle() -> None:
    table = lesson_table("xidach")
    lan = Honest(table, "g0")
    lan.look()
    table.must("g0", commands.Ready)
    lan.look()
    assert (table.deal.number, lan.shield, lan.told) == (0, "none", [])
    table.play_on(Rng(4))
    lan.look()
    table.must("g0", commands.Ready)
    lan.look()
    assert (table.deal.number, lan.shield, lan.told) == (1, "solid", [])
    finished(table)
    lan.look()
    assert [deal for deal, _ in lan.journal.closed] == [1]
    lan.look()

    def claimed(news: News) -> News:
        """Pretend that a lesson runs."""
        assert isinstance(news, Update)
        assert lan.mirror.deal is not None
        return replace(news, phase="playing", deal=replace(lan.mirror.deal, number=0))

    table.must("g0", commands.Say, text="again")
    lan.look(shown=claimed)
    assert lan.told == ["contradiction"]


def claimed_lesson(news: News) -> News:
    """Pretend that a lesson runs."""
    assert isinstance(news, View)
    assert news.deal is not None
    return replace(news, table=replace(news.table, phase="playing"), deal=replace(news.deal, number=0), manifest="")


def test_pf_46_a_lesson_after_a_reconnect_is_a_contradiction() -> None:
    """The journal has a closed deal, which a client that only came late would not mind."""
    table, lan, minh = sitting()
    due_deal(table, lan, minh)
    table.reveal("g0", A)
    for client in (lan, minh):
        client.look()
    finished(table)
    lan.look()
    assert lan.journal.closed
    lan.reload()
    lan.look(shown=claimed_lesson)
    assert lan.told == ["contradiction"]


@pytest.mark.parametrize("written_off", [(), (1,)])
def test_pf_46_a_lesson_is_for_one_person_without_deals(written_off: tuple[int, ...]) -> None:
    table = lesson_table("xidach")
    if not written_off:
        table.must("g1", commands.Join, name="Minh")
        table.must("g1", commands.Sit, seat=2)
    table.must("g0", commands.DealNow)
    lan = Honest(table, "g0")
    lan.journals.update("table-1", lambda known: replace(known, written_off=written_off))
    lan.look(shown=claimed_lesson)
    assert lan.told == ["contradiction"]

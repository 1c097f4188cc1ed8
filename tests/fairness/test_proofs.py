"""PF-22: a record verifies from published data alone, and a changed one is rejected."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from chieu.core.deal import Deal
from chieu.core.records import BadRecord
from chieu.core.rng import Rng
from chieu.fairness import card_order
from chieu.fairness.manifest import read_manifest
from chieu.fairness.verify import Unproven, Verified, notes, verify
from chieu.games import all_games, load
from chieu.online.protocol import commands
from chieu.online.table.shuffling import orphaned
from chieu.testing import Table
from tests.fairness import second_verifier
from tests.online.table.sitting import Sitting, fresh
from tests.playing import all_tables

TABLES = [table for table in all_tables() if table.seats in (table.game.seats[0], table.game.seats[-1])]


def played(game: str = "xidach", seats: int = 3, sheet: str = "", void: bool = False) -> Sitting:
    """Play a deal with two contributors; with `void`, after a third withheld in a first attempt."""
    table = Sitting(game, seats=seats, people=seats, sheet=sheet)
    table.commit("g0", "aa" * 32)
    table.commit("g1", "bb" * 32)
    if void:
        table.commit("g2", "cc" * 32)
    table.must("g0", commands.DealNow)
    table.reveal("g0", "aa" * 32)
    table.reveal("g1", "bb" * 32)
    if void:
        table.wait(5_000)
        table.commit("g0", "dd" * 32)
        table.commit("g1", "ee" * 32)
        table.wait(3_000)
        table.reveal("g1", "ee" * 32)
        table.reveal("g0", "dd" * 32)
    table.play_on(Rng(5))
    assert table.phase() == "between"
    return table


def verified(text: str) -> Verified:
    (verdict,) = verify(all_games(), text.splitlines())
    return verdict


def resummed(contents: list[str]) -> str:
    """Write lines with fresh checksums, as a forger would."""
    summer = hashlib.sha256()
    out = []
    for content in contents:
        summer.update(content.encode() + b"\n")
        out.append(f"{summer.hexdigest()[:6]} {content}\n")
    return "".join(out)


def forged(text: str, change: Callable[[str], str]) -> str:
    return resummed([change(line[7:]) for line in text.splitlines()])


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_pf_22_records_of_every_game_pass_both_verifiers(table: Table) -> None:
    preset = next(name for name, rules in table.game.presets.items() if rules == table.rules)
    sitting = played(table.game.name, table.seats, preset)
    text = sitting.record(1)
    verdict = verified(text)
    closed = table.game.closed(table.rules, table.seats)
    assert [contribution.chair for contribution in verdict.proof.contributions] == [
        seat for seat in (0, 1) if seat not in closed
    ]
    assert verdict.shuffles == second_verifier.verify(text) == len(sitting.game.orders(sitting.deal.state))
    assert verdict.result == sitting.deal.payoff


def test_pf_22_the_record_lists_void_attempts() -> None:
    sitting = played(void=True)
    text = sitting.record(1)
    verdict = verified(text)
    assert [(void.attempt, void.withheld) for void in verdict.proof.voids] == [(0, (2,))]
    assert verdict.proof.attempt == 1
    assert [contribution.contribution[:2] for contribution in verdict.proof.contributions] == ["dd", "ee"]
    assert second_verifier.verify(text) == 1


def test_pf_22_the_commitment_was_public_before_the_deal() -> None:
    sitting = Sitting(people=2, seats=2)
    promised = sitting.whole(None).table.shuffle.commitment
    sitting.start()
    sitting.play_on(Rng(1))
    assert verified(sitting.record(1)).proof.commitment == promised


def flipped(start: str) -> Callable[[str], str]:
    """Return a change of the last digit of the lines that start so."""

    def change(line: str) -> str:
        return line[:-1] + ("0" if line[-1] != "0" else "1") if line.startswith(start) else line

    return change


@pytest.mark.parametrize(
    "change",
    [
        flipped("note fair seed"),
        flipped("note fair server"),
        flipped("note fair from 0"),
        flipped("note fair from 1"),
        flipped("note fair | table"),
        flipped("note fair | after"),
        flipped("note fair | server"),
        flipped("note fair | chair 0"),
        lambda line: line.replace("fair | deal 1", "fair | deal 2"),
        lambda line: line.replace("fair | attempt 0", "fair | attempt 1"),
        lambda line: line.replace("fair attempt 0", "fair attempt 1"),
        lambda line: line.replace("fair | host 0", "fair | host 1"),
        lambda line: line.replace("fair | match ", "fair | match 0"),
        lambda line: line.replace("uncommitted", "asked"),
        lambda line: line.replace("chair 2 out server uncommitted", "chair 2 bot random"),
        lambda line: "note nothing" if line.startswith("note fair | chair 2") else line,
        lambda line: line.replace("from 0", "from 2"),
        lambda line: "note nothing" if line.startswith("note fair from 1") else line,
        lambda line: line.replace("fair | sheet room", "fair | sheet room~mi15"),
        lambda line: line.replace("fair | sheet room", "fair | sheet none"),
        lambda line: line.replace("note fair chieu/fair/1", "note fair chieu/fair/2"),
        lambda line: line.replace("note fair | chieu/fair/1", "note fair | chieu/fair/2"),
        lambda line: line.replace("note fair", "note unfair"),
        lambda line: line.replace("note fair seed", "note fair salt"),
    ],
)
def test_pf_22_a_changed_proof_is_rejected(change: Callable[[str], str]) -> None:
    text = played().record(1)
    changed = forged(text, change)
    assert changed != text
    with pytest.raises(Unproven):
        verified(changed)


def test_pf_22_another_card_order_is_rejected() -> None:
    """Swap two cards that were never drawn: all moves stay legal and the result stays the same."""
    text = played(seats=2).record(1)

    def last_two_swapped(line: str) -> str:
        if not line.startswith("* shuffle"):
            return line
        *rest, next_to_last, last = line.split(" ")
        return " ".join([*rest, last, next_to_last])

    with pytest.raises(Unproven, match="shuffle 1 of the deal"):
        verified(forged(text, last_two_swapped))
    with pytest.raises(second_verifier.Wrong, match="shuffle"):
        second_verifier.verify(forged(text, last_two_swapped))


def played_by(proof: card_order.Proof, host: int = 0) -> str:
    """Play a deal whose shuffles follow from a proof, ignoring commitments, and return its record."""
    game = load("xidach")
    seats = len(read_manifest(proof.manifest).all_chairs)
    deal = Deal(game, game.presets["room"], seats, host=host, shuffle=partial(card_order.order, proof, 0))
    while not deal.over:
        deal.play(deal.legal()[0])
    return deal.record(notes(proof))


@pytest.mark.parametrize(
    "what", ["nothing", "the seed", "the contribution of chair 2", "the seed of the void attempt 1"]
)
def test_pf_22_values_other_than_those_committed_are_rejected(what: str) -> None:
    """The server chose a value after the others were known; the cards follow from it."""
    proof, other = verified(played(void=True).record(1)).proof, "77" * 32
    first, two = proof.contributions
    (void,) = proof.voids
    forged = {
        "nothing": proof,
        "the seed": replace(proof, seed=other),
        "the contribution of chair 2": replace(proof, contributions=(first, replace(two, contribution=other))),
        "the seed of the void attempt 1": replace(proof, voids=(replace(void, seed=other),)),
    }
    text = played_by(forged[what])
    if what == "nothing":
        assert verified(text).proof == proof
        assert second_verifier.verify(text) == 1
        return
    with pytest.raises(Unproven, match=f"{what} is not the one committed to"):
        verified(text)
    with pytest.raises(second_verifier.Wrong):
        second_verifier.verify(text)


def test_pf_22_another_dealer_is_rejected() -> None:
    """All moves are legal and the cards follow from the manifest; only the dealer is wrong."""
    proof = verified(played().record(1)).proof
    assert verified(played_by(proof)).proof == proof
    with pytest.raises(Unproven, match="expected seat 1 to deal, but seat 2 did"):
        verified(played_by(proof, host=1))
    with pytest.raises(second_verifier.Wrong, match="record"):
        second_verifier.verify(played_by(proof, host=1))


def test_pf_22_any_changed_byte_is_detected() -> None:
    text = played(seats=2).record(1)
    lines = text.splitlines()
    for at in range(0, len(text), 17):
        other = "x" if text[at] != "x" else "y"
        changed = text[:at] + other + text[at + 1 :]
        if changed.splitlines() != lines:
            with pytest.raises((BadRecord, Unproven)):
                verified(changed)


def test_pf_22_a_record_without_a_proof_is_not_verified() -> None:
    text = played(seats=2).record(1)
    bare = resummed([line[7:] for line in text.splitlines() if "note fair" not in line])
    with pytest.raises(Unproven, match="no 'fair' notes"):
        verified(bare)


def test_pf_22_a_changed_void_attempt_is_rejected() -> None:
    text = played(void=True).record(1)
    lines = [line[7:] for line in text.splitlines()]
    for change in (
        lambda line: line.replace("void withheld 2", "void withheld"),
        lambda line: line.replace("void withheld 2", "void withheld 2 3"),
        lambda line: line.replace("void withheld 2", "void restart 2"),
        lambda line: line.replace("void withheld 2", "void nothing"),
        lambda line: "note nothing" if "void withheld" in line else line,
    ):
        with pytest.raises(Unproven):
            verified(forged(text, change))
    second = lines.index("note fair attempt 1")
    first = lines.index("note fair attempt 0")
    with pytest.raises(Unproven, match="a void for each attempt"):
        verified(resummed(lines[:first] + lines[second:]))
    without_manifest = [
        line for number, line in enumerate(lines) if number > second or not line.startswith("note fair |")
    ]
    with pytest.raises(Unproven, match="did not contribute"):
        verified(resummed(without_manifest))


def test_pf_22_manifests_of_a_deal_form_a_chain() -> None:
    """A forged manifest of a void attempt is not the one that the next manifest names."""
    text = played(void=True).record(1)
    other = forged(text, lambda line: line.replace("| host 0", "| host 1"))
    lines, second = [line[7:] for line in text.splitlines()], "note fair attempt 1"
    at = lines.index(second)
    changed = [line[7:] for line in other.splitlines()][:at] + lines[at:]
    with pytest.raises(Unproven, match="does not follow"):
        verified(resummed(changed))
    with pytest.raises(second_verifier.Wrong, match="manifest"):
        second_verifier.verify(resummed(changed))


def test_pf_22_verify_states_the_claim_for_each_seat() -> None:
    verdict = verified(played(void=True).record(1))
    assert [(seat.kind, seat.proves) for seat in verdict.chairs] == [
        ("contributes", "claim"),
        ("contributes", "claim"),
        ("out", "nothing"),
    ]
    assert verdict.attempts == 2


def test_pf_22_bots_alone_prove_nothing_about_the_server() -> None:
    sitting = Sitting(people=1, seats=3, bots=("random", "random"))
    sitting.start()
    sitting.play_on(Rng(1))
    verdict = verified(sitting.record(1))
    assert {seat.proves for seat in verdict.chairs} == {"nothing"}


@pytest.mark.parametrize("version", ["2", "0", "11", "1.1", ""])
def test_pf_22_a_proof_of_another_version_is_refused(version: str) -> None:
    text = forged(played().record(1), lambda line: line.replace("fair chieu/fair/1", f"fair chieu/fair/{version}"))
    expected = f"expected version 1 of the shuffle proof, 'chieu/fair/1', found 'chieu/fair/{version}'"
    with pytest.raises(Unproven, match=f"^{re.escape(expected)}$"):
        verified(text)
    with pytest.raises(second_verifier.Wrong, match="protocol"):
        second_verifier.verify(text)


def test_pf_22_a_record_of_another_version_is_refused() -> None:
    text = forged(played().record(1), lambda line: line.replace("chieu-record 1", "chieu-record 2"))
    expected = "line 1: expected 'chieu-record 1', found 'chieu-record 2': no other version can be read"
    with pytest.raises(BadRecord, match=f"^{re.escape(expected)}$"):
        verified(text)
    with pytest.raises(second_verifier.Wrong, match="format"):
        second_verifier.verify(text)


def test_pf_22_a_manifest_of_another_version_is_refused() -> None:
    text = forged(played().record(1), lambda line: line.replace("| chieu/fair/1", "| chieu/fair/2"))
    expected = "expected version 1 of a manifest, 'chieu/fair/1 manifest', found 'chieu/fair/2 manifest'"
    with pytest.raises(Unproven, match=re.escape(expected)):
        verified(text)


def test_pf_22_a_name_cannot_pass_for_a_proof() -> None:
    sitting = Sitting(people=1, seats=2, bots=("random",))
    sitting.must("g0", commands.Join, name="x\nnote fair seed 0")
    sitting.start()
    sitting.play_on(Rng(1))
    assert verified(sitting.record(1)).shuffles == 1


def test_pf_22_a_manifest_of_the_first_deal_cannot_be_omitted() -> None:
    """The chain of manifests starts with zeros: the second attempt shows that there was a first."""
    text = played(void=True).record(1)
    omitted = without_first_manifest(text)
    assert verified(text).attempts == 2
    with pytest.raises(Unproven, match="attempt 2 does not follow"):
        verified(omitted)
    with pytest.raises(second_verifier.Wrong, match="manifest"):
        second_verifier.verify(omitted)


def test_pf_22_a_void_attempt_without_a_manifest_counts() -> None:
    """A single record does not show whether a later deal's void attempt had one."""
    table = played()
    table.fresh = fresh("node-2", 5)
    table.take(orphaned, "node-1")
    table.start()
    table.play_on(Rng(5))
    verdict = verified(table.record(2))
    assert verdict.proof.voids[0].manifest == ""
    assert verdict.attempts == 2


def without_first_manifest(text: str) -> str:
    """Omit the manifest of attempt 0, which the record then says a restart voided."""
    lines = [line[7:] for line in text.splitlines()]
    start = lines.index("note fair attempt 0")
    end = lines.index("note fair attempt 1")
    first = [line for line in lines[start:end] if not line.startswith("note fair |")]
    first[-1] = "note fair void restart"
    return resummed([*lines[:start], *first, *lines[end:]])

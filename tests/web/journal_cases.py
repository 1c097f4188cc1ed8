"""Cases of a journal and a record that does or does not account for it, for Python and the browser.

    python -m tests.web.journal_cases        write web/src/verify/fixtures/journals.json

A case with `views` needs the rules of the game, so the browser leaves it out.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from chieu.core import records
from chieu.core.rng import Rng
from chieu.fairness.journal import Journal, JournalAttempt, OpenDeal, see
from chieu.fairness.manifest import manifest_hash
from chieu.fairness.verify import read_proof
from chieu.online.table import project
from tests.fairness.test_proofs import forged, played, without_first_manifest
from tests.online.table.sitting import Sitting

FILE: Final = Path(__file__).parent.parent.parent / "web" / "src" / "verify" / "fixtures" / "journals.json"
A: Final = "dd" * 32  # contribution of seat 0 to the attempt that held
OTHER: Final = "11" * 32


def cases() -> list[dict[str, Any]]:
    """Play two deals, the first with a void attempt, and return the cases about their records."""
    table = played(void=True)
    first = table.record(1)
    states = [step.state for step in _record(table, first).steps()]
    views: list[tuple[Any, ...]] = [(table.game.view(state, 0), None, None) for state in states[:-1]]
    views.append(
        (table.game.view(states[-1], 0), table.game.payoff(states[-1]), project.outcome(table.game, states[-1]))
    )
    table.commit("g0", A)
    table.start()
    table.reveal("g0", A)
    table.play_on(Rng(6))
    second = table.record(2)
    manifests = [_manifest(first, 0), _manifest(first, 1)]
    void = JournalAttempt(0, manifests[0], ("aa" * 32,))
    held = JournalAttempt(1, manifests[1], (A,))
    both = Journal("table-1", OpenDeal(1, (void, held)))
    after = Journal(
        "table-1",
        OpenDeal(2, (JournalAttempt(0, _manifest(second, 0), (A,)),)),
        ((1, manifest_hash(manifests[1])),),
    )

    def opened(*attempts: JournalAttempt) -> Journal:
        return replace(both, open=OpenDeal(1, attempts))

    def changed(change: Callable[[str], str], text: str = first) -> str:
        return forged(text, change)

    shown = both
    for view in views:
        shown = see(shown, "here", 0, *view)
    backwards = both
    for view in reversed(views):
        backwards = see(backwards, "here", 0, *view)
    rows: list[tuple[str, Journal, str, str]] = [
        ("revealed for both attempts", both, first, ""),
        ("came for the second attempt", opened(held), first, ""),
        ("was left out of the attempt that held", opened(void), first, ""),
        ("two guests on one device", opened(replace(held, contributions=(A, "ee" * 32))), first, ""),
        ("the deal after a closed one", after, second, ""),
        ("the deal after one played elsewhere", replace(after, closed=()), second, ""),
        ("no deal is open", Journal("table-1"), first, "other_deal"),
        ("another table", replace(both, table="table-2"), first, "other_deal"),
        ("the record of the deal before", after, first, "other_deal"),
        (
            "a void attempt with another manifest",
            opened(replace(void, manifest=_host_1(void)), held),
            first,
            "other_manifest",
        ),
        (
            "the attempt that held with another manifest",
            opened(void, replace(held, manifest=_host_1(held))),
            first,
            "other_manifest",
        ),
        ("an attempt that the record does not have", opened(held, replace(held, attempt=2)), first, "other_manifest"),
        (
            "bytes that the record does not have",
            opened(void, replace(held, contributions=(OTHER,))),
            first,
            "other_bytes",
        ),
        ("one guest's bytes are missing", opened(replace(held, contributions=(A, OTHER))), first, "other_bytes"),
        ("another deal before it", replace(after, closed=((1, OTHER),)), second, "not_following"),
        ("a void attempt without its manifest", both, without_first_manifest(first), "bad_record"),
        (
            "a void attempt that was not seen, without its manifest",
            opened(held),
            without_first_manifest(first),
            "bad_record",
        ),
        (
            "attempts with a gap",
            both,
            changed(lambda line: line.replace("fair attempt 1", "fair attempt 2")),
            "bad_record",
        ),
        ("another order of cards", both, changed(_swapped), "bad_record"),
        (
            "another seed",
            both,
            changed(lambda line: f"note fair seed {OTHER}" if " seed " in line else line),
            "bad_record",
        ),
        ("not a record", both, "no record\n", "bad_record"),
        ("views of the replay", shown, first, ""),
        ("views in another order", backwards, first, "other_cards"),
        ("a view of other cards", see(both, "here", 0, "other"), first, "other_cards"),
        ("another payoff", see(both, "here", 0, views[-1][0], (0, 0, 0)), first, "other_cards"),
        ("views of two connections", see(shown, "there", 0, *views[0]), first, ""),
    ]
    return [
        {"name": name, "journal": msgspec.to_builtins(journal), "record": record, "fault": fault}
        for name, journal, record, fault in rows
    ]


def _record(table: Sitting, text: str) -> Any:
    (record,) = records.read({table.game.name: table.game}, text.splitlines())
    return record


def _manifest(text: str, attempt: int) -> str:
    proof = read_proof([line[7:].removeprefix("note ") for line in text.splitlines()])
    return {void.attempt: void.manifest for void in proof.voids}.get(attempt, proof.manifest)


def _host_1(attempt: JournalAttempt) -> str:
    return attempt.manifest.replace("\nhost 0\n", "\nhost 1\n")


def _swapped(line: str) -> str:
    words = line.split(" ")
    if words[:2] == ["*", "shuffle"]:
        words[2], words[3] = words[3], words[2]
    return " ".join(words)


if __name__ == "__main__":
    FILE.write_text(json.dumps(cases(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

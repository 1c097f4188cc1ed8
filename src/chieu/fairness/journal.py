"""PF-22: a client's journal of one table, and whether the record of a deal accounts for it.

A reveal opens its deal. Until the record of that deal accounts for every manifest that the client revealed for and
every view that it was shown, the client takes part in no other deal of the table. `docs/fairness.md` derives the claim
from this.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from chieu.core import codec, records
from chieu.core.game import AnyGame, Viewer
from chieu.core.records import BadRecord, Record
from chieu.fairness.card_order import Proof
from chieu.fairness.manifest import NOTHING_BEFORE, Manifest, manifest_hash, read_manifest
from chieu.fairness.verify import Unproven, verify_record

ShownView: TypeAlias = tuple[Viewer, str]
"""The seat that a view was shown to (None for a spectator), and a digest of the view, the payoff and the outcome."""
Hindrance: TypeAlias = Literal["open", "rolled_back", "ask"]
Fault: TypeAlias = Literal[
    "bad_record", "other_deal", "other_manifest", "not_following", "other_bytes", "other_cards"
]  # reasons why a record does not account for a deal

ASK_AFTER: Final = 3  # attempts at one deal after which the person is asked, and again after as many
_MAX_CLOSED: Final = 400
_MAX_DRAWN: Final = 8


class Unaccounted(ValueError):
    """The record does not account for the journal."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault


class Drawn(Struct, frozen=True):
    """Random bytes of a guest for one attempt, which it commits to."""

    guest: str
    deal: int
    attempt: int
    contribution: str


class JournalAttempt(Struct, frozen=True, omit_defaults=True):
    """An attempt that this client revealed for.

    `contributions` are the bytes revealed, of each guest on this device. `views` were shown while the attempt was the
    last one, by connection: only the views of one connection have an order.
    """

    attempt: int
    manifest: str
    contributions: tuple[str, ...] = ()
    views: dict[str, tuple[ShownView, ...]] = {}


class OpenDeal(Struct, frozen=True):
    """A deal that this client revealed for. Its person agreed to `agreed` attempts."""

    deal: int
    attempts: tuple[JournalAttempt, ...]
    agreed: int = ASK_AFTER

    def at(self, attempt: int) -> JournalAttempt | None:
        return next((known for known in self.attempts if known.attempt == attempt), None)


class Journal(Struct, frozen=True, omit_defaults=True):
    """Journal of a table.

    `closed` has the numbers of accounted deals, ascending, with the hashes of their last manifests. Its person went on
    without proof of the deals `written_off`; a number is repeated if the table was rolled back past it again.
    """

    table: str
    open: OpenDeal | None = None
    closed: tuple[tuple[int, str], ...] = ()
    written_off: tuple[int, ...] = ()
    drawn: tuple[Drawn, ...] = ()


# Before the deal


def hindrance(journal: Journal, deal: int, attempt: int) -> Hindrance | None:
    """Return why the client must not commit to an attempt.

    `open`: another deal is not accounted for. `rolled_back`: the journal is past this attempt. `ask`: the person has to
    agree to more attempts.
    """
    pending = journal.open
    if pending is None:
        return "rolled_back" if journal.closed and deal <= journal.closed[-1][0] else None
    if deal != pending.deal:
        return "open"
    if attempt <= pending.attempts[-1].attempt:
        return "rolled_back"
    return "ask" if len(pending.attempts) >= pending.agreed else None


def may_reveal(journal: Journal, text: str) -> bool:
    """Return whether the client may reveal for a manifest: the last one it knows, or one linked to that."""
    manifest = read_manifest(text)
    if journal.open is not None and journal.open.attempts[-1].manifest == text:
        return True
    expected = _expected_before(journal, manifest) or manifest.after
    return hindrance(journal, manifest.deal, manifest.attempt) is None and manifest.after == expected


def _expected_before(journal: Journal, manifest: Manifest) -> str:
    """Return the hash of the manifest before this one, or an empty text if the client cannot know it."""
    if journal.open is not None:
        last = journal.open.attempts[-1]
        return manifest_hash(last.manifest) if manifest.attempt == last.attempt + 1 else ""
    return _last_closed_before(journal, manifest.deal) if manifest.attempt == 0 else ""


def _last_closed_before(journal: Journal, deal: int) -> str:
    if deal == 1:
        return NOTHING_BEFORE
    return journal.closed[-1][1] if journal.closed and journal.closed[-1][0] == deal - 1 else ""


def commit(journal: Journal, fresh: Drawn) -> Journal:
    """Note the `fresh` bytes that a guest commits to, unless it has some for that attempt."""
    if drawn_for(journal, fresh.guest, fresh.deal, fresh.attempt) is not None:
        return journal
    return replace(journal, drawn=(*journal.drawn, fresh)[-_MAX_DRAWN:])


def drawn_for(journal: Journal, guest: str, deal: int, attempt: int) -> Drawn | None:
    """Return the bytes of a guest for an attempt, if there are any."""
    key = (guest, deal, attempt)
    return next((each for each in journal.drawn if (each.guest, each.deal, each.attempt) == key), None)


def reveal(journal: Journal, text: str, contribution: str) -> Journal:
    """Open the deal of a manifest, or add its attempt. This is stored before the reveal is sent."""
    manifest = read_manifest(text)
    before = journal.open or OpenDeal(manifest.deal, ())
    known = before.at(manifest.attempt) or JournalAttempt(manifest.attempt, text)
    if contribution not in known.contributions:
        known = replace(known, contributions=(*known.contributions, contribution))
    others = [attempt for attempt in before.attempts if attempt.attempt != manifest.attempt]
    return replace(journal, open=replace(before, attempts=(*others, known)))


def agree(journal: Journal) -> Journal:
    """Note that the person agreed to as many attempts again."""
    assert journal.open is not None
    return replace(journal, open=replace(journal.open, agreed=journal.open.agreed + ASK_AFTER))


# During the deal


def see(
    journal: Journal, connection: str, viewer: Viewer, view: Any, payoff: Any = None, outcome: Any = None
) -> Journal:
    """Add a view of the open deal, unless it is the last one of that connection."""
    assert journal.open is not None
    *others, last = journal.open.attempts
    shown: ShownView = (viewer, _digest(view, payoff, outcome))
    views = last.views.get(connection, ())
    if views[-1:] == (shown,):
        return journal
    last = replace(last, views={**last.views, connection: (*views, shown)})
    return replace(journal, open=replace(journal.open, attempts=(*others, last)))


def _digest(view: Any, payoff: Any, outcome: Any) -> str:
    return hashlib.sha256(codec.encode((view, payoff, outcome))).hexdigest()


# After the deal


def account(games: Mapping[str, AnyGame], journal: Journal, text: str) -> Journal:
    """Close the open deal by its record. Raise `Unaccounted`."""
    try:
        found = list(records.read(games, text.splitlines()))
        proofs = [verify_record(record).proof for record in found]
    except (BadRecord, Unproven) as error:
        raise Unaccounted("bad_record", str(error)) from None
    if len(found) != 1:
        raise Unaccounted("other_deal", f"expected the record of one deal, found {len(found)}")
    return account_verified(journal, found[0], proofs[0])


def account_verified(journal: Journal, record: Record, proof: Proof) -> Journal:
    """Close the open deal by a record that verifies, and its proof. Raise `Unaccounted`."""
    closed = _close(journal, proof)
    revealed = journal.open and journal.open.at(proof.attempt)
    if revealed:
        own = _seats(proof, revealed)
        for shown in revealed.views.values():
            if not {viewer for viewer, _ in shown} <= own:
                raise Unaccounted("other_cards", "views of a seat were shown that the manifest gives to others")
            _compare(record, shown)
    return closed


def _seats(proof: Proof, revealed: JournalAttempt) -> set[Viewer]:
    """Return the seats whose views may be shown to the guests on this device, and None: anybody may watch."""
    chairs = read_manifest(proof.manifest).chairs
    own = {each.chair for each in proof.contributions if each.contribution in revealed.contributions}
    return {None, *(seat for seat, chair in enumerate(chairs) if chair in own)}


def _close(journal: Journal, proof: Proof) -> Journal:
    """Close the open deal by a proof that verifies, without comparing views. Raise `Unaccounted`."""
    pending = journal.open
    if pending is None or (proof.table, proof.deal) != (journal.table, pending.deal):
        raise Unaccounted("other_deal", f"this is not the record of the open deal of table {journal.table}")
    manifests = {void.attempt: void.manifest for void in proof.voids} | {proof.attempt: proof.manifest}
    first = read_manifest(next(filter(None, manifests.values())))
    if first.after != (_last_closed_before(journal, proof.deal) or first.after):
        raise Unaccounted("not_following", f"deal {proof.deal} does not follow on deal {proof.deal - 1}")
    for attempt in pending.attempts:
        if manifests.get(attempt.attempt) != attempt.manifest:
            raise Unaccounted(
                "other_manifest", f"attempt {attempt.attempt + 1} has another manifest than was shown here"
            )
    revealed = pending.at(proof.attempt)
    published = {each.contribution for each in proof.contributions}
    if revealed is not None and not published.issuperset(revealed.contributions):
        raise Unaccounted("other_bytes", "the bytes that were revealed here are not in the record")
    closed = (*journal.closed, (proof.deal, manifest_hash(proof.manifest)))
    drawn = tuple(each for each in journal.drawn if each.deal > proof.deal)
    return replace(journal, open=None, closed=closed[-_MAX_CLOSED:], drawn=drawn)


def write_off(journal: Journal, deal: int) -> Journal:
    """Give up on the open deal, or on closed deals that the table was rolled back past (from `deal` on)."""
    gone = [number for number, _ in journal.closed if number >= deal] if journal.open is None else [journal.open.deal]
    closed = tuple(item for item in journal.closed if item[0] not in gone)
    written_off = tuple(sorted((*journal.written_off, *gone)))
    return replace(journal, open=None, closed=closed, written_off=written_off, drawn=())


def _compare(record: Record, shown: tuple[ShownView, ...]) -> None:
    """Check that the views shown occur in the record, in the same order.

    The record may have more: moves in quick succession are shown as one view.
    """
    game, left = record.game, list(reversed(shown))
    viewers = {viewer for viewer, _ in shown}
    start = game.start(record.rules, record.seats, record.match, record.host)
    for state in (start, *(step.state for step in record.steps())):
        over = not game.to_act(state)
        payoff = game.payoff(state) if over else None
        outcome = game.extras.outcome(state) if over and game.extras.outcome is not None else None
        now = {viewer: _digest(game.view(state, viewer), payoff, outcome) for viewer in viewers}
        while left and left[-1][1] == now[left[-1][0]]:
            left.pop()
    if left:
        raise Unaccounted("other_cards", f"{len(left)} of {len(shown)} views that were shown are not in the record")

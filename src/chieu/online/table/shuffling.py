"""PF-22: the shuffle of a deal, from the server's commitment to the start of the deal.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from chieu.bots import usual_bot
from chieu.core.game import Illegal, Refusal, Seat
from chieu.core.options import BadRules
from chieu.core.records import match_line
from chieu.fairness import card_order
from chieu.fairness.card_order import Contribution, Proof, WhyVoid
from chieu.fairness.manifest import (
    CONTRIBUTE,
    NOTHING_BEFORE,
    Manifest,
    ManifestSeat,
    SeatKind,
    read_manifest,
    write_manifest,
)
from chieu.online.protocol import announcements, commands
from chieu.online.table import entries
from chieu.online.table.fold import Transaction, rules_by
from chieu.online.table.ledger import HOUSE, bot_name, is_reserved
from chieu.online.table.seating import StaleCommand, absent, host, host_seat, open_seats, own_seat, skipped
from chieu.online.table.state import TableState

REVEAL_WITHIN: Final = 5_000  # milliseconds, as the next two
COMMIT_WITHIN: Final = 3_000
COMMIT_AFTER_START_WITHIN: Final = 20_000  # of a node: clients must reconnect first
LEAVE_OUT_AFTER: Final = 3  # voids by one person after which anybody seated may leave them out
TRIES_AT_MOST: Final = 6  # void attempts in a row after which people must be ready again
VOIDS_AT_MOST: Final = 60  # attempts at one deal after which somebody must be left out
ABSTAINS: Final = ("self", "unaccounted")  # by whom and why a person is left out whose client abstains


def deadline(state: TableState) -> int:
    """Return when a pending shuffle goes on without the reveals or commitments it waits for."""
    pending = state.shuffle
    if state.phase == "revealing":
        return pending.since + REVEAL_WITHIN
    withheld = not pending.voids or pending.voids[-1].why == "withheld"
    return pending.since + (COMMIT_WITHIN if withheld else COMMIT_AFTER_START_WITHIN)


def step(transaction: Transaction) -> bool:
    """Do the next step whose deadline has passed. Return whether there was one."""
    state, pending = transaction.state, transaction.state.shuffle
    overdue = deadline(state) <= transaction.now
    if state.phase == "revealing":
        if overdue:
            _void_withheld(transaction)
        return overdue
    if overdue or all(member in pending.committed or member in pending.left_out for member in pending.awaited):
        publish_manifest(transaction)
        return True
    return False


def open_shuffle(transaction: Transaction, deal: int, attempt: int) -> None:
    """Commit the server to a seed for an attempt. The seed is drawn for this attempt alone."""
    seed = transaction.fresh.draw(card_order.SEED_BYTES).hex()
    commitment = card_order.seed_commitment(transaction.state.id, deal, attempt, seed)
    transaction.add(entries.ShuffleOpened(deal, attempt, seed, commitment, transaction.fresh.node))


# Commands of clients


def commit(transaction: Transaction, member: int, command: commands.Commit) -> None:
    """Record a client's commitment. Until the manifest it may be replaced.

    A commitment by a client replaces that of a chat bot for the same person, never the reverse.
    """
    state = transaction.state
    seat = own_seat(state, member)
    if state.phase not in ("between", "committing") or _attempt(state) != (command.deal, command.attempt):
        raise StaleCommand
    pending = state.shuffle
    if pending.left_out.get(member, ABSTAINS) != ABSTAINS:
        raise Refusal("left_out", "PF-22")
    if pending.committed.get(member) == command.commitment:
        raise Refusal("no_change")
    if command.commitment in pending.committed.values():  # a copy could not be revealed
        raise Refusal("copied_commitment", "PF-22")
    if command.chat and member in pending.committed and member not in pending.chats:
        raise Refusal("own_client", "PF-22")
    transaction.add(entries.Committed(seat, command.commitment, member, command.chat))


def reveal(transaction: Transaction, member: int, command: commands.Reveal) -> None:
    """Record a client's reveal. The last one starts the deal.

    A late reveal, after its attempt was voided, is stale; until then it counts.
    """
    state, pending = transaction.state, transaction.state.shuffle
    seat = own_seat(state, member)
    if state.phase != "revealing" or _attempt(state) != (command.deal, command.attempt):
        raise StaleCommand
    if pending.contributors is None or seat not in pending.contributors:
        raise Refusal("not_a_contributor", "PF-22")
    if command.manifest != state.last_manifest:
        raise Refusal("other_manifest", "PF-22")
    if seat in pending.reveals:
        raise Refusal("no_change")
    commitment = card_order.contribution_commitment(state.id, command.deal, command.attempt, command.contribution)
    if commitment != pending.committed[member]:
        raise Refusal("bad_reveal", "PF-22")
    transaction.add(entries.Revealed(seat, command.contribution))
    if len(transaction.state.shuffle.reveals) == len(pending.contributors):
        _start(transaction)


def abstain(transaction: Transaction, member: int, command: commands.Abstain) -> None:
    """Leave a person out of this deal's shuffle, at the request of their client, until it commits."""
    state, pending = transaction.state, transaction.state.shuffle
    seat = own_seat(state, member)
    if state.phase not in ("between", "committing") or command.deal != pending.deal:
        raise StaleCommand
    if member in pending.left_out:
        raise Refusal("no_change")
    transaction.add(announcements.LeftOut(transaction.seq, seat, *ABSTAINS))


def leave_out(transaction: Transaction, member: int, command: commands.LeaveOut) -> None:
    """Leave a person out of this deal's shuffle: the host at any time, others after three voids."""
    state, pending = transaction.state, transaction.state.shuffle
    if state.phase == "playing" or command.deal != pending.deal:
        raise StaleCommand
    chair = state.chairs[command.seat] if command.seat < len(state.chairs) else None
    if chair is None or chair.member is None:
        raise Refusal("nobody_there", "PF-22", seat=command.seat)
    if chair.member in pending.left_out:
        raise Refusal("no_change")
    if member == host(state):
        transaction.add(announcements.LeftOut(transaction.seq, command.seat, "host", "asked"))
        return
    own = own_seat(state, member)
    if pending.withheld.get(chair.member, 0) < LEAVE_OUT_AFTER:
        raise Refusal("leave_out_early", "PF-22", voids=LEAVE_OUT_AFTER)
    transaction.add(announcements.LeftOut(transaction.seq, command.seat, str(own), "withheld"))


def _attempt(state: TableState) -> tuple[int, int]:
    return state.shuffle.deal, state.shuffle.attempt


# From commitments to the deal


def publish_manifest(transaction: Transaction) -> None:
    """Manifest a due deal: contributors, dealer and the seats that sit out are fixed.

    Otherwise the server, which knows the card order first, could choose them.
    """
    state, pending = transaction.state, transaction.state.shuffle
    if too_many_voids(state):
        raise Refusal("too_many_voids", "PF-22", voids=len(pending.voids))
    sheet = pending.sheet or state.sheet
    dealer = host_seat(state)
    goes_on = _goes_on(state, sheet, dealer)
    # PF-8: the deal begins without these people. A person who is ready agreed to it and is waited for, even if they
    # vanish after the manifest.
    out = tuple([seat for seat in open_seats(state) if skipped(state, seat) and not state.chairs[seat].ready])
    seats = tuple([replace(_manifest_seat(state, seat), sits_out=seat in out) for seat in range(len(state.chairs))])
    text = write_manifest(
        Manifest(
            state.id,
            pending.deal,
            pending.attempt,
            state.last_manifest or NOTHING_BEFORE,
            sheet,
            match_line(state.game, state.match if goes_on else None, dealer),
            dealer,
            pending.commitment,
            seats,
        )
    )
    contributors = tuple([seat for seat, frozen in enumerate(seats) if frozen.kind in CONTRIBUTE])
    transaction.add(entries.ContributorsFixed(contributors, sheet, text, dealer, goes_on, out))
    if not contributors:
        _start(transaction)


def too_many_voids(state: TableState) -> bool:
    """Return whether somebody must be left out before the next attempt. Absent people do not count."""
    pending = state.shuffle
    if state.phase != "between" or len(pending.voids) < VOIDS_AT_MOST:
        return False
    here = {chair.member for seat, chair in enumerate(state.chairs) if not absent(state, seat)} - set(pending.left_out)
    return any(member in here and count >= LEAVE_OUT_AFTER for member, count in pending.withheld.items())


def _manifest_seat(state: TableState, seat: Seat) -> ManifestSeat:
    chair, pending = state.chairs[seat], state.shuffle
    member = chair.member
    if member is None:
        return ManifestSeat("bot", level=chair.level) if chair.level else ManifestSeat("house")
    if member in pending.left_out:
        by, why = pending.left_out[member]
        return ManifestSeat("out", by=by, why=why)
    if absent(state, seat):
        return ManifestSeat("out", by="house", why="away")
    if member not in pending.committed:
        return ManifestSeat("out", by="house", why="uncommitted")
    kind: SeatKind = "chat" if member in pending.chats else "contributes"
    return ManifestSeat(kind, commitment=pending.committed[member])


def _start(transaction: Transaction) -> None:
    """Start the deal as the manifest says, once everything is revealed."""
    state, pending = transaction.state, transaction.state.shuffle
    contributors = read_manifest(pending.manifest).contributors
    proof = Proof(
        state.id,
        pending.deal,
        pending.sheet,
        pending.attempt,
        pending.commitment,
        tuple([Contribution(seat, commitment, pending.reveals[seat]) for seat, commitment in contributors]),
        pending.voids,
        pending.seed,
        pending.manifest,
    )
    match = state.match if pending.goes_on else None
    players = _players(state, pending.out)
    transaction.add(entries.Started(pending.deal, pending.sheet, players, match, proof, pending.host, pending.out))


# Void attempts


def _void_withheld(transaction: Transaction) -> None:
    """Void the attempt: some reveals are late or withheld (`REVEAL_WITHIN` has passed)."""
    pending = transaction.state.shuffle
    assert pending.contributors is not None
    withheld = tuple([seat for seat in pending.contributors if seat not in pending.reveals])
    void(transaction, "withheld", withheld, again=pending.tries + 1 < TRIES_AT_MOST)


def void(transaction: Transaction, why: WhyVoid, withheld: tuple[Seat, ...] = (), again: bool = True) -> None:
    """Void an attempt and begin the next one, with new commitments from everybody."""
    pending = transaction.state.shuffle
    transaction.add(entries.AttemptVoided(withheld, why, "committing" if again else "between"))
    open_shuffle(transaction, pending.deal, pending.attempt + 1)


def orphaned(transaction: Transaction, node: str) -> None:
    """PF-22: void the attempt of a node that is gone, as its seed may be known. A running deal goes on."""
    state = transaction.state
    if state.phase != "playing" and state.shuffle.node == node:
        void(transaction, "restart", again=state.phase != "between")


def _goes_on(state: TableState, sheet: str, dealer: Seat) -> bool:
    """Return whether the deal belongs to the running match, which its rules may no longer fit."""
    if state.match is None:
        return False
    try:
        state.game.start(rules_by(state.game.name, sheet), len(state.chairs), state.match, dealer)
    except (Illegal, BadRules):
        return False
    return True


def _players(state: TableState, out: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return the players' names for the record: a name, a bot's level, or the house.

    A name that looks like one of the latter is omitted, as verifiers compare these notes with the manifest.
    """
    players = []
    for seat, chair in enumerate(state.chairs):
        if chair.member is not None and seat not in out:
            name = state.members[chair.member].name
            players.append("" if is_reserved(name) else name)
        else:
            players.append(HOUSE if seat in state.closed else bot_name(chair.level or usual_bot(state.game)))
    return tuple(players)

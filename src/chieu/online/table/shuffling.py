"""PF-22: the shuffle of a deal, from the server's commitment to the start of the deal.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from chieu.bots import usual_bot
from chieu.core.field_types import has_scores
from chieu.core.game import Illegal, Refusal, Seat
from chieu.core.options import BadRules
from chieu.core.records import match_line
from chieu.fairness import card_order
from chieu.fairness.card_order import Contribution, Proof, WhyVoid
from chieu.fairness.manifest import (
    CONTRIBUTE,
    NOTHING_BEFORE,
    ChairKind,
    Manifest,
    ManifestChair,
    read_manifest,
    write_manifest,
)
from chieu.online.protocol import announcements, commands
from chieu.online.table import entries, lesson
from chieu.online.table.entries import rules_by
from chieu.online.table.fold import Transaction
from chieu.online.table.ledger import HOUSE, bot_name, is_reserved
from chieu.online.table.seating import (
    StaleCommand,
    absent,
    host,
    host_chair,
    host_seat,
    open_chairs,
    own_chair,
    places_of,
    skipped,
)
from chieu.online.table.state import PendingShuffle, TableState

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
    chair = own_chair(state, member)
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
    transaction.add(entries.Committed(chair, command.commitment, member, command.chat))


def reveal(transaction: Transaction, member: int, command: commands.Reveal) -> None:
    """Record a client's reveal. The last one starts the deal.

    A late reveal, after its attempt was voided, is stale; until then it counts.
    """
    state, pending = transaction.state, transaction.state.shuffle
    chair = own_chair(state, member)
    if state.phase != "revealing" or _attempt(state) != (command.deal, command.attempt):
        raise StaleCommand
    if pending.contributors is None or chair not in pending.contributors:
        raise Refusal("not_a_contributor", "PF-22")
    if command.manifest != state.last_manifest:
        raise Refusal("other_manifest", "PF-22")
    if chair in pending.reveals:
        raise Refusal("no_change")
    commitment = card_order.contribution_commitment(state.id, command.deal, command.attempt, command.contribution)
    if commitment != pending.committed[member]:
        raise Refusal("bad_reveal", "PF-22")
    transaction.add(entries.Revealed(chair, command.contribution))
    if len(transaction.state.shuffle.reveals) == len(pending.contributors):
        _start(transaction)


def abstain(transaction: Transaction, member: int, command: commands.Abstain) -> None:
    """Leave a person out of this deal's shuffle, at the request of their client, until it commits."""
    state, pending = transaction.state, transaction.state.shuffle
    chair = own_chair(state, member)
    if state.phase not in ("between", "committing") or command.deal != pending.deal:
        raise StaleCommand
    if member in pending.left_out:
        raise Refusal("no_change")
    transaction.add(announcements.LeftOut(transaction.seq, chair, *ABSTAINS))


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
    own = own_chair(state, member)
    if pending.withheld.get(chair.member, 0) < LEAVE_OUT_AFTER:
        raise Refusal("leave_out_early", "PF-22", voids=LEAVE_OUT_AFTER)
    transaction.add(announcements.LeftOut(transaction.seq, command.seat, str(own), "withheld"))


def _attempt(state: TableState) -> tuple[int, int]:
    return state.shuffle.deal, state.shuffle.attempt


# From commitments to the deal


def publish_manifest(transaction: Transaction) -> None:
    """Manifest a due deal: contributors, dealer, and who plays in which seat are fixed.

    Otherwise the server, which knows the card order first, could choose them. PF-46: a lesson begins without one.
    """
    state, pending = transaction.state, transaction.state.shuffle
    if lesson.is_due(state):
        game, chairs, host = state.game.name, tuple(range(len(state.chairs))), host_chair(state)
        players = tuple([_player(state, chair, ()) for chair in chairs])
        transaction.add(entries.Started(lesson.NUMBER, game, state.sheet, players, chairs, None, None, host))
        return
    if too_many_voids(state):
        raise Refusal("too_many_voids", "PF-22", voids=len(pending.voids))
    sheet = pending.sheet or state.sheet
    seating = seat_players(state, sheet)
    parts = tuple([_manifest_chair(state, chair, seating) for chair in range(len(state.chairs))])
    text = write_manifest(
        Manifest(
            state.id,
            pending.deal,
            pending.attempt,
            state.last_manifest or NOTHING_BEFORE,
            state.game.name,
            sheet,
            match_line(state.game, seating.match, seating.host),
            seating.host,
            pending.commitment,
            parts,
        )
    )
    contributors = tuple([chair for chair, part in enumerate(parts) if part.kind in CONTRIBUTE])
    goes_on = seating.match is not None
    fixed = entries.ContributorsFixed(contributors, sheet, text, seating.chairs, seating.host, goes_on, seating.out)
    transaction.add(fixed)
    if not contributors:
        _start(transaction)


class Seating(NamedTuple):
    """Players of a deal.

    The chair of each seat, the seat that deals or banks, the match, and the chairs that sit out.
    """

    chairs: tuple[int, ...]
    host: Seat
    match: Any
    out: tuple[int, ...]


def seat_players(state: TableState, sheet: str) -> Seating:
    """PF-8: give a seat to everybody who plays the next deal.

    The deal begins without absent people and those who sit out. If the game needs more seats, or keeps scores in its
    match, bots play for as many of them as needed. A person who is ready agreed to the deal and is waited for, even if
    they vanish after the manifest.
    """
    everybody = tuple(range(len(state.chairs)))
    out = tuple([chair for chair in open_chairs(state) if skipped(state, chair) and not state.chairs[chair].ready])
    chairs = everybody
    if out and not has_scores(state.game.match):
        for played_for in range(len(out) - 1, -1, -1):
            fewer = tuple([chair for chair in everybody if chair not in out[played_for:]])
            chairs = fewer if _can_play(state, sheet, fewer) else chairs
    return _seating(state, sheet, chairs, out)


def _seating(state: TableState, sheet: str, chairs: tuple[int, ...], out: tuple[int, ...]) -> Seating:
    """Return the deal of these chairs, in the running match if it can go on with them."""
    host = host_seat(state, chairs)
    match = carried_match(state, chairs)
    if match is not None:
        try:
            state.game.start(rules_by(state.game.name, sheet), len(chairs), match, host)
        except (Illegal, BadRules):  # the rules may no longer fit the match
            match = None
    return Seating(chairs, host, match, out)


def carried_match(state: TableState, chairs: tuple[int, ...]) -> Any:
    """Return the running match for a deal of these chairs, or None."""
    members = tuple([state.chairs[chair].member for chair in chairs])
    if state.match is None or (chairs, members) == (state.match_chairs, state.match_members):
        return state.match
    return state.game.carry_over(state.match, places_of(state, chairs))


def _can_play(state: TableState, sheet: str, chairs: tuple[int, ...]) -> bool:
    """Return whether a deal of these chairs is possible, the house where it sits."""
    game, rules, seats = state.game, rules_by(state.game.name, sheet), len(chairs)
    if seats not in game.seats:
        return False
    closed = tuple([chairs.index(chair) for chair in state.closed])
    host = next((seat for seat in range(seats) if seat not in closed), None)
    if host is None or game.closed(rules, seats) != closed:
        return False
    try:
        game.start(rules, seats, None, host)
    except (Illegal, BadRules):
        return False
    return True


def too_many_voids(state: TableState) -> bool:
    """Return whether somebody must be left out before the next attempt. Absent people do not count."""
    pending = state.shuffle
    if state.phase != "between" or len(pending.voids) < VOIDS_AT_MOST:
        return False
    here = {chair.member for number, chair in enumerate(state.chairs) if not absent(state, number)}
    here -= set(pending.left_out)
    return any(member in here and count >= LEAVE_OUT_AFTER for member, count in pending.withheld.items())


def _manifest_chair(state: TableState, number: int, seating: Seating) -> ManifestChair:
    chair, pending = state.chairs[number], state.shuffle
    member, seat = chair.member, seating.chairs.index(number) if number in seating.chairs else None
    if member is None:
        return ManifestChair("bot", seat, level=chair.level) if chair.level else ManifestChair("house", seat)
    stand_in = usual_bot(state.game) if number in seating.out and seat is not None else ""
    if member in pending.left_out:
        by, why = pending.left_out[member]
        return ManifestChair("out", seat, by=by, why=why, stand_in=stand_in)
    if absent(state, number):
        return ManifestChair("out", seat, by="server", why="away", stand_in=stand_in)
    if member not in pending.committed:
        return ManifestChair("out", seat, by="server", why="uncommitted", stand_in=stand_in)
    kind: ChairKind = "chat" if member in pending.chats else "contributes"
    return ManifestChair(kind, seat, pending.committed[member], stand_in=stand_in)


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
        tuple([Contribution(chair, commitment, pending.reveals[chair]) for chair, commitment in contributors]),
        pending.voids,
        pending.seed,
        pending.manifest,
    )
    chairs, out = pending.chairs, pending.out
    match = carried_match(state, chairs) if pending.goes_on else None
    players = tuple([_player(state, chair, out) for chair in chairs])
    dealer = _new_dealer(state, pending, match) if out else None
    game, sheet, host = state.game.name, pending.sheet, pending.host
    started = entries.Started(pending.deal, game, sheet, players, chairs, match, proof, host, out, dealer)
    transaction.add(started)


def _new_dealer(state: TableState, pending: PendingShuffle, match: Any) -> int | None:
    """PF-8: return the chair that deals for a person who sits out; None if the usual one deals."""
    game, rules = state.game, rules_by(state.game.name, pending.sheet)
    whole = _seating(state, pending.sheet, tuple(range(len(state.chairs))), pending.out)
    usual = game.dealer(game.start(rules, len(whole.chairs), whole.match, whole.host))
    now = game.dealer(game.start(rules, len(pending.chairs), match, pending.host))
    if usual is None or now is None or whole.chairs[usual] not in pending.out:
        return None
    return pending.chairs[now] if pending.chairs[now] != whole.chairs[usual] else None


# Void attempts


def _void_withheld(transaction: Transaction) -> None:
    """Void the attempt: some reveals are late or withheld (`REVEAL_WITHIN` has passed)."""
    pending = transaction.state.shuffle
    assert pending.contributors is not None
    withheld = tuple([chair for chair in pending.contributors if chair not in pending.reveals])
    void(transaction, "withheld", withheld, again=pending.tries + 1 < TRIES_AT_MOST)


def void(transaction: Transaction, why: WhyVoid, withheld: tuple[int, ...] = (), again: bool = True) -> None:
    """Void an attempt and begin the next one, with new commitments from everybody."""
    pending = transaction.state.shuffle
    transaction.add(entries.AttemptVoided(withheld, why, "committing" if again else "between"))
    open_shuffle(transaction, pending.deal, pending.attempt + 1)


def orphaned(transaction: Transaction, node: str) -> None:
    """PF-22: void the attempt of a node that is gone, as its seed may be known. A running deal goes on."""
    state = transaction.state
    if state.phase != "playing" and state.pending is not None and state.pending.node == node:
        void(transaction, "restart", again=state.phase != "between")


def _player(state: TableState, number: int, out: tuple[int, ...]) -> str:
    """Return a player's name for the record: a name, a bot's level, or the house.

    A name that looks like one of the latter is omitted, as verifiers compare these notes with the manifest.
    """
    chair = state.chairs[number]
    if chair.member is not None and number not in out:
        name = state.members[chair.member].name
        return "" if is_reserved(name) else name
    return HOUSE if number in state.closed else bot_name(chair.level or usual_bot(state.game))

"""PF-22: the making of a deal's shuffle, from the house's commitment to the start of the deal.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from chieu.bots import usual_bot
from chieu.core.game import Illegal, Refusal, Seat
from chieu.core.options import BadRules
from chieu.core.records import match_line
from chieu.fairness import card_order, manifest
from chieu.fairness.card_order import Contribution, Proof, WhyVoid
from chieu.fairness.manifest import CONTRIBUTE, Freeze, FrozenSeat, SeatKind
from chieu.online.protocol import commands
from chieu.online.table.checks import StaleCommand, own_seat
from chieu.online.table.draft import Transaction
from chieu.online.table.entries import Committed, Froze, LeftOut, Restored, Revealed, Sealed, Started, Voided
from chieu.online.table.fold import rules_by
from chieu.online.table.player_names import HOUSE, bot_name, is_nobodys
from chieu.online.table.seating import absent, host, host_seat, places, skipped
from chieu.online.table.state import PendingShuffle, TableState

REVEAL_WITHIN: Final = 5_000  # milliseconds
COMMIT_WITHIN: Final = 3_000
COMMIT_AFTER_START_WITHIN: Final = 20_000  # of a house: people's clients have yet to come back
LEAVE_OUT_AFTER: Final = 3  # voids by one person, from which on anybody who is seated may leave them out
TRIES_AT_MOST: Final = 6  # void attempts in a row after which people say again that they are ready
VOIDS_AT_MOST: Final = 60  # attempts at one deal after which somebody has to be left out


def deadline(state: TableState) -> int:
    """When the making of a shuffle goes on by itself, while it waits for reveals or new commitments."""
    sealing = state.shuffle
    if state.phase == "revealing":
        return sealing.since + REVEAL_WITHIN
    withheld = not sealing.voids or sealing.voids[-1].why == "withheld"
    return sealing.since + (COMMIT_WITHIN if withheld else COMMIT_AFTER_START_WITHIN)


def step(draft: Transaction) -> bool:
    """What is due by itself; False if nothing is."""
    state, sealing = draft.state, draft.state.shuffle
    overdue = deadline(state) <= draft.now
    if state.phase == "revealing":
        if overdue:
            _void_withheld(draft)
        return overdue
    if overdue or all(one in sealing.committed or one in sealing.left_out for one in sealing.awaited):
        freeze(draft)
        return True
    return False


def seal(draft: Transaction, deal: int, attempt: int) -> None:
    """Commits the house to a seed for an attempt. It is drawn for this attempt alone and follows from nothing."""
    seed = draft.fresh.draw(card_order.SEED_BYTES).hex()
    commitment = card_order.seed_commitment(draft.state.id, deal, attempt, seed)
    draft.add(Sealed(deal, attempt, seed, commitment, draft.fresh.house, at=draft.now))


# What clients do


def commit(draft: Transaction, member: int, command: commands.Commit) -> None:
    """A client commits to what it will add. It may commit to something else until the freeze. What a chat's bot adds on
    behalf of a person gives way to what a client of theirs does, and never the other way round."""
    state = draft.state
    seat = own_seat(state, member)
    if state.phase not in ("between", "committing") or _attempt(state) != (command.deal, command.attempt):
        raise StaleCommand
    if member in state.shuffle.left_out:
        raise Refusal("left_out", "PF-22")
    sealing = state.shuffle
    if sealing.committed.get(member) == command.commitment:
        raise Refusal("no_change")
    if command.commitment in sealing.committed.values():  # who copies cannot reveal, and would be taken for another
        raise Refusal("copied_commitment", "PF-22")
    if command.chat and member in sealing.committed and member not in sealing.chats:
        raise Refusal("own_client", "PF-22")
    draft.add(Committed(seat, command.commitment, member, command.chat, at=draft.now))


def reveal(draft: Transaction, member: int, command: commands.Reveal) -> None:
    """A client reveals what it committed to; with the last of them the deal begins."""
    state, sealing = draft.state, draft.state.shuffle
    seat = own_seat(state, member)
    if state.phase != "revealing" or _attempt(state) != (command.deal, command.attempt):
        raise StaleCommand
    if sealing.contributors is None or seat not in sealing.contributors:
        raise Refusal("not_a_contributor", "PF-22")
    if command.freeze != state.last_freeze:
        raise Refusal("other_freeze", "PF-22")
    if seat in sealing.reveals:
        raise Refusal("no_change")
    commitment = card_order.contribution_commitment(state.id, command.deal, command.attempt, command.contribution)
    if commitment != sealing.committed[member]:
        raise Refusal("bad_reveal", "PF-22")
    draft.add(Revealed(seat, command.contribution, at=draft.now))
    if len(draft.state.shuffle.reveals) == len(sealing.contributors):
        _start(draft)


def leave_out(draft: Transaction, member: int, command: commands.LeaveOut) -> None:
    """Somebody is not asked any more, for this deal: the host may say so, and others after three voids."""
    state, sealing = draft.state, draft.state.shuffle
    if state.phase == "playing" or command.deal != sealing.deal:
        raise StaleCommand
    chair = state.chairs[command.seat] if command.seat < len(state.chairs) else None
    if chair is None or chair.member is None:
        raise Refusal("nobody_there", "PF-22", seat=command.seat)
    if chair.member in sealing.left_out:
        raise Refusal("no_change")
    if member == host(state):
        draft.add(LeftOut(chair.member, "host", "asked", at=draft.now))
        return
    own = own_seat(state, member)
    if sealing.withheld.get(chair.member, 0) < LEAVE_OUT_AFTER:
        raise Refusal("leave_out_early", "PF-22", voids=LEAVE_OUT_AFTER)
    draft.add(LeftOut(chair.member, str(own), "withheld", at=draft.now))


def _attempt(state: TableState) -> tuple[int, int]:
    return state.shuffle.deal, state.shuffle.attempt


# From commitments to the deal


def freeze(draft: Transaction) -> None:
    """A deal is due: from here on nobody else contributes, whoever committed must reveal, and who deals and who sits
    out is fixed: the house, which knows the order first, could else choose."""
    state, sealing = draft.state, draft.state.shuffle
    if too_many_voids(state):
        raise Refusal("too_many_voids", "PF-22", voids=len(sealing.voids))
    sheet = sealing.sheet or state.sheet
    dealer = host_seat(state)
    goes_on = _goes_on(state, sheet, dealer)
    out = _sitting_out(state)
    seats = tuple([replace(_frozen_seat(state, seat), sits_out=seat in out) for seat in range(len(state.chairs))])
    text = manifest.write(
        Freeze(
            state.id,
            sealing.deal,
            sealing.attempt,
            state.last_freeze or manifest.NOTHING_BEFORE,
            sheet,
            match_line(state.game, state.match if goes_on else None, dealer),
            dealer,
            sealing.commitment,
            seats,
        )
    )
    contributors = tuple([seat for seat, one in enumerate(seats) if one.kind in CONTRIBUTE])
    draft.add(Froze(contributors, sheet, text, dealer, goes_on, out, at=draft.now))
    if not contributors:
        _start(draft)


def too_many_voids(state: TableState) -> bool:
    """Whether nothing is tried again for this deal before somebody is left out. Who is not here is not asked."""
    return state.phase == "between" and len(state.shuffle.voids) >= VOIDS_AT_MOST and bool(_withholders(state))


def _withholders(state: TableState) -> list[int]:
    sealing = state.shuffle
    here = [chair.member for seat, chair in enumerate(state.chairs) if not absent(state, seat)]
    asked = [one for one in here if one is not None and one not in sealing.left_out]
    return [one for one in asked if sealing.withheld.get(one, 0) >= LEAVE_OUT_AFTER]


def _frozen_seat(state: TableState, seat: Seat) -> FrozenSeat:
    chair, sealing = state.chairs[seat], state.shuffle
    member = chair.member
    if member is None:
        return FrozenSeat("bot", level=chair.level) if chair.level else FrozenSeat("house")
    if member in sealing.left_out:
        by, why = sealing.left_out[member]
        return FrozenSeat("out", by=by, why=why)
    if absent(state, seat):
        return FrozenSeat("out", by="house", why="away")
    if member not in sealing.committed:
        return FrozenSeat("out", by="house", why="uncommitted")
    kind: SeatKind = "chat" if member in sealing.chats else "contributes"
    return FrozenSeat(kind, commitment=sealing.committed[member])


def _start(draft: Transaction) -> None:
    """All is revealed: the deal begins, as the freeze says."""
    state, sealing = draft.state, draft.state.shuffle
    proof = Proof(
        state.id,
        sealing.deal,
        sealing.sheet,
        sealing.attempt,
        sealing.commitment,
        tuple([Contribution(seat, given, sealing.reveals[seat]) for seat, given in _contributors(sealing)]),
        sealing.voids,
        sealing.seed,
        sealing.freeze,
    )
    match = state.match if sealing.goes_on else None
    players = _players(state, sealing.out)
    draft.add(Started(sealing.deal, sealing.sheet, players, match, proof, sealing.host, sealing.out, at=draft.now))


def _sitting_out(state: TableState) -> tuple[Seat, ...]:
    """PF-8: whose persons a deal begins without. Who said that they are ready agreed to it, and is waited for; so is
    who vanishes after the freeze."""
    return tuple([seat for seat in places(state) if skipped(state, seat) and not state.chairs[seat].ready])


def _contributors(sealing: PendingShuffle) -> tuple[tuple[Seat, str], ...]:
    return manifest.read(sealing.freeze).contributors


# What comes to nothing


def _void_withheld(draft: Transaction) -> None:
    sealing = draft.state.shuffle
    assert sealing.contributors is not None
    withheld = tuple([seat for seat in sealing.contributors if seat not in sealing.reveals])
    _void(draft, "withheld", withheld, again=sealing.tries + 1 < TRIES_AT_MOST)


def _void(draft: Transaction, why: WhyVoid, withheld: tuple[Seat, ...] = (), again: bool = True) -> None:
    """An attempt is void, and the next one begins with fresh commitments of everybody."""
    sealing = draft.state.shuffle
    draft.add(Voided(withheld, why, "committing" if again else "between", at=draft.now))
    seal(draft, sealing.deal, sealing.attempt + 1)


def orphaned(draft: Transaction, house: str) -> None:
    """The process that drew the seed is gone, and nobody knows what became of a copy of its store: what it was at is
    begun anew. A deal that runs, runs on."""
    state = draft.state
    if state.phase != "playing" and state.shuffle.house == house:
        _void(draft, "restart", again=state.phase != "between")


def restored(draft: Transaction, epoch: str) -> bool:
    """The store is a back-up of long ago: what was drawn then may be known by now, and so may cards. A deal that ran is
    annulled, as one more attempt that came to nothing. False if that was done before."""
    if draft.state.epoch == epoch:
        return False
    draft.add(Restored(epoch, at=draft.now))
    _void(draft, "restored", again=False)
    return True


def _goes_on(state: TableState, sheet: str, dealer: Seat) -> bool:
    """Whether the deal is part of the match: the rules may no longer go with it."""
    if state.match is None:
        return False
    try:
        state.game.start(rules_by(state.game.name, sheet), len(state.chairs), state.match, dealer)
    except (Illegal, BadRules):
        return False
    return True


def _players(state: TableState, out: tuple[Seat, ...]) -> tuple[str, ...]:
    """Who plays, for the record: a name, a bot's level, or the house. A name that reads like one of those is not told:
    verifiers hold these notes against the freeze."""
    return tuple([_player(state, seat, seat in out) for seat in range(len(state.chairs))])


def _player(state: TableState, seat: Seat, out: bool) -> str:
    chair = state.chairs[seat]
    if chair.member is not None and not out:
        name = state.members[chair.member].name
        return "" if is_nobodys(name) else name
    return HOUSE if seat in state.closed else bot_name(chair.level or usual_bot(state.game))

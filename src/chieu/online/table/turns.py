"""Everything a table does by itself (shuffles, bots' moves, time-outs, settling), and its deadline.

Bots' moves are a pure function of the table: every node computes the same move.

Compiled where it can be.
"""

from __future__ import annotations

import hmac
from functools import cache
from typing import Any, Final, NamedTuple

from chieu.bots import bot_of, usual_bot
from chieu.bots.levels import thinks
from chieu.core import run
from chieu.core.extras import Bot, BotMaker
from chieu.core.game import CHANCE, Seat, Shuffle
from chieu.core.rng import Rng
from chieu.fairness import card_order
from chieu.games import load
from chieu.online.protocol.announcements import Sat, SeatClosed, SeatFreed, StoodIn, TimedOut
from chieu.online.table import lesson, shuffling
from chieu.online.table.entries import Cleared, Ended, Moved
from chieu.online.table.fold import Transaction
from chieu.online.table.seating import attended, empty, empty_chairs, open_chairs, played_for, skipped, stakeholder
from chieu.online.table.state import TableState

_ENTRIES_AT_MOST: Final = 1_000  # entries since the last snapshot, that of the last deal included
_MOVES_A_BATCH: Final = 8  # so that a table of bots does not starve other tables

BOT_PATIENCE: Final = 1_000  # milliseconds that a table waits for a search bot's answer
LEAST_PACE: Final = 700  # least milliseconds from the start of a search bot's turn to its move: no bot thinks longer
_SPARE: Final = 100  # milliseconds beyond the pace, if the pace exceeds the patience


def deadline(state: TableState) -> int | None:
    """Return when the table must be woken, in milliseconds since 1970.

    None while it waits only for people. A deal that everybody left waits for the first of them to come back: bots do
    not play among themselves.
    """
    if state.phase in ("revealing", "committing"):
        return shuffling.deadline(state)
    deal = state.deal
    if state.phase != "playing" or deal is None or not attended(state):
        return None
    if not deal.to_act or deal.to_act == (CHANCE,):
        return max(deal.turn_at)  # now
    due = [when for seat in deal.to_act if (when := _due(state, seat)) is not None]
    return min(due, default=None)


def time_out(state: TableState, seat: Seat) -> int | None:
    """PF-4: return when a person's time runs out, bank included; None without a clock."""
    deal, clock = state.deal, state.clock
    if clock is None or deal is None or played_for(state.chairs[deal.chairs[seat]]):
        return None
    return deal.turn_at[seat] + 1000 * clock.turn + deal.banks[seat]


def waited_until(state: TableState, chair: int) -> int | None:
    """PF-9: return when a bot starts to play for a disconnected person; None with a clock."""
    member = state.chairs[chair].member
    if state.clock is not None or member is None or state.chairs[chair].away:
        return None
    lost = state.members[member].lost
    return None if lost is None else lost + 1000 * state.wait


def _due(state: TableState, seat: Seat) -> int | None:
    assert state.deal is not None
    chair = state.deal.chairs[seat]
    if played_for(state.chairs[chair]):
        return waits_until(state, seat) if is_thinker(state, chair) else state.deal.turn_at[seat] + state.pace
    if state.clock is not None:
        return time_out(state, seat)
    until = waited_until(state, chair)
    return None if until is None else max(until, state.deal.turn_at[seat])


def all_ready(state: TableState) -> bool:
    """Return whether everybody present is ready. PF-9: absent people and those who sit out do not count."""
    here = [
        chair for chair in open_chairs(state) if state.chairs[chair].member is not None and not skipped(state, chair)
    ]
    ready = bool(here) and all(state.chairs[chair].ready for chair in here)
    return state.phase == "between" and not empty_chairs(state) and ready


def deal_if_all_ready(transaction: Transaction) -> None:
    """Start a deal if everybody is ready, unless somebody must be left out of its shuffle first."""
    if all_ready(transaction.state) and not shuffling.too_many_voids(transaction.state):
        shuffling.publish_manifest(transaction)


def onward(transaction: Transaction) -> None:
    """Do everything whose deadline has passed, as one batch.

    That is void shuffles, shuffles, bots' moves, time-outs and the end of the deal.
    """
    for _ in range(_MOVES_A_BATCH):
        if not _step(transaction):
            break
    state = transaction.state
    if state.phase != "playing" and state.seq - state.base >= _ENTRIES_AT_MOST:
        transaction.add(Cleared())


def _step(transaction: Transaction) -> bool:
    state = transaction.state
    if state.phase in ("revealing", "committing"):
        return shuffling.step(transaction)
    deal = state.deal
    if state.phase != "playing" or deal is None or not attended(state):
        return False
    if not deal.to_act:
        return _end(transaction)
    if deal.to_act == (CHANCE,):
        if deal.proof is None:
            order = lesson.order(deal)
        else:
            order = card_order.order(deal.proof, deal.shuffles, deal.game.to_shuffle(deal.state))
        transaction.add(Moved(CHANCE, Shuffle(order)))
        return True
    if _aside(transaction):
        return True
    moved = [_seat_due(transaction, seat) for seat in deal.to_act]
    return any(moved)


def _aside(transaction: Transaction) -> bool:
    """Make an out-of-turn move of a bot or stand-in in reply to the last move."""
    state, deal = transaction.state, transaction.state.deal
    assert deal is not None
    if state.seq == deal.moved or transaction.entries:
        for seat, chair in enumerate(deal.chairs):
            if not played_for(state.chairs[chair]) or seat in deal.to_act:
                continue
            if (action := bot_aside(state, seat)) is not None:
                transaction.add(Moved(seat, action))
                return True
    return False


def _seat_due(transaction: Transaction, seat: Seat) -> bool:
    """Make the move of a bot, or of the stand-in for a person who is away or out of time."""
    state = transaction.state
    assert state.deal is not None
    if seat not in state.deal.to_act:
        return False
    due = _due(state, seat)
    if due is None or due > transaction.now:
        return False
    chair = state.deal.chairs[seat]
    if not played_for(state.chairs[chair]):
        transaction.add((StoodIn if state.clock is None else TimedOut)(transaction.seq, chair))
    transaction.add(Moved(seat, bot_action(transaction.state, seat)))
    return True


def _end(transaction: Transaction) -> bool:
    state, deal = transaction.state, transaction.state.deal
    assert deal is not None
    match_over = deal.game.match_after(deal.state) is None
    payoff = deal.game.payoff(deal.state)
    lines = tuple(stakeholder(state, deal, seat) for seat in range(len(payoff)))
    transaction.add(Ended(payoff, match_over, lines))
    clear_seats(transaction)
    if deal.proof is not None:
        shuffling.open_shuffle(transaction, deal.number + 1, 0)
    elif state.shuffle.node != transaction.fresh.node:  # PF-46: the shuffle from before the lesson is still pending
        shuffling.orphaned(transaction, state.shuffle.node)
    return True


def clear_seats(transaction: Transaction) -> None:
    """Free the seats that were kept until the deal ended or was annulled."""
    for number, chair in enumerate(transaction.state.chairs):
        if chair.freed:
            kind = SeatClosed if number in transaction.state.closed else SeatFreed
            transaction.add(kind(transaction.seq, number))
    clear_closed(transaction)


def clear_closed(transaction: Transaction) -> None:
    """Clear the seats that the rules of the next deal close.

    A person moves to an empty seat or takes over a bot's, else watches.
    """
    for number in transaction.state.closed:
        state = transaction.state
        chair = state.chairs[number]
        if empty(chair):
            continue
        bots = [place for place in reversed(open_chairs(state)) if state.chairs[place].level]
        other = next(iter([*empty_chairs(state), *bots]), None)
        if chair.member is None or other is None:
            transaction.add(SeatClosed(transaction.seq, number))
        else:
            transaction.add(Sat(transaction.seq, chair.member, other, chair.away))


# Bots


def bot_action(state: TableState, seat: Seat) -> Any:
    """Return the action of the bot at a seat, or of the stand-in for an absent person.

    The stand-in is the game's usual bot: it plays a normal game, so an absent person loses only what the rules take
    (PF-4). It also replaces a search bot that did not answer in time.
    """
    deal = state.deal
    assert deal is not None
    game, legal = deal.game, deal.game.legal(deal.state, seat)
    bot = _bot(state, seat)
    _remind(bot, state, seat)
    action = bot.act(game.view(deal.state, seat), legal)
    return action if action in legal else legal[0]


def bot_aside(state: TableState, seat: Seat) -> Any:
    """Return an out-of-turn action of the bot or stand-in at a seat, or None."""
    deal = state.deal
    assert deal is not None
    if not deal.game.legal(deal.state, seat):  # the usual case: do not make a bot in vain
        return None
    bot = _bot(state, seat)
    if not hasattr(bot, "aside"):
        return None
    _remind(bot, state, seat)
    return run.aside(deal.game, deal.state, seat, bot)


def seed_of(state: TableState, seat: Seat) -> int:
    """Return the seed of a bot's RNG, derived from the table's secret and the moves so far.

    PF-46: the bots of a lesson play the same at every table.
    """
    deal = state.deal
    assert deal is not None
    secret, moves = (b"", len(deal.events)) if deal.proof is None else (state.secret, deal.moved)
    label = card_order.packed("chieu bot", deal.number, seat, moves)
    return int.from_bytes(hmac.digest(secret, label, "sha256")[:8], "big")


def _bot(state: TableState, seat: Seat) -> Bot:
    """Make the bot of a seat. Every decision gets a new one."""
    assert state.deal is not None
    make = _maker(state.deal.game.name, state.chairs[state.deal.chairs[seat]].level)
    return make(state.deal.rules, seat, Rng(seed_of(state, seat)))


@cache  # finding a bot loads all bots of the game
def _maker(name: str, bot: str) -> BotMaker:
    game = load(name)
    return bot_of(game, usual_bot(game) if not bot or thinks(game, bot) else bot)


def _remind(bot: Bot, state: TableState, seat: Seat) -> None:
    """Show a bot the events its seat has seen in this deal."""
    assert state.deal is not None
    for events in state.deal.events:
        for event in events:
            bot.see(event.seen_by(seat))


# PF-3: turns of search bots, which think in other processes. The table describes the turn, including only what the
# bot's seat may know, and waits a second at most. If the answer is late, missing or illegal, the usual bot plays.


class BotTurn(NamedTuple):
    """A turn of a search bot: its name, what it has seen and sees, its legal actions, and an RNG seed.

    `turn_seq` is the number at which the turn began. The move is not made before `earliest`, so that thinking time
    reveals nothing about the hand (PF-20).
    """

    game: str
    bot: str
    rules: Any
    seat: Seat
    facts: tuple[Any, ...]
    view: Any
    legal: tuple[Any, ...]
    seed: int
    turn_seq: int
    earliest: int


def waits_until(state: TableState, seat: Seat) -> int:
    """Return when the table goes on without an answer."""
    assert state.deal is not None
    return state.deal.turn_at[seat] + max(BOT_PATIENCE, state.pace + _SPARE)


def is_thinker(state: TableState, number: int) -> bool:
    """Return whether a search bot has the chair."""
    chair = state.chairs[number]
    return bool(chair.level) and played_for(chair) and _thinks(state.game.name, chair.level)


@cache  # needed for every command
def _thinks(game: str, bot: str) -> bool:
    return thinks(load(game), bot)


def to_think(state: TableState) -> list[Seat]:
    """Return the seats whose search bots are to act."""
    deal = state.deal
    if state.phase != "playing" or deal is None:
        return []
    return [seat for seat in deal.to_act if seat >= 0 and is_thinker(state, deal.chairs[seat])]


def bot_turn(state: TableState, seat: Seat) -> BotTurn:
    """Return the turn of a search bot."""
    deal = state.deal
    assert deal is not None
    game = deal.game
    return BotTurn(
        game.name,
        state.chairs[deal.chairs[seat]].level,
        deal.rules,
        seat,
        tuple([event.seen_by(seat) for events in deal.events for event in events]),
        game.view(deal.state, seat),
        game.legal(deal.state, seat),
        seed_of(state, seat),
        deal.turn_seq[seat],
        deal.turn_at[seat] + max(state.pace, LEAST_PACE),
    )


def still_to_act(state: TableState, seat: Seat, turn_seq: int) -> bool:
    """Return whether the turn that began at `turn_seq` is still on."""
    return seat in to_think(state) and state.deal is not None and state.deal.turn_seq[seat] == turn_seq

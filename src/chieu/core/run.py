"""Running a deal: start, ask whoever is to act, apply, until nobody is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from chieu.core.extras import Bot, BotMaker
from chieu.core.game import CHANCE, AnyGame, Event, Seat, Shuffle, Shuffler
from chieu.core.rng import Rng

Move: TypeAlias = tuple[Seat, Any]


class Stuck(RuntimeError):
    """A deal that did not end within the moves that its game promises: a bug in the game, never a player's fault."""


class Played(Protocol):
    """What was played: where it started, every move with its seat, and the state it came to."""

    @property
    def moves(self) -> tuple[Move, ...]: ...

    @property
    def state(self) -> Any: ...

    game: AnyGame
    rules: Any
    seats: int
    match: Any
    host: Seat


class Random:
    """Any legal action, each as likely.

    >>> Random(None, 0, Rng(7)).act(None, ("draw", "stand")) in ("draw", "stand")
    True
    """

    def __init__(self, rules: Any, seat: Seat, rng: Rng) -> None:
        self._rng = rng
        del rules, seat

    def see(self, fact: Any) -> None:
        """Remembers nothing."""

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        del view
        return self._rng.pick(legal)


def shuffler(seed: int, number: int) -> Shuffler:
    """Return the shuffles of deal `number` of a seed. They are the same in every run."""
    return Rng(seed, number).shuffled


def seated(makers: Sequence[BotMaker], rules: Any, seed: int, number: int) -> list[Bot]:
    """Make the bots of deal `number`. Each has a random stream of its own, apart from the cards and the other bots."""
    return [maker(rules, seat, Rng(seed, (seat + 1 << 48) + number)) for seat, maker in enumerate(makers)]


def play_on(
    game: AnyGame,
    rules: Any,
    state: Any,
    bots: Sequence[Bot],
    shuffle: Shuffler,
    moves: list[Move] | None = None,
) -> Any:
    """The rest of a deal among bots, from any state of it to its last one. Moves are added to `moves`."""
    left = game.longest(rules, len(bots))
    while waiting := game.to_act(state):
        seat, action = waiting[0], None
        if seat == CHANCE:
            action = Shuffle(shuffle(game.to_shuffle(state)))
        elif (said := first_aside(game, state, bots)) is not None:
            seat, action = said
        else:
            action = bots[seat].act(game.view(state, seat), game.legal(state, seat))
        if seat != CHANCE:
            left -= 1
            if left < 0:
                raise Stuck(f"{game.name}: no end after {game.longest(rules, len(bots))} moves")
        state, events = game.apply(state, seat, action)
        if moves is not None:
            moves.append((seat, action))
        for event in events:
            tell(event, bots)
    return state


def first_aside(game: AnyGame, state: Any, bots: Sequence[Bot]) -> Move | None:
    """What some bot that is not asked does all the same; None if nobody wants anything."""
    waiting = game.to_act(state)
    for seat, bot in enumerate(bots):
        if seat not in waiting and (action := aside(game, state, seat, bot)) is not None:
            return seat, action
    return None


def aside(game: AnyGame, state: Any, seat: Seat, bot: Bot) -> Any:
    """What a bot does while the deal waits for others; None if it does nothing. Most bots never do."""
    asked = getattr(bot, "aside", None)
    if asked is None:
        return None
    legal = game.legal(state, seat)
    action = asked(game.view(state, seat), legal) if legal else None
    return action if action in legal else None


def tell(event: Event, bots: Sequence[Bot]) -> None:
    """Shows every bot its fact of an event."""
    if event.secret:
        for seat, bot in enumerate(bots):
            bot.see(event.seen_by(seat))
    else:
        for bot in bots:
            bot.see(event.fact)


class Step(msgspec.Struct):
    """One move of a replay and what it led to."""

    seat: Seat
    action: Any
    state: Any
    events: tuple[Event, ...]


def replay(game: AnyGame, rules: Any, seats: int, match: Any, moves: Sequence[Move], host: Seat = 0) -> Iterator[Step]:
    """Every move of a deal again, with the state and the events after it."""
    state = game.start(rules, seats, match, host)
    for seat, action in moves:
        state, events = game.apply(state, seat, action)
        yield Step(seat, action, state, events)


def past_of(game: AnyGame, other: Any, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves that lead to a state which `resample` gave for the one that `moves` lead to: with its shuffles, and
    with its cards where they were chosen in secret."""
    orders = iter(game.orders(other))
    chosen = {} if game.choices is None else {seat: iter(game.choices(other, seat)) for seat, _ in moves if seat >= 0}
    past: list[Move] = []
    for seat, action in moves:
        past.append((seat, Shuffle(next(orders)) if seat == CHANCE else next(chosen[seat]) if chosen else action))
    return tuple(past)


def perft(game: AnyGame, state: Any, depth: int, shuffle: Shuffler) -> int:
    """How many ways there are to go `depth` moves on: correctness and speed in one number.

    Shuffles are not enumerated, the one given is played and not counted as a move. Seats that may act at the same time
    are taken in seat order, so that a way is counted once.
    """
    while game.to_act(state) == (CHANCE,):
        state, _ = game.apply(state, CHANCE, Shuffle(shuffle(game.to_shuffle(state))))
    waiting = game.to_act(state)
    if depth == 0 or not waiting:
        return 1
    seat = waiting[0]
    return sum(
        perft(game, game.apply(state, seat, action)[0], depth - 1, shuffle) for action in game.legal(state, seat)
    )

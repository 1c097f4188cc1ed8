"""Play and replay deals: start, let the seats to act move, apply, until nobody is to act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

from chieu.core.extras import Bot, BotMaker
from chieu.core.game import CHANCE, AnyGame, Event, Seat, Shuffle, Shuffler
from chieu.core.rng import Rng

Move: TypeAlias = tuple[Seat, Any]


class Stuck(RuntimeError):
    """A deal exceeded the longest length its game promises: a bug in the game, never a player's fault."""


class Random(Bot):
    """Bot that picks a legal action uniformly at random.

    >>> Random(None, 0, Rng(7)).act(None, ("draw", "stand")) in ("draw", "stand")
    True
    """

    def __init__(self, rules: Any, seat: Seat, rng: Rng) -> None:
        self._rng = rng
        del rules, seat

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        del view
        return self._rng.pick(legal)


def shuffler(seed: int, number: int) -> Shuffler:
    """Return the shuffler of deal `number` of a seed, the same in every run."""
    return Rng(seed, number).shuffled


def make_bots(makers: Sequence[BotMaker], rules: Any, seed: int, number: int) -> list[Bot]:
    """Make the bots of deal `number`. Each has its own RNG, independent of the cards and other bots."""
    return [maker(rules, seat, Rng(seed, (seat + 1 << 48) + number)) for seat, maker in enumerate(makers)]


def play_on(
    game: AnyGame,
    rules: Any,
    state: Any,
    bots: Sequence[Bot],
    shuffle: Shuffler,
    moves: list[Move] | None = None,
) -> Any:
    """Let bots play a deal from any state to its end and return its last state. Moves go to `moves`."""
    left = game.longest(rules, len(bots))
    while to_act := game.to_act(state):
        seat, action = to_act[0], None
        if seat == CHANCE:
            action = Shuffle(shuffle(game.to_shuffle(state)))
        elif (move := first_aside(game, state, bots)) is not None:
            seat, action = move
        else:
            action = bots[seat].act(game.view(state, seat), game.legal(state, seat))
        if seat != CHANCE:
            left -= 1
            if left < 0:
                raise Stuck(f"{game.name}: deal not over after {game.longest(rules, len(bots))} moves")
        state, events = game.apply(state, seat, action)
        if moves is not None:
            moves.append((seat, action))
        for event in events:
            tell(event, bots)
    return state


def first_aside(game: AnyGame, state: Any, bots: Sequence[Bot]) -> Move | None:
    """Return the first move that a bot makes out of turn; None if none does."""
    to_act = game.to_act(state)
    for seat, bot in enumerate(bots):
        if seat not in to_act and (action := aside(game, state, seat, bot)) is not None:
            return seat, action
    return None


def aside(game: AnyGame, state: Any, seat: Seat, bot: Bot) -> Any:
    """Return the action a bot takes while others are to act; None if it takes none. Most bots never do."""
    act_aside = getattr(bot, "aside", None)
    if act_aside is None:
        return None
    legal = game.legal(state, seat)
    action = act_aside(game.view(state, seat), legal) if legal else None
    return action if action in legal else None


def tell(event: Event, bots: Sequence[Bot]) -> None:
    """Show every bot its fact of an event."""
    if event.secret:
        for seat, bot in enumerate(bots):
            bot.see(event.seen_by(seat))
    else:
        for bot in bots:
            bot.see(event.fact)


class Step(msgspec.Struct):
    """One move of a replay and its result."""

    seat: Seat
    action: Any
    state: Any
    events: tuple[Event, ...]


def replay(game: AnyGame, rules: Any, seats: int, match: Any, moves: Sequence[Move], host: Seat = 0) -> Iterator[Step]:
    """Yield every move of a deal with the state and the events after it."""
    state = game.start(rules, seats, match, host)
    for seat, action in moves:
        state, events = game.apply(state, seat, action)
        yield Step(seat, action, state, events)


def past_of(game: AnyGame, other: Any, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves that lead to `other`, a state resampled from the one that `moves` lead to.

    They have the shuffles of `other`, and its cards where cards were chosen in secret.
    """
    orders = iter(game.orders(other))
    chosen = {} if game.choices is None else {seat: iter(game.choices(other, seat)) for seat, _ in moves if seat >= 0}
    past: list[Move] = []
    for seat, action in moves:
        past.append((seat, Shuffle(next(orders)) if seat == CHANCE else next(chosen[seat]) if chosen else action))
    return tuple(past)


def after_shuffles(game: AnyGame, state: Any, shuffle: Shuffler) -> Any:
    """Play the shuffles that are due and return the state in which a seat is to act, or the last one."""
    while game.to_act(state) == (CHANCE,):
        state, _ = game.apply(state, CHANCE, Shuffle(shuffle(game.to_shuffle(state))))
    return state


def perft(game: AnyGame, state: Any, depth: int, shuffle: Shuffler) -> int:
    """Count the sequences of `depth` moves: a check of correctness and a benchmark in one number.

    Shuffles are not enumerated: the given one is played and is not a move. Seats that act simultaneously move in seat
    order, so that each sequence is counted once.
    """
    state = after_shuffles(game, state, shuffle)
    to_act = game.to_act(state)
    if depth == 0 or not to_act:
        return 1
    seat = to_act[0]
    return sum(
        perft(game, game.apply(state, seat, action)[0], depth - 1, shuffle) for action in game.legal(state, seat)
    )

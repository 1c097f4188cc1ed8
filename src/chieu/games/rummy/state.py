"""Kernel state of a round of Chinese Rummy: legal moves and their effects, on ints.

Moves are ints: draw, take, then a range each for discards, lay-offs, swaps and lay-downs. A lay-down's number is its
index in `State.ways`.
Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.cards import Card, Cards, spell
from chieu.core.masks import BIT
from chieu.core.rng import Rng
from chieu.core.states import KernelState, fields_of, one_line
from chieu.games.rummy import lay_downs
from chieu.games.rummy.hands import (
    CompiledRules,
    Meld,
    Stock,
    cards_of,
    count,
    drop,
    first,
    meld_of,
    put,
    without_once,
    without_twice,
)
from chieu.games.rummy.messages import PHASES

SHUFFLE: Final = 0  # stages of a round
DRAWING: Final = 1
PLAYING: Final = 2
OVER: Final = 3

DRAW: Final = 0
TAKE: Final = 1
DISCARD: Final = 2
LAY_OFF: Final = 56  # (3 * meld + side) * 54 + card
SWAP: Final = 2648  # meld * 54 + card
LAY_DOWN: Final = 3512

BY_LAY_DOWN: Final = 0  # endings of a round
BY_LAY_OFF: Final = 1
BY_DISCARD: Final = 2
BLOCKED: Final = 3

WAYS_LISTED: Final = 300  # at most: a hand full of wilds has a hundred thousand ways to lay down

NOBODY: Final = -1
NO_CARD: Final = -1

# In addition to the constructor's arguments. `listed` is not among them: it is a cache.
_PICKLED: Final = (
    *("stage", "turn", "turns", "quiet", "down", "melds"),
    *("top", "dead_once", "dead_twice", "winner", "ending"),
)

_HAND: Final = 0  # offsets of a seat's masks, two each: its hand, and what it took face up
_TAKEN: Final = 2
_MASKS: Final = 4


def opening(compiled: CompiledRules, number: i64, dealer: i64, scores: tuple[int, ...]) -> State:
    """Return the state of a round about to be dealt."""
    return unpickle(compiled, number, dealer, scores, [0] * (compiled.seats * _MASKS), Stock((), (), b""))


def unpickle(
    compiled: CompiledRules, number: i64, dealer: i64, scores: tuple[int, ...], held: list[int], stock: Stock
) -> State:
    """Restore a pickled state."""
    return State(compiled, number, dealer, scores, vec[i64](held), stock)


class State(KernelState):
    """A round. States that `game` has returned must not change: `copy` first, then move."""

    def __init__(
        self, compiled: CompiledRules, number: i64, dealer: i64, scores: tuple[int, ...], held: vec[i64], stock: Stock
    ) -> None:
        self.compiled = compiled
        self.contract = compiled.contracts[number - 1]
        self.seats: i64 = compiled.seats
        self.number: i64 = number
        self.dealer: i64 = dealer
        self.scores = scores
        self.held = held
        self.stock = stock
        self.stage: i64 = SHUFFLE
        self.turn: i64 = (dealer + 1) % compiled.seats
        self.turns: i64 = 0
        self.quiet: i64 = 0  # RM-13: consecutive turns without laying down or off; -1: this turn had one
        self.down: i64 = 0  # mask of seats that have laid down
        self.melds: list[Meld] = []
        self.top: i64 = NO_CARD
        self.dead_once: i64 = 0
        self.dead_twice: i64 = 0
        self.winner: i64 = NOBODY
        self.ending: i64 = NOBODY
        self.listed: list[Cards] | None = None  # cache of `ways`

    def copy(self) -> State:
        """Return a mutable copy."""
        other = State(self.compiled, self.number, self.dealer, self.scores, self.held[:], self.stock)
        other.stage = self.stage
        other.turn = self.turn
        other.turns = self.turns
        other.quiet = self.quiet
        other.down = self.down
        other.melds = self.melds
        other.top = self.top
        other.dead_once = self.dead_once
        other.dead_twice = self.dead_twice
        other.winner = self.winner
        other.ending = self.ending
        return other

    def parts(self) -> tuple[object, ...]:
        fields = fields_of(self, _PICKLED) | {"melds": tuple(self.melds), "stock": self.stock.parts()}
        round_ = (self.seats, self.number, self.dealer, self.scores)
        return (self.compiled.rules, *round_, tuple(self.held), *fields.values())

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self.compiled, self.number, self.dealer, self.scores, list(self.held), self.stock)
        return unpickle, arguments, fields_of(self, _PICKLED)

    def __repr__(self) -> str:
        hands = [f"{seat}: {spell(self.hand(seat))}" for seat in range(self.seats)]
        melds = [spell(meld.cards) for meld in self.melds]
        table = [f"discard: {'-' if self.top == NO_CARD else spell([self.top])}", f"melds: {', '.join(melds) or '-'}"]
        return one_line("rummy", PHASES[self.stage], self.waiting(), f"round {self.number}", *hands, *table)

    def waiting(self) -> tuple[int, ...]:
        """Return the seats to act."""
        return (self.turn,) if self.stage == DRAWING or self.stage == PLAYING else ()

    def hand(self, seat: i64) -> Cards:
        """Return the cards of a hand in order."""
        return cards_of(self.once(seat), self.twice(seat))

    def once(self, seat: i64) -> i64:
        """Return the cards of a hand as a mask."""
        return self.held[_MASKS * seat + _HAND]

    def twice(self, seat: i64) -> i64:
        """Return the cards that a hand has twice."""
        return self.held[_MASKS * seat + _HAND + 1]

    def size(self, seat: i64) -> i64:
        """Return the number of cards in a hand."""
        return count(self.once(seat)) + count(self.twice(seat))

    def has(self, seat: i64, card: i64) -> bool:
        """Return whether a hand has a card."""
        return self.once(seat) & BIT[card] != 0

    def lacking(self, seat: i64, cards: Cards) -> Cards:
        """Return those of some cards that a hand does not have, or not as often."""
        held = vec[i64]([self.once(seat), self.twice(seat)])
        out: list[Card] = []
        for card in cards:
            if held[0] & BIT[card] == 0:
                out.append(card)
            else:
                drop(held, 0, card)
        return tuple(out)

    def is_down(self, seat: i64) -> bool:
        """Return whether a seat has laid down in this round."""
        return (self.down >> seat) & 1 == 1

    def quiet_left(self) -> i64:
        """RM-13: return how many more consecutive quiet turns block the round."""
        return self.compiled.max_quiet - max(self.quiet, 0)

    def is_stalled(self) -> bool:
        """RM-13: return whether the round is blocked by quiet turns."""
        return self.quiet_left() <= 0

    def points(self, seat: i64) -> i64:
        """RM-12: return the points of a seat's hand."""
        return self.compiled.points(self.once(seat), self.twice(seat))

    def to_shuffle(self) -> Cards:
        """RM-1, RM-11: return the whole pack before the deal; later the discards under the top one."""
        if len(self.stock.orders) > 0:
            return cards_of(self.dead_once, self.dead_twice)
        pack: i64 = self.compiled.natural | self.compiled.wild
        return cards_of(pack, pack if self.compiled.decks == 2 else 0)

    # Legal moves.

    def allows(self, seat: i64, move: i64) -> bool:
        """Return whether a move below `LAY_DOWN` is legal."""
        if seat != self.turn:
            return False
        if self.stage == DRAWING:
            return (move == DRAW and self.stock.left() > 0) or (move == TAKE and self.top != NO_CARD)
        if self.stage != PLAYING or move < DISCARD:
            return False
        if move < LAY_OFF:
            return self.has(seat, move - DISCARD)
        if not self.is_down(seat):
            return False
        if move < SWAP:
            target: i64 = (move - LAY_OFF) // 54
            card: i64 = (move - LAY_OFF) % 54
            if not self.has(seat, card) or target // 3 >= len(self.melds):
                return False
            return self.melds[target // 3].takes(target % 3, self.compiled) & BIT[card] != 0
        return self._allows_swap(seat, (move - SWAP) // 54, (move - SWAP) % 54)

    def _allows_swap(self, seat: i64, meld: i64, card: i64) -> bool:
        if not self.compiled.joker_swap or meld >= len(self.melds):
            return False
        if not self.has(seat, card) or self.compiled.is_wild(card):
            return False
        return self.melds[meld].wild_for(card, self.compiled) >= 0

    def ways(self, seat: i64) -> list[Cards]:
        """RM-8: return the ways in which a seat may lay down now, at most `WAYS_LISTED`."""
        if seat != self.turn or self.stage != PLAYING or self.is_down(seat):
            return []
        if self.listed is None:
            once, twice = self.once(seat), self.twice(seat)
            self.listed = lay_downs.ways(self.compiled, self.contract, once, twice, WAYS_LISTED)
        return self.listed

    def moves(self, seat: i64) -> vec[i64]:
        """Return a seat's legal moves."""
        out = vec[i64](capacity=24)
        if seat != self.turn:
            return out
        if self.stage == DRAWING:
            if self.stock.left() > 0:
                out = append(out, DRAW)
            if self.top != NO_CARD:
                out = append(out, TAKE)
        elif self.stage == PLAYING:
            if self.is_down(seat):
                out = self._lay_offs(seat, out)
            else:
                number: i64 = len(self.ways(seat))
                for index in range(number):
                    out = append(out, LAY_DOWN + index)
            left: i64 = self.once(seat)
            while left != 0:
                card: i64 = first(left)
                left ^= BIT[card]
                out = append(out, DISCARD + card)
        return out

    def _lay_offs(self, seat: i64, out: vec[i64]) -> vec[i64]:
        hand: i64 = self.once(seat)
        for meld in range(len(self.melds)):
            for side in range(3):
                fits: i64 = hand & self.melds[meld].takes(side, self.compiled)
                while fits != 0:
                    card: i64 = first(fits)
                    fits ^= BIT[card]
                    out = append(out, LAY_OFF + (3 * meld + side) * 54 + card)
            if self.compiled.joker_swap:
                left: i64 = hand & self.compiled.natural
                while left != 0:
                    card = first(left)
                    left ^= BIT[card]
                    if self.melds[meld].wild_for(card, self.compiled) >= 0:
                        out = append(out, SWAP + 54 * meld + card)
        return out

    # Making moves.

    def move(self, seat: i64, move: i64) -> None:
        """Make a legal move other than a lay-down."""
        self.listed = None
        if move == DRAW:
            self.stock = self.stock.copy()
            put(self.held, _MASKS * seat + _HAND, self.stock.draw(seat))
            self.stage = PLAYING
        elif move == TAKE:
            self._gain_face_up(seat, self.top)
            self.top = NO_CARD
            self.stage = PLAYING
        elif move < LAY_OFF:
            self._discard(seat, move - DISCARD)
        elif move < SWAP:
            target: i64 = (move - LAY_OFF) // 54
            card: i64 = (move - LAY_OFF) % 54
            self._lose(seat, card)
            self._replace(target // 3, self.melds[target // 3].with_card(card, target % 3))
            self.quiet = -1
            self._end_if_out(seat, BY_LAY_OFF)
        else:
            self._swap(seat, (move - SWAP) // 54, (move - SWAP) % 54)

    def lay_down(self, seat: i64, cards: Cards) -> None:
        """RM-8: lay down all melds of the contract, given one after the other."""
        self.listed = None
        melds = self.melds[:]
        done: i64 = 0
        for at in range(self.contract.melds):
            end: i64 = done + self.contract.sizes[at]
            melds.append(meld_of(self.compiled, self.contract.kinds[at], seat, cards[done:end]))
            done = end
        for card in cards:
            self._lose(seat, card)
        self.melds = melds
        self.down |= BIT[seat]
        self.quiet = -1
        self._end_if_out(seat, BY_LAY_DOWN)

    def shuffled(self, order: Cards) -> None:
        """RM-2, RM-3: deal and turn up the first discard; later RM-11: refill the stock."""
        self.stock = self.stock.after(order)
        self.dead_once = 0
        self.dead_twice = 0
        if len(self.stock.orders) == 1:
            for at in range(self.seats * self.contract.dealt):
                seat: i64 = (self.dealer + 1 + at) % self.seats
                put(self.held, _MASKS * seat + _HAND, self.stock.draw(seat))
            if self.stock.left() > 0:
                self.top = self.stock.draw(NOBODY)
        self._begin_turn()

    def _gain_face_up(self, seat: i64, card: i64) -> None:
        put(self.held, _MASKS * seat + _HAND, card)
        put(self.held, _MASKS * seat + _TAKEN, card)

    def _lose(self, seat: i64, card: i64) -> None:
        """Remove a card that leaves a hand face up; an equal card taken face up counts as that one."""
        drop(self.held, _MASKS * seat + _HAND, card)
        if self.held[_MASKS * seat + _TAKEN] & BIT[card] != 0:
            drop(self.held, _MASKS * seat + _TAKEN, card)

    def _discard(self, seat: i64, card: i64) -> None:
        self._lose(seat, card)
        if self.top != NO_CARD:
            if self.dead_once & BIT[self.top] != 0:
                self.dead_twice |= BIT[self.top]
            else:
                self.dead_once |= BIT[self.top]
        self.top = card
        self.turns += 1
        self.quiet += 1
        self._end_if_out(seat, BY_DISCARD)
        if self.stage != OVER and self.is_stalled():
            self.stage = OVER
            self.ending = BLOCKED
        if self.stage != OVER:
            self.turn = (seat + 1) % self.seats
            self._begin_turn()

    def _begin_turn(self) -> None:
        """RM-11: if the stock is empty, shuffle the dead discards; block the round if nothing can be drawn."""
        self.stage = DRAWING
        if self.stock.left() == 0:
            if self.dead_once != 0:
                self.stage = SHUFFLE
            elif self.top == NO_CARD:
                self.stage = OVER
                self.ending = BLOCKED

    def _swap(self, seat: i64, meld: i64, card: i64) -> None:
        at: i64 = self.melds[meld].wild_for(card, self.compiled)
        wild: i64 = self.melds[meld].cards[at]
        self._lose(seat, card)
        self._gain_face_up(seat, wild)
        self._replace(meld, self.melds[meld].with_swap(card, at))

    def _replace(self, meld: i64, grown: Meld) -> None:
        melds = self.melds[:]
        melds[meld] = grown
        self.melds = melds

    def _end_if_out(self, seat: i64, ending: i64) -> None:
        """RM-10: a seat without cards wins, however it played the last one."""
        if self.once(seat) == 0:
            self.stage = OVER
            self.winner = seat
            self.ending = ending

    # Hidden information.

    def unseen(self, viewer: i64) -> list[list[int]]:
        """Return, per order of cards, the places whose card a viewer (-1: a spectator) has never seen.

        These are the stock, and the cards that others hold and did not take face up. Of two equal cards in a hand the
        one drawn last counts as unseen: whatever the seat has played, it could have played with another card in that
        place.
        """
        out: list[list[int]] = [[] for _ in self.stock.orders]
        if len(out) > 0:
            out[-1].extend(range(self.stock.drawn, len(self.stock.order)))
        for seat in range(self.seats):
            if seat != viewer and self.stage != OVER:
                taken: i64 = self.held[_MASKS * seat + _TAKEN]
                taken_twice: i64 = self.held[_MASKS * seat + _TAKEN + 1]
                once: i64 = without_once(self.once(seat), self.twice(seat), taken, taken_twice)
                self.stock.sources(seat, once, without_twice(self.twice(seat), taken), out)
        return out

    def with_orders(self, orders: tuple[Cards, ...], places: list[list[int]]) -> State:
        """Return the same course of the round with other cards in these places of the orders."""
        other = self.copy()
        other.stock = self.stock.with_orders(orders)
        for gaining in range(2):
            for number in range(len(orders)):
                for place in places[number]:
                    seat: i64 = self.stock.drawer(number, place)
                    if seat != NOBODY and gaining == 0:
                        drop(other.held, _MASKS * seat + _HAND, self.stock.orders[number][place])
                    elif seat != NOBODY:
                        put(other.held, _MASKS * seat + _HAND, orders[number][place])
        return other


def rollout(state: State, rng: Rng, max_moves: i64) -> i64:
    """Play random moves until the round ends or `max_moves` are made; return the number of moves."""
    move_count: i64 = 0
    while state.stage != OVER and move_count < max_moves:
        if state.stage == SHUFFLE:
            state.shuffled(rng.shuffled(state.to_shuffle()))
            continue
        seat: i64 = state.turn
        moves = state.moves(seat)
        move: i64 = moves[rng.below(len(moves))]
        if move >= LAY_DOWN:
            state.lay_down(seat, state.ways(seat)[move - LAY_DOWN])
        else:
            state.move(seat, move)
        move_count += 1
    return move_count


def rollouts(compiled: CompiledRules, number: i64, rng: Rng, times: i64, max_moves: i64) -> i64:
    """Play random rounds, for benchmarks; return the total number of moves."""
    move_count: i64 = 0
    for _ in range(times):
        move_count += rollout(opening(compiled, number, 0, ()), rng, max_moves)
    return move_count

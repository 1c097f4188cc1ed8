"""A round of Chinese Rummy on ints: what may be done, and doing it. Compiled where it can be.

Moves are ints: draw, take, then a range of numbers each for discards, lay-offs, swaps and lay-downs. A lay-down is
numbered among the ways that `ways` gives for the hand.
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

BY_LAY_DOWN: Final = 0  # how a round ended
BY_LAY_OFF: Final = 1
BY_DISCARD: Final = 2
BLOCKED: Final = 3

WAYS_LISTED: Final = 300  # at most: a hand full of wilds can lay down in a hundred thousand ways

NOBODY: Final = -1
NO_CARD: Final = -1

# Beside what makes a position. The ways to lay down are not among them: they can be found again.
_COUNTED: Final = ("stage", "turn", "turns", "quiet", "down")
_PICKLED: Final = (*_COUNTED, "melds", "top", "dead_once", "dead_twice", "winner", "ending")

_HAND: Final = 0  # two masks each that are kept for a seat: its hand, and what of it all saw it take up
_TAKEN: Final = 2
_EACH: Final = 4


def opening(compiled: CompiledRules, seats: i64, number: i64, dealer: i64, scores: tuple[int, ...]) -> State:
    """A round about to be dealt."""
    return State(compiled, seats, number, dealer, scores, vec[i64]([0] * (seats * _EACH)), Stock(seats, (), ()))


def restored(
    compiled: CompiledRules,
    seats: i64,
    number: i64,
    dealer: i64,
    scores: tuple[int, ...],
    held: list[int],
    stock: Stock,
) -> State:
    """A position out of a pickle."""
    return State(compiled, seats, number, dealer, scores, vec[i64](held), stock)


class State(KernelState):
    """Everything about a round. Positions do not change once `game` has given them out; `copy` first, then move."""

    def __init__(
        self,
        compiled: CompiledRules,
        seats: i64,
        number: i64,
        dealer: i64,
        scores: tuple[int, ...],
        held: vec[i64],
        stock: Stock,
    ) -> None:
        self.compiled = compiled
        self.contract = compiled.contracts[number - 1]
        self.seats: i64 = seats
        self.number: i64 = number
        self.dealer: i64 = dealer
        self.scores = scores
        self.held = held
        self.stock = stock
        self.stage: i64 = SHUFFLE
        self.turn: i64 = (dealer + 1) % seats
        self.turns: i64 = 0
        self.quiet: i64 = 0  # RM-13: turns in a row in which nothing was laid down or off; -1: in this one there was
        self.down: i64 = 0  # a mask of the seats that have laid down
        self.melds: list[Meld] = []
        self.top: i64 = NO_CARD
        self.dead_once: i64 = 0
        self.dead_twice: i64 = 0
        self.winner: i64 = NOBODY
        self.ending: i64 = NOBODY
        self.listed: list[Cards] | None = None  # the ways to lay down, once somebody asked

    def copy(self) -> State:
        """The same position, free to change."""
        other = State(self.compiled, self.seats, self.number, self.dealer, self.scores, self.held[:], self.stock)
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
        numbers = (self.seats, self.number, self.dealer, self.stage, self.turn, self.turns, self.down, self.top)
        dead = (self.dead_once, self.dead_twice, self.winner, self.ending)
        lying = (self.stock.parts(), tuple(self.melds))
        return (self.compiled.rules, numbers, self.quiet, dead, self.scores, tuple(self.held), lying)

    def __reduce__(self) -> tuple[Any, ...]:
        whole = (self.compiled, self.seats, self.number, self.dealer, self.scores, list(self.held), self.stock)
        return restored, whole, fields_of(self, _PICKLED)

    def __repr__(self) -> str:
        hands = [f"{seat}: {spell(cards_of(self.once(seat), self.twice(seat)))}" for seat in range(self.seats)]
        melds = [spell(meld.cards) for meld in self.melds]
        table = [f"discard: {'-' if self.top == NO_CARD else spell([self.top])}", f"melds: {', '.join(melds) or '-'}"]
        return one_line("rummy", PHASES[self.stage], self.waiting(), f"round {self.number}", *hands, *table)

    def waiting(self) -> tuple[int, ...]:
        """The seats the round waits for."""
        return (self.turn,) if self.stage == DRAWING or self.stage == PLAYING else ()

    def once(self, seat: i64) -> i64:
        """The cards of a hand."""
        return self.held[_EACH * seat + _HAND]

    def twice(self, seat: i64) -> i64:
        """Those that a hand has a second time."""
        return self.held[_EACH * seat + _HAND + 1]

    def size(self, seat: i64) -> i64:
        """How many cards a hand has."""
        return count(self.once(seat)) + count(self.twice(seat))

    def has(self, seat: i64, card: i64) -> bool:
        """Whether a hand has a card."""
        return self.once(seat) & BIT[card] != 0

    def lacking(self, seat: i64, cards: Cards) -> Cards:
        """Those of some cards that a hand does not have, or not as often."""
        held = vec[i64]([self.once(seat), self.twice(seat)])
        out: list[Card] = []
        for card in cards:
            if held[0] & BIT[card] == 0:
                out.append(card)
            else:
                drop(held, 0, card)
        return tuple(out)

    def is_down(self, seat: i64) -> bool:
        """Whether a seat has laid down in this round."""
        return (self.down >> seat) & 1 == 1

    def quiet_left(self) -> i64:
        """RM-13: how many more quiet turns in a row block the round."""
        return self.compiled.quiet_most - max(self.quiet, 0)

    def is_stalled(self) -> bool:
        """RM-13: whether nobody has laid anything down or off for so long that the round is blocked."""
        return self.quiet_left() <= 0

    def points(self, seat: i64) -> i64:
        """RM-12: what a seat's hand costs it."""
        return self.compiled.points(self.once(seat), self.twice(seat))

    def to_shuffle(self) -> Cards:
        """RM-1, RM-11: the whole pack before the deal; later the discards under the top one."""
        if len(self.stock.orders) > 0:
            return cards_of(self.dead_once, self.dead_twice)
        whole: i64 = self.compiled.natural | self.compiled.wild
        return cards_of(whole, whole if self.compiled.decks == 2 else 0)

    # What may be done.

    def allows(self, seat: i64, move: i64) -> bool:
        """Whether a move below `LAY_DOWN` may be made."""
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
        """RM-8: the ways in which a seat may lay down now, or some of them where there are very many."""
        if seat != self.turn or self.stage != PLAYING or self.is_down(seat):
            return []
        if self.listed is None:
            once, twice = self.once(seat), self.twice(seat)
            self.listed = lay_downs.some_ways(self.compiled, self.contract, once, twice, WAYS_LISTED)
        return self.listed

    def moves(self, seat: i64) -> vec[i64]:
        """All a seat may do now."""
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

    # Doing it.

    def move(self, seat: i64, move: i64) -> None:
        """Makes a legal move."""
        self.listed = None
        if move == DRAW:
            self.stock = self.stock.copy()
            put(self.held, _EACH * seat + _HAND, self.stock.draw(seat))
            self.stage = PLAYING
        elif move == TAKE:
            self._gain_in_sight(seat, self.top)
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
        """RM-8: puts down all the melds of the contract, given one after the other."""
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
        """RM-2, RM-3: deals and turns up the first discard; later RM-11: the dead discards are the stock again."""
        self.stock = self.stock.after(order)
        self.dead_once = 0
        self.dead_twice = 0
        if len(self.stock.orders) == 1:
            for at in range(self.seats * self.contract.dealt):
                seat: i64 = (self.dealer + 1 + at) % self.seats
                put(self.held, _EACH * seat + _HAND, self.stock.draw(seat))
            if self.stock.left() > 0:
                self.top = self.stock.draw(NOBODY)
        self._begin_turn()

    def _gain_in_sight(self, seat: i64, card: i64) -> None:
        put(self.held, _EACH * seat + _HAND, card)
        put(self.held, _EACH * seat + _TAKEN, card)

    def _lose(self, seat: i64, card: i64) -> None:
        """A card leaves a hand in everybody's sight: if they saw one like it come, they count that one out."""
        drop(self.held, _EACH * seat + _HAND, card)
        if self.held[_EACH * seat + _TAKEN] & BIT[card] != 0:
            drop(self.held, _EACH * seat + _TAKEN, card)

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
        """RM-11: with no stock the dead discards are shuffled; with nothing to draw or take the round is blocked."""
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
        self._gain_in_sight(seat, wild)
        self._replace(meld, self.melds[meld].with_swap(card, at))

    def _replace(self, meld: i64, grown: Meld) -> None:
        melds = self.melds[:]
        melds[meld] = grown
        self.melds = melds

    def _end_if_out(self, seat: i64, how: i64) -> None:
        """RM-10: no cards left wins, however the last one went."""
        if self.once(seat) == 0:
            self.stage = OVER
            self.winner = seat
            self.ending = how

    # What a viewer cannot know.

    def unseen(self, viewer: i64) -> list[list[int]]:
        """For each order of the cards, the places in it that hold a card which a viewer (-1: anybody) never saw.

        Those are the stock, and what others hold and did not take up in sight. Of two equal cards in a hand the last
        to be drawn counts as unseen: all that the seat has played, it can have played with another card in that place.
        """
        out: list[list[int]] = [[] for _ in self.stock.orders]
        if len(out) > 0:
            out[-1].extend(range(self.stock.drawn, len(self.stock.order)))
        for seat in range(self.seats):
            if seat != viewer and self.stage != OVER:
                taken: i64 = self.held[_EACH * seat + _TAKEN]
                taken_twice: i64 = self.held[_EACH * seat + _TAKEN + 1]
                once: i64 = without_once(self.once(seat), self.twice(seat), taken, taken_twice)
                self.stock.sources(seat, once, without_twice(self.twice(seat), taken), out)
        return out

    def with_orders(self, orders: tuple[Cards, ...], places: list[list[int]]) -> State:
        """The same course of a round where these places of the orders hold other cards."""
        other = self.copy()
        other.stock = self.stock.with_orders(orders)
        for gaining in range(2):
            for number in range(len(orders)):
                for place in places[number]:
                    seat: i64 = self.stock.drawer(number, place)
                    if seat != NOBODY and gaining == 0:
                        drop(other.held, _EACH * seat + _HAND, self.stock.orders[number][place])
                    elif seat != NOBODY:
                        put(other.held, _EACH * seat + _HAND, orders[number][place])
        return other


def playout(position: State, rng: Rng, most_moves: i64) -> i64:
    """Random moves to the end of a round, or so many; gives how many were made."""
    made: i64 = 0
    while position.stage != OVER and made < most_moves:
        if position.stage == SHUFFLE:
            position.shuffled(rng.shuffled(position.to_shuffle()))
            continue
        seat: i64 = position.turn
        moves = position.moves(seat)
        move: i64 = moves[rng.below(len(moves))]
        if move >= LAY_DOWN:
            position.lay_down(seat, position.ways(seat)[move - LAY_DOWN])
        else:
            position.move(seat, move)
        made += 1
    return made


def playouts(compiled: CompiledRules, seats: i64, number: i64, rng: Rng, times: i64, most_moves: i64) -> i64:
    """Whole random rounds, for measuring; gives how many moves they took in all."""
    made: i64 = 0
    for _ in range(times):
        made += playout(opening(compiled, seats, number, 0, ()), rng, most_moves)
    return made

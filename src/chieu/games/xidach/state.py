"""Kernel state of a Xì Dách deal: legal moves and their effects, on ints.

Moves are ints: 0 draw, 1 stand, 2 deal from the left, 3 deal from the right, 4 + seat compare, 16 + n stake n.
Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from chieu.core.cards import Cards, spell
from chieu.core.masks import BIT
from chieu.core.rng import Rng
from chieu.core.states import KernelState, fields_of, one_line
from chieu.games.xidach.hands import (
    FULL,
    NONE,
    TOP,
    CompiledRules,
    add,
    cards_of,
    first,
    pack,
    points,
    size,
    special,
    stakes_won,
    total,
)
from chieu.games.xidach.messages import PHASES

STAKES: Final = 0  # stages of a deal
SIDE: Final = 1
SHUFFLE: Final = 2
PLAYERS: Final = 3
DEALER: Final = 4
OVER: Final = 5

DRAW: Final = 0
STAND: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
COMPARE: Final = 4
STAKE: Final = 16

# Attributes to pickle in addition to the constructor's arguments.
_PICKLED: Final = ("settled", "met", "stage", "step", "turn", "dealt", "dealer_open", "order")


def opening(compiled: CompiledRules, seats: i64, dealer: i64) -> State:
    """Return the initial state. If only one stake is allowed, it is already placed."""
    state = State(compiled, seats, dealer, [0] * seats, [0] * seats, [0] * seats)
    if compiled.stake_min == compiled.stake_max:
        for seat in range(seats):
            if seat != dealer:
                state.stakes[seat] = compiled.stake_min
        state.after_stakes()
    return state


class State(KernelState):
    """A deal. States that `game` has returned must not change: `copy` first, then move."""

    def __init__(
        self, compiled: CompiledRules, seats: i64, dealer: i64, hands: list[int], stakes: list[int], won: list[int]
    ) -> None:
        self.compiled = compiled
        self.seats: i64 = seats
        self.dealer: i64 = dealer
        self.hands = hands
        self.stakes = stakes
        self.won = won
        self.settled: i64 = 0  # mask of seats
        self.met: i64 = 0  # number of dealer's cards when each seat was settled, four bits per seat
        self.stage: i64 = STAKES
        self.step: i64 = compiled.step
        self.turn: i64 = 0  # number of players who have finished
        self.dealt: i64 = 0
        self.dealer_open: bool = False
        self.order: Cards | None = None

    def copy(self) -> State:
        """Return a mutable copy."""
        other = State(self.compiled, self.seats, self.dealer, self.hands[:], self.stakes[:], self.won[:])
        other.settled = self.settled
        other.met = self.met
        other.stage = self.stage
        other.step = self.step
        other.turn = self.turn
        other.dealt = self.dealt
        other.dealer_open = self.dealer_open
        other.order = self.order
        return other

    def parts(self) -> tuple[object, ...]:
        numbers = (self.seats, self.dealer, self.settled, self.met, self.stage, self.step, self.turn, self.dealt)
        by_seat = (tuple(self.hands), tuple(self.stakes), tuple(self.won))
        return (self.compiled.rules, *numbers, self.dealer_open, self.order, *by_seat)

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self.compiled, self.seats, self.dealer, self.hands, self.stakes, self.won)
        return State, arguments, fields_of(self, _PICKLED)

    def __repr__(self) -> str:
        hands = [f"{seat}: {spell(cards_of(self.hands[seat]))}" for seat in range(self.seats)]
        return one_line("xidach", PHASES[self.stage], self.waiting(), *hands)

    def waiting(self) -> tuple[int, ...]:
        """Return the seats to act."""
        if self.stage == PLAYERS or self.stage == DEALER:
            return (self.seat_to_move(),)
        if self.stage == SIDE:
            return (self.dealer,)
        if self.stage != STAKES:
            return ()
        return tuple([seat for seat in range(self.seats) if seat != self.dealer and self.stakes[seat] == 0])

    def is_settled(self, seat: i64) -> bool:
        """Return whether a player's result is final."""
        return (self.settled >> seat) & 1 == 1

    def hand_met(self, seat: i64) -> i64:
        """XD-16: return the dealer's hand as it was when a player was settled."""
        return first(self.hands[self.dealer], (self.met >> (4 * seat)) & 15)

    def all_settled(self) -> bool:
        """Return whether all players are settled."""
        return self.settled | BIT[self.dealer] == BIT[self.seats] - 1

    def player_at(self, place: i64) -> i64:
        """Return the seat at a place in the order of play; the dealer is last."""
        return (self.dealer + self.step * (place + 1)) % self.seats

    def has_finished(self, seat: i64) -> bool:
        """Return whether it is no longer a player's turn: it has stood, or was settled before."""
        return (self.step * (seat - self.dealer) - 1) % self.seats < self.turn

    def seat_to_move(self) -> i64:
        """Return the seat to draw or stand."""
        return self.player_at(self.turn) if self.stage == PLAYERS else self.dealer

    def points(self, seat: i64) -> i64:
        """Return the points of a seat's hand."""
        return points(self.hands[seat], self.compiled)

    def may_draw(self, seat: i64) -> bool:
        """XD-14, XD-15: Quắc and five cards cannot draw."""
        return size(self.hands[seat]) < FULL and self.points(seat) <= TOP

    def must_draw_below(self, seat: i64) -> i64:
        """XD-14, XD-15: return the lowest total with which a seat may stand."""
        compiled = self.compiled
        return compiled.dealer_must_draw_below if seat == self.dealer else compiled.player_must_draw_below

    def must_draw(self, seat: i64) -> bool:
        """XD-14, XD-15: return whether the hand is too low to stand."""
        return self.points(seat) < self.must_draw_below(seat) and size(self.hands[seat]) < FULL

    def may_compare(self) -> bool:
        """XD-16: return whether the dealer has enough to compare."""
        return self.compiled.compare and self.points(self.dealer) >= self.compiled.dealer_may_compare_from

    def moves(self, seat: i64) -> list[int]:
        """Return a seat's legal moves."""
        out: list[int] = []
        if self.stage == STAKES:
            if seat != self.dealer and self.stakes[seat] == 0:
                out.extend(range(STAKE + self.compiled.stake_min, STAKE + self.compiled.stake_max + 1))
        elif self.stage == SIDE:
            if seat == self.dealer:
                out = [LEFT, RIGHT]
        elif (self.stage == PLAYERS or self.stage == DEALER) and seat == self.seat_to_move():
            if self.may_draw(seat):
                out.append(DRAW)
            if not self.must_draw(seat):
                out.append(STAND)
                if self.stage == DEALER and self.may_compare():
                    for place in range(self.seats - 1):
                        player: i64 = self.player_at(place)
                        if not self.is_settled(player):
                            out.append(COMPARE + player)
        return out

    def move(self, seat: i64, move: i64) -> None:
        """Make a legal move."""
        if move == DRAW:
            self._draw(seat)
            if self.stage == DEALER and not self.may_draw(seat):
                if self.points(seat) > TOP or not self.may_compare():
                    self._settle_rest()
        elif move == STAND:
            if self.stage == PLAYERS:
                self.turn += 1
                self._skip_settled_players()
            else:
                self._settle_rest()
        elif move >= STAKE:
            self.stakes[seat] = move - STAKE
            if self.stakes.count(0) == 1:
                self.after_stakes()
        elif move >= COMPARE:
            self.dealer_open = True
            self._settle(move - COMPARE)
            if self.all_settled():
                self.stage = OVER
        else:
            self.step = 1 if move == LEFT else -1
            self.stage = SHUFFLE

    def deal(self, order: Cards) -> None:
        """XD-11, XD-13: deal two cards each in the order of play, the dealer last, and settle special hands."""
        self.order = order
        for _ in range(2):
            for place in range(self.seats):
                self._draw(self.player_at(place))
        self.stage = PLAYERS
        dealer_special: bool = special(self.hands[self.dealer]) != NONE
        for place in range(self.seats - 1):
            player: i64 = self.player_at(place)
            if dealer_special or special(self.hands[player]) != NONE:
                self._settle(player)
        self._skip_settled_players()

    def visible(self, seat: i64, viewer: i64) -> bool:
        """XD-12, XD-16: return whether a viewer (-1: a spectator) sees a seat's cards."""
        if seat == viewer or self.stage == OVER:
            return True
        return self.dealer_open if seat == self.dealer else self.is_settled(seat)

    def after_stakes(self) -> None:
        """Go on to the choice of the side, or to the shuffle."""
        # With two seats both neighbours are the same seat.
        self.stage = SIDE if self.compiled.order_choose and self.seats > 2 else SHUFFLE

    def _draw(self, seat: i64) -> None:
        assert self.order is not None
        self.hands[seat] = add(self.hands[seat], self.order[self.dealt])
        self.dealt += 1

    def _skip_settled_players(self) -> None:
        while self.turn < self.seats - 1 and self.is_settled(self.player_at(self.turn)):
            self.turn += 1
        if self.turn == self.seats - 1:
            self.stage = OVER if self.all_settled() else DEALER

    def _settle(self, player: i64) -> None:
        self.settled |= BIT[player]
        self.met |= size(self.hands[self.dealer]) << (4 * player)
        chips: i64 = self.stakes[player] * stakes_won(self.hands[self.dealer], self.hands[player], self.compiled)
        self.won[player] = chips
        self.won[self.dealer] -= chips

    def _settle_rest(self) -> None:
        for place in range(self.seats - 1):
            player: i64 = self.player_at(place)
            if not self.is_settled(player):
                self._settle(player)
        self.stage = OVER

    def places(self, seat: i64) -> list[int]:
        """Return the places in the card order from which a seat's cards came."""
        out: list[int] = []
        next_draw: i64 = 2 * self.seats
        for place in range(self.seats):
            owner: i64 = self.player_at(place)
            extra: i64 = max(size(self.hands[owner]) - 2, 0)
            if owner == seat:
                out = [place, self.seats + place]
                out.extend(range(next_draw, next_draw + extra))
                return out
            next_draw += extra
        return out

    def with_order(self, order: Cards) -> State:
        """Return the same course of the deal with other cards; results stay as they are."""
        other = self.copy()
        other.order = order
        for seat in range(self.seats):
            other.hands[seat] = pack([order[place] for place in self.places(seat)])
        return other

    def is_consistent(self, seat: i64) -> bool:
        """Return whether a hidden hand is possible given what the others have seen of its play."""
        hand: i64 = self.hands[seat]
        count: i64 = size(hand)
        if special(first(hand, 2)) != NONE:
            return False
        for taken in range(2, count):
            if total(first(hand, taken), self.compiled.ace_by_count) > TOP:
                return False
        if seat == self.dealer:
            return self.points(seat) <= TOP and (count < FULL or self.may_compare())
        return not self.has_finished(seat) or not self.must_draw(seat)


def rollouts(compiled: CompiledRules, seats: int, deck: Cards, rng: Rng, count: i64) -> i64:
    """Play random deals, for benchmarks and odds; return the dealer's total payoff."""
    won: i64 = 0
    for _ in range(count):
        state = opening(compiled, seats, 0)
        for seat in range(seats):
            if state.stage == STAKES and seat != 0:
                state.move(seat, STAKE + compiled.stake_min)
        if state.stage == SIDE:
            state.move(0, LEFT + rng.below(2))
        state.deal(rng.shuffled(deck))
        while state.stage != OVER:
            to_move: i64 = state.seat_to_move()
            moves = state.moves(to_move)
            state.move(to_move, moves[rng.below(len(moves))])
        won += state.won[0]
    return won

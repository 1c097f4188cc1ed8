"""A deal of Niu Niu on ints: legal moves, making them, and settling.

Moves are ints: 1 to 4 bid that many times, 5 declines to bid, 16 + n stakes n.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from chieu.core.cards import Cards, spell
from chieu.core.states import KernelState, fields_of, one_line
from chieu.games.niuniu.hands import SIZE, CompiledRules, multiple, stakes_won, strength, verdict
from chieu.games.niuniu.messages import PHASES
from chieu.games.niuniu.rules import TOP_BID

# Stages of a deal; in an auction the cards and the bids come before the stakes.
STAKES: Final = 0
SHUFFLE: Final = 1
BIDS: Final = 2
OVER: Final = 3

DECLINE: Final = TOP_BID + 1
STAKE: Final = 16
NOBODY: Final = -1

_PICKLED: Final = ("banker", "times", "stage", "order")  # fields beyond the arguments of `State`


def initial_state(compiled: CompiledRules, seats: i64, last_banker: i64) -> State:
    """Return a deal at its start. If there is only one possible stake, it is put down at once."""
    state = State(compiled, seats, last_banker, [0] * seats, [0] * seats, [0] * seats)
    if compiled.auction:
        state.stage = SHUFFLE
    else:
        state.banker = last_banker
        state.begin_stakes()
    return state


class State(KernelState):
    """The whole state of a deal. Never change a state that `game` has returned: `copy` it, then move."""

    def __init__(
        self, compiled: CompiledRules, seats: i64, last_banker: i64, stakes: list[int], bids: list[int], won: list[int]
    ) -> None:
        self.compiled = compiled
        self.seats: i64 = seats
        self.last_banker: i64 = last_banker
        self.banker: i64 = NOBODY
        self.times: i64 = 1  # the banker's bid, which multiplies every settlement
        self.stage: i64 = STAKES
        self.stakes = stakes
        self.bids = bids
        self.won = won
        self.order: Cards | None = None

    def copy(self) -> State:
        """Return a copy that may be changed."""
        other = State(self.compiled, self.seats, self.last_banker, self.stakes[:], self.bids[:], self.won[:])
        other.banker = self.banker
        other.times = self.times
        other.stage = self.stage
        other.order = self.order
        return other

    def with_order(self, order: Cards) -> State:
        """Return the same course of the deal with another order of cards, before they are compared."""
        other = self.copy()
        other.order = order
        return other

    def parts(self) -> tuple[object, ...]:
        numbers = (self.seats, self.last_banker, self.banker, self.times, self.stage)
        return (self.compiled.rules, *numbers, self.order, tuple(self.stakes), tuple(self.bids), tuple(self.won))

    def __reduce__(self) -> tuple[Any, ...]:
        whole = (self.compiled, self.seats, self.last_banker, self.stakes, self.bids, self.won)
        return State, whole, fields_of(self, _PICKLED)

    def __repr__(self) -> str:
        hands = [f"{seat}: {spell(self.cards(seat))}" for seat in range(self.seats)]
        return one_line("niuniu", PHASES[self.stage], self.waiting(), *hands)

    def waiting(self) -> tuple[int, ...]:
        """Return the seats to act."""
        return tuple([seat for seat in range(self.seats) if self.waits_for(seat)])

    def cards(self, seat: i64) -> Cards:
        """Return the cards a seat holds now, as dealt."""
        order = self.order
        return () if order is None else tuple([order[self.place(seat, at)] for at in range(self.held(seat))])

    def seat_at(self, place: i64) -> i64:
        """Return a seat by its place in the dealing order, which starts at the last banker's left."""
        return (self.last_banker + 1 + place) % self.seats

    def hands(self) -> i64:
        """NN-22: return the number of hands dealt; the house gets none."""
        return self.seats - 1 if self.compiled.paytable else self.seats

    def held(self, seat: i64) -> i64:
        """Return the number of cards a seat holds now."""
        if self.order is None or (self.compiled.paytable and seat == self.banker):
            return 0
        return SIZE if self.stage == OVER else SIZE - 1

    def place(self, seat: i64, number: i64) -> i64:
        """Return the place in the order of a seat's card: one at a time round the table."""
        return number * self.hands() + (seat - self.last_banker - 1) % self.seats

    def verdict(self, seat: i64) -> i64:
        """Return the verdict on a whole hand."""
        a, b, c, d, e = self._whole_hand(seat)
        return verdict(a, b, c, d, e, self.compiled)

    def strength(self, seat: i64) -> i64:
        """Return the strength of a whole hand."""
        a, b, c, d, e = self._whole_hand(seat)
        return strength(a, b, c, d, e, self.compiled)

    def _whole_hand(self, seat: i64) -> tuple[i64, i64, i64, i64, i64]:
        order = self.order
        assert order is not None
        at, step = self.place(seat, 0), self.hands()
        return order[at], order[at + step], order[at + 2 * step], order[at + 3 * step], order[at + 4 * step]

    def waits_for(self, seat: i64) -> bool:
        """Return whether a seat is to act. All such seats act at the same time."""
        if self.stage == STAKES:
            return seat != self.banker and self.stakes[seat] == 0
        return self.stage == BIDS and self.bids[seat] == 0

    def bid(self, seat: i64) -> i64:
        """Return the bid of a seat: 0 if it declined or has not bid."""
        bid: i64 = self.bids[seat]
        return 0 if bid == DECLINE else bid

    def moves(self, seat: i64) -> list[int]:
        """Return the legal moves of a seat."""
        if not self.waits_for(seat):
            return []
        if self.stage == BIDS:
            return list(range(1, DECLINE + 1 if self.compiled.bid_none else DECLINE))
        return list(range(STAKE + self.compiled.stake_min, STAKE + self.compiled.stake_max + 1))

    def move(self, seat: i64, move: i64) -> None:
        """Make a legal move."""
        if move < STAKE:
            self.bids[seat] = move
            if 0 not in self.bids:
                self._end_auction()
        else:
            self.stakes[seat] = move - STAKE
            if self.stakes.count(0) == 1:
                self._stakes_are_down()

    def deal(self, order: Cards) -> None:
        """Deal the cards: before the bids in an auction, otherwise as the last step."""
        self.order = order
        if self.compiled.auction:
            self.stage = BIDS
        else:
            self._settle()

    def begin_stakes(self) -> None:
        """Go on to the stakes. If there is only one possible stake, it is put down at once."""
        self.stage = STAKES
        if self.compiled.stake_min == self.compiled.stake_max:
            for seat in range(self.seats):
                if seat != self.banker:
                    self.stakes[seat] = self.compiled.stake_min
            self._stakes_are_down()

    def _stakes_are_down(self) -> None:
        if self.order is None:
            self.stage = SHUFFLE
        else:
            self._settle()

    def _end_auction(self) -> None:
        """NN-23: the highest bid banks; of equal bids the first clockwise from the last banker's left.

        NN-25: if all decline, the last banker banks at 1.
        """
        self.banker = self.last_banker
        highest: i64 = 0
        for place in range(self.seats):
            seat: i64 = self.seat_at(place)
            if self.bid(seat) > highest:
                self.banker = seat
                highest = self.bid(seat)
        self.times = max(highest, 1)
        self.begin_stakes()

    def _settle(self) -> None:
        """NN-20, NN-22: settle each player against the banker or the house."""
        self.stage = OVER
        against: i64 = 0 if self.compiled.paytable else self.strength(self.banker)
        for seat in range(self.seats):
            if seat == self.banker:
                continue
            if self.compiled.paytable:
                times: i64 = multiple(self.verdict(seat)) - 1
            else:
                times = stakes_won(against, self.strength(seat), self.compiled) * self.times
            chips: i64 = self.stakes[seat] * times
            self.won[seat] = chips
            self.won[self.banker] -= chips

"""Deals as they may be for one seat: the cards it has not seen, dealt to the others. Compiled where it can be.

`Told` is what the seat was told since the cards were dealt, on ints. Nothing in here has seen a state of the game.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.masks import FULL_DECK
from chieu.core.rng import Rng
from chieu.games.big2.ai.hand_plans import Memo, Plans
from chieu.games.big2.ai.rollout_policy import Policy
from chieu.games.big2.hands import TWOS, CompiledRules, material, size
from chieu.games.big2.plays import Book, book_of
from chieu.games.big2.state import PASS, State, dealt_in_turn

_NONE: Final = vec[i64]([0, 0, 0, 0])
_TRIES: Final = 100


@final
class Told:
    """What a seat was told of a deal: its cards, who opened with what, every move since."""

    def __init__(self, compiled: CompiledRules, seats: i64, seat: i64, hand: i64) -> None:
        self.compiled = compiled
        self.seats: i64 = seats
        self.seat: i64 = seat
        self.hand: i64 = hand  # as it was dealt
        self.odd: i64 = -1  # who has taken the odd card of a deck shared out to three
        self.yes: i64 = 0  # who voted for a reshuffle that did not come
        self.opener: i64 = -1  # nobody while the seats vote
        self.lowest: i64 = 0
        self.played: vec[i64] = _NONE[:]  # the cards that each seat has put down
        self.bare: i64 = 0  # who passed at the lead, and so holds just one 2
        self.movers: vec[i64] = vec[i64](capacity=64)
        self.moves: vec[i64] = vec[i64](capacity=64)

    def add(self, mover: i64, move: i64) -> None:
        """A move of any seat, as everybody saw it."""
        self.movers = append(self.movers, mover)
        self.moves = append(self.moves, move)
        if move > PASS:
            self.played[mover] |= move

    def count(self, seat: i64) -> i64:
        """How many cards a seat has left."""
        dealt: i64 = dealt_in_turn(self.seats, self.compiled) // self.seats - size(self.played[seat])
        return dealt + 1 if seat == self.odd else dealt

    def unseen(self) -> i64:
        """The cards that others may hold. One lower than the lowest dealt was dealt to nobody."""
        cards: i64 = FULL_DECK & ~self.hand
        if self.lowest != 0:
            cards &= ~(self.lowest - 1)
        for seat in range(self.seats):
            cards &= ~self.played[seat]
        return cards

    def deal(self, rng: Rng) -> vec[i64]:
        """Cards for everybody that fit all this, as they were dealt."""
        hands = self._dealt_at_random(rng)
        tries: i64 = 1
        while tries < _TRIES and not self._plausible(hands):
            hands = self._dealt_at_random(rng)
            tries += 1
        return hands

    def _dealt_at_random(self, rng: Rng) -> vec[i64]:
        hands = _NONE[:]
        hands[self.seat] = self.hand
        unseen: i64 = self.unseen()
        for seat in range(self.seats):
            if seat != self.seat:
                hands[seat] = self.played[seat]
                unseen &= ~self._sure(seat, unseen, hands, rng)
        left = _cards_in(unseen)
        place: i64 = 0
        for seat in range(self.seats):
            if seat != self.seat:
                wanted: i64 = self.count(seat) - size(hands[seat] & ~self.played[seat])
                while wanted > 0:
                    other: i64 = place + rng.below(len(left) - place)
                    hands[seat] |= left[other]
                    left[other] = left[place]
                    place += 1
                    wanted -= 1
        return hands

    def _sure(self, seat: i64, unseen: i64, hands: vec[i64], rng: Rng) -> i64:
        """Gives a seat what it must hold, and says what that was."""
        if self.is_bare(seat):
            twos = _cards_in(unseen & TWOS)
            card: i64 = twos[rng.below(len(twos))]
        elif seat == self.odd and self.lowest == 0:
            card = unseen & 1
        elif seat == self.opener:
            card = unseen & self.lowest
        else:
            card = 0
        hands[seat] |= card
        return card

    def is_bare(self, seat: i64) -> bool:
        return (self.bare >> seat) & 1 != 0

    def _plausible(self, hands: vec[i64]) -> bool:
        """Whether these hands would have been played: nobody had all four 2s, and whoever voted for a reshuffle in vain
        had no low hand."""
        if not self.compiled.reshuffle:
            return True
        for seat in range(self.seats):
            if hands[seat] & TWOS == TWOS:
                return False
            if (self.yes >> seat) & 1 != 0 and material(hands[seat]) <= self.compiled.reshuffle_points:
                return False
        return True

    def opened(self, hands: vec[i64]) -> State:
        """The deal with these hands at its first turn."""
        position = State(self.compiled, self.seats, -1, hands, hands[:], Book())
        position.open()
        if self.opener >= 0:
            position.turn = self.opener
            position.owner = self.opener
            position.lowest = self.lowest
        return position

    def now(self, rng: Rng) -> State:
        """The deal as it stands, with any cards in the others' hands: all but those is the same in every world."""
        position = self.opened(self._dealt_at_random(rng))
        place: i64 = 0
        while place < len(self.moves):
            position.move(self.movers[place], self.moves[place])
            place += 1
        self.bare = position.bare & position.inside
        return position

    def likelihood(self, hands: vec[i64], policy: Policy, memo: Memo, least: float) -> float:
        """How likely the others' plays and passes were with these hands; 0 as soon as that is less than `least`."""
        position = self.opened(hands)
        plans = Plans(position.book, self.seats, self.compiled, memo)
        chance: float = 1.0
        place: i64 = 0
        while place < len(self.moves):
            move: i64 = self.moves[place]
            if move >= PASS and self.movers[place] != self.seat:
                policy.rate(position, plans)
                chance *= policy.chance(move)
                if chance < least:
                    return 0.0
            position.move(self.movers[place], move)
            place += 1
        return chance

    def like(self, now: State, hands: vec[i64]) -> State:
        """The same with other hands."""
        position = now.copy()
        position.dealt = hands
        for seat in range(self.seats):
            position.hands[seat] = hands[seat] & ~self.played[seat]
        position.book = book_of(position.hands, self.seats, self.compiled)
        return position


def _cards_in(mask: i64) -> vec[i64]:
    """Each card of a mask by itself."""
    out = vec[i64](capacity=52)
    while mask != 0:
        out = append(out, mask & -mask)
        mask &= mask - 1
    return out

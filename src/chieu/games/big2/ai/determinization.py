"""Determinization: full deals consistent with what one seat knows.

An `InformationSet` holds what the seat has seen since the deal, on ints. Nothing here has access to the real state.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.masks import FULL_DECK
from chieu.core.rng import Rng
from chieu.games.big2.ai.min_plays import Memo, MinPlays
from chieu.games.big2.ai.rollout_policy import RolloutPolicy
from chieu.games.big2.hands import TWOS, CompiledRules, material, size
from chieu.games.big2.plays import NO_SETS, index_sets
from chieu.games.big2.state import PASS, State, dealt_in_turn

_NO_HANDS: Final = vec[i64]([0, 0, 0, 0])
_MAX_TRIES: Final = 100


@final
class InformationSet:
    """The knowledge of one seat: its own cards, the opening, and every public move since."""

    def __init__(self, compiled: CompiledRules, seats: i64, seat: i64, hand: i64) -> None:
        self.compiled = compiled
        self.seats: i64 = seats
        self.seat: i64 = seat
        self.hand: i64 = hand  # as it was dealt
        self.odd: i64 = -1  # seat that took the odd card of a deck dealt to three
        self.yes: i64 = 0  # mask of seats that voted for a reshuffle in vain
        self.opener: i64 = -1  # -1 during the vote
        self.lowest: i64 = 0
        self.played: vec[i64] = _NO_HANDS[:]  # cards put down by each seat
        self.lone_two: i64 = 0  # mask of seats that passed at the lead, so hold just one 2
        self.movers: vec[i64] = vec[i64](capacity=64)
        self.moves: vec[i64] = vec[i64](capacity=64)

    def add(self, mover: i64, move: i64) -> None:
        """Add a public move of any seat."""
        self.movers = append(self.movers, mover)
        self.moves = append(self.moves, move)
        if move > PASS:
            self.played[mover] |= move

    def cards_left(self, seat: i64) -> i64:
        """Return the number of cards a seat has left."""
        dealt: i64 = dealt_in_turn(self.seats, self.compiled) // self.seats - size(self.played[seat])
        return dealt + 1 if seat == self.odd else dealt

    def unseen(self) -> i64:
        """Return the cards that others may hold. Cards below the lowest one dealt are out of play."""
        cards: i64 = FULL_DECK & ~self.hand
        if self.lowest != 0:
            cards &= ~(self.lowest - 1)
        for seat in range(self.seats):
            cards &= ~self.played[seat]
        return cards

    def sample_hands(self, rng: Rng) -> vec[i64]:
        """Sample hands as they may have been dealt, rejecting those that would have been reshuffled."""
        for _ in range(_MAX_TRIES):
            hands = self._random_hands(rng)
            if self._plausible(hands):
                break
        return hands

    def _random_hands(self, rng: Rng) -> vec[i64]:
        hands = _NO_HANDS[:]
        hands[self.seat] = self.hand
        unseen: i64 = self.unseen()
        for seat in range(self.seats):
            if seat != self.seat:
                hands[seat] = self.played[seat]
                unseen &= ~self._give_known_card(seat, unseen, hands, rng)
        left = _cards_in(unseen)
        place: i64 = 0
        for seat in range(self.seats):
            if seat != self.seat:
                for _ in range(self.cards_left(seat) - size(hands[seat] & ~self.played[seat])):
                    other: i64 = place + rng.below(len(left) - place)
                    hands[seat] |= left[other]
                    left[other] = left[place]
                    place += 1
        return hands

    def _give_known_card(self, seat: i64, unseen: i64, hands: vec[i64], rng: Rng) -> i64:
        """Give a seat the hidden card it must hold, if any, and return that card."""
        if (self.lone_two >> seat) & 1 != 0:
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

    def _plausible(self, hands: vec[i64]) -> bool:
        """BT-19: return whether these hands would not have been reshuffled."""
        if not self.compiled.reshuffle:
            return True
        for seat in range(self.seats):
            if hands[seat] & TWOS == TWOS:
                return False
            if (self.yes >> seat) & 1 != 0 and material(hands[seat]) <= self.compiled.reshuffle_points:
                return False
        return True

    def opening_state(self, hands: vec[i64]) -> State:
        """Return the deal with these hands at its first turn."""
        state = State(self.compiled, self.seats, -1, hands, hands[:], NO_SETS)
        state.open()
        if self.opener >= 0:
            state.turn = self.opener
            state.owner = self.opener
            state.lowest = self.lowest
        return state

    def current_state(self, rng: Rng) -> State:
        """Return the deal at the current turn, with arbitrary cards in the other hands."""
        state = self.opening_state(self._random_hands(rng))
        for place in range(i64(len(self.moves))):
            state.move(self.movers[place], self.moves[place])
        self.lone_two = state.lone_two & state.inside
        return state

    def likelihood(self, hands: vec[i64], policy: RolloutPolicy, memo: Memo, threshold: float) -> float:
        """Return the likelihood of the others' turns given these hands; 0 if it is below `threshold`."""
        state = self.opening_state(hands)
        min_plays = MinPlays(state.set_index, self.seats, self.compiled, memo)
        likelihood: float = 1.0
        for place in range(i64(len(self.moves))):
            move: i64 = self.moves[place]
            if move >= PASS and self.movers[place] != self.seat:
                policy.rate(state, min_plays)
                likelihood *= policy.probability(move)
                if likelihood < threshold:
                    return 0.0
            state.move(self.movers[place], move)
        return likelihood

    def determinize(self, current: State, hands: vec[i64]) -> State:
        """Return a determinization: the given state, with these hands as dealt."""
        state = current.copy()
        state.dealt = hands
        for seat in range(self.seats):
            state.hands[seat] = hands[seat] & ~self.played[seat]
        state.set_index = index_sets(state.hands, self.seats, self.compiled)
        return state


def _cards_in(mask: i64) -> vec[i64]:
    """Return each card of a mask as a mask of its own."""
    out = vec[i64](capacity=52)
    while mask != 0:
        out = append(out, mask & -mask)
        mask &= mask - 1
    return out

"""Rollout policy: a fast stochastic player that plays all seats in Monte Carlo rollouts.

A softmax over linear ratings. Each option has ten features (the minimum number of plays left after it, how many unseen
cards beat it, how near the others are to going out, ...), each feature value has a weight, and an option is chosen with
probability proportional to the exponential of its sum of weights. The weights were learned by self-play
(`build_hooks/big2_weights.py`). Everything is in integers, so that every machine plays the same.

The policy uses only what its seat may know: its hand, the cards played and the numbers of cards of the others.

Compiled where it can be.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.masks import BIT, FULL_DECK
from chieu.core.rng import Rng
from chieu.games.big2.ai.min_plays import MinPlays
from chieu.games.big2.hands import (
    COUNT,
    FLUSH,
    FULL_HOUSE,
    KIND_SHIFT,
    PAIR,
    RUN,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    CompiledRules,
    pairs_in,
    rank_of,
    ranks_in,
    size,
    value,
)
from chieu.games.big2.plays import Plays
from chieu.games.big2.state import NO_MOVE, PASS, PLAY, State, chips_won

NAT: Final = 64  # a weight of this much makes an option e times as likely
_MAX_GAP: Final = 12 * NAT  # options this much worse than the best are never chosen
_WHOLE: Final = 524288
_EXP: Final = vec[i64]([round(_WHOLE * exp(-gap / NAT)) for gap in range(_MAX_GAP)] + [0])

_EPSILON: Final = 0.1  # probability that others play at random

FEATURE_COUNT: Final = 10  # features of an option

# Number of values of each feature.
_DANGER: Final = 5  # nearness of an opponent to going out
_STRENGTH: Final = 26  # strength of a play within its kind
_PLAYS: Final = 12  # minimum number of plays left
_TURNS: Final = 8  # plays that may be beaten
_CARDS: Final = 19
_HIGH: Final = 25  # number for the aces and 2s
_TOP: Final = 39  # highest rank of one card, of two or three, of five
_LOW: Final = 8  # low cards without a partner
_FEW: Final = 3  # cards or plays left: few, some, many
_NEXT: Final = 12  # cards of the next seat, and the strength of the play it faces
_WAITING: Final = 4  # seats that may still beat it
_SPOILT: Final = 4  # extra plays that the hand needs
_SIZE: Final = 4  # size of the play to beat

# Offsets of each feature's weights: for leads, for answers, then for a pass.
_LEAD: Final = 0
_ANSWER: Final = 1
_BY_DANGER: Final = 0
_BY_REST: Final = _BY_DANGER + 2 * _DANGER * _STRENGTH
_BY_TURNS: Final = _BY_REST + 2 * _PLAYS * _CARDS
_BY_SPOILT: Final = _BY_TURNS + 2 * _DANGER * _TURNS
_BY_HIGH: Final = _BY_SPOILT + 2 * _STRENGTH * _SPOILT
_BY_TOP: Final = _BY_HIGH + 2 * _HIGH * _FEW
_BY_NEXT: Final = _BY_TOP + 2 * _TOP * _FEW
_BY_NEED: Final = _BY_NEXT + 2 * _NEXT
_BY_LOW: Final = _BY_NEED + 2 * _STRENGTH * _TURNS
_BY_WAITING: Final = _BY_LOW + 2 * _LOW * _DANGER
_PASS_DANGER: Final = _BY_WAITING + 2 * _STRENGTH * _WAITING
_PASS_REST: Final = _PASS_DANGER + _DANGER * _STRENGTH
_PASS_TURNS: Final = _PASS_REST + _PLAYS * _CARDS
_PASS_NEED: Final = _PASS_TURNS + _DANGER * _TURNS
_PASS_HIGH: Final = _PASS_NEED + _STRENGTH * _TURNS
_PASS_TOP: Final = _PASS_HIGH + _HIGH * _FEW
_PASS_NEXT: Final = _PASS_TOP + _TOP * _FEW
_PASS_OWNER: Final = _PASS_NEXT + _NEXT
_PASS_LOW: Final = _PASS_OWNER + _DANGER * _WAITING * _SIZE
_PASS_WAITING: Final = _PASS_LOW + _LOW * _DANGER
WEIGHT_COUNT: Final = _PASS_WAITING + _STRENGTH * _WAITING

_NEAR: Final = vec[i64]([0, 0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4])  # by number of cards
_FEW_CARDS: Final = vec[i64]([0] * 5 + [1] * 4 + [2] * 10)
_FEW_PLAYS: Final = vec[i64]([0] * 3 + [1] * 2 + [2] * 14)
_OVER: Final = vec[i64]([0, 1, 2, 3, 3, 4, 4, 4, 4] + [5] * 6 + [6] * 8 + [7] * 30)  # by number of higher unseen cards
_OVER_PAIR: Final = vec[i64]([8, 9, 10, 11, 11, 12, 12, 12, 13, 13, 13, 13, 13, 13])  # by number of higher unseen pairs
_NO_ANSWER: Final = 25
_NEXT_CARDS: Final = vec[i64]([0, 0, 1, 1, 1] + [2] * 14)
_INTO: Final = vec[i64]([0, 0, 0, 1, 1, 1, 2, 2] + [3] * 18)  # by strength: three classes of singles, then the rest
_LOW_CARDS: Final = 0xFFFFFFFF  # ranks below the jack


@final
class RolloutPolicy:
    """The policy, with buffers for the options of one turn. It can play any seat of any deal by its rules."""

    def __init__(self, compiled: CompiledRules, weights: vec[i64]) -> None:
        self.compiled = compiled
        self.weights = weights
        self.plays = Plays()
        self.features: vec[i64] = vec[i64]([0] * (64 * FEATURE_COUNT))  # indices into the weights, by option
        self.ratings: vec[i64] = vec[i64]([0] * 64)
        self.count: i64 = 0  # of options; a pass is the last
        self.best: i64 = 0  # highest rating
        self.total: i64 = 0
        # Context of the turn, equal for all options.
        self._unseen: i64 = 0
        self._beaten: i64 = 0  # cards that some unseen card beats
        self._pairs: i64 = 0
        self._danger: i64 = 0
        self._next: i64 = 0
        self._sets_possible: bool = False
        self._min_plays: i64 = 0
        self._waiting: i64 = 0

    def move(self, place: i64) -> i64:
        """Return the move of an option."""
        if place < self.plays.count:
            return self.plays.at(place)
        return PASS

    def choose(self, state: State, min_plays: MinPlays, rng: Rng) -> i64:
        """Sample an option for the seat to act. Return its index."""
        self.rate(state, min_plays)
        if self.count == 1:
            return 0
        left: i64 = rng.below(self._sum_weights())
        place: i64 = 0
        while True:
            left -= self.weight(place)
            if left < 0:
                return place
            place += 1

    def weight(self, place: i64) -> i64:
        """Return the unnormalized probability of an option; `total` is their sum."""
        gap: i64 = self.best - self.ratings[place]
        gap = min(gap, _MAX_GAP)
        return _EXP[gap]

    def probability(self, move: i64) -> float:
        """Return the probability of a move among the options rated last.

        People play differently now and then, so a legal move never has probability 0.
        """
        if self.count == 1:
            return 1.0 if self.move(0) == move else _EPSILON
        total: float = float(self._sum_weights())
        for place in range(self.count):
            if self.move(place) == move:
                return (1.0 - _EPSILON) * float(self.weight(place)) / total + _EPSILON / float(self.count)
        return _EPSILON

    def _sum_weights(self) -> i64:
        total: i64 = 0
        for place in range(self.count):
            total += self.weight(place)
        self.total = total
        return total

    def rate(self, state: State, min_plays: MinPlays) -> None:
        """Rate the options of the seat to act."""
        state.plays(self.plays)
        self.count = self.plays.count
        passing: bool = state.may_pass()
        if passing:
            self.count += 1
        if self.count == 1:
            return
        self._make_room()
        self._note_context(state, min_plays)
        seat: i64 = state.turn
        hand: i64 = state.hands[seat]
        role: i64 = _LEAD
        if state.bar != 0:
            role = _ANSWER
        best: i64 = -1000000000
        for place in range(self.plays.count):
            mask: i64 = self.plays.at(place)
            if mask == hand:  # always go out
                self.plays.clear()
                self.plays.put(mask)
                self.count = 1
                return
            rating: i64 = self._rate_play(place, mask, hand & ~mask, seat, role, min_plays)
            best = max(best, rating)
        if passing:
            rating = self._rate_pass(self.plays.count, hand, state)
            best = max(best, rating)
        self.best = best

    def _make_room(self) -> None:
        while len(self.ratings) < self.count:
            self.ratings = append(self.ratings, 0)
            for _ in range(FEATURE_COUNT):
                self.features = append(self.features, 0)

    def _note_context(self, state: State, min_plays: MinPlays) -> None:
        """Compute what all options of a turn have in common."""
        seat: i64 = state.turn
        hand: i64 = state.hands[seat]
        seen: i64 = hand
        fewest: i64 = 18
        self._sets_possible = False
        for other in range(state.seats):
            seen |= state.dealt[other] & ~state.hands[other]
            if other != seat and state.is_in(state.inside, other):
                count: i64 = size(state.hands[other])
                fewest = min(fewest, count)
                if count >= RUN:
                    self._sets_possible = True
        unseen: i64 = FULL_DECK & ~seen
        self._unseen = unseen
        unseen |= unseen >> 1
        unseen |= unseen >> 2
        unseen |= unseen >> 4
        unseen |= unseen >> 8
        unseen |= unseen >> 16
        self._beaten = unseen | (unseen >> 32)
        self._pairs = pairs_in(self._unseen)
        self._danger = _NEAR[fewest]
        after: i64 = size(state.hands[state.after(seat, state.inside & ~BIT[seat])])
        self._next = _NEXT_CARDS[after]
        self._min_plays = min_plays.of(hand, seat)
        self._waiting = size(state.inside & ~state.passed & ~BIT[seat] & ~BIT[state.owner])

    def _rate_play(self, place: i64, mask: i64, rest: i64, seat: i64, role: i64, min_plays: MinPlays) -> i64:
        plays: i64 = _clamp(min_plays.of(rest, seat), _PLAYS)
        strength: i64 = self._strength_of(value(mask, self.compiled))
        cards: i64 = size(rest)
        turns: i64 = self.beatable_plays(rest, plays)
        extra: i64 = _clamp(plays + 1 - self._min_plays, _SPOILT)  # plays needed more than before
        near: i64 = _DANGER * role + self._danger
        strong: i64 = _STRENGTH * role + strength
        into: i64 = _INTO[strength]
        row: i64 = FEATURE_COUNT * place
        self.features[row] = _BY_DANGER + _STRENGTH * near + strength
        self.features[row + 1] = _BY_REST + _CARDS * (_PLAYS * role + plays) + cards
        self.features[row + 2] = _BY_TURNS + _TURNS * near + turns
        self.features[row + 3] = _BY_SPOILT + _SPOILT * strong + extra
        self.features[row + 4] = _BY_HIGH + _FEW * (_HIGH * role + _high(rest)) + _FEW_PLAYS[plays]
        self.features[row + 5] = _BY_TOP + _FEW * (_TOP * role + _top(mask)) + _FEW_CARDS[cards]
        self.features[row + 6] = _BY_NEXT + _NEXT * role + 4 * self._next + into
        self.features[row + 7] = _BY_NEED + _TURNS * strong + turns
        self.features[row + 8] = _BY_LOW + _LOW * near + _low(rest)
        self.features[row + 9] = _BY_WAITING + _WAITING * strong + self._waiting
        return self._sum(place)

    def _rate_pass(self, place: i64, hand: i64, state: State) -> i64:
        bar: i64 = state.bar
        plays: i64 = _clamp(self._min_plays, _PLAYS)
        strength: i64 = self._strength_of(bar)
        cards: i64 = size(hand)
        turns: i64 = self.beatable_plays(hand, plays)
        kind: i64 = _clamp((bar >> KIND_SHIFT) - 1, _SIZE)
        owner: i64 = _NEAR[size(state.hands[state.owner])]
        into: i64 = _INTO[strength]
        row: i64 = FEATURE_COUNT * place
        self.features[row] = _PASS_DANGER + _STRENGTH * self._danger + strength
        self.features[row + 1] = _PASS_REST + _CARDS * plays + cards
        self.features[row + 2] = _PASS_TURNS + _TURNS * self._danger + turns
        self.features[row + 3] = _PASS_NEED + _TURNS * strength + turns
        self.features[row + 4] = _PASS_HIGH + _FEW * _high(hand) + _FEW_PLAYS[plays]
        self.features[row + 5] = _PASS_TOP + _FEW * self._top_of(bar) + _FEW_CARDS[cards]
        self.features[row + 6] = _PASS_NEXT + 4 * self._next + into
        self.features[row + 7] = _PASS_OWNER + _SIZE * (_WAITING * owner + self._waiting) + kind
        self.features[row + 8] = _PASS_LOW + _LOW * self._danger + _low(hand)
        self.features[row + 9] = _PASS_WAITING + _WAITING * strength + self._waiting
        return self._sum(place)

    def _sum(self, place: i64) -> i64:
        rating: i64 = 0
        start: i64 = FEATURE_COUNT * place
        for row in range(start, start + FEATURE_COUNT):
            rating += self.weights[self.features[row]]
        self.ratings[place] = rating
        return rating

    def _strength_of(self, strength: i64) -> i64:
        """Return the strength class of a play by its value."""
        kind: i64 = strength >> KIND_SHIFT
        within: i64 = strength & (BIT[KIND_SHIFT] - 1)
        if kind == SINGLE:
            return _OVER[size(self._unseen & ~(within | (within - 1)))]
        if kind == PAIR:
            return _OVER_PAIR[size(self._pairs & ~(within | (within - 1)))]
        if kind == TRIPLE:
            return 14 + rank_of(within) // 5
        if not self._sets_possible:
            return _NO_ANSWER
        if kind == STRAIGHT:
            return 17 + _clamp(within >> 4, 4)
        if kind == FLUSH:
            return 21
        if kind == FULL_HOUSE:
            return 22 + (within + 1) // 8
        return 24

    def beatable_plays(self, hand: i64, plays: i64) -> i64:
        """Return how many plays of a hand may be beaten."""
        return _clamp(plays - size(ranks_in(hand & ~self._beaten)), _TURNS)

    def _top_of(self, strength: i64) -> i64:
        kind: i64 = strength >> KIND_SHIFT
        return _top(strength & (BIT[KIND_SHIFT] - 1)) if kind < STRAIGHT else 26 + kind


def _clamp(number: i64, count: i64) -> i64:
    """Clamp a number to 0 ... count - 1."""
    if number < 0:
        return 0
    return number if number < count else count - 1


def _top(mask: i64) -> i64:
    """Return the highest rank, separately for singles, pairs or triples, and sets."""
    rank: i64 = rank_of(mask)
    if mask & (mask - 1) == 0:
        return rank
    return 13 + rank if size(mask) < RUN else 26 + rank


def _high(hand: i64) -> i64:
    """Return a number for the 2s and aces of a hand."""
    return 5 * COUNT[(hand >> 48) & 15] + COUNT[(hand >> 44) & 15]


def _low(hand: i64) -> i64:
    """Return the number of low cards that are the only ones of their rank."""
    return _clamp(size(ranks_in(hand) & ~pairs_in(hand) & _LOW_CARDS), _LOW)


def rollout(state: State, min_plays: MinPlays, policy: RolloutPolicy, rng: Rng) -> None:
    """Play a deal that is open to its end."""
    while state.stage == PLAY:
        play_move(state, policy.move(policy.choose(state, min_plays, rng)))


def play_move(state: State, move: i64) -> None:
    """Play or pass; a last card is always called."""
    if state.compiled.pays_for_all:
        state.move(state.turn, move)  # BT-20: liability depends on the recorded turns
    else:
        state.advance(move)
    if state.call_due != 0:
        state.declared |= state.call_due
        state.call_due = 0


def rollout_payoff(world: State, seat: i64, move: i64, min_plays: MinPlays, policy: RolloutPolicy, rng: Rng) -> i64:
    """Return what a seat wins in a rollout after a move of the seat to act (NO_MOVE: none)."""
    state = world.copy()
    if move != NO_MOVE:
        play_move(state, move)
    rollout(state, min_plays, policy, rng)
    return chips_won(state, seat)

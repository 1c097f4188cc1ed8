"""A quick player of Big Two for play-outs: how likely it is to choose what. Compiled where it can be.

It looks at each option by a few questions (in how few plays would the rest go, how many unseen cards beat this, how
near are the others to going out, ...). Each answer has a weight, and an option is chosen by the exponential of its sum.
The weights were learnt by playing against itself (`build_hooks/big2_weights.py`) and are whole numbers, as is
everything here, so that every machine plays the same.

It goes by what a seat may know: its hand, what was played, how many cards the others have.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.masks import BIT, FULL_DECK
from chieu.core.rng import Rng
from chieu.games.big2.ai.hand_plans import Plans
from chieu.games.big2.hands import (
    COUNT,
    FLUSH,
    FULL_HOUSE,
    KIND_SHIFT,
    RUN,
    STRAIGHT,
    CompiledRules,
    pairs_in,
    rank_of,
    ranks_in,
    size,
    value,
)
from chieu.games.big2.plays import Plays
from chieu.games.big2.state import NO_MOVE, PASS, PLAY, State, won

NAT: Final = 64  # a weight of so much makes an option e times as likely
_FARTHEST: Final = 12 * NAT  # what is so much worse than the best is never chosen
_WHOLE: Final = 524288
_LIKELY: Final = vec[i64]([round(_WHOLE * exp(-far / NAT)) for far in range(_FARTHEST)] + [0])

_STRAY: Final = 0.1  # how often others do just anything

FEATURES: Final = 10  # questions asked of an option

# How many answers there are to a question.
_DANGER: Final = 5  # how near the nearest opponent is to going out
_STRENGTH: Final = 26  # how strong a play is among those of its kind
_PLAYS: Final = 12  # in how few plays a hand could go
_TURNS: Final = 8  # how many of them may be beaten
_CARDS: Final = 19
_HIGH: Final = 25  # aces and 2s
_TOP: Final = 39  # the highest card of one, of two or three, of five
_LOW: Final = 8  # low cards that go with no other
_FEW: Final = 3  # cards or plays: few, some, many
_NEXT: Final = 12  # how many cards the next seat has, and what is played into it
_WAITING: Final = 4  # who may still beat it
_SPOILT: Final = 4  # plays that the hand needs more than before
_SIZE: Final = 4  # of what is on the mat

# Where the weights of each question begin: those of a play at the lead, of a play on another, of a pass.
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

_NEAR: Final = vec[i64]([0, 0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4])  # by cards
_FEW_CARDS: Final = vec[i64]([0] * 5 + [1] * 4 + [2] * 10)
_FEW_PLAYS: Final = vec[i64]([0] * 3 + [1] * 2 + [2] * 14)
_OVER: Final = vec[i64]([0, 1, 2, 3, 3, 4, 4, 4, 4] + [5] * 6 + [6] * 8 + [7] * 30)  # by higher cards not seen
_OVER_PAIR: Final = vec[i64]([8, 9, 10, 11, 11, 12, 12, 12, 13, 13, 13, 13, 13, 13])  # by higher pairs
_NO_ANSWER: Final = 25
_NEXT_CARDS: Final = vec[i64]([0, 0, 1, 1, 1] + [2] * 14)
_INTO: Final = vec[i64]([0, 0, 0, 1, 1, 1, 2, 2] + [3] * 18)  # single cards by strength, anything else
_LOW_CARDS: Final = 0xFFFFFFFF  # below the jacks


@final
class Policy:
    """The quick player. It keeps room for the options of one turn and can play any seat of any deal of its sheet."""

    def __init__(self, compiled: CompiledRules, weights: vec[i64]) -> None:
        self.compiled = compiled
        self.weights = weights
        self.plays = Plays()
        self.answers: vec[i64] = vec[i64]([0] * (64 * FEATURES))  # where the weights of each option are
        self.ratings: vec[i64] = vec[i64]([0] * 64)
        self.count: i64 = 0  # of options, the pass being the last
        self.best: i64 = 0  # rating
        self.total: i64 = 0
        # What is the same for all options of a turn.
        self._unseen: i64 = 0
        self._beaten: i64 = 0  # cards that are not above all unseen ones
        self._pairs: i64 = 0
        self._danger: i64 = 0
        self._next: i64 = 0
        self._sets_about: bool = False
        self._now: i64 = 0
        self._waiting: i64 = 0

    def move(self, place: i64) -> i64:
        """An option as a move."""
        if place < self.plays.count:
            return self.plays.at(place)
        return PASS

    def choose(self, position: State, plans: Plans, rng: Rng) -> i64:
        """What the quick player does in a deal that is open, as a place among the options."""
        self.rate(position, plans)
        if self.count == 1:
            return 0
        left: i64 = rng.below(self._weigh())
        place: i64 = 0
        while True:
            left -= self.likely(place)
            if left < 0:
                return place
            place += 1

    def likely(self, place: i64) -> i64:
        """How likely an option is, out of `total`."""
        far: i64 = self.best - self.ratings[place]
        far = min(far, _FARTHEST)
        return _LIKELY[far]

    def chance(self, move: i64) -> float:
        """How likely a move is among the options that were rated last. People play by other lights now and then, so
        nothing that is allowed is quite unlikely."""
        if self.count == 1:
            return 1.0 if self.move(0) == move else _STRAY
        total: float = float(self._weigh())
        place: i64 = 0
        while place < self.count:
            if self.move(place) == move:
                return (1.0 - _STRAY) * float(self.likely(place)) / total + _STRAY / float(self.count)
            place += 1
        return _STRAY

    def _weigh(self) -> i64:
        total: i64 = 0
        place: i64 = 0
        while place < self.count:
            total += self.likely(place)
            place += 1
        self.total = total
        return total

    def rate(self, position: State, plans: Plans) -> None:
        """Rates what the seat whose turn it is may do."""
        position.plays(self.plays)
        self.count = self.plays.count
        passing: bool = position.may_pass()
        if passing:
            self.count += 1
        if self.count == 1:
            return
        self._make_room()
        self._look(position, plans)
        seat: i64 = position.turn
        hand: i64 = position.hands[seat]
        answers: i64 = _LEAD
        if position.bar != 0:
            answers = _ANSWER
        best: i64 = -1000000000
        place: i64 = 0
        while place < self.plays.count:
            mask: i64 = self.plays.at(place)
            if mask == hand:  # nothing is better than going out
                self.plays.clear()
                self.plays.put(mask)
                self.count = 1
                return
            rating: i64 = self._rate_play(place, mask, hand & ~mask, seat, answers, plans)
            best = max(best, rating)
            place += 1
        if passing:
            rating = self._rate_pass(place, hand, position)
            best = max(best, rating)
        self.best = best

    def _make_room(self) -> None:
        while len(self.ratings) < self.count:
            self.ratings = append(self.ratings, 0)
            number: i64 = 0
            while number < FEATURES:
                self.answers = append(self.answers, 0)
                number += 1

    def _look(self, position: State, plans: Plans) -> None:
        """What all options of a turn have in common."""
        seat: i64 = position.turn
        hand: i64 = position.hands[seat]
        seen: i64 = hand
        fewest: i64 = 18
        self._sets_about = False
        other: i64 = 0
        while other < position.seats:
            seen |= position.dealt[other] & ~position.hands[other]
            if other != seat and position.is_in(position.inside, other):
                count: i64 = size(position.hands[other])
                fewest = min(fewest, count)
                if count >= RUN:
                    self._sets_about = True
            other += 1
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
        after: i64 = size(position.hands[position.after(seat, position.inside & ~BIT[seat])])
        self._next = _NEXT_CARDS[after]
        self._now = plans.fewest(hand, seat)
        self._waiting = size(position.inside & ~position.passed & ~BIT[seat] & ~BIT[position.owner])

    def _rate_play(self, place: i64, mask: i64, rest: i64, seat: i64, answers: i64, plans: Plans) -> i64:
        plays: i64 = _most(plans.fewest(rest, seat), _PLAYS)
        strength: i64 = self._strength(mask)
        cards: i64 = size(rest)
        turns: i64 = self.turns(rest, plays)
        near: i64 = _DANGER * answers + self._danger
        strong: i64 = _STRENGTH * answers + strength
        into: i64 = _INTO[strength]
        row: i64 = FEATURES * place
        self.answers[row] = _BY_DANGER + _STRENGTH * near + strength
        self.answers[row + 1] = _BY_REST + _CARDS * (_PLAYS * answers + plays) + cards
        self.answers[row + 2] = _BY_TURNS + _TURNS * near + turns
        self.answers[row + 3] = _BY_SPOILT + _SPOILT * strong + self._spoilt(plays)
        self.answers[row + 4] = _BY_HIGH + _FEW * (_HIGH * answers + _high(rest)) + _FEW_PLAYS[plays]
        self.answers[row + 5] = _BY_TOP + _FEW * (_TOP * answers + _top(mask)) + _FEW_CARDS[cards]
        self.answers[row + 6] = _BY_NEXT + _NEXT * answers + 4 * self._next + into
        self.answers[row + 7] = _BY_NEED + _TURNS * strong + turns
        self.answers[row + 8] = _BY_LOW + _LOW * near + _low(rest)
        self.answers[row + 9] = _BY_WAITING + _WAITING * strong + self._waiting
        return self._sum(place)

    def _rate_pass(self, place: i64, hand: i64, position: State) -> i64:
        bar: i64 = position.bar
        plays: i64 = _most(self._now, _PLAYS)
        strength: i64 = self._strength_of(bar)
        cards: i64 = size(hand)
        turns: i64 = self.turns(hand, plays)
        kind: i64 = _most((bar >> KIND_SHIFT) - 1, _SIZE)
        owner: i64 = _NEAR[size(position.hands[position.owner])]
        into: i64 = _INTO[strength]
        row: i64 = FEATURES * place
        self.answers[row] = _PASS_DANGER + _STRENGTH * self._danger + strength
        self.answers[row + 1] = _PASS_REST + _CARDS * plays + cards
        self.answers[row + 2] = _PASS_TURNS + _TURNS * self._danger + turns
        self.answers[row + 3] = _PASS_NEED + _TURNS * strength + turns
        self.answers[row + 4] = _PASS_HIGH + _FEW * _high(hand) + _FEW_PLAYS[plays]
        self.answers[row + 5] = _PASS_TOP + _FEW * self._top_of(bar) + _FEW_CARDS[cards]
        self.answers[row + 6] = _PASS_NEXT + 4 * self._next + into
        self.answers[row + 7] = _PASS_OWNER + _SIZE * (_WAITING * owner + self._waiting) + kind
        self.answers[row + 8] = _PASS_LOW + _LOW * self._danger + _low(hand)
        self.answers[row + 9] = _PASS_WAITING + _WAITING * strength + self._waiting
        return self._sum(place)

    def _sum(self, place: i64) -> i64:
        rating: i64 = 0
        row: i64 = FEATURES * place
        end: i64 = row + FEATURES
        while row < end:
            rating += self.weights[self.answers[row]]
            row += 1
        self.ratings[place] = rating
        return rating

    def _strength(self, mask: i64) -> i64:
        """How strong a play is."""
        if mask & (mask - 1) == 0:
            return _OVER[size(self._unseen & ~(mask | (mask - 1)))]
        count: i64 = size(mask)
        if count == 2:
            return self._strength_of_pair(mask)
        if count == 3:
            return self._strength_of_triple(mask)
        return self._strength_of(value(mask, self.compiled))

    def _strength_of(self, strength: i64) -> i64:
        kind: i64 = strength >> KIND_SHIFT
        within: i64 = strength & (BIT[KIND_SHIFT] - 1)
        if kind == 1:
            return _OVER[size(self._unseen & ~(within | (within - 1)))]
        if kind == 2:
            return self._strength_of_pair(within)
        if kind == 3:
            return self._strength_of_triple(within)
        if not self._sets_about:
            return _NO_ANSWER
        if kind == STRAIGHT:
            return 17 + _most(within >> 4, 4)
        if kind == FLUSH:
            return 21
        if kind == FULL_HOUSE:
            return 22 + (within + 1) // 8
        return 24

    def _strength_of_pair(self, mask: i64) -> i64:
        return _OVER_PAIR[size(self._pairs & ~(mask | (mask - 1)))]

    def _strength_of_triple(self, mask: i64) -> i64:
        return 14 + rank_of(mask) // 5

    def turns(self, hand: i64, plays: i64) -> i64:
        """How many plays of a hand may be beaten."""
        return _most(plays - size(ranks_in(hand & ~self._beaten)), _TURNS)

    def _spoilt(self, plays: i64) -> i64:
        """How many plays more the hand needs than before, the one just made included."""
        return _most(plays + 1 - self._now, _SPOILT)

    def _top_of(self, strength: i64) -> i64:
        kind: i64 = strength >> KIND_SHIFT
        return _top(strength & (BIT[KIND_SHIFT] - 1)) if kind < STRAIGHT else 26 + kind


def _most(number: i64, count: i64) -> i64:
    """A number as one of so many answers, the first and the last of which are for all beyond them too."""
    if number < 0:
        return 0
    return number if number < count else count - 1


def _top(mask: i64) -> i64:
    """The highest card, by one card, few, or a set."""
    rank: i64 = rank_of(mask)
    if mask & (mask - 1) == 0:
        return rank
    return 13 + rank if size(mask) < RUN else 26 + rank


def _high(hand: i64) -> i64:
    """How many 2s and aces a hand has."""
    return 5 * COUNT[(hand >> 48) & 15] + COUNT[(hand >> 44) & 15]


def _low(hand: i64) -> i64:
    """How many low cards of a hand are the only ones of their rank."""
    return _most(size(ranks_in(hand) & ~pairs_in(hand) & _LOW_CARDS), _LOW)


def play_out(position: State, plans: Plans, policy: Policy, rng: Rng) -> None:
    """Plays a deal that is open to its end."""
    while position.stage == PLAY:
        _move(position, policy.move(policy.choose(position, plans, rng)))


def _move(position: State, move: i64) -> None:
    """A play or a pass; who comes down to a last card calls it."""
    if position.compiled.pays_for_all:
        position.move(position.turn, move)  # who pays depends on what was put down last
    else:
        position.advance(move)
    if position.due != 0:
        position.declared |= position.due
        position.due = 0


def payoff(world: State, seat: i64, move: i64, plans: Plans, policy: Policy, rng: Rng) -> i64:
    """What a seat wins in a world after a move (NO_MOVE: none) of the seat whose turn it is."""
    position = world.copy()
    if move != NO_MOVE:
        _move(position, move)
    play_out(position, plans, policy, rng)
    return won(position, seat)

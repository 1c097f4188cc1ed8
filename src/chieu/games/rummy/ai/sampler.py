"""What a Chinese Rummy player that thinks goes by: what its own hand promises, and what the seat after it may hold.

A world is a guess at that hand. Rounds are not played on in it: their end depends so much on the cards still to come
that it takes thousands of play-outs to tell one discard from another. What is weighed instead is how many cards the
hand then lacks and in how many ways they may come, and whether the discard is one that the other hand is after.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, log
from typing import Any, Final, NamedTuple

from chieu.core.cards import Card
from chieu.core.rng import Rng
from chieu.games.rummy import hands
from chieu.games.rummy.ai.memory import Memory
from chieu.games.rummy.ai.opponent_model import Guesses
from chieu.games.rummy.ai.outs import Chances, Prospects
from chieu.games.rummy.hands import RUN, SET, CompiledRules, Meld
from chieu.games.rummy.messages import Action, Discard, Draw, LayDown, LayOff, Swap, Take, View
from chieu.games.rummy.rules import Rules

BATCH: Final = 64  # guesses that are carried through the round together
_CHANCE: Final = 0.03  # that an unseen card comes within the turns that count
_CARD: Final = 26.0  # points: what one card nearer to the contract is worth
_POINTS: Final = 0.25  # what a point less in the hand is worth
# The same when the next seat has laid down and may be out any turn, by how many cards lack.
_HURRIED: Final = ((20.0, 0.7), (20.0, 0.7), (8.0, 0.8), (3.0, 0.9))
_FITTING: Final = 25.0  # what it costs to throw a card that the next seat can lay off
_DOWN: Final = 30.0  # what it is worth to have laid down
_OUT: Final = 2 * _DOWN  # what it is worth to go out
_LEFT: Final = 5.0  # what it costs to have a card left then
# What is won in the end for each point of all that, as it turned out at two seats: luck evens much of it out, and where
# both have laid down, little is left to win.
_WON: Final = 0.55
_WON_AT_THE_END: Final = 0.15


class Way(NamedTuple):
    """How far a hand is from the contract: how many cards it lacks, and how many of the unseen ones are among those."""

    missing: int
    outs: int
    unseen: int

    @property
    def turns(self) -> int:
        """About how many draws that takes."""
        return ceil(self.missing * self.unseen / max(self.outs, 1))


class RummySampler:
    """What the options of a seat come to beside guesses at the hand of the seat after it."""

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Any], view: View, rng: Rng) -> None:
        self._seat = seat
        self._facts = tuple(facts)
        self._view = view
        self._seats = len(view.seats)
        self._compiled = hands.compile_rules(rules, self._seats)
        self._contract = self._compiled.contracts[view.round - 1]
        self._prospects = Prospects(self._compiled, self._contract, _chances())
        self._seed = rng.word() << 32 | rng.word()
        self._batches: dict[int, Guesses] = {}
        cards = view.seats[seat].cards
        assert cards is not None
        self._hand = cards
        self._down = view.seats[seat].laid_down
        self._next_down = view.seats[(seat + 1) % self._seats].laid_down
        self._melds = [_meld(self._compiled, one.kind == "run", one.owner, one.cards) for one in view.melds]
        self._fitting = _fits(self._compiled, self._melds)
        unseen = self._guessed(0, 0).unseen  # no guesses are needed for what is sure
        self._unseen = int(unseen[0]), int(unseen[1])
        self._own: dict[Action, float] = {}

    def options(self, actions: Sequence[Action]) -> Sequence[Action]:
        """There is something to find out about discards alone; all else is done as one's own hand wants it."""
        worth = [self._worth(action) for action in actions]
        best = max(worth)
        ranked = sorted(zip(worth, range(len(actions)), strict=True), key=lambda one: (-one[0], one[1]))
        if not isinstance(actions[ranked[0][1]], Discard):
            return [actions[ranked[0][1]]]
        return [actions[at] for own, at in ranked if own > best - _CARD]

    def weight(self, number: int) -> float:
        return float(self._batch(number // BATCH).weights[number % BATCH])

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        guesses = self._batch(number // BATCH)
        ahead, wanted = -_DOWN, self._fitting
        if not self._next_down:
            ahead = _CARD * int(guesses.missing(number % BATCH))
            wanted = int(guesses.prospects.outs | self._compiled.wild)
        cost = _FITTING if self._next_down else _CARD
        won = _WON_AT_THE_END if self._down and self._next_down else _WON
        return [
            won * (ahead + self._worth(one) - (cost if _throws(one, wanted) and not self._goes_out(one) else 0.0))
            for one in actions
        ]

    @property
    def doubt(self) -> float:
        return 0.0

    def exact(self, actions: Sequence[Action]) -> Sequence[float] | None:
        del actions
        return None

    def way(self, cards: Sequence[Card]) -> Way:
        """How far these cards are from the contract."""
        missing, _, _ = self._look(cards)
        outs = int(self._prospects.outs | self._compiled.wild)
        once, twice = self._unseen
        return Way(missing, (outs & once).bit_count() + (outs & twice).bit_count(), _count(once, twice))

    def wanted(self, card: Card) -> float:
        """How likely the seat after this one is after a card."""
        if self._next_down:
            return float(self._fitting >> card & 1)
        guesses, found = self._batch(0), 0.0
        for number in range(BATCH):
            guesses.missing(number)
            if (guesses.prospects.outs | self._compiled.wild) >> card & 1:
                found += float(guesses.weights[number])
        return found / sum(float(one) for one in guesses.weights)

    def _batch(self, number: int) -> Guesses:
        if number not in self._batches:
            self._batches[number] = self._guessed(BATCH, number)
        return self._batches[number]

    def _guessed(self, count: int, batch: int) -> Guesses:
        """So many guesses that have been carried through all that the seat was told."""
        guesses = Guesses(self._compiled, self._contract, self._prospects, count, Rng(self._seed, batch))
        memory = Memory(self._seat, self._seats, guesses)
        for fact in self._facts:
            memory.see(fact)
        return guesses

    def _worth(self, action: Action) -> float:
        """What an action does for one's own hand, in points."""
        if self._goes_out(action):
            return _OUT
        if not self._own:
            self._weigh()
        if action not in self._own:
            self._own[action] = self._laid_down(action) if isinstance(action, LayDown) else self._added(action)
        return self._own[action]

    def _goes_out(self, action: Action) -> bool:
        """RM-10: whether it is the last of the hand that goes: one way to win the round is as good as another."""
        gone = sum(map(len, action.melds)) if isinstance(action, LayDown) else isinstance(action, Discard | LayOff)
        return gone == len(self._hand)

    def _weigh(self) -> None:
        """Draws and discards."""
        if self._view.phase == "draw":
            self._weigh_draws()
        elif self._down:
            for card in self._hand:
                self._own[Discard(card)] = self._after_laying_down(len(self._hand) - 1) + _POINTS * self._points(card)
        else:
            self._weigh_discards()

    def _weigh_draws(self) -> None:
        card = self._view.discard
        if self._down:
            self._own[Draw()] = self._after_laying_down(len(self._hand))
            fits = card is not None and self._fitting >> card & 1
            self._own[Take()] = self._own[Draw()] + (_LEFT if fits else -_LEFT)
            return
        missing, promise, _ = self._look(self._hand)
        outs = int(self._prospects.outs | self._compiled.wild)
        once, twice = self._unseen
        coming = (outs & once).bit_count() + (outs & twice).bit_count()
        self._own[Draw()] = -_CARD * (missing - coming / max(_count(once, twice), 1))
        if card is not None:
            then, promised, losses = self._look((*self._hand, card))
            kept = promised - min(losses[one] for one in self._hand)
            gain = 1.0 - (promised - kept) / promised if then < missing else _log_share(kept, promise)
            self._own[Take()] = -_CARD * (missing - gain)

    def _weigh_discards(self) -> None:
        missing, promise, losses = self._look(self._hand)
        nearer, point = _HURRIED[min(missing, len(_HURRIED) - 1)] if self._next_down else (_CARD, _POINTS)
        for card in self._hand:
            share = 1.0 if self._compiled.is_wild(card) else losses[card] / promise
            self._own[Discard(card)] = -_CARD * missing - nearer * share + point * self._points(card)

    def _look(self, cards: Sequence[Card]) -> tuple[int, float, Sequence[float]]:
        """How many cards some lack, what they promise, and how much of that goes with each."""
        once, twice = _masks(cards)
        self._prospects.look(once, twice, *self._unseen, 1)
        promise = max(float(self._prospects.promise), 1e-30)
        return int(self._prospects.missing), promise, [float(one) for one in self._prospects.losses]

    def _laid_down(self, action: LayDown) -> float:
        """What goes off at once with a way to lay down, and how many unseen cards would go off after it."""
        kinds = self._contract.kinds
        melds = [*self._melds]
        left = list(self._hand)
        for at, cards in enumerate(action.melds):
            melds.append(hands.meld_of(self._compiled, kinds[at], self._seat, cards))
            for card in cards:
                left.remove(card)
        left = _laid_off(self._compiled, melds, left)
        fits, (once, twice) = _fits(self._compiled, melds), self._unseen
        open_to = (fits & once).bit_count() + (fits & twice).bit_count()
        points = sum(map(self._points, left))
        return self._after_laying_down(max(len(left) - 1, 0)) + open_to / 100 - points / 1000

    def _added(self, action: Action) -> float:
        """Laying off comes before all else: naturals first, so that no wild takes their place, wilds last."""
        late = 1 if isinstance(action, Swap) else 2 * int(isinstance(action, LayOff) and self._is_wild(action.card))
        return self._after_laying_down(max(len(self._hand) - 2, 0)) + _LEFT - late

    def _after_laying_down(self, left: int) -> float:
        return _OUT if left == 0 else _DOWN - _LEFT * left

    def _is_wild(self, card: Card) -> bool:
        return bool(self._compiled.is_wild(card))

    def _points(self, card: Card) -> int:
        return int(self._compiled.points(1 << card, 0))


def _count(once: int, twice: int) -> int:
    return once.bit_count() + twice.bit_count()


def _throws(action: Action, wanted: int) -> bool:
    """Whether an action is to throw away one of these cards."""
    return isinstance(action, Discard) and bool(wanted >> action.card & 1)


def _log_share(promise: float, before: float) -> float:
    """What more ways to complete a hand are worth beside one card nearer."""
    return max(min(log(max(promise, 1e-30) / before) / log(1 / _CHANCE), 0.9), -1.0)


def _laid_off(compiled: CompiledRules, melds: list[Meld], cards: list[Card]) -> list[Card]:
    """Lays off all that fits, naturals first; gives what is left."""
    left = sorted(cards, key=lambda card: (bool(compiled.is_wild(card)), card))
    for card in left:
        for at, meld in enumerate(melds):
            for side in range(3):
                if int(meld.takes(side, compiled)) >> card & 1:
                    melds[at] = meld.with_card(card, side)
                    left.remove(card)
                    return _laid_off(compiled, melds, left)
    return left


def _fits(compiled: CompiledRules, melds: Sequence[Meld]) -> int:
    out = 0
    for meld in melds:
        out |= int(meld.fits(compiled))
    return out


def _meld(compiled: CompiledRules, is_run: bool, owner: int, cards: tuple[Card, ...]) -> Meld:
    return hands.meld_of(compiled, RUN if is_run else SET, owner, cards)


def _masks(cards: Sequence[Card]) -> tuple[int, int]:
    once = twice = 0
    for card in cards:
        twice |= once & (1 << card)
        once |= 1 << card
    return once, twice


@lru_cache(maxsize=1)
def _chances() -> Chances:
    return Chances(_CHANCE)

"""Sampler of Chinese Rummy: values the own hand, and samples the next seat's from an opponent model.

A world is one sampled hand of that seat. There are no rollouts: the end of a round depends so much on the cards to come
that telling two discards apart would take thousands of them. Instead an option is valued by how many cards the hand
then lacks, how many ways there are to get them, and whether the discard helps the other hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from math import ceil, log
from typing import Any, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Card
from chieu.core.extras import Sampler
from chieu.core.rng import Rng
from chieu.games.rummy import hands
from chieu.games.rummy.ai.opponent_model import OpponentModel
from chieu.games.rummy.ai.outs import DrawChances, OutsSearch
from chieu.games.rummy.hands import CompiledRules, Meld, drop, fitting, masks_of, melds_of, put
from chieu.games.rummy.messages import (
    Action,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drawn,
    LaidDown,
    LaidOff,
    LayDown,
    LayOff,
    Reshuffled,
    Swap,
    Swapped,
    Take,
    Taken,
    View,
)
from chieu.games.rummy.rules import Rules

BATCH: Final = 64  # particles that are carried through the round together
_CHANCE: Final = 0.03  # that an unseen card arrives within the turns that count
_CARD_VALUE: Final = 26.0  # points: value of being one card nearer to the contract
_POINT_VALUE: Final = 0.25  # value of a point less in the hand
# Both values if the next seat has laid down and may go out any turn, by the number of cards lacking.
_WHEN_NEXT_IS_DOWN: Final = ((20.0, 0.7), (20.0, 0.7), (8.0, 0.8), (3.0, 0.9))
_FITTING_DISCARD_COST: Final = 25.0  # cost of discarding a card that the next seat can lay off
_DOWN_VALUE: Final = 30.0  # value of having laid down
_OUT_VALUE: Final = 2 * _DOWN_VALUE  # value of going out
_CARD_LEFT_COST: Final = 5.0  # cost of each card left after laying down
# Chips won per point of value, measured at two seats. Luck decides much of a round, and little is left to win once both
# seats have laid down.
_PAYOFF_PER_POINT: Final = 0.55
_PAYOFF_PER_POINT_BOTH_DOWN: Final = 0.15


_draw_chances: Final = cache(DrawChances)


class Distance(NamedTuple):
    """Distance of a hand from the contract: cards lacking, and how many of the unseen cards are outs."""

    missing: int
    outs: int
    unseen: int

    @property
    def turns(self) -> int:
        """Estimate the number of draws needed."""
        return ceil(self.missing * self.unseen / max(self.outs, 1))


class Memory:
    """Follows a round from `seat`; `model` describes the next seat, which is offered its discards."""

    def __init__(self, seat: int, seats: int, model: OpponentModel) -> None:
        self._seat = seat
        self._next = (seat + 1) % seats
        self._model = model
        self._taken = [vec[i64]([0, 0]) for _ in range(seats)]  # cards each seat took face up and still holds
        self._dead = vec[i64]([0, 0])
        self._top: Card | None = None

    def see(self, fact: Any) -> None:
        """Process one more fact."""
        model = self._model
        match fact:
            case Dealt(count=count, up=up, cards=cards):
                pack = (1 << 54) - 1
                unseen = vec[i64]([pack, pack if len(self._taken) > 2 else 0])
                for card in cards if up is None else (*cards, up):
                    drop(unseen, 0, card)
                self._top = up
                model.deal(unseen[0], unseen[1], count)
            case Drawn(seat=seat, cards=cards):
                if seat == self._next:
                    if self._top is not None:
                        model.passed(self._top)
                    model.drew()
                for card in cards:
                    model.exclude(card)
            case Taken(seat=seat, card=card):
                self._top = None
                if seat == self._next:
                    model.took(card)
                else:
                    put(self._taken[seat], 0, card)
            case Discarded(seat=seat, card=card):
                if seat == self._next:
                    model.discarded(card)
                else:
                    self._lose_card(seat, card)
                if self._top is not None:
                    put(self._dead, 0, self._top)
                self._top = card
            case LaidDown(seat=seat, melds=melds):
                model.down = model.down or seat == self._next
                for card in chain(*melds):
                    self._lose_card(seat, card)
            case LaidOff(seat=seat, card=card):
                self._lose_card(seat, card)
            case Swapped(seat=seat, card=card, wild=wild):
                self._lose_card(seat, card)
                if seat == self._next:
                    model.gained(wild)
                else:
                    put(self._taken[seat], 0, wild)
            case Reshuffled():
                model.reshuffled(self._dead[0], self._dead[1])
                self._dead = vec[i64]([0, 0])

    def _lose_card(self, seat: int, card: Card) -> None:
        """Record that a card left a hand face up; exclude it unless it had been taken face up."""
        taken = self._taken[seat]
        if seat == self._next:
            self._model.played(card)
        elif taken[0] & (1 << card):
            drop(taken, 0, card)
        elif seat != self._seat:
            self._model.exclude(card)


class RummySampler(Sampler):
    """Values a seat's options against sampled hands of the next seat."""

    batch = BATCH

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Any], view: View, rng: Rng) -> None:
        self._seat = seat
        self._facts = tuple(facts)
        self._view = view
        self._seats = len(view.seats)
        self._compiled = hands.compile_rules(rules, self._seats)
        self._contract = self._compiled.contracts[view.round - 1]
        self._search = OutsSearch(self._compiled, self._contract, _draw_chances(_CHANCE))
        self._seed = rng.word() << 32 | rng.word()
        self._batches: dict[int, OpponentModel] = {}
        cards = view.seats[seat].cards
        assert cards is not None
        self._hand = cards
        self._down = view.seats[seat].laid_down
        self._next_down = view.seats[(seat + 1) % self._seats].laid_down
        self._melds = melds_of(self._compiled, view.melds)
        self._fitting = int(fitting(self._compiled, self._melds))
        unseen = self._track(0, 0).unseen  # no particles needed: the unseen cards are certain
        self._unseen = int(unseen[0]), int(unseen[1])
        self._values: dict[Action, float] = {}

    def options(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Return the best action, or all discards that come close to the best discard."""
        values = [self._value(action) for action in actions]
        best = max(values)
        ranked = sorted(zip(values, range(len(actions)), strict=True), key=lambda entry: (-entry[0], entry[1]))
        if not isinstance(actions[ranked[0][1]], Discard):
            return [actions[ranked[0][1]]]
        return [actions[at] for value, at in ranked if value > best - _CARD_VALUE]

    def weight(self, number: int) -> float:
        return float(self._batch(number // BATCH).weights[number % BATCH])

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        model = self._batch(number // BATCH)
        ahead, wanted = -_DOWN_VALUE, self._fitting
        if not self._next_down:
            ahead = _CARD_VALUE * int(model.missing(number % BATCH))
            wanted = int(model.search.outs | self._compiled.wild)
        cost = _FITTING_DISCARD_COST if self._next_down else _CARD_VALUE
        per_point = _PAYOFF_PER_POINT_BOTH_DOWN if self._down and self._next_down else _PAYOFF_PER_POINT
        payoffs = []
        for action in actions:
            discards_wanted = isinstance(action, Discard) and wanted >> action.card & 1
            helps_next = discards_wanted and not self.goes_out(action)
            payoffs.append(per_point * (ahead + self._value(action) - (cost if helps_next else 0.0)))
        return payoffs

    def distance(self, cards: Sequence[Card]) -> Distance:
        """Return the distance of these cards from the contract."""
        missing, _, _ = self._evaluate(cards)
        outs = int(self._search.outs | self._compiled.wild)
        once, twice = self._unseen
        return Distance(missing, _count(outs & once, outs & twice), _count(once, twice))

    def fits(self, card: Card) -> bool:
        """Return whether a seat that has laid down could lay off a card."""
        return bool(self._fitting >> card & 1)

    def wanted(self, card: Card) -> float:
        """Return the probability that the next seat wants a card."""
        if self._next_down:
            return float(self.fits(card))
        model, weight_sum = self._batch(0), 0.0
        for number in range(BATCH):
            model.missing(number)
            if (model.search.outs | self._compiled.wild) >> card & 1:
                weight_sum += float(model.weights[number])
        return weight_sum / sum(float(weight) for weight in model.weights)

    def _batch(self, number: int) -> OpponentModel:
        if number not in self._batches:
            self._batches[number] = self._track(BATCH, number)
        return self._batches[number]

    def _track(self, count: int, batch: int) -> OpponentModel:
        """Build an opponent model of `count` particles and replay all facts the seat has seen."""
        model = OpponentModel(self._compiled, self._contract, self._search, count, Rng(self._seed, batch))
        memory = Memory(self._seat, self._seats, model)
        for fact in self._facts:
            memory.see(fact)
        return model

    def _value(self, action: Action) -> float:
        """Return the value of an action for the seat's own hand, in points."""
        if self.goes_out(action):
            return _OUT_VALUE
        if not self._values:
            self._value_moves()
        if action not in self._values:
            self._values[action] = (
                self._lay_down_value(action) if isinstance(action, LayDown) else self._lay_off_value(action)
            )
        return self._values[action]

    def goes_out(self, action: Action) -> bool:
        """RM-10: return whether the action plays the last card. All ways to win the round are equally good."""
        gone = sum(map(len, action.melds)) if isinstance(action, LayDown) else isinstance(action, Discard | LayOff)
        return gone == len(self._hand)

    def _value_moves(self) -> None:
        """Value the draws, or the discards."""
        if self._view.phase == "draw":
            self._value_draws()
        elif self._down:
            base = self._value_once_down(len(self._hand) - 1)
            for card in self._hand:
                self._values[Discard(card)] = base + _POINT_VALUE * self.points(card)
        else:
            self._value_discards()

    def _value_draws(self) -> None:
        card = self._view.discard
        if self._down:
            self._values[Draw()] = self._value_once_down(len(self._hand))
            fits = card is not None and self._fitting >> card & 1
            self._values[Take()] = self._values[Draw()] + (_CARD_LEFT_COST if fits else -_CARD_LEFT_COST)
            return
        missing, completion, _ = self._evaluate(self._hand)
        outs = int(self._search.outs | self._compiled.wild)
        once, twice = self._unseen
        chance = _count(outs & once, outs & twice) / max(_count(once, twice), 1)
        self._values[Draw()] = -_CARD_VALUE * (missing - chance)
        if card is not None:
            then, then_completion, losses = self._evaluate((*self._hand, card))
            after_discard = then_completion - min(losses[held] for held in self._hand)
            if then < missing:
                gain = 1.0 - (then_completion - after_discard) / then_completion
            else:  # more ways to complete the hand, relative to being one card nearer
                gain = max(min(log(max(after_discard, 1e-30) / completion) / log(1 / _CHANCE), 0.9), -1.0)
            self._values[Take()] = -_CARD_VALUE * (missing - gain)

    def _value_discards(self) -> None:
        missing, completion, losses = self._evaluate(self._hand)
        nearer, point = _CARD_VALUE, _POINT_VALUE
        if self._next_down:
            nearer, point = _WHEN_NEXT_IS_DOWN[min(missing, len(_WHEN_NEXT_IS_DOWN) - 1)]
        for card in self._hand:
            share = 1.0 if self._compiled.is_wild(card) else losses[card] / completion
            self._values[Discard(card)] = -_CARD_VALUE * missing - nearer * share + point * self.points(card)

    def _evaluate(self, cards: Sequence[Card]) -> tuple[int, float, Sequence[float]]:
        """Return how many cards a hand lacks, its completion weight, and each card's share of that weight."""
        self._search.evaluate(*masks_of(cards), *self._unseen, 1)
        completion = max(float(self._search.completion), 1e-30)
        return int(self._search.missing), completion, [float(loss) for loss in self._search.losses]

    def _lay_down_value(self, action: LayDown) -> float:
        """Value a lay-down by the cards left after laying off, and the unseen cards that would fit."""
        kinds = self._contract.kinds
        melds = [*self._melds]
        left = list(self._hand)
        for at, cards in enumerate(action.melds):
            melds.append(hands.meld_of(self._compiled, kinds[at], self._seat, cards))
            for card in cards:
                left.remove(card)
        left = _lay_off_all(self._compiled, melds, left)
        fits, (once, twice) = int(fitting(self._compiled, melds)), self._unseen
        open_to = _count(fits & once, fits & twice)
        points = sum(map(self.points, left))
        return self._value_once_down(max(len(left) - 1, 0)) + open_to / 100 - points / 1000

    def _lay_off_value(self, action: Action) -> float:
        """Value a lay-off above all else: naturals first, so that no wild takes their place, wilds last."""
        is_wild = isinstance(action, LayOff) and self._compiled.is_wild(action.card)
        late = 1 if isinstance(action, Swap) else 2 * int(is_wild)
        return self._value_once_down(max(len(self._hand) - 2, 0)) + _CARD_LEFT_COST - late

    def _value_once_down(self, left: int) -> float:
        return _OUT_VALUE if left == 0 else _DOWN_VALUE - _CARD_LEFT_COST * left

    def points(self, card: Card) -> int:
        """Return what a card counts in the hand at the end."""
        return int(self._compiled.points(1 << card, 0))


def _count(once: int, twice: int) -> int:
    return once.bit_count() + twice.bit_count()


def _lay_off_all(compiled: CompiledRules, melds: list[Meld], cards: list[Card]) -> list[Card]:
    """Lay off all that fits, naturals first, and return the cards left."""
    left = sorted(cards, key=lambda card: (bool(compiled.is_wild(card)), card))
    for card in left:
        for at, meld in enumerate(melds):
            for side in range(3):
                if int(meld.takes(side, compiled)) >> card & 1:
                    melds[at] = meld.with_card(card, side)
                    left.remove(card)
                    return _lay_off_all(compiled, melds, left)
    return left

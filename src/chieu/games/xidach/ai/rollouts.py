"""Determinized rollouts of Xì Dách: sample the hidden hands, then play on by two-seat strategies.

Hidden hands are sampled one after the other by rejection, until each is one that its seat would have played as it did.
With more than two seats, the dealer compares with players against whom it would stop and draws against the others; if
it may not compare, it does what is right for most of the stakes.
Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import DECK, Card
from chieu.core.rng import Rng
from chieu.games.xidach.ai.two_player import all_hands
from chieu.games.xidach.hands import EMPTY, NONE, TOP, add, cards_of, first, points, size, special
from chieu.games.xidach.state import COMPARE, DEALER, DRAW, LEFT, OVER, SHUFFLE, SIDE, STAKE, STAKES, STAND, State

_TRIES: Final = 400
_FEWEST: Final = 2
_RESOLUTION: Final = 1000000
_DEVIATION: Final = 0.02  # people deviate from optimal play


class Rollouts:
    """Rollouts for one seat.

    `view_state` is the deal with empty hands where the seat cannot see them; `counts` are the sizes of all hands. The
    strategies are each hand's probability of drawing.
    """

    def __init__(
        self,
        view_state: State,
        seat: i64,
        counts: list[int],
        player_strategy: vec[float],
        dealer_strategies: list[vec[float]],
        seed: i64,
    ) -> None:
        self._view_state = view_state
        self._seat: i64 = seat
        self._counts = counts
        self._player_strategy = player_strategy
        self._dealer_strategies = dealer_strategies
        self._seed: i64 = seed
        self._hands = all_hands()

    def payoffs(self, number: i64, moves: list[int]) -> list[int]:
        """Return the seat's payoff in world `number` for each of these moves, all with the same RNG stream."""
        sampled = self._determinize(Rng(self._seed, 2 * number))
        out: list[int] = []
        for move in moves:
            state = sampled.copy()
            state.move(self._seat, move)
            self._roll_out(state, Rng(self._seed, 2 * number + 1))
            out.append(state.won[self._seat])
        return out

    def _determinize(self, rng: Rng) -> State:
        """Return a state with the hidden hands and the stock sampled."""
        state = self._view_state.copy()
        if state.stage <= SHUFFLE:
            return state
        seen: set[int] = set()
        for hand in state.hands:
            seen.update(cards_of(hand))
        rest = [card for card in DECK if card not in seen]
        for seat in range(state.seats):
            count = self._counts[seat]
            if size(state.hands[seat]) < count:
                hand = self._sample_hand(state, seat, count, rest, rng)
                for card in cards_of(hand):
                    rest.remove(card)
                state.hands[seat] = hand
        state.order = rng.shuffled(tuple(rest))
        state.dealt = 0
        return state

    def _sample_hand(self, state: State, seat: i64, count: i64, rest: list[Card], rng: Rng) -> i64:
        """Sample a hand that is consistent with how its seat has played; give up after `_TRIES`."""
        hand: i64 = EMPTY
        for _ in range(_TRIES):
            hand = EMPTY
            left = rest[:]
            for _ in range(count):
                hand = add(hand, left.pop(rng.below(len(left))))
            if special(first(hand, _FEWEST)) == NONE and self._is_consistent(state, seat, hand, rng):
                break
        return hand

    def _is_consistent(self, state: State, seat: i64, hand: i64, rng: Rng) -> bool:
        """Decide at random whether a player would have drawn to this hand, and stopped with it if it did."""
        if seat == state.dealer:
            return True  # it has its two starting cards, and it is not its turn
        for taken in range(_FEWEST, int(size(hand))):
            before = first(hand, taken)
            if points(before, state.compiled) > TOP or not _happens(self._draw_probability(before), rng):
                return False
        return not state.has_finished(seat) or _happens(1.0 - self._draw_probability(hand), rng)

    def _draw_probability(self, hand: i64) -> float:
        """Return a player's probability of drawing, clamped to [2 %, 98 %] where it has a choice."""
        probability = self._player_strategy[self._hands.index_of(hand)]
        compiled = self._view_state.compiled
        has_choice = compiled.player_must_draw_below <= points(hand, compiled) <= TOP and size(hand) < 5
        return min(max(probability, _DEVIATION), 1.0 - _DEVIATION) if has_choice else probability

    def _roll_out(self, state: State, rng: Rng) -> None:
        """Play to the end of the deal by the strategies."""
        while state.stage != OVER:
            if state.stage == SHUFFLE:
                state.deal(rng.shuffled(DECK))
            elif state.stage == STAKES:
                for seat in state.waiting():
                    state.move(seat, STAKE + state.compiled.stake_min)
            elif state.stage == SIDE:
                state.move(state.dealer, LEFT)
            elif state.stage == DEALER:
                state.move(state.dealer, self._dealer_move(state, rng))
            else:
                seat = state.seat_to_move()
                draw = _happens(self._player_strategy[self._hands.index_of(state.hands[seat])], rng)
                state.move(seat, DRAW if draw else STAND)

    def _dealer_move(self, state: State, rng: Rng) -> i64:
        """Choose the dealer's move: compare, draw or stand."""
        moves = state.moves(state.dealer)
        if len(moves) == 1:
            return moves[0]
        index = self._hands.index_of(state.hands[state.dealer])
        draw_stakes = stop_stakes = 0.0
        settle: i64 = -1
        for seat in range(state.seats):
            if seat != state.dealer and not state.is_settled(seat):
                probability = self._dealer_strategies[int(size(state.hands[seat])) - _FEWEST][index]
                draw_stakes += state.stakes[seat] * probability
                stop_stakes += state.stakes[seat] * (1.0 - probability)
                if probability < 0.5:
                    settle = COMPARE + seat
        if DRAW not in moves:
            return STAND
        if settle in moves:
            return settle if draw_stakes > 0.0 else STAND
        if state.seats == 2:
            return DRAW if _happens(draw_stakes / (draw_stakes + stop_stakes), rng) else STAND
        return DRAW if draw_stakes > stop_stakes else STAND


def _happens(probability: float, rng: Rng) -> bool:
    """Return True with this probability."""
    return probability > 0.0 and (probability >= 1.0 or rng.below(_RESOLUTION) < int(probability * _RESOLUTION))

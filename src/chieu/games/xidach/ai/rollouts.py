"""Xì Dách deals as they may be for one seat, and played on as best play of two seats would. Compiled where it can be.

Hidden hands are drawn one after the other, each again and again until it is one that its seat would have played as it
did. With more than two seats a dealer settles with whoever it would stop against, and draws against the others; who may
not compare goes by what most of the stakes want.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chieu.core.cards import DECK, Card
from chieu.core.rng import Rng
from chieu.games.xidach.ai.two_player import VALUES, all_hands
from chieu.games.xidach.hands import EMPTY, NONE, TOP, add, card_at, cards_of, first, points, size, special, worth
from chieu.games.xidach.state import COMPARE, DEALER, DRAW, LEFT, OVER, SHUFFLE, SIDE, STAKE, STAKES, STAND, State

_TRIES: Final = 400
_FEWEST: Final = 2
_LOTS: Final = 1000000
_UNLIKE: Final = 0.02  # how often people do what best play never does


class Worlds:
    """What a seat may take for real. `now` is the deal with nothing in the hands that it cannot see, whose sizes are
    `counts`; `player` and `dealers` are plans, how often each hand draws."""

    def __init__(
        self, now: State, seat: i64, counts: list[int], player: list[float], dealers: list[list[float]], seed: i64
    ) -> None:
        self._now = now
        self._seat: i64 = seat
        self._counts = counts
        self._player = player
        self._dealers = dealers
        self._seed: i64 = seed
        self._places: dict[int, int] = {}
        for place, held in enumerate(all_hands().held):
            self._places[_key_of(held)] = place

    def payoffs(self, number: i64, moves: list[int]) -> list[int]:
        """What the seat wins in a world with each of these moves; all have the same luck."""
        world = self._drawn(Rng(self._seed, 2 * number))
        out: list[int] = []
        for move in moves:
            position = world.copy()
            position.move(self._seat, move)
            self._play_on(position, Rng(self._seed, 2 * number + 1))
            out.append(position.won[self._seat])
        return out

    def _drawn(self, rng: Rng) -> State:
        position = self._now.copy()
        if position.stage <= SHUFFLE:
            return position
        seen: set[int] = set()
        for hand in position.hands:
            seen.update(cards_of(hand))
        rest = [card for card in DECK if card not in seen]
        for seat in range(position.seats):
            count = self._counts[seat]
            if size(position.hands[seat]) < count:
                hand = self._dealt(position, seat, count, rest, rng)
                for card in cards_of(hand):
                    rest.remove(card)
                position.hands[seat] = hand
        position.order = rng.shuffled(tuple(rest))
        position.dealt = 0
        return position

    def _dealt(self, position: State, seat: i64, count: i64, rest: list[Card], rng: Rng) -> i64:
        """A hand that its seat may have."""
        hand: i64 = EMPTY
        for _ in range(_TRIES):
            hand = EMPTY
            left = rest[:]
            for _ in range(count):
                hand = add(hand, left.pop(rng.below(len(left))))
            if special(first(hand, _FEWEST)) == NONE and self._would(position, seat, hand, rng):
                break
        return hand

    def _would(self, position: State, seat: i64, hand: i64, rng: Rng) -> bool:
        """Whether a seat that has so many cards may have come by this hand, and stopped with it if it has."""
        if seat == position.dealer:
            return True  # two cards, and not its turn
        for taken in range(_FEWEST, int(size(hand))):
            before = first(hand, taken)
            if points(before, position.compiled) > TOP or not _comes_up(self._draws(before), rng):
                return False
        stopped = position.stage == DEALER
        for place in range(position.turn):
            stopped = stopped or position.player_at(place) == seat
        return not stopped or _comes_up(1.0 - self._draws(hand), rng)

    def _draws(self, hand: i64) -> float:
        """How often a player draws to a hand. What best play never does people do now and then, if they may."""
        share = self._player[self._place(hand)]
        may = self._now.compiled.player_must_draw_below <= points(hand, self._now.compiled) <= TOP and size(hand) < 5
        return min(max(share, _UNLIKE), 1.0 - _UNLIKE) if may else share

    def _place(self, hand: i64) -> int:
        key: i64 = 0
        for at in range(size(hand)):
            key += _PLACES[worth(card_at(hand, at)) - 1]
        return self._places[key]

    def _play_on(self, position: State, rng: Rng) -> None:
        while position.stage != OVER:
            if position.stage == SHUFFLE:
                position.deal(rng.shuffled(DECK))
            elif position.stage == STAKES:
                for seat in position.waiting():
                    position.move(seat, STAKE + position.compiled.stake_min)
            elif position.stage == SIDE:
                position.move(position.dealer, LEFT)
            elif position.stage == DEALER:
                position.move(position.dealer, self._dealer_s(position, rng))
            else:
                seat = position.seat_to_move()
                draw = _comes_up(self._player[self._place(position.hands[seat])], rng)
                position.move(seat, DRAW if draw else STAND)

    def _dealer_s(self, position: State, rng: Rng) -> i64:
        """The dealer's move."""
        may = position.moves(position.dealer)
        if len(may) == 1:
            return may[0]
        place = self._place(position.hands[position.dealer])
        drawing = stopping = 0.0
        settle: i64 = -1
        for seat in range(position.seats):
            if seat != position.dealer and not position.is_settled(seat):
                share = self._dealers[int(size(position.hands[seat])) - _FEWEST][place]
                drawing += position.stakes[seat] * share
                stopping += position.stakes[seat] * (1.0 - share)
                if share < 0.5:
                    settle = COMPARE + seat
        if DRAW not in may:
            return STAND
        if settle in may:
            return settle if drawing > 0.0 else STAND
        if position.seats == 2:
            return DRAW if _comes_up(drawing / (drawing + stopping), rng) else STAND
        return DRAW if drawing > stopping else STAND


_PLACES: Final = [8**value for value in range(VALUES)]


def _key_of(held: list[int]) -> int:
    key = 0
    for value in range(VALUES):
        key += held[value] * _PLACES[value]
    return key


def _comes_up(share: float, rng: Rng) -> bool:
    return share > 0.0 and (share >= 1.0 or rng.below(_LOTS) < int(share * _LOTS))

"""A Xì Dách deal at two seats as numbers: every hand, who may do what with it, what every pair of hands is worth.

Suits do not matter and neither does the order in which cards came, so a hand is how many of each of ten values it
holds. What may be done and what is won is asked of the kernel, hand by hand; nothing of the rules is said here again.
Comparing with the only player there is settles the deal, as standing does: for both the word here is to stop.
Compiled where it can be.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import DECK
from chieu.games.xidach.hands import (
    NONE,
    CompiledRules,
    add,
    compile_rules,
    kind,
    points,
    size,
    special,
    stakes_won,
    worth,
)
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.state import DEALER, DRAW, PLAYERS, STAND, State

VALUES: Final = 10  # ace, 2 to 9, ten
MAY_DRAW: Final = 1
MAY_STOP: Final = 2
_CARDS: Final = 52
_HOST: Final = 0  # seats of the positions that the kernel is asked about: the host deals
_GUEST: Final = 1


class Hands:
    """Every hand that can come about at two seats, fewer cards first. The same for every sheet.

    First hands that end the deal at once (XD-13) are not among them, and nor is what only they could become.
    """

    def __init__(self) -> None:
        self.cards: list[int] = []  # a hand of the kernel's that stands for all of these values
        self.held: list[list[int]] = []  # how many of each value
        self.before: list[int] = []  # a hand that this one can have come of; -1: it is the first two cards
        self.came: list[int] = []  # the value that made this one of it
        self.after: list[int] = []  # ten a hand: what one more card of each value makes of it, or -1
        self.orders: list[float] = []  # in how many orders the first two cards can have come; 0 for larger hands
        self._found: dict[tuple[int, ...], int] = {}
        for hand, low, high in first_hands():
            if special(hand) == NONE:
                held = [0] * VALUES
                held[low] += 1
                held[high] += 1
                self._keep(held, hand, -1, high, 1.0 if low == high else 2.0)
        compiled = compile_rules(Rules())  # whether one may draw is the same on every sheet
        place = 0
        while place < len(self.cards):
            if moves(compiled, self.cards[place], False) & MAY_DRAW:
                for value in range(VALUES):
                    self._draw(place, value)
            place += 1

    def place_of(self, held: list[int]) -> int:
        """Where a hand stands that holds so many of each value."""
        return self._found[tuple(held)]

    def _draw(self, place: int, value: int) -> None:
        held = self.held[place][:]
        cards = cards_worth(value)
        if held[value] < len(cards):
            hand = add(self.cards[place], cards[held[value]])
            held[value] += 1
            self.after[VALUES * place + value] = self._keep(held, hand, place, value, 0.0)

    def _keep(self, held: list[int], hand: int, before: int, came: int, orders: float) -> int:
        key = tuple(held)
        if key not in self._found:
            self._found[key] = len(self.cards)
            self.cards.append(hand)
            self.held.append(held)
            self.before.append(before)
            self.came.append(came)
            self.after.extend([-1] * VALUES)
            self.orders.append(orders)
        return self._found[key]


class Duel:
    """One sheet at two seats: the hands, what may be done with them, and what each pair wins the player in stakes.

    `worth` has a row for every hand that the player may stop with and a column for every one that the dealer may: what
    the player wins, times how likely it is that the cards come so, in one order. Cards are never put back.
    """

    def __init__(self, rules: Rules) -> None:
        compiled = compile_rules(rules)
        hands = all_hands()
        self.hands = hands
        self.player: list[int] = [moves(compiled, hand, False) for hand in hands.cards]
        self.dealer: list[int] = [moves(compiled, hand, True) for hand in hands.cards]
        self.rows: list[int] = [place for place, may in enumerate(self.player) if may & MAY_STOP]
        self.columns: list[int] = [place for place, may in enumerate(self.dealer) if may & MAY_STOP]
        self.at_once: float = _won_at_once(compiled)
        self.worth: vec[float] = _worths(hands, compiled, self.rows, self.columns)


@cache
def all_hands() -> Hands:
    """The hands there are; found once."""
    return Hands()


@cache
def cards_worth(value: int) -> list[int]:
    """The cards of a value, counted from 0: aces, twos, ... tens."""
    return [card for card in DECK if worth(card) == value + 1]


def first_hands() -> list[tuple[int, int, int]]:
    """Every two cards one can be dealt, and their values."""
    out: list[tuple[int, int, int]] = []
    for low in range(VALUES):
        for high in range(low, VALUES):
            second = cards_worth(high)[1 if low == high else 0]
            out.append((add(add(0, cards_worth(low)[0]), second), low, high))
    return out


def moves(compiled: CompiledRules, hand: int, deals: bool) -> int:
    """What the kernel lets a seat do when it is its turn: `MAY_DRAW`, `MAY_STOP` or both."""
    position = State(compiled, 2, _HOST, [hand, hand], [0, 1], [0, 0])
    position.stage = DEALER if deals else PLAYERS
    legal = position.moves(_HOST if deals else _GUEST)
    # A dealer who can do no more is settled without being asked.
    return (MAY_DRAW if DRAW in legal else 0) | (MAY_STOP if STAND in legal else 0)


def _won_at_once(compiled: CompiledRules) -> float:
    """XD-13, XD-33: what special hands win the player on average, over all deals."""
    won = 0.0
    for dealer, one, two in first_hands():
        for player, three, four in first_hands():
            if special(dealer) != NONE or special(player) != NONE:
                likely = (1.0 if one == two else 2.0) * (1.0 if three == four else 2.0)
                held = [0] * VALUES
                for dealt, value in enumerate((one, two, three, four)):
                    likely *= (len(cards_worth(value)) - held[value]) / (_CARDS - dealt)
                    held[value] += 1
                won += likely * float(stakes_won(dealer, player, compiled))
    return won


def _worths(hands: Hands, compiled: CompiledRules, rows: list[int], columns: list[int]) -> vec[float]:
    """Hands of the same name and points win the same, so the kernel is asked once for each two sorts."""
    sorts: dict[tuple[int, int], int] = {}
    samples: list[int] = []
    sort_of: list[int] = []
    for hand in hands.cards:
        sort = (int(kind(hand, compiled)), int(points(hand, compiled)))
        if sort not in sorts:
            sorts[sort] = len(samples)
            samples.append(hand)
        sort_of.append(sorts[sort])
    wins = [[float(stakes_won(dealer, player, compiled)) for dealer in samples] for player in samples]

    count: i64 = len(hands.cards)
    stock = [float(len(cards_worth(value))) for value in range(VALUES)]
    before = vec[i64](hands.before)
    came = vec[i64](hands.came)
    had = vec[float]([float(held[value] - 1) for held, value in zip(hands.held, hands.came, strict=True)])
    kinds = vec[i64](sort_of)
    stops = vec[i64](columns)
    likely = vec[float]([0.0] * int(count))
    out = vec[float]([0.0] * (len(rows) * len(columns)))
    at: i64 = 0
    for row in rows:
        own = hands.held[row]
        own_likely = _likely(own, [0] * VALUES)
        left = vec[float]([stock[value] - own[value] for value in range(VALUES)])
        drawn: i64 = sum(own)
        place: i64 = 0
        while place < count:
            if before[place] < 0:
                likely[place] = own_likely * _likely(hands.held[place], own)
            else:
                # one card more than the hand it came of
                rest: i64 = _CARDS - drawn - size(hands.cards[before[place]])
                likely[place] = likely[before[place]] * (left[came[place]] - had[place]) / float(rest)
            place += 1
        won = vec[float](wins[sort_of[row]])
        column: i64 = 0
        while column < len(stops):
            stop: i64 = stops[column]
            out[at] = likely[stop] * won[kinds[stop]]
            at += 1
            column += 1
    return out


def _likely(held: list[int], gone: list[int]) -> float:
    """How likely cards come in one order of theirs when others are gone."""
    share = 1.0
    rest = _CARDS - sum(gone)
    for value in range(VALUES):
        for taken in range(held[value]):
            share *= max(len(cards_worth(value)) - gone[value] - taken, 0) / rest
            rest -= 1
    return share

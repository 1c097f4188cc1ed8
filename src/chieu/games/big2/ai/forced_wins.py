"""Ways to go out in Big Two that nobody can stop, whatever cards they hold. Compiled where it can be."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.masks import BIT
from chieu.games.big2.hands import KIND_SHIFT, RUN, STRAIGHT, CompiledRules, only_a_two, size, value
from chieu.games.big2.plays import Book, Plays, answers, book_of, leads
from chieu.games.big2.state import NO_MOVE, State

UNKNOWN: Final = -1000000000

_NO_SETS: Final = Book()
_NO_HANDS: Final = vec[i64]([0, 0, 0, 0])
_MANY: Final = 20  # unseen cards: among more of them there may be any set


@final
class Unbeaten:
    """Plays of the seat whose turn it is that no unseen cards beat. Of the others' hands only sizes are looked at."""

    def __init__(self, position: State, unseen: i64) -> None:
        self._position = position
        self._compiled: CompiledRules = position.compiled
        self._unseen: i64 = unseen
        self._sets: Book | None = None
        self._over = Plays()

    def way_out(self) -> i64:
        """The first play of a way to go out before anybody else puts down a card; NO_MOVE if there is none for sure."""
        position = self._position
        seat: i64 = position.turn
        others: i64 = position.inside & ~BIT[seat]
        longest: i64 = self._longest(others & ~position.passed if self._compiled.pass_locks_out else others)
        room = Plays()
        position.plays(room)
        place: i64 = room.count - 1
        while place >= 0:
            rest: i64 = position.hands[seat] & ~room.at(place)
            if rest == 0 or (
                not self._may_be_beaten(room.at(place), longest) and self._goes(rest, seat, self._longest(others))
            ):
                return room.at(place)
            place -= 1
        return NO_MOVE

    def _goes(self, hand: i64, seat: i64, longest: i64) -> bool:
        """Whether a hand at the lead goes, one play after the other."""
        if only_a_two(hand) and not self._compiled.finish_on_two:
            return False
        room = Plays()
        leads(hand, seat, self._position.book, self._compiled, room)
        place: i64 = room.count - 1
        while place >= 0:
            if room.at(place) == hand:
                return True
            place -= 1
        place = room.count - 1
        while place >= 0:
            play: i64 = room.at(place)
            if not self._may_be_beaten(play, longest) and self._goes(hand & ~play, seat, longest):
                return True
            place -= 1
        return False

    def _may_be_beaten(self, play: i64, longest: i64) -> bool:
        """Whether unseen cards, in hands of so many cards at most, may beat a play."""
        bar: i64 = value(play, self._compiled)
        kind: i64 = bar >> KIND_SHIFT
        by_sets: bool = longest >= RUN and (kind >= STRAIGHT or self._compiled.bombs)
        if by_sets and size(self._unseen) > _MANY:
            return True
        self._over.clear()
        answers(self._unseen, 0, bar, self._unseen_sets() if by_sets else _NO_SETS, self._compiled, self._over)
        place: i64 = 0
        while place < self._over.count:
            if size(self._over.at(place)) <= longest:
                return True
            place += 1
        return False

    def _unseen_sets(self) -> Book:
        if self._sets is None:
            hands = _NO_HANDS[:]
            hands[0] = self._unseen
            self._sets = book_of(hands, 1, self._compiled)
        return self._sets

    def _longest(self, among: i64) -> i64:
        """How many cards the longest of some seats' hands has."""
        position = self._position
        most: i64 = 0
        seat: i64 = 0
        while seat < position.seats:
            if position.is_in(among, seat):
                most = max(most, size(position.hands[seat]))
            seat += 1
        return most


def won_by_going_out(position: State, seat: i64) -> i64:
    """What a seat wins that is out before anybody else puts down another card: it never wins more. UNKNOWN where that
    is for later plays to tell (the first one out is paid for the cards that others are left with in the end) or for an
    earlier one (somebody may pay for all)."""
    compiled = position.compiled
    if position.outs != 0 and compiled.pays_for_all:
        return UNKNOWN
    if compiled.by_places:
        return compiled.stake * (2 * size(position.inside) - position.seats - 1)
    if position.outs != 0:
        return 0
    if not compiled.stop_at_first:
        return UNKNOWN
    chips: i64 = 0
    other: i64 = 0
    while other < position.seats:
        if other != seat:
            chips += compiled.card_price[size(position.hands[other])]
        other += 1
    return compiled.stake * chips

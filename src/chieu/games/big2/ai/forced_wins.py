"""Forced wins: sequences of plays that nobody can stop, whatever cards the others hold.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.masks import BIT
from chieu.games.big2.hands import KIND_SHIFT, RUN, STRAIGHT, CompiledRules, only_a_two, size, value
from chieu.games.big2.plays import NO_SETS, Plays, SetIndex, answers, index_sets, leads
from chieu.games.big2.state import NO_MOVE, State

UNKNOWN: Final = -1000000000

_MANY_UNSEEN: Final = 20  # with more unseen cards than this, assume that any set may be among them


@final
class ForcedWin:
    """Searches for plays that no unseen cards beat. Of the other hands it reads only the sizes."""

    def __init__(self, state: State, unseen: i64) -> None:
        self._state = state
        self._compiled: CompiledRules = state.compiled
        self._unseen: i64 = unseen
        self._sets: SetIndex | None = None
        self._answers = Plays()

    def first_play(self) -> i64:
        """Return the first play of a sequence that goes out unbeaten; NO_MOVE if none is certain."""
        state = self._state
        seat: i64 = state.turn
        others: i64 = state.inside & ~BIT[seat]
        longest: i64 = self._longest(others & ~state.passed if self._compiled.pass_locks_out else others)
        buffer = Plays()
        state.plays(buffer)
        for place in range(buffer.count - 1, i64(-1), -1):
            rest: i64 = state.hands[seat] & ~buffer.at(place)
            if rest == 0 or (
                not self._may_be_beaten(buffer.at(place), longest) and self._goes_out(rest, seat, self._longest(others))
            ):
                return buffer.at(place)
        return NO_MOVE

    def _goes_out(self, hand: i64, seat: i64, longest: i64) -> bool:
        """Return whether a hand at the lead can be played out unbeaten."""
        if only_a_two(hand) and not self._compiled.finish_on_two:
            return False
        buffer = Plays()
        leads(hand, seat, self._state.set_index, self._compiled, buffer)
        for place in range(buffer.count - 1, i64(-1), -1):
            if buffer.at(place) == hand:
                return True
        for place in range(buffer.count - 1, i64(-1), -1):
            play: i64 = buffer.at(place)
            if not self._may_be_beaten(play, longest) and self._goes_out(hand & ~play, seat, longest):
                return True
        return False

    def _may_be_beaten(self, play: i64, longest: i64) -> bool:
        """Return whether unseen cards, in hands of at most `longest` cards, may beat a play."""
        bar: i64 = value(play, self._compiled)
        kind: i64 = bar >> KIND_SHIFT
        by_sets: bool = longest >= RUN and (kind >= STRAIGHT or self._compiled.bombs)
        if by_sets and size(self._unseen) > _MANY_UNSEEN:
            return True
        self._answers.clear()
        answers(self._unseen, 0, bar, self._unseen_sets() if by_sets else NO_SETS, self._compiled, self._answers)
        return any(size(self._answers.at(place)) <= longest for place in range(self._answers.count))

    def _unseen_sets(self) -> SetIndex:
        if self._sets is None:
            self._sets = index_sets(vec[i64]([self._unseen]), 1, self._compiled)
        return self._sets

    def _longest(self, among: i64) -> i64:
        """Return the size of the largest hand among some seats."""
        state = self._state
        longest: i64 = 0
        for seat in range(state.seats):
            if state.is_in(among, seat):
                longest = max(longest, size(state.hands[seat]))
        return longest


def won_by_going_out(state: State, seat: i64) -> i64:
    """Return what a seat wins if it goes out before anybody else plays another card.

    It can never win more. UNKNOWN if later plays decide (the first seat out is paid for the cards others have left
    in the end) or earlier ones (a seat may be liable, BT-20).
    """
    compiled = state.compiled
    if state.finishers != 0 and compiled.pays_for_all:
        return UNKNOWN
    if compiled.by_places:
        return compiled.stake * (2 * size(state.inside) - state.seats - 1)
    if state.finishers != 0:
        return 0
    if not compiled.stop_at_first:
        return UNKNOWN
    chips: i64 = 0
    for other in range(state.seats):
        if other != seat:
            chips += compiled.card_price[size(state.hands[other])]
    return compiled.stake * chips

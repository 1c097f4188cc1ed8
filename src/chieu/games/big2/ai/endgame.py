"""The end of a Big Two deal between the last two seats, solved. Compiled where it can be.

All cards are known by then: what a seat has not seen the other holds. Each wants to do better than the other, and what
a seat wins grows with by how much, so what is found here is won for sure, and nothing wins more from a good player.
Positions that come up again are looked up, and whoever asks says how many may be gone through.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.games.big2.hands import CompiledRules
from chieu.games.big2.plays import Plays
from chieu.games.big2.state import PASS, PLAY, State, won

_SLOTS: Final = 8192
_MIDDLE: Final = 2048  # a result is by how many stakes it is better than the other's, and below that the stakes won
_LEAST: Final = -1099511627776
_MOST: Final = 1099511627776
_EXACT: Final = 0  # what is kept of a position: what it comes to, or at least, or at most
_AT_LEAST: Final = 1
_AT_MOST: Final = 2


@final
class Endings:
    """Solves what is left of one deal for one of the two seats that are still in."""

    def __init__(self, compiled: CompiledRules, seat: i64, other: i64, most: i64) -> None:
        self.compiled = compiled
        self.seat: i64 = seat
        self.other: i64 = other
        self.left: i64 = most  # positions that may still be gone through; below 0 nothing that was found holds
        self._rooms: list[Plays] = []
        self._cards: vec[i64] = vec[i64]([0] * _SLOTS)
        self._bars: vec[i64] = vec[i64]([0] * _SLOTS)
        self._found: vec[i64] = vec[i64]([0] * _SLOTS)
        self._how: vec[i64] = vec[i64]([0] * _SLOTS)

    def after(self, position: State, move: i64) -> i64:
        """What the seat wins after a move of the seat whose turn it is."""
        best: i64 = self._best(_moved(position, move), 0, _LEAST, _MOST)
        return self.compiled.stake * ((best & (2 * _MIDDLE - 1)) - _MIDDLE)

    def _best(self, position: State, depth: i64, low: i64, high: i64) -> i64:
        """What a position comes to, if that is between `low` and `high`; else a bound beyond them. The position is free
        to change."""
        while len(self._rooms) <= depth:
            self._rooms.append(Plays())
        plays = self._rooms[depth]
        while position.stage == PLAY:
            position.plays(plays)
            if plays.count != 0:
                break
            _move(position, PASS)
        if position.stage != PLAY:
            return self._result(position)
        # With the bar these tell positions of one deal apart: whose each card is stays the same.
        cards: i64 = ((position.turn << 2) | position.owner) << 52
        cards |= position.hands[self.seat] | position.hands[self.other]
        slot: i64 = cards ^ (cards >> 13) ^ (cards >> 29) ^ position.bar ^ (position.bar >> 17) ^ (position.bar >> 41)
        slot = (slot ^ (slot >> 7)) & (_SLOTS - 1)
        if self._cards[slot] == cards and self._bars[slot] == position.bar:
            kept: i64 = self._found[slot]
            how: i64 = self._how[slot]
            if how == _EXACT or (how == _AT_LEAST and kept >= high) or (how == _AT_MOST and kept <= low):
                return kept
        self.left -= 1
        if self.left < 0:
            return 0
        best: i64 = self._best_of(position, plays, depth, low, high)
        self._cards[slot] = cards
        self._bars[slot] = position.bar
        self._found[slot] = best
        self._how[slot] = _AT_LEAST if best >= high else _AT_MOST if best <= low else _EXACT
        return best

    def _best_of(self, position: State, plays: Plays, depth: i64, low: i64, high: i64) -> i64:
        """By alpha and beta; the highest plays and the largest sets first."""
        mine: bool = position.turn == self.seat
        best: i64 = _LEAST if mine else _MOST
        place: i64 = plays.count - 1
        last: i64 = -1 if position.may_pass() else 0
        while place >= last and low < high:
            move: i64 = plays.at(place) if place >= 0 else PASS
            found: i64 = self._best(_moved(position, move), depth + 1, low, high)
            if self.left < 0:
                return 0
            if mine:
                best = max(best, found)
                low = max(low, best)
            else:
                best = min(best, found)
                high = min(high, best)
            place -= 1
        return best

    def _result(self, position: State) -> i64:
        mine: i64 = won(position, self.seat) // self.compiled.stake
        theirs: i64 = won(position, self.other) // self.compiled.stake
        return (mine - theirs) * (2 * _MIDDLE) + mine + _MIDDLE


def _move(position: State, move: i64) -> None:
    """A play or a pass; who comes down to a last card calls it."""
    position.advance(move)
    position.due = 0


def _moved(position: State, move: i64) -> State:
    other = position.copy()
    _move(other, move)
    return other

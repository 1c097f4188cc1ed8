"""Exact solution of the end of a deal, when two seats are left.

All cards are known by then: the other seat holds those not seen. Each seat maximizes the difference between the two
results. As its own result grows with that difference, the value is guaranteed, and nothing wins more against good play.
Alpha-beta search with a transposition table; the caller limits the number of states.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.games.big2.hands import CompiledRules
from chieu.games.big2.plays import Plays
from chieu.games.big2.state import PASS, PLAY, State, chips_won

_SLOTS: Final = 8192
_MIDDLE: Final = 2048  # a result packs the difference in stakes above the stakes won
_MIN: Final = -1099511627776
_MAX: Final = 1099511627776
# Kinds of values in the transposition table.
_EXACT: Final = 0
_LOWER_BOUND: Final = 1
_UPPER_BOUND: Final = 2


@final
class EndgameSolver:
    """Solves the rest of one deal for one of the two seats still in."""

    def __init__(self, compiled: CompiledRules, seat: i64, other: i64, limit: i64) -> None:
        self.compiled = compiled
        self.seat: i64 = seat
        self.other: i64 = other
        self.left: i64 = limit  # states that may still be searched; below 0 no result is valid
        self._buffers: list[Plays] = []
        self._cards: vec[i64] = vec[i64]([0] * _SLOTS)
        self._bars: vec[i64] = vec[i64]([0] * _SLOTS)
        self._values: vec[i64] = vec[i64]([0] * _SLOTS)
        self._bounds: vec[i64] = vec[i64]([0] * _SLOTS)

    def after(self, state: State, move: i64) -> i64:
        """Return what the seat wins after a move of the seat to act."""
        best: i64 = self._best(_moved(state, move), 0, _MIN, _MAX)
        return self.compiled.stake * ((best & (2 * _MIDDLE - 1)) - _MIDDLE)

    def _best(self, state: State, depth: i64, low: i64, high: i64) -> i64:
        """Return the value of a state if it is between `low` and `high`, otherwise a bound beyond them.

        Changes the state.
        """
        while len(self._buffers) <= depth:
            self._buffers.append(Plays())
        plays = self._buffers[depth]
        while state.stage == PLAY:
            state.plays(plays)
            if plays.count != 0:
                break
            _move(state, PASS)
        if state.stage != PLAY:
            return self._result(state)
        # With the bar this identifies a state of the deal, as no card changes hands.
        cards: i64 = ((state.turn << 2) | state.owner) << 52
        cards |= state.hands[self.seat] | state.hands[self.other]
        slot: i64 = cards ^ (cards >> 13) ^ (cards >> 29) ^ state.bar ^ (state.bar >> 17) ^ (state.bar >> 41)
        slot = (slot ^ (slot >> 7)) & (_SLOTS - 1)
        if self._cards[slot] == cards and self._bars[slot] == state.bar:
            value: i64 = self._values[slot]
            bound: i64 = self._bounds[slot]
            if bound == _EXACT or (bound == _LOWER_BOUND and value >= high) or (bound == _UPPER_BOUND and value <= low):
                return value
        self.left -= 1
        if self.left < 0:
            return 0
        best: i64 = self._best_of(state, plays, depth, low, high)
        self._cards[slot] = cards
        self._bars[slot] = state.bar
        self._values[slot] = best
        self._bounds[slot] = _LOWER_BOUND if best >= high else _UPPER_BOUND if best <= low else _EXACT
        return best

    def _best_of(self, state: State, plays: Plays, depth: i64, low: i64, high: i64) -> i64:
        """Search the moves with alpha-beta pruning, the highest plays and largest sets first."""
        mine: bool = state.turn == self.seat
        best: i64 = _MIN if mine else _MAX
        place: i64 = plays.count - 1
        last: i64 = -1 if state.may_pass() else 0
        while place >= last and low < high:
            move: i64 = plays.at(place) if place >= 0 else PASS
            value: i64 = self._best(_moved(state, move), depth + 1, low, high)
            if self.left < 0:
                return 0
            if mine:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            place -= 1
        return best

    def _result(self, state: State) -> i64:
        mine: i64 = chips_won(state, self.seat) // self.compiled.stake
        theirs: i64 = chips_won(state, self.other) // self.compiled.stake
        return (mine - theirs) * (2 * _MIDDLE) + mine + _MIDDLE


def _move(state: State, move: i64) -> None:
    """Play or pass; a last card is always called."""
    state.advance(move)
    state.call_due = 0


def _moved(state: State, move: i64) -> State:
    after = state.copy()
    _move(after, move)
    return after

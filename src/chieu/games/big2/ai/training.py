"""The quick player of Big Two learns by playing itself. Compiled where it can be.

Every choice is made as often as its rating says, and after a deal what was chosen is made likelier by how much more was
won than expected (REINFORCE). What to expect is learnt beside it, in five small tables. `build_hooks/big2_weights.py`
runs it; nothing that plays needs it.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.rng import Rng
from chieu.games.big2.ai.hand_plans import Memo, Plans
from chieu.games.big2.ai.rollout_policy import FEATURES, WEIGHT_COUNT, Policy
from chieu.games.big2.hands import CompiledRules, size
from chieu.games.big2.plays import Book
from chieu.games.big2.state import PLAY, State, hands_of, won

STATES: Final = 6_000  # entries of the tables of what to expect
_TABLES: Final = 5


def _opened(compiled: CompiledRules, seats: i64, order: vec[i64]) -> State:
    hands = hands_of(order, seats, compiled)
    position = State(compiled, seats, -1, hands, hands[:], Book())
    position.open()
    return position


def _step(position: State, move: i64) -> None:
    if position.compiled.pays_for_all:
        position.move(position.turn, move)
    else:
        position.advance(move)
    if position.due != 0:
        position.declared |= position.due
        position.due = 0


@final
class Trainer:
    """Plays deals against itself and gathers in `grad` which way each weight should go."""

    def __init__(self, compiled: CompiledRules, seats: i64, weights: vec[i64], critic: vec[float], rng: Rng) -> None:
        self.compiled = compiled
        self.seats = seats
        self.policy = Policy(compiled, weights)
        self.memo = Memo()
        self.rng = rng
        self.grad: vec[float] = vec[float]([0.0] * WEIGHT_COUNT)
        self.critic = critic
        self.order: vec[i64] = vec[i64](list(range(52)))
        # The choices of a deal: whose, where their options begin in `rows` and `probs`, how many, and which was taken.
        self.d_seat: vec[i64] = vec[i64]([0] * 400)
        self.d_from: vec[i64] = vec[i64]([0] * 400)
        self.d_count: vec[i64] = vec[i64]([0] * 400)
        self.d_chosen: vec[i64] = vec[i64]([0] * 400)
        self.d_state: vec[i64] = vec[i64]([0] * 2000)
        self.rows: vec[i64] = vec[i64]([0] * FEATURES)
        self.probs: vec[float] = vec[float]([0.0])
        self.error: float = 0.0
        self.decisions: i64 = 0

    def _note(self, position: State, plans: Plans, at: i64) -> None:
        """Where each table looks a position up: by what the seat to act sees."""
        seat: i64 = position.turn
        hand: i64 = position.hands[seat]
        policy = self.policy
        fewest: i64 = 18
        other: i64 = 0
        while other < position.seats:
            if other != seat and position.is_in(position.inside, other):
                count: i64 = size(position.hands[other])
                fewest = min(fewest, count)
            other += 1
        n: i64 = size(hand)
        plays: i64 = plans.fewest(hand, seat)
        lead: i64 = 0 if position.bar == 0 else 1
        turns: i64 = policy.turns(hand, plays)
        high: i64 = size(hand >> 48) * 5 + size((hand >> 44) & 15)
        plays = min(plays, 11)
        self.d_state[5 * at] = lead * 400 + fewest * 20 + n
        self.d_state[5 * at + 1] = 1000 + lead * 300 + plays * 20 + fewest
        self.d_state[5 * at + 2] = 2000 + lead * 300 + turns * 20 + fewest
        self.d_state[5 * at + 3] = 3000 + lead * 500 + high * 19 + (n if n < 19 else 18)
        self.d_state[5 * at + 4] = 4000 + lead * 500 + plays * 25 + high

    def _deal(self, value_rate: float) -> None:
        self.rng.shuffle(self.order)
        position = _opened(self.compiled, self.seats, self.order)
        plans = Plans(position.book, self.seats, self.compiled, self.memo)
        policy = self.policy
        used: i64 = 0
        decisions: i64 = 0
        while position.stage == PLAY:
            chosen: i64 = policy.choose(position, plans, self.rng)
            if policy.count > 1:
                self._note(position, plans, decisions)
                self.d_seat[decisions] = position.turn
                self.d_from[decisions] = used
                self.d_count[decisions] = policy.count
                self.d_chosen[decisions] = chosen
                decisions += 1
                place: i64 = 0
                total: float = float(policy.total)
                while place < policy.count:
                    while len(self.probs) <= used:
                        self.probs = append(self.probs, 0.0)
                        k0: i64 = 0
                        while k0 < FEATURES:
                            self.rows = append(self.rows, 0)
                            k0 += 1
                    self.probs[used] = float(policy.likely(place)) / total
                    k: i64 = 0
                    while k < FEATURES:
                        self.rows[FEATURES * used + k] = policy.answers[FEATURES * place + k]
                        k += 1
                    used += 1
                    place += 1
            _step(position, policy.move(chosen))
        number: i64 = 0
        while number < decisions:
            gain: float = float(won(position, self.d_seat[number]))
            expected: float = 0.0
            j: i64 = 0
            while j < 5:
                expected += self.critic[self.d_state[5 * number + j]]
                j += 1
            over: float = gain - expected
            self.error += over * over
            j = 0
            while j < 5:
                self.critic[self.d_state[5 * number + j]] += value_rate * over
                j += 1
            place = 0
            while place < self.d_count[number]:
                at: i64 = self.d_from[number] + place
                push: float = -self.probs[at] * over
                if place == self.d_chosen[number]:
                    push += over
                k = 0
                while k < FEATURES:
                    self.grad[self.rows[FEATURES * at + k]] += push
                    k += 1
                place += 1
            number += 1
        self.decisions += decisions

    def deals(self, count: i64, value_rate: float) -> None:
        """So many of them; `value_rate` is how quickly it learns what to expect."""
        number: i64 = 0
        while number < count:
            self._deal(value_rate)
            number += 1

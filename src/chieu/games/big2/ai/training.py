"""Self-play training of the rollout policy (REINFORCE).

Every move is sampled from the policy. After a deal, the moves made become likelier by how much more was won than
expected. The expectation (critic) is the sum of five small tables learned along the way. Run by
`build_hooks/big2_weights.py`; playing does not need it.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.rng import Rng
from chieu.games.big2.ai.min_plays import Memo, MinPlays
from chieu.games.big2.ai.rollout_policy import FEATURE_COUNT, WEIGHT_COUNT, RolloutPolicy, play_move
from chieu.games.big2.hands import CompiledRules, size
from chieu.games.big2.state import PLAY, State, chips_won, open_deal

CRITIC_SIZE: Final = 6_000  # entries of the critic's tables
_TABLES: Final = 5


@final
class Trainer:
    """Plays deals against itself and accumulates the gradient of the weights in `grad`."""

    def __init__(self, compiled: CompiledRules, seats: i64, weights: vec[i64], critic: vec[float], rng: Rng) -> None:
        self.compiled = compiled
        self.seats = seats
        self.policy = RolloutPolicy(compiled, weights)
        self.memo = Memo()
        self.rng = rng
        self.grad: vec[float] = vec[float]([0.0] * WEIGHT_COUNT)
        self.critic = critic
        self.order: vec[i64] = vec[i64](list(range(52)))
        # The decisions of a deal: seat, offset of the options in `rows` and `probs`, their number, and the choice.
        self.decision_seats: vec[i64] = vec[i64]([0] * 400)
        self.decision_starts: vec[i64] = vec[i64]([0] * 400)
        self.decision_counts: vec[i64] = vec[i64]([0] * 400)
        self.decision_choices: vec[i64] = vec[i64]([0] * 400)
        self.critic_entries: vec[i64] = vec[i64]([0] * 2000)
        self.rows: vec[i64] = vec[i64]([0] * FEATURE_COUNT)
        self.probs: vec[float] = vec[float]([0.0])

    def _note_critic_entries(self, state: State, min_plays: MinPlays, at: i64) -> None:
        """Store the entry of each critic table for a state, from what the seat to act sees."""
        seat: i64 = state.turn
        hand: i64 = state.hands[seat]
        policy = self.policy
        fewest: i64 = 18
        other: i64 = 0
        while other < state.seats:
            if other != seat and state.is_in(state.inside, other):
                count: i64 = size(state.hands[other])
                fewest = min(fewest, count)
            other += 1
        cards: i64 = size(hand)
        plays: i64 = min_plays.of(hand, seat)
        lead: i64 = 0 if state.bar == 0 else 1
        beatable: i64 = policy.beatable_plays(hand, plays)
        high: i64 = size(hand >> 48) * 5 + size((hand >> 44) & 15)
        plays = min(plays, 11)
        self.critic_entries[_TABLES * at] = lead * 400 + fewest * 20 + cards
        self.critic_entries[_TABLES * at + 1] = 1000 + lead * 300 + plays * 20 + fewest
        self.critic_entries[_TABLES * at + 2] = 2000 + lead * 300 + beatable * 20 + fewest
        self.critic_entries[_TABLES * at + 3] = 3000 + lead * 500 + high * 19 + (cards if cards < 19 else 18)
        self.critic_entries[_TABLES * at + 4] = 4000 + lead * 500 + plays * 25 + high

    def _play_deal(self, value_rate: float) -> None:
        self.rng.shuffle(self.order)
        state = open_deal(self.compiled, self.seats, self.order)
        min_plays = MinPlays(state.set_index, self.seats, self.compiled, self.memo)
        policy = self.policy
        used: i64 = 0
        decisions: i64 = 0
        while state.stage == PLAY:
            chosen: i64 = policy.choose(state, min_plays, self.rng)
            if policy.count > 1:
                self._note_critic_entries(state, min_plays, decisions)
                self.decision_seats[decisions] = state.turn
                self.decision_starts[decisions] = used
                self.decision_counts[decisions] = policy.count
                self.decision_choices[decisions] = chosen
                decisions += 1
                place: i64 = 0
                total: float = float(policy.total)
                while place < policy.count:
                    while len(self.probs) <= used:
                        self.probs = append(self.probs, 0.0)
                        feature: i64 = 0
                        while feature < FEATURE_COUNT:
                            self.rows = append(self.rows, 0)
                            feature += 1
                    self.probs[used] = float(policy.weight(place)) / total
                    k: i64 = 0
                    while k < FEATURE_COUNT:
                        self.rows[FEATURE_COUNT * used + k] = policy.features[FEATURE_COUNT * place + k]
                        k += 1
                    used += 1
                    place += 1
            play_move(state, policy.move(chosen))
        number: i64 = 0
        while number < decisions:
            gain: float = float(chips_won(state, self.decision_seats[number]))
            expected: float = 0.0
            j: i64 = 0
            while j < _TABLES:
                expected += self.critic[self.critic_entries[_TABLES * number + j]]
                j += 1
            advantage: float = gain - expected
            j = 0
            while j < _TABLES:
                self.critic[self.critic_entries[_TABLES * number + j]] += value_rate * advantage
                j += 1
            place = 0
            while place < self.decision_counts[number]:
                at: i64 = self.decision_starts[number] + place
                push: float = -self.probs[at] * advantage
                if place == self.decision_choices[number]:
                    push += advantage
                k = 0
                while k < FEATURE_COUNT:
                    self.grad[self.rows[FEATURE_COUNT * at + k]] += push
                    k += 1
                place += 1
            number += 1

    def deals(self, count: i64, value_rate: float) -> None:
        """Play `count` deals; `value_rate` is the learning rate of the critic."""
        number: i64 = 0
        while number < count:
            self._play_deal(value_rate)
            number += 1

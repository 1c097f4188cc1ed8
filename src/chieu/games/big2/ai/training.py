"""Self-play training of the rollout policy (REINFORCE).

Every move is sampled from the policy. After a deal, the moves made become likelier by how much more was won than
expected. The expectation (critic) is the sum of five small tables learned along the way. Run by
`build_hooks/big2_weights.py`; playing does not need it.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.rng import Rng
from chieu.games.big2.ai.min_plays import Memo, MinPlays
from chieu.games.big2.ai.rollout_policy import FEATURE_COUNT, WEIGHT_COUNT, RolloutPolicy, play_move
from chieu.games.big2.hands import CompiledRules, size
from chieu.games.big2.state import PLAY, State, chips_won, open_deal

CRITIC_SIZE: Final = 6_000  # entries of the critic's tables
_TABLES: Final = 5


@final
class _Decision:
    """A choice of the policy: the features and probabilities of its options, and the critic's entries."""

    def __init__(self, seat: i64, choice: i64, policy: RolloutPolicy, entries: vec[i64]) -> None:
        self.seat: i64 = seat
        self.choice: i64 = choice
        self.features: vec[i64] = policy.features[: FEATURE_COUNT * policy.count]
        total: float = float(policy.total)
        self.probs: vec[float] = vec[float]([float(policy.weight(place)) / total for place in range(policy.count)])
        self.entries = entries


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

    def deals(self, count: i64, value_rate: float) -> None:
        """Play `count` deals; `value_rate` is the learning rate of the critic."""
        for _ in range(count):
            self.rng.shuffle(self.order)
            state = open_deal(self.compiled, self.seats, self.order)
            min_plays = MinPlays(state.set_index, self.seats, self.compiled, self.memo)
            decisions: list[_Decision] = []
            while state.stage == PLAY:
                choice: i64 = self.policy.choose(state, min_plays, self.rng)
                if self.policy.count > 1:
                    entries = self._critic_entries(state, min_plays)
                    decisions.append(_Decision(state.turn, choice, self.policy, entries))
                play_move(state, self.policy.move(choice))
            for decision in decisions:
                self._learn(decision, float(chips_won(state, decision.seat)), value_rate)

    def _critic_entries(self, state: State, min_plays: MinPlays) -> vec[i64]:
        """Return the entry of each critic table for a state, from what the seat to act sees."""
        seat: i64 = state.turn
        hand: i64 = state.hands[seat]
        fewest: i64 = 18
        for other in range(state.seats):
            if other != seat and state.is_in(state.inside, other):
                fewest = min(fewest, size(state.hands[other]))
        cards: i64 = size(hand)
        plays: i64 = min_plays.of(hand, seat)
        lead: i64 = 0 if state.bar == 0 else 1
        beatable: i64 = self.policy.beatable_plays(hand, plays)
        high: i64 = size(hand >> 48) * 5 + size((hand >> 44) & 15)
        plays = min(plays, 11)
        return vec[i64](
            [
                lead * 400 + fewest * 20 + cards,
                1000 + lead * 300 + plays * 20 + fewest,
                2000 + lead * 300 + beatable * 20 + fewest,
                3000 + lead * 500 + high * 19 + (cards if cards < 19 else 18),
                4000 + lead * 500 + plays * 25 + high,
            ]
        )

    def _learn(self, decision: _Decision, gain: float, value_rate: float) -> None:
        expected: float = 0.0
        for table in range(_TABLES):
            expected += self.critic[decision.entries[table]]
        advantage: float = gain - expected
        for table in range(_TABLES):
            self.critic[decision.entries[table]] += value_rate * advantage
        for place in range(len(decision.probs)):
            push: float = -decision.probs[place] * advantage
            if place == decision.choice:
                push += advantage
            for row in range(FEATURE_COUNT * place, FEATURE_COUNT * (place + 1)):
                self.grad[decision.features[row]] += push

"""Train a tiny player of Xì Dách with plain numpy and play it against random players.

    python examples/train_tiny_player.py

The value of an action is a linear function of the seat's observation, with one row of weights per seat and action. Many
deals are played at once. When a deal is over, the weights of its decisions move a little towards the payoff. This needs
no neural network and no other library, and takes a few seconds on one core.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from chieu import envs

DEALS = 512
STEPS = 32  # per update of the weights
EXPLORED = 0.15  # share of random decisions during training
RATE = 0.02


class Tiny:
    """Weights by seat, action and entry of the observation."""

    def __init__(self, table: envs.Table) -> None:
        self.weights: NDArray[np.float64] = np.zeros((table.seats, table.actions.size, table.layout.width))

    def worth(self, many: envs.vector) -> NDArray[np.float64]:
        """Return the estimated value of each legal action, in the order of `many.ids`."""
        deal_of = np.repeat(np.arange(many.deals), np.diff(many.offsets))
        weights = self.weights[many.to_act[deal_of], many.ids]
        values: NDArray[np.float64] = np.einsum("ij,ij->i", weights, many.observations[deal_of])
        return values

    def choose(self, many: envs.vector) -> NDArray[np.int64]:
        """Return the best action of each deal, as an index into its list."""
        worth, counts = self.worth(many), np.diff(many.offsets)
        table = np.full((many.deals, counts.max()), -np.inf)
        deal_of = np.repeat(np.arange(many.deals), counts)
        table[deal_of, np.arange(len(worth)) - many.offsets[deal_of]] = worth
        best: NDArray[np.int64] = table.argmax(axis=1)
        return best

    def learn(
        self, seen: NDArray[np.float32], seat: NDArray[np.int64], action: NDArray[np.int64], won: NDArray[np.float64]
    ) -> None:
        """Move the weights towards the payoffs."""
        for row in np.unique(seat * self.weights.shape[1] + action):
            where = divmod(int(row), self.weights.shape[1])
            rows = (seat == where[0]) & (action == where[1])
            missed = won[rows] - seen[rows] @ self.weights[where]
            self.weights[where] += RATE * missed @ seen[rows] / rows.sum()


def train(rounds: int, seed: int = 1) -> Tiny:
    """Train a player by self-play for this many rounds of steps."""
    many, rng = envs.vector("xidach", "room", seats=2, deals=DEALS, seed=seed), np.random.default_rng(seed)
    player = Tiny(many.table)
    for _ in range(rounds):
        seen, seats, actions, done, won = [], [], [], [], []
        for _ in range(STEPS):
            at_random = rng.integers(np.diff(many.offsets))
            choices = np.where(rng.random(DEALS) < EXPLORED, at_random, player.choose(many))
            seen.append(many.observations.copy())
            seats.append(many.to_act)
            actions.append(many.ids[many.offsets[:-1] + choices])
            many.step(choices)
            done.append(many.done)
            won.append(many.rewards)
        result, known = np.zeros((DEALS, many.table.seats)), np.zeros(DEALS, bool)
        for step in reversed(range(STEPS)):  # from the end of each deal back to its first decision
            result = np.where(done[step][:, None], won[step], result)
            known |= done[step]
            own = result[np.arange(DEALS), seats[step]]
            player.learn(seen[step][known], seats[step][known], actions[step][known], own[known])
    return player


def against_random(player: Tiny, seat: int, steps: int, seed: int = 2) -> float:
    """Return its payoff per deal in a seat, in stakes, against a random player."""
    many, rng = envs.vector("xidach", "room", seats=2, deals=DEALS, seed=seed), np.random.default_rng(seed)
    chips = deals = 0
    for _ in range(steps):
        at_random = rng.integers(np.diff(many.offsets))
        many.step(np.where(many.to_act == seat, player.choose(many), at_random))
        chips, deals = chips + int(many.rewards[:, seat].sum()), deals + int(many.done.sum())
    return chips / deals


def main(rounds: int, steps: int = 400) -> tuple[float, float]:
    """Train a player and return its payoffs as dealer and as player."""
    player = train(rounds)
    return against_random(player, 0, steps), against_random(player, 1, steps)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20, help="how long it learns (default: %(default)s)")
    dealer, player = main(parser.parse_args().rounds)
    print(f"against random players it wins {dealer:+.3f} stakes a deal as the dealer, {player:+.3f} as the player")

"""Measure RLCard's games in PettingZoo's wrapper: decisions per CPU second, as one JSON object."""

from __future__ import annotations

import json
import sys
import warnings

warnings.filterwarnings("ignore")

from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase  # noqa: E402
from stepping import decisions_a_second  # noqa: E402

GAMES = {
    "blackjack": (1, (2,), 10_000),
    "gin-rummy": (2, (5, 52), 4_000),
    "doudizhu": (3, (790,), 1_500),
}


class Peer(RLCardBase):  # type: ignore[misc]
    render_mode = None


def main() -> None:
    figures = {}
    for name, (players, shape, decisions) in GAMES.items():
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        figures[name] = decisions_a_second(Peer(name, players, shape), decisions)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

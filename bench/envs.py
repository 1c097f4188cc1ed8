"""Compare decisions per second with RLCard, OpenSpiel and pgx: one deal at a time, and many at once.

    make bench-envs

Writes its part of results.md. Our process and the peers' take turns, each in its own virtual environment, so that load
on the machine affects both. All play at random, with an observation and the legal actions for every decision. Figures
are medians over the rounds, in CPU seconds of one core.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from keeping import keep, machine
from run import count, measured

HERE = Path(__file__).parent
PEERS = HERE / ".venv/bin/python"
ROUNDS = 5

# Our environment, the peers that are nearest to it, and the target of the ratio.
ONE_BY_ONE = [
    ("Xì Dách `room`, 2 seats", "xidach", "RLCard blackjack in PettingZoo", 5.0),
    ("", "xidach", "RLCard blackjack", 1.0),
    ("", "xidach", "OpenSpiel blackjack", 1.0),
    ("Chinese Rummy, 2 seats", "rummy", "RLCard gin-rummy in PettingZoo", 5.0),
    ("", "rummy", "RLCard gin-rummy", 1.0),
    ("", "rummy", "OpenSpiel gin_rummy", 1.0),
    ("Big Two `lawrence`, 4 seats", "big2", "RLCard doudizhu in PettingZoo", 5.0),
    ("", "big2", "RLCard doudizhu", 1.0),
]
MANY = [
    ("Xì Dách `room`, 2 seats", "xidach vector", "pgx leduc_holdem", 1.0),
    ("", "xidach vector", "pgx kuhn_poker", 1.0),
    ("Big Two `lawrence`, 4 seats", "big2 vector", "pgx sparrow_mahjong", 1.0),
    ("", "big2 vector", "pgx backgammon", 1.0),
]


def table(comparisons: list[tuple[str, str, str, float]], ours: dict[str, float], peers: dict[str, float]) -> list[str]:
    lines = ["| Chiếu | decisions/s | peer | decisions/s | ratio | target |", "|---|---:|---|---:|---:|---:|"]
    for title, name, peer, target in comparisons:
        figure, peer_figure = ours[name], peers[peer]
        mark = "" if figure >= target * peer_figure else " (missed)"
        lines.append(
            f"| {title} | {count(figure) if title else ''} | {peer} | {count(peer_figure)}"
            f" | {figure / peer_figure:.2g}x | {target:g}x{mark} |"
        )
    return lines


def report(ours: dict[str, float], peers: dict[str, float], kernels: str) -> str:
    lines = [
        "## Environments",
        "",
        f"{machine()}, kernels {kernels}. Medians of {ROUNDS} rounds in turns, per CPU second of one core."
        " Written by `make bench-envs`. The machine is shared, so only the ratios matter.",
        "",
        "One deal at a time, ours through PettingZoo's AEC interface:",
        "",
        *table(ONE_BY_ONE, ours, peers),
        "",
        "Many deals at once, ours in arrays and pgx's as one compiled step; drawing the random actions is included:",
        "",
        *table(MANY, ours, peers),
        f"| Niu Niu `auction`, 4 seats | {count(ours['niuniu vector'])} | | | | |",
        f"| Chinese Rummy, 2 seats | {count(ours['rummy vector'])} | | | | |",
    ]
    return "\n".join([*lines, "", NOTES.strip(), ""])


NOTES = """
Both sides of a ratio are decisions by a random player, each with an observation and the legal actions. *In PettingZoo*
is RLCard's game in PettingZoo's wrapper `RLCardBase`, which computes every observation twice, in `step` and in `last`;
PettingZoo no longer ships these three, so each is made from that class and the shape of the game's observations. The
other rows are the peer's own fastest interface: RLCard's `env.step`, OpenSpiel's C++ states, and a step of pgx compiled
for one core with 4,096 deals at once, without the time to compile it.

The games are similar, not the same: blackjack has one agent and about two decisions a deal, gin rummy is another rummy,
and Dou Dizhu has three players, 54 cards and 27,472 numbered actions. pgx has no game like ours: Kuhn and Leduc are
pokers of three and six cards, Sparrow Mahjong has three players and hands of six tiles, and backgammon has no hidden
cards.
"""


def medians(rounds: list[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(results[name] for results in rounds) for name in rounds[0]}


def main() -> None:
    ours, peers, kernels = [], [], ""
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr, flush=True)
        mine = measured(sys.executable, "envs_ours.py")
        kernels = str(mine.pop("kernels"))
        ours.append(mine)
        peers.append(measured(PEERS, "envs_peers.py"))
    text = report(medians(ours), medians(peers), kernels)
    keep("envs", text)
    print(text)


if __name__ == "__main__":
    main()

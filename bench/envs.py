"""Compare steps per second with RLCard through PettingZoo, and of many deals at once.

    make bench-envs

Writes its part of results.md. Our process and the peers' take turns, each in its own virtual environment, so that load
on the machine affects both. All play at random, with the same loop. Figures are medians over the rounds, in CPU seconds
of one core.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from keeping import keep, machine
from run import count, measured, ratio

HERE = Path(__file__).parent
PEERS = HERE / ".venv/bin/python"
ROUNDS = 5
TARGET = 5.0

# Our environment and the peer that is nearest to it.
COMPARISONS = [
    ("Xì Dách `room`, 2 seats", "xidach", "blackjack"),
    ("Chinese Rummy, 2 seats", "rummy", "gin-rummy"),
    ("Big Two `lawrence`, 4 seats", "big2", "doudizhu"),
]
VECTOR = [
    ("Xì Dách `room`, 2 seats", "xidach vector", 500_000),
    ("Big Two `lawrence`, 4 seats", "big2 vector", 100_000),
]


def report(ours: dict[str, float], peers: dict[str, float], kernels: str) -> str:
    lines = [
        "## Environments",
        "",
        f"{machine()}, kernels {kernels}. Medians of {ROUNDS} rounds in turns, per CPU second of one core."
        " Written by `make bench-envs`. The machine is shared, so only the ratios matter.",
        "",
        "Decisions per second through PettingZoo's AEC interface, with observations and masks; all players are random:",
        "",
        "| Chiếu | decisions/s | peer | decisions/s | ratio | target |",
        "|---|---:|---|---:|---:|---:|",
    ]
    for title, name, peer in COMPARISONS:
        figure, peer_figure = ours[name], peers[peer]
        mark = "" if figure >= TARGET * peer_figure else " (missed)"
        lines.append(
            f"| {title} | {count(figure)} | RLCard {peer} | {count(peer_figure)} | {ratio(figure, peer_figure)}"
            f" | {TARGET:g}x{mark} |"
        )
    lines += [
        "",
        "Many deals at once in arrays, with observations; includes the time numpy takes to draw random choices:",
        "",
    ]
    lines += ["| Chiếu | decisions/s | target |", "|---|---:|---:|"]
    for title, name, target in VECTOR:
        mark = "" if ours[name] >= target else " (missed)"
        lines.append(f"| {title} | {count(ours[name])} | {count(target)}{mark} |")
    for name in ("niuniu vector", "rummy vector"):
        lines.append(f"| {name.split()[0]} (no batch kernel) | {count(ours[name])} | |")
    return "\n".join([*lines, "", NOTES.strip(), ""])


NOTES = """
The peers are RLCard's games in PettingZoo's own wrapper (`RLCardBase`). PettingZoo no longer ships these three, so each
is made from that class and the shape of the game's observations. The wrapper computes every observation twice, in
`step` and in `last`. The games differ: blackjack has one agent and about two decisions a deal, gin rummy is another
rummy, and Dou Dizhu has three players, 54 cards and 27,472 numbered actions.

**Behind**: OpenSpiel's blackjack through its own C++ API, with an observation tensor and the legal actions for every
decision, makes 175,197 decisions per CPU second; Xì Dách through PettingZoo makes 114,648 in the same run, 0.65 of it
(`python bench/openspiel_blackjack.py`, median of five alternating rounds, release kernels, a busy machine, so compare
these two only with each other). Many deals at once, above, are our fast interface. pgx was not measured.
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

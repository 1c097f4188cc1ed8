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
WANTED = 5.0

# Our environment and the peer that is nearest to it.
BESIDE = [
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
        f"{machine()}, kernels {kernels}. Medians of {ROUNDS} rounds taken in turn, CPU seconds of one core. Made by"
        " `make bench-envs`; the machine is shared, so look at the ratios.",
        "",
        "Decisions a second through PettingZoo's AEC interface, with observations and masks, everybody at random:",
        "",
        "| Chiếu | decisions/s | peer | decisions/s | ratio | wanted |",
        "|---|---:|---|---:|---:|---:|",
    ]
    for title, name, peer in BESIDE:
        mine, theirs = ours[name], peers[peer]
        met = "" if mine >= WANTED * theirs else " (missed)"
        lines.append(
            f"| {title} | {count(mine)} | RLCard {peer} | {count(theirs)} | {ratio(mine, theirs)} | {WANTED:g}x{met} |"
        )
    lines += [
        "",
        "Many deals at once in arrays, with observations; random choices are drawn by numpy and counted in:",
        "",
    ]
    lines += ["| Chiếu | decisions/s | wanted |", "|---|---:|---:|"]
    for title, name, wanted in VECTOR:
        met = "" if ours[name] >= wanted else " (missed)"
        lines.append(f"| {title} | {count(ours[name])} | {count(wanted)}{met} |")
    for name in ("niuniu vector", "rummy vector"):
        lines.append(f"| {name.split()[0]}, which brings no kernel for it along | {count(ours[name])} | |")
    return "\n".join([*lines, "", NOTES.strip(), ""])


NOTES = """
The peers are RLCard's games behind PettingZoo's own wrapper for them (`RLCardBase`); PettingZoo itself no longer ships
these three, so each is made with that class and the game's shape of observation. That wrapper makes every observation
twice, in `step` and in `last`. The games are not the same: blackjack has one agent and about two decisions a deal, gin
rummy is another rummy, Dou Dizhu has three players, 54 cards and 27,472 numbered actions.
"""


def medians(rounds: list[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}


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

"""Measure Chiếu and its peers in turns, in one run, and write the engines' part of results.md.

    make bench

The peers have their own virtual environment (bench/.venv). Figures are medians over the rounds, in CPU seconds of one
core. Machines differ and are noisy, so only the ratios matter.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from keeping import keep, machine

HERE = Path(__file__).parent
PEERS = HERE / ".venv/bin/python"
ROUNDS = 5


def measured(python: str | Path, script: str) -> dict[str, Any]:
    done = subprocess.run([str(python), str(HERE / script)], stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def medians(rounds: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    return {
        name: {unit: statistics.median(one[name][unit] for one in rounds) for unit in figures}
        for name, figures in rounds[0].items()
        if isinstance(figures, dict)
    }


def count(figure: float) -> str:
    return f"{figure:,.0f}"


def ratio(ours: float, theirs: float) -> str:
    return f"{ours / theirs:.1f}x"


# Comparisons: title, our figure, the peer and its unit, and the target of the ratio.
BESIDE = [
    ("Xì Dách, two seats, through the contract", "xidach", "deals", "RLCard blackjack, raw", "deals", 4.0),
    ("Xì Dách, two seats, through the contract", "xidach", "deals", "OpenSpiel blackjack", "deals", 1.0),
    ("the same, with a view for every decision", "xidach", "deals with views", "RLCard blackjack, raw", "deals", 4.0),
    ("the same, with a view for every decision", "xidach", "deals with views", "OpenSpiel blackjack", "deals", 1.0),
    ("Big Two, random deals through the contract", "big2", "deals", "RLCard Dou Dizhu, raw", "deals", 10.0),
    ("Rummy, decisions through the contract", "rummy", "decisions", "RLCard gin rummy, raw", "decisions", 3.0),
    ("Rummy, decisions through the contract", "rummy", "decisions", "OpenSpiel gin rummy", "decisions", 1.0),
    ("Rummy, kernel decisions", "rummy", "kernel decisions", "OpenSpiel gin rummy", "decisions", 1.0),
]


def report(ours: dict[str, dict[str, float]], peers: dict[str, dict[str, float]], kernels: str) -> str:
    lines = [
        "## The engines beside peers",
        "",
        f"{machine()}, kernels {kernels}. Medians of {ROUNDS} rounds"
        " taken in turn, CPU seconds of one core. Made by `make bench`; the machine is shared, so look at the ratios.",
        "",
        "| what | unit | Chiếu | peer | its figure | ratio | wanted |",
        "|---|---|---:|---|---:|---:|---:|",
    ]
    for title, name, unit, peer, peer_unit, wanted in BESIDE:
        if unit in ours.get(name, {}) and peer in peers:
            mine, theirs = ours[name][unit], peers[peer][peer_unit]
            met = "" if mine >= wanted * theirs else " (missed)"
            lines.append(
                f"| {title} | {peer_unit}/s | {count(mine)} | {peer} | {count(theirs)} | {ratio(mine, theirs)}"
                f" | {wanted:g}x{met} |"
            )
    lines += ["", "### By themselves", "", "| game | what | figure |", "|---|---|---:|"]
    for name, figures in ours.items():
        for unit, figure in figures.items():
            shown = f"{figure:.3f}" if unit.endswith("seconds") else count(figure) + "/s"
            lines.append(f"| {name} | {unit} | {shown} |")
    lines += ["", NOTES.strip(), ""]
    return "\n".join(lines)


NOTES = """
The games are not the same: RLCard's blackjack has no choices for the dealer and OpenSpiel's deals card by card as
chance nodes, Dou Dizhu has three players and 54 cards, gin rummy is another rummy. Each stands for what a user of that
library would step through in Python. Where the peer offers a faster way below its environment (RLCard's raw games)
that one is taken. Charlesworth's Big Two environment is on no package index and was not run here; the figures
known for it are 146 games and 11,155 moves a second on a machine where RLCard's Dou Dizhu did 26 to 291 games.
"""


def main() -> None:
    ours, peers = [], []
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr, flush=True)
        ours.append(measured(sys.executable, "ours.py"))
        peers.append(measured(PEERS, "peers.py"))
    text = report(medians(ours), medians(peers), str(ours[0]["kernels"]))
    keep("engines", text)
    print(text)


if __name__ == "__main__":
    main()

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
    process = subprocess.run([str(python), str(HERE / script)], stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(process.stdout))


def medians(rounds: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    return {
        name: {unit: statistics.median(results[name][unit] for results in rounds) for unit in figures}
        for name, figures in rounds[0].items()
        if isinstance(figures, dict)
    }


def count(figure: float) -> str:
    return f"{figure:,.0f}"


def ratio(figure: float, peer_figure: float) -> str:
    return f"{figure / peer_figure:.1f}x"


# Comparisons: title, our figure, the peer and its unit, and the target of the ratio.
COMPARISONS = [
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
        "## Engines compared with peers",
        "",
        f"{machine()}, kernels {kernels}. Medians of {ROUNDS} rounds in turns, per CPU second of one core."
        " Written by `make bench`. The machine is shared, so only the ratios matter.",
        "",
        "| measure | unit | Chiếu | peer | its figure | ratio | target |",
        "|---|---|---:|---|---:|---:|---:|",
    ]
    for title, name, unit, peer, peer_unit, target in COMPARISONS:
        if unit in ours.get(name, {}) and peer in peers:
            figure, peer_figure = ours[name][unit], peers[peer][peer_unit]
            mark = "" if figure >= target * peer_figure else " (missed)"
            lines.append(
                f"| {title} | {peer_unit}/s | {count(figure)} | {peer} | {count(peer_figure)}"
                f" | {ratio(figure, peer_figure)} | {target:g}x{mark} |"
            )
    lines += ["", "### Chiếu alone", "", "| game | measure | figure |", "|---|---|---:|"]
    for name, figures in ours.items():
        for unit, figure in figures.items():
            text = f"{figure:.3f}" if unit.endswith("seconds") else count(figure) + "/s"
            lines.append(f"| {name} | {unit} | {text} |")
    lines += ["", NOTES.strip(), ""]
    return "\n".join(lines)


NOTES = """
The games differ: RLCard's blackjack gives the dealer no choices, OpenSpiel deals card by card with chance nodes, Dou
Dizhu has three players and 54 cards, and gin rummy is another rummy. Each stands for what a user of that library would
step through in Python. If the peer has a faster layer below its environment (RLCard's raw games), that layer is
measured. Charlesworth's Big Two environment is not on any package index and was not run here; its known figures are
146 games and 11,155 moves a second on a machine where RLCard's Dou Dizhu did 26 to 291 games.
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

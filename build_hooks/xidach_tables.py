"""Solve the presets of Xì Dách at two seats and write the strategies of its bot `solved`.

They are in `games/xidach/ai/draws.json`: the probability of drawing in each information set, in the order of
`solver.situations`. Run it after changing the presets or the solver; the tests measure the strategies it writes.

    python -m build_hooks.xidach_tables
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

from chieu.games.xidach.ai.solver import solve
from chieu.games.xidach.rules import PRESETS

TARGET = Path(__file__).parent.parent / "src/chieu/games/xidach/ai/draws.json"


def main() -> None:
    """Write the file."""
    tables = []
    for name, rules in PRESETS.items():
        print(f"solving {name} ...", flush=True)
        tables.append(table(name, [choice.draw for choice in solve(rules, good_enough=1e-6).choices]))
    TARGET.write_text("{\n" + ",\n".join(tables) + "\n}\n", encoding="utf-8")


def table(name: str, draws: list[float]) -> str:
    """Return the probabilities of a preset as an entry of a JSON object."""
    numbers = ", ".join(f"{draw:g}" for draw in draws)
    return f"{json.dumps(name)}: [\n" + textwrap.fill(numbers, 118) + "\n]"


if __name__ == "__main__":
    main()

"""Solves the presets of Xì Dách at two seats and writes what its bot `solved` knows, `games/xidach/ai/tables.py`.

Run it after a change of the presets or of the solver; the tests measure what is written there.

    python -m build_hooks.xidach_tables
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from chieu.games.xidach.ai.solver import solve
from chieu.games.xidach.rules import PRESETS

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "src/chieu/games/xidach/ai/tables.py"
WIDE = 100
HEAD = '''"""Best play at two seats by the presets. Written by `python -m build_hooks.xidach_tables`, not by hand.

The choices of a solution are numbered in its order. `ALWAYS` has a bit for each, the lowest for the first, set where
the hand always draws; `SOMETIMES` has those that draw now and then, and how often.
"""

from __future__ import annotations

from typing import Final

'''


def main() -> None:
    """Writes the module."""
    bits, mixed = {}, {}
    for name, rules in PRESETS.items():
        print(f"solving {name} ...", flush=True)
        draws = [choice.draw for choice in solve(rules, good_enough=1e-6).choices]
        number = sum(1 << place for place, draw in enumerate(draws) if draw == 1)
        bits[name] = f"{number:x}"
        mixed[name] = {place: draw for place, draw in enumerate(draws) if 0 < draw < 1}
    lines = [HEAD, "ALWAYS: Final[dict[str, int]] = {\n"]
    for name, digits in bits.items():
        lines.append(f'    "{name}": int(\n')
        lines += [f'        "{digits[at : at + WIDE]}"\n' for at in range(0, len(digits), WIDE)]
        lines[-1] = lines[-1].rstrip("\n") + ",\n"
        lines.append("        16,\n    ),\n")
    lines.append("}\n\n")
    lines.append(f"SOMETIMES: Final[dict[str, dict[int, float]]] = {mixed!r}\n")
    TARGET.write_text("".join(lines), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", str(TARGET)], check=True)


if __name__ == "__main__":
    main()

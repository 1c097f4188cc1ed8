"""`chieu` with the same cards, contributions to shuffles and bots' moves in every run.

`python -m tests.seeded SEED COMMAND ...`: no two processes on one store may have the same seed.
"""

from __future__ import annotations

import hashlib
import secrets
import sys

from chieu.cli.entry import main
from chieu.online.client import contributing
from chieu.online.storage.local import SystemEntropy
from tests.online.storage.memory import SeededEntropy


def contribution(table: str, guest: str, deal: int, attempt: int) -> str:
    """Replace `contributing.draw`."""
    return hashlib.sha256(f"{table}#{guest} {deal} {attempt}".encode()).hexdigest()


if __name__ == "__main__":
    seed = int(sys.argv[1])
    SystemEntropy.draw = SeededEntropy(seed).draw  # type: ignore[method-assign, assignment]
    contributing.draw = contribution
    secrets.randbits = lambda _: seed  # type: ignore[assignment]
    sys.exit(main(sys.argv[2:]))

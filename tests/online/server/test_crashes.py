"""PF-31: a short run of `python -m tests.online.server.crashes`."""

from __future__ import annotations

from pathlib import Path

from tests.online.server.crashes import evening


def test_pf_31_acknowledged_commands_survive_kill_9(tmp_path: Path) -> None:
    counts = evening(tmp_path, kills=4, tables=2, seed=1)
    assert counts["kills"] == 4
    assert counts["done"] > 20
    assert counts["deals"] > 0

"""Bots from a file: `net:FILE` wherever a command takes a bot."""

from __future__ import annotations

from pathlib import Path

from chieu import envs
from tests.cli.running import Here, is_one_line
from tests.envs.nets import random_perceptron, save


def test_commands_take_nets_by_file_name(chieu: Here, tmp_path: Path) -> None:
    table, file = envs.Table("xidach", "room", 2), tmp_path / "player.npz"
    net = f"net:{save(random_perceptron(table, 1), file)}"
    results = tmp_path / "results.jsonl"
    line = ("arena", "xidach", "--bots", f"{net},random", "--seats", "2", "--deals", "5", "--jobs", "1")
    assert chieu(*line, "--results", str(results)).code == 0
    save(random_perceptron(table, 2), file)
    changed = chieu(*line, "--results", str(results))
    assert changed.code == 2, "the results are of another net"
    assert chieu("play", "xidach", "--seats", "2", "--bots", net, "--seed", "1", stdin="").code == 0
    for name in (f"net:{tmp_path}/none.npz", "net:player.pkl"):
        refused = chieu("simulate", "xidach", "--bots", name)
        assert (refused.code, is_one_line(refused.err)) == (2, True)
    unfit = chieu("simulate", "xidach", "--seats", "3", "--bots", net, "--jobs", "1")
    assert (unfit.code, is_one_line(unfit.err)) == (2, True)

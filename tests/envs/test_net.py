"""Bots that play by a net: they choose as the environments would let it, and files cannot run code."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chieu import Rng, envs, load
from chieu.arena import Arena, InThisProcess, Pairing, play
from chieu.arena.runner import bot_digest
from chieu.bots import Random, UnfitBot
from chieu.core.deal import Deal
from chieu.envs import NetBot, net_bot
from tests.envs.nets import random_perceptron, save, save_linear_onnx

SHEETS = [
    ("xidach", "vipgame", 3),
    ("niuniu", "auction", 4),
    ("rummy", "seven-rounds", 2),
    ("big2", "lawrence~cay~rsn", 4),
]


@pytest.mark.parametrize(("game", "sheet", "seats"), SHEETS)
def test_a_bot_plays_as_its_net_in_the_environment(game: str, sheet: str, seats: int) -> None:
    """That includes calling the last card of Big Two, out of turn (BT-16)."""
    env = envs.pettingzoo(game, sheet, seats=seats, max_decisions=100_000)
    waits = 0
    for seed in range(3):
        net = random_perceptron(env.table, seed)
        bots = [NetBot(net, game, env.table.rules) for _ in range(seats)]
        deal = Deal.among(load(game), env.table.rules, bots, Rng(seed).shuffled)
        env.reset(seed=seed)
        moves = []
        while not any(env.terminations.values()):
            seen, episode = env.last()[0], env.episode
            legal = np.flatnonzero(seen["action_mask"])
            number = int(legal[np.ravel(net(seen))[legal].argmax()])
            action = env.table.actions.action(episode.seat, episode.legal, number)
            waits += episode.legal[-1] is envs.WAIT
            if action is not envs.WAIT:
                moves.append((episode.seat, action))
            env.step(number)
        assert moves == [move for move in deal.moves if move[0] >= 0]
    assert waits == 0 or game == "big2"
    assert waits > 0 or game != "big2"


def xidach(tmp_path: Path, seats: int = 2, seed: int = 1) -> Path:
    return save(random_perceptron(envs.Table("xidach", "room", seats), seed), tmp_path / f"{seats}-{seed}.npz")


def test_a_file_has_the_net_that_was_saved(tmp_path: Path) -> None:
    table = envs.Table("xidach", "room", 2)
    net, rules = random_perceptron(table, 1), table.rules
    read = net_bot("xidach", xidach(tmp_path))(rules, 0, Rng(1))
    for seed in range(20):
        deals = [
            Deal.among(load("xidach"), rules, [bot, Random(rules, 1, Rng(seed))], Rng(seed).shuffled)
            for bot in (read, NetBot(net, "xidach", rules))
        ]
        assert deals[0].moves == deals[1].moves


def test_an_onnx_net_scores_as_its_weights_say(tmp_path: Path) -> None:
    table = envs.Table("xidach", "room", 2)
    weight, bias = random_perceptron(table, 4, hidden=table.actions.size).layers[0]
    file = save_linear_onnx(weight, bias, tmp_path / "linear.onnx")
    linear = envs.Perceptron([(weight, bias)])
    for seed in range(20):
        bots = [net_bot("xidach", file)(table.rules, 0, Rng(1)), NetBot(linear, "xidach", table.rules)]
        deals = [Deal.among(load("xidach"), table.rules, [bot, bot], Rng(seed).shuffled) for bot in bots]
        assert deals[0].moves == deals[1].moves


class Bomb:
    """Creates a file when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.file,)


def test_a_file_cannot_run_code(tmp_path: Path) -> None:
    touched, bomb = tmp_path / "touched", tmp_path / "bomb.npz"
    pickle.loads(pickle.dumps(Bomb(touched)))
    assert touched.exists()
    touched.unlink()
    hidden: Any = {"0.weight": np.array([Bomb(touched)], object), "0.bias": np.zeros(1)}
    np.savez(bomb, **hidden)
    bare = tmp_path / "bare.npz"
    bare.write_bytes(pickle.dumps(Bomb(touched)))
    for file in (bomb, bare):
        with pytest.raises(UnfitBot, match="plain arrays"):
            net_bot("xidach", file)
    assert not touched.exists()


def test_files_that_are_not_nets_are_refused(tmp_path: Path) -> None:
    cases: dict[str, tuple[dict[str, Any], str]] = {
        "no arrays": ({}, "got none"),
        "other names": ({"first": np.zeros((2, 2))}, "got first"),
        "no bias": ({"0.weight": np.zeros((2, 2))}, "0.bias"),
        "flat": ({"0.weight": np.zeros(2), "0.bias": np.zeros(2)}, "layer 0"),
        "words": ({"0.weight": np.array([["a"]]), "0.bias": np.zeros(1)}, "plain arrays"),
        "gap": (
            {"0.weight": np.zeros((2, 3)), "0.bias": np.zeros(2), "2.weight": np.zeros((1, 3)), "2.bias": np.zeros(1)},
            "layer 2",
        ),
    }
    for name, (arrays, message) in cases.items():
        file = tmp_path / f"{name}.npz"
        np.savez(file, **arrays)
        with pytest.raises(UnfitBot, match=message):
            net_bot("xidach", file)
    np.save(tmp_path / "one array.npy", np.zeros((2, 2)))
    large: dict[str, Any] = {"0.weight": np.zeros((1 << 13, 1 << 13)), "0.bias": np.zeros(1 << 13)}
    np.savez_compressed(tmp_path / "large.npz", **large)
    plain: dict[str, Any] = {"0.weight": np.arange(4096.0), "0.bias": np.zeros(1)}
    np.savez_compressed(tmp_path / "damaged.npz", **plain)
    damaged = bytearray((tmp_path / "damaged.npz").read_bytes())
    damaged[200:230] = bytes(30)
    for name, content, message in (
        ("one array", (tmp_path / "one array.npy").read_bytes(), "plain arrays"),
        ("large", (tmp_path / "large.npz").read_bytes(), "256 MB"),
        ("damaged", bytes(damaged), "plain arrays"),
    ):
        file = tmp_path / f"{name}.npz"
        file.write_bytes(content)
        with pytest.raises(UnfitBot, match=message):
            net_bot("xidach", file)
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"not a net")
    with pytest.raises(UnfitBot, match="ONNX"):
        net_bot("xidach", broken)


def test_a_net_for_another_table_is_refused(tmp_path: Path) -> None:
    rules = load("xidach").presets["room"]
    table = envs.Table("xidach", "room", 2)
    onnx = save_linear_onnx(*random_perceptron(table, 1, hidden=3).layers[0], tmp_path / "few_scores.onnx")
    for file, seats, message in ((xidach(tmp_path), 3, "inputs"), (onnx, 2, "scores"), (onnx, 3, "does not fit")):
        bots = [net_bot("xidach", file)(rules, seat, Rng(1)) for seat in range(seats)]
        with pytest.raises(UnfitBot, match=message):
            Deal.among(load("xidach"), rules, bots, Rng(1).shuffled)


def test_a_net_plays_in_the_arena(tmp_path: Path) -> None:
    maker, other = (net_bot("xidach", xidach(tmp_path, seed=seed)) for seed in (1, 2))
    assert pickle.loads(pickle.dumps(maker)) == maker
    assert bot_digest(maker) != bot_digest(other)
    arena = Arena("xidach", load("xidach").presets["room"], 2)
    assert len(list(play(arena, [Pairing(("net", maker), ("random", Random))], range(5), InThisProcess()))) == 5

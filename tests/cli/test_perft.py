"""`chieu perft`: counts that add up."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chieu.cli.sheet import usual_seats
from chieu.core.luck import Luck
from chieu.core.run import perft
from chieu.games import all_games, load
from tests.cli.running import Here

COUNT = re.compile(r"depth (\d+): ([\d,]+) +[\d.]+ s +[\d,-]+ nodes/s")


def counts(lines: list[str]) -> list[int]:
    return [int(found[2].replace(",", "")) for line in lines if (found := COUNT.fullmatch(line))]


def test_counts_are_those_of_the_walk(chieu: Here) -> None:
    game = load("xidach")
    done = chieu("perft", "xidach", "--seats", "3", "--seed", "7", "--depth", "4", "--set", "stake_max=3")
    assert done.lines[0] == "xidach · room stake_max=3 · 3 seats · seed 7"
    start = game.start(game.rules(stake_max=3), 3)
    wanted = [perft(game, start, depth, lambda cards: Luck(7).shuffled(cards)) for depth in range(5)]
    assert wanted[:3] == [1, 3, 9]
    assert counts(done.lines) == wanted


def test_divide_parts_the_last_count(chieu: Here) -> None:
    done = chieu("perft", "xidach", "--seats", "2", "--seed", "7", "--depth", "6", "--divide")
    after = done.lines[done.lines.index("") + 1 :]
    assert sum(int(line.split(": ")[1].replace(",", "")) for line in after) == counts(done.lines)[-1]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_game_can_be_counted(chieu: Here, game: Any) -> None:
    done = chieu("perft", game.name, "--depth", "2")
    assert done.code == 0
    rules = next(iter(game.presets.values()))
    assert f"{usual_seats(game, rules)} seats" in done.lines[0]
    assert len(counts(done.lines)) == 3

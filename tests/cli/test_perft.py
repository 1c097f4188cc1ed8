"""`chieu perft`: counts add up."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chieu.cli.sheet import usual_seats
from chieu.core import sheets
from chieu.core.rng import Rng
from chieu.core.run import perft
from chieu.games import all_games, load
from tests.cli.running import Here

COUNT = re.compile(r"depth (\d+): ([\d,]+) +[\d.]+ s +[\d,-]+ nodes/s")


def counts(lines: list[str]) -> list[int]:
    return [int(match[2].replace(",", "")) for line in lines if (match := COUNT.fullmatch(line))]


def test_counts_are_those_of_the_walk(chieu: Here) -> None:
    game = load("xidach")
    result = chieu("perft", "xidach", "--seats", "3", "--seed", "7", "--depth", "4", "--set", "stake_max=3")
    assert result.lines[0] == "xidach · room stake_max=3 · 3 seats · seed 7"
    start = game.start(game.rules(stake_max=3), 3)
    expected = [perft(game, start, depth, lambda cards: Rng(7).shuffled(cards)) for depth in range(5)]
    assert expected[:3] == [1, 3, 9]
    assert counts(result.lines) == expected


def test_divide_parts_the_last_count(chieu: Here) -> None:
    result = chieu("perft", "xidach", "--seats", "2", "--seed", "7", "--depth", "6", "--divide")
    after = result.lines[result.lines.index("") + 1 :]
    assert sum(int(line.split(": ")[1].replace(",", "")) for line in after) == counts(result.lines)[-1]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_game_can_be_counted(chieu: Here, game: Any) -> None:
    result = chieu("perft", game.name, "--depth", "2")
    assert result.code == 0
    rules = next(iter(game.presets.values()))
    assert f"{usual_seats(game, rules)} seats" in result.lines[0]
    assert len(counts(result.lines)) == 3


def test_rm_1_the_default_number_of_seats_is_the_games() -> None:
    """In `play`, `simulate`, `perft` and `table`; the page reads the same number."""
    assert {name: usual_seats(game, next(iter(game.presets.values()))) for name, game in all_games().items()} == {
        name: game.extras.quick.seats for name, game in all_games().items()
    }
    rummy = all_games()["rummy"]
    assert usual_seats(rummy, rummy.presets["seven-rounds"]) == 2
    many = sheets.with_settings(rummy, rummy.presets["seven-rounds"], ["contracts=13:s10", "rounds=1"])
    assert usual_seats(rummy, many) == 3  # one pack has no such set

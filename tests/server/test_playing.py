"""Four clients at one table, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from chieu.core.contract import AnyGame
from chieu.games import all_games
from chieu.table.messages import OpenTable
from chieu.table.proofs import verify
from tests.server.living import Player, Process, seated, serving

TABLES = [(game, preset) for game in all_games().values() for preset in game.presets]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("house")) as process:
        yield process


@pytest.mark.parametrize(("game", "preset"), TABLES, ids=[f"{game.name}-{preset}" for game, preset in TABLES])
def test_four_play_a_whole_deal_and_the_record_verifies(house: Process, game: AnyGame, preset: str) -> None:
    async def scenario() -> None:
        guests = [house.server.new_guest() for _ in range(4)]
        order = OpenTable(game=game.name, name="Lan", seats=4, sheet=preset)
        seats = await seated(house.server, order, guests)
        players = [Player(seat, "random", number) for number, seat in enumerate(seats)]
        await asyncio.gather(*(player.play() for player in players))
        record = house.server.record(seats[0].table, 1)
        (verified,) = verify(all_games(), record.splitlines())
        assert [one.seat for one in verified.proof.contributions] == [0, 1, 2, 3]
        for seat in seats:
            await seat.close()

    asyncio.run(scenario())

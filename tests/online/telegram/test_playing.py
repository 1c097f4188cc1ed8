"""Whole deals in a group, by people who tap or type."""

from __future__ import annotations

import pytest

from chieu.fairness.verify import verify
from chieu.games import all_games
from tests.online.telegram.evening import Players, evening, gather, sit_down, table_of

PRESETS = [(game.name, preset) for game in all_games().values() for preset in game.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_four_people_in_a_group_play_a_deal_of_every_preset(game: str, preset: str) -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people, f"{game} {preset}")
        table = table_of(lobby)
        people[0].tap("Deal", lobby)
        players = Players(api, bot, table, people)
        players.play()
        record = bot.record(table, 1)
        (deal,) = verify(all_games(), record.splitlines())
        kinds = [seat.kind for seat in deal.chairs if seat.kind != "house"]
        assert set(kinds) == {"chat"}
        assert all(seat.proves == "nothing" for seat in deal.chairs)
        api.wait(lambda: "Result" in group.text)
        assert not api.refusals
        assert not api.broken

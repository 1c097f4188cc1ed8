"""Frames recorded by `tests/fixtures/wire/make.py` decode and serialize to the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from chieu.games import all_games
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol import wire
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.protocol.views import Heartbeat, Update, View

WIRE = Path(__file__).parents[2] / "fixtures" / "wire"
GAMES = sorted(all_games())


def test_every_game_has_a_recording() -> None:
    assert sorted(file.stem for file in WIRE.glob("*.txt")) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_recorded_frames_decode_and_serialize_to_the_same_bytes(game: str) -> None:
    seen, mirror = set(), TableMirror()
    for line in (WIRE / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        direction, _, raw = line.partition(" ")
        message = wire.read(all_games()[game], raw) if direction == ">" else wire.read_message(raw)
        assert wire.write(message) == raw.encode()
        if isinstance(message, View | Update):
            mirror.take(message)
            assert not mirror.gap
        seen.add(type(message))
    assert seen - {Heartbeat} >= {View, Update, Done, Refused, Stale}
    assert (mirror.game, mirror.table.locked, mirror.you.seat) == (all_games()[game], True, None)

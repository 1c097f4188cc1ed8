"""Frames recorded by `tests/fixtures/wire/make.py` decode and serialize to the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from chieu.games import all_games
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol import wire
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.protocol.commands import Claim, Correct, Enter, StrikeOut
from chieu.online.protocol.views import Heartbeat, Update, View

WIRE = Path(__file__).parents[2] / "fixtures" / "wire"
FILES = sorted(name + kind for name in all_games() for kind in ("", "-real"))


def test_every_game_has_its_recordings() -> None:
    assert sorted(file.stem for file in WIRE.glob("*.txt")) == FILES


@pytest.mark.parametrize("file", FILES)
def test_recorded_frames_decode_and_serialize_to_the_same_bytes(file: str) -> None:
    name, _, real = file.partition("-")
    game = all_games()[name]
    seen, mirror = set(), TableMirror()
    for line in (WIRE / f"{file}.txt").read_text(encoding="utf-8").splitlines():
        direction, _, raw = line.partition(" ")
        message = wire.read(game, raw) if direction == ">" else wire.read_message(raw)
        assert wire.write(message) == raw.encode()
        if isinstance(message, View | Update):
            mirror.take(message)
            assert not mirror.gap
        seen.add(type(message))
    assert seen - {Heartbeat} >= {View, Update, Done, Refused} | (
        {Claim, Enter, Correct, StrikeOut} if real else {Stale}
    )
    assert mirror.game == game
    if real:
        assert mirror.table.real is not None
        assert [bool(deal.struck) for deal in mirror.table.real.entered] == [False, True, False]
    else:
        assert (mirror.table.locked, mirror.you.seat) == (True, None)

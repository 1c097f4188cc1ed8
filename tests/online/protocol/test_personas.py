"""Bot personas differ within a table."""

from __future__ import annotations

from chieu.games import all_games
from chieu.online.protocol.names import apart
from chieu.online.protocol.personas import PERSONAS, bot_name, personas
from chieu.online.table import project
from tests.online.table.sitting import Sitting


def test_personas_at_a_table_differ() -> None:
    most = max(game.seats[-1] for game in all_games().values())
    for table in map(str, range(50)):
        here = personas(table, most)
        assert len(set(here)) == most
        assert personas(table, 2) == here[:2], "whoever sits there stays when seats come or go"
    assert len({personas(str(number), 4) for number in range(50)}) > 40, "other tables have others"


def test_names_of_personas_look_different() -> None:
    for lang in ("vi", "en", "zh"):
        called = [bot_name(persona, lang) for persona in PERSONAS]
        for number, name in enumerate(called):
            assert apart(name, called[:number]) == name


def test_table_view_has_the_persona_of_each_seat() -> None:
    sitting = Sitting(people=1, seats=3)
    shown = project.table_view(sitting.state)
    assert shown.personas == personas(sitting.state.id, 3)
    assert set(shown.personas) <= set(PERSONAS)

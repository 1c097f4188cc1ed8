"""PF-3: search bots in other processes: their input, the deadline, and untrusted answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from chieu.bots import bot_of
from chieu.core.rng import Rng
from chieu.online.protocol import commands
from chieu.online.server.workers import bot_workers
from chieu.online.table import decide
from chieu.online.table.entries import Moved
from chieu.online.table.fold import Transaction
from chieu.online.table.turns import BOT_PATIENCE, LEAST_PACE, bot_action, bot_turn, deadline, to_think
from tests.online.table.sitting import Sitting
from tests.thinking import THINKER, thinking_bots

USUAL_PACE = 300


@pytest.fixture(autouse=True)
def _thinking() -> Iterator[None]:
    with thinking_bots():
        yield


def search_bot_to_act(pace: int = USUAL_PACE, **fields: Any) -> tuple[Sitting, int]:
    """Return a table with a search bot to act, and its seat."""
    for _ in range(50):
        table = Sitting("big2", seats=3, sheet="lawrence~rsn", bots=(THINKER, THINKER), pace=pace, **fields)
        table.start()
        rng = Rng(1)
        while table.phase() == "playing" and not to_think(table.state):
            (seat,) = table.deal.to_act
            table.act(seat, rng.pick(table.game.legal(table.deal.state, seat)))
        if to_think(table.state):
            return table, to_think(table.state)[0]
    raise AssertionError("no search bot was ever to act")


def thought(table: Sitting, seat: int, action: Any, turn_seq: int | None = None) -> Transaction:
    number = table.deal.turn_seq[seat] if turn_seq is None else turn_seq
    return table.decided(decide.thought, seat, number, action)


def moves(outcome: Transaction) -> list[tuple[int, Any]]:
    return [(entry.event.seat, entry.event.action) for entry in outcome.entries if isinstance(entry.event, Moved)]


def test_pf_3_bot_turn_holds_only_what_the_seat_may_know() -> None:
    table, seat = search_bot_to_act()
    turn, deal, game = bot_turn(table.state, seat), table.deal, table.game
    assert turn.view == game.view(deal.state, seat)
    assert turn.legal == game.legal(deal.state, seat)
    assert turn.facts == tuple(event.seen_by(seat) for events in deal.events for event in events)
    others = {card for other in range(3) if other != seat for card in game.view(deal.state, other).seats[other].cards}
    assert others
    shown = repr((turn.view, turn.facts, turn.legal))
    hidden = [card for card in others if repr(card) in shown]
    assert not hidden


def test_pf_3_seed_follows_from_the_table() -> None:
    table, seat = search_bot_to_act()
    again, _ = search_bot_to_act()
    assert bot_turn(table.state, seat).seed == bot_turn(again.state, seat).seed


def test_pf_3_answer_is_the_bots_move() -> None:
    table, seat = search_bot_to_act()
    for action in table.game.legal(table.deal.state, seat):
        assert moves(thought(table, seat, action))[0] == (seat, action)


@pytest.mark.parametrize("answer", [None, "nonsense", commands.Ready(id="x", seq=0), 7])
def test_pf_3_missing_or_illegal_answer_is_replaced_at_once(answer: Any) -> None:
    table, seat = search_bot_to_act()
    assert moves(thought(table, seat, answer))[0] == (seat, bot_action(table.state, seat))


def test_pf_3_usual_bot_replaces_a_search_bot() -> None:
    table, seat = search_bot_to_act()
    turn = bot_turn(table.state, seat)
    usual = bot_of(table.game, "heuristic")(turn.rules, seat, Rng(turn.seed))
    for fact in turn.facts:
        usual.see(fact)
    assert bot_action(table.state, seat) == usual.act(turn.view, turn.legal)


@pytest.mark.parametrize(("pace", "patience"), [(0, BOT_PATIENCE), (USUAL_PACE, BOT_PATIENCE), (3_000, 3_100)])
def test_pf_3_table_waits_a_second_at_most(pace: int, patience: int) -> None:
    table, seat = search_bot_to_act(pace)
    since = table.deal.turn_at[seat]
    assert deadline(table.state) == since + patience
    number = table.deal.moved
    table.wait(since + patience - 1 - table.now)
    assert table.deal.moved == number
    table.wait(1)
    assert table.deal.moved > number


@pytest.mark.parametrize(("pace", "least"), [(0, LEAST_PACE), (USUAL_PACE, LEAST_PACE), (3_000, 3_000)])
def test_pf_20_thinking_time_is_hidden(pace: int, least: int) -> None:
    """Regression: at a fast table the bot moved as soon as it had thought, which depends on its hand."""
    table, seat = search_bot_to_act(pace)
    assert bot_turn(table.state, seat).earliest == table.deal.turn_at[seat] + least
    assert least > 1000 * bot_workers.THINKING_SECONDS, "by then it has thought"


def test_pf_3_late_answer_is_ignored() -> None:
    table, seat = search_bot_to_act()
    number, action = table.deal.turn_seq[seat], table.game.legal(table.deal.state, seat)[0]
    table.wait(BOT_PATIENCE)
    assert thought(table, seat, action, number).entries == []


def test_pf_3_answer_for_another_seat_is_ignored() -> None:
    table, seat = search_bot_to_act()
    other = next(index for index in range(3) if index != seat)
    assert thought(table, other, None, table.deal.turn_seq[other]).entries == []


def test_pf_3_other_bots_move_without_asking() -> None:
    table = Sitting("big2", seats=3, sheet="lawrence~rsn", bots=("heuristic", "easy"), pace=USUAL_PACE)
    table.start()
    assert to_think(table.state) == []
    if deadline(table.state) is not None:
        assert deadline(table.state) == table.now + USUAL_PACE

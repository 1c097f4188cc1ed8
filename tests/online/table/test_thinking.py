"""PF-3: bots that think elsewhere: a table asks with what the seat may know, waits a second, and believes nobody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from chieu.bots import bot_of
from chieu.core.rng import Rng
from chieu.online.protocol import commands
from chieu.online.server.workers import bot_workers
from chieu.online.table import decide
from chieu.online.table.bot_moves import bot_action
from chieu.online.table.entries import Moved
from chieu.online.table.thinking import LEAST_PACE, PATIENCE, bot_turn, to_think
from chieu.online.table.turns import deadline
from tests.online.table.sitting import Sitting
from tests.thinking import THINKER, thinking_bots

USUAL_PACE = 300


@pytest.fixture(autouse=True)
def _thinking() -> Iterator[None]:
    with thinking_bots():
        yield


def asked(pace: int = USUAL_PACE, **fields: Any) -> tuple[Sitting, int]:
    """A table at which a bot that thinks is to act, and its seat."""
    for _ in range(50):
        table = Sitting("big2", seats=3, sheet="lawrence~rsn", bots=(THINKER, THINKER), pace=pace, **fields)
        table.start()
        rng = Rng(1)
        while table.phase() == "playing" and not to_think(table.state):
            (seat,) = table.deal.waiting
            table.act(seat, rng.pick(table.game.legal(table.deal.state, seat)))
        if to_think(table.state):
            return table, to_think(table.state)[0]
    raise AssertionError("no bot was ever asked")


def thought(table: Sitting, seat: int, action: Any, asked: int | None = None) -> decide.Transition:
    number = table.deal.asked[seat] if asked is None else asked
    return decide.thought(table.state, seat, number, action, table.now, table.fresh)


def moves(outcome: decide.Transition) -> list[tuple[int, Any]]:
    return [(entry.seat, entry.action) for entry in outcome.entries if isinstance(entry, Moved)]


def test_it_is_asked_with_what_its_seat_may_know_and_nothing_else() -> None:
    table, seat = asked()
    turn, deal, game = bot_turn(table.state, seat), table.deal, table.game
    assert turn.view == game.view(deal.state, seat)
    assert turn.legal == game.legal(deal.state, seat)
    assert turn.facts == tuple(event.seen_by(seat) for events in deal.events for event in events)
    others = {card for other in range(3) if other != seat for card in game.view(deal.state, other).seats[other].cards}
    assert others
    told = repr((turn.view, turn.facts, turn.legal))
    hidden = [card for card in others if repr(card) in told]
    assert not hidden


def test_its_luck_is_the_table_s_own() -> None:
    table, seat = asked()
    again, _ = asked()
    assert bot_turn(table.state, seat).seed == bot_turn(again.state, seat).seed


def test_a_thought_is_the_bot_s_move() -> None:
    table, seat = asked()
    for action in table.game.legal(table.deal.state, seat):
        assert moves(thought(table, seat, action))[0] == (seat, action)


@pytest.mark.parametrize("answer", [None, "nonsense", commands.Ready(id="x", seq=0), 7])
def test_who_answers_nothing_or_nonsense_is_played_for_at_once(answer: Any) -> None:
    table, seat = asked()
    assert moves(thought(table, seat, answer))[0] == (seat, bot_action(table.state, seat))


def test_who_plays_for_it_is_the_usual_bot() -> None:
    table, seat = asked()
    turn = bot_turn(table.state, seat)
    usual = bot_of(table.game, "heuristic")(turn.rules, seat, Rng(turn.seed))
    for fact in turn.facts:
        usual.see(fact)
    assert bot_action(table.state, seat) == usual.act(turn.view, turn.legal)


@pytest.mark.parametrize(("pace", "patience"), [(0, PATIENCE), (USUAL_PACE, PATIENCE), (3_000, 3_100)])
def test_a_table_waits_a_second_and_no_longer(pace: int, patience: int) -> None:
    table, seat = asked(pace)
    since = table.deal.since[seat]
    assert deadline(table.state) == since + patience
    number = table.deal.moved
    table.wait(since + patience - 1 - table.now)
    assert table.deal.moved == number
    table.wait(1)
    assert table.deal.moved > number


@pytest.mark.parametrize(("pace", "least"), [(0, LEAST_PACE), (USUAL_PACE, LEAST_PACE), (3_000, 3_000)])
def test_pf_20_how_long_it_thought_is_not_to_be_seen(pace: int, least: int) -> None:
    """At a quick table its move came when it had thought, and some hands take longer than others."""
    table, seat = asked(pace)
    assert bot_turn(table.state, seat).earliest == table.deal.since[seat] + least
    assert least > 1000 * bot_workers.SECONDS, "by then it has thought"


def test_an_answer_to_what_is_past_comes_to_nothing() -> None:
    table, seat = asked()
    number, action = table.deal.asked[seat], table.game.legal(table.deal.state, seat)[0]
    table.wait(PATIENCE)
    assert thought(table, seat, action, number).entries == ()


def test_nobody_else_s_seat_is_played_for() -> None:
    table, seat = asked()
    other = next(one for one in range(3) if one != seat)
    assert thought(table, other, None, table.deal.asked[other]).entries == ()


def test_bots_that_do_not_think_move_as_before() -> None:
    table = Sitting("big2", seats=3, sheet="lawrence~rsn", bots=("heuristic", "easy"), pace=USUAL_PACE)
    table.start()
    assert to_think(table.state) == []
    if deadline(table.state) is not None:
        assert deadline(table.state) == table.now + USUAL_PACE

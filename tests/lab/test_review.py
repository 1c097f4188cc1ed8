"""PF-42: decisions of a deal that is over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chieu.core import records, run
from chieu.core.cards import DECK, parse
from chieu.core.contract import CHANCE, Shuffle
from chieu.core.luck import Luck
from chieu.core.records import Record
from chieu.games import all_games
from chieu.games.big2 import GAME as BIG2
from chieu.games.big2.vocabulary import Vote
from chieu.games.rummy import GAME as RUMMY
from chieu.games.rummy.bots import Planner
from chieu.games.rummy.vocabulary import LayDown
from chieu.games.xidach import GAME as XIDACH
from chieu.games.xidach.vocabulary import Draw, Stand
from chieu.lab import review
from chieu.lab.advice import advise
from chieu.lab.review import decided, turns

RECORDS = Path(__file__).parent.parent / "fixtures" / "records"


def record_of(deal: run.Deal) -> Record:
    (record,) = records.read(all_games(), records.write(XIDACH, deal).splitlines())
    return record


def xidach(cards: str, *moves: Any) -> Record:
    """A deal of two with these cards from the top: player, dealer (seat 0), player, dealer."""
    top = parse(cards)
    made = ((CHANCE, Shuffle((*top, *(card for card in DECK if card not in top)))), *moves)
    rules = XIDACH.presets["room"]
    steps = list(run.replay(XIDACH, rules, 2, None, made))
    return record_of(run.Deal(rules, 2, None, made, steps[-1].state))


def test_drawing_on_20_is_a_mistake_even_if_it_wins() -> None:
    """The ace came, and the player had 21: it was a mistake all the same, by what could be known."""
    record = xidach("10S 9C KS 8C AS", (1, Draw()), (1, Stand()), (0, Stand()))
    assert record.result == (-1, 1)
    drawing, standing = review(record, 1, Luck(1))
    assert (drawing.step, standing.step) == (1, 2)
    assert drawing.choice.action == Draw()
    assert drawing.mistake
    assert drawing.choice.behind > 0.5
    assert standing.choice.action == Stand()
    assert not standing.mistake
    assert (standing.taken, standing.choice.behind) == (0, 0)


def test_who_had_no_choice_decided_nothing() -> None:
    """XD-14: with 12 the player has to draw."""
    record = xidach("10S 9C 2S 8C 7S", (1, Draw()), (1, Stand()), (0, Stand()))
    assert [turn.step for turn in turns(record, 1)] == [1, 2]
    assert [decision.step for decision in review(record, 1, Luck(1))] == [2]


def test_what_was_said_aside_is_no_decision() -> None:
    """BT-17: who is not to play may ask how many cards somebody has. There was nothing to weigh it against."""
    rules = BIG2.presets["lawrence"]
    order = Luck(3).shuffled(BIG2.to_shuffle(BIG2.start(rules, 4)))
    made: list[run.Move] = [(CHANCE, Shuffle(order)), *((seat, Vote(False)) for seat in range(4))]
    state = list(run.replay(BIG2, rules, 4, None, made))[-1].state
    asker = next(seat for seat in range(4) if seat not in BIG2.to_act(state) and BIG2.legal(state, seat))
    made.append((asker, BIG2.legal(state, asker)[0]))
    state, _ = BIG2.apply(state, *made[-1])
    make = BIG2.bots["heuristic"]
    end = run.play_on(BIG2, rules, state, [make(rules, seat, Luck(1)) for seat in range(4)], Luck(2).shuffled, made)
    (record,) = records.read(all_games(), records.write(BIG2, run.Deal(rules, 4, None, tuple(made), end)).splitlines())
    steps = [turn.step for turn in turns(record, asker)]
    assert 5 not in steps
    assert len(steps) == sum(seat == asker for seat, _ in made) - 1


@pytest.mark.parametrize("name", all_games())
def test_golden_records_can_be_reviewed(name: str) -> None:
    lines = (RECORDS / f"{name}-0.1.txt").read_text(encoding="utf-8").splitlines()
    count = 0
    for record in records.read(all_games(), lines):
        steps = list(record.steps())
        for seat in range(record.seats):
            for decision in review(record, seat, Luck(1), 4):
                assert steps[decision.step].seat == seat
                assert steps[decision.step].action == decision.choice.action
                assert decision.mistake == (decision.choice.behind > decision.choice.behind_margin)
                count += 1
            if count > 40:
                return
    assert count > 5


def test_a_review_comes_one_decision_at_a_time() -> None:
    lines = (RECORDS / "rummy-0.1.txt").read_text(encoding="utf-8").splitlines()
    record = next(records.read(all_games(), lines))
    reviewing = review(record, record.moves[1][0], Luck(1), 4)
    assert next(reviewing).step < next(reviewing).step


def test_a_lay_down_that_is_spelled_otherwise_is_the_option_that_comes_to_the_same() -> None:
    """RM-8: a record may give the cards and melds of a lay-down in any order; a review shows it once."""
    luck = Luck(5)
    rules = RUMMY.presets["seven-rounds"]
    deal = run.play(RUMMY, rules, [Planner(rules, seat, luck) for seat in range(2)], luck.shuffled)
    turned = tuple(
        (seat, LayDown(tuple(meld[::-1] for meld in one.melds[::-1])) if isinstance(one, LayDown) else one)
        for seat, one in deal.moves
    )
    (record,) = records.read(
        all_games(), records.write(RUMMY, run.Deal(rules, 2, None, turned, deal.state)).splitlines()
    )
    at = [number for number, (_, one) in enumerate(turned) if isinstance(one, LayDown)]
    assert at
    assert all(turned[number] != deal.moves[number] for number in at)
    for number in at:
        seat, listed = deal.moves[number]
        (turn,) = [turn for turn in turns(record, seat) if turn.step == number]
        assert turn.taken == listed
        legal = RUMMY.legal(turn.deal.state, seat)
        decision = decided(turn, advise(RUMMY, turn.deal, seat, Luck(1), 4, turn.taken))
        assert len(decision.advice.options) == len(legal)
        assert decision.choice.action == listed


def test_a_lay_down_that_the_game_does_not_list_is_reviewed_as_it_was_made() -> None:
    rules = RUMMY.presets["seven-rounds"]
    luck = Luck(5)
    deal = run.play(RUMMY, rules, [Planner(rules, seat, luck) for seat in range(2)], luck.shuffled)
    (record,) = records.read(all_games(), records.write(RUMMY, deal).splitlines())
    number = next(number for number, (_, one) in enumerate(deal.moves) if isinstance(one, LayDown))
    seat, taken = deal.moves[number]
    unlisting = replace(
        RUMMY, legal=lambda state, seat: tuple(one for one in RUMMY.legal(state, seat) if not isinstance(one, LayDown))
    )
    (turn,) = [turn for turn in turns(msgspec.structs.replace(record, game=unlisting), seat) if turn.step == number]
    assert turn.taken == taken

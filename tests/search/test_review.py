"""PF-42: review of finished deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chieu.core import records, run
from chieu.core.cards import DECK, parse
from chieu.core.deal import Deal
from chieu.core.extras import Search
from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.core.text.reasons import Reasons
from chieu.games import all_games
from chieu.games.big2 import GAME as BIG2
from chieu.games.big2.messages import Vote
from chieu.games.rummy import GAME as RUMMY
from chieu.games.rummy.ai.heuristic import Planner
from chieu.games.rummy.messages import LayDown
from chieu.games.xidach import GAME as XIDACH
from chieu.games.xidach.messages import Draw, Stand
from chieu.online.table.coaching import reviewed_deal
from chieu.search import review
from chieu.search.review import Account, account, ranked_mistakes, review_turn, turns
from tests.search.deals import by

RECORDS = Path(__file__).parent.parent / "fixtures" / "records"


def xidach(cards: str, *moves: Any) -> Deal:
    """Deal these cards at two seats: player, dealer (seat 0), player, dealer."""
    top = parse(cards)
    all_moves = ((CHANCE, Shuffle((*top, *(card for card in DECK if card not in top)))), *moves)
    rules = XIDACH.presets["room"]
    return Deal.from_record(Deal(XIDACH, rules, 2, moves=all_moves).record())


def test_drawing_on_20_is_a_mistake_even_if_it_wins() -> None:
    """The player drew the ace and won, but could not know that."""
    deal = xidach("10S 9C KS 8C AS", (1, Draw()), (1, Stand()), (0, Stand()))
    assert deal.payoff == (-1, 1)
    drawing, standing = review(deal, 1, Rng(1))
    assert (drawing.step, standing.step) == (1, 2)
    assert drawing.choice.action == Draw()
    assert drawing.mistake
    assert drawing.choice.behind > 0.5
    assert standing.choice.action == Stand()
    assert not standing.mistake
    assert (standing.taken, standing.choice.behind) == (0, 0)


def test_a_turn_without_a_choice_is_skipped() -> None:
    """XD-14: a player with 12 must draw."""
    deal = xidach("10S 9C 2S 8C 7S", (1, Draw()), (1, Stand()), (0, Stand()))
    assert [turn.step for turn in turns(deal, 1)] == [1, 2]
    assert [decision.step for decision in review(deal, 1, Rng(1))] == [2]


def test_an_out_of_turn_action_is_not_a_decision() -> None:
    """BT-17: a seat may ask for card counts out of turn, without an alternative to compare with."""
    rules = BIG2.presets["lawrence"]
    order = Rng(3).shuffled(BIG2.to_shuffle(BIG2.start(rules, 4)))
    all_moves: list[run.Move] = [(CHANCE, Shuffle(order)), *((seat, Vote(False)) for seat in range(4))]
    state = list(run.replay(BIG2, rules, 4, None, all_moves))[-1].state
    asker = next(seat for seat in range(4) if seat not in BIG2.to_act(state) and BIG2.legal(state, seat))
    all_moves.append((asker, BIG2.legal(state, asker)[0]))
    state, _ = BIG2.apply(state, *all_moves[-1])
    make = BIG2.extras.bots["heuristic"]
    end = run.play_on(BIG2, rules, state, [make(rules, seat, Rng(1)) for seat in range(4)], Rng(2).shuffled, all_moves)
    deal = Deal.from_record(Deal(BIG2, rules, 4, moves=all_moves, state=end).record())
    steps = [turn.step for turn in turns(deal, asker)]
    assert 5 not in steps
    assert len(steps) == sum(seat == asker for seat, _ in all_moves) - 1


@pytest.mark.parametrize("name", all_games())
def test_golden_records_can_be_reviewed(name: str) -> None:
    lines = (RECORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    count = 0
    for record in records.read(all_games(), lines):
        steps = list(record.steps())
        for seat in range(record.seats):
            for decision in review(Deal.from_record(record), seat, Rng(1), 4):
                assert steps[decision.step].seat == seat
                assert steps[decision.step].action == decision.choice.action
                assert decision.mistake == (decision.cost > decision.margin)
                count += 1
            if count > 40:
                return
    assert count > 5


def test_a_review_comes_one_decision_at_a_time() -> None:
    lines = (RECORDS / "rummy.txt").read_text(encoding="utf-8").splitlines()
    record = next(records.read(all_games(), lines))
    reviewing = review(Deal.from_record(record), record.moves[1][0], Rng(1), 4)
    assert next(reviewing).step < next(reviewing).step


def test_an_equivalent_lay_down_is_the_listed_option() -> None:
    """RM-8: a record may give the cards and melds of a lay-down in any order; a review shows it once."""
    rng = Rng(5)
    rules = RUMMY.presets["seven-rounds"]
    deal = Deal.among(RUMMY, rules, [Planner(rules, seat, rng) for seat in range(2)], rng.shuffled)
    turned = tuple(
        (seat, LayDown(tuple(meld[::-1] for meld in action.melds[::-1])) if isinstance(action, LayDown) else action)
        for seat, action in deal.moves
    )
    again = Deal.from_record(Deal(RUMMY, rules, 2, moves=turned, state=deal.state).record())
    at = [number for number, (_, action) in enumerate(turned) if isinstance(action, LayDown)]
    assert at
    assert all(turned[number] != deal.moves[number] for number in at)
    for number in at:
        seat, listed = deal.moves[number]
        (turn,) = [turn for turn in turns(again, seat) if turn.step == number]
        assert turn.taken == listed
        legal = RUMMY.legal(turn.deal.state, seat)
        decision = review_turn(turn, seat, Rng(1), 4)
        assert len(decision.advice.options) <= len(legal)
        assert decision.choice.action == listed


def test_an_unlisted_lay_down_is_reviewed_as_it_was_made() -> None:
    rules = RUMMY.presets["seven-rounds"]
    rng = Rng(5)
    deal = Deal.among(RUMMY, rules, [Planner(rules, seat, rng) for seat in range(2)], rng.shuffled)
    number = next(number for number, (_, action) in enumerate(deal.moves) if isinstance(action, LayDown))
    seat, taken = deal.moves[number]
    unlisting = replace(
        RUMMY,
        legal=lambda state, seat: tuple(
            action for action in RUMMY.legal(state, seat) if not isinstance(action, LayDown)
        ),
    )
    (turn,) = [turn for turn in turns(by(unlisting, deal), seat) if turn.step == number]
    assert turn.taken == taken


@pytest.mark.parametrize("name", all_games())
def test_choice_and_luck_add_up_to_the_payoff(name: str) -> None:
    """Over one deal, and over several."""
    lines = (RECORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    evening, paid = Account(), 0
    for record in list(records.read(all_games(), lines))[:2]:
        deal = Deal.from_record(record)
        assert deal.payoff is not None
        shares = account(deal.payoff[0], review(deal, 0, Rng(1), 4))
        assert shares.choice + shares.luck == pytest.approx(deal.payoff[0])
        evening += shares
        paid += deal.payoff[0]
    assert evening.payoff == paid
    assert evening.choice + evening.luck == pytest.approx(paid)


@pytest.mark.parametrize("name", all_games())
def test_the_listed_mistakes_add_up_to_choice(name: str) -> None:
    """Differences that are too small to be measured are not listed, and count as luck."""
    lines = (RECORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    mistakes = 0
    for record in records.read(all_games(), lines):
        deal = Deal.from_record(record)
        assert deal.payoff is not None
        told = reviewed_deal(0, deal.payoff[0], list(review(deal, 0, Rng(1), 60)))
        listed = [next(made for made in told.decisions if made.step == step) for step in told.mistakes]
        assert -told.choice == pytest.approx(sum(float(f"{mistake.cost:.2f}") for mistake in listed))
        assert told.margin == pytest.approx(hypot(*(mistake.margin for mistake in listed)))
        assert all(mistake.cost > mistake.margin for mistake in listed)
        mistakes += len(listed)
        if mistakes > 2:
            break
    assert mistakes > 0


def test_unclear_decisions_are_luck() -> None:
    deal = xidach("10S 9C KS 8C AS", (1, Draw()), (1, Stand()), (0, Stand()))
    mistake, _ = review(deal, 1, Rng(1))
    unclear = msgspec.structs.replace(mistake, cost=0.3, margin=0.4)
    won = account(1, [unclear, mistake, unclear])
    assert (won.choice, won.margin) == (-round(mistake.cost, 2), mistake.margin)
    assert won.luck == 1 - won.choice


class Noise:
    """Sampler in which all options have the same value, with much noise."""

    batch = 1

    def __init__(self, rules: Any, seat: int, facts: Any, view: Any, rng: Rng) -> None:
        del rules, seat, facts, view
        self._seed = int(rng.word())

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        return actions

    def weight(self, number: int) -> float:
        del number
        return 1.0

    def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
        rng = Rng(self._seed, number)
        return [float(rng.below(21)) - 10.0 for _ in actions]

    def error(self, action: Any, other: Any = None) -> float:
        del action, other
        return 0.0

    def exact(self, actions: Sequence[Any]) -> None:
        del actions


def test_reasons_are_given_against_the_action_taken() -> None:
    """Even if it is only slightly worse: reasons against another option would not apply."""

    def against(info: Any, better: Any, other: Any, rng: Rng) -> tuple[Any, ...]:
        del info, rng
        return (better, other)

    game = replace(XIDACH, extras=replace(XIDACH.extras, search=Search(sampler=Noise), reasons=Reasons((), against)))
    (turn,) = turns(by(game, xidach("10S 9C 8S 8C", (1, Stand()), (0, Stand()))), 1)
    decisions = [review_turn(turn, 1, Rng(seed), 20) for seed in range(40)]
    other = [decision for decision in decisions if decision.taken > 0]
    assert len(other) > 10
    assert all(decision.advice.reasons == (decision.advice.options[0].action, turn.taken) for decision in other)


def test_a_choice_among_equals_is_rarely_a_mistake() -> None:
    """The luckiest option leads in the worlds that selected it, but not in new worlds."""
    noisy = replace(XIDACH, extras=replace(XIDACH.extras, search=Search(sampler=Noise), reasons=None))
    deal = xidach("10S 9C 8S 8C", (1, Stand()), (0, Stand()))
    (turn,) = turns(by(noisy, deal), 1)
    decisions = [review_turn(turn, 1, Rng(seed), 20) for seed in range(400)]
    # The option shows the measured cost: it is clearly worse if and only if it is a mistake.
    assert all(decision.choice.clearly_worse == decision.mistake for decision in decisions)
    assert any(decision.mistake for decision in decisions)
    assert sum(decision.mistake for decision in decisions) < 0.03 * 400


def test_mistakes_are_ranked_the_biggest_first() -> None:
    deal = xidach("10S 9C KS 8C AS", (1, Draw()), (1, Stand()), (0, Draw()), (0, Stand()))
    both = [*review(deal, 1, Rng(1)), *review(deal, 0, Rng(1))]
    first, second = ranked_mistakes(both)
    assert first.cost > second.cost > 0

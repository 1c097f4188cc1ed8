"""Search of Big Two works from what a seat knows, under all rules, and beats the heuristic."""

from __future__ import annotations

import pytest

import chieu
from chieu.arena.statistics import Mean
from chieu.bots import bots_of
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.games.big2.ai.sampler import Big2Sampler
from chieu.games.big2.state import State
from chieu.search.advice import information_state
from chieu.search.monte_carlo import Budget, MonteCarloBotMaker

GAME = chieu.load("big2")
SHEETS = ["lawrence", "hong_kong", "taiwan", "singapore", "pusoy_dos", "lawrence~rsn"]
QUICK = MonteCarloBotMaker(Big2Sampler, Budget(40), bots_of(GAME)["heuristic"])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("code", SHEETS)
def test_search_finishes_deals_under_all_rules(code: str, seats: int) -> None:
    rules = sheets.from_code(GAME, code)
    for seed in range(2):
        bots = [QUICK(rules, seat, chieu.Rng(seed, seat)) for seat in range(seats)]
        deal = Deal.among(GAME, rules, bots, chieu.Rng(seed).shuffled)
        assert deal.payoff is not None
        assert sum(deal.payoff) == 0


@pytest.mark.parametrize("code", ["lawrence", "hong_kong"])
def test_hidden_cards_do_not_change_the_choice(code: str) -> None:
    """At every turn the seat to act chooses the same after its hidden cards are resampled."""
    rules = sheets.from_code(GAME, code)
    bots = [bots_of(GAME)["heuristic"](rules, seat, chieu.Rng(seat)) for seat in range(4)]
    deal = Deal.among(GAME, rules, bots, chieu.Rng(5).shuffled)
    compared = 0
    for number in range(1, len(deal.moves), 7):
        now = deal.upto(number)
        if len(now.to_act) != 1 or now.to_act[0] < 0:
            continue
        seat = now.to_act[0]
        other = Deal(
            GAME, rules, 4, moves=_moves_with_orders_of(now, GAME.resample(now.state, seat, chieu.Rng(9).shuffled))
        )
        choices = []
        for deal_seen in (now, other):
            bot = QUICK(rules, seat, chieu.Rng(3))
            for step in deal_seen.steps():
                for event in step.events:
                    bot.see(event.seen_by(seat))
            choices.append(bot.act(deal_seen.view(seat), deal_seen.legal(seat)))
        assert choices[0] == choices[1]
        compared += 1
    assert compared > 3


def _moves_with_orders_of(deal: Deal, other: State) -> list[tuple[int, object]]:
    orders = iter(GAME.orders(other))
    return [(seat, chieu.Shuffle(next(orders)) if seat == chieu.CHANCE else move) for seat, move in deal.moves]


def test_pf_42_every_seed_samples_from_the_same_distribution() -> None:
    """Otherwise more worlds would not bring two searches together, and the margins would be too narrow."""
    deal = chieu.deal("big2", "lawrence", seats=4, seed=1)
    for _ in range(12):
        deal.play(deal.legal()[0])
    seat = deal.to_act[0]
    samplers = [Big2Sampler(*information_state(deal, seat), chieu.Rng(seed)) for seed in range(4)]
    assert len({sampler.scale for sampler in samplers}) == 1
    assert len({tuple(sampler.world(0).hands) for sampler in samplers}) == 4


def test_search_beats_three_heuristic_bots() -> None:
    rules = sheets.with_settings(GAME, GAME.presets["lawrence"], ["chips=triple_13", "stop_at_first=yes"])
    heuristic, strong = (
        bots_of(GAME)["heuristic"],
        MonteCarloBotMaker(Big2Sampler, Budget(300), bots_of(GAME)["heuristic"]),
    )
    winnings = Mean()
    for number in range(30):
        chips = 0
        for seat in range(4):
            makers = [strong if place == seat else heuristic for place in range(4)]
            bots = [maker(rules, place, chieu.Rng(number, place)) for place, maker in enumerate(makers)]
            chips += GAME.payoff(Deal.among(GAME, rules, bots, chieu.Rng(77, number).shuffled).state)[seat]
        winnings.add(chips)
    assert winnings.mean > 0

"""Niu Niu auctions: the solved strategies are hardly exploitable, and search uses only its view."""

from __future__ import annotations

import pytest

import chieu
from build_hooks import niuniu_auction
from chieu.arena.statistics import Mean
from chieu.bots import bots_of
from chieu.core.cards import CARDS
from chieu.core.deal import Deal
from chieu.games.niuniu.ai.auction import optimal_action, solutions
from chieu.games.niuniu.ai.opponent_model import ExpectedValues, opponent_model
from chieu.games.niuniu.hands import compile_rules
from chieu.games.niuniu.rules import PRESETS, Match
from chieu.games.niuniu.state import STAKE, initial_state

GAME = chieu.load("niuniu")
RULES = GAME.presets["auction"]


@pytest.fixture(scope="module")
def auction() -> niuniu_auction.Auction:
    return niuniu_auction.auction(PRESETS["auction"])


def test_nn_23_stored_strategies_are_hardly_exploitable(
    auction: niuniu_auction.Auction,
) -> None:
    strategies = niuniu_auction.strategies(solutions()["auction"])
    _, lost_by_first, lost_by_second = niuniu_auction.exploitability(auction, *strategies)
    assert -1e-9 < lost_by_first < 0.002
    assert -1e-9 < lost_by_second < 0.002


def test_best_response_exploits_a_bad_strategy(auction: niuniu_auction.Auction) -> None:
    """A side that always makes the highest bid loses more than half a chip."""
    always = niuniu_auction.strategy("f" * 1820, ("0" * 1820,) * 4)
    strategy = niuniu_auction.strategies(solutions()["auction"])[1]
    assert niuniu_auction.exploitability(auction, always, strategy)[1] > 0.5


def test_value_of_the_auction_matches_simulated_deals(auction: niuniu_auction.Auction) -> None:
    strategies = niuniu_auction.strategies(solutions()["auction"])
    value = niuniu_auction.exploitability(auction, *strategies)[0]
    winnings, rng = Mean(), chieu.Rng(5)
    for number in range(20_000):
        deal = Deal(GAME, RULES, 2, match=Match(1), shuffle=chieu.Rng(99, number).shuffled)
        while not deal.over:
            seat = deal.to_act[0]
            action = optimal_action(RULES, seat, deal.view(seat), rng)
            assert action is not None
            deal.play(action, seat)
        assert deal.payoff is not None
        winnings.add(deal.payoff[deal.view().order[0]])
    assert abs(winnings.mean - value) < 2 * winnings.margin


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("code", ["auction", "auction~sm9", "custom~sm5", "paytable~sm3"])
def test_strong_bot_depends_only_on_its_view(code: str, seats: int) -> None:
    deal = chieu.deal("niuniu", code, seats=seats, seed=4)
    strong = bots_of(GAME)["strong"]
    while not deal.over:
        for seat in deal.to_act:
            other = GAME.resample(deal.state, seat, chieu.Rng(8).shuffled)
            actions = [
                strong(deal.rules, seat, chieu.Rng(3)).act(GAME.view(state, seat), GAME.legal(state, seat))
                for state in (deal.state, other)
            ]
            assert actions[0] == actions[1]
            deal.play(actions[0], seat)


def test_strong_bot_beats_three_heuristic_bots() -> None:
    """Every deal is settled with many fifth cards, which reduces the variance."""
    heuristic, strong, winnings = bots_of(GAME)["heuristic"], bots_of(GAME)["strong"], 0
    for number in range(120):
        for seat in range(4):
            rng = chieu.Rng(7, number)
            bots = [
                (strong if place == seat else heuristic)(RULES, place, chieu.Rng(number, place)) for place in range(4)
            ]
            over = Deal.among(GAME, RULES, bots, rng.shuffled).state
            assert over.order is not None
            for _ in range(40):
                again = initial_state(over.compiled, 4, over.last_banker)
                again.deal(over.order[:16] + rng.shuffled(over.order[16:]))
                for bidder, bid in enumerate(over.bids):
                    again.move(bidder, bid)
                for player, stake in enumerate(over.stakes):
                    if player != again.banker:
                        again.move(player, STAKE + stake)
                winnings += again.won[seat]
    assert winnings > 0


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 0), (0, 3), (3, 0), (1, 2)])
def test_value_of_a_bid_matches_simulated_opponents(before: int, after: int) -> None:
    """Sampled bids and stakes of opponents, settled one by one, agree with the expected value."""
    compiled = compile_rules(RULES)
    values = ExpectedValues(compiled, (CARDS[3], CARDS[17], CARDS[30], CARDS[45]))
    rng = chieu.Rng(before, after)
    for times in (1, 3, 4):
        winnings = Mean()
        for _ in range(8_000):
            buckets = [_sampled(values.shares, rng) for _ in range(before + after)]
            bids = [4 if bucket else 1 for bucket in buckets]
            earlier, later = max(bids[:before], default=0), max(bids[before:], default=0)
            if times > earlier and times >= later:
                stakes = [5 if bucket >= times else 1 for bucket in buckets]
                chips = times * sum(stake * values.won[bucket] for stake, bucket in zip(stakes, buckets, strict=True))
            else:
                banker = bids.index(max(bids))
                chips = max(bids) * (5 if values.stake(1, bids[banker]) > 0 else 1) * values.won[buckets[banker]]
            winnings.add(round(1_000 * chips))
        assert abs(winnings.mean - 1_000 * values.bid(times, before, after)) < 2 * winnings.margin


def _sampled(shares: list[float], rng: chieu.Rng) -> int:
    draw = rng.below(1_000_000) / 1_000_000
    for bucket, share in enumerate(shares):
        draw -= share
        if draw < 0:
            return bucket
    return len(shares) - 1


def test_opponent_model_bids_like_the_heuristic() -> None:
    """Hands on which the heuristic makes the top bid are in a bucket above 0, with few exceptions."""
    model = opponent_model(compile_rules(RULES))
    heuristic, agreed = bots_of(GAME)["heuristic"], 0
    for number in range(200):
        deal = Deal(GAME, RULES, 2, match=Match(1), shuffle=chieu.Rng(3, number).shuffled)
        bid = heuristic(RULES, 0, chieu.Rng(number)).act(deal.view(0), deal.legal(0))
        cards = deal.view(0).seats[0].cards
        assert cards is not None
        agreed += (bid.times == 4) == (model.bucket(*cards) > 0)
    assert agreed > 190

"""Niu Niu auctions: the solution is hardly exploitable over a match, and search uses only its view."""

from __future__ import annotations

import numpy as np
import pytest

import chieu
from chieu.arena.statistics import Mean
from chieu.bots import bots_of
from chieu.core import sheets
from chieu.core.cards import CARDS, DECK
from chieu.core.deal import Deal
from chieu.games.niuniu.ai.auction import BIDS, AuctionSolution, HandClasses, solved
from chieu.games.niuniu.ai.opponent_model import ExpectedValues, opponent_model
from chieu.games.niuniu.hands import compile_rules
from chieu.games.niuniu.messages import Bid, Stake
from chieu.games.niuniu.rules import Match, Rules
from chieu.games.niuniu.state import STAKE, initial_state
from tests import niuniu_match as match

GAME = chieu.load("niuniu")
RULES = GAME.presets["auction"]


@pytest.fixture(scope="module")
def pairs() -> match.Pairs:
    return match.pairs(HandClasses(compile_rules(RULES)))


def ours(rules: Rules, seats: int) -> match.Profile:
    return match.profile(solved(compile_rules(rules), seats), rules)


def test_average_reward_of_a_match_worked_out_by_hand() -> None:
    """Resting wins 0; paying 1 leads to the last position, which wins 2 and is kept half of the time.

    The payer is last in two thirds of all deals: 2/3 * 2 - 1/3 = 1 a deal, and the last position is worth 2 more.
    """
    payoff, following = np.full((2, 1, BIDS), -np.inf), np.zeros((2, 1, BIDS, 2))
    payoff[0, 0, :2] = 0, -1
    following[0, 0, :2] = (1, 0), (0, 1)
    payoff[1, 0, 0] = 2
    following[1, 0, 0] = 0.5, 0.5
    chip = np.zeros((2, BIDS, 1))
    positions = [match.Values(payoff[position], following[position], chip) for position in range(2)]
    gain, worth = match.average_reward(np.ones(1), positions)
    assert gain == pytest.approx(1)
    assert list(worth) == pytest.approx([-1, 1])
    resting = [np.eye(1, BIDS), np.eye(1, BIDS)]
    assert match.average_reward(np.ones(1), positions, resting)[0] == pytest.approx(0)


def test_nn_23_two_seat_solution_is_hardly_exploitable(pairs: match.Pairs) -> None:
    assert -1e-9 < match.exploitability(pairs, ours(RULES, 2)) < 0.005


@pytest.mark.parametrize("code", ["custom~mo2~sm5", "auction~nby"])
def test_other_sheets_are_hardly_exploitable_over_a_match(code: str) -> None:
    """In the first sheet the ace of spades pays. In the second, seats may decline (NN-25)."""
    rules = sheets.from_code(GAME, code)
    pairs = match.pairs(HandClasses(compile_rules(rules)))
    assert -1e-9 < match.exploitability(pairs, ours(rules, 2)) < 0.005


def test_solution_of_a_single_deal_is_exploitable_over_a_match(pairs: match.Pairs) -> None:
    """Without continuation values banking seems worth less: the last banker comes last in order."""
    one_deal = match.profile(AuctionSolution(compile_rules(RULES), 2, 0.0), RULES)
    assert match.exploitability(pairs, one_deal) > 0.08


def test_nn_25_the_last_banker_banks_again_if_others_may_decline() -> None:
    """At two seats the bank costs chips on average, and the other seat can leave it where it is for ever."""
    solution = solved(compile_rules(sheets.from_code(GAME, "auction~nby")), 2)
    assert min(solution.bids[0][0]) > 0.99
    assert solution.worth[0] > 5


def test_four_seat_solution_is_hardly_exploitable_over_a_match(pairs: match.Pairs) -> None:
    """Opponents are treated as independent, so even the solution's own average reward is not quite 0."""
    profile = ours(RULES, 4)
    own = [match.values(pairs, profile, position, profile.stakes) for position in range(4)]
    reward, worth = match.average_reward(pairs.likely, own, profile.bids)
    assert match.exploitability(pairs, profile) - reward < 0.02
    assert list(worth) == pytest.approx(solved(compile_rules(RULES), 4).worth, abs=0.02)


def test_best_response_exploits_a_bad_strategy(pairs: match.Pairs) -> None:
    """A seat that always makes the highest bid loses more than half a chip."""
    always = [np.tile(np.eye(BIDS)[-1], (len(pairs.likely), 1))] * 2
    assert match.exploitability(pairs, ours(RULES, 2)._replace(bids=always)) > 0.5


def test_buckets_agree_with_the_sum_over_all_pairs_of_hands(pairs: match.Pairs) -> None:
    buckets = solved(compile_rules(RULES), 4).buckets
    count = int(buckets.count)
    of = np.eye(count)[list(buckets.of)] * pairs.likely[:, None]
    likely = of.sum(0)
    same = np.eye(count)[list(buckets.of)]
    assert list(buckets.likely) == pytest.approx(likely)
    for kernel, table in ((buckets.chance, pairs.chance), (buckets.won, pairs.won)):
        summed = (of.T @ table @ same) / likely[:, None]
        assert np.abs(np.array(list(kernel)).reshape(count, count).T - summed).max() < 1e-9


def test_simulated_evenings_settle_like_the_engine() -> None:
    """Random bids, ties and stakes of four seats; suits are left out by `push`."""
    rules = sheets.from_code(GAME, "auction~eb1~nby")
    compiled, rng = compile_rules(rules), chieu.Rng(3)
    classes = HandClasses(compiled)
    profile = match.Profile([np.zeros((int(classes.count), BIDS))] * 4, np.full((4, BIDS, classes.count), 3.0), 1, 5, 0)
    dealer = match.Dealer(classes, profile, 4, np.random.default_rng(1))
    for _ in range(300):
        state = initial_state(compiled, 4, 3)
        state.deal(rng.shuffled(DECK))
        hands = [state.cards(seat) for seat in range(4)]
        bids, high = [rng.below(3) for _ in range(4)], [rng.below(2) for _ in range(4)]
        for seat, bid in enumerate(bids):
            state.move(seat, bid or 5)
        for seat in state.waiting():
            state.move(seat, STAKE + (5 if high[seat] else 1))
        fours = np.array([[classes.place(hand) for hand in hands]])
        fifths = [classes.numbers[14 * int(fours[0, seat]) + (state.cards(seat)[4] >> 2)] for seat in range(4)]
        draws = np.array([[0.2 if each else 0.8 for each in high]])
        for seat in range(4):
            chips, banker = dealer.settle(
                fours, np.array([[fifths]]), np.array([bids]), draws, np.array([seat]), None, np.zeros(4)
            )
            assert (int(banker[0]), chips[0]) == (state.banker, state.won[seat])


def test_value_of_the_auction_matches_simulated_deals(pairs: match.Pairs) -> None:
    profile, strong = ours(RULES, 2), bots_of(GAME)["strong"]
    payoff = match.values(pairs, profile, 0, profile.stakes).payoff
    value = (pairs.likely[:, None] * profile.bids[0] * np.where(profile.bids[0] > 0, payoff, 0)).sum()
    winnings = Mean()
    for number in range(20_000):
        bots = [strong(RULES, seat, chieu.Rng(seat, number)) for seat in range(2)]
        deal = Deal.among(GAME, RULES, bots, chieu.Rng(99, number).shuffled, match=Match(1))
        assert deal.payoff is not None
        winnings.add(deal.payoff[0])
    assert abs(winnings.mean - value) < 2 * winnings.margin


@pytest.mark.parametrize(("code", "seats"), [("auction", 2), ("auction", 4), ("auction~nby", 4)])
def test_strong_bot_plays_the_solution_by_who_banked_last(code: str, seats: int) -> None:
    """Positions in order start at the left of the last banker."""
    rules, strong, bankers = sheets.from_code(GAME, code), bots_of(GAME)["strong"], set()
    solution = solved(compile_rules(rules), seats)
    for number in range(120):
        last = number % seats
        deal = Deal(GAME, rules, seats, match=Match(last), shuffle=chieu.Rng(6, number).shuffled)
        while not deal.over:
            seat = deal.to_act[0]
            view = deal.view(seat)
            cards = view.seats[seat].cards
            assert cards is not None
            bucket = solution.buckets.of[solution.classes.place(cards)]
            action = strong(rules, seat, chieu.Rng(number, seat)).act(view, deal.legal(seat))
            if isinstance(action, Stake):
                assert view.banker is not None
                bankers.add((view.banker - last - 1) % seats)
                high = solution.stakes[(view.banker - last - 1) % seats][view.seats[view.banker].bid or 0][bucket]
                chance = high if action.amount == rules.stake_max else 1 - high
            else:
                times = action.times if isinstance(action, Bid) else 0
                chance = solution.bids[(seat - last - 1) % seats][times][bucket]
            assert chance > 0.0001
            deal.play(action, seat)
    assert bankers == set(range(seats))


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("code", ["auction", "auction~sm9~nby", "custom~sm5", "paytable~sm3"])
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
    values = ExpectedValues(compiled, (CARDS[3], CARDS[17], CARDS[30], CARDS[45]), opponent_model(compiled))
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

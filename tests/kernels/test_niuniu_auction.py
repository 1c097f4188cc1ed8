"""Auctions of Niu Niu: best play at two seats can hardly be exploited, and searching goes by what its seat sees."""

from __future__ import annotations

import pytest

import chieu
from build_hooks import niuniu_auction
from chieu.arena.statistics import Mean
from chieu.bots import bots_of
from chieu.core.cards import CARDS
from chieu.core.deal import Deal
from chieu.games.niuniu.ai.auction import solved
from chieu.games.niuniu.ai.auction_tables import BIDS, STAKES
from chieu.games.niuniu.ai.opponent_model import Prospects, strangers_of
from chieu.games.niuniu.hands import compile_rules
from chieu.games.niuniu.rules import PRESETS, Match
from chieu.games.niuniu.state import STAKE, opening

GAME = chieu.load("niuniu")
RULES = GAME.presets["auction"]


@pytest.fixture(scope="module")
def auction() -> niuniu_auction.Auction:
    return niuniu_auction.auction(PRESETS["auction"])


def test_nn_23_what_is_known_can_be_exploited_for_less_than_a_fiftieth_of_a_chip(
    auction: niuniu_auction.Auction,
) -> None:
    known = [niuniu_auction.strategy(BIDS["auction"][side], STAKES["auction"][side]) for side in range(2)]
    _, lost_by_first, lost_by_second = niuniu_auction.exploitability(auction, *known)
    assert -1e-9 < lost_by_first < 0.002
    assert -1e-9 < lost_by_second < 0.002


def test_best_responses_find_what_is_wrong_with_a_strategy(auction: niuniu_auction.Auction) -> None:
    """Who always bids the most is exploited by the chip."""
    always = niuniu_auction.strategy("f" * 1820, ("0" * 1820,) * 4)
    known = niuniu_auction.strategy(BIDS["auction"][1], STAKES["auction"][1])
    assert niuniu_auction.exploitability(auction, always, known)[1] > 0.5


def test_the_reckoned_value_is_what_real_deals_come_to(auction: niuniu_auction.Auction) -> None:
    known = [niuniu_auction.strategy(BIDS["auction"][side], STAKES["auction"][side]) for side in range(2)]
    value = niuniu_auction.exploitability(auction, *known)[0]
    won, rng = Mean(), chieu.Rng(5)
    for number in range(20_000):
        deal = Deal(GAME, RULES, 2, match=Match(1), shuffle=chieu.Rng(99, number).shuffled)
        while not deal.over:
            seat = deal.to_act[0]
            action = solved(RULES, seat, deal.view(seat), rng)
            assert action is not None
            deal.play(action, seat)
        assert deal.payoff is not None
        won.add(deal.payoff[deal.view().order[0]])
    assert abs(won.mean - value) < 2 * won.margin


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("code", ["auction", "auction~sm9", "custom~sm5", "paytable~sm3"])
def test_a_strong_player_goes_by_what_its_seat_sees(code: str, seats: int) -> None:
    deal = chieu.deal("niuniu", code, seats=seats, seed=4)
    strong = bots_of(GAME)["strong"]
    while not deal.over:
        for seat in deal.to_act:
            other = GAME.resample(deal.state, seat, chieu.Rng(8).shuffled)
            chosen = [
                strong(deal.rules, seat, chieu.Rng(3)).act(GAME.view(state, seat), GAME.legal(state, seat))
                for state in (deal.state, other)
            ]
            assert chosen[0] == chosen[1]
            deal.play(chosen[0], seat)


def test_a_strong_player_wins_from_three_usual_ones() -> None:
    """Settled with many fifth cards, which nobody sees before: luck counts for less."""
    heuristic, strong, won = bots_of(GAME)["heuristic"], bots_of(GAME)["strong"], 0
    for number in range(120):
        for seat in range(4):
            rng = chieu.Rng(7, number)
            bots = [(strong if one == seat else heuristic)(RULES, one, chieu.Rng(number, one)) for one in range(4)]
            over = Deal.among(GAME, RULES, bots, rng.shuffled).state
            assert over.order is not None
            for _ in range(40):
                again = opening(over.compiled, 4, over.last_banker)
                again.deal(over.order[:16] + rng.shuffled(over.order[16:]))
                for one, bid in enumerate(over.bids):
                    again.move(one, bid)
                for one, stake in enumerate(over.stakes):
                    if one != again.banker:
                        again.move(one, STAKE + stake)
                won += again.won[seat]
    assert won > 0


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 0), (0, 3), (3, 0), (1, 2)])
def test_what_a_bid_is_worth_is_what_strangers_make_of_it(before: int, after: int) -> None:
    """Bids and stakes of strangers as drawn, settled one by one, come to what is reckoned from their sorts at once."""
    compiled = compile_rules(RULES)
    found = Prospects(compiled, (CARDS[3], CARDS[17], CARDS[30], CARDS[45]))
    rng = chieu.Rng(before, after)
    for times in (1, 3, 4):
        won = Mean()
        for _ in range(8_000):
            sorts = [_drawn(found.shares, rng) for _ in range(before + after)]
            bids = [4 if sort else 1 for sort in sorts]
            earlier, later = max(bids[:before], default=0), max(bids[before:], default=0)
            if times > earlier and times >= later:
                stakes = [5 if sort >= times else 1 for sort in sorts]
                chips = times * sum(stake * found.won[sort] for stake, sort in zip(stakes, sorts, strict=True))
            else:
                banker = bids.index(max(bids))
                chips = max(bids) * (5 if found.stake(1, bids[banker]) > 0 else 1) * found.won[sorts[banker]]
            won.add(round(1_000 * chips))
        assert abs(won.mean - 1_000 * found.bid(times, before, after)) < 2 * won.margin


def _drawn(shares: list[float], rng: chieu.Rng) -> int:
    left = rng.below(1_000_000) / 1_000_000
    for sort, share in enumerate(shares):
        left -= share
        if left < 0:
            return sort
    return len(shares) - 1


def test_strangers_are_sorted_as_the_usual_player_bids() -> None:
    """Hands that it bids the most on are those of a sort above 0, but for a few near the edge."""
    strangers = strangers_of(compile_rules(RULES))
    heuristic, agreed = bots_of(GAME)["heuristic"], 0
    for number in range(200):
        deal = Deal(GAME, RULES, 2, match=Match(1), shuffle=chieu.Rng(3, number).shuffled)
        bid = heuristic(RULES, 0, chieu.Rng(number)).act(deal.view(0), deal.legal(0))
        cards = deal.view(0).seats[0].cards
        assert cards is not None
        agreed += (bid.times == 4) == (strangers.sort(*cards) > 0)
    assert agreed > 190

"""Arena: same cards in all seats, a deal is one observation, same results on any executor."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from math import exp, isclose, log
from multiprocessing import get_context
from statistics import mean, stdev
from typing import Any

import pytest

from chieu.arena import (
    Arena,
    Board,
    BotRefused,
    CrossTable,
    InThisProcess,
    NoMatches,
    OtherSource,
    pairings,
    play,
    runner,
)
from chieu.arena.crosstable import ratings
from chieu.arena.simulation import Player
from chieu.bots import Random, bots_of
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.core.run import make_bots, shuffler
from chieu.games import load

XIDACH = load("xidach")
ROOM = XIDACH.presets["room"]
PLAYERS: list[Player] = [(name, bots_of(XIDACH)[name]) for name in ("heuristic", "solved", "random")]
THREE = Arena("xidach", ROOM, 3, seed=5)
TWO = Arena("xidach", ROOM, 2, seed=5)


def boards(
    arena: Arena, count: int, players: Sequence[Player] = PLAYERS, executor: Executor | None = None
) -> list[Board]:
    pairs = pairings(players, len(arena.places))
    return list(play(arena, pairs, range(count), executor or InThisProcess(), ahead=3))


def names(players: Sequence[Player], places: int) -> list[tuple[str, str]]:
    return [(pair.bot[0], pair.among[0]) for pair in pairings(players, places)]


def test_a_bot_sits_in_every_seat_with_the_same_cards() -> None:
    by_seat = {(board.bot, board.among, board.number): board for board in boards(THREE, 4)}
    makers = dict(PLAYERS)
    assert len(by_seat) == 6 * 4
    for (bot, among, number), board in by_seat.items():
        for place, payoff in enumerate(board.payoffs):
            seating = [makers[bot if seat == place else among] for seat in range(3)]
            deal = Deal.among(XIDACH, ROOM, make_bots(seating, ROOM, 5, number), shuffler(5, number))
            assert payoff == deal.payoff


def test_with_two_seats_each_pair_plays_once_and_counts_for_both() -> None:
    results = boards(TWO, 30)
    assert len(results) == 3 * 30
    table = CrossTable(TWO, names(PLAYERS, 2), results)
    for (bot, among), cell in table.cells.items():
        assert cell.result.mean == -table.cells[among, bot].result.mean
        assert cell.result.seats == 2


def test_the_seat_of_the_house_gets_no_bot() -> None:
    niuniu = load("niuniu")
    arena = Arena("niuniu", niuniu.presets["paytable"], 3)
    assert arena.places == (0, 1)
    (board,) = boards(arena, 1, [("a", Random), ("b", Random)])
    assert len(board.payoffs) == 2


def test_a_deal_is_one_observation() -> None:
    results = boards(THREE, 25)
    cell = CrossTable(THREE, names(PLAYERS, 3), results).cells["random", "heuristic"]
    own = [
        mean(payoff[place] for place, payoff in enumerate(board.payoffs))
        for board in results
        if (board.bot, board.among) == ("random", "heuristic")
    ]
    low, high = cell.result.interval()
    assert isclose(cell.result.mean, mean(own))
    assert isclose(high - low, 2 * 1.959964 * stdev(own) / 25**0.5, rel_tol=1e-6)


def test_a_standing_sums_up_all_pairings_of_a_deal() -> None:
    results = boards(THREE, 25)
    table = CrossTable(THREE, names(PLAYERS, 3), results)
    random = next(standing for standing in table.standings if standing.bot == "random")
    by_deal = [
        mean(
            payoff[place]
            for board in results
            if board.bot == "random" and board.number == number
            for place, payoff in enumerate(board.payoffs)
        )
        for number in range(25)
    ]
    low, high = random.result.interval()
    assert isclose(random.result.mean, mean(by_deal))
    assert isclose(high - low, 2 * 1.959964 * stdev(by_deal) / 25**0.5, rel_tol=1e-6)
    assert table.standings[-1] is random


def test_only_deals_of_all_pairings_count() -> None:
    results = boards(THREE, 6)
    table = CrossTable(THREE, names(PLAYERS, 3), results[:-1])
    assert table.numbers == [0, 1, 2, 3, 4]
    assert {cell.result.sums.count for cell in table.cells.values()} == {5}


def test_against_one_bot_it_alone_fills_the_other_seats() -> None:
    against = PLAYERS[0]
    pairs = pairings(PLAYERS, 4, against)
    assert [(pair.bot[0], pair.among[0]) for pair in pairs] == [("solved", "heuristic"), ("random", "heuristic")]


@pytest.mark.parametrize(
    "executor",
    [ThreadPoolExecutor(3), ProcessPoolExecutor(2, get_context("spawn"))],
    ids=lambda executor: type(executor).__name__,
)
def test_the_same_boards_in_the_same_order_on_any_executor(executor: Executor) -> None:
    with executor:
        assert boards(THREE, 5, executor=executor) == boards(THREE, 5)


def test_known_boards_are_not_played_again() -> None:
    whole = boards(THREE, 6)
    pairs = pairings(PLAYERS, 3)
    known = {(board.bot, board.among, board.number) for board in whole[:11]}
    assert list(play(THREE, pairs, range(6), InThisProcess(), known=known)) == whole[11:]


def test_matches_are_played_to_their_end_and_have_one_winner() -> None:
    rummy = load("rummy")
    arena = Arena("rummy", rummy.presets["seven-rounds"], 2, seed=3, matches=True)
    players = [(name, bots_of(rummy)[name]) for name in ("planner", "heuristic")]
    results = boards(arena, 3, players)
    for board in results:
        for place, payoff in enumerate(board.payoffs):
            makers = [players[seat != place][1] for seat in range(2)]
            totals, match, deals = [0, 0], None, 0
            while deals == 0 or match is not None:
                stream = (deals << 32) + board.number
                bots = make_bots(makers, arena.rules, 3, stream)
                deal = Deal.among(rummy, arena.rules, bots, shuffler(3, stream), match)
                totals = [total + more for total, more in zip(totals, deal.payoff or (), strict=True)]
                match = rummy.match_after(deal.state)
                deals += 1
            assert deals == 7
            assert payoff == tuple(totals)
    cells = CrossTable(arena, [("planner", "heuristic")], results).cells
    first = sum(payoff[place] > 0 for board in results for place, payoff in enumerate(board.payoffs))
    assert isclose(cells["planner", "heuristic"].first_share()[0], first / 6)
    assert isclose(cells["planner", "heuristic"].first_share()[0] + cells["heuristic", "planner"].first_share()[0], 1)


def test_a_shared_first_place_is_shared() -> None:
    arena = Arena("xidach", ROOM, 3)
    board = Board("a", "b", 0, ((2, 2, -4), (1, -3, 2), (0, 0, 0)))
    cell = CrossTable(arena, [("a", "b")], [board]).cells["a", "b"]
    assert isclose(cell.first_share()[0], (1 / 2 + 0 + 1 / 3) / 3)


def test_a_game_without_end_has_no_matches() -> None:
    with pytest.raises(NoMatches):
        boards(Arena("xidach", ROOM, 2, matches=True), 1)


class Cheat(Random):
    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        return "all the chips"


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(BotRefused) as caught:
        boards(THREE, 1, [("cheat", Cheat), ("random", Random)])
    again = pickle.loads(pickle.dumps(caught.value))  # as it comes from another process
    assert (again.pairing, again.number, again.refusal.code) == (("cheat", "random"), 0, "wrong_action")
    assert str(again).startswith("cheat among random, board 0: ")


def test_a_worker_with_other_source_refuses_to_play() -> None:
    with pytest.raises(OtherSource):
        runner._run_task(THREE, [], "another")


@pytest.mark.parametrize("gaps", [(200.0,), (300.0, 100.0)])
def test_ratings_are_on_the_scale_of_elo(gaps: tuple[float, ...]) -> None:
    """A lead of 200 points wins 76 % of games; many games recover the true points."""
    true = {"a": 1500.0}
    for name, gap in zip("bc", gaps, strict=False):
        true[name] = true[min(true, key=lambda bot: true[bot])] - gap
    rng = Rng(7)

    def score(points: float) -> float:
        return points + 400 / log(10) * -log(-log((int(rng.word()) + 0.5) / 2**32))

    rated = ratings(list(true), [{name: score(true[name]) for name in true} for _ in range(4000)])
    assert isclose(sum(rating.points for rating in rated.values()) / len(rated), 1500)
    for name, points in true.items():
        gap = rated["a"].points - rated[name].points
        assert abs(gap - (true["a"] - points)) < 40
    assert 1 / (1 + exp(-200 / (400 / log(10)))) == pytest.approx(0.76, abs=0.001)

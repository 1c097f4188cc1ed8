"""PF-42: laws of advice for every game, preset and number of seats."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, pairwise
from math import isfinite
from typing import Any

import pytest

from chieu.bots import Random
from chieu.core import codec, run
from chieu.core.cards import Card, Cards
from chieu.core.deal import Deal
from chieu.core.extras import Extras
from chieu.core.game import CHANCE, AnyGame, Shuffle
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.games.big2 import GAME as BIG2
from chieu.games.big2 import messages as big2
from chieu.games.niuniu import GAME as NIUNIU
from chieu.games.niuniu import messages as niuniu
from chieu.games.xidach import GAME as XIDACH
from chieu.games.xidach import messages as xidach
from chieu.search import Advice, NothingToDecide, advise
from chieu.search.advice import decisions
from chieu.search.determinization import ResamplingSampler
from chieu.testing import Table
from tests.playing import all_tables
from tests.search.deals import by, moments, resampled, so_far, some, whole

# The smallest and the largest table of every preset, as each advice plays many deals.
PRESETS = [list(tables) for _, tables in groupby(all_tables(), key=lambda table: (table.game.name, table.rules))]
TABLES = [table for tables in PRESETS for table in tables[:: max(1, len(tables) - 1)]]
FEW = 6  # worlds
RARE = 30  # shuffles for one that fits; after 400 in vain a game does without


def decisions_of(table: Table, seed: int, count: int = 2) -> list[tuple[int, Deal]]:
    return some(list(moments(table.game, whole(table, seed))), count, Rng(seed, 1))


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_options_are_legal_and_their_values_consistent(table: Table) -> None:
    for seat, deal in decisions_of(table, 1):
        advice = advise(deal, seat, Rng(7), FEW)
        legal = {codec.encode(action) for action in table.game.legal(deal.state, seat)}
        weighed = [codec.encode(option.action) for option in advice.options]
        assert len(set(weighed)) == len(weighed)
        assert set(weighed) <= legal
        assert len(weighed) > 1 or len(decisions(deal, seat)) == 1
        check_consistent(advice)
        assert advice.seat == seat
        assert advice == advise(deal, seat, Rng(7), FEW)


def without_sampler(game: AnyGame) -> AnyGame:
    """Return the same game without a sampler, so that `resample` is used."""
    return replace(game, extras=replace(game.extras, search=None))


def check_consistent(advice: Advice) -> None:
    best = advice.options[0]
    assert (best.behind, best.behind_margin) == (0, 0)
    assert advice.worlds == max(option.worlds for option in advice.options)
    for option in advice.options:
        assert isfinite(option.mean + option.margin + option.behind + option.behind_margin)
        assert option.behind == pytest.approx(best.mean - option.mean)
        assert option.worlds > 0 or not option.exact or option.margin == 0
        assert (option.margin == 0) == option.exact
        assert option is best or (option.behind_margin == 0) == (option.exact and best.exact)
        assert not option.clearly_worse or option.behind > option.behind_margin
    assert all(better.behind <= other.behind for better, other in pairwise(advice.options))


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_hidden_cards_make_no_difference(table: Table) -> None:
    """The same seed gives the same advice in any deal of the seat's information set."""
    for seat, deal in decisions_of(table, 2):
        other = resampled(table.game, deal, seat, Rng(11))
        advice, again = (advise(variant, seat, Rng(5), FEW) for variant in (deal, other))
        assert advice == again
        assert advice.reasons == again.reasons


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_hidden_cards_make_no_difference_without_a_sampler(table: Table) -> None:
    for seat, deal in decisions_of(table, 2):
        other = resampled(table.game, deal, seat, Rng(11))
        advice, again = (
            advise(by(without_sampler(table.game), variant), seat, Rng(5), FEW) for variant in (deal, other)
        )
        if advice != again:
            assert swaps_cards(table.game, deal, seat)


def swaps_cards(game: AnyGame, deal: Deal, seat: int) -> bool:
    """Return whether the game swaps cards of the given state, as hardly any shuffle fits the view."""
    shuffles: list[Cards] = []
    rng = Rng(1)

    def shuffle(cards: Cards) -> Cards:
        shuffles.append(cards)
        return rng.shuffled(cards)

    game.resample(deal.state, seat, shuffle)
    return len(shuffles) > RARE


def test_means_agree_if_cards_are_swapped() -> None:
    """At a full Xì Dách table few shuffles fit the view, so worlds are made by swapping cards."""
    game = all_games()["xidach"]
    table = Table(game, game.presets["room"], 8)
    seat, deal = next(
        (seat, deal) for seat, deal in moments(game, whole(table, 4)) if seat == 0 and len(deal.moves) > 12
    )
    advice = advise(by(without_sampler(game), deal), seat, Rng(5), 400)
    again = advise(by(without_sampler(game), resampled(game, deal, seat, Rng(11))), seat, Rng(6), 400)
    for option in advice.options:
        other = again.options[again.index_of(option.action)]
        assert abs(option.mean - other.mean) <= 2 * (option.margin + other.margin)


class Spy:
    """Random bot that checks that it is shown exactly what its seat may see."""

    calls = 0

    def __init__(self, rules: Any, seat: int, rng: Rng) -> None:
        self._seat = seat
        self._own: set[Card] = set()
        self._random = Random(rules, seat, rng)

    def see(self, fact: Any) -> None:
        """Track the own cards. Another seat's secret fact would add cards that the view does not have."""
        if isinstance(fact, big2.Dealt | niuniu.Dealt | xidach.Dealt):
            self._own = set(fact.cards)
        elif isinstance(fact, xidach.Drawn) and fact.seat == self._seat:
            self._own |= set(fact.cards)
        elif isinstance(fact, big2.Played) and fact.seat == self._seat:
            self._own -= set(fact.cards)

    def act(self, view: Any, legal: Any) -> Any:
        type(self).calls += 1
        assert view.you == self._seat
        assert set(view.seats[self._seat].cards or ()) == self._own
        return self._random.act(view, legal)


@pytest.mark.parametrize("name", ["xidach", "big2", "niuniu"])
def test_bots_in_a_world_see_what_their_seat_sees_there(name: str) -> None:
    game = all_games()[name]
    spied = replace(game, extras=Extras(bots={"spy": Spy}))
    Spy.calls = 0
    for preset in game.presets.values():
        for seat, deal in decisions_of(Table(game, preset, 4), 3, 3):
            advise(by(spied, deal), seat, Rng(1), FEW)
    assert Spy.calls > 100


def shuffled(game: AnyGame, rules: Any, seats: int) -> run.Move:
    return CHANCE, Shuffle(Rng(3).shuffled(game.to_shuffle(game.start(rules, seats))))


def test_others_secret_bids_are_as_hidden_as_cards() -> None:
    """NN-23: the last bidder knows that the others have bid, but not their bids."""
    rules = NIUNIU.presets["auction"]
    dealt = shuffled(NIUNIU, rules, 3)
    advices = [
        advise(so_far(NIUNIU, rules, 3, dealt, (1, niuniu.Bid(first)), (2, niuniu.Bid(other))), 0, Rng(9), 40)
        for first, other in ((1, 1), (4, 4), (1, 4))
    ]
    assert advices[0] == advices[1] == advices[2]
    nobody_yet = advise(so_far(NIUNIU, rules, 3, dealt), 0, Rng(9), 40)
    for option in nobody_yet.options:
        other = advices[0].options[advices[0].index_of(option.action)]
        assert abs(option.mean - other.mean) <= option.margin + other.margin


def test_others_votes_are_as_hidden_as_cards() -> None:
    rules = BIG2.presets["lawrence"]
    dealt = shuffled(BIG2, rules, 4)
    advices = [
        advise(so_far(BIG2, rules, 4, dealt, (1, big2.Vote(first)), (3, big2.Vote(other))), 0, Rng(9), FEW)
        for first, other in ((False, False), (True, True))
    ]
    assert advices[0] == advices[1]


def test_public_actions_of_others_are_known() -> None:
    rules = XIDACH.presets["vipgame"]
    deal = so_far(XIDACH, rules, 3, (1, xidach.Stake(77)))
    assert ResamplingSampler(deal, 2, Rng(1)).draw(0).state == deal.state


def test_a_seat_that_is_not_to_act_gets_no_advice() -> None:
    game = all_games()["xidach"]
    table = Table(game, game.presets["room"], 3)
    seat, deal = decisions_of(table, 1)[0]
    for other in {0, 1, 2} - {seat}:
        with pytest.raises(NothingToDecide):
            advise(deal, other, Rng(1))

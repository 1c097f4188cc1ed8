"""PF-42: advice that everybody who knows the game would give, and numbers that can be reckoned by hand."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from chieu.bots import Random
from chieu.core import run
from chieu.core.cards import DECK, parse
from chieu.core.deal import Deal
from chieu.core.extras import Extras, Search
from chieu.core.game import CHANCE, AnyGame, Shuffle
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.games.big2 import GAME as BIG2
from chieu.games.big2.messages import Ask, Pass, Play
from chieu.games.niuniu import GAME as NIUNIU
from chieu.games.niuniu.messages import Stake as Staked
from chieu.games.niuniu.text.reasons import HouseAdds, HouseKeeps
from chieu.games.xidach import GAME as XIDACH
from chieu.games.xidach.ai.sampler import XidachSampler
from chieu.games.xidach.messages import Action, DealFrom, Draw, Stake, Stand
from chieu.online.table.coaching import Question, hint
from chieu.search import Advice, Choice, advise
from chieu.search.advice import information_state
from chieu.testing import Table
from tests.search.deals import by, moments, so_far, whole

ROOM, VIP = XIDACH.presets["room"], XIDACH.presets["vipgame"]


def xidach(cards: str, seats: int, *moves: run.Move) -> Deal:
    """A deal of these cards from the top by the rules of the room: to the players in turn, the dealer (seat 0) last."""
    top = parse(cards)
    side = ((0, DealFrom("left")),) if seats > 2 else ()
    deck = (*top, *(card for card in DECK if card not in top))
    return so_far(XIDACH, ROOM, seats, *side, (CHANCE, Shuffle(deck)), *moves)


def before_stakes() -> Deal:
    """A hundred options: stakes from 1 to 100, and nothing dealt yet."""
    return Deal(XIDACH, VIP, 2)


def of(told: Advice, action: Any) -> Choice:
    return told.options[told.place_of(action)]


@pytest.mark.parametrize("seats", [2, 3])
def test_on_21_one_stands(seats: int) -> None:
    """At a table of two it is exact, at a table of three it is clear all the same."""
    cards = "10S 9C 5S 8C 6S" if seats == 2 else "10S 10H 9C 5S 8H 8C 6S"
    told = advise(xidach(cards, seats, (1, Draw())), 1, Rng(1), 200)
    stand, draw = of(told, Stand()), of(told, Draw())
    assert [option.action for option in told.options] == [Stand(), Draw()]
    assert stand.exact == draw.exact == (seats == 2)
    assert draw.clearly_worse
    assert draw.mean + draw.margin < 0 < stand.mean - stand.margin


class InWorlds(XidachSampler):
    """The same, as if nothing could be reckoned."""

    def exact(self, actions: Sequence[Action]) -> None:
        del actions


@pytest.mark.parametrize(
    ("cards", "moves"),
    [
        ("10S 9C 6S 8C", ()),
        ("AS 9C 6S 8C", ()),
        ("10S 9C 6S 8C", (Stand(),)),
        ("10S 9C 6S 6C", (Stand(),)),
        ("2S 9C 6S 7C 8H", (Draw(), Stand())),
    ],
)
def test_what_is_exact_is_what_samples_come_to(cards: str, moves: tuple[Action, ...]) -> None:
    """Cards that are reckoned with one by one, and worlds that are drawn and played, agree. A player on 16, hard and
    soft; a dealer on 17 and on 15 against two cards and three."""
    deal = xidach(cards, 2, *((1, move) for move in moves))
    (seat,) = deal.to_act
    told = advise(deal, seat, Rng(1), 200)
    assert all(option.exact for option in told.options)
    in_worlds = replace(XIDACH, extras=replace(XIDACH.extras, search=Search(sampler=InWorlds)))
    sampled = advise(by(in_worlds, deal), seat, Rng(1), 3000)
    for option in sampled.options:
        assert not option.exact
        assert option.worlds > 1000
        assert abs(option.mean - of(told, option.action).mean) <= 1.5 * option.margin


def test_nothing_is_exact_that_bots_draw_lots_for() -> None:
    drawing_lots = replace(BIG2, extras=Extras(bots={"random": Random}))
    for seed in range(24):
        for seat, then in list(moments(BIG2, whole(Table(BIG2, BIG2.presets["hong_kong"], 4), seed)))[-6:]:
            for option in advise(by(drawing_lots, then), seat, Rng(2), 4).options:
                over = not BIG2.to_act(BIG2.apply(then.state, seat, option.action)[0])
                assert over or not option.exact


def test_a_stake_more_wins_so_much_more() -> None:
    """XD-30: nobody knows anything yet. What a stake wins is in proportion to it, in each and every world."""
    sampler = XidachSampler(*information_state(before_stakes(), 1), Rng(1))
    stakes = [Stake(amount) for amount in (1, 2, 10, 77, 100)]
    for number in range(20):
        single, *more = sampler.payoffs(number, stakes)
        assert more == [single * stake.amount for stake in stakes[1:]]


def test_of_many_options_the_promising_get_more_worlds() -> None:
    told = advise(before_stakes(), 1, Rng(1), 150)
    worlds = [option.worlds for option in told.options]
    assert worlds.count(max(worlds)) <= 2
    assert worlds[0] == told.worlds == max(worlds) > 100
    assert min(worlds) < 5


def test_what_was_taken_stays_in_the_running() -> None:
    for amount in (1, 50, 100):
        told = advise(before_stakes(), 1, Rng(1), 60, taken=Stake(amount))
        assert of(told, Stake(amount)).worlds == told.worlds


def test_more_worlds_make_it_surer_and_a_clock_ends_them() -> None:
    deal = xidach("10S 10H 9C 6S 8H 8C", 3)
    few, many = (advise(deal, 1, Rng(1), worlds) for worlds in (10, 1000))
    assert (few.worlds, many.worlds) == (10, 1000)
    assert 0 < many.options[0].margin < few.options[0].margin / 4
    looks = iter(range(10**6))
    ended = advise(deal, 1, Rng(1), 1000, clock=lambda: next(looks) / 50)
    assert 20 < ended.worlds < 60


def test_one_world_is_too_close_to_call_and_has_no_reasons() -> None:
    told = advise(xidach("10S 10H 9C 10C 8H 8C", 3), 1, Rng(1), 1000, clock=lambda: 1.0)
    assert told.worlds == 1
    assert not told.clear
    assert told.reasons == ()


def test_the_last_card_that_wins_is_played() -> None:
    seen = 0
    for seed in range(30):
        seat, last = list(moments(BIG2, whole(Table(BIG2, BIG2.presets["hong_kong"], 4), seed)))[-1]
        legal = BIG2.legal(last.state, seat)
        held = BIG2.view(last.state, seat).seats[seat].cards
        out = [action for action in legal if isinstance(action, Play) and action.cards == held]
        if out and Pass() in legal:
            told = advise(last, seat, Rng(seed), 60)
            assert told.options[0].action == out[0]
            assert of(told, Pass()).clearly_worse
            seen += 1
    assert seen > 2


def test_stakes_in_an_auction_are_the_highest_or_the_lowest() -> None:
    """NN-23: all is in proportion to the stake, so where it is clear at all, options come in the order of stakes."""
    clear = 0
    for seed in range(30):
        for seat, then in moments(NIUNIU, whole(Table(NIUNIU, NIUNIU.presets["auction"], 2), seed)):
            if NIUNIU.view(then.state, seat).phase == "stakes":
                told = advise(then, seat, Rng(1), 100)
                amounts = [option.action.amount for option in told.options]
                if told.options[-1].clearly_worse:
                    assert amounts in (sorted(amounts), sorted(amounts, reverse=True))
                    clear += 1
    assert clear > 3


def test_a_question_is_no_option_of_a_coach() -> None:
    """BT-17: who has nothing to beat a play with can only pass, however many may be asked for their cards."""
    rules = msgspec.structs.replace(BIG2.presets["lawrence"], reshuffle=False)
    alone = asked = 0
    for seed in range(6):
        for seat, then in moments(BIG2, whole(Table(BIG2, rules, 4), seed)):
            legal = then.legal(seat)
            asked += any(isinstance(one, Ask) for one in legal)
            told = advise(then, seat, Rng(1), 4)
            assert not any(isinstance(one.action, Ask) for one in told.options)
            if [one for one in legal if not isinstance(one, Ask)] == [Pass()] != list(legal):
                assert [one.action for one in told.options] == [Pass()]
                alone += 1
    assert asked > 20
    assert alone > 5


def test_before_the_cards_every_stake_is_worth_exactly_nothing() -> None:
    """NN-20: the banker's hand wins as the player's does, so there is nothing to gain by more or less."""
    deal = Deal(NIUNIU, msgspec.structs.replace(NIUNIU.presets["classic"], stake_max=5), 4)
    told = advise(deal, deal.to_act[0], Rng(1))
    stakes = [(one.action.amount, one.mean, one.exact, one.behind) for one in told.options]
    assert stakes == [(1, 0, True, 0), (5, 0, True, 0)]


@pytest.mark.parametrize(("scale", "better"), [("paytable", 1), ("classic", 5)])
def test_against_the_house_a_stake_is_worth_what_its_table_pays(scale: str, better: int) -> None:
    """NN-22: as in deals that are played; by the usual table the house wins, by the classic scale it loses."""
    rules = msgspec.structs.replace(NIUNIU.presets[scale], mode="paytable", stake_max=5)
    deal = Deal(NIUNIU, rules, 2)
    told = advise(deal, deal.to_act[0], Rng(1))
    worth = {one.action.amount: one.mean for one in told.options}
    assert told.options[0].action.amount == better
    assert all(one.exact for one in told.options)
    assert worth[5] == pytest.approx(5 * worth[1])
    won: list[int] = []
    for seed in range(3_000):
        played = Deal(NIUNIU, rules, 2, shuffle=Rng(seed).shuffled)
        played.play(Staked(1))
        assert played.payoff is not None
        won.append(played.payoff[0])
    assert statistics.fmean(won) == pytest.approx(worth[1], abs=4 * statistics.stdev(won) / len(won) ** 0.5)
    (reason,) = told.reasons
    assert (reason.chips, type(reason)) == (round(100 * abs(worth[1])), HouseKeeps if worth[1] < 0 else HouseAdds)


def test_without_a_sampler_a_big_two_end_game_is_exact_and_nothing_before_it() -> None:
    """With five cards hidden at most, every world is tried."""
    lab = replace(BIG2, extras=replace(BIG2.extras, search=None, reasons=None))
    exact = sampled = 0
    for seed in range(8):
        for seat, then in moments(BIG2, whole(Table(BIG2, BIG2.presets["hong_kong"], 4), seed)):
            if len(BIG2.legal(then.state, seat)) > 1:
                seats = BIG2.view(then.state, seat).seats
                hidden = sum(one.count or 0 for other, one in enumerate(seats) if other != seat)
                told = advise(by(lab, then), seat, Rng(2), 4)
                assert hidden <= 5 or not any(option.exact for option in told.options)
                exact += told.options[0].exact
                sampled += hidden > 5
    assert exact > 3
    assert sampled > 3


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_what_is_played_on_is_not_called_judged(game: AnyGame) -> None:
    """Rummy's coach judges hands as they are: what it says of a draw and of the discard after it are two scales."""
    preset = {"niuniu": "auction"}.get(game.name, next(iter(game.presets)))  # the first one asks nothing
    seat, then = next(moments(game, whole(Table(game, game.presets[preset], 2), 1)))
    told = advise(then, seat, Rng(1), 4)
    assert told.judged == (game.name == "rummy")
    assert hint(Question(1, seat, then), told).judged == told.judged

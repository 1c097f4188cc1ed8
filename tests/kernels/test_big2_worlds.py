"""Worlds that a seat of Big Two takes for real: they match all it was told, and likelier ones come up more often."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import chieu
from build_hooks import big2_weights
from chieu.bots import bots_of
from chieu.bots.levels import by_the_clock, levels_of
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.masks import FULL_DECK
from chieu.games.big2.ai.hand_plans import Memo, Plans
from chieu.games.big2.ai.rollout_policy import WEIGHT_COUNT, Policy
from chieu.games.big2.ai.sampler import WorldSampler, told_of
from chieu.games.big2.ai.weights import WEIGHTS
from chieu.games.big2.hands import TWOS, compile_rules, mask_of, size
from chieu.games.big2.plays import Book
from chieu.games.big2.state import PLAY, State, hands_of, won

GAME = chieu.load("big2")
SHEETS = ["lawrence", "hong_kong", "taiwan", "singapore", "pusoy_dos", "lawrence~fty"]


def decisions(code: str, seats: int, seed: int, bot: str = "easy") -> Iterator[tuple[Deal, int, list[Any]]]:
    """The positions of a deal in which one seat has a choice, and what that seat was told till then."""
    rules = sheets.from_code(GAME, code)
    bots = [bots_of(GAME)[bot](rules, seat, chieu.Rng(seed, seat)) for seat in range(seats)]
    deal = Deal.among(GAME, rules, bots, chieu.Rng(seed).shuffled)
    for number in range(1, len(deal.moves)):
        now = deal.upto(number)
        if now.view().phase == "play" and len(now.legal(now.to_act[0])) > 1:
            seat = now.to_act[0]
            yield now, seat, [event.seen_by(seat) for step in now.steps() for event in step.events]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("code", SHEETS)
def test_worlds_match_all_that_a_seat_was_told(code: str, seats: int) -> None:
    looked = 0
    for now, seat, facts in decisions(code, seats, seed=seats):
        rules, real, view = now.rules, now.state, now.view(seat)
        sampler = WorldSampler(rules, seat, facts, view, chieu.Rng(1))
        compiled = compile_rules(rules)
        put = [real.dealt[one] & ~real.hands[one] for one in range(seats)]
        for number in (0, 1, 2, 40):
            world = sampler.world(number)
            assert world.hands[seat] == mask_of(view.seats[seat].cards, compiled)
            together = 0
            for one in range(seats):
                assert size(world.hands[one]) == size(real.hands[one])
                assert view.seats[one].count in (None, size(world.hands[one]))
                assert world.dealt[one] == world.hands[one] | put[one]
                assert world.dealt[one] & together == 0
                together |= world.dealt[one]
                if real.is_in(real.bare & real.inside, one):  # it had to pass at the lead, for it has a single 2
                    assert size(world.hands[one]) == size(world.hands[one] & TWOS) == 1
            assert together & ~FULL_DECK == 0
            assert real.lowest == 0 or together & (real.lowest - 1) == 0  # nobody had a card below the one that opened
            for name in ("turn", "owner", "bar", "passed", "inside", "told", "declared", "due", "late", "penalty"):
                assert getattr(world, name) == getattr(real, name), name
        looked += 1
    assert looked > 5


def test_an_unseen_card_falls_to_each_seat_by_how_many_cards_it_has() -> None:
    now, seat, facts = list(decisions("lawrence", 4, seed=2))[12]
    told = told_of(now.rules, seat, facts, 4)
    told.now(chieu.Rng(0))
    drawn = 3_000
    found = [[0] * 52 for _ in range(4)]
    for number in range(drawn):
        for one, dealt in enumerate(told.deal(chieu.Rng(5, number))):
            for card in range(52):
                found[one][card] += dealt >> card & 1
    unseen = int(told.unseen()) & ~int(told.lowest)
    others = [one for one in range(4) if one != seat]
    left = {one: int(told.count(one)) - (one == told.opener and told.played[one] & told.lowest == 0) for one in others}
    for one in others:
        share = left[one] / sum(left.values())
        for card in range(52):
            if unseen >> card & 1:
                assert abs(found[one][card] / drawn - share) < 5 * (share * (1 - share) / drawn) ** 0.5


def test_the_real_hands_are_likelier_than_others_that_fit() -> None:
    """By how the quick player judges what the usual bots have done."""
    more = []
    for seed in range(6):
        now, seat, facts = list(decisions("lawrence", 4, seed, "heuristic"))[-3]
        told, policy, memo = told_of(now.rules, seat, facts, 4), Policy(compile_rules(now.rules), WEIGHTS), Memo()
        told.now(chieu.Rng(0))
        real = log(told.likelihood(now.state.dealt, policy, memo, 0.0))
        drawn = [log(told.likelihood(told.deal(chieu.Rng(3, number)), policy, memo, 0.0)) for number in range(60)]
        more.append(real - sum(drawn) / len(drawn))
    assert sum(more) / len(more) > 1


def test_likely_worlds_come_up_more_often_and_none_twice() -> None:
    for seed in range(3):
        now, seat, facts = list(decisions("lawrence", 4, seed, "heuristic"))[12]
        told, policy, memo = told_of(now.rules, seat, facts, 4), Policy(compile_rules(now.rules), WEIGHTS), Memo()
        told.now(chieu.Rng(0))
        sampler = WorldSampler(now.rules, seat, facts, now.view(seat), chieu.Rng(8))
        worlds = [sampler.world(number).dealt for number in range(150)]
        assert len({tuple(one) for one in worlds}) == 150
        drawn = [told.deal(chieu.Rng(3, number)) for number in range(150)]
        likely, any_ = (
            sum(log(told.likelihood(hands, policy, memo, 0.0)) for hands in some) / 150 for some in (worlds, drawn)
        )
        assert likely > any_ + 0.3


def test_a_likelihood_is_not_reckoned_further_than_it_is_asked_for() -> None:
    now, seat, facts = list(decisions("lawrence", 4, 1, "heuristic"))[12]
    told, policy, memo = told_of(now.rules, seat, facts, 4), Policy(compile_rules(now.rules), WEIGHTS), Memo()
    told.now(chieu.Rng(0))
    for number in range(20):
        hands = told.deal(chieu.Rng(3, number))
        chance = told.likelihood(hands, policy, memo, 0.0)
        assert 0 < chance < 1
        assert told.likelihood(hands, policy, memo, 0.99 * chance) == chance
        assert told.likelihood(hands, policy, memo, 1.01 * chance) == 0


def test_a_world_is_the_same_whatever_was_tried_before_it() -> None:
    now, seat, facts = list(decisions("lawrence", 4, seed=3))[10]
    one, other = (WorldSampler(now.rules, seat, facts, now.view(seat), chieu.Rng(8)) for _ in range(2))
    options = one.options(now.legal(seat))
    other.payoffs(150, options)
    assert [one.payoffs(number, options) for number in (3, 90)] == [
        other.payoffs(number, options) for number in (3, 90)
    ]
    assert one.world(7).hands == other.world(7).hands


def test_every_level_plays_by_the_book_and_stops_when_its_time_is_up() -> None:
    asked = 0

    def clock() -> float:
        nonlocal asked
        asked += 1
        return asked % 12 / 8

    levels = levels_of(GAME)
    assert list(levels) == ["easy", "usual", "strong", "master"]
    for code in SHEETS:
        rules = sheets.from_code(GAME, code)
        bots = [
            by_the_clock(GAME, bot, clock)(rules, seat, chieu.Rng(4, seat)) for seat, bot in enumerate(levels.values())
        ]
        deal = Deal.among(GAME, rules, bots, chieu.Rng(4).shuffled)
        assert deal.over
    assert asked > 0


def test_the_quick_player_learns() -> None:
    """A few steps of self-play win from a player that knows nothing."""
    rules = sheets.with_settings(GAME, GAME.presets["lawrence"], big2_weights.SHEET)
    compiled = compile_rules(rules)
    learnt = big2_weights.learnt(lambda step: step / 8, seed=2)
    assert len(learnt) == WEIGHT_COUNT
    assert learnt == big2_weights.learnt(lambda step: step / 8, seed=2)
    quick, unlearnt = (Policy(compiled, vec[i64](weights)) for weights in (learnt, [0] * WEIGHT_COUNT))
    chips = 0
    for number in range(150):
        for seat in range(4):
            rng = chieu.Rng(9, number)
            hands = hands_of(vec[i64](list(rng.shuffled(tuple(range(52))))), 4, compiled)
            position = State(compiled, 4, -1, hands, hands[:], Book())
            position.open()
            plans = Plans(position.book, 4, compiled, Memo())
            while position.stage == PLAY:
                policy = quick if position.turn == seat else unlearnt
                position.advance(policy.move(policy.choose(position, plans, rng)))
            chips += won(position, seat)
    assert chips > 0

"""Determinizations of Big Two agree with everything a seat knows, and likely ones come up more often."""

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
from chieu.games.big2.ai.determinization import InformationSet
from chieu.games.big2.ai.min_plays import Memo, MinPlays
from chieu.games.big2.ai.rollout_policy import WEIGHT_COUNT, RolloutPolicy
from chieu.games.big2.ai.sampler import Big2Sampler, information_set, learned_weights
from chieu.games.big2.hands import TWOS, compile_rules, mask_of, size
from chieu.games.big2.plays import SetIndex
from chieu.games.big2.state import PLAY, State, chips_won, deal_hands

GAME = chieu.load("big2")
SHEETS = ["lawrence", "hong_kong", "taiwan", "singapore", "pusoy_dos", "lawrence~fty"]


def decisions(code: str, seats: int, seed: int, bot: str = "easy") -> Iterator[tuple[Deal, int, list[Any]]]:
    """Yield the turns of a deal at which a seat has a choice, with the facts that seat has seen."""
    rules = sheets.from_code(GAME, code)
    bots = [bots_of(GAME)[bot](rules, seat, chieu.Rng(seed, seat)) for seat in range(seats)]
    whole = Deal.among(GAME, rules, bots, chieu.Rng(seed).shuffled)
    for number in range(1, len(whole.moves)):
        deal = whole.upto(number)
        if deal.view().phase == "play" and len(deal.legal(deal.to_act[0])) > 1:
            seat = deal.to_act[0]
            yield deal, seat, [event.seen_by(seat) for step in deal.steps() for event in step.events]


def knowledge(deal: Deal, seat: int, facts: list[Any]) -> tuple[InformationSet, RolloutPolicy, Memo]:
    info = information_set(deal.rules, seat, facts, 4)
    info.current_state(chieu.Rng(0))  # finds the seats with a lone 2
    return info, RolloutPolicy(compile_rules(deal.rules), learned_weights()), Memo()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("code", SHEETS)
def test_worlds_agree_with_all_facts_of_the_seat(code: str, seats: int) -> None:
    checked = 0
    for deal, seat, facts in decisions(code, seats, seed=seats):
        rules, real, view = deal.rules, deal.state, deal.view(seat)
        sampler = Big2Sampler(rules, seat, facts, view, chieu.Rng(1))
        compiled = compile_rules(rules)
        played = [real.dealt[other] & ~real.hands[other] for other in range(seats)]
        for number in (0, 1, 2, 40):
            world = sampler.world(number)
            assert world.hands[seat] == mask_of(view.seats[seat].cards, compiled)
            together = 0
            for other in range(seats):
                assert size(world.hands[other]) == size(real.hands[other])
                assert view.seats[other].count in (None, size(world.hands[other]))
                assert world.dealt[other] == world.hands[other] | played[other]
                assert world.dealt[other] & together == 0
                together |= world.dealt[other]
                if real.is_in(real.lone_two & real.inside, other):  # it passed at the lead, so it has a single 2
                    assert size(world.hands[other]) == size(world.hands[other] & TWOS) == 1
            assert together & ~FULL_DECK == 0
            assert real.lowest == 0 or together & (real.lowest - 1) == 0  # nobody had a card below the opening card
            for name in (
                "turn",
                "owner",
                "bar",
                "passed",
                "inside",
                "count_told",
                "declared",
                "call_due",
                "call_missed",
                "penalty",
            ):
                assert getattr(world, name) == getattr(real, name), name
        checked += 1
    assert checked > 5


def test_unseen_cards_are_dealt_in_proportion_to_hand_sizes() -> None:
    deal, seat, facts = list(decisions("lawrence", 4, seed=2))[12]
    info, _, _ = knowledge(deal, seat, facts)
    drawn = 3_000
    counts = [[0] * 52 for _ in range(4)]
    for number in range(drawn):
        for holder, dealt in enumerate(info.sample_hands(chieu.Rng(5, number))):
            for card in range(52):
                counts[holder][card] += dealt >> card & 1
    unseen = int(info.unseen()) & ~int(info.lowest)
    others = [other for other in range(4) if other != seat]
    weights = {
        other: int(info.cards_left(other)) - (other == info.opener and info.played[other] & info.lowest == 0)
        for other in others
    }
    for other in others:
        share = weights[other] / sum(weights.values())
        for card in range(52):
            if unseen >> card & 1:
                assert abs(counts[other][card] / drawn - share) < 5 * (share * (1 - share) / drawn) ** 0.5


def test_real_hands_are_likelier_than_sampled_hands() -> None:
    """The rollout policy rates what the heuristic bots have done."""
    more = []
    for seed in range(6):
        deal, seat, facts = list(decisions("lawrence", 4, seed, "heuristic"))[-3]
        info, policy, memo = knowledge(deal, seat, facts)
        real = log(info.likelihood(deal.state.dealt, policy, memo, 0.0))
        drawn = [
            log(info.likelihood(info.sample_hands(chieu.Rng(3, number)), policy, memo, 0.0)) for number in range(60)
        ]
        more.append(real - sum(drawn) / len(drawn))
    assert sum(more) / len(more) > 1


def test_likely_worlds_come_up_more_often_and_none_twice() -> None:
    for seed in range(3):
        deal, seat, facts = list(decisions("lawrence", 4, seed, "heuristic"))[12]
        info, policy, memo = knowledge(deal, seat, facts)
        sampler = Big2Sampler(deal.rules, seat, facts, deal.view(seat), chieu.Rng(8))
        worlds = [sampler.world(number).dealt for number in range(150)]
        assert len({tuple(hands) for hands in worlds}) == 150
        drawn = [info.sample_hands(chieu.Rng(3, number)) for number in range(150)]
        likely, uniform = (
            sum(log(info.likelihood(hands, policy, memo, 0.0)) for hands in sample) / 150 for sample in (worlds, drawn)
        )
        assert likely > uniform + 0.3


def test_likelihood_stops_below_the_given_bound() -> None:
    deal, seat, facts = list(decisions("lawrence", 4, 1, "heuristic"))[12]
    info, policy, memo = knowledge(deal, seat, facts)
    for number in range(20):
        hands = info.sample_hands(chieu.Rng(3, number))
        likelihood = info.likelihood(hands, policy, memo, 0.0)
        assert 0 < likelihood < 1
        assert info.likelihood(hands, policy, memo, 0.99 * likelihood) == likelihood
        assert info.likelihood(hands, policy, memo, 1.01 * likelihood) == 0


def test_a_world_does_not_depend_on_earlier_queries() -> None:
    deal, seat, facts = list(decisions("lawrence", 4, seed=3))[10]
    first, second = (Big2Sampler(deal.rules, seat, facts, deal.view(seat), chieu.Rng(8)) for _ in range(2))
    options = first.options(deal.legal(seat))
    second.payoffs(150, options)
    assert [first.payoffs(number, options) for number in (3, 90)] == [
        second.payoffs(number, options) for number in (3, 90)
    ]
    assert first.world(7).hands == second.world(7).hands


def test_every_level_plays_legally_and_stops_in_time() -> None:
    calls = 0

    def clock() -> float:
        nonlocal calls
        calls += 1
        return calls % 12 / 8

    levels = levels_of(GAME)
    assert list(levels) == ["easy", "usual", "strong"]
    for code in SHEETS:
        rules = sheets.from_code(GAME, code)
        bots = [
            by_the_clock(GAME, bot, clock)(rules, seat, chieu.Rng(4, seat)) for seat, bot in enumerate(levels.values())
        ]
        deal = Deal.among(GAME, rules, bots, chieu.Rng(4).shuffled)
        assert deal.over
    assert calls > 0


def test_training_improves_the_rollout_policy() -> None:
    """A few steps of self-play beat an untrained policy."""
    rules = sheets.with_settings(GAME, GAME.presets["lawrence"], big2_weights.SHEET)
    compiled = compile_rules(rules)
    learned = big2_weights.train(lambda step: step / 8, seed=2)
    assert len(learned) == WEIGHT_COUNT
    assert learned == big2_weights.train(lambda step: step / 8, seed=2)
    trained, untrained = (RolloutPolicy(compiled, vec[i64](weights)) for weights in (learned, [0] * WEIGHT_COUNT))
    chips = 0
    for number in range(150):
        for seat in range(4):
            rng = chieu.Rng(9, number)
            hands = deal_hands(vec[i64](list(rng.shuffled(tuple(range(52))))), 4, compiled)
            state = State(compiled, 4, -1, hands, hands[:], SetIndex())
            state.open()
            min_plays = MinPlays(state.set_index, 4, compiled, Memo())
            while state.stage == PLAY:
                policy = trained if state.turn == seat else untrained
                state.advance(policy.move(policy.choose(state, min_plays, rng)))
            chips += chips_won(state, seat)
    assert chips > 0

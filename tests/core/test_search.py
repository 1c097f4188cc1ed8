"""The search behind every strong bot, on samplers with scripted worlds."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from chieu.bots import Random, bots_of
from chieu.core.extras import Extras, Search
from chieu.core.rng import Rng
from chieu.games import load
from chieu.search.monte_carlo import Budget, MonteCarloBotMaker, sequential_halving


class ScriptedSampler:
    """Each option wins its worth plus noise that depends on the world."""

    batch = 1

    def __init__(
        self, worth: dict[str, float], noise: int = 0, weights: Sequence[float] = (), is_exact: bool = False
    ) -> None:
        self.worth = worth
        self.noise = noise
        self.weights = weights
        self.is_exact = is_exact
        self.calls: list[tuple[int, tuple[str, ...]]] = []

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        return [action for action in actions if action in self.worth]

    def weight(self, number: int) -> float:
        return self.weights[number % len(self.weights)] if self.weights else 1.0

    def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
        self.calls.append((number, tuple(actions)))
        swing = int(Rng(number).below(2 * self.noise + 1)) - self.noise
        return [self.worth[action] + swing for action in actions]

    def error(self, action: Any, other: Any = None) -> float:
        del action, other
        return 0.0

    def exact(self, actions: Sequence[Any]) -> Sequence[float] | None:
        return [self.worth[action] for action in actions] if self.is_exact else None


WORTH = {name: float(at) for at, name in enumerate("abcdefgh")}


def test_the_best_option_comes_first_despite_noise() -> None:
    options = sequential_halving(ScriptedSampler(WORTH, noise=50), list(WORTH), Budget(400))
    assert options[0].action == "h"
    assert {option.action for option in options} == set(WORTH)


def test_options_share_worlds_and_the_better_half_gets_more() -> None:
    sampler = ScriptedSampler(WORTH)
    sequential_halving(sampler, list(WORTH), Budget(240))
    assert [number for number, _ in sampler.calls] == list(range(len(sampler.calls)))
    sizes = [len(actions) for _, actions in sampler.calls]
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) == {8, 4, 2}
    assert sum(sizes) <= 240


@pytest.mark.parametrize("options", ["ab", "abcdefgh"])
def test_sampling_worlds_counts_against_the_budget(options: str) -> None:
    """So a choice between two options in many worlds takes no longer than one between many."""
    sampler = ScriptedSampler(WORTH)
    sequential_halving(sampler, list(options), Budget(480, world_cost=4))
    spent = sum(4 + len(actions) for _, actions in sampler.calls)
    assert 400 < spent <= 480


def test_worlds_count_by_their_weight() -> None:
    class TwoWorlds(ScriptedSampler):
        def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
            return [10.0 if (action == "a") == (number % 2 == 0) else 0.0 for action in actions]

    likely, unlikely = TwoWorlds({}, weights=(9.0, 1.0)), TwoWorlds({}, weights=(1.0, 9.0))
    assert sequential_halving(likely, ["a", "b"], Budget(100))[0].action == "a"
    assert sequential_halving(unlikely, ["a", "b"], Budget(100))[0].action == "b"


def test_exact_values_are_not_sampled() -> None:
    sampler = ScriptedSampler(WORTH, is_exact=True)
    assert [option.action for option in sequential_halving(sampler, list(WORTH), Budget(100))] == list("hgfedcba")
    assert not sampler.calls


def test_search_without_time_tries_one_world() -> None:
    sampler = ScriptedSampler(WORTH)
    assert sequential_halving(sampler, list(WORTH), Budget(10**9, lambda: 1.0))[0].action == "h"
    assert sampler.calls == [(0, tuple(WORTH))]


def test_with_a_clock_every_round_takes_as_long() -> None:
    """Eight options take three rounds of equal time; fewer options see more worlds."""

    class Timed(ScriptedSampler):
        tried = 0

        def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
            self.tried += len(actions)
            return super().payoffs(number, actions)

    sampler = Timed(WORTH)
    options = sequential_halving(sampler, list(WORTH), Budget(10**9, lambda: sampler.tried / 240))
    assert options[0].action == "h"
    assert [len(actions) for _, actions in sampler.calls] == [8] * 10 + [4] * 20 + [2] * 40


def scripted(rules: Any, seat: int, facts: Sequence[Any], view: Any, rng: Rng) -> ScriptedSampler:
    del rules, seat, facts, view, rng
    return ScriptedSampler(WORTH)


def test_a_searchable_game_has_a_searching_bot() -> None:
    game = replace(load("xidach"), extras=Extras(search=Search(sampler=scripted, strong=20)))
    maker = pickle.loads(pickle.dumps(bots_of(game)["strong"]))  # as it goes to another process
    assert maker(game.presets["room"], 0, Rng(1)).act(None, list("abc")) == "c"


def test_unpromising_options_are_not_searched() -> None:
    calls: list[ScriptedSampler] = []

    def written(rules: Any, seat: int, facts: Sequence[Any], view: Any, rng: Rng) -> ScriptedSampler:
        del rules, seat, facts, view, rng
        calls.append(ScriptedSampler(WORTH))
        return calls[-1]

    bot = MonteCarloBotMaker(written, Budget(20))(None, 0, Rng(1))
    assert bot.act(None, ["x", "a", "y", "b"]) == "b"
    assert {actions for _, actions in calls[-1].calls} == {("a", "b")}
    assert bot.act(None, ["x", "a", "y"]) == "a"
    assert not calls[-1].calls, "one alone needs no thought"


def test_a_searching_bot_plays_the_asides_of_the_usual_one() -> None:
    class Talker(Random):
        heard: ClassVar[list[Any]] = []

        def see(self, fact: Any) -> None:
            self.heard.append(fact)

        def aside(self, view: Any, legal: Sequence[Any]) -> Any:
            return legal[-1] if view in self.heard else None

    bot = MonteCarloBotMaker(scripted, Budget(20), Talker)(None, 0, Rng(1))
    bot.see("two cards left")
    bot.see("one card left")
    assert bot.aside("one card left", ["ask", "call"]) == "call"
    assert bot.aside("something else", ["ask", "call"]) is None
    silent = MonteCarloBotMaker(scripted, Budget(20), Random)(None, 0, Rng(1))
    assert silent.aside("one card left", ["ask", "call"]) is None


def test_a_bot_of_the_game_is_not_replaced_by_search() -> None:
    game = load("xidach")
    search = Search(sampler=scripted, strong=20)
    own = replace(game, extras=Extras(bots={**game.extras.bots, "strong": Random}, search=search))
    assert bots_of(own)["strong"] is Random

"""The search behind every strong bot, on samplers whose worlds are written down."""

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
from chieu.search.player import Budget, SearchBot, search


class Written:
    """Each option wins what it is worth, more or less, by the luck of the world."""

    def __init__(
        self, worth: dict[str, float], noise: int = 0, weights: Sequence[float] = (), sure: bool = False
    ) -> None:
        self.worth = worth
        self.noise = noise
        self.weights = weights
        self.sure = sure
        self.asked: list[tuple[int, tuple[str, ...]]] = []

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        return [action for action in actions if action in self.worth]

    def weight(self, number: int) -> float:
        return self.weights[number % len(self.weights)] if self.weights else 1.0

    def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
        self.asked.append((number, tuple(actions)))
        swing = int(Rng(number).below(2 * self.noise + 1)) - self.noise
        return [self.worth[action] + swing for action in actions]

    @property
    def doubt(self) -> float:
        return 0.0

    def exact(self, actions: Sequence[Any]) -> Sequence[float] | None:
        return [self.worth[action] for action in actions] if self.sure else None


WORTH = {name: float(at) for at, name in enumerate("abcdefgh")}


def test_the_best_option_comes_first_however_lucky_the_worlds() -> None:
    found = search(Written(WORTH, noise=50), list(WORTH), Budget(400))
    assert found[0].action == "h"
    assert {one.action for one in found} == set(WORTH)


def test_options_are_tried_in_the_same_worlds_and_the_better_half_in_more() -> None:
    sampler = Written(WORTH)
    search(sampler, list(WORTH), Budget(240))
    assert [number for number, _ in sampler.asked] == list(range(len(sampler.asked)))
    sizes = [len(actions) for _, actions in sampler.asked]
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) == {8, 4, 2}
    assert sum(sizes) <= 240


@pytest.mark.parametrize("options", ["ab", "abcdefgh"])
def test_what_worlds_cost_is_paid_from_the_budget(options: str) -> None:
    """So a choice between two, which is tried in many worlds, takes no longer than one between many."""
    sampler = Written(WORTH)
    search(sampler, list(options), Budget(480, drawing=4))
    spent = sum(4 + len(actions) for _, actions in sampler.asked)
    assert 400 < spent <= 480


def test_worlds_count_by_their_weight() -> None:
    class TwoWorlds(Written):
        def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
            return [10.0 if (action == "a") == (number % 2 == 0) else 0.0 for action in actions]

    likely, unlikely = TwoWorlds({}, weights=(9.0, 1.0)), TwoWorlds({}, weights=(1.0, 9.0))
    assert search(likely, ["a", "b"], Budget(100))[0].action == "a"
    assert search(unlikely, ["a", "b"], Budget(100))[0].action == "b"


def test_what_is_sure_is_not_sampled() -> None:
    sampler = Written(WORTH, sure=True)
    assert [one.action for one in search(sampler, list(WORTH), Budget(100))] == list("hgfedcba")
    assert not sampler.asked


def test_time_that_is_up_ends_it_after_one_world() -> None:
    sampler = Written(WORTH)
    assert search(sampler, list(WORTH), Budget(10**9, lambda: 1.0))[0].action == "h"
    assert sampler.asked == [(0, tuple(WORTH))]


def test_by_the_clock_every_round_has_as_long() -> None:
    """Three rounds for eight options: each has a third of the time, in which fewer options see more worlds."""

    class Timed(Written):
        tried = 0

        def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
            self.tried += len(actions)
            return super().payoffs(number, actions)

    sampler = Timed(WORTH)
    found = search(sampler, list(WORTH), Budget(10**9, lambda: sampler.tried / 240))
    assert found[0].action == "h"
    assert [len(actions) for _, actions in sampler.asked] == [8] * 10 + [4] * 20 + [2] * 40


def sampled(rules: Any, seat: int, facts: Sequence[Any], view: Any, rng: Rng) -> Written:
    del rules, seat, facts, view, rng
    return Written(WORTH)


def test_a_game_that_can_be_searched_has_two_levels_that_search() -> None:
    game = replace(load("xidach"), extras=Extras(search=Search(sampler=sampled, strong=20, master=200)))
    for name in ("strong", "master"):
        maker = pickle.loads(pickle.dumps(bots_of(game)[name]))  # as it goes to another process
        assert maker(game.presets["room"], 0, Rng(1)).act(None, list("abc")) == "c"


def test_what_is_not_worth_a_try_is_not_tried() -> None:
    asked: list[Written] = []

    def written(rules: Any, seat: int, facts: Sequence[Any], view: Any, rng: Rng) -> Written:
        del rules, seat, facts, view, rng
        asked.append(Written(WORTH))
        return asked[-1]

    bot = SearchBot(written, None, 0, Rng(1), Budget(20))
    assert bot.act(None, ["x", "a", "y", "b"]) == "b"
    assert {actions for _, actions in asked[-1].asked} == {("a", "b")}
    assert bot.act(None, ["x", "a", "y"]) == "a"
    assert not asked[-1].asked, "one alone needs no thought"


def test_a_searching_bot_says_aside_what_the_usual_one_says() -> None:
    class Talker(Random):
        heard: ClassVar[list[Any]] = []

        def see(self, fact: Any) -> None:
            self.heard.append(fact)

        def aside(self, view: Any, legal: Sequence[Any]) -> Any:
            return legal[-1] if view in self.heard else None

    bot = SearchBot(sampled, None, 0, Rng(1), Budget(20), Talker)
    bot.see("two cards left")
    bot.see("one card left")
    assert bot.aside("one card left", ["ask", "call"]) == "call"
    assert bot.aside("something else", ["ask", "call"]) is None
    assert SearchBot(sampled, None, 0, Rng(1), Budget(20), Random).aside("one card left", ["ask", "call"]) is None


def test_a_bot_of_the_games_own_is_not_replaced_by_search() -> None:
    game = load("xidach")
    search = Search(sampler=sampled, strong=20, master=200)
    own = replace(game, extras=Extras(bots={**game.extras.bots, "strong": Random}, search=search))
    assert bots_of(own)["strong"] is Random
    assert bots_of(own)["master"] is not Random

"""PF-42: advice that any player would give, and values that can be computed by hand."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import chieu
from chieu.bots import Random
from chieu.core import run
from chieu.core.cards import DECK, parse
from chieu.core.deal import Deal, Seeded
from chieu.core.extras import Extras, Search
from chieu.core.game import CHANCE, AnyGame, Shuffle
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.games.big2 import GAME as BIG2
from chieu.games.big2.messages import Ask, Pass, Play
from chieu.games.niuniu import GAME as NIUNIU
from chieu.games.niuniu.messages import Stake as Staked
from chieu.games.niuniu.text.reasons import HouseAdds, HouseKeeps
from chieu.games.rummy import GAME as RUMMY
from chieu.games.rummy.ai.sampler import BATCH
from chieu.games.xidach import GAME as XIDACH
from chieu.games.xidach.ai.sampler import XidachSampler
from chieu.games.xidach.messages import Action, DealFrom, Draw, Stake, Stand
from chieu.online.table.coaching import HintQuestion, hint
from chieu.search import Advice, Choice, advise
from chieu.search.advice import information_state
from chieu.template import GAME as HIGH_CARD
from chieu.testing import Table
from tests.search.deals import by, moments, so_far, whole

ROOM, VIP = XIDACH.presets["room"], XIDACH.presets["vipgame"]


def xidach(cards: str, seats: int, *moves: run.Move) -> Deal:
    """Deal these cards from the top by `room`: to the players in turn, the dealer (seat 0) last."""
    top = parse(cards)
    side = ((0, DealFrom("left")),) if seats > 2 else ()
    deck = (*top, *(card for card in DECK if card not in top))
    return so_far(XIDACH, ROOM, seats, *side, (CHANCE, Shuffle(deck)), *moves)


def before_stakes() -> Deal:
    """Return a deal with a hundred options: stakes from 1 to 100, no cards dealt."""
    return Deal(XIDACH, VIP, 2)


def of(advice: Advice, action: Any) -> Choice:
    return advice.options[advice.index_of(action)]


@pytest.mark.parametrize("seats", [2, 3])
def test_advice_on_21_is_to_stand(seats: int) -> None:
    """The values are exact at two seats, and clearly different at three."""
    cards = "10S 9C 5S 8C 6S" if seats == 2 else "10S 10H 9C 5S 8H 8C 6S"
    advice = advise(xidach(cards, seats, (1, Draw())), 1, Rng(1), 200)
    stand, draw = of(advice, Stand()), of(advice, Draw())
    assert [option.action for option in advice.options] == [Stand(), Draw()]
    assert stand.exact == draw.exact == (seats == 2)
    assert draw.clearly_worse
    assert draw.mean + draw.margin < 0 < stand.mean - stand.margin


class WithoutExact(XidachSampler):
    """The same sampler without exact values."""

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
def test_exact_values_agree_with_samples(cards: str, moves: tuple[Action, ...]) -> None:
    """A player on 16, hard and soft; a dealer on 17 and on 15 against two cards and three."""
    deal = xidach(cards, 2, *((1, move) for move in moves))
    (seat,) = deal.to_act
    advice = advise(deal, seat, Rng(1), 200)
    assert all(option.exact for option in advice.options)
    in_worlds = replace(XIDACH, extras=replace(XIDACH.extras, search=Search(sampler=WithoutExact)))
    sampled = advise(by(in_worlds, deal), seat, Rng(1), 3000)
    for option in sampled.options:
        assert not option.exact
        assert option.worlds > 1000
        assert abs(option.mean - of(advice, option.action).mean) <= 1.5 * option.margin


def test_values_that_depend_on_random_bots_are_not_exact() -> None:
    with_random_bot = replace(BIG2, extras=Extras(bots={"random": Random}))
    for seed in range(24):
        for seat, then in list(moments(BIG2, whole(Table(BIG2, BIG2.presets["hong_kong"], 4), seed)))[-6:]:
            for option in advise(by(with_random_bot, then), seat, Rng(2), 4).options:
                over = not BIG2.to_act(BIG2.apply(then.state, seat, option.action)[0])
                assert over or not option.exact


def test_payoff_is_proportional_to_the_stake() -> None:
    """XD-30: before the cards are dealt, the payoff is proportional to the stake in every world."""
    sampler = XidachSampler(*information_state(before_stakes(), 1), Rng(1))
    stakes = [Stake(amount) for amount in (1, 2, 10, 77, 100)]
    for number in range(20):
        single, *more = sampler.payoffs(number, stakes)
        assert more == [single * stake.amount for stake in stakes[1:]]


def test_promising_options_get_more_worlds() -> None:
    advice = advise(before_stakes(), 1, Rng(1), 150)
    worlds = [option.worlds for option in advice.options]
    assert worlds.count(max(worlds)) <= 2
    assert worlds[0] == advice.worlds == max(worlds) > 100
    assert min(worlds) < 5


def test_the_action_taken_is_never_dropped() -> None:
    for amount in (1, 50, 100):
        advice = advise(before_stakes(), 1, Rng(1), 60, taken=Stake(amount))
        assert of(advice, Stake(amount)).worlds == advice.worlds


def test_more_worlds_shrink_the_margin_and_a_clock_ends_them() -> None:
    deal = xidach("10S 10H 9C 6S 8H 8C", 3)
    few, many = (advise(deal, 1, Rng(1), worlds) for worlds in (10, 1000))
    assert (few.worlds, many.worlds) == (10, 1000)
    assert 0 < many.options[0].margin < few.options[0].margin / 4
    looks = iter(range(10**6))
    ended = advise(deal, 1, Rng(1), 1000, clock=lambda: next(looks) / 50)
    assert 20 < ended.worlds < 60


def test_a_clock_ends_the_search_of_a_slow_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot thinks for half a second per move in a game without a sampler; the limit is two seconds."""
    now = 0.0

    class Slow(Random):
        def act(self, view: Any, legal: Sequence[Any]) -> Any:
            nonlocal now
            now += 0.5
            return super().act(view, legal)

    monkeypatch.setattr("time.monotonic", lambda: now)
    game = replace(HIGH_CARD, extras=Extras(bots={"slow": Slow}))
    deal = Deal(game, HIGH_CARD.presets["home"], 4, shuffle=Seeded(1))
    advice = advise(deal, deal.to_act[0], Rng(1), clock=chieu.time_limit(2))
    world = len(advice.options) * (deal.seats - 1) * 0.5
    assert 1 <= advice.worlds < 4
    assert 2 <= now <= 2 + world, "it ends with the world in which the time is over"


def test_one_world_is_too_close_to_call_and_has_no_reasons() -> None:
    advice = advise(xidach("10S 10H 9C 10C 8H 8C", 3), 1, Rng(1), 1000, clock=lambda: 1.0)
    assert advice.worlds == 1
    assert not all(option.clearly_worse for option in advice.options[1:])
    assert advice.reasons == ()


def test_the_last_card_that_wins_is_played() -> None:
    seen = 0
    for seed in range(30):
        seat, last = list(moments(BIG2, whole(Table(BIG2, BIG2.presets["hong_kong"], 4), seed)))[-1]
        legal = BIG2.legal(last.state, seat)
        held = BIG2.view(last.state, seat).seats[seat].cards
        out = [action for action in legal if isinstance(action, Play) and action.cards == held]
        if out and Pass() in legal:
            advice = advise(last, seat, Rng(seed), 60)
            assert advice.options[0].action == out[0]
            assert of(advice, Pass()).clearly_worse
            seen += 1
    assert seen > 2


def test_stakes_in_an_auction_are_the_highest_or_the_lowest() -> None:
    """NN-23: payoffs are proportional to the stake, so clear options are sorted by stake."""
    clear = 0
    for seed in range(30):
        for seat, then in moments(NIUNIU, whole(Table(NIUNIU, NIUNIU.presets["auction"], 2), seed)):
            if NIUNIU.view(then.state, seat).phase == "stakes":
                advice = advise(then, seat, Rng(1), 100)
                amounts = [option.action.amount for option in advice.options]
                if advice.options[-1].clearly_worse:
                    assert amounts in (sorted(amounts), sorted(amounts, reverse=True))
                    clear += 1
    assert clear > 3


def test_questions_are_not_options() -> None:
    """BT-17: a seat that cannot beat the play can only pass, even if it may ask for card counts."""
    rules = msgspec.structs.replace(BIG2.presets["lawrence"], reshuffle=False)
    alone = asking = 0
    for seed in range(6):
        for seat, then in moments(BIG2, whole(Table(BIG2, rules, 4), seed)):
            legal = then.legal(seat)
            asking += any(isinstance(action, Ask) for action in legal)
            advice = advise(then, seat, Rng(1), 4)
            assert not any(isinstance(option.action, Ask) for option in advice.options)
            if [action for action in legal if not isinstance(action, Ask)] == [Pass()] != list(legal):
                assert [option.action for option in advice.options] == [Pass()]
                alone += 1
    assert asking > 20
    assert alone > 5


def test_before_the_cards_every_stake_has_value_zero() -> None:
    """NN-20: banker and player have equal chances, so no stake has an advantage."""
    deal = Deal(NIUNIU, msgspec.structs.replace(NIUNIU.presets["classic"], stake_max=5), 4)
    advice = advise(deal, deal.to_act[0], Rng(1))
    stakes = [(option.action.amount, option.mean, option.exact, option.behind) for option in advice.options]
    assert stakes == [(1, 0, True, 0), (5, 0, True, 0)]


@pytest.mark.parametrize(("scale", "better"), [("paytable", 1), ("classic", 5)])
def test_against_the_house_a_stake_has_its_paytable_value(scale: str, better: int) -> None:
    """NN-22: the house wins by the usual table and loses by the classic scale, as in played deals."""
    rules = msgspec.structs.replace(NIUNIU.presets[scale], mode="paytable", stake_max=5)
    deal = Deal(NIUNIU, rules, 2)
    advice = advise(deal, deal.to_act[0], Rng(1))
    worth = {option.action.amount: option.mean for option in advice.options}
    assert advice.options[0].action.amount == better
    assert all(option.exact for option in advice.options)
    assert worth[5] == pytest.approx(5 * worth[1])
    won: list[int] = []
    for seed in range(3_000):
        played = Deal(NIUNIU, rules, 2, shuffle=Rng(seed).shuffled)
        played.play(Staked(1))
        assert played.payoff is not None
        won.append(played.payoff[0])
    assert statistics.fmean(won) == pytest.approx(worth[1], abs=4 * statistics.stdev(won) / len(won) ** 0.5)
    (reason,) = advice.reasons
    assert (reason.chips, type(reason)) == (round(100 * abs(worth[1])), HouseKeeps if worth[1] < 0 else HouseAdds)


def test_without_a_sampler_only_big_two_endgames_are_exact() -> None:
    """With at most five hidden cards, all worlds are enumerated, unless a clock runs out."""
    lab = replace(BIG2, extras=replace(BIG2.extras, search=None, reasons=None))
    exact = sampled = 0
    for seed in range(8):
        for seat, then in moments(BIG2, whole(Table(BIG2, BIG2.presets["hong_kong"], 4), seed)):
            if len(BIG2.legal(then.state, seat)) > 1:
                seats = BIG2.view(then.state, seat).seats
                hidden = sum(info.count or 0 for other, info in enumerate(seats) if other != seat)
                advice = advise(by(lab, then), seat, Rng(2), 4)
                assert hidden <= 5 or not any(option.exact for option in advice.options)
                exact += advice.options[0].exact
                sampled += hidden > 5
                if advice.options[0].exact:
                    hasty = advise(by(lab, then), seat, Rng(2), 4, clock=lambda: 1.0)
                    assert {(option.exact, option.worlds) for option in hasty.options} == {(False, 1)}
    assert exact > 3
    assert sampled > 3


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_only_values_without_rollouts_are_judged(game: AnyGame) -> None:
    """Rummy evaluates hands instead of playing on: values of draws and discards are not comparable."""
    preset = {"niuniu": "auction"}.get(game.name, next(iter(game.presets)))  # the first one has no decisions
    seat, then = next(moments(game, whole(Table(game, game.presets[preset], 2), 1)))
    advice = advise(then, seat, Rng(1), 4)
    assert advice.judged == (game.name == "rummy")
    assert hint(HintQuestion(1, seat, then), advice).judged == advice.judged


class Lottery(XidachSampler):
    """Sampler in which every option wins as often as it loses, whatever it is."""

    def exact(self, actions: Sequence[Action]) -> None:
        del actions

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        rng = Rng(self.seed, number)
        return [float(rng.below(21)) - 10.0 for _ in actions]

    def __init__(self, rules: Any, seat: int, facts: Any, view: Any, rng: Rng) -> None:
        super().__init__(rules, seat, facts, view, rng)
        self.seed = int(rng.word())


def test_the_luckiest_of_many_options_is_not_called_best() -> None:
    """Its lead is often beyond the margin of one difference, but not beyond that of all together."""
    game = replace(XIDACH, extras=replace(XIDACH.extras, search=Search(sampler=Lottery), reasons=None))
    deal = Deal(game, msgspec.structs.replace(VIP, stake_max=16), 2)
    beyond = worse = clear = 0
    for seed in range(200):
        advice = advise(deal, 1, Rng(seed), 100)
        assert len(advice.options) == 16
        beyond += any(option.behind > option.behind_margin for option in advice.options)
        worse += any(option.clearly_worse for option in advice.options)
        clear += advice.clear
    assert beyond > 100
    assert worse <= 0.06 * 200
    assert clear == 0


def test_an_exact_option_behind_a_sampled_one_has_a_margin() -> None:
    """The value is certain, but not how far it is behind an option that was sampled."""

    class HalfExact(WithoutExact):
        def exact(self, actions: Sequence[Action]) -> Any:
            return [-0.9 if action == Draw() else None for action in actions]

    game = replace(XIDACH, extras=replace(XIDACH.extras, search=Search(sampler=HalfExact), reasons=None))
    advice = advise(by(game, xidach("10S 9C 8S 8C", 2)), 1, Rng(1), 200)
    stand, draw = of(advice, Stand()), of(advice, Draw())
    assert (draw.mean, draw.margin, draw.exact) == (-0.9, 0, True)
    assert draw.behind_margin == pytest.approx(stand.margin) != 0
    assert draw.behind == pytest.approx(stand.mean + 0.9)
    assert draw.clearly_worse


def test_worlds_sampled_together_come_in_several_batches() -> None:
    """Rummy samples 64 hands at a time, so the margin of a few worlds would say nothing."""
    table = Table(RUMMY, RUMMY.presets["seven-rounds"], 2)
    seat, then = next(
        (seat, then) for seat, then in moments(RUMMY, whole(table, 3)) if RUMMY.view(then.state, seat).phase == "play"
    )
    advice = advise(then, seat, Rng(1), 20)
    assert len(advice.options) > 4
    assert all(option.worlds >= 4 * BATCH for option in advice.options)
    assert any(option.clearly_worse for option in advice.options)

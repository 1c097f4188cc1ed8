"""A deal as an object: what it says is what the game's own functions say, and every text of it reads back."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import pytest

import chieu
from chieu.core import registry
from chieu.core.cards import DECK
from chieu.core.deal import Deal, NoSuchDeal, Seeded, deal
from chieu.core.game import CHANCE, AnyGame, Illegal, Shuffle
from chieu.core.notation import BadAction
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.games.xidach.messages import DealFrom, Draw


@pytest.mark.parametrize("game", all_games().values(), ids=str)
def test_a_deal_is_played_taken_back_and_read_again(game: AnyGame) -> None:
    rng, one = Rng(5), deal(game, "auction" if game.name == "niuniu" else "", seed=11)
    before = one.copy()
    while one.to_act:
        before, seat = one.copy(), one.to_act[0]
        assert seat != CHANCE, "the seed shuffles by itself"
        assert one.legal() == one.legal(seat) == game.legal(one.state, seat)
        assert one.view(seat) == game.view(one.state, seat)
        assert (one.over, one.payoff) == (False, None)
        action = rng.pick(one.legal())
        state, _ = game.apply(one.state, seat, action)
        one.play(action)
        if not any(mover == CHANCE for mover, _ in one.moves[len(before.moves) :]):
            assert one.state == state
        assert Deal.at(one.text) == one == eval(repr(one), {"Deal": Deal})
        taken = one.copy()
        assert taken.back() == (seat, action)
        assert taken == before
        assert taken.state == before.state
    assert (one.over, one.payoff) == (True, game.payoff(one.state))
    assert Deal.read(one.record()) == one
    assert one.legal() == ()
    with pytest.raises(Illegal) as refused:
        one.play(rng.pick(before.legal()))
    assert refused.value.code == "deal_over"


def test_actions_may_be_texts_and_a_refusal_changes_nothing() -> None:
    one = deal("xidach", seats=2, cards="10S 9H 5D 8C")
    before = one.copy()
    with pytest.raises(Illegal) as refused:
        one.play("stand")
    assert refused.value.rule == "XD-14"
    with pytest.raises(BadAction):
        one.play("fold")
    with pytest.raises(Illegal):
        one.play("draw", seat=0)
    assert one == before
    one.play("draw", seat=1)
    assert one.moves[-1] == (1, Draw())


def test_cards_come_first_and_must_be_in_the_pack() -> None:
    one = deal("niuniu", seats=2, cards="AS KS")
    assert str(one.moves[0][1].order[:2]) == "(AS, KS)"
    assert sorted(one.moves[0][1].order) == sorted(deal("niuniu", seats=2).moves[0][1].order)
    for wrong in ("AS AS", "JK1"):
        with pytest.raises(NoSuchDeal):
            deal("niuniu", seats=2, cards=wrong)


def test_a_seed_is_a_deal_and_seeds_may_have_any_size() -> None:
    orders = [deal("niuniu", seats=2, seed=seed).moves[0][1].order for seed in (0, 1, 2**64, 2**64 + 1, -1, 10**40)]
    assert len(set(orders)) == len(orders)
    assert Rng(2**64 - 1).word() != Rng(-1).word()
    assert deal("niuniu", seed=10**40, seats=2) == deal("niuniu", seed=10**40, seats=2)


def test_without_a_seed_somebody_writes_the_order_down() -> None:
    game = chieu.load("niuniu")
    one = Deal(game, game.presets["custom"], 2)
    assert one.to_act == (CHANCE,)
    one.play(Shuffle(game.to_shuffle(one.state)))
    assert one.over
    with pytest.raises(IndexError):
        one.back()
    with pytest.raises(NoSuchDeal):
        Deal(game, game.presets["custom"], 2).play_out([])


def test_a_match_goes_on_with_the_next_deal() -> None:
    one: Deal | None = deal("rummy", seats=2, seed=3)
    make = chieu.load("rummy").extras.bots["planner"]
    rounds = 0
    while one is not None:
        with pytest.raises(NoSuchDeal):
            one.next()
        one.play_out([make(one.rules, seat, Rng(seat)) for seat in range(2)])
        rounds += 1
        one = one.next()
    assert rounds == 7


def test_a_sheet_s_code_and_options_give_the_rules() -> None:
    assert deal("xidach", "room~dd17", seats=3).rules.dealer_must_draw_below == 17
    assert deal("xidach", options={"dealer_must_draw_below": 17}, seats=3).text.startswith("xidach room~dd17 3 0 null")


def test_deals_are_copied_and_pickled() -> None:
    one = deal("big2", seats=4, seed=1)
    one.play(one.legal()[0])
    for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert again == one
        assert again.state == one.state
        again.play(again.legal()[0])
        assert again != one


@pytest.mark.parametrize("text", ["", "xidach", "xidach room 2 0", "xidach room two 0 null", "xidach room 9 0 null"])
def test_a_text_that_is_no_deal_says_so(text: str) -> None:
    with pytest.raises((NoSuchDeal, Illegal)):
        Deal.at(text)


def test_a_text_whose_moves_cannot_be_made_says_which() -> None:
    with pytest.raises(Illegal):
        Deal.at("xidach room 2 0 null | 1 draw")
    with pytest.raises(BadAction):
        Deal.at("xidach room 2 0 null | 1 fold")


def test_a_game_prints_as_its_name() -> None:
    assert repr(chieu.load("rummy")) == "<Game rummy>"


@pytest.mark.parametrize("other", [Deal.copy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copied", "pickled"])
def test_a_copy_has_the_same_cards_to_come(other: Callable[[Deal], Deal]) -> None:
    one = deal("xidach", seats=3, seed=7)
    two = other(one)
    one.play("deal_from left")
    two.play("deal_from left")
    assert one == two
    assert one.view(1) == two.view(1)


def test_a_move_that_is_taken_back_and_made_again_brings_the_same_cards() -> None:
    one = deal("xidach", seats=3, seed=7)
    one.play("deal_from left")
    before = one.view(1)
    assert one.back() == (0, DealFrom("left"))
    one.play("deal_from left")
    assert one.view(1) == before


def test_every_shuffle_of_a_seed_is_another_one() -> None:
    seeded = Seeded(7)
    first, second = seeded(DECK), seeded(DECK)
    assert first != second
    assert (Seeded(7)(DECK), Seeded(7, made=1)(DECK)) == (first, second)


def test_while_a_shuffle_is_due_nobody_may_do_anything() -> None:
    one = deal("xidach", seats=3, seed=7)
    waiting = Deal.at(one.text)
    waiting.play("deal_from left")
    assert waiting.to_act == (CHANCE,)
    assert waiting.legal() == ()
    assert not waiting.over


@pytest.mark.parametrize("text", ["hello", "evening.rec", ""])
def test_what_is_no_record_is_called_that(text: str) -> None:
    with pytest.raises(NoSuchDeal, match="not a record"):
        Deal.read(text)


@pytest.mark.parametrize("wrong", [{"seats": "3"}, {"seed": "abc"}, {"seed": 1.5}])
def test_seats_and_seeds_are_whole_numbers(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="is a whole number"):
        deal("xidach", **wrong)


def test_an_option_there_is_not_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadRules, match="stake_max"):
        deal("xidach", options={"stak_max": 3})


def test_whoever_plays_a_deal_out_needs_a_bot_for_each_seat() -> None:
    with pytest.raises(NoSuchDeal, match="each of the 3 seats"):
        deal("xidach", seats=3).play_out([])


def test_a_game_of_others_that_cannot_be_loaded_takes_no_other_along(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "there_is_no_such_module:GAME", "chieu.games")
    monkeypatch.setattr(registry, "_offered", lambda: {"broken": broken})
    registry.names.cache_clear()
    try:
        with pytest.warns(RuntimeWarning, match="broken cannot be loaded: ModuleNotFoundError"):
            assert "xidach" in registry.all_games()
        with pytest.raises(registry.BrokenGame, match="there_is_no_such_module"):
            registry.load("broken")
    finally:
        registry.names.cache_clear()

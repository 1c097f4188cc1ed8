"""`Deal` agrees with the functions of its game, and all its texts parse back."""

from __future__ import annotations

import copy
import html
import pickle
import re
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import pytest

import chieu
from chieu.core import codec, registry
from chieu.core.cards import DECK
from chieu.core.deal import Deal, NoSuchDeal, Seeded, deal
from chieu.core.game import CHANCE, AnyGame, Illegal, Shuffle
from chieu.core.notation import BadAction
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.games.xidach.messages import DealFrom, Draw


@pytest.mark.parametrize("game", all_games().values(), ids=str)
def test_play_undo_and_parse_a_deal(game: AnyGame) -> None:
    rng, dealt = Rng(5), deal(game, "auction" if game.name == "niuniu" else "", seed=11)
    before = dealt.copy()
    while dealt.to_act:
        before, seat = dealt.copy(), dealt.to_act[0]
        assert seat != CHANCE, "the seed shuffles by itself"
        assert dealt.legal() == dealt.legal(seat) == game.legal(dealt.state, seat)
        assert dealt.view(seat) == game.view(dealt.state, seat)
        assert (dealt.over, dealt.payoff) == (False, None)
        action = rng.pick(dealt.legal())
        state, _ = game.apply(dealt.state, seat, action)
        dealt.play(action)
        if not any(mover == CHANCE for mover, _ in dealt.moves[len(before.moves) :]):
            assert dealt.state == state
        assert Deal.from_text(dealt.text) == dealt == eval(repr(dealt), {"Deal": Deal})
        undone = dealt.copy()
        assert undone.back() == (seat, action)
        assert undone == before
        assert undone.state == before.state
    assert (dealt.over, dealt.payoff) == (True, game.payoff(dealt.state))
    assert Deal.from_record(dealt.record()) == dealt
    assert dealt.legal() == ()
    with pytest.raises(Illegal) as caught:
        dealt.play(rng.pick(before.legal()))
    assert caught.value.code == "deal_over"


def test_actions_may_be_text_and_a_refusal_changes_nothing() -> None:
    dealt = deal("xidach", seats=2, cards="10S 9H 5D 8C")
    before = dealt.copy()
    with pytest.raises(Illegal) as caught:
        dealt.play("stand")
    assert caught.value.rule == "XD-14"
    with pytest.raises(BadAction):
        dealt.play("fold")
    with pytest.raises(Illegal):
        dealt.play("draw", seat=0)
    assert dealt == before
    dealt.play("draw", seat=1)
    assert dealt.moves[-1] == (1, Draw())


def test_given_cards_come_first_and_must_be_in_the_pack() -> None:
    dealt = deal("niuniu", seats=2, cards="AS KS")
    assert str(dealt.moves[0][1].order[:2]) == "(AS, KS)"
    assert sorted(dealt.moves[0][1].order) == sorted(deal("niuniu", seats=2).moves[0][1].order)
    for wrong in ("AS AS", "JK1"):
        with pytest.raises(NoSuchDeal):
            deal("niuniu", seats=2, cards=wrong)


def test_seeds_of_any_size_give_different_deals() -> None:
    orders = [deal("niuniu", seats=2, seed=seed).moves[0][1].order for seed in (0, 1, 2**64, 2**64 + 1, -1, 10**40)]
    assert len(set(orders)) == len(orders)
    assert Rng(2**64 - 1).word() != Rng(-1).word()
    assert deal("niuniu", seed=10**40, seats=2) == deal("niuniu", seed=10**40, seats=2)


def test_without_a_shuffler_the_caller_plays_the_shuffle() -> None:
    game = chieu.load("niuniu")
    dealt = Deal(game, game.presets["custom"], 2)
    assert dealt.to_act == (CHANCE,)
    dealt.play(Shuffle(game.to_shuffle(dealt.state)))
    assert dealt.over
    with pytest.raises(IndexError):
        dealt.back()
    with pytest.raises(NoSuchDeal):
        Deal(game, game.presets["custom"], 2).play_out([])


def test_a_match_continues_with_the_next_deal() -> None:
    dealt: Deal | None = deal("rummy", seats=2, seed=3)
    make = chieu.load("rummy").extras.bots["planner"]
    rounds = 0
    while dealt is not None:
        with pytest.raises(NoSuchDeal):
            dealt.next()
        dealt.play_out([make(dealt.rules, seat, Rng(seat)) for seat in range(2)])
        rounds += 1
        dealt = dealt.next()
    assert rounds == 7


def test_sheet_code_and_options_set_the_rules() -> None:
    assert deal("xidach", "room~dd17", seats=3).rules.dealer_must_draw_below == 17
    assert deal("xidach", options={"dealer_must_draw_below": 17}, seats=3).text.startswith("xidach room~dd17 3 0 null")


def test_deals_are_copied_and_pickled() -> None:
    dealt = deal("big2", seats=4, seed=1)
    dealt.play(dealt.legal()[0])
    for again in (pickle.loads(pickle.dumps(dealt)), copy.copy(dealt), copy.deepcopy(dealt)):
        assert again == dealt
        assert again.state == dealt.state
        again.play(again.legal()[0])
        assert again != dealt


@pytest.mark.parametrize("text", ["", "xidach", "xidach room 2 0", "xidach room two 0 null", "xidach room 11 0 null"])
def test_text_that_is_not_a_deal_is_refused(text: str) -> None:
    with pytest.raises((NoSuchDeal, Illegal)):
        Deal.from_text(text)


def test_text_with_an_impossible_move_is_refused() -> None:
    with pytest.raises(Illegal):
        Deal.from_text("xidach room 2 0 null | 1 draw")
    with pytest.raises(BadAction):
        Deal.from_text("xidach room 2 0 null | 1 fold")


def test_the_repr_of_a_game_is_its_name() -> None:
    assert repr(chieu.load("rummy")) == "<Game rummy>"


@pytest.mark.parametrize(
    "other", [Deal.copy, lambda dealt: pickle.loads(pickle.dumps(dealt))], ids=["copied", "pickled"]
)
def test_a_copy_has_the_same_cards_to_come(other: Callable[[Deal], Deal]) -> None:
    dealt = deal("xidach", seats=3, seed=7)
    two = other(dealt)
    dealt.play("deal_from left")
    two.play("deal_from left")
    assert dealt == two
    assert dealt.view(1) == two.view(1)


def test_an_undone_move_played_again_deals_the_same_cards() -> None:
    dealt = deal("xidach", seats=3, seed=7)
    dealt.play("deal_from left")
    before = dealt.view(1)
    assert dealt.back() == (0, DealFrom("left"))
    dealt.play("deal_from left")
    assert dealt.view(1) == before


def test_the_shuffles_of_a_seed_differ() -> None:
    seeded = Seeded(7)
    first, second = seeded(DECK), seeded(DECK)
    assert first != second
    assert (Seeded(7)(DECK), Seeded(7, made=1)(DECK)) == (first, second)


def test_nobody_can_act_while_chance_is_to_act() -> None:
    dealt = deal("xidach", seats=3, seed=7)
    waiting = Deal.from_text(dealt.text)
    waiting.play("deal_from left")
    assert waiting.to_act == (CHANCE,)
    assert waiting.legal() == ()
    assert not waiting.over


@pytest.mark.parametrize("text", ["hello", "evening.rec", ""])
def test_text_that_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(NoSuchDeal, match="not a record"):
        Deal.from_record(text)


@pytest.mark.parametrize("wrong", [{"seats": "3"}, {"seed": "abc"}, {"seed": 1.5}])
def test_seats_and_seeds_are_whole_numbers(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="is a whole number"):
        deal("xidach", **wrong)


def test_an_unknown_option_lists_the_known_ones() -> None:
    with pytest.raises(BadRules, match="stake_max"):
        deal("xidach", options={"stak_max": 3})


def test_playing_out_needs_a_bot_for_each_seat() -> None:
    with pytest.raises(NoSuchDeal, match="each of the 3 seats"):
        deal("xidach", seats=3).play_out([])


def test_a_broken_third_party_game_does_not_affect_others(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize("game", all_games())
def test_a_notebook_draws_each_card_of_the_text(game: str) -> None:
    dealt = deal(game, "auction" if game == "niuniu" else "", seed=11)
    shown, drawn = str(dealt), dealt._repr_html_()
    assert re.findall(r"<img alt='(.*?)'", drawn) == re.findall(r"(?:[2-9AJQK]|10)[♠♥♦♣]|▒▒", shown)
    assert (
        html.unescape(re.sub(r"<img alt='(.*?)'.*?>", r"\1", drawn)) == f"<pre style='line-height: 1.6'>{shown}</pre>"
    )


@pytest.mark.parametrize("game", all_games().values(), ids=str)
def test_a_view_is_json_that_reads_back(game: AnyGame) -> None:
    dealt = deal(game, "auction" if game.name == "niuniu" else "", seed=11)
    for viewer in (None, *range(dealt.seats)):
        view = dealt.view(viewer)
        assert codec.decoder(game.view_type).decode(chieu.to_json(view)) == view

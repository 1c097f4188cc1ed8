"""Types that users of the library see. mypy checks the assertions; pytest only runs the calls."""

from __future__ import annotations

from typing import Any, assert_type

import chieu
from chieu.core.deal import Deal
from chieu.core.game import AnyGame, Game
from chieu.games import big2, xidach
from chieu.games.big2.messages import View as Big2View
from chieu.games.xidach.messages import View as XidachView
from chieu.template import GAME as HIGH_CARD
from chieu.template.game import State
from chieu.template.messages import Action, View
from chieu.template.rules import Rules


def test_a_deal_by_name_has_the_types_of_its_game() -> None:
    deal = chieu.deal("xidach", seats=2, cards="10S 9H 5D 8C")
    assert_type(deal, Deal[xidach.Rules, xidach.State, xidach.Action, xidach.View])
    assert_type(deal.legal(), tuple[xidach.Action, ...])
    assert_type(deal.view(1), XidachView)
    assert_type(deal.rules, xidach.Rules)
    assert_type(deal.copy().state, xidach.State)
    assert deal.view(1).dealer == 0


def test_a_game_by_name_has_its_own_types() -> None:
    game = chieu.load("big2")
    assert_type(game, Game[big2.Rules, big2.State, big2.Action, big2.View])
    assert_type(chieu.deal(game, seats=4).view(), Big2View)


def test_a_deal_of_a_game_value_has_its_types() -> None:
    assert_type(chieu.deal(HIGH_CARD, Rules(stake=2), seats=2), Deal[Rules, State, Action, View])


def test_a_name_known_only_at_run_time_has_type_any() -> None:
    name = ["niuniu"][0]
    assert_type(chieu.load(name), AnyGame)
    assert_type(chieu.deal(name, seats=2), Deal[Any, Any, Any, Any])

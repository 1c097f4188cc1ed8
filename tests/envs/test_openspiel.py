"""OpenSpiel games: its own random simulations, and properties these do not check."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

import chieu.envs.openspiel
from chieu import CHANCE
from chieu.core.cards import CARDS

GAMES = (
    "python_chieu_xidach",
    "python_chieu_xidach(sheet=vipgame)",
    "python_chieu_xidach(sheet=room~dd17)",
    "python_chieu_niuniu",
    "python_chieu_niuniu(sheet=custom~sm5)",
    "python_chieu_niuniu(sheet=classic)",
)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_s_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


def played(name: str, seed: int) -> Any:
    rng = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        choices = [card for card, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(choices))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_game_equals_that_of_the_contract(name: str) -> None:
    """Dealing the drawn cards at once and playing the same moves gives the same payoff and facts."""
    for seed in range(5):
        state = played(name, seed)
        cards = [CARDS[step.action] for step in state.full_history() if step.player == CHANCE]
        table = state.get_game().table
        deal = chieu.deal(table.game, table.rules, seats=2, cards=tuple(cards))
        for step in state.full_history():
            if step.player != CHANCE:
                deal.play(table.actions.action(step.player, deal.legal(step.player), step.action), step.player)
        assert deal.payoff == tuple(state.returns())
        assert deal.view(0) == table.game.view(state.position, 0)
        assert len(cards) == len(set(cards)) <= 10


def test_chance_draws_only_visible_cards() -> None:
    state = pyspiel.load_game("python_chieu_xidach").new_initial_state()
    for card in ("10S", "9H", "5D", "8C"):
        assert state.is_chance_node()
        state.apply_action(int(chieu.card(card)))
    assert state.current_player() == 1
    assert state.information_state_string(1).count("5D") == 1
    assert "8C" not in state.information_state_string(1)
    assert state.action_to_string(1, state.legal_actions()[0]) == "draw"
    state.apply_action(state.legal_actions()[0])
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 48
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)


def test_hidden_cards_are_not_in_the_information_state() -> None:
    """Two worlds differ only in the dealer's second card."""
    texts, tensors = [], []
    for last in ("8C", "2H"):
        state = pyspiel.load_game("python_chieu_xidach").new_initial_state()
        for card in ("10S", "9H", "5D", last):
            state.apply_action(int(chieu.card(card)))
        texts.append([state.information_state_string(seat) for seat in range(2)])
        tensors.append([state.observation_tensor(seat) for seat in range(2)])
    assert texts[0][1] == texts[1][1]
    assert texts[0][0] != texts[1][0]
    assert tensors[0][1] == tensors[1][1]
    assert tensors[0][0] != tensors[1][0]

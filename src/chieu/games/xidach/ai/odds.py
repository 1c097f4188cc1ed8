"""Roles, named hands and exact odds of Xì Dách for `chieu.odds`."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Final

from librt.vecs import vec
from msgspec.structs import replace

from chieu.core.extras import ExactOdds, ExactRole, OddsModel, OptionClass
from chieu.games.xidach.ai.cfr import COUNTS, FEWEST
from chieu.games.xidach.ai.solver import (
    GOOD_ENOUGH,
    Situation,
    Solution,
    Strategies,
    Strategy,
    alike,
    situations,
    solve,
)
from chieu.games.xidach.ai.strategy import precomputed
from chieu.games.xidach.ai.two_player import (
    MAY_DRAW,
    VALUES,
    TwoPlayerGame,
    all_moves,
    draw_probability,
    joint_probabilities,
    payoff_groups,
    starting_hands,
    unseen,
)
from chieu.games.xidach.game import hand_name, name_at
from chieu.games.xidach.hands import NONE, CompiledRules, compile_rules, special, stakes_won
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.state import State

_DEALS: Final = 40_000
_CLASSES: Final[dict[str, OptionClass]] = {
    "specials": "scoring",
    "both_quac": "scoring",
    "quac_beats_non": "scoring",
    "ngu_linh_with_21": "scoring",
    "both_ngu_linh": "scoring",
    "pay_xi_bang": "scoring",
    "pay_xi_dach": "scoring",
    "pay_ngu_linh": "scoring",
    "next_dealer": "information",
}


def roles(state: State) -> tuple[str, ...]:
    """Return the dealer's and the players' role."""
    return tuple(["dealer" if seat == state.dealer else "player" for seat in range(state.seats)])


def results(state: State) -> list[tuple[int, str]]:
    """Return the name of each hand that has one."""
    named = [(seat, name_at(state, seat)) for seat in range(state.seats)]
    return [(seat, name) for seat, name in named if name is not None]


def rescored(state: State, rules: Rules) -> State:
    """Return a finished deal with the payments of other rules, without the order of its cards."""
    after = state.copy()
    after.compiled, after.order = compile_rules(rules), None
    after.won = [0] * after.seats
    for seat in range(after.seats):
        if seat != after.dealer:
            chips = after.stakes[seat] * stakes_won(after.hand_met(seat), after.hands[seat], after.compiled)
            after.won[seat] = int(chips)
            after.won[after.dealer] -= int(chips)
    return after


def exact(rules: Rules, seats: int) -> ExactOdds | None:
    """Return the odds of best play at two seats. Presets are precomputed, others take seconds."""
    return _solved(alike(rules)) if seats == 2 else None


@lru_cache(maxsize=256)
def _solved(rules: Rules) -> ExactOdds:
    strategies, error = precomputed(rules), GOOD_ENOUGH
    if strategies is None:
        solution = solve(rules)
        strategies, error = _strategies(rules, solution), solution.high - solution.low
    compiled = compile_rules(rules)
    payoffs: dict[int, float] = defaultdict(float)
    names: dict[str, dict[str, float]] = {"player": defaultdict(float), "dealer": defaultdict(float)}
    for player, dealer, probability in _final_hands(rules, compiled, strategies):
        payoffs[int(stakes_won(dealer, player, compiled))] += probability
        for role, hand in (("player", player), ("dealer", dealer)):
            name = hand_name(hand, compiled, role == "dealer")
            if name is not None:
                names[role][name] += probability
    won = sum(stakes * probability for stakes, probability in payoffs.items())
    return ExactOdds(
        roles=tuple(
            [
                ExactRole(
                    role=role,
                    won=sign * won,
                    payoffs=tuple(sorted([(sign * stakes + 0.0, share) for stakes, share in payoffs.items()])),
                    results=tuple(sorted(names[role].items())),
                )
                for role, sign in (("dealer", -1.0), ("player", 1.0))
            ]
        ),
        play="best",
        how="solved",
        error=error,
    )


def _strategies(rules: Rules, solution: Solution) -> Strategies:
    """Return the strategies of a solution, with the moves that are forced."""
    choices = zip(situations(rules), solution.choices, strict=True)
    draws: dict[Situation, float] = {situation: choice.draw for situation, choice in choices}
    compiled = compile_rules(rules)

    def strategy(is_dealer: bool, against: int | None) -> Strategy:
        moves = enumerate(all_moves(compiled, is_dealer))
        return vec[float]([draws.get((hand, against), float(legal == MAY_DRAW)) for hand, legal in moves])

    return Strategies(strategy(False, None), [strategy(True, FEWEST + extra) for extra in range(COUNTS)])


def _final_hands(rules: Rules, compiled: CompiledRules, strategies: Strategies) -> list[tuple[int, int, float]]:
    """Return the player's hand, the dealer's hand and the probability of each way a deal can end.

    One hand stands for all of its group, which pay the same and have the same name.
    """
    deck = unseen([0] * VALUES)
    out = []
    for dealer, a, b in starting_hands():
        for player, c, d in starting_hands():
            if special(dealer) != NONE or special(player) != NONE:
                orders = (1.0 if a == b else 2.0) * (1.0 if c == d else 2.0)
                out.append((player, dealer, orders * draw_probability(sorted([a, b, c, d]), deck, sum(deck))))
    game = TwoPlayerGame(rules)
    groups, samples = payoff_groups(game.hands.cards, compiled)
    joint = joint_probabilities(game, strategies.player, strategies.dealers, groups, len(samples))
    for number, probability in enumerate(joint):
        if probability > 0.0:
            player, dealer = divmod(number, len(samples))
            out.append((samples[player], samples[dealer], probability))
    return out


ODDS: Final[OddsModel[Rules, State]] = OddsModel(
    names=("dealer", "player"),
    roles=roles,
    results=results,
    stake=lambda rules: rules.stake_min,
    stakes=("stake_min", "stake_max"),
    exact=exact,
    classes=_CLASSES,
    rescored=rescored,
    solved=True,
    rotated=lambda rules: replace(rules, next_dealer="rotate"),
    priced={"pay_xi_bang": ("xi_bang",), "pay_xi_dach": ("xi_dach",), "pay_ngu_linh": ("ngu_linh",)},
    deals=_DEALS,
)

"""Search of Big Two: determinizations of what a seat knows, rollouts in them, and exact solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.codec import load_data
from chieu.core.extras import Sampler
from chieu.core.rng import Rng
from chieu.games.big2.ai.determinization import InformationSet
from chieu.games.big2.ai.endgame import EndgameSolver
from chieu.games.big2.ai.forced_wins import UNKNOWN, ForcedWin, won_by_going_out
from chieu.games.big2.ai.min_plays import Memo, MinPlays
from chieu.games.big2.ai.rollout_policy import RolloutPolicy, rollout_payoff
from chieu.games.big2.hands import compile_rules, mask_of, size
from chieu.games.big2.messages import (
    Action,
    Call,
    Catch,
    Caught,
    CaughtNothing,
    CountTold,
    Dealt,
    Fact,
    LastCard,
    OddCardTaken,
    Opening,
    Pass,
    Passed,
    Play,
    Played,
    View,
    Vote,
    VotesShown,
)
from chieu.games.big2.rules import Rules
from chieu.games.big2.state import ASK, CALL, CATCH, NO_MOVE, PASS, State

_MAX_OPTIONS: Final = 16
_PILOT_HANDS: Final = 64  # sampled first, to scale the acceptance probability
_PILOT_SEED: Final = 0
_ALWAYS_ACCEPTED: Final = 16  # of the pilot hands: about one hand in four or more is accepted
# Exponent of the likelihood. 1 would leave too few hands, and people play differently from the policy.
_TRUST: Final = 0.5
_ENDGAME_STATES: Final = 30_000  # at most, in one endgame search: a few milliseconds


@cache
def learned_weights() -> vec[i64]:
    """Return the weights of the rollout policy, learned by self-play (`build_hooks/big2_weights.py`)."""
    return vec[i64](load_data("chieu.games.big2.ai", "weights.json", list[int]))


def information_set(rules: Rules, seat: int, facts: Sequence[Fact], seats: int) -> InformationSet:
    """Build the information set of a seat from the facts since the last deal."""
    compiled = compile_rules(rules)
    start = max(number for number, fact in enumerate(facts) if isinstance(fact, Dealt))
    dealt: Any = facts[start]
    info = InformationSet(compiled, seats, seat, mask_of(dealt.cards, compiled))
    for fact in facts[start + 1 :]:
        if isinstance(fact, Played):
            info.add(fact.seat, mask_of(fact.cards, compiled))
        elif isinstance(fact, Passed):
            info.add(fact.seat, PASS)
        elif isinstance(fact, LastCard):
            if rules.call:
                info.add(fact.seat, CALL)
        elif isinstance(fact, Caught | CaughtNothing):
            info.add(fact.by, CATCH - fact.seat)
        elif isinstance(fact, CountTold):
            info.add(fact.by, ASK - fact.seat)
        elif isinstance(fact, Opening):
            info.opener = fact.seat
            info.lowest = mask_of(fact.cards, compiled)
        elif isinstance(fact, OddCardTaken):
            info.odd = fact.seat
        elif isinstance(fact, VotesShown):
            info.yes = sum(1 << voter for voter, vote in enumerate(fact.votes) if vote)
    return info


class Big2Sampler(Sampler):
    """Sampler for the seat to act. A world is a determinization of its information set."""

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Fact], view: View, rng: Rng) -> None:
        self.info = information_set(rules, seat, facts, len(view.seats))
        self._seat = seat
        self._compiled = compile_rules(rules)
        self._seed = int(rng.word())
        self._policy = RolloutPolicy(self._compiled, learned_weights())
        self._memo = Memo()
        self._accepted: list[Any] = []  # hands
        self._sampling = self._likely_hands()

    def options(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Select the actions worth trying.

        A last card is always called and a seat that missed its call is caught. Otherwise the plays that the
        rollout policy rates highest.
        """
        calls = [action for action in actions if isinstance(action, Call)]
        if calls:
            return calls
        if isinstance(actions[0], Vote):
            return actions
        state = self._state
        catches = [
            action for action in actions if isinstance(action, Catch) and state.is_in(state.call_missed, action.seat)
        ]
        if catches:
            return catches
        plays = [action for action in actions if isinstance(action, Play | Pass)]
        winning = [action for action in plays if self._move(action) == self._forced_win]
        if winning or len(plays) < 2:
            return winning or plays
        policy = self._policy
        policy.rate(state, MinPlays(state.set_index, state.seats, self._compiled, self._memo))
        ratings = {int(policy.move(place)): int(policy.ratings[place]) for place in range(policy.count)}
        rated = [action for action in plays if self._move(action) in ratings]
        return sorted(rated, key=lambda action: -ratings[self._move(action)])[:_MAX_OPTIONS]

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        seat, policy = self._seat, self._policy
        world = self.world(number)
        min_plays = MinPlays(world.set_index, world.seats, self._compiled, self._memo)
        return [
            0.0  # after a reshuffle everybody has the same chance
            if isinstance(action, Vote) and action.reshuffle
            else float(
                rollout_payoff(world, seat, self._move(action), min_plays, policy, Rng(self._seed, 2 * number + 1))
            )
            for action in actions
        ]

    def exact(self, actions: Sequence[Action]) -> Sequence[float | None] | None:
        """Solve between the last two seats, whose cards are all known.

        Before that, only a forced win has an exact value: it wins the most possible.
        """
        if self.info.opener < 0:
            return None
        moves = [self._move(action) for action in actions]
        solved, winning = self._solved(moves), self._forced_win
        if solved is not None or winning not in moves:
            return solved
        won = float(won_by_going_out(self._state, self._seat))
        return [won if move == winning else None for move in moves]

    @cached_property
    def last_opponent(self) -> int | None:
        """The only other seat still in, if all its cards are known: the unseen ones."""
        state, info = self._state, self.info
        others = [seat for seat in range(state.seats) if seat != self._seat and state.is_in(state.inside, seat)]
        return others[0] if len(others) == 1 and size(info.unseen()) == info.cards_left(others[0]) else None

    def unstoppable(self, action: Action) -> bool:
        """Return whether an action starts a forced win of known value."""
        return self.info.opener >= 0 and self._move(action) == self._forced_win

    def _solved(self, moves: Sequence[int]) -> Sequence[float | None] | None:
        """Return the values of moves between the last two seats. Calls and questions are not solved."""
        state, other = self._state, self.last_opponent
        if other is None or self._compiled.pays_for_all or state.penalty or state.call_missed:
            return None
        solver = EndgameSolver(self._compiled, self._seat, other, _ENDGAME_STATES)
        values = [None if move == NO_MOVE else float(solver.after(state, move)) for move in moves]
        return None if solver.left < 0 else values

    @cached_property
    def _forced_win(self) -> int | None:
        """The first play of a forced win of known value, if there is one."""
        state = self._state
        if won_by_going_out(state, self._seat) == UNKNOWN:
            return None
        move = int(ForcedWin(state, self.info.unseen()).first_play())
        return None if move == NO_MOVE else move

    def world(self, number: int) -> State:
        """Return a determinization. Those that make the others' moves likely come up more often."""
        info = self.info
        if info.opener < 0:
            return info.opening_state(info.sample_hands(Rng(self._seed, 2 * number)))
        state = self._state
        while len(self._accepted) <= number:
            self._accepted.append(next(self._sampling))
        return info.determinize(state, self._accepted[number])

    def _likely_hands(self) -> Iterator[Any]:
        """Yield hands by rejection sampling, in proportion to a power of their likelihood.

        So no determinization is used twice, and unlikely hands are rejected after a few moves.
        """
        info, policy, memo, rng = self.info, self._policy, Memo(), Rng(self._seed, 0)
        while True:
            hands, bound = info.sample_hands(rng), float(self.scale * (rng.word() / 2**32) ** (1 / _TRUST))
            if info.likelihood(hands, policy, memo, bound) >= bound:  # >= also accepts when all likelihoods are 0
                yield hands

    @cached_property
    def scale(self) -> float:
        """Likelihood from which hands are always accepted: that of the best quarter of the pilot hands.

        It must not depend on the search's seed: margins cover only the sampling of worlds. Pilot hands are shared by
        all searches, so they are not used as worlds.
        """
        info, memo, rng = self.info, Memo(), Rng(_PILOT_SEED)
        pilot = [float(info.likelihood(info.sample_hands(rng), self._policy, memo, 0.0)) for _ in range(_PILOT_HANDS)]
        return sorted(pilot)[-1 - _ALWAYS_ACCEPTED]

    @cached_property
    def _state(self) -> State:
        """The current state, with arbitrary cards in the other hands."""
        return self.info.current_state(Rng(self._seed, 0))

    def _move(self, action: Action) -> int:
        if isinstance(action, Play):
            return int(mask_of(action.cards, self._compiled))
        return PASS if isinstance(action, Pass) else NO_MOVE  # calls, catches and questions take no turn

"""What a seat was told of a Big Two deal, made into worlds to try options in: a coat over the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from chieu.core.rng import Rng
from chieu.games.big2.ai.endgame import Endings
from chieu.games.big2.ai.forced_wins import UNKNOWN, Unbeaten, won_by_going_out
from chieu.games.big2.ai.hand_plans import Memo, Plans
from chieu.games.big2.ai.rollout_policy import Policy, payoff
from chieu.games.big2.ai.rollouts import Told
from chieu.games.big2.ai.weights import WEIGHTS
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

_MOST: Final = 16  # options that are tried
_FIRST: Final = 64  # hands that tell what counts as likely
_LIKELIER: Final = 16  # of these that are likelier still: so one hand in four is kept at least
_TRUST: Final = 0.5  # in how likely moves are: all of it would leave too few worlds, and others play otherwise
_POSITIONS: Final = 30_000  # of an ending that are gone through at most: a few milliseconds


def told_of(rules: Rules, seat: int, facts: Sequence[Fact], seats: int) -> Told:
    """The facts of a deal since its cards were dealt, on ints."""
    compiled = compile_rules(rules)
    since = max(number for number, fact in enumerate(facts) if isinstance(fact, Dealt))
    dealt: Any = facts[since]
    told = Told(compiled, seats, seat, mask_of(dealt.cards, compiled))
    for fact in facts[since + 1 :]:
        if isinstance(fact, Played):
            told.add(fact.seat, mask_of(fact.cards, compiled))
        elif isinstance(fact, Passed):
            told.add(fact.seat, PASS)
        elif isinstance(fact, LastCard):
            if rules.call:
                told.add(fact.seat, CALL)
        elif isinstance(fact, Caught | CaughtNothing):
            told.add(fact.by, CATCH - fact.seat)
        elif isinstance(fact, CountTold):
            told.add(fact.by, ASK - fact.seat)
        elif isinstance(fact, Opening):
            told.opener = fact.seat
            told.lowest = mask_of(fact.cards, compiled)
        elif isinstance(fact, OddCardTaken):
            told.odd = fact.seat
        elif isinstance(fact, VotesShown):
            told.yes = sum(1 << one for one, vote in enumerate(fact.votes) if vote)
    return told


class WorldSampler:
    """Worlds of a Big Two deal for the seat whose turn it is."""

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Fact], view: View, rng: Rng) -> None:
        self._told = told_of(rules, seat, facts, len(view.seats))
        self._seat = seat
        self._compiled = compile_rules(rules)
        self._seed = int(rng.word())
        self._policy = Policy(self._compiled, WEIGHTS)
        self._memo = Memo()
        self._now: State | None = None
        self._drawn: list[Any] = []  # hands
        self._draw = self._likely_hands()

    def options(self, actions: Sequence[Action]) -> Sequence[Action]:
        """A last card is called, who did not call theirs is caught; of plays those that the quick player likes best."""
        said = [one for one in actions if isinstance(one, Call)]
        if said:
            return said
        if isinstance(actions[0], Vote):
            return actions
        now = self._position()
        caught = [one for one in actions if isinstance(one, Catch) and now.is_in(now.late, one.seat)]
        if caught:
            return caught
        plays = [one for one in actions if isinstance(one, Play | Pass)]
        sure = [one for one in plays if self._move(one) == self._way_out]
        if sure or len(plays) < 2:
            return sure or plays
        policy = self._policy
        policy.rate(now, Plans(now.book, now.seats, self._compiled, self._memo))
        ratings = {int(policy.move(place)): int(policy.ratings[place]) for place in range(policy.count)}
        liked = sorted((one for one in plays if self._move(one) in ratings), key=lambda one: -ratings[self._move(one)])
        return liked[:_MOST]

    def weight(self, number: int) -> float:
        del number
        return 1.0

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        seat, policy = self._seat, self._policy
        world = self.world(number)
        plans = Plans(world.book, world.seats, self._compiled, self._memo)
        return [
            0.0  # a reshuffle gives everybody the same chance
            if isinstance(action, Vote) and action.reshuffle
            else float(payoff(world, seat, self._move(action), plans, policy, Rng(self._seed, 2 * number + 1)))
            for action in actions
        ]

    @property
    def doubt(self) -> float:
        return 0.0

    def exact(self, actions: Sequence[Action]) -> Sequence[float | None] | None:
        """Between the last two seats all cards are known, and the rest is solved. Before that a way out that nobody can
        stop wins the most there is."""
        if self._told.opener < 0:
            return None
        moves = [self._move(one) for one in actions]
        solved, out = self._solved(moves), self._way_out
        if solved is not None or out not in moves:
            return solved
        won = float(won_by_going_out(self._position(), self._seat))
        return [won if move == out else None for move in moves]

    @cached_property
    def last_opponent(self) -> int | None:
        """The only other seat that is still in, if all its cards are known: those that this one has not seen."""
        now, told = self._position(), self._told
        others = [seat for seat in range(now.seats) if seat != self._seat and now.is_in(now.inside, seat)]
        return others[0] if len(others) == 1 and size(told.unseen()) == told.count(others[0]) else None

    def unstoppable(self, action: Action) -> bool:
        """Whether nobody can keep the seat from going out after it, and what that wins is known."""
        return self._told.opener >= 0 and self._move(action) == self._way_out

    def _solved(self, moves: Sequence[int]) -> Sequence[float | None] | None:
        """What moves come to between the last two seats. What is only said has to be tried."""
        now, other = self._position(), self.last_opponent
        if other is None or self._compiled.pays_for_all or now.penalty or now.late:
            return None
        ending = Endings(self._compiled, self._seat, other, _POSITIONS)
        found = [None if move == NO_MOVE else float(ending.after(now, move)) for move in moves]
        return None if ending.left < 0 else found

    @cached_property
    def _way_out(self) -> int | None:
        """The play after which nobody can stop the seat, if there is one and what it wins is known."""
        now = self._position()
        if won_by_going_out(now, self._seat) == UNKNOWN:
            return None
        way = int(Unbeaten(now, self._told.unseen()).way_out())
        return None if way == NO_MOVE else way

    def world(self, number: int) -> State:
        """A world, the likelier to come up the likelier it makes what the others have done."""
        told = self._told
        if told.opener < 0:
            return told.opened(told.deal(Rng(self._seed, 2 * number)))
        now = self._position()
        while len(self._drawn) <= number:
            self._drawn.append(next(self._draw))
        return told.like(now, self._drawn[number])

    def _likely_hands(self) -> Iterator[Any]:
        """Hands by rejection: each is kept as often as its likelihood is to what counts as likely, by the trust in it.
        So no world is played twice, and what is unlikely shows after a few moves."""
        told, policy, memo, rng = self._told, self._policy, Memo(), Rng(self._seed, 0)
        first = [told.deal(rng) for _ in range(_FIRST)]
        chances = [float(told.likelihood(hands, policy, memo, 0.0)) for hands in first]
        likely = sorted(chances)[-1 - _LIKELIER]

        def wanted() -> float:
            return float(likely * (rng.word() / 2**32) ** (1 / _TRUST))

        yield from (hands for hands, chance in zip(first, chances, strict=True) if chance >= wanted())
        while True:
            hands, least = told.deal(rng), wanted()
            if told.likelihood(hands, policy, memo, least) >= least:  # also where all are as good as impossible
                yield hands

    def _position(self) -> State:
        if self._now is None:
            self._now = self._told.now(Rng(self._seed, 0))
        return self._now

    def _move(self, action: Action) -> int:
        if isinstance(action, Play):
            return int(mask_of(action.cards, self._compiled))
        return PASS if isinstance(action, Pass) else NO_MOVE  # what is said takes no turn

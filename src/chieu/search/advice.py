"""PF-42: evaluate each option of a seat and explain it, using only what the seat knows.

It uses the Monte Carlo search of the strong bots. All options are played in the same worlds and compared world by
world, so the difference of two options is more precise than either mean. Values that the sampler knows exactly are not
sampled. Games without a sampler of their own use `search/determinization.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Any, Final, TypeAlias

import msgspec

from chieu.core.deal import Deal
from chieu.core.extras import Sampler
from chieu.core.game import Seat
from chieu.core.rng import Rng
from chieu.core.text.reasons import InformationState
from chieu.search.determinization import ResamplingSampler
from chieu.search.intervals import margin, mean, quantile
from chieu.search.monte_carlo import Budget, Candidate, rollouts_for, sequential_halving

TimeShare: TypeAlias = Callable[[], float]  # share of the allowed time that has passed, from 0 to 1

WORLDS: Final = 400  # worlds in which the best options are played
_MANY: Final = 10_000  # values: enough that Student's t-distribution is the normal one
_MIN_WORLDS: Final = 4  # or batches of worlds, for every option: fewer give no useful margin


class NothingToDecide(LookupError):
    """The seat is not to act.

    >>> import chieu
    >>> advise(chieu.deal("xidach", seats=2, seed=1), seat=0, rng=chieu.Rng(1))
    Traceback (most recent call last):
    chieu.search.advice.NothingToDecide: xidach: seat 0 is not to act
    """


class Choice(msgspec.Struct, frozen=True):
    """An option, its expected payoff under good play afterwards, and its distance from the first option.

    `margin` and `behind_margin` are 95 % margins of one value each. `clearly_worse` takes into account that the first
    option was selected among several, so `behind` may exceed `behind_margin` without it. `worlds` is the number of
    worlds it was played in: 0 if it was computed. `exact` values have no error.

    >>> import chieu
    >>> stand, draw = advise(chieu.deal("xidach", seats=2, cards="10S 9C 8S 8C"), seat=1, rng=chieu.Rng(7)).options
    >>> draw.clearly_worse, draw.behind > draw.behind_margin, stand.behind
    (True, True, 0.0)
    """

    action: Any
    mean: float
    margin: float
    exact: bool
    worlds: int
    behind: float
    behind_margin: float
    clearly_worse: bool


class Advice(msgspec.Struct, frozen=True):
    """Options of a seat that are worth considering, best first.

    `worlds` is the largest number of worlds that any option was played in. `reasons` explain, in terms of the game, why
    the first option is better than the action taken, or than the next option that is clearly worse; they may be empty.
    `judged`: only differences between options are meaningful, not their means.

    >>> import chieu
    >>> deal = chieu.deal("xidach", seats=2, cards="10S 9C 8S 8C")
    >>> advice = advise(deal, seat=1, rng=chieu.Rng(7))
    >>> advice.options[0].action, advice.index_of(deal.legal()[0])
    (Stand(), 1)
    >>> advice.reasons
    (NextBusts(total=18, often=8), PlayerStands(total=18, often=4))
    """

    seat: Seat
    worlds: int
    options: tuple[Choice, ...]
    reasons: tuple[Any, ...] = ()
    judged: bool = False

    @property
    def clear(self) -> bool:
        """True if all other options are clearly worse, so that the first may be called the best."""
        return all(option.clearly_worse for option in self.options[1:])

    def index_of(self, action: Any) -> int:
        """Return the index of an action among the options."""
        return next(index for index, option in enumerate(self.options) if option.action == action)


def advise(
    deal: Deal, seat: Seat, rng: Rng, worlds: int = WORLDS, taken: Any = None, clock: TimeShare | None = None
) -> Advice:
    """Evaluate the options of a seat in a deal so far.

    The best options are played in `worlds` worlds, or in fewer if `clock` reaches 1 first (`chieu.time_limit`), but in
    at least one. Without a clock a game with slow rollouts may take minutes. The action `taken` is always among the
    options, even if the game does not list it, and is never dropped from the search.

    >>> import chieu
    >>> advise(chieu.deal("xidach", seats=2, cards="10S 9C 8S 8C"), seat=1, rng=chieu.Rng(7)).options[0].exact
    True
    """
    legal = deal.legal(seat)
    if seat not in deal.to_act or not legal:
        raise NothingToDecide(f"{deal.game.name}: seat {seat} is not to act")
    info = information_state(deal, seat)
    sampler = sampler_of(deal, info, rng, clock)
    options = _options(sampler, decisions(deal, seat) or legal, taken)
    choices = _evaluate(sampler, options, worlds, clock, taken)
    settings = deal.game.extras.search
    judged = settings is not None and settings.judged
    reasons = _reasons(deal, info, choices, taken, rng)
    return Advice(seat, max(choice.worlds for choice in choices), choices, reasons, judged)


def compare(
    deal: Deal, seat: Seat, rng: Rng, actions: Sequence[Any], worlds: int = WORLDS, clock: TimeShare | None = None
) -> tuple[Choice, ...]:
    """Evaluate only these actions, in new worlds. Best first."""
    return _evaluate(sampler_of(deal, information_state(deal, seat), rng, clock), actions, worlds, clock)


def _evaluate(
    sampler: Sampler, options: Sequence[Any], worlds: int, clock: TimeShare | None = None, keep: Any = None
) -> tuple[Choice, ...]:
    rollouts = rollouts_for(max(worlds, _MIN_WORLDS), len(options))
    if sampler.batch > 1:
        rollouts = max(rollouts, rollouts_for(_MIN_WORLDS * sampler.batch, len(options), for_all=True))
    budget = Budget(rollouts, clock)
    return _ranked(sequential_halving(sampler, options, budget, keep), sampler)


def information_state(deal: Deal, seat: Seat) -> InformationState:
    """Return everything a seat knows: the facts it has seen and its current view."""
    facts = tuple(event.seen_by(seat) for step in deal.steps() for event in step.events)
    return InformationState(deal.rules, seat, facts, deal.game.view(deal.state, seat))


def sampler_of(deal: Deal, info: InformationState, rng: Rng, clock: TimeShare | None = None) -> Sampler:
    """Return the game's sampler, or one that uses `resample`."""
    settings = deal.game.extras.search
    return ResamplingSampler(deal, info.seat, rng, clock) if settings is None else settings.sampler(*info, rng)


def decisions(deal: Deal, seat: Seat) -> Sequence[Any]:
    """Return the legal actions of a seat that are not mere questions."""
    return [action for action in deal.legal(seat) if not is_question(deal, action)]


def is_question(deal: Deal, action: Any) -> bool:
    """Return whether an action only asks something, so that it has no value to evaluate."""
    settings = deal.game.extras.search
    return settings is not None and isinstance(action, settings.questions)


def _options(sampler: Sampler, legal: Sequence[Any], taken: Any) -> list[Any]:
    """Return the options a bot would search, plus the action taken; all options if a bot would not search."""
    options = list(sampler.options(legal))
    if len(options) == 1:
        options += [action for action in legal if action != options[0]]
    return options if taken is None or taken in options else [*options, taken]


def _reasons(deal: Deal, info: InformationState, choices: Sequence[Choice], taken: Any, rng: Rng) -> tuple[Any, ...]:
    """Explain the best option against the action taken, or else against the next clearly worse option."""
    reasons, (best, *others) = deal.game.extras.reasons, choices
    worse = [
        choice for choice in others if choice.action == taken or (taken in (None, best.action) and choice.clearly_worse)
    ]
    if reasons is None or not worse:
        return ()
    return tuple(reasons.explain(info, best.action, worse[0].action, rng))


def _ranked(candidates: Sequence[Candidate], sampler: Sampler) -> tuple[Choice, ...]:
    """Rank the options by value.

    An option that was dropped after a few lucky worlds cannot be the best. Of equal means an exact one ranks first.
    """
    worlds = max(len(candidate.payoffs) for candidate in candidates)
    finalists = [
        candidate for candidate in candidates if candidate.exact is not None or len(candidate.payoffs) == worlds
    ]
    best = max(finalists, key=lambda candidate: (candidate.mean, candidate.exact is not None))
    payoffs = [payoff for candidate in candidates for payoff in candidate.payoffs] or [0.0]
    spread = max(max(payoffs) - min(payoffs), 1.0)
    pairs = max(len(candidates) * (len(candidates) - 1) // 2, 1)  # finding the best compares all pairs
    choices = [_choice(candidate, best, pairs, spread, sampler) for candidate in candidates]
    order = sorted(range(len(choices)), key=lambda index: (candidates[index] is not best, choices[index].behind))
    return tuple(choices[index] for index in order)


def _choice(candidate: Candidate, best: Candidate, comparisons: int, spread: float, sampler: Sampler) -> Choice:
    """Compare a candidate with the best one, in the worlds that both were played in.

    The luckiest of many options looks better than others that are as good. So an option is called clearly worse only
    beyond a margin that holds for all `comparisons` together.
    """
    action, worlds = candidate.action, len(candidate.payoffs)

    def margin_of(values: Sequence[float], weights: Sequence[float], together: int = 1) -> float:
        return margin(values, weights, spread, together, sampler.batch)

    computed = candidate.exact is not None
    own = sampler.error(action) if computed else margin_of(candidate.payoffs, candidate.weights)
    exact = computed and own == 0
    if candidate is best:
        return Choice(action, best.mean, own, exact, worlds, 0.0, 0.0, False)
    if computed and best.exact is not None:
        behind, behind_margin = best.mean - candidate.mean, sampler.error(best.action, action)
        clearly_worse = behind > behind_margin * quantile(_MANY, comparisons) / quantile(_MANY)
        return Choice(action, candidate.mean, own, exact, worlds, behind, behind_margin, clearly_worse)
    gaps, weights = _gaps(candidate, best), best.weights if computed else candidate.weights
    behind, behind_margin = max(0.0, mean(gaps, weights)), margin_of(gaps, weights)
    clearly_worse = behind > margin_of(gaps, weights, comparisons)
    if computed:
        return Choice(action, candidate.mean, own, exact, worlds, behind, behind_margin, clearly_worse)
    if worlds < len(best.payoffs):  # its mean is derived from the best option's, which more worlds support
        own = hypot(margin_of(best.payoffs, best.weights), behind_margin)
    return Choice(action, best.mean - behind, own, False, worlds, behind, behind_margin, clearly_worse)


def _gaps(candidate: Candidate, best: Candidate) -> list[float]:
    """Return the lead of the best option in each world; only one of the two may be exact."""
    if candidate.exact is not None:
        return [payoff - candidate.exact for payoff in best.payoffs]
    if best.exact is not None:
        return [best.exact - payoff for payoff in candidate.payoffs]
    return [other - payoff for payoff, other in zip(candidate.payoffs, best.payoffs, strict=False)]

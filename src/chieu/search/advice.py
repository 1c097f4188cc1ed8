"""PF-42: what each option of a seat is worth and why, judged only by what the seat can know.

The player behind the bots that search is asked: every option is played in the same worlds of the game's sampler, so
that two of them are compared world by world, and a difference is far surer than the two means it is of. What the
sampler knows for sure is exact; a sample never is. A game without a sampler is sampled by `search/determinization.py`.
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
from chieu.search.determinization import Resampled
from chieu.search.intervals import margin, mean
from chieu.search.player import Budget, Tried, playouts_for, search

TimeShare: TypeAlias = Callable[[], float]  # goes from 0 to 1

WORLDS: Final = 400  # that the best options are played in
_FIRST: Final = 4  # worlds for every option: with fewer there is no telling how sure one is


class NothingToDecide(LookupError):
    """The deal does not wait for that seat.

    >>> import chieu
    >>> advise(chieu.deal("xidach", seats=2, seed=1), seat=0, rng=chieu.Rng(1))
    Traceback (most recent call last):
    chieu.search.advice.NothingToDecide: xidach: seat 0 is not to act
    """


class Choice(msgspec.Struct, frozen=True):
    """One thing to do: what it wins on average when it is played on well, and how far it is behind the best option.

    `margin` and `behind_margin` tell how sure that is (95 %, the latter for all options together). `worlds` is how many
    it was played in: none where it was reckoned, and what is `exact` is sure.

    >>> Choice("stand", mean=-0.2, margin=0.1, exact=False, worlds=400, behind=0.3, behind_margin=0.1).clearly_worse
    True
    """

    action: Any
    mean: float
    margin: float
    exact: bool
    worlds: int
    behind: float
    behind_margin: float

    @property
    def clearly_worse(self) -> bool:
        """Whether it is no accident that another option did better."""
        return self.behind > self.behind_margin


class Advice(msgspec.Struct, frozen=True):
    """What a seat may do, as far as it is worth a thought, best first. `worlds` is the most that any option was played
    in. `reasons` say in words of the game why the first is better than what was done, or than the next that is clearly
    worse; there are none where none is. `judged`: only how far options are apart means anything, not what each is worth
    by itself.

    >>> import chieu
    >>> deal = chieu.deal("xidach", seats=2, cards="10S 9C 8S 8C")
    >>> told = advise(deal, seat=1, rng=chieu.Rng(7))
    >>> told.options[0].action, told.place_of(deal.legal()[0])
    (Stand(), 1)
    >>> told.reasons
    (NextBusts(total=18, often=8), PlayerStands(total=18, often=4))
    """

    seat: Seat
    worlds: int
    options: tuple[Choice, ...]
    reasons: tuple[Any, ...] = ()
    judged: bool = False

    def place_of(self, action: Any) -> int:
        """Where among the options an action stands."""
        return next(place for place, option in enumerate(self.options) if option.action == action)

    @property
    def clear(self) -> bool:
        """Whether the first is clearly ahead of all others."""
        return all(option.clearly_worse for option in self.options[1:])


def advise(
    deal: Deal,
    seat: Seat,
    rng: Rng,
    worlds: int = WORLDS,
    taken: Any = None,
    clock: TimeShare | None = None,
) -> Advice:
    """What the options of a seat are worth and why, from so many worlds; from fewer where a `clock` goes from 0 to 1
    before. `deal` is the deal so far. An action that `taken` names stays in the running, and is among the options even
    if the game does not list it.

    >>> import chieu
    >>> deal = chieu.deal("xidach", seats=2, cards="10S 9C 8S 8C")
    >>> advise(deal, seat=1, rng=chieu.Rng(7)).options[0].exact
    True
    """
    legal = deal.legal(seat)
    if seat not in deal.to_act or not legal:
        raise NothingToDecide(f"{deal.game.name}: seat {seat} is not to act")
    info = information_state(deal, seat)
    sampler = _sampler(deal, info, rng)
    told = weighed(sampler, _options(sampler, decisions(deal, seat) or legal, taken), worlds, clock, taken)
    searched = deal.game.extras.search
    advice = Advice(seat, max(one.worlds for one in told), told, judged=searched is not None and searched.judged)
    return msgspec.structs.replace(advice, reasons=_reasons(deal, info, advice, taken, rng))


def compare(
    deal: Deal, seat: Seat, rng: Rng, actions: Sequence[Any], worlds: int = WORLDS, clock: TimeShare | None = None
) -> tuple[Choice, ...]:
    """What just these actions are worth, in worlds of their own."""
    return weighed(_sampler(deal, information_state(deal, seat), rng), actions, worlds, clock)


def weighed(
    sampler: Sampler, options: Sequence[Any], worlds: int, clock: TimeShare | None = None, keep: Any = None
) -> tuple[Choice, ...]:
    """Options by what they are worth in so many worlds, best first."""
    budget = Budget(playouts_for(max(worlds, _FIRST), len(options)), clock)
    return _ranked(search(sampler, options, budget, keep), sampler.doubt)


def information_state(deal: Deal, seat: Seat) -> InformationState:
    """What a seat of a deal has been told, and sees now."""
    facts = tuple(event.seen_by(seat) for step in deal.steps() for event in step.events)
    return InformationState(deal.rules, seat, facts, deal.game.view(deal.state, seat))


def _sampler(deal: Deal, info: InformationState, rng: Rng) -> Sampler:
    """Made of what the seat can know, so that nothing else has a part in what comes of it."""
    brought = deal.game.extras.search
    return Resampled(deal, info.seat, rng) if brought is None else brought.sampler(*info, rng)


def decisions(deal: Deal, seat: Seat) -> Sequence[Any]:
    """What a seat may do that is more than a question."""
    return [action for action in deal.legal(seat) if not is_question(deal, action)]


def is_question(deal: Deal, action: Any) -> bool:
    """Whether it plays nothing, so that there is nothing to weigh."""
    brought = deal.game.extras.search
    return brought is not None and isinstance(action, brought.questions)


def _options(sampler: Sampler, legal: Sequence[Any], taken: Any) -> list[Any]:
    """What a player who searches would try, and what was done. What it would do at once is weighed beside all."""
    liked = list(sampler.options(legal))
    if len(liked) == 1:
        liked += [action for action in legal if action != liked[0]]
    return liked if taken is None or taken in liked else [*liked, taken]


def _reasons(deal: Deal, info: InformationState, advice: Advice, taken: Any, rng: Rng) -> tuple[Any, ...]:
    """Against what was done, else against the next that is clearly worse."""
    brought, (best, *others) = deal.game.extras.reasons, advice.options
    against = [one for one in others if one.action == taken or (taken in (None, best.action) and one.clearly_worse)]
    if brought is None or not against:
        return ()
    return tuple(brought.explain(info, best.action, against[0].action, rng))


def _ranked(tried: Sequence[Tried], doubt: float) -> tuple[Choice, ...]:
    """The options in the order of what they are worth. One that was left behind with a lucky few worlds is not called
    the best, and one that is sure goes before one that seems as good."""
    most = max(len(one.won) for one in tried)
    running = [one for one in tried if one.sure is not None or len(one.won) == most]
    best = max(running, key=lambda one: (one.mean, one.sure is not None))
    seen = [won for one in tried for won in one.won] or [0.0]
    spread = max(max(seen) - min(seen), 1.0)
    pairs = max(len(tried) * (len(tried) - 1) // 2, 1)  # the best was found by comparing all with all
    told = [_choice(one, best, pairs, spread, doubt) for one in tried]
    order = sorted(range(len(told)), key=lambda at: (tried[at] is not best, told[at].behind))
    return tuple(told[at] for at in order)


def _choice(one: Tried, best: Tried, comparisons: int, spread: float, reckoned_to: float) -> Choice:
    if one.sure is not None:
        off = 0.0 if one is best else reckoned_to
        return Choice(one.action, one.sure, reckoned_to, reckoned_to == 0, 0, best.mean - one.sure, off)
    worlds = len(one.won)
    own = margin(one.won, one.weights, spread) if worlds > 1 else spread
    if one is best:
        return Choice(one.action, one.mean, own, False, worlds, 0.0, 0.0)
    if best.sure is not None:
        gaps = [best.sure - won for won in one.won]
    else:
        gaps = [other - won for won, other in zip(one.won, best.won, strict=False)]
    behind = max(0.0, mean(gaps, one.weights))
    doubt = margin(gaps, one.weights, spread, comparisons) if worlds > 1 else spread
    if worlds < len(best.won):  # told by the gap to the best one, whose mean more worlds have shown
        own = hypot(margin(best.won, best.weights, spread), margin(gaps, one.weights, spread) if worlds > 1 else spread)
    return Choice(one.action, best.mean - behind, own, False, worlds, behind, doubt)

"""A sampler for games that bring none along: worlds that a seat cannot tell from the real one, each with its past, and
what an option comes to in them when the usual bots play on.

Other cards come from the game's `resample`. The past is the same moves again on those cards, so that bots that remember
can be told what *their* seat saw in *that* world. Choices that others made in secret (bids that are not shown yet) are
made again by the bots: what was really chosen is as hidden as cards are.

Nothing here depends on cards that the seat has not seen. Cards are put in order before they are shuffled, so the same
luck gives the same worlds whatever the real ones are, and nobody who knows the luck can reckon back.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import permutations
from statistics import fmean
from typing import Any, Final

from chieu.core import run
from chieu.core.cards import Cards
from chieu.core.deal import Deal
from chieu.core.extras import Bot
from chieu.core.game import CHANCE, AnyGame, Seat, Shuffler
from chieu.core.rng import Rng
from chieu.core.run import Random, seated, shuffler

_HIDDEN_AT_MOST: Final = 5  # cards whose every order is tried: 120 worlds
_PLAYOUTS_AT_MOST: Final = 1000  # that being exact may take


class World:
    """A state as it may be, with what each seat has seen on the way to it. `number` is that of its luck."""

    def __init__(self, number: int, state: Any, seen: Sequence[Sequence[Any]]) -> None:
        self.number = number
        self.state = state
        self.seen = seen


class Resampled:
    """All that a seat of a deal may take for real, each world as likely."""

    def __init__(self, deal: Deal, seat: Seat, rng: Rng) -> None:
        self._game = game = deal.game
        self._deal = deal
        self._seat = seat
        self._makers = [next(iter(game.extras.bots.values()), Random)] * deal.seats
        self._last = deal.state
        self._hidden, self._future = _seed(rng), _seed(rng)
        self._secrets = _secret_choices(deal, seat)

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        return actions

    def weight(self, number: int) -> float:
        del number
        return 1.0

    def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
        world = self.draw(number)
        return [float(self.payoff(world, action)) for action in actions]

    @property
    def doubt(self) -> float:
        return 0.0

    def exact(self, actions: Sequence[Any]) -> Sequence[float] | None:
        """Where so little is hidden that every world can be tried, and no luck comes after it."""
        every = self.all()
        if not every or len(every) * len(actions) > _PLAYOUTS_AT_MOST:
            return None
        found = []
        for action in actions:
            won = [self.certain_payoff(world, action) for world in every]
            certain = [chips for chips in won if chips is not None]
            if len(certain) < len(won):
                return None
            found.append(fmean(certain))
        return found

    def draw(self, number: int) -> World:
        """World `number`, with luck of its own. Each that the seat must think possible is as likely."""
        rng = Rng(self._hidden, number)
        # From the last world, not from the real one: a game that cannot shuffle freely changes what it is given.
        self._last = self._game.resample(self._last, self._seat, _from_any_order(rng.shuffled))
        return self._with_past(number, self._last, rng)

    def all(self) -> tuple[World, ...] | None:
        """Every world there is, each as likely, where so little is hidden that they can be tried one by one."""
        if self._secrets:
            return None
        asked: list[Cards] = []

        def look(cards: Cards) -> Cards:
            if len(cards) > 1:
                asked.append(cards)
            return cards

        self._game.resample(self._deal.state, self._seat, look)
        if len(asked) > 1 or any(len(cards) > _HIDDEN_AT_MOST for cards in asked):
            return None
        found = []
        for order in permutations(sorted(asked[0]) if asked else ()):
            try:
                other = self._game.resample(self._deal.state, self._seat, _just_once(order))
            except _DoesNotFit:
                continue
            found.append(self._with_past(0, other, Rng(self._hidden)))
        return tuple(found)

    def payoff(self, world: World, action: Any) -> int:
        """What the seat wins in a world after an action, if the usual bots play on in all seats, its own too. Every
        option has the same luck in a world, so that options differ by what they do and little else."""
        bots = self._bots(world)
        state = self._after(world, action, bots)
        end = run.play_on(self._game, self._deal.rules, state, bots, shuffler(self._future, world.number))
        return int(self._game.payoff(end)[self._seat])

    def certain_payoff(self, world: World, action: Any) -> int | None:
        """The same where no luck comes into it any more, neither a shuffle nor a bot's; None where it does."""
        rng = Rng(self._future)
        before = pickle.dumps(rng)
        bots = [maker(self._deal.rules, seat, rng) for seat, maker in enumerate(self._makers)]
        _remind(bots, world)
        try:
            end = run.play_on(self._game, self._deal.rules, self._after(world, action, bots), bots, _no_shuffle)
        except _LeftToChance:
            return None
        return int(self._game.payoff(end)[self._seat]) if pickle.dumps(rng) == before else None

    def _bots(self, world: World) -> list[Bot]:
        bots = seated(self._makers, self._deal.rules, self._future, world.number)
        _remind(bots, world)
        return bots

    def _after(self, world: World, action: Any, bots: Sequence[Bot]) -> Any:
        state, events = self._game.apply(world.state, self._seat, action)
        for event in events:
            run.tell(event, bots)
        return state

    def _with_past(self, number: int, other: Any, rng: Rng) -> World:
        """The moves of the deal on the cards of `other`, secret ones made anew."""
        game, deal = self._game, self._deal
        seen: list[list[Any]] = [[] for _ in range(deal.seats)]
        state = game.start(deal.rules, deal.seats, deal.match, deal.host)
        for at, (seat, action) in enumerate(run.past_of(game, other, deal.moves)):
            chosen = action
            if at in self._secrets:
                chosen = self._choose(World(number, state, seen), seat, action, rng)
            state, events = game.apply(state, seat, chosen)
            for event in events:
                for viewer in range(deal.seats):
                    seen[viewer].append(event.seen_by(viewer))
        return World(number, state, seen)

    def _choose(self, world: World, seat: Seat, action: Any, rng: Rng) -> Any:
        bot = self._bots(world)[seat]
        chosen = bot.act(self._game.view(world.state, seat), self._game.legal(world.state, seat))
        choices = _alike(self._game, world.state, seat, action, self._seat)
        return chosen if chosen in choices else rng.pick(choices)


def _seed(rng: Rng) -> int:
    return (rng.word() << 32) | rng.word()


def _remind(bots: Sequence[Bot], world: World) -> None:
    for bot, facts in zip(bots, world.seen, strict=True):
        for fact in facts:
            bot.see(fact)


def _from_any_order(shuffle: Shuffler) -> Shuffler:
    """The shuffles of cards that are put in order first: what comes out tells nothing of how they lay."""
    return lambda cards: shuffle(tuple(sorted(cards)))


class _DoesNotFit(Exception):
    """An order that does not go with what the seat has seen: the game asks for another one."""


def _just_once(order: Cards) -> Shuffler:
    given = False

    def shuffle(cards: Cards) -> Cards:
        nonlocal given
        if len(cards) < 2:
            return cards
        if given:
            raise _DoesNotFit
        given = True
        return order

    return shuffle


class _LeftToChance(Exception):
    """A shuffle is still to come."""


def _no_shuffle(cards: Cards) -> Cards:
    del cards
    raise _LeftToChance


def _secret_choices(deal: Deal, seat: Seat) -> set[int]:
    """The places of the moves that others have made while the seat was asked, and of which it cannot tell what they
    were."""
    game = deal.game
    states = [game.start(deal.rules, deal.seats, deal.match, deal.host)]
    steps = list(deal.steps())
    states += [step.state for step in steps]
    found = set()
    for at in range(len(steps) - 1, -1, -1):
        mover, before = steps[at].seat, states[at]
        if mover in (CHANCE, seat) or seat not in game.to_act(before):
            break
        if len(_alike(game, before, mover, steps[at].action, seat)) > 1:
            found.add(at)
    return found


def _alike(game: AnyGame, state: Any, mover: Seat, action: Any, seat: Seat) -> tuple[Any, ...]:
    """All that somebody may do in a state of which a seat would be told the same as of an action."""
    told = _told(game, state, mover, action, seat)
    return tuple(one for one in game.legal(state, mover) if _told(game, state, mover, one, seat) == told)


def _told(game: AnyGame, state: Any, mover: Seat, action: Any, seat: Seat) -> tuple[Any, ...]:
    after, events = game.apply(state, mover, action)
    return game.view(after, seat), *(event.seen_by(seat) for event in events)

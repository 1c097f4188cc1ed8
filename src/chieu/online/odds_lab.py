"""OD-14: questions about odds, answered in stages by worker processes; every front end asks here.

Final answers are stored by sheet, seats and kind of play. Deals are stored by what decides their moves, so that a sheet
that only pays otherwise is scored on them at once (OD-11).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine, Hashable, Sequence
from contextlib import aclosing
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from chieu.core.extras import ExactOdds
from chieu.odds import stages
from chieu.odds.effects import early_effect, neighbours, ranked_effects, rotation, smallest_edge, two_steps
from chieu.odds.estimating import needs_sample
from chieu.odds.results import Comparison, Effect, Effects, Measured, Neighbour, Odds
from chieu.odds.stages import OddsQuestion, Part, Stage
from chieu.odds.stored import stored_effects, stored_odds
from chieu.online.service.fair_queue import RateLimitKey

T = TypeVar("T")
Item = TypeVar("Item")
_ANSWERS_AT_MOST: Final = 500  # a few kilobytes each
_BYTES_AT_MOST: Final = 32 * 1024 * 1024  # of stored deals: about 20 sheets with their whole budgets


class Changes(NamedTuple):
    """All changed sheets that are measured, and the role whose odds they change."""

    role: str
    around: list[Neighbour]


class Row(NamedTuple):
    """The effect of the change with this index, before all are known."""

    number: int
    effect: Effect


class Workers(Protocol):
    """Processes behind a fair queue."""

    async def ask(self, rate_key: RateLimitKey, work: Callable[..., T], *question: Any) -> T:
        """Return the result of a module's function, computed in a process."""


class OddsLab:
    """Answers questions about odds with the figures of `chieu.odds`, roughly at first."""

    def __init__(self, workers: Workers, processes: int, allow: Callable[[RateLimitKey], None]) -> None:
        """`allow` raises the refusal of a key whose rate limit is exceeded; stored answers cost nothing."""
        self._workers = workers
        self._processes = processes
        self._allow = allow
        self._answers: OrderedDict[Hashable, Odds | Comparison | Effects] = OrderedDict()
        self._deals = _Deals()

    async def odds(
        self, question: OddsQuestion, rate_key: RateLimitKey
    ) -> AsyncGenerator[tuple[str, Odds | Comparison], None]:
        """Yield the answer as it gets sharper: `about`, `interval` and `final`."""
        stored = self._answers.get(question) or _shipped(question)
        if isinstance(stored, Comparison) or (isinstance(stored, Odds) and stored.complete):
            yield "final", stored
            return
        if stored is not None:
            assert isinstance(stored, Odds)
            yield "interval", stored
        self._allow(rate_key)
        exact: asyncio.Task[tuple[ExactOdds | None, ...]]
        exact = asyncio.create_task(self._workers.ask(rate_key, stages.exact_odds, question))
        parts: list[list[Part]] = [[] for _ in question.sheets]
        try:
            if question.play == "best" or not question.takes_seconds:
                await exact
            for stage in stages.stages(question):
                if stage.name == "final":
                    await exact  # solved sheets are not played to the end
                if exact.done() and not any(map(needs_sample, exact.result())):
                    break
                for of_sheet, played in zip(parts, await self._play(question, stage, rate_key), strict=True):
                    of_sheet.extend(played)
                if stage.name != "final" and stored is None:
                    known = exact.result() if exact.done() else (None,) * len(parts)
                    yield stage.name, await self._workers.ask(rate_key, stages.answer, question, known, parts)
            known = await exact
            used = parts if any(map(needs_sample, known)) else [[] for _ in parts]
            answer = await self._workers.ask(rate_key, stages.answer, question, known, used)
        finally:
            exact.cancel()
        self._store(question, answer)
        yield "final", answer

    async def effects(
        self, question: OddsQuestion, rate_key: RateLimitKey
    ) -> AsyncGenerator[Changes | Row | Effects, None]:
        """Yield the role with all changes, the effect of each as it is measured, and all at the end."""
        game, rules = question.loaded(), question.sheets[0]
        around = list(neighbours(game, rules, question.seats))
        key = ("effects", question)
        stored = self._answers.get(key) or stored_effects(game, rules, question.seats, question.play)
        if isinstance(stored, Effects):
            yield Changes(stored.role, around)
            yield stored
            return
        self._allow(rate_key)
        (exact,) = await self._workers.ask(rate_key, stages.exact_odds, question)
        base: list[Part] = []
        if needs_sample(exact):
            for stage in stages.stages(question):
                base += (await self._play(question, stage, rate_key))[0]
        odds = await self._workers.ask(rate_key, stages.answer, question, (exact,), (base,))
        assert isinstance(odds, Odds)
        role = odds.roles[0].role
        yield Changes(role, around)
        measured: dict[int, Measured | None] = {}

        async def row(neighbour: Neighbour) -> Measured | None:
            if exact is not None:
                return await self._workers.ask(rate_key, stages.exact_row, question, neighbour, exact, role)
            needed = stages.needed_for(question, neighbour, base)
            return await self._workers.ask(rate_key, stages.sampled_row, question, neighbour, needed, role)

        async with aclosing(self._each(row, around)) as filled:
            async for number, found in filled:
                measured[number] = found
                if found is not None:
                    yield Row(number, early_effect(game, around[number], found, len(around)))
        answers = [(neighbour, measured[number]) for number, neighbour in enumerate(around)]
        offer = rotation(game, rules, odds.roles[0])
        if offer is None and not odds.roles[0].won.is_zero:
            further = list(two_steps(game, rules, question.seats))
            async with aclosing(self._each(row, further)) as more:
                candidates = [(further[number], found) async for number, found in more]
            offer = smallest_edge(game, odds.roles[0], [*answers, *candidates])
        effects = ranked_effects(game, odds, role, answers, offer, len(around))
        self._store(key, effects)
        yield effects

    async def _play(self, question: OddsQuestion, stage: Stage, rate_key: RateLimitKey) -> list[list[Part]]:
        """Play a stage under every sheet."""
        todo = [(number, *span) for number in range(len(question.sheets)) for span in stage.parts]
        found: dict[int, Part] = {}
        async with aclosing(self._each(lambda part: self._part(question, *part, rate_key), todo)) as played:
            async for place, part in played:
                found[place] = part
        return [
            [found[place] for place, (sheet, _, _) in enumerate(todo) if sheet == number]
            for number in range(len(question.sheets))
        ]

    async def _each(
        self, work: Callable[[Item], Coroutine[Any, Any, T]], items: Sequence[Item]
    ) -> AsyncGenerator[tuple[int, T], None]:
        """Yield each result with its index once it is known. Ask for as many at a time as there are processes."""
        tasks: dict[asyncio.Task[T], int] = {}
        left = iter(enumerate(items))
        try:
            while True:
                while len(tasks) < self._processes and (item := next(left, None)) is not None:
                    tasks[asyncio.create_task(work(item[1]))] = item[0]
                if not tasks:
                    return
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    yield tasks.pop(task), task.result()
        finally:
            for task in tasks:
                task.cancel()

    async def _part(self, question: OddsQuestion, number: int, first: int, end: int, rate_key: RateLimitKey) -> Part:
        rules = question.sheets[number]
        key = (question.game, question.seats, question.lab().played_by(rules), first, end)
        part = self._deals.get(key)
        if part is None:
            part = await self._workers.ask(rate_key, stages.play_part, question, rules, first, end)
            self._deals.add(key, part)
        elif part.rules != rules:
            part = await self._workers.ask(rate_key, stages.rescored_part, question, rules, part)
        return part

    def _store(self, key: Hashable, answer: Odds | Comparison | Effects) -> None:
        self._answers[key] = answer
        if len(self._answers) > _ANSWERS_AT_MOST:
            self._answers.popitem(last=False)


class _Deals:
    """Parts that were played, the ones used last; their size is bounded."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, Part] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable) -> Part | None:
        part = self._parts.get(key)
        if part is not None:
            self._parts.move_to_end(key)
        return part

    def add(self, key: Hashable, part: Part) -> None:
        if key not in self._parts:  # two clients may have asked the same
            self._parts[key] = part
            self._bytes += _size(part)
        while self._bytes > _BYTES_AT_MOST:
            self._bytes -= _size(self._parts.popitem(last=False)[1])


def _size(part: Part) -> int:
    return len(part.sample) + len(part.deals)


def _shipped(question: OddsQuestion) -> Odds | None:
    """Return the odds that come with the package."""
    if len(question.sheets) > 1:
        return None
    return stored_odds(question.loaded(), question.sheets[0], question.seats, question.play)

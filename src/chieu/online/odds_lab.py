"""OD-14: questions about odds, answered in stages by worker processes; every front end asks here.

Final answers are stored by sheet, seats and kind of play. Deals are stored by what decides their moves, so that a sheet
that only pays otherwise is scored on them at once (OD-11).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine, Hashable, Sequence
from contextlib import aclosing
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

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
        self._answers = _UsedLast[Odds | Comparison | Effects](_ANSWERS_AT_MOST, lambda _answer: 1)
        self._deals = _UsedLast[Part](_BYTES_AT_MOST, lambda part: len(part.sample) + len(part.deals))
        self._under_way: dict[Hashable, _UnderWay[Any]] = {}

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
        measured = self._shared(question, lambda: self._odds(question, stored is None, rate_key))
        async with aclosing(measured) as answers:
            async for answer in answers:
                yield answer

    async def _odds(
        self, question: OddsQuestion, roughly: bool, rate_key: RateLimitKey
    ) -> AsyncGenerator[tuple[str, Odds | Comparison], None]:
        """Measure the answer and store it; `roughly` yields what is known before it is final."""
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
                if stage.name != "final" and roughly:
                    known = exact.result() if exact.done() else (None,) * len(parts)
                    yield stage.name, await self._workers.ask(rate_key, stages.answer, question, known, parts)
            known = await exact
            used = parts if any(map(needs_sample, known)) else [[] for _ in parts]
            answer = await self._workers.ask(rate_key, stages.answer, question, known, used)
        finally:
            exact.cancel()
        self._answers.add(question, answer)
        yield "final", answer

    async def effects(
        self, question: OddsQuestion, rate_key: RateLimitKey
    ) -> AsyncGenerator[Changes | Row | Effects, None]:
        """Yield the role with all changes, the effect of each as it is measured, and all at the end."""
        game, rules, key = question.loaded(), question.sheets[0], ("effects", question)
        stored = self._answers.get(key) or stored_effects(game, rules, question.seats, question.play)
        if isinstance(stored, Effects):
            yield Changes(stored.role, list(neighbours(game, rules, question.seats)))
            yield stored
            return
        self._allow(rate_key)
        async with aclosing(self._shared(key, lambda: self._effects(question, key, rate_key))) as answers:
            async for answer in answers:
                yield answer

    async def _effects(
        self, question: OddsQuestion, key: Hashable, rate_key: RateLimitKey
    ) -> AsyncGenerator[Changes | Row | Effects, None]:
        """Measure all effects and store them."""
        game, rules = question.loaded(), question.sheets[0]
        around = list(neighbours(game, rules, question.seats))
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
        self._answers.add(key, effects)
        yield effects

    async def _shared(self, key: Hashable, measure: Callable[[], AsyncGenerator[T, None]]) -> AsyncGenerator[T, None]:
        """Yield the items of a measurement, which everybody who asks for it meanwhile shares."""
        found = self._under_way.get(key)
        if found is None:
            found = self._under_way[key] = _UnderWay(measure())
        found.listeners += 1
        try:
            async for item in found.items():
                yield item
        finally:
            found.listeners -= 1
            if not found.listeners:
                found.task.cancel()
                del self._under_way[key]

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


class _UnderWay(Generic[T]):
    """A measurement and what it has yielded so far, for everybody who waits for it."""

    def __init__(self, source: AsyncGenerator[T, None]) -> None:
        self.listeners = 0
        self._yielded: list[T] = []
        self._more = asyncio.get_running_loop().create_future()
        self.task = asyncio.create_task(self._run(source))

    async def _run(self, source: AsyncGenerator[T, None]) -> None:
        async with aclosing(source):
            async for item in source:
                self._yielded.append(item)
                self._more.set_result(None)
                self._more = asyncio.get_running_loop().create_future()

    async def items(self) -> AsyncGenerator[T, None]:
        """Yield all items from the first. Raise what the measurement raises."""
        place = 0
        while place < len(self._yielded) or not self.task.done():
            if place == len(self._yielded):
                await asyncio.wait((self.task, self._more), return_when=asyncio.FIRST_COMPLETED)
                continue
            yield self._yielded[place]
            place += 1
        self.task.result()


class _UsedLast(Generic[T]):
    """Values by key, those used last; the sum of their sizes is bounded."""

    def __init__(self, at_most: int, size: Callable[[T], int]) -> None:
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._at_most = at_most
        self._size = size
        self._used = 0

    def get(self, key: Hashable) -> T | None:
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def add(self, key: Hashable, value: T) -> None:
        if key not in self._values:  # another question may have needed the same
            self._values[key] = value
            self._used += self._size(value)
        while self._used > self._at_most:
            self._used -= self._size(self._values.popitem(last=False)[1])


def _shipped(question: OddsQuestion) -> Odds | None:
    """Return the odds that come with the package."""
    if len(question.sheets) > 1:
        return None
    return stored_odds(question.loaded(), question.sheets[0], question.seats, question.play)

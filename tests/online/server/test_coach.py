"""PF-42: hints against bots and reviews of finished deals, over HTTP with the real worker process."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import select
import signal
import subprocess
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from chieu.core import codec, sheets
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS
from chieu.games import load
from chieu.games.big2.messages import Ask
from chieu.online.client.api import Identity
from chieu.online.client.mirror import TableMirror
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Join, Leave, Ready, Sit
from chieu.online.protocol.views import DealView
from chieu.online.server.api.catalogue import BestPlay
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.table_access import _MAX_CACHED, ResponseCache
from chieu.online.server.pages import File
from chieu.online.server.workers import coach, worker_process
from chieu.online.server.workers.coach import Coach
from chieu.online.server.workers.worker_pool import WorkerPool
from chieu.online.service.fair_queue import NOBODY
from chieu.online.table.coaching import Hint, HintQuestion, Reviewed, ReviewedDeal
from chieu.search.advice import Choice
from chieu.search.review import turns
from chieu.solution_cache import SolutionFile
from chieu.testing import Table
from tests.online.server import in_process
from tests.online.server.in_process import RunningServer, running
from tests.online.server.server_process import serving
from tests.online.server.test_http import Answer, ask
from tests.online.storage.memory import MemoryLog
from tests.search.deals import moments, whole
from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio

XIDACH = load("xidach")


class Playing:
    """A guest in seat 0 of a table."""

    def __init__(self, server: RunningServer, who: Identity, seat: Seat) -> None:
        self.server, self.who, self.seat = server, who, seat

    @property
    def table(self) -> str:
        return self.seat.table

    async def my_turn(self) -> DealView[Any, Any, Any]:
        """Wait until the seat is to act or the deal is over; return the deal."""
        picture = await self.seat.until(_to_act_or_over, PATIENCE_S)
        assert picture.deal is not None
        return picture.deal

    async def act(self, action: Any) -> DealView[Any, Any, Any]:
        """Play, then wait for the next turn or the end of the deal."""
        result = await self.seat.act(action)
        await self.seat.until(lambda picture: picture.seq >= result.seq, PATIENCE_S)
        return await self.my_turn()

    async def get(self, path: str, token: str | None = None) -> Answer:
        """Send a request with this guest's token, another token, or none if it is empty."""
        bearer = self.who.token if token is None else token
        whole_path = f"/api/tables/{self.table}{path}"
        if not bearer:
            return await asyncio.to_thread(ask, self.server, whole_path)
        return await asyncio.to_thread(ask, self.server, whole_path, authorization=f"Bearer {bearer}")


def _to_act_or_over(picture: TableMirror) -> bool:
    deal = picture.deal
    return deal is not None and (deal.payoff is not None or bool(deal.legal and 0 in deal.view.to_act))


@contextlib.asynccontextmanager
async def sitting(server: RunningServer, **order: Any) -> AsyncIterator[Playing]:
    """Seat a guest at a table of bots."""
    who = await server.guest()
    table = await server.table(who, **({"seats": 2, "bots": ["heuristic"]} | order))
    async with Seat(server.client, table, who) as seat:
        yield Playing(server, who, seat)


@contextlib.asynccontextmanager
async def to_act(server: RunningServer, **order: Any) -> AsyncIterator[Playing]:
    """Open tables until the cards let the guest act."""
    for _ in range(20):
        async with sitting(server, **order) as guest:
            await guest.seat.ready()
            if (await guest.my_turn()).payoff is None:
                yield guest
                return
    raise AssertionError("nobody is ever asked")


def read(answer: Answer, kind: Any) -> Any:
    assert answer.status == 200, answer.body
    return codec.decoder(kind).decode(answer.body)


async def test_hint_values_every_option() -> None:
    async with running() as server, to_act(server, seats=3, bots=["heuristic"] * 2) as lan:
        deal = await lan.my_turn()
        answer = await lan.get("/hint")
        hint = read(answer, Hint)
        assert answer.headers["cache-control"] == "no-store"
        assert set(answer.json) == {"seq", "seat", "worlds", "options", "reasons", "taken", "judged"}
        assert set(answer.json["options"][0]) == set(Choice.__struct_fields__)
        assert (hint.seat, hint.taken, hint.seq) == (0, None, lan.seat.picture.seq)
        spelt = [option["action"] for option in answer.json["options"]]
        assert sorted(map(str, map(codec.plain, deal.legal))) == sorted(map(str, spelt))
        assert bool(hint.reasons) == any(option.clearly_worse for option in hint.options)
        assert hint.options[0].behind == 0
        assert hint.worlds > 0


def hint_held_up(pipe: Path, question: HintQuestion, seed: int) -> Hint:
    """Compute a hint in the coach's process after the test has written to the pipe."""
    with pipe.open() as waiting:
        assert select.select([waiting], [], [], PATIENCE_S)[0], "the event loop is blocked"
    return coach.hint(question, seed)


async def test_event_loop_answers_while_the_coach_computes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with running() as server, to_act(server) as lan:
        monkeypatch.setattr(coach, "hint", partial(hint_held_up, tmp_path / "pipe"))
        thinking = asyncio.create_task(lan.get("/hint"))
        with await asyncio.to_thread((tmp_path / "pipe").open, "w") as go_on:  # returns when the coach reads
            for _ in range(10):
                await lan.seat.send(Ready, on=False)
            go_on.write("go on")
        assert (await thinking).status == 200


async def test_pf_42_no_hints_against_people() -> None:
    async with running() as server, sitting(server, seats=3) as lan:
        hoa = await server.guest()
        async with Seat(server.client, lan.table, hoa) as friend:
            await friend.do(Join, name="Hoa")
            await friend.do(Sit, seat=2)
            await asyncio.gather(friend.ready(), lan.seat.ready())
            await lan.seat.until(lambda picture: picture.deal is not None, PATIENCE_S)
            for token in (lan.who.token, hoa.token):
                response = await lan.get("/hint", token)
                assert response.problem == (409, "hint_against_people")
                assert response.json["rule"] == "PF-42"
            await friend.do(Leave)
        assert (await lan.get("/hint")).problem == (409, "hint_against_people"), "an absent player counts"


async def test_bad_questions_get_a_stable_code() -> None:
    async with running() as server, sitting(server, seats=2) as lan:
        stranger = await server.guest()
        assert (await lan.get("/hint", "")).problem == (401, "no_guest")
        assert (await lan.get("/hint", "short")).problem == (401, "bad_token")
        assert (await lan.get("/hint", stranger.token)).problem == (409, "not_seated")
        assert (await lan.get("/hint")).problem == (409, "no_deal")
        nowhere = await asyncio.to_thread(ask, server, "/api/tables/none/hint", authorization=f"Bearer {lan.who.token}")
        assert nowhere.problem == (404, "no_such_table")
        await lan.seat.ready()
        deal = await lan.my_turn()
        for path, problem in (
            ("/deals/2/review?seat=0&step=0", (404, "no_such_record")),
            ("/deals/1/review?seat=0", (400, "bad_message")),
            ("/deals/1/review?step=0", (400, "bad_message")),
            ("/deals/1/review?seat=x&step=-1", (400, "bad_message")),
        ):
            assert (await lan.get(path)).problem == problem
        while deal.payoff is None:
            assert (await lan.get("/deals/1/review?seat=0&step=0")).problem == (404, "no_such_record")
            deal = await lan.act(deal.legal[-1])
        assert (await lan.get("/hint")).problem == (409, "deal_over")
        steps = (await lan.get("/deals/1/replay")).json["steps"]
        chance = next(number for number, step in enumerate(steps) if step["seat"] == -1)
        for path, problem in (
            ("/deals/1/review?seat=2&step=0", (404, "no_such_seat")),
            (f"/deals/1/review?seat=0&step={chance}", (404, "no_such_decision")),
            ("/deals/1/review?seat=0&step=999", (404, "no_such_decision")),
            ("/deals/2/review?seat=0&step=0", (404, "no_such_record")),
        ):
            assert (await lan.get(path)).problem == problem


async def test_hint_is_refused_out_of_turn() -> None:
    """The dealer of Xì Dách waits for a slow bot."""
    async with running() as server, sitting(server, seats=2, pace=5_000) as lan:
        await lan.seat.ready()
        deal = (await lan.seat.until(lambda picture: picture.deal is not None, PATIENCE_S)).deal
        assert deal is not None
        assert deal.payoff is None
        assert (await lan.get("/hint")).problem == (409, "not_your_turn")


async def test_anybody_can_review_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    async def ask_coach(*question: Any) -> Any:
        nonlocal asked
        asked += 1
        return await WorkerPool.ask(*question)

    monkeypatch.setattr(Coach, "ask", ask_coach)
    async with running() as server, to_act(server) as lan:
        deal = await lan.my_turn()
        while deal.payoff is None:
            deal = await lan.act(deal.legal[0])
        steps = (await lan.get("/deals/1/replay")).json["steps"]
        decided = [(number, step["seat"]) for number, step in enumerate(steps) if step["seat"] >= 0]
        for step, seat in decided:
            path = f"/deals/1/review?seat={seat}&step={step}"
            answer = await lan.get(path, "")
            review = read(answer, Reviewed)
            assert (review.step, review.seat) == (step, seat)
            assert review.taken in range(len(review.options))
            assert "max-age" in answer.headers["cache-control"]
            assert (await lan.get(path, "")).body == answer.body
        assert asked == len(decided), "the second answer is cached"


async def test_deal_review_adds_up_to_luck_and_choices() -> None:
    async with running() as server, to_act(server) as lan:
        deal = await lan.my_turn()
        while deal.payoff is None:
            deal = await lan.act(deal.legal[0])
        for seat in range(2):
            answer = await lan.get(f"/deals/1/mistakes?seat={seat}", "")
            review = read(answer, ReviewedDeal)
            assert review.payoff == deal.payoff[seat]
            assert review.choice + review.luck == pytest.approx(review.payoff)
            assert review.choice == pytest.approx(-sum(decision.cost for decision in review.decisions))
            costs = {decision.step: decision.cost for decision in review.decisions}
            assert [costs[step] for step in review.mistakes] == sorted(
                (decision.cost for decision in review.decisions if decision.cost > decision.margin), reverse=True
            )
            assert all(len(decision.options) > 1 for decision in review.decisions)
        assert (await lan.get("/deals/1/mistakes?seat=2")).problem == (404, "no_such_seat")
        assert (await lan.get("/deals/1/mistakes")).problem == (400, "bad_message")
        assert (await lan.get("/deals/2/mistakes?seat=0")).problem == (404, "no_such_record")


async def test_chart_of_optimal_play_follows_the_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Presets are precomputed; other sheets are read from the files of `chieu solve`, or solved."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solver = XIDACH.extras.solver
    assert solver is not None
    rules = msgspec.structs.replace(XIDACH.presets["room"], pay_ngu_linh=2)
    choices = solver.known(XIDACH.presets["room"])
    assert choices is not None
    solution = solver.solution(value=0.0, low=0.0, high=0.0, steps=1, choices=tuple(choices[:1]))
    SolutionFile(XIDACH, solver.alike(rules)).write(solution, 1.0)
    async with running() as server:

        async def chart(code: str, lang: str) -> Answer:
            return await asyncio.to_thread(ask, server, f"/api/games/xidach/chart/{code}?lang={lang}")

        for lang in LANGS:
            chart_shown = read(await chart("room", lang), BestPlay)
            assert chart_shown == BestPlay(2, solver.charts(XIDACH.presets["room"], choices, lang))
        changed = read(await chart(sheets.code(XIDACH, rules), "en"), BestPlay)
        assert changed.charts == solver.charts(rules, solution.choices, "en")
        assert (await chart("room", "xx")).problem == (400, "bad_message")
        assert (await chart("nobody", "en")).status == 422
        nothing = await asyncio.to_thread(ask, server, "/api/games/big2/chart/lawrence")
        assert nothing.problem == (404, "not_solved")


async def test_pf_34_hints_of_a_guest_are_rate_limited() -> None:
    async with running(hints_per_guest=1) as server, to_act(server) as lan:
        assert (await lan.get("/hint")).status == 200
        response = await lan.get("/hint")
        assert response.problem == (429, "too_many_hints")
        assert response.headers["retry-after"]


def test_bt_17_asking_for_a_count_is_not_reviewed() -> None:
    """BT-17: asking for a count is not a decision."""
    big2, rng = load("big2"), Rng(1)
    rules = msgspec.structs.replace(big2.presets["lawrence"], reshuffle=False)
    deal = Deal(big2, rules, 3, shuffle=rng.shuffled)
    questions: list[tuple[int, int]] = []
    while deal.payoff is None:
        seat = deal.to_act[0]
        legal = deal.legal(seat)
        ask = next((action for action in legal if isinstance(action, Ask)), None)
        if ask is not None and not questions:
            questions.append((seat, len(deal.moves)))
            deal.play(ask, seat)
        else:
            more = [action for action in legal if not isinstance(action, Ask)]
            deal.play(more[rng.below(len(more))], seat)
    (seat, step), text = questions[0], deal.record()
    with pytest.raises(HttpRefusal, match="no_such_decision"):
        coach.review(text, seat, step)
    others = [turn for turn in turns(Deal.from_record(text), seat) if turn.step != step]
    assert isinstance(coach.review(text, seat, others[0].step), Reviewed)


def question() -> HintQuestion:
    table = Table(XIDACH, XIDACH.presets["room"], 3)
    seat, deal = next((seat, deal) for seat, deal in moments(XIDACH, whole(table, 1)) if len(deal.moves) > 2)
    return HintQuestion(1, seat, deal)


async def test_queue_is_bounded_and_a_dead_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "NICENESS", in_process.NICENESS)
    own_coach = Coach(4)
    try:
        await own_coach.ask(NOBODY, coach.hint, question(), 1)
        questions = [asyncio.create_task(own_coach.ask(NOBODY, coach.hint, question(), number)) for number in range(8)]
        answers = await asyncio.gather(*questions, return_exceptions=True)
        refusals = [answer for answer in answers if isinstance(answer, HttpRefusal)]
        assert {(problem.status, problem.code) for problem in refusals} == {(503, "coach_busy")}
        assert len(refusals) == 4
        pid = own_coach._all[0]._pid
        assert pid is not None
        assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
        os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(HttpRefusal):
            await own_coach.ask(NOBODY, coach.hint, question(), 1)
        assert isinstance(await own_coach.ask(NOBODY, coach.hint, question(), 1), Hint)
    finally:
        await own_coach.close()


@pytest.mark.parametrize("end", ["stop", "kill"])
async def test_coach_process_ends_with_the_server(tmp_path: Path, end: str) -> None:
    with serving(tmp_path) as process:
        async with to_act(RunningServer(process.url, MemoryLog()), pace=0) as lan:
            assert (await lan.get("/hint")).status == 200
        coaches = _children(process.pid)
        assert coaches
        getattr(process, end)()
        await eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in coaches))
        assert '"level":"error"' not in process.log
        assert "Traceback" not in process.log


def _children(pid: int) -> list[int]:
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in children.stdout.split()]


def test_coach_keeps_its_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops at the first look at the clock after its time limit."""
    looks = itertools.count()
    monkeypatch.setattr(coach, "time", SimpleNamespace(monotonic=lambda: next(looks) * coach.SECONDS / 100))
    coach.hint(question(), 1)
    assert 100 < next(looks) < 110


async def test_pf_34_the_server_keeps_the_charts_used_last_only() -> None:
    made: list[int] = []
    cache = ResponseCache()

    async def chart(sheet: int) -> None:
        async def make() -> File:
            made.append(sheet)
            return File("text/plain", "", "", b"", None)

        await cache.get(sheet, make)

    for sheet in range(_MAX_CACHED):
        await chart(sheet)
    for sheet in (0, _MAX_CACHED, 0, 1):  # the new one takes the place of sheet 1
        await chart(sheet)
    assert made == [*range(_MAX_CACHED + 1), 1]

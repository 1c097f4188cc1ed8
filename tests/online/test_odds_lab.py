"""OD-11, OD-14: the lab answers in stages, scores stored deals again, and stores what it has found."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from importlib import import_module
from typing import Any

import anyio
import msgspec
import pytest

from chieu import odds
from chieu.core import sheets
from chieu.games import load
from chieu.odds import Comparison, Effects, Odds, stages
from chieu.odds.effects import effects_budget
from chieu.odds.sampling import model_of
from chieu.odds.stages import OddsQuestion, Part
from chieu.online.odds_lab import Changes, OddsLab, Row
from chieu.online.service.fair_queue import NOBODY, RateLimitKey
from tests.online.odds_workers import InThisProcess, T, allow_all

pytestmark = pytest.mark.anyio
DEALS = 320


def question(*codes: str, game: str = "xidach", seats: int = 3) -> OddsQuestion:
    return OddsQuestion(game, tuple(sheets.from_code(load(game), code) for code in codes), seats, deals=DEALS)


@pytest.fixture
def workers() -> InThisProcess:
    return InThisProcess()


@pytest.fixture
def lab(workers: InThisProcess) -> OddsLab:
    return OddsLab(workers, 2, allow_all)


async def answers(lab: OddsLab, asked: OddsQuestion) -> list[tuple[str, Odds | Comparison]]:
    return [answer async for answer in lab.odds(asked, NOBODY)]


async def all_of(items: AsyncIterator[Any], out: list[Any]) -> None:
    out += [item async for item in items]


async def test_od_11_other_payments_are_scored_on_the_stored_deals(lab: OddsLab, workers: InThisProcess) -> None:
    await answers(lab, question("room~mi17"))
    workers.done.clear()
    found = await answers(lab, question("room~mi17~pn3~bq1"))
    assert "play_part" not in workers.done
    assert workers.done.count("rescored_part") > 2
    assert [stage for stage, _ in found] == ["about", "interval", "final"]
    assert found[-1][1] == odds.estimate("xidach", "room~mi17~pn3~bq1", seats=3, deals=DEALS)


async def test_od_11_other_moves_are_played_again(lab: OddsLab, workers: InThisProcess) -> None:
    await answers(lab, question("room~pd17"))
    workers.done.clear()
    found = await answers(lab, question("room~pd18"))
    assert "rescored_part" not in workers.done
    assert found[-1][1] == odds.estimate("xidach", "room~pd18", seats=3, deals=DEALS)


@pytest.mark.parametrize("after", ["room~pn3", "room~pd17"])
async def test_od_2_a_comparison_uses_the_deals_of_both_sheets(
    lab: OddsLab, workers: InThisProcess, after: str
) -> None:
    for code in ("room~mi15", after):
        await answers(lab, question(code))
    workers.done.clear()
    found = await answers(lab, question("room~mi15", after))
    assert "play_part" not in workers.done
    assert found[-1][1] == odds.compare("xidach", "room~mi15", after, seats=3, deals=DEALS)


async def test_od_14_the_second_asker_waits_for_nothing(lab: OddsLab, workers: InThisProcess) -> None:
    first = await answers(lab, question("room~mi17"))
    workers.done.clear()
    assert await answers(lab, question("room~mi17")) == first[-1:]
    assert workers.done == []


async def test_od_14_stored_odds_start_no_process(lab: OddsLab, workers: InThisProcess) -> None:
    game = load("xidach")
    preset = OddsQuestion("xidach", (game.presets["room"],), 4)
    assert [stage for stage, _ in await answers(lab, preset)] == ["final"]
    effects = msgspec.structs.replace(preset, deals=effects_budget(game, 4))
    assert [type(answer) async for answer in lab.effects(effects, NOBODY)] == [Changes, Effects]
    await anyio.lowlevel.checkpoint()  # a task that an answer left behind would run now
    assert workers.done == []


async def test_od_14_solved_odds_are_not_played_to_the_end(
    lab: OddsLab, workers: InThisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = model_of(load("xidach")).exact(load("xidach").presets["room"], 2)
    monkeypatch.setattr(stages, "exact_odds", lambda _question: (room,))
    asked = question("room~pn3~bq1", seats=2)
    final = (await answers(lab, asked))[-1][1]
    assert isinstance(final, Odds)
    assert (final.how, final.deals) == ("solved", 0)
    about, interval, _ = stages.stages(asked)
    assert workers.done.count("play_part") <= len(about.parts) + len(interval.parts)


async def test_od_7_without_two_steps_one_step_is_offered(lab: OddsLab, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("chieu.odds.effects", "chieu.online.odds_lab"):
        monkeypatch.setattr(import_module(name), "two_steps", lambda *_: iter(()))
    found = [each async for each in lab.effects(question("paytable~pr5", game="niuniu", seats=2), NOBODY)]
    assert found[-1] == odds.effects("niuniu", "paytable~pr5", seats=2)
    assert isinstance(found[-1], Effects)
    assert found[-1].fairer is not None


async def test_od_10_an_exact_row_stands_beside_a_sampled_sheet(lab: OddsLab) -> None:
    asked = msgspec.structs.replace(question("auction", game="niuniu", seats=2), deals=24)
    found = [each async for each in lab.effects(asked, NOBODY)]
    assert found[-1] == odds.effects("niuniu", "auction", seats=2, deals=24)
    against = msgspec.structs.replace(question("auction", "classic", game="niuniu", seats=2), deals=24)
    assert (await answers(lab, against))[-1][1] == odds.compare("niuniu", "auction", "classic", seats=2, deals=24)


async def test_od_14_500_answers_are_stored_those_used_last(lab: OddsLab, workers: InThisProcess) -> None:
    asked = [
        OddsQuestion("niuniu", question("paytable~pr5~st5", game="niuniu").sheets, 2, deals=n) for n in range(2, 502)
    ]
    another = msgspec.structs.replace(asked[0], deals=502)
    for each in (*asked, asked[0], another):
        await answers(lab, each)
    workers.done.clear()
    for each in (another, *asked[2:], asked[0]):
        await answers(lab, each)
    assert workers.done == []
    await answers(lab, asked[1])
    assert "answer" in workers.done, "it was used least recently"


async def test_od_14_32_megabytes_of_deals_are_stored() -> None:
    class Heavy(InThisProcess):
        async def ask(self, rate_key: RateLimitKey, work: Callable[..., T], *asked: Any) -> T:
            found = await super().ask(rate_key, work, *asked)
            return found._replace(deals=found.deals.ljust(8_000_000, b"\0")) if isinstance(found, Part) else found

    workers = Heavy()
    lab = OddsLab(workers, 2, allow_all)

    async def played(code: str) -> int:
        workers.done.clear()
        await answers(lab, msgspec.structs.replace(question(code), deals=4))
        return workers.done.count("play_part")

    assert [await played(code) for code in ("room~mi17", "room~mi17~pn3")] == [4, 0], "four parts fit"
    assert [await played(code) for code in ("room~pd17", "room~mi17~pn2")] == [4, 4], "eight do not"


@pytest.mark.parametrize("ask", [OddsLab.odds, OddsLab.effects])
async def test_od_23_equal_questions_are_measured_once(
    lab: OddsLab, workers: InThisProcess, ask: Callable[..., AsyncIterator[Any]]
) -> None:
    asked, alone = msgspec.structs.replace(question("room~mi17"), deals=64), InThisProcess()
    found: list[list[Any]] = [[], [], []]
    await all_of(ask(OddsLab(alone, 2, allow_all), asked, NOBODY), found[0])
    async with anyio.create_task_group() as group:
        for each in found[1:]:
            group.start_soon(all_of, ask(lab, asked, NOBODY), each)
    assert found[1] == found[2]
    assert found[1][-1] == found[0][-1]
    assert sorted(workers.done) == sorted(alone.done)


async def test_od_23_a_question_goes_on_while_anybody_waits(lab: OddsLab, workers: InThisProcess) -> None:
    first, second = (lab.odds(question("room~mi17"), NOBODY) for _ in range(2))
    assert (await anext(first))[0] == (await anext(second))[0] == "about"
    await first.aclose()
    assert [stage async for stage, _ in second] == ["interval", "final"]
    third = lab.odds(question("room~pd17"), NOBODY)
    await anext(third)
    await third.aclose()
    workers.done.clear()
    await anyio.wait_all_tasks_blocked()
    assert workers.done == [], "nobody waits"


async def test_od_3_rows_that_pay_otherwise_are_scored_again(lab: OddsLab, workers: InThisProcess) -> None:
    found = [each async for each in lab.effects(question("room~mi17"), NOBODY)]
    assert isinstance(found[0], Changes)
    assert {type(each) for each in found[1:-1]} == {Row}
    assert isinstance(found[-1], Effects)
    assert found[-1] == odds.effects("xidach", "room~mi17", seats=3, deals=DEALS)
    assert workers.done.count("sampled_row") == len(found[0].around)

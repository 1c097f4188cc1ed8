"""OD-11, OD-14: the lab answers in stages, scores stored deals again, and stores what it has found."""

from __future__ import annotations

from importlib import import_module

import anyio
import msgspec
import pytest

from chieu import odds
from chieu.core import sheets
from chieu.games import load
from chieu.odds import Comparison, Effects, Odds, stages
from chieu.odds.effects import effects_budget
from chieu.odds.sampling import model_of
from chieu.odds.stages import OddsQuestion
from chieu.online.odds_lab import Changes, OddsLab, Row
from chieu.online.service.fair_queue import NOBODY
from tests.online.odds_workers import InThisProcess, allow_all

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


async def test_od_3_rows_that_pay_otherwise_are_scored_again(lab: OddsLab, workers: InThisProcess) -> None:
    found = [each async for each in lab.effects(question("room~mi17"), NOBODY)]
    assert isinstance(found[0], Changes)
    assert {type(each) for each in found[1:-1]} == {Row}
    assert isinstance(found[-1], Effects)
    assert found[-1] == odds.effects("xidach", "room~mi17", seats=3, deals=DEALS)
    assert workers.done.count("sampled_row") == len(found[0].around)

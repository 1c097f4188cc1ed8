"""OD-23: odds over HTTP as server-sent events, with the figures of the library."""

from __future__ import annotations

import asyncio
import os
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, Iterator
from typing import Any, TypeVar

import msgspec
import pytest

from chieu import odds
from chieu.games import load
from chieu.odds import phrasing
from chieu.odds.news import EffectRows, EffectsNews, MeasuredRow, OddsNews, SameDealNews
from chieu.online.server.api import odds as odds_api
from chieu.online.server.api.odds import odds_workers
from chieu.online.server.api.refusals import HttpRefusal, RefusalBody
from chieu.online.server.settings import Settings
from chieu.online.service.fair_queue import NOBODY
from tests.online.server.in_process import RunningServer, running, running_beside
from tests.online.server.test_coach import read, sitting

pytestmark = pytest.mark.anyio
T = TypeVar("T")


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_beside() as running:
        yield running


def events(server: RunningServer, path: str) -> list[tuple[str, bytes]]:
    """Read a stream to its end and return the name and the data of every event."""
    with urllib.request.urlopen(f"{server.url}/api/games/{path}", timeout=120) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        blocks = answer.read().decode().split("\n\n")
    assert blocks.pop() == ""
    out = []
    for block in blocks:
        if block.startswith(":"):  # a comment of a slow stream
            continue
        name, data = block.split("\n")
        out.append((name.removeprefix("event: "), data.removeprefix("data: ").encode()))
    return out


def decoded(events: list[tuple[str, bytes]], name: str, kind: type[T]) -> list[T]:
    return [msgspec.json.decode(data, type=kind) for each, data in events if each == name]


def only(server: RunningServer, path: str) -> OddsNews:
    return decoded(events(server, path), "final", OddsNews)[0]


def test_od_14_stages_end_with_the_odds_of_the_library(server: RunningServer) -> None:
    stream = events(server, "xidach/odds/room~mi17?seats=3&lang=en")
    assert [name for name, _ in stream] == ["about", "interval", "final"]
    news = [msgspec.json.decode(data, type=OddsNews) for _, data in stream]
    assert [each.odds.deals for each in news] == [40_000 // 64, 40_000 // 8, 40_000]
    expected = odds.estimate("xidach", "room~mi17", seats=3)
    assert news[-1].odds == expected
    assert news[-1].sentence == phrasing.evening(load("xidach"), expected, "en")
    assert news[-1].roles == {"dealer": "the dealer", "player": "a player"}
    again = events(server, "xidach/odds/room~mi17?seats=3&lang=en")
    assert again == stream[-1:], "a stored answer is final at once"


def test_od_23_best_play_is_exact_and_prices_have_frequencies(server: RunningServer) -> None:
    news = only(server, "xidach/odds/room?seats=2&as=best&lang=en")
    assert (news.odds.how, round(news.odds.role("player").won.mean, 5)) == ("solved", -0.01374)
    assert news.frequencies["pay_xi_bang"].text == "1 in 221"
    assert news.frequencies["pay_xi_dach"].text == "1 in 21"
    assert news.fairer is not None
    assert (news.fairer.fairer.kind, news.fairer.fairer.sheet) == ("rotate", "room~nd1")


def test_od_23_a_comparison_has_the_change_in_words(server: RunningServer) -> None:
    news = only(server, "xidach/odds/room~pn2?seats=2&against=room&lang=vi")
    assert news.comparison is not None
    assert news.comparison == odds.compare("xidach", "room", "room~pn2", seats=2)
    assert news.odds == news.comparison.after
    assert "0,0018" in news.change, "Vietnamese has a decimal comma"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("nothing/odds/room", 404, "unknown_game"),
        ("xidach/odds/nothing", 422, "unknown_preset"),
        ("xidach/odds/room?seats=99", 422, "bad_seats"),
        ("xidach/odds/room?against=nothing", 422, "unknown_preset"),
        ("xidach/odds/room?as=played_well", 400, "bad_message"),
        ("xidach/odds/room/effects?seats=x", 422, "bad_seats"),
    ],
)
def test_od_23_a_bad_question_is_refused(server: RunningServer, path: str, status: int, code: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        events(server, path)
    assert (refused.value.code, msgspec.json.decode(refused.value.read())["code"]) == (status, code)


def test_od_5_unknown_best_play_is_refused_in_the_stream(server: RunningServer) -> None:
    ((name, data),) = events(server, "big2/odds/lawrence?as=best")
    assert (name, msgspec.json.decode(data, type=RefusalBody)) == ("refused", RefusalBody("not_measured", "OD-5"))


def test_od_23_effects_fill_their_rows(server: RunningServer) -> None:
    stream = events(server, "niuniu/odds/paytable/effects?seats=3&lang=en")
    assert [name for name, _ in stream[:2]] == ["rows", "row"]
    (rows,) = decoded(stream, "rows", EffectRows)
    filled = decoded(stream, "row", MeasuredRow)
    (final,) = decoded(stream, "final", EffectsNews)
    assert final.effects == odds.effects("niuniu", "paytable", seats=3)
    assert rows.role == final.effects.role == "house"
    for each in filled:
        assert (rows.rows[each.row].option, rows.rows[each.row].sheet) == (each.effect.option, each.effect.sheet)
        assert each.text == final.texts[[effect.sheet for effect in final.effects.effects].index(each.effect.sheet)]
    left_out = [row.sheet for row in rows.rows if row.sheet in final.effects.left_out]
    assert len(filled) + len(left_out) == len(rows.rows)
    assert final.fairer is not None
    assert final.fairer.fairer == final.effects.fairer
    assert [name for name, _ in events(server, "niuniu/odds/paytable/effects?seats=3&lang=vi")] == ["rows", "final"]


def test_od_23_sampled_effects_are_those_of_the_library(server: RunningServer) -> None:
    stream = events(server, "rummy/odds/seven-rounds~aly/effects?seats=2&lang=en")
    (final,) = decoded(stream, "final", EffectsNews)
    assert final.effects == odds.effects("rummy", "seven-rounds~aly", seats=2)


def test_od_14_stored_odds_come_first(server: RunningServer) -> None:
    ((name, data),) = events(server, "rummy/odds/seven-rounds?lang=en")
    assert name == "final", "a preset is stored with its whole budget"
    assert msgspec.json.decode(data, type=OddsNews).odds.deals == 4_200
    stream = events(server, "rummy/odds/seven-rounds~aly?lang=en")
    assert [name for name, _ in stream] == ["interval", "final"]
    first, last = (msgspec.json.decode(data, type=OddsNews).odds for _, data in stream)
    assert (first.deals, first.complete, last.complete) == (1050, False, True)
    assert [name for name, _ in events(server, "xidach/odds/room/effects?seats=2")] == ["rows", "final"]


def test_pf_34_new_questions_have_a_rate_limit() -> None:
    with running_beside(hints_per_address=1) as server:
        assert only(server, "niuniu/odds/custom?seats=2").odds.how == "symmetric"
        ((name, data),) = events(server, "niuniu/odds/classic?seats=2")
        assert (name, msgspec.json.decode(data)["code"]) == ("refused", "too_many_odds")
        assert only(server, "niuniu/odds/custom?seats=2&lang=zh").odds.how == "symmetric", "stored answers are free"


async def test_od_23_a_full_queue_refuses() -> None:
    workers = odds_workers(Settings(hints_waiting=1))
    try:
        asked: list[Any] = [asyncio.create_task(workers.ask(NOBODY, os.getpid)) for _ in range(8)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refusals = {answer.code for answer in answers if isinstance(answer, HttpRefusal)}
        assert refusals == {"odds_busy"}
        assert sum(isinstance(answer, int) for answer in answers) == 2
    finally:
        await workers.close()


async def test_od_23_a_slow_stream_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy closes a connection that is silent for long; comments are not events."""
    monkeypatch.setattr(odds_api, "_SILENT_AT_MOST_S", 0.01)
    ready, comments = asyncio.Event(), 0

    async def slow() -> AsyncGenerator[tuple[str, Any], None]:
        await ready.wait()
        yield "final", {"slow": True}

    lines = []
    async for line in odds_api.streamed(slow(), load("xidach"), "en").body_iterator:
        lines.append(line)
        comments += line == b": \n\n"
        if comments == 3:
            ready.set()
    assert lines[:3] == [b": \n\n"] * 3
    assert lines[-1] == b'event: final\ndata: {"slow":true}\n\n'


async def test_od_6_a_finished_deal_under_another_sheet() -> None:
    async with running() as server, sitting(server, seats=2) as lan:
        await lan.seat.ready()
        deal = await lan.my_turn()
        while deal.payoff is None:
            assert (await lan.get("/deals/1/under/room~pb9~px9")).problem == (404, "no_such_record"), "not over yet"
            deal = await lan.act(deal.legal[-1])
        same = read(await lan.get("/deals/1/under/room?lang=en"), SameDealNews)
        assert (same.deal.why, same.deal.payoff, same.deal.other_payoff) == ("same", deal.payoff, deal.payoff)
        assert same.sentence == "By room every move is the same and every seat wins the same."
        assert (await lan.get("/deals/1/under/nothing")).problem == (422, "unknown_preset")
        assert (await lan.get("/deals/2/under/room")).problem == (404, "no_such_record")

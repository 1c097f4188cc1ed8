"""OD-24: `/odds` in a chat answers with a picture and a sentence in the chat's language."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from chieu import odds
from chieu.core.game import Refusal
from chieu.games import load
from chieu.odds import phrasing, picture
from chieu.odds.stages import OddsQuestion
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.telegram import outbox
from tests.online.odds_workers import lab
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Bot, evening, gather, in_memory, sit_down
from tests.online.telegram.people import Message


@contextmanager
def bot_with(odds_lab: Any) -> Iterator[BotApi]:
    with BotApi().running() as api:
        bot = Bot(api, in_memory())
        bot.odds = odds_lab
        with bot:
            yield api


class TwoStages:
    """A lab whose answer is rough at first."""

    def __init__(self, *answers: odds.Odds) -> None:
        self._answers = answers

    async def odds(self, question: OddsQuestion, rate_key: RateLimitKey) -> AsyncGenerator[tuple[str, odds.Odds], None]:
        del question, rate_key
        for stage, answer in zip(("about", "interval", "final"), self._answers, strict=True):
            yield stage, answer


def test_od_24_the_picture_is_edited_when_the_odds_are_final(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def png(svg: str) -> bytes:
        drawn.append(svg)
        return b"\x89PNG"

    monkeypatch.setattr(outbox, "_png", png)
    rough, middle, final = (odds.estimate("xidach", "vipgame", seats=4, deals=deals) for deals in (20, 200, 1100))
    with bot_with(TwoStages(rough, middle, final)) as api:
        group, people = gather(api)
        people[0].say("/language vi", group)
        people[0].say("/odds xidach vipgame", group)
        api.wait(lambda: "1.100 ván" in group.text)
        (answer,) = [message for message in group.shown if message.photo]
        assert phrasing.evening(load("xidach"), final, "vi") in answer.text
        assert "1. nhà cái: ăn" in answer.text
    assert drawn in ([picture.bars(rough.roles), picture.bars(final.roles)], [picture.bars(final.roles)])


def test_od_24_odds_are_those_of_the_chats_table() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        people[0].say("/odds", group)
        api.wait(lambda: "no table" in group.text)
        sit_down(api, group, people[:2], "xidach room~pn2")
        people[1].say("/odds", group)
        answer: Message = api.wait(lambda: next((message for message in group.shown if message.photo), None))
        assert "room~pn2" in answer.text
        assert "4 seats" in answer.text, "as many as the table has"


def test_od_24_unknown_rules_are_refused_in_words() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        people[0].say("/odds bridge", group)
        api.wait(lambda: "no such" in group.text or "xidach" in group.text)
        people[0].say("/odds xidach room~zz9", group)
        api.wait(lambda: "I do not know these rules" in group.text)


def test_pf_34_odds_in_a_chat_have_the_rate_limit_of_the_page() -> None:
    keys: list[RateLimitKey] = []

    def refuse(rate_key: RateLimitKey) -> None:
        keys.append(rate_key)
        raise Refusal("too_many_odds", "PF-34")

    with bot_with(lab(refuse)) as api:
        group, people = gather(api)
        people[0].say("/odds xidach room~mi17~pn3", group)
        api.wait(lambda: "Try again in a minute" in group.text)
    assert keys[0][0].key == f"telegram {people[0].id}"

"""OD-24: `/odds` answers with a picture of who wins how often, and what that means in words."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from typing import Final

from chieu.core import sheets
from chieu.core.game import AnyGame, Illegal, Refusal
from chieu.core.options import BadRules
from chieu.core.text.languages import Lang
from chieu.core.text.numbers import percent, written
from chieu.odds import Comparison, Odds, phrasing, picture
from chieu.odds.stages import OddsQuestion
from chieu.online.odds_lab import OddsLab
from chieu.online.service.fair_queue import RateLimitKey, Share
from chieu.online.telegram.desk import Desk, Origin
from chieu.online.telegram.pages import Page, bold, escaped
from chieu.online.telegram.texts import say

_LOG: Final = logging.getLogger("chieu")
_SHARES: Final = 16  # of all people in Telegram together, compared with one address of the page


class OddsReplies:
    """Answers to `/odds`. Each is sent roughly at first and edited when it is final."""

    def __init__(self, desk: Desk, lab: OddsLab) -> None:
        self._desk = desk
        self._lab = lab
        self._answering: set[asyncio.Task[None]] = set()

    def ask(self, origin: Origin, game: AnyGame, sheet: str, seats: int) -> None:
        """Answer in the background: an update must not wait for seconds of computing."""
        try:
            rules = sheets.from_code(game, sheet) if sheet else next(iter(game.presets.values()))
            game.start(rules, seats)
        except (BadRules, Illegal):
            self._desk.note(origin, say("odds_unknown", self._desk.lang(origin)))
            return
        question = OddsQuestion(game.name, (rules,), seats)
        task = asyncio.create_task(self._answer(origin, question, _rate_key(origin)))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def idle(self) -> None:
        """Wait until every question is answered."""
        await asyncio.gather(*self._answering)

    async def _answer(self, origin: Origin, question: OddsQuestion, rate_key: RateLimitKey) -> None:
        lang, sent = self._desk.lang(origin), False
        try:
            async with aclosing(self._lab.odds(question, rate_key)) as answers:
                async for stage, odds in answers:
                    assert not isinstance(odds, Comparison)
                    if not sent or stage == "final":
                        page = odds_page(question.loaded(), odds, lang, stage == "final")
                        self._desk.reply(origin, "odds", page, again=not sent)
                        sent = True
        except Refusal:
            self._desk.note(origin, say("odds_busy", lang))
        except Exception as error:
            _LOG.error("telegram_odds_failed", exc_info=error)
            self._desk.note(origin, say("odds_busy", lang))


def odds_page(game: AnyGame, odds: Odds, lang: Lang, final: bool) -> Page:
    """Return the picture, the roles in the order of its bars, and the sentence of an evening."""
    head = say("odds_head", lang, game=game.presentation.title.say(lang), sheet=odds.sheet, seats=odds.seats)
    lines = [
        say(
            "odds_role",
            lang,
            number=number,
            role=phrasing.role_text(game, role.role, lang),
            win=percent(role.win.mean, lang, 0),
            even=percent(role.even.mean, lang, 0),
            lose=percent(role.lose.mean, lang, 0),
            won=written(role.won.mean, lang, 3, sign=True),
        )
        for number, role in enumerate(odds.roles, start=1)
    ]
    source = phrasing.player(odds, lang) if final else say("odds_about", lang)
    evening = phrasing.evening(game, odds, lang)
    text = (bold(head), *map(escaped, lines), "", escaped(evening), f"<i>{escaped(source)}</i>")
    return Page("\n".join(text), picture=picture.bars(odds.roles))


def _rate_key(origin: Origin) -> RateLimitKey:
    return Share(f"telegram {origin.user.id}"), Share("telegram", _SHARES)

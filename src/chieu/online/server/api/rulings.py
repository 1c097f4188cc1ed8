"""RT-6: settle arguments and score deals of people who play with real cards. Nothing is stored."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chieu.core import codec, sheets
from chieu.core.cards import BadCard
from chieu.core.game import AnyGame, Illegal
from chieu.core.judge import BadQuestion, fields_of, judge
from chieu.core.options import BadRules
from chieu.core.outcome import Outcome
from chieu.core.scoring.form import Form
from chieu.core.scoring.score import Score, read_entry, score_again
from chieu.core.text.languages import Lang
from chieu.online.server.api.openapi import GAME, LANG, Operation
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import decoded, game_of, json_answer, lang_of, rate_key_of
from chieu.online.server.limits import RateLimit
from chieu.online.server.settings import Settings

_MINUTE_S: Final = 60
MAX_DEALS: Final = 500  # of an evening
_MAX_EVENING: Final = MAX_DEALS * 1024  # bytes
_DEALS_PER_TOKEN: Final = 50  # an evening of so many deals costs as much as one more ruling


class JudgeQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the game's judge, under the sheet with this code. Cards are texts: `"10S 6H"`."""

    question: dict[str, str | int | bool]
    sheet: str = ""


class Ruling(msgspec.Struct, frozen=True):
    """The judge's ruling: rule and sheet, verdict and reasons as sentences, and the answer.

    `sentence` is the rule in the words of the sheet. `link` is the path of a page that shows this ruling.
    """

    rule: str
    sheet: str
    verdict: str
    reasons: tuple[str, ...]
    sentence: str
    answer: dict[str, Any]
    link: str


class ToScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal that people played: sheet, seats, host, and the match it belongs to (null: the first deal).

    `entry` is what they saw at its end. Without it only the form is answered.
    """

    seats: int
    sheet: str = ""
    host: int = 0
    match: Any = None
    entry: Any = None


class ScoredDeal(msgspec.Struct, frozen=True):
    """RT-3: the form of a deal and, for an entry, its payoff, outcome and the match for the next deal.

    `lines` say who pays whom and why. `over`: the match ended with this deal.
    """

    form: Form
    sheet: str
    payoff: tuple[int, ...] | None = None
    outcome: Outcome | None = None
    lines: tuple[str, ...] = ()
    match: Any = None
    over: bool = False


class Evening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deals that people entered in an evening, first to last, and the sheet to score them by.

    `hosts` and `places` are by deal. `places` are the seats that its people had in the deal before, null for a
    newcomer; without them everybody keeps their seat.
    """

    entries: Annotated[tuple[Any, ...], msgspec.Meta(max_length=MAX_DEALS)]
    sheet: str = ""
    hosts: tuple[int, ...] = ()
    places: tuple[tuple[int | None, ...] | None, ...] = ()


class ScoredEvening(msgspec.Struct, frozen=True):
    """RT-7: the payoff of each deal under the sheet.

    A deal that the sheet cannot score is null, and `refused` has the code of the reason by its index.
    """

    sheet: str
    payoffs: tuple[tuple[int, ...] | None, ...]
    refused: dict[str, str]


class RulingApi:
    """Operations of the judge and of the score keeper, with a rate limit per address."""

    def __init__(self, settings: Settings) -> None:
        self._by_address = RateLimit(settings.hints_per_address / _MINUTE_S, settings.hints_per_address)

    @Operation(
        "POST", "/api/games/{game}/judge", Ruling, (GAME, LANG), JudgeQuestion, refuses=(400, 404, 413, 422, 429)
    )
    async def judge(self, request: Request) -> Response:
        """Settle an argument about cards under any sheet: the ruling, its reasons and the rule."""
        game, lang = game_of(request), lang_of(request)
        asked = await decoded(request, JudgeQuestion)
        self._allow(request)
        if game.extras.judge is None:
            raise HttpRefusal(404, "no_judge")
        known = [field.name for field in fields_of(game.extras.judge)]
        if not asked.question.keys() <= set(known):
            raise HttpRefusal(400, "bad_message", detail=f"question takes {', '.join(known)}")
        rules = _rules(game, asked.sheet)
        question: dict[str, Any] = dict(asked.question)
        try:
            ruling = judge(game, sheet=rules, **question)
        except Illegal as refusal:
            raise HttpRefusal(422, refusal.code, refusal.rule, **refusal.params) from None
        except BadCard as bad:
            raise HttpRefusal(422, bad.code or "bad_card", card=bad.text) from None
        except (BadQuestion, ValueError, TypeError) as bad:
            raise HttpRefusal(400, "bad_message", detail=str(bad)[:200]) from None
        code = sheets.code(game, rules)
        link = f"/judge/{game.name}/{code}?{urlencode(asked.question)}"
        told, rule = ruling.explanation(lang), ruling.answer.rule
        answer = codec.plain(ruling.answer)
        return json_answer(Ruling(rule, code, told.verdict, told.reasons, ruling.sentence(lang), answer, link))

    @Operation("POST", "/api/games/{game}/score", ScoredDeal, (GAME, LANG), ToScore, refuses=(400, 404, 413, 422, 429))
    async def score(self, request: Request) -> Response:
        """The form for a deal that people play with real cards and, for an entry, who pays whom and why."""
        game, lang = game_of(request), lang_of(request)
        asked = await decoded(request, ToScore)
        self._allow(request)
        rules = _rules(game, asked.sheet)
        try:
            return json_answer(_scored(game, rules, asked, lang))
        except Illegal as refusal:
            raise HttpRefusal(422, refusal.code, refusal.rule, **refusal.params) from None
        except BadRules as bad:
            raise HttpRefusal(422, bad.code, "PF-2", **bad.params) from None
        except msgspec.ValidationError as bad:
            raise HttpRefusal(400, "bad_message", detail=str(bad)[:200]) from None

    @Operation("POST", "/api/games/{game}/evening", ScoredEvening, (GAME,), Evening, refuses=(400, 404, 413, 422, 429))
    async def evening(self, request: Request) -> Response:
        """Score the deals of an evening under another sheet."""
        game = game_of(request)
        asked = await decoded(request, Evening, _MAX_EVENING)
        self._allow(request, 1 + len(asked.entries) // _DEALS_PER_TOKEN)
        rules = _rules(game, asked.sheet)
        if game.extras.scoring is None:
            raise HttpRefusal(404, "no_scoring")
        again = partial(score_again, game, asked.entries, rules, hosts=asked.hosts, places=asked.places)
        try:
            deals = await asyncio.to_thread(again)
        except ValueError as bad:
            raise HttpRefusal(400, "bad_message", detail=str(bad)[:200]) from None
        payoffs = tuple([deal.payoff if isinstance(deal, Score) else None for deal in deals])
        refused = {str(number): deal.code for number, deal in enumerate(deals) if not isinstance(deal, Score)}
        return json_answer(ScoredEvening(sheets.code(game, rules), payoffs, refused))

    def _allow(self, request: Request, cost: int = 1) -> None:
        """PF-34: apply the rate limit of rulings, which may search a whole hand."""
        if not self._by_address.take_all(rate_key_of(request), time.monotonic(), cost):
            raise HttpRefusal(429, "too_many_rulings", "PF-34")


def _rules(game: AnyGame, code: str) -> Any:
    try:
        return sheets.from_code(game, code or next(iter(game.presets)))
    except BadRules as bad:
        raise HttpRefusal(422, bad.code, "PF-2", **bad.params) from None


def _scored(game: AnyGame, rules: Any, asked: ToScore, lang: Lang) -> ScoredDeal:
    scoring = game.extras.scoring
    if scoring is None:
        raise HttpRefusal(404, "no_scoring")
    match = None if asked.match is None else msgspec.convert(asked.match, game.match)
    start = (rules, asked.seats, match, asked.host)
    form, code = scoring.form(*start), sheets.code(game, rules)
    if asked.entry is None:
        return ScoredDeal(form, code)
    entry = read_entry(game, asked.entry)
    scored = scoring.score(*start, entry)
    lines = Score(game, rules, entry, scored).lines(lang)
    return ScoredDeal(form, code, scored.payoff, scored.outcome, tuple(lines), scored.match, scored.match is None)

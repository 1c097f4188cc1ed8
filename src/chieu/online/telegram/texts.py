"""Texts of the chat bot, names of people and seats, and explanations of refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chieu.core import sheets
from chieu.core.outcome import Outcome
from chieu.core.text.languages import LANGS, SHARED, Catalogue, Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import load
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol.answers import Refused
from chieu.online.protocol.personas import bot_name
from chieu.online.protocol.texts import TEXTS as TABLE_TEXTS
from chieu.online.protocol.views import SeatInfo, TableView
from chieu.online.telegram.pages import bold, quoted, unlinked

_MAX_REASONS: Final = 2500  # characters
TEXTS: Final = Catalogue("chieu.online.telegram")


def say(key: str, lang: Lang, **values: object) -> str:
    """A text in a language with its placeholders filled in."""
    return TEXTS[key].say(lang, **values)


def language_of(code: str | None) -> Lang:
    """The language of a Telegram user; English if there are no texts in it."""
    short = (code or "").partition("-")[0].lower()
    return next((lang for lang in LANGS if lang == short), "en")


def names(table: TableView, lang: Lang) -> list[str]:
    """Return the names of the chairs."""
    return [_name_of(info, persona, lang) for info, persona in zip(table.seats, table.personas, strict=True)]


def _name_of(info: SeatInfo, persona: str, lang: Lang) -> str:
    if info.closed:
        return SHARED["seat.house"].say(lang)
    if info.member is not None:
        return unlinked(info.name) or TABLE_TEXTS["someone"].say(lang)  # PF-38: a name can be erased
    return bot_name(persona, lang) if info.level else say("free", lang)


def members(table: TableView) -> dict[int, str]:
    """Return the names of the members who are at the table, by number."""
    seated = {info.member: unlinked(info.name) for info in table.seats if info.member is not None}
    return seated | {member: unlinked(name) for member, name in table.watchers}


def teller(table: TableView, lang: Lang) -> Phraser:
    """Return the phraser of a table, with the names of its chairs."""
    return Phraser(load(table.game), lang, names(table, lang), TABLE_TEXTS)


def deal_names(mirror: TableMirror, lang: Lang) -> list[str]:
    """Return the names of the seats of the deal."""
    return mirror.names_by_seat(names(mirror.table, lang), lang, unlinked)


def deal_teller(mirror: TableMirror, lang: Lang) -> Phraser:
    """Return the phraser of a deal, with the names of its seats."""
    return Phraser(mirror.game, lang, deal_names(mirror, lang), TABLE_TEXTS)


def refusal(refused: Refused, phraser: Phraser, sheet: str) -> str:
    """Explain a refusal, with the sentence of the rule sheet that it goes by."""
    reason = phraser.say(f"error.{refused.code}", **refused.params)
    if not refused.rule:
        return reason
    rules = sheets.from_code(phraser.game, sheet)
    sentences = sheets.explaining(phraser.game, rules, phraser.lang, refused.code, refused.rule)
    return "\n".join([f"{reason} ({refused.rule})", *sentences])


def result_lines(payoff: Sequence[int], outcome: Outcome | None, phraser: Phraser) -> list[str]:
    """PF-45: return the rare hands, who won what, and a box with the reasons."""
    lines = [] if outcome is None else [f"✨ {bold(phraser.held(hand))}" for hand in outcome.rare]
    lines.append(bold(say("result", phraser.lang, result=phraser.payoff(payoff))))
    if outcome is not None:
        lines.append(quoted(phraser.outcome(outcome), _MAX_REASONS))
    return lines

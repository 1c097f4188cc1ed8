"""Names of people and seats, and texts of refusals, in a chat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.text.languages import SHARED, Lang, Text
from chieu.core.text.phrasing import Phraser
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol import texts as table_texts
from chieu.online.protocol.answers import Refused
from chieu.online.protocol.personas import bot_name
from chieu.online.protocol.views import SeatInfo, TableView
from chieu.online.telegram.pages import unlinked
from chieu.online.telegram.texts import say

_AROUND: Final[Mapping[str, Text]] = table_texts.TEXTS


def names(table: TableView, lang: Lang) -> list[str]:
    """Return the names of the seats."""
    return [_name_of(info, persona, lang) for info, persona in zip(table.seats, table.personas, strict=True)]


def _name_of(info: SeatInfo, persona: str, lang: Lang) -> str:
    if info.closed:
        return SHARED["seat.house"].say(lang)
    if info.member is not None:
        return unlinked(info.name) or table_texts.TEXTS["someone"].say(lang)  # PF-38: a name can be erased
    return bot_name(persona, lang) if info.level else say("free", lang)


def members(table: TableView) -> dict[int, str]:
    """Return the names of the members who are at the table, by number."""
    seated = {info.member: unlinked(info.name) for info in table.seats if info.member is not None}
    return seated | {member: unlinked(name) for member, name in table.watchers}


def teller(game: AnyGame, table: TableView, lang: Lang) -> Phraser:
    """Return the phraser of a table."""
    return Phraser(game, lang, names(table, lang), _AROUND)


def refusal(refused: Refused, phraser: Phraser, mirror: TableMirror) -> str:
    """Explain a refusal, with the text of the rule."""
    reason = phraser.say(f"error.{refused.code}", **refused.params)
    if not refused.rule:
        return reason
    rules = sheets.from_code(phraser.game, mirror.table.sheet)
    sentences = [line.text for line in sheets.prose(phraser.game, rules, phraser.lang) if line.rule == refused.rule]
    return "\n".join([f"{reason} ({refused.rule})", *sentences])

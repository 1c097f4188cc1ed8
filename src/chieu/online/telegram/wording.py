"""How people, seats and refusals are called in a chat."""

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
    """What the seats are called."""
    return [_called(info, persona, lang) for info, persona in zip(table.seats, table.personas, strict=True)]


def _called(info: SeatInfo, persona: str, lang: Lang) -> str:
    if info.closed:
        return SHARED["seat.house"].say(lang)
    if info.member is not None:
        return unlinked(info.name) or table_texts.TEXTS["someone"].say(lang)  # PF-38: a name can be taken back
    return bot_name(persona, lang) if info.level else say("free", lang)


def members(table: TableView) -> dict[int, str]:
    """The members by number, as far as they are here."""
    seated = {info.member: unlinked(info.name) for info in table.seats if info.member is not None}
    return seated | {member: unlinked(name) for member, name in table.watchers}


def teller(game: AnyGame, table: TableView, lang: Lang) -> Phraser:
    """Tells what happens at a table."""
    return Phraser(game, lang, names(table, lang), _AROUND)


def refusal(refused: Refused, phraser: Phraser, mirror: TableMirror) -> str:
    """Why something cannot be done, with the rule in its own words."""
    said = phraser.say(f"error.{refused.code}", **refused.params)
    if not refused.rule:
        return said
    rules = sheets.from_code(phraser.game, mirror.table.sheet)
    sentences = [one.text for one in sheets.prose(phraser.game, rules, phraser.lang) if one.rule == refused.rule]
    return "\n".join([f"{said} ({refused.rule})", *sentences])

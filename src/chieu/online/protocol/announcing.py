"""What happened at a table as a sentence, from the table's texts. The page does the same in `text/announcing.ts`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chieu.core import sheets
from chieu.core.notation import tag_of
from chieu.core.text.languages import listed
from chieu.core.text.phrasing import Phraser
from chieu.online.protocol import texts
from chieu.online.protocol.announcements import Announcement, Froze, LeftOut, Voided


def announced(one: Announcement, teller: Phraser, names: Mapping[int, str]) -> str:
    """An announcement in words. The teller knows the table's texts and how the seats are called; `names` are those of
    the members."""
    fields: dict[str, Any] = {name: getattr(one, name) for name in one.__struct_fields__}
    named = fields.get("name") or names.get(fields.get("member", -1))  # PF-38: a name can be taken back
    fields["name"] = named or texts.TEXTS["someone"].say(teller.lang)
    if "seat" in fields:
        fields["number"] = fields["seat"] + 1
    if isinstance(one, Froze | Voided):
        seats = one.withheld if isinstance(one, Voided) else [seat for seat, _ in one.contributors]
        fields["people"] = listed([teller.name(seat) for seat in seats], teller.lang)
    if isinstance(one, LeftOut):
        fields["by"] = teller.say("happened.by_host") if one.by == "host" else teller.name(int(one.by))
    if isinstance(one, Voided) and one.why != "withheld":
        return teller.say(f"happened.voided_{one.why}", **fields)
    if "sheet" in fields:
        fields["rules"] = fields.get("sheet_name") or sheets.called(teller.game, fields["sheet"], teller.lang)
    if fields.get("emote"):
        fields["text"] = teller.say(f"emote.{fields['emote']}")
    return teller.say(f"happened.{tag_of(type(one))}", **fields)

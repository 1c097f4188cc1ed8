"""Who opened the page inside Telegram: what Telegram says there is signed with a key that follows from the bot's token.
https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
"""

from __future__ import annotations

import hmac
from typing import Final
from urllib.parse import parse_qsl

import msgspec

GOOD_FOR_S: Final = 3600
_AHEAD_S: Final = 60  # clocks differ


class _User(msgspec.Struct):
    id: int


_user: Final = msgspec.json.Decoder(_User)


def person_in(init_data: str, token: str, now_s: int) -> int | None:
    """The person whom Telegram names; None if it was not Telegram, or too long ago."""
    try:
        pairs = parse_qsl(init_data, keep_blank_values=True, strict_parsing=True, max_num_fields=64)
    except ValueError:
        return None
    fields = dict(pairs)
    given = fields.pop("hash", "")
    if len(fields) != len(pairs) - 1 or not given.isascii():  # nothing is told twice
        return None
    said = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    secret = hmac.digest(b"WebAppData", token.encode(), "sha256")
    if not hmac.compare_digest(hmac.digest(secret, said.encode(), "sha256").hex(), given):
        return None
    when = fields.get("auth_date", "")
    if not (when.isascii() and when.isdigit()) or not -_AHEAD_S <= now_s - int(when) <= GOOD_FOR_S:
        return None
    try:
        return _user.decode(fields.get("user", "")).id
    except msgspec.MsgspecError:
        return None

"""Identify the person who opened the page inside Telegram.

Telegram signs the page's init data with a key derived from the bot's token:
https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
"""

from __future__ import annotations

import hmac
from typing import Final
from urllib.parse import parse_qsl

import msgspec

VALID_S: Final = 3600
_CLOCK_SKEW_S: Final = 60


class _User(msgspec.Struct):
    id: int


_user: Final = msgspec.json.Decoder(_User)


def person_in(init_data: str, token: str, now_s: int) -> int | None:
    """Return the user id in the init data; None if it is not signed by Telegram, or too old."""
    try:
        pairs = parse_qsl(init_data, keep_blank_values=True, strict_parsing=True, max_num_fields=64)
    except ValueError:
        return None
    fields = dict(pairs)
    signature = fields.pop("hash", "")
    if len(fields) != len(pairs) - 1 or not signature.isascii():  # a field twice
        return None
    signed = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    secret = hmac.digest(b"WebAppData", token.encode(), "sha256")
    if not hmac.compare_digest(hmac.digest(secret, signed.encode(), "sha256").hex(), signature):
        return None
    when = fields.get("auth_date", "")
    if not (when.isascii() and when.isdigit()) or not -_CLOCK_SKEW_S <= now_s - int(when) <= VALID_S:
        return None
    try:
        return _user.decode(fields.get("user", "")).id
    except msgspec.MsgspecError:
        return None

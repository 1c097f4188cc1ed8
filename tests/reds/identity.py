"""PF-21: who somebody is, and how nobody becomes somebody else."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

TESTS: Final = "tests/server/test_identity.py::test_pf_21_"
TOKENS: Final = "src/chieu/house/guests.py"
CALLERS: Final = "src/chieu/server/guests.py"
CODES: Final = "src/chieu/server/device_codes.py"

BREAKS: Final = (
    Break(
        "any 43 letters are a token",
        TOKENS,
        "return hmac.compare_digest(raw[_RANDOM_BYTES:], _seal(raw[:_RANDOM_BYTES], key))",
        "return bool(raw)",
        (f"{TESTS}any_letters_open_no_table",),
    ),
    Break(
        "any 22 letters are a guest",
        CALLERS,
        "return Caller(None, given)",
        "return Caller(given)",
        (f"{TESTS}any_letters_open_no_table",),
    ),
    Break(
        "any 22 letters in a cookie are a guest",
        CALLERS,
        "before = before or value",
        "token = token or value",
        (f"{TESTS}any_letters_open_no_table",),
    ),
    Break(
        "under TLS the cookie's name is anybody's",
        CALLERS,
        "if not _secure(scheme):\n            return _NAME",
        "if scheme:\n            return _NAME",
        (f"{TESTS}under_tls_no_other_host_can_give_somebody_a_token",),
    ),
    Break(
        "another host of the domain plants a token of before",
        CALLERS,
        "return Caller(token, None if token is not None and _secure(scheme) else before)",
        "return Caller(token, before)",
        (f"{TESTS}under_tls_no_other_host_can_give_somebody_a_token",),
    ),
    Break(
        "a neighbour's odd cookie hides ours",
        CALLERS,
        'for one in header.split(";"):\n            name, _, value = one.partition("=")\n'
        "            yield name.strip(), value.strip()",
        'for name, one in __import__("http.cookies").cookies.SimpleCookie(header).items():\n'
        "            yield name, one.value",
        (f"{TESTS}a_neighbour_s_odd_cookie_changes_nothing",),
    ),
    Break(
        "a device code works twice",
        CODES,
        "return None if veiled is None else _veiled(veiled, code).decode()",
        'await self._notes.keep(_name(code), veiled or b"")\n'
        "        return None if not veiled else _veiled(veiled, code).decode()",
        (f"{TESTS}a_code_makes_another_device_the_same_guest_once",),
    ),
    Break(
        "a device code is good for ever",
        CODES,
        "_veiled(token.encode(), code), now, now + 1000 * GOOD_FOR_S)",
        "_veiled(token.encode(), code), now)",
        (f"{TESTS}a_code_is_good_for_minutes_and_the_store_has_neither_it_nor_the_token",),
    ),
    Break(
        "device codes can be tried one after the other",
        "src/chieu/server/guest_api.py",
        "if not self._codes_by_address.take_all(payer_of(request), time.monotonic()):",
        "if not payer_of(request):",
        (f"{TESTS}codes_cannot_be_tried_one_after_the_other",),
    ),
)

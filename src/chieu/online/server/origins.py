"""PF-35: which web pages may talk to this server, and what its own pages may do."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Origins:
    """The origins that are allowed: those told, and this server's own address.

    The own address counts where it cannot be somebody else's name for this machine: a number, `localhost`, or the name
    the machine calls itself. Any other name must be told, or a page at a name that was pointed here could play along.
    """

    def __init__(self, told: Iterable[str]) -> None:
        self._told = frozenset(one.rstrip("/").lower() for one in told)
        name = socket.gethostname().lower()
        self._own = frozenset({"localhost", name, f"{name}.local"})

    def allow(self, origin: str | None, scheme: str, host: str) -> bool:
        """Whether a request may come from `origin` (None: no web page sent it) to the address in its Host header."""
        if origin is None or origin.lower() in self._told:
            return True
        secure = scheme in ("https", "wss")
        return origin.lower() == f"{'https' if secure else 'http'}://{host.lower()}" and self._is_own(host)

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._own:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

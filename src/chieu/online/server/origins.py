"""PF-35: the web origins that may use this server, and the security headers of its own pages."""

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
    """The allowed origins: those in the settings, and the server's own address.

    The address in the Host header counts as the server's own only if nobody else can choose it: an IP address,
    `localhost`, or the machine's own name. Any other name must be in the settings; otherwise an attacker could point a
    name at this machine and use the server from a page there (DNS rebinding).
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        self._allowed = frozenset(origin.rstrip("/").lower() for origin in allowed)
        name = socket.gethostname().lower()
        self._own = frozenset({"localhost", name, f"{name}.local"})

    def allow(self, origin: str | None, scheme: str, host: str) -> bool:
        """Tell whether a page of `origin` may send a request to `host`. None: no web page sent the request."""
        if origin is None or origin.lower() in self._allowed:
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

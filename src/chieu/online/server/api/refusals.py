"""PF-33: refusals with stable codes and texts, the same over HTTP and WebSocket."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import msgspec
from starlette.responses import Response

from chieu.core.game import Refusal
from chieu.core.text.languages import Catalogue

RETRY_AFTER_S: Final = 10

TEXTS: Final = Catalogue("chieu.online.server.api")


class HttpRefusal(Refusal):
    """A refusal with its HTTP status."""

    def __init__(self, status: int, code: str, rule: str = "", /, **params: str | int) -> None:
        super().__init__(code, rule, TEXTS, **params)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling: worker processes refuse too."""
        return partial(HttpRefusal, **self.params), (self.status, self.code, self.rule)


class RefusalBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal: text `error.<code>`, the `params` of that text, and the number of the rule."""

    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


def refuse(refusal: HttpRefusal, headers: dict[str, str] | None = None) -> Response:
    """Return a refusal as an HTTP response."""
    extra = {"retry-after": str(RETRY_AFTER_S)} if refusal.status in (429, 503) else {}
    return Response(body_of(refusal), refusal.status, {**extra, **(headers or {})}, media_type="application/json")


def body_of(refusal: HttpRefusal) -> bytes:
    """Serialize a refusal as a JSON body."""
    return msgspec.json.encode(RefusalBody(refusal.code, refusal.rule, refusal.params))

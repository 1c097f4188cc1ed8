"""A server that does not have its address for itself: everything is under a path like `/cards`."""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from chieu.online.server.api.refusals import HttpRefusal, refuse


def under(base: str, app: ASGIApp) -> ASGIApp:
    """The application, which goes on knowing its own paths alone. What is not under `base` is not there."""
    if not base:
        return app

    async def moved(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif scope["path"].startswith(f"{base}/"):
            await app({**scope, "path": scope["path"].removeprefix(base)}, receive, send)
        elif scope["path"] == base and scope["type"] == "http":
            await RedirectResponse(f"{base}/", 308)(scope, receive, send)
        else:
            await refuse(HttpRefusal(404, "not_found"))(scope, receive, send)

    return moved

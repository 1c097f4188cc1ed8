"""Our bare web stack: broadcast every message to its table with 600 bytes added. Prints its URL."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn

FILLER = "x" * 600
tables: dict[str, list[Any]] = {}


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    senders = tables.setdefault(scope["path"], [])
    senders.append(send)
    while (message := await receive())["type"] != "websocket.disconnect":
        for send_to in senders:
            await send_to({"type": "websocket.send", "text": message["text"] + FILLER})


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    settings = uvicorn.Config(
        app, ws="websockets-sansio", log_level="critical", loop="uvloop", ws_per_message_deflate=False, lifespan="off"
    )
    uvicorn.Server(settings).run([listening])


if __name__ == "__main__":
    main()

"""The bot as a node on a PostgreSQL shared with a server; one seat in the chat and on the page."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from chieu.online.client.api import Identity, Server
from chieu.online.client.seat import Seat
from chieu.online.protocol import commands
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import gather, sit_down, table_of
from tests.online.telegram.processes import BotProcess
from tests.online.telegram.test_processes import ask, init_data
from tests.postgres import database


def test_a_person_has_the_same_seat_in_the_chat_and_on_the_page(tmp_path: Path) -> None:
    data = database(str(tmp_path))
    with BotApi().running() as api:
        group, people = gather(api)
        bot = BotProcess(api, data)
        server = BotProcess(api, data, "--port", "0", "--telegram-updates", "none", command="serve")
        try:
            lobby = sit_down(api, group, people[:2], "xidach")
            table = table_of(lobby)
            status, raw = ask(f"{server.url}/api/guests/telegram", {"init_data": init_data(people[1])})
            assert status == 201
            asyncio.run(elsewhere(server.url, table, json.loads(raw)["token"]))
            api.wait(lambda: "Hoa" in lobby.text)
        finally:
            server.stop()
            bot.stop()


async def elsewhere(url: str, table: str, token: str) -> None:
    """Minh opens the table on the server and has the seat taken in the chat; Hoa joins by the link."""
    server = Server(url)
    async with Seat(server, table, Identity(token)) as minh:
        picture = minh.picture
        assert picture.you.seat == 1
        assert picture.table.seats[1].name == "Minh"
    hoa = await asyncio.to_thread(server.new_guest)
    async with Seat(server, table, hoa) as seat:
        await seat.do(commands.Join, name="Hoa")
        await seat.until(lambda picture: picture.you.member is not None)
        await seat.do(commands.Sit, seat=2)
        await seat.until(lambda picture: picture.you.seat == 2)

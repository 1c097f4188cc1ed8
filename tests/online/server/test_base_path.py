"""A server under a path: nothing of it is anywhere else, and everything it says of itself leads back to it."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from chieu.cli.commands import table as table_command
from chieu.online.client import Seat, Server
from chieu.online.protocol.commands import Join
from chieu.online.server import pages
from chieu.online.server.settings import BadSettings, Settings, gather
from tests.online.server.inside import Inside, running, running_beside
from tests.online.server.test_http import ORDER, ask


@pytest.fixture(scope="module")
def house() -> Iterator[Inside]:
    with running_beside(base_path="/cards/") as one:
        assert one.url.endswith("/cards")
        yield one


def outside(house: Inside, path: str) -> http.client.HTTPResponse:
    """A request to the host, wherever the server is."""
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_everything_is_under_the_path_and_nothing_outside(house: Inside) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/api/games", "/api/openapi.json", "/", "/t/abc", "/sw.js"):
        if path != "/sw.js" or (pages.FOLDER / "sw.js").exists():
            assert ask(house, path).status == 200, path
        assert outside(house, path).status == 404, path
    for path in ("/cardsharp/", "//cards/", "/x/cards/"):
        assert outside(house, path).status == 404, path
    bare = outside(house, "/cards")
    assert (bare.status, bare.headers["location"]) == (308, "/cards/")
    assert ask(house, "/api/none").problem == (404, "not_found")
    assert ask(house, "/api/openapi.json").json["servers"] == [{"url": "/cards"}]


def test_cookies_and_addresses_are_of_the_path(house: Inside) -> None:
    guest = ask(house, "/api/guests", b"")
    assert "; Path=/cards/;" in guest.headers["set-cookie"]
    cookie = guest.headers["set-cookie"].partition(";")[0]
    opened = ask(house, "/api/tables", json.dumps(ORDER).encode(), cookie=cookie)
    assert opened.headers["location"] == f"/cards/api/tables/{opened.json['table']}"
    at_home = Settings()
    assert at_home.base == ""


def test_every_address_in_the_page_is_under_the_path(tmp_path_factory: pytest.TempPathFactory, house: Inside) -> None:
    page = ask(house, "/t/abc").body.decode()
    named = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert named
    assert all(address.startswith("/cards/") for address in named)
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text('<title>Chiếu</title><script src="./assets/a.js"></script>' + "x" * 2_000)
    (folder / "index.html.gz").write_bytes(b"compressed before it was known where it stands")
    for base, script in (("", "/assets/a.js"), ("/cards", "/cards/assets/a.js")):
        file = pages.Pages(folder, base)._files["index.html"]
        assert f'src="{script}"'.encode() in file.plain
        assert file.encoded["gzip"] != b"compressed before it was known where it stands"


@pytest.mark.parametrize("base", ["", "/cards"])
def test_the_picture_of_a_link_is_named_by_its_whole_address(tmp_path: Path, base: str) -> None:
    picture = '<meta property="og:image" content="./icon-512.png" />'
    (tmp_path / "index.html").write_text(f"<title>Chiếu</title>{picture}")
    served = pages.Pages(tmp_path, base, ["https://Cards.example/"])

    def named(host: str, scheme: str = "http") -> str:
        scope = {"type": "http", "method": "GET", "path": "/t/abc", "query_string": b"", "scheme": scheme}
        headers = [(b"host", host.encode())]
        request = Request({**scope, "headers": headers, "server": None, "path_params": {"path": "t/abc"}})
        found = re.search(r'og:image" content="([^"]*)"', bytes(asyncio.run(served.get(request)).body).decode())
        assert found is not None
        return found[1]

    assert named("127.0.0.1:8000") == f"http://127.0.0.1:8000{base}/icon-512.png"
    assert named("[::1]:8000", "https") == f"https://[::1]:8000{base}/icon-512.png"
    assert named("cards.example") == f"https://Cards.example{base}/icon-512.png", "a proxy sees to the TLS"
    assert named('x" onload="') == f"{base}/icon-512.png", "what is no address goes nowhere"


@pytest.mark.usefixtures("both_transports")
def test_a_client_plays_under_the_path_and_not_beside_it() -> None:
    async def scenario() -> None:
        async with running(base_path="/cards") as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with Seat(house.server, table, lan) as seat:
                await seat.do(Join, name="Lan Anh")
            with pytest.raises(InvalidStatus):
                async with connect(f"ws://127.0.0.1:{house.port}/ws/{table}"):
                    pass

    asyncio.run(scenario())


@pytest.mark.parametrize("link", ["https://x.example/cards/t/abc", "https://x.example/cards/t/abc/"])
def test_a_link_to_a_table_names_its_server_too(link: str) -> None:
    class Words:
        where, lang = link, "en"

    server, table, key = table_command._where(Words())  # type: ignore[arg-type]
    assert (server.url, table, key) == ("https://x.example/cards", "abc", "")
    assert server.socket("abc") == "wss://x.example/cards/ws/abc"
    assert Server("http://127.0.0.1:8000/").url == "http://127.0.0.1:8000"


@pytest.mark.parametrize("path", ["cards", "/a b", "/cards//", "/x?y", "https://x.example/cards", '/"'])
def test_a_path_that_is_none_is_refused(path: str) -> None:
    with pytest.raises(BadSettings, match="--base-path"):
        gather({"base_path": path}, {})

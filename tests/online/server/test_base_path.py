"""A server under a base path serves nothing outside it, and all its links lead back to it."""

from __future__ import annotations

import asyncio
import gzip
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
from chieu.online.client.api import Server
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Join
from chieu.online.server import pages
from chieu.online.server.settings import BadSettings, Settings, gather
from tests.online.server.in_process import RunningServer, running, running_beside
from tests.online.server.test_http import ORDER, ask

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_beside(base_path="/cards/") as running:
        assert running.url.endswith("/cards")
        yield running


def outside(server: RunningServer, path: str) -> http.client.HTTPResponse:
    """Send a request to the host without the base path."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_all_urls_are_under_the_base_path(server: RunningServer) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/api/games", "/api/openapi.json", "/", "/t/abc", "/sw.js"):
        if path != "/sw.js" or (pages.FOLDER / "sw.js").exists():
            assert ask(server, path).status == 200, path
        assert outside(server, path).status == 404, path
    for path in ("/cardsharp/", "//cards/", "/x/cards/"):
        assert outside(server, path).status == 404, path
    bare = outside(server, "/cards")
    assert (bare.status, bare.headers["location"]) == (308, "/cards/")
    assert bare.headers["x-request-id"]
    assert ask(server, "/api/none").problem == (404, "not_found")
    assert ask(server, "/api/openapi.json").json["servers"] == [{"url": "/cards"}]


def test_cookies_and_locations_have_the_base_path(server: RunningServer) -> None:
    guest = ask(server, "/api/guests", b"")
    assert "; Path=/cards/;" in guest.headers["set-cookie"]
    cookie = guest.headers["set-cookie"].partition(";")[0]
    response = ask(server, "/api/tables", json.dumps(ORDER).encode(), cookie=cookie)
    assert response.headers["location"] == f"/cards/api/tables/{response.json['table']}"
    at_home = Settings()
    assert at_home.base == ""


def test_links_in_the_page_have_the_base_path(tmp_path_factory: pytest.TempPathFactory, server: RunningServer) -> None:
    page = ask(server, "/t/abc").body.decode()
    links = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert links
    assert all(address.startswith("/cards/") for address in links)
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text('<title>Chiếu</title><script src="./assets/a.js"></script>' + "x" * 2_000)
    for base, script in (("", "/assets/a.js"), ("/cards", "/cards/assets/a.js")):
        file = pages.Pages(folder, base)._files["index.html"]
        assert f'src="{script}"'.encode() in file.plain
        assert file.gzipped is not None
        assert gzip.decompress(file.gzipped) == file.plain


@pytest.mark.parametrize("base", ["", "/cards"])
def test_preview_picture_has_an_absolute_url(tmp_path: Path, base: str) -> None:
    picture = '<meta property="og:image" content="./icon-512.png" />'
    (tmp_path / "index.html").write_text(f"<title>Chiếu</title>{picture}")
    handler = pages.Pages(tmp_path, base, ["https://Cards.example/"])

    def named(host: str, scheme: str = "http") -> str:
        scope = {"type": "http", "method": "GET", "path": "/t/abc", "query_string": b"", "scheme": scheme}
        headers = [(b"host", host.encode())]
        request = Request({**scope, "headers": headers, "server": None, "path_params": {"path": "t/abc"}})
        match = re.search(r'og:image" content="([^"]*)"', bytes(asyncio.run(handler.get(request)).body).decode())
        assert match is not None
        return match[1]

    assert named("127.0.0.1:8000") == f"http://127.0.0.1:8000{base}/icon-512.png"
    assert named("[::1]:8000", "https") == f"https://[::1]:8000{base}/icon-512.png"
    assert named("cards.example") == f"https://Cards.example{base}/icon-512.png", "a proxy terminates TLS"
    assert named('x" onload="') == f"{base}/icon-512.png", "a malformed Host header is ignored"


@pytest.mark.usefixtures("both_transports")
async def test_client_plays_only_under_the_base_path() -> None:
    async with running(base_path="/cards") as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with Seat(server.client, table, lan) as seat:
            await seat.do(Join, name="Lan Anh")
        with pytest.raises(InvalidStatus):
            async with connect(f"ws://127.0.0.1:{server.port}/ws/{table}"):
                pass


@pytest.mark.parametrize("link", ["https://x.example/cards/t/abc", "https://x.example/cards/t/abc/"])
def test_table_link_contains_the_server_url(link: str) -> None:
    class Words:
        where, lang = link, "en"

    server, table, key = table_command._where(Words())  # type: ignore[arg-type]
    assert (server.url, table, key) == ("https://x.example/cards", "abc", "")
    assert server.socket("abc") == "wss://x.example/cards/ws/abc"
    assert Server("http://127.0.0.1:8000/").url == "http://127.0.0.1:8000"


@pytest.mark.parametrize("path", ["cards", "/a b", "/cards//", "/x?y", "https://x.example/cards", '/"'])
def test_bad_base_path_is_refused(path: str) -> None:
    with pytest.raises(BadSettings, match="--base-path"):
        gather({"base_path": path}, {})

"""The HTTP API and the pages."""

from __future__ import annotations

import gzip
import itertools
import json
import random
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from chieu.bots.levels import levels_of
from chieu.core import sheets
from chieu.games import all_games, load
from chieu.online.client.api import Identity
from chieu.online.protocol.commands import OpenTable
from chieu.online.server import pages
from chieu.online.server.origins import Origins
from tests.online.server.in_process import RunningServer, running, running_beside
from tests.online.server.server_process import Process

pytestmark = pytest.mark.anyio

ORDER = {"game": "xidach", "name": "Lan", "seats": 4}


class Answer:
    """An HTTP response of any status."""

    def __init__(self, status: int, headers: Any, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def problem(self) -> tuple[int, str]:
        return self.status, self.json["code"] if self.status >= 400 else ""


def ask(
    server: RunningServer, path: str, body: bytes | None = None, method: str | None = None, **headers: str
) -> Answer:
    request = urllib.request.Request(server.url + path, body, {k.replace("_", "-"): v for k, v in headers.items()})
    request.method = method or ("GET" if body is None else "POST")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return Answer(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers, error.read())


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_beside() as running:
        yield running


def test_pf_33_text_after_a_table_id_is_another_id(server: RunningServer) -> None:
    lan = server.client.new_guest()
    table = server.client.open(lan, OpenTable(game="xidach", name="Lan", seats=2))
    for more in ("%0A", "%00", "%20", "/"):
        assert ask(server, f"/api/tables/{table}{more}").status == 404, more
        with pytest.raises(InvalidStatus, match="404"):
            connect(f"{server.url.replace('http', 'ws', 1)}/ws/{table}{more}")
    assert ask(server, f"/api/tables/{table}").status == 200


def test_health_metrics_and_games_need_no_token(server: RunningServer) -> None:
    assert ask(server, "/healthz").body == b"ok\n"
    assert ask(server, "/readyz").body == b"ready\n"
    metrics = ask(server, "/metrics")
    assert metrics.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert b"# TYPE chieu_tables_opened_total counter\n" in metrics.body
    assert {game["name"] for game in ask(server, "/api/games").json["games"]} == set(all_games())


def test_catalogue_has_everything_the_page_needs(server: RunningServer) -> None:
    for info in ask(server, "/api/games").json["games"]:
        game = load(info["name"])
        assert list(info["title"].values()) == list(game.presentation.title)
        assert [preset["name"] for preset in info["presets"]] == list(game.presets)
        for preset in info["presets"]:
            assert list(preset["title"].values()) == list(game.presentation.preset(preset["name"]).title)
            assert list(preset["about"].values()) == list(game.presentation.preset(preset["name"]).about)
        assert set(info["texts"]) == set(game.presentation.phrases)
        assert "random" in info["bots"]
        assert info["usual_bot"] == next(iter(game.extras.bots))
        assert {level["level"]: level["bot"] for level in info["levels"]} == levels_of(game)
        (rules,) = info["options"]["$defs"].values()
        for preset in info["presets"]:
            assert set(preset["values"]) == set(rules["properties"])
        assert set(info["allowed"]) == set(rules["properties"])
        for option, cells in info["cells"].items():
            assert set(cells["text"]) == {"vi", "en", "zh"}
            for preset in info["presets"]:
                value = preset["values"][option]
                assert len(value) == len(cells["labels"])
                assert set(value) <= set(cells["letters"])
                assert value in [preset["value"] for preset in cells["named"]]


def test_nn_22_choice_texts_match_the_sheet(server: RunningServer) -> None:
    (niuniu,) = [info for info in ask(server, "/api/games").json["games"] if info["name"] == "niuniu"]
    assert "which nobody can take" in niuniu["choice_texts"]["mode"]["paytable"]["en"]


def test_card_values_are_cells_and_can_be_set_by_name(server: RunningServer) -> None:
    (niuniu,) = [info for info in ask(server, "/api/games").json["games"] if info["name"] == "niuniu"]
    assert list(niuniu["cells"]) == ["values"]
    presets = niuniu["cells"]["values"]["named"]
    assert [(value["name"], value["title"]["en"]) for value in presets][1] == ("swapped", "3 and 6 swapped")
    sheet = ask(server, "/api/games/niuniu/sheet/classic?lang=en&set=values=3:6,6:3").json
    assert sheet["values"]["values"] == presets[1]["value"]
    assert ask(server, "/api/games/niuniu/sheet/classic?set=values=3:6").json["params"]["value"] == "3:6"


def test_ranks_are_picks_and_rounds_are_rows(server: RunningServer) -> None:
    (rummy,) = [info for info in ask(server, "/api/games").json["games"] if info["name"] == "rummy"]
    picks, rows = rummy["picks"]["wild_ranks"], rummy["rows"]["contracts"]
    assert picks["letters"][:2] == [["A", "A"], ["2", "2"]]
    assert (["T", "10"] in picks["letters"], picks["most"], picks["none"]) == (True, 3, "none")
    assert (rows["most"], rows["number"], rows["items"], rows["size"]) == (12, [3, 13], 4, [3, 14])
    assert rows["kinds"]["r"]["en"] == "run of {size}"
    sheet = ask(server, "/api/games/rummy/sheet/seven-rounds?set=wild_ranks=2,10&set=contracts=13:r4&set=rounds=1").json
    assert (sheet["values"]["wild_ranks"], sheet["values"]["contracts"]) == ("2T", "13:r4")


def test_pf_10_sheet_lists_changes_since_another_in_words(server: RunningServer) -> None:
    """For all pairs of presets and all languages: each changed option with its old and new value."""
    url = "/api/games/xidach/sheet/room~sm5?since=room&lang="
    changes_in = {lang: ask(server, url + lang).json["changes"] for lang in ("vi", "en", "zh")}
    assert [(change["before"], change["after"]) for change in changes_in["en"]] == [("1", "5")]
    assert len({changes_in[lang][0]["about"] for lang in changes_in}) == 3
    for game in all_games().values():
        for code, since in itertools.permutations(game.presets, 2):
            for lang in ("vi", "en", "zh"):
                changes = ask(server, f"/api/games/{game.name}/sheet/{code}?since={since}&lang={lang}").json["changes"]
                assert changes
                for change in changes:
                    assert change["about"]
                    assert change["before"] != change["after"], change
                    assert "{" not in change["before"] + change["after"]
    assert ask(server, "/api/games/xidach/sheet/room").json["changes"] == []
    assert ask(server, "/api/games/xidach/sheet/room?since=nowhere").problem == (422, "unknown_preset")


async def test_pf_8_old_link_opens_nothing_over_http(server: RunningServer) -> None:
    token = ask(server, "/api/guests", b"").json["token"]
    mine = f"Bearer {token}"
    table = ask(
        server, "/api/tables", json.dumps(ORDER | {"seats": 2, "bots": ["heuristic"]}).encode(), authorization=mine
    ).json["table"]
    async with server.wire(table, Identity(token)) as wire:
        assert (await wire.ask(type="renew_link", id="r", seq=wire.first["seq"]))["type"] == "done"
    key = ask(server, f"/api/tables/{table}", authorization=mine).json["table"]["key"]
    assert ask(server, f"/api/tables/{table}?key={key}").status == 200
    for path in ("", "/deals/1/record", "/deals/1/replay", "/deals/1/review?seat=0&step=0"):
        assert ask(server, f"/api/tables/{table}{path}").problem == (404, "old_link")
    assert ask(server, f"/api/tables/{table}/deals/1/record", authorization=mine).problem == (404, "no_such_record")


async def test_pf_8_locked_table_shows_strangers_nothing_over_http(server: RunningServer) -> None:
    token = ask(server, "/api/guests", b"").json["token"]
    mine = f"Bearer {token}"
    order = json.dumps(ORDER | {"seats": 2, "bots": ["heuristic"]}).encode()
    table = ask(server, "/api/tables", order, authorization=mine).json["table"]
    async with server.wire(table, Identity(token)) as wire:
        assert ask(server, f"/api/tables/{table}").status == 200
        assert (await wire.ask(type="lock", id="l", seq=wire.first["seq"]))["type"] == "done"
    stranger = f"Bearer {ask(server, '/api/guests', b'').json['token']}"
    replays = ("/deals/1/record", "/deals/1/replay", "/deals/1/review?seat=0&step=0")
    for path in ("", *replays, "/book", "/book.csv", "/records", "/group"):
        assert ask(server, f"/api/tables/{table}{path}").problem == (403, "table_locked"), path
        assert ask(server, f"/api/tables/{table}{path}", authorization=stranger).problem == (403, "table_locked"), path
    assert ask(server, f"/api/tables/{table}/book", authorization=mine).status == 200


def test_sheets_of_all_presets_exist_in_all_languages(server: RunningServer) -> None:
    for game in all_games().values():
        for preset, rules in game.presets.items():
            for lang in ("vi", "en", "zh"):
                sheet = ask(server, f"/api/games/{game.name}/sheet/{preset}?lang={lang}").json
                assert sheet["code"] == sheets.code(game, rules)
                assert sheet["title"] == game.presentation.preset(preset).title.say(lang)
                assert sheet["about"] == game.presentation.preset(preset).about.say(lang)
                assert sheet["prose"]
                assert not sheet["differences"]


def test_pf_2_settings_change_the_code_and_differences(server: RunningServer) -> None:
    sheet = ask(server, "/api/games/xidach/sheet/room?lang=en&set=stake_max=5&set=compare=no").json
    assert sheet["code"] == "room~sm5~cmn"
    assert {difference["option"] for difference in sheet["differences"]} == {"stake_max", "compare"}
    assert sum(sentence["differs"] for sentence in sheet["prose"]) >= 2


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/api/games/poker/sheet/room", (404, "unknown_game")),
        ("/api/games/xidach/sheet/nonsense", (422, "unknown_preset")),
        ("/api/games/xidach/sheet/room~zz1", (422, "bad_code")),
        ("/api/games/xidach/sheet/room?set=stake_max=9999", (422, "bad_value")),
        ("/api/games/xidach/sheet/room?set=stake_min=2", (422, "stakes_crossed")),
        ("/api/games/xidach/sheet/room?set=nonsense", (422, "bad_setting")),
        ("/api/games/xidach/sheet/room?lang=fr", (400, "bad_message")),
        ("/api/games/xidach/sheet/" + "a" * 5000, (422, "bad_code")),
        ("/api/tables/none", (404, "no_such_table")),
        ("/api/tables/" + "a" * 100, (404, "no_such_table")),
        ("/api/tables/%00%ff", (404, "no_such_table")),
        ("/api/tables/none/deals/1/record", (404, "no_such_table")),
        ("/api/nothing", (404, "not_found")),
        ("/assets/../../../../etc/passwd", (404, "not_found")),
        ("/..%2f..%2fetc/passwd.txt", (404, "not_found")),
    ],
)
def test_pf_33_missing_things_get_a_stable_code(server: RunningServer, path: str, problem: tuple[int, str]) -> None:
    assert ask(server, path).problem == problem


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "transfer-encoding: chunked\r\ncontent-length: 5",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ],
)
def test_pf_33_a_request_with_two_lengths_is_refused(server: RunningServer, headers: str) -> None:
    smuggled = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as plain:
        plain.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n\r\n0\r\n\r\n{smuggled}".encode())
        answer = b""
        while more := plain.recv(4096):
            answer += more
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1, "the rest of the connection is not read"


def test_other_methods_are_refused(server: RunningServer) -> None:
    for method, path in (("DELETE", "/api/games"), ("PUT", "/api/tables"), ("PATCH", "/")):
        assert ask(server, path, method=method).problem == (405, "method_not_allowed")


def test_pf_21_a_guest_gets_a_token_once(server: RunningServer) -> None:
    first = ask(server, "/api/guests", b"")
    token = first.json["token"]
    assert first.status == 201
    assert len(token) == 44
    cookie = first.headers["set-cookie"]
    assert cookie.startswith(f"chieu={token}; Path=/; ")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert first.headers["cache-control"] == "no-store"
    again = ask(server, "/api/guests", b"", cookie=f"chieu={token}")
    assert (again.status, again.body) == (204, b"")
    assert ask(server, "/api/guests", b"", cookie="chieu=short").status == 201
    assert ask(server, "/api/guests", b"").json["token"] != token


def test_pf_1_new_table_is_visible_to_anybody(server: RunningServer) -> None:
    token = ask(server, "/api/guests", b"").json["token"]
    order = {**ORDER, "sheet": "vipgame", "bots": ["random"], "clock": {"turn": 30, "bank": 60}}
    response = ask(server, "/api/tables", json.dumps(order).encode(), authorization=f"Bearer {token}")
    assert response.status == 201
    assert response.headers["location"] == f"/api/tables/{response.json['table']}"
    view = ask(server, response.headers["location"]).json
    assert (view["table"]["game"], view["table"]["sheet"]) == ("xidach", "vipgame")
    assert [seat.get("name", seat.get("level")) for seat in view["table"]["seats"]] == [
        "Lan",
        "random",
        None,
        None,
    ]
    assert "member" not in view.get("you", {})
    record = ask(server, f"{response.headers['location']}/deals/1/record")
    assert record.problem == (404, "no_such_record")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", (400, "bad_message")),
        (b"{", (400, "bad_message")),
        (b"\xff\xfe", (400, "bad_message")),
        (b"[" * 8000, (400, "bad_message")),
        (json.dumps({**ORDER, "seats": "4"}).encode(), (400, "bad_message")),
        (json.dumps({**ORDER, "admin": True}).encode(), (400, "bad_message")),
        (json.dumps({**ORDER, "name": "x" * 20_000}).encode(), (413, "too_big")),
        (json.dumps({**ORDER, "game": "poker"}).encode(), (422, "unknown_game")),
        (json.dumps({**ORDER, "seats": 31}).encode(), (422, "bad_seats")),
        (json.dumps({**ORDER, "bots": ["genius"]}).encode(), (422, "unknown_bot")),
        (json.dumps({**ORDER, "bots": ["random"] * 4}).encode(), (422, "too_many_bots")),
        (json.dumps({**ORDER, "name": "\u202e"}).encode(), (422, "empty_name")),
        (json.dumps({**ORDER, "options": {"stake_max": 10**9}}).encode(), (422, "bad_value")),
    ],
    ids=range(13),
)
def test_pf_33_invalid_table_is_refused(server: RunningServer, body: bytes, problem: tuple[int, str]) -> None:
    token = ask(server, "/api/guests", b"").json["token"]
    counts = re.findall(rb"chieu_tables_opened_total \d+", ask(server, "/metrics").body)
    assert ask(server, "/api/tables", body, authorization=f"Bearer {token}").problem == problem
    assert re.findall(rb"chieu_tables_opened_total \d+", ask(server, "/metrics").body) == counts


def test_opening_a_table_needs_a_token(server: RunningServer) -> None:
    body = json.dumps(ORDER).encode()
    assert ask(server, "/api/tables", body).problem == (401, "no_guest")
    assert ask(server, "/api/tables", body, authorization="Bearer x").problem == (401, "bad_token")


def test_pf_35_requests_from_other_origins_are_refused() -> None:
    with running_beside(origins=("https://cards.example",)) as server:
        own, other = server.url, "https://cards.example"
        port = own.rpartition(":")[2]
        assert ask(server, "/api/guests", b"", origin=own).status == 201
        assert ask(server, "/api/guests", b"", origin=other).status == 201
        for origin in (
            "https://evil.example",
            "null",
            f"{own}.evil.example",
            f"{own}/",
            "http://127.0.0.1",
            f"{other}:444",
        ):
            assert ask(server, "/api/guests", b"", origin=origin).problem == (403, "wrong_origin"), origin
        rebound = ask(server, "/api/guests", b"", origin=f"http://evil.example:{port}", host=f"evil.example:{port}")
        assert rebound.problem == (403, "wrong_origin")


async def test_pf_35_websockets_from_other_origins_are_refused() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan, origin=server.url):
            pass
        with pytest.raises(Exception, match="403"):
            async with server.wire(table, lan, origin="https://evil.example"):
                pass


def test_pf_35_origins_are_compared_as_a_whole() -> None:
    origins = Origins(["https://cards.example"])
    assert origins.allow(None, "http", "anything")
    assert origins.allow("https://cards.example", "http", "10.0.0.1:8000")
    assert origins.allow("http://192.168.1.7:8000", "http", "192.168.1.7:8000")
    assert origins.allow("http://[::1]:8000", "http", "[::1]:8000")
    assert origins.allow("http://localhost:8000", "ws", "localhost:8000")
    assert origins.allow("https://localhost", "wss", "localhost")
    for origin in (
        "https://cards.example.evil",
        "http://cards.example",
        "https://cards.example:444",
        "null",
        "",
        "file://",
    ):
        assert not origins.allow(origin, "http", "127.0.0.1:8000")
    assert not origins.allow("http://evil.example", "http", "evil.example"), "DNS rebinding"
    assert not origins.allow("http://192.168.1.7:8000", "http", "192.168.1.8:8000")
    assert not origins.allow("http://[", "http", "[")


def test_pf_35_every_response_has_security_headers(server: RunningServer) -> None:
    for path in ("/", "/api/games", "/healthz", "/nothing.txt", "/api/nothing"):
        headers = ask(server, path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_responses_are_compressed_and_cached_by_etag(server: RunningServer) -> None:
    plain = ask(server, "/api/games")
    packed = ask(server, "/api/games", accept_encoding="br;q=0, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2
    response = ask(server, "/api/games", if_none_match=f'"other", {plain.headers["etag"]}')
    assert (response.status, response.body) == (304, b"")


def test_without_a_build_there_is_a_plain_page(tmp_path: Path) -> None:
    assert b"has not been built" in pages.Pages(tmp_path)._files["index.html"].plain


def test_built_assets_are_immutable(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Chiếu</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("let x = 1;" * 200)
    (tmp_path / "assets" / "font.woff2").write_bytes(random.Random(1).randbytes(2_000))
    files = pages.Pages(tmp_path)._files
    assert set(files) == {"index.html", "assets/app-1a2b.js", "assets/font.woff2"}
    script = files["assets/app-1a2b.js"]
    assert script.media_type == "text/javascript; charset=utf-8"
    assert "immutable" in script.cache_control
    assert script.gzipped is not None
    assert gzip.decompress(script.gzipped) == script.plain
    assert files["assets/font.woff2"].gzipped is None, "it would not become smaller"
    assert files["index.html"].cache_control == "no-cache"


def test_paths_of_the_page_return_the_page(server: RunningServer) -> None:
    for path in ("/", "/t/abc", "/rules"):
        answer = ask(server, path)
        assert answer.status == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_schema_of_all_messages_is_served(server: RunningServer) -> None:
    schema = ask(server, "/api/schema").json
    assert set(schema) == set(all_games())
    for game_schema in schema.values():
        assert "act" in game_schema["client"]["discriminator"]["mapping"]
        assert "view" in game_schema["server"]["discriminator"]["mapping"]


def test_openapi_describes_every_operation(server: RunningServer) -> None:
    document = ask(server, "/api/openapi.json").json
    assert set(document["paths"]) >= {"/api/tables", "/api/guests", "/api/games", "/healthz", "/readyz", "/metrics"}
    assert document["paths"]["/api/tables"]["post"]["requestBody"]["required"]


def test_build_id_changes_with_the_files(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Chiếu</title>")
    (tmp_path / "assets" / "a.js").write_text("1")
    first = pages.Pages(tmp_path)
    assert first.build == pages.Pages(tmp_path, "/cards").build, "the base path does not change the build"
    assert f'name="{pages.BUILD}" content="{first.build}"'.encode() in first._files["index.html"].plain
    (tmp_path / "assets" / "a.js").write_text("2")
    assert pages.Pages(tmp_path).build != first.build


def test_build_header_matches_the_page(tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        for path in ("/", "/healthz", "/api/games"):
            with urllib.request.urlopen(server.url + path, timeout=60) as answer:
                build, body = answer.headers[pages.BUILD], answer.read().decode()
                if path == "/":
                    assert re.search(rf'name="{pages.BUILD}" content="([0-9a-f]+)"', body)[1] == build  # type: ignore[index]
        assert re.fullmatch("[0-9a-f]{16}", build)
    finally:
        server.stop()

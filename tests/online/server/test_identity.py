"""PF-21: guest tokens, cookies, and codes for a second device."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers

from chieu.cli import main as cli
from chieu.core.codec import OtherVersion
from chieu.core.game import Refusal
from chieu.online.client.api import Server
from chieu.online.client.identities import BadIdentities, identity
from chieu.online.server.api.guests import GOOD_FOR_S, DeviceCodes, TakenCode
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.guests import Tokens
from chieu.online.service.tokens import is_ours
from tests.online.server.in_process import RunningServer, running_beside
from tests.online.server.test_http import ask
from tests.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock

pytestmark = pytest.mark.anyio

ORDER = json.dumps({"game": "xidach", "name": "Lan", "seats": 4}).encode()


def tokens(base: str = "", seed: int = 1) -> Tokens:
    issuer = Tokens(SeededEntropy(seed), base)
    asyncio.run(issuer.start(MemoryLog()))
    return issuer


def token_in(issuer: Tokens, cookie: str, scheme: str = "http") -> str | None:
    return issuer.token(Headers({"cookie": cookie}), scheme)


def test_pf_21_forged_tokens_are_refused() -> None:
    with running_beside() as server:
        for token in ("A" * 22, "A" * 43, "1" + "A" * 43, server.client.new_guest().token[:-1] + "B"):
            assert ask(server, "/api/tables", ORDER, authorization=f"Bearer {token}").status == 401, token
            assert ask(server, "/api/tables", ORDER, cookie=f"chieu={token}").problem == (401, "no_guest"), token


@pytest.mark.parametrize(
    "beside", ['other={"a":1}', "a=b=c; =; ;;", 'x="unfinished', "ключ=значение".encode().decode("latin-1"), "chieu=x"]
)
def test_pf_21_malformed_cookies_of_others_are_ignored(beside: str) -> None:
    issuer = tokens()
    token = issuer.new()
    assert token_in(issuer, f"{beside}; chieu={token}") == token
    assert token_in(issuer, f"chieu={token}; {beside}") == token


def test_pf_21_other_hosts_cannot_plant_a_token_under_tls() -> None:
    """Somebody who plants their token in another browser could see that player's cards."""
    for base, name in (("", "__Host-chieu"), ("/cards", "__Secure-chieu")):
        issuer = tokens(base)
        own, planted = issuer.new(), issuer.new()
        assert issuer.cookie(own, "https").startswith(f"{name}={own}; Path={base}/; ")
        assert token_in(issuer, f"{name}={own}; chieu={planted}", "wss") == own
        assert token_in(issuer, f"chieu={planted}", "https") is None
        assert token_in(issuer, f"chieu={planted}", "http") == planted


def test_pf_21_token_must_match_as_a_whole() -> None:
    issuer = tokens()
    token = issuer.new()
    assert is_ours(token, issuer.key)
    for more in ("\n", " ", "A"):
        assert not is_ours(token + more, issuer.key), more


def test_pf_21_token_of_another_version_is_refused() -> None:
    issuer = tokens()
    token = issuer.new()
    assert token[0] == "1"
    for other in ("2" + token[1:], token[1:]):
        assert not is_ours(other, issuer.key), other
        with pytest.raises(HttpRefusal, match="bad_token"):
            issuer.token(Headers({"authorization": f"Bearer {other}"}), "http")
        assert token_in(issuer, f"chieu={other}") is None


async def test_pf_21_nodes_of_a_store_share_tokens() -> None:
    store = MemoryLog()
    first, other = Tokens(SeededEntropy(1), ""), Tokens(SeededEntropy(2), "")
    await asyncio.gather(first.start(store), other.start(store))
    token = first.new()
    assert other.token(Headers({"authorization": f"Bearer {token}"}), "http") == token


def code_of(server: RunningServer, token: str, **asked: Any) -> str:
    response = ask(server, "/api/guests/code", json.dumps(asked).encode(), cookie=f"chieu={token}")
    assert response.status == 201
    assert response.headers["cache-control"] == "no-store"
    return str(response.json["code"])


def take(server: RunningServer, code: Any) -> Any:
    return ask(server, "/api/guests/take", json.dumps({"code": code}).encode())


def test_pf_21_code_works_once_for_another_device() -> None:
    with running_beside() as server:
        token = server.client.new_guest().token
        code = code_of(server, token)
        response = take(server, f" {code.lower().replace('-', ' ')} ".replace("0", "o").replace("1", "l"))
        assert (response.status, response.json["token"]) == (201, token)
        assert response.headers["set-cookie"].startswith(f"chieu={token};")
        assert take(server, code).problem == (404, "bad_code")
        assert ask(server, "/api/guests/code", b"{}").problem == (401, "no_guest")
        assert take(server, 7).problem == (400, "bad_message")


def test_pf_21_code_names_the_table_it_was_made_at() -> None:
    with running_beside() as server:
        token = server.client.new_guest().token
        assert take(server, code_of(server, token, table="Fd3xQ_-a")).json == {"token": token, "table": "Fd3xQ_-a"}
        assert take(server, code_of(server, token)).json == {"token": token, "table": ""}
        for nonsense in ("x" * 65, "//evil.example", "a b", 7):
            body = json.dumps({"table": nonsense}).encode()
            assert ask(server, "/api/guests/code", body, cookie=f"chieu={token}").problem == (400, "bad_message")


def test_pf_21_guessing_codes_is_rate_limited() -> None:
    with running_beside() as server:
        token = server.client.new_guest().token
        code = code_of(server, token)
        answers = [take(server, f"{number:08}").problem for number in range(12)]
        assert answers[0] == (404, "bad_code")
        assert answers[-1] == (429, "flood")
        assert take(server, code).problem == (429, "flood"), "not even the right code, for a while"


async def test_pf_21_code_expires_and_is_not_stored_in_clear() -> None:
    clock, store = VirtualClock(0), MemoryLog()
    codes = DeviceCodes(store, clock, SeededEntropy(3))
    code = await codes.give(TakenCode("a token", "a table"))
    notes = repr(store._notes)
    assert code.replace("-", "") not in notes
    assert "a token" not in notes
    assert "a table" not in notes
    clock.move_to(1000 * GOOD_FOR_S - 1)
    assert await codes.take(code) == TakenCode("a token", "a table")
    late = await codes.give(TakenCode("a token"))
    clock.move_to(clock.now() + 1000 * GOOD_FOR_S)
    assert await codes.take(late) is None
    for nonsense in ("", "x", "UUUUUUUU", "0" * 65, "\0" * 8, "ộộộộộộộộ"):
        assert await codes.take(nonsense) is None


def test_pf_21_code_can_be_used_in_a_terminal(tmp_path: Path) -> None:
    with running_beside() as server:
        lan = server.client.new_guest()
        there = identity(server.client, tmp_path / "there.json", code=server.client.code_for(lan))
        assert there.token == lan.token
        assert identity(server.client, tmp_path / "there.json") == there
        with pytest.raises(Refusal, match="bad_code"):
            identity(server.client, tmp_path / "other.json", code="0000-0000")


@pytest.mark.parametrize("version", [0, 2])
def test_token_file_of_another_version_is_refused(tmp_path: Path, version: int) -> None:
    file = tmp_path / "guests.json"
    file.write_text(json.dumps({"version": version, "people": []}))
    server = Server("http://127.0.0.1:9")
    message = f"expected version 1, found version {version}: run the version of chieu that wrote it"
    with pytest.raises(OtherVersion, match=message):
        identity(server, file)
    for text in ("", "[]", "{}", '{"version": "1"}', '{"version": 1, "guests": []}'):
        file.write_text(text)
        with pytest.raises(BadIdentities):
            identity(server, file)
        assert file.read_text() == text


def test_chieu_table_names_a_token_file_of_another_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "guests.json"
    file.write_text('{"version": 2}')
    words = ["table", "xidach", "--server", "http://127.0.0.1:9", "--guest", str(file), "--lang", "en"]
    assert cli(words) == 2
    assert f"{file}: expected version 1, found version 2" in capsys.readouterr().err

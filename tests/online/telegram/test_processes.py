"""The bot as a process: kills, restarts, tokens, and the bot inside a server."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sqlite3
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from chieu.core.rng import Rng
from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.storage.sqlite.connection import connect
from tests.online.telegram.bot_api import TOKEN, BotApi
from tests.online.telegram.evening import gather, sit_down, table_of
from tests.online.telegram.people import Chat, Message, Person
from tests.online.telegram.processes import BotProcess


class Tapping:
    """People who tap the newest message of whoever is to act.

    Each look of a message is tapped once, so that a slow bot is not asked more often than its rate limit allows. Older
    messages may be outdated: a bot that was killed after sending one does not know of it.
    """

    def __init__(self, api: BotApi, group: Chat, people: list[Person], rng: Rng) -> None:
        self._api = api
        self._group = group
        self._people = people
        self._rng = rng
        self._tapped: set[tuple[int, int]] = set()  # number and edits of messages

    def tap_something(self) -> None:
        """Wait for a turn, or for the end of the deal. Tap an action if there is one, else the first card."""
        turn = self._api.wait(lambda: self._turn() or over(self._group))
        if turn is True:
            return
        person, message, actions = turn
        person.press(message, actions[self._rng.below(len(actions))])

    def _turn(self) -> tuple[Person, Message, list[str]] | None:
        for person in self._people:
            message = person.chat.last if person.chat.shown else None
            if message is None or "Your turn!" not in message.text or (message.id, message.edits) in self._tapped:
                continue
            data = [button.get("callback_data", "") for row in message.keyboard for button in row]
            cards = [text for text in data if text.startswith("c:")]
            if choices := [text for text in data if text.startswith("a:")] or cards[:1]:
                self._tapped.add((message.id, message.edits))
                return person, message, choices
        return None


def over(group: Chat) -> bool:
    return "Result:" in group.text


def wait_for_call(api: BotApi, group: Chat, calls: int) -> None:
    """Wait until the bot has called the API more than `calls` times, or the deal is over."""
    api.wait(lambda: len(api.calls) > calls or over(group))


def test_a_killed_bot_loses_no_update_and_repeats_none(tmp_path: Path) -> None:
    data, rng = str(tmp_path / "tables.db"), Rng(5)
    with BotApi().running() as api:
        group, people = gather(api)
        bot = BotProcess(api, data)
        lobby = sit_down(api, group, people, "xidach")
        table = table_of(lobby)
        people[0].tap("Deal", lobby)
        api.wait(lambda: "Deal 1 begins" in group.text)
        tapping = Tapping(api, group, people, rng)
        kills = 0
        while not over(group):
            calls = len(api.calls)
            tapping.tap_something()
            if kills < 3:
                if rng.below(2):
                    wait_for_call(api, group, calls)
                bot.kill()
                kills += 1
                bot = BotProcess(api, data)
            api.wait(lambda: not api.updates or over(group))
        assert bot.stop() == 0
    with sqlite3.connect(tmp_path / "tables.db") as store:
        names = [name for (name,) in store.execute("SELECT name FROM tables")]
        entries = b"".join(raw for (raw,) in store.execute("SELECT entries FROM appends"))
    assert names == [table], "one table was asked for"
    ids = re.findall(rb'"id":"(telegram \d+[^"]*)"', entries)
    assert len(ids) > 4
    assert len(ids) == len(set(ids)), "an update led to two entries"


def test_a_restarted_bot_continues_with_the_same_messages(tmp_path: Path) -> None:
    data = str(tmp_path / "tables.db")
    with BotApi().running() as api:
        group, people = gather(api)
        bot = BotProcess(api, data)
        lobby = sit_down(api, group, people[:2], "xidach")
        api.wait(lambda: not api.updates)
        assert bot.stop() == 0
        people[2].tap("Join", lobby)
        bot = BotProcess(api, data)
        api.wait(lambda: "Hoa" in lobby.text)
        assert [message.id for message in group.shown] == [lobby.id]
        bot.stop()


def test_metrics_of_the_server_count_updates_and_messages(tmp_path: Path) -> None:
    with BotApi().running() as api:
        group, people = gather(api)
        server = BotProcess(api, str(tmp_path / "tables.db"), "--port", "0", command="serve")
        sit_down(api, group, people[:2], "xidach")
        with urllib.request.urlopen(f"{server.url}/metrics", timeout=60) as answer:
            metrics = answer.read().decode()
        server.stop()
    counts = dict(re.findall(r"^chieu_telegram_(\w+)_total (\S+)$", metrics, re.MULTILINE))
    assert set(counts) == {"updates", "sends", "retries"}
    assert float(counts["updates"]) >= 2
    assert float(counts["sends"]) >= 1


def test_the_token_is_in_no_log_and_in_no_store(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with BotApi().running() as api:
        group, people = gather(api)
        bot = BotProcess(api, str(tmp_path / "tables.db"), log=log)
        sit_down(api, group, people[:2], "xidach")
        api.down = True
        api.wait(lambda: api.turned_away > 1)
        api.down = False
        people[2].say("/play xidach", group)
        api.wait(lambda: len([message for message in group.shown if "Join" in message.labels]) == 2)
        bot.stop()
    secret = TOKEN.partition(":")[2].encode()
    assert b"telegram_started" in log.read_bytes()
    for file in tmp_path.iterdir():
        assert secret not in file.read_bytes(), file


def test_a_wrong_token_ends_the_command_with_a_line(tmp_path: Path) -> None:
    with BotApi().running() as api:
        api.token = "42:not-the-one"
        bot = BotProcess(api, str(tmp_path / "tables.db"), "--token", "43:wrong", log=tmp_path / "log")
        assert bot.ended() == 2
        assert "knows no bot" in (tmp_path / "log").read_text(encoding="utf-8")
        assert "43:wrong" not in (tmp_path / "log").read_text(encoding="utf-8")


def test_notes_of_another_version_end_the_command_with_a_line(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with closing(connect(file)) as connection:
        connection.execute("INSERT INTO notes VALUES ('telegram version', CAST('2' AS BLOB), NULL)")
    with BotApi().running() as api:
        bot = BotProcess(api, str(file), log=tmp_path / "log")
        assert bot.ended() == 2
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert f"{file}: expected version 1, found version 2: run the version of chieu that wrote" in log
    assert "Traceback" not in log


# Inside a server


def init_data(person: Person, token: str = TOKEN, age: int = 0, **changed: str) -> str:
    """Return init data signed as Telegram documents it."""
    fields = {"auth_date": str(int(time.time()) - age), "query_id": "AAE", "user": json.dumps(person.as_json())}
    secret = hmac.digest(b"WebAppData", token.encode(), "sha256")
    data = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    signed = hmac.new(secret, data.encode(), hashlib.sha256).hexdigest()
    return urlencode({**fields, "hash": signed, **changed})


def ask(url: str, body: object, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
    request = urllib.request.Request(url, json.dumps(body).encode(), headers or {})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_the_page_inside_telegram_gives_people_their_own_seat(tmp_path: Path) -> None:
    with BotApi().running() as api:
        group, people = gather(api)
        bot = BotProcess(
            api, str(tmp_path / "tables.db"), "--port", "0", "--public-url", "https://cards.example", command="serve"
        )
        lobby = sit_down(api, group, people[:2], "xidach")
        table = table_of(lobby)
        assert lobby.button("browser")["url"] == f"https://cards.example/t/{table}"
        api.wait(lambda: any("Open the mat" in text for message in people[0].chat.shown for text in message.labels))
        assert people[0].chat.last.button("Open the mat")["web_app"]["url"] == f"https://cards.example/t/{table}"
        lan, minh = people[:2]
        status, raw = ask(f"{bot.url}/api/guests/telegram", {"init_data": init_data(lan)})
        assert status == 201
        token = json.loads(raw)["token"]
        for bad in (
            init_data(lan, token="1:another"),
            init_data(lan, age=4000),
            init_data(lan, age=-4000),
            init_data(lan, user=json.dumps(minh.as_json())),
            init_data(lan) + "&user=1",
            "",
            "hash=00",
            "%",
        ):
            assert ask(f"{bot.url}/api/guests/telegram", {"init_data": bad})[0] == 401, bad
        who = {"authorization": f"Bearer {token}"}
        assert ask(f"{bot.url}/api/guests", {}, who)[0] == 204, "a token of this server"
        bot.stop()
    with sqlite3.connect(tmp_path / "tables.db") as store:
        entries = b"".join(raw for (raw,) in store.execute("SELECT entries FROM appends"))
    assert token.encode() not in entries


def test_the_webhook_accepts_updates_from_telegram_only(tmp_path: Path) -> None:
    with BotApi().running() as api:
        group, people = gather(api)
        words = ("--port", "0", "--public-url", "https://cards.example", "--telegram-updates", "webhook")
        bot = BotProcess(api, str(tmp_path / "tables.db"), *words, command="serve")
        api.wait(lambda: api.webhook)
        assert api.webhook is not None
        assert api.webhook["url"] == "https://cards.example/api/telegram"
        api.webhook["url"] = f"{bot.url}/api/telegram"  # a proxy in front of the server would do this
        forged = {"update_id": 1, "message": {"message_id": 1, "date": 1, "chat": group.as_json()}}
        assert ask(f"{bot.url}/api/telegram", forged)[0] == 404
        assert ask(f"{bot.url}/api/telegram", forged, {"x-telegram-bot-api-secret-token": "0" * 48})[0] == 404
        lobby = sit_down(api, group, people[:2], "xidach")
        assert "Minh" in lobby.text
        bot.stop()


@pytest.mark.parametrize("words", [("--telegram-updates", "webhook"), ("--telegram-token-file", "/nowhere/at/all")])
def test_unusable_settings_are_reported(words: tuple[str, ...], tmp_path: Path) -> None:
    api = BotApi()
    api.url = "http://127.0.0.1:9/bot"
    bot = BotProcess(api, str(tmp_path / "t.db"), "--port", "0", *words, command="serve", log=tmp_path / "log")
    assert bot.ended() == 2
    assert len((tmp_path / "log").read_text(encoding="utf-8").splitlines()) == 1


def test_the_server_exports_the_record_of_a_deal_in_a_chat(tmp_path: Path) -> None:
    with BotApi().running() as api:
        group, people = gather(api)
        bot = BotProcess(api, str(tmp_path / "tables.db"), "--port", "0", command="serve")
        lobby = sit_down(api, group, people[:2], "niuniu classic")
        table = table_of(lobby)
        people[0].tap("Deal for 2", lobby)
        tapping = Tapping(api, group, people, Rng(1))
        while not over(group):
            tapping.tap_something()
            api.wait(lambda: not api.updates)
        with urllib.request.urlopen(f"{bot.url}/api/tables/{table}/deals/1/record", timeout=60) as answer:
            record = answer.read().decode()
        bot.stop()
    (deal,) = verify(all_games(), record.splitlines())
    assert [seat.kind for seat in deal.chairs] == ["chat", "chat"]

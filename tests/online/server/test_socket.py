"""The WebSocket of a table: hello, commands, answers, updates."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.online.server.in_process import running
from tests.waiting import PATIENCE_S

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("both_transports")]


async def test_hello_returns_a_view_and_changes_send_updates() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire:
            assert wire.first["you"] == {"member": 0, "seat": 0}
            assert wire.first["table"]["seats"][0]["name"] == "Lan"
            answer = await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="xin chào")
            assert answer == {"type": "done", "id": "c1", "seq": wire.first["seq"] + 1}
        async with server.wire(table, lan) as wire:
            assert wire.first["chat"][0]["text"] == "xin chào"


async def test_pf_30_same_id_twice_has_one_effect() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire:
            first = await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="one")
            assert await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="one") == first
        async with server.wire(table, lan) as again:
            assert await again.ask(type="say", id="c1", seq=again.first["seq"], text="one") == first
            assert len(again.first["chat"]) == 1


async def test_pf_30_stale_command_gets_the_current_view() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan, seats=2, bots=["random"])
        async with server.wire(table, lan) as wire:
            await wire.ask(type="deal_now", id="c1", seq=wire.first["seq"])
            answer = await wire.ask(type="ready", id="c2", seq=wire.first["seq"])
            assert answer["type"] == "stale"
            view = await wire.hear("view")
            assert view["seq"] == answer["seq"]


async def test_pf_32_reconnect_sends_what_was_missed() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire:
            seq_before = wire.first["seq"]
        async with server.wire(table, lan) as wire:
            for number in range(3):
                await wire.ask(type="say", id=f"c{number}", seq=seq_before, text=f"text {number}")
        async with server.wire(table, lan, hello=False) as wire:
            await wire.say(type="hello", seen=seq_before)
            rest = await wire.next()
            assert (rest["type"], rest["after"], rest["seq"]) == ("update", seq_before, seq_before + 3)
            assert [event["text"] for event in rest["happened"]] == ["text 0", "text 1", "text 2"]
            await wire.say(type="hello", seen=999)
            assert (await wire.next())["type"] == "view"


async def test_a_quiet_connection_gets_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chieu.online.server.socket.HEARTBEAT_S", 0.05)
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire, asyncio.timeout(PATIENCE_S):
            for _ in range(3):
                assert json.loads(await wire.socket.recv()) == {"type": "heartbeat"}
            assert (await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="x"))["type"] == "done"


async def test_pf_32_two_tabs_of_a_seat_both_work() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as first, server.wire(table, lan) as second:
            await first.ask(type="say", id="c1", seq=first.first["seq"], text="from one")
            assert (await second.hear("update"))["happened"][0]["text"] == "from one"
            await second.ask(type="say", id="c2", seq=second.first["seq"], text="from two")
            assert (await first.hear("update"))["seq"] >= first.first["seq"] + 1


async def test_pf_6_client_without_a_token_can_only_watch() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table) as watcher, server.wire(table, lan) as wire:
            assert "you" not in watcher.first or watcher.first["you"] == {}
            answer = await watcher.ask(type="join", id="c1", seq=4, name="Nobody")
            assert answer == {"type": "refused", "id": "c1", "code": "no_guest"}
            await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="hello")
            assert (await watcher.hear("update"))["happened"][0]["text"] == "hello"


async def test_pf_21_seat_belongs_to_its_token_not_its_name() -> None:
    async with running() as server:
        lan, thief = await server.guest(), await server.guest()
        table = await server.table(lan, seats=2, bots=["random"])
        async with server.wire(table, thief) as wire:
            assert wire.first.get("you", {}) == {}
            assert (await wire.ask(type="deal_now", id="c0", seq=4))["code"] == "not_joined"
            await wire.ask(type="join", id="c1", seq=4, name="Lan")
            answer = await wire.ask(type="deal_now", id="c2", seq=5)
            assert (answer["code"], answer["params"]) == ("host_only", {"host": "Lan"})
        async with server.wire(table, lan) as wire:
            assert wire.first["you"] == {"member": 0, "seat": 0}
            assert wire.first["table"]["watchers"] == [[1, "Lan 2"]]


async def test_unknown_table_is_reported() -> None:
    async with running() as server:
        lan = await server.guest()
        async with server.wire("nosuchtable", lan, hello=False) as wire:
            assert await wire.next() == {"type": "refused", "id": "", "code": "no_such_table"}
            assert await wire.closed() == (4404, "no_such_table")


async def test_pf_8_renewed_link_shuts_out_its_users() -> None:
    async with running() as server:
        lan, minh, stranger = await server.guest(), await server.guest(), await server.guest()
        table = await server.table(lan)
        async with (
            server.wire(table, lan) as host,
            server.wire(table, minh) as friend,
            server.wire(table) as watcher,
        ):
            joined = await friend.ask(type="join", id="j", seq=friend.first["seq"], name="Minh")
            assert joined["type"] == "done"
            answer = await host.ask(type="renew_link", id="r", seq=joined["seq"])
            assert answer["type"] == "done"
            assert await watcher.closed() == (4404, "old_link")
            key = ""
            while not key:
                key = (await friend.hear("update", "view")).get("table", {}).get("key", "")
            assert (await friend.ask(type="say", id="s", seq=answer["seq"], text="still here"))["type"] == "done"
        for who in (None, stranger):
            for wrong_key in ("", "wrong"):
                async with server.wire(table, who, hello=False, key=wrong_key) as wire:
                    assert await wire.next() == {"type": "refused", "id": "", "code": "old_link"}
                    assert await wire.closed() == (4404, "old_link")
        async with server.wire(table, minh) as again, server.wire(table, stranger, key=key) as new:
            assert again.first["you"]["member"] == 1, "members need no key"
            refused = await new.ask(type="join", id="1", seq=new.first["seq"], name="Hoa")
            assert refused["code"] == "old_link"
            assert (await new.ask(type="join", id="2", seq=new.first["seq"], name="Hoa", key=key))["type"] == "done"


async def test_pf_8_locked_table_shuts_out_strangers() -> None:
    async with running() as server:
        lan, minh, stranger = await server.guest(), await server.guest(), await server.guest()
        table = await server.table(lan)
        async with (
            server.wire(table, lan) as host,
            server.wire(table, minh) as friend,
            server.wire(table) as watcher,
        ):
            joined = await friend.ask(type="join", id="j", seq=friend.first["seq"], name="Minh")
            locked = await host.ask(type="lock", id="l", seq=joined["seq"])
            assert locked["type"] == "done"
            assert await watcher.closed() == (4403, "table_locked")
            assert (await friend.ask(type="say", id="s", seq=locked["seq"], text="still here"))["type"] == "done"
            for who in (None, stranger):
                async with server.wire(table, who, hello=False) as wire:
                    assert await wire.next() == {"type": "refused", "id": "", "code": "table_locked"}
                    assert await wire.closed() == (4403, "table_locked")
            removed = await host.ask(type="remove", id="r", seq=locked["seq"] + 1, member=1)
            assert removed["type"] == "done"
            assert await friend.closed() == (4403, "removed")


async def test_bad_token_is_reported() -> None:
    async with running() as server:
        table = await server.table(await server.guest())
        async with server.wire(table, hello=False, authorization="Bearer nonsense") as wire:
            assert await wire.closed() == (4401, "bad_token")
        async with server.wire(table, hello=False, authorization=f"Bearer {'1' + 'A' * 43}") as wire:
            assert await wire.closed() == (4401, "bad_token")
        async with server.wire(table, cookie="chieu=nonsense") as wire:
            assert wire.first["you"] == {}, "a cookie that is not a token is ignored"


async def test_cookie_authenticates_like_the_header() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, cookie=f"theme=dark; chieu={lan.token}") as wire:
            assert wire.first["you"] == {"member": 0, "seat": 0}


async def test_commands_before_the_hello_are_refused() -> None:
    async with running() as server:
        lan = await server.guest()
        async with server.wire(await server.table(lan), lan, hello=False) as wire:
            assert (await wire.ask(type="ready", id="c1", seq=4))["code"] == "say_hello"
            await wire.say(type="hello")
            assert (await wire.next())["type"] == "view"


async def test_one_of_a_hundred_gets_the_last_seat() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan, seats=2)

        async def rush(number: int) -> str:
            guest = await server.guest()
            async with server.wire(table, guest) as wire:
                joined = await wire.ask(type="join", id="j", seq=wire.first["seq"], name=f"Guest {number}")
                if joined["type"] == "refused":
                    return str(joined["code"])
                sat = await wire.ask(type="sit", id="s", seq=joined["seq"], seat=1)
                return str(sat.get("code", sat["type"]))

        outcomes = await asyncio.gather(*(rush(number) for number in range(100)))
        assert outcomes.count("done") == 1
        assert set(outcomes) <= {"done", "seat_taken", "not_joined"}, "the oldest spectator makes room"

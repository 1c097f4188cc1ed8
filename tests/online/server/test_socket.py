"""The socket of a table: hello, commands, answers, changes."""

from __future__ import annotations

import asyncio

import pytest

from tests.online.server.inside import running

pytestmark = pytest.mark.usefixtures("both_transports")


def test_hello_brings_the_view_and_changes_bring_updates() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as wire:
                assert wire.first["you"] == {"member": 0, "seat": 0}
                assert wire.first["table"]["seats"][0]["name"] == "Lan"
                answer = await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="xin chào")
                assert answer == {"type": "done", "id": "c1", "seq": wire.first["seq"] + 1}
            async with house.wire(table, lan) as wire:
                assert wire.first["chat"][0]["text"] == "xin chào"

    asyncio.run(scenario())


def test_pf_30_the_same_id_twice_has_one_effect_and_the_same_answer() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as wire:
                one = await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="one")
                assert await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="one") == one
            async with house.wire(table, lan) as again:
                assert await again.ask(type="say", id="c1", seq=again.first["seq"], text="one") == one
                assert len(again.first["chat"]) == 1

    asyncio.run(scenario())


def test_pf_30_a_stale_number_gets_the_current_view() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan, seats=2, bots=["random"])
            async with house.wire(table, lan) as wire:
                await wire.ask(type="deal", id="c1", seq=wire.first["seq"])
                answer = await wire.ask(type="ready", id="c2", seq=wire.first["seq"])
                assert answer["type"] == "stale"
                view = await wire.hear("view")
                assert view["seq"] == answer["seq"]

    asyncio.run(scenario())


def test_pf_32_who_reconnects_gets_the_rest() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as wire:
                seen = wire.first["seq"]
            async with house.wire(table, lan) as wire:
                for number in range(3):
                    await wire.ask(type="say", id=f"c{number}", seq=seen, text=f"text {number}")
            async with house.wire(table, lan, hello=False) as wire:
                await wire.say(type="hello", seen=seen)
                rest = await wire.next()
                assert (rest["type"], rest["after"], rest["seq"]) == ("update", seen, seen + 3)
                assert [one["text"] for one in rest["happened"]] == ["text 0", "text 1", "text 2"]
                await wire.say(type="hello", seen=999)
                assert (await wire.next())["type"] == "view"

    asyncio.run(scenario())


def test_pf_32_two_tabs_of_one_seat_both_work() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as one, house.wire(table, lan) as two:
                await one.ask(type="say", id="c1", seq=one.first["seq"], text="from one")
                assert (await two.hear("update"))["happened"][0]["text"] == "from one"
                await two.ask(type="say", id="c2", seq=two.first["seq"], text="from two")
                assert (await one.hear("update"))["seq"] >= one.first["seq"] + 1

    asyncio.run(scenario())


def test_pf_6_somebody_without_a_token_watches_and_can_do_nothing() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table) as watcher, house.wire(table, lan) as wire:
                assert "you" not in watcher.first or watcher.first["you"] == {}
                refused = await watcher.ask(type="join", id="c1", seq=4, name="Nobody")
                assert refused == {"type": "refused", "id": "c1", "code": "no_guest"}
                await wire.ask(type="say", id="c1", seq=wire.first["seq"], text="hello")
                assert (await watcher.hear("update"))["happened"][0]["text"] == "hello"

    asyncio.run(scenario())


def test_pf_21_a_seat_belongs_to_its_token_and_a_name_is_no_key() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan, thief = await house.guest(), await house.guest()
            table = await house.table(lan, seats=2, bots=["random"])
            async with house.wire(table, thief) as wire:
                assert wire.first.get("you", {}) == {}
                assert (await wire.ask(type="deal", id="c0", seq=4))["code"] == "not_joined"
                await wire.ask(type="join", id="c1", seq=4, name="Lan")
                refused = await wire.ask(type="deal", id="c2", seq=5)
                assert (refused["code"], refused["params"]) == ("host_only", {"host": "Lan"})
            async with house.wire(table, lan) as wire:
                assert wire.first["you"] == {"member": 0, "seat": 0}
                assert wire.first["table"]["watchers"] == [[1, "Lan 2"]]

    asyncio.run(scenario())


def test_a_table_that_is_not_there_is_said_to_be_so() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            async with house.wire("nosuchtable", lan, hello=False) as wire:
                assert await wire.next() == {"type": "refused", "id": "", "code": "no_such_table"}
                assert await wire.closed() == (4404, "no_such_table")

    asyncio.run(scenario())


def test_pf_8_an_old_link_opens_nothing_and_who_came_by_it_is_shut_out() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan, minh, stranger = await house.guest(), await house.guest(), await house.guest()
            table = await house.table(lan)
            async with house.wire(table, lan) as host, house.wire(table, minh) as friend, house.wire(table) as watcher:
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
                for tried in ("", "wrong"):
                    async with house.wire(table, who, hello=False, key=tried) as wire:
                        assert await wire.next() == {"type": "refused", "id": "", "code": "old_link"}
                        assert await wire.closed() == (4404, "old_link")
            async with house.wire(table, minh) as again, house.wire(table, stranger, key=key) as new:
                assert again.first["you"]["member"] == 1, "members need no key"
                refused = await new.ask(type="join", id="1", seq=new.first["seq"], name="Hoa")
                assert refused["code"] == "old_link"
                assert (await new.ask(type="join", id="2", seq=new.first["seq"], name="Hoa", key=key))["type"] == "done"

    asyncio.run(scenario())


def test_what_is_no_token_is_said_to_be_so() -> None:
    async def scenario() -> None:
        async with running() as house:
            table = await house.table(await house.guest())
            async with house.wire(table, hello=False, authorization="Bearer nonsense") as wire:
                assert await wire.closed() == (4401, "bad_token")
            async with house.wire(table, hello=False, authorization=f"Bearer {'1' + 'A' * 43}") as wire:
                assert await wire.closed() == (4401, "bad_token")
            async with house.wire(table, cookie="chieu=nonsense") as wire:
                assert wire.first["you"] == {}, "a cookie that is no token is nobody's"

    asyncio.run(scenario())


def test_a_cookie_is_as_good_as_a_header() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan)
            async with house.wire(table, cookie=f"theme=dark; chieu={lan.token}") as wire:
                assert wire.first["you"] == {"member": 0, "seat": 0}

    asyncio.run(scenario())


def test_commands_before_the_hello_are_refused() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            async with house.wire(await house.table(lan), lan, hello=False) as wire:
                assert (await wire.ask(type="ready", id="c1", seq=4))["code"] == "say_hello"
                await wire.say(type="hello")
                assert (await wire.next())["type"] == "view"

    asyncio.run(scenario())


def test_of_a_hundred_joins_for_the_last_seat_one_gets_it() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan, seats=2)

            async def rush(number: int) -> str:
                guest = await house.guest()
                async with house.wire(table, guest) as wire:
                    joined = await wire.ask(type="join", id="j", seq=wire.first["seq"], name=f"Guest {number}")
                    if joined["type"] == "refused":
                        return str(joined["code"])
                    sat = await wire.ask(type="sit", id="s", seq=joined["seq"], seat=1)
                    return str(sat.get("code", sat["type"]))

            outcomes = await asyncio.gather(*(rush(number) for number in range(100)))
            assert outcomes.count("done") == 1
            assert set(outcomes) <= {"done", "seat_taken", "not_joined"}, "who watched longest makes room for who comes"

    asyncio.run(scenario())

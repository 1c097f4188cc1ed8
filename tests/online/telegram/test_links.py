"""PF-8: an old link opens nothing in a chat after it was renewed."""

from __future__ import annotations

from typing import Any

import msgspec

from chieu.online.protocol.answers import Done
from chieu.online.protocol.commands import Join, Lock, OpenTable, Remove, RenewLink
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Bot, evening, gather, in_memory, sit_down, table_of
from tests.online.telegram.people import Chat, Message

PAGE = "https://cards.example"


def opened(bot: Bot) -> str:
    """Open a table as a guest on the page, with bots."""
    order = OpenTable(game="xidach", name="Lan", seats=3, bots=("random",) * 2)
    table = bot.call(lambda: bot.tables.open(order, "lan"))
    assert isinstance(table, str)
    return table


def brought(api: BotApi, table: str, title: str) -> tuple[Chat, Message]:
    """Bring a table into a group by its link."""
    group = api.group(title)
    api.person("Mallory").say(f"/play {PAGE}/t/{table}", group)
    lobby: Message = api.wait(lambda: next((message for message in group.shown if "Join" in message.labels), None))
    return group, lobby


def do(bot: Bot, table: str, guest: str, kind: type[Any], **fields: Any) -> None:
    seq = msgspec.json.decode(bot.call(lambda: bot.tables.view(table, None)))["seq"]
    assert isinstance(bot.call(lambda: bot.tables.do(table, guest, kind(id=kind.__name__, seq=seq, **fields))), Done)


def renewed(bot: Bot, table: str, guest: str) -> str:
    """Renew a link and return the new key."""
    do(bot, table, guest, RenewLink)
    return bot.call(lambda: bot.service.desk.key_of(table))


def screens(api: BotApi) -> str:
    """Return all messages and their buttons."""
    return str([(message.text, message.keyboard) for chat in api.chats.values() for message in chat.shown])


def test_pf_8_a_renewed_link_shuts_out_a_group_of_strangers() -> None:
    backend = in_memory()
    with BotApi().running() as api:
        with Bot(api, backend, page=PAGE) as bot:
            table = opened(bot)
            group, lobby = brought(api, table, "Strangers")
            key = renewed(bot, table, "lan")
            api.wait(lambda: "opens nothing any more" in lobby.text)
            assert not lobby.labels
            mallory = next(iter(api.people.values()))
            assert "no longer" in api.answer(mallory.press(lobby, f"g:{table}:join"))["text"]
            mallory.say("/status", group)
            mallory.say(f"/play {PAGE}/t/{table}", group)
            api.wait(lambda: "There is no table here" in group.text and group.text.count("opens nothing any more") == 2)
        with Bot(api, backend, page=PAGE):
            mallory.say("/ledger", group)
            api.wait(lambda: group.text.count("There is no table here") == 2)
            assert key not in screens(api)


def test_pf_8_a_link_renewed_while_the_bot_was_down_shuts_out() -> None:
    backend = in_memory()
    with BotApi().running() as api:
        with Bot(api, backend, page=PAGE) as bot:
            table = opened(bot)
            _, lobby = brought(api, table, "Strangers")
            bot.call(bot.service.desk.close)
            key = renewed(bot, table, "lan")
        with Bot(api, backend, page=PAGE):
            api.wait(lambda: "opens nothing any more" in lobby.text)
            assert key not in screens(api)


def test_pf_8_a_group_of_members_continues_by_the_new_link() -> None:
    backend = in_memory()
    with BotApi().running() as api:
        with Bot(api, backend, page=PAGE) as bot:
            table = opened(bot)
            group, lobby = brought(api, table, "Friends")
            minh = api.person("Minh")
            minh.tap("Join", lobby)
            api.wait(lambda: "Minh" in lobby.text)
            key = renewed(bot, table, "lan")
            api.wait(lambda: key in lobby.button("browser")["url"])
        with Bot(api, backend, page=PAGE):
            minh.say("/status", group)
            api.wait(lambda: lobby.text == group.last.text)


def test_pf_8_a_removed_person_is_shown_nothing() -> None:
    with evening(page=PAGE) as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "xidach")
        table, lan = table_of(lobby), bot.service.desk.guest(people[0].id)
        do(bot, table, lan, Remove, member=1)
        renewed(bot, table, lan)
        api.wait(lambda: "Minh" not in lobby.text)
        before = len(people[1].chat.messages)
        for command in ("/status", "/ledger", "/rules"):
            people[1].say(command)
        api.wait(lambda: people[1].chat.text.count("You sit at no table") == 3)
        output = "".join(message.text for message in people[1].chat.messages[before:])
        assert "Lan" not in output
        people[1].say("/status", group)
        api.wait(lambda: group.last.text.startswith("Xì Dách") and group.last is not lobby)


def test_pf_8_a_locked_table_shuts_out_a_group_of_strangers() -> None:
    with BotApi().running() as api, Bot(api, in_memory(), page=PAGE) as bot:
        table = opened(bot)
        group, lobby = brought(api, table, "Strangers")
        do(bot, table, "lan", Lock)
        api.wait(lambda: "The table is locked" in lobby.text)
        assert not lobby.labels
        next(iter(api.people.values())).say(f"/play {PAGE}/t/{table}", group)
        api.wait(lambda: group.text.count("The table is locked") == 2)


def test_pf_8_a_member_brings_a_locked_table_into_a_chat() -> None:
    with BotApi().running() as api, Bot(api, in_memory(), page=PAGE) as bot:
        table, minh, group = opened(bot), api.person("Minh"), api.group("Friends")
        do(bot, table, bot.service.desk.guest(minh.id), Join, name="Minh")
        do(bot, table, "lan", Lock)
        minh.say(f"/play {PAGE}/t/{table}", group)
        api.wait(lambda: any("Join" in message.labels or "locked" in message.text for message in group.shown))
        assert "The table is locked" not in group.text
        minh.say("/status", group)
        api.wait(lambda: group.last.text.startswith("Xì Dách"))


def test_pf_8_a_group_of_members_continues_at_a_locked_table() -> None:
    """Once its last member is removed, the group is one of strangers."""
    with BotApi().running() as api, Bot(api, in_memory(), page=PAGE) as bot:
        table = opened(bot)
        group, lobby = brought(api, table, "Friends")
        minh = api.person("Minh")
        minh.tap("Join", lobby)
        api.wait(lambda: "Minh" in lobby.text)
        do(bot, table, "lan", Lock)
        minh.say("/status", group)
        api.wait(lambda: lobby.text == group.last.text)
        assert "Minh" in lobby.text
        do(bot, table, "lan", Remove, member=1)
        api.wait(lambda: any("The table is locked" in message.text for message in group.shown))

"""Hostile people: names with markup, forged button data, floods."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from telegram import Bot as TelegramBot

from chieu.online.telegram.outbox import ANSWERS_WAITING, Listener, Outbox
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Bot, Players, evening, gather, sit_down, table_of
from tests.online.telegram.people import Message

NAMES = [
    "<b>Lan</b>",
    "</b><a href='https://evil.example'>x",
    "&lt;i&gt; & Co",
    "@everyone t.me/spam",
    "https://evil.example",
    "/play #tag $CASH",
    "*bold* _it_ [x](tg://user?id=1)",
    "{table} {0} %s",
    "lan@evil.com",
    "\u202eevil\u0000\u200d",
    "yes",
    "AS",
]


@pytest.mark.parametrize("name", NAMES)
def test_pf_35_names_and_titles_contain_no_markup_or_link(name: str) -> None:
    with evening() as (api, _):
        group = api.group(name)
        people = [api.person(name), api.person("Minh")]
        people[0].say("/play xidach", group)
        lobby: Message = api.wait(lambda: next((message for message in group.shown if "Join" in message.labels), None))
        people[1].tap("Join", lobby)
        api.wait(lambda: "Minh" in lobby.text)
        people[0].tap("Deal for 2", lobby)
        api.wait(lambda: "Deal 1 begins" in group.text)
        people[0].say(name)
        people[0].say("/ledger", group)
        people[0].say("/status", group)
        # Check no content: a natural Xì Dách may end the deal at once.
        api.wait(lambda: not api.updates and "Ledger · " in group.text)
        for chat in api.chats.values():
            for message in chat.shown:
                assert not message.links, message.text
                assert "<a" not in message.html
        assert not api.refusals


def test_forged_button_data_does_not_act_for_another_person() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        stranger = api.person("Mallory")
        lobby = sit_down(api, group, people, "big2")
        table = table_of(lobby)
        people[0].tap("Deal", lobby)
        for person in people:
            api.wait(lambda person=person: "Voting" in person.chat.text)  # type: ignore[misc]
        players = Players(api, bot, table, people)
        before = players.room.watcher.mirror.seq
        mine = people[0].chat.last
        vote = mine.button("Reshuffle: yes")["callback_data"]
        # A stranger sends a player's button data, in the group and in their own chat.
        for message in (mine, lobby):
            answer = api.answer(stranger.press(message, vote))
            assert answer["show_alert"]
        stranger.say("hello")
        api.wait(lambda: stranger.chat.shown)
        assert api.answer(stranger.press(stranger.chat.last, vote))["show_alert"]
        # Bad data from a player has no effect either.
        assert players.room.watcher.mirror.seq == before
        for data in (
            f"a:{table}:{before}:00000000",
            f"a:{table}:-1:{vote[-8:]}",
            f"a:{table}:99999999999999999:{vote[-8:]}",
            f"c:{table}:AS.7",
            f"c:{table}:{'9' * 40}",
            f"g:{table}:nothing",
            "g:nosuchtable:join",
            "o:nogame:nopreset",
            "o:big2:-1",
            "o:big2:²",
            f"g:{table}:game:big2:99",
            f"g:{table}:game:nogame:0",
            f"g:{table}:game:big2:0:²",
            f"g:{table}:end:big2",
            "l:xx",
            "p:::",
            "::::",
            "\u0000",
        ):
            people[1].press(lobby, data)
        bot.settle()
        assert players.room.watcher.mirror.seq == before
        assert bot.failure is None
        assert not api.refusals


def test_forged_button_data_plays_for_its_sender_only() -> None:
    """Minh sends the data of Lan's button, and votes for himself."""
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people, "big2")
        people[0].tap("Deal", lobby)
        for person in people:
            api.wait(lambda person=person: "Voting" in person.chat.text)  # type: ignore[misc]
        vote = people[0].chat.last.button("Reshuffle: no")["callback_data"]
        people[1].press(people[1].chat.last, vote)
        api.wait(lambda: "Minh has voted on a reshuffle" in group.text)
        assert "Lan has voted" not in group.text
        players = Players(api, bot, table_of_group(bot), people)
        assert players.follower(people[0]).to_act


def table_of_group(bot: Bot) -> str:
    return next(iter(bot.service.desk.rooms))


def test_pf_34_a_flood_of_taps_does_not_block_other_groups() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people, "xidach")
        for number in range(400):
            people[number % 4].press(lobby, f"g:{table_of(lobby)}:{'deal' if number % 3 else 'join'}")
        other = api.group("Quiet cards")
        friend = api.person("Vy")
        friend.say("/play xidach", other)
        api.wait(lambda: any("Join" in message.labels for message in other.shown))
        assert bot.failure is None


@pytest.mark.anyio
async def test_pf_34_a_flood_of_taps_gets_few_answers() -> None:
    """With too many pending answers, further taps get none, except for alerts."""
    queries: list[str] = []

    class Slow:
        async def answer_callback_query(self, query: str, *_: object) -> None:
            queries.append(query)
            await asyncio.Event().wait()

    outbox = Outbox(cast("TelegramBot", Slow()), Listener())
    for number in range(400):
        outbox.answer(f"tap {number}")
    outbox.answer("alert", "look", alert=True)
    await asyncio.sleep(0)
    await outbox.close()
    assert queries == [f"tap {number}" for number in range(ANSWERS_WAITING)] + ["alert"]


def test_pf_21_posts_of_channels_open_no_table() -> None:
    """Telegram gives all posts of channels the same sender, so one channel could play at another's table."""
    with evening() as (api, bot):
        telegram = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
        group, people = gather(api)
        for number, text in enumerate(("/play xidach", "/play big2"), start=1):
            channel = {"id": -1_009_000_000 - number, "type": "channel", "title": f"Channel {number}"}
            post = {"message_id": number, "date": 1, "chat": group.as_json(), "from": telegram, "text": text}
            api.happened({"message": {**post, "sender_chat": channel, "is_automatic_forward": True}})
        people[0].say("/play xidach", group)
        lobby: Message = api.wait(lambda: next((message for message in group.shown if "Join" in message.labels), None))
        assert "1. Lan 👑" in lobby.text
        assert list(bot.service.desk.book.tables) == [table_of(lobby)]


def test_messages_of_a_private_chat_stay_private() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        sit_down(api, group, people[:2], "xidach")
        people[0].say("my hand is terrible")
        api.wait(lambda: "Nothing has been dealt yet" in people[0].chat.text)
        assert "terrible" not in group.text + people[1].chat.text


def test_pf_8_a_stranger_cannot_join_by_forged_button_data(capsys: pytest.CaptureFixture[str]) -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:1], "xidach")
        stranger = api.person("Mallory")
        stranger.say("hello")
        api.wait(lambda: stranger.chat.shown)
        answer = api.answer(stranger.press(stranger.chat.last, f"g:{table_of(lobby)}:join"))
        assert "belongs to another chat" in answer["text"]
        assert "Mallory" not in lobby.text
        assert bot.failure is None


def test_the_api_of_the_tests_refuses_what_telegram_refuses() -> None:
    api = BotApi()
    group = api.group("x")
    assert Message(1, group, 1, "see t.me/spam", "").links
    assert Message(1, group, 1, "@lan_nguyen", "").links
    assert not Message(1, group, 1, "Lan plays 3♦ 3♣ (a pair).", "").links

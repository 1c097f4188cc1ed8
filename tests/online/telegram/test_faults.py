"""Errors, delays, duplicates and reordering by Telegram."""

from __future__ import annotations

import time
from functools import partial

import pytest

from chieu.online.telegram.outbox import Limits
from tests.online.telegram.bot_api import TOKEN, BotApi
from tests.online.telegram.evening import Bot, Players, evening, gather, in_memory, sit_down, table_of
from tests.online.telegram.people import Chat, Message, Person
from tests.waiting import PATIENCE_S


def shows(chat: Chat, text: str) -> bool:
    return text in chat.text


def test_join_sends_a_new_person_to_start_the_bot() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        stranger = api.person("Quý", started=False)
        people[0].say("/play xidach", group)
        lobby: Message = api.wait(lambda: next((message for message in group.shown if "Join" in message.labels), None))
        query = stranger.tap("Join", lobby)
        assert api.answer(query)["url"] == f"https://t.me/chieu_bot?start={table_of(lobby)}"
        api.wait(lambda: "Quý: tap My hand and press Start" in lobby.text)
        assert lobby.button("My hand")["url"] == f"https://t.me/chieu_bot?start={table_of(lobby)}"
        stranger.start(table_of(lobby))
        api.wait(lambda: "Xì Dách" in stranger.chat.text)
        api.wait(lambda: "press Start" not in lobby.text)
        assert not api.refusals


def test_a_person_who_blocks_the_bot_gets_the_hand_back_on_start() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people, "big2")
        people[1].block()
        people[0].tap("Deal", lobby)
        for person in (people[0], people[2], people[3]):
            api.wait(partial(shows, person.chat, "Voting on a reshuffle"))
        api.wait(lambda: "Minh: tap My hand" in group.text)
        people[1].start()
        api.wait(partial(shows, people[1].chat, "Voting on a reshuffle"))
        assert Players(api, bot, table_of_group(bot), people).asked() is not None


def table_of_group(bot: Bot) -> str:
    return next(iter(bot.service.desk.rooms))


def test_telegrams_limits_are_obeyed_and_edits_are_merged() -> None:
    """The API accepts one message and then refuses for a while; the bot's own limits are far higher."""
    with BotApi().running() as api:
        api.limit, api.retry_after = (1, 3600.0), 1
        with Bot(api, in_memory(), Limits((100, 100), (100, 100), (1000, 1000))) as bot:
            group, people = gather(api, names=("Lan", "Minh", "Hoa", "Tú", "Quý", "Vy"))
            people[0].say("/play xidach", group)
            lobby: Message = api.wait(
                lambda: next((message for message in group.shown if "Join" in message.labels), None)
            )
            for person in people[1:4]:
                person.tap("Join", lobby)
            api.wait(lambda: api.limited > 1)
            api.wait(lambda: all("Xì Dách" in person.chat.text for person in people[1:4]))
            api.limit = None
            api.wait(lambda: "Tú" in lobby.text)
            assert lobby.edits < 3, "three joins in the meantime should take one or two edits"
            assert bot.failure is None


def test_the_rate_limit_keeps_a_group_under_twenty_a_minute() -> None:
    with evening(limits=Limits()) as (api, _):
        group, people = gather(api)
        began = time.monotonic()
        lobby = sit_down(api, group, people[:1], "xidach")
        for number in range(60):
            people[number % 4].tap("Join" if number % 8 < 4 else "Leave", lobby)

        def sent() -> int:
            return sum(str(call.params.get("chat_id")) == str(group.id) for call in api.calls)

        api.wait(lambda: not api.updates and sent() >= 5)
        assert sent() <= 6 + (time.monotonic() - began) / 4, "five at once, and then one every four seconds"


def test_a_message_too_old_to_edit_is_sent_again() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "xidach")
        with api.changed:
            lobby.date -= 3 * 24 * 3600
        people[2].tap("Join", lobby)
        fresh: Message = api.wait(lambda: next((message for message in group.shown if message.id != lobby.id), None))
        api.wait(lambda: "Hoa" in fresh.text)
        assert "Join" in fresh.labels


def test_a_deleted_group_does_not_affect_others() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "xidach")
        with api.changed:
            group.closed = (403, "Forbidden: the group chat was deleted")
        people[0].tap("Deal", people[0].chat.last)  # the game continues in their own chats
        other = api.group("Other cards")
        people[2].say("/play xidach", other)
        api.wait(lambda: any("Join" in message.labels for message in other.shown))
        assert bot.failure is None
        assert "Join" in lobby.labels


def test_a_group_that_becomes_a_supergroup_keeps_its_table() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "xidach")
        fresh = api.migrate(group)
        people[2].say("/status", fresh)
        api.wait(lambda: any("Join" in message.labels for message in fresh.shown))
        moved = next(message for message in fresh.shown if "Join" in message.labels)
        people[2].tap("Join", moved)
        api.wait(lambda: "Hoa" in moved.text)
        assert table_of(moved) == table_of(lobby)


@pytest.mark.parametrize("fault", ["twice", "backwards"])
def test_duplicate_or_reordered_updates_take_effect_once(fault: str) -> None:
    with evening() as (api, bot):
        setattr(api, fault, True)
        group, people = gather(api)
        lobby = sit_down(api, group, people, "big2")
        assert len(bot.service.desk.book.tables) == 1
        people[0].tap("Deal", lobby)
        players = Players(api, bot, table_of(lobby), people)
        for _ in range(12):
            person: Person = api.wait(players.asked)
            players.move(person, players.choose(person), typed=False)
        assert not api.refusals


def test_a_wrong_token_is_reported_at_once() -> None:
    with BotApi().running() as api:
        api.token = "1:another"
        bot = Bot(api, in_memory())
        api.token = TOKEN  # the bot uses the other one
        bot._token = "1:another"
        with bot:
            bot._thread.join(PATIENCE_S)
        assert "BadToken" in repr(bot.failure)


def test_while_telegram_is_out_of_reach_nothing_is_lost() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:1], "xidach")
        api.down = True
        people[1].tap("Join", lobby)
        api.wait(lambda: api.turned_away)
        api.down = False
        api.wait(lambda: "Minh" in lobby.text)

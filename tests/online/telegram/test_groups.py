"""Groups: topics, rights, removal and return of the bot, a new number, and lookups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chieu.games import all_games
from chieu.online.service.ports import Unavailable
from chieu.online.telegram import lobby
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Bot, Players, evening, gather, in_memory, sit_down, table_of
from tests.online.telegram.people import Message, Refused

MARKETING, CARDS = 11, 12
NO_RIGHTS = (400, "Bad Request: not enough rights to send text messages to the chat")


def lobbies(chat: object) -> list[Message]:
    return [message for message in chat.shown if "Join" in message.labels]  # type: ignore[attr-defined]


def test_replies_stay_in_the_topic_of_the_command() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        group.topics = {MARKETING: "", CARDS: ""}
        people[0].say("/play", group, CARDS)
        picker: Message = api.wait(lambda: group.shown and group.last)
        people[0].tap("Xì Dách", picker)
        people[0].tap("Home table", api.wait(lambda: "by whose rules" in picker.text and picker))
        lobby: Message = api.wait(lambda: lobbies(group) and lobbies(group)[0])
        people[1].tap("Join", lobby)
        api.wait(lambda: "Minh" in lobby.text)
        for words in ("/rules", "/ledger", "/status", "/language"):
            people[1].say(words, group, CARDS)
        people[0].tap("Deal for 2", lobby)
        players = Players(api, bot, table_of(lobby), people[:2])
        players.play()
        api.wait(lambda: "Result" in group.text)
        assert {message.topic for message in group.messages} == {CARDS}
        # A table in another topic belongs to that topic, even for people who sit at the first table.
        people[0].say("/play big2", group, MARKETING)
        api.wait(lambda: "Big Two" in group.text)
        people[1].say("/status", group, CARDS)
        people[1].say("/rules", group, MARKETING)
        api.wait(lambda: any("BT-1" in message.text for message in group.shown))
        assert {message.topic for message in group.shown if "Big Two" in message.text} == {MARKETING}
        assert not api.refusals


def test_the_table_of_a_closed_topic_moves_to_the_group() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        group.topics = {CARDS: ""}
        people[0].say("/play xidach", group, CARDS)
        lobby: Message = api.wait(lambda: lobbies(group) and lobbies(group)[0])
        with api.changed:
            group.topics[CARDS] = "TOPIC_CLOSED"
            lobby.gone = True
        people[1].tap("Join", lobby)
        api.wait(lambda: lobbies(group) and "Minh" in lobbies(group)[0].text)


def test_a_group_that_readmits_the_bot_sees_its_table_again() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "xidach")
        with api.changed:
            group.closed = (403, "Forbidden: bot was kicked from the supergroup chat")
        api.membership(group, "kicked")
        api.wait(lambda: people[1].chat.shown)
        people[1].tap("Ready", people[1].chat.last)  # the game continues elsewhere
        api.wait(lambda: not api.updates)
        with api.changed:
            group.closed = None
        api.membership(group, "member")
        fresh: Message = api.wait(lambda: next((message for message in lobbies(group) if message.id > lobby.id), None))
        people[2].tap("Join", fresh)
        api.wait(lambda: "Hoa" in fresh.text)
        assert not [refusal for refusal in api.refusals if refusal.startswith("edit")]


def test_a_bot_without_rights_is_silent_until_it_may_write() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        with api.changed:
            group.closed = NO_RIGHTS
        people[0].say("/play xidach", group)
        api.wait(lambda: api.refusals)
        api.wait(lambda: not bot.service.desk.reachable(group.id))
        with api.changed:
            group.closed = None
        people[1].say("/play big2", group)  # without an update that says so
        api.wait(lambda: len(lobbies(group)) == 2)


def test_rm_1_a_table_of_rummy_has_two_seats() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:1], "rummy")
        assert [line[:2] for line in lobby.text.split("\n") if line[1:2] == "."] == ["1.", "2."]


def test_rm_20_the_host_chooses_a_bot_by_name() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:1], "rummy")
        people[0].tap("Choose a bot", lobby)
        api.wait(lambda: "Which bot" in group.last.text)
        assert group.last.labels == ["Beginner", "Normal", "Strong", "By the book"]
        people[0].tap("By the book", group.last)
        api.wait(lambda: bot.service.desk.rooms[table_of(lobby)].watcher.mirror.table.seats[1].level == "heuristic")
        api.wait(lambda: "Which bot" not in group.text)


def test_people_who_tap_join_at_once_all_get_a_seat() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:1], "big2")
        queries = [person.tap("Join", lobby) for person in people[1:]]
        api.wait(lambda: all(person.name in lobby.text for person in people))
        assert not [query for query in queries if api.answer(query)["show_alert"]]


def test_a_closed_table_cannot_be_tapped_or_meant() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "xidach")
        api.wait(lambda: people[1].chat.shown)
        people[0].say("/end", group)
        api.wait(lambda: "The mat is rolled up" in group.text)
        api.wait(lambda: not people[1].chat.last.labels)
        table = table_of(lobby) if "Join" in lobby.labels else next(iter(bot.service.desk.rooms))
        for data in ("join", "deal", "cut"):
            assert "rolled up" in api.answer(people[1].press(group.last, f"g:{table}:{data}"))["text"]
        people[1].say("/hand")
        api.wait(lambda: "You sit at no table" in people[1].chat.text)
        people[0].say("/play big2", group)
        api.wait(lambda: lobbies(group))
        people[1].say("/rules", group)
        api.wait(lambda: "BT-1" in group.text)


def test_hand_shows_one_table_if_nothing_is_dealt() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        for _ in range(3):
            people[0].say("/play xidach", group)
        api.wait(lambda: len(lobbies(group)) == 3)
        api.wait(lambda: len(people[0].chat.shown) == 3)
        bot.settle()  # a message that is still being sent is not sent again
        before = {message.id for message in people[0].chat.shown}
        people[0].say("/hand")
        api.wait(lambda: people[0].chat.last.id not in before)
        bot.settle()
        assert len({message.id for message in people[0].chat.shown} - before) == 1


def test_commands_during_an_outage_are_answered_with_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy:
        async def open(self, *_: object) -> str:
            raise Unavailable

    with evening() as (api, bot):
        group, people = gather(api)
        monkeypatch.setattr(bot.service.desk, "service", Busy())
        people[0].say("/play xidach", group)
        api.wait(lambda: "The server is busy" in group.text)
        people[0].say("/play", group)
        api.wait(lambda: "Xì Dách" in group.last.labels)
        people[0].tap("Xì Dách", group.last)
        api.wait(lambda: "Home table" in group.last.labels)
        query = people[0].tap("Home table", group.last)
        assert "The server is busy" in api.answer(query)["text"]


@pytest.mark.parametrize("method", ["deleteWebhook", "getMe", "setMyCommands"])
def test_a_bot_that_is_rate_limited_at_start_waits(method: str) -> None:
    with BotApi().running() as api:
        api.webhook = {"url": "https://cards.example/api/telegram"}
        api.failing[method] = [Refused(429, "Too Many Requests: retry after 0", retry_after=0)] * 2
        with Bot(api, in_memory()):
            group, people = gather(api)
            api.wait(lambda: api.webhook is None)
            people[0].say("/play xidach", group)
            api.wait(lambda: lobbies(group))


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with evening() as (api, _):
        group, people = gather(api)
        people[0].say("/play chess", group)
        api.wait(lambda: "no such game" in group.text)
        assert "big2, niuniu, rummy, xidach" in group.text


def test_long_names_of_games_fit_into_button_data() -> None:
    game = all_games()["xidach"]
    name, (title, about) = "Ợ" * 60, game.presentation.preset("room")
    texts = {**game.presentation.texts, f"preset.{name}.title": title, f"preset.{name}.about": about}
    spoken = replace(game.presentation, texts=texts)
    long = replace(game, name="g" * 60, presets={name: game.presets["room"]}, presentation=spoken)
    for page in (lobby.picker({long.name: long}, "vi"), lobby.presets(long, "vi")):
        for button in (button for row in page.buttons for button in row):
            assert len(button.data.encode()) <= 64

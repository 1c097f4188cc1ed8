"""PF-11 in a chat: the host changes the game of a table."""

from __future__ import annotations

from chieu.core import sheets
from chieu.core.cards import Card
from chieu.games import load
from chieu.odds.stored import evened_stakes, typical_swing
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Players, evening, gather, sit_down, table_of
from tests.online.telegram.people import Chat, Message, Person


def picker(api: BotApi, group: Chat) -> Message:
    """Wait for the message to choose a game."""
    message: Message = api.wait(
        lambda: next((message for message in group.shown if "What shall we play?" in message.text), None)
    )
    return message


def change_to(api: BotApi, group: Chat, host: Person, title: str, preset: str) -> Message:
    """Choose a game and its rules, and return the message in which that was done."""
    message = picker(api, group)
    host.tap(title, message)
    api.wait(lambda: "by whose rules" in message.text)
    host.tap(preset, message)
    return message


def test_pf_11_a_group_plays_two_games_at_one_table() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people, "xidach")
        people[0].tap("Deal", lobby)
        table = table_of(lobby)
        players = Players(api, bot, table, people)
        players.play()
        chips = {line.name: line.chips for line in players.room.watcher.mirror.table.ledger}
        api.wait(lambda: any("Another game" in message.labels for message in group.shown))
        lobby = next(message for message in reversed(group.shown) if "Another game" in message.labels)
        people[0].tap("Another game", lobby)
        change_to(api, group, people[0], "Big Two", "Lawrence's")
        api.wait(lambda: "Lan changed the game. From the next deal on: Big Two" in group.text)
        api.wait(lambda: "Big Two · Lawrence's" in lobby.text)
        assert not any("What shall we play?" in message.text for message in group.shown)
        people[0].tap("Deal", lobby)
        api.wait(lambda: all(len(players.follower(person).cards) == 13 for person in people))
        for person in people:
            shown = api.wait(lambda person=person: "Big Two" in person.chat.last.text and person.chat.last)  # type: ignore[misc]
            assert shown.photo
        second = Players(api, bot, table, people, seed=2)
        second.play()
        mirror = second.room.watcher.mirror
        assert mirror.deal is not None
        assert mirror.deal.payoff is not None
        assert (mirror.deal.game, mirror.table.deals) == ("big2", 2)
        won = dict(zip(["Lan", "Minh", "Hoa", "Tú"], mirror.deal.payoff, strict=True))
        after = {line.name: line.chips for line in mirror.table.ledger}
        assert after == {name: chips[name] + won[name] for name in chips}
        assert bot.failure is None
        assert not api.refusals


def test_pf_11_the_chat_shows_the_swing_and_evens_the_stake() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people, "big2")
        people[0].tap("Another game", lobby)
        message = picker(api, group)
        people[0].tap("Xì Dách", message)
        api.wait(lambda: "by whose rules" in message.text)
        big2, xidach = load("big2"), load("xidach")
        before = typical_swing(big2, big2.presets["lawrence"])
        assert before is not None
        assert f"So far, in Big Two: about {before:.1f} chips per person a deal." in message.text
        own = typical_swing(xidach, xidach.presets["room"])
        assert f"(about {own:.1f} chips per person a deal)" in message.text
        evened = evened_stakes(xidach, xidach.presets["room"], before)
        title = xidach.presentation.preset("room").title.say("en")
        people[0].tap(f"{title} · stake {evened['stake_max']}", message)
        api.wait(lambda: "From the next deal on: Xì Dách" in group.text)
        mirror = bot.service.desk.rooms[table_of(lobby)].watcher.mirror
        api.wait(lambda: mirror.table.game == "xidach")
        rules = sheets.from_code(xidach, mirror.table.sheet)
        assert {name: getattr(rules, name) for name in evened} == evened
        assert bot.failure is None
        assert not api.refusals


def test_pf_11_only_the_host_changes_the_game_in_a_chat() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "xidach")
        answer = api.answer(people[1].tap("Another game", lobby))
        assert answer["show_alert"]
        assert "Lan" in answer["text"]
        people[1].say("/game", group)
        message = picker(api, group)
        assert api.answer(people[1].tap("Big Two", message))["show_alert"]
        assert bot.failure is None


def test_pf_11_host_chooses_in_the_chat_who_watches() -> None:
    with evening() as (api, bot):
        group, people = gather(api, names=("Lan", "Minh", "Hoa", "Tú", "An"))
        lobby = sit_down(api, group, people, "xidach")
        people[0].say("/game", group)
        message = change_to(api, group, people[0], "Big Two", "Lawrence's")
        api.wait(lambda: "Who watches?" in message.text)
        people[0].tap("Hoa", message)
        api.wait(lambda: any("👀" in label for label in message.labels))
        people[0].tap("Change the game", message)
        api.wait(lambda: "Now watching: Hoa." in group.text)
        api.wait(lambda: "Big Two" in lobby.text)
        room = bot.service.desk.rooms[table_of(lobby)]
        assert [info.name for info in room.watcher.mirror.table.seats] == ["Lan", "Minh", "Tú", "An"]


def test_pf_11_who_was_to_watch_is_forgotten_in_the_chat() -> None:
    with evening() as (api, bot):
        group, people = gather(api, names=("Lan", "Minh", "Hoa", "Tú", "An"))
        lobby = sit_down(api, group, people, "xidach")
        people[0].say("/game", group)
        message = change_to(api, group, people[0], "Big Two", "Lawrence's")
        api.wait(lambda: "Who watches?" in message.text)
        people[0].tap("Hoa", message)
        api.wait(lambda: any("👀" in label for label in message.labels))
        people[0].say("/game", group)
        change_to(api, group, people[0], "Niu Niu", "Classic")
        room = bot.service.desk.rooms[table_of(lobby)]
        api.wait(lambda: room.watcher.mirror.table.game == "niuniu")
        names = [info.name for info in room.watcher.mirror.table.seats]
        assert names == ["Lan", "Minh", "Hoa", "Tú", "An"]


def test_pf_11_running_match_is_ended_in_the_chat_after_asking() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "rummy")
        people[0].tap("Deal", lobby)
        players = Players(api, bot, table_of(lobby), people[:2])
        players.play(typed=lambda _: False)
        people[0].say("/game", group)
        message = change_to(api, group, people[0], "Xì Dách", "Home table")
        api.wait(lambda: "End the match as it stands" in message.labels)
        assert players.room.watcher.mirror.table.game == "rummy"
        people[0].tap("End the match as it stands", message)
        api.wait(lambda: players.room.watcher.mirror.table.game == "xidach")


def test_pf_11_cards_of_the_old_game_stay_out_of_the_new_hand() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:2], "xidach")
        people[0].tap("Deal", lobby)
        players = Players(api, bot, table_of(lobby), people[:2])
        players.play()
        old: set[Card] = set(players.follower(people[0]).cards)
        people[0].say("/game", group)
        change_to(api, group, people[0], "Big Two", "Lawrence's")
        api.wait(lambda: players.room.watcher.mirror.table.game == "big2")
        assert set(players.follower(people[0]).cards) == old, "the deal that is over stays as it was"

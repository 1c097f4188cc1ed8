"""An evening of Big Two in a group: a reshuffle, a count of cards, last cards, places."""

from __future__ import annotations

from functools import partial

from chieu.fairness.verify import check_sequel, verify
from chieu.games import all_games
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Players, evening, gather, sit_down, table_of
from tests.online.telegram.people import Chat, Person


def told(api: BotApi, group: Chat) -> str:
    """Return everything that was ever sent to the group."""
    chat = str(group.id)
    return "\n".join(call.params.get("text", "") for call in api.calls if str(call.params.get("chat_id")) == chat)


def _offers(chat: Chat, when: str, label: str) -> bool:
    return when in chat.last.text and any(label in text for text in chat.last.labels)


def _is_new(chat: Chat, before: int) -> bool:
    return chat.last.id > before


def vote(api: BotApi, group: Chat, people: list[Person], label: str, when: str) -> None:
    """Let everybody vote the same; no vote is shown before all are in."""
    for person in people:
        assert group.text.count("Votes for a reshuffle") == ("New cards" in when)
        api.wait(partial(_offers, person.chat, when, label))
        person.press(person.chat.last, person.chat.last.button(label)["callback_data"])
        api.wait(lambda: not api.updates)


def first_deal(api: BotApi, group: Chat, people: list[Person], players: Players) -> None:
    api.wait(lambda: "vote. Reshuffle, or play these cards?" in group.text)
    for person in people:
        api.wait(partial(_offers, person.chat, "Voting on a reshuffle", "Reshuffle: yes"))
    before = {person.id: person.chat.last.id for person in people}
    vote(api, group, people, "Reshuffle: yes", "Voting on a reshuffle")
    api.wait(lambda: "Reshuffled: most voted for it." in told(api, group))
    for person in people:  # the last voter, too, is notified of the second vote
        api.wait(partial(_offers, person.chat, "New cards after a reshuffle", "Reshuffle: no"))
        api.wait(partial(_is_new, person.chat, before[person.id]))
        assert not person.chat.last.silent
    vote(api, group, people, "Reshuffle: no", "New cards after a reshuffle")
    opener: Person = api.wait(players.asked)
    players.move(opener, players.choose(opener))
    # BT-17: counts are shown when somebody asks, to everybody; before that, no screen shows them.
    assert "asks how many" not in told(api, group)
    asker = next(person for person in people if person is not opener)
    api.wait(lambda: "This round" in asker.chat.last.text)
    asker.tap(f"Ask how many cards {opener.name}")
    api.wait(lambda: f"{asker.name} asks how many cards {opener.name} has:" in told(api, group))
    # An illegal play is explained, with its rule, only to the person who tried it.
    waiting: Person = api.wait(players.asked)
    deal = players.follower(waiting).mirror.deal
    assert deal is not None
    waiting.say("3d")
    api.wait(lambda: "You do not hold 3♦." in waiting.chat.text)
    assert "do not hold" not in told(api, group)
    players.play(typed=lambda move: move % 2 == 0)


def test_an_evening_by_lawrences_rules() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people, "big2")
        table = table_of(lobby)
        people[0].tap("Deal", lobby)
        players = Players(api, bot, table, people)
        first_deal(api, group, people, players)
        api.wait(lambda: "Result:" in told(api, group))
        output = told(api, group)
        for place in (1, 2, 3):
            assert f"is out: #{place}." in output
        assert "#4: 0 behind, 3 ahead" in output
        assert output.count("has one card left!") >= players.left.count(1)
        # PF-45: the reasons, in the group and in each person's own chat.
        for rank in (1, 2, 3):
            assert f"#{rank} gets a stake from #4. (BT-20)" in output
        api.wait(lambda: all("gets a stake from" in person.chat.last.text for person in people))
        # The second deal: the table's message comes after the narration, and its ledger continues.
        again = api.wait(lambda: next((message for message in group.shown if "Deal" in message.labels), None))
        assert again.id != lobby.id
        people[0].tap("Deal", again)
        api.wait(lambda: players.room.watcher.mirror.table.phase == "playing")
        while players.room.watcher.mirror.table.deals < 2:
            person = api.wait(lambda: players.asked() or players.room.watcher.mirror.table.deals == 2)
            if isinstance(person, Person):
                players.move(person, players.choose(person))
        people[1].say("/ledger", group)
        api.wait(lambda: "hands" in group.text or "Nobody has won" in group.text)
        people[0].say("/end", group)
        api.wait(lambda: "The mat is rolled up" in group.text)
        records = [bot.record(table, deal) for deal in (1, 2)]
        first, second = (next(iter(verify(all_games(), record.splitlines()))) for record in records)
        check_sequel(first.proof, second.proof)
        assert first.shuffles == 2, "the reshuffle is in the record"
        assert all(seat.kind == "chat" for seat in first.chairs)
        assert not api.refusals
        assert not api.broken

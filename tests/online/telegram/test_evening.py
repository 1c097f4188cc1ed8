"""An evening of Big Two in a group: a reshuffle, a count of cards, last cards, places."""

from __future__ import annotations

from chieu.fairness.verify import check_sequel, verify
from chieu.games import all_games
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Players, evening, gather, sit_down, table_of
from tests.online.telegram.people import Chat, Person


def told(api: BotApi, group: Chat) -> str:
    """Return everything that was ever sent to the group."""
    chat = str(group.id)
    return "\n".join(call.params.get("text", "") for call in api.calls if str(call.params.get("chat_id")) == chat)


def vote(api: BotApi, group: Chat, people: list[Person], label: str, when: str) -> None:
    """Let everybody vote the same; no vote is shown before all are in."""
    for one in people:
        assert group.text.count("Votes for a reshuffle") == ("New cards" in when)
        api.wait(lambda one=one: when in one.chat.last.text and any(label in text for text in one.chat.last.labels))  # type: ignore[misc]
        one.press(one.chat.last, one.chat.last.button(label)["callback_data"])
        api.wait(lambda: not api.updates)


def first_deal(api: BotApi, group: Chat, people: list[Person], players: Players) -> None:
    vote(api, group, people, "Reshuffle: yes", "Voting on a reshuffle")
    api.wait(lambda: "Reshuffled: most voted for it." in told(api, group))
    vote(api, group, people, "Reshuffle: no", "New cards after a reshuffle")
    opener: Person = api.wait(players.asked)
    players.move(opener, players.choose(opener))
    # BT-17: counts are shown when somebody asks, to everybody; before that, no screen shows them.
    assert "asks how many" not in told(api, group)
    asker = next(one for one in people if one is not opener)
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
        said = told(api, group)
        for place in (1, 2, 3):
            assert f"is out: #{place}." in said
        assert "#4: 0 behind, 3 ahead" in said
        assert said.count("has one card left!") >= players.left.count(1)
        # PF-45: the reasons, in the group and in each person's own chat.
        for rank in (1, 2, 3):
            assert f"#{rank} gets a stake from #4. (BT-20)" in said
        api.wait(lambda: all("gets a stake from" in one.chat.last.text for one in people))
        # BT-18: one play is left of each finished round.
        shrunk = [one for one in group.shown if one.text.count("plays") == 1 and "\n" not in one.text]
        assert shrunk
        # The second deal: the table's message comes after the narration, and its ledger continues.
        again = api.wait(lambda: next((one for one in group.shown if "Deal" in one.labels), None))
        assert again.id != lobby.id
        people[0].tap("Deal", again)
        api.wait(lambda: players.room.watcher.mirror.table.phase == "playing")
        while players.room.watcher.mirror.table.deals < 2:
            one = api.wait(lambda: players.asked() or players.room.watcher.mirror.table.deals == 2)
            if isinstance(one, Person):
                players.move(one, players.choose(one))
        people[1].say("/ledger", group)
        api.wait(lambda: "hands" in group.text or "Nobody has won" in group.text)
        people[0].say("/end", group)
        api.wait(lambda: "The mat is rolled up" in group.text)
        records = [bot.record(table, deal) for deal in (1, 2)]
        first, second = (next(iter(verify(all_games(), record.splitlines()))) for record in records)
        check_sequel(first.proof, second.proof)
        assert first.shuffles == 2, "the reshuffle is in the record"
        assert all(one.kind == "chat" for one in first.seats)
        assert not api.refusals
        assert not api.broken

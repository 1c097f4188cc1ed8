"""BT-18: while a deal runs, a group shows the current round only."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chieu.core.cards import pretty
from chieu.online.telegram import narrating
from chieu.online.telegram.outbox import Limits
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Bot, Players, evening, gather, sit_down, table_of
from tests.online.telegram.people import Chat, Person, Refused

_CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♣♦]")
NO_VOTE = "big2 lawrence~rsn"


def cards_in(chat: Chat) -> set[str]:
    return {card for message in chat.shown for card in _CARD.findall(message.text)}


class Watcher(Players):
    """Players who look through the group's history after every call of the bot."""

    def __init__(self, api: BotApi, bot: Bot, table: str, people: list[Person], group: Chat) -> None:
        super().__init__(api, bot, table, people)
        self.group = group
        self.rounds: list[set[str]] = [set()]
        self.histories: list[set[str]] = []
        api.after_call = lambda: self.histories.append(cards_in(group))

    def move(self, person: Person, action: Any, typed: bool = False) -> None:
        deal = self.follower(person).mirror.deal
        assert deal is not None
        if not deal.view.plays and self.rounds[-1]:
            self.rounds.append(set())
        self.rounds[-1] |= set(map(pretty, self.cards(action)))
        super().move(person, action, typed)
        self.bot.settle()
        deal = self.follower(person).mirror.deal
        assert deal is not None
        if not self.over():
            current = {pretty(card) for turn in deal.view.plays for card in turn.cards}
            assert cards_in(self.group) == current

    def check_histories(self) -> None:
        """Check that no history ever had cards of two rounds, or went back to an earlier round."""
        before = 0
        for history in self.histories:
            now = next((at for at, cards in enumerate(self.rounds) if history & cards), before)
            assert history <= self.rounds[now]
            assert now >= before
            before = now


def dealt(api: BotApi, bot: Bot) -> Watcher:
    group, people = gather(api)
    lobby = sit_down(api, group, people, NO_VOTE)
    table = table_of(lobby)
    people[0].tap("Deal", lobby)
    return Watcher(api, bot, table, people, group)


@pytest.mark.parametrize("lines", [24, 4])
def test_bt_18_a_group_shows_no_card_of_a_past_round(monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
    """With 4 lines to a message, a round takes several messages."""
    monkeypatch.setattr(narrating, "MAX_LINES", lines)
    with evening() as (api, bot):
        players = dealt(api, bot)
        while not players.over():
            person = api.wait(lambda: players.asked() or players.over())
            if isinstance(person, Person):
                if players.moves % 5 == 0:
                    person.say("/status", players.group)
                if players.moves % 7 == 0:
                    person.say("/play 2s 2s", players.group)
                during = len(players.histories)
                players.move(person, players.choose(person))
        del players.histories[during:]
        players.check_histories()
        assert len(players.rounds) > 5
        # After the deal, all of it is shown.
        api.wait(lambda: "All plays of this deal" in players.group.text)
        bot.settle()
        whole = next(message for message in players.group.shown if "All plays" in message.text)
        assert set(_CARD.findall(whole.text)) >= set().union(*players.rounds)
        titles = [text.split("\n")[0] for text in (message.text for message in players.group.shown)]
        assert titles.index("All plays of this deal") < titles.index(players.group.last.text.split("\n")[0])
        assert not players.room.note.finals
        assert not api.refusals
        assert not api.broken


def test_bt_18_a_round_that_cannot_be_edited_is_deleted() -> None:
    with evening() as (api, bot):
        players = dealt(api, bot)
        while len(players.rounds) < 4:
            person: Person = api.wait(players.asked)
            with api.changed:
                refused = Refused(400, "Bad Request: message can't be edited")
                api.failing["editMessageText"] = [refused] * (len(players.rounds) % 2)
            players.move(person, players.choose(person))
        assert any(message.gone and _CARD.search(message.text) for message in players.group.messages)


def test_bt_18_a_round_is_cleared_although_the_limit_is_reached() -> None:
    """Four tokens and no more: one is kept for the message with cards."""
    never = 1e-9
    with evening(limits=Limits((never, 5), (10_000, 10_000), (10_000, 10_000))) as (api, bot):
        group, people = gather(api)
        lobby = sit_down(api, group, people[:1], NO_VOTE)
        table = table_of(lobby)
        people[0].press(lobby, f"g:{table}:add_bot")
        people[0].press(lobby, f"g:{table}:cut")
        players = Players(api, bot, table, people[:1])

        def cleared() -> bool:
            return bool(players.room.note.cleared and players.room.note.past)

        while not cleared():
            person = api.wait(lambda: players.asked() or cleared())
            if isinstance(person, Person):
                players.move(person, players.choose(person))
        api.wait(lambda: not cards_in(group))
        group_calls = [call for call in api.calls if str(call.params.get("chat_id")) == str(group.id)]
        assert len(group_calls) == 5
        assert any(_CARD.search(call.params.get("text", "")) for call in group_calls)


def test_bursts_count_towards_twenty_messages_a_minute() -> None:
    rate, burst = Limits().group
    assert burst + rate * 60 <= 20

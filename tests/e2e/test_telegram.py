"""One table with seats in a Telegram chat and in browsers."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser

from chieu.fairness.verify import verify
from chieu.games import all_games
from tests.e2e.playing import Player, until
from tests.e2e.screens import screen
from tests.e2e.tables import join
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import table_of
from tests.online.telegram.people import Chat, Message, Person
from tests.online.telegram.processes import BotProcess


def to_act(people: list[Person]) -> tuple[Person, Message] | None:
    """Return a person in the chat who is to act, with the message that says so."""
    for person in people:
        for message in reversed(person.chat.shown):
            if "Your turn!" in message.text and message.labels:
                return person, message
    return None


def move_in_chat(person: Person, message: Message) -> None:
    """Make the first move offered, and stand as soon as the rules allow it."""
    label = next(label for label in ("Start with", "Stand", "Draw") if any(label in text for text in message.labels))
    person.press(message, message.button(label)["callback_data"])


def test_chat_and_browsers_play_one_deal_with_the_same_result(browser: Browser, tmp_path: Path) -> None:
    with BotApi().running() as api, ExitStack() as stack:
        bot = BotProcess(api, str(tmp_path / "tables.db"), "--port", "0", command="serve")
        stack.callback(bot.stop)
        group, people = api.group("Friday cards"), [api.person("Lan"), api.person("Minh")]
        people[0].say("/play xidach", group)
        lobby: Message = api.wait(lambda: next((message for message in group.shown if "Join" in message.labels), None))
        people[1].tap("Join", lobby)
        api.wait(lambda: "Minh" in lobby.text)
        table = table_of(lobby)
        screens = [stack.enter_context(screen(browser, bot.url, "desktop", "en")) for _ in range(2)]
        friends = [join(guest, f"/t/{table}", name) for guest, name in zip(screens, ("Hoa", "Vy"), strict=True)]
        api.wait(lambda: "Hoa" in lobby.text and "Vy" in lobby.text)
        shuffle = friends[0].screen
        until(
            shuffle, lambda: len(friends[0].table["shuffle"].get("commitments", ())) == 4, "a contribution is missing"
        )
        people[0].tap("Deal", lobby)
        play(api, group, people, friends)
        for friend in friends:
            until(friend.screen, lambda friend=friend: friend.deals == 1, "the deal is not over")  # type: ignore[misc]
        payoff = friends[0].deal["payoff"]  # type: ignore[index]
        result = next(line for line in group.text.splitlines() if line.startswith("Result:"))
        assert result == "Result: " + ", ".join(
            f"{name} {chips:+d}" if chips else f"{name} 0"
            for name, chips in zip(("Lan", "Minh", "Hoa", "Vy"), payoff, strict=True)
        )
        record = screens[0].record(f"/t/{table}")
        (deal,) = verify(all_games(), record.splitlines())
        assert [seat.kind for seat in deal.chairs] == ["chat", "chat", "contributes", "contributes"]
        assert [seat.proves for seat in deal.chairs] == ["nothing", "nothing", "claim", "claim"]
        assert not api.refusals


def play(api: BotApi, group: Chat, people: list[Person], friends: list[Player]) -> None:
    """Play the deal to its end in the chat and in the browsers."""
    answered: set[tuple[int, str]] = set()

    def turn_in_chat() -> tuple[Person, Message] | None:
        waiting = to_act(people)
        return None if waiting is None or (waiting[1].id, waiting[1].text) in answered else waiting

    def over() -> bool:
        return "Result:" in group.text

    while not over():
        until(
            friends[0].screen,
            lambda: over() or turn_in_chat() is not None or any(friend.legal for friend in friends),
            group.text,
        )
        if waiting := turn_in_chat():
            answered.add((waiting[1].id, waiting[1].text))
            move_in_chat(*waiting)
        for friend in friends:
            if friend.legal:
                friend.step()

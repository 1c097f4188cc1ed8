"""RT-10: a table with real cards in a chat, whose deals people enter with buttons."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from telegram import User

from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done, Refused
from chieu.online.service.ports import Unavailable
from chieu.online.service.service import TableService
from chieu.online.telegram.desk import Origin
from chieu.online.telegram.room import Room
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Bot, evening, gather, in_memory
from tests.online.telegram.people import Chat, Message, Person
from tests.waiting import PATIENCE_S


class Mat:
    """People who enter deals in a group by what they see there."""

    def __init__(self, api: BotApi, bot: Bot, group: Chat, people: list[Person]) -> None:
        self.api, self.bot, self.group, self.people = api, bot, group, people

    @property
    def room(self) -> Room:
        (room,) = self.bot.service.desk.rooms.values()
        return room

    def shows(self, text: str) -> Message:
        """Wait for a message that contains a text."""

        def find() -> Message | None:
            return next((message for message in reversed(self.group.shown) if text in message.text), None)

        message: Message = self.api.wait(find)
        self.bot.settle()  # the bot knows the number of the message
        return message

    def entry(self) -> Message | None:
        """Return the message of the open entry."""
        return next((message for message in reversed(self.group.shown) if _data(message).startswith("e:")), None)

    def tap(self, label: str, person: int = 0) -> str:
        """Wait for a button with this label in the group, tap it, and return the answer's text."""

        def find() -> tuple[Message, str] | None:
            for message in reversed(self.group.shown):
                for row in message.keyboard:
                    for button in row:
                        if button["text"] == label and "callback_data" in button:
                            return message, button["callback_data"]
            return None

        message, data = self.api.wait(find)
        query = self.people[person].press(message, data)
        answer = str(self.api.answer(query).get("text", ""))
        self.bot.settle()
        return answer

    def enter(self, *labels: str) -> None:
        """Enter the next deal, from its button on."""
        deal = self.room.real
        assert deal is not None
        if self.entry() is None:
            self.tap(f"✍️ Enter deal {deal.deal}")
        for label in labels:
            self.tap(label)

    def chips(self) -> dict[str, int]:
        return {line.name: line.chips for line in self.room.watcher.mirror.table.ledger}


def _data(message: Message) -> str:
    return next((button.get("callback_data", "") for row in message.keyboard for button in row), "")


@contextmanager
def mat(opening: str = "xidach Minh Hoa", **config: Any) -> Iterator[Mat]:
    with evening(**config) as (api, bot):
        group, people = gather(api)
        people[0].say(f"/score {opening}", group)
        table = Mat(api, bot, group, people)
        table.shows("🎴")
        yield table
        assert bot.failure is None
        assert not api.refusals
        assert not api.broken


def test_rt_10_an_evening_of_several_games() -> None:
    with mat() as table:
        # Xì Dách: a tap per seat, and who deals can be changed.
        table.enter("Dealer: Lan", "Minh", "19", "Xì Dách", "20")
        result = table.shows("Deal 1 · Xì Dách")
        assert "✨ Minh: Xì Dách" in result.text, "a rare hand has its moment"
        assert "(XD-" in result.text, "who pays whom, and why"
        assert table.chips() == {"Lan": -1, "Minh": 2, "Hoa": -1}
        assert "So far: Lan -1, Minh +2, Hoa -1" in result.text
        # In one line, by the order of the seats.
        table.people[0].say("/score 20 19 quac dealer=1", table.group)
        table.shows("Deal 2 · Xì Dách")
        assert table.chips() == {"Lan": 1, "Minh": 1, "Hoa": -2}
        # Another game at the same table, with the same ledger.
        table.people[0].say("/score big2", table.group)
        table.tap("Hong Kong")
        table.shows("Big Two · Hong Kong")
        table.enter("Hoa", "Nobody", "3", "13")
        assert "Deal 3 · Big Two" in table.shows("Deal 3").text
        before = {"Lan": 1 - 3, "Minh": 1 - 39, "Hoa": -2 + 42}
        assert table.chips() == before
        # Deal 1 is corrected from the book: Hoa had 18.
        table.tap("📒 Book")
        book = table.shows("1. Lan -1")
        assert "3. Lan -3, Minh -39, Hoa +42" in book.text
        table.tap("1")
        assert "Deal 1" in table.group.last.text
        table.tap("✎ Correct")
        table.tap("✎ Hoa")
        table.tap("18")
        table.tap("✓ Save")
        corrected = table.shows("Deal 1 · Xì Dách · corrected")
        assert corrected.id > book.id
        # Deal 3 is struck out, at the second tap.
        table.tap("📒 Book")
        table.tap("3")
        assert table.tap("✗ Strike out") == "Tap again to strike out deal 3."
        table.tap("✗ Strike out")
        table.shows("struck out")
        assert table.chips() == {"Lan": 1, "Minh": 1, "Hoa": -2}, "the loser of deal 1 pays the same with 18"
        table.tap("🤝 Settle up")
        table.shows("Hoa hands Lan 1")
        table.people[0].say("/end", table.group)
        table.shows("The mat is rolled up")


def test_rt_10_a_stranger_enters_only_as_a_person_at_the_mat() -> None:
    with mat() as table:
        stranger = 1
        assert "I am at the mat" in table.tap("✍️ Enter deal 1", stranger)
        table.enter()
        entry = table.entry()
        assert entry is not None
        before = entry.text
        assert "I am at the mat" in table.tap("19", stranger)
        for data in (_data(entry)[:-1] + "9999", f"e:{table.room.note.id}:00000000:k0", "e:::", "e:x:y:z"):
            table.people[0].press(entry, data)
        table.bot.settle()
        assert entry.text == before
        # Telegram's Minh is the Minh at the mat, and enters.
        table.tap("🙋 I am at the mat", stranger)
        table.tap("Minh", stranger)
        table.shows("Minh 📱")
        assert table.tap("19", stranger) == "Lan: 19"
        # The host decides that only they enter.
        table.tap("Only the host enters")
        assert "Only the host" in table.tap("18", stranger)
        table.tap("18")
        table.tap("20")
        assert "Result" in table.shows("Deal 1 ·").text


def test_rt_10_forged_buttons_of_the_table_change_nothing() -> None:
    with mat() as table:
        table.people[0].say("/score", table.group)
        lobby, seq = table.shows("Minh"), table.room.watcher.mirror.seq
        for verb in ("claim:", "claim:x", "claim:0", "claim:77", "out:", "out:-1", "out:99", "in:", "strike:", "show:"):
            for person in table.people[:2]:
                query = person.press(lobby, f"g:{table.room.note.id}:{verb}")
                assert "moved on" in table.api.answer(query)["text"], verb
        table.bot.settle()
        assert table.room.watcher.mirror.seq == seq


@pytest.mark.parametrize("values", [{"kind": commands.Claim, "member": -1}, {"kind": commands.SitOut, "seat": -1}])
def test_rt_10_commands_from_a_chat_meet_the_bounds_of_the_wire(values: dict[str, Any]) -> None:
    with mat() as table:
        desk, room, person = table.bot.service.desk, table.room, table.people[0]
        origin = Origin(999, User(person.id, person.name, False), table.group.id)
        kind = values.pop("kind")
        command = kind(id="forged", seq=room.watcher.mirror.seq, **values)
        answer = table.bot.call(lambda: desk.do(room, origin, command))
        assert isinstance(answer, Refused)
        assert answer.code == "bad_message"


def test_pf_44_a_tap_on_an_outdated_keyboard_changes_nothing() -> None:
    with mat() as table:
        table.enter()
        entry = table.entry()
        assert entry is not None
        old = entry.button("19")["callback_data"]
        table.tap("19")
        answer = table.api.answer(table.people[0].press(entry, old))
        assert "moved on" in answer["text"]
        table.bot.settle()
        assert "Lan (Dealer): 19" in entry.text
        assert "Minh: …" in entry.text
        # Undo goes back to the same question.
        table.tap("↩ Undo")
        assert "Lan (Dealer): …" in entry.text
        table.tap("✕ Discard")
        assert table.entry() is None


def other_phone(table: Mat, *kinds: str) -> None:
    """Enter the next deal as the host does from the page."""
    real = table.room.real
    assert real is not None
    entry = {"dealer": 0, "lines": [{"hand": kind} for kind in kinds]}
    mirror = table.room.watcher.mirror
    command = commands.Enter(
        id=f"phone {real.deal}",
        seq=mirror.seq,
        deal=real.deal,
        game="xidach",
        sheet=mirror.table.sheet,
        chairs=real.chairs,
        entry=entry,
    )
    guest = table.bot.service.desk.guest(table.people[0].id)
    answer = table.bot.call(lambda: table.bot.tables.do(table.room.note.id, guest, command))
    assert isinstance(answer, Done), answer
    table.bot.settle()


def test_rt_10_two_people_enter_the_same_deal() -> None:
    with mat() as table:
        table.enter("21", "20")
        other_phone(table, "19", "18", "17")
        table.shows("Deal 1 has been entered already. Is it the same deal?")
        assert "Result: Lan +2, Minh -1, Hoa -1" in table.group.text, "a deal from the page has its result too"
        table.tap("The same, but mine is right")
        table.tap("Quắc (bust)")
        table.tap("✓ Save")
        table.shows("Deal 1 · Xì Dách · corrected")
        table.enter("21", "20")
        other_phone(table, "19", "18", "17")
        table.tap("Another one: enter it as deal 3")
        table.tap("20")
        table.shows("Deal 3 · Xì Dách")
        table.enter("21")
        other_phone(table, "19", "18", "17")
        table.tap("The same: keep the first")
        assert table.entry() is None
        real = table.room.real
        assert real is not None
        assert real.deal == 5


def test_rt_10_the_bot_restarts_during_an_entry() -> None:
    backend = in_memory()
    with BotApi().running() as api:
        with Bot(api, backend) as bot:
            group, people = gather(api)
            people[0].say("/score xidach Minh Hoa", group)
            table = Mat(api, bot, group, people)
            table.shows("Real cards")
            table.enter("19")
            entry = table.entry()
        assert entry is not None
        with Bot(api, backend) as bot:
            table = Mat(api, bot, group, people)
            table.tap("20")
            assert "Minh: 20" in entry.text
            table.tap("18")
            assert "Result: Lan 0, Minh +1, Hoa -1" in entry.text, "the same message becomes the result"
            assert bot.failure is None
        assert [message.text for message in group.shown if "Result" in message.text] == [entry.text]


@pytest.mark.parametrize(
    ("opening", "labels", "last", "result"),
    [
        ("xidach Minh Hoa", "19 20", "18", "Result: Lan 0, Minh +1, Hoa -1"),
        ("niuniu classic Minh", "K Q J 10 5 K K K 2", "4", "bull 6 beats bull 5"),
    ],
)
def test_rt_10_an_entry_that_fails_is_sent_again(
    opening: str, labels: str, last: str, result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mat(opening) as table:
        table.enter(*labels.split())
        entry, failed = table.entry(), threading.Event()
        assert entry is not None

        async def fail(*_: object) -> None:
            table.room._refresh()  # the keyboard is removed while the command is under way
            failed.set()
            raise ConnectionError

        with monkeypatch.context() as patched:
            patched.setattr(table.bot.service.desk, "do", fail)
            table.people[0].tap(last, entry)
            assert failed.wait(PATIENCE_S)
            table.bot.settle()
        table.tap(last)
        assert result in table.shows("Result").text


def test_rt_10_a_crash_while_an_entry_is_sent_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = in_memory()
    stored: list[tuple[str, bytes]] = []
    with BotApi().running() as api:
        with Bot(api, backend) as bot:
            group, people = gather(api)
            people[0].say("/score xidach Minh Hoa", group)
            table = Mat(api, bot, group, people)
            table.shows("Real cards")
            table.enter("19", "20")
            entry, desk, room = table.entry(), bot.service.desk, table.room
            assert entry is not None

            async def hang(*_: object) -> None:
                room._refresh()
                assert desk._saving is not None
                await desk._saving
                stored.extend(await backend.notes.under("telegram "))
                await asyncio.Event().wait()

            monkeypatch.setattr(desk, "do", hang)
            people[0].tap("18", entry)
            api.wait(lambda: stored)
        for name, note in stored:  # as they were when the bot died
            asyncio.run(backend.notes.write(name, note))
        with Bot(api, backend) as bot:
            table = Mat(api, bot, group, people)
            result = table.shows("Result: Lan 0, Minh +1, Hoa -1")
            assert result is entry, "the tap comes again"
            assert bot.failure is None


def test_rt_10_a_reply_that_comes_again_is_skipped() -> None:
    backend = in_memory()
    with BotApi().running() as api:
        with Bot(api, backend) as bot:
            group, people = gather(api)
            people[0].say("/score rummy Minh, Hoa", group)
            table = Mat(api, bot, group, people)
            table.shows("Hoa")
            table.enter("Lan")
            entry = table.entry()
            assert entry is not None
            with api.changed:
                people[0].reply(entry, "35")
                again = api.updates[-1]
            table.shows("Minh: 35")
        with api.changed:
            api.updates.append(again)
        with Bot(api, backend) as bot:
            table = Mat(api, bot, group, people)
            bot.settle()
            assert "Hoa: …" in entry.text
            assert "Result" not in group.text
            people[0].reply(entry, "20")
            table.shows("Result")
            assert bot.failure is None


def test_rt_10_a_question_with_keys_is_not_answered_by_a_reply() -> None:
    with mat("big2 Minh Hoa") as table:
        table.people[0].say("/score big2", table.group)
        table.tap("Hong Kong")
        table.shows("Big Two · Hong Kong")
        table.enter("Hoa")  # and then who is liable
        entry = table.entry()
        assert entry is not None
        for text in ("Minh", "2", "9"):
            table.people[0].reply(entry, text)
        table.shows("Answer this question with its buttons.")
        for label in ("Nobody", "3", "13"):
            table.tap(label)
        assert "Result" in table.shows("Deal 1 ·").text


def test_rt_10_typed_numbers_are_within_bounds() -> None:
    with mat("rummy Minh Hoa") as table:
        table.enter("Lan")
        entry = table.entry()
        assert entry is not None
        for text in ("--5", "-500", "99999", "x"):
            shown = len(table.group.shown)
            table.people[0].reply(entry, text)
            table.bot.settle()
            assert "Reply to this message with a number" in table.group.shown[shown].text
        assert "Minh: …" in entry.text
        table.people[0].reply(entry, "35")
        table.shows("Minh: 35")


def test_pf_44_two_taps_on_the_same_rank_add_one() -> None:
    with mat("niuniu classic Minh") as table:
        table.enter("K")
        entry = table.entry()
        assert entry is not None
        queen = entry.button("Q")["callback_data"]
        for _ in range(2):
            table.people[0].press(entry, queen)
        table.bot.settle()
        assert "K Q" in entry.text
        assert "K Q Q" not in entry.text


def test_rt_10_another_tap_cancels_striking_out() -> None:
    with mat() as table:
        table.people[0].say("/score 19 18 20", table.group)
        table.shows("Deal 1 ·")
        assert "Tap again" in table.tap("✗ Strike out")
        table.tap("🤝 Settle up")
        assert "Tap again" in table.tap("✗ Strike out")
        table.tap("✗ Strike out")
        table.shows("struck out")


def test_rt_10_every_update_twice_enters_each_deal_once() -> None:
    with mat() as table:
        table.api.twice = True
        table.enter("19", "20", "18")
        table.enter("19", "20", "18")
        real = table.room.real
        assert real is not None
        assert real.deal == 3
        assert table.chips() == {"Lan": 0, "Minh": 2, "Hoa": -2}


def test_rt_10_an_old_deal_is_corrected_from_the_book() -> None:
    with mat() as table:
        for deal in range(1, 8):
            table.people[0].say("/score 19 18 20", table.group)
            table.shows(f"Deal {deal} ·")
        table.tap("📒 Book")
        table.tap("1")
        table.tap("✎ Correct")
        table.tap("✎ Minh")
        table.tap("20")
        table.tap("✓ Save")
        assert "Result: Lan -2, Minh +1, Hoa +1" in table.shows("Deal 1 · Xì Dách · corrected").text
        assert table.chips() == {"Lan": -2, "Minh": -5, "Hoa": 7}


class FailingOnce:
    """A table service that cannot read entered deals the first time."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self.failed = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._service, name)

    async def entered(self, *args: Any) -> Any:
        if not self.failed:
            self.failed = True
            raise Unavailable
        return await self._service.entered(*args)


def test_rt_10_an_old_deal_is_shown_once_the_store_answers_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with mat() as table:
        for deal in range(1, 8):
            table.people[0].say("/score 19 18 20", table.group)
            table.shows(f"Deal {deal} ·")
        table.tap("📒 Book")
        table.tap("1")
        table.tap("✎ Correct")
        table.tap("✎ Minh")
        table.tap("20")
        service = FailingOnce(table.bot.tables)
        monkeypatch.setattr(table.bot.service.desk, "service", service)
        table.tap("✓ Save")
        table.shows("Deal 1 · Xì Dách · corrected")
        assert service.failed


def test_rt_10_a_deal_takes_few_messages() -> None:
    """Telegram allows a group twenty messages and edits a minute."""
    with mat("xidach Minh Hoa Tú") as table:
        calls = len(_sent(table))
        table.enter("19", "20", "18", "Quắc (bust)")
        assert len(_sent(table)) - calls <= 7
        assert sum("Deal 1 ·" in message.text for message in table.group.shown) == 1


def _sent(table: Mat) -> list[str]:
    group = str(table.group.id)
    return [call.method for call in table.api.calls if str(call.params.get("chat_id")) == group]


def test_rt_10_people_and_numbers_are_typed_as_replies() -> None:
    with mat("rummy") as table:
        lobby = table.shows("Not enough people yet")
        assert "Minh" not in lobby.text
        table.people[0].reply(lobby, "Minh, Cô Hoa")
        table.shows("Cô Hoa")
        table.enter("Lan")
        entry = table.entry()
        assert entry is not None
        assert "Reply to this message with a number" in entry.text
        table.people[1].reply(entry, "35")
        table.bot.settle()
        assert "Minh: …" in entry.text, "a stranger's reply is refused"
        table.people[0].reply(entry, "35")
        table.shows("Minh: 35")
        table.people[0].reply(entry, "7")
        table.bot.settle()
        assert "⚠️" in entry.text, "points that no cards make"
        table.tap("✎ Cô Hoa")
        table.people[0].reply(entry, "20")
        table.shows("Deal 1 · ")
        table.bot.settle()
        assert sum(table.chips().values()) == 0
        assert table.chips()["Lan"] > 0


def test_rt_10_ranks_are_tapped_and_a_refusal_asks_for_more() -> None:
    with mat("niuniu classic Minh") as table:
        table.enter("K", "Q", "J", "10")
        table.tap("⌫")
        table.enter("10", "5")
        entry = table.entry()
        assert entry is not None
        assert "Lan (Banker): K Q J 10 5" in entry.text
        table.tap("By hand")
        assert "bulls of Minh and Lan decide" in table.tap(entry.labels[1])
        assert "➤ Minh: Bull" in entry.text, "the bull decides"
        table.tap("7")
        assert "(NN-" in table.shows("Deal 1 ·").text


def test_rt_10_score_alone_asks_for_game_and_rules() -> None:
    with evening() as (api, bot):
        group, people = gather(api)
        table = Mat(api, bot, group, people)
        people[0].say("/score", group)
        table.tap("Xì Dách")
        table.tap("VIP hall")
        lobby = table.shows("🎴 Xì Dách · VIP hall")
        people[0].reply(lobby, "Minh Hoa")
        table.shows("Hoa")
        table.enter("18", "Stake: 1")
        people[0].say("/score", group)
        bot.settle()
        entry = table.entry()
        assert entry is group.last, "the open entry is shown again at the end"
        people[0].reply(entry, "5")
        table.shows("Minh: 5")
        table.tap("19")
        table.tap("17")
        assert table.chips() == {"Lan": -4, "Minh": 5, "Hoa": -1}
        table.enter("18", "20", "20")
        assert table.chips() == {"Lan": -10, "Minh": 10, "Hoa": 0}, "the stake stays"
        assert len(bot.service.desk.book.tables) == 1


def test_rt_10_people_sit_out_and_come_back() -> None:
    with mat() as table:
        table.tap("👥 Who plays")
        table.tap("➖ Hoa")
        table.shows("(sits out)")
        table.enter("19", "20")
        assert table.chips() == {"Lan": -1, "Minh": 1}
        table.tap("👥 Who plays")
        table.tap("➕ Hoa")
        table.enter("19", "20", "18")
        assert table.chips() == {"Lan": -1, "Minh": 2, "Hoa": -1}


def test_pf_35_names_at_the_mat_contain_no_markup_or_link() -> None:
    with mat("xidach <b>x t.me/spam @everyone") as table:
        table.enter("19", "20", "18", "17")
        for message in table.group.shown:
            assert not message.links, message.text

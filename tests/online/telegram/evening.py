"""A bot on a table service in this process, with a Bot API on loopback and people in a group."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import msgspec

from chieu.bots import bot_of, usual_bot
from chieu.core import sheets
from chieu.core.cards import Card
from chieu.core.rng import Rng
from chieu.core.text.choices import Choices, cards_of
from chieu.core.text.hand_order import own_cards
from chieu.online.service.ports import Entropy
from chieu.online.service.service import TableService
from chieu.online.storage.backends import Backend, single_process
from chieu.online.telegram.following import Follower
from chieu.online.telegram.hand import copies, digest
from chieu.online.telegram.outbox import Limits
from chieu.online.telegram.room import Room
from chieu.online.telegram.service import Config, TelegramService
from chieu.online.telegram.texts import teller
from tests.online.odds_workers import lab
from tests.online.storage.memory import MemoryArchive, MemoryLog, SeededEntropy
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.people import Chat, Message, Person
from tests.waiting import PATIENCE_S, eventually

T = TypeVar("T")
FAST = Limits((10_000, 10_000), (10_000, 10_000), (10_000, 10_000))
KEY = b"k" * 32
FREE = "<i>"  # marks a free seat in the table's message
PEOPLE = ("Lan", "Minh", "Hoa", "Tú")


class _Log(MemoryLog):
    async def close(self) -> None:
        """Nothing to do."""


def in_memory() -> Backend:
    log = _Log()
    return single_process(log, MemoryArchive(log))


class Bot:
    """The bot in its own thread, so that tests can play people who wait for messages."""

    def __init__(
        self, api: BotApi, backend: Backend, limits: Limits = FAST, entropy: Entropy | None = None, **config: Any
    ) -> None:
        self.backend = backend
        self.odds = lab()
        self.service: TelegramService
        self.tables: TableService
        self._api = api
        self._token = api.token
        self._limits = limits
        self._config = config
        self._entropy = entropy or SeededEntropy(1)
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._task: asyncio.Task[None] | None = None
        self.failure: BaseException | None = None

    def __enter__(self) -> Bot:
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop)
        self._thread.join(PATIENCE_S)

    def _stop(self) -> None:
        assert self._task is not None
        self._task.cancel()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._main())
        except asyncio.CancelledError:
            pass
        except BaseException as error:
            self.failure = error
        finally:
            self._ready.set()
            self._loop.close()

    async def _main(self) -> None:
        backend = self.backend
        await backend.start()
        self.tables = TableService(
            backend.log, backend.bus, backend.presence, backend.clock, self._entropy, archive=backend.archive
        )
        config = Config(token=self._token, api=self._api.url, **self._config)
        self.service = TelegramService(config, self.tables, backend.notes, self._entropy, KEY, self.odds, self._limits)
        self._task = asyncio.current_task()
        self._ready.set()
        waking = asyncio.create_task(self.tables.run())
        try:
            await self.service.run()
        finally:
            waking.cancel()
            await asyncio.gather(waking, return_exceptions=True)

    def call(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a coroutine in the bot's thread."""
        return asyncio.run_coroutine_threadsafe(work(), self._loop).result(PATIENCE_S)

    def settle(self) -> None:
        """Wait until all updates are handled and the chats show every table as it is."""
        self._api.wait(lambda: not self._api.updates)
        self.call(self._settled)

    async def _settled(self) -> None:
        for table, room in list(self.service.desk.rooms.items()):
            last = msgspec.json.decode(await self.tables.view(table, None))["seq"]
            await eventually(partial(_shows, room, last))
        await self.service.desk.outbox.idle()

    def record(self, table: str, deal: int) -> str:
        return self.call(lambda: self.tables.record(table, deal))


def _shows(room: Room, last: int) -> bool:
    followers = (room.watcher, *room.followers.values())
    return room._refreshing is None and all(follower.mirror.seq >= last for follower in followers)


@contextmanager
def evening(backend: Backend | None = None, limits: Limits = FAST, **config: Any) -> Iterator[tuple[BotApi, Bot]]:
    with BotApi().running() as api, Bot(api, backend or in_memory(), limits, **config) as bot:
        yield api, bot


def gather(api: BotApi, language: str = "en", names: tuple[str, ...] = PEOPLE) -> tuple[Chat, list[Person]]:
    """Create a group of people who have all started the bot."""
    return api.group("Friday cards"), [api.person(name, language) for name in names]


def sit_down(api: BotApi, group: Chat, people: list[Person], game: str) -> Message:
    """Let the first person open a table and the others join; return the table's message."""
    people[0].say(f"/play {game}", group)
    lobby: Message = api.wait(lambda: next((message for message in group.shown if _joins(message)), None))
    for person in people[1:]:
        if FREE not in lobby.html:
            people[0].press(lobby, _joins(lobby).replace(":join", ":more"))
            api.wait(lambda: FREE in lobby.html)
        person.press(lobby, _joins(lobby))
        api.wait(partial(_named, lobby, person))
    return lobby


def _joins(message: Message) -> str:
    every = [button.get("callback_data", "") for row in message.keyboard for button in row]
    return next((data for data in every if data.endswith(":join")), "")


def _raised(follower: Follower, name: str) -> bool:
    return name in follower.raised


def _named(lobby: Message, person: Person) -> bool:
    return person.name in lobby.text


def table_of(lobby: Message) -> str:
    return str(lobby.button("Join")["callback_data"].split(":")[1])


class Players:
    """People at one table who tap what they see. A bot of the game chooses their moves."""

    def __init__(self, api: BotApi, bot: Bot, table: str, people: list[Person], seed: int = 1) -> None:
        self.api, self.bot, self.table, self.people = api, bot, table, people
        self.rng = Rng(seed)
        self.moves = 0
        self.left: list[int] = []  # number of cards left after each play

    @property
    def room(self) -> Room:
        return self.bot.service.desk.rooms[self.table]

    def follower(self, person: Person) -> Follower:
        return self.room.followers[person.id]

    def asked(self) -> Person | None:
        return next(
            (person for person in self.people if person.id in self.room.followers and self.follower(person).to_act),
            None,
        )

    def over(self) -> bool:
        table = self.room.watcher.mirror.table
        return table.phase == "between" and table.deals > 0

    @staticmethod
    def cards(action: Any) -> list[Card]:
        return cards_of(action)

    def choose(self, person: Person) -> Any:
        """Return the move that the game's usual bot would make."""
        mirror, seat = self.follower(person).mirror, self.follower(person).seat
        assert mirror.deal is not None
        assert seat is not None
        rules = sheets.from_code(mirror.game, mirror.table.sheet)
        return bot_of(mirror.game, usual_bot(mirror.game))(rules, seat, self.rng).act(
            mirror.deal.view, mirror.deal.legal
        )

    def move(self, person: Person, action: Any, typed: bool = False) -> None:
        """Tap the cards and the button, or type the move; wait until the table has changed."""
        follower = self.follower(person)
        seq = follower.mirror.seq
        held = cards_of(action)
        deal, seat = follower.mirror.deal, follower.seat
        assert deal is not None
        assert seat is not None
        if held:
            self.left.append(len(deal.view.seats[seat].cards or ()) - len(held))
        if typed:
            before = len(person.chat.messages)
            person.say(" ".join(map(str, held)).lower() if held else self._in_words(follower, action))
            self.api.wait(lambda: follower.mirror.seq > seq or self._several(person, before))
            if (asks := self._several(person, before)) is not None and follower.mirror.seq == seq:
                person.press(
                    asks,
                    next(
                        button["callback_data"]
                        for row in asks.keyboard
                        for button in row
                        if button["callback_data"].endswith(digest(action))
                    ),
                )
        else:
            for name in self._copies(person, held):
                self.tap(person, f":{name}")
                self.api.wait(partial(_raised, follower, name))
            self.tap(person, f":{seq}:{digest(action)}")  # not the same action on an outdated screen (PF-44)
        self.api.wait(lambda: follower.mirror.seq > seq)
        self.moves += 1

    def _in_words(self, follower: Follower, action: Any) -> str:
        """Return an action as people type it."""
        mirror = follower.mirror
        assert mirror.deal is not None
        return Choices(mirror.game, teller(mirror.table, "en"), mirror.deal.legal).typed(action)

    def _several(self, person: Person, after: int) -> Message | None:
        """Return the message that asks which of several moves was meant."""
        return next((shown for shown in person.chat.messages[after:] if shown.text.startswith("You may")), None)

    def _copies(self, person: Person, held: list[Card]) -> list[str]:
        deal, seat = self.follower(person).mirror.deal, self.follower(person).seat
        assert deal is not None
        assert seat is not None
        known = copies(own_cards(deal.view, seat))
        out: list[str] = []
        for card in held:
            out.append(next(name for name in known if name.startswith(f"{card}.") and name not in out))
        return out

    def tap(self, person: Person, ending: str) -> str:
        """Wait for a button whose data ends with a text, and tap it."""

        def find() -> tuple[Message, str] | None:
            for message in reversed(person.chat.shown):
                for row in message.keyboard:
                    for button in row:
                        if button.get("callback_data", "").endswith(ending):
                            return message, button["callback_data"]
            return None

        message, data = self.api.wait(find)
        return person.press(message, data)

    def play(self, typed: Callable[[int], bool] = lambda move: move % 3 == 2) -> None:
        """Play to the end of the deal."""
        while not self.over():
            person = self.api.wait(lambda: self.asked() or self.over())
            if isinstance(person, Person):
                self.move(person, self.choose(person), typed(self.moves))

"""A table in its chat: what the group and each player's own chat should show of it, and what is sent on behalf of
people who have no client of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from chieu.core.game import AnyGame
from chieu.core.text.hand_order import own_cards
from chieu.core.text.languages import Lang
from chieu.online.protocol.announcements import DealStarted, Happening
from chieu.online.service.fair_queue import Share
from chieu.online.service.service import OldLink
from chieu.online.telegram import hand
from chieu.online.telegram.following import Contributions, Follower
from chieu.online.telegram.lobby import Links, lobby
from chieu.online.telegram.narrating import Finished, Round, final
from chieu.online.telegram.notebook import FinalLook, TableNote
from chieu.online.telegram.pages import Page, escaped
from chieu.online.telegram.texts import say
from chieu.online.telegram.wording import names, teller

if TYPE_CHECKING:
    from chieu.online.telegram.desk import Desk

SETTLE_S: Final = 0.02  # what happens together is shown together


class Room:
    """One table. `note` is what has to be remembered of it."""

    def __init__(self, desk: Desk, game: AnyGame, note: TableNote) -> None:
        self.game = game
        self.note = note
        self.watcher = Follower(desk.house, note.id, game, None, self._changed)
        self.followers: dict[int, Follower] = {}
        self._desk = desk
        self._round = Round(note)
        self._contributions: dict[int, Contributions] = {}
        self._heard: list[Happening] = []
        self._refreshing: asyncio.TimerHandle | None = None
        self._phase = ""
        self._rate_key = (Share(f"telegram {note.chat}"),)
        self._tasks: set[asyncio.Task[None]] = set()
        self.used = asyncio.get_running_loop().time()

    async def open(self) -> None:
        """Begins to follow the table, from where it was left off."""
        note, outbox = self.note, self._desk.outbox
        if note.lobby is not None:
            outbox.known(note.chat, self._slot("lobby"), note.lobby)
        if note.round is not None:
            outbox.known(note.chat, self._slot(f"round {note.began}"), note.round)
        for one in (*note.parts, *note.finals):
            outbox.known(note.chat, self._slot(f"round {one.began}"), one.number)
            self._leave(one)
        for person, number in note.hands.items():
            outbox.known(person, self._slot("hand"), number)
        await self._watch()
        for person in note.people:
            await self.follow(person)

    async def _watch(self) -> None:
        """PF-8: the chat is no guest, and watches by a link. When that is renewed it goes on by the new one if there
        are members among its people; else `OldLink`."""
        key = await self._desk.key_of(self.note.id)
        if key != self.note.key and not await self._desk.has_members(self):
            raise OldLink(self.note.id)
        self.note.key = key
        await self.watcher.start(self._rate_key, key, self._shut, self.note.seen, self.note.epoch)

    def _shut(self) -> None:
        self.watcher.end()
        self._spawn(self._watch_on())

    async def _watch_on(self) -> None:
        try:
            await self._watch()
        except OldLink:
            await self._desk.shut_out(self.note)

    async def follow(self, person: int) -> None:
        """Somebody plays from here."""
        if person not in self.followers:
            follower = Follower(self._desk.house, self.note.id, self.game, self._desk.guest(person), self._changed)
            self.followers[person] = follower
            self._contributions[person] = Contributions(self._desk.entropy)
            await follower.start(self._rate_key, await self._desk.key_of(self.note.id), follower.end)

    def unfollow(self, person: int) -> None:
        """Somebody does not any more."""
        follower = self.followers.pop(person, None)
        if follower is not None:
            follower.end()
            del self._contributions[person]
            self._desk.outbox.drop(person, self._slot("hand"), delete=True)
            self.note.hands.pop(person, None)

    def roll_up(self) -> None:
        """Nothing can be tapped here any more."""
        self.note.open = False
        self.touch()

    def close(self) -> None:
        """Follows the table no more."""
        if self._refreshing is not None:
            self._refreshing.cancel()
        self.watcher.end()
        for follower in self.followers.values():
            follower.end()
        self.followers.clear()
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()

    @property
    def lang(self) -> Lang:
        return self._desk.language(self.note.chat)

    @property
    def quiet(self) -> bool:
        """Nothing goes on that would be missed."""
        return bool(self.watcher.mirror.seq) and self.watcher.mirror.table.phase == "between"

    # Changes

    def _changed(self, follower: Follower, happened: Sequence[Happening]) -> None:
        if follower is self.watcher:
            self._heard += happened
        self.used = asyncio.get_running_loop().time()
        self.touch()

    def touch(self) -> None:
        """Something may look otherwise now."""
        if self._refreshing is None:
            self._refreshing = asyncio.get_running_loop().call_later(SETTLE_S, self._refresh)

    def _refresh(self) -> None:
        self._refreshing = None
        if not self.watcher.mirror.seq:
            return
        self._contribute()
        if self.note.chat > 0 or self._desk.reachable(self.note.chat):
            self._tell()
        else:
            self._heard = _of_the_last_deal(self._heard)  # what will be told if the group comes back
        for person, follower in self.followers.items():
            if follower.mirror.seq:
                self._show_hand(person, follower)
        self._desk.save(self.note)

    def _tell(self) -> None:
        """What the group sees."""
        mirror, note, lang = self.watcher.mirror, self.note, self.lang
        phraser = teller(self.game, mirror.table, lang)
        self._round.hear(self._heard, phraser, mirror.table, mirror.deal)
        self._heard.clear()
        note.seen, note.epoch = max(note.seen, mirror.seq), mirror.table.epoch
        for one in self._round.done:
            self._finish(one)
        self._round.done.clear()
        page = self._round.page(phraser, mirror.table, None if mirror.deal is None else mirror.deal.view)
        if page is not None:
            self._desk.outbox.show(note.chat, self._slot(f"round {note.began}"), page, topic=note.topic)
        over = self._phase == "playing" and mirror.table.phase == "between"
        self._phase = mirror.table.phase
        note.open = note.open or mirror.table.phase != "between"  # somebody deals on, on the page
        if note.open:
            shown = lobby(self.game, mirror.table, lang, self.links(), self._unreached())
            self._desk.outbox.show(note.chat, self._slot("lobby"), shown, again=over, topic=note.topic)

    def _finish(self, one: Finished) -> None:
        """A message looks like this in the end. One that was never sent is told in the next."""
        outbox, note, name = self._desk.outbox, self.note, self._slot(f"round {one.began}")
        number = outbox.slot(note.chat, name).number
        if number is None:
            outbox.drop(note.chat, name)
            note.html[:0] = one.lines
        else:
            look = FinalLook(one.began, number, final(one.lines).text)
            (note.parts if one.how == "part" else note.finals).append(look)
            self._leave(look)
        if one.how != "part":  # BT-18: with the round what was told of it before goes too
            parts = [FinalLook(part.began, part.number, "") if one.how == "shrunk" else part for part in note.parts]
            note.parts, note.finals = [], [*note.finals, *parts]
            for part in parts:
                self._leave(part)

    def _leave(self, look: FinalLook) -> None:
        """A message is to look like this, or to go."""
        name = self._slot(f"round {look.began}")
        outbox, chat = self._desk.outbox, self.note.chat
        if look.text:
            outbox.show(chat, name, Page(look.text), later=True, topic=self.note.topic)
            if not outbox.slot(chat, name).due:
                self.settled(chat, f"round {look.began}")
        else:
            outbox.drop(chat, name, delete=True)

    def _show_hand(self, person: int, follower: Follower) -> None:
        """What somebody sees in their own chat. A new message comes when it is their turn, or a new deal begins; also
        when the bot is started in their turn, since it may have sent messages that it does not know of."""
        mirror = follower.mirror
        if follower.seat is None:
            self._desk.outbox.drop(person, self._slot("hand"), delete=True)
            return
        deal = None if mirror.deal is None else mirror.deal.number
        asked = follower.to_act
        again = (asked and not follower.asked) or (follower.deal is not None and deal != follower.deal)
        follower.raised = [one for one in follower.raised if one in self._held(follower)]
        known = self._desk.person(person)
        page = hand.page(self.game, follower, known, self._desk.title(self.note.chat), self.links())
        if not self.note.open:
            page = Page(page.text, (), page.picture)
        follower.asked, follower.deal = asked, deal
        if known.reachable is not False:
            loud = Page(page.text, page.buttons, page.picture, loud=asked)
            self._desk.outbox.show(person, self._slot("hand"), loud, again=again)

    def _held(self, follower: Follower) -> list[str]:
        deal, seat = follower.mirror.deal, follower.seat
        return [] if deal is None or seat is None else hand.copies(own_cards(deal.view, seat))

    def seats(self, person: int) -> bool:
        """Whether somebody has a seat here."""
        return person in self.followers and self.followers[person].seat is not None

    def show_hand_again(self, person: int) -> bool:
        """Sends somebody's hand anew; False if they have none here."""
        if not self.seats(person):
            return False
        self._show_hand(person, self.followers[person])
        slot = self._desk.outbox.slot(person, self._slot("hand"))
        if slot.wanted is not None:
            self._desk.outbox.show(person, self._slot("hand"), slot.wanted, again=True)
        return True

    def _contribute(self) -> None:
        """PF-22: on behalf of who plays here."""
        for person, follower in self.followers.items():
            if follower.mirror.seq and follower.seat is not None and follower.guest is not None:
                command = self._contributions[person].due(follower.mirror, follower.seat)
                if command is not None:
                    self._desk.house.command(self.note.id, follower.guest, command, _nobody_waits)

    def _unreached(self) -> list[str]:
        """People with a seat whom the bot may not write to."""
        called = names(self.watcher.mirror.table, self.lang)
        seats = [(person, follower.seat) for person, follower in self.followers.items() if follower.mirror.seq]
        return [
            called[seat] for person, seat in seats if seat is not None and self._desk.person(person).reachable is False
        ]

    def links(self) -> Links:
        """Where else this table can be played."""
        return self._desk.links(self.note.id, self.watcher.mirror.table.key)

    def status(self, person: int | None, lang: Lang) -> Page:
        """The table as text: as somebody sees it, or as anybody does."""
        follower = self.watcher if person is None else self.followers.get(person, self.watcher)
        mirror = follower.mirror
        if mirror.deal is None:
            return lobby(self.game, mirror.table, lang, self.links(), ())
        lines = self.game.presentation.show(mirror.deal.view, lang, names(mirror.table, lang))
        return Page("\n".join(map(escaped, lines)) or say("shuffling", lang))

    # Messages

    def _slot(self, what: str) -> str:
        return f"{self.note.id} {what}"

    def sent(self, chat: int, what: str, number: int) -> None:
        """A message has a number."""
        if what == "lobby":
            self.note.lobby = number
        elif what == "hand":
            self.note.hands[chat] = number
        elif what == f"round {self.note.began}":
            self.note.round = number
        self._desk.save(self.note)

    def settled(self, chat: int, what: str) -> None:
        """A message looks as it should; one that is to be left alone then is."""
        kind, _, began = what.partition(" ")
        finals = [one for one in self.note.finals if str(one.began) == began]
        if kind == "round" and finals:
            self.note.finals = [one for one in self.note.finals if one not in finals]
            self._desk.outbox.drop(chat, self._slot(what))
            self._desk.save(self.note)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _nobody_waits(answer: object) -> None:
    """What comes of it is in the next picture."""


def _of_the_last_deal(heard: list[Happening]) -> list[Happening]:
    starts = [place for place, one in enumerate(heard) if isinstance(one, DealStarted)]
    return heard[starts[-1] :] if starts else heard

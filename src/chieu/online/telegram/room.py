"""A table in its chat: keeps the messages in the group and in each player's own chat up to date.

It also contributes to shuffles for the people who play from there, since they have no client of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from chieu.core.text.languages import Lang
from chieu.online.protocol.announcements import DealStarted, GameChanged, Happening, RulesChanged
from chieu.online.protocol.views import EnteredInfo, RealTable
from chieu.online.service.fair_queue import Share
from chieu.online.service.ports import Unavailable
from chieu.online.table.seating import NotAdmittedCode
from chieu.online.telegram import hand, scoring
from chieu.online.telegram.following import Contributions, Follower
from chieu.online.telegram.lobby import Links, lobby
from chieu.online.telegram.narrating import ENTRIES, Narration
from chieu.online.telegram.notebook import TableNote
from chieu.online.telegram.pages import MAX_TEXT, Page, escaped, fitting
from chieu.online.telegram.scoring import entry_page
from chieu.online.telegram.texts import deal_names, deal_teller, names, say, teller

if TYPE_CHECKING:
    from chieu.online.telegram.desk import Desk

SETTLE_S: Final = 0.02  # changes within this time are shown at once
_RETRY_S: Final = 0.5


class Room:
    """One table. `note` is the part that survives a restart."""

    def __init__(self, desk: Desk, note: TableNote) -> None:
        self.note = note
        self.watch: set[int] = set()  # PF-11: members who the host chose to watch
        self.watcher = Follower(desk.service, note.id, None, self._changed)
        self.followers: dict[int, Follower] = {}
        self._desk = desk
        self._narration = Narration(note)
        self._contributions: dict[int, Contributions] = {}
        self._unread: list[Happening] = []
        self._refreshing: asyncio.TimerHandle | None = None
        self._phase = ""
        self._older: dict[int, EnteredInfo] = {}  # deals that changed and are not in the view
        self._rate_key = (Share(f"telegram {note.chat}"),)
        self._tasks: set[asyncio.Task[None]] = set()
        self.used = asyncio.get_running_loop().time()

    async def open(self) -> None:
        """Follow the table, starting from the note."""
        note, outbox = self.note, self._desk.outbox
        if note.lobby is not None:
            outbox.slot(note.chat, self._slot("lobby")).number = note.lobby
        if note.narration is not None:
            outbox.slot(note.chat, self._slot(f"round {note.began}")).number = note.narration
        if note.entry is not None:
            outbox.slot(note.chat, self._slot(note.entry.slot)).number = note.entry.number
        for look in (*note.parts, *note.finals):
            outbox.slot(note.chat, self._slot(look.slot)).number = look.number
        self._show_final_looks()
        for chat, number in note.statuses.items():
            outbox.slot(chat, self._slot("status")).number = number
        for person, number in note.hands.items():
            outbox.slot(person, self._slot("hand")).number = number
        await self._watch()
        for person in note.people:
            await self.follow(person)

    async def _watch(self) -> None:
        """PF-8: subscribe as the chat, which is not a guest. Raise `NotAdmitted`.

        It watches by the table's link, or because one of its people is a member.
        """
        note, chat = self.note, partial(self._desk.guests_of, self)
        await self._desk.service.check_link(note.id, None, note.key, chat())
        await self.watcher.start(self._rate_key, note.key, self._not_admitted, note.seen, note.epoch, chat)

    def _not_admitted(self, code: NotAdmittedCode) -> None:
        self.watcher.end()
        self._start(self._desk.shut_out(self.note, code))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def follow(self, person: int) -> None:
        """Subscribe for a person who plays from this chat."""
        if person not in self.followers:
            follower = Follower(self._desk.service, self.note.id, self._desk.guest(person), self._changed)
            self.followers[person] = follower
            self._contributions[person] = Contributions(self._desk.entropy)
            await follower.start(self._rate_key, await self._desk.key_of(self.note.id), lambda _: follower.end())

    async def admit(self, person: int) -> None:
        """Follow the table for a person who joined it from the chat, also after a restart."""
        await self.follow(person)
        if person not in self.note.people:
            self.note.people.append(person)
            self._desk.save(self.note)
        self._desk.add_table(person, self.note.id)

    def unfollow(self, person: int) -> None:
        """End the subscription of a person who left, and delete the message with their hand."""
        follower = self.followers.pop(person, None)
        if follower is not None:
            follower.end()
            del self._contributions[person]
            self._desk.outbox.drop(person, self._slot("hand"), delete=True)
            self.note.hands.pop(person, None)
        self.note.people = [other for other in self.note.people if other != person]
        self._desk.save(self.note)

    def close(self) -> None:
        """Stop following the table."""
        if self._refreshing is not None:
            self._refreshing.cancel()
        self.watcher.end()
        for follower in self.followers.values():
            follower.end()
        self.followers.clear()
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()

    def follower(self, person: int) -> Follower:
        """Return a person's subscription, or the chat's own if they do not play from here."""
        return self.followers.get(person, self.watcher)

    @property
    def real(self) -> RealTable | None:
        """The next deal and the last ones, if people play with real cards here."""
        return self.watcher.mirror.table.real if self.watcher.mirror.seq else None

    @property
    def quiet(self) -> bool:
        """Tell whether the table is between deals, so that nothing is missed by not following it."""
        return bool(self.watcher.mirror.seq) and self.watcher.mirror.table.phase == "between"

    # Changes

    def _changed(self, follower: Follower, happened: Sequence[Happening]) -> None:
        if follower is self.watcher:
            self._unread += happened
        self.used = asyncio.get_running_loop().time()
        self.touch()

    def touch(self) -> None:
        """Refresh the messages soon."""
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
            self._unread = _of_the_last_deal(self._unread)  # shown if the group lets the bot in again
        for person, follower in self.followers.items():
            if follower.mirror.seq:
                self._show_hand(person, follower)
        self._desk.save(self.note)

    def _tell(self) -> None:
        """Update the messages in the group."""
        mirror, note, lang = self.watcher.mirror, self.note, self._desk.language(self.note.chat)
        if mirror.table.real is not None:
            self._tell_entered(mirror.table.real)
            return
        around, phraser = teller(mirror.table, lang), deal_teller(mirror, lang)
        phraser = phraser if mirror.deal is None else phraser.at(mirror.deal.view)
        round_before = note.cleared
        self._narration.hear(self._unread, around, phraser, mirror.table, mirror.deal)
        self._unread.clear()
        note.seen, note.epoch = max(note.seen, mirror.seq), mirror.table.epoch
        if note.cleared != round_before:
            self._delete_statuses()
        if not note.over:
            self._show_final_looks()
        page = self._narration.page(phraser, mirror.table, None if mirror.deal is None else mirror.deal.view)
        if page is not None:
            self._desk.outbox.show(note.chat, self._slot(f"round {note.began}"), page, topic=note.topic)
        if note.over:  # the result first, and then all of the deal
            self._show_final_looks()
        over = self._phase == "playing" and mirror.table.phase == "between"
        self._phase = mirror.table.phase
        note.open = note.open or mirror.table.phase != "between"  # the next deal was started on the page
        if note.open:
            shown = self._lobby_page(lang)
            self._desk.outbox.show(note.chat, self._slot("lobby"), shown, again=over, topic=note.topic)

    def _tell_entered(self, real: RealTable) -> None:
        """RT-5: update the messages of a table with real cards: results, the open entry, who is there."""
        table, note, lang = self.watcher.mirror.table, self.note, self._desk.language(self.note.chat)
        deals = {info.deal: info for info in real.entered} | self._older
        changed = {event.deal for event in self._unread if isinstance(event, ENTRIES) and event.seq > note.seen}
        if older := changed.difference(deals):
            self._start(self._read_older(older))
            return
        self._older.clear()
        self._narration.hear_entered(self._unread, deals, table, lang)
        again = any(isinstance(event, GameChanged | RulesChanged) for event in self._unread)
        self._unread.clear()
        note.seen, note.epoch = max(note.seen, self.watcher.mirror.seq), table.epoch
        self._show_final_looks()
        entry = note.entry
        if entry is not None and not (entry.corrects or entry.sent_by) and entry.deal == real.deal:
            if (entry.game, entry.sheet, entry.chairs) != (table.game, table.sheet, real.chairs):
                self.put_away()  # it is a deal of other rules or other people
        if note.entry is not None:
            shown = entry_page(note.entry, table, self.watcher.mirror.people, lang)
            self._desk.outbox.show(note.chat, self._slot(note.entry.slot), shown, topic=note.topic)
        if note.open:
            shown = self._lobby_page(lang)
            self._desk.outbox.show(note.chat, self._slot("lobby"), shown, again=again, topic=note.topic)

    def show_again(self) -> None:
        """RT-3: show the open entry at the end of the chat, or else the table's message."""
        entry, lang = self.note.entry, self._desk.language(self.note.chat)
        if entry is None:
            page, slot = self._lobby_page(lang), "lobby"
        else:
            mirror = self.watcher.mirror
            page, slot = entry_page(entry, mirror.table, mirror.people, lang), entry.slot
        self._desk.outbox.show(self.note.chat, self._slot(slot), page, again=True, topic=self.note.topic)

    def put_away(self) -> None:
        """Delete the message of the open entry, which is not entered."""
        if self.note.entry is not None:
            self._desk.outbox.drop(self.note.chat, self._slot(self.note.entry.slot), delete=True)
            self.note.entry = None
            self.touch()

    async def _read_older(self, deals: Iterable[int]) -> None:
        """Read deals that are no longer in the view. The refresh after it tries again if some are missing."""
        try:
            for deal in deals:
                for info in await self._desk.service.entered(self.note.id, deal, deal):
                    self._older[deal] = info
        except Unavailable:
            await asyncio.sleep(_RETRY_S)
        self.touch()

    def _lobby_page(self, lang: Lang) -> Page:
        table = self.watcher.mirror.table
        if table.real is not None:
            return scoring.lobby(table, table.real, lang, self.links())
        return lobby(table, lang, self.links(), self._unreached(lang))

    def _show_final_looks(self) -> None:
        """Edit or delete messages that are not about the current round."""
        outbox, note = self._desk.outbox, self.note
        for look in [*note.parts, *note.finals]:
            name = self._slot(look.slot)
            if look.text:
                part = look in note.parts
                buttons = (
                    scoring.entered_buttons(note.id, look.deal, self._desk.language(note.chat)) if look.deal else ()
                )
                page = Page(look.text, buttons, round=note.cleared if part else None)
                outbox.show(note.chat, name, page, later=part, topic=note.topic)
                done = not outbox.slot(note.chat, name).due
            else:
                outbox.drop(note.chat, name, delete=True)
                done = look.number is None
            if done:
                self.settled(note.chat, look.slot)

    def _delete_statuses(self) -> None:
        """BT-18: delete answers to `/status` that show a past round."""
        for chat in self.note.statuses:
            self._desk.outbox.drop(chat, self._slot("status"), delete=True)
        self.note.statuses.clear()

    def _show_hand(self, person: int, follower: Follower) -> None:
        """Update the message with a person's hand.

        A new message is sent when they are to act, also again with a new hand, or a new deal begins. It is also sent if
        the bot starts while they are to act, because a message that it sent before may be unknown to it.
        """
        mirror = follower.mirror
        if follower.chair is None or mirror.table.real is not None:
            self._desk.outbox.drop(person, self._slot("hand"), delete=True)
            return
        deal = None if mirror.deal is None else mirror.deal.number
        to_act = follower.to_act
        asked_anew = to_act and (not follower.was_to_act or follower.new_hand)
        again = asked_anew or (follower.deal is not None and deal != follower.deal)
        held = hand.copies(follower.cards)
        follower.raised = [name for name in follower.raised if name in held]
        note = self._desk.person(person)
        page = hand.page(follower, note, self._desk.title(self.note.chat), self.links())
        follower.was_to_act, follower.deal, follower.new_hand = to_act, deal, False
        if note.reachable is not False:
            shown = Page(page.text, page.buttons if self.note.open else (), page.picture, loud=to_act)
            self._desk.outbox.show(person, self._slot("hand"), shown, again=again)

    def seats(self, person: int) -> bool:
        """Tell whether a person has a seat and plays from here."""
        return person in self.followers and self.followers[person].chair is not None

    def show_hand_again(self, person: int) -> bool:
        """Send a person's hand as a new message; return False if they have no seat."""
        if not self.seats(person):
            return False
        self._show_hand(person, self.followers[person])
        slot = self._desk.outbox.slot(person, self._slot("hand"))
        if slot.wanted is not None:
            self._desk.outbox.show(person, self._slot("hand"), slot.wanted, again=True)
        return True

    def _contribute(self) -> None:
        """PF-22: contribute to the shuffle for the people who play from here."""
        for person, follower in self.followers.items():
            if follower.mirror.seq and follower.chair is not None and follower.guest is not None:
                command = self._contributions[person].due(follower.mirror, follower.chair)
                if command is not None:
                    # The next update of the table shows the effect.
                    self._desk.service.command(self.note.id, follower.guest, command, lambda _answer: None)

    def _unreached(self, lang: Lang) -> list[str]:
        """Return the names of seated people to whom the bot may not write."""
        chair_names = names(self.watcher.mirror.table, lang)
        unreached = [self.followers[person] for person in self.followers if not self._desk.reachable(person)]
        chairs = [follower.chair for follower in unreached if follower.mirror.seq]
        return [chair_names[chair] for chair in chairs if chair is not None]

    def links(self) -> Links:
        return self._desk.links(self.note.id, self.watcher.mirror.table.key)

    def _status(self, person: int | None, lang: Lang) -> str:
        """Return the table as text, as a person sees it or (None) as spectators do."""
        mirror = (self.watcher if person is None else self.follower(person)).mirror
        if mirror.deal is None:
            return self._lobby_page(lang).text
        lines = mirror.game.presentation.show(mirror.deal.view, lang, deal_names(mirror, lang))
        return fitting([*map(escaped, lines)], MAX_TEXT) or say("shuffling", lang)

    def show_status(self, chat: int, topic: int, person: int | None, lang: Lang) -> None:
        """Show the table as text at the end of a chat."""
        page = Page(self._status(person, lang))
        self.note.statuses.setdefault(chat, None)
        self._desk.outbox.show(chat, self._slot("status"), page, again=True, topic=topic)

    # Messages

    def _slot(self, name: str) -> str:
        return f"{self.note.id} {name}"

    def sent(self, chat: int, slot: str, number: int) -> None:
        """Note the number of a new message."""
        if slot == "lobby":
            self.note.lobby = number
        elif slot == "hand":
            self.note.hands[chat] = number
        elif slot == "status":
            self.note.statuses[chat] = number
        elif slot == f"round {self.note.began}":
            self.note.narration = number
        elif self.note.entry is not None and slot == self.note.entry.slot:
            self.note.entry.number = number
        for look in (*self.note.parts, *self.note.finals):
            if look.slot == slot:
                look.number = number
        self._desk.save(self.note)

    def settled(self, chat: int, slot: str) -> None:
        """Forget a message that has its final look."""
        if any(look.slot == slot for look in self.note.finals):
            self.note.finals = [look for look in self.note.finals if look.slot != slot]
            self._desk.outbox.drop(chat, self._slot(slot))
            self._desk.save(self.note)


def _of_the_last_deal(events: list[Happening]) -> list[Happening]:
    starts = [index for index, event in enumerate(events) if isinstance(event, DealStarted)]
    return events[starts[-1] :] if starts else events

"""Handle updates from Telegram: each one to its end, and once."""

from __future__ import annotations

import logging
from typing import Final

from telegram import CallbackQuery, Chat, ChatMember, Message, Update, User

from chieu.online.service.ports import Unavailable
from chieu.online.telegram.commands import Commands
from chieu.online.telegram.desk import Desk, Origin
from chieu.online.telegram.odds import OddsReplies
from chieu.online.telegram.opening import Openings
from chieu.online.telegram.rate_limits import RateLimit
from chieu.online.telegram.taps import Taps
from chieu.online.telegram.texts import language_of, say

_LOG: Final = logging.getLogger("chieu")
_MAX_HANDLED: Final = 10_000


class Updates:
    """Dispatches updates, with a rate limit per person."""

    def __init__(self, desk: Desk, odds: OddsReplies) -> None:
        openings = Openings(desk)
        self._desk = desk
        self._commands = Commands(desk, openings, odds)
        self._taps = Taps(desk, openings)
        self._rate_limit = RateLimit(8.0, 24)  # PF-34
        self._handled: dict[int, None] = {}
        self.count = 0  # updates handled

    async def handle(self, update: Update) -> None:
        """Handle an update. When this returns, its effects are durable or were refused.

        An update that was handled before is skipped.
        """
        if update.update_id in self._handled:
            return
        self.count += 1
        try:
            await self._handle(update)
        except Unavailable as error:
            _LOG.warning("telegram_unavailable", exc_info=error)
            self._apologize(update)
        except Exception as error:
            _LOG.error("telegram_update_failed", exc_info=error)
        self._handled[update.update_id] = None
        if len(self._handled) > _MAX_HANDLED:
            del self._handled[next(iter(self._handled))]

    async def _handle(self, update: Update) -> None:
        if update.callback_query is not None:
            await self._handle_tap(update.update_id, update.callback_query)
        elif update.my_chat_member is not None:
            changed = update.my_chat_member
            inside = changed.new_chat_member.status not in (ChatMember.LEFT, ChatMember.BANNED)
            self._desk.reach(changed.chat.id, inside)
        elif update.message is not None:
            message = update.message
            if message.migrate_to_chat_id is not None:
                self._desk.move(message.chat.id, message.migrate_to_chat_id)
            elif (user := _person(message)) is not None and message.text and not self._rate_limit.take(user.id):
                self._meet(user, message.chat)
                origin = Origin(update.update_id, user, message.chat.id, _topic(message))
                await self._commands.handle(origin, message.text.strip())

    def _apologize(self, update: Update) -> None:
        """Tell the person to try again later."""
        user, query, message = update.effective_user, update.callback_query, update.message
        if user is not None and query is not None:
            self._desk.outbox.answer(query.id, say("unavailable", self._desk.person(user.id).lang), True)
        elif user is not None and message is not None:
            origin = Origin(update.update_id, user, message.chat.id, _topic(message))
            self._desk.note(origin, say("unavailable", self._desk.lang(origin)))

    def _meet(self, user: User, chat: Chat | None) -> None:
        """Note a person's name and language, and the title of the group."""
        person = self._desk.person(user.id)
        lang = person.lang if person.chosen else language_of(user.language_code)
        if (person.name, person.lang) != (user.full_name, lang):
            person.name, person.lang = user.full_name, lang
            self._desk.save(person)
        if chat is not None and chat.id < 0:
            new = chat.id not in self._desk.book.chats
            note = self._desk.chat(chat.id)
            if new or note.title != (chat.title or ""):
                note.title = chat.title or ""
                note.lang = person.lang if new else note.lang
                self._desk.save(note)
        if chat is not None:  # an update from a chat shows that the bot may write there
            self._desk.reach(chat.id, True)

    async def _handle_tap(self, number: int, query: CallbackQuery) -> None:
        user, message = query.from_user, query.message
        if message is not None and query.data and not self._rate_limit.take(user.id):
            seen = message if isinstance(message, Message) else None  # Telegram leaves out messages that are too old
            self._meet(user, seen.chat if seen else None)
            topic = _topic(seen) if seen else 0
            notice = await self._taps.handle(Origin(number, user, message.chat.id, topic), query.data)
            self._desk.outbox.answer(query.id, *notice)


def _person(message: Message) -> User | None:
    """Return the person who wrote a message, or None.

    Posts on behalf of a channel or group all have the same user id, so they have no person.
    """
    user = message.from_user
    return None if user is None or user.is_bot or message.sender_chat is not None else user


def _topic(message: Message) -> int:
    """Return the topic of a message, or 0. Replies outside of topics have a thread id as well."""
    return (message.message_thread_id or 0) if message.is_topic_message else 0

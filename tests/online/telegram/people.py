"""People, chats and messages of the test API."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.online.telegram.bot_api import BotApi

BOT: dict[str, Any] = {"id": 123456789, "is_bot": True, "first_name": "Chiếu", "username": "chieu_bot"}
_TAGS = {"b", "strong", "i", "em", "u", "s", "code", "pre", "a", "blockquote", "tg-spoiler"}
# Telegram turns these into links by itself.
_LINKS = re.compile(
    r"(?<![\w\u2060])[@#$/][A-Za-z]\w+|\bhttps?://\S|\b[\w-]+\.(?:com|org|net|me|io|vn|xyz)\b|\S+@\w+\.\w+",
    re.IGNORECASE,
)


class Refused(Exception):
    """An error of the API."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.answer: dict[str, Any] = {"ok": False, "error_code": code, "description": description}
        if parameters:
            self.answer["parameters"] = parameters


class _Plain(HTMLParser):
    """Parser of a message's HTML that checks the markup."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _TAGS:
            raise Refused(400, f"Bad Request: can't parse entities: unsupported start tag {tag!r}")
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise Refused(400, f"Bad Request: can't parse entities: unexpected end tag {tag!r}")

    def handle_data(self, data: str) -> None:
        self.text += data


def plain(html: str, parse_mode: str | None) -> str:
    if parse_mode is None:
        return html
    if parse_mode != "HTML":
        raise Refused(400, "Bad Request: unsupported parse_mode")
    parser = _Plain()
    parser.feed(html)
    parser.close()
    if parser.open:
        raise Refused(400, f"Bad Request: can't parse entities: can't find end tag for {parser.open[-1]!r}")
    return parser.text


@dataclass
class Message:
    """A text, or a picture with a caption, and buttons."""

    id: int
    chat: Chat
    sender: int
    text: str
    html: str
    photo: bytes | None = None
    keyboard: list[list[dict[str, Any]]] = field(default_factory=list)
    date: float = field(default_factory=time.time)
    edits: int = 0
    gone: bool = False
    silent: bool = False
    topic: int = 0

    @property
    def labels(self) -> list[str]:
        return [button["text"] for row in self.keyboard for button in row]

    def button(self, label: str) -> dict[str, Any]:
        """Return the first button whose text contains the label."""
        for row in self.keyboard:
            for button in row:
                if label.casefold() in button["text"].casefold():
                    return button
        raise AssertionError(f"no button {label!r} among {self.labels} under {self.text!r}")

    @property
    def links(self) -> list[str]:
        """Return the texts that Telegram would turn into links."""
        return _LINKS.findall(self.text)

    def as_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"message_id": self.id, "date": int(self.date), "chat": self.chat.as_json()}
        out["from"] = BOT if self.sender == BOT["id"] else self.chat.api.people[self.sender].as_json()
        if self.photo is not None:
            out["photo"] = [
                {"file_id": f"file{self.id}.{self.edits}", "file_unique_id": f"u{self.id}", "width": 9, "height": 9}
            ]
            out["caption"] = self.text
        else:
            out["text"] = self.text
        if self.topic:
            out |= {"message_thread_id": self.topic, "is_topic_message": True}
        if self.keyboard:
            out["reply_markup"] = {"inline_keyboard": self.keyboard}
        return out


@dataclass
class Chat:
    """A group, or one person's chat with the bot."""

    api: BotApi
    id: int
    title: str = ""
    messages: list[Message] = field(default_factory=list)
    closed: tuple[int, str] | None = None  # the error if the bot may not write there
    moved_to: int | None = None
    topics: dict[int, str] = field(default_factory=dict)  # and the error for those that are closed

    def as_json(self) -> dict[str, Any]:
        if self.id > 0:
            return {"id": self.id, "type": "private", "first_name": self.api.people[self.id].name}
        return {"id": self.id, "type": "supergroup", "title": self.title, "is_forum": bool(self.topics)}

    @property
    def shown(self) -> list[Message]:
        """Return the bot's messages that are not deleted."""
        return [message for message in self.messages if message.sender == BOT["id"] and not message.gone]

    @property
    def last(self) -> Message:
        return self.shown[-1]

    @property
    def text(self) -> str:
        """Return the text of all of the bot's messages."""
        return "\n\n".join(message.text for message in self.shown)


@dataclass
class Person:
    """A person with an account."""

    api: BotApi
    id: int
    name: str
    language: str = "en"
    started: bool = False

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "is_bot": False, "first_name": self.name, "language_code": self.language}

    @property
    def chat(self) -> Chat:
        return self.api.chats[self.id]

    def start(self, argument: str = "") -> None:
        """Open the chat with the bot and press Start."""
        self.started = True
        self.chat.closed = None
        self.say(f"/start {argument}".strip())

    def block(self) -> None:
        self.chat.closed = (403, "Forbidden: bot was blocked by the user")

    def say(self, text: str, chat: Chat | None = None, topic: int = 0) -> None:
        self.api.said(self, chat or self.chat, text, topic)

    def reply(self, message: Message, text: str) -> None:
        self.api.said(self, message.chat, text, message.topic, message)

    def tap(self, label: str, message: Message | None = None, chat: Chat | None = None) -> str:
        """Tap a button by its label, on a message or on the newest one that has it."""
        where = chat or (message.chat if message else self.chat)
        with self.api.changed:
            holder = message or next(
                (
                    message
                    for message in reversed(where.shown)
                    if any(label.casefold() in text.casefold() for text in message.labels)
                ),
                None,
            )
            assert holder is not None, (
                f"no button {label!r} in {where.text!r}: {[message.labels for message in where.shown]}"
            )
            data = holder.button(label)["callback_data"]
        return self.press(holder, data)

    def press(self, message: Message, data: str) -> str:
        """Send a callback query with this data, whether or not there is such a button."""
        return self.api.pressed(self, message, data)

"""A Bot API on loopback, written from the documented one: https://core.telegram.org/bots/api.

It stores chats and messages as Telegram does and refuses what Telegram refuses. Tests play the people: they write, tap
buttons and look at their screens. They can also switch on faults.
"""

from __future__ import annotations

import asyncio
import email.parser
import email.policy
import json
import re
import threading
import time
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.online.telegram.people import BOT, Chat, Message, Person, Refused, plain
from tests.waiting import PATIENCE_S, wait_until

TOKEN = "123456789:AAtest-Token_of-a-bot-that-never-was-0"
TWO_DAYS_S = 48 * 3600


@dataclass
class Call:
    """One call of the bot: method, parameters and files."""

    method: str
    params: dict[str, Any]
    files: dict[str, bytes]


class BotApi:
    """The API and its state. `changed` is notified of every call."""

    def __init__(self, token: str = TOKEN) -> None:
        self.token = token
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.calls: list[Call] = []
        self.updates: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.refusals: dict[str, str] = {}  # calls with contents that Telegram would refuse
        self.broken: list[Exception] = []
        self.changed = threading.Condition(threading.RLock())
        self.twice = False  # deliver every update twice
        self.backwards = False  # deliver each batch in reverse order
        self.limit: tuple[int, float] | None = None  # messages and edits per chat, in seconds
        self.retry_after = 1
        self.limited = 0
        self._down = False
        self.turned_away = 0  # calls while it was down
        self.too_old_s = TWO_DAYS_S
        self.failing: dict[str, list[Refused]] = {}  # errors for the next calls of a method
        self.after_call: Callable[[], None] = lambda: None
        self.commands: dict[str, Any] = {}
        self.pictures: dict[str, bytes] = {}
        self.webhook: dict[str, Any] | None = None
        self._numbers = iter(range(1, 10**9))
        self._update_numbers = iter(range(700_000_001, 10**10))
        self._sent: dict[int, deque[float]] = {}
        self._polling = 0
        self.url = ""

    # People

    def person(self, name: str, language: str = "en", started: bool = True) -> Person:
        with self.changed:
            number = 1_000 + len(self.people)
            person = Person(self, number, name, language, started)
            self.people[number] = person
            closed = None if started else (403, "Forbidden: bot can't initiate conversation with a user")
            self.chats[number] = Chat(self, number, closed=closed)
        return person

    def group(self, title: str) -> Chat:
        with self.changed:
            number = -1_000_000 - len(self.chats)
            self.chats[number] = Chat(self, number, title)
        return self.chats[number]

    def said(self, who: Person, chat: Chat, text: str, topic: int = 0, replies_to: Message | None = None) -> None:
        with self.changed:
            message = Message(next(self._numbers), chat, who.id, text, text, topic=topic)
            chat.messages.append(message)
            raw = message.as_json()
            if text.startswith("/"):
                raw["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}]
            if replies_to is not None:
                raw["reply_to_message"] = replies_to.as_json()
            self.happened({"message": raw})

    def pressed(self, who: Person, message: Message, data: str) -> str:
        with self.changed:
            number = f"q{next(self._numbers)}"
            self.happened(
                {
                    "callback_query": {
                        "id": number,
                        "from": who.as_json(),
                        "message": message.as_json(),
                        "chat_instance": "1",
                        "data": data,
                    }
                }
            )
        return number

    def migrate(self, chat: Chat) -> Chat:
        """Turn a group into a supergroup, with another id."""
        with self.changed:
            fresh = self.group(chat.title)
            chat.moved_to = fresh.id
            service = {"message_id": next(self._numbers), "date": int(time.time()), "migrate_to_chat_id": fresh.id}
            self.happened({"message": {**service, "chat": chat.as_json()}})
        return fresh

    def membership(self, chat: Chat, status: str) -> None:
        """Change the bot's status in a group."""
        with self.changed:
            member = {"user": BOT, "status": status, "until_date": 0}
            changed = {"chat": chat.as_json(), "from": next(iter(self.people.values())).as_json(), "date": 1}
            self.happened({"my_chat_member": {**changed, "old_chat_member": member, "new_chat_member": member}})

    def happened(self, update: dict[str, Any]) -> None:
        with self.changed:
            numbered = {"update_id": next(self._update_numbers), **update}
            self.updates += [numbered, numbered] if self.twice else [numbered]
            self.changed.notify_all()
            if self.webhook is not None:
                self._deliver(numbered)

    def _deliver(self, update: dict[str, Any]) -> None:
        assert self.webhook is not None
        headers = {"content-type": "application/json"}
        if self.webhook.get("secret_token"):
            headers["x-telegram-bot-api-secret-token"] = self.webhook["secret_token"]
        request = urllib.request.Request(self.webhook["url"], json.dumps(update).encode(), headers)

        def send() -> None:
            with urllib.request.urlopen(request, timeout=60) as answer:
                answer.read()

        threading.Thread(target=send, daemon=True).start()

    def wait(self, condition: Callable[[], Any], seconds: float = PATIENCE_S) -> Any:
        """Wait for a condition to be true; return its value."""
        until = time.monotonic() + seconds
        with self.changed:
            while not (value := condition()):
                if self.broken:
                    raise self.broken[0]
                remaining = until - time.monotonic()
                if remaining <= 0:
                    shown = {chat.title or self.people[number].name: chat.text for number, chat in self.chats.items()}
                    raise AssertionError(
                        f"timed out; the chats show: {json.dumps(shown, ensure_ascii=False, indent=1)}"
                    )
                self.changed.wait(min(remaining, 0.5))
            return value

    @property
    def down(self) -> bool:
        """Tell whether the API is out of reach."""
        return self._down

    @down.setter
    def down(self, down: bool) -> None:
        with self.changed:
            self._down = down
            self.changed.notify_all()

    def answer(self, query: str) -> dict[str, Any]:
        """Wait for the answer to a tap."""
        answer: dict[str, Any] = self.wait(lambda: self.answers.get(query))
        return answer

    # The server

    @contextmanager
    def running(self) -> Iterator[BotApi]:
        app = Starlette(routes=[Route("/bot{rest:path}", self._handle, methods=["POST", "GET"])])
        config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical", lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        wait_until(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/bot"
        try:
            yield self
        finally:
            self.down = True
            server.should_exit = True
            server.force_exit = True
            thread.join(PATIENCE_S)

    async def _handle(self, request: Request) -> JSONResponse:
        token, _, method = request.path_params["rest"].rpartition("/")
        params, files = _parameters(request.headers.get("content-type", ""), await request.body())
        try:
            self._must_be_up()
            if token != self.token:
                raise Refused(401, "Unauthorized")
            if method == "getUpdates":
                result = await self._get_updates(params)
            else:
                with self.changed:
                    result = self._call(method, params, files)
                    self.after_call()
                    self.changed.notify_all()
        except Exception as error:
            if not isinstance(error, Refused):
                self.broken.append(error)
                raise
            why = error
            if why.code == 400:
                self.refusals[method] = str(why)
            return JSONResponse(why.answer, why.code)
        return JSONResponse({"ok": True, "result": result})

    async def _get_updates(self, params: dict[str, Any]) -> list[dict[str, Any]]:
        if self.webhook is not None:
            raise Refused(409, "Conflict: can't use getUpdates method while webhook is active")
        offset = int(params.get("offset", 0))
        until = time.monotonic() + min(float(params.get("timeout", 0)), 20)
        with self.changed:
            self._polling += 1
            mine = self._polling
            if offset:
                self.updates = [update for update in self.updates if update["update_id"] >= offset]
            self.changed.notify_all()
        return await asyncio.to_thread(self._next_updates, mine, int(params.get("limit", 100)), until)

    def _next_updates(self, mine: int, most: int, until: float) -> list[dict[str, Any]]:
        with self.changed:
            while not self.updates:
                self._must_be_up()
                if self._polling != mine:
                    raise Refused(409, "Conflict: terminated by other getUpdates request")
                remaining = until - time.monotonic()
                if remaining <= 0:
                    break
                self.changed.wait(remaining)
            self._must_be_up()
            batch = self.updates[:most]
            return batch[::-1] if self.backwards else batch

    def _must_be_up(self) -> None:
        if self.down:
            with self.changed:
                self.turned_away += 1
                self.changed.notify_all()
            raise Refused(502, "Bad Gateway")

    def _call(self, method: str, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        known = getattr(self, f"_{_snake(method)}", None)
        if known is None:
            raise Refused(404, "Not Found")
        if self.failing.get(method):
            raise self.failing[method].pop(0)
        self.calls.append(Call(method, params, files))
        return known(params, files)

    # Methods

    def _get_me(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        return {**BOT, "can_join_groups": True, "can_read_all_group_messages": False, "supports_inline_queries": False}

    def _set_my_commands(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        self.commands[params.get("language_code", "")] = params["commands"]
        return True

    def _set_webhook(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        self.webhook = params
        return True

    def _delete_webhook(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        self.webhook = None
        return True

    def _send_message(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        return self._send(params, params.get("text", ""), None)

    def _send_photo(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        return self._send(params, params.get("caption", ""), self._photo(params.get("photo", ""), files))

    def _send(self, params: dict[str, Any], markup: str, photo: bytes | None) -> Any:
        chat = self._chat(params)
        text = self._text(markup, params.get("parse_mode"), 1024 if photo else 4096, empty=photo is not None)
        keyboard = self._keyboard(params, chat)
        self._check_rate(chat)
        topic = int(params.get("message_thread_id", 0))
        if topic and (shut := chat.topics.get(topic, "message thread not found")):
            raise Refused(400, f"Bad Request: {shut}")
        message = Message(next(self._numbers), chat, BOT["id"], text, markup, photo, keyboard, topic=topic)
        message.silent = bool(params.get("disable_notification"))
        chat.messages.append(message)
        return self._stored(message)

    def _edit_message_text(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        message = self._message(params)
        if message.photo is not None:
            raise Refused(400, "Bad Request: there is no text in the message to edit")
        text = self._text(params["text"], params.get("parse_mode"), 4096)
        return self._edited(message, params, text=text, html=params["text"])

    def _edit_message_caption(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        message = self._message(params)
        if message.photo is None:
            raise Refused(400, "Bad Request: there is no caption in the message to edit")
        text = self._text(params.get("caption", ""), params.get("parse_mode"), 1024, empty=True)
        return self._edited(message, params, text=text, html=params.get("caption", ""))

    def _edit_message_media(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        message = self._message(params)
        if message.photo is None:
            raise Refused(400, "Bad Request: there is no media in the message to edit")
        media = params["media"]
        text = self._text(media.get("caption", ""), media.get("parse_mode"), 1024, empty=True)
        return self._edited(
            message, params, text=text, html=media.get("caption", ""), photo=self._photo(media["media"], files)
        )

    def _edit_message_reply_markup(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        return self._edited(self._message(params), params)

    def _edited(self, message: Message, params: dict[str, Any], **changes: Any) -> Any:
        changes["keyboard"] = self._keyboard(params, message.chat)
        if all(getattr(message, name) == value for name, value in changes.items()):
            raise Refused(
                400,
                "Bad Request: message is not modified: specified new message content and reply markup are"
                " exactly the same as a current content and reply markup of the message",
            )
        self._check_rate(message.chat)
        for name, value in changes.items():
            setattr(message, name, value)
        message.edits += 1
        return self._stored(message)

    def _stored(self, message: Message) -> dict[str, Any]:
        """Return a message as JSON, and store its picture, which can be sent again by its id."""
        raw = message.as_json()
        if message.photo is not None:
            self.pictures[raw["photo"][-1]["file_id"]] = message.photo
        return raw

    def _delete_message(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        chat = self._chat(params)
        for message in chat.messages:
            if message.id == int(params["message_id"]) and not message.gone:
                if time.time() - message.date > self.too_old_s:
                    raise Refused(400, "Bad Request: message can't be deleted for everyone")
                message.gone = True
                return True
        raise Refused(400, "Bad Request: message to delete not found")

    def _answer_callback_query(self, params: dict[str, Any], files: dict[str, bytes]) -> Any:
        number = params["callback_query_id"]
        if number in self.answers:
            raise Refused(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
        if len(params.get("text", "")) > 200:
            raise Refused(400, "Bad Request: MESSAGE_TOO_LONG")
        if "url" in params and not re.match(r"(https://)?t\.me/chieu_bot\?start=", params["url"]):
            raise Refused(400, "Bad Request: URL_INVALID")
        self.answers[number] = params
        return True

    # Checks

    def _chat(self, params: dict[str, Any]) -> Chat:
        chat = self.chats.get(int(params["chat_id"]))
        if chat is None:
            raise Refused(400, "Bad Request: chat not found")
        if chat.moved_to is not None:
            raise Refused(
                400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.moved_to
            )
        if chat.closed is not None:
            raise Refused(*chat.closed)
        return chat

    def _message(self, params: dict[str, Any]) -> Message:
        chat = self._chat(params)
        for message in chat.messages:
            if message.id == int(params["message_id"]) and not message.gone:
                if message.sender != BOT["id"] or time.time() - message.date > self.too_old_s:
                    raise Refused(400, "Bad Request: message can't be edited")
                return message
        raise Refused(400, "Bad Request: message to edit not found")

    def _text(self, markup: str, parse_mode: str | None, most: int, empty: bool = False) -> str:
        text = plain(markup, parse_mode)
        if not text.strip() and not empty:
            raise Refused(400, "Bad Request: message text is empty")
        if len(text.encode("utf-16-le")) // 2 > most:
            raise Refused(400, "Bad Request: message is too long")
        return text

    def _keyboard(self, params: dict[str, Any], chat: Chat) -> list[list[dict[str, Any]]]:
        rows: list[list[dict[str, Any]]] = params.get("reply_markup", {}).get("inline_keyboard", [])
        if sum(map(len, rows)) > 100 or any(len(row) > 8 or not row for row in rows):
            raise Refused(400, "Bad Request: REPLY_MARKUP_INVALID")
        for button in (button for row in rows for button in row):
            kinds = [kind for kind in ("callback_data", "url", "web_app") if kind in button]
            if len(kinds) != 1 or not button["text"].strip():
                raise Refused(400, "Bad Request: can't parse inline keyboard button")
            if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= 64:
                raise Refused(400, "Bad Request: BUTTON_DATA_INVALID")
            if "web_app" in button and (chat.id < 0 or urlsplit(button["web_app"]["url"]).scheme != "https"):
                raise Refused(400, "Bad Request: BUTTON_TYPE_INVALID")
            if "url" in button and not _public(button["url"]):
                raise Refused(
                    400, f"Bad Request: inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL"
                )
        return rows

    def _photo(self, value: str, files: dict[str, bytes]) -> bytes:
        if value.startswith("attach://"):
            content = files[value.removeprefix("attach://")]
        elif value.startswith("file"):
            return self.pictures[value]
        else:
            content = files["photo"]
        if not content.startswith(b"\x89PNG"):
            raise Refused(400, "Bad Request: IMAGE_PROCESS_FAILED")
        return content

    def _check_rate(self, chat: Chat) -> None:
        if self.limit is None:
            return
        count, seconds = self.limit
        times = self._sent.setdefault(chat.id, deque())
        now = time.monotonic()
        while times and times[0] <= now - seconds:
            times.popleft()
        if len(times) >= count:
            self.limited += 1
            raise Refused(429, f"Too Many Requests: retry after {self.retry_after}", retry_after=self.retry_after)
        times.append(now)


def _public(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "tg" or (
        parts.scheme in ("http", "https")
        and "." in (parts.hostname or "")
        and not re.fullmatch(r"127\..*|10\..*|192\.168\..*", parts.hostname or "")
    )


def _snake(name: str) -> str:
    return re.sub(r"([A-Z])", lambda match: f"_{match[1].lower()}", name)


def _parameters(content_type: str, body: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Parse the parameters and files of a call. Structured parameters are JSON."""
    fields: dict[str, str] = {}
    files: dict[str, bytes] = {}
    if content_type.startswith("multipart/"):
        head = f"content-type: {content_type}\r\n\r\n".encode()
        whole = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
        for part in whole.walk():
            name, content = part.get_param("name", header="content-disposition"), part.get_payload(decode=True)
            if isinstance(name, str) and isinstance(content, bytes):
                if part.get_filename() is not None:
                    files[name] = content
                else:
                    fields[name] = content.decode()
    elif content_type.startswith("application/json"):
        return json.loads(body or b"{}"), {}
    else:
        fields = dict(parse_qsl(body.decode(), keep_blank_values=True))
    params: dict[str, Any] = {}
    for name, text in fields.items():
        as_json = name in ("reply_markup", "commands", "media", "link_preview_options", "allowed_updates") or text in (
            "true",
            "false",
        )
        params[name] = json.loads(text) if as_json else text
    return params, files

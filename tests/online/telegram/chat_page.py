"""Render a chat of the test API as a web page and as a picture.

python -m tests.online.telegram.chat_page FOLDER    # draws an evening in three languages
"""

from __future__ import annotations

import base64
import html
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from chieu.core.text.languages import Lang
from tests.online.telegram.bot_api import BotApi
from tests.online.telegram.evening import Bot, Players, evening, sit_down
from tests.online.telegram.people import BOT, Chat, Message, Person

_STYLE = """
* { box-sizing: border-box; margin: 0 }
body { width: 400px; background: #c9dbb2; color: #111;
  font: 15px/1.34 "Noto Sans", "Noto Sans CJK SC", "Noto Color Emoji", "DejaVu Sans", sans-serif }
header { background: #fff; padding: 10px 16px; font-weight: 600; border-bottom: 1px solid #0002 }
header small { display: block; font-weight: 400; color: #707579 }
main { padding: 10px 8px 14px; display: flex; flex-direction: column; gap: 8px }
.one { max-width: 342px; align-self: flex-start }
.me { align-self: flex-end }
.bubble { background: #fff; border-radius: 14px; padding: 7px 11px 8px; box-shadow: 0 1px 1px #0002;
  white-space: pre-wrap; overflow-wrap: anywhere }
.me .bubble { background: #e4fbd0 }
.who { color: #c0392b; font-weight: 600; font-size: 14px }
.photo { padding: 4px 4px 8px }
.photo img { width: 100%; border-radius: 11px; display: block }
.photo p { padding: 6px 7px 0 }
blockquote { margin: 4px 0 0; padding: 4px 9px; border-left: 3px solid #5a9b4a; border-radius: 5px;
  background: #5a9b4a1a; font-size: 14px }
.row { display: flex; gap: 4px; margin-top: 4px }
.key { flex: 1; text-align: center; background: #5d7f4fd0; color: #fff; border-radius: 9px; padding: 8px 4px;
  font-size: 14px; font-weight: 500; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
"""


_NAMES: dict[Lang, tuple[str, ...]] = {
    "vi": ("Bài tối thứ sáu", "bot", "Lan", "Minh", "Hoa", "Tú"),
    "en": ("Friday cards", "bot", "Lan", "Minh", "Hoa", "Tú"),
    "zh": ("周五牌局", "机器人", "小兰", "阿明", "花姐", "小杜"),
}


def page(chat: Chat, about: str, last: int = 12) -> str:
    """Render the newest messages of a chat."""
    shown = [message for message in chat.messages if not message.gone][-last:]
    title = chat.title or BOT["first_name"]
    return (
        f"<!doctype html><meta charset=utf-8><style>{_STYLE}</style>"
        f"<header>{html.escape(title)}<small>{html.escape(about)}</small></header>"
        f"<main>{''.join(map(_message, shown))}</main>"
    )


def _message(message: Message) -> str:
    mine = message.sender != BOT["id"]
    name = message.chat.api.people[message.sender].name if mine else BOT["first_name"]
    text = message.html if not mine else html.escape(message.text)
    if message.photo:
        picture = base64.b64encode(message.photo).decode()
        inside = f"<div class='bubble photo'><img src='data:image/png;base64,{picture}'><p>{text}</p></div>"
    else:
        who = f"<div class=who>{html.escape(name)}</div>" if message.chat.id < 0 else ""
        inside = f"<div class=bubble>{who}{text}</div>"
    rows = "".join(f"<div class=row>{''.join(map(_key, row))}</div>" for row in message.keyboard)
    return f"<div class='one{' me' if mine else ''}'>{inside}{rows}</div>"


def _key(button: dict[str, Any]) -> str:
    mark = " ↗" if "url" in button else ""
    return f"<span class=key>{html.escape(button['text'])}{mark}</span>"


def draw(pages: dict[str, str], folder: Path) -> None:
    """Draw pages with Chromium."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 400, "height": 300}, device_scale_factor=2)
        for name, content in pages.items():
            tab.set_content(content)
            tab.screenshot(path=folder / f"{name}.png", full_page=True)
        browser.close()


def an_evening(lang: Lang, moves: int = 9) -> dict[str, str]:
    """Render the group and one player's own chat during a deal of Big Two."""
    names = _NAMES[lang]
    with evening(page="https://cards.example") as (api, bot):
        group, people = api.group(names[0]), [api.person(name, lang) for name in names[2:]]
        lobby = sit_down(api, group, people, "big2")
        lobbies = {f"telegram-table-{lang}": page(group, f"{len(people)}")}
        players = deal(api, bot, lobby, people)
        person: Person = api.wait(players.asked)
        action = players.choose(person)
        while players.moves < moves or not players.cards(action):
            players.move(person, action)
            person = api.wait(players.asked)
            action = players.choose(person)
        for name in players._copies(person, players.cards(action)):
            players.tap(person, f":{name}")
        bot.call(bot.service.desk.outbox.idle)
        api.wait(lambda: not api.updates)
        return lobbies | {
            f"telegram-group-{lang}": page(group, f"{len(people)}"),
            f"telegram-hand-{lang}": page(person.chat, names[1], last=1),
        }


def a_result(lang: Lang) -> dict[str, str]:
    """Render the list of games, and the group and a player's own chat after a deal of Xì Dách."""
    title, about, *called = _NAMES[lang]
    with evening(page="https://cards.example") as (api, bot):
        group, people = api.group(title), [api.person(name, lang) for name in called]
        people[0].say("/play", group)
        picker: Message = api.wait(lambda: group.shown and group.last)
        picker_page = page(group, f"{len(people)}")
        picker.gone = True
        players = deal(api, bot, sit_down(api, group, people, "xidach"), people)
        players.play(typed=lambda _: False)
        api.wait(lambda: any("<blockquote" in message.html for message in group.shown) and group.last.keyboard)
        api.wait(lambda: "<blockquote" in people[1].chat.last.html)
        bot.call(bot.service.desk.outbox.idle)
        return {
            f"telegram-games-{lang}": picker_page,
            f"telegram-result-{lang}": page(group, f"{len(people)}", last=2),
            f"telegram-own-result-{lang}": page(people[1].chat, about, last=1),
        }


def real_cards(lang: Lang) -> dict[str, str]:
    """Render a table with real cards: people, a deal that is being entered, and a result."""
    title, _, *called = _NAMES[lang]
    with evening(page="https://cards.example") as (api, bot):
        group, people = api.group(title), [api.person(name, lang) for name in called]
        people[0].say(f"/language {lang}", group)
        people[0].say(f"/score xidach {' '.join(called[1:])}", group)
        lobby: Message = api.wait(lambda: next((shown for shown in group.shown if "🎴" in shown.text), None))
        bot.settle()
        pages = {f"telegram-real-{lang}": page(group, f"{len(people)}")}

        def tap(ending: str) -> None:
            every = [
                (shown, key["callback_data"])
                for shown in group.shown
                for row in shown.keyboard
                for key in row
                if "callback_data" in key
            ]
            people[0].press(*next(each for each in reversed(every) if each[1].endswith(ending)))
            bot.settle()

        people[0].press(lobby, f"g:{lobby.keyboard[0][0]['callback_data'].split(':')[1]}:enter")
        bot.settle()
        tap(":k4")
        tap(":k3")
        pages[f"telegram-entry-{lang}"] = page(group, f"{len(people)}", last=1)
        tap(":k6")
        tap(":k9")
        return pages | {f"telegram-entered-{lang}": page(group, f"{len(people)}", last=1)}


def deal(api: BotApi, bot: Bot, lobby: Message, people: list[Person]) -> Players:
    table = lobby.keyboard[0][0]["callback_data"].split(":")[1]
    people[0].press(lobby, f"g:{table}:deal")
    players = Players(api, bot, table, people)
    api.wait(players.asked)
    return players


def main() -> None:
    folder = Path(sys.argv[1])
    pages: dict[str, str] = {}
    for lang in ("vi", "en", "zh"):
        pages |= an_evening(lang) | a_result(lang) | real_cards(lang)
    draw(pages, folder)


if __name__ == "__main__":
    main()

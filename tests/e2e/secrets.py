"""PF-20 in the browser: search everything a page stores or receives for cards it must not know."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from tests.e2e.playing import Player, hand

_RANKS = {"A": "Át|Ace|A", "J": "Bồi|Jack|J", "Q": "Đầm|Queen|Q", "K": "Già|King|K"}
_SUITS = {"S": "bích|of spades|♠", "H": "cơ|of hearts|♥", "D": "rô|of diamonds|♦", "C": "chuồn|of clubs|♣"}
_CHINESE = {"S": "黑桃", "H": "红心", "D": "方块", "C": "梅花"}
_JOKERS = {"JK1": "Phăng teo đỏ|Red joker|大王", "JK2": "Phăng teo đen|Black joker|小王"}
# A card face is drawn with two symbols of a sprite sheet: a rank and a suit.
_FACES = """() => [...document.querySelectorAll("svg")].map((svg) => [...svg.querySelectorAll("use")]
  .map((use) => use.getAttribute("href") ?? "").filter((href) => /^#(rank|suit)-/.test(href)))"""
_CARD = re.compile(r'"((?:10|[2-9AJQK])[SHDC]|JK[12])"')
# Outlines of SVG pictures, where "2H 10" is a line, not a card.
_PATHS = re.compile(r'\sd="[^"]*"')


def leaks(watcher: Player, others: Player, known: Callable[[], Collection[str]] = set) -> list[str]:
    """Describe each place in the watcher's browser that holds a card only the other player may know.

    Works in the first deal of a table. `known` returns the cards that were public before a player took them.
    """
    content = _PATHS.sub("", watcher.screen.stored_content())
    faces = [set(symbols) for symbols in watcher.screen.page.evaluate(_FACES)]
    # Read the hands after the page: it may just have received an update that reveals a hand.
    secret = hand(others, others.seat)
    if not secret or hand(watcher, others.seat) is not None:
        return []
    received = "\n".join(frame.text for frame in watcher.screen.frames if frame.way == "received")
    # After a reshuffle in the same deal, the watcher's previous cards may be in any hand.
    before, dealt, received = received.rpartition('"type":"dealt"')
    past = set(_CARD.findall(before)) if dealt else set()
    problems = []
    for card in set(secret) - set(known()) - past:
        if f'"{card}"' in received:
            problems.append(f"{card} came over the socket")
        if re.search(rf'"{card}"|\b{card}\b', content) or _spoken(card).search(content):
            problems.append(f"{card} is on the page or in its storage")
        if {f"#rank-{card[:-1]}", f"#suit-{card[-1]}"} in faces:
            problems.append(f"{card} is drawn on the page")
    return problems


def _spoken(card: str) -> re.Pattern[str]:
    if card in _JOKERS:
        return re.compile(_JOKERS[card])
    rank, suit = card[:-1], card[-1]
    return re.compile(rf"\b(?:{_RANKS.get(rank, rank)}) ?(?:{_SUITS[suit]})|{_CHINESE[suit]}{rank}\b")

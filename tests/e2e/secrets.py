"""PF-20, as seen from a browser: what a page must not hold is looked for everywhere a page can hold something."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from tests.e2e.playing import Player, hand

_RANKS = {"A": "Át|Ace|A", "J": "Bồi|Jack|J", "Q": "Đầm|Queen|Q", "K": "Già|King|K"}
_SUITS = {"S": "bích|of spades|♠", "H": "cơ|of hearts|♥", "D": "rô|of diamonds|♦", "C": "chuồn|of clubs|♣"}
_CHINESE = {"S": "黑桃", "H": "红心", "D": "方块", "C": "梅花"}
_JOKERS = {"JK1": "Phăng teo đỏ|Red joker|大王", "JK2": "Phăng teo đen|Black joker|小王"}
# A card face is drawn from a rank and a suit out of one picture of all of them.
_FACES = """() => [...document.querySelectorAll("svg")].map((svg) => [...svg.querySelectorAll("use")]
  .map((use) => use.getAttribute("href") ?? "").filter((href) => /^#(rank|suit)-/.test(href)))"""
_CARD = re.compile(r'"((?:10|[2-9AJQK])[SHDC]|JK[12])"')
# The outlines of pictures, where "2H 10" is a line and no card.
_PATHS = re.compile(r'\sd="[^"]*"')


def leaks(watcher: Player, others: Player, known: Callable[[], Collection[str]] = set) -> list[str]:
    """Where the watcher's browser holds a card that only the other one may know, in the first deal of the table.

    `known` tells the cards that were open to everybody before they came into a hand, as far as anybody has heard.
    """
    kept = _PATHS.sub("", watcher.screen.fields_of())
    faces = [set(one) for one in watcher.screen.page.evaluate(_FACES)]
    # Asked after looking at the page, which may just have been told that a hand is open.
    secret = hand(others, others.seat)
    if not secret or hand(watcher, others.seat) is not None:
        return []
    heard = "\n".join(frame.text for frame in watcher.screen.frames if frame.way == "received")
    # Where the cards were shuffled again in the same deal, one's own of before may be in any hand now.
    before, dealt, heard = heard.rpartition('"type":"dealt"')
    past = set(_CARD.findall(before)) if dealt else set()
    found = []
    for card in set(secret) - set(known()) - past:
        if f'"{card}"' in heard:
            found.append(f"{card} came over the socket")
        if re.search(rf'"{card}"|\b{card}\b', kept) or _spoken(card).search(kept):
            found.append(f"{card} is on the page or in a storage")
        if {f"#rank-{card[:-1]}", f"#suit-{card[-1]}"} in faces:
            found.append(f"{card} is drawn on the page")
    return found


def _spoken(card: str) -> re.Pattern[str]:
    if card in _JOKERS:
        return re.compile(_JOKERS[card])
    rank, suit = card[:-1], card[-1]
    return re.compile(rf"\b(?:{_RANKS.get(rank, rank)}) ?(?:{_SUITS[suit]})|{_CHINESE[suit]}{rank}\b")

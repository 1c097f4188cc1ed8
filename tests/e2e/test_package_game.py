"""A game of another package on a phone: the generic skin shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import People
from tests.e2e.playing import Player, fold_result, get_ready, hand, until
from tests.e2e.screens import LANGUAGES, word
from tests.e2e.tables import open_table, take_seat
from tests.online.server.server_process import Process, serving

EXAMPLE = Path(__file__).parents[2] / "examples" / "baicao" / "src"
RANKS = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")
NAMES = {
    "A": "ace",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
}
GAME = f"""
from dataclasses import replace
import chieu_baicao
GAME = replace(
    chieu_baicao.GAME, presentation=replace(chieu_baicao.GAME.presentation, ranks={RANKS}, suits=("S", "H", "C", "D"))
)
"""
# Labels that overflow their box or the screen.
_CUT = """() => [...document.querySelectorAll('.stage .seat, .own')].flatMap((seat) =>
  [...seat.querySelectorAll('.plaque, .name, .below, .role, .told > *, .chip')]
    .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.getBoundingClientRect().right > innerWidth
      || node.getBoundingClientRect().left < 0)
    .map((node) => node.className + ': ' + node.innerText))"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """A server with Bài Cào installed, whose hands are sorted from king to ace."""
    installed = tmp_path / "installed"
    about = installed / "chieu_baicao-0.1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: chieu-baicao\nVersion: 0.1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[chieu.games]\nbaicao = downwards:GAME\n", encoding="utf-8")
    (installed / "downwards.py").write_text(GAME, encoding="utf-8")
    with serving(tmp_path, PYTHONPATH=f"{installed}:{EXAMPLE}") as server:
        yield server


def named(card: str, language: str) -> str:
    rank, suit = card[:-1], card[-1]
    return word("card.name", language).format(
        rank=word(f"card.{NAMES[rank]}", language) if rank in NAMES else rank,
        suit=word(f"card.{NAMES[suit]}", language),
    )


def place(card: str) -> tuple[int, int]:
    return RANKS.index(card[:-1]), "SHCD".index(card[-1])


def play(player: Player, shot: str) -> list[str]:
    """Stake with the buttons until the deal is over. Return what is cut off on the way."""
    screen, goal = player.screen, player.deals + 1
    get_ready(player)
    until(screen, lambda: bool(player.legal) or player.deals == goal, "nothing to do")
    cut = list(screen.page.evaluate(_CUT))
    if player.legal:
        screen.shoot(f"{shot}-stakes")
        player.press(player.gold())
    until(screen, lambda: player.deals == goal, "the deal does not end")
    fold_result(screen)
    screen.come_to_rest()
    screen.shoot(f"{shot}-over")
    return cut + list(screen.page.evaluate(_CUT))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_package_s_game_is_played_on_a_phone(person: People, language: str) -> None:
    lan = person("phone", language, squeeze=False)
    player = take_seat(lan, open_table(lan, "baicao", seats=2, bots=1, bot_hosts=True, sheet="festive"))
    for deal in range(2):
        assert play(player, f"package-{language}-{deal + 1}") == []
        cards = hand(player, player.seat)
        assert cards is not None
        shown = lan.page.locator(".fan button").evaluate_all("(cards) => cards.map((card) => card.ariaLabel)")
        assert shown == [named(card, language) for card in sorted(cards, key=place)]
    lan.must_be_accessible()
    assert lan.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

"""All texts shown to people: games, tables, the server, the command line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from chieu.cli.text import texts as cli_texts
from chieu.core.text.languages import LANGS, SHARED, Text
from chieu.games import all_games
from chieu.online.protocol import texts as table_side_texts
from chieu.online.server.api import refusals

ROOT: Final = Path(__file__).parent.parent.parent
GAMES: Final = list(all_games().values())
PAGE: Final = {lang: tomllib.loads((ROOT / f"web/src/text/{lang}.toml").read_text(encoding="utf-8")) for lang in LANGS}

_NOT_PROSE: Final = re.compile(r"`[^`]*`|https?://\S+")
_PLACE: Final = re.compile(r"\{[^}]*\}")
_CHINESE: Final = "[一-鿿　-〿＀-￯]"
# A question mark with a space after it is a key to press.
_HALF: Final = re.compile(rf"(?<={_CHINESE})[,;:!()]|[,;:!()](?={_CHINESE})|(?<={_CHINESE})\?(?! )")


def all_texts() -> Iterator[tuple[str, Text]]:
    for family in (SHARED, table_side_texts.TEXTS, refusals.TEXTS, cli_texts.TEXTS, cli_texts.TABLE_TEXTS):
        yield from family.items()
    for game in GAMES:
        yield from ((f"{game.name} {key}", text) for key, text in game.presentation.texts.items())


def half_width(chinese: str) -> list[str]:
    """Return half-width punctuation next to Chinese; placeholders count as Chinese."""
    prose = _PLACE.sub("字", _NOT_PROSE.sub("", chinese))
    return [prose[max(0, match.start() - 4) : match.end() + 4] for match in _HALF.finditer(prose)]


def test_chinese_texts_have_chinese_punctuation() -> None:
    assert {key: spots for key, text in all_texts() if (spots := half_width(text.template("zh")))} == {}


@pytest.mark.parametrize("wrong", ["好,", "好: a", "a (好", "{seat}:{cards}", "好?", "好!"])
def test_half_width_punctuation_is_detected(wrong: str) -> None:
    assert half_width(wrong)


def test_one_word_for_a_bot_in_each_language() -> None:
    """A bot in a seat is *máy* in Vietnamese and 机器人 in Chinese. `--bot` is an option."""
    for key, text in all_texts():
        assert "电脑" not in text.template("zh"), key
        assert not re.search(r"(?<!--)\bbot\b", _PLACE.sub("", text.template("vi")), re.IGNORECASE), key


def test_nn_22_the_house_has_one_name_in_each_language() -> None:
    house = SHARED["seat.house"]
    assert list(house) == ["Nhà cái", "The house", "庄家"]
    naming = [
        *(text for key, text in all_texts() if re.search(r"\.house$|\.seat_closed$", key)),
        Text({lang: texts["ledger"]["with_house"] for lang, texts in PAGE.items()}),
    ]
    assert len(naming) == 9
    for text in naming:
        for lang in LANGS:
            assert house.say(lang).lower() in text.say(lang, seat=3, number=3).lower()


def test_page_and_terminal_name_bots_and_guests_alike() -> None:
    for lang in LANGS:
        assert PAGE[lang]["seat"]["bot"].replace("{number}", "3") == cli_texts.TEXTS["play.bot"].say(lang, seat=3)
        assert PAGE[lang]["guest"]["name"] == cli_texts.TABLE_TEXTS["guest"].say(lang)

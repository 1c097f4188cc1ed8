"""PF-35: names are normalized, limited in length and harmless."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest
from confusable_homoglyphs.confusables import confusables_data
from hypothesis import given
from hypothesis import strategies as st

from chieu.online.protocol import commands, views
from chieu.online.protocol.names import apart, clean
from chieu.online.table.opening import open_table
from tests.online.table.sitting import Sitting


@pytest.mark.parametrize("name", ["Anh Hai", "\u0410nh Hai", "二哥", "the house", "Nhà cái", "庄家"])
def test_pf_35_nobody_is_named_like_a_bot_or_the_house(name: str) -> None:
    table = Sitting("xidach", 3)
    table.must("g5", commands.Join, name=name)
    assert table.state.members[-1].name == f"{name} 2"
    order = commands.OpenTable(game="xidach", name=name, seats=3)
    opened = open_table(order, "g", "t", b"s" * 32, 0, table.fresh)
    assert opened.state.members[0].name == f"{name} 2"


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Lan", "Lan"),
        ("  Nguyễn\tVăn \n An ", "Nguyễn Văn An"),
        ("Tie\u0302\u0301n", "Tiến"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\ufeffc\u0000d\x1b[31m", "abcd[31m"),
        ("陈大文", "陈大文"),
        ("x" * 99, "x" * 24),
        ("Z" + "\u0335\u0336\u0337\u0338" * 9, "Z\u0335\u0336"),
        ("\u2028\u2029", ""),
        ("<b>hi</b>", "<b>hi</b>"),
        ("L\u034fan\ufe0f", "Lan"),  # an invisible joiner and variation selector
        ("e\u034f\u0302\u0301", "ế"),
        ("\u3164\u115f\uffa0\u2800\u17b4\U0001d159\U000e0101", ""),
        ("Đặng Thị Ngọc Ánh", "Đặng Thị Ngọc Ánh"),
        ("欧阳娜娜〇", "欧阳娜娜〇"),
        ("Nhà 👨\u200d👩\u200d👧", "Nhà 👨\u200d👩\u200d👧"),  # one picture of a family
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("La\u200dn\u200d 👨\u200d", "Lan 👨"),
        ("👨\u200d\u200d👩", "👨👩"),
        ("x" + "\u0300\u0300\u200d" * 7, "x\u0300\u0300"),
        ("e\u200d\u0301", "é"),
        ("x" * 22 + "👨\u200d👩", "x" * 22 + "👨"),
    ],
)
def test_pf_35_names_are_made_harmless(given_name: str, shown: str) -> None:
    assert clean(given_name, 24) == shown


@given(st.text(max_size=300))
def test_pf_35_cleaning_is_idempotent(text: str) -> None:
    once = clean(text, 24)
    assert clean(once, 24) == once
    assert len(once) <= 24
    without_families = re.sub("(?<=\\W)\u200d(?=\\W)", "", once)
    assert not any(unicodedata.category(part) in ("Cc", "Cf", "Cs", "Zl", "Zp") for part in without_families)


def test_pf_35_names_that_read_the_same_get_a_number() -> None:
    table = Sitting(seats=3)
    for number, name in enumerate(["lan", "ＬＡＮ", "LAN", "Lan 2"], start=1):
        table.must(f"g{number}", commands.Join, name=name)
    names = [member.name for member in table.state.members]
    assert names == ["Lan", "lan 2", "ＬＡＮ 3", "LAN 4", "Lan 2 2"]
    assert apart("x" * 24, ["x" * 24]) == "x" * 22 + " 2"


@pytest.mark.parametrize(
    ("name", "looks_like"),
    [
        ("L\u0430n", "Lan"),  # Cyrillic
        ("\u039fanh", "Oanh"),  # Greek
        ("H\u0585a", "Hoa"),  # Armenian
        ("Ian", "lan"),
        ("1an", "lan"),
        ("H0a", "HOa"),
        ("Tarn", "Tam"),
        ("𝐋𝐚𝐧", "Lan"),
        ("👨\u200d👩", "👨👩"),  # alike where the font has no picture of both
        ("Lɑn", "Lan"),
        ("La\u0337n", "Lan"),
        ("lаn", "LAN"),
        ("L\u0435\u0302", "Lê"),  # Cyrillic with marks that do not compose
        ("Ho\u0430\u0300ng", "Hoàng"),
        ("L\u04d1m", "Lăm"),  # and with one that does
        ("L\u01cem", "Lăm"),
        ("T\u03c5\u031b", "Tư"),
        ("\u00d0ức", "Đức"),
        ("D\u0336ức", "Đức"),
        ("Lan\u2010Anh", "Lan-Anh"),
        ("\u5345\u30ed", "\u5345\u53e3"),
    ],
)
def test_pf_35_names_that_look_the_same_get_a_number(name: str, looks_like: str) -> None:
    assert apart(name, [looks_like]) == f"{name} 2"
    assert apart(looks_like, [name]) == f"{looks_like} 2"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Lân", "Lan"),
        ("Lan", "Ian"),
        ("Đào", "Dào"),
        ("Dũng", "Dung"),
        ("Thơ", "Thọ"),
        ("陈大文", "陈太文"),
        ("Иван", "Igor"),
    ],
)
def test_pf_35_distinguishable_names_stay_unchanged(name: str, other: str) -> None:
    assert apart(name, [other]) == name
    assert apart(other, [name]) == other


def in_unicode() -> dict[str, set[str]]:
    """Return Unicode's confusables in groups, keyed by one character of each.

    Only single characters that NFKD leaves unchanged are included.
    """
    group: dict[str, set[str]] = {}
    for character, others in confusables_data.items():
        for other in others:
            pair = [text.replace("\u200e", "") for text in (character, other["c"])]  # for readability of Hebrew
            whole = {member for text in pair for member in group.get(text, {text})}
            group |= dict.fromkeys(whole, whole)
    return {
        character: {
            other
            for other in whole
            if len(other) == 1 and unicodedata.normalize("NFKD", other) == other and clean(f"a{other}", 2) != "a"
        }
        for character, whole in group.items()
    }


OURS = (
    *string.ascii_letters,
    *string.digits,
    *string.punctuation,
    "Đ",
    *"\u0300\u0301\u0302\u0303\u0306\u0309\u0323\u0335",
)


def test_pf_35_table_has_all_unicode_confusables() -> None:
    confusables = in_unicode()
    chinese = [character for character in confusables if len(character) == 1 and "\u4e00" <= character <= "\u9fff"]
    for character in (*OURS, *chinese):
        missed = [
            other for other in confusables.get(character, ()) if apart(f"x{other}x", [f"x{character}x"]) == f"x{other}x"
        ]
        assert not missed, f"{character!r} looks like {missed}"


def test_pf_21_a_name_is_not_a_credential() -> None:
    table = Sitting(people=2, seats=2)
    table.must("thief", commands.Join, name="Lan")
    assert table.whole("thief").you == views.You(2, None)

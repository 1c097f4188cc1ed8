"""PF-35: names are normalised, limited and harmless."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chieu.table import messages
from chieu.table.names import apart, clean
from tests.table.sitting import Sitting


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
    ],
)
def test_pf_35_names_are_made_harmless(given_name: str, shown: str) -> None:
    assert clean(given_name, 24) == shown


@given(st.text(max_size=300))
def test_pf_35_cleaning_is_done_once_and_for_all(text: str) -> None:
    once = clean(text, 24)
    assert clean(once, 24) == once
    assert len(once) <= 24
    assert not any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") for character in once)


def test_pf_35_two_people_never_read_the_same() -> None:
    table = Sitting(seats=3)
    for number, name in enumerate(["lan", "ＬＡＮ", "LAN", "Lan 2"], start=1):
        table.must(f"g{number}", messages.Join, name=name)
    names = [member.name for member in table.state.members]
    assert names == ["Lan", "lan 2", "ＬＡＮ 3", "LAN 4", "Lan 2 2"]
    assert apart("x" * 24, ["x" * 24]) == "x" * 22 + " 2"


def test_pf_21_a_name_is_no_key() -> None:
    table = Sitting(people=2, seats=2)
    table.must("thief", messages.Join, name="Lan")
    assert table.whole("thief").you == messages.You(2, None)

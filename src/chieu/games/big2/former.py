"""What the names of the presets meant in earlier editions."""

from __future__ import annotations

from typing import Final

from chieu.core.extras import Former
from chieu.core.texts import Text
from chieu.games.big2.rules import Rules

_FIRST: Final = {
    "lawrence": Rules(edition=1),
    "hong_kong": Rules(
        triples=True,
        straights="3-A,23456,A2345",
        flush="rank",
        straight_flush="rank",
        royal=False,
        finish_on_two=True,
        stop_at_first=True,
        counts_shown=True,
        reshuffle=False,
        chips="quadruple_13",
        edition=1,
    ),
    "taiwan": Rules(
        suits="cdhs",
        straights="A2345,3-A,23456",
        flush="none",
        straight_flush="rank",
        royal=False,
        bombs=True,
        finish_on_two=True,
        stop_at_first=True,
        counts_shown=True,
        reshuffle=False,
        chips="double_10",
        edition=1,
    ),
    "singapore": Rules(
        straights="A2345,23456,3-A",
        flush="rank",
        straight_flush="rank",
        royal=False,
        finish_on_two=True,
        stop_at_first=True,
        counts_shown=True,
        reshuffle=False,
        chips="triple_13",
        edition=1,
    ),
    "pusoy_dos": Rules(
        suits="cshd",
        triples=True,
        straights="3-A,JQKA2",
        straight_flush="rank",
        royal=False,
        finish_on_two=True,
        counts_shown=True,
        reshuffle=False,
        edition=1,
    ),
}

FORMER: Final = {
    1: Former(
        presets=_FIRST,
        differs=Text(
            "Bản luật cũ: bỏ phiếu xào lại bao nhiêu lần cũng được; luật các vùng chưa đối chiếu với nguồn.",
            "An earlier edition: votes could reshuffle without end, and regional rules had not been checked.",
            "旧版规则：投票重洗没有次数限制；各地规则尚未核对来源。",
        ),
    ),
}

"""The texts of Big Two, one file per language beside this one; cover, lesson and rule sheet."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.game import Refuser
from chieu.core.text.languages import Catalogue
from chieu.core.text.presentation import OVER, Laid, SheetLine, Tip

TEXTS: Final = Catalogue("chieu.games.big2.text")
illegal: Final = Refuser(TEXTS)

COVER: Final = (Laid(parse("10S JS QS KS AS"), step=0.4, turn=6),)

LESSON: Final = (
    Tip("hand", "hand"),
    Tip("select", "hand", when="play"),
    Tip("five", "hand", when="play", given={"flush": ("suit", "rank")}),
    Tip("five_without_flush", "hand", when="play", given={"flush": ("none",)}),
    # Only once someone has led is there a play in the middle to beat.
    Tip("beat", "middle", when="pass"),
    Tip("pass", "choice", when="pass"),
    Tip("over", "own", when=OVER),
)

SHEET: Final = (
    SheetLine("BT-1"),
    SheetLine("BT-1", "three_hands"),
    SheetLine("BT-1", "suits"),
    SheetLine("BT-2"),
    SheetLine("BT-2", "winner_opens", silent=("no",)),
    SheetLine("BT-3", "direction"),
    SheetLine("BT-3", refusals=("wrong_kind",)),
    SheetLine("BT-4", refusals=("must_lead",)),
    SheetLine("BT-4", "pass_locks_out"),
    SheetLine("BT-5"),
    SheetLine("BT-6", refusals=("too_low",)),
    SheetLine("BT-6", "triples", refusals=("no_play",)),
    SheetLine("BT-7", refusals=("too_low",)),
    SheetLine("BT-7", "straights"),
    SheetLine("BT-8", "flush"),
    SheetLine("BT-9"),
    SheetLine("BT-10"),
    SheetLine("BT-11", "straight_flush"),
    SheetLine("BT-12", "royal", silent=("no",)),
    SheetLine("BT-13", "bombs", when=("royal", "yes"), id="bombs_royal"),
    SheetLine("BT-13", "bombs", when=("royal", "no")),
    SheetLine("BT-14", "finish_on_two"),
    SheetLine("BT-15", "stop_at_first"),
    SheetLine("BT-16", "call"),
    SheetLine("BT-17", "counts_shown"),
    SheetLine("BT-18", "discards_open"),
    SheetLine("BT-19", "reshuffle", silent=("no",), refusals=("vote_first",)),
    SheetLine("BT-19", "reshuffle_points", when=("reshuffle", "yes")),
    SheetLine("BT-19", "reshuffles", when=("reshuffle", "yes")),
    SheetLine("BT-20", "chips"),
    SheetLine("BT-20", "pays_for_all", silent=("no",)),
    SheetLine("BT-20", "stake"),
)

"""Scores a deal that was played with real cards: the rank of every seat's card."""

from __future__ import annotations

from typing import Final

import msgspec

from chieu.core.cards import RANKS
from chieu.core.extras import Scored, Scoring
from chieu.core.scoring.checks import check_lines, check_ranks
from chieu.core.scoring.form import Field, FieldChoice, Form, RankOrCard, Way
from chieu.template.game import State, chips_of, ranks_of, start
from chieu.template.rules import Match, Rules


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rank of a seat's card."""

    rank: RankOrCard


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line per seat."""

    lines: tuple[Line | None, ...]


def form(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> Form:
    """Ask for the rank of every card."""
    start(rules, seats, match, host)
    rank = Field("rank", "choice", "entry.rank", tuple(FieldChoice(rank) for rank in RANKS))
    return Form((), (Way("rank", "entry.rank", (rank,)),), (), tuple(range(seats)))


def score(rules: Rules, seats: int, match: Match | None, host: int, entry: Entry) -> Scored:
    """HC-4: the higher card wins."""
    state = start(rules, seats, match, host)
    check_lines(entry.lines, seats)
    ranks = [line.rank for line in entry.lines if line is not None]
    check_ranks(ranks)
    chips = chips_of(rules, tuple(RANKS.index(rank) for rank in ranks))
    return Scored(chips, None, Match((state.dealer + 1) % seats))


def entries(state: State) -> tuple[Entry, ...]:
    """Return the cards that everybody sees at the end."""
    return (Entry(tuple(Line(RANKS[rank]) for rank in ranks_of(state))),)


SCORING: Final = Scoring(entry=Entry, form=form, score=score, entries=entries)

"""Scores a deal that was played with real cards: every hand by its points, or three faces."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from chieu.core.checks import check_seat
from chieu.core.extras import Scored, Scoring
from chieu.core.field_types import Seat
from chieu.core.scoring.checks import check_lines, check_not_given, check_number
from chieu.core.scoring.form import Field, FieldChoice, Form, Way
from chieu_baicao.game import BEST, State, cards_of, chips_of, match_after, start, strength
from chieu_baicao.rules import Match, Rules

HandKind: TypeAlias = Literal["faces", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0"]
HANDS: Final[tuple[HandKind, ...]] = get_args(HandKind)  # best first


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """BC-3, BC-4: the points of a hand or three faces; and a player's stake."""

    hand: HandKind
    stake: int | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line per seat, and the dealer (None: as the sheet says)."""

    lines: tuple[Line | None, ...]
    dealer: Seat | None = None


def form(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> Form:
    """Ask for every hand, and for stakes if players choose them."""
    state = start(rules, seats, match, host)
    dealer = Field("dealer", "seat", "entry.dealer", least=0, most=seats - 1, default=state.dealer)
    hands = tuple(FieldChoice(kind, "entry.faces" if kind == "faces" else "") for kind in HANDS)
    stake = Field("stake", "number", "entry.stake", least=1, most=rules.stake_max, default=1, asked_for="others")
    return Form(
        (dealer,),
        (Way("hand", "entry.hand", (Field("hand", "choice", "entry.hand", hands),)),),
        (stake,) if rules.stake_max > 1 else (),
        tuple(range(seats)),
        "dealer",
    )


def score(rules: Rules, seats: int, match: Match | None, host: int, entry: Entry) -> Scored:
    """BC-5: settle every player with the dealer."""
    state = start(rules, seats, match, host)
    dealer = state.dealer if entry.dealer is None else entry.dealer
    check_seat(dealer, seats)
    check_lines(entry.lines, seats)
    lines = [line for line in entry.lines if line is not None]
    strengths = [BEST - HANDS.index(line.hand) for line in lines]
    check_not_given(dealer, "BC-2", stake=lines[dealer].stake)
    won = [0] * seats
    for seat, line in enumerate(lines):
        if seat != dealer:
            stake = 1 if line.stake is None and rules.stake_max == 1 else line.stake
            stake = check_number(seat, "stake", stake, 1, rules.stake_max, "BC-2")
            won[seat] = chips_of(rules, stake, strengths[seat], strengths[dealer])
    won[dealer] = -sum(won)
    return Scored(tuple(won), None, match_after(msgspec.structs.replace(state, dealer=dealer)))


def entries(state: State) -> tuple[Entry, ...]:
    """Return the hands that everybody sees at the end."""
    lines = []
    for seat in range(state.seats):
        held = strength(cards_of(state, seat))
        stake = state.stakes[seat] if seat != state.dealer and state.rules.stake_max > 1 else None
        lines.append(Line(hand=HANDS[BEST - held], stake=stake))
    return (Entry(lines=tuple(lines), dealer=state.dealer),)


SCORING: Final = Scoring(entry=Entry, form=form, score=score, entries=entries)

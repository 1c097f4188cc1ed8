"""Scores a round of Chinese Rummy with real cards: who went out, and what the others have left."""

from __future__ import annotations

from typing import Final

import msgspec

from chieu.core.cards import CARDS, JOKER, Cards
from chieu.core.checks import check_seat
from chieu.core.extras import Scored, Scoring
from chieu.core.field_types import Seat
from chieu.core.outcome import Hand, Outcome, Phrase
from chieu.core.scoring.checks import check_lines, check_number, check_one_way, check_pack
from chieu.core.scoring.form import Field, FieldChoice, Form, Way
from chieu.games.rummy import state as kernel
from chieu.games.rummy.game import chips_of, match_winners, next_round, scores_after, start
from chieu.games.rummy.hands import CompiledRules, masks_of
from chieu.games.rummy.rules import Match, Rules
from chieu.games.rummy.state import State
from chieu.games.rummy.text.outcome import by_points, hand_of, match_end, settlements
from chieu.games.rummy.text.texts import illegal

_LEAST_POINTS: Final = 5
_MOST_PER_CARD: Final = 20
_JOKERS: Final = 2  # of a pack


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards that a seat has left, or their points."""

    points: int | None = None
    cards: Cards | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round: the seat that went out (None: the round was blocked), and a line for every other seat."""

    lines: tuple[Line | None, ...]
    winner: Seat | None = None


def form(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> Form:
    """Return what is asked in a round."""
    state = start(rules, seats, match, host)
    dealt = int(state.contract.dealt)
    points = Field(
        "points", "number", "entry.points", least=_LEAST_POINTS, most=dealt * _MOST_PER_CARD, asked_for="others"
    )
    joker = FieldChoice(str(CARDS[JOKER]), "card.joker")  # RM-1: one key, as jokers are interchangeable
    cards = Field("cards", "cards", "entry.cards_left", (joker,), least=1, most=dealt, asked_for="others")
    winner = Field("winner", "seat", "entry.winner", least=0, most=seats - 1, nobody="entry.blocked")
    ways = (Way("points", "entry.way.points", (points,)), Way("cards", "entry.way.cards", (cards,)))
    return Form((winner,), ways, (), tuple(range(seats)), "winner", int(state.number))


def score(rules: Rules, seats: int, match: Match | None, host: int, entry: Entry) -> Scored:
    """RM-12: score every hand, and settle the differences in chips."""
    state = start(rules, seats, match, host)
    without = () if entry.winner is None else (entry.winner,)
    for seat in without:
        check_seat(seat, seats)
    check_lines(entry.lines, seats, without)
    decks = int(state.compiled.decks)
    left = [line.cards for line in entry.lines if line is not None and line.cards is not None]
    check_pack([card for cards in left for card in cards], decks, _JOKERS * decks)
    points = tuple([_points(state, seat, line) for seat, line in enumerate(entry.lines)])
    scores = scores_after(state, points)
    ending = Phrase("blocked", "RM-11") if entry.winner is None else Phrase("went_out", "RM-10", {"seat": entry.winner})
    hands = [_hand(seat, entry.lines[seat], points[seat], scores[seat], state.compiled) for seat in by_points(points)]
    end = match_end(match_winners(state, points), scores)
    outcome = Outcome(tuple(hands), settlements(points, ending), end, points=points)
    return Scored(chips_of(points), outcome, next_round(state, points))


def _points(state: State, seat: int, line: Line | None) -> int:
    """RM-12: return the points of a line; 0 for the winner, who has none."""
    if line is None:
        return 0
    dealt = int(state.contract.dealt)
    if check_one_way(seat, points=line.points, cards=line.cards) == "points":
        points = check_number(seat, "points", line.points, _LEAST_POINTS, dealt * _MOST_PER_CARD, "RM-12")
        if points % _LEAST_POINTS:
            raise illegal("impossible_points", "RM-12", seat=seat, points=points)
        return points
    cards = line.cards or ()
    check_number(seat, "cards", len(cards), 1, dealt, "RM-12")
    return int(state.compiled.points(*masks_of(_numbered(cards))))


def _numbered(cards: Cards) -> Cards:
    """RM-1: return the cards with jokers numbered, so that none is there three times."""
    jokers = [CARDS[JOKER + number % _JOKERS] for number in range(sum(card >= JOKER for card in cards))]
    return (*[card for card in cards if card < JOKER], *jokers)


def _hand(seat: int, line: Line | None, points: int, total: int, compiled: CompiledRules) -> Hand:
    if line is None or line.cards is not None:
        return hand_of(seat, () if line is None else line.cards or (), points, total, compiled)
    return Hand(seat, (), Phrase("one", "RM-12", {"points": points, "total": total}))


def entries(state: State) -> tuple[Entry, ...]:
    """Return a finished round by points and by cards."""
    winner = None if state.winner == kernel.NOBODY else int(state.winner)
    others = [seat for seat in range(state.seats) if seat != winner]
    points = {seat: Line(points=int(state.points(seat))) for seat in others}
    cards = {seat: Line(cards=state.hand(seat)) for seat in others}
    return tuple(
        [
            Entry(lines=tuple([lines.get(seat) for seat in range(state.seats)]), winner=winner)
            for lines in (points, cards)
        ]
    )


SCORING: Final = Scoring(entry=Entry, form=form, score=score, entries=entries)

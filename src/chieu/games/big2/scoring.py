"""Scores a deal of Big Two with real cards: the winner, and cards left or places of the others.

The deal is scored by the rules of `state`, with hands of as many cards as were left. Which cards they are decides
nothing.
"""

from __future__ import annotations

from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.checks import check_seat
from chieu.core.extras import Scored, Scoring
from chieu.core.field_types import Seat
from chieu.core.outcome import Hand, Phrase
from chieu.core.scoring.checks import check_lines, check_not_given, check_number, check_one_way
from chieu.core.scoring.form import Field, Form, Way
from chieu.games.big2.game import match_after, payoff, start
from chieu.games.big2.hands import compile_rules, size
from chieu.games.big2.plays import NO_SETS
from chieu.games.big2.rules import HAND_OF_THREE, Match, Rules, hand_size
from chieu.games.big2.state import OVER, State, liable_seat, place_of
from chieu.games.big2.text.outcome import outcome
from chieu.games.big2.text.texts import illegal

_HIGH_CARDS: Final = 3 << 40  # two cards that beat any other of this representation, and not a single 2
_LOWEST_CARD: Final = 1


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Number of cards that a seat has left, or its place."""

    left: int | None = None
    place: int | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deal: the winner, a line for every other seat, and the seat that pays for all (BT-20), if any."""

    lines: tuple[Line | None, ...]
    winner: Seat
    liable: Seat | None = None


def form(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> Form:
    """Return what is asked under a sheet."""
    start(rules, seats, match, host)
    winner = Field("winner", "seat", "entry.winner", least=0, most=seats - 1)
    liable = Field("liable", "seat", "entry.liable", least=0, most=seats - 1, nobody="entry.nobody_liable")
    left = Field(
        "left", "number", "entry.left",
        least=1 if rules.stop_at_first else 0, most=hand_size(rules, seats), asked_for="others",
    )  # fmt: skip
    place = Field("place", "number", "entry.place", least=2, most=seats, asked_for="others")
    ways = []
    if rules.chips != "places" or rules.stop_at_first:
        ways.append(Way("left", "entry.way.left", (left,)))
    if rules.chips == "places":
        ways.append(Way("place", "entry.way.place", (place,)))
    deal = (winner, liable) if rules.pays_for_all else (winner,)
    return Form(deal, tuple(ways), (), tuple(range(seats)), "winner")


def score(rules: Rules, seats: int, match: Match | None, host: int, entry: Entry) -> Scored:
    """Score the deal with hands of as many cards as were left, or of as many as the places need."""
    start(rules, seats, match, host)
    check_seat(entry.winner, seats)
    check_lines(entry.lines, seats, without=(entry.winner,))
    way = "left" if rules.chips != "places" else ""
    counts = [0] * seats
    for seat, line in enumerate(entry.lines):
        if line is not None:
            entered_way = check_one_way(seat, left=line.left, place=line.place)
            if way and entered_way != way:
                raise illegal("left_or_place", "BT-20", seat=seat)
            way = entered_way
            counts[seat] = _count(rules, seats, seat, line)
    if way == "place":
        _check_places(rules, entry)
    else:
        _check_counts(rules, counts)
    state = _state(rules, seats, entry, counts)
    result = outcome(state)
    hands = tuple([_hand(hand, way, counts[hand.seat], entry.winner, state) for hand in result.hands])
    return Scored(payoff(state), msgspec.structs.replace(result, hands=hands), match_after(state))


def _count(rules: Rules, seats: int, seat: int, line: Line) -> int:
    if line.place is not None:
        return check_number(seat, "place", line.place, 2, seats, "BT-15") - 1
    if rules.chips == "places" and not rules.stop_at_first:
        check_not_given(seat, "BT-15", left=line.left)
    return check_number(seat, "left", line.left, 1 if rules.stop_at_first else 0, hand_size(rules, seats), "BT-15")


def _check_places(rules: Rules, entry: Entry) -> None:
    """BT-15: a place is one more than the seats before it; it is shared only if cards decide it."""
    places = [1, *[line.place or 0 for line in entry.lines if line is not None]]
    for place in places:
        shared = places.count(place) > 1 and not rules.stop_at_first
        if shared or place != 1 + sum(other < place for other in places):
            raise illegal("impossible_places", "BT-15", places=", ".join(map(str, sorted(places))))


def _check_counts(rules: Rules, counts: list[int]) -> None:
    """BT-14, BT-15: raise `Illegal` for numbers of cards with which no deal ends."""
    left = [count for count in counts if count]
    lone_twos = not rules.finish_on_two and set(left) == {1}
    if not rules.stop_at_first and len(left) != 1 and not lone_twos:
        raise illegal("impossible_counts", "BT-15")
    if sum(count > HAND_OF_THREE for count in counts) > 1:
        raise illegal("one_odd_card", "BT-1", most=HAND_OF_THREE)


def _state(rules: Rules, seats: int, entry: Entry, counts: list[int]) -> State:
    """Return a finished deal with these winners and numbers of cards."""
    hands = vec[i64]([(1 << count) - 1 for count in counts] + [0] * (4 - seats))
    dealt = vec[i64]([0, 0, 0, 0])
    state = State(compile_rules(rules), seats, -1, dealt, hands, NO_SETS)
    state.stage = OVER
    state.finishers = entry.winner + 1
    if entry.liable is not None:
        check_seat(entry.liable, seats)
        if not rules.pays_for_all:
            check_not_given(entry.liable, "BT-20", liable=entry.liable)
        if entry.liable == entry.winner:
            raise illegal("winner_liable", "BT-20", seat=entry.winner)
        state.guard = entry.liable
        state.dealt[entry.liable] = _HIGH_CARDS
        state.winning_card = _LOWEST_CARD
    return state


def _hand(hand: Hand, way: str, count: int, winner: int, state: State) -> Hand:
    """Return the phrase of a hand without its cards, which were not entered."""
    if hand.seat == winner:
        return Hand(hand.seat, (), Phrase("placed", "BT-15", {"place": 1}))
    if way == "place":
        return Hand(hand.seat, (), Phrase("placed", "BT-15", {"place": int(place_of(state, hand.seat))}))
    return Hand(hand.seat, (), Phrase("count", "BT-15", {"count": count}))


def entries(state: State) -> tuple[Entry, ...]:
    """Return a finished deal by cards left and by places, as far as the sheet asks for them."""
    rules = state.compiled.rules
    places = [int(place_of(state, seat)) for seat in range(state.seats)]
    winner = places.index(1)
    liable = int(liable_seat(state))
    others = [seat for seat in range(state.seats) if seat != winner]
    ways = []
    if rules.chips != "places" or (rules.stop_at_first and not state.only_twos_left()):
        ways.append({seat: Line(left=int(size(state.hands[seat]))) for seat in others})
    if rules.chips == "places":
        ways.append({seat: Line(place=places[seat]) for seat in others})
    return tuple(
        [
            Entry(
                lines=tuple([lines.get(seat) for seat in range(state.seats)]),
                winner=winner,
                liable=None if liable < 0 else liable,
            )
            for lines in ways
        ]
    )


SCORING: Final = Scoring(entry=Entry, form=form, score=score, entries=entries)

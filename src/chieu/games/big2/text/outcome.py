"""The outcome of a Big Two deal: places, cards left, and settlements with their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, product
from chieu.games.big2.hands import cards_of, kind_of, size
from chieu.games.big2.messages import Kind
from chieu.games.big2.state import State, chips_before_liability, is_paid_for, liable_seat, place_of, standing

RARE: Final[Mapping[Kind, int]] = {"four": 1, "straight_flush": 2, "royal_flush": 3}


def outcome(state: State) -> Outcome:
    """Return every hand, settlement and rare play: when a deal is over everything is open (BT-18)."""
    seats = sorted(range(state.seats), key=lambda seat: -int(standing(state, seat)))
    settlements = _by_places(state, seats) if state.compiled.by_places else _by_cards(state, seats)
    hands = tuple([_hand(state, seat) for seat in seats])
    return Outcome(hands, (*settlements, *_paid_for(state, seats)), plays=_rare_plays(state))


def _hand(state: State, seat: int) -> Hand:
    left = cards_of(state.hands[seat], state.compiled)
    params: dict[str, str | int] = {"place": int(place_of(state, seat))}
    if not left:
        return Hand(seat, (), Phrase("out", "BT-15", params))
    return Hand(seat, left, Phrase("left", "BT-15", {**params, "count": len(left)}))


def _rare_plays(state: State) -> tuple[Hand, ...]:
    played = [(seat, mask, kind_of(mask, state.compiled)) for seat, mask in state.sets_played()]
    return tuple(
        [
            Hand(seat, cards_of(mask, state.compiled), Phrase("played", "BT-13", {"kind": kind}), rare=RARE[kind])
            for seat, mask, kind in played
            if kind in RARE
        ]
    )


def _by_places(state: State, seats: list[int]) -> list[Settlement]:
    """BT-20: each seat collects a stake from every seat behind it."""
    out = []
    for better, worse in combinations(seats, 2):
        places: dict[str, str | int] = {"better": int(place_of(state, better)), "worse": int(place_of(state, worse))}
        if places["better"] == places["worse"]:
            out.append(Settlement(better, worse, (Phrase("same_place", "BT-20", {"place": places["better"]}),)))
        else:
            stake = product(stake=int(state.compiled.stake))
            out.append(Settlement(better, worse, (Phrase("places", "BT-20", places),), (stake,)))
    return out


def _by_cards(state: State, seats: list[int]) -> list[Settlement]:
    """BT-20: the winner collects from each seat for its cards left, at a higher rate for many cards."""
    winner, *others = seats
    out = []
    for seat in others:
        count = int(size(state.hands[seat]))
        # A seat that is out as well has no cards to pay for.
        times = int(state.compiled.card_price[count]) // max(count, 1)
        why = [Phrase("cards", "BT-20", {"seat": winner, "other": seat, "count": count})]
        factors = {"cards": count}
        if times > 1:
            why.append(Phrase("many_cards", "BT-20", {"count": count, "times": times}))
            factors["times"] = times
        out.append(Settlement(winner, seat, tuple(why), (product(**factors, stake=int(state.compiled.stake)),)))
    return out


def _paid_for(state: State, seats: list[int]) -> list[Settlement]:
    """BT-20: the seat that pays for all refunds the others."""
    pays = int(liable_seat(state))
    return [
        Settlement(
            seat,
            pays,
            (Phrase("pays_for_all", "BT-20", {"seat": pays, "other": seat}),),
            (product(owed=-int(chips_before_liability(state, seat))),),
        )
        for seat in seats
        if is_paid_for(state, seat)
    ]

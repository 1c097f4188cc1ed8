"""The functions of the contract. They are pure and documented in `chieu.core.game`."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from chieu.core.cards import DECK, Card, Cards
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order, not_waiting
from chieu.core.game import CHANCE, Event, Illegal, Shuffler, Viewer, wrong_action
from chieu.core.resampling import shuffled_at
from chieu.template.messages import Action, Dealt, Keep, Kept, Phase, SeatView, Settled, Shown, Swap, Swapped, View
from chieu.template.rules import Match, Rules

SEATS: Final = range(2, 9)


class State(msgspec.Struct, frozen=True):
    """The whole deal: the shuffled cards, and in turn order whether each seat that has chosen swapped."""

    rules: Rules
    seats: int
    dealer: int
    order: Cards = ()
    choices: tuple[bool, ...] = ()


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    """HC-1: the host deals first."""
    dealer = host if match is None else match.dealer
    check_table(seats, SEATS, (host, dealer))
    return State(rules, seats, dealer)


def to_act(state: State) -> tuple[int, ...]:
    """HC-2, HC-3: after the shuffle the seats choose in turn from the dealer's left, if they may swap."""
    phase = _phase(state)
    return {"shuffle": (CHANCE,), "choice": (_seat_at(state, len(state.choices)),), "over": ()}[phase]


def to_shuffle(state: State) -> Cards:
    """All 52 cards; none after the shuffle."""
    return () if state.order else DECK


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """HC-3: keep or swap."""
    check_seat(seat, state.seats)
    return (Keep(), Swap()) if seat in to_act(state) else ()


def apply(state: State, seat: int, action: Any) -> tuple[State, tuple[Event, ...]]:
    """Apply a shuffle or a seat's choice."""
    if seat == CHANCE:
        dealt = msgspec.structs.replace(state, order=checked_order(action, to_shuffle(state), to_act(state)))
        order = tuple(_seat_at(dealt, place) for place in range(dealt.seats))
        own = tuple((to, Dealt(order, (_card(dealt, to),))) for to in range(dealt.seats))
        return dealt, (Event(Dealt(order), own), *_ending(dealt))
    check_seat(seat, state.seats)
    if type(action) not in get_args(Action):
        raise wrong_action(get_args(Action))
    if seat not in to_act(state):
        raise not_waiting(to_act(state))
    after = msgspec.structs.replace(state, choices=(*state.choices, type(action) is Swap))
    if type(action) is Swap:
        event = Event(Swapped(seat), ((seat, Swapped(seat, (_card(after, seat),))),))
    else:
        event = Event(Kept(seat))
    return after, (event, *_ending(after))


def view(state: State, viewer: Viewer) -> View:
    """Return the public swaps, and the cards that are the viewer's own or open at the end."""
    check_viewer(viewer, state.seats)
    over = _phase(state) == "over"
    won = payoff(state) if over else ()
    return View(
        viewer,
        _phase(state),
        state.dealer,
        to_act(state),
        tuple(
            SeatView(
                count=1 if state.order else 0,
                cards=(_card(state, seat),) if state.order and (over or seat == viewer) else None,
                swapped=_has_swapped(state, seat),
                chips=won[seat] if over else None,
            )
            for seat in range(state.seats)
        ),
    )


def payoff(state: State) -> tuple[int, ...]:
    """HC-4: the higher card wins."""
    if _phase(state) != "over":
        raise Illegal("not_over")
    return chips_of(state.rules, ranks_of(state))


def chips_of(rules: Rules, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """HC-4: win a stake from every seat with a lower card and lose one to every seat with a higher card."""
    return tuple(rules.stake * sum((rank > other) - (rank < other) for other in ranks) for rank in ranks)


def ranks_of(state: State) -> tuple[int, ...]:
    """Return the rank of every seat's card."""
    return tuple(_card(state, seat).rank for seat in range(state.seats))


def resample(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
    """Shuffle the cards that the viewer has not seen. No action depends on them."""
    own = check_viewer(viewer, state.seats)
    seen = {_place(state, own), _dealt_place(state, own)} if own >= 0 else set()
    if _phase(state) == "over":
        seen |= {_place(state, seat) for seat in range(state.seats)}
    hidden = [place for place in range(len(state.order)) if place not in seen]
    return msgspec.structs.replace(state, order=shuffled_at(state.order, hidden, shuffle))


def orders(state: State) -> tuple[Cards, ...]:
    """The only shuffle, once it was made."""
    return (state.order,) if state.order else ()


def match_after(state: State) -> Match:
    """HC-1: the deal passes to the left."""
    return Match((state.dealer + 1) % state.seats)


def dealer(state: State) -> int:
    """HC-1: the seat that deals."""
    return state.dealer


def longest(rules: Rules, seats: int) -> int:
    """One choice per seat."""
    return seats if rules.swap else 0


def _phase(state: State) -> Phase:
    if not state.order:
        return "shuffle"
    return "choice" if state.rules.swap and len(state.choices) < state.seats else "over"


def _seat_at(state: State, place: int) -> int:
    """Return the seat that is dealt to, and chooses, at this place in turn order."""
    return (state.dealer + 1 + place) % state.seats


def _dealt_place(state: State, seat: int) -> int:
    """Return the index in the order of the card a seat was dealt."""
    return (seat - state.dealer - 1) % state.seats


def _has_swapped(state: State, seat: int) -> bool:
    place = _dealt_place(state, seat)
    return place < len(state.choices) and state.choices[place]


def _place(state: State, seat: int) -> int:
    """Return the index in the order of the card a seat holds: the one dealt, or the one it swapped for."""
    place = _dealt_place(state, seat)
    return state.seats + sum(state.choices[:place]) if _has_swapped(state, seat) else place


def _card(state: State, seat: int) -> Card:
    return state.order[_place(state, seat)]


def _ending(state: State) -> list[Event]:
    """Return the events that end the deal, if it is over: all cards and the payoffs."""
    if _phase(state) != "over":
        return []
    seats, won = range(state.seats), payoff(state)
    shown = [Event(Shown(seat, (_card(state, seat),))) for seat in seats]
    return shown + [Event(Settled(seat, won[seat])) for seat in seats]

"""A small game with simultaneous secret choices.

Every seat gets three cards and lays one face down; the highest takes a stake from every other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

import msgspec

from chieu.core.cards import DECK, Card, Cards
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order, is_one_of, not_waiting
from chieu.core.extras import Extras
from chieu.core.field_types import Chips, Seat, Seats
from chieu.core.game import CHANCE, AnyGame, Event, Illegal, Shuffler, Viewer, wrong_action
from chieu.core.notation import BaseAction
from chieu.core.resampling import shuffled_at
from chieu.core.text.languages import Text, same
from chieu.core.text.plain_show import plain_show
from chieu.template import GAME as HIGH_CARD
from chieu.template.rules import Match, Rules

HAND: Final = 3
SEATS: Final = range(2, 5)


class Lay(BaseAction, frozen=True, tag="lay"):
    """Lay a card face down."""

    card: Card


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Every seat got three cards and sees its own."""

    cards: Cards = ()


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    """A seat has chosen; only it sees the card."""

    seat: Seat
    cards: Cards = ()


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """All seats have chosen: a seat's card is open, with its payoff."""

    seat: Seat
    cards: Cards
    chips: Chips


class SeatView(msgspec.Struct, frozen=True):
    """Cards that are the viewer's own, or open."""

    count: int
    cards: Cards | None = None
    ready: bool = False
    chips: Chips | None = None


class View(msgspec.Struct, frozen=True):
    """One viewer's view of the deal."""

    you: Seat | None
    phase: Literal["shuffle", "choice", "over"]
    to_act: Seats
    seats: tuple[SeatView, ...]


class State(msgspec.Struct, frozen=True):
    """The shuffled cards, and for each seat the index in its hand that it chose."""

    rules: Rules
    seats: int
    chosen: tuple[int | None, ...]
    order: Cards = ()


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    del match
    check_table(seats, SEATS, (host,))
    return State(rules, seats, (None,) * seats)


def to_act(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(state.seats) if state.chosen[seat] is None) if state.order else (CHANCE,)


def to_shuffle(state: State) -> Cards:
    return () if state.order else DECK


def legal(state: State, seat: int) -> tuple[Lay, ...]:
    check_seat(seat, state.seats)
    return tuple(Lay(card) for card in hand(state, seat)) if seat in to_act(state) else ()


def apply(state: State, seat: int, action: Any) -> tuple[State, tuple[Event, ...]]:
    if seat == CHANCE:
        dealt = msgspec.structs.replace(state, order=checked_order(action, to_shuffle(state), to_act(state)))
        return dealt, (Event(Dealt(), tuple((to, Dealt(hand(dealt, to))) for to in range(state.seats))),)
    check_seat(seat, state.seats)
    if type(action) is not Lay:
        raise wrong_action((Lay,))
    if seat not in to_act(state):
        raise not_waiting(to_act(state))
    if not is_one_of(action, legal(state, seat)):
        raise Illegal("wrong_action", known="lay")
    place = hand(state, seat).index(action.card)
    after = msgspec.structs.replace(state, chosen=(*state.chosen[:seat], place, *state.chosen[seat + 1 :]))
    events = [Event(Laid(seat), ((seat, Laid(seat, (action.card,))),))]
    if not to_act(after):
        events += [Event(Settled(winner, laid(after, winner), chips)) for winner, chips in enumerate(payoff(after))]
    return after, tuple(events)


def view(state: State, viewer: Viewer) -> View:
    check_viewer(viewer, state.seats)
    over = not to_act(state)
    seen = tuple(
        SeatView(
            count=HAND if state.order else 0,
            cards=laid(state, seat) if over else hand(state, seat) if state.order and seat == viewer else None,
            ready=state.chosen[seat] is not None,
            chips=payoff(state)[seat] if over else None,
        )
        for seat in range(state.seats)
    )
    return View(viewer, "over" if over else "choice" if state.order else "shuffle", to_act(state), seen)


def payoff(state: State) -> tuple[int, ...]:
    if to_act(state):
        raise Illegal("not_over")
    ranks = [laid(state, seat)[0].rank for seat in range(state.seats)]
    wins = [rank == max(ranks) and ranks.count(rank) == 1 for rank in ranks]
    return tuple(state.rules.stake * (state.seats * win - sum(wins)) for win in wins)


def resample(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
    own = check_viewer(viewer, state.seats)
    seen = set(range(own * HAND, own * HAND + HAND)) if own >= 0 else set[int]()
    if not to_act(state):
        seen |= {seat * HAND + (place or 0) for seat, place in enumerate(state.chosen)}
    hidden = [place for place in range(len(state.order)) if place not in seen]
    return msgspec.structs.replace(state, order=shuffled_at(state.order, hidden, shuffle))


def choices(state: State, seat: int) -> tuple[Lay, ...]:
    return tuple(map(Lay, laid(state, seat)))


def hand(state: State, seat: int) -> Cards:
    return state.order[seat * HAND : seat * HAND + HAND]


def laid(state: State, seat: int) -> Cards:
    place = state.chosen[seat]
    return () if place is None else (hand(state, seat)[place],)


class Highest:
    """Lays its highest card."""

    def __init__(self, rules: Any, seat: int, rng: Any) -> None: ...

    def see(self, fact: Any) -> None: ...

    def act(self, view: View, legal: Any) -> Any:
        del view
        return max(legal, key=lambda action: action.card.rank)


TEXTS: Final = {
    **HIGH_CARD.presentation.texts,
    "action.lay": Text({"vi": "Úp {card}", "en": "Lay {card}", "zh": "出 {card}"}),
    "fact.dealt": Text({"vi": "Chia bài. {cards}", "en": "Dealt. {cards}", "zh": "发牌。{cards}"}),
    "fact.laid": Text({"vi": "{seat} úp bài. {cards}", "en": "{seat} lays. {cards}", "zh": "{seat} 出牌。{cards}"}),
    "fact.settled": same("{seat} {cards} {chips}"),
    "field.ready": Text({"vi": "đã úp", "en": "has laid", "zh": "已出"}),
}
_BASE: Final[AnyGame] = HIGH_CARD
GAME: Final[AnyGame] = replace(
    _BASE,
    name="secretchoice",
    seats=SEATS,
    actions=(Lay,),
    facts=(Dealt, Laid, Settled),
    view_type=View,
    start=start,
    to_act=to_act,
    to_shuffle=to_shuffle,
    legal=legal,
    apply=apply,
    view=view,
    payoff=payoff,
    resample=resample,
    orders=lambda state: (state.order,) if state.order else (),
    choices=choices,
    match_after=lambda state: Match(),
    dealer=lambda state: None,
    longest=lambda rules, seats: seats,
    presentation=replace(HIGH_CARD.presentation, texts=TEXTS, show=plain_show(TEXTS)),
    extras=Extras(bots={"highest": Highest}),
)

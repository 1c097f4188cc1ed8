"""The functions of the contract. They are pure and documented in `chieu.core.game`."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from chieu.core.cards import DECK, RANKS, Card, Cards
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order, is_one_of, not_waiting
from chieu.core.game import CHANCE, Event, Illegal, Shuffler, Viewer, wrong_action
from chieu.core.resampling import shuffled_at
from chieu_baicao.messages import Action, Phase, SeatView, Settled, Shown, ShownFaces, Stake, Staked, View
from chieu_baicao.rules import Match, Rules
from chieu_baicao.texts import illegal

SEATS: Final = range(2, 13)
HAND: Final = 3
FACES: Final = ("J", "Q", "K")
BEST: Final = 10  # three face cards, above nine points


class State(msgspec.Struct, frozen=True):
    """The whole deal: the stake of each seat (0: none yet) and the shuffled cards."""

    rules: Rules
    seats: int
    dealer: int
    stakes: tuple[int, ...]
    order: Cards = ()


def points(cards: Cards) -> int:
    """BC-3: the last digit of the sum; an ace counts 1, tens and faces nothing."""
    return sum(_counts(card) for card in cards) % 10


def strength(cards: Cards) -> int:
    """BC-4: three face cards beat everything."""
    return BEST if all(RANKS[card.rank] in FACES for card in cards) else points(cards)


def chips_of(rules: Rules, stake: int, mine: int, theirs: int) -> int:
    """BC-5: return what a player wins from the dealer."""
    times = rules.three_faces if max(mine, theirs) == BEST else 1
    return stake * times * ((mine > theirs) - (mine < theirs))


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    """BC-1: the host deals, always unless the deal rotates."""
    dealer = match.dealer if match is not None and rules.dealer_moves else host
    check_table(seats, SEATS, (host, dealer))
    fixed = 1 if rules.stake_max == 1 else 0  # nobody chooses a stake if there is only one
    return State(rules, seats, dealer, tuple(0 if seat == dealer else fixed for seat in range(seats)))


def to_act(state: State) -> tuple[int, ...]:
    """BC-2: all players stake, in any order; then the cards are shuffled."""
    if state.order:
        return ()
    unstaked = tuple(seat for seat in range(state.seats) if seat != state.dealer and not state.stakes[seat])
    return unstaked or (CHANCE,)


def to_shuffle(state: State) -> Cards:
    """All 52 cards, once all stakes are placed."""
    return DECK if to_act(state) == (CHANCE,) else ()


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """BC-2: any stake up to the maximum."""
    check_seat(seat, state.seats)
    return tuple(Stake(amount) for amount in range(1, state.rules.stake_max + 1)) if seat in to_act(state) else ()


def apply(state: State, seat: int, action: Any) -> tuple[State, tuple[Event, ...]]:
    """Apply a stake, or the shuffle that decides everything."""
    if seat == CHANCE:
        over = msgspec.structs.replace(state, order=checked_order(action, to_shuffle(state), to_act(state)))
        return over, tuple(_ending(over))
    check_seat(seat, state.seats)
    if type(action) is not Stake:
        raise wrong_action((Stake,))
    if seat not in to_act(state):
        raise not_waiting(to_act(state))
    if not is_one_of(action, legal(state, seat)):
        raise illegal("bad_stake", "BC-2", most=state.rules.stake_max)
    stakes = tuple(action.amount if index == seat else stake for index, stake in enumerate(state.stakes))
    return msgspec.structs.replace(state, stakes=stakes), (Event(Staked(seat, action.amount)),)


def view(state: State, viewer: Viewer) -> View:
    """Stakes and cards are public."""
    check_viewer(viewer, state.seats)
    seats = tuple(_seat(state, seat) for seat in range(state.seats))
    return View(viewer, _phase(state), state.dealer, to_act(state), seats)


def payoff(state: State) -> tuple[int, ...]:
    """BC-5: every player against the dealer."""
    if not state.order:
        raise Illegal("not_over")
    won = [_won(state, seat) for seat in range(state.seats)]
    won[state.dealer] = -sum(won)
    return tuple(won)


def resample(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
    """Shuffle the cards that stayed in the deck."""
    check_viewer(viewer, state.seats)
    left = list(range(HAND * state.seats, len(state.order)))
    return msgspec.structs.replace(state, order=shuffled_at(state.order, left, shuffle))


def orders(state: State) -> tuple[Cards, ...]:
    """The only shuffle, once it was made."""
    return (state.order,) if state.order else ()


def match_after(state: State) -> Match:
    """BC-1: if the deal rotates, it passes to the left."""
    return Match((state.dealer + 1) % state.seats)


def longest(rules: Rules, seats: int) -> int:
    """One stake per player."""
    return seats - 1 if rules.stake_max > 1 else 0


def _counts(card: Card) -> int:
    rank = RANKS[card.rank]
    return 1 if rank == "A" else int(rank) if rank.isdigit() else 0


def _phase(state: State) -> Phase:
    if state.order:
        return "over"
    return "shuffle" if to_act(state) == (CHANCE,) else "stakes"


def cards_of(state: State, seat: int) -> Cards:
    """BC-3: three cards at once, from the dealer's left."""
    place = HAND * ((seat - state.dealer - 1) % state.seats)
    return state.order[place : place + HAND]


def _won(state: State, seat: int) -> int:
    if seat == state.dealer:
        return 0
    mine, theirs = strength(cards_of(state, seat)), strength(cards_of(state, state.dealer))
    return chips_of(state.rules, state.stakes[seat], mine, theirs)


def _seat(state: State, seat: int) -> SeatView:
    stake = state.stakes[seat] or None
    if not state.order:
        return SeatView(0, stake=stake)
    cards = cards_of(state, seat)
    faces = strength(cards) == BEST
    return SeatView(HAND, cards, stake, None if faces else points(cards), faces, payoff(state)[seat])


def _ending(state: State) -> list[Event]:
    """Return the events that show every hand, the dealer's last, and every player's payoff."""
    round_table = [(state.dealer + 1 + place) % state.seats for place in range(state.seats)]
    out: list[Event] = []
    for seat in round_table:
        cards = cards_of(state, seat)
        shown = ShownFaces(seat, cards) if strength(cards) == BEST else Shown(seat, cards, points(cards))
        out.append(Event(shown))
    won = payoff(state)
    return out + [Event(Settled(seat, won[seat])) for seat in round_table[:-1]]

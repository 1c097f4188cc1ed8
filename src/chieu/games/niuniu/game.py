"""Niu Niu behind the contract: a thin typed coat over the kernel. Compiled where it can be."""

from __future__ import annotations

from typing import Any, Final, get_args

from chieu.core.cards import CARDS, DECK, Cards
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order, not_waiting
from chieu.core.game import CHANCE, Event, Illegal, Shuffler, Viewer, wrong_action
from chieu.core.resampling import shuffled_at
from chieu.games.niuniu import hands
from chieu.games.niuniu import state as kernel
from chieu.games.niuniu.messages import (
    PHASES,
    TOP_BID,
    Action,
    BankWon,
    Because,
    Bid,
    BidPlaced,
    Dealt,
    HandView,
    Odd,
    Result,
    SeatView,
    Settled,
    Shown,
    ShownWhole,
    Stake,
    Staked,
    View,
)
from chieu.games.niuniu.rules import Match, Rules
from chieu.games.niuniu.state import State
from chieu.games.niuniu.text.texts import illegal

SEATS: Final = range(2, 11)
_RESULTS: Final[tuple[Result, ...]] = ("push", "win", "loss")  # by sign

_FIXED: Final[dict[int, Action]] = {
    **{times: Bid(times) for times in range(1, TOP_BID + 1)},
    **{kernel.STAKE + amount: Stake(amount) for amount in range(1, 1001)},
}


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    """NN-20: the host banks. NN-22: the house is apart. NN-23: before the first auction the host counts as the last
    banker."""
    last_banker = host if match is None else match.banker
    check_table(seats, SEATS, (host, last_banker), "NN-1")
    house = closed(rules, seats)
    if host in house:
        raise illegal("house_cannot_host", "NN-22")
    if rules.mode == "auction":
        first = last_banker
    else:
        (first,) = house or (host,)
    return kernel.opening(hands.compile_rules(rules), seats, first)


def closed(rules: Rules, seats: int) -> tuple[int, ...]:
    """NN-22: by the pay table the last seat is the house."""
    return (seats - 1,) if rules.mode == "paytable" else ()


def longest(rules: Rules, seats: int) -> int:
    """A bid and a stake of each seat."""
    del rules
    return 2 * seats


def to_act(state: State) -> tuple[int, ...]:
    return (CHANCE,) if state.stage == kernel.SHUFFLE else state.waiting()


def to_shuffle(state: State) -> Cards:
    return DECK if state.stage == kernel.SHUFFLE else ()


def legal(state: State, seat: int) -> tuple[Action, ...]:
    check_seat(seat, state.seats)
    return tuple([_FIXED[move] for move in state.moves(seat)])


def apply(state: State, seat: int, action: Any) -> tuple[State, tuple[Event, ...]]:
    if seat == CHANCE:
        return _deal(state, action)
    check_seat(seat, state.seats)
    move = _move_of(action)
    if move not in state.moves(seat):
        raise _why_not(state, seat, action)
    after = state.copy()
    after.move(seat, move)
    return after, _events(state, after, seat, action)


def view(state: State, viewer: Viewer) -> View:
    who = check_viewer(viewer, state.seats)
    if viewer in closed(state.compiled.rules, state.seats):
        viewer, who = None, -1
    return View(
        viewer,
        state.compiled.rules,
        PHASES[state.stage],
        None if state.banker == kernel.NOBODY else state.banker,
        state.times,
        () if state.order is None else _order(state),
        to_act(state),
        tuple([_seat_view(state, seat, who) for seat in range(state.seats)]),
    )


def payoff(state: State) -> tuple[int, ...]:
    if state.stage != kernel.OVER:
        raise illegal("not_over")
    return tuple(state.won)


def orders(state: State) -> tuple[Cards, ...]:
    return () if state.order is None else (state.order,)


def resample(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
    """Any order that leaves what the viewer sees in its place will do: nobody's bid or stake binds their cards."""
    who = check_viewer(viewer, state.seats)
    order = state.order
    if order is None:
        return state
    seen = {
        state.place(seat, number)
        for seat in range(state.seats)
        if _visible(state, seat, who)
        for number in range(state.held(seat))
    }
    hidden = [place for place in range(52) if place not in seen]
    return state.with_order(shuffled_at(order, hidden, shuffle))


def match_after(state: State) -> Match:
    """Who banked: where it is bid for anew that seat deals, and comes last among equal bids."""
    return Match(state.banker)


def tally(state: State) -> tuple[str, ...]:
    """What each hand paid and why, and how the players fared."""
    out: list[str] = []
    for place in range(state.seats):
        seat = state.seat_at(place)
        if state.held(seat) > 0:
            found = state.verdict(seat)
            out.append(f"multiple.{hands.multiple(found)}")
            out.append(f"reason.{hands.HAND_REASONS[hands.reason(found)]}")
        if seat != state.banker:
            out.append(f"player.{_RESULTS[_sign(state.won[seat])]}")
    return tuple(out)


def _order(state: State) -> tuple[int, ...]:
    return tuple([state.seat_at(place) for place in range(state.hands())])


def _visible(state: State, seat: int, viewer: int) -> bool:
    """Whether a viewer (-1: anybody) sees a seat's cards."""
    return seat == viewer or state.stage == kernel.OVER


def _cards(state: State, seat: int) -> Cards:
    return tuple([CARDS[state.card(seat, number)] for number in range(state.held(seat))])


def _odd(state: State, cards: Cards) -> tuple[Odd, ...]:
    compiled = state.compiled
    return tuple(
        [Odd(place, compiled.values[card]) for place, card in enumerate(cards) if hands.is_odd(card, compiled.rules)]
    )


def _hand_view(state: State, seat: int) -> HandView:
    """A verdict of the kernel in words and places."""
    found = state.verdict(seat)
    number = hands.final(found)
    whole = number == hands.NO_FINAL
    return HandView(
        hands.multiple(found),
        () if whole else hands.BASES[number],
        () if whole else hands.FINALS[number],
        hands.HAND_REASONS[hands.reason(found)],
        hands.bull(found),
        tuple([state.compiled.values[card] for card in _cards(state, seat)]),
    )


def _seat_view(state: State, seat: int, viewer: int) -> SeatView:
    over = state.stage == kernel.OVER
    held = state.held(seat)
    cards = _cards(state, seat) if held > 0 and _visible(state, seat, viewer) else None
    bid = state.bids[seat]
    bid_known = bid > 0 and (seat == viewer or state.banker != kernel.NOBODY)
    return SeatView(
        state.stakes[seat],
        held,
        bid > 0,
        cards,
        bid if bid_known else None,
        _hand_view(state, seat) if over and held > 0 else None,
        _RESULTS[_sign(state.won[seat])] if over and seat != state.banker else None,
        state.won[seat] if over else None,
        () if cards is None else _odd(state, cards),
        _why_nothing(state, seat) if over and seat != state.banker else None,
    )


def _why_nothing(state: State, seat: int) -> Because | None:
    """Why a player neither won nor lost."""
    if state.won[seat] != 0:
        return None
    if state.compiled.paytable:
        return "stake_back"
    return "no_pay" if hands.compared(state.strength(seat), state.strength(state.banker)) else "equal"


def _move_of(action: Any) -> int:
    kind = type(action)
    if kind is Stake and type(action.amount) is int:
        return kernel.STAKE + int(action.amount) if action.amount > 0 else -1
    if kind is Bid and type(action.times) is int:
        return int(action.times) if 0 < action.times <= TOP_BID else -1
    raise wrong_action(get_args(Action))


def _deal(state: State, action: Any) -> tuple[State, tuple[Event, ...]]:
    after = state.copy()
    after.deal(checked_order(action, to_shuffle(state), to_act(state)))
    if after.stage == kernel.OVER:
        return after, tuple(_showdown(after))
    order = _order(after)
    own = tuple([(seat, Dealt(order, _cards(after, seat))) for seat in range(after.seats)])
    return after, (Event(Dealt(order), own),)


def _events(before: State, after: State, seat: int, action: Action) -> tuple[Event, ...]:
    if isinstance(action, Stake):
        out = [Event(Staked(seat, action.amount))]
    else:
        out = [Event(BidPlaced(seat))]
        if after.banker != before.banker:
            out.append(Event(BankWon(tuple(after.bids), after.banker, after.times)))
    if after.stage == kernel.OVER:
        out += _showdown(after)
    return tuple(out)


def _showdown(state: State) -> list[Event]:
    """All hands, in the order of the deal, and what each player won."""
    out: list[Event] = []
    for seat in _order(state):
        cards = _cards(state, seat)
        hand = _hand_view(state, seat)
        if hand.base:
            base = tuple([cards[place] for place in hand.base])
            base_sum = tuple([hand.values[place] for place in hand.base])
            final = tuple([cards[place] for place in hand.final])
            final_sum = tuple([hand.values[place] for place in hand.final])
            shown = Shown(seat, cards, base, base_sum, final, final_sum, hand.multiple, hand.reason, hand.bull)
            out.append(Event(shown))
        else:
            out.append(Event(ShownWhole(seat, cards, hand.values, hand.multiple, hand.reason, hand.bull)))
    for place in range(state.seats):
        player = state.seat_at(place)
        if player != state.banker:
            won = state.won[player]
            out.append(Event(Settled(player, _RESULTS[_sign(won)], won, _why_nothing(state, player))))
    return out


def _why_not(state: State, seat: int, action: Action) -> Illegal:
    """The rule that forbids an action, said to the seat that tried it."""
    if not state.waits_for(seat):
        return not_waiting(to_act(state))
    if isinstance(action, Bid):
        if not state.compiled.auction:
            return illegal("no_auction", "NN-20")
        if state.stage == kernel.STAKES:
            return illegal("bids_are_in", "NN-23")
        return illegal("bad_bid", "NN-23", most=TOP_BID)
    if state.stage == kernel.BIDS:
        return illegal("bid_first", "NN-23")
    return illegal("bad_stake", "NN-20", least=int(state.compiled.stake_min), most=int(state.compiled.stake_max))


def _sign(number: int) -> int:
    return 1 if number > 0 else (-1 if number < 0 else 0)

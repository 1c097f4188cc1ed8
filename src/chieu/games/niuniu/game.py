"""The contract's functions for Niu Niu: a thin typed wrapper over the kernel in `state`.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from chieu.core.cards import DECK, Cards
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order, not_waiting
from chieu.core.game import CHANCE, Event, Illegal, Shuffler, Viewer, wrong_action
from chieu.core.resampling import shuffled_at
from chieu.games.niuniu import hands
from chieu.games.niuniu import state as kernel
from chieu.games.niuniu.messages import (
    PHASES,
    Action,
    BankWon,
    Because,
    Bid,
    BidPlaced,
    Dealt,
    Decline,
    HandView,
    NobodyBid,
    Odd,
    Result,
    SeatView,
    Settled,
    Shown,
    ShownWhole,
    Stake,
    Staked,
    TieBroken,
    View,
)
from chieu.games.niuniu.rules import TOP_BID, Match, Rules
from chieu.games.niuniu.state import State
from chieu.games.niuniu.text.texts import illegal

SEATS: Final = range(2, 11)

_ACTIONS: Final[dict[int, Action]] = {
    **{times: Bid(times) for times in range(1, TOP_BID + 1)},
    kernel.DECLINE: Decline(),
    **{kernel.STAKE + amount: Stake(amount) for amount in range(1, 1001)},
}


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    """Begin a deal.

    NN-20: the host banks. NN-22: the house banks. NN-23: before the first auction the host counts as the last
    banker.
    """
    last_banker = host if match is None else match.banker
    check_table(seats, SEATS, (host, last_banker), "NN-1")
    house = closed(rules, seats)
    if host in house:
        raise illegal("house_cannot_host", "NN-22")
    if rules.mode == "auction":
        first = last_banker
    else:
        (first,) = house or (host,)
    return kernel.initial_state(hands.compile_rules(rules), seats, first)


def closed(rules: Rules, seats: int) -> tuple[int, ...]:
    """NN-22: the last seat is the house of a pay table."""
    return (seats - 1,) if rules.mode == "paytable" else ()


def longest(rules: Rules, seats: int) -> int:
    """Return an upper bound on the moves of a deal: a bid and a stake of each seat."""
    del rules
    return 2 * seats


def to_act(state: State) -> tuple[int, ...]:
    return (CHANCE,) if state.stage == kernel.SHUFFLE else state.waiting()


def to_shuffle(state: State) -> Cards:
    return DECK if state.stage == kernel.SHUFFLE else ()


def legal(state: State, seat: int) -> tuple[Action, ...]:
    check_seat(seat, state.seats)
    return tuple([_ACTIONS[move] for move in state.moves(seat)])


def action_of(move: int) -> Action:
    """Return the action for a kernel move."""
    return _ACTIONS[move]


def apply(state: State, seat: int, action: Any) -> tuple[State, tuple[Event, ...]]:
    if seat == CHANCE:
        return _deal(state, action)
    check_seat(seat, state.seats)
    move = move_of(action)
    if move not in state.moves(seat):
        raise _refusal(state, seat, action)
    after = state.copy()
    after.move(seat, move)
    return after, _events(state, after, seat, action)


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer (None: a spectator) may know, and nothing else."""
    who = check_viewer(viewer, state.seats)
    if viewer in closed(state.compiled.rules, state.seats):
        viewer, who = None, -1
    return View(
        viewer,
        state.compiled.rules,
        PHASES[state.stage],
        None if state.banker == kernel.NOBODY else state.banker,
        state.times,
        () if state.order is None else dealing_order(state),
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
    """Shuffle the cards that the viewer does not see. Bids and stakes do not restrict them."""
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
    """Return the banker, who deals the next auction and comes last among equal bids."""
    return Match(state.banker)


def dealer(state: State) -> int | None:
    """Return the banker; None until an auction is decided."""
    return None if state.banker == kernel.NOBODY else int(state.banker)


def tally(state: State) -> tuple[str, ...]:
    """Return labels for statistics: the multiple and reason of each hand, and the players' results."""
    out: list[str] = []
    for place in range(state.seats):
        seat = state.seat_at(place)
        if state.held(seat) > 0:
            verdict = state.verdict(seat)
            out.append(f"multiple.{hands.multiple(verdict)}")
            out.append(f"reason.{hands.HAND_REASONS[hands.reason(verdict)]}")
        if seat != state.banker:
            out.append(f"player.{_result(state.won[seat])}")
    return tuple(out)


def dealing_order(state: State) -> tuple[int, ...]:
    """Return the seats that are dealt cards, in that order."""
    return tuple([state.seat_at(place) for place in range(state.hands())])


def _visible(state: State, seat: int, viewer: int) -> bool:
    """Return whether a viewer (-1: a spectator) sees a seat's cards."""
    return seat == viewer or state.stage == kernel.OVER


def odd_cards(compiled: hands.CompiledRules, cards: Cards) -> tuple[Odd, ...]:
    """NN-2: return the cards whose value differs from their number."""
    values, rules = compiled.values, compiled.rules
    return tuple([Odd(place, values[card]) for place, card in enumerate(cards) if hands.is_odd(card, rules)])


def hand_view(state: State, seat: int) -> HandView:
    """Return the verdict of the kernel on a seat's hand as a view."""
    return verdict_view(state.verdict(seat), state.cards(seat), state.compiled)


def verdict_view(verdict: int, cards: Cards, compiled: hands.CompiledRules) -> HandView:
    """Return the verdict of the kernel on some cards as a view."""
    number = hands.final(verdict)
    whole = number == hands.NO_FINAL
    return HandView(
        hands.multiple(verdict),
        () if whole else hands.BASES[number],
        () if whole else hands.FINALS[number],
        hands.HAND_REASONS[hands.reason(verdict)],
        hands.bull(verdict),
        tuple([compiled.values[card] for card in cards]),
    )


def _seat_view(state: State, seat: int, viewer: int) -> SeatView:
    """Return what a viewer (-1: a spectator) may see of a seat."""
    over = state.stage == kernel.OVER
    held = state.held(seat)
    cards = state.cards(seat) if held > 0 and _visible(state, seat, viewer) else None
    has_bid = state.bids[seat] > 0
    bid_known = has_bid and (seat == viewer or state.banker != kernel.NOBODY)
    return SeatView(
        state.stakes[seat],
        held,
        has_bid,
        cards,
        state.bid(seat) if bid_known else None,
        hand_view(state, seat) if over and held > 0 else None,
        _result(state.won[seat]) if over and seat != state.banker else None,
        state.won[seat] if over else None,
        () if cards is None else odd_cards(state.compiled, cards),
        _no_chips_reason(state, seat) if over and seat != state.banker else None,
    )


def _no_chips_reason(state: State, seat: int) -> Because | None:
    """Return why a player neither won nor lost."""
    if state.won[seat] != 0:
        return None
    if state.compiled.paytable:
        return "stake_back"
    return "no_pay" if hands.compared(state.strength(seat), state.strength(state.banker)) else "equal"


def move_of(action: Any) -> int:
    """Return the kernel move for an action, or -1 if there is none."""
    kind = type(action)
    if kind is Stake and type(action.amount) is int:
        return kernel.STAKE + int(action.amount) if action.amount > 0 else -1
    if kind is Bid and type(action.times) is int:
        return int(action.times) if 0 < action.times <= TOP_BID else -1
    if kind is Decline:
        return kernel.DECLINE
    raise wrong_action(get_args(Action))


def _deal(state: State, action: Any) -> tuple[State, tuple[Event, ...]]:
    after = state.copy()
    after.deal(checked_order(action, to_shuffle(state), to_act(state)))
    if after.stage == kernel.OVER:
        return after, tuple(_showdown(after))
    order = dealing_order(after)
    own = tuple([(seat, Dealt(order, after.cards(seat))) for seat in range(after.seats)])
    return after, (Event(Dealt(order), own),)


def _events(before: State, after: State, seat: int, action: Action) -> tuple[Event, ...]:
    if isinstance(action, Stake):
        out = [Event(Staked(seat, action.amount))]
    else:
        out = [Event(BidPlaced(seat))]
        if after.banker != before.banker:
            out += _end_of_auction(after)
    if after.stage == kernel.OVER:
        out += _showdown(after)
    return tuple(out)


def _end_of_auction(state: State) -> list[Event]:
    """Return the bids, the banker, and the reason if that was not the highest bid alone."""
    bids = tuple([int(state.bid(seat)) for seat in range(state.seats)])
    out = [Event(BankWon(bids, state.banker, state.times))]
    equal = tuple([seat for seat in range(state.seats) if bids[seat] == max(bids)])
    if max(bids) == 0:
        out.append(Event(NobodyBid(state.banker)))
    elif len(equal) > 1:
        out.append(Event(TieBroken(equal, state.banker, state.last_banker)))
    return out


def _showdown(state: State) -> list[Event]:
    """Return all hands, in the order of the deal, and the result of each player."""
    out: list[Event] = []
    for seat in dealing_order(state):
        cards = state.cards(seat)
        hand = hand_view(state, seat)
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
            out.append(Event(Settled(player, _result(won), won, _no_chips_reason(state, player))))
    return out


def _refusal(state: State, seat: int, action: Action) -> Illegal:
    """Return the refusal of an illegal action."""
    if not state.waits_for(seat):
        return not_waiting(to_act(state))
    if isinstance(action, Bid | Decline):
        if not state.compiled.auction:
            return illegal("no_auction", "NN-20")
        if state.stage == kernel.STAKES:
            return illegal("bids_are_in", "NN-23")
        if isinstance(action, Decline):
            return illegal("must_bid", "NN-25", most=TOP_BID)
        return illegal("bad_bid", "NN-23", most=TOP_BID)
    if state.stage == kernel.BIDS:
        return illegal("bid_first", "NN-23")
    return illegal("bad_stake", "NN-20", least=int(state.compiled.stake_min), most=int(state.compiled.stake_max))


def _result(won: int) -> Result:
    return "win" if won > 0 else ("loss" if won < 0 else "push")

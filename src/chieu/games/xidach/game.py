"""Xì Dách as a `Game`: a typed wrapper around the kernel. Compiled where it can be."""

from __future__ import annotations

from typing import Any, Final, get_args

from chieu.core.cards import CARDS, DECK, Cards
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order, not_waiting
from chieu.core.game import CHANCE, Event, Illegal, Shuffler, Viewer, wrong_action
from chieu.core.resampling import rearrange, with_cards_at
from chieu.games.xidach import hands
from chieu.games.xidach import state as kernel
from chieu.games.xidach.hands import cards_of
from chieu.games.xidach.messages import (
    PHASES,
    Action,
    Compare,
    Compared,
    DealFrom,
    Dealt,
    Draw,
    Drawn,
    HandName,
    Opened,
    Result,
    SeatView,
    Settled,
    SideChosen,
    Stake,
    Staked,
    Stand,
    Stood,
    View,
)
from chieu.games.xidach.rules import Match, Rules
from chieu.games.xidach.state import State
from chieu.games.xidach.text.texts import illegal

SEATS: Final = range(2, 11)  # five cards for each of ten seats: one pack is enough
_NAMES: Final[tuple[HandName, ...]] = ("du", "xi_dach", "xi_bang", "ngu_linh")
_RESULTS: Final[tuple[Result, ...]] = ("push", "win", "loss")  # index: sign of the payoff

_ACTIONS: Final[dict[int, Action]] = {
    kernel.DRAW: Draw(),
    kernel.STAND: Stand(),
    kernel.LEFT: DealFrom("left"),
    kernel.RIGHT: DealFrom("right"),
    **{kernel.COMPARE + seat: Compare(seat) for seat in range(SEATS[-1])},
    **{kernel.STAKE + amount: Stake(amount) for amount in range(1, 1001)},
}


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    """XD-10: the host deals the first deal, and all deals if the creator always deals."""
    dealer = host if match is None else match.dealer
    check_table(seats, SEATS, (host, dealer))
    return kernel.opening(hands.compile_rules(rules), seats, host if rules.next_dealer == "creator" else dealer)


def longest(rules: Rules, seats: int) -> int:
    """Return a bound on the number of actions in a deal.

    The choice of the side; a stake, three draws and a stand of each player; the same of the dealer, and a comparison
    with each player.
    """
    del rules
    return 5 + 6 * (seats - 1)


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
    viewer_seat = check_viewer(viewer, state.seats)
    return View(
        viewer,
        PHASES[state.stage],
        state.dealer,
        _order(state) if state.stage > kernel.SIDE else (),
        to_act(state),
        tuple([_seat_view(state, seat, viewer_seat) for seat in range(state.seats)]),
    )


def payoff(state: State) -> tuple[int, ...]:
    if state.stage != kernel.OVER:
        raise illegal("not_over")
    return tuple(state.won)


def orders(state: State) -> tuple[Cards, ...]:
    return () if state.order is None else (state.order,)


def resample(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
    viewer_seat = check_viewer(viewer, state.seats)
    order = state.order
    if order is None:
        return state
    hidden_seats = [seat for seat in range(state.seats) if not state.visible(seat, viewer_seat)]
    known = {place for seat in range(state.seats) if seat not in hidden_seats for place in state.places(seat)}
    hidden = [place for place in range(52) if place not in known]

    def possible(hidden_cards: Cards) -> bool:
        other = state.with_order(with_cards_at(order, hidden, hidden_cards))
        return all(other.is_consistent(seat) for seat in hidden_seats)

    cards = rearrange(tuple([order[place] for place in hidden]), possible, shuffle)
    return state.with_order(with_cards_at(order, hidden, cards))


def match_after(state: State) -> Match:
    """Return the match with the next dealer.

    It is the next seat, a player who just won with Xì Bàng or Xì Dách, or the same dealer. If the creator always deals,
    `start` ignores this.
    """
    policy = state.compiled.next_dealer
    if policy == "rotate":
        return Match((state.dealer + 1) % state.seats)
    if policy == "special":
        for place in range(state.seats - 1):
            seat = state.player_at(place)
            if state.won[seat] > 0 and hands.special(state.hands[seat]) != hands.NONE:
                return Match(seat)
    return Match(state.dealer)


def dealer(state: State) -> int:
    return int(state.dealer)


def tally(state: State) -> tuple[str, ...]:
    """Return the dealer's hand, and each player's result and hand."""
    out = [f"dealer.{name_at(state, state.dealer) or state.points(state.dealer)}"]
    for place in range(state.seats - 1):
        seat = state.player_at(place)
        out.append(f"player.{_RESULTS[hands.sign(state.won[seat])]}")
        out.append(f"player.{name_at(state, seat)}")
    return tuple(out)


def hand_name(hand: int, compiled: hands.CompiledRules, is_dealer: bool = False) -> HandName | None:
    """XD-3 to XD-5: return the name of a hand.

    XD-15: a dealer's hand is Non below the dealer's own bound, and has no name between that and Đủ.
    """
    special = hands.kind(hand, compiled)
    if special != hands.NONE:
        return _NAMES[special]
    points = hands.total(hand, compiled.ace_by_count)
    if points > 21:
        return "quac"
    if points < ((compiled.dealer_must_draw_below if is_dealer else 0) or compiled.minimum):
        return "non"
    return None if points < compiled.minimum else "du"


def _order(state: State) -> tuple[int, ...]:
    return tuple([state.player_at(place) for place in range(state.seats)])


def _seat_view(state: State, seat: int, viewer: int) -> SeatView:
    """Return what a viewer (-1: a spectator) may see of a seat."""
    hand = state.hands[seat]
    settled = state.is_settled(seat)
    over = state.stage == kernel.OVER
    done = over or settled or state.has_finished(seat)
    result = _RESULTS[hands.sign(state.won[seat])] if settled else None
    chips = state.won[seat] if settled or over else None
    if hand == hands.EMPTY or not state.visible(seat, viewer):
        return SeatView(state.stakes[seat], hands.size(hand), done, None, None, None, result, chips)
    name, points, public = name_at(state, seat), state.points(seat), state.visible(seat, -1)
    return SeatView(state.stakes[seat], hands.size(hand), done, cards_of(hand), name, points, result, chips, public)


def name_at(state: State, seat: int) -> HandName | None:
    """Return the name of a seat's hand."""
    return hand_name(state.hands[seat], state.compiled, seat == state.dealer)


def move_of(action: Any) -> int:
    """Return the kernel move for an action, or -1 if there is none."""
    kind = type(action)
    if kind is Draw:
        return kernel.DRAW
    if kind is Stand:
        return kernel.STAND
    if kind is Compare and type(action.seat) is int:
        return kernel.COMPARE + int(action.seat) if 0 <= action.seat < SEATS[-1] else -1
    if kind is Stake and type(action.amount) is int:
        return kernel.STAKE + int(action.amount) if action.amount > 0 else -1
    if kind is DealFrom and action.side in ("left", "right"):
        return kernel.LEFT if action.side == "left" else kernel.RIGHT
    raise wrong_action(get_args(Action))


def _deal(state: State, action: Any) -> tuple[State, tuple[Event, ...]]:
    after = state.copy()
    after.deal(checked_order(action, to_shuffle(state), to_act(state)))
    order = _order(after)
    own = tuple([(seat, Dealt(order, cards_of(after.hands[seat]))) for seat in range(after.seats)])
    return after, (Event(Dealt(order), own), *_openings(state, after))


def _events(before: State, after: State, seat: int, action: Action) -> tuple[Event, ...]:
    if isinstance(action, Draw):
        card = (CARDS[hands.card_at(after.hands[seat], hands.size(before.hands[seat]))],)
        fact = Drawn(seat, card)
        event = Event(fact) if before.visible(seat, -1) else Event(Drawn(seat), ((seat, fact),))
        return (event,) if after.stage == before.stage else (event, *_openings(before, after))
    if isinstance(action, Stand):
        event = Event(Stood(seat))
        return (event,) if after.stage != kernel.OVER else (event, *_openings(before, after))
    if isinstance(action, Compare):
        return (Event(Compared(action.seat)), *_openings(before, after))
    if isinstance(action, Stake):
        return (Event(Staked(seat, action.amount)),)
    return (Event(SideChosen(action.side)),)


def _openings(before: State, after: State) -> list[Event]:
    """Return events for hands that became public, the dealer's first, then for players who were settled."""
    opened: list[Event] = []
    settled: list[Event] = []
    for place in range(-1, after.seats - 1):  # -1: the dealer
        seat = after.player_at(place)
        if after.visible(seat, -1) and not (before.stage > kernel.SHUFFLE and before.visible(seat, -1)):
            fact = Opened(seat, cards_of(after.hands[seat]), name_at(after, seat), after.points(seat))
            opened.append(Event(fact))
        if after.is_settled(seat) and not before.is_settled(seat):
            won = after.won[seat]
            settled.append(Event(Settled(seat, _RESULTS[hands.sign(won)], won)))
    return opened + settled


def _refusal(state: State, seat: int, action: Action) -> Illegal:
    """Return the rule that forbids an action. It reveals only what the seat may know."""
    if seat not in to_act(state):
        return not_waiting(to_act(state))
    if state.stage == kernel.STAKES:
        if isinstance(action, Stake):
            return illegal(
                "bad_stake", "XD-30", least=int(state.compiled.stake_min), most=int(state.compiled.stake_max)
            )
        return illegal("stake_first", "XD-30")
    if state.stage == kernel.SIDE:
        return illegal("choose_side", "XD-11")
    rule = "XD-14" if state.stage == kernel.PLAYERS else "XD-15"
    points = int(state.points(seat))
    if isinstance(action, Draw):
        return illegal("quac_cannot_draw", rule, total=points) if points > 21 else illegal("five_cards", rule)
    if isinstance(action, Stand):
        return illegal("must_draw", rule, total=points, floor=int(state.must_draw_below(seat)))
    if isinstance(action, Compare):
        return _compare_refusal(state, action.seat, points)
    return illegal("stakes_are_down", "XD-30") if isinstance(action, Stake) else illegal("already_dealt", "XD-11")


def _compare_refusal(state: State, player: int, points: int) -> Illegal:
    if state.stage != kernel.DEALER:
        return illegal("only_dealer_compares", "XD-16")
    if not state.compiled.compare:
        return illegal("no_comparing", "XD-34")
    if not 0 <= player < int(state.seats) or player == state.dealer:
        return illegal("no_such_player", "XD-16", seat=player)
    if state.is_settled(player):
        return illegal("already_settled", "XD-16", seat=player)
    if state.must_draw(state.dealer):
        return illegal("must_draw", "XD-15", total=points, floor=int(state.must_draw_below(state.dealer)))
    return illegal("too_little_to_compare", "XD-16", total=points, floor=int(state.compiled.dealer_may_compare_from))

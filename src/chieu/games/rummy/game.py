"""Chinese Rummy as a `Game`: a typed wrapper around the kernel. Compiled where it can be."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, get_args

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import CARDS, Card, Cards, spell
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order, not_waiting
from chieu.core.game import CHANCE, Event, Illegal, Shuffler, Viewer, wrong_action
from chieu.core.masks import are_cards
from chieu.core.resampling import shuffled_at
from chieu.games.rummy import hands, lay_downs
from chieu.games.rummy import state as kernel
from chieu.games.rummy.hands import Contract
from chieu.games.rummy.messages import (
    ENDINGS,
    KINDS,
    MAX_LAID,
    PHASES,
    SIDES,
    Action,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drawn,
    Ended,
    LaidDown,
    LaidOff,
    LayDown,
    LayOff,
    MeldView,
    Reshuffled,
    SeatView,
    Stalled,
    Swap,
    Swapped,
    Take,
    Taken,
    View,
    WantedView,
    Won,
)
from chieu.games.rummy.rules import Match, Rules, pack_size
from chieu.games.rummy.state import State
from chieu.games.rummy.text.texts import illegal

SEATS: Final = range(2, 5)
_NO_MOVE: Final = -1
_WARN_TURNS: Final = 5  # RM-13: warn players when this many quiet turns of every seat are left

# Every action but lay-downs, by its kernel move; and the events of each turn, by seat and card.
_ACTIONS: Final[list[Action]] = [
    Draw(),
    Take(),
    *[Discard(card) for card in CARDS],
    *[LayOff(card, meld, side) for meld in range(MAX_LAID) for side in SIDES for card in CARDS],
    *[Swap(card, meld) for meld in range(MAX_LAID) for card in CARDS],
]
_DRAWN: Final = [[(Event(Drawn(seat), ((seat, Drawn(seat, (card,))),)),) for card in CARDS] for seat in range(4)]
_TAKEN: Final = [[(Event(Taken(seat, card)),) for card in CARDS] for seat in range(4)]
_DISCARDED: Final = [[(Event(Discarded(seat, card)),) for card in CARDS] for seat in range(4)]


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    """RM-4: the host deals the first round."""
    if match is None:
        match = Match(dealer=host)
    check_table(seats, SEATS, (host, match.dealer))
    if not 1 <= match.round <= rules.rounds:
        raise illegal("no_such_round", "RM-2", round=match.round, rounds=rules.rounds)
    scores = match.scores or (0,) * seats
    if len(scores) != seats:
        raise illegal("wrong_scores", "RM-12", scores=len(scores), seats=seats)
    return kernel.opening(hands.compile_rules(rules, seats), match.round, match.dealer, scores)


def longest(rules: Rules, seats: int) -> int:
    """RM-13: return a bound on the number of actions in a round.

    Cards laid down or off stay on the table, so at most one turn per card of the pack is not quiet. Before each of
    these, and after the last, there are fewer than seats x `quiet_turns` quiet turns, except for those that block the
    round. That makes (cards + 1) x seats x `quiet_turns` turns of one draw and one discard each. Each lay-down or
    lay-off uses up at least one card; each swap brings a natural to the table, where it stays: at most `cards` of
    either.
    """
    cards = pack_size(rules, seats)
    return 2 * (cards + 1) * seats * rules.quiet_turns + 2 * cards


def to_act(state: State) -> tuple[int, ...]:
    return (CHANCE,) if state.stage == kernel.SHUFFLE else state.waiting()


def to_shuffle(state: State) -> Cards:
    return state.to_shuffle() if state.stage == kernel.SHUFFLE else ()


def legal(state: State, seat: int) -> tuple[Action, ...]:
    check_seat(seat, state.seats)
    moves = state.moves(seat)
    return tuple([action_of(state, moves[at]) for at in range(len(moves))])


def action_of(state: State, move: i64) -> Action:
    """Return the action for a kernel move of the seat to act."""
    if move < kernel.LAY_DOWN:
        return _ACTIONS[move]
    return LayDown(grouped(state.contract, state.ways(state.turn)[move - kernel.LAY_DOWN]))


def apply(state: State, seat: int, action: Any) -> tuple[State, tuple[Event, ...]]:
    if seat == CHANCE:
        return _apply_shuffle(state, action)
    check_seat(seat, state.seats)
    if type(action) is LayDown:
        cards = _checked_lay_down(state, seat, action)
        after = state.copy()
        after.lay_down(seat, cards)
        return after, _with_ending(after, (Event(LaidDown(seat, len(state.melds), grouped(state.contract, cards))),))
    move: i64 = _move_of(action)
    if move == _NO_MOVE or not state.allows(seat, move):
        raise _refusal(state, seat, action)
    after = state.copy()
    after.move(seat, move)
    if move == kernel.DRAW:
        return after, _DRAWN[seat][state.stock.order[state.stock.drawn]]
    if move == kernel.TAKE:
        return after, _TAKEN[seat][state.top]
    if move < kernel.LAY_OFF:
        return after, _with_ending(after, _DISCARDED[seat][action.card])
    meld = state.melds[action.meld]
    if move < kernel.SWAP:
        return after, _with_ending(after, (Event(LaidOff(seat, action.card, action.meld, action.side, meld.cards)),))
    wild = meld.cards[meld.wild_for(action.card, state.compiled)]
    return after, (Event(Swapped(seat, action.card, action.meld, wild, meld.cards)),)


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer (None: a spectator) may know, and nothing else."""
    viewer_seat = check_viewer(viewer, state.seats)
    over = state.stage == kernel.OVER
    compiled = state.compiled
    return View(
        viewer,
        PHASES[state.stage],
        state.number,
        compiled.rounds,
        _contract_view(state.contract),
        compiled.wild_ranks,
        compiled.ace_low,
        compiled.joker_swap,
        state.dealer,
        to_act(state),
        state.stock.left(),
        None if state.top == kernel.NO_CARD else CARDS[state.top],
        tuple([MeldView(meld.owner, KINDS[meld.kind], meld.cards) for meld in state.melds]),
        tuple([_seat_view(state, seat, over or seat == viewer_seat, over) for seat in range(state.seats)]),
        state.quiet_left(),
        blocked_soon(state),
        None if state.winner == kernel.NOBODY else state.winner,
        ENDINGS[state.ending] if over else None,
        match_winners(state, _points(state)) if over else (),
    )


def blocked_soon(state: State) -> bool:
    """RM-13: return whether players are warned that quiet turns will block the round."""
    return state.stage != kernel.OVER and state.quiet_left() <= _WARN_TURNS * state.seats


def payoff(state: State) -> tuple[int, ...]:
    """RM-12: return chips: for each pair of seats, the one with more points pays the other the difference."""
    if state.stage != kernel.OVER:
        raise illegal("not_over")
    return chips_of(_points(state))


def chips_of(points: tuple[int, ...]) -> tuple[int, ...]:
    """RM-12: return what each seat wins or loses by the points of all hands."""
    total = sum(points)
    return tuple([total - len(points) * own for own in points])


def orders(state: State) -> tuple[Cards, ...]:
    return state.stock.orders


def resample(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
    viewer_seat = check_viewer(viewer, state.seats)
    if not state.stock.orders:
        return state
    places = state.unseen(viewer_seat)
    others = [shuffled_at(order, hidden, shuffle) for order, hidden in zip(state.stock.orders, places, strict=True)]
    return state.with_orders(tuple(others), places)


def match_after(state: State) -> Match | None:
    return next_round(state, _points(state))


def next_round(state: State, points: tuple[int, ...]) -> Match | None:
    """RM-2, RM-4: return the round after these points, dealt by the next seat; None after the last."""
    if state.number == state.compiled.rounds:
        return None
    return Match(state.number + 1, (state.dealer + 1) % state.seats, scores_after(state, points))


def dealer(state: State) -> int:
    return int(state.dealer)


def tally(state: State) -> tuple[str, ...]:
    """Return how the round ended, the points of the losers, the number of reshuffles and of turns."""
    out = [f"round.{state.number}.{ENDINGS[state.ending]}", f"end.{ENDINGS[state.ending]}"]
    if state.winner == (state.dealer + 1) % state.seats:
        out.append("winner.began")
    for seat in range(state.seats):
        if seat != state.winner:
            out.append("caught.laid_down" if state.is_down(seat) else "caught.not_laid_down")
            out.append(f"caught.points.{_span(state.points(seat))}")
    out += [f"reshuffles.{len(state.stock.orders) - 1}", f"turns.{_span(state.turns)}"]
    return tuple(out)


def _span(number: int) -> str:
    """Return the range of twenty that a number falls into."""
    low = number // 20 * 20
    return f"{low:02}-{low + 19}" if low < 100 else "100+"


def _points(state: State) -> tuple[int, ...]:
    return tuple([state.points(seat) for seat in range(state.seats)])


def scores_after(state: State, points: tuple[int, ...]) -> tuple[int, ...]:
    """RM-12: return the scores after a round with these points."""
    return tuple([state.scores[seat] + points[seat] for seat in range(state.seats)])


def match_winners(state: State, points: tuple[int, ...]) -> tuple[int, ...]:
    """RM-12: return the seats with the lowest total if this was the last round; otherwise none."""
    if state.number != state.compiled.rounds:
        return ()
    scores = scores_after(state, points)
    return tuple([seat for seat in range(state.seats) if scores[seat] == min(scores)])


@lru_cache(maxsize=1024)
def _contract_view(contract: Contract) -> tuple[WantedView, ...]:
    return tuple(
        [WantedView(KINDS[contract.kinds[at]], contract.sizes[at], contract.needs[at]) for at in range(contract.melds)]
    )


def _seat_view(state: State, seat: int, visible: bool, over: bool) -> SeatView:
    """Return what a viewer may see of a seat: its cards only if they are `visible` to the viewer."""
    dealt = len(state.stock.orders) > 0
    return SeatView(
        state.size(seat),
        state.is_down(seat),
        state.scores[seat] + (state.points(seat) if over else 0),
        state.hand(seat) if visible and dealt else None,
        state.points(seat) if over else None,
    )


def grouped(contract: Contract, cards: Cards) -> tuple[Cards, ...]:
    """Split the cards of a lay-down into its melds."""
    out: list[Cards] = []
    done: i64 = 0
    for at in range(contract.melds):
        end: i64 = done + contract.sizes[at]
        out.append(cards[done:end])
        done = end
    return tuple(out)


def _move_of(action: Any) -> i64:
    kind = type(action)
    if kind is Draw:
        return kernel.DRAW
    if kind is Take:
        return kernel.TAKE
    if not (kind is Discard or kind is LayOff or kind is Swap) or type(action.card) is not Card:
        raise wrong_action(get_args(Action))
    card: i64 = action.card
    if kind is Discard:
        return kernel.DISCARD + card
    if type(action.meld) is not int:
        raise wrong_action(get_args(Action))
    if not 0 <= action.meld < MAX_LAID:
        return _NO_MOVE
    meld: i64 = action.meld
    if kind is Swap:
        return kernel.SWAP + 54 * meld + card
    if action.side not in SIDES:
        raise wrong_action(get_args(Action))
    side: i64 = SIDES.index(action.side)
    return kernel.LAY_OFF + 54 * (3 * meld + side) + card


def _apply_shuffle(state: State, action: Any) -> tuple[State, tuple[Event, ...]]:
    due = to_shuffle(state)
    after = state.copy()
    after.shuffled(checked_order(action, due, to_act(state)))
    if len(state.stock.orders) > 0:
        return after, (Event(Reshuffled(len(due))),)
    dealt = int(after.contract.dealt)
    up = None if after.top == kernel.NO_CARD else CARDS[after.top]
    own = [(seat, Dealt(after.number, after.dealer, dealt, up, after.hand(seat))) for seat in range(after.seats)]
    return after, _with_ending(after, (Event(Dealt(after.number, after.dealer, dealt, up), tuple(own)),))


def _with_ending(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Append the end of the round, and of the match, if the state is final."""
    if state.stage != kernel.OVER:
        return events
    held = tuple([state.hand(seat) for seat in range(state.seats)])
    winner = None if state.winner == kernel.NOBODY else state.winner
    if state.winner == kernel.NOBODY and state.is_stalled():
        events = (*events, Event(Stalled(state.compiled.rules.quiet_turns)))
    ended = Event(Ended(winner, ENDINGS[state.ending], _points(state), scores_after(state, _points(state)), held))
    winners = match_winners(state, _points(state))
    return (*events, ended, Event(Won(winners))) if winners else (*events, ended)


def _refusal(state: State, seat: int, action: Action) -> Illegal:
    """Return the rule that forbids an action. It reveals only what the seat may know."""
    if seat not in to_act(state):
        return not_waiting(to_act(state))
    if isinstance(action, Draw | Take):
        if state.stage == kernel.PLAYING:
            return illegal("already_drawn", "RM-5")
        return illegal("stock_empty", "RM-11") if isinstance(action, Draw) else illegal("no_discard", "RM-6")
    if state.stage == kernel.DRAWING:
        return illegal("draw_first", "RM-5")
    if isinstance(action, LayDown):
        return illegal("already_down", "RM-8")
    if not state.has(seat, action.card):
        return illegal("not_in_hand", "RM-5", card=spell([action.card]))
    assert not isinstance(action, Discard)
    if isinstance(action, Swap) and not state.compiled.joker_swap:
        return illegal("no_swaps", "RM-9")
    if not state.is_down(seat):
        return illegal("lay_down_first", "RM-9")
    if not 0 <= action.meld < len(state.melds):
        return illegal("no_such_meld", "RM-9", meld=action.meld, melds=len(state.melds))
    meld = spell(state.melds[action.meld].cards)
    if isinstance(action, Swap):
        return illegal("nothing_to_swap", "RM-9", card=spell([action.card]), meld=meld)
    return illegal("does_not_fit", "RM-9", card=spell([action.card]), meld=meld)


_MELD_ERRORS: Final[dict[int, tuple[str, str]]] = {
    lay_downs.WRONG_SIZE: ("wrong_size", "RM-8"),
    lay_downs.WRONG_SET: ("wrong_set", "RM-7"),
    lay_downs.WRONG_RUN: ("wrong_run", "RM-7"),
    lay_downs.TOO_WILD: ("too_wild", "RM-8"),
}


def _checked_lay_down(state: State, seat: int, action: Any) -> Cards:
    """RM-8: return the cards of a lay-down in canonical form, or raise `Illegal`."""
    contract = state.contract
    if not (isinstance(action.melds, tuple) and all(are_cards(meld) for meld in action.melds)):
        raise wrong_action(get_args(Action))
    if seat != state.turn or state.stage != kernel.PLAYING or state.is_down(seat):
        raise _refusal(state, seat, action)
    if len(action.melds) != contract.melds:
        raise illegal("wrong_melds", "RM-8", melds=len(action.melds), wanted=int(contract.melds))
    flat: Cards = tuple([card for meld in action.melds for card in meld])
    lacking = state.lacking(seat, flat)
    if lacking:
        raise illegal("not_in_hand", "RM-5", card=spell(lacking))
    melds = lay_downs.in_contract_order(state.compiled, contract, action.melds)
    codes = vec[i64]([lay_downs.encode_meld(state.compiled, contract, at, melds[at]) for at in range(contract.melds)])
    for at in range(contract.melds):
        if codes[at] < 0:
            code, rule = _MELD_ERRORS[codes[at]]
            size, need = int(contract.sizes[at]), int(contract.needs[at])
            raise illegal(code, rule, cards=spell(melds[at]), size=size, naturals=need)
    return lay_downs.canonical(state.compiled, contract, codes, flat)

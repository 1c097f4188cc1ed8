"""Big Two behind the contract: a thin typed coat over the kernel. Compiled where it can be."""

from __future__ import annotations

from typing import Any, Final, get_args

from mypy_extensions import i64

from chieu.core.cards import DECK, Cards
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order
from chieu.core.game import CHANCE, Event, Shuffler, Viewer, wrong_action
from chieu.core.masks import are_cards
from chieu.games.big2 import hands
from chieu.games.big2 import state as kernel
from chieu.games.big2.dealing import dealt_in_turn
from chieu.games.big2.hands import cards_of
from chieu.games.big2.messages import (
    KINDS,
    PHASES,
    REDEAL_REASONS,
    Action,
    Ask,
    Call,
    Catch,
    Caught,
    CaughtNothing,
    Collected,
    ControlTaken,
    CountTold,
    Dealt,
    LastCard,
    OddCardTaken,
    Opened,
    Opening,
    Paid,
    PaidForAll,
    Pass,
    Passed,
    Play,
    Played,
    PutDown,
    Reshuffled,
    SeatView,
    Settled,
    View,
    Vote,
    Voted,
    VotesShown,
    WentOut,
)
from chieu.games.big2.plays import Plays
from chieu.games.big2.refusals import why_not
from chieu.games.big2.resampling import resampled
from chieu.games.big2.rules import Match, Rules
from chieu.games.big2.scoring import each, is_freed, place, rate_key, won
from chieu.games.big2.state import State
from chieu.games.big2.text.outcome import RARE
from chieu.games.big2.text.texts import illegal

SEATS: Final = range(2, 5)

_PASS: Final = Pass()
_CALL: Final = Call()
_VOTES: Final[tuple[Action, ...]] = (Vote(False), Vote(True))
_ASK: Final[list[Action]] = [Ask(seat) for seat in range(4)]
_CATCH: Final[list[Action]] = [Catch(seat) for seat in range(4)]
_PASSED: Final = [(Event(Passed(seat)),) for seat in range(4)]

# The action of each mask that was ever legal, by order of suits. There are about 20,000 plays in all.
_PLAY_OF: Final[dict[str, dict[int, Play]]] = {}


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    """Nobody deals in this game, so it does not matter who is the host."""
    winner = -1 if match is None else match.winner
    check_table(seats, SEATS, (host, max(winner, 0)))
    return kernel.beginning(hands.compile_rules(rules), seats, winner)


def longest(rules: Rules, seats: int) -> int:
    """Votes, plays, passes, and what is said aside.

    Nobody is asked more than `reshuffles` times, and a play takes at least a card. After a play all others pass at most
    once before somebody leads. Who leads passes only with a single 2, or caught without a call: that stretch of passes
    begins where a seat comes down to its 2, goes out, or is caught, once each, and no longer than around the table. A
    number of cards can be asked for once at the start and once after each play of its seat; a seat calls, and is
    caught, once.
    """
    others = seats - 1
    cards = dealt_in_turn(seats, hands.compile_rules(rules)) + (seats == 3 and rules.three_hands == "17_lowest")
    votes = seats * rules.reshuffles if rules.reshuffle else 0
    plays = cards - (others if rules.stop_at_first else 1)
    passes = others * (plays - 1)
    if not rules.finish_on_two:
        passes += others * seats * (3 if rules.call else 2)
    asides = 0 if rules.counts_shown else seats + plays
    if rules.call:
        passes += seats
        asides += 2 * seats
    return int(votes + plays + passes + asides)


def to_act(state: State) -> tuple[int, ...]:
    if state.stage == kernel.PLAY:
        return (state.turn,)
    return (CHANCE,) if state.stage == kernel.SHUFFLE else state.waiting()


def to_shuffle(state: State) -> Cards:
    return DECK if state.stage == kernel.SHUFFLE else ()


def legal(state: State, seat: int) -> tuple[Action, ...]:
    check_seat(seat, state.seats)
    known = _plays_of(state.compiled)
    moves = Plays()
    state.moves(seat, moves)
    out: list[Action] = []
    number: i64 = 0
    while number < moves.count:
        out.append(_action_of(moves.at(number), state.compiled, known))
        number += 1
    return tuple(out)


def action_of(move: i64, compiled: hands.CompiledRules) -> Action:
    """The action that a move of the kernel stands for."""
    return _action_of(move, compiled, _plays_of(compiled))


def _plays_of(compiled: hands.CompiledRules) -> dict[int, Play]:
    return _PLAY_OF.setdefault(compiled.suits, {})


def _action_of(move: i64, compiled: hands.CompiledRules, known: dict[int, Play]) -> Action:
    if move > kernel.PASS:
        action = known.get(move)
        if action is None:
            action = known[move] = Play(cards_of(move, compiled))
        return action
    if move == kernel.PASS:
        return _PASS
    if move >= kernel.VOTE_YES:
        return _VOTES[kernel.VOTE_NO - move]
    if move == kernel.CALL:
        return _CALL
    return _CATCH[kernel.CATCH - move] if move <= kernel.CATCH else _ASK[kernel.ASK - move]


def apply(state: State, seat: int, action: Any) -> tuple[State, tuple[Event, ...]]:
    if seat == CHANCE:
        return _deal(state, action)
    check_seat(seat, state.seats)
    move: i64 = move_of(action, state.compiled)
    if not state.allows(seat, move):
        raise why_not(state, seat, action)
    after = state.copy()
    after.move(seat, move)
    if move == kernel.PASS and after.bar != 0:
        return after, _PASSED[seat]
    return after, tuple(_events(state, after, seat, move))


def view(state: State, viewer: Viewer) -> View:
    who = check_viewer(viewer, state.seats)
    voting = state.stage == kernel.VOTE and who >= 0
    voted = voting and state.is_in(state.voted, who)
    why = 0 if state.opened else state.reason or state.why
    return View(
        viewer,
        PHASES[state.stage],
        to_act(state),
        tuple([_seat_view(state, seat, who) for seat in range(state.seats)]),
        tuple([_put_down(state, seat, mask) for seat, mask in state.puts()]),
        state.stage == kernel.PLAY and not state.opened and state.lowest != 0,
        state.is_in(state.yes, who) if voted else None,
        _votes(state) if state.stage >= kernel.PLAY and state.voted != 0 else None,
        cards_of(state.discards(), state.compiled)
        if state.stage == kernel.OVER or state.compiled.discards_open
        else None,
        REDEAL_REASONS[why - 1] if why != 0 else None,
        _reshuffles_left(state),
        voting and not voted and state.is_low(state.dealt[who]),
    )


def payoff(state: State) -> tuple[int, ...]:
    if state.stage != kernel.OVER:
        raise illegal("not_over")
    return tuple([int(won(state, seat)) for seat in range(state.seats)])


def orders(state: State) -> tuple[Cards, ...]:
    return state.orders


def resample(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
    who = check_viewer(viewer, state.seats)
    return resampled(state, who, shuffle)


def match_after(state: State) -> Match:
    return Match(next(seat for seat in range(state.seats) if place(state, seat) == 1))


def tally(state: State) -> tuple[str, ...]:
    """Each seat's place and the opener's, every play by its kind, bombs, reshuffles, and an end by 2s alone."""
    out = [f"seat.{seat}.place.{place(state, seat)}" for seat in range(state.seats)]
    out += [f"opener.place.{place(state, seat)}" for seat in range(state.seats) if state.dealt[seat] & state.lowest]
    for number, name in enumerate(KINDS, start=1):
        count = int(state.kind_count(number))
        out += [f"play.{name}"] * count
        if number >= hands.FOUR:
            out += ["bomb"] * count
    out += ["reshuffle"] * (len(state.orders) - 1)
    out += ["end.twos"] if state.only_twos_left() else []
    return tuple(out)


def _votes(state: State) -> tuple[bool, ...]:
    return tuple([state.is_in(state.yes, seat) for seat in range(state.seats)])


def _reshuffles_left(state: State) -> int | None:
    """BT-19: how often votes can still bring other cards, as long as that is the question."""
    rules = state.compiled.rules
    if state.opened or not rules.reshuffle:
        return None
    return rules.reshuffles - int(state.again)


def _put_down(state: State, seat: int, mask: int) -> PutDown:
    if mask == kernel.PASS:
        return PutDown(seat)
    return PutDown(
        seat, cards_of(mask, state.compiled), KINDS[(hands.value(mask, state.compiled) >> hands.KIND_SHIFT) - 1]
    )


def _seat_view(state: State, seat: i64, viewer: i64) -> SeatView:
    hand: i64 = state.hands[seat]
    over = state.stage == kernel.OVER
    dealt = state.stage > kernel.SHUFFLE
    own = dealt and (over or seat == viewer)
    out = dealt and not state.is_in(state.inside, seat)
    counted = own or (dealt and state.compiled.counts_shown) or state.is_in(state.told | state.declared, seat)
    return SeatView(
        cards_of(hand, state.compiled) if own else None,
        int(hands.size(hand)) if counted or out else None,
        state.stage == kernel.VOTE and state.is_in(state.voted, seat),
        state.is_in(state.passed, seat),
        state.is_in(state.declared, seat),
        int(place(state, seat)) if out or over else None,
        int(won(state, seat)) if over else None,
        (int(each(state, seat)) or None) if over else None,
        over and rate_key(state) == seat,
    )


def move_of(action: Any, compiled: hands.CompiledRules) -> i64:
    """The move of the kernel that an action stands for, `NO_MOVE` if there is none."""
    kind = type(action)
    if kind is Play and are_cards(action.cards):
        mask: i64 = hands.mask_of(action.cards, compiled)
        return mask if mask > 0 else kernel.NO_MOVE
    if kind is Pass:
        return kernel.PASS
    if kind is Ask and type(action.seat) is int:
        return kernel.ASK - action.seat if 0 <= action.seat < SEATS[-1] else kernel.NO_MOVE
    if kind is Vote and type(action.reshuffle) is bool:
        return kernel.VOTE_YES if action.reshuffle else kernel.VOTE_NO
    if kind is Call:
        return kernel.CALL
    if kind is Catch and type(action.seat) is int:
        return kernel.CATCH - action.seat if 0 <= action.seat < SEATS[-1] else kernel.NO_MOVE
    raise wrong_action(get_args(Action))


def _deal(state: State, action: Any) -> tuple[State, tuple[Event, ...]]:
    after = state.copy()
    after.deal(checked_order(action, to_shuffle(state), to_act(state)))
    own = tuple([(seat, Dealt(cards_of(after.dealt[seat], after.compiled))) for seat in range(after.seats)])
    odd = int(after.odd_seat())
    taken = [Event(OddCardTaken(odd))] if odd >= 0 else []
    return after, (Event(Dealt(), own), *taken, *_beginning(after))


def _beginning(after: State) -> list[Event]:
    """What follows a deal or the last vote: a reshuffle, or who opens."""
    if after.reason != 0:
        return [Event(Reshuffled(REDEAL_REASONS[after.reason - 1]))]
    if after.stage != kernel.PLAY:
        return []
    return [Event(Opening(after.turn, cards_of(after.lowest, after.compiled)))]


def _events(before: State, after: State, seat: i64, move: i64) -> list[Event]:
    if move > kernel.PASS:
        return _events_of_play(before, after, seat, move)
    if move == kernel.PASS:
        return [Event(Passed(seat)), Event(ControlTaken(after.turn), clears=True)]
    if move == kernel.VOTE_NO or move == kernel.VOTE_YES:
        out = [Event(Voted(seat), ((seat, Voted(seat, move == kernel.VOTE_YES)),))]
        if after.stage != kernel.VOTE:
            out.append(Event(VotesShown(_votes(after))))
            out += _beginning(after)
        return out
    if move == kernel.CALL:
        return [Event(LastCard(seat))]
    other: i64 = kernel.CATCH - move if move <= kernel.CATCH else kernel.ASK - move
    if move > kernel.CATCH:
        return [Event(CountTold(other, int(hands.size(after.hands[other])), seat))]
    if before.is_in(before.late, other):
        return [Event(Caught(other, seat))]
    return [Event(CaughtNothing(other, int(hands.size(after.hands[other])), seat))]


def _settled(state: State, seat: i64) -> Settled | Collected | Paid | PaidForAll:
    """BT-20: what a seat won, and how that came about."""
    chips, own = int(won(state, seat)), int(place(state, seat))
    if rate_key(state) == seat:
        held = cards_of(state.dealt[seat] & ~state.gone, state.compiled)
        return PaidForAll(seat, own, held[-1:], chips)
    if state.compiled.by_places:
        places = [int(place(state, one)) for one in range(state.seats)]
        behind, ahead = sum([one > own for one in places]), sum([one < own for one in places])
        stake = 0 if is_freed(state, seat) else int(state.compiled.stake)
        return Settled(seat, own, behind, ahead, stake, chips)
    if own == 1:
        return Collected(seat, chips)
    return Paid(seat, own, int(hands.size(state.hands[seat])), int(each(state, seat)), chips)


def _events_of_play(before: State, after: State, seat: i64, mask: i64) -> list[Event]:
    kind = KINDS[(hands.value(mask, after.compiled) >> hands.KIND_SHIFT) - 1]
    out = [Event(Played(seat, cards_of(mask, after.compiled), kind, kind in RARE))]
    if after.declared & ~before.declared != 0:
        out.append(Event(LastCard(seat)))
    if after.hands[seat] == 0:
        out.append(Event(WentOut(seat, int(place(after, seat)))))
    if after.stage == kernel.OVER:
        for one in range(after.seats):
            if after.hands[one] != 0:
                out.append(Event(Opened(one, cards_of(after.hands[one], after.compiled))))
        for one in range(after.seats):
            out.append(Event(_settled(after, one)))
    elif after.bar == 0:
        out.append(Event(ControlTaken(after.turn), clears=True))
    return out

"""The contract's functions for Big Two: a thin typed wrapper over the kernel in `state`.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import DECK, Cards, spell
from chieu.core.checks import check_seat, check_table, check_viewer, checked_order, not_waiting
from chieu.core.game import CHANCE, Event, Illegal, Shuffler, Viewer, no_such_seat, wrong_action
from chieu.core.masks import BIT, are_cards
from chieu.core.resampling import rearrange, with_cards_at
from chieu.games.big2 import hands
from chieu.games.big2 import state as kernel
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
from chieu.games.big2.plays import Plays, index_sets
from chieu.games.big2.rules import Match, Rules
from chieu.games.big2.state import (
    State,
    chips_won,
    deal_hands,
    dealt_in_turn,
    is_paid_for,
    liable_seat,
    place_of,
    price_per_card,
)
from chieu.games.big2.text.outcome import RARE
from chieu.games.big2.text.texts import illegal

SEATS: Final = range(2, 5)

_PASS: Final = Pass()
_CALL: Final = Call()
_VOTES: Final[tuple[Action, ...]] = (Vote(False), Vote(True))
_ASK: Final[list[Action]] = [Ask(seat) for seat in range(4)]
_CATCH: Final[list[Action]] = [Catch(seat) for seat in range(4)]
_PASSED: Final = [(Event(Passed(seat)),) for seat in range(4)]


def start(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> State:
    """Begin a deal. The host has no special role in Big Two."""
    winner = -1 if match is None else match.winner
    check_table(seats, SEATS, (host, max(winner, 0)))
    return kernel.initial_state(hands.compile_rules(rules), seats, winner)


def longest(rules: Rules, seats: int) -> int:
    """Return an upper bound on the moves of a deal: votes, turns and out-of-turn moves.

    A seat votes at most `reshuffles` times, and each play takes at least one card. After a play the others pass at
    most once each before somebody leads. A leader passes only with a single 2 or when caught (BT-14, BT-16): such a
    run of passes starts when a seat comes down to its 2, goes out or is caught, once each, and lasts at most one
    round of the table. A seat's number of cards can be asked for once at the start and once after each of its
    plays. A seat calls once and is caught once.
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
    return (CHANCE,) if state.stage == kernel.SHUFFLE else state.waiting()


def to_shuffle(state: State) -> Cards:
    return DECK if state.stage == kernel.SHUFFLE else ()


def legal(state: State, seat: int) -> tuple[Action, ...]:
    check_seat(seat, state.seats)
    moves = Plays()
    state.moves(seat, moves)
    out: list[Action] = []
    for number in range(moves.count):
        out.append(action_of(moves.at(number), state.compiled))
    return tuple(out)


def action_of(move: i64, compiled: hands.CompiledRules) -> Action:
    """Return the action of a kernel move."""
    if move > kernel.PASS:
        play = compiled.plays.get(move)
        if play is None:
            play = compiled.plays[move] = Play(cards_of(move, compiled))
        return play
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
        raise _refusal(state, seat, action)
    after = state.copy()
    after.move(seat, move)
    if move == kernel.PASS and after.bar != 0:
        return after, _PASSED[seat]
    return after, tuple(_events(state, after, seat, move))


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer (None: a spectator) may know, and nothing else."""
    who = check_viewer(viewer, state.seats)
    voting = state.stage == kernel.VOTE and who >= 0
    voted = voting and state.is_in(state.voted, who)
    redeal_reason = 0 if state.opened else state.reshuffle_reason or state.dealt_again
    return View(
        viewer,
        PHASES[state.stage],
        to_act(state),
        tuple([_seat_view(state, seat, who) for seat in range(state.seats)]),
        tuple([_put_down(state, seat, mask) for seat, mask in state.turns()]),
        state.stage == kernel.PLAY and not state.opened and state.lowest != 0,
        state.is_in(state.yes, who) if voted else None,
        _votes(state) if state.stage >= kernel.PLAY and state.voted != 0 else None,
        cards_of(state.discards(), state.compiled)
        if state.stage == kernel.OVER or state.compiled.discards_open
        else None,
        REDEAL_REASONS[redeal_reason - 1] if redeal_reason != 0 else None,
        _reshuffles_left(state),
        voting and not voted and state.is_low(state.dealt[who]),
    )


def payoff(state: State) -> tuple[int, ...]:
    if state.stage != kernel.OVER:
        raise illegal("not_over")
    return tuple([int(chips_won(state, seat)) for seat in range(state.seats)])


def orders(state: State) -> tuple[Cards, ...]:
    return state.orders


def resample(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
    """Redistribute the cards that the viewer cannot locate.

    Orders that were reshuffled away stay as they are: nothing depends on them any more.
    """
    who = check_viewer(viewer, state.seats)
    if state.stage != kernel.VOTE and state.stage != kernel.PLAY:
        return state
    order = state.orders[-1]
    hidden = [at for at in range(52) if not _knows(state, who, order[at], at)]

    def with_hidden(cards: Cards) -> State:
        return _with_order(state, with_cards_at(order, hidden, cards))

    def fits(cards: Cards) -> bool:
        other = with_hidden(cards)
        return other.odd_seat() == state.odd_seat() and _plausible(other)

    other = with_hidden(rearrange(tuple([order[at] for at in hidden]), fits, shuffle))
    if other.stage == kernel.PLAY:
        other.set_index = index_sets(other.hands, other.seats, other.compiled)
    return other


def match_after(state: State) -> Match:
    return Match(next(seat for seat in range(state.seats) if place_of(state, seat) == 1))


def carry_over(match: Match, places: tuple[int | None, ...]) -> Match:
    """BT-2: only the winner has the right to open. If they do not play, nobody has it."""
    return Match(places.index(match.winner) if match.winner in places else -1)


def tally(state: State) -> tuple[str, ...]:
    """Return labels for statistics: places, the opener's place, plays by kind, bombs, reshuffles, 2s left."""
    out = [f"seat.{seat}.place.{place_of(state, seat)}" for seat in range(state.seats)]
    out += [f"opener.place.{place_of(state, seat)}" for seat in range(state.seats) if state.dealt[seat] & state.lowest]
    for number, name in enumerate(KINDS, start=1):
        count = int(state.kind_count(number))
        out += [f"play.{name}"] * count
        if number >= hands.FOUR:
            out += ["bomb"] * count
    out += ["reshuffle"] * (len(state.orders) - 1)
    out += ["end.twos"] if state.only_twos_left() else []
    return tuple(out)


def _knows(state: State, viewer: i64, card: i64, at: i64) -> bool:
    """For `resample`: return whether a viewer (-1: a spectator) can locate the card at a place.

    It is in the viewer's own hand, was put down, or is not above the opening card: everybody knows who opened, and
    lower cards were dealt to nobody.
    """
    bit: i64 = BIT[state.compiled.inner[card]]
    if bit <= state.lowest:
        return True
    seat: i64 = at % state.seats
    if at >= dealt_in_turn(state.seats, state.compiled):
        seat = state.odd_seat()
        if seat < 0:
            return False
    return seat == viewer or state.played(seat) & bit != 0


def _with_order(state: State, order: Cards) -> State:
    """Return the same course of the deal with another order of the cards."""
    other = state.copy()
    other.orders = (*state.orders[:-1], order)
    other.dealt = deal_hands(vec[i64](list(order)), state.seats, state.compiled)
    for seat in range(state.seats):
        other.hands[seat] = other.dealt[seat] & ~state.played(seat)
    return other


def _plausible(state: State) -> bool:
    """Return whether these hands agree with what everybody saw.

    No hand has all four 2s, no seat that voted for a reshuffle in vain has a low hand, a seat that passed at the
    lead holds just one 2, and the deal is not over.
    """
    if state.compiled.reshuffle and state.somebody_has_all_twos():
        return False
    for seat in range(state.seats):
        if state.stage == kernel.PLAY and state.is_in(state.yes, seat) and state.is_low(state.dealt[seat]):
            return False
        if state.is_in(state.lone_two & state.inside, seat) and not hands.only_a_two(state.hands[seat]):
            return False
    return not state.only_twos_left()


def _votes(state: State) -> tuple[bool, ...]:
    return tuple([state.is_in(state.yes, seat) for seat in range(state.seats)])


def _reshuffles_left(state: State) -> int | None:
    """BT-19: return how many reshuffles by vote are left; None after the first play."""
    rules = state.compiled.rules
    if state.opened or not rules.reshuffle:
        return None
    return rules.reshuffles - int(state.reshuffle_count)


def _put_down(state: State, seat: int, mask: int) -> PutDown:
    if mask == kernel.PASS:
        return PutDown(seat)
    return PutDown(seat, cards_of(mask, state.compiled), hands.kind_of(mask, state.compiled))


def _seat_view(state: State, seat: i64, viewer: i64) -> SeatView:
    """Return what a viewer (-1: a spectator) may see of a seat.

    Its cards are shown only to their holder, and to everybody when the deal is over.
    """
    hand: i64 = state.hands[seat]
    over = state.stage == kernel.OVER
    dealt = state.stage > kernel.SHUFFLE
    shown = dealt and (over or seat == viewer)
    out = dealt and not state.is_in(state.inside, seat)
    counted = shown or (dealt and state.compiled.counts_shown) or state.is_in(state.count_told | state.declared, seat)
    return SeatView(
        cards_of(hand, state.compiled) if shown else None,
        int(hands.size(hand)) if counted or out else None,
        state.stage == kernel.VOTE and state.is_in(state.voted, seat),
        state.is_in(state.passed, seat),
        state.is_in(state.declared, seat),
        int(place_of(state, seat)) if out or over else None,
        int(chips_won(state, seat)) if over else None,
        (int(price_per_card(state, seat)) or None) if over else None,
        over and liable_seat(state) == seat,
    )


def move_of(action: Any, compiled: hands.CompiledRules) -> i64:
    """Return the kernel move of an action, or `NO_MOVE` if it can never be legal."""
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
    """Return the events after a deal or the last vote: a reshuffle or the opening."""
    if after.reshuffle_reason != 0:
        return [Event(Reshuffled(REDEAL_REASONS[after.reshuffle_reason - 1]))]
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
    if before.is_in(before.call_missed, other):
        return [Event(Caught(other, seat))]
    return [Event(CaughtNothing(other, int(hands.size(after.hands[other])), seat))]


def _settled(state: State, seat: i64) -> Settled | Collected | Paid | PaidForAll:
    """BT-20: return the settlement of a seat and how it came about."""
    chips, place = int(chips_won(state, seat)), int(place_of(state, seat))
    if liable_seat(state) == seat:
        held = cards_of(state.dealt[seat] & ~state.guard_played, state.compiled)
        return PaidForAll(seat, place, held[-1:], chips)
    if state.compiled.by_places:
        places = [int(place_of(state, other)) for other in range(state.seats)]
        behind, ahead = sum([other > place for other in places]), sum([other < place for other in places])
        stake = 0 if is_paid_for(state, seat) else int(state.compiled.stake)
        return Settled(seat, place, behind, ahead, stake, chips)
    if place == 1:
        return Collected(seat, chips)
    return Paid(seat, place, int(hands.size(state.hands[seat])), int(price_per_card(state, seat)), chips)


def _events_of_play(before: State, after: State, seat: i64, mask: i64) -> list[Event]:
    kind = hands.kind_of(mask, after.compiled)
    out = [Event(Played(seat, cards_of(mask, after.compiled), kind, kind in RARE))]
    if after.declared & ~before.declared != 0:
        out.append(Event(LastCard(seat)))
    if after.hands[seat] == 0:
        out.append(Event(WentOut(seat, int(place_of(after, seat)))))
    if after.stage == kernel.OVER:
        for other in range(after.seats):
            if after.hands[other] != 0:
                out.append(Event(Opened(other, cards_of(after.hands[other], after.compiled))))
        for other in range(after.seats):
            out.append(Event(_settled(after, other)))
    elif after.bar == 0:
        out.append(Event(ControlTaken(after.turn), clears=True))
    return out


def _refusal(state: State, seat: int, action: Any) -> Illegal:
    """Return the refusal of an illegal action. It reveals only what the seat may know."""
    if state.stage == kernel.SHUFFLE:
        return not_waiting((CHANCE,))
    if state.stage == kernel.OVER:
        return not_waiting(())
    if isinstance(action, Vote):
        return illegal("already_voted" if state.stage == kernel.VOTE else "no_vote_now", "BT-19")
    if state.stage == kernel.VOTE:
        return illegal("vote_first", "BT-19")
    seats = int(state.seats)  # an i64 would not compare with an arbitrarily large int
    if isinstance(action, Ask | Catch) and not 0 <= action.seat < seats:
        return no_such_seat(action.seat, seats)
    if isinstance(action, Ask):
        return illegal("nothing_to_ask", "BT-17", seat=action.seat)
    if isinstance(action, Call):
        return illegal("nothing_to_call", "BT-16")
    if isinstance(action, Catch):
        return illegal("nothing_to_catch", "BT-16", seat=action.seat)
    if seat != state.turn:
        return not_waiting(state.waiting())
    if isinstance(action, Pass):
        return illegal("must_lead", "BT-4")
    assert isinstance(action, Play)
    return _play_refusal(state, seat, action.cards)


def _play_refusal(state: State, seat: int, cards: Cards) -> Illegal:
    compiled = state.compiled
    mask = int(hands.mask_of(cards, compiled))
    if mask <= 0 or mask & state.hands[seat] != mask:
        return _cards_refusal(state, seat, cards)
    if state.is_in(state.penalty, seat):
        return illegal("must_pass", "BT-16")
    if state.blocked(seat):
        return illegal("only_a_two", "BT-14")
    value = int(hands.value(mask, compiled))
    kind = value >> hands.KIND_SHIFT
    if kind == hands.NOTHING:
        return illegal("no_play", "BT-6" if len(cards) <= 3 else "BT-3", cards=spell(cards))
    if state.bar == 0:
        return illegal("must_open", "BT-2", card=spell(cards_of(state.lowest, compiled)))
    wanted = state.bar >> hands.KIND_SHIFT
    if kind != wanted and (kind < hands.STRAIGHT or wanted < hands.STRAIGHT or compiled.bombs):
        return illegal("wrong_kind", "BT-3", kind=KINDS[wanted - 1])
    return illegal("too_low", hands.rule_between(kind, wanted, compiled), cards=spell(cards))


def _cards_refusal(state: State, seat: int, cards: Cards) -> Illegal:
    if not cards:
        return illegal("no_play", "BT-3", cards="-")
    held = set(cards_of(state.hands[seat], state.compiled))
    missing = [card for card in cards if card not in held]
    if missing:
        return illegal("not_held", "BT-3", card=spell(missing[:1]))
    return illegal("card_twice", "BT-3", card=spell([card for card in cards if cards.count(card) > 1][:1]))

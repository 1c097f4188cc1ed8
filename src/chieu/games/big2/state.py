"""A deal of Big Two on ints: legal moves, making them, and scoring.

A move is an int: the mask of a play, or 0 for a pass. Below 0, -1 and -2 vote against and for a reshuffle, -3 calls the
last card, -8 - seat asks how many cards a seat holds, and -16 - seat catches a seat that did not call.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Cards, spell
from chieu.core.masks import BIT
from chieu.core.rng import Rng
from chieu.core.states import KernelState, fields_of, one_line
from chieu.games.big2.hands import (
    KIND_SHIFT,
    TRIPLE,
    TWOS,
    CompiledRules,
    beats,
    cards_of,
    material,
    only_a_two,
    size,
    value,
)
from chieu.games.big2.messages import PHASES
from chieu.games.big2.plays import NO_SETS, Plays, SetIndex, answers, index_sets, leads
from chieu.games.big2.rules import HAND, HAND_OF_THREE

# Stages of a deal.
SHUFFLE: Final = 0
VOTE: Final = 1
PLAY: Final = 2
OVER: Final = 3

# Moves that are not plays; ASK and CATCH minus a seat.
PASS: Final = 0
VOTE_NO: Final = -1
VOTE_YES: Final = -2
CALL: Final = -3
ASK: Final = -8
CATCH: Final = -16
NO_MOVE: Final = -100

# Reasons for a reshuffle.
FOUR_TWOS: Final = 1
MAJORITY: Final = 2
LOW_HAND: Final = 3

_KIND_BITS: Final = 6  # width of each counter in `State.kinds`


def _nexts() -> list[int]:
    """Return the next seat among a mask of seats, for each direction, number of seats, mask and seat."""
    out: list[int] = []
    for step in (1, -1):
        for seats in range(5):
            for among in range(16):
                for seat in range(4):
                    others = [(seat + step * far) % max(seats, 1) for far in range(1, seats + 1)]
                    out.append(next((other for other in others if among >> other & 1), 0))
    return out


_NEXT: Final = vec[i64](_nexts())
_NO_HANDS: Final = vec[i64]([0, 0, 0, 0])
_PICKLED: Final = (  # fields beyond the arguments of `unpickle`
    *("stage", "orders", "reshuffle_reason", "voted", "yes", "inside", "passed", "count_told", "declared", "call_due"),
    *("call_missed", "penalty", "lone_two", "lowest", "turn", "owner", "bar", "opened", "finishers", "kinds", "round"),
    *("sets", "dealt_again", "reshuffle_count", "warned", "guard", "guard_played", "winning_card"),
)


@final
class Turn:
    """A turn, with mask 0 for a pass, and the previous turn in the same linked list."""

    def __init__(self, seat: i64, mask: i64, previous: Turn | None) -> None:
        self.seat = seat
        self.mask = mask
        self.previous = previous

    def __reduce__(self) -> tuple[Any, ...]:
        return Turn, (self.seat, self.mask, self.previous)


def _in_order(last: Turn | None) -> list[tuple[int, int]]:
    """Return the seats and masks of a linked list of turns, first to last."""
    out: list[tuple[int, int]] = []
    turn = last
    while turn is not None:
        out.append((turn.seat, turn.mask))
        turn = turn.previous
    out.reverse()
    return out


def dealt_in_turn(seats: i64, compiled: CompiledRules) -> i64:
    """BT-1: return how many cards are dealt one by one."""
    if seats == 3 and compiled.whole_deck_to_three:
        return seats * HAND_OF_THREE
    return seats * HAND


def deal_hands(order: vec[i64], seats: i64, compiled: CompiledRules) -> vec[i64]:
    """BT-1: deal the cards of an order one at a time, starting with seat 0.

    The rest of the deck stays out, except that the odd card of a whole deck dealt to three may go to the seat with
    the lowest card.
    """
    hands = _NO_HANDS[:]
    inner = compiled.inner
    count: i64 = dealt_in_turn(seats, compiled)
    place: i64 = 0
    seat: i64 = 0
    while place < count:
        hands[seat] |= BIT[inner[order[place]]]
        place += 1
        seat += 1
        if seat == seats:
            seat = 0
    if seats == 3 and compiled.odd_to_lowest:
        lowest: i64 = (hands[0] | hands[1] | hands[2]) & -(hands[0] | hands[1] | hands[2])
        while hands[seat] & lowest == 0:
            seat += 1
        hands[seat] |= BIT[compiled.inner[order[place]]]
    return hands


def initial_state(compiled: CompiledRules, seats: i64, winner: i64) -> State:
    """Return a deal before its first shuffle. `winner` won the previous deal; -1 if there was none."""
    return State(compiled, seats, winner, _NO_HANDS, _NO_HANDS, NO_SETS)


def open_deal(compiled: CompiledRules, seats: i64, order: vec[i64]) -> State:
    """Return the first turn of a deal without votes."""
    hands = deal_hands(order, seats, compiled)
    state = State(compiled, seats, -1, hands, hands[:], NO_SETS)
    state.open()
    return state


def unpickle(
    compiled: CompiledRules, seats: i64, winner: i64, dealt: list[int], hands: list[int], open_to_play: bool
) -> State:
    """Restore a pickled state. Its set index is computed again from the cards."""
    cards = vec[i64](dealt)
    set_index = index_sets(cards, seats, compiled) if open_to_play else NO_SETS
    return State(compiled, seats, winner, cards, vec[i64](hands), set_index)


@final
class State(KernelState):
    """The whole state of a deal. Never change a state that `game` has returned: `copy` it, then move."""

    def __init__(
        self, compiled: CompiledRules, seats: i64, winner: i64, dealt: vec[i64], hands: vec[i64], set_index: SetIndex
    ) -> None:
        self.compiled = compiled
        self.seats: i64 = seats
        self.winner: i64 = winner  # of the previous deal, or -1
        self.around: i64 = 64 * seats  # offset of this table in `_NEXT`
        if compiled.anticlockwise:
            self.around += 320
        self.dealt = dealt
        self.hands = hands
        self.set_index = set_index  # stays valid while hands only shrink
        self.stage: i64 = SHUFFLE
        self.orders: tuple[Cards, ...] = ()
        self.reshuffle_reason: i64 = 0  # reason for the reshuffle that is due, or 0
        # Masks of seats, down to `lone_two`.
        self.voted: i64 = 0
        self.yes: i64 = 0
        self.inside: i64 = BIT[seats] - 1  # still holding cards
        self.passed: i64 = 0  # since the last play, or in this round if a pass locks out
        self.count_told: i64 = 0  # number of cards told, and no play since
        self.declared: i64 = 0  # known by everybody to hold one card
        self.call_due: i64 = 0  # holds one card and can still call it
        self.call_missed: i64 = 0  # did not call in time, can be caught
        self.penalty: i64 = 0  # caught, must pass once
        self.lone_two: i64 = 0  # passed at the lead, so it holds just one 2
        self.lowest: i64 = 0  # the card the opening play must contain, 0 if any will do
        self.turn: i64 = 0
        self.owner: i64 = 0  # seat that played last, or leads
        self.bar: i64 = 0  # value to beat, 0 at the lead
        self.opened: bool = False  # the first play has been made
        self.finishers: i64 = 0  # seats that went out, in order: four bits each, seat + 1
        self.kinds: i64 = 0  # packed counters: plays of each kind
        self.round: Turn | None = None  # turns of the current round, the last one first
        self.sets: Turn | None = None  # five-card plays of the deal, the last one first
        self.dealt_again: i64 = 0  # reason for the previous reshuffle, or 0
        self.reshuffle_count: i64 = 0  # reshuffles by vote or for a low hand
        self.warned: bool = False  # when the turn passed on, the seat to act was known to hold one card
        self.guard: i64 = -1  # BT-20: seat that had the turn before the winning card, if warned; -1: none
        self.guard_played: i64 = 0  # cards the guard had put down before that turn
        self.winning_card: i64 = 0  # mask of that card

    def copy(self) -> State:
        """Return a copy that may be changed."""
        other = State(self.compiled, self.seats, self.winner, self.dealt, self.hands[:], self.set_index)
        other.stage = self.stage
        other.orders = self.orders
        other.reshuffle_reason = self.reshuffle_reason
        other.voted = self.voted
        other.yes = self.yes
        other.inside = self.inside
        other.passed = self.passed
        other.count_told = self.count_told
        other.declared = self.declared
        other.call_due = self.call_due
        other.call_missed = self.call_missed
        other.penalty = self.penalty
        other.lone_two = self.lone_two
        other.lowest = self.lowest
        other.turn = self.turn
        other.owner = self.owner
        other.bar = self.bar
        other.opened = self.opened
        other.finishers = self.finishers
        other.kinds = self.kinds
        other.round = self.round
        other.sets = self.sets
        other.dealt_again = self.dealt_again
        other.reshuffle_count = self.reshuffle_count
        other.warned = self.warned
        other.guard = self.guard
        other.guard_played = self.guard_played
        other.winning_card = self.winning_card
        return other

    def parts(self) -> tuple[object, ...]:
        fields = fields_of(self, _PICKLED) | {"round": tuple(self.turns()), "sets": tuple(self.sets_played())}
        return (self.compiled.rules, self.seats, self.winner, tuple(self.hands), *fields.values())

    def __reduce__(self) -> tuple[Any, ...]:
        cards = (list(self.dealt), list(self.hands), self.stage == PLAY)
        return unpickle, (self.compiled, self.seats, self.winner, *cards), fields_of(self, _PICKLED)

    def __repr__(self) -> str:
        hands = [f"{seat}: {spell(cards_of(self.hands[seat], self.compiled))}" for seat in range(self.seats)]
        puts = [f"{seat} {spell(cards_of(mask, self.compiled)) or 'pass'}" for seat, mask in self.turns()]
        return one_line(
            "big2", PHASES[self.stage], self.waiting(), *hands, *[f"put down: {', '.join(puts)}"] * bool(puts)
        )

    def turns(self) -> list[tuple[int, int]]:
        """Return the seats and masks of the current round, first to last."""
        return _in_order(self.round)

    def sets_played(self) -> list[tuple[int, int]]:
        """Return the seats and masks of all five-card plays of the deal, first to last."""
        return _in_order(self.sets)

    def is_in(self, mask: i64, seat: i64) -> bool:
        """Return whether a mask of seats contains a seat."""
        return (mask >> seat) & 1 != 0

    def played(self, seat: i64) -> i64:
        """Return the cards a seat has put down."""
        return self.dealt[seat] & ~self.hands[seat]

    def discards(self) -> i64:
        """Return the cards put down in earlier rounds."""
        mask: i64 = 0
        for seat in range(self.seats):
            mask |= self.played(seat)
        turn = self.round
        while turn is not None:
            mask &= ~turn.mask
            turn = turn.previous
        return mask

    def odd_seat(self) -> i64:
        """BT-1: return the seat that took the odd card of a deck dealt to three, or -1."""
        for seat in range(self.seats):
            if size(self.dealt[seat]) > HAND_OF_THREE:
                return seat
        return -1

    def kind_count(self, kind: i64) -> i64:
        """Return the number of plays of a kind so far."""
        return (self.kinds >> (_KIND_BITS * (kind - 1))) & 63

    def waiting(self) -> tuple[int, ...]:
        """Return the seats to act."""
        if self.stage == PLAY:
            return (self.turn,)
        if self.stage != VOTE:
            return ()
        return tuple([seat for seat in range(self.seats) if not self.is_in(self.voted, seat)])

    # Legal moves.

    def blocked(self, seat: i64) -> bool:
        """BT-14, BT-16: return whether a seat can only pass, even when it leads."""
        if self.penalty != 0 and self.is_in(self.penalty, seat):
            return True
        return only_a_two(self.hands[seat]) and not self.compiled.finish_on_two

    def plays(self, out: Plays) -> None:
        """Find every play of the seat to act."""
        seat: i64 = self.turn
        out.clear()
        if self.blocked(seat):
            return
        hand: i64 = self.hands[seat]
        if self.bar != 0:
            answers(hand, seat, self.bar, self.set_index, self.compiled, out)
            return
        leads(hand, seat, self.set_index, self.compiled, out)
        if not self.opened and self.lowest != 0:
            out.keep(self.lowest)

    def moves(self, seat: i64, out: Plays) -> None:
        """Find every legal move of a seat: plays and a pass on its turn, then out-of-turn moves."""
        out.clear()
        if self.stage == VOTE and not self.is_in(self.voted, seat):
            out.put(VOTE_NO)
            out.put(VOTE_YES)
        if self.stage != PLAY:
            return
        if seat == self.turn:
            self.plays(out)
            if self.may_pass():
                out.put(PASS)
        if self.may_call(seat):
            out.put(CALL)
        for other in range(self.seats):
            if self.may_ask(seat, other):
                out.put(ASK - other)
            if self.may_catch(seat, other):
                out.put(CATCH - other)

    def may_pass(self) -> bool:
        """BT-4: return whether the seat to act may pass."""
        return self.bar != 0 or self.blocked(self.turn)

    def may_play(self, mask: i64) -> bool:
        """Return whether the seat to act may play these cards."""
        seat: i64 = self.turn
        if mask & self.hands[seat] != mask or self.blocked(seat):
            return False
        strength: i64 = value(mask, self.compiled)
        if self.bar != 0:
            return strength != 0 and beats(strength, self.bar, self.compiled)
        return strength != 0 and (self.opened or mask & self.lowest == self.lowest)

    def may_ask(self, seat: i64, other: i64) -> bool:
        """BT-17: return whether a seat may ask for the number of cards of another, which must not be known."""
        if self.stage != PLAY or self.compiled.counts_shown or seat == other or other < 0 or other >= self.seats:
            return False
        return self.is_in(self.inside & ~self.count_told & ~self.declared, other)

    def may_catch(self, seat: i64, other: i64) -> bool:
        """BT-16, BT-17: return whether a seat may try to catch another.

        It may also try a seat whose number of cards is unknown. Otherwise the set of legal moves would reveal
        which seats failed to call.
        """
        if self.stage != PLAY or not self.compiled.call or seat == other or other < 0 or other >= self.seats:
            return False
        return self.is_in(self.call_missed, other) or self.may_ask(seat, other)

    def may_call(self, seat: i64) -> bool:
        """BT-16: return whether a seat may call its last card."""
        return self.stage == PLAY and self.is_in(self.call_due, seat)

    def allows(self, seat: i64, move: i64) -> bool:
        """Return whether a move of a seat is legal."""
        if move >= PASS:
            if self.stage != PLAY or seat != self.turn:
                return False
            return self.may_play(move) if move > PASS else self.may_pass()
        if VOTE_YES <= move <= VOTE_NO:
            return self.stage == VOTE and not self.is_in(self.voted, seat)
        if move == CALL:
            return self.may_call(seat)
        if move <= CATCH:
            return self.may_catch(seat, CATCH - move)
        return move <= ASK and self.may_ask(seat, ASK - move)

    # Making moves.

    def move(self, seat: i64, move: i64) -> None:
        """Make a legal move."""
        if move >= PASS:
            self.round = Turn(seat, move, self.round)
            if size(move) > TRIPLE:
                self.sets = Turn(seat, move, self.sets)
            self.advance(move)
        elif VOTE_YES <= move <= VOTE_NO:
            self._vote(seat, move == VOTE_YES)
        elif move == CALL:
            self.call_due &= ~BIT[seat]
            self.declared |= BIT[seat]
        elif move <= CATCH:
            self._catch(CATCH - move)
        else:
            self.count_told |= BIT[ASK - move]

    def _catch(self, seat: i64) -> None:
        """BT-16: make a seat that did not call pass its next turn; otherwise tell its number of cards."""
        if self.is_in(self.call_missed, seat):
            self.call_missed &= ~BIT[seat]
            self.penalty |= BIT[seat]
            self.declared |= BIT[seat]
        else:
            self.count_told |= BIT[seat]

    def deal(self, order: Cards) -> None:
        """BT-1, BT-19: deal the cards.

        All four 2s in one hand force a reshuffle. Otherwise the seats vote, unless the limit on reshuffles is
        reached.
        """
        self.orders = (*self.orders, order)
        self.dealt = deal_hands(vec[i64](list(order)), self.seats, self.compiled)
        self.hands = self.dealt[:]
        self.voted = 0
        self.yes = 0
        self.dealt_again = self.reshuffle_reason
        self.reshuffle_reason = 0
        if not self.compiled.reshuffle:
            self.open()
        elif self.somebody_has_all_twos():
            self.reshuffle_reason = FOUR_TWOS
        elif self.reshuffle_count >= self.compiled.reshuffles:
            self.open()
        else:
            self.stage = VOTE

    def somebody_has_all_twos(self) -> bool:
        """BT-19: return whether a hand forces a reshuffle."""
        return any(self.dealt[seat] & TWOS == TWOS for seat in range(self.seats))

    def _vote(self, seat: i64, reshuffle: bool) -> None:
        """BT-19: count a vote. The last one brings a reshuffle by a majority or by a low hand's own vote."""
        self.voted |= BIT[seat]
        if reshuffle:
            self.yes |= BIT[seat]
        if self.voted != self.inside:
            return
        if 2 * size(self.yes) > self.seats:
            self.reshuffle_reason = MAJORITY
        else:
            for voter in range(self.seats):
                if self.is_in(self.yes, voter) and self.is_low(self.dealt[voter]):
                    self.reshuffle_reason = LOW_HAND
        if self.reshuffle_reason != 0:
            self.reshuffle_count += 1
            self.stage = SHUFFLE
        else:
            self.open()

    def is_low(self, hand: i64) -> bool:
        """BT-19: return whether a hand's own vote is enough for a reshuffle."""
        return material(hand) <= self.compiled.reshuffle_points

    def open(self) -> None:
        """BT-2: begin play with the holder of the lowest card dealt, or with the last winner."""
        self.stage = PLAY
        self.set_index = index_sets(self.hands, self.seats, self.compiled)
        if self.compiled.winner_opens and self.winner >= 0:
            self.turn = self.winner
        else:
            cards: i64 = 0
            for seat in range(self.seats):
                cards |= self.dealt[seat]
            self.lowest = cards & -cards
            self.turn = 0
            while self.dealt[self.turn] & self.lowest == 0:
                self.turn += 1
        self.owner = self.turn

    def advance(self, mask: i64) -> None:
        """Play or pass for the seat to act, without recording the turn in `round`."""
        seat: i64 = self.turn
        free: bool = not self.is_in(self.penalty, seat)
        self.call_missed &= ~BIT[seat]
        if mask == PASS:
            self._pass(seat)
        else:
            self._put_down(seat, mask)
        if self.compiled.pays_for_all:
            self.warned = free and self.stage == PLAY and self._known_to_hold_one(self.turn)

    def _put_down(self, seat: i64, mask: i64) -> None:
        hand: i64 = self.hands[seat] & ~mask
        self.hands[seat] = hand
        self.bar = value(mask, self.compiled)
        self.kinds += BIT[_KIND_BITS * ((self.bar >> KIND_SHIFT) - 1)]
        self.owner = seat
        self.opened = True
        self.count_told &= ~BIT[seat]
        if not self.compiled.pass_locks_out:
            self.passed = 0
        self.call_missed |= self.call_due & ~BIT[seat]
        self.call_due = 0
        if hand & (hand - 1) == 0:
            self._nearly_or_quite_out(seat, hand)
        if self.stage == PLAY:
            self._next(seat)

    def _nearly_or_quite_out(self, seat: i64, hand: i64) -> None:
        """BT-14 to BT-16: handle a seat that has one card left, or none."""
        if hand != 0:
            if self.compiled.call:
                self.call_due = BIT[seat]
            else:
                self.declared |= BIT[seat]
        else:
            self.declared &= ~BIT[seat]
            if self.finishers == 0 and self.warned:
                self._note_guard()
            self.finishers |= (seat + 1) << (4 * (self.seats - size(self.inside)))
            self.inside &= ~BIT[seat]
            if self.compiled.stop_at_first or self.inside & (self.inside - 1) == 0:
                self.stage = OVER
        if self.only_twos_left():
            self.stage = OVER

    def _known_to_hold_one(self, seat: i64) -> bool:
        """Return whether everybody knows that a seat holds one card."""
        hand: i64 = self.hands[seat]
        return hand & (hand - 1) == 0 and (
            self.compiled.counts_shown or self.is_in(self.count_told | self.declared, seat)
        )

    def _note_guard(self) -> None:
        """BT-20: remember the seat that had the turn before the winning last card.

        Its hidden cards decide whether it is liable, so `liable_seat` looks at them only after the deal.
        """
        last = self.round
        if last is None or last.previous is None:
            return
        self.guard = last.previous.seat
        self.guard_played = self.played(self.guard) & ~last.previous.mask
        self.winning_card = last.mask

    def only_twos_left(self) -> bool:
        """BT-14: return whether every seat still in holds just one 2, which it can never play."""
        if self.compiled.finish_on_two:
            return False
        for seat in range(self.seats):
            if self.is_in(self.inside, seat) and not only_a_two(self.hands[seat]):
                return False
        return True

    def _pass(self, seat: i64) -> None:
        punished: bool = self.is_in(self.penalty, seat)
        self.penalty &= ~BIT[seat]
        if self.bar != 0:
            self.passed |= BIT[seat]
            self._next(seat)
            return
        if not punished:
            self.lone_two |= BIT[seat]
        self._lead(self.after(seat, self.inside))

    def _next(self, seat: i64) -> None:
        """BT-3, BT-5: pass the turn on, or start a new round if all others have passed."""
        waiting: i64 = self.inside & ~self.passed & ~BIT[self.owner]
        if waiting != 0:
            self.turn = self.after(seat, waiting)
        elif self.is_in(self.inside, self.owner):
            self._lead(self.owner)
        else:
            self._lead(self.after(self.owner, self.inside))

    def _lead(self, seat: i64) -> None:
        self.turn = seat
        self.owner = seat
        self.bar = 0
        self.passed = 0
        self.round = None

    def after(self, seat: i64, among: i64) -> i64:
        """Return the next seat of a mask in the direction of play."""
        return _NEXT[self.around + 4 * among + seat]


def standing(state: State, seat: i64) -> i64:
    """BT-14, BT-15: return a sort key; a higher one is better: out earlier, fewer cards, higher last 2."""
    index: i64 = 0
    while state.finishers >> (4 * index) != 0:
        if (state.finishers >> (4 * index)) & 15 == seat + 1:
            return 100 - index
        index += 1
    hand: i64 = state.hands[seat]
    if state.only_twos_left():
        return (hand >> 48) - 16 * size(hand)
    return -16 * size(hand)


def place_of(state: State, seat: i64) -> i64:
    """Return the place of a seat that is out, or of any seat after the deal. Ties share a place."""
    own: i64 = standing(state, seat)
    better: i64 = 0
    for other in range(state.seats):
        if standing(state, other) > own:
            better += 1
    return better + 1


def liable_seat(state: State) -> i64:
    """BT-20: return the seat that pays for everybody, or -1.

    It had the turn before the winning last card, everybody knew of that card, and it held a higher one but passed
    or played a lower one.
    """
    if state.guard < 0:
        return -1
    hand: i64 = state.dealt[state.guard] & ~state.guard_played
    if only_a_two(hand) and not state.compiled.finish_on_two:
        return -1  # BT-14: the guard could only pass
    if hand > state.winning_card:
        return state.guard
    return -1


def chips_won(state: State, seat: i64) -> i64:
    """BT-20: return the chips a seat wins or loses. If a seat is liable, the others lose nothing."""
    liable: i64 = liable_seat(state)
    chips: i64 = chips_before_liability(state, seat)
    if liable < 0:
        return chips
    if liable != seat:
        return max(chips, 0)
    for other in range(state.seats):
        if other != seat:
            chips += min(chips_before_liability(state, other), 0)
    return chips


def is_paid_for(state: State, seat: i64) -> bool:
    """BT-20: return whether the liable seat pays the loss of this one."""
    liable: i64 = liable_seat(state)
    return liable >= 0 and liable != seat and chips_before_liability(state, seat) < 0


def chips_before_liability(state: State, seat: i64) -> i64:
    """BT-20: return the chips of a seat by places or by cards left, as if nobody were liable."""
    if state.compiled.by_places:
        return state.compiled.stake * _places_ahead(state, seat)
    price = state.compiled.card_price
    if place_of(state, seat) > 1:
        return -state.compiled.stake * price[size(state.hands[seat])]
    chips: i64 = 0
    for other in range(state.seats):
        if other != seat:
            chips += price[size(state.hands[other])]
    return state.compiled.stake * chips


def price_per_card(state: State, seat: i64) -> i64:
    """BT-20: return the price of each card left; 0 for the winner, by places, or if another seat pays."""
    left: i64 = size(state.hands[seat])
    if state.compiled.by_places or left == 0 or place_of(state, seat) == 1 or is_paid_for(state, seat):
        return 0
    return state.compiled.stake * state.compiled.card_price[left] // left


def _places_ahead(state: State, seat: i64) -> i64:
    own: i64 = standing(state, seat)
    ahead: i64 = 0
    for other in range(state.seats):
        theirs: i64 = standing(state, other)
        if theirs < own:
            ahead += 1
        elif theirs > own:
            ahead -= 1
    return ahead


def rollout(state: State, rng: Rng, plays: Plays) -> None:
    """Play uniformly random turns to the end of a deal that is open. `plays` is a reusable buffer."""
    while state.stage == PLAY:
        state.plays(plays)
        choices: i64 = plays.count
        if state.may_pass():
            choices += 1
        chosen: i64 = rng.below(choices)
        if chosen < plays.count:
            state.advance(plays.at(chosen))
        else:
            state.advance(PASS)


def rollouts(compiled: CompiledRules, seats: int, deck: Cards, rng: Rng, count: i64) -> i64:
    """Play whole uniformly random deals without votes. Return how often seat 0 was the first out."""
    won: i64 = 0
    plays = Plays()
    numbers = vec[i64](list(deck))
    for _ in range(count):
        order = numbers[:]
        rng.shuffle(order)
        state = open_deal(compiled, seats, order)
        rollout(state, rng, plays)
        if state.finishers & 15 == 1:
            won += 1
    return won

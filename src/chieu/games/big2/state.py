"""A Big Two deal on ints: what may be done, and doing it. Compiled where it can be.

A move is an int: the mask of a play, or 0 for a pass; below that -1 and -2 vote against and for a reshuffle, -3 calls
the last card, -8 - seat asks how many cards a seat holds, -16 - seat catches one that did not call.
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
    HAND,
    HAND_OF_THREE,
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
from chieu.games.big2.plays import Book, Plays, answers, book_of, leads

SHUFFLE: Final = 0  # stages of a deal
VOTE: Final = 1
PLAY: Final = 2
OVER: Final = 3

PASS: Final = 0
VOTE_NO: Final = -1
VOTE_YES: Final = -2
CALL: Final = -3
ASK: Final = -8
CATCH: Final = -16
NO_MOVE: Final = -100

FOUR_TWOS: Final = 1  # why the cards are shuffled again
MAJORITY: Final = 2
LOW_HAND: Final = 3

_KIND_BITS: Final = 6  # of a counter of plays of a kind


def _nexts() -> list[int]:
    """The next seat of a mask of seats, for each seat, mask, number of seats and direction."""
    out: list[int] = []
    for step in (1, -1):
        for seats in range(5):
            for among in range(16):
                for seat in range(4):
                    others = [(seat + step * far) % max(seats, 1) for far in range(1, seats + 1)]
                    out.append(next((one for one in others if among >> one & 1), 0))
    return out


_NEXT: Final = vec[i64](_nexts())
_NO_HANDS: Final = vec[i64]([0, 0, 0, 0])
_NO_BOOK: Final = Book()
_PICKLED: Final = (  # beside what makes a position
    *("stage", "orders", "reason", "voted", "yes", "inside", "passed", "told", "declared", "due", "late", "penalty"),
    *("bare", "lowest", "turn", "owner", "bar", "opened", "outs", "kinds", "round", "sets"),
    *("why", "again", "warned", "guard", "gone", "last"),
)


@final
class Put:
    """A play (or a pass, with no cards), and the one before it in the same list."""

    def __init__(self, seat: i64, mask: i64, before: Put | None) -> None:
        self.seat = seat
        self.mask = mask
        self.before = before

    def __reduce__(self) -> tuple[Any, ...]:
        return Put, (self.seat, self.mask, self.before)


def _in_order(last: Put | None) -> list[tuple[int, int]]:
    """Seats and masks of a list of plays, first to last."""
    out: list[tuple[int, int]] = []
    put = last
    while put is not None:
        out.append((put.seat, put.mask))
        put = put.before
    out.reverse()
    return out


def dealt_in_turn(seats: i64, compiled: CompiledRules) -> i64:
    """BT-1: how many cards go out one by one."""
    if seats == 3 and compiled.whole_deck_to_three:
        return seats * HAND_OF_THREE
    return seats * HAND


def hands_of(order: vec[i64], seats: i64, compiled: CompiledRules) -> vec[i64]:
    """BT-1: the hands that an order of the cards deals, one card at a time from seat 0 on. The rest stays out; but the
    odd card of a deck shared out to three may go to whoever holds the lowest."""
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


def beginning(compiled: CompiledRules, seats: i64, winner: i64) -> State:
    """A deal about to begin; `winner` is that of the deal before, or -1."""
    return State(compiled, seats, winner, _NO_HANDS, _NO_HANDS, _NO_BOOK)


def restored(
    compiled: CompiledRules, seats: i64, winner: i64, dealt: list[int], hands: list[int], open_to_play: bool
) -> State:
    """A position out of a pickle. The book is not in there: it follows from the cards."""
    cards = vec[i64](dealt)
    book = book_of(cards, seats, compiled) if open_to_play else _NO_BOOK
    return State(compiled, seats, winner, cards, vec[i64](hands), book)


@final
class State(KernelState):
    """Everything about a deal. Positions do not change once `game` has given them out; `copy` first, then move."""

    def __init__(
        self, compiled: CompiledRules, seats: i64, winner: i64, dealt: vec[i64], hands: vec[i64], book: Book
    ) -> None:
        self.compiled = compiled
        self.seats: i64 = seats
        self.winner: i64 = winner  # of the deal before, or -1
        self.around: i64 = 64 * seats  # where `_NEXT` has the order of this table
        if compiled.anticlockwise:
            self.around += 320
        self.dealt = dealt
        self.hands = hands
        self.book = book  # the sets in the hands; good for as long as hands only shrink
        self.stage: i64 = SHUFFLE
        self.orders: tuple[Cards, ...] = ()
        self.reason: i64 = 0  # why the last order was shuffled away, or 0
        self.voted: i64 = 0  # this and what follows, down to `bare`, are masks of seats
        self.yes: i64 = 0
        self.inside: i64 = BIT[seats] - 1  # still in the game
        self.passed: i64 = 0  # since the last play; where a pass locks out, in this round
        self.told: i64 = 0  # their number of cards was told, and they have not played since
        self.declared: i64 = 0  # everybody knows that they hold one card
        self.due: i64 = 0  # down to one card with time to call it
        self.late: i64 = 0  # did not call in time and can be caught
        self.penalty: i64 = 0  # caught: must pass once
        self.bare: i64 = 0  # passed instead of leading, so they hold just one 2
        self.lowest: i64 = 0  # the card that opened the deal, 0 if any would do
        self.turn: i64 = 0
        self.owner: i64 = 0  # who played last, or leads
        self.bar: i64 = 0  # the value of the last play, 0 at the lead
        self.opened: bool = False  # the first play is made
        self.outs: i64 = 0  # who went out, four bits each, seat + 1
        self.kinds: i64 = 0  # how many plays of each kind there were
        self.round: Put | None = None  # plays and passes of the current round, the last one first
        self.sets: Put | None = None  # plays of more than three cards in the whole deal, the last one first
        self.why: i64 = 0  # why the hands before these were shuffled away, or 0
        self.again: i64 = 0  # how often votes or low hands had the cards shuffled again
        self.warned: bool = False  # at the last turn all knew that the seat after it holds one card
        self.guard: i64 = -1  # who had the turn before the last card that won, if warned; -1: nobody
        self.gone: i64 = 0  # what that seat had put down before that turn
        self.last: i64 = 0  # that last card

    def copy(self) -> State:
        """The same position, free to change."""
        other = State(self.compiled, self.seats, self.winner, self.dealt, self.hands[:], self.book)
        other.stage = self.stage
        other.orders = self.orders
        other.reason = self.reason
        other.voted = self.voted
        other.yes = self.yes
        other.inside = self.inside
        other.passed = self.passed
        other.told = self.told
        other.declared = self.declared
        other.due = self.due
        other.late = self.late
        other.penalty = self.penalty
        other.bare = self.bare
        other.lowest = self.lowest
        other.turn = self.turn
        other.owner = self.owner
        other.bar = self.bar
        other.opened = self.opened
        other.outs = self.outs
        other.kinds = self.kinds
        other.round = self.round
        other.sets = self.sets
        other.why = self.why
        other.again = self.again
        other.warned = self.warned
        other.guard = self.guard
        other.gone = self.gone
        other.last = self.last
        return other

    def parts(self) -> tuple[object, ...]:
        dealing = (self.seats, self.winner, self.stage, self.orders, self.reason, self.voted, self.yes, self.why)
        playing = (self.inside, self.passed, self.turn, self.owner, self.bar, self.opened, self.outs, self.kinds)
        knowing = (self.told, self.declared, self.due, self.late, self.penalty, self.bare, self.lowest)
        guarding = (self.again, self.warned, self.guard, self.gone, self.last)
        put_down = (tuple(self.hands), tuple(self.puts()), tuple(self.sets_played()))
        return (self.compiled.rules, *dealing, *playing, *knowing, *guarding, *put_down)

    def __reduce__(self) -> tuple[Any, ...]:
        cards = (list(self.dealt), list(self.hands), self.stage == PLAY)
        return restored, (self.compiled, self.seats, self.winner, *cards), fields_of(self, _PICKLED)

    def __repr__(self) -> str:
        hands = [f"{seat}: {spell(cards_of(self.hands[seat], self.compiled))}" for seat in range(self.seats)]
        puts = [f"{seat} {spell(cards_of(mask, self.compiled)) or 'pass'}" for seat, mask in self.puts()]
        return one_line(
            "big2", PHASES[self.stage], self.waiting(), *hands, *[f"put down: {', '.join(puts)}"] * bool(puts)
        )

    def puts(self) -> list[tuple[int, int]]:
        """The plays and passes of the current round with their seats, first to last."""
        return _in_order(self.round)

    def sets_played(self) -> list[tuple[int, int]]:
        """The plays of more than three cards in the whole deal with their seats, first to last."""
        return _in_order(self.sets)

    def is_in(self, mask: i64, seat: i64) -> bool:
        """Whether a mask of seats has this one."""
        return (mask >> seat) & 1 != 0

    def played(self, seat: i64) -> i64:
        """The cards a seat has put down."""
        return self.dealt[seat] & ~self.hands[seat]

    def discards(self) -> i64:
        """What was put down in earlier rounds."""
        mask: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            mask |= self.played(seat)
            seat += 1
        put = self.round
        while put is not None:
            mask &= ~put.mask
            put = put.before
        return mask

    def odd_seat(self) -> i64:
        """The seat that has the odd card of a deck shared out to three; -1 if there is none."""
        seat: i64 = 0
        while seat < self.seats:
            if size(self.dealt[seat]) > HAND_OF_THREE:
                return seat
            seat += 1
        return -1

    def kind_count(self, kind: i64) -> i64:
        """How many plays of a kind there were."""
        return (self.kinds >> (_KIND_BITS * (kind - 1))) & 63

    def waiting(self) -> tuple[int, ...]:
        """The seats the deal waits for."""
        if self.stage == PLAY:
            return (self.turn,)
        if self.stage != VOTE:
            return ()
        return tuple([seat for seat in range(self.seats) if not self.is_in(self.voted, seat)])

    # What may be done.

    def blocked(self, seat: i64) -> bool:
        """BT-14, BT-16: a seat that can do nothing but pass, when it leads as well."""
        if self.penalty != 0 and self.is_in(self.penalty, seat):
            return True
        return only_a_two(self.hands[seat]) and not self.compiled.finish_on_two

    def plays(self, out: Plays) -> None:
        """Finds every play of the seat whose turn it is."""
        seat: i64 = self.turn
        out.clear()
        if self.blocked(seat):
            return
        hand: i64 = self.hands[seat]
        if self.bar != 0:
            answers(hand, seat, self.bar, self.book, self.compiled, out)
            return
        leads(hand, seat, self.book, self.compiled, out)
        if not self.opened and self.lowest != 0:
            out.keep(self.lowest)

    def moves(self, seat: i64, out: Plays) -> None:
        """Finds all that a seat may do now: at its turn plays and a pass, then what may be done at any time."""
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
        other: i64 = 0
        while other < self.seats:
            if self.may_ask(seat, other):
                out.put(ASK - other)
            if self.may_catch(seat, other):
                out.put(CATCH - other)
            other += 1

    def may_pass(self) -> bool:
        """BT-4: whether the seat whose turn it is may pass."""
        return self.bar != 0 or self.blocked(self.turn)

    def may_play(self, mask: i64) -> bool:
        """Whether the seat whose turn it is may put down these cards."""
        seat: i64 = self.turn
        if mask & self.hands[seat] != mask or self.blocked(seat):
            return False
        strength: i64 = value(mask, self.compiled)
        if self.bar != 0:
            return strength != 0 and beats(strength, self.bar, self.compiled)
        return strength != 0 and (self.opened or mask & self.lowest == self.lowest)

    def may_ask(self, seat: i64, other: i64) -> bool:
        """BT-17: whether a seat may ask how many cards another holds: only what is not known already."""
        if self.stage != PLAY or self.compiled.counts_shown or seat == other or other < 0 or other >= self.seats:
            return False
        return self.is_in(self.inside & ~self.told & ~self.declared, other)

    def may_catch(self, seat: i64, other: i64) -> bool:
        """BT-16, BT-17: whether a seat may try to catch another: whoever did not call, and whoever nobody has asked.
        Were it only the former, being allowed to would tell how many cards they hold."""
        if self.stage != PLAY or not self.compiled.call or seat == other or other < 0 or other >= self.seats:
            return False
        return self.is_in(self.late, other) or self.may_ask(seat, other)

    def may_call(self, seat: i64) -> bool:
        """BT-16: whether a seat may call its last card."""
        return self.stage == PLAY and self.is_in(self.due, seat)

    def allows(self, seat: i64, move: i64) -> bool:
        """Whether a seat may make a move now."""
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

    # Doing it.

    def move(self, seat: i64, move: i64) -> None:
        """Makes a legal move."""
        if move >= PASS:
            self.round = Put(seat, move, self.round)
            if size(move) > TRIPLE:
                self.sets = Put(seat, move, self.sets)
            self.advance(move)
        elif VOTE_YES <= move <= VOTE_NO:
            self._vote(seat, move == VOTE_YES)
        elif move == CALL:
            self.due &= ~BIT[seat]
            self.declared |= BIT[seat]
        elif move <= CATCH:
            self._catch(CATCH - move)
        else:
            self.told |= BIT[ASK - move]

    def _catch(self, seat: i64) -> None:
        """BT-16: who did not call passes next turn; of anybody else all hear how many cards they hold."""
        if self.is_in(self.late, seat):
            self.late &= ~BIT[seat]
            self.penalty |= BIT[seat]
            self.declared |= BIT[seat]
        else:
            self.told |= BIT[seat]

    def deal(self, order: Cards) -> None:
        """BT-1, BT-19: the cards go out one by one; four 2s in a hand are shuffled again, and then the seats are asked,
        but not for ever."""
        self.orders = (*self.orders, order)
        self.dealt = hands_of(vec[i64](list(order)), self.seats, self.compiled)
        self.hands = self.dealt[:]
        self.voted = 0
        self.yes = 0
        self.why = self.reason
        self.reason = 0
        if not self.compiled.reshuffle:
            self.open()
        elif self.somebody_has_all_twos():
            self.reason = FOUR_TWOS
        elif self.again >= self.compiled.reshuffles:
            self.open()
        else:
            self.stage = VOTE

    def somebody_has_all_twos(self) -> bool:
        """BT-19: whether the cards must be shuffled again."""
        seat: i64 = 0
        while seat < self.seats:
            if self.dealt[seat] & TWOS == TWOS:
                return True
            seat += 1
        return False

    def _vote(self, seat: i64, reshuffle: bool) -> None:
        """BT-19: when all votes are in, more than half of them, or one from a low hand, bring a reshuffle."""
        self.voted |= BIT[seat]
        if reshuffle:
            self.yes |= BIT[seat]
        if self.voted != self.inside:
            return
        if 2 * size(self.yes) > self.seats:
            self.reason = MAJORITY
        else:
            one: i64 = 0
            while one < self.seats:
                if self.is_in(self.yes, one) and self.is_low(self.dealt[one]):
                    self.reason = LOW_HAND
                one += 1
        if self.reason != 0:
            self.again += 1
            self.stage = SHUFFLE
        else:
            self.open()

    def is_low(self, hand: i64) -> bool:
        """BT-19: whether a hand's own vote is enough for a reshuffle."""
        return material(hand) <= self.compiled.reshuffle_points

    def open(self) -> None:
        """BT-2: the lowest card dealt opens, or whoever won the deal before."""
        self.stage = PLAY
        self.book = book_of(self.hands, self.seats, self.compiled)
        if self.compiled.winner_opens and self.winner >= 0:
            self.turn = self.winner
        else:
            cards: i64 = 0
            seat: i64 = 0
            while seat < self.seats:
                cards |= self.dealt[seat]
                seat += 1
            self.lowest = cards & -cards
            self.turn = 0
            while self.dealt[self.turn] & self.lowest == 0:
                self.turn += 1
        self.owner = self.turn

    def advance(self, mask: i64) -> None:
        """A play or a pass of the seat whose turn it is."""
        seat: i64 = self.turn
        free: bool = not self.is_in(self.penalty, seat)
        self.late &= ~BIT[seat]
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
        self.told &= ~BIT[seat]
        if not self.compiled.pass_locks_out:
            self.passed = 0
        self.late |= self.due & ~BIT[seat]
        self.due = 0
        if hand & (hand - 1) == 0:
            self._nearly_or_quite_out(seat, hand)
        if self.stage == PLAY:
            self._next(seat)

    def _nearly_or_quite_out(self, seat: i64, hand: i64) -> None:
        """BT-14 to BT-16: a seat with one card or none."""
        if hand != 0:
            if self.compiled.call:
                self.due = BIT[seat]
            else:
                self.declared |= BIT[seat]
        else:
            self.declared &= ~BIT[seat]
            if self.outs == 0 and self.warned:
                self._note_guard()
            self.outs |= (seat + 1) << (4 * (self.seats - size(self.inside)))
            self.inside &= ~BIT[seat]
            if self.compiled.stop_at_first or self.inside & (self.inside - 1) == 0:
                self.stage = OVER
        if self.only_twos_left():
            self.stage = OVER

    def _known_to_hold_one(self, seat: i64) -> bool:
        """Whether all know that a seat is down to its last card."""
        hand: i64 = self.hands[seat]
        return hand & (hand - 1) == 0 and (self.compiled.counts_shown or self.is_in(self.told | self.declared, seat))

    def _note_guard(self) -> None:
        """Keeps who had the turn before the last card that won. Whether that seat could have stopped it depends on
        cards that nobody sees before the deal is over, so `scoring` looks at them then."""
        card = self.round
        if card is None or card.before is None:
            return
        self.guard = card.before.seat
        self.gone = self.played(self.guard) & ~card.before.mask
        self.last = card.mask

    def only_twos_left(self) -> bool:
        """BT-14: every seat still in holds just one 2, and nobody could ever play it."""
        if self.compiled.finish_on_two:
            return False
        seat: i64 = 0
        while seat < self.seats:
            if self.is_in(self.inside, seat) and not only_a_two(self.hands[seat]):
                return False
            seat += 1
        return True

    def _pass(self, seat: i64) -> None:
        punished: bool = self.is_in(self.penalty, seat)
        self.penalty &= ~BIT[seat]
        if self.bar != 0:
            self.passed |= BIT[seat]
            self._next(seat)
            return
        if not punished:
            self.bare |= BIT[seat]
        self._lead(self.after(seat, self.inside))

    def _next(self, seat: i64) -> None:
        """BT-3, BT-5: on in the direction of play, or a new round when all others have passed."""
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
        """The next seat of a mask of seats in the direction of play."""
        return _NEXT[self.around + 4 * among + seat]


def standing(position: State, seat: i64) -> i64:
    """BT-14, BT-15: the higher, the better: out earlier, then fewer cards, then the last 2 of a higher suit."""
    going: i64 = 0
    while position.outs >> (4 * going) != 0:
        if (position.outs >> (4 * going)) & 15 == seat + 1:
            return 100 - going
        going += 1
    hand: i64 = position.hands[seat]
    if position.only_twos_left():
        return (hand >> 48) - 16 * size(hand)
    return -16 * size(hand)


def place(position: State, seat: i64) -> i64:
    """The place of a seat that is out, or of any when the deal is over; those with as many cards left share one."""
    own: i64 = standing(position, seat)
    better: i64 = 0
    for other in range(position.seats):
        if standing(position, other) > own:
            better += 1
    return better + 1


def rate_key(position: State) -> i64:
    """BT-20: who pays for all, or -1: it had the turn before the last card that won, everybody knew of that card, and
    it held one that beats it, but passed or played a lower one."""
    if position.guard < 0:
        return -1
    hand: i64 = position.dealt[position.guard] & ~position.gone
    if only_a_two(hand) and not position.compiled.finish_on_two:
        return -1  # BT-14: it could only pass
    if hand > position.last:
        return position.guard
    return -1


def won(position: State, seat: i64) -> i64:
    """BT-20: what a seat wins or loses; where somebody pays for all, the others lose nothing."""
    pays: i64 = rate_key(position)
    chips: i64 = reckoned(position, seat)
    if pays < 0:
        return chips
    if pays != seat:
        return max(chips, 0)
    for other in range(position.seats):
        if other != seat:
            chips += min(reckoned(position, other), 0)
    return chips


def is_freed(position: State, seat: i64) -> bool:
    """Whether somebody else pays what this seat has lost."""
    pays: i64 = rate_key(position)
    return pays >= 0 and pays != seat and reckoned(position, seat) < 0


def reckoned(position: State, seat: i64) -> i64:
    """A stake from every seat behind and to every seat ahead, or for the cards that are left."""
    if position.compiled.by_places:
        return position.compiled.stake * _places_ahead(position, seat)
    price = position.compiled.card_price
    if place(position, seat) > 1:
        return -position.compiled.stake * price[size(position.hands[seat])]
    chips: i64 = 0
    for other in range(position.seats):
        if other != seat:
            chips += price[size(position.hands[other])]
    return position.compiled.stake * chips


def each(position: State, seat: i64) -> i64:
    """BT-20: what every card left costs its seat; 0 for the winner, where somebody else pays, and by places."""
    left: i64 = size(position.hands[seat])
    if position.compiled.by_places or left == 0 or place(position, seat) == 1 or is_freed(position, seat):
        return 0
    return position.compiled.stake * position.compiled.card_price[left] // left


def _places_ahead(position: State, seat: i64) -> i64:
    own: i64 = standing(position, seat)
    ahead: i64 = 0
    for other in range(position.seats):
        theirs: i64 = standing(position, other)
        if theirs < own:
            ahead += 1
        elif theirs > own:
            ahead -= 1
    return ahead


def playout(position: State, rng: Rng, plays: Plays) -> None:
    """Random plays and passes to the end of a deal that is open. `plays` is room to find them in."""
    while position.stage == PLAY:
        position.plays(plays)
        choices: i64 = plays.count
        if position.may_pass():
            choices += 1
        chosen: i64 = rng.below(choices)
        if chosen < plays.count:
            position.advance(plays.at(chosen))
        else:
            position.advance(PASS)


def playouts(compiled: CompiledRules, seats: int, deck: Cards, rng: Rng, count: i64) -> i64:
    """Whole random deals without votes, for measuring and for odds; gives how often seat 0 was the first out."""
    won: i64 = 0
    plays = Plays()
    numbers = vec[i64](list(deck))
    for _ in range(count):
        order = numbers[:]
        rng.shuffle(order)
        hands = hands_of(order, seats, compiled)
        position = State(compiled, seats, -1, hands, hands[:], _NO_BOOK)
        position.open()
        playout(position, rng, plays)
        if position.outs & 15 == 1:
            won += 1
    return won

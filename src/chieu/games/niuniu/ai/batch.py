"""Steps many deals of Niu Niu at once, for environments. Compiled where it can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final, get_args

from librt.vecs import vec
from mypy_extensions import i64

from chieu import batching
from chieu.batching import NUMBER, STEP, WAIT
from chieu.core.cards import DECK
from chieu.core.rng import Rng
from chieu.games.niuniu.game import action_of, move_of, view
from chieu.games.niuniu.hands import HAND_REASONS, compile_rules, is_odd
from chieu.games.niuniu.messages import Because, Result, SeatView
from chieu.games.niuniu.rules import Rules
from chieu.games.niuniu.state import NOBODY, OVER, SHUFFLE, State, initial_state

_RESULTS: Final = {result: number for number, result in enumerate(get_args(Result))}
_BECAUSE: Final = {because: number for number, because in enumerate(get_args(Because))}


@final
class Batch(batching.Batch):
    """A batch of Niu Niu. Seat 0 banks, or counts as the last banker; the house has the last seat."""

    def __init__(self, rules: Rules, seats: i64, deals: i64, seed: int, places: Mapping[str, int], width: i64) -> None:
        super().__init__(seats, deals, width)
        self.compiled = compile_rules(rules)
        self.rngs = [Rng(seed, stream) for stream in range(deals)]
        # The value of each card that has another value than its number, 0 of all others.
        values = self.compiled.values
        self.odd_values = vec[i64]([values[card] if is_odd(card, rules) else 0 for card in range(52)])
        self.phase: i64 = places["phase"]
        self.banker: i64 = places["banker?"]
        self.times: i64 = places["times"]
        self.order: i64 = places["order"]
        self.to_act_at: i64 = places["to_act"]
        self.first: i64 = places["seats[+0].stake"]
        self.each: i64 = places["seats[+1].stake"] - self.first
        self.count: i64 = places["seats[+0].count"] - self.first
        self.has_bid: i64 = places["seats[+0].has_bid"] - self.first
        self.cards: i64 = places["seats[+0].cards?"] - self.first
        self.bid: i64 = places["seats[+0].bid?"] - self.first
        self.hand: i64 = places["seats[+0].hand?"] - self.first
        self.base: i64 = places["seats[+0].hand.base[0]?"] - self.first
        self.final: i64 = places["seats[+0].hand.final[0]?"] - self.first
        self.reason: i64 = places["seats[+0].hand.reason"] - self.first
        self.bull: i64 = places["seats[+0].hand.bull"] - self.first
        self.values: i64 = places["seats[+0].hand.values[0]?"] - self.first
        self.result: i64 = places["seats[+0].result?"] - self.first
        self.chips: i64 = places["seats[+0].chips?"] - self.first
        self.odd: i64 = places["seats[+0].odd[0]?"] - self.first
        self.because: i64 = places["seats[+0].because?"] - self.first
        self.states: list[State] = [self._start(deal) for deal in range(deals)]
        self.list_moves()

    def play(self, deal: i64, move: i64) -> None:
        state = self.states[deal]
        if move != WAIT:
            state.move(self.to_act[deal], move)
            if state.stage == SHUFFLE:
                state.deal(self.rngs[deal].shuffled(DECK))
        if state.stage == OVER:
            self.done[deal] = 1
            for seat in range(self.seats):
                self.won[deal * self.seats + seat] = state.won[seat]
            self.states[deal] = self._start(deal)

    def _start(self, deal: i64) -> State:
        state = initial_state(self.compiled, self.seats, self.seats - 1 if self.compiled.paytable else 0)
        if state.stage == SHUFFLE:
            state.deal(self.rngs[deal].shuffled(DECK))
        return state

    def list_moves_of(self, deal: i64) -> None:
        state = self.states[deal]
        if state.stage == OVER:
            self.to_act[deal] = 0
            self.moves.put(WAIT)
            return
        seat: i64 = 0
        while not state.waits_for(seat):
            seat += 1
        self.to_act[deal] = seat
        for move in state.moves(seat):
            self.moves.put(move)

    def action(self, deal: int, move: int) -> Any:
        del deal
        return action_of(move)

    def move(self, action: Any) -> int:
        return move_of(action)

    def observe_deal(self, deal: i64, you: i64, at: i64) -> None:
        state = self.states[deal]
        seen = self.seen
        seats: i64 = self.seats
        seen.put(at + you, 1.0)
        seen.put(at + self.phase + state.stage, 1.0)
        if state.banker != NOBODY:
            seen.put(at + self.banker, 1.0)
            seen.put(at + self.banker + 1 + (state.banker - you) % seats, 1.0)
        times: int = state.times
        seen.put(at + self.times, times * NUMBER)
        worth: float = 1.0
        if state.order is not None:
            for place in range(state.hands()):
                seen.put(at + self.order + (state.seat_at(place) - you) % seats, worth)
                worth += STEP
        worth = 1.0
        for seat in range(seats):
            if state.waits_for(seat):
                seen.put(at + self.to_act_at + (seat - you) % seats, worth)
                worth += STEP
            self._observe_seat(state, seat, you, at + self.first + self.each * ((seat - you) % seats))
        if state.stage == OVER:  # a deal without decisions
            for seat, shown in enumerate(view(state, you).seats):
                self._observe_result(shown, at + self.first + self.each * ((seat - you) % seats))

    def _observe_seat(self, state: State, seat: i64, you: i64, at: i64) -> None:
        seen = self.seen
        stake: int = state.stakes[seat]
        seen.put(at, stake * NUMBER)
        held: i64 = state.held(seat)
        count: int = held
        seen.put(at + self.count, count * NUMBER)
        if state.bids[seat] > 0:
            seen.put(at + self.has_bid, 1.0)
            if seat == you or state.banker != NOBODY:
                bid: int = state.bid(seat)
                seen.put(at + self.bid, 1.0)
                seen.put(at + self.bid + 1, bid * NUMBER)
        order = state.order
        if held == 0 or order is None or (seat != you and state.stage != OVER):
            return
        seen.put(at + self.cards, 1.0)
        worth: float = 1.0
        odd: i64 = at + self.odd
        for number in range(held):
            card: i64 = order[state.place(seat, number)]
            seen.put(at + self.cards + 1 + card, worth)
            worth += STEP
            if self.odd_values[card] != 0:
                place: int = number
                odd_value: int = self.odd_values[card]
                seen.put(odd, 1.0)
                seen.put(odd + 1, place * NUMBER)
                seen.put(odd + 2, odd_value * NUMBER)
                odd += 3

    def _observe_result(self, shown: SeatView, at: i64) -> None:
        seen = self.seen
        if shown.hand is not None:
            seen.put(at + self.hand, 1.0)
            seen.put(at + self.hand + 1, shown.hand.multiple * NUMBER)
            self._observe_row(shown.hand.base, at + self.base)
            self._observe_row(shown.hand.final, at + self.final)
            seen.put(at + self.reason + HAND_REASONS.index(shown.hand.reason), 1.0)
            seen.put(at + self.bull, shown.hand.bull * NUMBER)
            self._observe_row(shown.hand.values, at + self.values)
        if shown.result is not None:
            seen.put(at + self.result, 1.0)
            seen.put(at + self.result + 1 + _RESULTS[shown.result], 1.0)
        if shown.chips is not None:
            seen.put(at + self.chips, 1.0)
            seen.put(at + self.chips + 1, shown.chips * NUMBER)
        if shown.because is not None:
            seen.put(at + self.because, 1.0)
            seen.put(at + self.because + 1 + _BECAUSE[shown.because], 1.0)

    def _observe_row(self, numbers: tuple[int, ...], at: i64) -> None:
        for number in numbers:
            self.seen.put(at, 1.0)
            self.seen.put(at + 1, number * NUMBER)
            at += 2

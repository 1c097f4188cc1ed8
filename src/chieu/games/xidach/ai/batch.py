"""Steps many deals of Xì Dách at once, for environments. Compiled where it can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from mypy_extensions import i64

from chieu import batching
from chieu.batching import NUMBER, STEP, WAIT
from chieu.core.cards import DECK
from chieu.core.rng import Rng
from chieu.games.xidach.game import action_of, move_of, name_at
from chieu.games.xidach.hands import EMPTY, card_at, compile_rules, size
from chieu.games.xidach.messages import HAND_NAMES
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.state import OVER, SHUFFLE, SIDE, STAKES, State, opening

_NAMES: Final = {name: number for number, name in enumerate(HAND_NAMES)}
_WIN: Final = 1  # offsets of the results in the encoded view, after the flag that there is one
_PUSH: Final = 2
_LOSS: Final = 3


@final
class Batch(batching.Batch):
    """A batch of Xì Dách. Every deal is dealt by seat 0."""

    def __init__(self, rules: Rules, seats: i64, deals: i64, seed: int, places: Mapping[str, int], width: i64) -> None:
        super().__init__(seats, deals, width)
        self.compiled = compile_rules(rules)
        self.rngs = [Rng(seed, stream) for stream in range(deals)]
        self.phase: i64 = places["phase"]
        self.dealer: i64 = places["dealer"]
        self.order: i64 = places["order"]
        self.to_act_at: i64 = places["to_act"]
        self.first: i64 = places["seats[+0].stake"]
        self.each: i64 = places["seats[+1].stake"] - self.first
        self.count: i64 = places["seats[+0].count"] - self.first
        self.finished: i64 = places["seats[+0].done"] - self.first
        self.cards: i64 = places["seats[+0].cards?"] - self.first
        self.name: i64 = places["seats[+0].name?"] - self.first
        self.total: i64 = places["seats[+0].total?"] - self.first
        self.result: i64 = places["seats[+0].result?"] - self.first
        self.chips: i64 = places["seats[+0].chips?"] - self.first
        self.public: i64 = places["seats[+0].public"] - self.first
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
        state = opening(self.compiled, self.seats, 0)
        if state.stage == SHUFFLE:
            state.deal(self.rngs[deal].shuffled(DECK))
        return state

    def list_moves_of(self, deal: i64) -> None:
        state = self.states[deal]
        if state.stage == OVER:
            self.to_act[deal] = 0
            self.moves.put(WAIT)
        else:
            seat: i64 = state.waiting()[0] if state.stage <= SHUFFLE else state.seat_to_move()
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
        seen.put(at + self.dealer + (state.dealer - you) % seats, 1.0)
        worth: float = 1.0
        if state.stage > SIDE:
            for place in range(seats):
                seen.put(at + self.order + (state.player_at(place) - you) % seats, worth)
                worth += STEP
        if state.stage == STAKES:
            worth = 1.0
            for waiting in state.waiting():
                seat: i64 = waiting
                seen.put(at + self.to_act_at + (seat - you) % seats, worth)
                worth += STEP
        elif state.stage != OVER:
            seen.put(at + self.to_act_at, 1.0)
        for place in range(seats):
            seat = state.player_at(place)
            entry: i64 = at + self.first + self.each * ((seat - you) % seats)
            self._observe_seat(state, seat, you, place < state.turn, entry)

    def _observe_seat(self, state: State, seat: i64, you: i64, stood: bool, at: i64) -> None:
        seen = self.seen
        hand: i64 = state.hands[seat]
        settled: bool = state.is_settled(seat)
        over: bool = state.stage == OVER
        stake: int = state.stakes[seat]
        seen.put(at, stake * NUMBER)
        count: int = size(hand)
        seen.put(at + self.count, count * NUMBER)
        if over or settled or stood:
            seen.put(at + self.finished, 1.0)
        if settled:
            seen.put(at + self.result, 1.0)
            won: i64 = state.won[seat]
            seen.put(at + self.result + (_WIN if won > 0 else (_LOSS if won < 0 else _PUSH)), 1.0)
        if settled or over:
            seen.put(at + self.chips, 1.0)
            chips: int = state.won[seat]
            seen.put(at + self.chips + 1, chips * NUMBER)
        if hand == EMPTY or not state.visible(seat, you):
            return
        seen.put(at + self.cards, 1.0)
        worth: float = 1.0
        for place in range(size(hand)):
            seen.put(at + self.cards + 1 + card_at(hand, place), worth)
            worth += STEP
        name = name_at(state, seat)
        if name is not None:
            seen.put(at + self.name, 1.0)
            seen.put(at + self.name + 1 + _NAMES[name], 1.0)
        seen.put(at + self.total, 1.0)
        points: int = state.points(seat)
        seen.put(at + self.total + 1, points * NUMBER)
        if state.visible(seat, -1):
            seen.put(at + self.public, 1.0)

"""Many deals of Big Two at once, for training environments.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu import batching
from chieu.batching import NUMBER, STEP, WAIT
from chieu.core.cards import DECK
from chieu.core.rng import Rng
from chieu.games.big2.game import action_of
from chieu.games.big2.hands import KIND_SHIFT, compile_rules, size, value
from chieu.games.big2.plays import Plays
from chieu.games.big2.rules import Rules
from chieu.games.big2.state import OVER, PASS, PLAY, SHUFFLE, VOTE, State, chips_won, initial_state, place_of


@final
class Batch(batching.Batch):
    """A batch of Big Two.

    A move is the mask of a play, in the rules' order of suits, 0 for a pass, or one of the negative numbers listed
    in `state`.
    """

    def __init__(self, rules: Rules, seats: i64, deals: i64, seed: int, places: Mapping[str, int], width: i64) -> None:
        super().__init__(seats, deals, width)
        self.compiled = compile_rules(rules)
        self.rngs = [Rng(seed, stream) for stream in range(deals)]
        self.aside: vec[i64] = vec[i64]([0] * deals)  # 1 if a seat may act out of turn
        self.buffer = Plays()
        self.phase: i64 = places["phase"]
        self.to_act_at: i64 = places["to_act"]
        self.first: i64 = places["seats[+0].cards?"]
        self.each: i64 = places["seats[+1].cards?"] - self.first
        self.count: i64 = places["seats[+0].count?"] - self.first
        self.voted: i64 = places["seats[+0].voted"] - self.first
        self.passed: i64 = places["seats[+0].passed"] - self.first
        self.last_card: i64 = places["seats[+0].last_card"] - self.first
        self.place: i64 = places["seats[+0].place?"] - self.first
        self.last: i64 = places["plays[-1]?"]
        self.last_seat: i64 = places["plays[-1].seat"]
        self.last_cards: i64 = places["plays[-1].cards"]
        self.last_kind: i64 = places["plays[-1].kind?"]
        self.played: i64 = places["plays[].cards"]
        self.rows: i64 = places["plays[0]?"]
        self.opening: i64 = places["opening"]
        self.vote: i64 = places["vote?"]
        self.votes: i64 = places["votes?"]
        self.discards: i64 = places["discards?"]
        self.dealt_again: i64 = places["dealt_again?"]
        self.reshuffles_left: i64 = places["reshuffles_left?"]
        self.low: i64 = places["low"]
        self.states: list[State] = [self._new_deal(deal) for deal in range(deals)]
        self.list_moves()

    def play(self, deal: i64, move: i64) -> None:
        state = self.states[deal]
        self.aside[deal] = 0
        if move != WAIT:
            seat: i64 = self.to_act[deal]
            state.move(seat, move)
            self._shuffle(state, deal)
            if state.stage == PLAY and state.turn != seat and self._opens_more(state, seat, deal):
                self.aside[deal] = 1
        if state.stage == OVER:
            self.done[deal] = 1
            for other in range(self.seats):
                self.won[deal * self.seats + other] = chips_won(state, other)
            self.states[deal] = self._new_deal(deal)

    def action(self, deal: int, move: int) -> Any:
        del deal
        return action_of(move, self.compiled)

    def _new_deal(self, deal: i64) -> State:
        state = initial_state(self.compiled, self.seats, -1)
        self._shuffle(state, deal)
        return state

    def _shuffle(self, state: State, deal: i64) -> None:
        while state.stage == SHUFFLE:
            state.deal(self.rngs[deal].shuffled(DECK))

    def _opens_more(self, state: State, seat: i64, deal: i64) -> bool:
        """Return whether a move gave its seat another move that was not among its choices."""
        state.moves(seat, self.buffer)
        for number in range(self.buffer.count):
            known: bool = False
            for place in range(self.moves.starts[deal], self.moves.starts[deal + 1]):
                known = known or self.moves.all[place] == self.buffer.at(number)
            if not known:
                return True
        return False

    def list_moves_of(self, deal: i64) -> None:
        state = self.states[deal]
        if self.aside[deal] == 0:
            self.to_act[deal] = state.turn if state.stage == PLAY else state.waiting()[0]
        state.moves(self.to_act[deal], self.buffer)
        for number in range(self.buffer.count):
            self.moves.put(self.buffer.at(number))
        if self.aside[deal] != 0:
            self.moves.put(WAIT)

    # Observations. A finished deal is replaced at once, so no seat observes one that is over.

    def observe_deal(self, deal: i64, you: i64, at: i64) -> None:
        state = self.states[deal]
        seen = self.seen
        seats: i64 = self.seats
        seen.put(at + you, 1.0)
        seen.put(at + self.phase + state.stage, 1.0)
        if state.stage == VOTE:
            self._observe_vote(state, you, at)
        else:
            seen.put(at + self.to_act_at + (state.turn - you) % seats, 1.0)
            if state.voted != 0:
                seen.put(at + self.votes, 1.0)
                for seat in range(seats):
                    if state.is_in(state.yes, seat):
                        seen.put(at + self.votes + 1 + (seat - you) % seats, 1.0)
        for seat in range(seats):
            self._observe_seat(state, seat, you, at + self.first + self.each * ((seat - you) % seats))
        self._observe_plays(state, you, at)
        if not state.opened:
            if state.stage == PLAY and state.lowest != 0:
                seen.put(at + self.opening, 1.0)
            if state.dealt_again != 0:
                seen.put(at + self.dealt_again, 1.0)
                seen.put(at + self.dealt_again + state.dealt_again, 1.0)
            if self.compiled.reshuffle:
                seen.put(at + self.reshuffles_left, 1.0)
                left: int = self.compiled.reshuffles - state.reshuffle_count
                seen.put(at + self.reshuffles_left + 1, left * NUMBER)

    def _observe_vote(self, state: State, you: i64, at: i64) -> None:
        worth: float = 1.0
        for number in state.waiting():
            seat: i64 = number
            self.seen.put(at + self.to_act_at + (seat - you) % self.seats, worth)
            worth += STEP
        if state.is_low(state.dealt[you]):
            self.seen.put(at + self.low, 1.0)

    def _observe_seat(self, state: State, seat: i64, you: i64, at: i64) -> None:
        seen = self.seen
        hand: i64 = state.hands[seat]
        if seat == you:
            seen.put(at, 1.0)
            self._observe_cards(hand, at + 1, 1.0, STEP)
        inside: bool = state.is_in(state.inside, seat)
        known: i64 = state.count_told | state.declared
        if seat == you or self.compiled.counts_shown or not inside or state.is_in(known, seat):
            seen.put(at + self.count, 1.0)
            count: int = size(hand)
            seen.put(at + self.count + 1, count * NUMBER)
        if state.stage == VOTE and state.is_in(state.voted, seat):
            seen.put(at + self.voted, 1.0)
        if state.is_in(state.passed, seat):
            seen.put(at + self.passed, 1.0)
        if state.is_in(state.declared, seat):
            seen.put(at + self.last_card, 1.0)
        if not inside:
            seen.put(at + self.place, 1.0)
            rank: int = place_of(state, seat)
            seen.put(at + self.place + 1, rank * NUMBER)

    def _observe_cards(self, mask: i64, at: i64, worth: float, step: float) -> None:
        card: i64 = 0
        while mask != 0:
            if mask & 15 == 0:
                mask >>= 4
                card += 4
                continue
            if mask & 1 != 0:
                self.seen.put(at + self.compiled.outer[card], worth)
                worth += step
            mask >>= 1
            card += 1

    def _observe_plays(self, state: State, you: i64, at: i64) -> None:
        """Encode the round: its last turn in full, the play of each card, and one row per turn."""
        seen = self.seen
        round_ = state.round
        if round_ is not None:
            turns: i64 = 0
            turn = state.round
            while turn is not None:
                turns += 1
                turn = turn.previous
            seen.put(at + self.last, 1.0)
            seen.put(at + self.last_seat + (round_.seat - you) % self.seats, 1.0)
            if round_.mask != PASS:
                self._observe_cards(round_.mask, at + self.last_cards, 1.0, STEP)
                seen.put(at + self.last_kind, 1.0)
                seen.put(at + self.last_kind + (value(round_.mask, self.compiled) >> KIND_SHIFT), 1.0)
            turn = state.round
            while turn is not None:
                number: int = turns
                turns -= 1
                entry: i64 = at + self.rows + 3 * turns
                seen.put(entry, 1.0)
                who: int = 1 + (turn.seat - you) % self.seats
                seen.put(entry + 1, who * NUMBER)
                if turn.mask != PASS:
                    kind: int = value(turn.mask, self.compiled) >> KIND_SHIFT
                    seen.put(entry + 2, kind * NUMBER)
                    self._observe_cards(turn.mask, at + self.played, number * NUMBER, NUMBER * STEP)
                turn = turn.previous
        if self.compiled.discards_open:
            seen.put(at + self.discards, 1.0)
            self._observe_cards(state.discards(), at + self.discards + 1, 1.0, STEP)

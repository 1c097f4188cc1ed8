"""Steps many rounds of Chinese Rummy at once, for environments. Compiled where it can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from mypy_extensions import i64

from chieu import batching
from chieu.batching import NUMBER, STEP
from chieu.core.cards import Cards
from chieu.core.masks import BIT
from chieu.core.rng import Rng
from chieu.games.rummy.game import action_of, blocked_soon, payoff
from chieu.games.rummy.hands import compile_rules
from chieu.games.rummy.rules import Rules
from chieu.games.rummy.state import LAY_DOWN, NO_CARD, OVER, SHUFFLE, State, opening


@final
class Batch(batching.Batch):
    """A batch of first rounds, dealt by seat 0.

    Moves are those of the kernel: a lay-down is an index into the ways of its own deal.
    """

    def __init__(self, rules: Rules, seats: i64, deals: i64, seed: int, places: Mapping[str, int], width: i64) -> None:
        super().__init__(seats, deals, width)
        self.compiled = compile_rules(rules, seats)
        self.rngs = [Rng(seed, stream) for stream in range(deals)]
        self.phase: i64 = places["phase"]
        self.round: i64 = places["round"]
        self.rounds: i64 = places["rounds"]
        self.contract: i64 = places["contract[0]?"]
        self.ace_low: i64 = places["ace_low"]
        self.joker_swap: i64 = places["joker_swap"]
        self.dealer: i64 = places["dealer"]
        self.to_act_at: i64 = places["to_act"]
        self.stock: i64 = places["stock"]
        self.discard: i64 = places["discard?"]
        self.melds: i64 = places["melds[0]?"]
        self.meld_width: i64 = places["melds[1]?"] - self.melds
        self.kind: i64 = places["melds[0].kind"] - self.melds
        self.meld_cards: i64 = places["melds[0].cards"] - self.melds
        self.first: i64 = places["seats[+0].count"]
        self.each: i64 = places["seats[+1].count"] - self.first
        self.laid_down: i64 = places["seats[+0].laid_down"] - self.first
        self.cards: i64 = places["seats[+0].cards?"] - self.first
        self.quiet_left: i64 = places["quiet_left"]
        self.blocked_soon: i64 = places["blocked_soon"]
        self.states: list[State] = [self._start(deal) for deal in range(deals)]
        self.list_moves()

    def play(self, deal: i64, move: i64) -> None:
        state = self.states[deal]
        seat: i64 = state.turn
        if move >= LAY_DOWN:
            state.lay_down(seat, state.ways(seat)[move - LAY_DOWN])
        else:
            state.move(seat, move)
        if state.stage == SHUFFLE:
            state.shuffled(self.rngs[deal].shuffled(state.to_shuffle()))
        if state.stage == OVER:
            self.done[deal] = 1
            chips = payoff(state)
            for other in range(self.seats):
                self.won[deal * self.seats + other] = chips[other]
            self.states[deal] = self._start(deal)

    def _start(self, deal: i64) -> State:
        state = opening(self.compiled, 1, 0, (0,) * self.seats)
        state.shuffled(self.rngs[deal].shuffled(state.to_shuffle()))
        return state

    def list_moves_of(self, deal: i64) -> None:
        state = self.states[deal]
        self.to_act[deal] = state.turn
        moves = state.moves(state.turn)
        for place in range(i64(len(moves))):
            self.moves.put(moves[place])

    def action(self, deal: int, move: int) -> Any:
        return action_of(self.states[deal], move)

    # Observations. A finished round is replaced at once, and a deal never ends one, so no seat observes the end.

    def observe_deal(self, deal: i64, you: i64, at: i64) -> None:
        state = self.states[deal]
        seen = self.seen
        seats: i64 = self.seats
        seen.put(at + you, 1.0)
        seen.put(at + self.phase + state.stage, 1.0)
        self._observe_contract(state, at)
        seen.put(at + self.dealer + (state.dealer - you) % seats, 1.0)
        seen.put(at + self.to_act_at + (state.turn - you) % seats, 1.0)
        left: int = state.stock.left()
        seen.put(at + self.stock, left * NUMBER)
        if state.top != NO_CARD:
            seen.put(at + self.discard, 1.0)
            seen.put(at + self.discard + 1 + state.top, 1.0)
        entry: i64 = at + self.melds
        for meld in state.melds:
            seen.put(entry, 1.0)
            seen.put(entry + 1 + (meld.owner - you) % seats, 1.0)
            seen.put(entry + self.kind + meld.kind, 1.0)
            self._observe_cards(meld.cards, entry + self.meld_cards)
            entry += self.meld_width
        for seat in range(seats):
            entry = at + self.first + self.each * ((seat - you) % seats)
            count: int = state.size(seat)
            seen.put(entry, count * NUMBER)
            if state.is_down(seat):
                seen.put(entry + self.laid_down, 1.0)
            if seat == you:
                seen.put(entry + self.cards, 1.0)
                self._observe_cards(state.hand(seat), entry + self.cards + 1)
        quiet_left: int = state.quiet_left()
        seen.put(at + self.quiet_left, quiet_left * NUMBER)
        if blocked_soon(state):
            seen.put(at + self.blocked_soon, 1.0)

    def _observe_contract(self, state: State, at: i64) -> None:
        seen = self.seen
        contract = state.contract
        seen.put(at + self.round, NUMBER)
        rounds: int = self.compiled.rounds
        seen.put(at + self.rounds, rounds * NUMBER)
        entry: i64 = at + self.contract
        for number in range(contract.melds):
            size: int = contract.sizes[number]
            naturals: int = contract.needs[number]
            seen.put(entry, 1.0)
            seen.put(entry + 1 + contract.kinds[number], 1.0)
            seen.put(entry + 3, size * NUMBER)
            seen.put(entry + 4, naturals * NUMBER)
            entry += 5
        if self.compiled.ace_low:
            seen.put(at + self.ace_low, 1.0)
        if self.compiled.joker_swap:
            seen.put(at + self.joker_swap, 1.0)

    def _observe_cards(self, cards: Cards, at: i64) -> None:
        """Put cards in order; the second of two equal ones has an entry in the second half."""
        worth: float = 1.0
        once: i64 = 0
        for number in cards:
            card: i64 = number
            self.seen.put(at + card + (0 if once & BIT[card] == 0 else 54), worth)
            once |= BIT[card]
            worth += STEP

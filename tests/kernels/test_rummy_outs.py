"""Outs search and opponent model of Chinese Rummy, against the complete search and the real hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from chieu.core.cards import CARDS, Cards, parse
from chieu.core.game import CHANCE
from chieu.core.rng import Rng
from chieu.games.rummy import GAME, hands, lay_downs
from chieu.games.rummy.ai.opponent_model import OpponentModel
from chieu.games.rummy.ai.outs import DrawChances, OutsSearch
from chieu.games.rummy.ai.sampler import Memory
from chieu.games.rummy.hands import compile_rules
from chieu.games.rummy.rules import Rules
from chieu.games.rummy.state import State
from chieu.testing import Table, play
from tests.laws.test_rummy_sheets import SHEETS
from tests.rules.rummy_table import SEVEN

PACK = (1 << 54) - 1
CHANCES = DrawChances(0.03)
SEVEN_COMPILED = compile_rules(SEVEN, 2)


def mask(cards: Cards) -> int:
    return sum(1 << card for card in cards)


def evaluated(cards: Cards, number: int, unseen: int = PACK, slack: int = 1) -> OutsSearch:
    search = OutsSearch(SEVEN_COMPILED, SEVEN_COMPILED.contracts[number - 1], CHANCES)
    search.evaluate(mask(cards), 0, unseen & ~mask(cards), 0, slack)
    return search


def some_hands(number: int, times: int) -> list[Cards]:
    size = int(SEVEN_COMPILED.contracts[number - 1].dealt) + 1
    return [Rng(seed, number).shuffled(CARDS)[:size] for seed in range(times)]


@pytest.mark.parametrize("number", range(1, 8))
def test_a_hand_lacks_nothing_if_it_can_lay_down(number: int) -> None:
    """A rare hand lacks one more by this measure: a run takes a card that only a set can use."""
    contract = SEVEN_COMPILED.contracts[number - 1]
    ready = 0
    for hand in some_hands(number, 100):
        enough = hand
        while not lay_downs.way(SEVEN_COMPILED, contract, mask(enough), 0):  # add cards until the contract is there
            assert evaluated(enough, number).missing > 0
            enough = Rng(1, number).shuffled(CARDS)[: len(enough) + 1]
        ready += evaluated(enough, number).missing == 0
    assert ready >= 99


@pytest.mark.parametrize("number", range(1, 8))
def test_outs_are_the_cards_that_bring_a_hand_nearer(number: int) -> None:
    for hand in some_hands(number, 12):
        before = evaluated(hand, number)
        missing, outs = before.missing, before.outs
        for card in CARDS:
            if card not in hand and not SEVEN_COMPILED.is_wild(card):
                nearer = evaluated((*hand, card), number).missing < missing
                assert nearer == bool(outs >> card & 1), (hand, card)


def test_useless_cards_lose_little() -> None:
    search = evaluated(parse("5S 6S 7S 9D 9C KH QD 3C JH"), number=2)  # a set of 3 and a run of 4
    assert search.missing == 2
    losses = {str(card): search.losses[card] / search.completion for card in parse("5S 9D KH QD 3C JH")}
    assert losses["5S"] > 0.5
    assert losses["9D"] > 0.5
    assert max(losses["KH"], losses["QD"], losses["3C"], losses["JH"]) < 0.2


def test_cards_already_seen_are_not_outs() -> None:
    pairs = parse("5S 5D 9D 9C KH KS 3C")
    nines = mask(parse("9H 9S"))
    search = evaluated(pairs, number=1, unseen=PACK & ~nines)
    assert search.losses[parse("9D")[0]] < search.losses[parse("5S")[0]]
    assert search.losses[parse("9D")[0]] < evaluated(pairs, number=1).losses[parse("9D")[0]]


def tracked(table: Table, seed: int, seat: int) -> Iterator[tuple[State, OpponentModel]]:
    """Yield every state of a random round with one seat's model of the next."""
    run = play(table, seed, asides=False)
    compiled, contract = run.states[0].compiled, run.states[0].contract
    model = OpponentModel(compiled, contract, OutsSearch(compiled, contract, CHANCES), 8, Rng(seed))
    memory = Memory(seat, table.seats, model)
    for state, events in zip(run.states[1:], run.events, strict=True):
        for event in events:
            memory.see(event.seen_by(seat))
        if GAME.to_act(state) not in ((), (CHANCE,)):
            yield state, model


def check_model(state: State, model: OpponentModel, seat: int, seats: int) -> None:
    """Check that particles have as many cards as the hand, and none that the seat knows to be elsewhere."""
    copies = 1 if seats == 2 else 2
    other = (seat + 1) % seats
    shown = Counter(hands.cards_of(state.once(seat), state.twice(seat)))
    shown.update(card for meld in state.melds for card in meld.cards)
    shown.update(hands.cards_of(state.dead_once, state.dead_twice))
    shown.update([CARDS[state.top]] if state.top >= 0 else [])
    for number in range(model.particles):
        hidden = hands.cards_of(model.hidden[2 * number], model.hidden[2 * number + 1])
        known = hands.cards_of(model.known[0], model.known[1])
        assert len(hidden) + len(known) == state.size(other)
        assert not Counter(known) - Counter(hands.cards_of(state.once(other), state.twice(other)))
        assert all(count <= copies for count in (shown + Counter(hidden) + Counter(known)).values())


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("sheet", ["seven-rounds", *SHEETS])
def test_particles_fit_all_that_was_seen(sheet: str, seats: int) -> None:
    for seed in range(3):
        for state, model in tracked(Table(GAME, SHEETS.get(sheet, SEVEN), seats), seed, seed % seats):
            check_model(state, model, seed % seats, seats)


def test_rm_11_a_used_up_stock_reveals_the_other_hand() -> None:
    """RM-11: at two seats, cards unseen at a reshuffle are in the other hand."""
    shown = 0
    for seed in range(4):
        for state, model in tracked(Table(GAME, Rules(contracts="12:r12", rounds=1), 2), seed, 0):
            if len(state.stock.orders) > 1 and state.stock.drawn == 0:
                assert {model.once(number) for number in range(model.particles)} == {state.once(1)}
                shown += 1
    assert shown

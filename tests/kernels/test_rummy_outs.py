"""What Chinese Rummy players that think go by: prospects beside the complete search, guesses beside the real hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from chieu.core.cards import CARDS, Cards, parse
from chieu.core.game import CHANCE
from chieu.core.rng import Rng
from chieu.games.rummy import GAME, hands, lay_downs
from chieu.games.rummy.ai.memory import Memory
from chieu.games.rummy.ai.opponent_model import Guesses
from chieu.games.rummy.ai.outs import Chances, Prospects
from chieu.games.rummy.hands import compile_rules
from chieu.games.rummy.rules import Rules
from chieu.games.rummy.state import State
from chieu.testing import Table, play
from tests.laws.test_rummy_sheets import SHEETS
from tests.rules.rummy_table import SEVEN

PACK = (1 << 54) - 1
CHANCES = Chances(0.03)
SEVEN_COMPILED = compile_rules(SEVEN, 2)


def mask(cards: Cards) -> int:
    return sum(1 << card for card in cards)


def looked(cards: Cards, number: int, unseen: int = PACK, slack: int = 1) -> Prospects:
    prospects = Prospects(SEVEN_COMPILED, SEVEN_COMPILED.contracts[number - 1], CHANCES)
    prospects.look(mask(cards), 0, unseen & ~mask(cards), 0, slack)
    return prospects


def some_hands(number: int, times: int) -> list[Cards]:
    size = int(SEVEN_COMPILED.contracts[number - 1].dealt) + 1
    return [Rng(seed, number).shuffled(CARDS)[:size] for seed in range(times)]


@pytest.mark.parametrize("number", range(1, 8))
def test_a_hand_lacks_nothing_exactly_where_the_contract_can_be_laid_down(number: int) -> None:
    """But for the rare hand in which a run takes a card that only a set can do with: that is said to lack one more."""
    contract = SEVEN_COMPILED.contracts[number - 1]
    ready = 0
    for hand in some_hands(number, 100):
        enough = hand
        while not lay_downs.way(SEVEN_COMPILED, contract, mask(enough), 0):  # more and more cards, until it is there
            assert looked(enough, number).missing > 0
            enough = Rng(1, number).shuffled(CARDS)[: len(enough) + 1]
        ready += looked(enough, number).missing == 0
    assert ready >= 99


@pytest.mark.parametrize("number", range(1, 8))
def test_outs_are_the_cards_that_bring_a_hand_nearer(number: int) -> None:
    for hand in some_hands(number, 12):
        before = looked(hand, number)
        missing, outs = before.missing, before.outs
        for card in CARDS:
            if card not in hand and not SEVEN_COMPILED.is_wild(card):
                nearer = looked((*hand, card), number).missing < missing
                assert nearer == bool(outs >> card & 1), (hand, card)


def test_cards_of_no_use_can_go_and_those_with_more_ways_stay() -> None:
    found = looked(parse("5S 6S 7S 9D 9C KH QD 3C JH"), number=2)  # a set of 3 and a run of 4
    assert found.missing == 2
    lost = {str(card): found.losses[card] / found.promise for card in parse("5S 9D KH QD 3C JH")}
    assert lost["5S"] > 0.5
    assert lost["9D"] > 0.5
    assert max(lost["KH"], lost["QD"], lost["3C"], lost["JH"]) < 0.2


def test_what_was_seen_to_go_is_not_hoped_for() -> None:
    pairs = parse("5S 5D 9D 9C KH KS 3C")
    nines = mask(parse("9H 9S"))
    found = looked(pairs, number=1, unseen=PACK & ~nines)
    assert found.losses[parse("9D")[0]] < found.losses[parse("5S")[0]]
    assert found.losses[parse("9D")[0]] < looked(pairs, number=1).losses[parse("9D")[0]]


def followed(table: Table, seed: int, seat: int) -> Iterator[tuple[State, Guesses]]:
    """Every state of a random round with what one seat then guesses of the next."""
    run = play(table, seed, asides=False)
    compiled, contract = run.states[0].compiled, run.states[0].contract
    guesses = Guesses(compiled, contract, Prospects(compiled, contract, CHANCES), 8, Rng(seed))
    memory = Memory(seat, table.seats, guesses)
    for state, events in zip(run.states[1:], run.events, strict=True):
        for event in events:
            memory.see(event.seen_by(seat))
        if GAME.to_act(state) not in ((), (CHANCE,)):
            yield state, guesses


def check(state: State, guesses: Guesses, seat: int, seats: int) -> None:
    """Guesses have as many cards as the hand, and none that the seat knows to be elsewhere."""
    copies = 1 if seats == 2 else 2
    other = (seat + 1) % seats
    shown = Counter(hands.cards_of(state.once(seat), state.twice(seat)))
    shown.update(card for meld in state.melds for card in meld.cards)
    shown.update(hands.cards_of(state.dead_once, state.dead_twice))
    shown.update([CARDS[state.top]] if state.top >= 0 else [])
    for number in range(guesses.number):
        hidden = hands.cards_of(guesses.hidden[2 * number], guesses.hidden[2 * number + 1])
        known = hands.cards_of(guesses.known[0], guesses.known[1])
        assert len(hidden) + len(known) == state.size(other)
        assert not Counter(known) - Counter(hands.cards_of(state.once(other), state.twice(other)))
        assert all(count <= copies for count in (shown + Counter(hidden) + Counter(known)).values())


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("sheet", ["seven-rounds", *SHEETS])
def test_guesses_fit_all_that_was_seen(sheet: str, seats: int) -> None:
    for seed in range(3):
        for state, guesses in followed(Table(GAME, SHEETS.get(sheet, SEVEN), seats), seed, seed % seats):
            check(state, guesses, seed % seats, seats)


def test_with_two_seats_a_stock_used_up_shows_the_other_hand() -> None:
    """RM-11: what is not seen when the stock is made again is in the other hand."""
    shown = 0
    for seed in range(4):
        for state, guesses in followed(Table(GAME, Rules(contracts="12:r12", rounds=1), 2), seed, 0):
            if len(state.stock.orders) > 1 and state.stock.drawn == 0:
                assert {guesses.once(number) for number in range(guesses.number)} == {state.once(1)}
                shown += 1
    assert shown

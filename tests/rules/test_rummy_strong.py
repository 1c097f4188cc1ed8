"""The searching bot of Chinese Rummy: its inferences, how it values its hand, and what it wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from chieu.arena import compare
from chieu.core.cards import card, parse
from chieu.core.deal import Deal
from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.games.rummy import GAME, game
from chieu.games.rummy.ai.heuristic import Easy, Heuristic, Planner
from chieu.games.rummy.ai.sampler import RummySampler
from chieu.games.rummy.messages import Discard, Draw, LayDown, LayOff, Swap, Take
from chieu.games.rummy.rules import Match, Rules
from chieu.search.monte_carlo import Budget, MonteCarloBotMaker
from chieu.testing import Table, play
from tests.laws.test_rummy_sheets import SHEETS
from tests.rules.rummy_table import SEVEN, action, order

QUICK = MonteCarloBotMaker(RummySampler, Budget(200))


def after(hands: Sequence[str], *lines: str, up: str, then: str = "", number: int = 1) -> tuple[int, Any, list[Any]]:
    """Return the seat to act after some moves, the state, and all facts this seat has seen. Seat 1 begins."""
    state = game.start(SEVEN, len(hands), Match(number))
    cards = order(len(hands), int(state.contract.dealt), 0, tuple(hands), up, then)
    moves = [(CHANCE, Shuffle(cards)), *[(None, action(line)) for line in lines]]
    facts: list[list[Any]] = [[] for _ in hands]
    for seat, move in moves:
        state, events = game.apply(state, game.to_act(state)[0] if seat is None else seat, move)
        for event in events:
            for viewer, own in enumerate(facts):
                own.append(event.seen_by(viewer))
    seat = game.to_act(state)[0]
    return seat, state, facts[seat]


def choice_of(hands: Sequence[str], *lines: str, up: str, then: str = "", number: int = 1, rng: int = 1) -> Any:
    """Return the bot's action then."""
    seat, state, facts = after(hands, *lines, up=up, then=then, number=number)
    bot = QUICK(SEVEN, seat, Rng(rng))
    for fact in facts:
        bot.see(fact)
    return bot.act(game.view(state, seat), game.legal(state, seat))


PAIRS = "7D 7C 9D 9C 3D QC AH"


@pytest.mark.parametrize("up", ["7S", "9H", "2D", "JK1"])
def test_takes_a_card_that_brings_it_nearer(up: str) -> None:
    assert choice_of(["", PAIRS], up=up) == Take()


@pytest.mark.parametrize("up", ["4S", "8H", "6C"])
def test_draws_if_the_discard_is_useless(up: str) -> None:
    assert choice_of(["", PAIRS], up=up) == Draw()


def test_discards_the_least_useful_card_never_a_wild() -> None:
    for rng in range(5):
        threw = choice_of(["", PAIRS], "draw", up="4S", then="2H", rng=rng)
        assert threw in [Discard(held) for held in parse("3D QC AH")]


def test_withholds_what_the_next_seat_collects() -> None:
    """Seat 0 took two queens. Of cards equally good for seat 1 it keeps the queen."""
    hands = ["QD 5H 8S 3C JH 4S 6S", "7D 7C 9D 9C QH QS KH"]
    lines = ["draw", "discard QH", "take", "discard 3C", "draw"]
    for rng in range(5):
        assert choice_of(hands, *lines, up="AD", then="10H 5D", rng=rng) != Discard(card("QS"))


def test_lays_down_so_that_it_goes_out_at_once() -> None:
    """Four sevens: the one left over can be laid off on the others."""
    down = choice_of(["", "7D 7C 7H 7S 9D 9C 9H"], "draw", up="4S", then="KH")
    assert isinstance(down, LayDown)
    (remaining,) = {*parse("7D 7C 7H 7S 9D 9C 9H")} - {laid for meld in down.melds for laid in meld}
    assert remaining.rank == card("7D").rank


def test_lays_off_all_that_fits_naturals_first() -> None:
    hands = ["", "7D 7C 7H 9D 9C 9H 9S"]
    lines = ["draw", "lay_down 7D 7C 7H / 9D 9C 9H"]
    assert choice_of(hands, *lines, up="4S", then="2H") == LayOff(card("9S"), 1, "on")


def test_rm_10_every_way_to_go_out_is_worth_the_same() -> None:
    """The last card fits a meld and would help the next seat; neither matters for a seat that goes out."""
    lines = ["draw", "lay_down 7D 7C 7H / 9D 9C 9H", "lay_off 9S 1 on"]
    seat, state, facts = after(["", "7D 7C 7H 9D 9C 9H 9S"], *lines, up="4S", then="7S")
    ways: list[Any] = [Discard(card("7S")), LayOff(card("7S"), 0, "on")]
    assert set(ways) <= set(game.legal(state, seat))
    sampler = RummySampler(SEVEN, seat, facts, game.view(state, seat), Rng(1))
    for number in range(5):
        first, other = sampler.payoffs(number, ways)
        assert first == other > 0


# The law of hints: no value may depend on a card that the seat has not seen.


@pytest.mark.parametrize("seats", GAME.seats)
def test_hints_depend_only_on_what_the_seat_saw(seats: int) -> None:
    run = play(Table(GAME, SEVEN, seats), 3, asides=False)
    facts: list[Any] = []
    checked = 0
    for state, events in zip(run.states[1:], run.events, strict=True):
        seat = 0
        facts += [event.seen_by(seat) for event in events]
        if game.to_act(state) == (seat,) and len(facts) % 5 == 0:
            other = game.resample(state, seat, Rng(len(facts)).shuffled)
            values = [payoffs(sampled, seat, facts) for sampled in (state, other)]
            assert values[0] == values[1]
            checked += 1
    assert checked


def payoffs(state: Any, seat: int, facts: Sequence[Any]) -> list[Any]:
    legal = game.legal(state, seat)
    sampler = RummySampler(SEVEN, seat, facts, game.view(state, seat), Rng(9))
    return [sampler.options(legal), *[(sampler.weight(at), sampler.payoffs(at, legal)) for at in range(5)]]


def test_every_option_has_a_value_and_the_best_is_tried() -> None:
    for seed in range(2):
        run = play(Table(GAME, Rules(joker_swap=True), 2), seed, asides=False)
        facts: list[Any] = []
        kinds = set()
        for state, events in zip(run.states[1:], run.events, strict=True):
            facts += [event.seen_by(0) for event in events]
            if game.to_act(state) == (0,):
                legal = game.legal(state, 0)
                sampler = RummySampler(Rules(joker_swap=True), 0, facts, game.view(state, 0), Rng(9))
                tried = sampler.options(legal)
                assert set(tried) <= set(legal)
                assert len(sampler.payoffs(0, legal)) == len(legal)
                assert sampler.options(tried)[0] == tried[0]
                kinds |= {type(action) for action in legal}
        assert {Draw, Take, Discard} <= kinds <= {Draw, Take, Discard, LayDown, LayOff, Swap}


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("sheet", SHEETS)
def test_plays_all_rules_to_the_end(sheet: str, seats: int) -> None:
    for number in range(1, SHEETS[sheet].rounds + 1):
        makers: list[Any] = [QUICK, Planner, QUICK, Easy][:seats]
        bots = [make(SHEETS[sheet], seat, Rng(number, seat)) for seat, make in enumerate(makers)]
        deal = Deal.among(GAME, SHEETS[sheet], bots, Rng(number).shuffled, Match(number))
        assert sum(GAME.payoff(deal.state)) == 0


@pytest.mark.parametrize(("other", "deals"), [(Planner, 240), (Heuristic, 25)])
def test_wins_when_the_contract_has_runs(other: Any, deals: int) -> None:
    """A short version of the measurement in docs/bots.md."""
    gain = compare(GAME, Rules(contracts="11:r7s3", rounds=1), QUICK, other, seats=2, deals=deals)
    assert gain.mean > 3 * gain.error

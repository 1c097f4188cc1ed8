"""The kernel of Big Two: compiled and source agree, and move generation is complete."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from chieu.core import run
from chieu.core.cards import DECK, Card
from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.games import big2
from chieu.games.big2 import GAME, game, hands, plays, state
from chieu.games.big2.ai import min_plays
from chieu.games.big2.messages import Vote
from chieu.games.big2.rules import PRESETS, Rules

FOLDER = Path(big2.__file__).parent
PURE = {"hands": "hands", "plays": "plays", "min_plays": "ai.min_plays", "state": "state"}
HERE = SimpleNamespace(hands=hands, plays=plays, min_plays=min_plays, state=state)


@pytest.fixture(scope="module")
def pure() -> Any:
    """The same modules, loaded from their sources."""
    modules = {name: sys.modules[f"chieu.games.big2.{name}"] for name in PURE.values()}
    loaded = SimpleNamespace()
    try:
        for name, module_name in PURE.items():
            path = FOLDER / (module_name.replace(".", "/") + ".py")
            spec = importlib.util.spec_from_file_location(f"chieu.games.big2.{module_name}", path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            spec.loader.exec_module(module)
            setattr(loaded, name, module)
    finally:
        for name, module in modules.items():
            sys.modules[f"chieu.games.big2.{name}"] = module
    return loaded


def hand_of(cards: tuple[Card, ...]) -> int:
    return sum(1 << card for card in cards)


def random_hands(rng: Rng, seats: int = 4) -> list[int]:
    order = rng.shuffled(DECK)
    return [hand_of(order[13 * seat : 13 * seat + 13]) for seat in range(4)][:seats]


def generated(kernel: Any, find: Any, *where: Any) -> list[int]:
    """Return the plays that a generator adds to the buffer."""
    out = kernel.plays.Plays()
    find(*where, out)
    return list(out.all())


def generated_in(kernel: Any, masks: list[int], rules: Rules) -> list[Any]:
    """Return the sets of some hands, every lead, and the next seat's answers to each lead."""
    compiled = kernel.hands.CompiledRules(rules)
    held = vec[i64](masks)
    set_index = kernel.plays.index_sets(held, 4, compiled)
    min_plays = kernel.min_plays.MinPlays(set_index, 4, compiled, kernel.min_plays.Memo())
    out: list[Any] = [list(set_index.masks), list(set_index.values), list(set_index.ends)]
    for seat in range(4):
        leads = generated(kernel, kernel.plays.leads, masks[seat], seat, set_index, compiled)
        out += [leads, int(min_plays.of(masks[seat], seat))]
        for lead in leads[::3]:
            after = (seat + 1) % 4
            bar = int(kernel.hands.value(lead, compiled))
            out += [bar, generated(kernel, kernel.plays.answers, masks[after], after, bar, set_index, compiled)]
    return out


@pytest.mark.parametrize("name", PRESETS)
def test_compiled_and_source_find_the_same_plays(pure: Any, name: str) -> None:
    rng = Rng(3)
    for _ in range(12):
        masks = random_hands(rng)
        assert generated_in(HERE, masks, PRESETS[name]) == generated_in(pure, masks, PRESETS[name])


@pytest.mark.parametrize("name", PRESETS)
def test_compiled_and_source_value_any_cards_alike(pure: Any, name: str) -> None:
    rng = Rng(4)
    here, there = hands.CompiledRules(PRESETS[name]), pure.hands.CompiledRules(PRESETS[name])
    for number in range(3000):
        mask = hand_of(rng.shuffled(DECK)[: number % 7])
        assert hands.value(mask, here) == pure.hands.value(mask, there)
        assert hands.size(mask) == pure.hands.size(mask) == number % 7
        assert hands.material(mask) == pure.hands.material(mask)


@pytest.mark.parametrize("name", PRESETS)
def test_compiled_and_source_play_the_same_deals(pure: Any, name: str) -> None:
    for seats in (2, 3, 4):
        ends = []
        for kernel in (HERE, pure):
            compiled, rng = kernel.hands.CompiledRules(PRESETS[name]), Rng(5)
            for _ in range(6):
                state = kernel.state.initial_state(compiled, seats, -1)
                state.deal(rng.shuffled(DECK))
                state.open()
                kernel.state.rollout(state, rng, kernel.plays.Plays())
                ends.append((state.parts(), rng.word()))
        assert ends[:6] == ends[6:]


PLAIN = [f"{run}:{run[-1]}" for run in ("34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")]
LADDERS = {  # straights from the lowest up, each with the rank whose suit decides
    "lawrence": ["23456:6", *PLAIN, "JQKA2:2"],
    "hong_kong": [*PLAIN, "23456:2", "A2345:2"],
    "taiwan": ["A2345:5", *PLAIN, "23456:2"],
    "singapore": ["A2345:5", "23456:6", *PLAIN],
    "pusoy_dos": [*PLAIN, "JQKA2:2"],
}
ORDER = "3456789TJQKA2"


def strength(cards: tuple[Card, ...], name: str) -> tuple[Any, ...] | None:
    """Return the strength of a play: size, kind, then what decides.

    A second, slow implementation straight from the rules.
    """
    rules = PRESETS[name]
    suits = {"DCHS".index(letter): place for place, letter in enumerate(rules.suits.upper())}
    ranks = sorted((ORDER[card.rank] for card in cards), key=ORDER.index)
    of_rank = {ORDER[card.rank]: suits[card.suit] for card in cards}
    groups = sorted(Counter(ranks).values())
    singles = sorted(((card.rank, suits[card.suit]) for card in cards), reverse=True)
    if len(cards) <= 3:
        allowed = len(cards) < 3 or rules.triples
        return (len(cards), 0, *singles[0]) if groups == [len(cards)] and allowed else None
    if len(cards) != 5:
        return None
    if groups == [1, 4] or groups == [2, 3]:
        most = max(ranks, key=ranks.count)
        return (5, 4 if groups == [1, 4] else 3, ORDER.index(most))
    if groups != [1] * 5:
        return None
    straight = [place for place, run in enumerate(LADDERS[name]) if set(run[:5]) == set(ranks)]
    one_suit = len({card.suit for card in cards}) == 1
    suit = singles[0][1]
    if one_suit and straight:
        if rules.royal and "".join(ranks) == "TJQKA":
            return (5, 6, suit)
        return (5, 5, suit, straight[0]) if name == "lawrence" else (5, 5, straight[0], suit)
    if one_suit:
        if rules.flush == "none":
            return None
        return (5, 2, suit, *(rank for rank, _ in singles)) if rules.flush == "suit" else (5, 2, *singles[0])
    return (5, 1, straight[0], of_rank[LADDERS[name][straight[0]][-1]]) if straight else None


def over(high: tuple[Any, ...], low: tuple[Any, ...], name: str) -> bool:
    if name != "taiwan":
        return high[0] == low[0] and high > low
    bomb = high[0] == 5 and high[1] >= 4
    return (high[:2] == low[:2] and high > low) or (bomb and (high[0] != low[0] or high[:2] > low[:2]))


@pytest.mark.parametrize("name", PRESETS)
def test_every_play_is_found_and_none_twice(name: str) -> None:
    rng, compiled = Rng(6), hands.CompiledRules(PRESETS[name])
    for number in range(10):
        # Few ranks or few suits make many sets.
        deck = [card for card in DECK if number % 3 != 1 or card.rank < 7]
        deck = [card for card in deck if number % 3 != 2 or card.suit in (number % 4, (number + 1) % 4)]
        order = rng.shuffled(tuple(deck))
        cards = tuple(sorted(order[: 13 - number % 2]))
        mask = int(hands.mask_of(cards, compiled))
        set_index = plays.index_sets(vec[i64]([mask, 0, 0, 0]), 1, compiled)
        expected = {
            int(hands.mask_of(part, compiled)): worth
            for size in range(1, 6)
            for part in combinations(cards, size)
            if (worth := strength(part, name)) is not None
        }
        leads = generated(HERE, plays.leads, mask, 0, set_index, compiled)
        assert Counter(leads) == Counter(expected.keys())
        for lead in leads:
            # A play on the table is in no hand, so two plays with a common card never meet.
            rest, bar = mask & ~lead, hands.value(lead, compiled)
            higher = [
                part for part, worth in expected.items() if part & lead == 0 and over(worth, expected[lead], name)
            ]
            answers = generated(HERE, plays.answers, rest, 0, bar, set_index, compiled)
            assert Counter(answers) == Counter(higher)
            assert all(hands.beats(hands.value(part, compiled), bar, compiled) for part in answers)


def test_a_hand_with_the_most_sets_fits() -> None:
    compiled = hands.CompiledRules(PRESETS["lawrence"])
    suits = [hand_of(DECK[suit::4]) for suit in range(4)]
    set_index = plays.index_sets(vec[i64](suits), 4, compiled)
    assert set_index.ends[4] == 4 * 1287
    assert len(generated(HERE, plays.leads, suits[0], 0, set_index, compiled)) == 13 + 1287


def test_results_do_not_share_buffers() -> None:
    """Results of earlier calls are not overwritten by later ones."""
    rng = Rng(3)
    compiled = hands.CompiledRules(PRESETS["hong_kong"])
    results = []
    for _ in range(20):
        masks = vec[i64](random_hands(rng))
        set_index = plays.index_sets(masks, 4, compiled)
        out = plays.Plays()
        plays.leads(masks[0], 0, set_index, compiled, out)
        results.append((set_index, list(set_index.masks), out, list(out.all())))
    for set_index, sets, out, leads in results:
        assert (list(set_index.masks), list(out.all())) == (sets, leads)


def slow_perft(held: list[tuple[Card, ...]], turn: int, last: Any, passes: int, depth: int, name: str) -> int:
    """Count the continuations with hands as tuples of cards, trying every subset of a hand."""
    if depth == 0 or not all(held):
        return 1
    ways = 0
    after = (turn + (1 if PRESETS[name].direction == "clockwise" else 3)) % 4
    for size in (1, 2, 3, 5) if last is None else (last[0],):
        for part in combinations(held[turn], size):
            worth = strength(part, name)
            if worth is None or (last is not None and not over(worth, last, name)):
                continue
            if last is None and len(set().union(*held)) == 52 and min(held[turn]) not in part:
                continue
            rest = tuple(card for card in held[turn] if card not in part)
            ways += slow_perft([*held[:turn], rest, *held[turn + 1 :]], after, worth, 0, depth - 1, name)
    if last is not None:
        ways += slow_perft(held, after, None if passes == 2 else last, (passes + 1) % 3, depth - 1, name)
    return ways


PERFT = {  # number of continuations by depth; fixed, so that no change of the rules goes unnoticed
    ("lawrence", 1): [10, 122, 1223, 9201],
    ("hong_kong", 1): [7, 77, 1153, 9657, 11370, 20733],
    ("taiwan", 2): [1, 23, 83, 483, 3269, 51535],
    ("singapore", 3): [1, 14, 115, 465, 3045, 13909],
    ("pusoy_dos", 3): [3, 18, 123, 788, 2683, 13808],
}


def dealt_for_perft(rules: Rules, seed: int) -> Any:
    state = game.start(rules, 4)
    state, _ = game.apply(state, CHANCE, Shuffle(Rng(seed).shuffled(DECK)))
    while game.legal(state, 0)[:1] == (Vote(False),):
        for seat in range(4):
            state, _ = game.apply(state, seat, Vote(False))
    return state


@pytest.mark.parametrize(("name", "seed"), PERFT)
def test_perft(name: str, seed: int) -> None:
    state = dealt_for_perft(PRESETS[name], seed)
    depths = range(1, len(PERFT[name, seed]) + 1)
    assert [run.perft(GAME, state, depth, Rng(seed).shuffled) for depth in depths] == PERFT[name, seed]


@pytest.mark.parametrize(("name", "deepest"), [("hong_kong", 3), ("singapore", 2)])
def test_perft_agrees_with_a_slow_count(name: str, deepest: int) -> None:
    state = dealt_for_perft(PRESETS[name], 2)
    held = [game.view(state, seat).seats[seat].cards or () for seat in range(4)]
    for depth in range(1, deepest + 1):
        slow = slow_perft(held, game.to_act(state)[0], None, 0, depth, name)
        assert slow == run.perft(GAME, state, depth, Rng(2).shuffled)

"""Kernel of Chinese Rummy: its search against brute force, its moves against the rules, and perft."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import chieu
from chieu.core.cards import ACE, CARDS, TWO, Card, Cards
from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.core.run import perft
from chieu.games.rummy import GAME, game, hands, lay_downs
from chieu.games.rummy import state as kernel
from chieu.games.rummy.ai import contract_distance
from chieu.games.rummy.messages import LayDown, LayOff
from chieu.games.rummy.rules import Match, Round, Rules, rounds_of
from chieu.games.rummy.state import State
from tests.rules.rummy_table import SEVEN, dealt

SHEETS = {
    "seven-rounds": SEVEN,
    "ace low": Rules(ace_low=True),
    "natural twos": Rules(wild_ranks="none", ace_low=True),
    "natural twos, ace high": Rules(wild_ranks="J"),
    "hardly natural": Rules(natural_share=0, wild_ranks="2A"),
}


def masks(hand: Cards) -> tuple[int, int]:
    once = twice = 0
    for card in hand:
        twice |= once & (1 << card)
        once |= 1 << card
    return once, twice


# The search against brute force, which tries every choice and every order of cards, without masks.


def value(card: Card, low: bool) -> int:
    if card.rank == ACE:
        return 1 if low else 14
    return 2 if card.rank == TWO else card.rank + 3


def is_wild(card: Card, rules: Rules) -> bool:
    return card >= 52 or str(card)[:-1].replace("10", "T") in rules.wild_ranks


def is_meld(kind: str, cards: Cards, rules: Rules) -> bool:
    naturals = [(at, card) for at, card in enumerate(cards) if not is_wild(card, rules)]
    if len(naturals) < max(1, -(-len(cards) * rules.natural_share // 100)):
        return False
    if kind == "set":
        return len({card.rank for _, card in naturals}) == 1
    lowest = 1 if rules.ace_low else (3 if "2" in rules.wild_ranks else 2)
    starts = [{value(card, low) - at for low in (True, False)} for at, card in naturals]
    same = set.intersection(*starts)
    good = [start for start in same if start >= lowest and start + len(cards) - 1 <= 14]
    return len({card.suit for _, card in naturals}) == 1 and bool(good)


def brute_force(hand: Cards, melds: tuple[tuple[str, int], ...], rules: Rules) -> Iterator[tuple[Cards, ...]]:
    if not melds:
        yield ()
        return
    (kind, size), rest = melds[0], melds[1:]
    for chosen in combinations(range(len(hand)), size):
        remaining = tuple(card for at, card in enumerate(hand) if at not in chosen)
        cards = tuple(hand[at] for at in chosen)
        if kind == "run" and len({card.suit for card in cards if not is_wild(card, rules)}) != 1:
            continue  # no order of these cards is a run
        for order in permutations(cards) if kind == "run" else (cards,):
            if is_meld(kind, order, rules):
                for others in brute_force(remaining, rest, rules):
                    yield (order, *others)


def essence(melds: tuple[Cards, ...], contract_melds: tuple[tuple[str, int], ...], rules: Rules) -> tuple[Any, ...]:
    """Return what makes a lay-down distinct: naturals, their places in runs, and the wilds used."""
    shown = []
    for (kind, size), cards in zip(contract_melds, melds, strict=True):
        blanked = [-1 if is_wild(card, rules) else int(card) for card in cards]
        shown.append((kind, size, tuple(blanked if kind == "run" else sorted(blanked))))
    wilds = sorted(card for cards in melds for card in cards if is_wild(card, rules))
    return tuple(sorted(shown)), tuple(wilds)


def lucky_hand(rng: Rng, size: int, decks: int) -> Cards:
    """Return a hand from a thin pack, in which contracts are often complete."""
    suits, ranks = (rng.below(4), rng.below(4)), 5 + rng.below(8)
    pack = [card for card in CARDS if card >= 48 or (card.suit in suits and card.rank < ranks) or card.rank in (3, 11)]
    return tuple(sorted(rng.shuffled(tuple(pack * decks))[:size]))


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("number", "size", "times"), [(1, 8, 10), (2, 8, 10), (3, 9, 3), (4, 9, 4), (6, 10, 2)])
def test_the_search_finds_every_way_and_each_once(sheet: str, seats: int, number: int, size: int, times: int) -> None:
    rules = SHEETS[sheet]
    compiled = hands.compile_rules(rules, seats)
    contract, contract_melds = compiled.contracts[number - 1], rounds_of(rules)[number - 1].melds
    rng = Rng(number, seats)
    for _ in range(times):
        hand = lucky_hand(rng, size, seats - 1)
        groupings = [game.grouped(contract, cards) for cards in lay_downs.ways(compiled, contract, *masks(hand))]
        essences = [essence(melds, contract_melds, rules) for melds in groupings]
        assert len(set(essences)) == len(essences)
        assert set(essences) == {
            essence(melds, contract_melds, rules) for melds in brute_force(hand, contract_melds, rules)
        }
        way = lay_downs.way(compiled, contract, *masks(hand))
        assert (way in lay_downs.ways(compiled, contract, *masks(hand))) if groupings else way == ()


def test_the_hands_searched_are_a_fair_mixture() -> None:
    compiled, rng, complete = hands.compile_rules(SEVEN, 2), Rng(1), 0
    for _ in range(200):
        complete += bool(lay_downs.way(compiled, compiled.contracts[1], *masks(lucky_hand(rng, 8, 1))))
    assert 20 < complete < 180


def test_every_way_found_is_canonical() -> None:
    rng = Rng(3)
    for seats in (2, 4):
        compiled = hands.compile_rules(SEVEN, seats)
        for number, contract in enumerate(compiled.contracts, start=1):
            for _ in range(20):
                hand = lucky_hand(rng, int(contract.dealt) + 1, 1 if seats == 2 else 2)
                for cards in lay_downs.ways(compiled, contract, *masks(hand))[:50]:
                    melds = game.grouped(contract, cards)
                    codes = [lay_downs.encode_meld(compiled, contract, at, melds[at]) for at in range(len(melds))]
                    assert min(codes) >= 0, (number, melds)
                    assert lay_downs.canonical(compiled, contract, vec[i64](codes), cards) == cards


# Distance, against trying all additional cards


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("number", "size"), [(1, 6), (2, 7), (3, 8)])
def test_distance_is_the_fewest_cards_that_complete_the_contract(sheet: str, number: int, size: int) -> None:
    compiled = hands.compile_rules(SHEETS[sheet], 2)
    contract, rng = compiled.contracts[number - 1], Rng(number)
    seen, too_many = set(), 0
    for _ in range(12):
        hand = lucky_hand(rng, size, 1)
        once, _ = masks(hand)
        missing, loose = contract_distance.distance(compiled, contract, once, 0, 0)
        seen.add(int(missing))
        assert int(loose) & ~once == 0
        others = [1 << card for card in CARDS if not once & (1 << card)]
        for more in range(min(int(missing), 2)):
            too_many += any(
                lay_downs.way(compiled, contract, once + sum(some), 0) for some in combinations(others, more)
            )
        if missing <= 2:
            rest = once & ~int(loose)
            assert any(
                lay_downs.way(compiled, contract, rest + sum(some), 0) for some in combinations(others, int(missing))
            )
    assert len(seen) > 1
    assert too_many <= (number == 3)  # with two overlapping runs the distance can be one too high


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("number", [1, 2, 6])
def test_completed_are_the_naturals_of_all_single_melds(sheet: str, number: int) -> None:
    rules, rng = SHEETS[sheet], Rng(number)
    for seats in (2, 3):
        compiled = hands.compile_rules(rules, seats)
        contract = compiled.contracts[number - 1]
        for _ in range(6):
            hand = lucky_hand(rng, 9, seats - 1)
            expected = set()
            for at in range(contract.melds):
                meld = rounds_of(rules)[number - 1].melds[at]
                alone = hands.Contract(Round(0, (meld,)), rules.natural_share)
                for cards in lay_downs.ways(compiled, alone, *masks(hand)):
                    expected |= {card for card in cards if not is_wild(card, rules)}
            mask = int(contract_distance.completed(compiled, contract, *masks(hand)))
            assert {card for card in hand if mask >> card & 1} == expected


# Moves against rules

EASY = "10:s3r3"


def random_states(seats: int, number: int, rules: Rules, rounds: int) -> Iterator[State]:
    """Yield states of random rounds in which everybody lays down as soon as possible."""
    rng = Rng(number, seats)
    for _ in range(rounds):
        state = game.start(rules, seats, Match(number))
        for _ in range(150):
            waiting = game.to_act(state)
            if not waiting:
                break
            if waiting == (CHANCE,):
                state, _ = game.apply(state, CHANCE, Shuffle(rng.shuffled(game.to_shuffle(state))))
            else:
                actions = game.legal(state, waiting[0])
                down = [action for action in actions if isinstance(action, LayDown)]
                state, _ = game.apply(state, waiting[0], rng.pick(down or actions))
            yield state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_listed_moves_are_the_allowed_moves(seats: int) -> None:
    seen: set[int] = set()
    rules = Rules(contracts=EASY, rounds=1, joker_swap=True, ace_low=True)
    for at, state in enumerate(random_states(seats, 1, rules, 6)):
        for seat in range(seats):
            moves = {int(move) for move in state.moves(seat) if move < kernel.LAY_DOWN}
            seen |= moves
            if at % 6 == 0:
                assert {move for move in range(kernel.LAY_DOWN) if state.allows(seat, move)} == moves
    assert any(kernel.LAY_OFF <= move < kernel.SWAP for move in seen)
    assert any(move >= kernel.SWAP for move in seen)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_card_is_laid_off_where_the_meld_stays_valid(sheet: str) -> None:
    values = {name: getattr(SHEETS[sheet], name) for name in Rules.__struct_fields__}
    rules = Rules(**values | {"contracts": EASY, "rounds": 1})
    laid_off = 0
    for state in random_states(3, 1, rules, 4):
        seat = int(state.turn)
        if state.stage != kernel.PLAYING or not state.is_down(seat):
            continue
        actions = {action for action in game.legal(state, seat) if isinstance(action, LayOff)}
        laid_off += len(actions)
        expected = set()
        for number, meld in enumerate(game.view(state, None).melds):
            for card in game.view(state, seat).seats[seat].cards or ():
                sides: dict[Any, Cards] = {"under": (card, *meld.cards), "over": (*meld.cards, card)}
                if meld.kind == "set":
                    sides = {"on": (*meld.cards, card)}
                free = Rules(natural_share=0, wild_ranks=rules.wild_ranks, ace_low=rules.ace_low)
                expected |= {
                    LayOff(card, number, side) for side, grown in sides.items() if is_meld(meld.kind, grown, free)
                }
        assert actions == expected
    assert laid_off > 50


# Perft: leaves of move trees, counted once. Changing any rule of play changes one of these numbers.

SWAPS = Rules(joker_swap=True, ace_low=True)


@pytest.mark.parametrize(
    ("number", "rules", "by_seat", "up", "then", "counts"),
    [
        (
            1,
            SEVEN,
            ("7D 7C 7H 9D 9C 9H KS", "3D 3C 3H JD JC JK1 KD"),
            "7S",
            "2D 9S 4D 5D",
            (2, 22, 51, 412, 1166, 5948),
        ),
        (
            2,
            SEVEN,
            ("9D 9H 9S 5C 6C 7C 8C 2D", "3D 3C 3H 10H JH QH KH AS"),
            "4C",
            "9C JK2 8D 5D",
            (2, 20, 40, 1391, 5004, 15745),
        ),
        (
            3,
            SEVEN,
            ("3D 4D 5D 6D 8D 9D JD QD 2S", "3C 4C 2H 6C 8C 9C 10C JC JK1"),
            "7D",
            "7C 10D AC KC",
            (2, 75, 233, 1164, 6980, 32167),
        ),
        (
            4,
            SEVEN,
            ("7D 7C 7H 7S 9D 9C 9H 9S JK1 3D", "10D 10C 10H 10S QD QC QH QS JK2 3S"),
            "2S",
            "2D 4C 4D 5D",
            (2, 62, 172, 1050, 5036, 27600),
        ),
        (
            2,
            SWAPS,
            ("9D 9H 9S AC 2C 4C 5C 3H", "3D 3C 3S 10H JH 2D KH AS"),
            "QH",
            "6C JK2",
            (2, 29, 73, 481, 1324, 10238),
        ),
        (
            1,
            SEVEN,
            ("7D 7D 7C 9D 9D 9C 9H", "", "3D 3D 3C JD JC JK1 JK1"),
            "7C",
            "9C 2D 3C",
            (2, 14, 32, 239, 811, 4532),
        ),
    ],
)
def test_perft(
    number: int, rules: Rules, by_seat: tuple[str, ...], up: str, then: str, counts: tuple[int, ...]
) -> None:
    state = dealt(*by_seat, number=number, up=up, then=then, rules=rules)
    leaves = tuple(perft(GAME, state, depth, Rng(1).shuffled) for depth in range(1, 7))
    assert leaves == counts


# Compiled against the same source uncompiled

SCRIPT = """
import hashlib
from chieu.core import codec, rng
from chieu.core.rng import Rng
from chieu.games.rummy import lay_downs, game, hands, state as kernel
from chieu.games.rummy.ai import contract_distance
from tests.kernels.test_rummy_kernel import SHEETS, SWAPS, lucky_hand, masks, random_states
print("uncompiled" if rng.__file__.endswith(".py") else "compiled")
chance = Rng(7)
for name, rules in {**SHEETS, "swaps": SWAPS}.items():
    for seats in (2, 3):
        digest = hashlib.sha256()
        compiled = hands.compile_rules(rules, seats)
        for number, contract in enumerate(compiled.contracts, start=1):
            for _ in range(8):
                once, twice = masks(lucky_hand(chance, int(contract.dealt) + 1, 1 if seats == 2 else 2))
                digest.update(codec.encode(lay_downs.ways(compiled, contract, once, twice)))
                digest.update(codec.encode(lay_downs.way(compiled, contract, once, twice)))
                near = contract_distance.distance(compiled, contract, once, twice, 0)
                near = (*near, contract_distance.completed(compiled, contract, once, twice))
                digest.update(str([int(distance) for distance in near]).encode())
                digest.update(str(int(compiled.points(once, twice))).encode())
            made = kernel.rollouts(compiled, number, Rng(number), 1, 200)
            digest.update(str(int(made)).encode())
        for state in random_states(seats, 6, rules, 1):
            for seat in range(seats):
                digest.update(str([int(move) for move in state.moves(seat)]).encode())
            other = game.resample(state, 0, chance.shuffled)
            digest.update(codec.encode([state.unseen(0), game.orders(other), [game.view(other, 1)]]))
        print(name, seats, digest.hexdigest())
"""


def output_of(source: Path) -> tuple[str, list[str]]:
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(source), str(root)])}
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    kind, *lines = process.stdout.splitlines()
    return kind, lines


def test_compiled_and_uncompiled_kernels_agree(tmp_path: Path) -> None:
    source = Path(chieu.__file__).parent
    copied = tmp_path / "src"
    shutil.copytree(source, copied / "chieu", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    kind, pure = output_of(copied)
    _, here = output_of(source.parent)
    assert kind == "uncompiled"
    assert pure == here
    assert len(here) == 12

"""A view as the kernel's numbers, for bots: they know only what their view shows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from chieu.core.cards import Card, Cards
from chieu.games.rummy import hands
from chieu.games.rummy.ai import contract_distance
from chieu.games.rummy.hands import RUN, SET, CompiledRules, Contract, Meld
from chieu.games.rummy.messages import MeldView, View, WantedView
from chieu.games.rummy.rules import Rules


def compile_rules(view: View) -> CompiledRules:
    """RM-1: return the rules that a view shows: wild cards, ace and card points."""
    return _compiled(view.wild_ranks, view.ace_low, len(view.seats))


def fitting(view: View, melds: Iterable[MeldView]) -> int:
    """RM-9: return a mask of all cards that can be laid off on any of these melds."""
    compiled = compile_rules(view)
    out = 0
    for meld in melds:
        out |= int(meld_of(compiled, meld).fits(compiled))
    return out


def meld_of(compiled: CompiledRules, meld: MeldView) -> Meld:
    """Return the kernel's meld."""
    return hands.meld_of(compiled, RUN if meld.kind == "run" else SET, meld.owner, meld.cards)


def completed(view: View, hand: Cards) -> int:
    """RM-22: return a mask of the naturals in any meld of the contract which the hand holds."""
    once, twice = masks(hand)
    return int(contract_distance.completed(compile_rules(view), _contract(view.contract), once, twice))


def distance(view: View, hand: Cards) -> tuple[int, int]:
    """Return how many cards a hand lacks for the contract, and a mask of the naturals it can spare."""
    once, twice = masks(hand)
    gone, _ = masks(card for meld in view.melds for card in meld.cards)
    missing, loose = contract_distance.distance(compile_rules(view), _contract(view.contract), once, twice, gone)
    return int(missing), int(loose)


def masks(cards: Iterable[Card]) -> tuple[int, int]:
    """Return the cards held at least once and those held twice, as masks."""
    once = twice = 0
    for card in cards:
        twice |= once & (1 << card)
        once |= 1 << card
    return once, twice


@lru_cache(maxsize=64)
def _compiled(wild_ranks: str, ace_low: bool, seats: int) -> CompiledRules:
    return CompiledRules(Rules(wild_ranks=wild_ranks, ace_low=ace_low), seats)


@lru_cache(maxsize=1024)
def _contract(melds: tuple[WantedView, ...]) -> Contract:
    kinds = [RUN if meld.kind == "run" else SET for meld in melds]
    return Contract(0, kinds, [meld.size for meld in melds], [meld.naturals for meld in melds])

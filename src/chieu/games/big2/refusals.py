"""Why an action is not allowed, said to the seat that tried it. It tells only what that seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chieu.core.cards import Cards, spell
from chieu.core.checks import not_waiting
from chieu.core.game import CHANCE, Illegal, no_such_seat
from chieu.games.big2 import hands
from chieu.games.big2 import state as kernel
from chieu.games.big2.messages import KINDS, Ask, Call, Catch, Pass, Play, Vote
from chieu.games.big2.state import State
from chieu.games.big2.text.texts import illegal

RULE_OF_KIND: Final[Mapping[int, str]] = {
    hands.SINGLE: "BT-6",
    hands.PAIR: "BT-6",
    hands.TRIPLE: "BT-6",
    hands.STRAIGHT: "BT-7",
    hands.FLUSH: "BT-8",
    hands.FULL_HOUSE: "BT-9",
    hands.FOUR: "BT-10",
    hands.STRAIGHT_FLUSH: "BT-11",
    hands.ROYAL_FLUSH: "BT-12",
}


def rule_between(kind: int, other: int, compiled: hands.CompiledRules) -> str:
    """The number of the rule that decides between two plays of these kinds."""
    if kind == other:
        return RULE_OF_KIND[kind]
    if {kind, other} == {hands.STRAIGHT_FLUSH, hands.ROYAL_FLUSH}:
        return "BT-12"
    sets = min(kind, other) >= hands.STRAIGHT
    return "BT-13" if sets or (compiled.bombs and kind >= hands.FOUR) else "BT-3"


def why_not(state: State, seat: int, action: Any) -> Illegal:
    """The rule that forbids an action."""
    if state.stage == kernel.SHUFFLE:
        return not_waiting((CHANCE,))
    if state.stage == kernel.OVER:
        return not_waiting(())
    if isinstance(action, Vote):
        return illegal("already_voted" if state.stage == kernel.VOTE else "no_vote_now", "BT-19")
    if state.stage == kernel.VOTE:
        return illegal("vote_first", "BT-19")
    if isinstance(action, Ask | Catch) and not 0 <= action.seat < state.seats:
        return no_such_seat(action.seat, state.seats)
    if isinstance(action, Ask):
        return illegal("nothing_to_ask", "BT-17", seat=action.seat)
    if isinstance(action, Call):
        return illegal("nothing_to_call", "BT-16")
    if isinstance(action, Catch):
        return illegal("nothing_to_catch", "BT-16", seat=action.seat)
    if seat != state.turn:
        return not_waiting(state.waiting())
    if isinstance(action, Pass):
        return illegal("must_lead", "BT-4")
    assert isinstance(action, Play)
    return _why_not_play(state, seat, action.cards)


def _why_not_play(state: State, seat: int, cards: Cards) -> Illegal:
    compiled = state.compiled
    mask = int(hands.mask_of(cards, compiled))
    if mask <= 0 or mask & state.hands[seat] != mask:
        return _why_not_held(state, seat, cards)
    if state.is_in(state.penalty, seat):
        return illegal("must_pass", "BT-16")
    if state.blocked(seat):
        return illegal("only_a_two", "BT-14")
    value = int(hands.value(mask, compiled))
    kind = value >> hands.KIND_SHIFT
    if kind == hands.NOTHING:
        return illegal("no_play", "BT-6" if len(cards) <= 3 else "BT-3", cards=spell(cards))
    if state.bar == 0:
        return illegal("must_open", "BT-2", card=spell(hands.cards_of(state.lowest, compiled)))
    wanted = state.bar >> hands.KIND_SHIFT
    if kind != wanted and (kind < hands.STRAIGHT or wanted < hands.STRAIGHT or compiled.bombs):
        return illegal("wrong_kind", "BT-3", kind=KINDS[wanted - 1])
    return illegal("too_low", rule_between(kind, wanted, compiled), cards=spell(cards))


def _why_not_held(state: State, seat: int, cards: Cards) -> Illegal:
    if not cards:
        return illegal("no_play", "BT-3", cards="-")
    held = set(hands.cards_of(state.hands[seat], state.compiled))
    strange = [card for card in cards if card not in held]
    if strange:
        return illegal("not_held", "BT-3", card=spell(strange[:1]))
    return illegal("card_twice", "BT-3", card=spell([card for card in cards if cards.count(card) > 1][:1]))

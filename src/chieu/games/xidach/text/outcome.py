"""The outcome of a Xì Dách deal: each player against the dealer, with the hands at that moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, Term, product
from chieu.games.xidach import hands
from chieu.games.xidach.game import hand_name
from chieu.games.xidach.hands import CompiledRules, cards_of
from chieu.games.xidach.messages import HandName
from chieu.games.xidach.state import State
from chieu.games.xidach.text.judge import deciding_rule

_NAMED: Final = {hands.XI_BANG: "xi_bang", hands.XI_DACH: "xi_dach", hands.NGU_LINH: "ngu_linh"}
_RARE: Final[Mapping[HandName | None, int]] = {"xi_dach": 1, "ngu_linh": 2, "xi_bang": 3}
_PAID_BY: Final = {"xi_bang": "XD-4", "xi_dach": "XD-4", "ngu_linh": "XD-5"}


def outcome(state: State) -> Outcome:
    """Return every hand and settlement: all of it is public at the end of a deal (XD-17)."""
    compiled, dealer = state.compiled, int(state.dealer)
    order = [int(state.player_at(place)) for place in range(state.seats)]
    settlements = []
    for seat in order[:-1]:
        met = int(state.hand_met(seat))
        payment = settlement(dealer, seat, int(state.stakes[seat]), met, int(state.hands[seat]), compiled)
        met_hand = None if met == state.hands[dealer] else hand_of(dealer, met, compiled, is_dealer=True)
        settlements.append(msgspec.structs.replace(payment, met=met_hand))
    hands_shown = [hand_of(seat, int(state.hands[seat]), compiled, seat == dealer) for seat in order]
    return Outcome(tuple(hands_shown), tuple(settlements))


def hand_of(seat: int, hand: int, compiled: CompiledRules, is_dealer: bool) -> Hand:
    """Return a hand with its name."""
    name = hand_name(hand, compiled, is_dealer)
    total = int(hands.points(hand, compiled))
    if name in ("xi_bang", "xi_dach"):
        phrase = Phrase("special", "XD-4", {"name": name})
    elif name is None:
        phrase = Phrase("total", "XD-15", {"total": total})
    else:
        phrase = Phrase("named", "XD-5" if name == "ngu_linh" else "XD-3", {"total": total, "name": name})
    return Hand(seat, cards_of(hand), phrase, rare=_RARE.get(name, 0))


def settlement(dealer: int, seat: int, stake: int, met: int, own: int, compiled: CompiledRules) -> Settlement:
    """Return what a player's hand wins or loses against the dealer's hand that it met."""
    won = int(hands.stakes_won(met, own, compiled))
    taker, giver, better, worse = (seat, dealer, own, met) if won > 0 else (dealer, seat, met, own)
    why = [_why(better, worse, deciding_rule(met, own, compiled), won == 0, compiled)]
    times = abs(won)
    terms: tuple[Term, ...] = (product(stake=stake),) if won else ()
    if times > 1:
        name = _NAMED[int(hands.kind(better, compiled))]
        why.append(Phrase("pays", _PAID_BY[name], {"name": name, "multiple": times}))
        terms = (product(stake=stake, multiple=times),)
    return Settlement(taker, giver, tuple(why), terms)


def _why(better: int, worse: int, rule: str, even: bool, compiled: CompiledRules) -> Phrase:
    """Return what decided between two hands. If they are even, their order is arbitrary."""
    kind, other = int(hands.kind(better, compiled)), int(hands.kind(worse, compiled))
    specials = sum(hands.special(hand) != hands.NONE for hand in (better, worse))
    more, less = sorted((int(hands.points(better, compiled)), int(hands.points(worse, compiled))), reverse=True)
    totals: dict[str, str | int] = {"more": more, "less": less}
    if specials == 2:
        named: dict[str, str | int] = {"name": _NAMED[kind], "other_name": _NAMED[other]}
        return Phrase("both_special", rule) if even else Phrase("higher_special", rule, named)
    if specials:
        return Phrase("special", rule, {"name": _NAMED[kind]})
    if hands.NGU_LINH in (kind, other):
        if kind != other:
            return Phrase("ngu_linh", rule)
        return Phrase("both_ngu_linh", rule) if even else Phrase("lower_ngu_linh", rule, totals)
    if less > hands.TOP:
        return Phrase("both_quac" if even else "lower_quac", rule, totals)
    if more > hands.TOP:
        if hands.points(better, compiled) > hands.TOP:
            return Phrase("quac_beats_non", rule, {"less": less, "minimum": int(compiled.minimum)})
        return Phrase("quac", rule, {"total": more})
    return Phrase("equal", rule, {"total": more}) if even else Phrase("higher", rule, totals)

"""The outcome of a Niu Niu deal: the multiple of each hand, and settlements with banker or house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.cards import RANKS, spell
from chieu.core.game import Viewer
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, Term, product
from chieu.games.niuniu import hands
from chieu.games.niuniu.game import view
from chieu.games.niuniu.messages import HandReason, HandView, View
from chieu.games.niuniu.state import State
from chieu.games.niuniu.text.judge import DECIDED, RULES

_RARE: Final[Mapping[HandReason, int]] = {"five_faces": 1, "bomb": 2, "five_small": 3}
_BULLS: Final = ("bull_7_8", "bull_9", "bull_bull")


def outcome(state: State, viewer: Viewer) -> Outcome:
    """Return every hand and settlement, from the view at the end (NN-20)."""
    seen = view(state, viewer)
    shown = [_hand(seen, seat, one.hand) for seat in seen.order if (one := seen.seats[seat]).hand is not None]
    players = [seat for seat in range(state.seats) if seat != state.banker]
    settle = _from_house if state.compiled.paytable else _against_banker
    return Outcome(tuple(shown), tuple([settle(state, seen, seat) for seat in players]))


def _hand(seen: View, seat: int, hand: HandView | None) -> Hand:
    cards = seen.seats[seat].cards
    assert hand is not None
    assert cards is not None
    params: dict[str, str | int] = {"multiple": hand.multiple, "reason": hand.reason}
    rare = _RARE.get(hand.reason, 0)
    notes = _counts(seen, seat)
    if not hand.base:
        return Hand(seat, cards, Phrase("whole", RULES[hand.reason], params), rare=rare, notes=notes)
    grouped = tuple([cards[place] for place in (*hand.base, *hand.final)])
    if hand.reason in _BULLS:  # the reason already names the bull
        called = Phrase("whole", RULES[hand.reason], {**params, "reason": _bull(hand)})
    else:
        called = Phrase("based", RULES[hand.reason], {**params, "bull": _bull(hand)})
    return Hand(seat, grouped, called, (3, 4), rare, notes)


def _counts(seen: View, seat: int) -> tuple[Phrase, ...]:
    """NN-2: cards that count other than their number."""
    shown = seen.seats[seat]
    assert shown.cards is not None
    counted = [(shown.cards[one.place], one.value) for one in shown.odd]
    return tuple([Phrase("counts", "NN-2", {"card": spell((card,)), "value": value}) for card, value in counted])


def _bull(hand: HandView) -> str:
    return f"bull_{hand.bull}"


def _against_banker(state: State, seen: View, seat: int) -> Settlement:
    """NN-20, NN-21: the better hand wins the stake times its multiple, and times the bid in an auction."""
    banker = int(state.banker)
    own, theirs = state.strength(seat), state.strength(banker)
    by = int(hands.compared(own, theirs))
    times = abs(int(hands.stakes_won(theirs, own, state.compiled)))
    taker, giver = (seat, banker) if by > 0 else (banker, seat)
    if by == 0:
        return Settlement(taker, giver, (Phrase("equal", "NN-21"),))
    why = [_decided(state, seen, taker, giver, DECIDED[abs(by)])]
    hand = seen.seats[taker].hand
    assert hand is not None
    if times == 0:
        why.append(Phrase("pays_nothing", "NN-20"))
    elif times != hand.multiple:
        why.append(Phrase("at_least" if hand.bull else "baseless", "NN-20", {"multiple": times}))
    stake = int(state.stakes[seat])
    sum_ = (
        product(stake=stake, bid=state.times, multiple=times)
        if state.compiled.auction
        else product(stake=stake, multiple=times)
    )
    return Settlement(taker, giver, tuple(why), (sum_,))


def _from_house(state: State, seen: View, seat: int) -> Settlement:
    """NN-22: the house takes the stake and returns the stake times the multiple."""
    hand = seen.seats[seat].hand
    assert hand is not None
    stake = int(state.stakes[seat])
    back = product(stake=stake, multiple=hand.multiple)
    taken = product(stake=stake)
    house = int(state.banker)
    why = (Phrase("pays", "NN-22", {"multiple": hand.multiple, "reason": hand.reason}),)
    if hand.multiple >= 1:
        return Settlement(seat, house, why, (back, Term(taken.factors, minus=True)))
    return Settlement(house, seat, why, (taken, Term(back.factors, minus=True)))


def _decided(state: State, seen: View, better: int, worse: int, by: str) -> Phrase:
    one, two = seen.seats[better], seen.seats[worse]
    assert one.hand is not None
    assert two.hand is not None
    if by == "multiple" and one.hand.base and two.hand.reason == "no_base":
        return Phrase("by_having", "NN-21", {"one": one.hand.multiple, "two": two.hand.multiple})
    if by == "multiple":
        return Phrase("by_multiple", "NN-21", {"one": one.hand.multiple, "two": two.hand.multiple})
    params: dict[str, str | int] = {"multiple": one.hand.multiple}
    if by == "bull":
        if two.hand.bull == 0:
            return Phrase("by_base", "NN-21", params)
        return Phrase("by_bull", "NN-21", {**params, "one": _bull(one.hand), "two": _bull(two.hand)})
    first, second = state.cards(better), state.cards(worse)
    if by == "four":
        ranks = [RANKS[sorted(card.rank for card in cards)[2]] for cards in (first, second)]
        return Phrase("by_four", "NN-21", {**params, "one": ranks[0], "two": ranks[1]})
    tops = [spell((hands.top(cards),)) for cards in (first, second)]
    # Without a base neither hand has a bull.
    how = f"by_{by}" if one.hand.bull else f"by_{by}_alone"
    return Phrase(how, "NN-21", {**params, "one": tops[0], "two": tops[1]})

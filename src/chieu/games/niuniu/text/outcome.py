"""The outcome of a Niu Niu deal: the multiple of each hand, and settlements with banker or house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.cards import Cards, spell
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, Term, product
from chieu.games.niuniu import hands
from chieu.games.niuniu.game import dealing_order, hand_view, odd_cards
from chieu.games.niuniu.hands import CompiledRules
from chieu.games.niuniu.messages import HandReason, HandView
from chieu.games.niuniu.state import State
from chieu.games.niuniu.text.judge import DECIDED, RULES

_RARE: Final[Mapping[HandReason, int]] = {"five_faces": 1, "bomb": 2, "five_small": 3}
_RARE_TIMES: Final = 16  # bull-bull pays 4 times in the auction's preset, and bids go up to 4
_BULLS: Final = ("bull_7_8", "bull_9", "bull_bull")


def outcome(state: State) -> Outcome:
    """Return every hand and settlement: all of it is public at the end of a deal (NN-20)."""
    players = [seat for seat in range(state.seats) if seat != state.banker]
    settle = _from_house if state.compiled.paytable else _against_banker
    return Outcome(
        tuple([_hand(state, seat) for seat in dealing_order(state)]), tuple([settle(state, seat) for seat in players])
    )


def hand_of(seat: int, cards: Cards, hand: HandView, compiled: CompiledRules, times: int) -> Hand:
    """Return a hand with its base apart from its final two, and its name."""
    params: dict[str, str | int] = {"multiple": hand.multiple, "reason": hand.reason}
    rare = _RARE.get(hand.reason, 0)
    if hand.reason == "bull_bull" and hand.multiple * times >= _RARE_TIMES:
        rare = 1
    notes = tuple(
        [
            Phrase("counts", "NN-2", {"card": spell((cards[odd.place],)), "value": odd.value})
            for odd in odd_cards(compiled, cards)
        ]
    )
    if not hand.base:
        return Hand(seat, cards, Phrase("whole", RULES[hand.reason], params), rare=rare, notes=notes)
    grouped = tuple([cards[place] for place in (*hand.base, *hand.final)])
    if hand.reason in _BULLS:  # the reason already names the bull
        name = Phrase("whole", RULES[hand.reason], {**params, "reason": _bull(hand)})
    else:
        name = Phrase("based", RULES[hand.reason], {**params, "bull": _bull(hand)})
    return Hand(seat, grouped, name, (3, 4), rare, notes)


def _bull(hand: HandView) -> str:
    return f"bull_{hand.bull}"


def _hand(state: State, seat: int) -> Hand:
    return hand_of(seat, state.cards(seat), hand_view(state, seat), state.compiled, int(state.times))


def _against_banker(state: State, seat: int) -> Settlement:
    banker = int(state.banker)
    own, bank = state.strength(seat), state.strength(banker)
    by = int(hands.compared(own, bank))
    taker, giver = (seat, banker) if by > 0 else (banker, seat)
    why = _decided(state, taker, giver, DECIDED[abs(by)]) if by else Phrase("equal", "NN-21")
    won = int(hands.stakes_won(bank, own, state.compiled))
    hand = hand_view(state, taker)
    stakes = stakes_of(state.compiled, int(state.stakes[seat]), int(state.times))
    return against_banker(taker, giver, won, why, (hand.multiple, hand.bull), stakes)


def stakes_of(compiled: CompiledRules, stake: int, bid: int) -> dict[str, int]:
    """NN-23: return the factors of every settlement of a player: the stake, and the bid in an auction."""
    return {"stake": stake, "bid": bid} if compiled.auction else {"stake": stake}


def against_banker(
    taker: int, giver: int, won: int, decider: Phrase, better: tuple[int, int], stakes: dict[str, int]
) -> Settlement:
    """NN-20, NN-21: the taker's hand wins its multiple of the stake (and of the bid)."""
    if decider.code == "equal":
        return Settlement(taker, giver, (decider,))
    times, (multiple, bull), why = abs(won), better, [decider]
    if times == 0:
        why.append(Phrase("pays_nothing", "NN-20"))
    elif times != multiple:
        why.append(Phrase("at_least" if bull else "baseless", "NN-20", {"multiple": times}))
    return Settlement(taker, giver, tuple(why), (product(**stakes, multiple=times),))


def _from_house(state: State, seat: int) -> Settlement:
    hand = hand_view(state, seat)
    return from_house(seat, int(state.banker), int(state.stakes[seat]), hand.multiple, hand.reason)


def from_house(seat: int, house: int, stake: int, multiple: int, reason: HandReason) -> Settlement:
    """NN-22: the house takes the stake and returns the stake times the multiple."""
    back = product(stake=stake, multiple=multiple)
    taken = product(stake=stake)
    why = (Phrase("pays", "NN-22", {"multiple": multiple, "reason": reason}),)
    if multiple >= 1:
        return Settlement(seat, house, why, (back, Term(taken.factors, minus=True)))
    return Settlement(house, seat, why, (taken, Term(back.factors, minus=True)))


def _decided(state: State, better: int, worse: int, by: str) -> Phrase:
    """NN-21: return what decided between the hands of two seats."""
    seats = (better, worse)
    winner, loser = (hand_view(state, seat) for seat in seats)
    if by == "multiple":
        code = "by_having" if winner.base and loser.reason == "no_base" else "by_multiple"
        return Phrase(code, "NN-21", {"one": winner.multiple, "two": loser.multiple})
    params: dict[str, str | int] = {"multiple": winner.multiple}
    if by == "bull" and loser.bull == 0:
        return Phrase("by_base", "NN-21", params)
    code = f"by_{by}"
    if by == "bull":
        compared = [_bull(winner), _bull(loser)]
    elif by == "four":
        compared = [hands.rank_of_four(state.cards(seat)) for seat in seats]
    else:
        compared = [spell((hands.top(state.cards(seat)),)) for seat in seats]
        if not winner.bull:  # without a base neither hand has a bull
            code = f"by_{by}_alone"
    return Phrase(code, "NN-21", {**params, "one": compared[0], "two": compared[1]})

"""Why a Niu Niu deal ended as it did: what each hand pays, and each player against the banker or the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.cards import RANKS, spell
from chieu.core.game import Viewer
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, Term, product
from chieu.core.text.languages import Text, same
from chieu.games.niuniu import hands
from chieu.games.niuniu.game import view
from chieu.games.niuniu.messages import HandReason, HandView, View
from chieu.games.niuniu.state import State
from chieu.games.niuniu.text.judge import DECIDED, RULES

OUTCOME_TEXTS: Final[Mapping[str, Text]] = {
    "hand.based": same("×{multiple} · {bull} · {reason}"),
    "hand.whole": same("×{multiple} · {reason}"),
    "hand.counts": same("{card} = {value}"),
    "why.by_multiple": Text("×{one} hơn ×{two}.", "×{one} beats ×{two}.", "×{one} 大于 ×{two}。"),
    "why.by_having": Text(
        "Có nền ăn không nền: ×{one} hơn ×{two}.",
        "A base beats none: ×{one} over ×{two}.",
        "有牛赢没牛：×{one} 大于 ×{two}。",
    ),
    "why.by_base": Text(
        "Cùng ×{multiple}: bên có nền hơn.",
        "Both ×{multiple}: the one with a base is better.",
        "同为 ×{multiple}：有牛的大。",
    ),
    "why.by_bull": Text(
        "Cùng ×{multiple}: {one} hơn {two}.",
        "Both ×{multiple}: {one} beats {two}.",
        "同为 ×{multiple}：{one}大于{two}。",
    ),
    "why.by_four": Text(
        "Cùng ×{multiple}: tứ quý {one} hơn tứ quý {two}.",
        "Both ×{multiple}: four of rank {one} beat four of rank {two}.",
        "同为 ×{multiple}：四张 {one} 大于四张 {two}。",
    ),
    "why.by_card": Text(
        "Cùng ×{multiple}, cùng ngầu: lá cao nhất {one} hơn {two}.",
        "Both ×{multiple} and the same bull: the highest card, {one}, beats {two}.",
        "同为 ×{multiple}，牛数相同：最大单张 {one} 大于 {two}。",
    ),
    "why.by_suit": Text(
        "Cùng ×{multiple}, cùng ngầu, lá cao nhất cùng số: {one} hơn {two} về chất.",
        "Both ×{multiple}, the same bull and highest rank: {one} beats {two} by suit.",
        "同为 ×{multiple}，牛数和最大点数相同：{one} 按花色大于 {two}。",
    ),
    "why.by_card_alone": Text(
        "Cùng ×{multiple}, cùng không nền: lá cao nhất {one} hơn {two}.",
        "Both ×{multiple} and neither has a base: the highest card, {one}, beats {two}.",
        "同为 ×{multiple}，都没有底：最大单张 {one} 大于 {two}。",
    ),
    "why.by_suit_alone": Text(
        "Cùng ×{multiple}, cùng không nền, lá cao nhất cùng số: {one} hơn {two} về chất.",
        "Both ×{multiple}, neither has a base, the same highest rank: {one} beats {two} by suit.",
        "同为 ×{multiple}，都没有底，最大点数相同：{one} 按花色大于 {two}。",
    ),
    "why.equal": Text("Hai tay bài bằng nhau: huề.", "The hands are equal: a push.", "两手牌相同：平局。"),
    "why.pays_nothing": Text(
        "Nhưng ×0 thì không ăn gì, nên không ai mất chip.",
        "But ×0 pays nothing, so no chips move.",
        "但 ×0 不赔，不输不赢。",
    ),
    "why.baseless": Text(
        "Thắng mà không có nền vẫn ăn {multiple} lần.",
        "A hand that wins without a base still wins ×{multiple}.",
        "没牛而赢，仍得 {multiple} 倍。",
    ),
    "why.at_least": Text(
        "Thắng thì ăn ít nhất {multiple} lần.",
        "A winning hand wins at least ×{multiple}.",
        "赢者至少得 {multiple} 倍。",
    ),
    "why.pays": Text(
        "Nhà cái thu cược và trả {multiple} lần: {reason}.",
        "The house keeps the stake and pays ×{multiple}: {reason}.",
        "庄家收下注，返还 {multiple} 倍：{reason}。",
    ),
    "factor.stake": Text("cược {value}", "stake {value}", "注 {value}"),
    "factor.bid": Text("gọi cái {value}", "bid {value}", "抢庄 {value}"),
    "factor.multiple": Text("{value} lần", "multiple {value}", "{value} 倍"),
}

_RARE: Final[Mapping[HandReason, int]] = {"five_faces": 1, "bomb": 2, "five_small": 3}
_BULLS: Final = ("bull_7_8", "bull_9", "bull_bull")


def outcome(state: State, viewer: Viewer) -> Outcome:
    """Every hand and every settlement, from what anybody sees at the end (NN-20)."""
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
    if hand.reason in _BULLS:  # no need to say it twice
        called = Phrase("whole", RULES[hand.reason], {**params, "reason": _bull(hand)})
    else:
        called = Phrase("based", RULES[hand.reason], {**params, "bull": _bull(hand)})
    return Hand(seat, grouped, called, (3, 4), rare, notes)


def _counts(seen: View, seat: int) -> tuple[Phrase, ...]:
    """NN-2: which of the cards count something else than their number."""
    shown = seen.seats[seat]
    assert shown.cards is not None
    counted = [(shown.cards[one.place], one.value) for one in shown.odd]
    return tuple([Phrase("counts", "NN-2", {"card": spell((card,)), "value": value}) for card, value in counted])


def _bull(hand: HandView) -> str:
    return f"bull_{hand.bull}"


def _against_banker(state: State, seen: View, seat: int) -> Settlement:
    """NN-20, NN-21: the better hand wins its own multiple of the stake, as often as the bank was bid for."""
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
    """NN-22: the stake is taken, the multiple of it is returned."""
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
    # Without a base there is no bull to be the same.
    how = f"by_{by}" if one.hand.bull else f"by_{by}_alone"
    return Phrase(how, "NN-21", {**params, "one": tops[0], "two": tops[1]})

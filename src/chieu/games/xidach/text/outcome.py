"""Why a Xì Dách deal ended as it did: each player against the dealer, with the hands as they were then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.game import Viewer
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, Term, product
from chieu.core.text.languages import Text
from chieu.games.xidach import hands
from chieu.games.xidach.game import dealer_hand_name, hand_name
from chieu.games.xidach.hands import CompiledRules, cards_of
from chieu.games.xidach.messages import HandName
from chieu.games.xidach.state import State
from chieu.games.xidach.text.judge import deciding_rule

OUTCOME_TEXTS: Final[Mapping[str, Text]] = {
    "hand.named": Text("{total} · {name}", "{total} · {name}", "{total} 点 · {name}"),
    "hand.special": Text("{name}", "{name}", "{name}"),
    "hand.total": Text("{total} điểm", "{total}", "{total} 点"),
    "why.special": Text(
        "{name} thắng ngay mọi bài thường.", "{name} beats every ordinary hand at once.", "{name}直接赢普通牌。"
    ),
    "why.both_special": Text(
        "Hai bên đều có bài đặc biệt: huề.", "Both hold a special hand: a push.", "双方都是特殊牌：平局。"
    ),
    "why.higher_special": Text("{name} trên {other_name}.", "{name} is over {other_name}.", "{name}大于{other_name}。"),
    "why.ngu_linh": Text("Ngũ Linh thắng tất cả.", "Ngũ Linh beats everything else.", "五小龙通吃。"),
    "why.both_ngu_linh": Text("Hai bên đều Ngũ Linh: huề.", "Both hold Ngũ Linh: a push.", "双方都是五小龙：平局。"),
    "why.lower_ngu_linh": Text(
        "Hai bên đều Ngũ Linh: {less} ít hơn {more} nên thắng.",
        "Both hold Ngũ Linh: {less} is less than {more} and wins.",
        "双方都是五小龙：{less} 点小于 {more} 点，赢。",
    ),
    "why.both_quac": Text(
        "Hai bên đều Quắc ({less} và {more}): huề.",
        "Both are Quắc, over 21 ({less} and {more}): a push.",
        "双方都爆（{less} 和 {more} 点）：平局。",
    ),
    "why.lower_quac": Text(
        "Hai bên đều Quắc: {less} ít hơn {more} nên thắng.",
        "Both are Quắc, over 21: {less} is less than {more} and wins.",
        "双方都爆：{less} 点小于 {more} 点，赢。",
    ),
    "why.quac": Text(
        "{total} quá 21 là Quắc: thua.", "{total} is Quắc, over 21, and loses.", "{total} 点超过 21，爆牌即输。"
    ),
    "why.quac_beats_non": Text(
        "{less} chưa đủ {minimum} là Non, mà Quắc thì ăn Non.",
        "{less} is Non, under {minimum}, and Quắc beats Non.",
        "{less} 点不足 {minimum} 点，爆牌赢不足。",
    ),
    "why.higher": Text("{more} điểm hơn {less} điểm.", "{more} beats {less}.", "{more} 点大于 {less} 点。"),
    "why.equal": Text("Cùng {total} điểm: huề.", "Both have {total}: a push.", "同为 {total} 点：平局。"),
    "why.pays": Text("{name} ăn {multiple} lần.", "{name} pays {multiple}x.", "{name} {multiple} 倍。"),
    "factor.stake": Text("cược {value}", "stake {value}", "注 {value}"),
    "factor.multiple": Text("{value} lần", "multiple {value}", "{value} 倍"),
}

_NAMED: Final = {hands.XI_BANG: "xi_bang", hands.XI_DACH: "xi_dach", hands.NGU_LINH: "ngu_linh"}
_RARE: Final[Mapping[HandName, int]] = {"xi_dach": 1, "ngu_linh": 2, "xi_bang": 3}
_PAID_BY: Final = {"xi_bang": "XD-4", "xi_dach": "XD-4", "ngu_linh": "XD-5"}


def outcome(state: State, viewer: Viewer) -> Outcome:
    """Every hand and every settlement: when a deal is over all of it is public (XD-17)."""
    del viewer
    order = [int(state.player_at(place)) for place in range(state.seats)]
    return Outcome(
        tuple([_hand(state, seat, int(state.hands[seat])) for seat in order]),
        tuple([_settlement(state, seat) for seat in order if seat != state.dealer]),
    )


def _hand(state: State, seat: int, hand: int) -> Hand:
    compiled = state.compiled
    name = dealer_hand_name(hand, compiled) if seat == state.dealer else hand_name(hand, compiled)
    total = int(hands.points(hand, compiled))
    rare = 0 if name is None else _RARE.get(name, 0)
    if name in ("xi_bang", "xi_dach"):
        called = Phrase("special", "XD-4", {"name": name})
    elif name is None:
        called = Phrase("total", "XD-15", {"total": total})
    else:
        called = Phrase("named", "XD-5" if name == "ngu_linh" else "XD-3", {"total": total, "name": name})
    return Hand(seat, cards_of(hand), called, rare=rare)


def _settlement(state: State, seat: int) -> Settlement:
    compiled, dealer = state.compiled, int(state.dealer)
    own, met = int(state.hands[seat]), int(state.hand_met(seat))
    won = int(hands.stakes_won(met, own, compiled))
    taker, giver, better, worse = (seat, dealer, own, met) if won > 0 else (dealer, seat, met, own)
    why = [_why(better, worse, deciding_rule(met, own, compiled), won == 0, compiled)]
    terms: tuple[Term, ...] = ()
    if won:
        times = abs(won)
        if times > 1:
            name = _NAMED[int(hands.kind(better, compiled))]
            why.append(Phrase("pays", _PAID_BY[name], {"name": name, "multiple": times}))
        stake = int(state.stakes[seat])
        terms = (product(stake=stake, multiple=times) if times > 1 else product(stake=stake),)
    then = None if met == state.hands[dealer] else _hand(state, dealer, met)
    return Settlement(taker, giver, tuple(why), terms, then)


def _why(better: int, worse: int, rule: str, even: bool, compiled: CompiledRules) -> Phrase:
    """What decided between two hands; the order of two that are even means nothing."""
    kind, other = int(hands.kind(better, compiled)), int(hands.kind(worse, compiled))
    specials = [one for one in (better, worse) if hands.special(one) != hands.NONE]
    more, less = sorted((int(hands.points(better, compiled)), int(hands.points(worse, compiled))), reverse=True)
    totals: dict[str, str | int] = {"more": more, "less": less}
    if len(specials) == 2:
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

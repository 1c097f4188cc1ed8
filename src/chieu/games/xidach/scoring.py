"""Scores a deal of Xì Dách with real cards: hands by kind or by cards, or players' results.

A kind stands for hands of that kind: it is scored with cards that have its total, by the rules of `hands`. If a total
that was not entered decides, the entry is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from chieu.core.cards import Cards, parse
from chieu.core.checks import check_seat
from chieu.core.extras import Scored, Scoring
from chieu.core.field_types import BesideDealer, Seat
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, product
from chieu.core.scoring.checks import (
    RESULTS,
    check_lines,
    check_not_given,
    check_number,
    check_one_way,
    check_pack,
    check_stake,
    settle_result,
    stake_fields,
)
from chieu.core.scoring.form import Field, FieldChoice, Form, Way
from chieu.games.xidach import hands
from chieu.games.xidach.game import hand_name, match_after, start
from chieu.games.xidach.hands import CompiledRules, cards_of, compile_rules
from chieu.games.xidach.messages import Result
from chieu.games.xidach.rules import Match, Rules
from chieu.games.xidach.state import State, opening
from chieu.games.xidach.text.judge import check_hand, deciding_rule
from chieu.games.xidach.text.outcome import hand_of, settlement
from chieu.games.xidach.text.texts import illegal

HandKind: TypeAlias = Literal[
    "xi_bang",
    "xi_dach",
    "ngu_linh",
    "21",
    "20",
    "19",
    "18",
    "17",
    "16",
    "15",
    "14",
    "13",
    "12",
    "11",
    "10",
    "9",
    "8",
    "7",
    "6",
    "5",
    "4",
    "quac",
    "non",
]
_SPECIAL: Final = {"xi_bang": parse("AS AH"), "xi_dach": parse("AS KS")}
_LEAST: Final = 4  # two 2s
_MOST: Final = 31  # a ten on 21
_LEAST_OF_FIVE: Final = 6  # four aces and a 2
_MAX_UNNAMED: Final = 4  # totals below `minimum` that get a key of their own
# Reasons that name a total, and for each the one that does without, with the parameters that remain.
_WITHOUT_TOTAL: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "quac": ("a_quac", ()),
    "both_quac": ("two_quac", ()),
    "quac_beats_non": ("quac_over_non", ("minimum",)),
    "higher": ("over_non", ("more",)),
}


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's hand by its kind or its cards, or a player's result; and a player's stake.

    `total` completes a kind without a number. `met` is the dealer's hand when this player was settled, by its kind or
    as `met_cards`; without it, the dealer's hand at the end.
    """

    hand: HandKind | None = None
    total: int | None = None
    cards: Cards | None = None
    result: Result | None = None
    multiple: int | None = None
    stake: int | None = None
    met: HandKind | None = None
    met_total: int | None = None
    met_cards: Cards | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deal: a line per seat, the dealer (None: as the sheet says) and the side on which it began."""

    lines: tuple[Line | None, ...]
    dealer: Seat | None = None
    side: BesideDealer | None = None


class _EnteredHand(msgspec.Struct, frozen=True):
    """A hand as entered: the hands it may stand for, whether its cards and its total are known."""

    hands: tuple[int, ...]
    by_cards: bool

    @property
    def total_known(self) -> bool:
        return len(self.hands) == 1

    @property
    def is_special(self) -> bool:
        return bool(hands.special(self.hands[0]) != hands.NONE)


def form(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> Form:
    """Return what is asked under a sheet."""
    state = start(rules, seats, match, host)
    dealer = Field("dealer", "seat", "entry.dealer", least=0, most=seats - 1, default=int(state.dealer))
    sides = tuple([FieldChoice(side, f"word.{side}") for side in ("left", "right")])
    side = Field("side", "choice", "entry.side", sides)
    by_hand = [
        *_kind_fields(rules, "hand", "total", dealer=False),
        *_kind_fields(rules, "hand", "total", dealer=True),
        *(_kind_fields(rules, "met", "met_total", dealer=True, optional=True) if rules.compare else ()),
    ]
    by_cards = [Field("cards", "cards", "entry.cards", least=2, most=hands.FULL)]
    if rules.compare:
        met = Field("met_cards", "cards", "entry.met", least=2, most=hands.FULL, optional=True, asked_for="others")
        by_cards.append(met)
    ways = [
        Way("hand", "entry.way.hand", tuple(by_hand)),
        Way("cards", "entry.way.cards", tuple(by_cards)),
    ]
    if rules.next_dealer != "special":
        ways.append(Way("result", "entry.way.result", _result_fields(rules), asked_for="others"))
    return Form(
        (dealer, side) if _side_matters(rules, seats) else (dealer,),
        tuple(ways),
        stake_fields(rules.stake_min, rules.stake_max),
        tuple(range(seats)),
        "dealer",
    )


def _side_matters(rules: Rules, seats: int) -> bool:
    """XD-10: of several special hands the first in the order of play decides who deals next."""
    return rules.order == "choose" and rules.next_dealer == "special" and seats > 2


def _kind_fields(rules: Rules, name: str, total: str, *, dealer: bool, optional: bool = False) -> Iterator[Field]:
    """Yield the field for a kind of hand, and that for a total which may decide beside it."""
    lowest = _lowest_key(rules, dealer)
    kinds = ["xi_bang", "xi_dach", "ngu_linh", *[str(points) for points in range(hands.TOP, lowest - 1, -1)], "quac"]
    choices = [FieldChoice(kind, "" if kind.isdecimal() else f"word.{kind}") for kind in [*kinds, "non"]]
    asked_for: Literal["dealer", "others"] = "dealer" if dealer and name == "hand" else "others"
    yield Field(
        name, "choice", f"entry.{name}", tuple(choices),
        optional=optional, asked_for=asked_for, repeats=name == "met",
    )  # fmt: skip
    yield Field(
        total, "number", "entry.total",
        least=_LEAST, most=_MOST, optional=True, asked_for=asked_for, when={name: _with_total(rules)},
    )  # fmt: skip


def _with_total(rules: Rules) -> tuple[str, ...]:
    """Return the kinds of hands whose total may decide."""
    quac = ["quac"] if rules.both_quac == "lower" else []
    return ("non", *quac, *(["ngu_linh"] if rules.both_ngu_linh == "lower" else []))


def _lowest_key(rules: Rules, dealer: bool) -> int:
    """Return the lowest total with a key of its own; a dealer's may be below `minimum` (XD-15)."""
    bound = rules.dealer_must_draw_below if dealer else 0
    return bound if rules.minimum - _MAX_UNNAMED <= bound < rules.minimum else rules.minimum


def _multiples(rules: Rules) -> list[int]:
    return sorted({int(times) for times in compile_rules(rules).pays})


def _result_fields(rules: Rules) -> tuple[Field, ...]:
    result = Field("result", "choice", "entry.result", RESULTS, asked_for="others")
    multiples = tuple([FieldChoice(str(times)) for times in _multiples(rules)])
    if len(multiples) == 1:
        return (result,)
    wins = ("win", "loss")
    return result, Field(
        "multiple", "number", "entry.multiple", multiples,
        least=_multiples(rules)[0], most=_multiples(rules)[-1], default=1, asked_for="others", when={"result": wins},
    )  # fmt: skip


def score(rules: Rules, seats: int, match: Match | None, host: int, entry: Entry) -> Scored:
    """Settle each player with the dealer's hand that it met."""
    state = start(rules, seats, match, host)
    dealer = int(state.dealer) if entry.dealer is None else entry.dealer
    check_seat(dealer, seats)
    state = _empty(rules, seats, dealer, entry.side)
    check_lines(entry.lines, seats, optional=(dealer,))
    _check_cards(entry, dealer)
    banked = _dealers_hand(entry.lines[dealer], dealer, rules)
    shown_hands: list[Hand] = []
    settlements: list[Settlement] = []
    for place in range(seats - 1):
        seat = int(state.player_at(place))
        line = entry.lines[seat]
        assert line is not None
        stake = check_stake(seat, line.stake, rules.stake_min, rules.stake_max, "XD-30")
        if line.result is not None:
            settlements.append(_by_result(rules, dealer, seat, stake, line))
            continue
        check_not_given(seat, "RT-3", multiple=line.multiple)
        own = _entered_hand(seat, rules, False, line.hand, line.total, line.cards)
        met = banked
        if line.met is not None or line.met_cards is not None:
            met = _met(rules, seat, line)
        if met is None:
            raise illegal("no_dealers_hand", "RT-4", seat=seat)
        _check_drawn(dealer, seat, own, met, banked)
        settlements.append(_by_hands(rules, dealer, seat, stake, own, met, banked))
        shown_hands.append(_outcome_hand(seat, own, state.compiled, False))
        state.hands[seat] = own.hands[0]
    if banked is not None:
        shown_hands.append(_outcome_hand(dealer, banked, state.compiled, True))
    outcome = Outcome(tuple(shown_hands), tuple(settlements))
    payoff = outcome.payoff(seats)
    state.won = list(payoff)
    return Scored(payoff, outcome, match_after(state))


def _empty(rules: Rules, seats: int, dealer: int, side: str | None) -> State:
    """Return a deal without cards in the order in which it was played."""
    state = opening(compile_rules(rules), seats, dealer)
    if side is not None:
        state.step = 1 if side == "left" else -1
    if _side_matters(rules, seats) and side is None:
        raise illegal("which_side", "XD-11")
    return state


def _dealers_hand(line: Line | None, dealer: int, rules: Rules) -> _EnteredHand | None:
    if line is None:
        return None
    if line.stake is not None or line.result is not None or line.multiple is not None:
        raise illegal("two_dealers", "XD-10", seat=dealer)
    check_not_given(dealer, "XD-16", met=line.met, met_total=line.met_total, met_cards=line.met_cards)
    return _entered_hand(dealer, rules, True, line.hand, line.total, line.cards)


def _met(rules: Rules, seat: int, line: Line) -> _EnteredHand:
    if not rules.compare:
        check_not_given(seat, "XD-34", met=line.met, met_cards=line.met_cards)
    return _entered_hand(seat, rules, True, line.met, line.met_total, line.met_cards)


def _check_drawn(dealer: int, seat: int, own: _EnteredHand, met: _EnteredHand, banked: _EnteredHand | None) -> None:
    """XD-13: nobody draws beside a dealer's special hand, and the dealer keeps it."""
    if met.is_special != (banked or met).is_special:
        raise illegal("cannot_have_drawn", "XD-13", seat=dealer)
    if met.is_special and hands.size(own.hands[0]) > 2:
        raise illegal("cannot_have_drawn", "XD-13", seat=seat)


def _check_cards(entry: Entry, dealer: int) -> None:
    """RT-4: all cards come from one pack; the dealer's hand only grows."""
    entered = [card for line in entry.lines if line is not None and line.cards for card in line.cards]
    own = entry.lines[dealer]
    dealt = () if own is None or own.cards is None else own.cards
    met = {card for line in entry.lines if line is not None for card in line.met_cards or ()}
    if dealt and not met <= set(dealt):
        raise illegal("hand_only_grows", "XD-16", card=str(next(iter(met - set(dealt)))))
    check_pack([*entered, *(met - set(dealt))])


def _entered_hand(
    seat: int, rules: Rules, dealer: bool, kind: HandKind | None, total: int | None, cards: Cards | None
) -> _EnteredHand:
    """Return the hand of a line, as the hands that it may be."""
    check_one_way(seat, hand=kind, cards=cards)
    if cards is not None:
        check_not_given(seat, "RT-3", total=total)
        return _EnteredHand((check_hand(cards, "dealer" if dealer else "player"),), True)
    assert kind is not None
    if kind in _SPECIAL or kind.isdecimal():
        check_not_given(seat, "RT-3", total=total)
        return _EnteredHand((_example(kind, 0),), False)
    totals = _totals(kind, rules, dealer)
    if total is not None:
        totals = range(check_number(seat, "total", total, totals[0], totals[-1], "XD-3"), total + 1)
    return _EnteredHand(tuple([_example(kind, points) for points in totals]), False)


def _totals(kind: str, rules: Rules, dealer: bool) -> range:
    """Return the totals that a hand of a kind can have."""
    if kind == "ngu_linh":
        return range(_LEAST_OF_FIVE, int(compile_rules(rules).ngu_linh_top) + 1)
    if kind == "quac":
        return range(hands.TOP + 1, _MOST + 1)
    return range(_LEAST, max(rules.minimum, rules.dealer_must_draw_below if dealer else 0))


def _example(kind: str, total: int) -> int:
    """Return a hand of a kind with this total; suits do not matter."""
    if kind in _SPECIAL:
        return hands.pack(_SPECIAL[kind])
    if kind == "ngu_linh":
        low = [1, 1, 1, 1, total - 4] if total <= 14 else [1, 1, 2, total - 12, 8]
        return hands.pack([_card(points) for points in low])
    points = int(kind) if kind.isdecimal() else total
    if points <= 12:
        parts = [2, points - 2]
    elif points <= 20:
        parts = [10, points - 10]
    else:
        parts = [10, points - 12, 2] if points <= 22 else [10, 10, points - 20] if points <= 30 else [10, 8, 3, 10]
    return hands.pack([_card(part) for part in parts])


def _card(points: int) -> int:
    """Return a spade that counts so much; an ace for 1."""
    return next(card for card in range(3, 52, 4) if hands.card_value(card) == points)


def _by_hands(
    rules: Rules, dealer: int, seat: int, stake: int, own: _EnteredHand, met: _EnteredHand, banked: _EnteredHand | None
) -> Settlement:
    """Settle two hands. Refuse if a total that was not entered decides."""
    compiled = compile_rules(rules)
    if len({int(hands.stakes_won(theirs, ours, compiled)) for theirs in met.hands for ours in own.hands}) > 1:
        raise illegal("which_total", deciding_rule(met.hands[0], own.hands[0], compiled), seat=seat, other=dealer)
    payment = settlement(dealer, seat, stake, met.hands[0], own.hands[0], compiled)
    if not (own.total_known and met.total_known):
        payment = msgspec.structs.replace(payment, why=tuple([_without_total(phrase) for phrase in payment.why]))
    if met is not banked and met != banked:
        payment = msgspec.structs.replace(payment, met=_outcome_hand(dealer, met, compiled, True))
    return payment


def _without_total(phrase: Phrase) -> Phrase:
    """Return a reason without the total that was not entered."""
    if phrase.code not in _WITHOUT_TOTAL:
        return phrase
    code, known = _WITHOUT_TOTAL[phrase.code]
    return Phrase(code, phrase.rule, {name: phrase.params[name] for name in known})


def _by_result(rules: Rules, dealer: int, seat: int, stake: int, line: Line) -> Settlement:
    """Settle a player whose result was entered."""
    check_one_way(seat, result=line.result, hand=line.hand, cards=line.cards)
    check_not_given(seat, "RT-3", total=line.total, met=line.met, met_cards=line.met_cards)
    assert line.result is not None
    if rules.next_dealer == "special":
        raise illegal("hands_decide_dealer", "XD-10", seat=seat)
    times = 1 if line.multiple is None else line.multiple
    if times not in _multiples(rules):
        raise illegal("bad_multiple", "XD-4", multiple=times, allowed=", ".join(map(str, _multiples(rules))))
    term = product(stake=stake, multiple=times) if times > 1 else product(stake=stake)
    return settle_result(seat, dealer, line.result, term)


def _outcome_hand(seat: int, entered: _EnteredHand, compiled: CompiledRules, is_dealer: bool) -> Hand:
    """Return a hand with the cards, if they were entered, and its name."""
    hand = hand_of(seat, entered.hands[0], compiled, is_dealer)
    if not entered.by_cards:
        hand = msgspec.structs.replace(hand, cards=())
    if not entered.total_known:
        name = hand.called.params.get("name", "non")
        hand = msgspec.structs.replace(hand, called=Phrase("special", hand.called.rule, {"name": name}))
    return hand


def entries(state: State) -> tuple[Entry, ...]:
    """Return a finished deal by kinds, by cards and by results."""
    rules, dealer, seats = state.compiled.rules, int(state.dealer), int(state.seats)
    side: BesideDealer | None = None
    if _side_matters(rules, seats):
        side = "left" if state.step == 1 else "right"
    players = [seat for seat in range(seats) if seat != dealer]
    met = {seat: int(state.hand_met(seat)) for seat in players}
    own = [int(state.hands[seat]) for seat in range(seats)]
    stakes = {seat: int(state.stakes[seat]) for seat in players} if rules.stake_min < rules.stake_max else {}
    met_before_end = {seat: hand for seat, hand in met.items() if hand != own[dealer] and rules.compare}

    def entry(lines: Iterable[Line | None]) -> Entry:
        return Entry(lines=tuple(lines), dealer=dealer, side=side)

    by_kind = []
    by_cards = []
    for seat in range(seats):
        kind, total = _kind(own[seat], rules, seat == dealer)
        met_kind, met_total = _kind(met_before_end[seat], rules, True) if seat in met_before_end else (None, None)
        by_kind.append(Line(hand=kind, total=total, stake=stakes.get(seat), met=met_kind, met_total=met_total))
        met_cards = cards_of(met_before_end[seat]) if seat in met_before_end else None
        by_cards.append(Line(cards=cards_of(own[seat]), stake=stakes.get(seat), met_cards=met_cards))
    ways = [entry(by_kind), entry(by_cards)]
    if rules.next_dealer != "special":
        ways.append(
            entry([_result_line(state, seat, stakes.get(seat)) if seat in met else None for seat in range(seats)])
        )
    return tuple(ways)


def _kind(hand: int, rules: Rules, dealer: bool) -> tuple[HandKind, int | None]:
    """Return the kind of a hand as the form offers it, and its total if the kind leaves that open."""
    compiled = compile_rules(rules)
    name = hand_name(hand, compiled, dealer)
    points = int(hands.points(hand, compiled))
    if name == "xi_bang" or name == "xi_dach":
        return name, None
    if name == "ngu_linh" or name == "quac":
        return name, points if name in _with_total(rules) else None
    if points < _lowest_key(rules, dealer):
        return "non", points
    kind: HandKind = msgspec.convert(str(points), HandKind)
    return kind, None


def _result_line(state: State, seat: int, stake: int | None) -> Line:
    won = int(state.won[seat])
    if won == 0:
        return Line(result="push", stake=stake)
    times = abs(won) // int(state.stakes[seat])
    multiple = times if len(_multiples(state.compiled.rules)) > 1 else None
    return Line(result="win" if won > 0 else "loss", multiple=multiple, stake=stake)


SCORING: Final = Scoring(entry=Entry, form=form, score=score, entries=entries)

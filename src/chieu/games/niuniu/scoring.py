"""Scores a deal of Niu Niu with real cards: hands by five ranks or by kind, or players' results.

A hand is scored by the rules of `hands`. If something that was not entered decides between two hands (a bull, the
highest card, its suit), the entry is refused and names it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import msgspec

from chieu.core.cards import ACE, RANKS, SUITS, Card, Cards
from chieu.core.checks import check_seat
from chieu.core.extras import Scored, Scoring
from chieu.core.field_types import Seat
from chieu.core.game import Illegal
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
from chieu.core.scoring.form import Field, FieldChoice, Form, RankOrCard, Ranks, Way
from chieu.games.niuniu import hands
from chieu.games.niuniu.game import closed, hand_view, start, verdict_view
from chieu.games.niuniu.hands import CompiledRules, compile_rules
from chieu.games.niuniu.messages import HandReason, HandView, Result
from chieu.games.niuniu.rules import TOP_BID, Match, Rules
from chieu.games.niuniu.state import State
from chieu.games.niuniu.text.judge import DECIDED, RULES
from chieu.games.niuniu.text.outcome import against_banker, from_house, hand_of, stakes_of
from chieu.games.niuniu.text.texts import illegal

_SPADE_ACE: Final = Card(4 * ACE + 3)
_BULLS: Final[dict[HandReason, range]] = {
    "no_base": range(1),
    "plain": range(1, 11),
    "bull_7_8": range(7, 9),
    "bull_9": range(9, 10),
    "bull_bull": range(10, 11),
    "sum_ten": range(10, 11),
    "pair": range(1, 11),
    "face_and_spade_ace": range(1, 11),
    "five_faces": range(11),
    "bomb": range(11),
    "five_small": range(11),
}


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's five cards by rank, its kind of hand, or a player's result; and a player's stake.

    `bull`, the highest card `top` and the rank `four` of a bomb complete a kind where they decide (NN-21).
    """

    ranks: Ranks | None = None
    kind: HandReason | None = None
    bull: int | None = None
    top: RankOrCard | None = None
    four: RankOrCard | None = None
    result: Result | None = None
    multiple: int | None = None
    stake: int | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deal: a line per seat, the banker (None: by the sheet), and the winning bid of an auction."""

    lines: tuple[Line | None, ...]
    banker: Seat | None = None
    times: int | None = None


class _EnteredHand(msgspec.Struct, frozen=True):
    """A hand as entered: the strengths it may have, its multiple and reason, and its view if known."""

    strengths: tuple[int, ...]
    multiple: int
    reason: HandReason
    bull: int | None
    cards: Cards = ()
    suits_known: bool = False
    view: HandView | None = None


def form(rules: Rules, seats: int, match: Match | None = None, host: int = 0) -> Form:
    """Return what is asked under a sheet."""
    state = start(rules, seats, match, host)
    house = closed(rules, seats)
    deal = []
    if not house:
        last = int(state.last_banker)
        deal.append(Field("banker", "seat", "entry.banker", least=0, most=seats - 1, default=last))
    if rules.mode == "auction":
        deal.append(Field("times", "number", "entry.times", least=1, most=TOP_BID))
    by_ranks = Field("ranks", "ranks", "entry.ranks", _specials(rules), least=hands.SIZE, most=hands.SIZE)
    ways = [
        Way("ranks", "entry.way.ranks", (by_ranks,)),
        Way("kind", "entry.way.kind", tuple(_kind_fields(rules))),
    ]
    if not house:
        result = Field("result", "choice", "entry.result", RESULTS, asked_for="others")
        multiples = _multiples(rules)
        multiple = Field(
            "multiple", "number", "entry.multiple", tuple([FieldChoice(str(times)) for times in multiples]),
            least=multiples[0], most=multiples[-1], asked_for="others", when={"result": ("win", "loss")},
        )  # fmt: skip
        ways.append(Way("result", "entry.way.result", (result, multiple), asked_for="others"))
    return Form(
        tuple(deal),
        tuple(ways),
        stake_fields(rules.stake_min, rules.stake_max),
        tuple([seat for seat in range(seats) if seat not in house]),
        "" if house else "banker",
    )


def _specials(rules: Rules) -> tuple[FieldChoice, ...]:
    """Return the cards that count by their suit: the ace of spades, if it pays."""
    return (FieldChoice("AS"),) if rules.face_and_spade_ace else ()


def _kind_fields(rules: Rules) -> Iterator[Field]:
    always: tuple[HandReason, ...] = ("no_base", "plain")
    paid = [reason for reason in _BULLS if reason in always or hands.multiple_of(reason, rules)]
    yield Field("kind", "choice", "entry.kind", tuple([FieldChoice(reason, f"word.{reason}") for reason in paid]))
    if rules.mode == "paytable":
        return
    several = tuple([reason for reason in paid if len(_BULLS[reason]) > 1])
    yield Field("bull", "number", "entry.bull", least=0, most=10, optional=True, when={"kind": several})
    if rules.equal_bulls == "card":
        yield Field("top", "rank", "entry.top", optional=True)
        if rules.bomb:
            yield Field("four", "rank", "entry.four", optional=True, when={"kind": ("bomb",)})


def _multiples(rules: Rules) -> list[int]:
    """Return what a winning hand can win, in stakes."""
    paid = {hands.multiple_of(reason, rules) for reason in _BULLS if reason != "no_base"}
    return sorted({*paid, rules.baseless_pays})


def score(rules: Rules, seats: int, match: Match | None, host: int, entry: Entry) -> Scored:
    """Settle each player with the banker, or with the house."""
    state = start(rules, seats, match, host)
    house = closed(rules, seats)
    banker = house[0] if house else (int(state.last_banker) if entry.banker is None else entry.banker)
    check_seat(banker, seats)
    if house and entry.banker is not None:
        check_not_given(banker, "NN-22", banker=entry.banker)
    check_lines(entry.lines, seats, without=house, optional=() if house else (banker,))
    bid = _bid(rules, banker, entry)
    with_suit = [_card(text) for line in entry.lines if line is not None for text in line.ranks or () if _is_card(text)]
    check_pack(with_suit)
    cards = _cards(rules, entry.lines, with_suit)
    entered = {
        seat: _entered_hand(rules, seat, line, cards.get(seat, ()), with_suit)
        for seat, line in enumerate(entry.lines)
        if line is not None and line.result is None
    }
    _check_banker(banker, entry.lines[banker])
    settlements = []
    for seat, line in enumerate(entry.lines):
        if line is None or seat == banker:
            continue
        stake = check_stake(seat, line.stake, rules.stake_min, rules.stake_max, "NN-20")
        if line.result is not None:
            settlements.append(_by_result(rules, banker, seat, line, stakes_of(compile_rules(rules), stake, bid)))
        elif house:
            settlements.append(from_house(seat, banker, stake, entered[seat].multiple, entered[seat].reason))
        else:
            settlements.append(_by_hands(rules, banker, seat, entered, stakes_of(compile_rules(rules), stake, bid)))
    hands_shown = [_outcome_hand(seat, hand, state.compiled, bid) for seat, hand in entered.items()]
    outcome = Outcome(tuple(hands_shown), tuple(settlements))
    return Scored(outcome.payoff(seats), outcome, Match(banker))


def _bid(rules: Rules, banker: int, entry: Entry) -> int:
    if rules.mode == "auction":
        return check_number(banker, "times", entry.times, 1, TOP_BID, "NN-23")
    check_not_given(banker, "NN-23", times=entry.times)
    return 1


def _check_banker(banker: int, line: Line | None) -> None:
    if line is not None and (line.stake is not None or line.result is not None):
        raise illegal("two_bankers", "NN-20", seat=banker)


def _cards(rules: Rules, lines: Sequence[Line | None], with_suit: Collection[Card]) -> dict[int, Cards]:
    """Return every hand entered by ranks, with suits that were not entered chosen among those left."""
    entered = {seat: line.ranks for seat, line in enumerate(lines) if line is not None and line.ranks is not None}
    free = {rank: _without_suit(rank, with_suit) for rank in range(len(RANKS))}
    if rules.face_and_spade_ace and _SPADE_ACE in free[ACE]:
        free[ACE].remove(_SPADE_ACE)  # it would have been named
    out = {}
    for seat, ranks in entered.items():
        if len(ranks) != hands.SIZE:
            raise illegal("bad_hand_size", "NN-1", count=len(ranks))
        cards = []
        for text in ranks:
            rank = RANKS.index(text) if text in RANKS else -1
            if rank >= 0 and not free[rank]:
                raise Illegal("rank_too_often", "RT-4", rank=text)
            cards.append(_card(text) if rank < 0 else free[rank].pop(0))
        out[seat] = tuple(cards)
    return out


def _is_card(text: str) -> bool:
    return text not in RANKS


def _card(text: str) -> Card:
    return Card(4 * RANKS.index(text[:-1]) + SUITS.index(text[-1]))


def _entered_hand(rules: Rules, seat: int, line: Line, cards: Cards, with_suit: Collection[Card]) -> _EnteredHand:
    """Return a hand by its ranks or its kind."""
    check_not_given(seat, "RT-3", multiple=line.multiple)
    if check_one_way(seat, ranks=line.ranks, kind=line.kind) == "ranks":
        check_not_given(seat, "RT-3", bull=line.bull, top=line.top, four=line.four)
        return _by_ranks(rules, line.ranks or (), cards, with_suit)
    assert line.kind is not None
    bulls = _BULLS[line.kind]
    if line.bull is not None:
        bulls = range(check_number(seat, "bull", line.bull, bulls[0], bulls[-1], "NN-21"), line.bull + 1)
    multiple = hands.multiple_of(line.kind, rules)
    fours = _tops(line.four) if line.kind == "bomb" and rules.equal_bulls == "card" else [-1]
    tops = _tops(line.top) if rules.equal_bulls == "card" else [-1]
    strengths = [hands.strength_of(multiple, bull, top, four) for bull in bulls for top in tops for four in fours]
    return _EnteredHand(tuple(strengths), multiple, line.kind, bulls[0] if len(bulls) == 1 else None)


def _tops(text: str | None) -> list[int]:
    """Return the cards that a highest card may be: all, those of a rank, or one."""
    if text is None:
        return list(range(52))
    if _is_card(text):
        return [_card(text)]
    return [4 * RANKS.index(text) + suit for suit in range(4)]


def _without_suit(rank: int, with_suit: Collection[Card]) -> list[Card]:
    """Return the cards of a rank that were not entered with their suits."""
    return [card for suit in range(4) if (card := Card(4 * rank + suit)) not in with_suit]


def _by_ranks(rules: Rules, ranks: Ranks, cards: Cards, with_suit: Collection[Card]) -> _EnteredHand:
    """Return a hand by its ranks. A suit that was not entered is any that nobody entered."""
    compiled = compile_rules(rules)
    a, b, c, d, e = cards
    verdict = hands.verdict(a, b, c, d, e, compiled)
    view = verdict_view(verdict, cards, compiled)
    tops = [hands.top(cards)]
    rank = tops[0].rank
    if own := [card for card in cards if card.rank == rank and str(card) in ranks]:
        tops = [max(own)]  # people who enter a suit enter the highest
    else:
        tops = _without_suit(rank, with_suit)
    four = sorted(cards)[2] if view.reason == "bomb" and compiled.equal_bulls_card else -1
    shown = [top if compiled.equal_bulls_card else -1 for top in tops]
    strengths = [hands.strength_of(view.multiple, view.bull, top, four) for top in shown]
    suits_known = all(_is_card(text) for text in ranks)
    return _EnteredHand(tuple(strengths), view.multiple, view.reason, view.bull, cards, suits_known, view)


def _by_hands(
    rules: Rules, banker: int, seat: int, entered: dict[int, _EnteredHand], stakes: dict[str, int]
) -> Settlement:
    """Settle two hands. Refuse if something decides that was not entered."""
    compiled = compile_rules(rules)
    if banker not in entered:
        raise illegal("no_bankers_hand", "RT-4", seat=seat)
    own, bank = entered[seat], entered[banker]
    won = {hands.stakes_won(there, here, compiled) for there in bank.strengths for here in own.strengths}
    if len(won) > 1:
        raise _undecided(own, bank, seat, banker)
    by = int(hands.compared(own.strengths[0], bank.strengths[0]))
    better, worse = (own, bank) if by > 0 else (bank, own)
    taker, giver = (seat, banker) if by > 0 else (banker, seat)
    why = Phrase("better_hand", "NN-21")
    if by == 0:
        why = Phrase("equal", "NN-21")
    elif DECIDED[abs(by)] == "multiple":
        why = Phrase("by_multiple", "NN-21", {"one": better.multiple, "two": worse.multiple})
    elif DECIDED[abs(by)] == "bull" and better.bull and worse.bull:
        bulls: dict[str, str | int] = {"one": f"bull_{better.bull}", "two": f"bull_{worse.bull}"}
        why = Phrase("by_bull", "NN-21", {"multiple": better.multiple, **bulls})
    bull = 1 if better.bull is None else better.bull
    return against_banker(taker, giver, won.pop(), why, (better.multiple, bull), stakes)


def _undecided(own: _EnteredHand, bank: _EnteredHand, seat: int, banker: int) -> Illegal:
    """Return the refusal that names what decides between two hands."""
    if own.bull is None or bank.bull is None:
        code = "which_bull"
    elif own.reason == bank.reason == "bomb":
        code = "which_four"
    else:
        code = "which_top"
    return illegal(code, "NN-21", seat=seat, other=banker)


def _by_result(rules: Rules, banker: int, seat: int, line: Line, stakes: dict[str, int]) -> Settlement:
    """Settle a player whose result was entered."""
    check_one_way(seat, result=line.result, ranks=line.ranks, kind=line.kind)
    check_not_given(seat, "RT-3", bull=line.bull, top=line.top, four=line.four)
    assert line.result is not None
    if rules.mode == "paytable":
        check_not_given(seat, "NN-22", result=line.result)
    if line.result == "push":
        check_not_given(seat, "RT-3", multiple=line.multiple)
    elif line.multiple not in _multiples(rules):
        allowed = ", ".join(map(str, _multiples(rules)))
        raise illegal("bad_multiple", "NN-20", multiple=-1 if line.multiple is None else line.multiple, allowed=allowed)
    return settle_result(seat, banker, line.result, product(**stakes, multiple=line.multiple or 0))


def _outcome_hand(seat: int, entered: _EnteredHand, compiled: CompiledRules, bid: int) -> Hand:
    """Return a hand with its cards, if they were entered with their suits, and its name."""
    if entered.view is None:
        params: dict[str, str | int] = {"multiple": entered.multiple, "reason": entered.reason}
        return Hand(seat, (), Phrase("whole", RULES[entered.reason], params))
    hand = hand_of(seat, entered.cards, entered.view, compiled, bid)
    return hand if entered.suits_known else msgspec.structs.replace(hand, cards=(), apart=(), notes=())


def entries(state: State) -> tuple[Entry, ...]:
    """Return a finished deal by ranks, by kinds and by results."""
    rules, seats, banker = state.compiled.rules, int(state.seats), int(state.banker)
    house = closed(rules, seats)
    asks_stake = rules.stake_min < rules.stake_max
    stakes = {seat: int(state.stakes[seat]) for seat in range(seats) if asks_stake and seat != banker}
    views = {seat: hand_view(state, seat) for seat in range(seats) if seat not in house}

    def entry(lines: list[Line | None]) -> Entry:
        bank = None if house else banker
        return Entry(lines=tuple(lines), banker=bank, times=int(state.times) if rules.mode == "auction" else None)

    lines: dict[str, list[Line | None]] = {"ranks": [], "kind": [], "result": []}
    for seat in range(seats):
        view, stake = views.get(seat), stakes.get(seat)
        cards = state.cards(seat)
        by_ranks, by_kind = None, None
        if view is not None:
            by_ranks = Line(ranks=_ranks_of(rules, cards), stake=stake)
            by_kind = _kind_line(rules, cards, view, stake)
        lines["ranks"].append(by_ranks)
        lines["kind"].append(by_kind)
        lines["result"].append(None if seat == banker else _result_line(state, seat, stake))
    return tuple([entry(lines[way]) for way in ("ranks", "kind", *([] if house else ["result"]))])


def _ranks_of(rules: Rules, cards: Cards) -> Ranks:
    """Return the ranks of a hand; its highest card, and the ace of spades if it pays, with their suits."""
    with_suit = {hands.top(cards)} if rules.equal_bulls == "card" and rules.mode != "paytable" else set()
    with_suit |= {_SPADE_ACE} if rules.face_and_spade_ace else set()
    return tuple([str(card) if card in with_suit else RANKS[card.rank] for card in cards])


def _kind_line(rules: Rules, cards: Cards, view: HandView, stake: int | None) -> Line:
    compared = rules.mode != "paytable"
    by_card = compared and rules.equal_bulls == "card"
    return Line(
        kind=view.reason,
        bull=view.bull if compared and len(_BULLS[view.reason]) > 1 else None,
        top=str(hands.top(cards)) if by_card else None,
        four=hands.rank_of_four(cards) if by_card and view.reason == "bomb" else None,
        stake=stake,
    )


def _result_line(state: State, seat: int, stake: int | None) -> Line:
    won = int(hands.compared(state.strength(seat), state.strength(state.banker))) if not state.compiled.paytable else 0
    if won == 0:
        return Line(result="push", stake=stake)
    times = abs(int(state.won[seat])) // (int(state.stakes[seat]) * int(state.times))
    return Line(result="win" if won > 0 else "loss", multiple=times, stake=stake)


SCORING: Final = Scoring(entry=Entry, form=form, score=score, entries=entries)

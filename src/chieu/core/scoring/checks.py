"""Checks of entries, which raise `Illegal` before scoring (RT-4), and lines with a stake or a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal

from chieu.core.cards import JOKER, RANKS, SUITS, Card
from chieu.core.game import Illegal
from chieu.core.outcome import Phrase, Settlement, Term
from chieu.core.scoring.form import Field, FieldChoice

RESULTS: Final = tuple(FieldChoice(result, f"entry.result.{result}") for result in ("win", "push", "loss"))
"""Results of a line that names nothing else."""


def check_lines(
    lines: Sequence[object], seats: int, without: Collection[int] = (), optional: Collection[int] = ()
) -> None:
    """Raise `Illegal` unless there is a line for every seat but those `without` one; some are `optional`."""
    if len(lines) != seats:
        raise Illegal("wrong_lines", "RT-4", lines=len(lines), seats=seats)
    for seat, line in enumerate(lines):
        if line is None and seat not in without and seat not in optional:
            raise Illegal("no_line", "RT-4", seat=seat)
        if line is not None and seat in without:
            raise Illegal("extra_line", "RT-4", seat=seat)


def check_one_way(seat: int, **values: object) -> str:
    """Return the name of the only value that is given; raise `Illegal` if there are none or several."""
    names = [name for name, value in values.items() if value is not None]
    if len(names) != 1:
        raise Illegal("several_ways" if names else "no_way", "RT-3", seat=seat, ways=", ".join(values))
    return names[0]


def check_number(seat: int, field: str, value: int | None, minimum: int, maximum: int, rule: str) -> int:
    """Return a number that is given and within its limits; raise `Illegal` otherwise."""
    if value is None or not minimum <= value <= maximum:
        raise Illegal("bad_number", rule, seat=seat, field=field, least=minimum, most=maximum)
    return value


def check_stake(seat: int, stake: int | None, minimum: int, maximum: int, rule: str) -> int:
    """Return a player's stake; the smallest if none was entered."""
    return check_number(seat, "stake", minimum if stake is None else stake, minimum, maximum, rule)


def check_not_given(seat: int, rule: str, **values: object) -> None:
    """Raise `Illegal` if a line has a value that its seat or sheet does not take."""
    for name, value in values.items():
        if value is not None:
            raise Illegal("not_asked", rule, seat=seat, field=name)


def check_pack(cards: Iterable[Card], copies: int = 1, jokers: int = 0) -> None:
    """Raise `Illegal` if the cards cannot come from so many packs with so many jokers."""
    counts = Counter(cards)
    if sum(count for card, count in counts.items() if card >= JOKER) > jokers:
        raise Illegal("too_many_jokers_entered", "RT-4", most=jokers)
    for card, count in counts.items():
        if card < JOKER and count > copies:
            raise Illegal("card_too_often", "RT-4", card=str(card), most=copies)


def check_ranks(ranks: Sequence[str]) -> None:
    """Raise `Illegal` if a rank is there more often than one pack has it."""
    for rank in ranks:
        if rank not in RANKS or ranks.count(rank) > len(SUITS):
            raise Illegal("rank_too_often", "RT-4", rank=rank)


def stake_fields(minimum: int, maximum: int) -> tuple[Field, ...]:
    """Return the question for a player's stake; none if the sheet allows only one."""
    if minimum == maximum:
        return ()
    question = Field("stake", "number", "entry.stake", least=minimum, most=maximum, default=minimum, asked_for="others")
    return (question,)


def settle_result(seat: int, dealer: int, result: Literal["win", "push", "loss"], term: Term) -> Settlement:
    """Settle a player whose result was entered; `term` is what a win or a loss costs."""
    taker, giver = (seat, dealer) if result == "win" else (dealer, seat)
    why = (Phrase(f"entered_{result}", "RT-3", {"seat": seat}),)
    return Settlement(taker, giver, why, () if result == "push" else (term,))

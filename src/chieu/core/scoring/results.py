"""Lines with a player's stake and result, for games in which each player plays against one seat."""

from __future__ import annotations

from typing import Final, Literal

from chieu.core.outcome import Phrase, Settlement, Term
from chieu.core.scoring.form import Field, FieldChoice

RESULTS: Final = tuple(FieldChoice(result, f"entry.result.{result}") for result in ("win", "push", "loss"))
"""Results of a line that names nothing else."""


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

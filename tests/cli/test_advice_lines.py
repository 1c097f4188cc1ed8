"""Sentences of a hint in the terminal."""

from __future__ import annotations

from chieu.cli.play.advice_lines import sentences
from chieu.core.cards import parse
from chieu.core.text.phrasing import Phraser
from chieu.games.rummy import GAME as RUMMY
from chieu.games.rummy.messages import Discard
from chieu.games.rummy.text.reasons import OutOfPlan
from chieu.search import Advice, Choice

SEVEN, NINE, KING = parse("7C 9D KS")
TELLER = Phraser(RUMMY, "en")


def told(*clearly_worse: bool, reasons: bool = True) -> list[str]:
    """Return the sentences about three options of which the second and third are clearly worse or not."""
    options = [
        Choice(Discard(card), 1.0, 0.5, False, 9, 0.1 * place, 0.05, worse)
        for place, (card, worse) in enumerate(zip((SEVEN, NINE, KING), (False, *clearly_worse), strict=True))
    ]
    return sentences(Advice(0, 9, tuple(options), (OutOfPlan(SEVEN),) if reasons else ()), TELLER, "en")


def test_the_first_option_is_named_if_all_others_are_worse() -> None:
    assert told(True, True) == ["Discard 7♣", "The contract doesn’t need 7♣."]


def test_two_options_are_named_if_the_second_may_be_as_good() -> None:
    first, reason = told(False, True)
    assert first == "Discard 7♣ or Discard 9♦: either is better than Discard K♠."
    assert reason == "The contract doesn’t need 7♣."


def test_an_option_tried_in_few_worlds_may_be_as_good() -> None:
    """It ranks last, but its margin is wide."""
    assert told(True, False)[0] == "Discard 7♣ or Discard K♠: either is better than Discard 9♦."


def test_it_is_too_close_to_call_if_nothing_is_worse() -> None:
    assert told(False, False, reasons=False) == ["Too close to call."]

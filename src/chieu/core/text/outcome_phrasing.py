"""PF-45: the outcome of a deal as lines of text, for terminals and chats. The page draws the same."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.cards import pretty
from chieu.core.game import Viewer
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement
from chieu.core.text.languages import SHARED, colon
from chieu.core.text.phrasing import Phraser


def told(outcome: Outcome, teller: Phraser, viewer: Viewer = None) -> list[str]:
    """Return lines for the hands, for the settlements with their reasons, and for the end of a match.

    Only settlements of the viewer are included, or all if there are none. Reasons that all of them share come once.
    """
    settlements = [one for one in outcome.settlements if viewer in (one.taker, one.giver)] or outcome.settlements
    common = _common([one.why for one in settlements])
    hands = [f"{teller.name(one.seat)}{colon(teller.lang)}{_hand(one, teller)}" for one in outcome.hands]
    once = [" ".join(map(teller.why, common))] if common else []
    match = [] if outcome.match is None else [teller.why(outcome.match)]
    return [*hands, *once, *(_settlement(one, teller, len(common)) for one in settlements), *match]


def _common(whys: Sequence[tuple[Phrase, ...]]) -> tuple[Phrase, ...]:
    """The reasons with which all begin, if there are several."""
    shortest = min(whys, key=len, default=()) if len(whys) > 1 else ()
    alike = 0
    while alike < len(shortest) and all(why[alike] == shortest[alike] for why in whys):
        alike += 1
    return shortest[:alike]


def _hand(hand: Hand, teller: Phraser) -> str:
    """Phrase a hand: `8♦ 9♦ · 17`. Cards that are set apart follow a slash."""
    parts: tuple[list[str], list[str]] = ([], [])
    for place, one in enumerate(hand.cards):
        parts[place in hand.apart].append(pretty(one, teller.lang))
    cards = " / ".join(" ".join(part) for part in parts if part)
    return " · ".join(part for part in (cards, teller.hand(hand)) if part)


def _settlement(one: Settlement, teller: Phraser, said: int) -> str:
    """Phrase a settlement: `Lan wins 6 from Minh (stake 2 × multiple 3 = 6): 19 beats 17. (XD-18)`."""
    chips, reckoned = one.chips(), teller.sum(one)
    head = teller.say("outcome.wins" if chips else "outcome.even", seat=one.taker, other=one.giver, chips=chips)
    if not chips and one.why[said:]:  # the reasons say so
        head = f"{teller.name(one.taker)} · {teller.name(one.giver)}"
    if chips and reckoned != str(chips):
        head += SHARED["mark.aside"].say(teller.lang, words=reckoned)
    why = [teller.why(reason) for reason in one.why[said:]]
    if one.met is not None:
        why.append(teller.say("outcome.then", seat=one.met.seat, hand=_hand(one.met, teller)))
    return head + colon(teller.lang) + " ".join(why) if why else head

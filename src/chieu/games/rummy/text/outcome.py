"""The outcome of a round of Chinese Rummy: how it ended, and the points left in each hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from chieu.core.outcome import Factor, Hand, Outcome, Phrase, Settlement, Term
from chieu.games.rummy.game import view
from chieu.games.rummy.messages import View
from chieu.games.rummy.state import State


def outcome(state: State) -> Outcome:
    """Return every hand and settlement, from the view at the end of the round (RM-12)."""
    seen = view(state, None)
    seats = sorted(range(state.seats), key=lambda seat: (int(state.points(seat)), seat))
    hands = [_hand(state, seen, seat) for seat in seats]
    settlements = [_settlement(state, seen, better, worse) for better, worse in combinations(seats, 2)]
    return Outcome(tuple(hands), tuple(settlements), _match(seen))


def _match(seen: View) -> Phrase | None:
    """RM-12: the winner of the match, if this was its last round."""
    if not seen.winners:
        return None
    first = seen.winners[0]
    points = seen.seats[first].score
    if len(seen.winners) == 1:
        return Phrase("match_won", "RM-12", {"seat": first, "points": points})
    return Phrase("match_shared", "RM-12", {"count": len(seen.winners), "points": points})


def _hand(state: State, seen: View, seat: int) -> Hand:
    own = seen.seats[seat]
    cards = own.cards or ()
    if not cards and seen.how == "lay_down":
        return Hand(seat, (), Phrase("out_at_once", "RM-10", {"total": own.score}), rare=1)
    if not cards:
        return Hand(seat, (), Phrase("out", "RM-10", {"total": own.score}))
    params: dict[str, str | int] = {"points": int(state.points(seat)), "total": own.score}
    if len(cards) == 1:
        return Hand(seat, cards, Phrase("one", "RM-12", params))
    costs = Counter(int(state.compiled.points(1 << card, 0)) for card in cards)
    sum_ = " + ".join(f"{many} × {cost}" if many > 1 else str(cost) for cost, many in sorted(costs.items()))
    return Hand(seat, cards, Phrase("left", "RM-12", {"sum": sum_, **params}))


def _settlement(state: State, seen: View, less: int, more: int) -> Settlement:
    """RM-12 in chips: of two seats the one with more points pays the difference."""
    ending = Phrase("blocked", "RM-13" if seen.quiet_left == 0 else "RM-11")
    if seen.winner is not None:
        ending = Phrase(str(seen.how), "RM-10", {"seat": seen.winner})
    low, high = int(state.points(less)), int(state.points(more))
    if low == high:
        return Settlement(less, more, (ending, Phrase("same_points", "RM-12", {"points": low})))
    terms = (Term((Factor("points", high),)), Term((Factor("points", low),), minus=True))
    return Settlement(less, more, (ending, Phrase("difference", "RM-12")), terms)

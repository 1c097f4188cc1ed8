"""The outcome of a round of Chinese Rummy: how it ended, and the points left in each hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from chieu.core.cards import Cards
from chieu.core.outcome import Factor, Hand, Outcome, Phrase, Settlement, Term
from chieu.games.rummy.game import view
from chieu.games.rummy.hands import CompiledRules
from chieu.games.rummy.state import State


def outcome(state: State) -> Outcome:
    """Return every hand and settlement, from the view at the end of the round (RM-12)."""
    final_view = view(state, None)
    points = tuple([int(state.points(seat)) for seat in range(state.seats)])
    ending = Phrase("blocked", "RM-13" if final_view.quiet_left == 0 else "RM-11")
    if final_view.winner is not None:
        ending = Phrase(str(final_view.how), "RM-10", {"seat": final_view.winner})
    hands = []
    for seat in by_points(points):
        own = final_view.seats[seat]
        if not own.cards and final_view.how == "lay_down":
            hands.append(Hand(seat, (), Phrase("out_at_once", "RM-10", {"total": own.score}), rare=1))
        else:
            hands.append(hand_of(seat, own.cards or (), points[seat], own.score, state.compiled))
    end = match_end(final_view.winners, tuple([own.score for own in final_view.seats]))
    return Outcome(tuple(hands), settlements(points, ending), end, points=points)


def by_points(points: tuple[int, ...]) -> list[int]:
    """Return the seats, fewest points first."""
    return sorted(range(len(points)), key=lambda seat: (points[seat], seat))


def match_end(winners: tuple[int, ...], scores: tuple[int, ...]) -> Phrase | None:
    """RM-12: the winner of the match, if this was its last round."""
    if not winners:
        return None
    points = scores[winners[0]]
    if len(winners) == 1:
        return Phrase("match_won", "RM-12", {"seat": winners[0], "points": points})
    return Phrase("match_shared", "RM-12", {"count": len(winners), "points": points})


def hand_of(seat: int, cards: Cards, points: int, total: int, compiled: CompiledRules) -> Hand:
    """Return the cards left in a hand and what they cost."""
    if not cards:
        return Hand(seat, (), Phrase("out", "RM-10", {"total": total}))
    params: dict[str, str | int] = {"points": points, "total": total}
    if len(cards) == 1:
        return Hand(seat, cards, Phrase("one", "RM-12", params))
    costs = Counter(int(compiled.points(1 << card, 0)) for card in cards)
    sum_ = " + ".join(f"{many} × {cost}" if many > 1 else str(cost) for cost, many in sorted(costs.items()))
    return Hand(seat, cards, Phrase("left", "RM-12", {"sum": sum_, **params}))


def settlements(points: tuple[int, ...], ending: Phrase) -> tuple[Settlement, ...]:
    """RM-12 in chips: of any two seats the one with more points pays the difference."""
    return tuple([_settlement(less, more, points, ending) for less, more in combinations(by_points(points), 2)])


def _settlement(less: int, more: int, points: tuple[int, ...], ending: Phrase) -> Settlement:
    low, high = points[less], points[more]
    if low == high:
        return Settlement(less, more, (ending, Phrase("same_points", "RM-12", {"points": low})))
    terms = (Term((Factor("points", high),)), Term((Factor("points", low),), minus=True))
    return Settlement(less, more, (ending, Phrase("difference", "RM-12")), terms)

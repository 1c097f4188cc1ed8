"""A sensible Big Two player, from what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import ACE, TWO
from chieu.core.masks import FULL_DECK
from chieu.core.rng import Rng
from chieu.games.big2.ai.hand_plans import Memo, Plans
from chieu.games.big2.hands import (
    COUNT,
    HAND,
    HAND_OF_THREE,
    CompiledRules,
    compile_rules,
    mask_of,
    material,
    only_a_two,
)
from chieu.games.big2.messages import (
    Action,
    Call,
    Catch,
    Caught,
    Dealt,
    LastCard,
    OddCardTaken,
    Pass,
    Passed,
    Play,
    Played,
    View,
    Vote,
)
from chieu.games.big2.plays import book_of
from chieu.games.big2.rules import Rules

_POOR: Final = 9  # points of a hand that is better shuffled again
_NEAR: Final = 3  # cards left that make an opponent dangerous

# Found by playing variants against each other; none of them matters much by itself.
_SPOIL: Final = 3.0  # a play more that the rest of the hand needs
_CARD: Final = 0.5  # a card shed
_SURE: Final = 5.0  # a play that nobody can beat, with one more to follow
_STUCK: Final = 20.0  # left with a single 2 where it may not go last


class Heuristic:
    """Plans how the hand goes in the fewest plays, gets rid of low things first, keeps 2s and aces to come back with.

    It spoils the plan, or spends its high cards early, only against somebody about to go out, and leads no low single
    into a last card. Where that makes it pay for all, it lets none go by. It counts what it saw played.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._seat = seat
        self._compiled = compile_rules(rules)
        del rng
        self._forget()

    def _forget(self) -> None:
        self._seen = 0
        self._hand = HAND  # how many cards the others were dealt
        self._left: dict[int, int] = {}
        self._plans: Plans | None = None  # good for as long as the hand only shrinks
        self._uncalled: int | None = None  # who is down to one card and can still call it
        self._late: set[int] = set()  # who did not

    def see(self, fact: Any) -> None:
        """Remembers what was played, and so how many cards everybody has left, and who forgot to say so."""
        if isinstance(fact, Dealt):
            self._forget()
            self._hand = HAND_OF_THREE if len(fact.cards) >= HAND_OF_THREE else HAND
        elif isinstance(fact, OddCardTaken):
            self._left[fact.seat] = HAND_OF_THREE + 1
        elif isinstance(fact, Played):
            self._seen |= mask_of(fact.cards, self._compiled)
            self._left[fact.seat] = self._left.get(fact.seat, self._hand) - len(fact.cards)
            if self._uncalled is not None:
                self._late.add(self._uncalled)
            self._late.discard(fact.seat)
            self._uncalled = fact.seat if self._left[fact.seat] == 1 else None
        elif isinstance(fact, LastCard):
            self._uncalled = None
        elif isinstance(fact, Caught | Passed):
            self._late.discard(fact.seat)

    def aside(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Calls its last card, and catches whoever it saw forget to."""
        del view
        for action in legal:
            if isinstance(action, Call) or (isinstance(action, Catch) and action.seat in self._late):
                return action
        return None

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        said = self.aside(view, legal)
        if said is not None:
            return said
        cards = view.seats[self._seat].cards
        assert cards is not None
        hand = int(mask_of(cards, self._compiled))
        if isinstance(legal[0], Vote):
            return Vote(bool(material(hand) <= _POOR))
        plays = [action for action in legal if isinstance(action, Play)]
        if not plays:
            return Pass()
        leads = not any(put.cards for put in view.plays)
        if self._plans is None:
            book = book_of(vec[i64]([hand, 0, 0, 0]), 1, self._compiled)
            self._plans = Plans(book, 1, self._compiled, Memo())
        plan = _Plan(hand, self._plans, self._compiled, self._danger(view), FULL_DECK & ~self._seen & ~hand)
        guards = self._compiled.pays_for_all and self._last_card_is_next(view)
        if guards:
            plays = self._guarding(plays, leads)
        if leads:
            return max(plays, key=plan.lead)
        best = max(plays, key=plan.answer)
        must = guards and len(best.cards) == 1
        return best if must or plan.answer(best) > plan.passing() else Pass()

    def _guarding(self, plays: list[Play], leads: bool) -> list[Play]:
        """The plays that let no last card go by: of singles the highest, and at the lead anything else rather."""
        others = [play for play in plays if len(play.cards) > 1]
        singles = [play for play in plays if len(play.cards) == 1]
        if not singles or (leads and others):
            return others
        return [max(singles, key=lambda play: int(mask_of(play.cards, self._compiled)))]

    def _last_card_is_next(self, view: View) -> bool:
        """Whether the seat that has the next turn is known to hold one card."""
        seats, step = len(view.seats), -1 if self._compiled.anticlockwise else 1
        around = (view.seats[(self._seat + step * far) % seats] for far in range(1, seats))
        return next((one.count == 1 for one in around if one.place is None), False)

    def _danger(self, view: View) -> int:
        """The fewest cards an opponent still in has left, as told or as counted."""
        others = [(seat, one) for seat, one in enumerate(view.seats) if seat != self._seat and one.place is None]
        return min(self._left.get(seat, self._hand) if one.count is None else one.count for seat, one in others)


class _Plan:
    """What a turn looks like: the hand, the sets in it, how near the others are to going out, and cards not seen."""

    def __init__(self, hand: int, plans: Plans, compiled: CompiledRules, danger: int, unseen: int) -> None:
        self._hand = hand
        self._plans = plans
        self._compiled = compiled
        self._danger = danger
        self._unseen = unseen
        self._now = self._plays_of(hand)

    def _plays_of(self, hand: int) -> int:
        return int(self._plans.fewest(hand, 0))

    def _rest(self, play: Play) -> int:
        return self._hand & ~int(mask_of(play.cards, self._compiled))

    def _stuck(self, rest: int) -> float:
        """BT-14: a single 2 is no way out."""
        return _STUCK if only_a_two(rest) and not self._compiled.finish_on_two else 0.0

    def lead(self, play: Play) -> float:
        """How good it is to lead this."""
        rest = self._rest(play)
        if rest == 0:
            return 1000.0
        left = self._plays_of(rest)
        top, count = _top(play), len(play.cards)
        rating = _CARD * count - _SPOIL * left - self._stuck(rest)
        if left > 1:
            rating -= (0.35 if count < 5 else 0.2) * top
        elif self._cannot_be_beaten(play):
            rating += _SURE
        if self._danger == 1 and count == 1:
            rating += 2.0 * top - 40.0
        return rating

    def answer(self, play: Play) -> float:
        """How good it is to beat the last play with this."""
        rest = self._rest(play)
        if rest == 0:
            return 1000.0
        left = self._plays_of(rest)
        top, count = _top(play), len(play.cards)
        rating = -_SPOIL * (left + 1 - self._now) - 0.1 * top - self._stuck(rest)
        if self._danger > _NEAR and left > 2 and count < 5:
            rating -= 3.0 if top == TWO else 1.0 if top == ACE else 0.0
        if self._danger == 1 and count == 1:
            rating += top
        return rating

    def passing(self) -> float:
        """How good it is to pass."""
        return -4.0 if self._danger > _NEAR else -20.0

    def _cannot_be_beaten(self, play: Play) -> bool:
        """By single card or pair, as far as the cards not seen tell."""
        if len(play.cards) == 1:
            return self._unseen < int(mask_of(play.cards, self._compiled))
        higher = self._unseen >> (4 * (_top(play) + 1))
        return len(play.cards) == 2 and all(COUNT[(higher >> shift) & 15] < 2 for shift in range(0, 52, 4))


def _top(play: Play) -> int:
    return max(card.rank for card in play.cards)

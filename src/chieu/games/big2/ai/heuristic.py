"""Rule-based Big Two bots, which play from their view and the facts they have seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import ACE, TWO
from chieu.core.masks import FULL_DECK
from chieu.core.rng import Rng
from chieu.games.big2.ai.min_plays import Memo, MinPlays
from chieu.games.big2.hands import (
    COUNT,
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
from chieu.games.big2.plays import index_sets
from chieu.games.big2.rules import HAND, HAND_OF_THREE, Rules

_POOR: Final = 9  # BT-19: points up to which it votes for a reshuffle
_NEAR: Final = 3  # an opponent with this many cards or fewer is dangerous

# Tuned by self-play; none of them matters much by itself.
_SPOIL: Final = 3.0  # for each extra play that the rest of the hand needs
_CARD: Final = 0.5  # for each card played
_SURE: Final = 5.0  # for an unbeatable play that leaves one more play
_STUCK: Final = 20.0  # for keeping only a single 2 that cannot be played last


class Heuristic:
    """Empties its hand in the fewest plays, low cards first; keeps 2s and aces to regain the lead.

    It breaks up the hand or spends high cards early only against an opponent about to go out, and leads no low
    single into a last card. With `pays_for_all` (BT-20) it lets no last card through. It counts the cards played.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._seat = seat
        self._compiled = compile_rules(rules)
        del rng
        self._forget()

    def _forget(self) -> None:
        self._seen = 0
        self._hand_size = HAND  # number of cards dealt to the others
        self._left: dict[int, int] = {}
        self._min_plays: MinPlays | None = None  # valid while the hand only shrinks
        self._uncalled: int | None = None  # seat that holds one card and can still call it
        self._late: set[int] = set()  # seats that did not call in time

    def see(self, fact: Any) -> None:
        """Track the cards played, the number of cards of every seat, and missed calls."""
        if isinstance(fact, Dealt):
            self._forget()
            self._hand_size = HAND_OF_THREE if len(fact.cards) >= HAND_OF_THREE else HAND
        elif isinstance(fact, OddCardTaken):
            self._left[fact.seat] = HAND_OF_THREE + 1
        elif isinstance(fact, Played):
            self._seen |= mask_of(fact.cards, self._compiled)
            self._left[fact.seat] = self._left.get(fact.seat, self._hand_size) - len(fact.cards)
            if self._uncalled is not None:
                self._late.add(self._uncalled)
            self._late.discard(fact.seat)
            self._uncalled = fact.seat if self._left[fact.seat] == 1 else None
        elif isinstance(fact, LastCard):
            self._uncalled = None
        elif isinstance(fact, Caught | Passed):
            self._late.discard(fact.seat)

    def aside(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Call the last card, and catch a seat seen to miss its call."""
        del view
        for action in legal:
            if isinstance(action, Call) or (isinstance(action, Catch) and action.seat in self._late):
                return action
        return None

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        action = self.aside(view, legal)
        if action is not None:
            return action
        cards = view.seats[self._seat].cards
        assert cards is not None
        hand = int(mask_of(cards, self._compiled))
        if isinstance(legal[0], Vote):
            return Vote(bool(material(hand) <= _POOR))
        plays = [action for action in legal if isinstance(action, Play)]
        if not plays:
            return Pass()
        leads = not any(put.cards for put in view.plays)
        if self._min_plays is None:
            set_index = index_sets(vec[i64]([hand]), 1, self._compiled)
            self._min_plays = MinPlays(set_index, 1, self._compiled, Memo())
        turn = _Turn(hand, self._min_plays, self._compiled, self._danger(view), FULL_DECK & ~self._seen & ~hand)
        guards = self._compiled.pays_for_all and self._last_card_is_next(view)
        if guards:
            plays = self._guarding(plays, leads)
        if leads:
            return max(plays, key=turn.lead)
        best = max(plays, key=turn.answer)
        must = guards and len(best.cards) == 1
        return best if must or turn.answer(best) > turn.passing() else Pass()

    def _guarding(self, plays: list[Play], leads: bool) -> list[Play]:
        """Return the plays that let no last card through: no single at the lead, else the highest."""
        others = [play for play in plays if len(play.cards) > 1]
        singles = [play for play in plays if len(play.cards) == 1]
        if not singles or (leads and others):
            return others
        return [max(singles, key=lambda play: int(mask_of(play.cards, self._compiled)))]

    def _last_card_is_next(self, view: View) -> bool:
        """Return whether the next seat is known to hold one card."""
        seats, step = len(view.seats), -1 if self._compiled.anticlockwise else 1
        around = (view.seats[(self._seat + step * far) % seats] for far in range(1, seats))
        return next((other.count == 1 for other in around if other.place is None), False)

    def _danger(self, view: View) -> int:
        """Return the fewest cards of an opponent still in, as told or as counted."""
        others = [(seat, other) for seat, other in enumerate(view.seats) if seat != self._seat and other.place is None]
        return min(
            self._left.get(seat, self._hand_size) if other.count is None else other.count for seat, other in others
        )


class Easy(Heuristic):
    """Beginner: every other turn it plays its lowest card without thinking.

    Then it breaks pairs and spends its only 2, but never misses a play that takes it out. It forgets to call its last
    card one time in three and never catches anybody.
    """

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        super().__init__(rules, seat, rng)
        self._rng = rng

    def aside(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Call the last card two times in three."""
        del view
        return Call() if Call() in legal and self._rng.below(3) > 0 else None

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        action = super().act(view, legal)
        plays = [play for play in legal if isinstance(play, Play)]
        hand = view.seats[self._seat].cards or ()
        goes_out = isinstance(action, Play) and len(action.cards) == len(hand)
        if not plays or goes_out or not isinstance(action, Play | Pass) or self._rng.below(2) == 0:
            return action
        return min(plays, key=lambda play: (len(play.cards), int(mask_of(play.cards, self._compiled))))


class _Turn:
    """One turn: the hand and its sets, how near the others are to going out, and the unseen cards."""

    def __init__(self, hand: int, min_plays: MinPlays, compiled: CompiledRules, danger: int, unseen: int) -> None:
        self._hand = hand
        self._min_plays = min_plays
        self._compiled = compiled
        self._danger = danger
        self._unseen = unseen
        self._plays_needed = self._plays_of(hand)

    def _plays_of(self, hand: int) -> int:
        return int(self._min_plays.of(hand, 0))

    def _rest(self, play: Play) -> int:
        return self._hand & ~int(mask_of(play.cards, self._compiled))

    def _stuck(self, rest: int) -> float:
        """BT-14: return the penalty for keeping only a single 2."""
        return _STUCK if only_a_two(rest) and not self._compiled.finish_on_two else 0.0

    def lead(self, play: Play) -> float:
        """Rate a lead."""
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
        """Rate an answer to the last play."""
        rest = self._rest(play)
        if rest == 0:
            return 1000.0
        left = self._plays_of(rest)
        top, count = _top(play), len(play.cards)
        rating = -_SPOIL * (left + 1 - self._plays_needed) - 0.1 * top - self._stuck(rest)
        if self._danger > _NEAR and left > 2 and count < 5:
            rating -= 3.0 if top == TWO else 1.0 if top == ACE else 0.0
        if self._danger == 1 and count == 1:
            rating += top
        return rating

    def passing(self) -> float:
        """Rate a pass."""
        return -4.0 if self._danger > _NEAR else -20.0

    def _cannot_be_beaten(self, play: Play) -> bool:
        """Return whether no unseen single or pair beats a play."""
        if len(play.cards) == 1:
            return self._unseen < int(mask_of(play.cards, self._compiled))
        higher = self._unseen >> (4 * (_top(play) + 1))
        return len(play.cards) == 2 and all(COUNT[(higher >> shift) & 15] < 2 for shift in range(0, 52, 4))


def _top(play: Play) -> int:
    return max(card.rank for card in play.cards)

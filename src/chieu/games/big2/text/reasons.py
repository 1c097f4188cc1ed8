"""Why one play of Big Two is better than another: what is sure, who can beat it, what it keeps together, who is nearly
out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Cards
from chieu.core.field_types import Often, Seat
from chieu.core.rng import Rng
from chieu.core.text.languages import Text
from chieu.core.text.reasons import InformationState, in_ten
from chieu.games.big2.ai.min_plays import Memo, MinPlays
from chieu.games.big2.ai.sampler import Big2Sampler, information_set
from chieu.games.big2.hands import KIND_SHIFT, CompiledRules, cards_of, compile_rules, mask_of, value
from chieu.games.big2.messages import KINDS, Kind, Pass, Play, View
from chieu.games.big2.plays import Plays, answers, index_sets
from chieu.games.big2.state import State

_WORLDS: Final = 100
_SET: Final = 5  # cards
_NEARLY_OUT: Final = 3
_RARELY: Final = 1  # times in ten
_CLEARLY: Final = 2  # times in ten more, so that it tells


class GoesOut(msgspec.Struct, frozen=True, tag="goes_out"):
    """The play is the whole hand."""


class Unstoppable(msgspec.Struct, frozen=True, tag="unstoppable"):
    """No cards still out beat the play, nor any that follow it until the hand is gone."""


class SolvedEnding(msgspec.Struct, frozen=True, tag="solved_ending"):
    """One other seat is left, its cards are known, and the rest was gone through to the end."""

    seat: Seat
    cards: Cards


class HardlyBeaten(msgspec.Struct, frozen=True, tag="hardly_beaten"):
    """Next to nobody can beat the play."""

    cards: Cards


class BeatenLess(msgspec.Struct, frozen=True, tag="beaten_less"):
    """How often anybody can beat the play, and how often the other, which is more."""

    cards: Cards
    often: Often
    other: Cards
    more_often: Often


class LikelyBeaten(msgspec.Struct, frozen=True, tag="likely_beaten"):
    """How often anybody can beat what was not played."""

    cards: Cards
    often: Often


class KeepsTogether(msgspec.Struct, frozen=True, tag="keeps_together"):
    """The hand has a set of five cards that the other play would break."""

    kind: Kind


class FewerPlays(msgspec.Struct, frozen=True, tag="fewer_plays"):
    """In how few plays the rest can go, and in how many after the other play."""

    plays: int
    other: int


class Saves(msgspec.Struct, frozen=True, tag="saves"):
    """A pass keeps these cards for later."""

    cards: Cards


class KeepsHigher(msgspec.Struct, frozen=True, tag="keeps_higher"):
    """The play is lower than the other, which is kept for later."""

    cards: Cards


class NearlyOut(msgspec.Struct, frozen=True, tag="nearly_out"):
    """Somebody has few cards left."""

    seat: Seat
    count: int


Reason: TypeAlias = (
    GoesOut
    | Unstoppable
    | SolvedEnding
    | HardlyBeaten
    | BeatenLess
    | LikelyBeaten
    | KeepsTogether
    | FewerPlays
    | Saves
    | KeepsHigher
    | NearlyOut
)

TEXTS: Final = {
    "reason.goes_out": Text("Đánh vậy là hết bài.", "That is your whole hand: you go out.", "这样就出完了。"),
    "reason.unstoppable": Text(
        "Không ai cản nổi: cứ đánh lần lượt là hết bài, không ai đè được.",
        "Nobody can stop you: no cards still out can beat you before you are out.",
        "谁也拦不住你：接着一手一手出完，没人压得过。",
    ),
    "reason.solved_ending": Text(
        "Chỉ còn bạn với {seat}, mà {seat} chắc chắn cầm {cards}: tính tới lá cuối thì không cách nào hơn.",
        "Only {seat} is left, and must hold {cards}: played through to the last card, nothing does better.",
        "只剩你和 {seat}，对方手里一定是 {cards}：算到最后一张，没有更好的打法。",
    ),
    "reason.hardly_beaten": Text(
        "Gần như không ai đè được {cards}.", "Hardly anybody can beat {cards}.", "几乎没人压得过 {cards}。"
    ),
    "reason.beaten_less": Text(
        "{cards} bị đè {often}, còn {other} bị đè {more_often}.",
        "{cards} can be beaten {often}, {other} {more_often}.",
        "{cards} {often}会被压，{other} {more_often}会被压。",
    ),
    "reason.likely_beaten": Text(
        "Có người đè được {cards}, {often}.", "Somebody can beat {cards}, {often}.", "有人压得过 {cards}，{often}。"
    ),
    "reason.keeps_together": Text(
        "Giữ được {kind} trong tay.", "It keeps {kind} in your hand together.", "手里的{kind}不会拆散。"
    ),
    "reason.fewer_plays": Text(
        "Bài còn lại đi hết trong {plays} lượt, không đánh vậy thì {other} lượt.",
        "Plays needed to go out after this: {plays}; otherwise {other}.",
        "剩下的牌 {plays} 手可出完，不这样打要 {other} 手。",
    ),
    "reason.saves": Text(
        "Bỏ lượt để dành {cards} cho lúc sau.", "Passing saves {cards} for later.", "不出可把 {cards} 留到后面。"
    ),
    "reason.keeps_higher": Text(
        "Để dành {cards} cho lúc sau.", "It keeps {cards} for later.", "可把 {cards} 留到后面。"
    ),
    "reason.nearly_out": Text(
        "{seat} sắp hết bài: còn {count} lá.", "{seat} is nearly out: {count} left.", "{seat} 快出完了，剩 {count} 张。"
    ),
}


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """Who beats what comes first, then what becomes of the rest of the hand."""
    view: View = info.view
    cards = view.seats[info.seat].cards
    if view.phase != "play" or cards is None or not isinstance(better, Play | Pass):
        return ()
    if isinstance(better, Play) and len(better.cards) == len(cards):
        return (GoesOut(),)
    sure = _sure(info, better, other, rng)
    if sure is not None:
        return (sure,)
    rest = _Rest(compile_rules(info.rules), cards, info.seat, len(view.seats))
    if isinstance(better, Pass):
        return _for_a_pass(info, other, rest, rng) if isinstance(other, Play) else ()
    if isinstance(other, Play):
        return _for_a_play(info, better.cards, other.cards, rest, rng)
    hardly = [HardlyBeaten(better.cards)] if _beaten(info, better.cards, rng) <= _RARELY else []
    return [*hardly, *rest.compared(better.cards, ()), *_nearly_out(info)]


def _for_a_pass(info: InformationState, other: Play, rest: _Rest, rng: Rng) -> list[Reason]:
    often = _beaten(info, other.cards, rng)
    likely = [LikelyBeaten(other.cards, often)] if often > _RARELY else []
    return [Saves(other.cards), *likely, *rest.compared((), other.cards)]


def _for_a_play(info: InformationState, better: Cards, other: Cards, rest: _Rest, rng: Rng) -> list[Reason]:
    """Only what speaks for it: that it is beaten as often as the other is no reason."""
    often, instead = (_beaten(info, cards, rng) for cards in (better, other))
    found: list[Reason] = []
    if often <= _RARELY < instead:
        found.append(HardlyBeaten(better))
    elif often + _CLEARLY <= instead:
        found.append(BeatenLess(better, often, other, instead))
    found += rest.compared(better, other)
    lower = len(better) == len(other) and rest.worth(better) < rest.worth(other)
    return found or ([KeepsHigher(other)] if lower else [])


def _sure(info: InformationState, better: Any, other: Any, rng: Rng) -> Unstoppable | SolvedEnding | None:
    """What the player that searches knows without trying."""
    sampler = Big2Sampler(*info, rng)
    if sampler.unstoppable(better):
        return Unstoppable()
    last = sampler.last_opponent
    if last is None or None in (sampler.exact((better, other)) or (None,)):
        return None
    compiled = compile_rules(info.rules)
    unseen = information_set(info.rules, info.seat, info.facts, len(info.view.seats)).unseen()
    return SolvedEnding(last, cards_of(unseen, compiled))


def _beaten(info: InformationState, cards: Cards, rng: Rng) -> int:
    """How many times in ten anybody can beat a play."""
    compiled, seats = compile_rules(info.rules), len(info.view.seats)
    told = information_set(info.rules, info.seat, info.facts, seats)
    now = told.current_state(rng)
    bar = value(mask_of(cards, compiled), compiled)
    others = [seat for seat in range(seats) if seat != info.seat]
    plays = Plays()
    worlds = (told.determinize(now, told.sample_hands(rng)) for _ in range(_WORLDS))
    count = sum(any(_can_beat(world, seat, bar, compiled, plays) for seat in others) for world in worlds)
    return in_ten(count / _WORLDS)


def _can_beat(world: State, seat: int, bar: int, compiled: CompiledRules, plays: Plays) -> bool:
    if not world.is_in(world.inside, seat) or world.blocked(seat):
        return False
    if compiled.pass_locks_out and world.is_in(world.passed, seat):
        return False
    plays.clear()
    answers(world.hands[seat], seat, bar, world.set_index, compiled, plays)
    return plays.count > 0


def _nearly_out(info: InformationState) -> list[Reason]:
    """Whoever has fewest cards, if that is known to be few."""
    counts = [(one.count, seat) for seat, one in enumerate(info.view.seats) if one.count and seat != info.seat]
    return [NearlyOut(seat, count) for count, seat in sorted(counts)[:1] if count <= _NEARLY_OUT]


class _Rest:
    """What is left of a hand after one play or another."""

    def __init__(self, compiled: CompiledRules, cards: Cards, seat: int, seats: int) -> None:
        self._compiled, self._seat = compiled, seat
        self._hand = int(mask_of(cards, compiled))
        hands = vec[i64]([self._hand if one == seat else 0 for one in range(seats)])
        self._book = index_sets(hands, seats, compiled)
        self._plans = MinPlays(self._book, seats, compiled, Memo())

    def compared(self, better: Cards, other: Cards) -> list[Reason]:
        kept, broken = (self._hand & ~int(mask_of(cards, self._compiled)) for cards in (better, other))
        sets = [one for one in self._sets() if one & kept == one]
        if sets and len(other) < _SET and not any(one & broken == one for one in self._sets()):
            best = max(int(value(one, self._compiled)) for one in sets)
            return [KeepsTogether(KINDS[(best >> KIND_SHIFT) - 1])]
        plays, more = (int(self._plans.of(hand, self._seat)) for hand in (kept, broken))
        return [FewerPlays(plays, more)] if better and plays < more else []

    def worth(self, cards: Cards) -> int:
        """The higher beats the lower, of as many cards."""
        return int(value(mask_of(cards, self._compiled), self._compiled))

    def _sets(self) -> list[int]:
        ends = self._book.ends
        return [int(self._book.masks[place]) for place in range(int(ends[self._seat]), int(ends[self._seat + 1]))]

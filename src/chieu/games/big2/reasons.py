"""Why one play of Big Two is better than another: what is sure, who can beat it, what it keeps together, who is nearly
out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Cards
from chieu.core.kinds import Often, Seat
from chieu.core.luck import Luck
from chieu.core.reasons import InformationState, in_ten
from chieu.core.texts import Text
from chieu.games.big2.finder import Plays, answers, book_of
from chieu.games.big2.hands import KIND_SHIFT, Tuning, cards_of, mask_of, tuning_of, value
from chieu.games.big2.plans import Memo, Plans
from chieu.games.big2.position import Position
from chieu.games.big2.sampler import WorldSampler, told_of
from chieu.games.big2.vocabulary import KINDS, Kind, Pass, Play, View

_WORLDS: Final = 100
_SET: Final = 5  # cards
_NEARLY_OUT: Final = 3
_RARELY: Final = 1  # times in ten


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


class BeatenBy(msgspec.Struct, frozen=True, tag="beaten_by"):
    """How often the one seat that is likeliest to beat the play can."""

    seat: Seat
    cards: Cards
    often: Often


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


class NearlyOut(msgspec.Struct, frozen=True, tag="nearly_out"):
    """Somebody has few cards left."""

    seat: Seat
    count: int


Reason: TypeAlias = (
    GoesOut
    | Unstoppable
    | SolvedEnding
    | HardlyBeaten
    | BeatenBy
    | LikelyBeaten
    | KeepsTogether
    | FewerPlays
    | Saves
    | NearlyOut
)

TEXTS: Final = {
    "reason.goes_out": Text("Đánh vậy là hết bài.", "That is your whole hand: you go out.", "这样就出完了。"),
    "reason.unstoppable": Text(
        "Giờ không ai cản nổi: cứ đánh lần lượt là hết bài, không ai đè được.",
        "Nobody can stop you now: no cards still out can beat you before you are out.",
        "现在谁也拦不住你：接着一手一手出完，没人压得过。",
    ),
    "reason.solved_ending": Text(
        "Chỉ còn bạn với {seat}, mà {seat} chắc chắn cầm {cards}: tính tới lá cuối thì không cách nào hơn.",
        "Only {seat} is left, and must hold {cards}: played through to the last card, nothing does better.",
        "只剩你和 {seat}，对方手里一定是 {cards}：算到最后一张，没有更好的打法。",
    ),
    "reason.hardly_beaten": Text(
        "Gần như không ai đè được {cards}.", "Hardly anybody can beat {cards}.", "几乎没人压得过 {cards}。"
    ),
    "reason.beaten_by": Text(
        "{seat} đè được {cards}, {often}; người khác ít hơn.",
        "{seat} can beat {cards}, {often}; nobody else more often.",
        "{seat} {often}能压过 {cards}，其他人更少。",
    ),
    "reason.likely_beaten": Text(
        "Có người đè được {cards}, {often}.", "Somebody can beat {cards}, {often}.", "有人压得过 {cards}，{often}。"
    ),
    "reason.keeps_together": Text(
        "Giữ được {kind} trong tay.", "It keeps {kind} in your hand together.", "手里的{kind}不会拆散。"
    ),
    "reason.fewer_plays": Text(
        "Bài còn lại đi hết trong {plays} lượt, đánh kiểu kia là {other} lượt.",
        "The rest can then go in {plays} plays; the other way it takes {other}.",
        "剩下的牌 {plays} 手可出完，另一种打法要 {other} 手。",
    ),
    "reason.saves": Text(
        "Bỏ lượt để dành {cards} cho lúc sau.", "Passing saves {cards} for later.", "不出可把 {cards} 留到后面。"
    ),
    "reason.nearly_out": Text(
        "{seat} chỉ còn {count} lá.", "{seat} has only {count} cards left.", "{seat} 只剩 {count} 张。"
    ),
}


def explain(info: InformationState, better: Any, other: Any, luck: Luck) -> Sequence[Reason]:
    """Who beats what comes first, then what becomes of the rest of the hand."""
    view: View = info.view
    cards = view.seats[info.seat].cards
    if view.phase != "play" or cards is None or not isinstance(better, Play | Pass):
        return ()
    if isinstance(better, Play) and len(better.cards) == len(cards):
        return (GoesOut(),)
    sure = _sure(info, better, other, luck)
    if sure is not None:
        return (sure,)
    rest = _Rest(tuning_of(info.rules), cards, info.seat, len(view.seats))
    found: list[Reason] = []
    if isinstance(better, Play):
        found.append(_beaten(info, better.cards, luck))
    elif isinstance(other, Play):
        found.append(Saves(other.cards))
    if isinstance(other, Play):
        if isinstance(better, Pass) and (often := _beating(info, other.cards, luck)[-1]) > _RARELY:
            found.append(LikelyBeaten(other.cards, often))
        found += rest.compared(better.cards if isinstance(better, Play) else (), other.cards)
    else:
        found += _nearly_out(info)
    return found


def _sure(info: InformationState, better: Any, other: Any, luck: Luck) -> Unstoppable | SolvedEnding | None:
    """What the player that searches knows without trying."""
    sampler = WorldSampler(*info, luck)
    if sampler.unstoppable(better):
        return Unstoppable()
    last = sampler.last_opponent
    if last is None or None in (sampler.exact((better, other)) or (None,)):
        return None
    tuning = tuning_of(info.rules)
    unseen = told_of(info.rules, info.seat, info.facts, len(info.view.seats)).unseen()
    return SolvedEnding(last, cards_of(unseen, tuning))


def _beaten(info: InformationState, cards: Cards, luck: Luck) -> HardlyBeaten | BeatenBy:
    *seats, anybody = _beating(info, cards, luck)
    if anybody <= _RARELY:
        return HardlyBeaten(cards)
    seat = max(range(len(seats)), key=lambda one: seats[one])
    return BeatenBy(seat, cards, seats[seat])


def _beating(info: InformationState, cards: Cards, luck: Luck) -> list[int]:
    """How many times in ten each seat can beat a play, and last how often anybody can."""
    tuning, seats = tuning_of(info.rules), len(info.view.seats)
    told = told_of(info.rules, info.seat, info.facts, seats)
    now = told.now(luck)
    bar = value(mask_of(cards, tuning), tuning)
    counts = [0] * (seats + 1)
    plays = Plays()
    for _ in range(_WORLDS):
        world = told.like(now, told.deal(luck))
        can = [seat for seat in range(seats) if seat != info.seat and _can_beat(world, seat, bar, tuning, plays)]
        for seat in can:
            counts[seat] += 1
        counts[-1] += bool(can)
    return [in_ten(count / _WORLDS) for count in counts]


def _can_beat(world: Position, seat: int, bar: int, tuning: Tuning, plays: Plays) -> bool:
    if not world.is_in(world.inside, seat) or world.blocked(seat):
        return False
    if tuning.pass_locks_out and world.is_in(world.passed, seat):
        return False
    plays.clear()
    answers(world.hands[seat], seat, bar, world.book, tuning, plays)
    return plays.count > 0


def _nearly_out(info: InformationState) -> list[Reason]:
    """Whoever has fewest cards, if that is known to be few."""
    counts = [(one.count, seat) for seat, one in enumerate(info.view.seats) if one.count and seat != info.seat]
    return [NearlyOut(seat, count) for count, seat in sorted(counts)[:1] if count <= _NEARLY_OUT]


class _Rest:
    """What is left of a hand after one play or another."""

    def __init__(self, tuning: Tuning, cards: Cards, seat: int, seats: int) -> None:
        self._tuning, self._seat = tuning, seat
        self._hand = int(mask_of(cards, tuning))
        hands = vec[i64]([self._hand if one == seat else 0 for one in range(seats)])
        self._book = book_of(hands, seats, tuning)
        self._plans = Plans(self._book, seats, tuning, Memo())

    def compared(self, better: Cards, other: Cards) -> list[Reason]:
        kept, broken = (self._hand & ~int(mask_of(cards, self._tuning)) for cards in (better, other))
        sets = [one for one in self._sets() if one & kept == one]
        if sets and len(other) < _SET and not any(one & broken == one for one in self._sets()):
            best = max(int(value(one, self._tuning)) for one in sets)
            return [KeepsTogether(KINDS[(best >> KIND_SHIFT) - 1])]
        plays, more = (int(self._plans.fewest(hand, self._seat)) for hand in (kept, broken))
        return [FewerPlays(plays, more)] if better and plays < more else []

    def _sets(self) -> list[int]:
        ends = self._book.ends
        return [int(self._book.masks[place]) for place in range(int(ends[self._seat]), int(ends[self._seat + 1]))]

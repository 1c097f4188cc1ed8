"""Rules of Chinese Rummy as data: each round's deal and contract, wild cards, and what a meld needs."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec

from chieu.core.field_types import BySeat, Seat
from chieu.core.options import BadRules, Picks, Rows, check_limits, option

MeldKind: TypeAlias = Literal["set", "run"]

SEVEN_ROUNDS: Final = "7:s3s3.8:s3r4.9:r4r4.10:s4s5.11:r7s3.12:s3s3r4.12:r4r4s3"
PACK: Final = 54  # RM-1: one pack with its jokers
POINTS_LOW: Final = 5  # RM-12
POINTS_HIGH: Final = 10
POINTS_WILD: Final = 20
MAX_DEALT: Final = 13
MAX_ROUNDS: Final = 12
MAX_MELDS: Final = 4  # per round
SMALLEST_MELD: Final = 3
LETTERS: Final = "3456789TJQKA2"  # one letter per rank, in card order
_KINDS: Final[dict[str, MeldKind]] = {"s": "set", "r": "run"}
_ROUND: Final = r"[1-9][0-9]?:(?:[sr][1-9][0-9]?)+"
_CONTRACTS: Final = Rows(
    most=MAX_ROUNDS,
    number=(SMALLEST_MELD, MAX_DEALT),
    items=MAX_MELDS,
    kinds=tuple(_KINDS),
    size=(SMALLEST_MELD, MAX_DEALT + 1),
)
_WILD_RANKS: Final = Picks(
    letters=tuple((letter, letter.replace("T", "10")) for letter in "A23456789TJQK"), most=3, none="none"
)


class Wanted(NamedTuple):
    """One meld of a round's contract."""

    kind: MeldKind
    size: int


class Round(NamedTuple):
    """RM-2: the number of cards dealt and the melds to lay down."""

    dealt: int
    melds: tuple[Wanted, ...]


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules of a table. The defaults are the preset `seven-rounds`."""

    contracts: Annotated[str, option("co", pattern=rf"{_ROUND}(?:\.{_ROUND})*", form=_CONTRACTS)] = SEVEN_ROUNDS
    rounds: Annotated[int, option("ro", 1, MAX_ROUNDS)] = 7
    wild_ranks: Annotated[str, option("wr", pattern=r"none|[2-9TJQKA]{1,3}", form=_WILD_RANKS)] = "2"
    natural_share: Annotated[int, option("ns", 0, 66)] = 50  # more would allow no wild in a set of three
    ace_low: Annotated[bool, option("al")] = False
    joker_swap: Annotated[bool, option("js")] = False
    quiet_turns: Annotated[int, option("qt", 10, 200)] = 60  # of every seat

    def __post_init__(self) -> None:
        check_limits(self)
        ranks = wild_ranks_of(self)
        if len(set(ranks)) != len(ranks):
            raise BadRules("rank_twice", f"wild_ranks={self.wild_ranks} names a rank twice: once is enough")
        rounds = rounds_of(self)
        if len(rounds) < self.rounds:
            raise BadRules(
                "too_few_contracts",
                f"rounds={self.rounds} but contracts says what is asked in {len(rounds)} only",
                rounds=self.rounds,
                contracts=len(rounds),
            )
        if len(rounds) > MAX_ROUNDS:
            raise BadRules(
                "too_many_contracts", f"contracts has {len(rounds)} rounds: {MAX_ROUNDS} is the most", most=MAX_ROUNDS
            )
        for number, round_ in enumerate(rounds, start=1):
            _check_round(number, round_, longest_run(self))


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """State passed between rounds: the round's number, the dealer, and the scores (empty: all 0)."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MAX_ROUNDS)] = 1
    dealer: Annotated[Seat, msgspec.Meta(ge=0, le=3)] = 0
    scores: Annotated[BySeat[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]], msgspec.Meta(max_length=4)] = ()


def rounds_of(rules: Rules) -> tuple[Round, ...]:
    """Return every round of the contracts, first to last."""
    return tuple(
        Round(dealt, tuple(Wanted(_KINDS[kind], size) for kind, size in melds))
        for dealt, melds in _CONTRACTS.rows(rules.contracts)
    )


def wild_ranks_of(rules: Rules) -> tuple[int, ...]:
    """RM-1: return the ranks that are wild. Jokers always are."""
    return () if rules.wild_ranks == "none" else tuple(LETTERS.index(letter) for letter in rules.wild_ranks)


def longest_run(rules: Rules) -> int:
    """RM-7: return the length of the longest run: 3 to A, below it a natural 2, or a low ace and a 2."""
    return 14 if rules.ace_low else (12 if "2" in rules.wild_ranks else 13)


def _check_round(number: int, contract: Round, longest: int) -> None:
    if not SMALLEST_MELD <= contract.dealt <= MAX_DEALT:
        raise BadRules(
            "bad_deal",
            f"round {number} of contracts deals {contract.dealt} cards: {SMALLEST_MELD} to {MAX_DEALT} can be dealt",
            round=number,
            dealt=contract.dealt,
            least=SMALLEST_MELD,
            most=MAX_DEALT,
        )
    if len(contract.melds) > MAX_MELDS:
        raise BadRules(
            "too_many_melds",
            f"round {number} of contracts asks for {len(contract.melds)} melds: {MAX_MELDS} is the most",
            round=number,
            most=MAX_MELDS,
        )
    for kind, size in contract.melds:
        if size < SMALLEST_MELD or (kind == "run" and size > longest):
            raise BadRules(
                "bad_meld",
                f"round {number} of contracts asks for a {kind} of {size}: a meld has at least {SMALLEST_MELD} cards"
                f" and a run at most {longest}",
                round=number,
                size=size,
                least=SMALLEST_MELD,
                most=longest,
            )
    needed = sum(size for _, size in contract.melds)
    if needed > contract.dealt + 1:
        raise BadRules(
            "hand_too_small",
            f"round {number} of contracts asks for {needed} cards, but a hand after drawing has {contract.dealt + 1}",
            round=number,
            needed=needed,
            held=contract.dealt + 1,
        )


# Bounds of the numbers in views.


def decks(seats: int) -> int:
    """RM-1: return the number of packs."""
    return 1 if seats == 2 else 2


def pack_size(rules: Rules, seats: int) -> int:
    """RM-1: return the number of cards in play."""
    del rules
    return PACK * decks(seats)


def largest_wanted(rules: Rules, seats: int) -> int:
    """Return the size of the largest meld of the contracts."""
    del seats
    return max(meld.size for round_ in rounds_of(rules)[: rules.rounds] for meld in round_.melds)


def largest_meld(rules: Rules, seats: int) -> int:
    """RM-9: return the most cards of a meld: the longest run, or all of a rank and all wilds."""
    return max(longest_run(rules), 4 * decks(seats) + _wilds(rules, seats))


def largest_hand(rules: Rules, seats: int) -> int:
    """Return the most cards of a hand: those dealt, and the one drawn."""
    del seats
    return 1 + max(round_.dealt for round_ in rounds_of(rules)[: rules.rounds])


def most_points(rules: Rules, seats: int) -> int:
    """RM-12: return the most points of a hand when a round ends."""
    return max(_most_points(round_.dealt, rules, seats) for round_ in rounds_of(rules)[: rules.rounds])


def most_score(rules: Rules, seats: int) -> int:
    """RM-12: return the highest score of a match."""
    return sum(_most_points(round_.dealt, rules, seats) for round_ in rounds_of(rules)[: rules.rounds])


def most_quiet_turns(rules: Rules, seats: int) -> int:
    """RM-13: return how many consecutive turns without laying down or off block a round."""
    return seats * rules.quiet_turns


def _wilds(rules: Rules, seats: int) -> int:
    return decks(seats) * (2 + 4 * len(wild_ranks_of(rules)))


def _most_points(cards: int, rules: Rules, seats: int) -> int:
    """Return the points of the dearest hand: all wilds, then high cards, of which there are always enough."""
    wilds = min(cards, _wilds(rules, seats))
    return POINTS_WILD * wilds + POINTS_HIGH * (cards - wilds)


PRESETS: Final = {"seven-rounds": Rules()}

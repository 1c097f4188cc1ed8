"""A pairing on one deal: a bot in each seat in turn among copies of another, every time with the same cards.

So the luck of the cards, and of the seat, counts for nothing. As in bridge that is called a *board*. Where a game is
played in matches a board may be a whole match instead of a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, count, permutations
from typing import Any, Final, NamedTuple

import msgspec

from chieu.arena.simulation import Player
from chieu.core.deal import Deal
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame, Illegal, Seat
from chieu.core.registry import load
from chieu.core.run import seated, shuffler

_LONGEST_MATCH: Final = 100  # deals


class Arena(msgspec.Struct, frozen=True):
    """What all boards have in common. Together with the bots and a number it says all that a board depends on."""

    game: str
    rules: Any
    seats: int
    seed: int = 1
    matches: bool = False
    """Whether a board is a match, with all its deals, and not a single deal."""

    @property
    def places(self) -> tuple[Seat, ...]:
        """The seats that bots can take: all but the house's."""
        closed = load(self.game).closed(self.rules, self.seats)
        return tuple(seat for seat in range(self.seats) if seat not in closed)


class Pairing(NamedTuple):
    """A bot, and another that has all the other seats."""

    bot: Player
    among: Player


class Board(msgspec.Struct, frozen=True):
    """What a pairing came to on the deal (or match) of a number: what every seat won, with the bot in the first place,
    in the second, and so on."""

    bot: str
    among: str
    number: int
    payoffs: tuple[tuple[int, ...], ...]

    @property
    def mirrored(self) -> Board:
        """The same games for the other bot, where there are but two places: what one has first the other has last."""
        return Board(self.among, self.bot, self.number, self.payoffs[::-1])


class BotRefused(Exception):
    """A bot did what the rules do not allow."""

    def __init__(self, pairing: tuple[str, str], number: int, refusal: Illegal) -> None:
        super().__init__(pairing, number, refusal)
        self.pairing = pairing
        self.number = number
        self.refusal = refusal

    def __str__(self) -> str:
        bot, among = self.pairing
        return f"{bot} among {among}, board {self.number}: {self.refusal}"


class NoMatches(ValueError):
    """The game goes on for ever: its deals make no match."""


def pairings(players: Sequence[Player], places: int, against: Player | None = None) -> list[Pairing]:
    """Every bot among every other one; with `against` every bot among that one only. With two places `a` among `b` is
    also `b` among `a`, so each pair is there once."""
    if against is not None:
        return [Pairing(one, against) for one in players if one[0] != against[0]]
    paired = combinations(players, 2) if places == 2 else permutations(players, 2)
    return [Pairing(one, other) for one, other in paired]


def play_board(arena: Arena, pairing: Pairing, number: int) -> Board:
    """Plays a pairing on one deal or match in every place."""
    game, places = load(arena.game), arena.places
    (bot, maker), (among, others) = pairing
    payoffs = []
    for place in places:
        makers = [maker if seat == place else others for seat in range(arena.seats)]
        try:
            payoffs.append(_payoff(game, arena, makers, number))
        except Illegal as refusal:
            raise BotRefused((bot, among), number, refusal) from refusal
    return Board(bot, among, number, tuple(payoffs))


def _payoff(game: AnyGame, arena: Arena, makers: Sequence[BotMaker], number: int) -> tuple[int, ...]:
    """What every seat wins: in one deal, or in all deals of a match together."""
    won = (0,) * arena.seats
    match = None
    for deals in count():
        stream = (deals << 32) + number
        bots = seated(makers, arena.rules, arena.seed, stream)
        deal = Deal.among(game, arena.rules, bots, shuffler(arena.seed, stream), match)
        won = tuple(map(sum, zip(won, game.payoff(deal.state), strict=True)))
        match = game.match_after(deal.state)
        if not arena.matches or match is None:
            break
        if deals == _LONGEST_MATCH:
            raise NoMatches(arena.game)
    return won

"""Boards: one deal played with a bot in each seat in turn among copies of another bot.

The cards are the same each time, which removes the luck of cards and seat, as in duplicate bridge. If a game is played
in matches, a board may be a whole match instead of a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, count, permutations
from typing import Any, Final, NamedTuple

import msgspec

from chieu.arena.simulation import Player, open_seats
from chieu.core.deal import Deal
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame, Illegal, Seat
from chieu.core.registry import load
from chieu.core.run import make_bots, shuffler

_LONGEST_MATCH: Final = 100  # deals


class Arena(msgspec.Struct, frozen=True):
    """Settings of all boards. A board depends only on these, its bots and its number."""

    game: str
    rules: Any
    seats: int
    seed: int = 1
    matches: bool = False
    """A board is a whole match, not a single deal."""

    @property
    def places(self) -> tuple[Seat, ...]:
        """Seats that bots can take: all but the house's."""
        return open_seats(load(self.game), self.rules, self.seats)


class Pairing(NamedTuple):
    """A bot, and the bot in all other seats."""

    bot: Player
    among: Player


class Board(msgspec.Struct, frozen=True):
    """Result of a pairing on the deal or match `number`.

    `payoffs` has the payoffs of all seats, first with the bot in the first place, then in the second, and so on.
    """

    bot: str
    among: str
    number: int
    payoffs: tuple[tuple[int, ...], ...]

    @property
    def mirrored(self) -> Board:
        """The same games from the other bot's side; only valid with two places."""
        return Board(self.among, self.bot, self.number, self.payoffs[::-1])


class BotRefused(Exception):
    """A bot chose an illegal action."""

    def __init__(self, pairing: tuple[str, str], number: int, refusal: Illegal) -> None:
        super().__init__(pairing, number, refusal)
        self.pairing = pairing
        self.number = number
        self.refusal = refusal

    def __str__(self) -> str:
        bot, among = self.pairing
        return f"{bot} among {among}, board {self.number}: {self.refusal}"


class NoMatches(ValueError):
    """The game's deals do not form matches that end."""


def pairings(players: Sequence[Player], places: int, against: Player | None = None) -> list[Pairing]:
    """Pair every bot with every other, or only with `against`.

    With two places, `a` among `b` is also `b` among `a`, so each pair occurs once.
    """
    if against is not None:
        return [Pairing(player, against) for player in players if player[0] != against[0]]
    paired = combinations(players, 2) if places == 2 else permutations(players, 2)
    return [Pairing(player, among) for player, among in paired]


def play_board(arena: Arena, pairing: Pairing, number: int) -> Board:
    """Play a pairing on one deal or match, with the bot in each place in turn."""
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
    """Return the payoffs of one deal, or the totals of a match."""
    totals = (0,) * arena.seats
    match = None
    for deals in count():
        stream = (deals << 32) + number
        bots = make_bots(makers, arena.rules, arena.seed, stream)
        deal = Deal.among(game, arena.rules, bots, shuffler(arena.seed, stream), match)
        totals = tuple(map(sum, zip(totals, game.payoff(deal.state), strict=True)))
        match = game.match_after(deal.state)
        if not arena.matches or match is None:
            break
        if deals == _LONGEST_MATCH:
            raise NoMatches(arena.game)
    return totals

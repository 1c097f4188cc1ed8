"""PF-1: opening a table, and what makes a name, a bot's level and a sheet good enough for one."""

from __future__ import annotations

from typing import Any

from chieu.bots import bots_of
from chieu.core import sheets
from chieu.core.game import AnyGame, Illegal, Refusal, Seat
from chieu.core.options import BadRules
from chieu.games import UnknownGame, load
from chieu.online.protocol.commands import OpenTable
from chieu.online.protocol.messages import WAIT
from chieu.online.protocol.names import NAME_AT_MOST, SHEET_NAME_AT_MOST, clean
from chieu.online.table.draft import Fresh, Transaction
from chieu.online.table.entries import AnyEntry, BotSet, Joined, Opened, Seated
from chieu.online.table.fold import fold
from chieu.online.table.shuffling import seal
from chieu.online.table.state import TableState


def open_table(
    order: OpenTable, guest: str, table: str, secret: bytes, now: int, fresh: Fresh, epoch: str = ""
) -> tuple[tuple[AnyEntry, ...], TableState]:
    """PF-1: the first entries of a table. `Refusal` if there can be no such table."""
    game = _game(order.game)
    rules = rules_of(game, order.sheet or next(iter(game.presets)), order.options)
    sheet = sheet_of(game, rules, order.seats)
    name = name_of(order.name)
    places = _places(game, rules, order.seats)
    own = _own_seat(order, places)
    others = [seat for seat in places if seat != own]
    if len(order.bots) > len(others):
        raise Refusal("too_many_bots", "PF-1", most=len(others))
    bot_host = others[0] if order.bot_hosts else None
    wait = None if order.wait == WAIT else order.wait
    seats, clock, pace = order.seats, order.clock, order.pace
    called = clean(order.sheet_name, SHEET_NAME_AT_MOST)
    opened = Opened(table, secret.hex(), game.name, sheet, seats, clock, pace, bot_host, epoch, wait, called, at=now)
    draft = Transaction(fold(None, opened), now, fresh)
    draft.entries.append(opened)
    draft.add(Joined(guest, name, at=now))
    draft.add(Seated(0, own, at=now))
    for seat, level in zip(others, order.bots, strict=False):
        draft.add(BotSet(seat, level_of(game, level), at=now))
    seal(draft, 1, 0)
    return tuple(draft.entries), draft.state


def _places(game: AnyGame, rules: Any, seats: int) -> list[Seat]:
    """The seats that people and bots can have."""
    closed = game.closed(rules, seats)
    return [seat for seat in range(seats) if seat not in closed]


def _own_seat(order: OpenTable, places: list[Seat]) -> Seat:
    """Where who opens the table sits: where they like, else in the first place, or after the bot that deals to them."""
    if order.bot_hosts and not order.bots:
        raise Refusal("no_bot_to_host", "PF-1")
    if order.seat is None:
        return places[min(int(order.bot_hosts), len(places) - 1)]
    if order.seat >= order.seats:
        raise Refusal("no_such_seat", seat=order.seat, seats=order.seats)
    if order.seat not in places:
        raise Refusal("seat_closed", "PF-1", seat=order.seat)
    return order.seat


def name_of(text: str) -> str:
    """A name fit to be shown."""
    name = clean(text, NAME_AT_MOST)
    if not name:
        raise Refusal("empty_name", "PF-35")
    return name


def _game(name: str) -> AnyGame:
    try:
        return load(name)
    except UnknownGame:
        raise Refusal("unknown_game", "PF-1", game=clean(name, 32)) from None


def level_of(game: AnyGame, level: str) -> str:
    """A level that the game has bots of."""
    if level not in bots_of(game):
        raise Refusal("unknown_bot", "PF-3", level=clean(level, 32), known=", ".join(bots_of(game)))
    return level


def rules_of(game: AnyGame, sheet: str, options: dict[str, bool | int | str]) -> Any:
    """Return the rules of a sheet's code with some values changed."""
    try:
        rules = sheets.from_code(game, sheet)
        for name in options:
            sheets.option_of(game, name)
        return sheets.with_values(rules, options)
    except BadRules as bad:
        raise _bad_rules(bad) from None


def sheet_of(game: AnyGame, rules: Any, seats: int) -> str:
    """The code of the rules in its one form, if a deal can begin by them with so many seats."""
    try:
        game.start(rules, seats, None, next(iter(_places(game, rules, seats)), 0))
    except BadRules as bad:
        raise _bad_rules(bad) from None
    except Illegal as bad:
        raise Refusal(bad.code, bad.rule, **bad.params) from None
    return sheets.code(game, rules, to_store=True)


def _bad_rules(bad: BadRules) -> Refusal:
    """What is wrong with any sheet has a text of the table, what is wrong with a game's own one of the game."""
    return Refusal(bad.code, "PF-2", **bad.params)

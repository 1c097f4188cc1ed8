"""RT-5: deals that were played with real cards: scores, corrections, and the ledger they add up to.

A deal is scored by its game with the match that the deal before it left. So a correction can change the scores of later
deals: they are scored again, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from chieu.core import codec
from chieu.core.extras import Scored
from chieu.core.game import Illegal, Refusal
from chieu.core.options import BadRules
from chieu.core.scoring.form import Form
from chieu.core.scoring.score import read_entry, scoring_of
from chieu.games import load
from chieu.online.table.entries import match_decoder, rules_by
from chieu.online.table.ledger import member_line
from chieu.online.table.seating import host_seat, places_of
from chieu.online.table.state import EnteredDeal, TableState

DEALS_AT_MOST: Final = 500  # of a table


def playing_chairs(state: TableState) -> tuple[int, ...]:
    """Return the chairs of the people who play the next deal."""
    return tuple([number for number, chair in enumerate(state.chairs) if chair.member is not None and not chair.out])


def next_deal(state: TableState, chairs: tuple[int, ...]) -> EnteredDeal:
    """Return the next deal of these chairs, with its match, before it is entered."""
    members = [state.chairs[chair].member for chair in chairs]
    deal = EnteredDeal(
        number=len(state.entered) + 1,
        at=0,
        game=state.game.name,
        sheet=state.sheet,
        chairs=chairs,
        members=tuple([member for member in members if member is not None]),
        host=host_seat(state, chairs) if chairs else 0,
        places=places_of(state, chairs) if state.entered and state.match_chairs else None,
        entry="",
        by=0,
    )
    return _begun(state.entered[-1] if state.entered else None, deal)


def form(deal: EnteredDeal) -> Form | None:
    """Return what is asked for a deal; None if the game cannot be played by so many people."""
    game = load(deal.game)
    if len(deal.chairs) not in game.seats:
        return None
    try:
        asked: Form = scoring_of(game).form(rules_by(game.name, deal.sheet), len(deal.chairs), match(deal), deal.host)
    except (Illegal, BadRules):
        return None
    return asked


def match(deal: EnteredDeal) -> Any:
    """Return the match in which a deal is played, None if it begins one."""
    return _match(deal.game, deal.match)


def scored(before: EnteredDeal | None, deal: EnteredDeal) -> EnteredDeal:
    """Return the deal with its payoff and matches. Raise `Refusal` if it cannot be."""
    deal = _begun(before, deal)
    if deal.struck:
        return replace(deal, after=deal.match)
    score = score_of(deal)
    return replace(deal, payoff=score.payoff, after=_written(score.match))


def score_of(deal: EnteredDeal) -> Scored:
    """Return the score of a deal. Raise `Refusal` if its entry is doubtful."""
    return _score(deal.game, deal.sheet, len(deal.chairs), deal.match, deal.host, deal.entry)


def changed(deals: Sequence[EnteredDeal], deal: EnteredDeal) -> tuple[EnteredDeal, ...]:
    """Return all deals after one of them changed: it and those after it are scored again.

    Raise `Refusal` if it cannot be scored, or if a later one can no longer.
    """
    first = deal.number - 1
    after = [*deals[:first], deal, *deals[deal.number :]]
    for place in range(first, len(after)):
        try:
            again = scored(after[place - 1] if place else None, after[place])
        except Refusal as refusal:
            if place == first:
                raise
            raise Refusal("later_deal", "RT-5", deal=place + 1, code=refusal.code) from None
        if place > first and again == after[place]:  # nor does anything after it change
            break
        after[place] = again
    return tuple(after)


def ledger(deals: Sequence[EnteredDeal]) -> dict[str, int]:
    """Return the chips of each line. Those of deals that were struck out have lines too."""
    lines: dict[str, int] = {}
    for deal in deals:
        for member, chips in zip(deal.members, deal.payoff, strict=True):
            line = member_line(member)
            lines[line] = lines.get(line, 0) + (0 if deal.struck else chips)
    return lines


def last_match(deals: Sequence[EnteredDeal]) -> Any:
    """Return the match that the last deal left."""
    return _match(deals[-1].game, deals[-1].after) if deals else None


def _begun(before: EnteredDeal | None, deal: EnteredDeal) -> EnteredDeal:
    """Return the deal with the match that the deal before it left, as far as it can go on."""
    if before is None or deal.places is None or not before.after:
        return replace(deal, match="")
    game, running = load(deal.game), _match(before.game, before.after)
    if deal.places != tuple(range(len(before.chairs))):
        running = game.carry_over(running, deal.places)
    if running is not None:
        try:
            game.start(rules_by(deal.game, deal.sheet), len(deal.chairs), running, deal.host)
        except (Illegal, BadRules):  # the rules may no longer fit the match
            running = None
    return replace(deal, match=_written(running))


@lru_cache(maxsize=1024)  # decided, folded and shown: a deal is scored several times
def _score(game: str, sheet: str, seats: int, running: str, host: int, entry: str) -> Scored:
    kind = load(game)
    try:
        return scoring_of(kind).score(
            rules_by(game, sheet), seats, _match(game, running), host, read_entry(kind, msgspec.json.decode(entry))
        )
    except BadRules as bad:
        raise Refusal(bad.code, "PF-2", **bad.params) from None


def _match(game: str, text: str) -> Any:
    return match_decoder(game).decode(text) if text else None


def _written(running: Any) -> str:
    return "" if running is None else codec.encode(running).decode()

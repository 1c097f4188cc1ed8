"""OD-6: a finished deal under another sheet."""

from __future__ import annotations

import pytest

import chieu
from chieu import odds
from chieu.core import records
from chieu.core.deal import Deal
from chieu.core.records import Record
from chieu.core.run import Move
from chieu.games import all_games, load
from chieu.odds import phrasing
from chieu.odds.estimating import Lab
from chieu.odds.sampling import play_deal, starting


def played(game: str, sheet: str, moves: list[str], cards: str, seats: int = 2) -> Record:
    """Return the record of a deal with fixed cards and moves."""
    deal = chieu.deal(game, sheet, seats=seats, cards=cards)
    for move in moves:
        deal.play(move)
    return record_of(deal)


def record_of(deal: Deal) -> Record:
    (record,) = records.read(all_games(), records.write(deal).splitlines())
    return record


def by_bots(name: str) -> Record:
    """Return the record of a deal of three usual bots by the first preset."""
    game = load(name)
    table, moves = Lab(game, seats=3).table, list[Move]()
    rules = next(iter(game.presets.values()))
    play_deal(game, rules, table, 4, moves)
    match, host = starting(game, rules, 3, 4)
    return record_of(Deal(game, rules, 3, match=match, host=host, moves=tuple(moves)))


# Player, dealer, player, dealer: the player has 18 of 10 and 8, the dealer 16 of 9 and 7.
STANDS = played("xidach", "room", ["stand", "stand"], "10S 9H 8D 7C 2D 2C")
XI_BANG = played("xidach", "room", [], "AS 9H AD 7C")


def test_od_6_only_payments_change() -> None:
    found = odds.same_deal(XI_BANG, "room~pb3")
    assert (found.why, found.bot, found.moves, found.other_moves) == ("same", "", (), ())
    assert (found.payoff, found.other_payoff) == ((-1, 1), (-3, 3))
    assert (found.before, found.after, found.step) == ("room", "room~pb3", len(XI_BANG.moves))
    said = phrasing.same_deal(found, "en")
    assert said == "By room~pb3 every move is the same, but the payments differ: Seat 1 -1 → -3, Seat 2 +1 → +3."


def test_od_6_nothing_changes() -> None:
    found = odds.same_deal(STANDS, "room~pb3")
    assert found.why == "same"
    assert found.payoff == found.other_payoff == STANDS.result
    assert phrasing.same_deal(found, "en") == "By room~pb3 every move is the same and every seat wins the same."


def test_od_6_the_bot_plays_on_from_an_illegal_move() -> None:
    found = odds.same_deal(STANDS, "room~mi19~pd19")
    assert (found.why, found.step, found.bot) == ("illegal", 1, "heuristic")
    assert [(move.seat, move.action) for move in found.moves] == [(1, "stand"), (0, "stand")]
    assert (found.other_moves[0].seat, found.other_moves[0].action) == (1, "draw"), "18 must draw"
    assert sum(found.other_payoff) == 0
    assert odds.same_deal(STANDS, "room~mi19~pd19") == found


def test_od_6_the_same_sheet_gives_the_same_deal() -> None:
    for name in ("xidach", "big2", "rummy", "niuniu"):
        record = by_bots(name)
        found = odds.same_deal(record, record.rules)
        assert (found.why, found.step, found.payoff) == ("same", len(record.moves), found.other_payoff), name


def test_od_6_a_deal_that_cannot_start_is_refused() -> None:
    with pytest.raises(odds.NotSameCards, match="~ro1"):
        odds.same_deal(by_bots("rummy"), "seven-rounds~ro1")  # it is the second round


@pytest.mark.parametrize(
    ("sheet", "stakes", "other"), [("vipgame", ["stake 84"], "vipgame~sm60"), ("room", [], "vipgame")]
)
def test_od_6_a_stake_that_differs_keeps_the_cards(sheet: str, stakes: list[str], other: str) -> None:
    """In Xì Dách the stakes come before the cards."""
    record = played("xidach", sheet, [*stakes], "AS 9H AD 7C")  # the player has Xì Bàng and wins at once
    found = odds.same_deal(record, other)
    assert (found.why, found.step) == ("illegal", 0)
    assert found.other_payoff[1] > 0, "the same cards: Xì Bàng again"

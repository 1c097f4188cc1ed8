"""PF-47: the scorebook of an evening: results with outcomes, streaks and best hands."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from chieu.core import codec
from chieu.core.cards import parse
from chieu.core.game import AnyGame
from chieu.core.outcome import Hand, Outcome, Phrase
from chieu.core.rng import Rng
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games
from chieu.online.history import scorebook
from chieu.online.history.scorebook import Scorebook, ScorebookDeal, Standing, book_deal, standings
from chieu.online.protocol import commands
from chieu.online.protocol.views import LedgerLine
from chieu.online.server.api.evenings import score_sheet
from chieu.online.table.entries import AnyEntry, Ended, Started
from tests.online.table.sitting import Sitting

GAMES = list(all_games().values())


def deals_of(sitting: Sitting) -> list[ScorebookDeal]:
    """Return all deals of the scorebook, made from the log."""
    deals, span = [], list[AnyEntry]()
    for entry in sitting.log:
        span = [entry] if isinstance(entry.event, Started) else [*span, entry]
        if isinstance(entry.event, Ended) and (deal := book_deal(span)) is not None:
            deals.append(deal)
    return deals


def evening(sitting: Sitting) -> Scorebook:
    return scorebook.served(scorebook.current(sitting.state, 5, deals_of(sitting)))


def played(game: str, deals: int, people: int = 3) -> Sitting:
    sitting = Sitting(game, people, people)
    for number in range(deals):
        sitting.start()
        sitting.play_on(Rng(number))
    return sitting


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_pf_47_every_deal_has_its_result_and_outcome(game: AnyGame) -> None:
    sitting = played(game.name, 3)
    book = evening(sitting)
    assert [deal.deal for deal in book.deals] == [1, 2, 3]
    totals = Counter[int]()
    for deal in book.deals:
        for account, chips in zip(deal.accounts, deal.payoff, strict=True):
            totals[account] += chips
        teller = Phraser(game, "en", list(deal.names))
        assert deal.outcome is not None, "nothing says how it ended"
        assert deal.outcome.payoff(len(deal.payoff)) == deal.payoff
        sentences = teller.outcome(deal.outcome)
        assert sentences
        assert all(sentences)
    assert [line.chips for line in book.ledger] == [totals[place] for place in range(len(book.ledger))]


def test_pf_47_account_stays_when_a_person_is_renamed() -> None:
    sitting = played("xidach", 1)
    sitting.must("g1", commands.Join, name="Hoa the Great")
    sitting.start()
    sitting.play_on(Rng(7))
    book = evening(sitting)
    place = next(place for place, line in enumerate(book.ledger) if line.name == "Hoa the Great")
    assert [deal.accounts[1] for deal in book.deals] == [place, place]
    assert book.deals[0].names[1] != book.deals[1].names[1]
    assert book.standings[place].deals == 2


def test_pf_47_person_sitting_out_has_no_result() -> None:
    sitting = Sitting("xidach", 3, 3)
    sitting.must("g2", commands.SitOut, seat=2)
    sitting.start()
    sitting.play_on(Rng(1))
    book = evening(sitting)
    (deal,) = book.deals
    assert (deal.chairs, len(deal.payoff)) == ((0, 1), 2)
    assert [book.ledger[account].member for account in deal.accounts] == [0, 1]


def test_pf_47_streaks_count_consecutive_deals() -> None:
    results = [3, 1, -2, 0, 4, 2, 1, -1, -5]
    table = standings([((0, 1), (result, -result)) for result in results], 2)
    assert table[0] == Standing(deals=9, won=5, lost=3, best=4, worst=-5, streak=3, run=-2)
    assert table[1] == Standing(deals=9, won=3, lost=5, best=5, worst=-4, streak=2, run=2)
    assert standings([((0, 0), (5, -2))], 1)[0].best == 3, "two seats of one line"


def test_pf_47_rarest_hands_come_first() -> None:
    hands = [("xi_dach", 1), ("xi_bang", 3), ("du", 0), ("xi_dach", 1), ("ngu_linh", 2)]
    names, even = ("Lan", "Minh"), (0, 0)
    deals = [
        ScorebookDeal(
            number, 0, "xidach", "room", names, even, accounts=(0, 1), outcome=Outcome((hand_of(word, rank),), ())
        )
        for number, (word, rank) in enumerate(hands, start=1)
    ]
    shown = scorebook.served(
        Scorebook("t", "xidach", "room", 0, 0, 5, tuple(deals), (LedgerLine("Lan", 0), LedgerLine("Minh", 0)))
    )
    assert [(moment.deal, moment.hand.called.params["name"], moment.account) for moment in shown.moments] == [
        (2, "xi_bang", 1),
        (5, "ngu_linh", 1),
        (1, "xi_dach", 1),
        (4, "xi_dach", 1),
    ]


def hand_of(name: str, rare: int) -> Hand:
    return Hand(1, parse("AS AH"), Phrase("special", params={"name": name}), rare=rare)


def test_pf_47_scorebook_survives_the_archive() -> None:
    sitting = played("niuniu", 2)
    stored = scorebook.keep(sitting.state, 5, 99, deals_of(sitting))
    again = scorebook.read(scorebook.write(stored))
    assert codec.encode(replace(scorebook.served(again.book), retired=0)) == codec.encode(evening(sitting))
    assert "Guest 1" not in scorebook.write(scorebook.without(again, "g1") or again).decode()


@pytest.mark.anyio
async def test_pf_47_score_sheet_opens_in_a_spreadsheet() -> None:
    sitting = Sitting("xidach", 3, 2)
    sitting.must("g0", commands.Join, name="＝1+1")
    sitting.must("g1", commands.Join, name="=1+1")
    sitting.must("g0", commands.SetBot, seat=2, level="heuristic")
    for number in range(3):
        sitting.start()
        sitting.play_on(Rng(number))
    book = evening(sitting)
    text = await sheet_of(book, "en")
    assert text.startswith("\ufeffDeal,")
    head, *lines = list(csv.reader(text.removeprefix("\ufeff").splitlines()))
    assert head[4:6] == ["'＝1+1", "'=1+1 2"], "neither is reckoned, and they look the same"
    assert len(head) == 4 + 2 * len(book.ledger)
    assert [line[0] for line in lines] == ["1", "2", "3"]
    assert [int(cell) for cell in lines[-1][-len(book.ledger) :]] == [line.chips for line in book.ledger]
    assert await sheet_of(book, "vi") != text != await sheet_of(book, "zh")


async def sheet_of(shown: Scorebook, lang: Lang) -> str:
    async def deals() -> AsyncIterator[ScorebookDeal]:
        for deal in shown.deals:
            yield deal

    return "".join([line async for line in score_sheet(shown, deals(), lang)])

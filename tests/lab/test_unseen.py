"""What a game promises that brings `unseen` along, so that advice can be reckoned instead of sampled."""

from __future__ import annotations

import pytest

from chieu.bots import bot_of, usual_bot
from chieu.core import run
from chieu.core.cards import Card, Cards
from chieu.core.luck import Luck
from tests.lab.deals import moments, some, whole
from tests.playing import Table, all_tables

TABLES = [table for table in all_tables() if table.game.unseen is not None]


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_only_unseen_cards_that_come_into_play_matter(table: Table) -> None:
    game, luck = table.game, Luck(5)
    unseen = game.unseen
    assert unseen is not None
    found = [(seat, deal) for seat, deal in moments(game, whole(table, 3)) if game.orders(deal.state)]
    for seat, deal in some(found, 4, luck):
        state = deal.state
        (order,) = game.orders(state)
        places = unseen.places(state, seat)
        assert unseen.arranged(state, order) == state
        assert unseen.fits(state, seat)
        other = game.resample(state, seat, luck.shuffled)
        assert unseen.arranged(state, game.orders(other)[0]) == other
        assert {place for place in range(52) if order[place] != game.orders(other)[0][place]} <= set(places)
        end = to_the_end(table, state)
        used = unseen.used(end)
        later = [place for place in places if place >= used]
        again = unseen.arranged(state, with_cards(order, later, luck.shuffled(tuple(order[place] for place in later))))
        assert game.payoff(to_the_end(table, again)) == game.payoff(end)


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_cards_of_the_same_worth_change_places_and_nothing_else(table: Table) -> None:
    game, luck = table.game, Luck(6)
    unseen = game.unseen
    assert unseen is not None
    found = [(seat, deal) for seat, deal in moments(game, whole(table, 4)) if game.orders(deal.state)]
    for seat, deal in some(found, 4, luck):
        state = deal.state
        (order,) = game.orders(state)
        places = unseen.places(state, seat)
        alike: dict[int, list[Card]] = {}
        for card in luck.shuffled(tuple(order[place] for place in places)):
            alike.setdefault(unseen.worth(card), []).append(card)
        swapped = tuple(alike[unseen.worth(order[place])].pop() for place in places)
        other = unseen.arranged(state, with_cards(order, list(places), swapped))
        assert unseen.fits(other, seat)
        assert unseen.memo_key(other) == unseen.memo_key(state)
        assert game.payoff(to_the_end(table, other)) == game.payoff(to_the_end(table, state))


def with_cards(order: Cards, places: list[int], cards: Cards) -> Cards:
    whole_order = list(order)
    for place, card in zip(places, cards, strict=True):
        whole_order[place] = card
    return tuple(whole_order)


def to_the_end(table: Table, state: object) -> object:
    make = bot_of(table.game, usual_bot(table.game))
    bots = [make(table.rules, seat, Luck(1, seat)) for seat in range(table.seats)]
    return run.play_on(table.game, table.rules, state, bots, Luck(2).shuffled)

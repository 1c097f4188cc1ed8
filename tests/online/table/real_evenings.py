"""Evenings with real cards: a table with people without phones, and a model of its scores beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from chieu.core.game import Illegal, Refusal
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.core.scoring.score import score
from chieu.games import load
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Answer, Done, Refused
from chieu.online.protocol.views import RealTable
from chieu.online.table.entries import rules_by
from tests.online.table.sitting import Sitting
from tests.real_cards import random_entry

NAMES = ("Minh", "Hoa", "Tí")
GAMES = {
    "xidach": ("room", "vipgame"),
    "big2": ("lawrence", "hong_kong"),
    "niuniu": ("custom", "auction"),
    "rummy": ("seven-rounds",),
}


def real_table(game: str = "xidach", seats: int = 4, names: tuple[str, ...] = NAMES, **fields: Any) -> Sitting:
    return Sitting(game, seats, real=True, names=names, **fields)


def real_of(table: Sitting, guest: str | None = None) -> RealTable:
    real = table.whole(guest).table.real
    assert real is not None
    return real


def enter(table: Sitting, entry: Any, guest: str = "g0", **fields: Any) -> Answer:
    """Enter the next deal for everybody who plays."""
    real = real_of(table)
    given = {"deal": real.deal, "game": table.state.game.name, "sheet": table.state.sheet, "chairs": real.chairs}
    return table.do(guest, commands.Enter, entry=entry, **{**given, **fields})


def hands(*kinds: str, dealer: int = 0) -> dict[str, Any]:
    """Return an entry of Xì Dách by kinds of hands."""
    return {"dealer": dealer, "lines": [{"hand": kind} for kind in kinds]}


def refused(answer: Answer) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


@dataclass
class ModelDeal:
    """A deal in the model: who played what, and whether it counts."""

    game: str
    sheet: str
    chairs: tuple[int, ...]
    people: list[int]
    host: int
    entry: Any
    new_match: bool
    struck: bool = False


class Model:
    """The scores of an evening, added up anew after every change by the library's own scoring."""

    def __init__(self) -> None:
        self.deals: list[ModelDeal] = []

    def payoffs(self) -> list[tuple[int, ...] | None]:
        """Return the payoff of every deal, None if it is struck out. Raise `Refusal` if one cannot be scored."""
        out: list[tuple[int, ...] | None] = []
        match: Any = None
        before: ModelDeal | None = None
        for deal in self.deals:
            game, rules, seats = load(deal.game), rules_by(deal.game, deal.sheet), len(deal.people)
            if deal.new_match or before is None:
                match = None
            elif match is not None and (before.people, before.chairs) != (deal.people, deal.chairs):
                match = game.carry_over(match, self._places(before, deal))
            if match is not None:
                try:
                    game.start(rules, seats, match, deal.host)
                except (Illegal, BadRules):
                    match = None
            if deal.struck:
                out.append(None)
            else:
                scored = score(game, deal.entry, rules, seats=seats, match=match, host=deal.host)
                out.append(scored.payoff)
                match = scored.match
            before = deal
        return out

    def _places(self, before: ModelDeal, deal: ModelDeal) -> tuple[int | None, ...]:
        places: list[int | None] = []
        for chair, person in zip(deal.chairs, deal.people, strict=True):
            if person in before.people:
                places.append(before.people.index(person))
            elif chair in before.chairs and before.people[before.chairs.index(chair)] not in deal.people:
                places.append(before.chairs.index(chair))
            else:
                places.append(None)
        return tuple(places)

    def ledger(self) -> dict[str, int]:
        chips: Counter[str] = Counter()
        for deal, payoff in zip(self.deals, self.payoffs(), strict=True):
            for seat, person in enumerate(deal.people):
                chips[f"member {person}"] += 0 if payoff is None else payoff[seat]
        return dict(chips)


class Evening:
    """A random evening: people enter, correct, strike out, change the game, sit out, come and go."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.table = real_table(self.rng.pick(list(GAMES)), enterers="all")
        self.model = Model()
        self.broken = False  # a new match begins with the next deal
        self.guests = ["g0"]
        self.counts: Counter[str] = Counter()

    def step(self) -> None:
        acts = (
            *[self.enter] * 8,
            *[self.correct] * 3,
            *[self.strike] * 2,
            self.change,
            self.sit,
            self.claim,
            self.people,
        )
        act = self.rng.pick(acts)
        self.counts[act.__name__] += isinstance(act(), Done)

    def check(self) -> None:
        state = self.table.state
        assert state.ledger == self.model.ledger(), "the ledger is the sum of the deals that are not struck out"
        assert sum(state.ledger.values()) == 0
        scores = [None if deal.struck else deal.payoff for deal in state.entered]
        assert scores == self.model.payoffs()

    def enter(self) -> Answer | None:
        real, state = real_of(self.table), self.table.state
        if real.form is None:
            return None
        entry = random_entry(state.game.name, state.sheet, len(real.chairs), real.match, real.host, self.rng)
        assert entry is not None
        members = [state.chairs[chair].member for chair in real.chairs]
        people = [member for member in members if member is not None]
        answer = enter(self.table, entry, self.rng.pick(self.guests))
        assert isinstance(answer, Done), answer
        deal = ModelDeal(state.game.name, state.sheet, real.chairs, people, real.host, entry, self.broken)
        self.broken = False
        self.model.deals.append(deal)
        return answer

    def correct(self) -> Answer | None:
        if not self.model.deals:
            return None
        number = self.rng.below(len(self.model.deals))
        deal, stored = self.model.deals[number], self.table.state.entered[number]
        entry = random_entry(deal.game, deal.sheet, len(deal.people), None, deal.host, self.rng)
        before = (deal.entry, deal.struck)
        deal.entry, deal.struck = entry, False
        answer = self.table.do(self.rng.pick(self.guests), commands.Correct, deal=stored.number, entry=entry)
        return self._same(answer, deal, before)

    def strike(self) -> Answer | None:
        if not self.model.deals:
            return None
        number = self.rng.below(len(self.model.deals))
        deal = self.model.deals[number]
        before, deal.struck = (deal.entry, deal.struck), True
        return self._same(self.table.do("g0", commands.StrikeOut, deal=number + 1), deal, before)

    def _same(self, answer: Answer, deal: ModelDeal, before: tuple[Any, bool]) -> Answer:
        """Check that the table refused exactly what cannot be scored."""
        try:
            self.model.payoffs()
            possible = True
        except Refusal:
            possible = False
        if isinstance(answer, Done):
            assert possible
        else:
            assert not possible or refused(answer) == "no_change"
            deal.entry, deal.struck = before
        return answer

    def change(self) -> Answer:
        game = self.rng.pick(list(GAMES))
        sheet = self.rng.pick(GAMES[game])
        state = self.table.state
        answer = self.table.do("g0", commands.Change, game=game, sheet=sheet, seats=len(state.chairs), end_match=True)
        if isinstance(answer, Done) and game != state.game.name:
            self.broken = True
        return answer

    def sit(self) -> Answer:
        chair = self.rng.below(len(self.table.state.chairs))
        out = self.table.state.chairs[chair].out
        return self.table.do("g0", commands.SitIn if out else commands.SitOut, seat=chair)

    def claim(self) -> Answer | None:
        unclaimed = real_of(self.table).unclaimed
        if not unclaimed:
            return None
        guest = f"g{len(self.guests)}"
        answer = self.table.do(guest, commands.Claim, member=self.rng.pick(unclaimed)[0])
        assert isinstance(answer, Done)
        self.guests.append(guest)
        return answer

    def people(self) -> Answer:
        """Somebody gets up, or somebody sits down in an empty chair: a new person, or one who got up."""
        chairs = self.table.state.chairs
        chair = self.rng.below(len(chairs))
        if chairs[chair].member is None:
            sitters = {other.member for other in chairs}
            standing = [member for member, _ in real_of(self.table).unclaimed if member not in sitters]
            if standing and self.rng.below(2):
                return self.table.do("g0", commands.PutPerson, seat=chair, member=self.rng.pick(standing))
            return self.table.do("g0", commands.PutPerson, seat=chair, name=f"Newcomer {self.table.count}")
        return self.table.do("g0", commands.Free, seat=chair)

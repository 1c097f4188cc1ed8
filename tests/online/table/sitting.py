"""A table driven by hand: commands go in one after the other, the log and every answer are kept."""

from __future__ import annotations

from typing import Any

from chieu.core.game import AnyGame
from chieu.core.rng import Rng
from chieu.fairness import card_order, manifest
from chieu.games import load
from chieu.online.history.recording import record
from chieu.online.protocol import commands, wire
from chieu.online.protocol import views as table_view
from chieu.online.protocol.answers import Answer, Done
from chieu.online.protocol.commands import AnyCommand, OpenTable
from chieu.online.protocol.messages import TurnClock
from chieu.online.storage.memory import SeededEntropy
from chieu.online.table import decide, entries, fold, project
from chieu.online.table.draft import Fresh
from chieu.online.table.entries import AnyEntry
from chieu.online.table.opening import open_table
from chieu.online.table.seating import member_of, played_for, plays_from
from chieu.online.table.state import TableDeal, TableState
from chieu.online.table.turns import deadline

SECRET = bytes(range(32))


def fresh(house: str = "house-1", seed: int = 1) -> Fresh:
    """What a house draws, the same in every run of a test."""
    return Fresh(SeededEntropy(seed).draw, house)


class Sitting:
    """Guests are `g0` (who opened the table), `g1`, ... Each command gets an id and the latest number by itself."""

    def __init__(
        self,
        game: str = "xidach",
        seats: int = 4,
        people: int = 1,
        sheet: str = "",
        bots: tuple[str, ...] = (),
        clock: TurnClock | None = None,
        pace: int = 0,
        **fields: Any,
    ) -> None:
        order = OpenTable(game=game, name="Lan", seats=seats, sheet=sheet, bots=bots, clock=clock, pace=pace, **fields)
        self.now = 1_000_000
        self.log: list[AnyEntry] = []
        self.count = 0
        self.fresh = fresh()
        written, self.state = open_table(order, "g0", "table-1", SECRET, self.now, self.fresh)
        self.log += written
        for number in range(1, people):
            if number in self.game.closed(self.state.rules, seats):
                continue  # the house's
            self.must(f"g{number}", commands.Join, name=f"Guest {number}")
            self.must(f"g{number}", commands.Sit, seat=number)

    @property
    def game(self) -> AnyGame:
        return self.state.game

    @property
    def deal(self) -> TableDeal:
        assert self.state.deal is not None
        return self.state.deal

    def phase(self) -> str:
        return self.state.phase

    def send(self, guest: str, command: AnyCommand) -> Answer:
        """A command as it is, and its answer."""
        outcome = decide.decide(self.state, guest, command, self.now, self.fresh)
        self.log += outcome.entries
        self.state = outcome.state
        assert outcome.answer is not None
        return outcome.answer

    def do(self, guest: str, kind: type[Any], **fields: Any) -> Answer:
        """A fresh command, made for the latest number unless told otherwise."""
        self.count += 1
        return self.send(guest, kind(**{"id": f"c{self.count}", "seq": self.state.seq, **fields}))

    def must(self, guest: str, kind: type[Any], **fields: Any) -> Done:
        answer = self.do(guest, kind, **fields)
        assert isinstance(answer, Done), answer
        return answer

    def act(self, seat: int, action: Any, **fields: Any) -> Answer:
        """An action of the person in a seat."""
        return self.do(self.guest_in(seat), commands.Act, action=action, **fields)

    def guest_in(self, seat: int) -> str:
        member = self.state.chairs[seat].member
        assert member is not None
        return self.state.members[member].guest

    def wait(self, milliseconds: int) -> None:
        """Time passes, and whatever is due on the way is done at its time."""
        until = self.now + milliseconds
        while (due := deadline(self.state)) is not None and due <= until:
            self.now = max(self.now, due)
            outcome = decide.tick(self.state, self.now, self.fresh)
            self.state = outcome.state
            self.log += outcome.entries
        self.now = until

    def lose(self, guest: str) -> None:
        """A guest's connection is lost, and has been for as long as it takes to believe it."""
        self.take(decide.lost(self.state, guest, self.now, self.fresh))

    def reconnect(self, guest: str) -> None:
        self.take(decide.returned(self.state, guest, self.now, self.fresh))

    def take(self, outcome: decide.Transition) -> None:
        """What a house did of itself."""
        self.log += outcome.entries
        self.state = outcome.state

    def start(self) -> None:
        """The host deals. In some games such a deal can be over at once."""
        self.must("g0", commands.DealNow)

    def play_on(self, rng: Rng, moves: int = 10_000) -> int:
        """People play at random until the deal is over, or so many moves long; how many there were."""
        for played in range(moves):
            if self.state.phase != "playing":
                return played
            present = [seat for seat in self.deal.waiting if not played_for(self.state.chairs[seat])]
            if not present:
                self.wait((deadline(self.state) or self.now) - self.now)
                continue
            seat = rng.pick(present)
            assert isinstance(self.act(seat, rng.pick(self.game.legal(self.deal.state, seat))), Done)
        return moves

    def commit(self, guest: str, contribution: str, **fields: Any) -> Answer:
        shuffle = self.state.shuffle
        commitment = card_order.contribution_commitment(self.state.id, shuffle.deal, shuffle.attempt, contribution)
        where = {"deal": shuffle.deal, "attempt": shuffle.attempt, "commitment": commitment, "protocol": 1}
        return self.do(guest, commands.Commit, **{**where, **fields})

    def reveal(self, guest: str, contribution: str, **fields: Any) -> Answer:
        shuffle = self.state.shuffle
        where = {"deal": shuffle.deal, "attempt": shuffle.attempt, "freeze": manifest.digest(shuffle.freeze)}
        return self.do(guest, commands.Reveal, contribution=contribution, **{**where, **fields})

    def whole(self, guest: str | None) -> table_view.View[Any, Any, Any]:
        return project.whole(self.state, guest, self.now)

    def told(self, guest: str | None, seen: int) -> bytes:
        """What a guest is sent who has seen everything up to a number."""
        if not project.can_catch_up(self.state, guest, seen):
            return wire.write(self.whole(guest))
        seat = plays_from(self.state, member_of(self.state, guest))
        return wire.write(project.update(self.state, seat, seen, self.now))

    def happened(self, since: int) -> list[Any]:
        """What everybody was told since a number."""
        return list(project.update(self.state, None, since, self.now).happened)

    def record(self, deal: int) -> str:
        started = [place for place, one in enumerate(self.log) if isinstance(one, entries.Started) and one.deal == deal]
        ended = [place for place, one in enumerate(self.log) if isinstance(one, entries.Ended)]
        return record(self.game, self.log[started[-1] : ended[deal - 1] + 1])

    def check(self) -> None:
        """The log, written and read back, folds to the very same state."""
        assert len(self.log) == self.state.seq
        assert refold(self.log) == self.state


def refold(log: list[AnyEntry]) -> TableState | None:
    """The state from what the log would keep."""
    raw = [entries.write(entry) for entry in log]
    game = entries.game_of(raw[0])
    return fold.fold_all(entries.read(game, one) for one in raw)


def xidach(name: str, *fields: Any) -> Any:
    """An action of the game that most of these tests play, by its tag."""
    kinds = {str(kind.__struct_config__.tag): kind for kind in load("xidach").actions}
    return kinds[name](*fields)

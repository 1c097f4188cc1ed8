"""A table driven by a test: it sends commands one by one and keeps the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from chieu.core.game import AnyGame
from chieu.core.rng import Rng
from chieu.fairness import card_order
from chieu.fairness.card_order import Proof
from chieu.fairness.manifest import manifest_hash
from chieu.games import load
from chieu.online.history.replay import record
from chieu.online.protocol import commands, wire
from chieu.online.protocol import views as table_view
from chieu.online.protocol.answers import Answer, Done
from chieu.online.protocol.commands import AnyCommand, OpenTable
from chieu.online.protocol.fields import TurnClock
from chieu.online.table import decide, entries, project
from chieu.online.table.entries import AnyEntry, AnyEvent
from chieu.online.table.fold import Fresh, Transaction, fold
from chieu.online.table.opening import open_table
from chieu.online.table.seating import member_of, played_for, plays_from
from chieu.online.table.state import TableDeal, TableState
from chieu.online.table.turns import deadline, onward
from tests.online.storage.memory import SeededEntropy

SECRET = bytes(range(32))


def fresh(node: str = "node-1", seed: int = 1) -> Fresh:
    """Return the randomness of a node, the same in every run."""
    return Fresh(SeededEntropy(seed).draw, node)


class Sitting:
    """A table in memory. Guests are `g0` (the creator), `g1` and so on.

    Each command gets an id, and the latest number unless the test gives another.
    """

    def __init__(
        self,
        game: str = "xidach",
        seats: int = 4,
        people: int = 1,
        sheet: str = "",
        bots: tuple[str, ...] = (),
        clock: TurnClock | None = None,
        pace: int = 0,
        seed: int = 1,
        **fields: Any,
    ) -> None:
        order = OpenTable(game=game, name="Lan", seats=seats, sheet=sheet, bots=bots, clock=clock, pace=pace, **fields)
        self.now = 1_000_000
        self.log: list[AnyEntry] = []
        self.count = 0
        self.fresh = fresh(seed=seed)
        opening = open_table(order, "g0", "table-1", SECRET, self.now, self.fresh)
        self.state = opening.state
        self.log += opening.entries
        for number in range(1, people):
            if number in self.game.closed(self.state.rules, seats):
                continue  # a seat of the house
            self.must(f"g{number}", commands.Join, name=f"Guest {number}")
            self.must(f"g{number}", commands.Sit, seat=number)

    @property
    def game(self) -> AnyGame:
        return self.state.game

    @property
    def deal(self) -> TableDeal:
        assert self.state.deal is not None
        return self.state.deal

    @property
    def proof(self) -> Proof:
        """The proof of the deal's shuffle."""
        assert self.deal.proof is not None
        return self.deal.proof

    def phase(self) -> str:
        return self.state.phase

    def send(self, guest: str, command: AnyCommand) -> Answer:
        """Send a command unchanged and return its answer."""
        answer = self.take(decide.decide, guest, command).answer
        assert answer is not None
        return answer

    def do(self, guest: str, kind: type[Any], **fields: Any) -> Answer:
        """Send a new command, made for the latest number unless given."""
        self.count += 1
        return self.send(guest, kind(**{"id": f"c{self.count}", "seq": self.state.seq, **fields}))

    def must(self, guest: str, kind: type[Any], **fields: Any) -> Done:
        answer = self.do(guest, kind, **fields)
        assert isinstance(answer, Done), answer
        return answer

    def act(self, seat: int, action: Any, **fields: Any) -> Answer:
        """Play an action for the person in a seat."""
        return self.do(self.guest_in(self.deal.chairs[seat]), commands.Act, action=action, **fields)

    def guest_in(self, chair: int) -> str:
        member = self.state.chairs[chair].member
        assert member is not None
        return self.state.members[member].guest

    def wait(self, milliseconds: int) -> None:
        """Let time pass, and do everything at its deadline on the way."""
        until = self.now + milliseconds
        while (due := deadline(self.state)) is not None and due <= until:
            self.now = max(self.now, due)
            self.take(onward)
        self.now = until

    def lose(self, guest: str) -> None:
        """Disconnect a guest for long enough that the table knows."""
        self.take(decide.lost, guest)

    def reconnect(self, guest: str) -> None:
        self.take(decide.returned, guest)

    def decided(self, decision: Callable[..., None], *about: Any, fresh: Fresh | None = None) -> Transaction:
        """Return the transaction of a decision, without taking it."""
        transaction = Transaction(self.state, self.now, fresh or self.fresh)
        decision(transaction, *about)
        return transaction

    def take(self, decision: Callable[..., None], *about: Any, fresh: Fresh | None = None) -> Transaction:
        """Take a decision: append its entries and move to the state after them."""
        transaction = self.decided(decision, *about, fresh=fresh)
        self.log += transaction.entries
        self.state = transaction.state
        return transaction

    def start(self) -> None:
        """Let the host deal. In some games such a deal can end at once."""
        self.must("g0", commands.DealNow)

    def play_on(self, rng: Rng, moves: int = 10_000) -> int:
        """Play at random until the deal ends or `moves` were made. Return the number of moves."""
        for played in range(moves):
            if self.state.phase != "playing":
                return played
            present = [seat for seat in self.deal.to_act if not played_for(self.state.chairs[self.deal.chairs[seat]])]
            if not present:
                self.wait((deadline(self.state) or self.now) - self.now)
                continue
            seat = rng.pick(present)
            assert isinstance(self.act(seat, rng.pick(self.deal.game.legal(self.deal.state, seat))), Done)
        return moves

    def commit(self, guest: str, contribution: str, **fields: Any) -> Answer:
        shuffle = self.state.shuffle
        commitment = card_order.contribution_commitment(self.state.id, shuffle.deal, shuffle.attempt, contribution)
        where = {"deal": shuffle.deal, "attempt": shuffle.attempt, "commitment": commitment, "protocol": 1}
        return self.do(guest, commands.Commit, **{**where, **fields})

    def reveal(self, guest: str, contribution: str, **fields: Any) -> Answer:
        shuffle = self.state.shuffle
        where = {"deal": shuffle.deal, "attempt": shuffle.attempt, "manifest": manifest_hash(shuffle.manifest)}
        return self.do(guest, commands.Reveal, contribution=contribution, **{**where, **fields})

    def whole(self, guest: str | None) -> table_view.View[Any, Any, Any]:
        return project.full_view(self.state, guest, self.now)

    def sent(self, guest: str | None, seen: int) -> bytes:
        """Return the message for a guest who has seen everything up to a number."""
        if not project.can_catch_up(self.state, guest, seen):
            return wire.write(self.whole(guest))
        seat = plays_from(self.state, member_of(self.state, guest))
        return wire.write(project.update(self.state, seat, seen, self.now))

    def happened(self, since: int) -> list[Any]:
        """Return the announcements since a number."""
        return list(project.update(self.state, None, since, self.now).happened)

    @property
    def events(self) -> list[AnyEvent]:
        """The events of the log."""
        return [entry.event for entry in self.log]

    def record(self, deal: int) -> str:
        events = list(enumerate(self.events))
        started = [place for place, event in events if isinstance(event, entries.Started) and event.deal == deal]
        ended = [place for place, event in events[started[-1] :] if isinstance(event, entries.Ended)]
        return record(self.log[started[-1] : ended[0] + 1])

    def check(self) -> None:
        """Check that the log, serialized and read back, folds to the same state."""
        assert len(self.log) == self.state.seq
        assert refold(self.log) == self.state


def refold(log: list[AnyEntry]) -> TableState | None:
    """Serialize the log, read it back and fold it."""
    raw = [entries.write(entry) for entry in log]
    return fold_all(entries.read_all(raw))


def fold_all(log: Iterable[AnyEntry], state: TableState | None = None) -> TableState | None:
    """Return the state after replaying entries, from the start or from a given state."""
    for entry in log:
        state = fold(state, entry)
    return state


def xidach(name: str, *fields: Any) -> Any:
    """Return an action of Xì Dách by its tag."""
    kinds = {str(kind.__struct_config__.tag): kind for kind in load("xidach").actions}
    return kinds[name](*fields)

"""A deal as an object: who is to act, what they may do, do it, undo it.

    >>> import chieu
    >>> deal = chieu.deal("xidach", seats=2, cards="10S 9H 5D 8C")  # player, dealer, player, dealer
    >>> deal.to_act
    (1,)
    >>> deal.legal()
    (Draw(),)
    >>> deal.play("draw")  # public, but only seat 1 sees the card
    (Event(fact=Drawn(seat=1, cards=()), secret=((1, Drawn(seat=1, cards=(4D,))),), clears=False),)

It wraps the pure functions of `chieu.core.game.Game` and adds the moves so far and the shuffler. Its type parameters
are those of `Game`: rules, state, action, view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypedDict

from chieu.core import codec, notation, records, sheets
from chieu.core.cards import Cards, parse, spell
from chieu.core.extras import Bot
from chieu.core.game import CHANCE, AnyGame, Event, Game, GameView, Illegal, Seat, Shuffle, Shuffler, Viewer
from chieu.core.registry import all_games, load
from chieu.core.rng import Rng
from chieu.core.run import Move, Step, play_on, replay

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # Defaults, so that `Deal` alone is a deal of any game. At run time only Python 3.13 has them.
    R = TypeVar("R", default=Any)  # rules
    S = TypeVar("S", default=Any)  # state
    A = TypeVar("A", default=Any)  # action
    V = TypeVar("V", bound=GameView, default=Any)  # view
else:
    from chieu.core.game import A, R, S, V

_SEPARATOR: Final = " | "


class NoSuchDeal(ValueError):
    """A text that does not describe a deal, or a deal that cannot exist."""


class Deal(Generic[R, S, A, V]):
    """A deal of a game: its start, every move so far, and the current state.

    `shuffle` orders the cards whenever chance is to act. Without it the caller plays each `Shuffle`. Two deals are
    equal if they have the same start and the same moves, whatever shuffles the cards to come.

    >>> from chieu import deal, load
    >>> game = load("xidach")
    >>> Deal(game, game.presets["room"], 2).to_act  # chance: the caller must play a Shuffle
    (-1,)
    >>> dealt = deal("xidach", seats=3, seed=7)
    >>> eval(repr(dealt), {"Deal": Deal}) == dealt
    True
    """

    __slots__ = ("_moves", "_states", "game", "host", "match", "rules", "seats", "shuffle")

    def __init__(
        self,
        game: Game[R, S, A, V],
        rules: R,
        seats: int,
        *,
        match: Any = None,
        host: Seat = 0,
        shuffle: Shuffler | None = None,
        moves: Sequence[Move] = (),
        state: S | None = None,
    ) -> None:
        """Start a deal and play `moves`, or skip playing them if their final `state` is given."""
        self.game = game
        self.rules = rules
        self.seats = seats
        self.match = match
        self.host = host
        self.shuffle = shuffle
        self._moves = list(moves)
        self._states = [state] if state is not None else self._all_states()
        self._play_shuffles()

    @staticmethod
    def among(
        game: Game[R, S, A, V],
        rules: R,
        bots: Sequence[Bot],
        shuffle: Shuffler,
        match: Any = None,
        host: Seat = 0,
    ) -> Deal[R, S, A, V]:
        """Play a whole deal among bots.

        Seats that act simultaneously are called in seat order and see only the facts the game shows them. Asides come
        first.
        """
        moves: list[Move] = []
        state = play_on(game, rules, game.start(rules, len(bots), match, host), bots, shuffle, moves)
        return Deal(game, rules, len(bots), match=match, host=host, moves=moves, state=state)

    @property
    def state(self) -> S:
        """The current state, a value of the game's own type."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far with its seat; shuffles are moves of `CHANCE`."""
        return tuple(self._moves)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that are to act; none if the deal is over. Several may act in any order."""
        return self.game.to_act(self.state)

    @property
    def over(self) -> bool:
        """True once the deal has ended."""
        return not self.to_act

    @property
    def payoff(self) -> tuple[int, ...] | None:
        """The chips each seat won, zero-sum; None until the deal is over."""
        return self.game.payoff(self.state) if self.over else None

    def legal(self, seat: Seat | None = None) -> tuple[A, ...]:
        """Return the legal actions of a seat, by default of the first seat to act.

        There are none if the deal is over or chance is to act.
        """
        if seat is None and self.to_act in ((), (CHANCE,)):
            return ()
        return self.game.legal(self.state, self._seat_or_first(seat))

    def view(self, viewer: Viewer = None) -> V:
        """Return what a seat may know, and nothing else; None: a spectator."""
        return self.game.view(self.state, viewer)

    def play(self, action: A | Shuffle | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Play an action or its text (`"draw"`, `"play 3D 3C"`), by default for the first seat to act.

        Return the events, including those of shuffles that follow. Raise `Illegal` and change nothing if the rules
        forbid the action.
        """
        seat = self._seat_or_first(seat)
        events = self._apply(seat, notation.read(self.game, action) if isinstance(action, str) else action)
        return events + self._play_shuffles()

    def back(self) -> Move:
        """Undo the last move of a seat and any shuffle after it. Return the move.

        If the shuffles come from a seed, playing the move again deals the same cards.
        """
        if all(seat == CHANCE for seat, _ in self._moves):
            raise IndexError("there is no move to undo")
        if len(self._states) <= len(self._moves):
            self._states = self._all_states()
        move = (CHANCE, None)
        while move[0] == CHANCE:
            move = self._moves.pop()
            self._states.pop()
            if move[0] == CHANCE and isinstance(self.shuffle, Seeded):
                self.shuffle.made -= 1
        return move

    def play_out(self, bots: Sequence[Bot]) -> None:
        """Let bots play the rest of the deal, one per seat."""
        if len(bots) != self.seats:
            raise NoSuchDeal(f"expected a bot for each of the {self.seats} seats, got {len(bots)}")
        if self.shuffle is None:
            raise NoSuchDeal("cannot play out a deal without a shuffler: set `shuffle`")
        state = play_on(self.game, self.rules, self.state, bots, self.shuffle, self._moves)
        self._states = [state]

    def next(self) -> Deal[R, S, A, V] | None:
        """Return the next deal of the match, with the same rules; None if the match is over."""
        if not self.over:
            raise NoSuchDeal("this deal is not over: there is no next one yet")
        match = self.game.match_after(self.state)
        if match is None:
            return None
        return Deal(self.game, self.rules, self.seats, match=match, host=self.host, shuffle=self._own_shuffle())

    def steps(self) -> Iterator[Step]:
        """Replay the deal: yield every move with the state and the events after it."""
        return replay(self.game, self.rules, self.seats, self.match, self._moves, self.host)

    def copy(self) -> Deal[R, S, A, V]:
        """Return an independent copy. If the shuffles come from a seed, the same cards are to come in both."""
        other = self.upto(len(self._moves), self.state)
        other.shuffle = self._own_shuffle()
        return other

    def upto(self, moves: int, state: S | None = None) -> Deal[R, S, A, V]:
        """Return the deal after its first `moves` moves, without a shuffler. `state`: its state, if known."""
        first_moves = self._moves[:moves]
        return Deal(self.game, self.rules, self.seats, match=self.match, host=self.host, moves=first_moves, state=state)

    @property
    def text(self) -> str:
        """The start and every move on one line; `Deal.from_text` parses it."""
        sheet = sheets.code(self.game, self.rules, to_store=True)
        match = codec.encode(self.match).decode()
        moves = [f"{'*' if seat == CHANCE else seat} {notation.write(action)}" for seat, action in self._moves]
        return _SEPARATOR.join([f"{self.game.name} {sheet} {self.seats} {self.host} {match}", *moves])

    @staticmethod
    def from_text(text: str) -> Deal:
        """Parse a deal from its `text`: game, sheet code, seats, host, match (`null`: none), then the moves.

        Each move starts with its seat, `*` for a shuffle. The deal has no shuffler.

        >>> Deal.from_text("xidach room 2 0 null").to_act
        (-1,)
        """
        head, *moves = text.strip().split(_SEPARATOR)
        words = head.split(" ", 4)
        if len(words) != 5 or not (words[2].isdigit() and words[3].isdigit()):
            raise NoSuchDeal(
                f"expected game, sheet, seats, host and match, as in 'xidach room 2 0 null', got {head[:60]!r}"
            )
        game = load(words[0])
        rules = sheets.from_code(game, words[1])
        match_type: Any = game.match | None
        match = codec.decoder(match_type).decode(words[4].encode())
        deal = Deal(game, rules, int(words[2]), host=int(words[3]), match=match)
        for move in moves:
            seat, _, action = move.partition(" ")
            deal.play(action, CHANCE if seat == "*" else int(seat))
        return deal

    def record(self, notes: Sequence[str] = ()) -> str:
        """Return the record of a finished deal: readable text with a checksum on each line."""
        return records.write(self, notes)

    @staticmethod
    def from_record(record: str | records.Record) -> Deal:
        """Replay a record, check every move and return its deal. `records.read` parses texts of many records.

        >>> from chieu import deal
        >>> dealt = deal("niuniu", seats=2, seed=7)
        >>> dealt.play_out([load("niuniu").extras.bots["heuristic"](dealt.rules, seat, Rng(seat)) for seat in (0, 1)])
        >>> Deal.from_record(dealt.record()).payoff == dealt.payoff
        True
        """
        parsed = _parse(record) if isinstance(record, str) else record
        start = (parsed.game, parsed.rules, parsed.seats)
        return Deal(*start, match=parsed.match, host=parsed.host, moves=parsed.moves, state=parsed.replay())

    def __str__(self) -> str:
        """The table as the first seat to act sees it; the public view if that is nobody or chance."""
        first = next(iter(self.to_act), CHANCE)
        return "\n".join(self.game.presentation.show(self.view(None if first == CHANCE else first), "en"))

    def _repr_html_(self) -> str:
        """Return the same as `str` with the cards drawn, for a notebook."""
        from chieu.pictures.drawing import in_text  # noqa: PLC0415 - only notebooks need it

        return in_text(str(self))

    def __repr__(self) -> str:
        return f"Deal.from_text({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]  # a deal is mutable

    def __reduce__(self) -> tuple[Any, ...]:
        shuffle = self.shuffle if isinstance(self.shuffle, Seeded) else None  # others may not be picklable
        played = {"match": self.match, "host": self.host, "moves": self.moves, "state": self.state}
        return _unpickle, (self.game.name, self.rules, self.seats, played, shuffle)

    def _key(self) -> tuple[Any, ...]:
        # Records of a first deal with host 0 store the default match instead of None.
        match = self.match if self.match is not None or self.host else self.game.match()
        return self.game.name, self.rules, self.seats, match, self.host, self._moves

    def _seat_or_first(self, seat: Seat | None) -> Seat:
        if seat is not None:
            return seat
        to_act = self.to_act
        if not to_act:
            raise Illegal("deal_over")
        return to_act[0]

    def _own_shuffle(self) -> Shuffler | None:
        """Return a shuffler for another deal that does not share this one's position in the seed."""
        return replace(self.shuffle) if isinstance(self.shuffle, Seeded) else self.shuffle

    def _apply(self, seat: Seat, action: Any) -> tuple[Event, ...]:
        state, events = self.game.apply(self.state, seat, action)
        self._states.append(state)
        self._moves.append((seat, action))
        return events

    def _play_shuffles(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        while self.shuffle is not None and self.to_act == (CHANCE,):
            events += self._apply(CHANCE, Shuffle(self.shuffle(self.game.to_shuffle(self.state))))
        return events

    def _all_states(self) -> list[S]:
        first = self.game.start(self.rules, self.seats, self.match, self.host)
        return [first, *(step.state for step in self.steps())]


@dataclass(slots=True)
class Seeded:
    """Shuffler with a seed. Shuffle number `made` depends only on the seed.

    `top` are the first cards of shuffle 0.
    """

    seed: int
    top: Cards = ()
    made: int = 0

    def __call__(self, cards: Cards) -> Cards:
        rng, top = Rng(self.seed, self.made), () if self.made else self.top
        if not set(top) <= set(cards) or len(set(top)) < len(top):
            raise NoSuchDeal(f"expected distinct cards of the pack to come first, got {spell(top)}")
        self.made += 1
        return (*top, *rng.shuffled(tuple(card for card in cards if card not in top) if top else cards))


def _parse(text: str) -> records.Record:
    """Parse the text of one record."""
    if "chieu-record" not in text.partition("\n")[0]:
        raise NoSuchDeal("this is not a record: expected its text, which starts with a chieu-record line")
    parsed = list(records.read(all_games(), text.splitlines()))
    if len(parsed) != 1:
        raise NoSuchDeal(f"expected one record, got {len(parsed)}: chieu.core.records.read takes many")
    return parsed[0]


def _unpickle(game: str, rules: Any, seats: int, played: dict[str, Any], shuffle: Seeded | None) -> Deal:
    deal = Deal(load(game), rules, seats, **played)
    deal.shuffle = shuffle
    return deal


class DealSettings(TypedDict, total=False):
    """Keyword arguments of `deal`."""

    seats: int | None
    seed: int
    cards: str | Cards
    host: Seat
    match: Any
    options: Mapping[str, Any] | None


def deal(
    game: str | AnyGame,
    sheet: Any = "",
    *,
    seats: int | None = None,
    seed: int = 0,
    cards: str | Cards = "",
    host: Seat = 0,
    match: Any = None,
    options: Mapping[str, Any] | None = None,
) -> Deal:
    """Start a deal shuffled with a seed: the same seed deals the same cards.

    `sheet` is the code of a rule sheet (the name of a preset is one) or the rules themselves; `options` change single
    options. `cards` come first in the first shuffle, in dealing order, and the seed orders the rest.

    >>> deal("niuniu", seats=2, seed=7) == deal("niuniu", seats=2, seed=7)
    True
    >>> deal("big2", "lawrence", options={"stop_at_first": True}, seats=4).rules.stop_at_first
    True
    """
    for name, number in (("seats", seats), ("seed", seed)):
        if not isinstance(number, int | None):
            raise TypeError(f"{name} is a whole number, not {number!r}")
    game = load(game) if isinstance(game, str) else game
    rules = sheets.resolve(game, sheet, options)
    if seats is None:
        seats = game.usual_seats
    top = parse(cards) if isinstance(cards, str) else tuple(cards)
    return Deal(game, rules, seats, match=match, host=host, shuffle=Seeded(seed, top))

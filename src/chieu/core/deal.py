"""A deal as an object: whose turn it is, what they may do, do it, take it back.

    >>> import chieu
    >>> deal = chieu.deal("xidach", seats=2, cards="10S 9H 5D 8C")  # player, dealer, player, dealer
    >>> deal.to_act
    (1,)
    >>> deal.legal()
    (Draw(),)
    >>> deal.play("draw")  # everybody sees that, and seat 1 sees which card
    (Event(fact=Drawn(seat=1, cards=()), secret=((1, Drawn(seat=1, cards=(4D,))),), clears=False),)

Underneath are the pure functions of `chieu.core.game.Game`; a deal adds the moves so far, and who shuffles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from chieu.core import codec, notation, records, sheets
from chieu.core.cards import Cards, parse
from chieu.core.extras import Bot
from chieu.core.game import CHANCE, AnyGame, Event, Illegal, Seat, Shuffle, Shuffler, Viewer
from chieu.core.registry import all_games, load
from chieu.core.rng import Rng
from chieu.core.run import Move, Step, play_on, replay

_PARTED: Final = " | "


class NoSuchDeal(ValueError):
    """A text that is no deal, or a deal that cannot be."""


class Deal:
    """A deal of a game: how it began, every move so far, and the state they led to.

    `shuffle` orders the cards whenever that is due. Without one somebody has to play a `Shuffle`: to write the order
    down, or because it comes from elsewhere. Two deals are equal if they began alike and had the same moves, whoever
    shuffles what is still to come.

    >>> from chieu import deal, load
    >>> game = load("xidach")
    >>> Deal(game, game.presets["room"], 2).to_act  # nobody shuffles yet
    (-1,)
    >>> one = deal("xidach", seats=3, seed=7)
    >>> eval(repr(one), {"Deal": Deal}) == one
    True
    """

    __slots__ = ("_moves", "_states", "game", "host", "match", "rules", "seats", "shuffle")

    def __init__(
        self,
        game: AnyGame,
        rules: Any,
        seats: int,
        *,
        match: Any = None,
        host: Seat = 0,
        shuffle: Shuffler | None = None,
        moves: Sequence[Move] = (),
        state: Any = None,
    ) -> None:
        """`state` is what the moves led to, for who knows it; else they are played."""
        self.game = game
        self.rules = rules
        self.seats = seats
        self.match = match
        self.host = host
        self.shuffle = shuffle
        self._moves = list(moves)
        self._states = [state] if state is not None else self._all_states()
        self._shuffle_if_due()

    @staticmethod
    def among(
        game: AnyGame, rules: Any, bots: Sequence[Bot], shuffle: Shuffler, match: Any = None, host: Seat = 0
    ) -> Deal:
        """A whole deal among bots. Seats that act at the same time are asked in seat order and see nothing of each
        other's moves before the game shows it to them. Whoever has something to say aside is heard first."""
        moves: list[Move] = []
        state = play_on(game, rules, game.start(rules, len(bots), match, host), bots, shuffle, moves)
        return Deal(game, rules, len(bots), match=match, host=host, moves=moves, state=state)

    # The position

    @property
    def state(self) -> Any:
        """The state of the game's own that the moves led to."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far with its seat; shuffles are moves of `CHANCE`."""
        return tuple(self._moves)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that the deal waits for; none when it is over. Where there are several they act in any order."""
        return self.game.to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether the deal has come to its end."""
        return not self.to_act

    @property
    def payoff(self) -> tuple[int, ...] | None:
        """What each seat won, zero in sum; None as long as the deal is on."""
        return self.game.payoff(self.state) if self.over else None

    def legal(self, seat: Seat | None = None) -> tuple[Any, ...]:
        """All that a seat may do now; of whoever is to act first, unless it is named. Nothing while the deal is over or
        waits for a shuffle."""
        if seat is None and self.to_act in ((), (CHANCE,)):
            return ()
        return self.game.legal(self.state, self._meant(seat))

    def view(self, viewer: Viewer = None) -> Any:
        """What a seat may know, and nothing else; None: somebody who just watches."""
        return self.game.view(self.state, viewer)

    # Moving

    def play(self, action: Any, seat: Seat | None = None) -> tuple[Event, ...]:
        """Does something, an action or its text (`"draw"`, `"play 3D 3C"`), for whoever is to act first, unless a seat
        is named; gives what happened. `Illegal` says why not, and then nothing has changed."""
        mover = self._meant(seat)
        meant = notation.read(self.game, action) if isinstance(action, str) else action
        events = self._apply(mover, meant)
        return events + self._shuffle_if_due()

    def back(self) -> Move:
        """Takes the last move of a seat back, with any shuffle after it, and gives it. The same move again brings the
        same cards, where a seed shuffles."""
        if all(seat == CHANCE for seat, _ in self._moves):
            raise IndexError("nobody has moved yet")
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
        """Lets bots play the rest, one for each seat."""
        if len(bots) != self.seats:
            raise NoSuchDeal(f"a bot for each of the {self.seats} seats, not {len(bots)}")
        if self.shuffle is None:
            raise NoSuchDeal("nobody shuffles: a deal that is to be played out needs `shuffle`")
        state = play_on(self.game, self.rules, self.state, bots, self.shuffle, self._moves)
        self._states = [state]

    def next(self) -> Deal | None:
        """The next deal of the match, by the same rules; None when the match is over."""
        if not self.over:
            raise NoSuchDeal("there is no next deal before this one is over")
        match = self.game.match_after(self.state)
        if match is None:
            return None
        return Deal(self.game, self.rules, self.seats, match=match, host=self.host, shuffle=self._own_shuffle())

    def steps(self) -> Iterator[Step]:
        """Every move again, with the state and the events after it."""
        return replay(self.game, self.rules, self.seats, self.match, self._moves, self.host)

    def copy(self) -> Deal:
        """Another deal that goes its own way from here, with the same cards to come where a seed shuffles."""
        other = self.upto(len(self._moves), self.state)
        other.shuffle = self._own_shuffle()
        return other

    def upto(self, moves: int, state: Any = None) -> Deal:
        """The deal as it was after so many moves; nobody shuffles. `state` for who knows what it was."""
        made = self._moves[:moves]
        return Deal(self.game, self.rules, self.seats, match=self.match, host=self.host, moves=made, state=state)

    # As text

    @property
    def text(self) -> str:
        """How it began and every move, on one line; `Deal.at` reads it."""
        sheet = sheets.code(self.game, self.rules, to_store=True)
        match = codec.encode(self.match).decode()
        moves = [f"{'*' if seat == CHANCE else seat} {notation.write(action)}" for seat, action in self._moves]
        return _PARTED.join([f"{self.game.name} {sheet} {self.seats} {self.host} {match}", *moves])

    @staticmethod
    def at(text: str) -> Deal:
        """The deal that a text stands for, as far as it goes: game, code of the rules, seats, the host's seat, what the
        last deal handed on (`null`: nothing), then the moves, each with its seat, `*` for a shuffle. Nobody shuffles
        it.

        >>> Deal.at("xidach room 2 0 null").to_act
        (-1,)
        """
        head, *made = text.strip().split(_PARTED)
        words = head.split(" ", 4)
        if len(words) != 5 or not (words[2].isdigit() and words[3].isdigit()):
            raise NoSuchDeal("a deal begins with its game, sheet, seats, host and match, as in 'xidach room 2 0 null'")
        game = load(words[0])
        rules = sheets.from_code(game, words[1])
        wanted: Any = game.match | None
        deal = Deal(
            game, rules, int(words[2]), host=int(words[3]), match=codec.decoder(wanted).decode(words[4].encode())
        )
        for one in made:
            who, _, action = one.partition(" ")
            deal.play(action, CHANCE if who == "*" else int(who))
        return deal

    def record(self, notes: Sequence[str] = ()) -> str:
        """The deal, which must be over, as a record: a text for people, with sums against slips."""
        return records.write(self, notes)

    @staticmethod
    def read(text: str) -> Deal:
        """The deal of a record, checked move by move."""
        if "chieu-record" not in text.partition("\n")[0]:
            raise NoSuchDeal(
                "this is no record, whose first line says chieu-record; give the text of a file, not its name"
            )
        found = list(records.read(all_games(), text.splitlines()))
        if len(found) != 1:
            raise NoSuchDeal(f"the text has {len(found)} records, not one: see chieu.core.records.read")
        return Deal.of(found[0])

    @staticmethod
    def of(record: records.Record) -> Deal:
        """The deal of a record that was read."""
        state = record.replay()
        return Deal(
            record.game,
            record.rules,
            record.seats,
            match=record.match,
            host=record.host,
            moves=record.moves,
            state=state,
        )

    def __str__(self) -> str:
        """The table as whoever is to act first sees it, and anybody when that is nobody or chance."""
        first = next(iter(self.to_act), CHANCE)
        return "\n".join(self.game.presentation.show(self.view(None if first == CHANCE else first), "en"))

    def __repr__(self) -> str:
        return f"Deal.at({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[Any, ...]:
        own = self.shuffle if isinstance(self.shuffle, Seeded) else None  # anything else may not go along
        return _again, (self.game.name, self.rules, self.seats, self.match, self.host, self.moves, self.state, own)

    # Inside

    def _key(self) -> tuple[Any, ...]:
        # The first deal of a match has none before it. Where seat 0 hosts, a record writes down what that comes to.
        match = self.match if self.match is not None or self.host else self.game.match()
        return self.game.name, self.rules, self.seats, match, self.host, self._moves

    def _meant(self, seat: Seat | None) -> Seat:
        if seat is not None:
            return seat
        waiting = self.to_act
        if not waiting:
            raise Illegal("deal_over")
        return waiting[0]

    def _own_shuffle(self) -> Shuffler | None:
        """The same shuffles to come, whatever others do with theirs."""
        return self.shuffle.copy() if isinstance(self.shuffle, Seeded) else self.shuffle

    def _apply(self, seat: Seat, action: Any) -> tuple[Event, ...]:
        state, events = self.game.apply(self.state, seat, action)
        self._states.append(state)
        self._moves.append((seat, action))
        return events

    def _shuffle_if_due(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        while self.shuffle is not None and self.to_act == (CHANCE,):
            events += self._apply(CHANCE, Shuffle(self.shuffle(self.game.to_shuffle(self.state))))
        return events

    def _all_states(self) -> list[Any]:
        begun = self.game.start(self.rules, self.seats, self.match, self.host)
        return [begun, *(step.state for step in self.steps())]


class Seeded:
    """Shuffles by a seed: the first, the second, the third shuffle, each the same whenever it comes. `top` are cards
    that come first in the first one."""

    __slots__ = ("_seed", "_top", "made")

    def __init__(self, seed: int, top: Cards = (), made: int = 0) -> None:
        self._seed = seed
        self._top = top
        self.made = made

    def __call__(self, cards: Cards) -> Cards:
        rng, top = Rng(self._seed, self.made), () if self.made else self._top
        if not set(top) <= set(cards) or len(set(top)) < len(top):
            raise NoSuchDeal("the cards that are to come first are not all in the pack, or not once each")
        self.made += 1
        return (*top, *rng.shuffled(tuple(card for card in cards if card not in top) if top else cards))

    def copy(self) -> Seeded:
        """Another that goes on from here."""
        return Seeded(self._seed, self._top, self.made)

    def __reduce__(self) -> tuple[Any, ...]:
        return Seeded, (self._seed, self._top, self.made)


def _again(
    game: str, rules: Any, seats: int, match: Any, host: Seat, moves: tuple[Move, ...], state: Any, own: Seeded | None
) -> Deal:
    again = Deal(load(game), rules, seats, match=match, host=host, moves=moves, state=state)
    again.shuffle = own
    return again


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
    """A new deal, shuffled by a seed: the same seed, the same cards.

    `sheet` is the code of a rule sheet (a preset's name is one) or the rules themselves; `options` change single ones.
    `cards` come first in the first shuffle, in the order in which they are dealt, and the seed orders the rest.

    >>> deal("niuniu", seats=2, seed=7) == deal("niuniu", seats=2, seed=7)
    True
    >>> deal("big2", "lawrence", options={"stop_at_first": True}, seats=4).rules.stop_at_first
    True
    """
    for name, number in (("seats", seats), ("seed", seed)):
        if not isinstance(number, int | None):
            raise TypeError(f"{name} is a whole number, not {number!r}")
    found = load(game) if isinstance(game, str) else game
    rules = sheets.asked_for(found, sheet, options)
    places = seats if seats is not None else min(max(found.extras.quick.seats, found.seats[0]), found.seats[-1])
    top = parse(cards) if isinstance(cards, str) else tuple(cards)
    return Deal(found, rules, places, match=match, host=host, shuffle=Seeded(seed, top))

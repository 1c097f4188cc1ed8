"""Records: a deal as a text that a person can read and a program can replay.

    c1d2f0 chieu-record 1
    6a77e1 game xidach
    ...
    0be542 * shuffle 10S 5H ...
    9f3310 1 draw
    41c0aa 1 stand
    7d21fe result +1 -1

Each line begins with six characters that sum up the deal so far, this line included. One changed byte, and the line
that no longer adds up is named. A file may hold many deals: a first line begins a new one, with or without a blank line
before it.

The lines before the first move have their order: the format, `game`, `rules`, `sheet`, `seats`, then `host` where the
table was opened by another seat than 0, `match`, and any number of notes. With a host, `match null` is the first deal
of a match; without one what stands there is what the game begins with.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from chieu.core import codec, notation, run, sheets
from chieu.core.cards import BadCard
from chieu.core.game import CHANCE, AnyGame, Illegal
from chieu.core.options import BadRules
from chieu.core.run import Move, Played

FORMAT: Final = "chieu-record 1"
_CHECK: Final = 6
# Of one deal: a stream that never ends is refused, not eaten. The longest deal that any sheet allows (four seats of
# rummy who hold it up for as long as `Game.longest` says, 174,616 moves) has room, with a shuffle before every move.
LINES_AT_MOST: Final = 400_000
_HEADER: Final = ("game", "rules", "sheet", "seats", "host", "match")
_OPTIONAL: Final = "host"


class BadRecord(ValueError):
    """A record that cannot be read, or does not replay to what it says; `line` counts from 1 in the file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


class Record(msgspec.Struct):
    """A deal read from text, not yet replayed. `at` has the line of each move, `start_at` and `result_at` those of what
    stands before and after the moves."""

    game: AnyGame
    rules: Any
    seats: int
    match: Any
    notes: tuple[str, ...]
    moves: tuple[Move, ...]
    at: tuple[int, ...]
    result: tuple[int, ...]
    start_at: int
    result_at: int
    host: int = 0

    def steps(self) -> Iterator[run.Step]:
        """The deal again, move by move; `BadRecord` at the first move the rules do not allow or a wrong result."""
        try:
            state = self.game.start(self.rules, self.seats, self.match, self.host)
        except (Illegal, BadRules) as error:
            raise BadRecord(self.start_at, f"no such deal can begin: {error}") from None
        for (seat, action), line in zip(self.moves, self.at, strict=True):
            try:
                state, events = self.game.apply(state, seat, action)
            except Illegal as error:
                raise BadRecord(line, f"seat {_who(seat)} cannot {notation.to_type(action)[:60]}: {error}") from None
            yield run.Step(seat, action, state, events)
        if self.game.to_act(state):
            raise BadRecord(self.result_at, "the deal is not over at its last move")
        if (payoff := self.game.payoff(state)) != self.result:
            raise BadRecord(self.result_at, f"the result is {_signed(payoff)}, not {_signed(self.result)}")

    def replay(self) -> Any:
        """The state the deal comes to."""
        state = None
        for step in self.steps():
            state = step.state
        return state


def write(deal: Played, notes: Sequence[str] = ()) -> str:
    """A finished deal as text. Notes are lines for people: who sat where, the seed."""
    game = deal.game
    contents = [
        FORMAT,
        f"game {game.name}",
        f"rules {sheets.canonical(game, deal.rules, to_store=True)}",
        f"sheet {sheets.code(game, deal.rules, to_store=True)}",
        f"seats {deal.seats}",
        *([f"host {deal.host}"] if deal.host else []),
        f"match {match_line(game, deal.match, deal.host)}",
    ]
    contents += [f"note {' '.join(note.split())}" for note in notes]
    contents += [f"{_who(seat)} {notation.write(action)}" for seat, action in deal.moves]
    contents.append(f"result {_signed(game.payoff(deal.state))}")
    summer = hashlib.sha256()
    return "".join(f"{_sum(summer, content)} {content}\n" for content in contents)


def match_line(game: AnyGame, match: Any, host: int) -> str:
    """What stands in a record of the match that a deal is part of."""
    return codec.encode(match if match is not None or host else game.match()).decode()


def read(games: dict[str, AnyGame], lines: Iterable[str]) -> Iterator[Record]:
    """The deals of a file, one by one. Every line's sum is checked before anything is made of it."""
    deal: list[tuple[int, str]] = []
    summer = hashlib.sha256()
    for number, raw in enumerate(lines, start=1):
        line = raw.removesuffix("\n")
        if not line or line == _FIRST_LINE:
            if deal:
                yield _read_deal(games, deal)
            deal, summer = [], hashlib.sha256()
        if not line:
            continue
        if len(deal) >= LINES_AT_MOST:
            raise BadRecord(number, f"a deal has at most {LINES_AT_MOST} lines")
        check, space, content = line[:_CHECK], line[_CHECK : _CHECK + 1], line[_CHECK + 1 :]
        if not deal and content != FORMAT:
            raise BadRecord(number, f"expected {FORMAT!r}, found {content[:40]!r}: no other format can be read")
        if space != " " or check != _sum(summer, content):
            raise BadRecord(number, "this line was changed, or a line before it is missing: its sum does not add up")
        deal.append((number, content))
    if deal:
        yield _read_deal(games, deal)


def _read_deal(games: dict[str, AnyGame], lines: list[tuple[int, str]]) -> Record:
    last = lines[-1][0]
    missing = last + 1  # the line that should be there when a deal breaks off
    head, told = _head(lines[1:], missing)
    game = _game(games, *head["game"])
    rules = _rules(game, head)
    seats = _seats(game, *head["seats"])
    host = _host(seats, *head[_OPTIONAL]) if _OPTIONAL in head else 0
    match = _match(game, *head["match"])
    if not lines[-1][1].startswith("result"):
        raise BadRecord(missing, "the record breaks off: it has no result")
    notes, moves, at = [], [], []
    for number, content in told[:-1]:
        word, _, rest = content.partition(" ")
        if word == "note":
            notes.append(rest)
        else:
            moves.append(_move(game, number, word, rest))
            at.append(number)
    result = _result(last, lines[-1][1], seats)
    start_at = head["match"][0]
    return Record(game, rules, seats, match, tuple(notes), tuple(moves), tuple(at), result, start_at, last, host)


def _head(lines: list[tuple[int, str]], missing: int) -> tuple[dict[str, tuple[int, str]], list[tuple[int, str]]]:
    """What stands before notes and moves, by its word, and the lines after it."""
    head: dict[str, tuple[int, str]] = {}
    place = 0
    for wanted in _HEADER:
        if place == len(lines):
            raise BadRecord(missing, "the record breaks off before its first move")
        number, content = lines[place]
        key, _, value = content.partition(" ")
        if key == wanted:
            head[key] = (number, value)
            place += 1
        elif wanted != _OPTIONAL:
            raise BadRecord(number, f"here stands {wanted!r}, not {key[:40]!r}")
    return head, lines[place:]


def _game(games: dict[str, AnyGame], line: int, name: str) -> AnyGame:
    if name not in games:
        raise BadRecord(line, f"no game {name[:40]!r}: there are {', '.join(games)}")
    return games[name]


def _rules(game: AnyGame, head: dict[str, tuple[int, str]]) -> Any:
    line, text = head["rules"]
    code_line, code = head["sheet"]
    try:
        rules = sheets.from_canonical(game, text)
        again = sheets.from_code(game, code)
    except BadRules as error:
        raise BadRecord(line, str(error)) from None
    if rules != again:
        raise BadRecord(code_line, "the sheet's code and the rules above it are not the same")
    return rules


def _seats(game: AnyGame, line: int, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) not in game.seats:
        raise BadRecord(line, f"{game.name} has {game.seats[0]} to {game.seats[-1]} seats, not {text[:40]!r}")
    return int(text)


def _host(seats: int, line: int, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3 or not 0 < int(text) < seats:
        raise BadRecord(line, f"a host is named if it is another seat than 0, up to {seats - 1}, not {text[:40]!r}")
    return int(text)


def _match(game: AnyGame, line: int, text: str) -> Any:
    wanted: Any = game.match | None
    try:
        return codec.decoder(wanted).decode(text)
    except msgspec.MsgspecError as error:
        raise BadRecord(line, f"no match of {game.name}: {error}") from None


def _move(game: AnyGame, line: int, who: str, text: str) -> Move:
    if who != "*" and not (who.isascii() and who.isdigit() and len(who) <= 3):
        raise BadRecord(line, f"a move begins with a seat or *, not {who[:40]!r}")
    try:
        return (CHANCE if who == "*" else int(who), notation.read(game, text))
    except (notation.BadAction, BadCard) as error:
        raise BadRecord(line, str(error)) from None


def _result(line: int, content: str, seats: int) -> tuple[int, ...]:
    word, *numbers = content.split()
    try:
        if word != "result" or len(numbers) != seats:
            raise ValueError
        return tuple(int(number) for number in numbers)
    except ValueError:
        raise BadRecord(line, f"a record ends with 'result' and a number for each of {seats} seats") from None


def _sum(summer: Any, content: str) -> str:
    summer.update(content.encode() + b"\n")
    return str(summer.hexdigest()[:_CHECK])


_FIRST_LINE: Final = f"{_sum(hashlib.sha256(), FORMAT)} {FORMAT}"


def _who(seat: int) -> str:
    return "*" if seat == CHANCE else str(seat)


def _signed(payoff: Sequence[int]) -> str:
    return " ".join(f"{chips:+d}" if chips else "0" for chips in payoff)

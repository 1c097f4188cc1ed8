"""Records: a deal as text that people can read and programs can replay.

    c1d2f0 chieu-record 1
    6a77e1 game xidach
    ...
    0be542 * shuffle 10S 5H ...
    9f3310 1 draw
    41c0aa 1 stand
    7d21fe result +1 -1

Each line starts with a checksum of six characters over the deal up to and including this line, so the first changed
line is found. A file may hold many deals: a line with the format starts a new one, with or without a blank line before
it.

The lines before the first move have a fixed order: the format, `game`, `rules`, `sheet`, `seats`, `host` if it is not
seat 0, `match`, and any number of notes. With a host, `match null` marks the first deal of a match; without one the
first deal has the game's default match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from chieu.core import codec, notation, run, sheets
from chieu.core.cards import BadCard
from chieu.core.game import CHANCE, AnyGame, Illegal
from chieu.core.options import BadRules
from chieu.core.run import Move

if TYPE_CHECKING:
    from chieu.core.deal import Deal

FORMAT: Final = "chieu-record 1"  # name and version; `read` refuses every other version
_CHECKSUM: Final = 6  # characters
# Per deal, so that an endless stream is rejected. The longest deal under any sheet (rummy with four stalling seats:
# 174,616 moves, see `Game.longest`) fits even with a shuffle before every move.
MAX_LINES: Final = 400_000
_HEADER: Final = ("game", "rules", "sheet", "seats", "host", "match")
_OPTIONAL: Final = "host"


class BadRecord(ValueError):
    """A record that cannot be parsed or does not replay to its result; `line` counts from 1 in the file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


class Record(msgspec.Struct):
    """A parsed deal, not yet replayed.

    `at` has the line number of each move; `start_at` and `result_at` are those of the last header line and the result.
    """

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
        """Replay the deal move by move; raise `BadRecord` at the first illegal move or a wrong result."""
        try:
            state = self.game.start(self.rules, self.seats, self.match, self.host)
        except (Illegal, BadRules) as error:
            raise BadRecord(self.start_at, f"this deal cannot start: {error}") from None
        for (seat, action), line in zip(self.moves, self.at, strict=True):
            try:
                state, events = self.game.apply(state, seat, action)
            except Illegal as error:
                who = "the shuffle" if seat == CHANCE else f"seat {seat + 1}"  # people count from 1, records from 0
                raise BadRecord(line, f"{who} cannot {notation.to_type(action)[:60]}: {error}") from None
            yield run.Step(seat, action, state, events)
        if self.game.to_act(state):
            raise BadRecord(self.result_at, "the deal is not over after its last move")
        if (payoff := self.game.payoff(state)) != self.result:
            raise BadRecord(self.result_at, f"the result is {_signed(payoff)}, not {_signed(self.result)}")

    def replay(self) -> Any:
        """Replay the deal and return its last state."""
        state = None
        for step in self.steps():
            state = step.state
        return state


def write(deal: Deal, notes: Sequence[str] = ()) -> str:
    """Serialize a finished deal as its record. Notes are lines for people: player names, the seed."""
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
    contents += [f"{_seat_text(seat)} {notation.write(action)}" for seat, action in deal.moves]
    contents.append(f"result {_signed(game.payoff(deal.state))}")
    digest = hashlib.sha256()
    return "".join(f"{_checksum(digest, content)} {content}\n" for content in contents)


def match_line(game: AnyGame, match: Any, host: int) -> str:
    """Return the content of a record's `match` line."""
    return codec.encode(match if match is not None or host else game.match()).decode()


def read(games: Mapping[str, AnyGame], lines: Iterable[str]) -> Iterator[Record]:
    """Yield the deals of a file. Raise `BadRecord` for another version of the format.

    The checksum of a line is checked before the line is parsed.
    """
    deal: list[tuple[int, str]] = []
    digest = hashlib.sha256()
    for number, raw in enumerate(lines, start=1):
        line = raw.removesuffix("\n")
        if not line or line == _FIRST_LINE:
            if deal:
                yield _read_deal(games, deal)
            deal, digest = [], hashlib.sha256()
        if not line:
            continue
        if len(deal) >= MAX_LINES:
            raise BadRecord(number, f"a deal has at most {MAX_LINES} lines")
        check, space, content = line[:_CHECKSUM], line[_CHECKSUM : _CHECKSUM + 1], line[_CHECKSUM + 1 :]
        if not deal and content != FORMAT:
            raise BadRecord(number, f"expected {FORMAT!r}, found {content[:40]!r}: no other version can be read")
        if space != " " or check != _checksum(digest, content):
            raise BadRecord(number, "wrong checksum: this line was changed, or a line before it is missing")
        deal.append((number, content))
    if deal:
        yield _read_deal(games, deal)


def _read_deal(games: Mapping[str, AnyGame], lines: list[tuple[int, str]]) -> Record:
    last = lines[-1][0]
    missing = last + 1  # the line to name if the deal breaks off
    head, rest_of_deal = _head(lines[1:], missing)
    line, name = head["game"]
    if name not in games:
        raise BadRecord(line, f"no game {name[:40]!r}: expected one of {', '.join(games)}")
    game = games[name]
    rules = _rules(game, head)
    possible_seats = f"{game.name} has {game.seats[0]} to {game.seats[-1]} seats, not"
    seats = _number(*head["seats"], game.seats, possible_seats)
    host_line = f"expected a host from 1 to {seats - 1} (0 is not written), found"
    host = _number(*head[_OPTIONAL], range(1, seats), host_line) if _OPTIONAL in head else 0
    match_type: Any = game.match | None
    start_at, text = head["match"]
    try:
        match = codec.decoder(match_type).decode(text)
    except msgspec.MsgspecError as error:
        raise BadRecord(start_at, f"not a match of {game.name}: {error}") from None
    if not lines[-1][1].startswith("result"):
        raise BadRecord(missing, "the record breaks off: it has no result")
    notes, moves, at = [], [], []
    for number, content in rest_of_deal[:-1]:
        word, _, rest = content.partition(" ")
        if word == "note":
            notes.append(rest)
        else:
            moves.append(_move(game, number, word, rest))
            at.append(number)
    result = _result(last, lines[-1][1], seats)
    return Record(game, rules, seats, match, tuple(notes), tuple(moves), tuple(at), result, start_at, last, host)


def _head(lines: list[tuple[int, str]], missing: int) -> tuple[dict[str, tuple[int, str]], list[tuple[int, str]]]:
    """Split the lines of a deal into its header, by keyword, and the rest."""
    head: dict[str, tuple[int, str]] = {}
    index = 0
    for keyword in _HEADER:
        if index == len(lines):
            raise BadRecord(missing, "the record breaks off before its first move")
        number, content = lines[index]
        key, _, value = content.partition(" ")
        if key == keyword:
            head[key] = (number, value)
            index += 1
        elif keyword != _OPTIONAL:
            raise BadRecord(number, f"expected {keyword!r}, found {key[:40]!r}")
    return head, lines[index:]


def _rules(game: AnyGame, head: dict[str, tuple[int, str]]) -> Any:
    line, text = head["rules"]
    code_line, code = head["sheet"]
    try:
        rules = sheets.from_canonical(game, text)
        coded = sheets.from_code(game, code)
    except BadRules as error:
        raise BadRecord(line, str(error)) from None
    if rules != coded:
        raise BadRecord(code_line, "the sheet's code and the rules above it are not the same")
    return rules


def _number(line: int, text: str, allowed: range, expected: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) not in allowed:
        raise BadRecord(line, f"{expected} {text[:40]!r}")
    return int(text)


def _move(game: AnyGame, line: int, seat: str, text: str) -> Move:
    if seat != "*" and not (seat.isascii() and seat.isdigit() and len(seat) <= 3):
        raise BadRecord(line, f"a move begins with a seat or *, not {seat[:40]!r}")
    try:
        return (CHANCE if seat == "*" else int(seat), notation.read(game, text))
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


def _checksum(digest: Any, content: str) -> str:
    digest.update(content.encode() + b"\n")
    return str(digest.hexdigest()[:_CHECKSUM])


_FIRST_LINE: Final = f"{_checksum(hashlib.sha256(), FORMAT)} {FORMAT}"


def _seat_text(seat: int) -> str:
    return "*" if seat == CHANCE else str(seat)


def _signed(payoff: Sequence[int]) -> str:
    return " ".join(f"{chips:+d}" if chips else "0" for chips in payoff)

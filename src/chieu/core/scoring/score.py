"""Score a deal that was played with real cards, from what people see at the end (RT-9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from chieu.core import codec, sheets
from chieu.core.cards import BadCard
from chieu.core.extras import Scored, Scoring
from chieu.core.game import AnyGame, Illegal
from chieu.core.options import BadRules
from chieu.core.registry import load
from chieu.core.scoring.form import Form
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser


class BadEntry(ValueError):
    """A game that cannot be scored: it has no `extras.scoring`."""


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """A scored deal: `payoff` by seat, and the `match` for the next deal (None: it is over)."""

    game: AnyGame
    rules: Any
    entry: Any
    scored: Scored

    @property
    def payoff(self) -> tuple[int, ...]:
        """The chips that each seat wins."""
        return self.scored.payoff

    @property
    def match(self) -> Any:
        """The match for the next deal; None if it is over."""
        return self.scored.match

    def lines(self, lang: Lang = "en", names: tuple[str, ...] = ()) -> list[str]:
        """Return who pays whom and why, line by line; the last line is the payoff."""
        phraser = Phraser(self.game, lang, names)
        why = [] if self.scored.outcome is None else phraser.outcome(self.scored.outcome)
        return [*why, phraser.payoff(self.payoff)]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<Score of {self.game.name}: {self.payoff}>"


def score(
    game: str | AnyGame,
    entry: Any,
    sheet: Any = "",
    *,
    options: Mapping[str, Any] | None = None,
    seats: int | None = None,
    match: Any = None,
    host: int = 0,
) -> Score:
    """Score a deal that was played with real cards.

    `entry` is the game's entry, or the same as dicts and lists; `form` lists what is asked. `sheet` and `options` are
    those of `chieu.deal`. Without `seats` there are as many as the entry has lines. Raise `Illegal`, with the number of
    the rule, if the entry is doubtful.

    >>> lines = [{"hand": "19"}, {"hand": "xi_dach"}, {"hand": "quac"}, {"cards": ["10S", "9H"]}]
    >>> scored = score("xidach", {"dealer": 0, "lines": lines})
    >>> scored.payoff
    (0, 1, -1, 0)
    >>> print(scored.lines()[-2])
    Seat 1 · Seat 4: Both have 19: a push. (XD-18)
    >>> score("big2", {"winner": 2, "lines": [{"left": 10}, {"left": 3}, None]}, "hong_kong").payoff
    (-20, -3, 23)
    """
    game = load(game) if isinstance(game, str) else game
    scoring = scoring_of(game)
    rules = sheets.resolve(game, sheet, options)
    read: Any = entry if isinstance(entry, scoring.entry) else read_entry(game, entry)
    count = len(read.lines) if seats is None else seats
    return Score(game, rules, read, scoring.score(rules, count, match, host, read))


def form(
    game: str | AnyGame,
    seats: int,
    sheet: Any = "",
    *,
    options: Mapping[str, Any] | None = None,
    match: Any = None,
    host: int = 0,
) -> Form:
    """Return what people are asked to enter: all that decides under the sheet, and nothing else.

    >>> [way.name for way in form("big2", 4, "hong_kong").ways], [way.name for way in form("big2", 4).ways]
    (['left'], ['place'])
    """
    game = load(game) if isinstance(game, str) else game
    asked: Form = scoring_of(game).form(sheets.resolve(game, sheet, options), seats, match, host)
    return asked


def scoring_of(game: AnyGame) -> Scoring[Any, Any]:
    """Return the scoring of a game; raise `BadEntry` if it has none."""
    if game.extras.scoring is None:
        raise BadEntry(f"{game.name} cannot be scored: it has no extras.scoring")
    return game.extras.scoring


def read_entry(game: AnyGame, entry: Any) -> Any:
    """Convert dicts and lists to the game's entry; raise `Illegal` if they have another form."""
    scoring = scoring_of(game)
    try:
        return msgspec.convert(entry, scoring.entry, dec_hook=codec.decode_card)
    except BadCard as bad:
        raise Illegal("bad_entry", "RT-4", problem=str(bad)) from None
    except msgspec.ValidationError as bad:
        raise Illegal("bad_entry", "RT-4", problem=str(bad)) from None


def score_again(
    game: str | AnyGame,
    entries: Sequence[Any],
    sheet: Any = "",
    *,
    hosts: Sequence[int] = (),
    places: Sequence[Sequence[int | None] | None] = (),
) -> tuple[Score | Illegal | BadRules, ...]:
    """Score the deals of an evening under another sheet, each with the match that the last one left.

    `places` are, by deal, the seats that its people had in the deal before, None for a newcomer; without them everybody
    keeps their seat. A deal that the sheet cannot score, because it asks for something that was not entered, has its
    refusal in place of a score and leaves the match as it was. Raise `ValueError` for places that are not there.

    >>> evening = [{"winner": 0, "lines": [None, {"left": left}]} for left in (3, 13)]
    >>> [scored.payoff for scored in score_again("big2", evening, "hong_kong")]
    [(3, -3), (39, -39)]
    >>> [scored.payoff for scored in score_again("big2", evening, "pusoy_dos")]
    [(3, -3), (13, -13)]
    """
    game = load(game) if isinstance(game, str) else game
    out: list[Score | Illegal | BadRules] = []
    match = None
    seats = 0  # of the deal before
    for number, entry in enumerate(entries):
        before = places[number] if number < len(places) else None
        if before is not None and number:
            known = [seat for seat in before if seat is not None]
            if len(known) != len(set(known)) or not set(known) <= set(range(seats)):
                raise ValueError(f"expected seats of the deal before deal {number + 1}, got {list(before)}")
            if match is not None and list(before) != list(range(seats)):
                match = game.carry_over(match, tuple(before))
        try:
            read = read_entry(game, entry)
            seats = len(read.lines)
            scored = score(game, read, sheet, match=match, host=hosts[number] if number < len(hosts) else 0)
        except (Illegal, BadRules) as refusal:
            out.append(refusal)
        else:
            out.append(scored)
            match = scored.match
    return tuple(out)

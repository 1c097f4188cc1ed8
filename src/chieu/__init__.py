"""Chiếu: Asian card games by your own house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chieu import catalogues as catalogues  # registers the reader of texts and data files
from chieu.core.cards import Card, card, parse
from chieu.core.deal import Deal
from chieu.core.game import CHANCE, Game, Illegal, Shuffle
from chieu.core.judge import judge
from chieu.core.registry import all_games
from chieu.core.rng import Rng
from chieu.core.scoring.score import score

if TYPE_CHECKING:  # precise types of the games in this package
    from collections.abc import Callable
    from typing import Any, Literal, TypeVar, Unpack, overload

    from chieu.core.deal import DealSettings
    from chieu.core.game import AnyGame, GameView
    from chieu.fairness.verify import Verified
    from chieu.games import big2, niuniu, rummy, xidach

    R = TypeVar("R")
    S = TypeVar("S")
    A = TypeVar("A")
    V = TypeVar("V", bound=GameView)

    @overload
    def deal(
        game: Literal["big2"], sheet: str | big2.Rules = "", **settings: Unpack[DealSettings]
    ) -> Deal[big2.Rules, big2.State, big2.Action, big2.View]: ...
    @overload
    def deal(
        game: Literal["niuniu"], sheet: str | niuniu.Rules = "", **settings: Unpack[DealSettings]
    ) -> Deal[niuniu.Rules, niuniu.State, niuniu.Action, niuniu.View]: ...
    @overload
    def deal(
        game: Literal["rummy"], sheet: str | rummy.Rules = "", **settings: Unpack[DealSettings]
    ) -> Deal[rummy.Rules, rummy.State, rummy.Action, rummy.View]: ...
    @overload
    def deal(
        game: Literal["xidach"], sheet: str | xidach.Rules = "", **settings: Unpack[DealSettings]
    ) -> Deal[xidach.Rules, xidach.State, xidach.Action, xidach.View]: ...
    @overload
    def deal(game: Game[R, S, A, V], sheet: str | R = "", **settings: Unpack[DealSettings]) -> Deal[R, S, A, V]: ...
    @overload
    def deal(game: str, sheet: Any = "", **settings: Unpack[DealSettings]) -> Deal: ...
    def deal(game: Any, sheet: Any = "", **settings: Any) -> Any:
        """Start a deal shuffled with a seed; see `chieu.core.deal.deal`."""

    @overload
    def load(name: Literal["big2"]) -> Game[big2.Rules, big2.State, big2.Action, big2.View]: ...
    @overload
    def load(name: Literal["niuniu"]) -> Game[niuniu.Rules, niuniu.State, niuniu.Action, niuniu.View]: ...
    @overload
    def load(name: Literal["rummy"]) -> Game[rummy.Rules, rummy.State, rummy.Action, rummy.View]: ...
    @overload
    def load(name: Literal["xidach"]) -> Game[xidach.Rules, xidach.State, xidach.Action, xidach.View]: ...
    @overload
    def load(name: str) -> AnyGame: ...
    def load(name: str) -> Any:
        """Import a game by name; see `chieu.core.registry.load`."""

else:
    from chieu.core.deal import deal
    from chieu.core.registry import load

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Card",
    "Deal",
    "Game",
    "Illegal",
    "Rng",
    "Shuffle",
    "__version__",
    "all_games",
    "card",
    "deal",
    "judge",
    "load",
    "parse",
    "score",
    "time_limit",
    "to_json",
    "verify",
]


def time_limit(seconds: float) -> Callable[[], float]:
    """Return a clock that starts now and reaches 1 after this many seconds: the `clock` of a search.

    >>> from chieu.search import advise
    >>> position = deal("big2", seats=4, seed=7)
    >>> advise(position, seat=position.to_act[0], rng=Rng(1), clock=time_limit(0.1)).worlds > 0
    True
    """
    from time import monotonic  # noqa: PLC0415 - the rules have no clock

    began = monotonic()
    return lambda: (monotonic() - began) / seconds


def to_json(value: Any) -> str:
    """Serialize a view, an action, a fact, an event or rules as JSON; cards become text.

    >>> to_json(deal("niuniu", "auction", seats=2, seed=1).legal()[0])
    '{"type":"bid","times":1}'
    """
    from chieu.core import codec  # noqa: PLC0415 - `import chieu` stays fast

    return codec.encode(value).decode()


def verify(records: str) -> tuple[Verified, ...]:
    """Verify every deal in the text of a record file: its checksums, moves, result and shuffle proof.

    This needs no server. Raise `BadRecord` or `Unproven` at the first deal that fails. Only a record from an online
    table has a shuffle proof; `docs/fairness.md` says what it proves.

    >>> dealt = deal("niuniu", seats=2, seed=7)
    >>> verify(dealt.record())
    Traceback (most recent call last):
    chieu.fairness.verify.Unproven: the record has no 'fair' notes: it says nothing of how its cards were shuffled
    """
    from chieu.fairness import verify as fairness  # noqa: PLC0415 - `import chieu` stays fast

    return tuple(fairness.verify(all_games(), records.splitlines()))

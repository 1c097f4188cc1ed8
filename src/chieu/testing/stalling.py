"""Players written to hold a deal up, and the law that they cannot for ever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chieu.core.deal import Deal
from chieu.core.game import CHANCE, AnyGame
from chieu.core.notation import tag_of
from chieu.core.rng import Rng


class Staller:
    """Does what it is `after` whenever it may, in turn or aside, and what it `shuns` only where there is nothing else;
    for the rest anything. An action is told by its tag and fields: `take`, `vote true`."""

    after: tuple[str, ...] = ()
    shuns: tuple[str, ...] = ()

    def __init__(self, rules: Any, seat: int, rng: Rng) -> None:
        del rules, seat
        self._rng = rng

    def see(self, fact: Any) -> None:
        """Whatever happens, it goes on."""

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        del view
        wanted = [one for one in legal if _is(one, self.after)]
        return self._rng.pick(wanted or [one for one in legal if not _is(one, self.shuns)] or legal)

    def aside(self, view: Any, legal: Sequence[Any]) -> Any:
        del view
        return next((one for one in legal if _is(one, self.after)), None)


class FirstOfAll(Staller):
    """Does the first thing that is offered, in turn and aside."""

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        del view
        return legal[0]

    def aside(self, view: Any, legal: Sequence[Any]) -> Any:
        return self.act(view, legal)


class LastOfAll(FirstOfAll):
    """Does the last thing that is offered, in turn and aside."""

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        del view
        return legal[-1]


def stallers_of(game: AnyGame) -> list[type[Staller]]:
    """For each kind of action one who does it whenever it may and one who never does, and two who do not think."""
    found: list[type[Staller]] = [FirstOfAll, LastOfAll]
    for tag in (tag_of(kind) for kind in game.actions):
        found.append(type(f"After_{tag}", (Staller,), {"after": (tag,)}))
        found.append(type(f"Shuns_{tag}", (Staller,), {"shuns": (tag,)}))
    return found


def stall(game: AnyGame, rules: Any, makers: Sequence[Callable[..., Any]], seed: int, match: Any = None) -> Deal:
    """A deal among stallers; `Stuck`, or a failed assertion, if it does not end within `Game.longest` moves."""
    bots = [make(rules, seat, Rng(seed, seat + 1)) for seat, make in enumerate(makers)]
    deal = Deal.among(game, rules, bots, Rng(seed).shuffled, match)
    assert moves_of(deal) <= game.longest(rules, len(bots))
    return deal


def moves_of(deal: Deal) -> int:
    """How many moves the seats made."""
    return sum(seat != CHANCE for seat, _ in deal.moves)


def _is(action: Any, kinds: tuple[str, ...]) -> bool:
    tag = tag_of(type(action))
    fields = [tag, *(str(getattr(action, name)).lower() for name in action.__struct_fields__)]
    return any(fields[: len(words := kind.split())] == words for kind in kinds)

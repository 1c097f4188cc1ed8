"""Bots that stall, and the law that no deal can be stalled forever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chieu.core.deal import Deal
from chieu.core.game import CHANCE, AnyGame
from chieu.core.notation import tag_of
from chieu.core.rng import Rng
from chieu.core.run import Random


class Staller(Random):
    """Takes an action in `after` whenever it is legal, and one in `shuns` only if there is no other.

    It also takes `after` out of turn, and otherwise acts at random. An action is given by its tag and fields: `take`,
    `vote true`.
    """

    after: tuple[str, ...] = ()
    shuns: tuple[str, ...] = ()

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return a stalling action if there is one, otherwise a random one."""
        del view
        wanted = [action for action in legal if _is(action, self.after)]
        return self._rng.pick(wanted or [action for action in legal if not _is(action, self.shuns)] or legal)

    def aside(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return a stalling action out of turn, or None."""
        del view
        return next((action for action in legal if _is(action, self.after)), None)


class FirstOfAll(Staller):
    """Takes the first legal action, in turn and out of turn."""

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return the first legal action."""
        del view
        return legal[0]

    def aside(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return the first legal action."""
        return self.act(view, legal)


class LastOfAll(FirstOfAll):
    """Takes the last legal action, in turn and out of turn."""

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return the last legal action."""
        del view
        return legal[-1]


def stallers_of(game: AnyGame) -> list[type[Staller]]:
    """Return the stallers of a game: for each kind of action one that seeks it and one that avoids it."""
    stallers: list[type[Staller]] = [FirstOfAll, LastOfAll]
    for tag in (tag_of(kind) for kind in game.actions):
        stallers.append(type(f"After_{tag}", (Staller,), {"after": (tag,)}))
        stallers.append(type(f"Shuns_{tag}", (Staller,), {"shuns": (tag,)}))
    return stallers


def stall(game: AnyGame, rules: Any, makers: Sequence[Callable[..., Any]], seed: int, match: Any = None) -> Deal:
    """Play a deal among stallers; raise `Stuck` or fail if it does not end within `Game.longest` moves."""
    bots = [make(rules, seat, Rng(seed, seat + 1)) for seat, make in enumerate(makers)]
    deal = Deal.among(game, rules, bots, Rng(seed).shuffled, match)
    assert moves_of(deal) <= game.longest(rules, len(bots))
    return deal


def moves_of(deal: Deal) -> int:
    """Count the moves of the seats."""
    return sum(seat != CHANCE for seat, _ in deal.moves)


def _is(action: Any, kinds: tuple[str, ...]) -> bool:
    tag = tag_of(type(action))
    fields = [tag, *(str(getattr(action, name)).lower() for name in action.__struct_fields__)]
    return any(fields[: len(words := kind.split())] == words for kind in kinds)

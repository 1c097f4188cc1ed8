"""Write `docs/what-a-rule-is-worth.md` from the stored odds and effects of the presets.

python -m build_hooks.odds_page
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from chieu.core.game import AnyGame
from chieu.games import all_games
from chieu.odds import Effects, Estimate, Odds, phrasing
from chieu.odds.stored import tables

TARGET = Path(__file__).parent.parent / "docs/what-a-rule-is-worth.md"
HEAD = """# What each rule is worth

What a house rule does to a game, in stakes per deal, to quote at the table. Written by
`python -m build_hooks.odds_page` from odds that `python -m build_hooks.odds_tables` measured;
[docs/spec/odds.md](spec/odds.md) says how. *Exact* figures are solved or counted. All others come from deals among the
usual bots, with a 95 % interval (±); those of effects are corrected for how many there are. The same command returns
the same figures: `chieu odds GAME --code SHEET --seats N`, and `--effects`.
"""
NIUNIU = """
### A banker's edge of exactly 0

With a bank, any two hands of a deal are equally likely to be the player's and the banker's, and the better hand wins
its own multiple, whoever holds it. Exchange the two hands: every payment changes its sign. So what a player wins is
symmetric around 0, and the edge is exactly 0 under every choice of multiples, values and ties. Multiples change only
the swing.

Two things break it. With a *pay table* no hand is compared: the house pays what the hand is worth, and the multiples
decide who is ahead. In an *auction* seats know four of their cards when they bid, so the banker is not a random seat.
"""


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for name, game in sorted(all_games().items()):
        parts.append(f"\n## {game.presentation.title.say('en')}\n")
        stored = [each for each in tables().odds if each.game == name]
        parts += _presets(game, stored) if stored else [f"Not stored. `chieu odds {name} --effects` measures it."]
        for effects in tables().effects:
            if effects.odds.game == name and any(not effect.won.exact or effect.won.mean for effect in effects.effects):
                parts += _effects(game, effects)
        if name == "niuniu":
            parts.append(NIUNIU)
    return "\n".join(parts)


def _presets(game: AnyGame, stored: list[Odds]) -> Iterator[str]:
    yield "| rules | seats | role | wins a deal | swing | how |"
    yield "|---|---:|---|---:|---:|---|"
    for odds in stored:
        if odds.sheet in game.presets:
            for role in odds.roles:
                name = phrasing.role_text(game, role.role, "en")
                figures = f"{_figure(role.won)} | {role.swing.mean:.2f}"
                yield f"| `{odds.sheet}` | {odds.seats} | {name} | {figures} | {_how(odds)} |"


def _effects(game: AnyGame, effects: Effects) -> Iterator[str]:
    odds, role = effects.odds, phrasing.role_text(game, effects.role, "en")
    yield f"\n### `{odds.sheet}` with {odds.seats} seats: what one change does for {role}\n"
    yield f"{_how(odds)[0].upper()}{_how(odds)[1:]}.\n"
    yield "| change | stakes a deal |"
    yield "|---|---:|"
    for effect in effects.effects:
        label = phrasing.effect_label(game, effect.option, effect.before, effect.after, "en").replace("|", "\\|")
        figure = _figure(effect.won) if effect.visible else phrasing.effect_text(effect, "en")
        yield f"| {label} | {figure} |"
    if effects.left_out:
        yield f"\nNot comparable: {', '.join(f'`{sheet}`' for sheet in effects.left_out)}."
    if effects.fairer is not None:
        yield f"\n{phrasing.fairer(game, effects.fairer, 'en')}"


def _figure(estimate: Estimate) -> str:
    return f"{estimate.mean:+.5f} exactly" if estimate.exact else f"{estimate.mean:+.4f} ± {estimate.margin:.4f}"


def _how(odds: Odds) -> str:
    if odds.how == "sampled":
        return f"{odds.deals:,} deals, bot `{odds.bot}`, seed {odds.seed}"
    return "exact"


def main() -> None:
    """Write the page."""
    TARGET.write_text(page() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Odds as they are sent to people: the figures, and what they say in a language."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.options import Value
from chieu.core.text.languages import Lang
from chieu.odds import phrasing
from chieu.odds.effects import rotation
from chieu.odds.phrasing import Frequency
from chieu.odds.results import Comparison, Effect, Effects, Fairer, Neighbour, Odds
from chieu.odds.same_deal import SameDeal


class FairerNews(msgspec.Struct, frozen=True):
    """An offer to make a sheet fair again, and its sentence."""

    fairer: Fairer
    sentence: str


class OddsNews(msgspec.Struct, frozen=True, kw_only=True):
    """Odds of a sheet, the difference from another sheet if one was named, and both in words."""

    odds: Odds
    comparison: Comparison | None
    sentence: str
    """OD-4: an evening."""
    change: str
    """How much more or less the first role wins than by the other sheet; empty without one."""
    player: str
    """The player, in words, with the number of deals."""
    roles: dict[str, str]
    """Names of the roles."""
    frequencies: dict[str, Frequency]
    """How often the hand occurs that an option prices, by option."""
    fairer: FairerNews | None
    """The offer of a rotation, once the odds are final."""


class EffectRow(msgspec.Struct, frozen=True):
    """A change of one option: the sheet with it, and its label."""

    option: str
    before: Value
    after: Value
    sheet: str
    label: str


class EffectRows(msgspec.Struct, frozen=True):
    """All changes that are measured, in the order of the options, and the role whose odds they change."""

    role: str
    rows: tuple[EffectRow, ...]


class MeasuredRow(msgspec.Struct, frozen=True):
    """The effect of the change with this index, and its figure in words."""

    row: int
    effect: Effect
    text: str


class EffectsNews(msgspec.Struct, frozen=True):
    """All effects with their figures in words, and an offer to make the sheet fair again."""

    effects: Effects
    texts: tuple[str, ...]
    fairer: FairerNews | None


class SameDealNews(msgspec.Struct, frozen=True):
    """A finished deal under another sheet, and what that changes, in words."""

    deal: SameDeal
    sentence: str


def odds_news(game: AnyGame, answer: Odds | Comparison, lang: Lang) -> OddsNews:
    """Say an answer in a language."""
    comparison = answer if isinstance(answer, Comparison) else None
    odds = answer.after if isinstance(answer, Comparison) else answer
    offer = None
    if odds.complete:
        offer = rotation(game, sheets.from_code(game, odds.sheet), odds.roles[0])
    return OddsNews(
        odds=odds,
        comparison=comparison,
        sentence=phrasing.evening(game, odds, lang),
        change=phrasing.change(game, comparison, lang) if comparison is not None and comparison.roles else "",
        player=phrasing.player(odds, lang),
        roles={role.role: phrasing.role_text(game, role.role, lang) for role in odds.roles},
        frequencies=phrasing.frequencies(game, odds, lang),
        fairer=_fairer(game, offer, lang),
    )


def effect_rows(game: AnyGame, role: str, around: Sequence[Neighbour], lang: Lang) -> EffectRows:
    """Return the rows that effects will fill."""
    return EffectRows(role, tuple(_row(game, neighbour, lang) for neighbour in around))


def effects_news(game: AnyGame, effects: Effects, lang: Lang) -> EffectsNews:
    """Say all effects in a language."""
    texts = tuple(phrasing.effect_text(effect, lang) for effect in effects.effects)
    return EffectsNews(effects, texts, _fairer(game, effects.fairer, lang))


def _row(game: AnyGame, neighbour: Neighbour, lang: Lang) -> EffectRow:
    option, before, after, rules = neighbour
    label = phrasing.effect_label(game, option, before, after, lang)
    return EffectRow(option, before, after, sheets.code(game, rules), label)


def _fairer(game: AnyGame, offer: Fairer | None, lang: Lang) -> FairerNews | None:
    return None if offer is None else FairerNews(offer, phrasing.fairer(game, offer, lang))

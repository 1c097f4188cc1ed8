"""Odds in people's words: an evening, a change of sheets, roles, results and options (OD-4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10, sqrt
from typing import Final

import msgspec

from chieu.arena.statistics import SURE
from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.options import Value
from chieu.core.text.languages import SHARED, Catalogue, Lang, colon, seat_name
from chieu.core.text.numbers import written
from chieu.odds.results import Comparison, Effect, Estimate, Fairer, Odds, RoleOdds
from chieu.odds.same_deal import SameDeal
from chieu.odds.sampling import model_of


class Frequency(msgspec.Struct, frozen=True):
    """Frequency of a hand: its chance, and 1 in so many as a text."""

    chance: float
    text: str


TEXTS: Final = Catalogue("chieu.odds")
EVENING: Final = 60
"""Deals of an evening."""


def role_text(game: AnyGame, role: str, lang: Lang) -> str:
    """Return the name of a role: the game's own `role.<name>`, the usual one, or its code."""
    key = f"role.{role}"
    for texts in (game.presentation.texts, TEXTS):
        if key in texts:
            return texts[key].say(lang)
    return role


def result_text(game: AnyGame, result: str, lang: Lang) -> str:
    """Return the name of a result: the game's `word.<result>`, or its code."""
    key = f"word.{result}"
    texts = game.presentation.texts
    return texts[key].say(lang) if key in texts else result


def value_text(game: AnyGame, option: str, value: Value, lang: Lang) -> str:
    """Return the label of an option and the name of a value."""
    return f"{game.presentation.option(option).say(lang)}{colon(lang)}{_value_name(game, option, value, lang)}"


def _value_name(game: AnyGame, option: str, value: Value, lang: Lang) -> str:
    """Return the name of a choice or of a cell's value, yes or no, or the value as people type it."""
    if isinstance(value, bool):
        return SHARED["word.yes" if value else "word.no"].say(lang)
    typed, texts = sheets.option_of(game, option).write(value), game.presentation.texts
    name = texts.get(f"choice.{option}.{typed}") or texts.get(f"named.{option}.{typed}")
    return typed if name is None else name.say(lang)


def deals_to_show(role: RoleOdds) -> int | None:
    """Return after how many deals an edge exceeds luck in 95 of 100 cases; None without one."""
    if role.won.is_zero:
        return None
    return ceil((SURE * role.swing.mean / role.won.mean) ** 2)


def evening(game: AnyGame, odds: Odds, lang: Lang, deals: int = EVENING) -> str:
    """Say what the first role wins in an evening, and how far luck moves that: one standard deviation."""
    role = odds.roles[0]
    needed = deals_to_show(role)
    key = (
        ("ahead" if role.won.mean > 0 else "behind") if needed is not None else "even" if role.won.exact else "unclear"
    )
    limit = deals * max(abs(role.won.low), abs(role.won.high))
    return TEXTS[f"evening.{key}"].say(
        lang,
        deals=deals,
        seats=odds.seats,
        role=role_text(game, role.role, lang),
        won=_amount(deals * abs(role.won.mean), lang),
        luck=_amount(role.swing.mean * sqrt(deals), lang),
        needed=written(_two_digits(needed or 0), lang),
        limit=_amount(limit, lang, up=True),
    )


def change(game: AnyGame, comparison: Comparison, lang: Lang) -> str:
    """Say how much more or less the first role wins by the second sheet."""
    role = comparison.roles[0]
    won = role.won
    if won.is_zero:
        key = "none_exact" if won.exact else "none"
    else:
        exact, sampled = ("more_exact", "more") if won.mean > 0 else ("less_exact", "less")
        key = exact if won.exact else sampled
    return TEXTS[f"change.{key}"].say(
        lang,
        role=role_text(game, role.role, lang),
        before=comparison.before.sheet,
        after=comparison.after.sheet,
        won=written(abs(won.mean), lang, 4),
        margin=written(won.margin, lang, 4),
        limit=limit_text(max(abs(won.low), abs(won.high)), lang),
    )


def how(odds: Odds, lang: Lang) -> str:
    """Say why the odds are exact."""
    return TEXTS[f"player.{odds.how}"].say(lang)


def player(odds: Odds, lang: Lang) -> str:
    """Say who played: best play, or a bot and how many deals."""
    if not odds.deals:
        return how(odds, lang)
    key = "sampled" if odds.complete else "partial"
    return TEXTS[f"player.{key}"].say(
        lang, deals=written(odds.deals, lang), budget=written(odds.budget, lang), bot=odds.bot
    )


def fairer(game: AnyGame, offer: Fairer, lang: Lang) -> str:
    """Say how to make a sheet fair again."""
    option = value_text(game, offer.option, offer.after, lang) if offer.option else ""
    role = role_text(game, offer.role, lang)
    edge, left = (written(figure.mean, lang, 3, sign=True) for figure in (offer.edge, offer.left))
    key = "even" if offer.kind == "change" and offer.left.exact and not offer.left.mean else offer.kind
    return TEXTS[f"fairer.{key}"].say(lang, option=option, role=role, edge=edge, left=left)


def effect_text(effect: Effect, lang: Lang) -> str:
    """Return the figure of an effect, or the limit under which it is."""
    if effect.visible:
        key = "exact" if effect.won.exact else "figure"
        digits = decimals(effect.won)
        won, margin = written(effect.won.mean, lang, digits, sign=True), written(effect.won.margin, lang, digits)
        return TEXTS[f"effect.{key}"].say(lang, won=won, margin=margin)
    if effect.kind == "information":
        return TEXTS["effect.information"].say(lang)
    if effect.limit == 0:
        return TEXTS["effect.none"].say(lang)
    return TEXTS["effect.under"].say(lang, limit=limit_text(effect.limit, lang))


def effect_label(game: AnyGame, option: str, before: Value, after: Value, lang: Lang) -> str:
    """Return the label of an option with the value it has and the value it would take."""
    return f"{value_text(game, option, before, lang)} → {_value_name(game, option, after, lang)}"


def frequencies(game: AnyGame, odds: Odds, lang: Lang) -> dict[str, Frequency]:
    """Return how often the hand occurs that an option prices, by option, on average over all seats."""
    out = {}
    seats = sum(role.seats for role in odds.roles if role.results)
    for option, results in model_of(game).priced.items():
        shares = [
            role.seats * role.results[result].mean
            for role in odds.roles
            for result in results
            if result in role.results
        ]
        if (chance := sum(shares) / max(seats, 1.0)) > 0:
            out[option] = Frequency(chance, TEXTS["effect.one_in"].say(lang, count=written(round(1 / chance), lang)))
    return out


def same_deal(deal: SameDeal, lang: Lang, names: Sequence[str] = ()) -> str:
    """Say what another sheet changes in a finished deal, and from which step on."""
    changes = [
        TEXTS["same.payoff"].say(
            lang,
            seat=seat_name(seat, lang, names),
            before=written(old, lang, sign=True),
            after=written(new, lang, sign=True),
        )
        for seat, (old, new) in enumerate(zip(deal.payoff, deal.other_payoff, strict=True))
    ]
    key = "paid" if deal.why == "same" and deal.payoff != deal.other_payoff else deal.why
    first = deal.moves[0] if deal.moves else None
    return TEXTS[f"same.{key}"].say(
        lang,
        sheet=deal.after,
        step=deal.step,
        seat="" if first is None else seat_name(first.seat, lang, names),
        action="" if first is None else first.action,
        bot=deal.bot,
        payoffs=", ".join(changes),
    )


def decimals(figure: Estimate) -> int:
    """Return how many decimals show a figure as finely as it is known: at most four, five if exact.

    >>> decimals(Estimate(-5.0, -9.4, -0.6)), decimals(Estimate(0.1, 0.08, 0.12))
    (1, 3)
    """
    return 5 if figure.margin <= 0 else min(4, max(1, 1 - floor(log10(figure.margin))))


def limit_text(limit: float, lang: Lang) -> str:
    """Return an upper bound with two digits, rounded up.

    >>> limit_text(0.01234, "en"), limit_text(1.52, "vi"), limit_text(0.0, "en")
    ('0.013', '1,6', '0')
    """
    if limit <= 0:
        return "0"
    digits = max(0, 1 - floor(log10(limit)))
    scale = 10**digits
    return written(ceil(round(limit * scale, 9)) / scale, lang, digits)


def _amount(stakes: float, lang: Lang, *, up: bool = False) -> str:
    """Return stakes as people say them: one decimal below ten, none above."""
    digits = 1 if stakes < 9.95 else 0
    return written(ceil(stakes * 10**digits) / 10**digits if up else stakes, lang, digits)


def _two_digits(number: int) -> int:
    """Return a count rounded to two digits.

    >>> _two_digits(5283), _two_digits(37)
    (5300, 37)
    """
    return round(number, -max(0, len(str(number)) - 2))

"""`chieu odds`: what a rule sheet does to each role, and what changing it does."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from rich.table import Table
from rich.text import Text as Painted

from chieu import odds
from chieu.bots import bots_of
from chieu.cli import sheet
from chieu.cli.console import OK, BadInput, highlight, print_json, progress, show, table, tell, write_file
from chieu.cli.interval_plot import Interval, lines, svg
from chieu.cli.parser import Parser, whole
from chieu.cli.text.texts import say
from chieu.cli.workers import cores, processes
from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.options import BadRules
from chieu.core.text.languages import Lang
from chieu.core.text.numbers import percent, written
from chieu.odds import Comparison, Effect, Effects, Estimate, Odds, phrasing
from chieu.odds.estimating import Settings
from chieu.odds.results import Play

_BAR: Final = 30  # cells of the bar of a role
_PERCENT: Final = 100
_OFTEN: Final = 0.2  # share above which "1 in N" says nothing more


def fill(parser: Parser) -> None:
    """Add the game, its rules, the other sheet, the kind of play and the budget."""
    sheet.add_game(parser)
    sheet.add_rules(parser)
    parser.add_argument("--against", metavar="CODE", help=parser.say("help.against"))
    parser.add_argument("--effects", action="store_true", help=parser.say("help.effects"))
    parser.add_argument("--as", dest="play", metavar="HOW", choices=("best", "played"), help=parser.say("help.as"))
    parser.add_argument("--bot", metavar="BOT", help=parser.say("help.odds_bot"))
    sheet.add_table(parser)
    parser.add_argument("--deals", metavar="N", type=whole(2, 10**9, parser.lang), help=parser.say("help.odds_deals"))
    parser.add_argument("--jobs", metavar="N", type=whole(1, 4096, parser.lang), help=parser.say("help.jobs"))
    parser.add_argument("--plot", metavar="FILE", help=parser.say("help.plot"))
    parser.add_argument("--json", action="store_true", help=parser.say("help.json"))


def run(args: Namespace) -> int:
    """Measure and report. Ctrl-C ends the measurement, and what is known so far is reported."""
    game = sheet.game_named(args.game, args.lang)
    rules = sheet.rules_of(args, game)
    other = _other_rules(args, game)
    for first, second, both in (
        ("--effects", "--against", other is not None and args.effects),
        ("--bot", "--as best", args.bot is not None and args.play == "best"),
    ):
        if both:
            raise BadInput(say("error.exclude", args.lang, first=first, second=second))
    if args.bot is not None and args.bot not in bots_of(game):
        known = ", ".join(bots_of(game))
        raise BadInput(say("error.no_bot", args.lang, game=game.name, bot=args.bot[:40], known=known))
    seats = sheet.seats_of(args, game, rules)
    answer = _measure(args, args.play, game, rules, other, seats)
    if args.plot is not None:
        write_file(args.plot, _picture(game, answer, args.lang), args.lang)
    if args.json:
        print_json(msgspec.to_builtins(answer))
    else:
        _report(game, answer, args.lang)
        if isinstance(answer, Odds) and answer.play == "best" and args.play is None:
            _report_played(game, _measure(args, "played", game, rules, None, seats), args.lang)
    return OK


def _other_rules(args: Namespace, game: AnyGame) -> Any:
    if args.against is None:
        return None
    try:
        return sheets.from_code(game, args.against)
    except BadRules as error:
        raise sheet.bad_rules(game, error, args.lang) from None


def _measure(
    args: Namespace, play: Play | None, game: AnyGame, rules: Any, other: Any, seats: int
) -> Odds | Comparison | Effects:
    with processes(args.jobs or cores()) as workers, progress(say("odds.bar", args.lang), _PERCENT) as bar:
        settings: Settings = {
            "seats": seats,
            "play": play,
            "bot": args.bot,
            "deals": args.deals,
            "seed": args.seed,
            "executor": workers.executor,
            "ahead": 2 * workers.at_a_time,
            "on_progress": lambda done, budget: bar(_PERCENT * done // budget),
            "partial": True,
        }
        try:
            if args.effects:
                return odds.effects(game, rules, **settings)
            if other is not None:
                return odds.compare(game, other, rules, **settings)
            return odds.estimate(game, rules, **settings)
        except odds.NotMeasured:
            raise BadInput(say("error.not_measured", args.lang, game=game.name, seats=seats)) from None


def _report(game: AnyGame, answer: Odds | Comparison | Effects, lang: Lang) -> None:
    if isinstance(answer, Effects):
        _head(game, answer.odds, answer.odds.sheet, lang)
        _report_effects(game, answer, lang)
    elif isinstance(answer, Comparison):
        _head(game, answer.after, f"{answer.before.sheet} → {answer.after.sheet}", lang)
        _report_comparison(game, answer, lang)
    else:
        _head(game, answer, answer.sheet, lang)
        _report_odds(game, answer, lang)


def _head(game: AnyGame, measured: Odds, rules: str, lang: Lang) -> None:
    title = game.presentation.title.say(lang)
    tell(say("odds.head", lang, game=title, rules=rules, seats=measured.seats), "bold")
    if measured.how != "sampled":
        tell(phrasing.how(measured, lang))
    _source(measured, lang)
    show("")


def _source(measured: Odds, lang: Lang) -> None:
    if measured.deals:
        deals = {"deals": written(measured.deals, lang), "seed": measured.seed, "bot": measured.bot}
        tell(say("odds.sampled", lang, **deals))
    if not measured.complete:
        tell(
            say("odds.partial", lang, deals=written(measured.deals, lang), budget=written(measured.budget, lang)),
            "yellow",
        )


def _report_played(game: AnyGame, measured: Odds | Comparison | Effects, lang: Lang) -> None:
    """Show what each role wins as the usual bot plays, below best play (OD-5)."""
    assert isinstance(measured, Odds)
    show("")
    tell(say("odds.as_played", lang), "bold")
    _source(measured, lang)
    show("", _bars(game, measured, lang))


def _bars(game: AnyGame, measured: Odds, lang: Lang) -> Table:
    columns = [say(f"odds.{key}", lang) for key in ("role", "won", "swing", "win", "even", "lose")]
    by_role = table(*columns)
    by_role.add_column(no_wrap=True)
    for role in measured.roles:
        shares = [percent(share.mean, lang) for share in (role.win, role.even, role.lose)]
        name = phrasing.role_text(game, role.role, lang)
        won = highlight(_figure(role.won, lang))
        by_role.add_row(name, won, written(role.swing.mean, lang, 2), *shares, _bar(role.win.mean, role.even.mean))
    return by_role


def _report_odds(game: AnyGame, measured: Odds, lang: Lang) -> None:
    show(_bars(game, measured, lang), "")
    roles = [role for role in measured.roles if role.results]
    by_result = table(say("odds.result", lang), *(phrasing.role_text(game, role.role, lang) for role in roles))
    for result in dict.fromkeys(name for role in roles for name in sorted(role.results)):
        chances = [_chance(role.results.get(result), lang) for role in roles]
        by_result.add_row(phrasing.result_text(game, result, lang), *chances)
    if roles:
        show(by_result, "")
    if measured.length is not None and measured.length.mean > 0:
        tell(say("odds.length", lang, moves=written(measured.length.mean, lang, 1)))
    tell(phrasing.evening(game, measured, lang))


def _report_comparison(game: AnyGame, comparison: Comparison, lang: Lang) -> None:
    columns = (say("odds.role", lang), comparison.before.sheet, comparison.after.sheet, say("odds.difference", lang))
    by_role = table(*columns)
    for role in comparison.roles:
        both = [highlight(_figure(each.role(role.role).won, lang)) for each in (comparison.before, comparison.after)]
        by_role.add_row(phrasing.role_text(game, role.role, lang), *both, highlight(_figure(role.won, lang)))
    show(by_role, "")
    tell(phrasing.change(game, comparison, lang))
    tell(phrasing.evening(game, comparison.after, lang))


def _report_effects(game: AnyGame, measured: Effects, lang: Lang) -> None:
    role = phrasing.role_text(game, measured.role, lang)
    visible = [effect for effect in measured.effects if effect.visible]
    if not measured.complete:
        done = len(measured.effects) + len(measured.left_out)
        tell(say("odds.partial_effects", lang, done=done, planned=measured.planned), "yellow")
    if visible:
        tell(say("odds.effects", lang, role=role))
        rows = _rows()
        for effect, line in zip(visible, lines(_intervals(game, visible, lang)), strict=True):
            rows.add_row(_label(game, effect, lang), highlight(_figure(effect.won, lang)), line)
        show(rows, "")
    unseen = [effect for effect in measured.effects if not effect.visible]
    if unseen:
        tell(say("odds.unseen", lang, role=role))
        rows = _rows()
        for effect in unseen:
            rows.add_row(_label(game, effect, lang), phrasing.effect_text(effect, lang))
        show(rows)
    if measured.left_out:
        tell(say("odds.left_out", lang, sheets=", ".join(measured.left_out)))
    if measured.fairer is not None:
        tell(phrasing.fairer(game, measured.fairer, lang))
        if measured.fairer.kind != "rotates":
            tell(say("odds.offered", lang, sheet=measured.fairer.sheet))


def _rows() -> Table:
    """Return a table of effects, whose labels may take several lines."""
    rows = Table.grid(padding=(0, 3, 0, 0))
    rows.add_column(overflow="fold")
    rows.add_column(no_wrap=True, justify="right")
    rows.add_column(no_wrap=True)
    return rows


def _label(game: AnyGame, effect: Effect, lang: Lang) -> str:
    return phrasing.effect_label(game, effect.option, effect.before, effect.after, lang)


def _intervals(game: AnyGame, effects: Sequence[Effect], lang: Lang) -> list[Interval]:
    return [
        Interval(_label(game, effect, lang), effect.won.mean, effect.won.low, effect.won.high) for effect in effects
    ]


def _picture(game: AnyGame, answer: Odds | Comparison | Effects, lang: Lang) -> str:
    """Plot effects, differences or what each role wins, as SVG."""
    if isinstance(answer, Effects):
        role = phrasing.role_text(game, answer.role, lang)
        intervals = _intervals(game, answer.effects, lang)
        measured, note = answer.odds, say("odds.effects", lang, role=role)
    else:
        measured = answer.after if isinstance(answer, Comparison) else answer
        note = say("odds.difference" if isinstance(answer, Comparison) else "odds.won", lang)
        intervals = [
            Interval(phrasing.role_text(game, role.role, lang), role.won.mean, role.won.low, role.won.high)
            for role in answer.roles
        ]
    title = game.presentation.title.say(lang)
    head = say("odds.head", lang, game=title, rules=measured.sheet, seats=measured.seats)
    return svg(intervals, head, note, lang, digits=4)


def _figure(estimate: Estimate, lang: Lang) -> str:
    if estimate.exact:
        return f"{written(estimate.mean, lang, 5, sign=True)} {say('odds.exact', lang)}"
    return f"{written(estimate.mean, lang, 4, sign=True)} ± {written(estimate.margin, lang, 4)}"


def _chance(estimate: Estimate | None, lang: Lang) -> str:
    """Return a chance in per cent; a small one also as 1 in so many."""
    if estimate is None or estimate.mean == 0:
        return "·"
    if estimate.mean > _OFTEN:
        return percent(estimate.mean, lang)
    return say(
        "odds.chance", lang, percent=percent(estimate.mean, lang), one_in=written(round(1 / estimate.mean), lang)
    )


def _bar(win: float, even: float) -> Painted:
    """Return a bar: won in green, even in grey, lost in red."""
    first, second = round(_BAR * win), round(_BAR * (win + even))
    return Painted.assemble(
        ("█" * first, "green"), ("▒" * (second - first), "bright_black"), ("░" * (_BAR - second), "red")
    )

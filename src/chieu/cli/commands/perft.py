"""`chieu perft`: count the positions of a deal by depth, as a check of correctness and speed."""

from __future__ import annotations

import time
from argparse import Namespace

from chieu.cli import sheet
from chieu.cli.console import OK, show, tell
from chieu.cli.parser import Parser, whole
from chieu.core import notation, sheets
from chieu.core.cards import Cards
from chieu.core.rng import Rng
from chieu.core.run import after_shuffles, perft


def fill(parser: Parser) -> None:
    """Add the game, its rules and the depth."""
    sheet.add_game(parser)
    parser.add_argument("--depth", metavar="D", type=whole(0, 60, parser.lang), default=3, help="number of moves [3]")
    parser.add_argument("--divide", action="store_true", help="split the last count by first move")
    sheet.add_table(parser)
    sheet.add_rules(parser)


def run(args: Namespace) -> int:
    """Print the count of each depth as soon as it is known."""
    game = sheet.game_named(args.game, args.lang)
    rules = sheet.rules_of(args, game)
    seats = sheet.seats_of(args, game, rules)

    def shuffle(cards: Cards) -> Cards:
        # The same in every branch: a count must not depend on the order of the walk.
        return Rng(args.seed).shuffled(cards)

    tell(f"{game.name} · {sheets.canonical(game, rules)} · {seats} seats · seed {args.seed}", "bold")
    state = after_shuffles(game, game.start(rules, seats), shuffle)
    for depth in range(args.depth + 1):
        began = time.perf_counter()
        count = perft(game, state, depth, shuffle)
        seconds = time.perf_counter() - began
        pace = f"{count / seconds:,.0f}" if seconds > 0 else "-"
        tell(f"depth {depth}: {count:,}   {seconds:.3f} s   {pace} nodes/s")
    if args.divide and args.depth > 0 and (to_act := game.to_act(state)):
        show("")
        for action in game.legal(state, to_act[0]):
            after, _ = game.apply(state, to_act[0], action)
            tell(f"{notation.write(action)}: {perft(game, after, args.depth - 1, shuffle):,}")
    return OK

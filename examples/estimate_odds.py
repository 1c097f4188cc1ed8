"""Measure what a house rule does to the game.

    python examples/estimate_odds.py --deals 20000

In Xì Dách the dealer may stand on 15. The same deals are played again with a dealer who must draw to 16, or 17.
"""

import argparse

import chieu
from chieu.arena import simulate
from chieu.bots import bots_of
from chieu.core import sheets

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--deals", type=int, default=20_000)
args = parser.parse_args()
game = chieu.load("xidach")
heuristic = bots_of(game)["heuristic"]
players = [("dealer", heuristic)] + [("player", heuristic)] * 3
for least in (15, 16, 17):
    rules = sheets.with_settings(game, game.presets["room"], [f"dealer_must_draw_below={least}"])
    dealer = next(result for result in simulate(game, rules, players, deals=args.deals).bots if result.bot == "dealer")
    low, high = dealer.interval()
    print(f"{sheets.code(game, rules):10} the dealer wins {low:+.3f} to {high:+.3f} stakes a deal (95 %)")

"""Write a bot in twenty lines and measure its strength.

    python examples/write_a_bot.py --deals 2000

It plays Big Two and holds on to its twos. Every deal is played twice with the same cards, once with it in a seat and
once with the usual bot there, so the luck of the cards counts for nothing.
"""

import argparse

import chieu
from chieu.arena import compare
from chieu.bots import bots_of


class Miser:
    """Plays as many cards as possible of the lowest rank; a two only if nothing else is legal."""

    def __init__(self, rules, seat, rng):
        self.rng = rng

    def see(self, fact):
        """Ignore the fact."""

    def act(self, view, legal):
        plays = [action for action in legal if hasattr(action, "cards")]
        if not plays:
            return legal[0]
        cheap = [play for play in plays if not any(str(card).startswith("2") for card in play.cards)]
        return max(cheap or plays, key=lambda play: len(play.cards))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2000)
    args = parser.parse_args()
    game = chieu.load("big2")
    for name in ("random", "heuristic"):
        edge = compare(game, game.presets["hong_kong"], Miser, bots_of(game)[name], seats=4, deals=args.deals)
        print(
            f"against three {name}: {edge.mean:+.2f} ± {edge.margin:.2f} chips a deal more than one of them in its seat"
        )

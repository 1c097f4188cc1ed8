"""Gain of `strong` over `heuristic` at Xì Dách as dealer and as player, and the maximum gain.

    python -m bench.xidach_seats [--preset room] [--seats 4] [--deals 20000] [--seed 1] [--jobs 2]

Each deal is played with the usual bot in the seat and with `strong`, on the same cards; a deal is one observation. The
player is the last to act before the dealer, so that only its own draws change the others' cards.

At two seats the maximum gain is that of the exact best response to `heuristic`. With more seats `heuristic` settles
with each player independently, so a player cannot gain more than at two seats, and a dealer cannot gain more from
several players than from each alone. Both ignore what other hands reveal about the deck.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import chieu
from chieu.arena.statistics import Mean
from chieu.bots import bots_of
from chieu.core.deal import Deal
from chieu.core.run import make_bots, shuffler
from chieu.games.xidach.ai.cfr import CfrPlus
from chieu.games.xidach.ai.heuristic import Heuristic
from chieu.games.xidach.ai.two_player import TwoPlayerGame
from chieu.games.xidach.rules import Rules
from tests.xidach_two_seats import strategies_of

DEALER = 0  # seat 0 deals the first deal of a match


def gained(preset: str, seats: int, seed: int, number: int) -> tuple[int, int]:
    """Return the gain of `strong` in a deal, as dealer and as the last player."""
    game = chieu.load("xidach")
    rules, bots = game.presets[preset], bots_of(game)

    def won(strong: int) -> tuple[int, ...]:
        makers = [bots["strong" if seat == strong else "heuristic"] for seat in range(seats)]
        deal = Deal.among(game, rules, make_bots(makers, rules, seed, number), shuffler(seed, number))
        assert deal.payoff is not None
        return tuple(deal.payoff)

    usual = Deal.among(game, rules, make_bots([bots["heuristic"]] * seats, rules, seed, number), shuffler(seed, number))
    assert usual.payoff is not None
    last = game.view(usual.state, DEALER).order[-2]
    return won(DEALER)[DEALER] - usual.payoff[DEALER], won(last)[last] - usual.payoff[last]


def to_be_won(rules: Rules) -> tuple[float, float]:
    """Return the gain of best responses to `heuristic` at two seats, as dealer and as player."""
    game = TwoPlayerGame(rules)
    cfr, (player, dealers) = CfrPlus(game), strategies_of(Heuristic, rules, game)
    usual = cfr.expected_value(player, dealers)
    return usual - cfr.value_against_best_dealer(player), cfr.player_best_response_value(dealers) - usual


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="room")
    for name, usual in (("seats", 4), ("deals", 20_000), ("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    dealer, player = Mean(), Mean()
    with ProcessPoolExecutor(args.jobs) as pool:
        work = partial(gained, args.preset, args.seats, args.seed)
        for as_dealer, as_player in pool.map(work, range(args.deals), chunksize=50):
            dealer.add(as_dealer)
            player.add(as_player)
            if dealer.count % 2000 == 0 or dealer.count == args.deals:
                print(f"{args.preset}, {args.seats} seats, {dealer.count} deals", flush=True)
                print(f"  as dealer: {dealer.mean:+.4f} ± {dealer.margin:.4f} chips a deal more than `heuristic`")
                print(f"  as the last player: {player.mean:+.4f} ± {player.margin:.4f}", flush=True)
    best_dealer, best_player = to_be_won(chieu.load("xidach").presets[args.preset])
    others = args.seats - 1
    print(f"  to be won as dealer: {others} x {best_dealer:.4f} = {others * best_dealer:.4f}")
    print(f"  to be won as a player: {best_player:.4f}")


if __name__ == "__main__":
    main()

"""Replay an evening from a text file: payoffs, and the most expensive mistake.

    python examples/replay_an_evening.py [FILE]

Without a file it plays an evening among bots first and prints where it put it. A record is a text that a person can
read; `chieu replay FILE` tells it move by move.
"""

import pathlib
import sys
import tempfile

import chieu
from chieu.bots import bots_of
from chieu.core import records
from chieu.search import review


def evening(path, deals=6):
    """Play Xì Dách among three bots, one of which is random."""
    game = chieu.load("xidach")
    rules, known = game.presets["room"], bots_of(game)
    deal, texts = chieu.deal("xidach", seats=3, seed=11), []
    for number in range(deals):
        names = ("heuristic", "heuristic", "random")
        deal.play_out([known[name](rules, seat, chieu.Rng(number, seat)) for seat, name in enumerate(names)])
        texts.append(deal.record())
        following = deal.next()
        if following is None:
            break
        deal = following
    path.write_text("\n".join(texts), encoding="utf-8")


path = pathlib.Path(sys.argv[1]) if sys.argv[1:] else pathlib.Path(tempfile.mkdtemp()) / "evening.txt"
if not sys.argv[1:]:
    evening(path)
    print("written:", path)
with path.open(encoding="utf-8") as lines:
    played = [chieu.Deal.from_record(record) for record in records.read(chieu.all_games(), lines)]
chips = [0] * played[0].seats
worst = None
for number, deal in enumerate(played, start=1):
    chips = [total + won for total, won in zip(chips, deal.payoff, strict=True)]
    print(f"deal {number}: {deal.payoff}")
    for seat in range(deal.seats):
        for decision in review(deal, seat, chieu.Rng(number), worlds=40):
            if decision.mistake and (worst is None or decision.choice.behind > worst[0]):
                worst = (decision.choice.behind, number, seat, decision)
print("over the evening:", chips)
if worst is not None:
    cost, number, seat, decision = worst
    best = decision.advice.options[0].action
    print(f"the worst mistake: deal {number}, seat {seat}, {decision.choice.action} instead of {best}: {cost:.2f}")

"""Measure Chiếu in CPU seconds of one core and print one JSON object; run by `bench/run.py`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from chieu import CHANCE, Rng, Shuffle, load
from chieu.core import rng as rng_module


def rate(work: Callable[[int], int], count: int) -> tuple[float, float]:
    """Return rounds and units per CPU second; `work(count)` runs `count` rounds and returns its units."""
    work(max(count // 20, 1))
    started = time.process_time()
    units = work(count)
    took = time.process_time() - started
    return count / took, units / took


def stepped(game: Any, rules: Any, seats: int, views: bool = False) -> Callable[[int], int]:
    """Play random deals through the public contract; units are decisions."""
    rng = Rng(1)
    start, to_act, legal, apply, view = game.start, game.to_act, game.legal, game.apply, game.view

    def work(deals: int) -> int:
        decisions = 0
        for _ in range(deals):
            state = start(rules, seats)
            while waiting := to_act(state):
                seat = waiting[0]
                if seat == CHANCE:
                    action: Any = Shuffle(rng.shuffled(game.to_shuffle(state)))
                else:
                    if views:
                        view(state, seat)
                    action = rng.pick(legal(state, seat))
                    decisions += 1
                state, _ = apply(state, seat, action)
            game.payoff(state)
        return decisions

    return work


def xidach() -> dict[str, float]:
    from chieu.core.cards import DECK
    from chieu.games.xidach import hands
    from chieu.games.xidach import state as kernel

    game = load("xidach")
    room = game.presets["room"]
    deals, decisions = rate(stepped(game, room, 2), 20_000)
    seen_deals, seen_decisions = rate(stepped(game, room, 2, views=True), 10_000)

    def rollouts(count: int) -> int:
        kernel.rollouts(hands.compile_rules(room), 2, DECK, Rng(1), count)
        return count

    return {
        "deals": deals,
        "decisions": decisions,
        "deals with views": seen_deals,
        "decisions with views": seen_decisions,
        "kernel rollouts": rate(rollouts, 50_000)[0],
    }


def niuniu() -> dict[str, float]:
    from chieu.core import codec
    from chieu.games.niuniu import hands
    from chieu.games.niuniu.text.judge import JUDGE

    game = load("niuniu")
    custom = game.presets["custom"]
    compiled = hands.CompiledRules(custom)
    started = time.process_time()
    hands.census(compiled)
    census = time.process_time() - started
    lines = [b'{"hand": ["KC", "QD", "3S", "7H", "10D"]}', b'{"hand": ["AS", "2D", "3C", "9H", "JD"]}']
    decoder = codec.decoder(JUDGE.question)

    def judged(count: int) -> int:
        for number in range(count):
            codec.encode(JUDGE.answer(custom, decoder.decode(lines[number & 1])))
        return count

    return {
        "all 2,598,960 hands, seconds": census,
        "hands judged, JSON to JSON": rate(judged, 60_000)[0],
        "deals, 4 seats": rate(stepped(game, custom, 4), 8000)[0],
    }


def big2() -> dict[str, float]:
    from chieu.core.cards import DECK
    from chieu.games.big2 import hands
    from chieu.games.big2 import state as kernel

    game = load("big2")
    lawrence = game.presets["lawrence"]
    deals, decisions = rate(stepped(game, lawrence, 4), 1000)
    seen, _ = rate(stepped(game, lawrence, 4, views=True), 500)

    def rollouts(count: int) -> int:
        kernel.rollouts(hands.compile_rules(lawrence), 4, DECK, Rng(1), count)
        return count

    return {
        "deals": deals,
        "decisions": decisions,
        "deals with views": seen,
        "kernel rollouts": rate(rollouts, 20_000)[0],
    }


def rummy() -> dict[str, float]:
    from chieu.games.rummy import hands
    from chieu.games.rummy import state as kernel

    game = load("rummy")
    seven = game.presets["seven-rounds"]
    deals, decisions = rate(stepped(game, seven, 2), 300)

    def rollouts(count: int) -> int:
        return kernel.rollouts(hands.compile_rules(seven, 2), 1, Rng(1), count, 20_000)

    return {"rounds": deals, "decisions": decisions, "kernel decisions": rate(rollouts, 1000)[1]}


MEASURES: dict[str, Callable[[], dict[str, float]]] = {
    "xidach": xidach,
    "niuniu": niuniu,
    "big2": big2,
    "rummy": rummy,
}


def main() -> None:
    kind = "uncompiled" if str(rng_module.__file__).endswith(".py") else "compiled"
    figures: dict[str, Any] = {"kernels": kind}
    for name in sys.argv[1:] or MEASURES:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        figures[name] = MEASURES[name]()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

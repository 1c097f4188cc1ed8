"""Sentences that the page must make word for word as Python does: an action and a fact of every kind, told by it.

python web/tools/phrases.py            writes web/src/words/phrases.json
python web/tools/phrases.py --check    fails if it is not as it would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from chieu.bots import Random
from chieu.core import codec, run
from chieu.core.contract import CHANCE, AnyGame
from chieu.core.luck import Luck
from chieu.core.notation import tag_of
from chieu.core.phrasing import Phraser
from chieu.core.texts import SHARED, Lang
from chieu.games import all_games

HERE: Final = Path(__file__).parent.parent / "src" / "words" / "phrases.json"
NAMES: Final = ("An", "Bình", "Chi")
LANGS: Final[tuple[Lang, ...]] = ("en", "zh")
FAMILIES: Final = ("action.", "fact.", "word.", "number.", "card.", "seat")
DEALS: Final = 6


class Phase(NamedTuple):
    """As much of a view as decides how an action is told."""

    phase: str


def kinds(game: AnyGame) -> dict[str, Any]:
    """The first action and the first fact of each kind that some deals by each preset bring."""
    found: dict[str, Any] = {}
    for rules in game.presets.values():
        for number in range(DEALS):
            luck = Luck(number)
            bots = [Random(rules, seat, luck) for seat in range(len(NAMES))]
            deal = run.play(game, rules, bots, luck.shuffled)
            for step in run.replay(game, rules, len(NAMES), None, deal.moves):
                if step.seat != CHANCE:
                    found.setdefault(f"action.{tag_of(type(step.action))}", step.action)
                for event in step.events:
                    for fact in (event.fact, *(own for _, own in event.secret)):
                        found.setdefault(f"fact.{tag_of(type(fact))}", fact)
    return found


def cases(game: AnyGame, said: dict[str, Any]) -> dict[str, Any]:
    """The texts of a game that sentences are made of, and the sentences."""
    texts = {key: text._asdict() for key, text in {**SHARED, **game.texts}.items() if key.startswith(FAMILIES)}
    told = []
    for key, one in sorted(said.items()):
        for phase in ("", *(text.removeprefix(f"{key}.") for text in game.texts if text.startswith(f"{key}."))):
            tellers = {lang: Phraser(game, lang, NAMES).at(Phase(phase)) for lang in LANGS}
            sentences = {
                lang: teller.action(one) if key.startswith("action") else teller.fact(one)
                for lang, teller in tellers.items()
            }
            told.append({"key": key, "phase": phase, "said": json.loads(codec.encode(one)), "told": sentences})
    return {"texts": texts, "told": told}


def read(game: AnyGame, told: list[dict[str, Any]]) -> dict[str, Any]:
    """What the file has an action or a fact of, so that the same ones can be told again."""
    decoders = {f"action.{tag_of(kind)}": codec.decoder(kind) for kind in game.actions}
    decoders |= {f"fact.{tag_of(kind)}": codec.decoder(kind) for kind in game.facts}
    return {one["key"]: decoders[one["key"]].decode(json.dumps(one["said"])) for one in told}


def written(said: dict[str, dict[str, Any]]) -> str:
    """What should be in the file."""
    whole = {"names": NAMES, "games": {name: cases(game, said[name]) for name, game in all_games().items()}}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    """Writes the file, or checks it."""
    games = all_games()
    if "--check" not in sys.argv:
        HERE.write_text(written({name: kinds(game) for name, game in games.items()}))
        return 0
    there = HERE.read_text()
    told = json.loads(there)["games"]
    if there == written({name: read(game, told[name]["told"]) for name, game in games.items()}):
        return 0
    sys.stderr.write(f"{HERE.name} is not as web/tools/phrases.py writes it: run it again\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())

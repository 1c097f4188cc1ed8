"""Sentences that the page must make word for word as Python does: an action, a fact and a reason of every kind, told by
it, for every game that has a skin.

python web/tools/phrases.py            writes web/src/skins/*/phrases.json
python web/tools/phrases.py --check    fails if they are not as they would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from chieu.bots import Random
from chieu.core import codec
from chieu.core.cards import DECK
from chieu.core.deal import Deal
from chieu.core.field_types import CARD, CARDS, IN_TEXTS, SEAT, kinds_of
from chieu.core.game import CHANCE, AnyGame
from chieu.core.notation import tag_of
from chieu.core.outcome import Hand, Outcome, Settlement
from chieu.core.rng import Rng
from chieu.core.text.languages import SHARED, Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games
from chieu.online.server.api.catalogue import field_kinds

SKINS: Final = Path(__file__).parent.parent / "src" / "skins"
NAMES: Final = ("An", "Bình", "Chi")
LANGS: Final[tuple[Lang, ...]] = ("en", "zh")
FAMILIES: Final = (
    "action.",
    "fact.",
    "reason.",
    "often",
    "hand.",
    "why.",
    "factor.",
    "word.",
    "number.",
    "card.",
    "seat",
)
DEALS: Final = 6


class Phase(NamedTuple):
    """As much of a view as decides how an action is told."""

    phase: str


def kinds(game: AnyGame) -> dict[str, Any]:
    """The first action and the first fact of each kind that some deals by each preset bring."""
    found: dict[str, Any] = {}
    for rules in game.presets.values():
        for number in range(DEALS):
            rng = Rng(number)
            bots = [Random(rules, seat, rng) for seat in range(len(NAMES))]
            deal = Deal.among(game, rules, bots, rng.shuffled)
            for step in deal.steps():
                if step.seat != CHANCE:
                    found.setdefault(f"action.{tag_of(type(step.action))}", step.action)
                for event in step.events:
                    for fact in (event.fact, *(own for _, own in event.secret)):
                        found.setdefault(f"fact.{tag_of(type(fact))}", fact)
            if game.extras.outcome is not None:
                found |= {**reasons(game.extras.outcome(deal.state, None)), **found}
    return found | {f"reason.{tag_of(kind)}": _example(kind) for kind in reason_types(game)}


def reason_types(game: AnyGame) -> tuple[type[msgspec.Struct], ...]:
    """The reasons that a game can give."""
    return () if game.extras.reasons is None else game.extras.reasons.types


def _example(kind: type[msgspec.Struct]) -> msgspec.Struct:
    """A reason of a kind, whatever it says."""
    hints = get_type_hints(kind)
    kinds = kinds_of(kind)
    return kind(*(_value(hints[name], kinds.get(name, "")) for name in kind.__struct_fields__))


def _value(hint: Any, kind: str) -> Any:
    if kind == CARDS:
        return DECK[:3]
    if kind == CARD:
        return DECK[5]
    if get_origin(hint) is Literal:
        return get_args(hint)[-1]
    return True if hint is bool else 1 if kind == SEAT else 6


def reasons(outcome: Outcome) -> dict[str, Any]:
    """A hand by what it is called, and a settlement by the first thing that decided it."""
    hands = {f"hand.{one.called.code}": one for one in outcome.hands}
    return hands | {f"why.{one.why[0].code}": one for one in outcome.settlements}


def told_by(teller: Phraser, key: str, one: Any) -> str:
    """The sentence."""
    if isinstance(one, Settlement):
        return " ".join([*(teller.why(reason) for reason in one.why), teller.sum(one)]).strip()
    if isinstance(one, Hand):
        return teller.hand(one)
    family = key.partition(".")[0]
    return str(getattr(teller, family)(one))


def cases(game: AnyGame, said: dict[str, Any]) -> dict[str, Any]:
    """The texts of a game that sentences are made of, and the sentences."""
    texts = {
        key: text._asdict() for key, text in {**SHARED, **game.presentation.texts}.items() if key.startswith(FAMILIES)
    }
    told = []
    for key, one in sorted(said.items()):
        for phase in (
            "",
            *(text.removeprefix(f"{key}.") for text in game.presentation.texts if text.startswith(f"{key}.")),
        ):
            tellers = {lang: Phraser(game, lang, NAMES).at(Phase(phase)) for lang in LANGS}
            sentences = {lang: told_by(teller, key, one) for lang, teller in tellers.items()}
            told.append({"key": key, "phase": phase, "said": json.loads(codec.encode(one)), "told": sentences})
    return {"names": NAMES, "texts": texts, "kinds": {"": IN_TEXTS, **field_kinds(game)}, "told": told}


def read(game: AnyGame, told: list[dict[str, Any]]) -> dict[str, Any]:
    """What the file has an action or a fact of, so that the same ones can be told again."""
    decoders = {f"action.{tag_of(kind)}": codec.decoder(kind) for kind in game.actions}
    decoders |= {f"fact.{tag_of(kind)}": codec.decoder(kind) for kind in game.facts}
    decoders |= {f"reason.{tag_of(kind)}": codec.decoder(kind) for kind in reason_types(game)}
    decoders |= {key: codec.decoder(Hand if key.startswith("hand") else Settlement) for key in reason_keys(told)}
    return {one["key"]: decoders[one["key"]].decode(json.dumps(one["said"])) for one in told}


def reason_keys(told: list[dict[str, Any]]) -> list[str]:
    """The keys of hands and settlements."""
    return [one["key"] for one in told if one["key"].startswith(("hand.", "why."))]


def written(game: AnyGame, said: dict[str, Any]) -> str:
    """What should be in a game's file."""
    return json.dumps(cases(game, said), ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    """Writes the files, or checks them."""
    stale = 0
    for name, game in all_games().items():
        file = SKINS / name / "phrases.json"
        if not file.parent.is_dir():
            continue
        if "--check" not in sys.argv:
            file.write_text(written(game, kinds(game)))
            continue
        there = file.read_text()
        if there != written(game, read(game, json.loads(there)["told"])):
            sys.stderr.write(f"{name}/{file.name} is not as web/tools/phrases.py writes it: run it again\n")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())

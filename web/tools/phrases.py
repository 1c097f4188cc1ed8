"""Write sentences as Python makes them, for the tests of the page, which must make the same ones.

One file for each game that has a skin: an action, a fact and a reason of every kind. The files are not committed;
`npm run test` writes them first (`web/tools/phrases.ts`).

python web/tools/phrases.py FOLDER
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
from chieu.core.text.languages import LANGS, SHARED
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games
from chieu.online.server.api.catalogue import field_kinds

SKINS: Final = Path(__file__).parent.parent / "src" / "skins"
NAMES: Final = ("An", "Bình", "Chi")
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
    "mark.",
    "seat",
)
DEALS: Final = 6


class ViewPart(NamedTuple):
    """The part of a view on which texts depend."""

    phase: str
    dealer: int = 1
    seats: tuple[str, ...] = tuple(NAMES)


def kinds(game: AnyGame) -> dict[str, Any]:
    """Return an action, a fact and a reason of each kind, from some deals under each preset."""
    examples: dict[str, Any] = {}
    for rules in game.presets.values():
        for number in range(DEALS):
            rng = Rng(number)
            bots = [Random(rules, seat, rng) for seat in range(len(NAMES))]
            deal = Deal.among(game, rules, bots, rng.shuffled)
            for step in deal.steps():
                if step.seat != CHANCE:
                    examples.setdefault(f"action.{tag_of(type(step.action))}", step.action)
                for event in step.events:
                    for fact in (event.fact, *(own for _, own in event.secret)):
                        examples.setdefault(f"fact.{tag_of(type(fact))}", fact)
            if game.extras.outcome is not None:
                examples |= {**reasons(game.extras.outcome(deal.state)), **examples}
    return examples | {f"reason.{tag_of(kind)}": _example(kind) for kind in reason_types(game)}


def reason_types(game: AnyGame) -> tuple[type[msgspec.Struct], ...]:
    """Return the types of the reasons that a game gives for hints."""
    return () if game.extras.reasons is None else game.extras.reasons.types


def _example(kind: type[msgspec.Struct]) -> msgspec.Struct:
    """Return some reason of a type."""
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
    """Return a hand for each name of a hand, and a settlement for each first reason of one."""
    hands = {f"hand.{hand.called.code}": hand for hand in outcome.hands}
    return hands | {f"why.{paid.why[0].code}": paid for paid in outcome.settlements}


def sentence(phraser: Phraser, key: str, value: Any) -> str:
    """Phrase an action, fact, reason, hand or settlement."""
    if isinstance(value, Settlement):
        return " ".join([*(phraser.why(reason) for reason in value.why), phraser.sum(value)]).strip()
    if isinstance(value, Hand):
        return phraser.hand(value)
    family = key.partition(".")[0]
    return str(getattr(phraser, family)(value))


def cases(game: AnyGame, examples: dict[str, Any]) -> dict[str, Any]:
    """Return the texts that sentences of a game are made of, and the sentences."""
    texts = {
        key: dict(zip(LANGS, text, strict=True))
        for key, text in {**SHARED, **game.presentation.phrases}.items()
        if key.startswith(FAMILIES)
    }
    rows = []
    for key, value in sorted(examples.items()):
        for phase in (
            "",
            *(text.removeprefix(f"{key}.") for text in game.presentation.texts if text.startswith(f"{key}.")),
        ):
            phrasers = {lang: Phraser(game, lang, NAMES).at(ViewPart(phase)) for lang in LANGS}
            sentences = {lang: sentence(phraser, key, value) for lang, phraser in phrasers.items()}
            rows.append({"key": key, "phase": phase, "said": json.loads(codec.encode(value)), "told": sentences})
    return {"names": NAMES, "texts": texts, "kinds": {"": IN_TEXTS, **field_kinds(game)}, "told": rows}


def main(folder: Path) -> None:
    """Write a file for each game that has a skin."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, game in all_games().items():
        if (SKINS / name).is_dir():
            text = json.dumps(cases(game, kinds(game)), ensure_ascii=False, indent=1)
            (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

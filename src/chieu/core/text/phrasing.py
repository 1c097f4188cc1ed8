"""Actions, facts and refusals as sentences, from a game's texts.

A text has a place for each field: `{seat} draws. {cards}`. `field_phrasing` says what goes there, so that no
game needs code of its own to be told. What an option takes (`allowed`, beside `option`) is told in the language too,
whatever stands there, and what is hidden leaves its place empty, and the space around it goes.

The same action can mean more in one phase of a deal than in another: then the game has a text `action.<tag>.<phase>`
too, and a teller that looks at a view of that phase tells it so.

The page does the same in `web/src/text/phrasing.ts`; one test holds for both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

import msgspec

from chieu.core.cards import BadCard
from chieu.core.field_types import IN_TEXTS, kinds_of
from chieu.core.game import AnyGame, Illegal
from chieu.core.notation import tag_of
from chieu.core.options import options_of
from chieu.core.outcome import Hand, Phrase, Settlement
from chieu.core.sheets import allowed
from chieu.core.text.field_phrasing import FieldPhraser
from chieu.core.text.languages import Lang, Text


class Phraser(FieldPhraser):
    """Tells a game's actions and facts in one language; `names` are those of the seats, if they have any, and `around`
    are texts of what is around the game."""

    def __init__(
        self, game: AnyGame, lang: Lang, names: Sequence[str] = (), around: Mapping[str, Text] | None = None
    ) -> None:
        super().__init__({**(around or {}), **game.presentation.texts}, lang, names)
        self.game = game
        self._options = {one.name: one for one in options_of(game.rules)}
        self._phase = ""

    def at(self, view: Any) -> Phraser:
        """The same teller, looking at a view: it tells what may be done there."""
        looking = copy(self)
        looking._phase = str(getattr(view, "phase", ""))
        return looking

    def action(self, action: msgspec.Struct) -> str:
        """What one may do: `Compare with Lan`."""
        return self._sentence(self._key(action), _fields(action), kinds_of(type(action)))

    def outline(self, actions: Sequence[msgspec.Struct]) -> str:
        """What several actions of one kind have in common: `Play …`."""
        first = actions[0]
        fields = {
            name: getattr(first, name) if all(getattr(one, name) == getattr(first, name) for one in actions) else "…"
            for name in first.__struct_fields__
        }
        return self._sentence(self._key(first), fields, kinds_of(type(first)))

    def fact(self, fact: msgspec.Struct) -> str:
        """What happened: `Lan draws. 5♦`."""
        return self._sentence(f"fact.{tag_of(type(fact))}", _fields(fact), kinds_of(type(fact)))

    def reason(self, reason: msgspec.Struct) -> str:
        """Why an option is better than another: `The dealer beats 16 six times in ten.`"""
        return self._sentence(f"reason.{tag_of(type(reason))}", _fields(reason), kinds_of(type(reason)))

    def refusal(self, error: Illegal) -> str:
        """Why something is not allowed, and the number of the rule: `Under 16 you must draw. (XD-14)`."""
        said = self._sentence(f"error.{error.code}", dict(error.params))
        return f"{said} ({error.rule})" if error.rule else said

    def hand(self, hand: Hand) -> str:
        """What a hand is at the end of a deal: `19 · Đủ`."""
        return " · ".join([self._sentence(f"hand.{one.code}", one.params) for one in (hand.called, *hand.notes)])

    def why(self, phrase: Phrase) -> str:
        """What decided, and the number of the rule: `19 beats 17. (XD-18)`."""
        said = self._sentence(f"why.{phrase.code}", phrase.params)
        return f"{said} ({phrase.rule})" if phrase.rule else said

    def sum(self, settlement: Settlement) -> str:
        """What a settlement comes to: `stake 2 × multiple 3 = 6`; `stake 2` where that is all."""
        if not settlement.terms:
            return ""
        said = ""
        for term in settlement.terms:
            factors = [self.texts[f"factor.{one.name}"].say(self.lang, value=one.value) for one in term.factors]
            joint = (" − " if term.minus else " + ") if said else ""
            said += joint + " × ".join(factors)
        reckoned = len(settlement.terms) > 1 or len(settlement.terms[0].factors) > 1
        return f"{said} = {settlement.chips()}" if reckoned else said

    def bad_card(self, error: BadCard) -> str:
        """What is wrong with a card."""
        known = f"error.{error.code}" in self.texts
        return self._sentence(f"error.{error.code}", {"card": error.text}) if known else str(error)

    def say(self, key: str, **fields: Any) -> str:
        """Any text with its places filled in; the key itself where there is none."""
        return self._sentence(key, fields) if key in self.texts else key

    def _key(self, action: msgspec.Struct) -> str:
        """The key of an action's text, as it is in the phase of the view that is looked at."""
        key = f"action.{tag_of(type(action))}"
        return f"{key}.{self._phase}" if f"{key}.{self._phase}" in self.texts else key

    def _sentence(self, key: str, fields: Mapping[str, Any], kinds: Mapping[str, str] = IN_TEXTS) -> str:
        told = {name: self.value(name, kinds.get(name, ""), value) for name, value in fields.items()}
        if "allowed" in fields and (option := self._options.get(str(fields.get("option")))) is not None:
            told["allowed"] = allowed(self.game, option).say(self.lang)
        said = self.texts[key].say(self.lang, **told)
        return re.sub(r"\s+(?=[\s.,;)。，；）]|$)", "", said).strip()


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}

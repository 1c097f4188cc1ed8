"""Actions, facts, reasons, outcomes and refusals as sentences, from a game's texts.

A text has a placeholder for each field: `{seat} draws. {cards}`. `field_phrasing` fills them, so no game needs code of
its own. The placeholder `allowed`, beside `option`, becomes the values that the option takes, in words. A hidden field
leaves its placeholder empty, and the space before it is removed.

Where an action means something else in one phase of a deal, the game has a text `action.<tag>.<phase>` as well, and
`at(view)` returns a phraser that uses it. It also names the neighbours of the view's dealer.

The page does the same in `web/src/text/phrasing.ts`; one test checks both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from itertools import takewhile
from typing import Any

import msgspec

from chieu.core.cards import BadCard, pretty
from chieu.core.field_types import IN_TEXTS, kinds_of
from chieu.core.game import AnyGame, Illegal, Viewer
from chieu.core.notation import tag_of
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement
from chieu.core.sheets import allowed, options_by_name
from chieu.core.text.field_phrasing import FieldPhraser
from chieu.core.text.languages import SHARED, Lang, Text, colon, templates


class Phraser(FieldPhraser):
    """Phrases what happens in a game, in one language.

    `names` are those of the seats, if they have any; `around` are texts of the table or program around the game.
    """

    def __init__(
        self, game: AnyGame, lang: Lang, names: Sequence[str] = (), around: Mapping[str, Text] | None = None
    ) -> None:
        super().__init__(game.presentation.texts, lang, names)
        if around is not None:
            self.texts = {**SHARED.read(lang), **templates(around, lang), **templates(game.presentation.texts, lang)}
        self.game = game
        self._options = options_by_name(game)

    def at(self, view: Any) -> Phraser:
        """Return a phraser of the same game for the phase and the seats of a view."""
        other = copy(self)
        other._view = view
        return other

    def action(self, action: msgspec.Struct) -> str:
        """A possible action: `Compare with Lan`."""
        return self._sentence(self._key(action), _fields(action), kinds_of(type(action)))

    def outline(self, actions: Sequence[msgspec.Struct]) -> str:
        """Several actions of one kind, with an ellipsis for fields in which they differ: `Play …`."""
        first = actions[0]
        fields = {
            name: value if all(getattr(other, name) == value for other in actions) else "…"
            for name, value in _fields(first).items()
        }
        return self._sentence(self._key(first), fields, kinds_of(type(first)))

    def turn(self, names: str) -> str:
        """The question to seats in the phase that `at` has set; empty if the game has no text for it."""
        key = f"turn.{getattr(self._view, 'phase', '')}"
        return self.say(key, names=names) if key in self.texts else ""

    def fact(self, fact: msgspec.Struct) -> str:
        """An event: `Lan draws. 5♦`."""
        return self._sentence(f"fact.{tag_of(type(fact))}", _fields(fact), kinds_of(type(fact)))

    def reason(self, reason: msgspec.Struct) -> str:
        """A reason: `The dealer beats 16 six times in ten`."""
        return self._sentence(f"reason.{tag_of(type(reason))}", _fields(reason), kinds_of(type(reason)))

    def refusal(self, error: Illegal) -> str:
        """A refusal with the number of the rule: `Under 16 you must draw. (XD-14)`."""
        sentence = self._sentence(f"error.{error.code}", dict(error.params))
        return f"{sentence} ({error.rule})" if error.rule else sentence

    def hand(self, hand: Hand) -> str:
        """A hand at the end of a deal: `19 · Đủ`."""
        return " · ".join(
            [self._sentence(f"hand.{phrase.code}", phrase.params) for phrase in (hand.called, *hand.notes)]
        )

    def why(self, phrase: Phrase) -> str:
        """A reason of a settlement, with the number of the rule: `19 beats 17. (XD-18)`."""
        sentence = self._sentence(f"why.{phrase.code}", phrase.params)
        return f"{sentence} ({phrase.rule})" if phrase.rule else sentence

    def sum(self, settlement: Settlement) -> str:
        """The sum of a settlement: `stake 2 × multiple 3 = 6`, or just `stake 2` if that is all."""
        if not settlement.terms:
            return ""
        formula = ""
        for term in settlement.terms:
            factors = [self.texts[f"factor.{factor.name}"].format(value=factor.value) for factor in term.factors]
            sign = (" − " if term.minus else " + ") if formula else ""
            formula += sign + " × ".join(factors)
        computed = len(settlement.terms) > 1 or len(settlement.terms[0].factors) > 1
        return f"{formula} = {settlement.chips()}" if computed else formula

    def outcome(self, outcome: Outcome, viewer: Viewer = None) -> list[str]:
        """PF-45: the hands, the settlements with their reasons, and the end of a match, line by line.

        Only settlements of the viewer are included, or all if there are none. Reasons that all of them share come once.
        """
        own = [settlement for settlement in outcome.settlements if viewer in (settlement.taker, settlement.giver)]
        settlements = own or outcome.settlements
        shared = _shared([settlement.why for settlement in settlements])
        lines = [self.held(hand) for hand in outcome.hands]
        lines += [" ".join(map(self.why, shared))] if shared else []
        lines += [self._settlement(settlement, settlement.why[len(shared) :]) for settlement in settlements]
        return lines if outcome.match is None else [*lines, self.why(outcome.match)]

    def held(self, hand: Hand) -> str:
        """A seat's hand with its cards: `Lan: 8♦ 9♦ · 17`."""
        return f"{self.name(hand.seat)}{colon(self.lang)}{self._cards_and_name(hand)}"

    def _cards_and_name(self, hand: Hand) -> str:
        """A hand with its cards: `8♦ 9♦ · 17`. Cards that are set apart follow a slash."""
        parts: tuple[list[str], list[str]] = ([], [])
        for place, card in enumerate(hand.cards):
            parts[place in hand.apart].append(pretty(card, self.lang))
        cards = " / ".join(" ".join(part) for part in parts if part)
        return " · ".join(part for part in (cards, self.hand(hand)) if part)

    def _settlement(self, settlement: Settlement, reasons: Sequence[Phrase]) -> str:
        """A payment: `Lan wins 6 from Minh (stake 2 × multiple 3 = 6): 19 beats 17. (XD-18)`."""
        chips, formula = settlement.chips(), self.sum(settlement)
        taker, giver = settlement.taker, settlement.giver
        head = self.say("outcome.wins" if chips else "outcome.even", seat=taker, other=giver, chips=chips)
        if not chips and reasons:  # the reasons say so
            head = f"{self.name(taker)} · {self.name(giver)}"
        if chips and formula != str(chips):
            head += SHARED["mark.aside"].say(self.lang, words=formula)
        why = [self.why(reason) for reason in reasons]
        if settlement.met is not None:
            why.append(self.say("outcome.then", seat=settlement.met.seat, hand=self._cards_and_name(settlement.met)))
        return head + colon(self.lang) + " ".join(why) if why else head

    def bad_card(self, error: BadCard) -> str:
        """The error about a card."""
        has_text = f"error.{error.code}" in self.texts
        return self._sentence(f"error.{error.code}", {"card": error.text}) if has_text else str(error)

    def say(self, key: str, **fields: Any) -> str:
        """Any text with its placeholders filled in; the key itself if there is no such text."""
        return self._sentence(key, fields) if key in self.texts else key

    def _key(self, action: msgspec.Struct) -> str:
        """The key of an action's text in the phase of the view that `at` has set."""
        key = f"action.{tag_of(type(action))}"
        in_phase = f"{key}.{getattr(self._view, 'phase', '')}"
        return in_phase if in_phase in self.texts else key

    def _sentence(self, key: str, fields: Mapping[str, Any], kinds: Mapping[str, str] = IN_TEXTS) -> str:
        values = {name: self.value(name, kinds.get(name, ""), value) for name, value in fields.items()}
        if "allowed" in fields and (option := self._options.get(str(fields.get("option")))) is not None:
            values["allowed"] = allowed(self.game, option, self.lang)
        template = self.texts[key]
        sentence = template.format(**values) if values else template
        return re.sub(r"\s+(?=[\s.,;)。，；）]|$)", "", sentence).strip()


def _shared(whys: Sequence[tuple[Phrase, ...]]) -> list[Phrase]:
    """The reasons with which all begin, if there are several."""
    first = takewhile(lambda reasons: all(reason == reasons[0] for reason in reasons), zip(*whys, strict=False))
    return [reasons[0] for reasons in first] if len(whys) > 1 else []


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}

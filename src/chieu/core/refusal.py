"""Why something cannot be done: one type, from the rule that forbids it to the screen that says so."""

from __future__ import annotations

from collections.abc import Mapping

from chieu.core.cards import prettied
from chieu.core.text.languages import SHARED, Text


class Refusal(Exception):
    """Something that cannot be done, and nothing has changed.

    `code` is stable and keys the text of the error, `rule` is the number of the rule that forbids it (empty where no
    numbered rule is needed), `params` fill the text. With `texts` of whoever refuses it can be read in a traceback;
    `Phraser.refusal` says it in any language.
    """

    def __init__(
        self, code: str, rule: str = "", texts: Mapping[str, Text] | None = None, /, **params: str | int
    ) -> None:
        super().__init__(code, rule)
        self.code = code
        self.rule = rule
        self.params = params
        self._texts = texts or {}

    def __str__(self) -> str:
        key = f"error.{self.code}"
        text = self._texts.get(key) or SHARED.get(key)
        number = f", {self.rule}" if self.rule else ""
        if text is None:
            return f"{self.code}{number}"
        params = {name: prettied(str(value)) or value for name, value in self.params.items()}
        return f"{text.say('en', **params)} ({self.code}{number})"

"""Why a line of JSON is no question, in the reader's language.

msgspec says it in English alone, and in no form but a sentence. Here are the sentences there are, and what to say
instead. A sentence that is not among them is passed on as it is.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from chieu.cli.text.texts import say
from chieu.core.text.languages import Lang

_SENTENCES: Final = tuple(
    (key, re.compile(sentence, re.DOTALL))
    for key, sentence in (
        ("error.json_truncated", r"Input data was truncated"),
        ("error.json_malformed", r"JSON is malformed: .*\(byte (?P<byte>[0-9]+)\)"),
        ("error.json_not_text", r"'utf-8' codec can't decode .*"),
        ("error.json_not_text", r"Invalid UTF-8 .*"),
        ("error.json_unknown_field", r"Object contains unknown field `(?P<field>.*)`"),
        ("error.json_missing_field", r"Object missing required field `(?P<field>.*)`"),
        ("error.json_field_kind", r"Expected `(?P<wanted>.*)`, got `(?P<given>.*)` - at `\$\.(?P<field>.*)`"),
        ("error.json_kind", r"Expected `(?P<wanted>.*)`, got `(?P<given>.*)`"),
    )
)


def why_no_question(error: msgspec.MsgspecError | UnicodeDecodeError, lang: Lang) -> str:
    """What is wrong with a line that could not be read."""
    told = str(error)
    for key, sentence in _SENTENCES:
        if found := sentence.fullmatch(told):
            return say(key, lang, **{name: value[:40] for name, value in found.groupdict().items()})
    return told

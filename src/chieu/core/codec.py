"""JSON serialization of the contract's structs: cards are text (`"10S"`) outside and ints inside.

Also the JSON files with precomputed data of games, and the error for stored data of another version.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

from chieu.core.cards import CARDS, BadCard, Card, card
from chieu.core.files import read_file

T = TypeVar("T")


def whole(pattern: str) -> str:
    """Anchor a pattern for `msgspec.Meta`, which otherwise matches it anywhere in a text.

    `$` would accept a trailing line break; JSON Schema readers understand this form too.
    """
    return rf"^(?:{pattern})(?![\s\S])"


_TEXTS: Final = tuple(str(card) for card in CARDS)


def _encode_card(value: Any) -> Any:
    if type(value) is Card:
        return _TEXTS[value]
    raise NotImplementedError(f"cannot serialize {type(value).__name__} as JSON")


def decode_card(kind: type, value: Any) -> Any:
    """Decoder hook that reads cards, for decoders with further custom types."""
    if kind is Card:
        if not isinstance(value, str):
            raise BadCard(str(value)[:24], 'is not a card: write cards as text, as in "10S"', "bad_card")
        return card(value)
    raise NotImplementedError(f"cannot read {kind.__name__} from JSON")


def describe(kind: type) -> dict[str, Any]:
    """Schema hook: return the JSON Schema of a card."""
    if kind is Card:
        pattern = whole("(10|[2-9AJQK])[SHDC]|JK[12]")
        return {"type": "string", "pattern": pattern, "description": "a card, as in 10S"}
    raise NotImplementedError(f"no JSON Schema for {kind.__name__}")


encode: Final = msgspec.json.Encoder(enc_hook=_encode_card).encode
"""Serialize a struct of the contract as JSON."""


def decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    """Return a reusable decoder of a type that may contain cards."""
    return msgspec.json.Decoder(kind, dec_hook=decode_card)


def plain(value: Any) -> Any:
    """Convert a struct to dicts, lists and text."""
    return msgspec.to_builtins(value, enc_hook=_encode_card)


def schema(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type."""
    return msgspec.json.schema(kind, schema_hook=describe)


def load_data(package: str, name: str, kind: type[T]) -> T:
    """Return the precomputed data in a JSON file of a package: a solved strategy, learned weights."""
    return msgspec.json.decode(read_file(package, name), type=kind)


class OtherVersion(ValueError):
    """Stored data has another version than this program reads.

    There are no migrations before the first release.

    >>> print(OtherVersion(1, 3, "delete the file"))
    expected version 1, found version 3: delete the file
    """

    def __init__(self, expected: int, found: object, remedy: str) -> None:
        super().__init__(f"expected version {expected}, found version {found}: {remedy}")

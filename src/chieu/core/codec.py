"""JSON for everything the contract speaks: cards are text (`"10S"`) outside and ints inside."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

from chieu.core.cards import CARDS, BadCard, Card, card

T = TypeVar("T")


def whole(pattern: str) -> str:
    """A pattern for `msgspec.Meta`, which looks for it anywhere, that means a whole text. `$` would let a line end
    through; this is understood by readers of JSON Schema too."""
    return rf"^(?:{pattern})(?![\s\S])"


_TEXTS: Final = tuple(str(one) for one in CARDS)


def _encode_card(value: Any) -> Any:
    if type(value) is Card:
        return _TEXTS[value]
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def decode_card(wanted: type, value: Any) -> Any:
    """The hook that reads cards, for decoders with further types of their own."""
    if wanted is Card:
        if not isinstance(value, str):
            raise BadCard(str(value)[:24], 'is no card: cards are written as text, as in "10S"', "bad_card")
        return card(value)
    raise NotImplementedError(f"no {wanted.__name__} from JSON")


def describe(wanted: type) -> dict[str, Any]:
    """A card for JSON Schema, whose writers know only their own types."""
    if wanted is Card:
        pattern = whole("(10|[2-9AJQK])[SHDC]|JK[12]")
        return {"type": "string", "pattern": pattern, "description": "a card, as in 10S"}
    raise NotImplementedError(f"no JSON Schema for {wanted.__name__}")


encode: Final = msgspec.json.Encoder(enc_hook=_encode_card).encode
"""A struct of the contract as JSON."""


def decoder(wanted: type[T]) -> msgspec.json.Decoder[T]:
    """A reusable decoder that reads cards."""
    return msgspec.json.Decoder(wanted, dec_hook=decode_card)


def plain(value: Any) -> Any:
    """A struct as dicts, lists and text."""
    return msgspec.to_builtins(value, enc_hook=_encode_card)


def schema(wanted: Any) -> dict[str, Any]:
    """The JSON Schema of a struct."""
    return msgspec.json.schema(wanted, schema_hook=describe)

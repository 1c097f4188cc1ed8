"""Generate TypeScript from the Python types of the protocol and the catalogues of texts.

A game has types here if it has a skin; the generic one needs none.

python web/tools/typescript.py            write web/src/{protocol,text}/gen/*.ts and web/src/skins/*/protocol.ts
python web/tools/typescript.py --check    fail if one of these files is out of date
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from chieu.core import codec
from chieu.core.game import AnyGame
from chieu.core.text.languages import LANGS
from chieu.games import all_games
from chieu.odds import news
from chieu.online.history import group, scorebook
from chieu.online.protocol import announcements, answers, commands, names, views
from chieu.online.table import coaching

SOURCES = Path(__file__).parent.parent / "src"
HEAD = "// Made by web/tools/typescript.py from the Python types. Do not edit.\n"
TEXTS = SOURCES / "text"
TEXT_HEAD = "// Made by web/tools/typescript.py from web/src/text/*.toml. Do not edit.\n"
LANGUAGE = "language"  # the table in which a catalogue describes its language


def type_of(schema: dict[str, Any]) -> str:
    """Return a JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
    if "anyOf" in schema or "oneOf" in schema:
        options = schema.get("anyOf", schema.get("oneOf"))
        return " | ".join(dict.fromkeys(type_of(option) for option in options))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(type_of(item) for item in schema['prefixItems'])}]"
        item = type_of(schema.get("items", {}))
        return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
    if kind == "object":
        if "properties" in schema:
            return fields_of(schema)
        return f"Readonly<Record<string, {type_of(schema.get('additionalProperties', {}))}>>"
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return plain.get(str(kind), "unknown")


def fields_of(schema: dict[str, Any]) -> str:
    """Return an object's fields. Those with a default are optional."""
    required = schema.get("required", [])
    lines = [
        f"  readonly {name}{'' if name in required else '?'}: {type_of(field)};"
        for name, field in schema["properties"].items()
    ]
    return "\n".join(["{", *lines, "}"])


def declared(schema: dict[str, Any]) -> str:
    """Return the declarations of all named types of a schema."""
    out = []
    for name, named in schema.get("$defs", {}).items():
        about = " ".join(named.get("description", "").partition(">>>")[0].split())  # without Python examples
        comment = f"/** {about} */\n" if about else ""
        word = "interface " if named.get("type") == "object" else "type "
        joint = " " if word == "interface " else " = "
        end = "" if word == "interface " else ";"
        out.append(f"{comment}export {word}{name}{joint}{type_of(named)}{end}\n")
    return "\n".join(out)


def of_game(action: Any, fact: Any, view: Any) -> str:
    """Return the types of a game's actions, facts and view."""
    text = declared(codec.schema(tuple[action, fact, view]))
    for name, kinds in (("Action", action), ("Fact", fact)):
        union = " | ".join(kind.__name__ for kind in getattr(kinds, "__args__", (kinds,)))
        text += f"\nexport type {name} = {union};\n"
    return HEAD + text


def of_messages() -> str:
    """Return the types that all games share. Actions, facts and views are `unknown` here."""
    received = views.Heartbeat | answers.Answer | views.View[Any, Any, Any] | views.Update[Any, Any, Any]
    requests = commands.AnyCommand | commands.Hello
    coach = tuple[coaching.Hint, coaching.Reviewed, coaching.ReviewedDeal]
    messages = tuple[received, requests, commands.OpenTable, coach, scorebook.Scorebook, group.Group]
    text = declared(codec.schema(messages))
    text = re.sub(r"\b([A-Z][A-Za-z]+?)(?:_Any_)+", r"\1", text)
    parts = [HEAD + text]
    for name, kinds in (("Announcement", announcements.Announcement), ("Command", commands.PlainCommand)):
        parts.append(f"export type {name} = {' | '.join(kind.__name__ for kind in kinds.__args__)};\n")
    return "\n".join(parts)


def of_odds() -> str:
    """Return the types of the events of the odds lab."""
    streams = tuple[news.OddsNews, news.EffectRows, news.MeasuredRow, news.EffectsNews]
    return HEAD + declared(codec.schema(tuple[streams, news.SameDealNews]))


def of_limits() -> str:
    """Return the maximum lengths of texts that people type; the server truncates them."""
    limits = {name: getattr(names, name) for name in ("NAME_AT_MOST", "SHEET_NAME_AT_MOST", "TEXT_AT_MOST")}
    return HEAD + "".join(f"export const {name} = {most};\n" for name, most in limits.items())


def of_text_keys() -> str:
    """Return the type of the keys of the page's texts, from the English catalogue."""
    keys = [
        f"{table}.{key}" for table, texts in _catalogue(TEXTS / "en.toml").items() for key in texts if table != LANGUAGE
    ]
    return TEXT_HEAD + "export type TextKey =\n" + "\n".join(f'  | "{key}"' for key in keys) + ";\n"


def of_languages() -> str:
    """Return the languages that have a catalogue, with their names and locales."""
    codes = sorted((path.stem for path in TEXTS.glob("*.toml")), key=lambda code: ([*LANGS, code].index(code), code))
    rows = [
        f"  {code}: {json.dumps(_catalogue(TEXTS / f'{code}.toml')[LANGUAGE], ensure_ascii=False)}," for code in codes
    ]
    table = "\n".join(["export const LANGUAGES = {", *rows, "} as const;"])
    kinds = "export type Lang = keyof typeof LANGUAGES;\n"
    return f"{TEXT_HEAD}{table}\n{kinds}export const LANGS: readonly Lang[] = {json.dumps(codes)};\n"


def _catalogue(path: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def written() -> dict[Path, str]:
    """Return the content of every generated file."""
    folder = SOURCES / "protocol" / "gen"
    files = {folder / "messages.ts": of_messages(), folder / "limits.ts": of_limits()}
    files[folder / "odds.ts"] = of_odds()
    files |= {TEXTS / "gen" / "keys.ts": of_text_keys(), TEXTS / "gen" / "languages.ts": of_languages()}
    for game in skinned():
        types = of_game(reduce(or_, game.actions), reduce(or_, game.facts), game.view_type)
        files[SOURCES / "skins" / game.name / "protocol.ts"] = types
    return files


def skinned() -> list[AnyGame]:
    """Return the games that have their own skin."""
    return [game for name, game in all_games().items() if (SOURCES / "skins" / name).is_dir()]


def main() -> int:
    """Write the files, or with --check return 1 if one is out of date."""
    stale = [path for path, text in written().items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            sys.stderr.write(f"{path.relative_to(SOURCES)} is out of date: run web/tools/typescript.py\n")
        return 1 if stale else 0
    for path, text in written().items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

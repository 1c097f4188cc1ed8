"""`chieu score`: score a deal that was played with real cards."""

from __future__ import annotations

from argparse import Namespace
from typing import Any, Final

from chieu.cli import sheet
from chieu.cli.console import OK, BadInput, print_json, tell
from chieu.cli.parser import Parser
from chieu.cli.text.texts import say
from chieu.core.cards import BadCard, parse
from chieu.core.extras import Scoring
from chieu.core.game import Illegal
from chieu.core.scoring.form import Field, Form
from chieu.core.scoring.score import Score, read_entry
from chieu.core.text.phrasing import Phraser

_NO_LINE: Final = "-"


def fill(parser: Parser) -> None:
    """Add the game, its rules, and a line per seat."""
    sheet.add_game(parser)
    sheet.add_rules(parser)
    parser.add_argument("lines", metavar="LINE", nargs="+", help=parser.say("help.score_lines"))
    parser.add_argument("--json", action="store_true", help=parser.say("help.judge_json"))


def run(args: Namespace) -> int:
    """Score the deal of the command line: `19 quac xi_dach,stake=2 dealer=1`."""
    game = sheet.game_named(args.game, args.lang)
    scoring: Scoring[Any, Any] = sheet.extra_of(game, "scoring", "error.no_scoring", args.lang)
    rules = sheet.rules_of(args, game)
    phraser = Phraser(game, args.lang)
    try:
        words = args.lines
        form: Form = scoring.form(rules, min(len(words), game.seats[-1]), None, 0)
        once = {field.name: field for field in form.deal}
        deal = [word.partition("=")[::2] for word in words if word.partition("=")[0] in once]
        lines = [word for word in words if word.partition("=")[0] not in once]
        form = scoring.form(rules, len(lines), None, 0)
        entry: dict[str, Any] = {}
        for name, text in deal:
            _put(entry, once[name], text, args)
        entry["lines"] = [_line(form, word, args) for word in lines]
        read = read_entry(game, entry)
        scored = Score(game, rules, read, scoring.score(rules, len(lines), None, 0, read))
    except Illegal as refusal:
        raise BadInput(phraser.refusal(refusal)) from None
    except BadCard as bad:
        raise BadInput(phraser.bad_card(bad)) from None
    if args.json:
        print_json(scored.scored)
        return OK
    for line in scored.lines(args.lang):
        tell(line)
    return OK


def _line(form: Form, word: str, args: Namespace) -> dict[str, Any] | None:
    """Return the line of a seat: fields by name, or a value of the first field that takes it."""
    if word == _NO_LINE:
        return None
    fields = [field for way in form.ways for field in way.fields] + list(form.always)
    line: dict[str, Any] = {}
    for part in word.split(","):
        name, equals, text = part.partition("=")
        if not equals:
            name, text = next((field.name for field in fields if _takes(field, part)), ""), part
        known = [field for field in fields if field.name == name]
        if not known:
            names = ", ".join(dict.fromkeys(field.name for field in fields))
            raise BadInput(say("error.no_field", args.lang, text=part[:40], fields=names))
        _put(line, known[0], text, args)
    return line


def _put(values: dict[str, Any], field: Field, text: str, args: Namespace) -> None:
    """Add the value of a field, which is given once."""
    if field.name in values:
        raise BadInput(say("error.field_twice", args.lang, field=field.name))
    values[field.name] = _value(field, text)


def _takes(field: Field, text: str) -> bool:
    """Return whether a value without a name may be this field's."""
    if field.optional:
        return False
    if field.kind == "number":
        return text.isdecimal()
    if field.kind == "choice":
        return text in [choice.value for choice in field.choices]
    return len(text.split()) > 1


def _value(field: Field, text: str) -> Any:
    """Return a value as an entry has it; people count seats from 1."""
    if field.kind in ("seat", "number"):
        number = int(text) if text.lstrip("-").isdecimal() and len(text) < 10 else text
        return number - 1 if field.kind == "seat" and isinstance(number, int) else number
    if field.kind == "cards":
        return [str(card) for card in parse(text)]
    return text.upper().split() if field.kind == "ranks" else text

"""`chieu judge`: settle an argument about cards, and cite the rule."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from io import BufferedReader
from typing import Any, Final, cast

import msgspec

from chieu.cli import sheet
from chieu.cli.console import BAD_INPUT, OK, BadInput, complain, print_json, tell
from chieu.cli.judge_questions import LONGEST_LINE, Answers, LineTooLong, explain_bad_json, line_decoder
from chieu.cli.parser import Parser
from chieu.cli.text.texts import say
from chieu.core import registry
from chieu.core.cards import BadCard
from chieu.core.extras import Judge
from chieu.core.game import AnyGame, Illegal
from chieu.core.judge import Field, Ruling, fields_of
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import load

_FIELD: Final = "field_"


def fill(parser: Parser) -> None:
    """Add the game, its rules, and the fields of the question to that game's judge."""
    sheet.add_game(parser)
    sheet.add_rules(parser)
    parser.add_argument("--json", action="store_true", help=parser.say("help.judge_json"))
    parser.add_argument("--jsonl", action="store_true", help=parser.say("help.jsonl"))
    game = _game_in(parser.words, parser.lang)
    fields = fields_of(game.extras.judge) if game is not None and game.extras.judge is not None else ()
    names = " ".join(field.name for field in fields)
    parser.add_argument("answers", metavar="CARDS", nargs="*", help=parser.say("help.judge_cards", fields=names))
    for field in fields:
        flag = "--" + field.name.replace("_", "-")
        needed = parser.say("help.needed" if field.required else "help.optional")
        for spelling, shown in ((flag, f"{needed}: {field.takes()}"), ("--" + field.name, SUPPRESS)):
            if not parser.takes(spelling):
                parser.add_argument(spelling, dest=_FIELD + field.name, metavar="X", help=shown)


def run(args: Namespace) -> int:
    """Answer one question, or those on standard input."""
    game = sheet.game_named(args.game, args.lang)
    judge: Judge[Any] = sheet.extra_of(game, "judge", "error.no_judge", args.lang)
    rules = sheet.rules_of(args, game)
    why = partial(_why, Phraser(game, args.lang), args.lang)
    if args.jsonl:
        return _stream(args, judge, rules, why)
    question = _question(args, game.name, judge, why)
    try:
        verdict: Any = judge.answer(rules, question)
    except (Illegal, ValueError) as error:
        raise BadInput(why(error)) from None
    if args.json:
        print_json(verdict)
        return OK
    for line in Ruling(game, rules, question, verdict).lines(args.lang):
        tell(line)
    return OK


def _stream(args: Namespace, judge: Judge[Any], rules: Any, why: Callable[[Exception], str]) -> int:
    if args.answers or any(value is not None for name, value in vars(args).items() if name.startswith(_FIELD)):
        raise BadInput(say("error.jsonl_alone", args.lang))
    answers = Answers(line_decoder(judge.question), partial(judge.answer, rules), why)
    answers.stream(cast(BufferedReader, sys.stdin.buffer), sys.stdout.buffer)  # typeshed declares a BinaryIO
    if answers.questions == 0:
        raise BadInput(say("error.no_lines", args.lang))
    if answers.bad == 0:
        return OK
    complain(say("judge.bad_lines", args.lang, bad=answers.bad, lines=answers.questions, first=answers.first_bad))
    return BAD_INPUT


def _question(args: Namespace, game: str, judge: Judge[Any], why: Callable[[Exception], str]) -> Any:
    known = fields_of(judge)
    values = {field.name: value for field in known if (value := getattr(args, _FIELD + field.name, None)) is not None}
    open_fields = [field.name for field in known if field.name not in values]
    answers = args.answers
    flags = (f"--{field.name.replace('_', '-')} {field.written()}" for field in known if field.required)
    example = f"chieu judge {game} {' '.join(flags)}"
    needed = [field.name for field in known if field.required and field.name in open_fields]
    if len(answers) > len(open_fields) and open_fields[:1] == needed:
        answers = [" ".join(answers)]  # only one hand is required, so it needs no quotes
    if len(answers) > len(open_fields):
        surplus, names = answers[len(open_fields)], ", ".join(field.name for field in known)
        params = {"text": surplus[:40], "game": game, "fields": names, "example": example}
        raise BadInput(say("error.too_many_cards", args.lang, **params))
    values |= dict(zip(open_fields, answers, strict=False))
    missing = [field.name for field in known if field.required and field.name not in values]
    if missing:
        raise BadInput(say("error.missing_cards", args.lang, fields=", ".join(missing), example=example))
    return judge.question(**{field.name: _value(field, values, why) for field in known if field.name in values})


def _value(field: Field, values: dict[str, str], why: Callable[[Exception], str]) -> Any:
    try:
        return field.read(values[field.name])
    except ValueError as error:
        raise BadInput(f"{field.name}: {why(error)}") from None


def _why(phraser: Phraser, lang: Lang, error: Exception) -> str:
    """Explain why a question cannot be answered."""
    if isinstance(error, Illegal):
        return phraser.refusal(error)
    if isinstance(error, LineTooLong):
        return say("error.line_too_long", lang, most=LONGEST_LINE)
    if isinstance(error, RecursionError):
        return say("error.nested_json", lang)
    if isinstance(error, msgspec.MsgspecError) and isinstance(error.__cause__, BadCard):
        error = error.__cause__
    if isinstance(error, BadCard):
        return say("error.no_hand", lang, text=error.text) if error.code == "no_hand" else phraser.bad_card(error)
    if isinstance(error, msgspec.MsgspecError | UnicodeDecodeError):
        return explain_bad_json(error, lang)
    return str(error)


def _game_in(words: Sequence[str], lang: Lang) -> AnyGame | None:
    """Find the game in a line that is not parsed yet; return None if it names no game."""
    for word in words:
        if word.lower() in registry.names():
            return load(word.lower())
    if words and not words[0].startswith("-"):
        return sheet.game_named(words[0], lang)
    return None

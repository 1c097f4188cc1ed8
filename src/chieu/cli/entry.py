"""Where a command line begins and ends: finds the command, runs it, turns what goes wrong into a line and an exit code.

0: done. 1: what was checked is not right. 2: the input cannot be used.
"""

from __future__ import annotations

import importlib
import os
import sys
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Painted

from chieu import __version__
from chieu.cli.console import complain, output, show
from chieu.cli.errors import BAD_INPUT, OK, BadInput
from chieu.cli.parser import Command, Parser
from chieu.cli.text.command_help import COMMANDS, DEVELOPERS, OPERATORS, PLAYERS, help_page
from chieu.cli.text.language import FLAG, language
from chieu.cli.text.texts import say
from chieu.core.text.languages import LANGS, Lang
from chieu.games import all_games

_INTERRUPTED: Final = 130  # what shells expect of a program stopped with Ctrl-C
EXTRAS: Final = {"serve": "server", "table": "server", "telegram": "telegram"}  # what `pip install chieu` lacks


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command line and gives its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _steady_streams()
    try:
        try:
            return _run(words, language(words, os.environ))
        finally:
            sys.stdout.flush()
    except BadInput as error:
        complain(str(error))
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read our lines has enough of them. Python would complain once more when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        complain(error.strerror or str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        return _INTERRUPTED


def _command(name: str, lang: Lang) -> Command:
    """A command by name. Only the module of that one is loaded, so that the rest costs no time; and some need packages
    that not everybody has installed."""
    try:
        found: Command = importlib.import_module(f"chieu.cli.commands.{name.replace('-', '_')}").COMMAND
    except ModuleNotFoundError as error:
        if name not in EXTRAS or (error.name or "").partition(".")[0] == "chieu":
            raise
        raise BadInput(say("error.needs_extra", lang, command=name, extra=EXTRAS[name])) from None
    return found


def _run(words: list[str], lang: Lang) -> int:
    words = _without_leading_language(words, lang)
    if not words and sys.stdin.isatty() and sys.stdout.isatty():
        show(output(), Painted(say("overview.others", lang), style="dim"))
        words = ["play"]  # who starts it without a word wants a game
    if not words or words[0] in ("-h", "--help", "help"):
        if words[1:] and words[0] == "help":
            return _run([words[1], "--help"], lang)
        _overview(lang)
        return OK
    if words[0] == "--version":
        show(output(), _version(lang))
        return OK
    if words[0] not in COMMANDS:
        raise BadInput(say("error.no_command", lang, command=words[0][:40], known=", ".join(COMMANDS)))
    if words[0] not in PLAYERS:
        lang = "en"
    chosen = _command(words[0], lang)
    parser = Parser(chosen, lang)
    if any(word in ("-h", "--help") for word in words):
        parser.teach(words[1:])
        return OK
    return chosen.run(parser.read(words[1:]))


def _without_leading_language(words: list[str], lang: Lang) -> list[str]:
    """`chieu --lang vi games` is `chieu games --lang vi`."""
    if words and words[0].startswith(FLAG + "="):
        words = [FLAG, words[0].removeprefix(FLAG + "="), *words[1:]]
    if not words or words[0] != FLAG:
        return words
    if len(words) < 2 or words[1] not in LANGS:
        raise BadInput(say("error.no_language", lang, known=", ".join(LANGS)))
    return words[2:] + words[:2] if words[2:] and words[2] in COMMANDS else words[2:]


def _overview(lang: Lang) -> None:
    console = output()
    show(console, Painted.assemble(("Chiếu", "bold red"), "  ", say("overview.about", lang)))
    show(console, "")
    _list_commands({name: help_page(name, lang).about for name in PLAYERS})
    for heading, pages in (("For developers", DEVELOPERS), ("For operators", OPERATORS)):
        show(console, Painted(heading, style="bold"))
        _list_commands({name: page.about for name, page in pages.items()})
    show(console, say("overview.games", lang, games=", ".join(all_games())))
    show(console, say("overview.onward", lang))


def _list_commands(abouts: Mapping[str, str]) -> None:
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(min_width=max(len(f"chieu {name}") for name in COMMANDS))
    for name, about in abouts.items():
        table.add_row(Painted(f"chieu {name}", style="green"), about)
    console = output()
    show(console, Padding.indent(table, 2))
    show(console, "")


def _version(lang: Lang) -> str:
    """The version, and whether the kernels run compiled: a compiled function is no Python function."""
    plain = [game.name for game in all_games().values() if isinstance(game.apply, types.FunctionType)]
    if not plain:
        how = say("version.compiled", lang)
    elif len(plain) == len(all_games()):
        how = say("version.uncompiled", lang)
    else:
        how = say("version.partly", lang, games=", ".join(plain))
    return f"chieu {__version__} ({how})"


def _steady_streams() -> None:
    """A terminal that has no ♠ shows a question mark instead of ending the game, and an output that was closed before
    we began swallows everything."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

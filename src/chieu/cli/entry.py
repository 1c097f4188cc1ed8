"""Entry point of the command line: find and run the command, report errors in one line.

Exit codes: 0 success, 1 a check failed, 2 the input cannot be used.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import types
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Painted

from chieu import __version__
from chieu.cli.console import BAD_INPUT, OK, BadInput, complain, show
from chieu.cli.parser import Parser
from chieu.cli.text.texts import COMMANDS, DEVELOPERS, OPERATORS, PLAYERS, help_page, say
from chieu.core import registry
from chieu.core.extras import UnfitBot
from chieu.core.text.languages import LANGS, Lang
from chieu.games import all_games

_INTERRUPTED: Final = 130  # the exit code shells expect after Ctrl-C
_LANG_FLAG: Final = "--lang"
_LANG_VARIABLES: Final = ("CHIEU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
EXTRAS: Final = {"serve": "server", "table": "server", "telegram": "telegram"}  # commands that need an extra


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _harden_streams()
    try:
        try:
            return _run(words, language(words, os.environ))
        finally:
            sys.stdout.flush()
    except (BadInput, UnfitBot) as error:
        complain(str(error))
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of our output closed the pipe. Without this, Python would print an error when it closes it too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        complain(error.strerror or str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        return _INTERRUPTED


def language(words: Sequence[str], environment: Mapping[str, str]) -> Lang:
    """Return the language of a command line: that of `--lang`, else of the environment, else English.

    It is found before the line is parsed, because help and errors need it. An unknown language is an error only later,
    when the line is parsed.
    """
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == _LANG_FLAG:
            return _lang_of(following)
        if word.startswith(_LANG_FLAG + "="):
            return _lang_of(word.removeprefix(_LANG_FLAG + "="))
    return next((_lang_of(environment[name]) for name in _LANG_VARIABLES if environment.get(name)), "en")


def _lang_of(locale: str) -> Lang:
    """Return the language of a locale such as `vi_VN.UTF-8`; English if there are no texts in it."""
    code = re.split("[-_.]", locale)[0]
    return next((lang for lang in LANGS if lang == code), "en")


def _command(name: str, lang: Lang) -> types.ModuleType:
    """Import the module of a command.

    The others are not imported: they would cost time, and some need packages that may not be installed.
    """
    try:
        return importlib.import_module(f"chieu.cli.commands.{name.replace('-', '_')}")
    except ModuleNotFoundError as error:
        if name not in EXTRAS or (error.name or "").partition(".")[0] == "chieu":
            raise
        raise BadInput(say("error.needs_extra", lang, command=name, extra=EXTRAS[name])) from None


def _run(words: list[str], lang: Lang) -> int:
    words = _move_leading_language(words, lang)
    if not words and sys.stdin.isatty() and sys.stdout.isatty():
        show(Painted(say("overview.others", lang), style="dim"))
        words = ["play"]
    if not words or words[0] in ("-h", "--help", "help"):
        if words[1:] and words[0] == "help":
            return _run([words[1], "--help"], lang)
        _overview(lang)
        return OK
    if words[0] == "--version":
        show(_version(lang))
        return OK
    if words[0] not in COMMANDS:
        raise BadInput(say("error.no_command", lang, command=words[0][:40], known=", ".join(COMMANDS)))
    if words[0] not in PLAYERS:
        lang = "en"
    command = _command(words[0], lang)
    parser = Parser(words[0], words[1:], lang)
    command.fill(parser)
    parser.add_common_flags()
    if "-h" in words or "--help" in words:
        parser.show_help()
        return OK
    code: int = command.run(parser.read())
    return code


def _move_leading_language(words: list[str], lang: Lang) -> list[str]:
    """Rewrite `chieu --lang vi games` as `chieu games --lang vi`."""
    if words and words[0].startswith(_LANG_FLAG + "="):
        words = [_LANG_FLAG, words[0].removeprefix(_LANG_FLAG + "="), *words[1:]]
    if not words or words[0] != _LANG_FLAG:
        return words
    if len(words) < 2 or words[1] not in LANGS:
        raise BadInput(say("error.no_language", lang, known=", ".join(LANGS)))
    return words[2:] + words[:2] if words[2:] and words[2] in COMMANDS else words[2:]


def _overview(lang: Lang) -> None:
    show(Painted.assemble(("Chiếu", "bold red"), "  ", say("overview.about", lang)), "")
    _list_commands(PLAYERS, lang)
    for heading, commands in (("For developers", DEVELOPERS), ("For operators", OPERATORS)):
        show(Painted(heading, style="bold"))
        _list_commands(commands, lang)
    show(say("overview.games", lang, games=", ".join(registry.names())), say("overview.onward", lang))


def _list_commands(names: Iterable[str], lang: Lang) -> None:
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(min_width=max(len(f"chieu {name}") for name in COMMANDS))
    for name in names:
        table.add_row(Painted(f"chieu {name}", style="green"), help_page(name, lang).about)
    show(Padding.indent(table, 2), "")


def _version(lang: Lang) -> str:
    """Return the version, and which kernels run compiled (a compiled function is not a Python function)."""
    uncompiled = [game.name for game in all_games().values() if isinstance(game.apply, types.FunctionType)]
    if not uncompiled:
        kernels = say("version.compiled", lang)
    elif len(uncompiled) == len(all_games()):
        kernels = say("version.uncompiled", lang)
    else:
        kernels = say("version.partly", lang, games=", ".join(uncompiled))
    return f"chieu {__version__} ({kernels})"


def _harden_streams() -> None:
    """Replace characters that the terminal cannot show, and discard output if stdout is closed."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

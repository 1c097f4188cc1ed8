"""Argument parser of the commands: prints a help page for people, raises `BadInput` for a bad line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Painted

from chieu.cli.console import BadInput, output, show
from chieu.cli.text.texts import PLAYERS, help_page, say
from chieu.core.text.languages import LANGS, Lang


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    `fill` adds its arguments; it also gets the words of the line, because the arguments of `judge` depend on the game.
    """

    name: str
    fill: Callable[[Parser, Sequence[str]], None]
    run: Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """Parser of one command's line. `arguments` are those added so far, in the order of the help page."""

    def __init__(self, command: Command, lang: Lang) -> None:
        super().__init__(prog=f"chieu {command.name}", add_help=False, allow_abbrev=False)
        self.lang = lang
        self.arguments: list[argparse.Action] = []
        self._command = command
        self._help = help_page(command.name, lang)

    def add_argument(self, *names: str, **options: Any) -> argparse.Action:
        argument = super().add_argument(*names, **options)
        self.arguments.append(argument)
        return argument

    def say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)

    def error(self, message: str) -> NoReturn:
        raise BadInput(self.say("error.bad_line", message=message, command=self.prog))

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse a line. `lang` is that of the parser: commands without translations ignore `--lang`."""
        self._fill(words)
        args = self.parse_intermixed_args(_split_settings(words))
        args.lang = self.lang
        return args

    def _fill(self, words: Sequence[str]) -> None:
        self._command.fill(self, words)
        about = self.say("help.lang") if self._command.name in PLAYERS else argparse.SUPPRESS
        self.add_argument("--lang", choices=LANGS, default=self.lang, help=about)
        self.add_argument("-h", "--help", action="store_true", help=self.say("help.help"))

    def takes(self, flag: str) -> bool:
        """Tell whether a flag has been added."""
        return any(flag in argument.option_strings for argument in self.arguments)

    def show_help(self, words: Sequence[str]) -> None:
        """Print the help page."""
        self._fill(words)
        console = output()
        show(console, Painted(_usage(self), style="bold"))
        show(console, "")
        show(console, self._help.teach)
        _heading(self.say("help.arguments"))
        table = Table.grid(padding=(0, 3, 0, 0))
        for argument in self.arguments:
            if argument.help != argparse.SUPPRESS:
                table.add_row(Painted(_names(argument), style="cyan"), str(argument.help or "").replace("%%", "%"))
        show(console, Padding.indent(table, 2))
        _heading(self.say("help.examples"))
        for line, meaning in self._help.examples:
            show(console, Painted.assemble("  ", (line, "green")))
            show(console, Padding(Painted(meaning, style="dim"), (0, 0, 0, 6), expand=False))
        _heading(self.say("help.onward"))
        show(console, Padding.indent(self._help.onward, 2))


def whole(least: int, most: int, lang: Lang) -> Callable[[str], int]:
    """Return a converter that accepts whole numbers between two limits."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 20 and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(say("error.not_a_number", lang, text=text[:40], least=least, most=most))

    return read


def _heading(words: str) -> None:
    console = output()
    show(console, "")
    show(console, Painted(words, style="bold"))


def _usage(parser: Parser) -> str:
    """Return the usage without the word "usage", which argparse says in the system's language."""
    first, *rest = parser.format_usage().strip().split("\n")
    start = first.index(parser.prog)
    return "\n".join([first[start:], *(line[start:] for line in rest)])


def _names(argument: argparse.Action) -> str:
    if not argument.option_strings:
        return str(argument.metavar or argument.dest)
    names = ", ".join(argument.option_strings)
    value: Any = argument.metavar or ("|".join(argument.choices) if argument.choices else argument.dest.upper())
    return names if argument.nargs == 0 else f"{names} {value}"


def _split_settings(words: Sequence[str]) -> list[str]:
    """Rewrite `--set a=1 b=2 X` as `--set a=1 --set b=2 X`; a word without an equals sign ends the list."""
    out: list[str] = []
    setting = False
    for word in words:
        if setting and "=" in word and not word.startswith("-") and out[-1] != "--set":
            out.append("--set")
        elif word != "--set" and (word.startswith("-") or "=" not in word):
            setting = False
        setting = setting or word == "--set"
        out.append(word)
    return out

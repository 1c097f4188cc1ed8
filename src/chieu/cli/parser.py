"""Argument parser of the commands: prints a help page for people, raises `BadInput` for a bad line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Painted

from chieu.cli.console import BadInput, show
from chieu.cli.text.texts import PLAYERS, help_page, say
from chieu.core.text.languages import LANGS, Lang


class Parser(argparse.ArgumentParser):
    """Parser of one command's line.

    `arguments` are those added so far, in the order of the help page. `words` is the line, which the arguments of
    `chieu judge` depend on.
    """

    def __init__(self, command: str, words: Sequence[str], lang: Lang) -> None:
        super().__init__(prog=f"chieu {command}", add_help=False, allow_abbrev=False)
        self.words = words
        self.lang = lang
        self.arguments: list[argparse.Action] = []
        self._command = command

    def add_argument(self, *names: str, **options: Any) -> argparse.Action:
        argument = super().add_argument(*names, **options)
        self.arguments.append(argument)
        return argument

    def say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)

    def error(self, message: str) -> NoReturn:
        raise BadInput(self.say("error.bad_line", message=message, command=self.prog))

    def add_common_flags(self) -> None:
        """Add `--lang` and `--help`, which every command has."""
        about = self.say("help.lang") if self._command in PLAYERS else argparse.SUPPRESS
        self.add_argument("--lang", choices=LANGS, default=self.lang, help=about)
        self.add_argument("-h", "--help", action="store_true", help=self.say("help.help"))

    def read(self) -> argparse.Namespace:
        """Parse the line. `lang` is that of the parser: commands without translations ignore `--lang`."""
        args = self.parse_intermixed_args(_split_settings(self.words))
        args.lang = self.lang
        return args

    def takes(self, flag: str) -> bool:
        """Tell whether a flag has been added."""
        return any(flag in argument.option_strings for argument in self.arguments)

    def show_help(self) -> None:
        """Print the help page."""
        page = help_page(self._command, self.lang)
        table = Table.grid(padding=(0, 3, 0, 0))
        for argument in self.arguments:
            if argument.help != argparse.SUPPRESS:
                table.add_row(Painted(_names(argument), style="cyan"), str(argument.help or "").replace("%%", "%"))
        usage = self.format_usage().strip()
        start = usage.index(self.prog)  # after the word "usage", which argparse says in the system's language
        show(Painted("\n".join(line[start:] for line in usage.split("\n")), style="bold"), "", page.teach)
        show("", Painted(self.say("help.arguments"), style="bold"), Padding.indent(table, 2))
        show("", Painted(self.say("help.examples"), style="bold"))
        for line, meaning in page.examples:
            show(Painted.assemble("  ", (line, "green")), Padding.indent(Painted(meaning, style="dim"), 6))
        show("", Painted(self.say("help.onward"), style="bold"), Padding.indent(page.onward, 2))


def whole(minimum: int, maximum: int, lang: Lang) -> Callable[[str], int]:
    """Return a converter that accepts whole numbers between two limits."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 20 and minimum <= int(text) <= maximum:
            return int(text)
        raise argparse.ArgumentTypeError(say("error.not_a_number", lang, text=text[:40], least=minimum, most=maximum))

    return read


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

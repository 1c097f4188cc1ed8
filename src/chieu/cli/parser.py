"""Command lines: help that teaches, refusals of one line, and the arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Painted

from chieu.cli.console import output, show
from chieu.cli.errors import BadInput
from chieu.cli.text.command_help import PLAYERS, help_page
from chieu.cli.text.texts import say
from chieu.core.text.languages import LANGS, Lang


@dataclass(frozen=True, slots=True)
class Command:
    """A command: how its arguments are made, and what it does."""

    name: str
    fill: Callable[[Parser, Sequence[str]], None]
    """Adds the arguments. It is given the line as well: what `judge` takes depends on the game named there."""
    run: Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """Reads the line of one command. Help is printed for people, a bad line is one `BadInput`."""

    def __init__(self, command: Command, lang: Lang) -> None:
        super().__init__(prog=f"chieu {command.name}", add_help=False, allow_abbrev=False)
        self.lang = lang
        self._command = command
        self._help = help_page(command.name, lang)

    def say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)

    def error(self, message: str) -> NoReturn:
        raise BadInput(self.say("error.bad_line", message=message, command=self.prog))

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the arguments of a line. `lang` is the parser's: commands without translations ignore `--lang`."""
        self._fill(words)
        args = self.parse_intermixed_args(_one_setting_each(words))
        args.lang = self.lang
        return args

    def _fill(self, words: Sequence[str]) -> None:
        self._command.fill(self, words)
        about = self.say("help.lang") if self._command.name in PLAYERS else argparse.SUPPRESS
        self.add_argument("--lang", choices=LANGS, default=self.lang, help=about)
        self.add_argument("-h", "--help", action="store_true", help=self.say("help.help"))

    def takes(self, flag: str) -> bool:
        """Whether a flag is there already."""
        return flag in self._option_string_actions

    def teach(self, words: Sequence[str]) -> None:
        """Prints the help."""
        self._fill(words)
        console = output()
        formatter = self._get_formatter()
        formatter.add_usage(None, self._actions, [], prefix="")
        show(console, Painted(formatter.format_help().strip(), style="bold"))
        show(console, "")
        show(console, self._help.teach)
        _heading(self.say("help.arguments"))
        table = Table.grid(padding=(0, 3, 0, 0))
        for action in self._actions:
            if action.help == argparse.SUPPRESS:
                continue
            table.add_row(Painted(_names(action), style="cyan"), str(action.help or "").replace("%%", "%"))
        show(console, Padding.indent(table, 2))
        _heading(self.say("help.examples"))
        for line, meaning in self._help.examples:
            show(console, Painted.assemble("  ", (line, "green")))
            show(console, Padding(Painted(meaning, style="dim"), (0, 0, 0, 6), expand=False))
        _heading(self.say("help.onward"))
        show(console, Padding.indent(self._help.onward, 2))


def whole(least: int, most: int, lang: Lang) -> Callable[[str], int]:
    """Reads a whole number between two limits."""

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


def _names(action: argparse.Action) -> str:
    if not action.option_strings:
        return str(action.metavar or action.dest)
    names = ", ".join(action.option_strings)
    value: Any = action.metavar or ("|".join(action.choices) if action.choices else action.dest.upper())
    return names if action.nargs == 0 else f"{names} {value}"


def _one_setting_each(words: Sequence[str]) -> list[str]:
    """`--set a=1 b=2 X` means `--set a=1 --set b=2 X`: what holds no equals sign is no setting but comes after it."""
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

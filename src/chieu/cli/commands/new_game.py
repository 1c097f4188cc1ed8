"""`chieu new-game`: create a small working game, with tests, as a start for another one."""

from __future__ import annotations

import keyword
import re
from argparse import Namespace
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

import chieu.games
from chieu.cli.console import OK, BadInput, output, show, tell
from chieu.cli.parser import Command, Parser
from chieu.core.registry import names

_TEMPLATE: Final = "chieu.template"
_NAME: Final = re.compile("[a-z][a-z0-9]{1,19}")
_SUFFIXES: Final = (".py", ".toml")
_DOCSTRING: Final = re.compile(r'\A"""High Card.*?"""', re.DOTALL)
_TITLE: Final = re.compile(r'\Atitle = ".*"')


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Add the name and the folder."""
    del words
    parser.add_argument("name", metavar="NAME", help="name in commands and links: lower-case letters and digits")
    parser.add_argument("--into", metavar="FOLDER", type=Path, default=Path(), help="folder to create it in [.]")
    parser.add_argument("--in-tree", action="store_true", help="write it into Chiếu's own source instead of a package")


def run(args: Namespace) -> int:
    """Write all files, or none."""
    name: str = args.name
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadInput(
            f"{name[:40]!r} cannot be the name of a game: use 2 to 20 lower-case letters and digits, starting with a"
            " letter, such as baicao"
        )
    if name in names():
        raise BadInput(f"there is already a game {name}: choose another name")
    folder = Path(chieu.games.__path__[0]) / name if args.in_tree else args.into / name
    _write(folder, game_files(name, f"chieu.games.{name}") if args.in_tree else package_files(name))
    console = output()
    tell(console, f"Created {folder}, a working game. Next:", "bold")
    tests = ["pytest tests/laws -k " + name] if args.in_tree else [f"cd {name}", "pip install -e '.[test]'", "pytest"]
    for line in (*tests, f"chieu play {name}"):
        show(console, f"  {line}")
    tell(console, "Replace its rules and texts with your own; pytest tells you what is missing.")
    return OK


def game_files(name: str, module: str) -> dict[str, str]:
    """Return the template's modules and texts under a new name, by file, for the package `module`."""
    title, rule = name.capitalize(), name[:2].upper()
    found = sorted(file.name for file in files(_TEMPLATE).iterdir() if file.name.endswith(_SUFFIXES))
    texts = {file: files(_TEMPLATE).joinpath(file).read_text(encoding="utf-8") for file in found}
    return {file: _renamed(text, name, title, rule, module) for file, text in texts.items()}


def package_files(name: str) -> dict[str, str]:
    """Return the files of a package that provides the game by an entry point, with tests, by path."""
    module = f"chieu_{name}"
    return {
        "pyproject.toml": _PYPROJECT.format(name=name, module=module),
        "README.md": _README.format(name=name, module=module, title=name.capitalize()),
        **{f"src/{module}/{file}": text for file, text in game_files(name, module).items()},
        f"tests/test_{name}.py": _TESTS.format(module=module, title=name.capitalize()),
    }


def _renamed(text: str, name: str, title: str, rule: str, module: str) -> str:
    text = _DOCSTRING.sub(f'"""{title}: a game for Chiếu."""', text)
    text = _TITLE.sub(f'title = "{title}"', text)
    text = text.replace('"highcard"', f'"{name}"').replace("HC-", f"{rule}-")
    if not module.startswith("chieu."):  # third-party and first-party imports are separate groups
        text = re.sub(rf"\n(?=from {re.escape(_TEMPLATE)}\b)", "\n\n", text, count=1)
    return text.replace(_TEMPLATE, module)


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    if folder.exists():
        raise BadInput(f"{folder} already exists: nothing was written")
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


_PYPROJECT: Final = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "chieu-{name}"
version = "0.1.0"
description = "A card game for Chiếu"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["chieu"]

[project.optional-dependencies]
test = ["chieu[testing]"]

[project.entry-points."chieu.games"]
{name} = "{module}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["src/{module}"]
"""

_README: Final = """\
# {title}

A game for Chiếu, which finds it as soon as it is installed:

    pip install -e '.[test]'
    pytest
    chieu play {name}
    chieu rules {name} --lang vi
    chieu simulate {name} --deals 1000
    chieu serve --open        # with chieu[server]: the game is on the first page

`src/{module}` is a working game: `rules.py` holds its options, `messages.py` its actions, facts and views, `game.py`
the rules, `en.toml`, `vi.toml` and `zh.toml` its texts, `texts.py` the lines of its rule sheet, `bots.py` a bot.
Change them; `pytest` tells you what is missing.
"""

_TESTS: Final = '''\
"""{title} keeps the laws of `chieu.testing` and its own rules."""

from chieu import deal
from chieu.testing import GameLaws

from {module} import GAME


class Test{title}(GameLaws):
    games = (GAME,)


def test_a_higher_card_takes_a_stake_from_every_lower_one() -> None:
    one = deal(GAME, seats=3, cards="9D 3C 2S KH")  # to seats 1, 2 and 0; then what is swapped for
    one.play("keep")
    one.play("swap")
    one.play("keep")
    assert one.payoff == (2, -2, 0)
'''


COMMAND: Final = Command("new-game", fill, run)

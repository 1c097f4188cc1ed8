"""`chieu new-game`: create a small working game, with tests, as a start for another one."""

from __future__ import annotations

import keyword
import re
from argparse import Namespace
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

import chieu.games
from chieu.cli.console import OK, BadInput, show, tell
from chieu.cli.parser import Parser
from chieu.core.registry import names

_TEMPLATE: Final = "chieu.template"
_NAME: Final = re.compile("[a-z][a-z0-9]{1,19}")
_SUFFIXES: Final = (".py", ".toml")
_BUILD: Final = "setuptools>=78.1.1"
_COMPILER: Final = "mypy[mypyc]==2.4.1"
_DOCSTRING: Final = re.compile(r'\A"""High Card.*?"""', re.DOTALL)
_TITLE: Final = re.compile(r'\Atitle = ".*"')


def fill(parser: Parser) -> None:
    """Add the name and the folder."""
    parser.add_argument("name", metavar="NAME", help="name in commands and links: lower-case letters and digits")
    parser.add_argument("--into", metavar="FOLDER", type=Path, default=Path(), help="folder to create it in [.]")
    parser.add_argument("--kernel", action="store_true", help="let the package compile its rollouts with mypyc")
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
    _write(folder, game_files(name, f"chieu.games.{name}") if args.in_tree else package_files(name, kernel=args.kernel))
    tell(f"Created {folder}, a working game. Next:", "bold")
    tests = ["pytest tests/laws -k " + name] if args.in_tree else [f"cd {name}", "pip install -e '.[test]'", "pytest"]
    for line in (*tests, f"chieu play {name}"):
        show(f"  {line}")
    tell("Replace its rules and texts with your own; pytest tells you what is missing.")
    tell("A large game takes minutes; with CHIEU_LAWS=quick in the environment it takes seconds.")
    if args.kernel:
        tell("After a change of kernel.py install it again: Python prefers the compiled file.")
    return OK


def game_files(name: str, module: str) -> dict[str, str]:
    """Return the template's modules and texts under a new name, by file, for the package `module`."""
    sources = [file for file in files(_TEMPLATE).iterdir() if file.name.endswith(_SUFFIXES)]
    return {file.name: _renamed(file.read_text(encoding="utf-8"), name, module) for file in sources}


def package_files(name: str, *, kernel: bool = False) -> dict[str, str]:
    """Return the files of a package that provides the game by an entry point, with tests, by path.

    With `kernel`, installing it compiles `kernel.py`.
    """
    module = f"chieu_{name}"
    requires = ", ".join(f'"{package}"' for package in (_BUILD, *((_COMPILER,) if kernel else ())))

    def filled(file: str) -> str:
        text = files(_TEMPLATE).joinpath("package", f"{file}.txt").read_text(encoding="utf-8")
        return text.format(name=name, module=module, title=name.capitalize(), requires=requires)

    return {
        "pyproject.toml": filled("pyproject.toml"),
        "README.md": filled("README.md"),
        **({"setup.py": filled("setup.py")} if kernel else {}),
        **{f"src/{module}/{file}": text for file, text in game_files(name, module).items()},
        f"tests/test_{name}.py": filled("test_game.py"),
    }


def _renamed(text: str, name: str, module: str) -> str:
    title, rule = name.capitalize(), name[:2].upper()
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

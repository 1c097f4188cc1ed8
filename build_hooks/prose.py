"""Check how docstrings, comments and test names are written.

    python -m build_hooks.prose [PATH...]

A docstring starts with one line of at most 100 characters that says what the thing does or is, and that line does not
start with a clause ("What ...", "Who ..."). Neither does a comment. A test's name has at most 60 characters.
"""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
FOLDERS: Final = ("src", "tests", "bench", "build_hooks", "examples", "web/src", "web/tools")
SUMMARY_LENGTH: Final = 100
TEST_NAME_LENGTH: Final = 60
_INSTALLED: Final = frozenset((".venv", "node_modules"))  # folders of other people's code
_CLAUSE: Final = re.compile(
    r"(?:[A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*: )?(what|who|whoever|whatever|whose|whom|how|why|where|wherever|whether)\b",
    re.IGNORECASE,
)
_SCRIPT_COMMENT: Final = re.compile(r"^\s*(?://|/\*\*|<!--)\s*(?P<text>\S.*)$")


def problems(path: Path) -> Iterator[str]:
    """Yield a line for each sentence or name that breaks the rules."""
    if path.suffix == ".py":
        yield from _python_problems(path)
    elif path.suffix in (".ts", ".svelte"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            comment = _SCRIPT_COMMENT.match(line)
            if comment and _starts_with_clause(comment["text"]):
                yield f"{path}:{number}: comment starts with a clause: {comment['text'][:60]}"


def _python_problems(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        where = f"{path}:{getattr(node, 'lineno', 1)}"
        summary = (ast.get_docstring(node) or "").partition("\n")[0]
        if len(summary) > SUMMARY_LENGTH:
            yield f"{where}: expected at most {SUMMARY_LENGTH} characters in the first line of the docstring"
        if _starts_with_clause(summary):
            yield f"{where}: docstring starts with a clause: {summary[:60]}"
        name = "" if isinstance(node, ast.Module) else node.name
        if name.startswith("test_") and len(name) > TEST_NAME_LENGTH:
            yield f"{where}: expected at most {TEST_NAME_LENGTH} characters in the name of a test: {name}"
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT and _starts_with_clause(token.string.lstrip("#: ")):
                yield f"{path}:{token.start[0]}: comment starts with a clause: {token.string[:60]}"


def _starts_with_clause(text: str) -> bool:
    return _CLAUSE.match(text) is not None and not text.rstrip().endswith("?")


def main(arguments: list[str]) -> int:
    """Print every problem in the given files or folders. Return 1 if there are any."""
    roots = [Path(argument) for argument in arguments] or [ROOT / folder for folder in FOLDERS]
    paths = [path for root in roots for path in (sorted(root.rglob("*")) if root.is_dir() else [root])]
    files = [path for path in paths if path.is_file() and _INSTALLED.isdisjoint(path.parts)]
    lines = [line for path in files for line in problems(path)]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

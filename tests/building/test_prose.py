"""The check of docstrings, comments and test names."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_hooks import prose

LONG = "a" * 101


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("module.py", f'"""{LONG}"""', "at most 100 characters in the first line"),
        ("module.py", '"""What it does."""', "docstring starts with a clause"),
        ("module.py", 'def f() -> None:\n    """PF-1, PF-2: who acts."""', "docstring starts with a clause"),
        ("module.py", 'class A:\n    """Whether it is."""', "docstring starts with a clause"),
        ("module.py", "a = 1  # how many", "comment starts with a clause"),
        ("module.py", f"async def test_{'a' * 56}() -> None: ...", "at most 60 characters in the name of a test"),
        ("module.ts", "/** Where it stands. */", "comment starts with a clause"),
        ("Part.svelte", "  <!-- why it is there -->", "comment starts with a clause"),
    ],
)
def test_each_rule_fires(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, problem: str
) -> None:
    path = tmp_path / name
    path.write_text(text + "\n", encoding="utf-8")
    assert prose.main([str(tmp_path)]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{path}:1: ") or line.startswith(f"{path}:2: ")
    assert problem in line


def test_plain_sentences_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    python = (
        f'"""Return the seats.\n\nWhat follows the first line may be longer: {LONG}.\n"""\n\n# Why not?\na = "# how"\n'
    )
    (tmp_path / "module.py").write_text(python, encoding="utf-8")
    (tmp_path / "module.ts").write_text("// The seats.\nconst how = 1;\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("What it does.\n", encoding="utf-8")
    assert prose.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""

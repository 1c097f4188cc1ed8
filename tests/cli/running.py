"""Run command lines in a test: in this process, or as a program where that matters."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from chieu.cli import main

CHIEU = [sys.executable, "-m", "chieu.cli"]
SPEAKING = ("LC_", "CHIEU_", "COLUMNS", "FORCE_COLOR", "NO_COLOR", "PYTHONIOENCODING")
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith(SPEAKING)} | {"LANG": "C.UTF-8"}


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Here:
    """Runs command lines in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: str, stdin: str | bytes = "") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self._capsys.readouterr()
        code = main(words)
        seen = self._capsys.readouterr()
        return Outcome(code, seen.out, seen.err)


def program(*words: str, stdin: str | bytes = "", cwd: Path | None = None) -> Outcome:
    """Run a command line as a program."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    result = subprocess.run(
        [*CHIEU, *words], input=data, capture_output=True, cwd=cwd, env=PLAIN, timeout=60, check=False
    )
    return Outcome(result.returncode, result.stdout.decode(), result.stderr.decode())


def is_one_line(text: str) -> bool:
    return text.endswith("\n") and text.count("\n") == 1 and "Traceback" not in text

"""Typed input, and input typed too early."""

from __future__ import annotations

import os
import sys

import pytest

from chieu.cli.play.keyboard import Keyboard


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_pf_44_a_line_typed_twice_does_not_answer_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    typist, terminal = os.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        keyboard = Keyboard()
        os.write(typist, b"1\n1\n")
        assert os.read(terminal, 100) == b"1\n"
        keyboard.forget()
        os.write(typist, b"2\n")
        assert os.read(terminal, 100) == b"2\n"
    os.close(typist)

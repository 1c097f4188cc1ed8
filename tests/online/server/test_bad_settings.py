"""`chieu serve` with wrong settings: one clear line, exit code 2, nothing created."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.online.server.server_process import Process

ROOT = Path(__file__).parents[3]


def checked(
    *words: str, limit: Callable[[], None] | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `chieu serve --check`, which stops by itself even if it accepts the settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CHIEU_")}
    return subprocess.run(
        [sys.executable, "-m", "chieu.cli", "serve", "--check", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=inherited | dict(environment or {}),
        preexec_fn=limit,
    )


def refused(*words: str, limit: Callable[[], None] | None = None, environment: Mapping[str, str] | None = None) -> str:
    """Return the line that refuses these settings."""
    result = checked(*words, limit=limit, environment=environment)
    assert (result.returncode, result.stdout) == (2, ""), result
    (line,) = result.stderr.splitlines()
    return line.removeprefix("chieu serve: ")


def test_check_starts_once_and_stops(tmp_path: Path) -> None:
    result = checked("--data", str(tmp_path / "tables.db"), "--base-path", "/cards", "--port", "1")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"the server starts with these settings; tables in {tmp_path / 'tables.db'}\n"


def test_check_works_beside_a_running_server(tmp_path: Path) -> None:
    running = Process(tmp_path / "tables.db")
    try:
        assert checked("--data", str(tmp_path / "tables.db")).returncode == 0
        assert running.client.new_guest().token
    finally:
        running.stop()


def test_check_needs_the_page(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from chieu.online.server import serve; from chieu.cli.entry import main; "
        f"serve.FOLDER = pathlib.Path({str(tmp_path)!r}); sys.exit(main(['serve', '--check', '--data', 'tables.db']))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert result.returncode == 2
    assert "page has not been built into the server: build it with `make web`" in result.stderr

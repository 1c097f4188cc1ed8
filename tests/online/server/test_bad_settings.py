"""`chieu serve` with wrong settings: one clear line, exit code 2, nothing created."""

from __future__ import annotations

import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from chieu.online.server.http_protocol import ConnectionLimiter
from chieu.online.server.metrics import Metrics
from chieu.online.server.settings import Settings, gather
from tests.online.server.server_process import Process
from tests.postgres import OTHER, database_on, run, server

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


@pytest.mark.parametrize("url", ["mysql://lan:secret@db/cards", "sqlite:///tables.db", "postgress://db/cards"])
def test_unknown_scheme_of_a_store_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.chdir(tmp_path)
    line = refused("--data", url)
    assert line.startswith(f"--data: expected a file name or postgresql://..., got {url.partition('/')[0]}//...;")
    assert "secret" not in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "environment", "line"),
    [
        (
            ("--origins", "https://a.example", "cards.example"),
            {},
            "--origins: expected origins with their scheme and without a path, such as https://cards.example,"
            " got 'cards.example'",
        ),
        (
            (),
            {"CHIEU_ORIGINS": "https://cards.example/game"},
            "CHIEU_ORIGINS: expected origins with their scheme and without a path, such as https://cards.example,"
            " got 'https://cards.example/game'",
        ),
        (
            ("--trusted-proxies", "10.0.0.1/8"),
            {},
            "--trusted-proxies: expected IP addresses and networks, such as 10.0.0.0/8, or * alone, got '10.0.0.1/8'",
        ),
        (
            (),
            {"CHIEU_TRUSTED_PROXIES": "127.0.0.1, proxy"},
            "CHIEU_TRUSTED_PROXIES: expected IP addresses and networks, such as 10.0.0.0/8, or * alone,"
            " got '127.0.0.1, proxy'",
        ),
        (
            ("--base-path", "cards"),
            {},
            "--base-path: expected a path that starts with a slash, such as /cards, got 'cards'",
        ),
        (("--port", "70000"), {}, "--port: expected `int` <= 65535, got '70000'"),
        (
            (),
            {"CHIEU_PROT": "9000"},
            "CHIEU_PROT is not a setting: did you mean CHIEU_PORT? `chieu serve --help` lists all settings",
        ),
    ],
)
def test_bad_value_is_refused_in_one_line(
    tmp_path: Path, words: tuple[str, ...], environment: dict[str, str], line: str
) -> None:
    assert refused("--data", str(tmp_path / "tables.db"), *words, environment=environment) == line
    assert not (tmp_path / "tables.db").exists()


def test_variables_of_developers_are_accepted() -> None:
    files = [path for folder in ("src", "build_hooks", "tests") for path in (ROOT / folder).rglob("*.py")]
    read = re.compile(r'environ(?:\.get\(|\[)\s*"(CHIEU_[A-Z_]+)"|"(CHIEU_LANG)"')
    variables = {a or b for path in files for a, b in read.findall(path.read_text(encoding="utf-8"))}
    assert {"CHIEU_COMPILE", "CHIEU_LANG", "CHIEU_LAWS", "CHIEU_SHOTS", "CHIEU_TEST_POSTGRES"} <= variables
    assert gather({}, dict.fromkeys(variables, "")) == Settings()


def test_proxies_may_be_given_as_a_network() -> None:
    limiter = ConnectionLimiter(20, 100, ("10.0.0.0/8", "::1"), Metrics())
    assert [limiter.rate_key((host, 1)) for host in ("10.1.2.3", "::1")] == [None, None]
    assert limiter.rate_key(("11.0.0.1", 1)) is not None


def test_store_of_another_version_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    assert checked("--data", str(store)).returncode == 0
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA user_version = 9")
    remedy = "run the version of chieu that wrote this store, or start a new one with --data"
    assert refused("--data", str(store)) == f"{store}: expected version 1, found version 9: {remedy}"


def test_database_of_another_version_is_refused() -> None:
    url = database_on(OTHER or server().url, "other_version")
    run(url, "UPDATE chieu.versions SET version = 9")
    assert "expected version 1, found version 9: run the version of chieu" in refused("--data", url)


def test_read_only_database_is_refused() -> None:
    url = database_on(OTHER or server().url, "read_only")
    assert checked("--data", url).returncode == 0
    run(url, "ALTER DATABASE read_only SET default_transaction_read_only = on")
    assert "read-only transaction" in refused("--data", url)


@pytest.mark.parametrize("exists", [False, True])
def test_full_disk_is_refused(tmp_path: Path, exists: bool) -> None:
    """A limit on the size of files stands for the disk. The file exists already, or is created."""
    store = tmp_path / "tables.db"
    if exists:
        assert checked("--data", str(store)).returncode == 0

    def fill() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))

    line = refused("--data", str(store), limit=fill)
    assert line.startswith(f"{store}: SQLite: ")
    assert "check the disk and its free space, or name another file with --data" in line

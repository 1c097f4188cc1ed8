"""TLS without a proxy."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Join, OpenTable
from tests.e2e import chromium
from tests.online.server.server_process import Process

pytestmark = pytest.mark.anyio


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """Create a self-signed certificate and its key."""
    if shutil.which("openssl") is None:
        (pytest.fail if chromium.required() else pytest.skip)("there is no openssl on the path to make a certificate")
    folder.mkdir(exist_ok=True)
    cert, key = folder / f"{name}.pem", folder / f"{name}.key"
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    words += " -addext subjectAltName=IP:127.0.0.1,DNS:localhost"
    subprocess.run([*words.split(), "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


@pytest.mark.parametrize("transport", ["direct", "asgi"])
async def test_https_and_wss_work_with_a_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    cert, key = certificate(tmp_path / "tls", "server")
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))  # the client trusts our certificate
    server = Process(
        tmp_path / "tables.db", CHIEU_TLS_CERT=str(cert), CHIEU_TLS_KEY=str(key), CHIEU_TRANSPORT=transport
    )
    try:
        assert server.url.startswith("https://127.0.0.1:")
        lan = await asyncio.to_thread(server.client.new_guest)
        table = await asyncio.to_thread(server.client.open, lan, OpenTable(game="xidach", name="Lan", seats=4))
        assert server.client.socket(table).startswith("wss://")
        async with Seat(server.client, table, lan) as seat, asyncio.timeout(60):
            await seat.do(Join, name="Lan Anh")
            await seat.until(lambda picture: picture.table.seats[0].name == "Lan Anh")
        request = urllib.request.Request(f"{server.url}/api/guests", b"", method="POST")
        with urllib.request.urlopen(request, timeout=60) as answer:
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith("__Host-chieu=")
            assert "; Path=/; " in cookie
            assert cookie.endswith("; Secure")
    finally:
        server.stop()
    assert '"level":"error"' not in server.log


def test_bad_tls_files_are_reported_in_one_line(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path, "server")
    _, other = certificate(tmp_path, "other")
    locked = tmp_path / "locked.key"
    words = ["openssl", "ec", "-in", str(key), "-aes256", "-passout", "pass:secret", "-out", str(locked)]
    subprocess.run(words, check=True, capture_output=True)
    nonsense = tmp_path / "diary.txt"
    nonsense.write_text("Dear diary")
    for flags, message in (
        (["--tls-cert", cert], "--tls-key is missing"),
        (["--tls-key", key], "--tls-cert is missing"),
        (["--tls-cert", tmp_path / "none.pem", "--tls-key", key], "--tls-cert: cannot read"),
        (["--tls-cert", cert, "--tls-key", tmp_path], "--tls-key: cannot read"),
        (["--tls-cert", cert, "--tls-key", other], "other.key is not the key of the certificate in"),
        (["--tls-cert", nonsense, "--tls-key", key], "must be a certificate and its key"),
        (["--tls-cert", cert, "--tls-key", nonsense], "must be a certificate and its key"),
        (["--tls-cert", cert, "--tls-key", locked], "without a password"),
    ):
        words = [sys.executable, "-m", "chieu.cli", "serve", "--port", "0", "--data", str(tmp_path / "tables.db")]
        result = subprocess.run(
            [*words, *map(str, flags)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert result.returncode == 2, flags
        assert message in result.stderr
        assert result.stderr.startswith("chieu serve: ")
        assert result.stderr.count("\n") == 1
    assert not (tmp_path / "tables.db").exists()

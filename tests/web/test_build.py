"""The page is built with Node from the system or from PyPI, and left out if there is neither."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from build_hooks import node, page


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that is the only entry of PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder: Path, version: str) -> None:
    """Install fake `node` and `npm` programs that report this version."""
    for name in ("node", "npm"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)


@pytest.mark.parametrize("version", ["v20.19.0", "v22.1.0", "v100.0.0"])
def test_a_recent_node_of_the_system_is_used(path: Path, version: str) -> None:
    put(path, version)
    assert node.on_path() == [str(path / "npm")]


@pytest.mark.parametrize("version", ["v18.20.8", "v20.18.3", "nonsense", ""])
def test_an_old_or_unknown_node_of_the_system_is_not_used(path: Path, version: str) -> None:
    put(path, version)
    assert node.on_path() is None


def test_without_node_the_build_leaves_out_the_page_and_warns(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(page, "PAGE", path / "page")
    monkeypatch.delenv("CHIEU_PAGE", raising=False)
    assert not page.built()
    warning = capsys.readouterr().err
    assert "expected Node 20.19 or newer on the path, found none" in warning
    assert "everything but the page works without it" in warning


def test_the_page_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIEU_PAGE", "0")
    assert not page.wanted()


def test_a_wheel_from_an_sdist_takes_the_page_that_it_brings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHIEU_PAGE", raising=False)
    monkeypatch.setattr(page, "PAGE", tmp_path / "src/chieu/web")
    page.PAGE.mkdir(parents=True)
    (page.PAGE / "index.html").touch()
    assert page.wanted()
    (tmp_path / "PKG-INFO").touch()
    assert not page.wanted()
    assert page.built()


def test_compression_is_reproducible_and_never_adds_bytes(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    text = tmp_path / "assets" / "index.js"
    text.write_bytes(b"all the same " * 1000)
    (tmp_path / "font.woff2").write_bytes(_noise(4000))
    (tmp_path / "small.css").write_bytes(b"a{}")
    page.compress(tmp_path)
    assert [file.name for file in tmp_path.rglob("*.gz")] == ["index.js.gz"]
    first = text.with_name("index.js.gz").read_bytes()
    assert gzip.decompress(first) == text.read_bytes()
    page.compress(tmp_path)
    assert text.with_name("index.js.gz").read_bytes() == first


def _noise(length: int) -> bytes:
    """Return incompressible bytes."""
    state, out = 1, bytearray()
    for _ in range(length):
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        out.append(state >> 56)
    return bytes(out)

"""The page is built with Node from the system or from PyPI, and left out if there is neither."""

from __future__ import annotations

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

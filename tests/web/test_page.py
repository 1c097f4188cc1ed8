"""The page as it is built: light, whole, and made from sources that name no registry."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest

from chieu.online.server.api.catalogue import catalogue

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "chieu" / "web"


def first_load() -> list[Path]:
    """The scripts and styles that the page asks for at once."""
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'<script[^>]+src="(?:\./|/)([^"]+)"', html)
    links = re.findall(r'<link[^>]+rel="(?:modulepreload|stylesheet)"[^>]*href="(?:\./|/)([^"]+)"', html)
    return [PAGE / name for name in [*scripts, *links]]


def test_pf_43_the_first_page_is_under_60_kb_compressed() -> None:
    files = first_load()
    assert {path.suffix for path in files} == {".js", ".css"}
    sizes = {path.name: len(gzip.compress(path.read_bytes(), mtime=0)) for path in files}
    assert sum(sizes.values()) < 60_000, sizes


def test_text_comes_compressed_and_what_is_compressed_already_does_not() -> None:
    packed = {path.name.removesuffix(".gz") for path in PAGE.rglob("*.gz")}
    scripts = [path for path in PAGE.rglob("*.js") if path.stat().st_size > 2000]
    assert scripts
    assert {path.name for path in scripts} <= packed
    assert not [name for name in packed if name.endswith((".woff2", ".png"))]
    for path in PAGE.rglob("*.gz"):
        assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()


def test_pf_35_the_page_has_no_inline_script_or_style_that_its_own_policy_would_stop() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", html)
    assert not re.findall(r"<style|\sstyle=|\son\w+=", html)
    assert "http://" not in html
    assert "https://" not in html


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("tool", ["typescript.py", "phrases.py"])
def test_what_the_page_has_from_python_is_as_python_makes_it(tool: str) -> None:
    """The types of the protocol, and sentences that the page must make as Python does."""
    done = subprocess.run(
        [sys.executable, str(WEB / "tools" / tool), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_pf_40_every_game_has_a_primer_in_every_language() -> None:
    for game in catalogue().games:
        assert game.primer, game.name
        assert all(line.vi and line.en and line.zh for line in game.primer)

"""The built page: its size, its languages, its compressed files, and the sources it is built from."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from chieu.core.text.languages import LANGS
from chieu.games import all_games
from chieu.online.server.api.catalogue import sheet

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "chieu" / "web"


def first_load() -> list[Path]:
    """Return the scripts and style sheets that the page loads at once."""
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'<script[^>]+src="(?:\./|/)([^"]+)"', html)
    links = re.findall(r'<link[^>]+rel="(?:modulepreload|stylesheet)"[^>]*href="(?:\./|/)([^"]+)"', html)
    return [PAGE / name for name in [*scripts, *links]]


def text_chunks() -> dict[str, Path]:
    """Return the script with the texts of each language. The page loads one of them before it mounts."""
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'<link rel="chieu-offline" href="(?:\./|/)(assets/(\w\w)-[^"]+)"', html)
    return {lang: PAGE / name for name, lang in links}


def test_pf_43_the_first_page_is_under_60_kb_compressed() -> None:
    files, texts = first_load(), text_chunks()
    assert texts
    assert {path.suffix for path in files} == {".js", ".css"}
    sizes = {path.name: len(gzip.compress(path.read_bytes(), mtime=0)) for path in [*files, *texts.values()]}
    for path in texts.values():
        assert sum(sizes[file.name] for file in [*files, path]) < 60_000, sizes


def test_pf_43_each_language_is_in_one_file_of_its_own() -> None:
    chunks = text_chunks()
    assert set(chunks) == set(LANGS)
    for lang, path in chunks.items():
        texts = tomllib.loads((WEB / "src" / "text" / f"{lang}.toml").read_text(encoding="utf-8"))
        sentence = texts["home"]["about"]
        holding = [script for script in PAGE.rglob("*.js") if sentence in script.read_text(encoding="utf-8")]
        assert holding == [path]


def test_pf_35_the_page_has_no_inline_script_or_style() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", html)
    assert not re.findall(r"<style|\sstyle=|\son\w+=", html)
    assert "http://" not in html
    assert "https://" not in html


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")


def test_generated_typescript_is_up_to_date() -> None:
    tool = WEB / "tools" / "typescript.py"
    result = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_pf_40_every_game_has_a_primer_in_every_language() -> None:
    for game in all_games().values():
        for preset in game.presets:
            for lang in LANGS:
                primer = sheet(game, preset, [], lang).primer
                assert len(primer) > 2, game.name
                assert all(primer), game.name

"""The site builds without warnings, has no broken links and needs no network."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from build_hooks.site import ROOT, with_site_links
from tests.building.spec import definitions


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site and return its folder."""
    folder = tmp_path_factory.mktemp("site")
    process = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")
    return folder


def test_the_site_is_built_and_needs_no_network(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert {"index.html", "guide.html", "results.html"} <= {page.name for page in pages}
    for page in pages:
        fetched = re.findall(
            r"<(?:script|link|img)\b[^>]*(?:src|href)=[\"']?(https?:[^\"' >]+)", page.read_text("utf-8")
        )
        assert not fetched, page
    assert "class Deal" not in (site / "api/chieu.html").read_text("utf-8"), "sources are not part of it"


def test_reference_shows_types_and_docs_of_compiled_modules(site: Path) -> None:
    text = html.unescape(re.sub(r"<[^>]+>", "", (site / "api/chieu.html").read_text("utf-8")))
    assert "below(n: i64) -> i64" in text
    assert "Return a uniform number from 0 to n - 1" in text


def test_every_rule_has_one_anchor_on_the_site(site: Path) -> None:
    pages = {page: (site / f"spec/{page}.html").read_text("utf-8") for page, _, _ in definitions()}
    assert pages
    for page, anchor, number in definitions():
        assert len(re.findall(rf'\bid="?{anchor}"?[ >]', pages[page])) == 1, number


def test_links_between_files_become_links_between_pages() -> None:
    assert with_site_links("[a](docs/bots.md#x)", "README.md") == "[a](bots.md#x)"
    assert with_site_links("[a](../CONTRIBUTING.md)", "docs/bots.md") == "[a](CONTRIBUTING.md)"
    assert (
        with_site_links("[a](../fairness.md)", "docs/adr/0007-a-table-decides-then-folds.md") == "[a](../fairness.md)"
    )
    assert with_site_links("[a](../deploy/nginx.conf)", "docs/operations.md") == "a"
    assert with_site_links("[a](https://example.invalid/b.md)", "README.md") == "[a](https://example.invalid/b.md)"

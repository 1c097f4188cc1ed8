"""The site builds without warnings, has no broken links and needs no network."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from build_hooks.site import ROOT, collect, with_site_links
from tests.building.spec import definitions


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site and return its folder."""
    folder = tmp_path_factory.mktemp("site")
    collect(folder / "docs")
    config = (ROOT / "zensical.toml").read_text("utf-8").replace('"build/', '"')
    config = config.replace('"src"', f'"{ROOT / "src"}"').replace('"build_hooks/', f'"{ROOT}/build_hooks/')
    (folder / "zensical.toml").write_text(config, "utf-8")
    process = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return folder / "site"


def test_the_site_is_built_and_needs_no_network(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert {"index.html", "guide.html", "results.html"} <= {page.name for page in pages}
    for page in pages:
        fetched = re.findall(
            r"<(?:script|link|img)\b[^>]*(?:src|href)=[\"']?(https?:[^\"' >]+)", page.read_text("utf-8")
        )
        assert not fetched, page
    assert "class Deal" not in (site / "api/chieu.html").read_text("utf-8"), "sources are not part of it"


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    anchors = {
        page.relative_to(site).as_posix(): set(re.findall(r'\b(?:id|name)="?([^" >]+)', page.read_text("utf-8")))
        for page in site.rglob("*.html")
    }
    broken = []
    for name in anchors:
        for target in re.findall(r'<a\b[^>]*\bhref="?([^" >]+)', (site / name).read_text("utf-8")):
            link = urlsplit(html.unescape(target))
            if link.scheme or name == "404.html":
                continue
            path = (site / name).parent.joinpath(unquote(link.path)).resolve() if link.path else (site / name).resolve()
            page = (path / "index.html" if path.is_dir() else path).relative_to(site.resolve()).as_posix()
            if not (site / page).is_file() or (link.fragment and unquote(link.fragment) not in anchors[page]):
                broken.append(f"{name}: {target}")
    assert not broken


def test_every_page_is_in_the_navigation_or_is_a_decision(site: Path) -> None:
    listed = (ROOT / "zensical.toml").read_text("utf-8") + (ROOT / "docs/adr/README.md").read_text("utf-8")
    pages = [page.relative_to(site).with_suffix(".md") for page in site.rglob("*.html") if page.name != "404.html"]
    missing = [page for page in pages if page.name not in listed]
    assert pages
    assert not missing


def test_reference_shows_types_and_docs_of_compiled_modules(site: Path) -> None:
    text = html.unescape(re.sub(r"<[^>]+>", "", (site / "api/chieu.html").read_text("utf-8")))
    assert "below(n: i64) -> i64" in text
    assert "Return a uniform number from 0 to n - 1" in text


def test_examples_of_docstrings_are_code_blocks(site: Path) -> None:
    examples = 0
    for page in (site / "api").glob("*.html"):
        text = page.read_text("utf-8")
        assert "<blockquote>" not in text, f"{page.name}: Markdown read an example as a quote"
        outside = re.sub(r"<pre>.*?</pre>", "", text, flags=re.DOTALL)
        assert "&gt;&gt;&gt;" not in outside, page.name
        assert "```" not in text, f"{page.name}: a fence is shown"
        examples += text.count('<span class="gp">&gt;&gt;&gt; </span>')
    assert examples > 100


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

"""Build the site: collect the pages, rewrite their links, and run Zensical.

In a checkout README.md links to docs/bots.md, which links to ../CONTRIBUTING.md. The site has no folder docs/, so paths
are rewritten. A link to a file that is not a page becomes plain text.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PAGES_OUTSIDE_DOCS: Final = {
    "README.md": "index.md",
    "README.vi.md": "vi.md",
    "README.zh.md": "zh.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "bench/results.md": "results.md",
}
_LINK: Final = re.compile(r"\[(?P<text>[^\]]*)\]\((?P<target>[^)#:\s]+)(?P<anchor>#[^)\s]*)?\)")
_PICTURE: Final = re.compile(r'src="docs/')


def build() -> int:
    """Build the site. Return the exit code of Zensical, which fails on any warning."""
    collect(ROOT / "build" / "docs")
    return subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict"], cwd=ROOT, check=False
    ).returncode


def collect(folder: Path) -> None:
    """Write all pages to an empty folder, with links rewritten."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    for page in folder.rglob("*.md"):
        name = page.relative_to(folder).as_posix()
        page.write_text(with_site_links(page.read_text("utf-8"), f"docs/{name}"), "utf-8")
    for source, name in PAGES_OUTSIDE_DOCS.items():
        text = with_site_links((ROOT / source).read_text("utf-8"), source)
        (folder / name).write_text(_PICTURE.sub('src="', text), "utf-8")


def with_site_links(text: str, source: str) -> str:
    """Return the Markdown of a file with its links rewritten for the site."""
    here = (ROOT / source).parent
    page = Path(PAGES_OUTSIDE_DOCS.get(source, source.removeprefix("docs/")))

    def link(match: re.Match[str]) -> str:
        target = (here / match["target"]).resolve()
        if not target.is_relative_to(ROOT):
            return match[0]
        path = target.relative_to(ROOT).as_posix()
        linked = PAGES_OUTSIDE_DOCS.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if linked is None or target.is_dir():
            return match["text"]
        up = "../" * len(page.parent.parts)
        return f"[{match['text']}]({up}{linked}{match['anchor'] or ''})"

    return _LINK.sub(link, text)


if __name__ == "__main__":
    sys.exit(build())

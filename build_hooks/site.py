"""MkDocs hooks: add pages from outside docs/ and rewrite their links.

In a checkout README.md links to docs/bots.md, which links to ../CONTRIBUTING.md. The site has no folder docs/, so paths
are rewritten. A link to a file that is not a page becomes plain text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).parent.parent
PAGES_OUTSIDE_DOCS: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "bench/results.md": "results.md",
}
_LINK: Final = re.compile(r"\[(?P<text>[^\]]*)\]\((?P<target>[^)#:\s]+)(?P<anchor>#[^)\s]*)?\)")
_PICTURE: Final = re.compile(r'src="docs/')


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from outside docs/."""
    for source, page in PAGES_OUTSIDE_DOCS.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_PICTURE.sub('src="', with_site_links(text, source))))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Rewrite the links of the pages in docs/."""
    if page.file.src_uri in PAGES_OUTSIDE_DOCS.values():
        return markdown
    return with_site_links(markdown, f"docs/{page.file.src_uri}")


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

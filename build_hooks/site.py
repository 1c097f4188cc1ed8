"""Hooks of mkdocs: add pages from outside docs/ and rewrite links.

In a checkout README.md links to docs/bots.md, and that to ../CONTRIBUTING.md. On the site all pages are in one folder,
so links are rewritten. A link to a file that is not a page becomes plain text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).parent.parent
OUTSIDE: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "bench/results.md": "results.md",
}
_LINK: Final = re.compile(r"\[(?P<text>[^\]]*)\]\((?P<target>[^)#:\s]+)(?P<anchor>#[^)\s]*)?\)")
_PICTURE: Final = re.compile(r'src="docs/')


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from outside docs/."""
    for source, page in OUTSIDE.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_PICTURE.sub('src="', turned(text, source))))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Rewrite the links of the pages in docs/."""
    if page.file.src_uri in OUTSIDE.values():
        return markdown
    return turned(markdown, f"docs/{page.file.src_uri}")


def turned(text: str, source: str) -> str:
    """Return the text of a file with the links of the site."""
    here = (ROOT / source).parent
    page = Path(OUTSIDE.get(source, source.removeprefix("docs/")))

    def link(found: re.Match[str]) -> str:
        target = (here / found["target"]).resolve()
        if not target.is_relative_to(ROOT):
            return found[0]
        inside = target.relative_to(ROOT).as_posix()
        place = OUTSIDE.get(inside) or (inside.removeprefix("docs/") if inside.startswith("docs/") else None)
        if place is None or target.is_dir():
            return found["text"]
        up = "../" * len(page.parent.parts)
        return f"[{found['text']}]({up}{place}{found['anchor'] or ''})"

    return _LINK.sub(link, text)

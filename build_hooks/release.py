"""Make a release: close the open section of the changelog, set the version, commit and tag.

    python -m build_hooks.release 0.2.0          # close the changelog, set the version, commit, tag v0.2.0
    python -m build_hooks.release --notes        # print the release notes of the tree's version

Nothing is pushed or uploaded; pushing the tag does that (.github/workflows/wheels.yml).
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
_VERSION: Final = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_CITED: Final = re.compile(r"^version: .*(\ndate-released: .*)?$", re.MULTILINE)
_SECTION: Final = re.compile(
    r"^## (?P<version>\S+)(?: \((?P<when>[^)]+)\))?\n(?P<notes>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL
)
_OPEN: Final = "unreleased"
# Paragraphs that no longer hold once there is a release.
_BEFORE: Final = re.compile(r"\n<!-- before the first release -->\n.*?\n<!-- end -->\n", re.DOTALL)


class CannotRelease(Exception):
    """The tree cannot be released."""


def notes(changelog: str, version: str) -> str:
    """Return the release notes of a version."""
    for section in _SECTION.finditer(changelog):
        if section["version"] == version:
            return section["notes"].strip() + "\n"
    raise CannotRelease(f"CHANGELOG.md has no section for {version}")


def closed(changelog: str, version: str, day: str) -> str:
    """Return the changelog with its first section, the open one, closed under a version and a day."""
    first = _SECTION.search(changelog)
    if first is None or first["when"] != _OPEN:
        raise CannotRelease("the first section of CHANGELOG.md is not marked (unreleased)")
    if any(section["version"] == version and section["when"] != _OPEN for section in _SECTION.finditer(changelog)):
        raise CannotRelease(f"{version} is released already")
    if not first["notes"].strip():
        raise CannotRelease("there is nothing to release: the open section of CHANGELOG.md is empty")
    return f"{changelog[: first.start()]}## {version} ({day})\n{changelog[first.start('notes') :]}"


def release(root: Path, version: str, day: str) -> None:
    """Commit and tag a version of the tree at `root`, which must be clean."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        raise CannotRelease(f"expected a version such as 1.2.3 or 1.2.3rc1, got {version!r}")
    if _git(root, "status", "--porcelain"):
        raise CannotRelease("there are changes that are not committed")
    if _git(root, "tag", "--list", f"v{version}"):
        raise CannotRelease(f"the tag v{version} already exists")
    changelog = root / "CHANGELOG.md"
    text = closed(changelog.read_text(encoding="utf-8"), version, day)
    changelog.write_text(text, encoding="utf-8")
    _substitute(root / "src/chieu/__init__.py", _VERSION, f'__version__ = "{version}"')
    _substitute(root / "CITATION.cff", _CITED, f"version: {version}\ndate-released: {day}")
    for page in (*root.glob("*.md"), *root.glob("docs/*.md")):
        _substitute(page, _BEFORE, "")
    _git(root, "commit", "--all", "--allow-empty", "--message", f"Version {version}")
    _git(
        root,
        "tag",
        "--annotate",
        f"v{version}",
        "--cleanup=verbatim",
        "--message",
        f"Version {version}\n\n{notes(text, version)}",
    )


def version_of(root: Path) -> str:
    """Return the version of a tree."""
    match = _VERSION.search((root / "src/chieu/__init__.py").read_text(encoding="utf-8"))
    assert match is not None
    return match[1]


def _substitute(file: Path, pattern: re.Pattern[str], text: str) -> None:
    file.write_text(pattern.sub(text, file.read_text(encoding="utf-8")), encoding="utf-8")


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotRelease(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def main(words: list[str] | None = None, root: Path = ROOT) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m build_hooks.release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("version", nargs="?", help="the version to release")
    mode.add_argument("--notes", action="store_true", help="print the release notes of the tree's version")
    args = parser.parse_args(words)
    try:
        if args.notes:
            print(notes((root / "CHANGELOG.md").read_text(encoding="utf-8"), version_of(root)), end="")
        else:
            release(root, args.version, datetime.datetime.now(datetime.UTC).date().isoformat())
            print(f"tagged v{args.version}; `git push --follow-tags` releases it")
    except CannotRelease as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

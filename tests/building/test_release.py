"""A release is a commit and a tag with the notes of the changelog."""

from __future__ import annotations

import datetime
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from build_hooks import metadata, release
from build_hooks.release import ROOT

CHANGELOG = """# Changelog

## 0.2.0 (unreleased)

- A new game.

## 0.1.0 (2026-11-01)

- The first.
"""

DRAFT = """Install it.

<!-- before the first release -->

There is nothing to install.

<!-- end -->

Play.
"""


def git(root: Path, *words: str) -> str:
    process = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return process.stdout.strip()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "src/chieu").mkdir(parents=True)
    (tmp_path / "src/chieu/__init__.py").write_text('"""Chiếu."""\n\n__version__ = "0.1.0"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    (tmp_path / "CITATION.cff").write_text("title: Chiếu\nversion: 0.1.0\n", encoding="utf-8")
    (tmp_path / "README.md").write_text(DRAFT, encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "Lan")
    git(tmp_path, "config", "user.email", "lan@example.invalid")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Before")
    return tmp_path


def test_a_release_closes_the_changelog_and_is_tagged(tree: Path) -> None:
    assert release.main(["0.2.0"], tree) == 0
    assert release.version_of(tree) == "0.2.0"
    assert "(unreleased)" not in (tree / "CHANGELOG.md").read_text(encoding="utf-8")
    assert (tree / "CITATION.cff").read_text(encoding="utf-8").splitlines()[1:] == [
        "version: 0.2.0",
        f"date-released: {datetime.datetime.now(datetime.UTC).date()}",
    ]
    assert (tree / "README.md").read_text(encoding="utf-8") == "Install it.\n\nPlay.\n"
    assert git(tree, "status", "--porcelain") == ""
    assert git(tree, "log", "-1", "--format=%s") == "Version 0.2.0"
    assert git(tree, "tag", "--list", "--format=%(refname:short) %(contents:body)") == "v0.2.0 - A new game."


def test_notes_are_those_of_the_tree_s_version(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--notes"], tree) == 0
    assert capsys.readouterr().out == "- The first.\n"


@pytest.mark.parametrize(
    ("version", "change", "why"),
    [
        ("v0.2", None, "expected a version"),
        ("0.1.0", None, "released already"),
        ("0.2.0", ("src/chieu/odd.py", "x = 1\n"), "not committed"),
        ("0.2.0", ("CHANGELOG.md", CHANGELOG.replace("(unreleased)", "(2026-11-02)")), "not marked"),
        ("0.2.0", ("CHANGELOG.md", CHANGELOG.replace("- A new game.\n", "")), "nothing to release"),
    ],
)
def test_a_refused_release_says_why_and_changes_nothing(
    tree: Path, version: str, change: tuple[str, str] | None, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if change is not None:
        (tree / change[0]).write_text(change[1], encoding="utf-8")
        if change[0] == "CHANGELOG.md":
            git(tree, "commit", "--quiet", "--all", "--message", "Another changelog")
    before = git(tree, "rev-parse", "HEAD")
    assert release.main([version], tree) == 1
    assert why in capsys.readouterr().err
    assert (git(tree, "rev-parse", "HEAD"), git(tree, "tag")) == (before, "")
    assert release.version_of(tree) == "0.1.0"


def test_this_tree_s_version_has_notes(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--notes"]) == 0
    assert len(capsys.readouterr().out) > 1


def test_a_release_drops_what_holds_only_before_the_first(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    git(ROOT, "clone", "--quiet", str(ROOT), str(tree))
    git(tree, "config", "user.name", "Lan")
    git(tree, "config", "user.email", "lan@example.invalid")
    (tree / "CHANGELOG.md").write_text(CHANGELOG.replace("0.2.0", "99.0.0"), encoding="utf-8")
    git(tree, "commit", "--quiet", "--all", "--message", "A change")
    assert release.main(["99.0.0"], tree) == 0
    assert "version: 99.0.0\n" in (tree / "CITATION.cff").read_text(encoding="utf-8")
    for page in (*tree.glob("*.md"), *tree.glob("docs/*.md")):
        text = page.read_text(encoding="utf-8")
        assert not re.search(
            "before the first release -->|[Uu]ntil the first release|Chưa ra bản đầu|首个版本", text
        ), page


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.name)
def test_every_action_is_pinned_by_the_hash_of_a_version(workflow: Path) -> None:
    steps = [
        step for job in yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values() for step in job["steps"]
    ]
    actions = [line for line in workflow.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert len(actions) == len([step for step in steps if "uses" in step]) > 0
    assert [line for line in actions if not re.search(r"uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)] == []


README = """[guide](docs/guide.md#x) <img src="docs/pictures/a.png"> [site](https://example.org) [here](#play)"""


def test_an_index_gets_links_to_the_released_files() -> None:
    assert metadata.description(README, "https://github.com/a/b", "0.1.0") == (
        "[guide](https://github.com/a/b/blob/v0.1.0/docs/guide.md#x)"
        ' <img src="https://github.com/a/b/raw/v0.1.0/docs/pictures/a.png"> [site](https://example.org) [here](#play)'
    )
    assert metadata.description(README, None, "0.1.0") == README


def test_only_a_release_build_knows_its_addresses() -> None:
    assert metadata.urls(metadata.repository({})) == {}
    at_github = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "a/b"}
    assert metadata.urls(metadata.repository(at_github))["Issues"] == "https://github.com/a/b/issues"

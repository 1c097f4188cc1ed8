"""No dependency may be installed in a version with a security advisory known in November 2026."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
LAST_WITH_AN_ADVISORY = {"h11": "0.15.0", "pytest": "9.0.2", "setuptools": "78.1.0", "starlette": "1.5.0"}


def requirements() -> Iterator[Requirement]:
    """Return all requirements of pyproject.toml: dependencies, extras, development and build."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [
        project["build-system"]["requires"],
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    for requirements in lists:
        yield from (
            Requirement(text) for text in requirements if isinstance(text, str)
        )  # a table includes another group


@pytest.mark.parametrize("name", LAST_WITH_AN_ADVISORY)
def test_no_version_with_a_known_advisory_can_be_installed(name: str) -> None:
    specifiers = [requirement.specifier for requirement in requirements() if requirement.name == name]
    assert specifiers, "it is named nowhere"
    assert not [str(specifier) for specifier in specifiers if specifier.contains(Version(LAST_WITH_AN_ADVISORY[name]))]


def test_pinned_versions_satisfy_the_requirements() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {pin.name: pin for line in lines if "==" in line for pin in [Requirement(line.rstrip(" \\"))]}
    for requirement in requirements():
        name = requirement.name.replace("_", "-").lower()
        if name in pinned:
            (exact,) = pinned[name].specifier
            assert requirement.specifier.contains(exact.version), str(requirement)

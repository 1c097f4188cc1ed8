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
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [
        told["build-system"]["requires"],
        told["project"]["dependencies"],
        *told["project"]["optional-dependencies"].values(),
        *told["dependency-groups"].values(),
    ]
    for one in lists:
        yield from map(Requirement, one)


@pytest.mark.parametrize("name", LAST_WITH_AN_ADVISORY)
def test_no_version_with_a_known_advisory_can_be_installed(name: str) -> None:
    found = [one.specifier for one in requirements() if one.name == name]
    assert found, "it is named nowhere"
    assert not [str(one) for one in found if one.contains(Version(LAST_WITH_AN_ADVISORY[name]))]


def test_pinned_versions_satisfy_the_requirements() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {one.name: one for line in lines if "==" in line for one in [Requirement(line.rstrip(" \\"))]}
    for one in requirements():
        name = one.name.replace("_", "-").lower()
        if name in pinned:
            (exact,) = pinned[name].specifier
            assert one.specifier.contains(exact.version), str(one)

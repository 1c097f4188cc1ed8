"""Import this checkout's compiled kernels, if they were compiled from its present sources.

`make` adds a line to .venv that runs this file at every start of Python, so it imports only what Python has loaded by
then. A process chooses its kernels at its first import of one: all of one build, or the sources themselves. So an
edited kernel runs uncompiled until it has been compiled again, and a build never changes a running process.
`CHIEU_COMPILE=0` chooses the sources.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ROOT / "src"
BUILDS: Final = ROOT / "build" / "kernels"
RELEASE: Final = "-release"
# The kernels, and what they import: compiled code contains the types and constants of it.
IMPORTED: Final = (
    "core/**/*.py",
    "games/**/*.py",
    "search/*.py",
    "bots/*.py",
    "fairness/*.py",
    "pictures/*.py",
    "online/protocol/*.py",
    "online/table/*.py",
    "online/history/*.py",
    "online/service/*.py",
    "*.py",
)


def fingerprint() -> str:
    """Return a hash of everything that the compiled kernels depend on."""
    from hashlib import blake2b  # noqa: PLC0415 - only processes that import a kernel need it

    result = blake2b(digest_size=8)
    for name in ("constraints.txt", "build_hooks/kernels.py", "build_hooks/docstrings.py"):
        result.update((ROOT / name).read_bytes())
    for pattern in IMPORTED:
        for path in sorted((SOURCES / "chieu").glob(pattern)):
            result.update(str(path.relative_to(SOURCES)).encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{sys.implementation.cache_tag}-{result.hexdigest()}"


def fresh_build() -> Path | None:
    """Return the folder of the kernels compiled from the present sources, a release build first."""
    name = fingerprint()
    return next((folder for folder in (BUILDS / (name + RELEASE), BUILDS / name) if folder.is_dir()), None)


class KernelFinder:
    """A finder of modules that looks into the fresh build."""

    def __init__(self) -> None:
        self._files: dict[str, str] | None = None  # of the chosen build; None until the first kernel is imported

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a compiled module is, or None to let the other finders look for it."""
        if name.startswith("chieu."):
            if not path or not next(iter(path)).startswith(str(SOURCES)):
                return None  # another copy of the package
        elif not name.startswith("chieu") or not name.endswith("__mypyc"):
            return None
        if self._files is None:
            self._files = compiled_modules(fresh_build())
        file = self._files.get(name)
        return ModuleSpec(name, ExtensionFileLoader(name, file), origin=file) if file else None


def compiled_modules(build: Path | None) -> dict[str, str]:
    """Return the files of a build by the names of their modules."""
    if build is None:
        return {}
    paths = [path for path in build.rglob("*") if path.suffix in (".so", ".pyd")]
    return {".".join((*path.parent.relative_to(build).parts, path.name.partition(".")[0])): str(path) for path in paths}


def install() -> None:
    """Put the finder first, unless the environment says to run uncompiled."""
    if os.environ.get("CHIEU_COMPILE") != "0":
        sys.meta_path.insert(0, KernelFinder())

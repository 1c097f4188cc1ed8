"""Files beside the code of packages: text catalogues and precomputed data.

`core` and `games` do no I/O. `chieu.catalogues` registers the reader, and `import chieu` imports that module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

Reader: TypeAlias = Callable[[str, str], bytes]
"""`read(package, name)`: the content of a file in a package."""

_readers: Final[list[Reader]] = []


def read_with(reader: Reader) -> None:
    """Read files with this reader from now on."""
    _readers[:] = [reader]


def read_file(package: str, name: str) -> bytes:
    """Return the content of a file in a package."""
    if not _readers:
        raise LookupError(f"no reader is registered to read {name} of {package}: import chieu")
    return _readers[0](package, name)

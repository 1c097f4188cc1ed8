"""Read the text catalogues and data files of packages.

`core` and `games` have no I/O, so this module registers itself as their loader. `import chieu` imports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from chieu.core.codec import read_data_with
from chieu.core.text.languages import Lang, Templates, load_with


def load(package: str, lang: Lang) -> Templates:
    """Return the templates of `<lang>.toml` in a package. Keys of tables are joined by dots."""
    import tomllib  # noqa: PLC0415  # neither slows down `import chieu`
    from importlib.resources import files  # noqa: PLC0415

    file = files(package).joinpath(f"{lang}.toml")
    try:
        return dict(_flat(tomllib.loads(file.read_text("utf-8"))))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file}: {error}") from None


def read(package: str, name: str) -> bytes:
    """Return the content of a file in a package."""
    from importlib.resources import files  # noqa: PLC0415

    return files(package).joinpath(name).read_bytes()


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


load_with(load)
read_data_with(read)

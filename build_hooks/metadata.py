"""Addresses in the package's metadata: those of the repository that builds the release.

GitHub names the repository in the environment. A build elsewhere knows no address, and its metadata has none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

# A link or picture of README.md that is a file of the repository.
_FILE: Final = re.compile(r"(?P<before>\]\(|src=\")(?!https?:|#|mailto:)(?P<path>[^)\"#]+)")
_PICTURES: Final = (".png", ".svg")


def repository(environment: Mapping[str, str]) -> str | None:
    """Return the address of the repository whose workflow runs, or None.

    >>> repository({"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "someone/chieu"})
    'https://github.com/someone/chieu'
    """
    server, name = environment.get("GITHUB_SERVER_URL"), environment.get("GITHUB_REPOSITORY")
    return f"{server}/{name}" if server and name else None


def urls(address: str | None) -> dict[str, str]:
    """Return the project's links, as an index shows them beside the description."""
    if address is None:
        return {}
    return {
        "Source": address,
        "Documentation": f"{address}/tree/main/docs",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def description(readme: str, address: str | None, version: str) -> str:
    """Return the README with links that work on an index, which has none of the other files.

    >>> description("[guide](docs/guide.md)", "https://github.com/someone/chieu", "0.1.0")
    '[guide](https://github.com/someone/chieu/blob/v0.1.0/docs/guide.md)'
    """
    if address is None:
        return readme

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link["path"].endswith(_PICTURES) else "blob"
        return f"{link['before']}{address}/{kind}/v{version}/{link['path']}"

    return _FILE.sub(absolute, readme)

"""Build hooks of hatch: a wheel contains the compiled kernels and the built page, an sdist the built page.

Both are optional: the kernels run uncompiled, and library and command line work without the page. So the wheel is
always built, and the hook prints what it lacks. With the page in the sdist, a wheel from it needs no Node.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))  # a build frontend loads this file alone

from build_hooks import kernels, metadata, node, page, release  # noqa: E402


class Addresses(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata_: dict[str, Any]) -> None:
        address = metadata.repository(os.environ)
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata_["urls"] = metadata.urls(address)
        metadata_["readme"] = {
            "content-type": "text/markdown",
            "text": metadata.description(readme, address, release.version_of(ROOT)),
        }


class WheelHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [node.FROM_PYPI] if page.wanted() and node.on_path() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install builds nothing: `make` does.
        if version == "editable":
            return
        folder = kernels.compiled(release=True) if self.target_name == "wheel" else None
        if folder is not None:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            for module in folder.rglob("*.*"):
                build_data["force_include"][str(module)] = str(module.relative_to(folder))
        if page.built():
            build_data["artifacts"].append("src/chieu/web/")

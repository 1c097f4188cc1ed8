"""Compile the kernels with mypyc if there is a C compiler.

The same sources run uncompiled, so a failure here costs only speed. `CHIEU_COMPILE=0` skips this step.

    python -m build_hooks.kernels
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MARK = "Compiled where it can be."


def kernels() -> list[str]:
    """Return the sources that are compiled: every module whose docstring carries the mark."""
    return [str(path.relative_to(ROOT)) for path in sorted((ROOT / "src/chieu").rglob("*.py")) if is_marked(path)]


def is_marked(path: Path) -> bool:
    """Return whether the docstring of a module carries the mark."""
    return MARK in " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split())


def compiled() -> bool:
    """Compile the kernels in place. Return whether that worked."""
    for stale in (ROOT / "src").rglob("*.so"):
        stale.unlink()
    if os.environ.get("CHIEU_COMPILE") == "0":
        print("chieu: kernels left uncompiled (CHIEU_COMPILE=0)", file=sys.stderr)
        return False
    if shutil.which(os.environ.get("CC", "cc")) is None:
        print("chieu: no C compiler found, the kernels run uncompiled (slower, same results)", file=sys.stderr)
        return False
    # Without -fno-semantic-interposition the compiler may not inline our functions, which costs a fifth of the speed.
    script = (
        "import sys; from setuptools import setup; from mypyc.build import mypycify; "
        "modules = mypycify(['--strict', *sys.argv[3:]], opt_level='3', debug_level='0', group_name='chieu'); "
        "[one.extra_compile_args.append('-fno-semantic-interposition') for one in modules if sys.platform == 'linux']; "
        "from pathlib import Path; from build_hooks.docstrings import insert; "
        "c_files = {Path(path) for one in modules for path in one.sources if Path(path).name.startswith('__native')}; "
        "insert(sorted(c_files), [Path(path) for path in sys.argv[3:]], Path('src')); "
        "setup(name='kernels', package_dir={'': 'src'}, ext_modules=modules, "
        "script_args=['build_ext', '--inplace', '--build-temp', sys.argv[1], '--build-lib', sys.argv[2]])"
    )
    build = ROOT / "build"
    done = subprocess.run(
        [sys.executable, "-c", script, str(build / "temp"), str(build / "lib"), *kernels()],
        cwd=ROOT,
        env=os.environ | {"MYPYPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(done.stdout[-4000:], done.stderr[-4000:], file=sys.stderr)
        print("chieu: the kernels could not be compiled and run uncompiled (slower, same results)", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    print("compiling the kernels (a minute or two, once) ...", flush=True)
    print("kernels compiled" if compiled() else "kernels run uncompiled")

"""The build hook: compiles the kernels with mypyc where there is a C compiler, and says so where there is none.

The same sources run uncompiled, so a failure here costs speed and nothing else. `CHIEU_COMPILE=0` leaves it out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
KERNEL_NAMES = ("hands.py", "position.py", "game.py", "finder.py", "scoring.py", "resampling.py")


def kernels() -> list[str]:
    """The sources that are compiled: luck and masks, and of each game the int kernels and the coat over them."""
    found = [ROOT / "src/chieu/core" / name for name in ("luck.py", "masks.py")]
    for name in KERNEL_NAMES:
        found += sorted((ROOT / "src/chieu/games").glob(f"*/{name}"))
    return [str(path.relative_to(ROOT)) for path in found]


class KernelHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install compiles nothing: `make` does that as a step of its own, when the sources are newer.
        if self.target_name != "wheel" or version == "editable" or not compiled():
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] = ["src/chieu/**/*.so", "src/chieu/**/*.pyd", "src/chieu__mypyc*"]
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for shared in (ROOT / "src").glob(f"chieu__mypyc{suffix}"):
            build_data["force_include"][str(shared)] = shared.name


def compiled() -> bool:
    """Compiles beside the sources; True if that worked."""
    for stale in (ROOT / "src").rglob("*.so"):
        stale.unlink()
    if os.environ.get("CHIEU_COMPILE") == "0":
        print("chieu: kernels left uncompiled (CHIEU_COMPILE=0)", file=sys.stderr)
        return False
    if shutil.which(os.environ.get("CC", "cc")) is None:
        print("chieu: no C compiler found, the kernels run uncompiled (slower, same results)", file=sys.stderr)
        return False
    script = (
        "import sys; from setuptools import setup; from mypyc.build import mypycify; "
        "setup(name='kernels', package_dir={'': 'src'}, "
        "ext_modules=mypycify(['--strict', *sys.argv[3:]], opt_level='3', debug_level='0', group_name='chieu'), "
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
    print("compiling the kernels (half a minute, once) ...", flush=True)
    print("kernels compiled" if compiled() else "kernels run uncompiled")

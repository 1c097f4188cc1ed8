"""Compile the kernels with mypyc if there is a C compiler.

The same sources run uncompiled, so a failure here costs only speed. `CHIEU_COMPILE=0` skips this step;
`CHIEU_COMPILE=1`, for a release, makes a failure an error.

    python -m build_hooks.kernels               compile for development: several libraries, little optimization
    python -m build_hooks.kernels --release     compile as for a wheel: one library, all optimizations
    python -m build_hooks.kernels --background  start compiling for development at the lowest priority, and return

A build goes to a folder of its own below build/kernels, named after the sources' fingerprint. `build_hooks/finder.py`
chooses it at the next start of Python.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from build_hooks import finder
from build_hooks.finder import BUILDS, RELEASE, ROOT

if TYPE_CHECKING:
    from distutils.core import Extension

MARK: Final = "Compiled where it can be."
# Without this flag the compiler may not inline our functions, which costs a fifth of the speed.
_INLINE: Final = ["-fno-semantic-interposition"] if sys.platform == "linux" else []
_STRIP: Final = ["-Wl,--strip-all"] if sys.platform == "linux" else []  # symbols are a third of a wheel
_BUILDS_KEPT: Final = 3  # a process that still runs may import another module of its build


def kernels() -> list[str]:
    """Return the sources that are compiled: every module whose docstring carries the mark."""
    return [str(path.relative_to(ROOT)) for path in sorted((ROOT / "src/chieu").rglob("*.py")) if is_marked(path)]


def is_marked(path: Path) -> bool:
    """Return whether the docstring of a module carries the mark."""
    return MARK in " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split())


def compiled(*, release: bool) -> Path | None:
    """Compile the kernels, unless that is done. Return the folder of the compiled modules, if any."""
    if os.environ.get("CHIEU_COMPILE") == "0":
        print("chieu: kernels left uncompiled (CHIEU_COMPILE=0)", file=sys.stderr)
        return None
    if sys.platform != "win32" and shutil.which(os.environ.get("CC", "cc")) is None:
        _uncompiled("no C compiler found")
        return None
    with _one_at_a_time():
        build = BUILDS / (finder.fingerprint() + (RELEASE if release else ""))
        if build.is_dir():
            return build
        print("compiling the kernels (about a minute) ...", flush=True)
        with tempfile.TemporaryDirectory(dir=BUILDS) as unfinished, chdir(ROOT):
            try:
                (_release if release else _development)(Path(unfinished) / "modules")
            except (subprocess.CalledProcessError, SystemExit) as failure:  # mypyc and setuptools exit on an error
                print(getattr(failure, "stderr", failure), file=sys.stderr)
                _uncompiled("the kernels could not be compiled")
                return None
            (Path(unfinished) / "modules").rename(build)
        _remove_old_builds()
    return build


def _uncompiled(reason: str) -> None:
    """Print why the kernels run uncompiled, or exit if they have to be compiled."""
    if os.environ.get("CHIEU_COMPILE") == "1":
        raise SystemExit(f"chieu: {reason} (CHIEU_COMPILE=1 requires it)")
    print(f"chieu: {reason}: the kernels run uncompiled (slower, same results)", file=sys.stderr)


def _release(target: Path) -> None:
    """Compile one library with all optimizations, by setuptools, which knows every system's compiler."""
    from setuptools import Distribution  # noqa: PLC0415 - only a build needs it
    from setuptools.errors import BaseError, CompileError, LinkError  # noqa: PLC0415

    work = BUILDS / "release"
    modules = _c_code(work / "c", [("chieu", kernels())], optimization="3")
    for module in modules:
        module.extra_compile_args += _INLINE
        module.extra_link_args += _STRIP
    # Not by `setup`, which would read the metadata in pyproject.toml and refuse what only hatch understands.
    distribution = Distribution({"name": "kernels", "package_dir": {"": "src"}, "ext_modules": modules})
    command = distribution.get_command_obj("build_ext")
    command.build_temp, command.build_lib = str(work / "temp"), str(target)
    command.ensure_finalized()
    try:
        command.run()
    except (BaseError, CompileError, LinkError) as failure:
        raise SystemExit(str(failure)) from failure


def _development(target: Path) -> None:
    """Compile each library, as many at a time as there are cores.

    Objects are kept by the hash of what they are made from, so a changed line recompiles its own library only.
    """
    libraries = defaultdict(list)
    for path in kernels():
        libraries[_library(path)].append(path)
    groups = [(f"chieu_{library}", paths) for library, paths in libraries.items()]
    modules = _c_code(BUILDS / "c", groups, optimization="1")
    command = [*shlex.split(_setting("CC")), *shlex.split(_setting("CFLAGS")), *shlex.split(_setting("CCSHARED"))]
    jobs = {}
    for module in modules:
        include = [f"-I{folder}" for folder in [sysconfig.get_path("include"), *module.include_dirs]]
        headers = b"".join(Path(path).read_bytes() for path in sorted(set(module.depends)))
        for source in map(Path, module.sources):
            arguments = [*command, *include, *module.extra_compile_args, *_INLINE, "-c", str(source)]
            content = "\0".join(arguments).encode() + headers + source.read_bytes()
            jobs[module.name, source] = (
                BUILDS / "objects" / f"{hashlib.blake2b(content, digest_size=16).hexdigest()}.o",
                arguments,
            )
    (BUILDS / "objects").mkdir(exist_ok=True)
    missing = {object_file: arguments for object_file, arguments in jobs.values() if not object_file.exists()}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # The longest first, so that no core is left alone with one at the end.
        longest_first = sorted(missing.items(), key=lambda job: -Path(job[1][-1]).stat().st_size)
        list(pool.map(lambda job: _compile(*job), longest_first))
        list(
            pool.map(
                lambda module: _link(module, [jobs[module.name, Path(path)][0] for path in module.sources], target),
                modules,
            )
        )
    for unused in set((BUILDS / "objects").iterdir()) - {object_file for object_file, _ in jobs.values()}:
        unused.unlink()


def _library(path: str) -> str:
    """Return the library that a kernel goes to: one per game, one for tables, one for the rest."""
    match Path(path).relative_to("src/chieu").parts:
        case ["games", game, *_]:
            return game
        case ["online", *_]:
            return "online"
        case _:
            return "core"


def _c_code(folder: Path, groups: Sequence[tuple[str, list[str]]], optimization: str) -> list[Extension]:
    """Generate the C code of modules, with their docstrings. Each group becomes a library."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only a build needs it

    from build_hooks import docstrings  # noqa: PLC0415 - imports mypyc

    folder.mkdir(parents=True, exist_ok=True)
    os.environ["MYPYPATH"] = "src"
    sources = [path for _, paths in groups for path in paths]
    several = len(groups) > 1
    modules: list[Extension] = mypycify(
        # A build environment lacks the packages of extras. `make check` finds imports that are really missing.
        ["--strict", "--ignore-missing-imports", "--cache-dir", str(folder / "mypy_cache"), *sources],
        opt_level=optimization,
        debug_level="0",
        separate=[(paths, name) for name, paths in groups] if several else False,
        group_name=None if several else groups[0][0],
        target_dir=str(folder),
    )
    docstrings.insert(sorted(folder.glob("__native*.c")), [list(map(Path, paths)) for _, paths in groups], Path("src"))
    return modules


def _compile(object_file: Path, command: Sequence[str]) -> None:
    unfinished = object_file.with_suffix(".unfinished")
    _run([*command, "-o", str(unfinished)])
    unfinished.rename(object_file)


def _link(module: Extension, objects: Sequence[Path], target: Path) -> None:
    *package, name = module.name.split(".")
    library = target.joinpath(*package, name + _setting("EXT_SUFFIX"))
    library.parent.mkdir(parents=True, exist_ok=True)
    _run([*shlex.split(_setting("LDSHARED")), *map(str, objects), "-o", str(library)])


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, capture_output=True, text=True, check=True)


def _setting(name: str) -> str:
    """Return one of the settings that this Python was built with."""
    return str(sysconfig.get_config_var(name) or "")


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Hold the lock of the builds' folder, so that a second build waits for the first and finds it done."""
    BUILDS.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415 - not on Windows

    with (BUILDS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _remove_old_builds() -> None:
    builds = [path for path in BUILDS.glob(f"{sys.implementation.cache_tag}-*") if path.is_dir()]
    for old in sorted(builds, key=lambda path: path.stat().st_mtime)[:-_BUILDS_KEPT]:
        shutil.rmtree(old)


def use_builds() -> None:
    """Let every Python of this environment look for compiled kernels, by a file that it runs at its start."""
    module = Path(finder.__file__)
    line = (
        "import importlib.util as util; "
        f"spec = util.spec_from_file_location('chieu_kernels', {str(module)!r}); "
        "module = util.module_from_spec(spec); spec.loader.exec_module(module); module.install()\n"
    )
    (Path(sysconfig.get_path("purelib")) / "chieu_kernels.pth").write_text(line, encoding="utf-8")


def in_background() -> None:
    """Start a build at the lowest priority, if one is needed. It goes on when this process ends."""
    if finder.fresh_build() is not None or os.environ.get("CHIEU_COMPILE") == "0":
        return
    log = BUILDS / "log"
    BUILDS.mkdir(parents=True, exist_ok=True)
    subprocess.Popen(
        ["nice", "-n", "19", "make", "--no-print-directory", "compile"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))},
        stdin=subprocess.DEVNULL,
        stdout=log.open("w"),
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    print(f"The kernels are being compiled in the background; the next start uses them ({log.relative_to(ROOT)}).")


def main() -> int:
    """Do what the arguments of this command say."""
    use_builds()
    if sys.argv[1:] == ["--background"]:
        in_background()
        return 0
    release = sys.argv[1:] == ["--release"] or sys.platform == "win32"
    print("kernels compiled" if compiled(release=release) else "kernels run uncompiled")
    return 0


if __name__ == "__main__":
    sys.exit(main())

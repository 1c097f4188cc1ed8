"""The set of compiled modules, and the finder that chooses between them and their sources."""

from __future__ import annotations

import ast
import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from build_hooks import finder
from build_hooks.kernels import compiled, kernels

COMPILED: Final = """
batching.py
core/checks.py
core/masks.py
core/rng.py
core/states.py
encoding.py
games/big2/ai/batch.py
games/big2/ai/determinization.py
games/big2/ai/endgame.py
games/big2/ai/forced_wins.py
games/big2/ai/min_plays.py
games/big2/ai/rollout_policy.py
games/big2/ai/training.py
games/big2/game.py
games/big2/hands.py
games/big2/plays.py
games/big2/state.py
games/niuniu/ai/auction.py
games/niuniu/ai/batch.py
games/niuniu/ai/opponent_model.py
games/niuniu/game.py
games/niuniu/hands.py
games/niuniu/state.py
games/rummy/ai/batch.py
games/rummy/ai/contract_distance.py
games/rummy/ai/opponent_model.py
games/rummy/ai/outs.py
games/rummy/game.py
games/rummy/hands.py
games/rummy/lay_downs.py
games/rummy/state.py
games/xidach/ai/batch.py
games/xidach/ai/cfr.py
games/xidach/ai/expectation.py
games/xidach/ai/rollouts.py
games/xidach/ai/two_player.py
games/xidach/game.py
games/xidach/hands.py
games/xidach/state.py
online/service/actor.py
online/service/scheduler.py
online/service/service.py
online/table/decide.py
online/table/fold.py
online/table/ledger.py
online/table/project.py
online/table/seating.py
online/table/shuffling.py
online/table/turns.py
"""


def test_the_set_of_compiled_modules_is_complete() -> None:
    """A module that loses its mark would silently run uncompiled."""
    assert [path.removeprefix("src/chieu/") for path in kernels()] == COMPILED.split()


@pytest.fixture
def checkout(tmp_path: Path) -> ModuleType:
    """A checkout with one kernel and the finder, which is returned."""
    hooks = [f"build_hooks/{name}.py" for name in ("docstrings", "finder", "kernels")]
    for name in (*hooks, "constraints.txt", "src/chieu/core/masks.py"):
        copied = tmp_path / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes((finder.ROOT / name).read_bytes())
    spec = importlib.util.spec_from_file_location("finder_of_the_checkout", tmp_path / "build_hooks/finder.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(checkout: Any, suffix: str = "") -> Path:
    """Pretend to compile the present sources."""
    module: Path = checkout.BUILDS / (checkout.fingerprint() + suffix) / "chieu/core/masks.cpython.so"
    module.parent.mkdir(parents=True)
    module.touch()
    return module


def found(checkout: Any, process: Any, folder: Path | None = None) -> str | None:
    """Return the file that a process imports the kernel from; None if that is its source."""
    spec = process.find_spec("chieu.core.masks", [str(folder or checkout.SOURCES / "chieu/core")])
    return spec.origin if spec else None


def test_compiled_kernels_run_only_with_unchanged_sources(checkout: Any) -> None:
    assert found(checkout, checkout.KernelFinder()) is None, "nothing compiled yet"
    compiled = build(checkout)
    running = checkout.KernelFinder()
    assert found(checkout, running) == str(compiled)
    source = checkout.SOURCES / "chieu/core/masks.py"
    source.write_text(source.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    assert found(checkout, checkout.KernelFinder()) is None, "a process started after the edit runs the edited source"
    recompiled = build(checkout)
    assert found(checkout, checkout.KernelFinder()) == str(recompiled)
    assert found(checkout, running) == str(compiled), "a running process keeps its build"


def test_another_copy_of_the_package_is_left_alone(checkout: Any, tmp_path: Path) -> None:
    build(checkout)
    assert found(checkout, checkout.KernelFinder(), tmp_path / "copy/chieu/core") is None
    assert checkout.KernelFinder().find_spec("json") is None


def test_a_release_build_is_preferred(checkout: Any) -> None:
    build(checkout)
    release = build(checkout, checkout.RELEASE)
    assert found(checkout, checkout.KernelFinder()) == str(release)


def test_whatever_a_kernel_imports_is_part_of_the_fingerprint() -> None:
    """Compiled code contains types and constants of the modules that it imports."""
    covered = {path for pattern in finder.IMPORTED for path in (finder.SOURCES / "chieu").glob(pattern)}
    waiting = [finder.ROOT / path for path in kernels()]
    imported = set(waiting)
    while waiting:
        for node in ast.walk(ast.parse(waiting.pop().read_text(encoding="utf-8"))):
            names = (
                [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for name in filter(None, names):
                path = finder.SOURCES / (name.replace(".", "/") + ".py")
                if path.exists() and path not in imported:
                    imported.add(path)
                    waiting.append(path)
    assert not [str(path.relative_to(finder.SOURCES)) for path in sorted(imported - covered)]


@pytest.mark.parametrize("required", [True, False])
def test_a_release_fails_without_a_compiler(
    required: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", str(tmp_path / "no-such-compiler"))
    monkeypatch.setenv("CHIEU_COMPILE", "1" if required else "")
    if required:
        with pytest.raises(SystemExit, match="no C compiler found"):
            compiled(release=True)
    else:
        assert compiled(release=True) is None
        assert "no C compiler found: the kernels run uncompiled" in capsys.readouterr().err


def test_an_sdist_has_everything_that_a_build_reads() -> None:
    settings = tomllib.loads((finder.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"/src", "/web", "/build_hooks", "/hatch_build.py", "/constraints.txt"} <= set(included)

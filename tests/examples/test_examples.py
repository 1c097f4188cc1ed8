"""All examples run without warnings; long ones run shortened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = {
    "estimate_odds": ["--deals", "200"],
    "train_tiny_player": ["--rounds", "2"],
    "write_a_bot": ["--deals", "40"],
}
SAYS = {
    "estimate_odds": "room~dd17",
    "replay_an_evening": "over the evening",
    "settle_an_argument": "bull-bull",
    "train_tiny_player": "stakes a deal as the dealer",
    "write_a_bot": "against three heuristic",
}


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda script: script.stem)
def test_a_script_runs(script: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", str(script), *SHORT.get(script.stem, [])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert SAYS.get(script.stem, "") in result.stdout


def test_an_out_of_tree_game_keeps_the_laws() -> None:
    """Run the tests of `examples/baicao`; `pytest examples/baicao` runs them thoroughly."""
    folder = EXAMPLES / "baicao"
    environment = os.environ | {"PYTHONPATH": str(folder / "src"), "CHIEU_LAWS": "quick"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:schemathesis", str(folder)]
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    assert " passed" in result.stdout


@pytest.mark.parametrize("notebook", sorted(EXAMPLES.glob("notebooks/*.ipynb")), ids=lambda notebook: notebook.stem)
def test_a_notebook_runs_and_shows_pictures(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("MPLCONFIGDIR", os.environ.get("MPLCONFIGDIR", str(tmp_path)))
    cells = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in cells.cells), "outputs are made when it is run, not kept"
    NotebookClient(cells, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    kinds = [kind for cell in cells.cells for output in cell.get("outputs", ()) for kind in output.get("data", ())]
    assert "image/svg+xml" in kinds

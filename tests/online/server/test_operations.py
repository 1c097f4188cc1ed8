"""docs/operations.md and the deployment files name existing settings, metrics and log events."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from chieu.online.server.settings import Settings
from tests.online.server.in_process import running_beside

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "operations.md"
SERVER = ROOT / "src" / "chieu" / "online" / "server"


@pytest.mark.parametrize("file", ["docs/operations.md", "deploy/chieu.service", "Dockerfile", "compose.yaml"])
def test_every_setting_in_the_docs_exists(file: str) -> None:
    variables = {f"CHIEU_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}
    mentioned = set(re.findall(r"\bCHIEU_[A-Z_]+", (ROOT / file).read_text(encoding="utf-8")))
    assert mentioned
    assert mentioned <= variables


def test_docs_list_exactly_the_metrics() -> None:
    with running_beside() as server:
        metrics = set(re.findall(r"^# TYPE (chieu_\S+)", server.metrics(), re.MULTILINE))
    assert set(re.findall(r"\bchieu_[a-z_]+", PAGE.read_text(encoding="utf-8"))) == metrics


def test_docs_explain_every_log_event() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    events = set(re.findall(r"logs\.say\(\s*\"([a-z_]+)\"", source)) | {"outage", "outage_over"}
    assert len(events) > 5
    page = PAGE.read_text(encoding="utf-8")
    assert [event for event in events if f"`{event}`" not in page] == []


def test_unit_and_image_run_the_installed_path() -> None:
    assert "ExecStart=/opt/chieu/bin/chieu serve\n" in (ROOT / "deploy" / "chieu.service").read_text(encoding="utf-8")
    assert "python3 -m venv /opt/chieu\n" in PAGE.read_text(encoding="utf-8")
    assert "COPY --from=build /opt/chieu /opt/chieu\n" in (ROOT / "Dockerfile").read_text(encoding="utf-8")

"""What the page on running a house, the unit and the containers name is there: settings, metrics, events."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from chieu.online.server.settings import Settings
from tests.online.server.inside import running_beside

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "operations.md"
SERVER = ROOT / "src" / "chieu" / "server"


@pytest.mark.parametrize("file", ["docs/operations.md", "deploy/chieu.service", "Dockerfile", "compose.yaml"])
def test_every_setting_that_is_named_exists(file: str) -> None:
    known = {f"CHIEU_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}
    named = set(re.findall(r"\bCHIEU_[A-Z_]+", (ROOT / file).read_text(encoding="utf-8")))
    assert named
    assert named <= known


def test_every_metric_is_explained_and_every_one_explained_is_there() -> None:
    with running_beside() as house:
        there = set(re.findall(r"^# TYPE (\S+)", house.metrics(), re.MULTILINE))
    assert set(re.findall(r"\bchieu_[a-z_]+", PAGE.read_text(encoding="utf-8"))) == there


def test_every_event_is_explained() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SERVER.glob("*.py"))
    events = set(re.findall(r"logs\.say\(\s*\"([a-z_]+)\"", source))
    assert len(events) > 5
    page = PAGE.read_text(encoding="utf-8")
    assert [event for event in events if f"`{event}`" not in page] == []


def test_the_path_in_the_unit_and_the_image_is_where_both_install_it() -> None:
    assert "ExecStart=/opt/chieu/bin/chieu serve\n" in (ROOT / "deploy" / "chieu.service").read_text(encoding="utf-8")
    assert "python3 -m venv /opt/chieu\n" in PAGE.read_text(encoding="utf-8")
    assert "COPY --from=build /opt/chieu /opt/chieu\n" in (ROOT / "Dockerfile").read_text(encoding="utf-8")

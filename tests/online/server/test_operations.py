"""docs/operations.md and the deployment files name existing settings, metrics and log events."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

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


def exported() -> set[str]:
    """Return the names of all samples that a server exports."""
    with running_beside() as server:
        families = text_string_to_metric_families(server.metrics())
        return {sample.name for family in families for sample in family.samples}


def names_in(expressions: Sequence[str]) -> set[str]:
    return {name for text in expressions for name in re.findall(r"\b(?:chieu|process|python)_[a-z_]+", text)}


def test_dashboard_and_alerts_name_exported_metrics() -> None:
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    alerts = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8"))
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    assert all(rule["labels"]["severity"] in ("page", "ticket") and rule["annotations"]["action"] for rule in rules)
    known = exported()
    assert names_in(shown) - known == set()
    assert names_in([rule["expr"] for rule in rules]) - known == set()
    own = {re.sub("_(bucket|sum|count)$", "", name) for name in names_in(shown) if name.startswith("chieu_")}
    documented = set(re.findall(r"\bchieu_[a-z_]+", PAGE.read_text(encoding="utf-8")))
    assert documented - own == set(), "every metric of ours is on the dashboard"


def test_panels_of_the_dashboard_do_not_overlap() -> None:
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8"))
    taken: set[tuple[int, int]] = set()
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_docs_explain_every_log_event() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    events = set(re.findall(r"logs\.say\(\s*\"([a-z_]+)\"", source)) | {"outage", "outage_over"}
    assert len(events) > 5
    page = PAGE.read_text(encoding="utf-8")
    assert [event for event in events if f"`{event}`" not in page] == []


def test_proxy_hides_monitoring_and_fails_over() -> None:
    nodes, page = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8"), PAGE.read_text(encoding="utf-8")
    for snippet in (nodes, page):
        assert "proxy_set_header X-Request-ID $request_id;" in snippet
        assert re.search(r"location ~ \S+/\(metrics\|readyz\)\$ \{[^}]*return 404;", snippet)
    assert "proxy_next_upstream error timeout http_503;" in nodes


def test_unit_restarts_always_and_urls_have_no_password() -> None:
    assert "StartLimitIntervalSec=0\n" in (ROOT / "deploy" / "chieu.service").read_text(encoding="utf-8")
    node = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["node-1"]["environment"]
    assert "PASSWORD" not in node["CHIEU_DATA"]
    assert node["PGPASSWORD"] == "${POSTGRES_PASSWORD:-}"


def test_unit_and_image_run_the_installed_path() -> None:
    assert "ExecStart=/opt/chieu/bin/chieu serve\n" in (ROOT / "deploy" / "chieu.service").read_text(encoding="utf-8")
    assert "python3 -m venv /opt/chieu\n" in PAGE.read_text(encoding="utf-8")
    assert "COPY --from=build /opt/chieu /opt/chieu\n" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_pf_34_the_image_caches_charts_off_the_data_volume() -> None:
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (volume,) = re.findall(r"^VOLUME (\S+)$", image, re.MULTILINE)
    (cache,) = re.findall(r"\bXDG_CACHE_HOME=(\S+)", image)
    assert not Path(cache).is_relative_to(volume)

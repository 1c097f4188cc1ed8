"""The chart of optimal play on the page of the rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from chieu.core.text.languages import Lang
from chieu.games import load
from tests.e2e.conftest import People
from tests.e2e.screens import word


@pytest.mark.parametrize(("size", "language"), [("phone", "vi"), ("desktop", "en"), ("phone", "zh")])
def test_the_rules_show_the_chart_of_when_to_draw(person: People, size: str, language: Lang) -> None:
    lan = person(size, language)
    lan.go("/rules/xidach?sheet=room")
    summary = lan.page.get_by_text(word("rules.chart", language))
    summary.click()
    charts = lan.page.locator("details").filter(has=summary).locator("table")  # the odds have tables, too
    solver = load("xidach").extras.solver
    assert solver is not None
    rules = load("xidach").presets["room"]
    choices = solver.known(rules)
    assert choices is not None
    player, *dealers = solver.charts(rules, choices, language)
    expect(charts).to_have_count(1 + len(dealers))
    expect(charts.first.locator("caption")).to_have_text(player.title)
    expect(charts.first.locator("tbody tr")).to_have_count(len(player.rows))
    charts.first.scroll_into_view_if_needed()
    lan.shoot(f"chart-{size}-{language}")
    lan.must_be_accessible()

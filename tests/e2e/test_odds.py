"""OD-22: the page shows what a rule does, where rules are chosen, changed and compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from chieu import odds
from chieu.core import sheets
from chieu.core.records import read
from chieu.core.text.languages import Lang
from chieu.games import all_games, load
from chieu.odds import news, phrasing
from chieu.odds.effects import neighbours
from tests.e2e.conftest import People
from tests.e2e.playing import Player, play_out
from tests.e2e.screens import LOOKS, PATIENCE_MS, Screen, number
from tests.e2e.tables import join, open_table, take_seat

# Niu Niu with a pay table is counted, so that its odds are the same in every run and known at once.
GAME, SHEET, CHANGED = "niuniu", "paytable", "paytable~pl2"
OPTION = "plain_multiple"
STREAMS = "**/api/games/*/odds/**"


def opened(screen: Screen) -> Locator:
    """Open the form with the sheet. Return the odds."""
    screen.go(f"/open/{GAME}?sheet={SHEET}")
    return lab(screen)


def for_two(route: Route) -> None:
    """Request the odds of two seats, which need no sampling, in place of the usual four."""
    route.fallback(url=route.request.url.replace("seats=4", "seats=2"))


def lab(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name=screen.word("odds.title"))


def shares(role: odds.RoleOdds) -> list[int]:
    return [round(100 * part.mean) for part in (role.win, role.even, role.lose)]


def shown(bar: Locator) -> list[int]:
    """Return the widths of a bar's parts in percent, as drawn."""
    widths: list[float] = bar.evaluate("(bar) => [...bar.children].map((part) => part.getBoundingClientRect().width)")
    return [round(100 * width / sum(widths)) for width in widths]


def figures(region: Locator, screen: Screen, role: str) -> dict[str, str]:
    """Open the details and return the figures of a role by their names."""
    details = region.get_by_text(screen.word("odds.figures"), exact=True)
    if not region.get_by_role("table").count():
        details.click()
    rows = region.get_by_role("table", name=role).get_by_role("row").all()
    return {
        row.get_by_role("rowheader").text_content() or "": row.get_by_role("cell").locator("b").first.inner_text()
        for row in rows
    }


def expect_odds(screen: Screen, region: Locator, sheet: str) -> None:
    """Wait until the picture and its figures are those of the library."""
    expected = odds.estimate(GAME, sheet, seats=2)
    for row, role in enumerate(expected.roles):
        bar = region.get_by_role("img").nth(row)
        screen.until(lambda bar=bar, role=role: shown(bar) == shares(role), f"no bar of {sheet}")  # type: ignore[misc]
        name = {"house": "the house", "player": "a player"}[role.role]
        written = figures(region, screen, name)
        assert written[screen.word("odds.won")] == f"{role.won.mean:+.5f}".replace("-", "−")
        assert written[screen.word("odds.win")] == f"{100 * role.win.mean:.1f}%"


def answer(*events: tuple[str, Any]) -> Callable[[Route], None]:
    """Answer odds requests with these events."""
    body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
    return lambda route: route.fulfill(status=200, content_type="text/event-stream", body=body)


def test_od_22_a_changed_rule_moves_the_bar_as_the_library_says(person: People) -> None:
    screen = person("desktop")
    region = opened(screen)
    fewer = screen.page.get_by_role("button", name=f"{screen.word('amount.less')}: {screen.word('open.seats')}")
    fewer.click(click_count=2)
    expect_odds(screen, region, SHEET)
    before = shown(region.get_by_role("img").first)
    screen.page.get_by_text(screen.word("open.options"), exact=True).click()
    screen.page.locator(f"#option-{OPTION}").fill("2")
    screen.page.locator(f"#option-{OPTION}").press("Tab")
    expect_odds(screen, region, CHANGED)
    assert shown(region.get_by_role("img").first) != before
    expected = odds.estimate(GAME, CHANGED, seats=2).role("house")
    assert expected.won.mean < 0 < odds.estimate(GAME, SHEET, seats=2).role("house").won.mean
    expect(region.get_by_role("img").first).to_have_attribute(
        "aria-label",
        screen.word("odds.bar").format(role="the house", win="34%", even="0%", lose="66%", won="−0.41"),
    )


def test_od_22_a_row_of_the_effects_changes_its_option(person: People) -> None:
    screen = person("desktop")
    screen.page.route(STREAMS, for_two)
    region = opened(screen)
    region.get_by_text(screen.word("odds.rows"), exact=True).click()
    effects = {effect.sheet: effect for effect in odds.effects(GAME, SHEET, seats=2).effects}
    label = "What a base with nothing more pays"
    row = region.get_by_role("button").filter(has_text=label).filter(has_text="1 → 2")
    figure = row.locator(".figure")
    expect(figure).to_contain_text("0.", timeout=PATIENCE_MS)
    assert number(figure.inner_text().split()[0]) == pytest.approx(effects[CHANGED].won.mean, abs=5e-5)
    sort = region.get_by_role("button", name=screen.word("odds.sort"))
    expect(sort).to_have_attribute("aria-disabled", "false", timeout=PATIENCE_MS)
    options = [each.inner_text() for each in region.locator(".tornado .what").all()]
    # Sorted on demand only, and a row is reached and tapped by keyboard.
    sort.click()
    expect(region.locator(".tornado .what").first).not_to_have_text(options[0])
    row.focus()
    row.press("Enter")
    expect(screen.page.locator(f"#option-{OPTION}")).to_have_value("2")
    expect_odds(screen, region, CHANGED)
    # Beside a price stands how often it is paid, and one tap makes the sheet fairer again.
    often = phrasing.frequencies(load(GAME), odds.estimate(GAME, CHANGED, seats=2), "en")["pair"].text
    expect(screen.page.locator(".field:has(#option-pair) .often")).to_have_text(often)
    offer = odds.effects(GAME, CHANGED, seats=2).fairer
    assert offer is not None
    sentence = phrasing.fairer(load(GAME), offer, "en")
    region.get_by_role("button", name=sentence).click(timeout=PATIENCE_MS)
    expect_odds(screen, region, offer.sheet)


def test_od_22_sampled_effects_fill_in_their_places(person: People) -> None:
    game = load("xidach")
    rules, found = game.presets["room"], odds.effects(game, "room", seats=4, deals=200)
    around = list(neighbours(game, rules, 4))
    rows = ("rows", msgspec.to_builtins(news.effect_rows(game, "dealer", around, "en")))
    by_sheet = {effect.sheet: effect for effect in found.effects}
    place = next(number for number, each in enumerate(around) if each.option == "both_quac")
    code = sheets.code(game, around[place].rules)
    effect = msgspec.structs.replace(by_sheet[code], visible=True)  # so that it would be sorted first
    found = msgspec.structs.replace(found, effects=tuple({**by_sheet, code: effect}.values()))
    text = phrasing.effect_text(effect, "en")
    first = ("row", msgspec.to_builtins(news.MeasuredRow(place, effect, text)))
    whole = ("final", msgspec.to_builtins(news.effects_news(game, found, "en")))
    screen = person("phone")
    screen.page.route("**/effects?*", answer(rows, first))
    screen.go("/open/xidach?sheet=room")
    region, wait = lab(screen), screen.word("odds.measuring")
    opens, figures = region.get_by_text(screen.word("odds.rows"), exact=True), region.locator(".tornado .figure")
    opens.click()
    expect(figures).to_have_text([text if number == place else wait for number in range(len(around))])
    expect(region.get_by_role("button", name=screen.word("odds.sort"))).to_have_attribute("aria-disabled", "true")
    before = places(region)
    opens.click()
    screen.page.route("**/effects?*", answer(rows, first, whole))
    opens.click()
    expect(figures.filter(has_text=wait)).to_have_count(0)
    assert places(region) == before, "rows move when they are filled"


def places(region: Locator) -> Any:
    """Return where each row of the tornado begins, and its text without the figure."""
    rows = region.locator(".tornado .row")
    return rows.evaluate_all("(rows) => rows.map((row) => [row.offsetTop, row.querySelector('.what').textContent])")


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_od_5_best_and_usual_play_side_by_side(person: People, language: Lang) -> None:
    screen, game = person("phone", language), load("xidach")
    played = odds.estimate(game, seats=2, deals=60, play="played")
    usual = msgspec.to_builtins(news.odds_news(game, played, language))
    screen.page.route(STREAMS, for_two)
    screen.page.route("**/odds/*as=played*", answer(("final", usual)))
    screen.go("/open/xidach?sheet=room")
    region = lab(screen)
    region.get_by_text(screen.word("odds.figures"), exact=True).click()
    dealer = region.get_by_role("table").first
    expect(dealer.get_by_role("columnheader")).to_have_text(
        [screen.word("odds.as_best"), screen.word("odds.as_usual")], timeout=PATIENCE_MS
    )
    won = dealer.get_by_role("row").filter(has_text=screen.word("odds.won")).get_by_role("cell").locator("b")
    written = [number(text) for text in won.all_inner_texts()]
    assert written == pytest.approx([0.01374, played.role("dealer").won.mean], abs=5e-3)
    expect(region).to_contain_text("heuristic")
    dealer.scroll_into_view_if_needed()
    screen.shoot(f"odds-both-phone-{language}")
    screen.must_be_accessible()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_od_22_the_odds_fit_a_phone_in_every_language(person: People, size: str, language: str) -> None:
    small = {"viewport": {"width": 360, "height": 640}} if size == "phone" else {}
    screen = person(size, language, **small)
    screen.page.route(STREAMS, for_two)
    region = opened(screen)
    expect(region.get_by_role("img")).to_have_count(2, timeout=PATIENCE_MS)
    region.get_by_role("img").first.scroll_into_view_if_needed()
    screen.shoot(f"odds-{size}-{language}")
    region.get_by_text(screen.word("odds.rows"), exact=True).click()
    sort = region.get_by_role("button", name=screen.word("odds.sort"))
    expect(sort).to_have_attribute("aria-disabled", "false", timeout=PATIENCE_MS)
    region.locator(".tornado").scroll_into_view_if_needed()
    screen.shoot(f"odds-effects-{size}-{language}")
    region.get_by_text(screen.word("odds.figures"), exact=True).click()
    screen.must_be_accessible()
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_od_22_answers_do_not_move_the_form(person: People) -> None:
    screen = person("phone")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    screen.page.route(STREAMS, hold)
    region = opened(screen)
    options = screen.page.get_by_text(screen.word("open.options"), exact=True)
    screen.until(lambda: bool(held) and region.count() == 1, "no odds are requested")
    before = options.bounding_box()
    for route in held:
        for_two(route)
    expect(region.get_by_role("img")).to_have_count(2, timeout=PATIENCE_MS)
    expect(region.get_by_role("status").first).not_to_have_text(screen.word("odds.measuring"))
    assert options.bounding_box() == before


def test_od_22_a_busy_server_leaves_the_form_usable(person: People) -> None:
    screen = person("phone")
    screen.page.route(STREAMS, answer(("refused", {"code": "odds_busy"})))
    region = opened(screen)
    expect(region).to_contain_text(screen.word("odds.quiet"))
    expect(screen.page.get_by_role("alert")).to_have_count(0)
    screen.page.get_by_text(screen.word("open.options"), exact=True).click()
    screen.page.locator(f"#option-{OPTION}").fill("2")
    screen.page.get_by_role("button", name=screen.word("open.go")).click()
    screen.page.wait_for_url("**/t/*")
    screen.until(lambda: bool(screen.views), "no table")
    assert Player(screen).table["sheet"] == CHANGED


def test_od_22_two_sheets_show_the_difference_between_them(person: People) -> None:
    screen = person("phone")
    screen.page.route(STREAMS, for_two)
    screen.go(f"/rules/{GAME}?sheet={CHANGED}&name=Tư")
    screen.page.get_by_label(screen.word("rules.compare")).select_option(SHEET)
    between = screen.page.get_by_role("region", name=screen.word("odds.between"))
    won = odds.compare(GAME, CHANGED, SHEET, seats=2).role("house").won
    assert won.mean > 0
    expect(between.get_by_role("status")).to_contain_text(
        screen.word("odds.wins_more_exact").format(role="The house", won=f"{won.mean:.5f}"),
        timeout=PATIENCE_MS,
    )
    expect(between.get_by_role("img")).to_have_count(4)
    between.get_by_text(screen.word("odds.figures"), exact=True).click()
    cells = between.get_by_role("row", name="the house").get_by_role("cell")
    expect(cells).to_have_text([f"+{won.mean:.5f}", screen.word("odds.exact"), screen.word("odds.exact")])
    between.scroll_into_view_if_needed()
    screen.shoot("odds-between-phone-en")
    screen.must_be_accessible()


def test_od_22_a_comparison_tells_its_sheets_and_stage_apart(person: People) -> None:
    screen = person("phone")
    change = odds.compare("xidach", "room~pn2", "room", seats=4, deals=40)
    first = msgspec.to_builtins(news.odds_news(load("xidach"), change, "en"))
    screen.page.route(STREAMS, answer(("about", first)))
    screen.go("/rules/xidach?sheet=room~pn2")
    screen.page.get_by_label(screen.word("rules.compare")).select_option("room")
    between = screen.page.get_by_role("region", name=screen.word("odds.between"))
    expect(between.get_by_role("status")).to_contain_text(screen.word("odds.about"), timeout=PATIENCE_MS)
    assert between.get_by_role("heading").all_inner_texts() == ["Home table +1 house rule", "Home table"]
    between.get_by_text(screen.word("odds.figures"), exact=True).click()
    written = between.get_by_role("row", name="the dealer").get_by_role("cell").nth(2).inner_text()
    low = change.role("dealer").raw.low
    assert number(written.split(" to ")[0]) == pytest.approx(low, abs=0.01)
    screen.shoot("odds-between-about-phone-en")


def test_od_22_a_changed_rule_says_what_it_does_to_whom(person: People) -> None:
    lan, minh = person("phone"), person("phone")
    path = open_table(lan, game=GAME, seats=3, sheet=SHEET)
    take_seat(lan, path)
    join(minh, path, "Minh")
    change_option(lan, "2")
    won = odds.compare(GAME, SHEET, CHANGED, seats=3).role("house").won
    notice = minh.page.locator(".notice")
    expect(notice).to_contain_text(
        minh.word("odds.wins_less_exact").format(role="The house", won=f"{-won.mean:.5f}"), timeout=PATIENCE_MS
    )
    minh.come_to_rest()
    minh.shoot("odds-notice-phone-en")


def change_option(host: Screen, value: str) -> None:
    page: Page = host.page
    page.get_by_role("button", name=host.word("panel.menu"), exact=True).click()
    page.get_by_role("button", name=host.word("panel.change"), exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(host.word("open.options"), exact=True).click()
    dialog.locator(f"#option-{OPTION}").fill(value)
    dialog.get_by_role("button", name=host.word("change.go")).click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_od_6_a_finished_deal_is_shown_by_other_rules(person: People, language: str) -> None:
    screen = person("phone", language, viewport={"width": 360, "height": 640})
    path = open_table(screen, seats=2, bots=1)
    player = take_seat(screen, path)
    screen.page.get_by_role("button", name=screen.word("deal.first"), exact=True).click()
    play_out(player)
    link = screen.page.get_by_role("link", name=screen.word("odds.again_short"))
    expect(link).to_be_visible(timeout=PATIENCE_MS)
    link.click()
    dialog = screen.page.get_by_role("dialog")
    # The replay has the same question.
    dialog.get_by_role("button", name=screen.word("page.close"), exact=True).click()
    screen.page.get_by_role("button", name=screen.word("odds.again"), exact=True).click()
    dialog.get_by_label(screen.word("odds.again_by")).select_option(label=screen.word("odds.one_rule"))
    dialog.get_by_role("combobox").nth(1).select_option("pay_xi_dach", timeout=PATIENCE_MS)
    dialog.locator("#option-pay_xi_dach").fill("3")
    dialog.locator("#option-pay_xi_dach").press("Tab")
    (record,) = read(all_games(), screen.record(path).splitlines())
    expected = odds.same_deal(record, "room~px3")
    rows = dialog.get_by_role("row")
    expect(rows).to_have_count(3, timeout=PATIENCE_MS)
    shown_chips = [[number(cell) for cell in row.get_by_role("cell").all_inner_texts()] for row in rows.all()[1:]]
    pairs = zip(expected.payoff, expected.other_payoff, strict=True)
    assert shown_chips == [[before, after] for before, after in pairs]
    screen.shoot(f"odds-same-deal-phone-{language}")
    screen.must_be_accessible()

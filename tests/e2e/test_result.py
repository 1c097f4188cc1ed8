"""PF-45: the result card explains the end of a deal in every game and links to the review."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.sync_api import expect

from chieu.core.text.languages import LANGS, Lang
from chieu.online.protocol import personas
from tests.e2e.conftest import People
from tests.e2e.playing import Player, fold_result, play_out, until
from tests.e2e.screens import WEB, Screen, save_shot
from tests.e2e.tables import let_in, open_table, take_seat

UQR = WEB / "node_modules" / "uqr" / "dist" / "index.mjs"
TABLES: dict[str, dict[str, Any]] = {
    "xidach": {"game": "xidach", "seats": 3, "bots": 2, "bot_hosts": True},
    "xidach-dealer": {"game": "xidach", "seats": 8, "bots": 7},
    "niuniu": {"game": "niuniu", "seats": 4, "bots": 3, "bot_hosts": True},
    "niuniu-house": {"game": "niuniu", "seats": 2, "sheet": "paytable"},
    "big2": {"game": "big2", "seats": 4, "bots": 3, "options": {"reshuffle": False}},
}


def ended(screen: Screen, **order: Any) -> Player:
    """Play one deal at a new table and return the player."""
    player = take_seat(screen, open_table(screen, **order))
    play_out(player, most=300)
    return player


def sums(texts: list[str]) -> list[int]:
    """Parse signed numbers."""
    return [int(text.replace("−", "-").replace("+", "")) for text in texts]


@pytest.mark.parametrize("table", TABLES)
def test_pf_45_the_result_shows_rules_and_sums_that_add_up(person: People, table: str) -> None:
    lan = person("phone")
    player = ended(lan, **TABLES[table])
    card = lan.page.get_by_role("region", name=lan.word("outcome.title"))
    card.wait_for()
    assert player.deal is not None
    assert player.seat is not None
    gain = player.deal["payoff"][player.seat]
    assert str(abs(gain)) in card.locator("h2").inner_text() or gain == 0
    lines = card.locator(".line")
    assert lines.count() >= 1
    assert sum(sums(card.locator(".sums b").all_inner_texts())) == gain
    for line in lines.all():
        assert line.locator(".rule").count() >= 1
    lan.must_be_accessible()
    lan.shoot(f"result-{table}-phone-en")


@pytest.mark.parametrize("language", LANGS)
def test_pf_45_the_result_of_rummy_is_a_table(person: People, language: Lang) -> None:
    lan = person("phone", language)
    order = {"game": "rummy", "seats": 4, "bots": 3, "level": "heuristic", "options": {"quiet_turns": 10}}
    player = ended(lan, **order)
    card = lan.page.get_by_role("region", name=lan.word("outcome.title"))
    card.wait_for()
    deal = player.deal
    assert deal is not None
    points = [seat.get("points") or 0 for seat in deal["view"]["seats"]]
    rows = card.locator("tbody tr:first-child").all()
    cells = [sums(row.locator("td").all_inner_texts()) for row in rows]
    assert sorted(cells) == sorted([list(pair) for pair in zip(points, deal["payoff"], strict=True)])
    assert card.locator(".mine th").inner_text() == "Lan"
    assert card.locator(".rule").count() >= 1
    lan.must_be_accessible()
    lan.shoot(f"result-rummy-phone-{language}")
    fold_result(lan)
    lan.page.locator("button.contract").click()
    coming = lan.page.get_by_role("dialog").locator(".coming td")
    expect(coming.last).not_to_be_empty()
    assert coming.count() == deal["view"]["rounds"] - 1
    assert all(coming.all_inner_texts())


def test_pf_45_a_tap_on_a_deciding_rule_shows_it(person: People) -> None:
    lan = person("phone", "vi")
    ended(lan, **TABLES["xidach"])
    rule = lan.page.locator(".result .rule").first
    number = rule.inner_text()
    rule.click()
    rule_text = lan.page.get_by_role("dialog").locator("li[aria-current=true]")
    expect(rule_text.first).to_be_visible()
    assert number in rule_text.first.inner_text()
    lan.shoot("result-rule-phone-vi")


def test_pf_45_the_result_folds_away_and_opens_again(person: People) -> None:
    lan = person("desktop")
    player = ended(lan, **TABLES["niuniu"])
    card = lan.page.get_by_role("region", name=lan.word("outcome.title"))
    lan.page.get_by_role("button", name=lan.word("outcome.fold")).click()
    assert not card.is_visible()
    lan.page.get_by_role("button", name=lan.word("outcome.why")).click()
    card.wait_for()
    lan.shoot("result-desktop-en")
    before = player.deals
    player.gold().click()
    until(lan, lambda: player.table["phase"] == "playing" or player.deals > before, "no next deal")


@pytest.mark.parametrize("rounds", [1, 2])
def test_rm_12_the_last_round_names_the_winner_of_the_match(person: People, rounds: int) -> None:
    lan = person("phone", "vi")
    player = ended(lan, game="rummy", seats=2, bots=1, options={"quiet_turns": 10, "rounds": rounds})
    card = lan.page.get_by_role("region", name=lan.word("outcome.title"))
    card.wait_for()
    match = card.locator(".match")
    if rounds > 1:
        expect(match).to_have_count(0)
        return
    assert player.deal is not None
    scores = [seat["score"] for seat in player.deal["view"]["seats"]]
    expect(match).to_contain_text(str(min(scores)))
    expect(match).to_contain_text("RM-12")
    lan.must_be_accessible()
    lan.shoot("result-match-phone-vi")


# Compare the modules of the QR code in a picture with those of a link.
_QR_DIFFERS = """async ([picture, link]) => {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))]));
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
  pen.drawImage(bitmap, 0, 0);
  const { data } = encode(link, { ecc: 'M', border: 2 });
  const [size, left, top] = [260 / data.length, bitmap.width - 380, bitmap.height - 424];
  const isDark = (x, y) => pen.getImageData(left + (x + 0.5) * size, top + (y + 0.5) * size, 1, 1).data[1] < 128;
  return data.flatMap((row, y) => row.filter((dark, x) => dark !== isDark(x, y))).length;
}"""


def shared(screen: Screen) -> bytes:
    """Return the picture of the result."""
    with screen.page.expect_download() as saved:
        screen.page.get_by_role("button", name=screen.word("outcome.share"), exact=True).click()
    return saved.value.path().read_bytes()


@pytest.mark.parametrize("language", LANGS)
def test_pf_45_the_picture_has_a_code_of_the_scorebook(person: People, language: Lang) -> None:
    lan = person("phone", language, accept_downloads=True)
    player = ended(lan, **TABLES["xidach"])
    play_out(player)
    picture = shared(lan)
    save_shot(f"shared-xidach-{language}", picture)
    source = UQR.read_text(encoding="utf-8").split("export {")[0]
    link = f"{lan.page.url.partition('?')[0]}/book"
    script = f"async (given) => {{ {source}; return await ({_QR_DIFFERS})(given); }}"
    assert lan.page.evaluate(script, [base64.b64encode(picture).decode(), link]) == 0


def test_pf_45_the_result_links_to_the_review_and_a_picture(person: People) -> None:
    lan = person("phone", accept_downloads=True)
    ended(lan, **TABLES["niuniu"])
    assert shared(lan).startswith(b"\x89PNG")
    lan.page.get_by_role("link", name=lan.word("outcome.review")).click()
    lan.page.wait_for_url("**/t/*/1#review")
    expect(lan.page.get_by_role("dialog", name=lan.word("review.deal"))).to_be_visible()


def test_pf_45_a_watcher_sees_all_settlements(person: People) -> None:
    lan, minh = person("phone"), person("phone", "zh")
    path = open_table(lan, **TABLES["xidach"])
    player = take_seat(lan, path)
    play_out(player)
    minh.go(path)
    minh.page.get_by_role("dialog").get_by_role("button", name=minh.word("join.watch")).click()
    card = minh.page.get_by_role("region", name=minh.word("outcome.title"))
    card.wait_for()
    assert card.locator(".line").count() == 2
    minh.must_be_accessible()
    minh.shoot("result-watcher-phone-zh")


def test_pf_45_a_past_deal_is_not_shown_as_a_newcomers_own(person: People) -> None:
    lan, minh = person("phone", "en"), person("phone", "en")
    path = open_table(lan, "xidach", seats=3, bots=2)
    play_out(take_seat(lan, path))
    minh.go(path)
    minh.page.get_by_role("dialog").get_by_role("button", name="(bot)").first.click()
    other = let_in(minh, "Minh")
    until(minh, lambda: other.seat is not None, "the seat was not taken")
    result = minh.page.get_by_role("region", name=minh.word("outcome.title"))
    expect(result.get_by_role("heading")).to_have_text(minh.word("deal.over"))
    expect(result.get_by_role("link")).to_have_count(0)
    names = ["Lan", *(personas.bot_name(persona, "en") for persona in other.table["personas"][1:])]
    expect(result.locator(".name")).to_have_count(3)
    assert sorted(result.locator(".name").all_inner_texts()) == sorted(names)
    fold_result(minh)
    expect(minh.page.locator(".fan button, .hand .card")).to_have_count(0)
    minh.shoot("result-newcomer-phone-en")

"""Set rule options on the page: by name, by tapping, card by card; invalid values are explained."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from chieu.bots import usual_bot
from chieu.core.text.languages import Lang
from chieu.games import load
from tests.e2e.conftest import People
from tests.e2e.playing import Player, hand, in_the_middle_of_a_deal, until
from tests.e2e.screens import Screen, word
from tests.e2e.tables import open_table, take_seat

LANGUAGES: Final[tuple[Lang, ...]] = ("vi", "en", "zh")
# All text of a page, visible or for screen readers.
ALL_TEXT: Final = """() => [document.body.innerText, ...[...document.querySelectorAll('*')].flatMap((node) =>
  ['aria-label', 'title', 'alt', 'placeholder', 'pattern'].map((name) => node.getAttribute(name) ?? ''))].join('\\n')"""


def options(screen: Screen, game: str) -> Locator:
    """Open the form for a new table and return the fields of its rule options."""
    screen.go(f"/open/{game}")
    screen.page.get_by_text(screen.word("open.options")).click()
    return screen.page.locator("details .field")


def field(screen: Screen, game: str, name: str) -> Locator:
    """Open the form for a new table and return the field of one option."""
    label = load(game).presentation.option(name).say(screen.language)  # type: ignore[arg-type]
    return options(screen, game).filter(has_text=label)


def all_text(screen: Screen) -> str:
    """Return all text of the page, visible or for screen readers."""
    return str(screen.page.evaluate(ALL_TEXT))


def submit_form(screen: Screen) -> Player:
    screen.page.get_by_role("button", name=screen.word("open.go"), exact=True).click()
    screen.page.wait_for_url("**/t/*")
    player = Player(screen)
    until(screen, lambda: bool(screen.views) and player.seat is not None, "no seat")
    return player


@pytest.mark.parametrize(("size", "language"), [("phone", "vi"), ("desktop", "en"), ("phone", "zh")])
def test_card_values_are_set_card_by_card(person: People, size: str, language: str) -> None:
    screen = person(size, language)
    values = field(screen, "niuniu", "values")
    values.get_by_role("button", name=word("options.cells_own", language)).click()

    def counts(card: str) -> Locator:
        return values.get_by_label(word("options.cells_counts", language).replace("{cell}", card), exact=True)

    expect(counts("3").locator("option:checked")).to_have_text("6")  # a house rule of the preset
    counts("5").select_option(label="9")
    expect(counts("9").locator("option:checked")).to_have_text("5")
    text = load("niuniu").presentation.texts["cell.values"].say(language, cell="5", value="9")  # type: ignore[arg-type]
    expect(screen.page.locator(".prose")).to_contain_text(text)
    screen.must_be_accessible()
    screen.shoot(f"values-by-card-{size}-{language}")
    assert not re.search(r"\d{13}", all_text(screen))
    player = submit_form(screen)
    assert player.table["sheet"].endswith("~va1264937850000")
    assert not re.search(r"\d{13}", all_text(screen))


def test_card_values_are_set_by_name(person: People) -> None:
    screen = person()
    values = field(screen, "niuniu", "values")
    classic = load("niuniu").presentation.texts["named.values.classic"].say("en")
    values.get_by_role("button", name=classic).click()
    expect(values.get_by_role("button", name=classic)).to_have_attribute("aria-pressed", "true")
    expect(values).to_contain_text(word("rules.differs"))
    assert submit_form(screen).table["sheet"].endswith("~va1234567890000")


@pytest.mark.parametrize("language", LANGUAGES)
def test_conflicting_options_are_explained_at_the_field(person: People, language: Lang) -> None:
    screen = person("phone", language)
    screen.forgive("422")
    stake = field(screen, "niuniu", "stake_min").get_by_role("spinbutton")
    stake.fill("5")
    stake.blur()
    wrong = load("niuniu").presentation.texts["error.stakes_crossed"].say(language, least=5, most=1)
    expect(stake).to_have_attribute("aria-invalid", "true")
    expect(stake).to_have_accessible_description(wrong)
    expect(screen.page.get_by_text(wrong)).to_have_count(1)
    expect(screen.page.get_by_role("button", name=screen.word("open.go"), exact=True)).to_have_attribute(
        "aria-disabled", "true"
    )
    screen.must_be_accessible()
    screen.shoot(f"wrong-at-the-field-phone-{language}")
    stake.fill("1")
    stake.blur()
    expect(screen.page.get_by_text(wrong)).to_have_count(0)
    expect(stake).to_have_attribute("aria-invalid", "false")


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranks_and_rounds_are_set_by_tapping(person: People, language: Lang) -> None:
    screen = person("phone", language)
    screen.forgive("422")
    texts = load("rummy").presentation.texts
    ranks = field(screen, "rummy", "wild_ranks")
    ranks.get_by_role("button", name="10", exact=True).click()
    rounds = screen.page.locator("details .field").filter(
        has_text=load("rummy").presentation.option("contracts").say(language)
    )
    rounds.locator("summary").click()
    first = rounds.get_by_role("listitem").first
    more = f"{screen.word('amount.more')}: {texts['row.contracts'].say(language, row=1, number=7)}"
    first.get_by_role("button", name=more).click()
    expect(first).to_contain_text(texts["row.contracts"].say(language, row=1, number=8))
    run = first.get_by_role("button", name="+ " + texts["item.contracts.r"].say(language, size=3), exact=True)
    run.click()
    expect(screen.page.locator(".prose")).to_contain_text(texts["item.contracts.r"].say(language, size=3))
    screen.must_be_accessible()
    screen.shoot(f"ranks-and-rounds-phone-{language}")
    run.click()  # the hand is too small for another meld
    wrong = texts["error.hand_too_small"].say(language, round=1, needed=12, held=9)
    expect(rounds.get_by_role("alert")).to_have_text(wrong)
    first.get_by_role("button", name=word("options.rows_remove", language)).last.click()
    expect(rounds.get_by_role("alert")).to_have_count(0)
    sheet = submit_form(screen).table["sheet"]
    assert "~co8:s3s3r3.8:s3r4." in sheet
    assert "~wr2T" in sheet


@pytest.mark.parametrize("game", ["xidach", "big2", "rummy", "niuniu"])
def test_rm_1_the_form_starts_with_the_usual_seats_of_the_game(person: People, game: str) -> None:
    screen = person()
    screen.go(f"/open/{game}")
    seats = screen.page.get_by_role("group", name=word("open.seats")).locator("output")
    expect(seats).to_have_text("2" if game == "rummy" else "4")
    screen.page.get_by_role("button", name=f"{word('amount.more')}: {word('open.bots')}").click()
    assert submit_form(screen).table["seats"][1]["level"] == usual_bot(load(game))


def test_seats_are_reduced_without_scrolling_past_the_rules(person: People) -> None:
    screen = person("phone")
    player = take_seat(screen, open_table(screen, game="niuniu", seats=4, bots=1))
    screen.page.get_by_role("button", name=word("panel.menu"), exact=True).click()
    screen.page.get_by_role("button", name=word("panel.change"), exact=True).click()
    panel = screen.page.get_by_role("dialog")
    less = panel.get_by_role("button", name=f"{word('amount.less')}: {word('open.seats')}")
    go = panel.get_by_role("button", name=word("change.go"))
    for button in (less, go):
        expect(button).to_be_in_viewport(ratio=1)
    screen.shoot("change-phone-en")
    less.click()
    go.click()
    until(screen, lambda: len(player.table["seats"]) == 3, "the seats were not reduced")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_joker_is_named_on_screen_and_to_screen_readers(person: People, language: Lang) -> None:
    screen = person("phone", language)
    for _ in range(30):  # until a joker is dealt
        player = take_seat(
            screen, open_table(screen, game="rummy", seats=2, bots=1, options={"contracts": "13:s3", "rounds": 1})
        )
        in_the_middle_of_a_deal(player)
        jokers = [card for card in hand(player, player.seat) or () if card.startswith("JK")]
        if jokers:
            break
        screen.page.goto("about:blank")
        screen.frames.clear()
    assert jokers, "no joker in thirty hands"
    name = {"vi": "Phăng teo", "en": "Joker", "zh": "鬼牌"}[language]
    if any(action["type"] == "draw" for action in player.legal):
        player.press(player.gold())
    until(screen, lambda: any(action["type"] == "discard" for action in player.legal), "nothing can be discarded")
    screen.page.locator(".fan").get_by_role("button", name=name).last.click()  # no other card covers it
    expect(player.controls).to_contain_text(name)
    screen.shoot(f"joker-phone-{language}")
    assert not re.search(r"\bJK\d", all_text(screen))

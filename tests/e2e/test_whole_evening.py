"""A whole evening as new users would have it.

Four people with phones in three languages play all four games at one table. One sits out, one moves to another phone,
the server is killed, and one is removed. All debts are correct to the chip.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, expect

from chieu.fairness.verify import verify
from chieu.games import all_games
from tests.e2e.playing import Player, fold_result, play_out, until, wait_until_enabled
from tests.e2e.screens import Screen, number, screen
from tests.e2e.tables import join, open_table, take_seat
from tests.e2e.test_device import code_shown
from tests.e2e.test_many_games import change_to, choose, form, titled
from tests.e2e.test_powers import button, open_actions, people_panel
from tests.online.server.server_process import Process

EVENING = ("rummy", "xidach", "niuniu", "big2")
MOST = 600  # moves in a deal


class Evening:
    """The four people, and what each won by the deals that their pages showed."""

    def __init__(self, browser: Browser, stack: ExitStack, server: Process) -> None:
        self._browser, self._stack, self._url = browser, stack, server.url
        languages = {"Lan": "vi", "Minh": "en", "Hoa": "zh", "Tú": "en"}
        self.screens: dict[str, Screen] = {name: self._open(language) for name, language in languages.items()}
        lan = self.screens["Lan"]
        # The shortest round of rummy, and bots only where they must be.
        self.path = open_table(lan, "rummy", seats=4, options={"quiet_turns": 10}, pace=0)
        self.players = {"Lan": take_seat(lan, self.path)}
        for name in ("Minh", "Hoa", "Tú"):
            self.players[name] = join(self.screens[name], self.path, name)
        self.won: Counter[int | None] = Counter()

    def _open(self, language: str) -> Screen:
        return self._stack.enter_context(screen(self._browser, self._url, "phone", language, squeeze=False))

    @property
    def host(self) -> Player:
        return self.players["Lan"]

    def move_to_another_phone(self, name: str) -> None:
        """Take a person's seat to another phone, and close the page on the first one."""
        old = self.screens[name]
        code, seat = code_shown(old), self.players[name].seat
        phone = self._open(old.language)
        phone.go(f"/device#{code}")
        phone.page.get_by_role("button", name=phone.word("device.take")).click()
        phone.page.wait_for_url(f"**{self.path}")
        player = take_seat(phone, self.path)
        assert player.seat == seat
        old.page.goto("about:blank")
        self.screens[name], self.players[name] = phone, player

    def use_power(self, name: str, power: str) -> None:
        """Use a power of the host over a person."""
        lan = self.screens["Lan"]
        wait_until_enabled(lan)
        panel = people_panel(lan)
        open_actions(lan, panel, name)
        wait_until_enabled(lan)
        act = button(panel, lan.word(f"hosting.{power}"))
        act.click()
        if power == "remove":
            wait_until_enabled(lan)
            act.click()  # it asks once more

    def finish(self, *names: str) -> None:
        """Play to the end of the deal, and add up what it paid."""
        play_out(*(self.players[name] for name in names), most=MOST)
        deal = self.host.deal
        assert deal is not None
        for player, chips in zip(deal["players"], deal["payoff"], strict=True):
            self.won[player.get("member")] += chips
        for name in names:
            until(self.screens[name], lambda name=name: self.players[name].deals == self.host.deals, "a page is behind")  # type: ignore[misc]

    def shoot(self, stage: str) -> None:
        """Save what everybody sees, in three languages."""
        for name, each in self.screens.items():
            each.shoot(f"evening-{stage}-{name}-{each.language}")

    def settled(self) -> dict[int | None, int]:
        """Return what each line of the ledger has after everybody handed over what the page says."""
        table = self.host.table
        lines = [line.get("member") for line in table["ledger"]]
        chips = dict(zip(lines, [line["chips"] for line in table["ledger"]], strict=True))
        assert chips == self.won
        for move in table["hand_overs"]:
            chips[lines[move["giver"]]] += move["chips"]
            chips[lines[move["taker"]]] -= move["chips"]
        return chips


def test_a_whole_evening_of_four_games_settles_to_the_chip(browser: Browser, tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        with ExitStack() as stack:
            evening = Evening(browser, stack, server)
            host, lan = evening.host, evening.screens["Lan"]

            # Rummy. Hoa sits out: a bot plays for her from the first card. The server dies in the middle of the deal.
            evening.use_power("Hoa", "sit_out")
            until(lan, lambda: bool(host.table["seats"][2].get("out")), "Hoa does not sit out")
            lan.page.keyboard.press("Escape")
            three = [evening.players[name] for name in ("Lan", "Minh", "Tú")]
            play_out(*three, most=10)
            for each in evening.screens.values():  # somebody who sits out is not away
                assert each.word("seat.away") not in each.page.locator("[data-chair='2'] .plaque").inner_text()
            evening.shoot("rummy")
            for each in evening.screens.values():
                each.forgive("WebSocket|ERR_")
            assert host.table["phase"] == "playing"
            server.kill()
            expect(lan.page.get_by_text(lan.word("link.away"))).to_be_visible()
            evening.shoot("killed")
            before = {name: len(each.views) for name, each in evening.screens.items()}
            server = Process(tmp_path / "tables.db", server.port)
            for name, each in evening.screens.items():
                until(each, lambda name=name, each=each: len(each.views) > before[name], "a page did not come back")  # type: ignore[misc]
            evening.finish("Lan", "Minh", "Tú")
            assert evening.won[2] == 0, "who sits out wins and loses nothing"
            evening.shoot("rummy-over")

            # Xì Dách. The match ends as it stands, and Tú goes on with another phone.
            evening.move_to_another_phone("Tú")
            fold_result(lan)
            go = choose(lan, form(lan), "xidach")
            expect(go).not_to_have_attribute("aria-disabled", "true")
            go.click()
            button(lan.page.get_by_role("dialog"), lan.word("change.end_match")).wait_for()
            wait_until_enabled(lan)
            button(lan.page.get_by_role("dialog"), lan.word("change.end_match")).click()
            until(lan, lambda: host.table["game"] == "xidach", "the game is not changed")
            hoa = evening.screens["Hoa"]
            expect(hoa.page.locator(".notices")).to_contain_text(f"{titled(hoa, 'rummy')} → {titled(hoa, 'xidach')}")
            evening.shoot("xidach-announced")
            evening.finish(*evening.players)
            evening.shoot("xidach-over")

            fold_result(lan)
            change_to(host, "niuniu")
            evening.shoot("niuniu-announced")
            evening.finish(*evening.players)
            evening.shoot("niuniu-over")

            # Big Two. Minh is removed in the middle of the deal: a bot finishes it for his chips.
            fold_result(lan)
            change_to(host, "big2")
            play_out(*evening.players.values(), most=12)
            evening.shoot("big2")
            assert host.table["phase"] == "playing"
            evening.use_power("Minh", "remove")
            minh = evening.screens["Minh"]
            expect(minh.page.get_by_role("button", name=minh.word("join.watch"))).to_be_visible()
            lan.page.keyboard.press("Escape")
            seat = lan.page.locator(".seat[data-chair='1']")
            cards, ask = (seat.locator(part).bounding_box() for part in (".cards", ".aside"))
            assert cards
            assert ask
            assert ask["x"] < cards["x"] + cards["width"], "the button is not at the cards"
            evening.shoot("removed")
            evening.finish("Lan", "Hoa", "Tú")
            evening.shoot("big2-over")

            assert host.deals == len(EVENING)
            left = evening.settled()
            remainder = host.table.get("remainder", 0)
            assert left[None] == -remainder
            assert sum(chips for member, chips in left.items() if member is not None) == remainder
            assert sum(abs(chips) for member, chips in left.items() if member is not None) == abs(remainder)

            # The book of the evening has the same figures, and every deal can be verified.
            lan.go(f"{evening.path}/book")
            lan.page.get_by_role("heading", name=lan.word("book.sheet")).click()
            totals = [int(number(text)) for text in lan.page.locator("tfoot td").all_inner_texts()]
            assert totals == [line["chips"] for line in host.table["ledger"]]
            sheet = lan.page.get_by_role("region", name=lan.word("book.sheet"))
            assert sheet.evaluate("(sheet) => sheet.scrollWidth <= sheet.clientWidth"), (
                "a phone does not show all columns"
            )
            lan.shoot("evening-book-vi")
            records = [lan.record(evening.path, deal) for deal in range(1, 5)]
            proven = [next(iter(verify(all_games(), text.splitlines()))) for text in records]
            assert [deal.game for deal in proven] == list(EVENING)
            assert all(not each.faults for each in evening.screens.values())
    finally:
        server.stop()

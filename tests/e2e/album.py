"""Pictures of how deals end: every game, won, lost and even, in three languages on a phone; too long for a test.

    python -m tests.e2e.album [GAME ...]

They are with the other pictures (`CHIEU_SHOTS`). Each game is played for a few deals, and each of its ends shown once.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from chieu.games import all_games
from tests.e2e import chromium
from tests.e2e.playing import Player, play_out
from tests.e2e.screens import LANGUAGES, SHOTS, screen
from tests.e2e.tables import opened, seated
from tests.server.living import serving

DEALS = {"big2": 2, "rummy": 2}  # they are long
AT_MOST = 8
SEATS = {"rummy": 2}
ENDS = ("lost", "even", "won")


def ended(player: Player) -> str:
    """How the last deal ended for this person."""
    deal, seat = player.deal, player.seat
    assert deal is not None
    assert seat is not None
    won = deal["payoff"][seat]
    return ENDS[(won > 0) - (won < 0) + 1]


def main() -> None:
    games = sys.argv[1:] or list(all_games())
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.FLAGS)
        for game in games:
            for language in LANGUAGES:
                with screen(browser, house.url, "phone", language, squeeze=False) as one:
                    seats = SEATS.get(game, 4)
                    player = seated(one, opened(one, game, seats, bots=seats - 1, level="heuristic"))
                    seen: set[str] = set()
                    for _ in range(DEALS.get(game, AT_MOST)):
                        play_out(player)
                        end = ended(player)
                        if end not in seen:
                            one.page.wait_for_timeout(600)
                            one.shoot(f"end-{game}-{end}-{language}")
                            seen.add(end)
                    print(game, language, *sorted(seen), flush=True)  # noqa: T201
        browser.close()
    print(SHOTS)  # noqa: T201


if __name__ == "__main__":
    main()

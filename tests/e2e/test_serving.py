"""Deployments as players see them: a server under a path, and an upgrade while they play."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import PAGE
from tests.e2e.playing import hand, in_the_middle_of_a_deal, play_out, until
from tests.e2e.screens import Screen, screen, word
from tests.e2e.tables import open_table, take_seat
from tests.online.server.server_process import Process, serving


def test_a_server_under_a_path_works_like_any_other(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, CHIEU_BASE_PATH="/cards") as server, screen(browser, server.url, service_worker=True) as lan:
        requests: list[str] = []
        lan.page.on("request", lambda request: requests.append(request.url))
        lan.page.on("websocket", lambda socket: requests.append(socket.url))
        lan.go("/")
        assert (
            lan.page.evaluate("navigator.serviceWorker.ready.then((worker) => new URL(worker.scope).pathname)")
            == "/cards/"
        )
        lan.page.locator("a.open").first.click()
        expect(lan.page.get_by_role("button", name=word("open.go"))).to_be_visible()
        assert urlsplit(lan.page.url).path.startswith("/cards/open/")
        player = take_seat(lan, open_table(lan, seats=3, bots=2))
        table = urlsplit(lan.page.url).path
        assert table.startswith("/cards/t/")
        play_out(player, taps=True)
        lan.go(f"{table.removeprefix('/cards')}/1")
        expect(lan.page.get_by_text(word("verify.seen"))).to_be_visible()
        lan.page.get_by_role("link", name=word("replay.to_table")).first.click()
        lan.page.wait_for_url(f"**{table}")
        assert requests
        assert [
            url for url in requests if not urlsplit(url).path.startswith("/cards/") and url.startswith(("http", "ws"))
        ] == []
        assert {cookie.get("path") for cookie in lan.context.cookies()} == {"/cards/"}
        lan.forgive("ERR_|Failed to load")
        until(lan, lambda: lan.page.evaluate("caches.match('/cards/').then(Boolean)"), "the page is not cached")
        lan.context.set_offline(True)
        lan.go("/")
        expect(lan.page.get_by_role("heading", level=1)).to_have_text(word("home.line"))
        assert not lan.faults


def older_page(folder: Path) -> type[Process]:
    """Return a server with another build of the page, marked by a meta element."""
    shutil.copytree(PAGE.parent, folder)
    for packed in folder.glob("index.html.*"):
        packed.unlink()
    page = (folder / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(page.replace("<head>", '<head><meta name="older" />'), encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; "
        "from chieu.cli.entry import main; from chieu.online.server import pages; "
        f"pages.FOLDER = Path({str(folder)!r}); sys.exit(main(['serve', *sys.argv[1:]]))"
    )

    class OlderPage(Process):
        program = ("-c", code)

    return OlderPage


def is_older(lan: Screen) -> bool:
    return bool(lan.page.evaluate("document.querySelector('meta[name=older]') !== null"))


def test_an_outdated_tab_reloads_itself_once_and_plays_on(browser: Browser, tmp_path: Path) -> None:
    older = older_page(tmp_path / "page")
    server: Process = older(tmp_path / "tables.db")
    try:
        with screen(browser, server.url, own_time=True, service_worker=True) as lan:
            lan.forgive("WebSocket|ERR_CONNECTION|Failed to load")
            player = take_seat(lan, open_table(lan, seats=3, bots=2))
            in_the_middle_of_a_deal(player)
            assert is_older(lan)
            cards = hand(player, player.seat)
            loads: list[int] = []  # number of views at each load
            lan.page.on("load", lambda page: loads.append(len(lan.views)))

            def replace_server(kind: type[Process]) -> None:
                nonlocal server
                server.kill()
                expect(lan.page.get_by_text(word("link.away"))).to_be_visible()
                count_before = len(lan.views)
                server = kind(tmp_path / "tables.db", server.port)
                until(lan, lambda: len(lan.views) > count_before, "the page did not come back")

            replace_server(Process)
            until(lan, lambda: len(loads) == 1 and not is_older(lan), "the tab was not reloaded")
            until(lan, lambda: len(lan.views) > loads[-1], "no view after the reload")
            assert hand(player, player.seat) == cards
            # If servers of two versions alternate, the tab reloads only once for each version.
            replace_server(older)
            until(lan, lambda: len(loads) == 2 and is_older(lan), "the tab did not reload for the older server")
            until(lan, lambda: len(lan.views) > loads[-1], "no view after the reload")
            replace_server(Process)
            lan.let_time_pass(2_000)
            assert len(loads) == 2
            play_out(player, taps=True)
            assert len(loads) == 2
            assert not lan.faults
    finally:
        server.stop()

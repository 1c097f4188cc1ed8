"""`chieu play`, through a pipe and on a terminal."""

from __future__ import annotations

import dataclasses
import fcntl
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from chieu.bots import bots_of
from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.remote_game import RemoteGame
from chieu.cli.play.terminal_game import TerminalGame
from chieu.cli.sheet import usual_seats
from chieu.core import notation, sheets
from chieu.core.cards import CARDS, pretty
from chieu.core.game import AnyGame, Event
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS, same
from chieu.games import all_games, load
from chieu.games.xidach.messages import Draw, Stand
from chieu.online.client.mirror import TableMirror
from chieu.online.client.seat import Seat
from chieu.online.protocol.wire import read_message
from chieu.testing import cards_in
from tests.cli.running import CHIEU, PLAIN, Here, is_one_line
from tests.online.table.houses import house_game
from tests.online.table.sitting import Sitting
from tests.waiting import wait_until

PLAY = ("play", "xidach", "--seed", "3")
CARD = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]")


def test_a_deal_from_the_first_card_to_the_score(chieu: Here) -> None:
    result = chieu(*PLAY, "--name", "An", stdin="stand\nq\n")
    assert (result.code, result.err) == (0, "")
    assert (
        "Seats  1: Bot 1 (heuristic)  ·  2: An (you)  ·  3: Bot 3 (heuristic)  ·  4: Bot 4 (heuristic)" in result.lines
    )
    assert "· Dealt: An → Bot 3 → Bot 4 → Bot 1. 7♦ 10♦" in result.lines
    assert "  1  Draw" in result.lines
    assert "· An stands." in result.lines
    assert "  Bot 1: J♥ Q♥ · 20 · Đủ (enough)" in result.lines
    assert "  Bot 1 wins 1 from An (stake 1): 20 beats 17. (XD-18)" in result.lines
    assert "This deal: Bot 1 +3, An -1, Bot 3 -1, Bot 4 -1" in result.lines
    assert result.lines[-1] == "Good-bye! The same cards again: --seed 3"


@pytest.mark.parametrize(
    ("words", "host", "dealer"),
    [
        ((), "Bot 1 opened the table (dealer).", "Bot 1"),
        (("--seat", "1"), "Bot 2 opened the table (dealer).", "Bot 2"),
        (("--seat", "4"), "Bot 1 opened the table (dealer).", "Bot 1"),
        (("--deal",), "You opened the table (dealer).", "An"),
        (("--deal", "--seat", "4"), "You opened the table (dealer).", "An"),
    ],
)
def test_xd_10_a_bot_deals_to_a_person_unless_they_deal(
    chieu: Here, words: tuple[str, ...], host: str, dealer: str
) -> None:
    result = chieu(*PLAY, "--name", "An", *words, stdin="deal_from right\nq\n")
    assert host in result.lines
    (dealt,) = [line for line in result.lines if line.startswith("· Dealt: ")]
    order = dealt.partition(": ")[2].partition(".")[0].split(" → ")
    assert order[-1] == dealer


@pytest.mark.parametrize(("game", "role"), [("niuniu", "banker"), ("rummy", "dealer"), ("big2", "")])
def test_nn_20_the_hosts_role_is_named(chieu: Here, game: str, role: str) -> None:
    lines = chieu("play", game, "--seed", "3", stdin="q\n").lines
    openings = [line for line in lines if "opened the table" in line]
    assert openings == ([f"Bot 1 opened the table ({role})."] if role else [])


@pytest.mark.parametrize(
    ("game", "words", "sheet"),
    [
        ("niuniu", (), "custom stake_max=5"),
        ("niuniu", ("--preset", "custom"), "custom"),
        ("niuniu", ("--set", "pair=4"), "custom pair=4"),
        ("niuniu", ("--code", "classic"), "classic"),
        ("big2", (), "lawrence reshuffle=no"),
        ("big2", ("--preset", "lawrence"), "lawrence"),
        ("xidach", (), "room"),
    ],
)
def test_without_rules_the_quick_sheet_is_played(chieu: Here, game: str, words: tuple[str, ...], sheet: str) -> None:
    head = chieu("play", game, *words, "--seed", "3", stdin="q\n").lines[0]
    assert head.endswith(f"  ·  {sheet}")


def test_nn_22_the_seat_of_the_house_cannot_be_taken(chieu: Here) -> None:
    words = ("play", "niuniu", "--seed", "3", "--set", "stake_max=9", "--seats", "3", "--name", "An")
    with house_game():
        result = chieu(*words, stdin="stake 9\nq\n")
        assert "Seats  1: Bot 1 (heuristic)  ·  2: An (you)  ·  3: The house" in result.lines
        assert any(re.search(r"^This deal: Bot 1 .*, An .*, The house ", line) for line in result.lines)
        refusal = chieu(*words, "--seat", "3")
        assert (refusal.code, "seat 3 is the house's" in refusal.err) == (2, True)
        alone = chieu("play", "niuniu", "--seed", "3", "--set", "stake_max=9", "--seats", "2", stdin="stake 1\nq\n")
        assert "Seats  1: Seat 1 (you)  ·  2: The house" in alone.lines
        assert any(line.startswith("This deal: ") for line in alone.lines)


@pytest.mark.parametrize("text", ["2", "stand", "STAND", "st", "Stand"])
def test_number_words_and_beginnings_mean_the_same(chieu: Here, text: str) -> None:
    assert "· Seat 2 stands." in chieu(*PLAY, stdin=f"{text}\nq\n").lines


def test_score_runs_on_deal_after_deal(chieu: Here) -> None:
    result = chieu(*PLAY, "--preset", "vipgame", stdin="1\nstand\n\n" * 3 + "q\n")
    results = [
        [int(chips) for chips in re.findall(r" ([+-]?\d+)(?:,|$)", line)]
        for line in result.lines
        if "This deal:" in line
    ]
    scores = [
        [int(chips) for chips in re.findall(r" ([+-]?\d+)(?:,|$)", line)]
        for line in result.lines
        if "Score after" in line
    ]
    assert len(results) == 3
    assert scores[2] == scores[-1] == [sum(column) for column in zip(*results, strict=True)]


def test_a_wrong_move_is_explained_with_its_rule(chieu: Here) -> None:
    result = chieu(*PLAY, stdin="stand\n\nstand\n")
    assert "✗ 8 is too little: under 16 you must draw. (XD-14)" in result.lines
    only = chieu(*PLAY, stdin="compare 2\nstake 5\nfly\n3D\n")
    assert "✗ Only the dealer compares, when all players are done. (XD-16)" in only.lines
    assert "✗ The stakes are down. (XD-30)" in only.lines
    assert sum("is not a move here" in line for line in only.lines) == 2


def test_help_rules_and_sorting(chieu: Here) -> None:
    result = chieu(*PLAY, stdin="?\nr\ns\ns\ns\nq\n")
    assert result.code == 0
    assert "nothing but its cards   3D 3C is 3♦ 3♣" in result.out
    assert "XD-14" in result.out
    assert [line for line in result.lines if line in ("Sorted by rank.", "Sorted by suit.", "Cards as they came.")] == [
        "Sorted by rank.",
        "Sorted by suit.",
        "Cards as they came.",
    ]


@pytest.mark.parametrize("stdin", ["", "stand\n", "stand\n\n", "q\n", "quit\n", "?\n"])
def test_the_end_of_input_is_a_polite_end(chieu: Here, stdin: str) -> None:
    result = chieu(*PLAY, stdin=stdin)
    assert (result.code, result.err) == (0, "")
    assert result.lines[-1].startswith("Good-bye!")


@pytest.mark.parametrize("stdin", ["fly\n" * 500, "\n" * 500, "\x00" * 500_000, "stand 5\n" * 500, b"\xff\xfe\n" * 500])
def test_nonsense_without_end_ends(chieu: Here, stdin: str | bytes) -> None:
    result = chieu(*PLAY, stdin=stdin)
    assert result.code == 2
    assert is_one_line(result.err)
    assert len(result.out) < 50_000


def test_every_language_from_the_first_screen(chieu: Here) -> None:
    shown = {lang: chieu(*PLAY, "--lang", lang, stdin="?\nr\nfly\nstand\nq\n").out for lang in LANGS}
    assert "Ván này: Máy 1 +3, Bạn -1, Máy 3 -1, Máy 4 -1" in shown["vi"]
    assert "本局：机器人 1 +3、你 -1、机器人 3 -1、机器人 4 -1" in shown["zh"]
    assert "· Máy 3 rút." in shown["vi"]
    assert "✗ 不明白 'fly'。请输入编号、文字或牌；? 查看帮助。" in shown["zh"]
    assert "2: Bạn  ·" in shown["vi"]
    assert "2: 你  ·" in shown["zh"]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_game_can_be_played_by_number(chieu: Here, game: Any) -> None:
    """Always take the first choice: every game goes on, and its menu fits the screen."""
    for preset in game.presets:
        result = chieu("play", game.name, "--preset", preset, "--seed", "1", stdin="1\n" * 60)
        assert (result.code, result.err) == (0, "")
        numbered = run = 0
        for line in result.lines:
            run = run + 1 if re.match(r" +\d+  \S", line) else 0
            numbered = max(numbered, run)
        assert numbered <= 31


class Typist(Keyboard):
    """A keyboard at which somebody types random legal actions, as text."""

    is_terminal = False

    def __init__(self, rng: Rng, lines: int) -> None:
        self._rng = rng
        self._left = lines
        self.legal: tuple[Any, ...] = ()

    def line(self, prompt: str) -> str:
        self._left -= 1
        if self._left < 0:
            raise EOFError
        return typed(self._rng.pick(self.legal)) if prompt == "> " else ""


def typed(action: Any) -> str:
    """Return an action as people type it, with seats and melds counted from 1."""
    counted = [name for name in ("seat", "meld") if hasattr(action, name)]
    return notation.write(msgspec.structs.replace(action, **{name: getattr(action, name) + 1 for name in counted}))


def sit_down(game: AnyGame, rules: Any, seats: int, seat: int, typist: Typist, seed: int = 1) -> None:
    makers = [bots_of(game)["random"]] * seats
    names = [f"P{number}" for number in range(seats)]
    TerminalGame(typist, game, rules, seat, 0, makers, names, seed, "en").run()


class Watch:
    """A game that checks the screen before every move: each card there must be known to the person."""

    def __init__(self, game: AnyGame, seat: int, typist: Typist, screen: io.StringIO) -> None:
        self._real = game
        self._seat = seat
        self._typist = typist
        self._screen = screen
        self._read = screen.tell()
        self._may_know: set[str] = set()
        self.game = dataclasses.replace(game, start=self.start, apply=self.apply, legal=self.legal)

    def look(self) -> None:
        assert set(CARD.findall(self._screen.getvalue()[self._read :])) <= self._may_know
        self._read = self._screen.tell()

    def start(self, *args: Any) -> Any:
        self.look()
        self._may_know.clear()
        return self._real.start(*args)

    def apply(self, state: Any, by: int, action: Any) -> Any:
        self.look()
        after, events = self._real.apply(state, by, action)
        seen = [self._real.view(after, self._seat), *(event.seen_by(self._seat) for event in events)]
        self._may_know.update(pretty(card) for card in cards_in(seen))
        return after, events

    def legal(self, state: Any, seat: int) -> Any:
        actions = self._real.legal(state, seat)
        if seat == self._seat:
            self._typist.legal = actions
        return actions


@pytest.mark.parametrize("name", all_games())
def test_hidden_hands_stay_hidden(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Every card printed is in a view or fact of the person by then."""
    game = load(name)
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stdout", screen)
    rules = next(iter(game.presets.values()))
    seats = usual_seats(game, rules)
    for seat in range(seats):
        typist = Typist(Rng(seat), 40)
        watch = Watch(game, seat, typist, screen)
        sit_down(watch.game, rules, seats, seat, typist, seed=seat)
        watch.look()
    assert CARD.search(screen.getvalue())


class Screen(io.StringIO):
    """A screen that can be cleared, its history included."""

    def isatty(self) -> bool:
        return True

    @property
    def visible(self) -> str:
        return self.getvalue().rpartition("\x1b[3J")[2]


@pytest.mark.parametrize("seat", range(4))
def test_bt_18_a_terminal_shows_no_card_of_a_past_round(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    big2, screen, typist = load("big2"), Screen(), Typist(Rng(seat), 40)
    monkeypatch.setattr(sys, "stdout", screen)
    may_see: set[str] = set()
    rounds = 0

    def apply(state: Any, by: int, action: Any) -> Any:
        nonlocal rounds
        assert set(CARD.findall(screen.visible)) <= may_see
        after, events = big2.apply(state, by, action)
        cleared = any(event.clears for event in events)
        if cleared:
            may_see.clear()
            rounds += 1
        own = cards_in([big2.view(after, seat), *(event.seen_by(seat) for event in events if not cleared)])
        may_see.update(map(pretty, own if big2.to_act(after) else CARDS))
        return after, events

    def legal(state: Any, by: int) -> Any:
        actions = big2.legal(state, by)
        typist.legal = actions if by == seat else typist.legal
        return actions

    watched = dataclasses.replace(big2, apply=apply, legal=legal)
    sit_down(watched, sheets.from_code(big2, "lawrence~rsn"), 4, seat, typist, seed=seat)
    assert rounds > 2


class Shout(msgspec.Struct, frozen=True, tag="shout"):
    """An action out of turn, legal for a while."""


def test_an_action_out_of_turn_is_offered_once_and_optional(capsys: pytest.CaptureFixture[str]) -> None:
    game = load("xidach")

    def legal(state: Any, seat: int) -> Any:
        """Seat 1 may shout while seat 2 has drawn a third card and is not done."""
        third = game.view(state, None).seats[2].count == 3 and game.to_act(state) == (2,)
        return (*game.legal(state, seat), *((Shout(),) if seat == 1 and third else ()))

    def apply(state: Any, seat: int, action: Any) -> Any:
        return (state, (Event(Shout()),)) if isinstance(action, Shout) else game.apply(state, seat, action)

    texts = {**game.presentation.texts, "action.shout": same("Shout"), "fact.shout": same("Somebody shouts.")}
    presentation = dataclasses.replace(game.presentation, texts=texts)
    loud = dataclasses.replace(
        game, actions=(*game.actions, Shout), presentation=presentation, legal=legal, apply=apply
    )

    for text, shouts in (("", 0), ("shout", 1)):
        lines = iter(["stand", text, "q"])

        class Lines(Keyboard):
            is_terminal = False

            def line(self, prompt: str, lines: Iterator[str] = lines) -> str:
                return next(lines)

        makers = [bots_of(game)["heuristic"]] * 4
        TerminalGame(Lines(), loud, game.presets["room"], 1, 0, makers, "abcd", 3, "en").run()
        out = capsys.readouterr().out
        assert out.count("Not your turn, but you may.") == 1
        assert out.count("Somebody shouts.") == shouts
        assert "This deal:" in out


def test_a_new_match_begins_after_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    game = load("xidach")
    short = dataclasses.replace(game, match_after=lambda state: None)
    typist = Typist(Rng(1), 30)
    typist.legal = (Stand(), Draw())
    sit_down(short, game.presets["room"], 2, 1, typist)
    out = capsys.readouterr().out
    assert "The match is over. The next deal begins a new one." in out
    assert "Deal 2" in out


def _at_a_terminal() -> None:
    """Enable Ctrl-C, which is ignored by tests that run in the background."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A program on a terminal: its screen and keyboard."""

    def __init__(self, *words: str) -> None:
        self._here, there = pty.openpty()
        environment = {**PLAIN, "TERM": "xterm", "COLUMNS": "100"}
        self.program = subprocess.Popen(
            [*CHIEU, *words],
            stdin=there,
            stdout=there,
            stderr=there,
            env=environment,
            start_new_session=True,
            preexec_fn=_at_a_terminal,  # noqa: PLW1509
        )
        os.close(there)
        self.seen = ""

    def press(self, keys: str) -> None:
        os.write(self._here, keys.encode())

    def wait_for(self, text: str) -> None:
        """Read until a text appears after the last one waited for."""
        while text not in self.seen:
            ready, _, _ = select.select([self._here], [], [], 60)
            assert ready, f"{text!r} did not come after {self.seen[-400:]!r}"
            try:
                block = os.read(self._here, 65536)
            except OSError:
                block = b""
            assert block, f"{text!r} did not come before the end: {self.seen[-400:]!r}"
            self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", block.decode(errors="replace"))
        self.seen = self.seen.split(text, 1)[1]

    def sleeps(self) -> bool:
        """Return True while the program waits for something, such as a key."""
        return Path(f"/proc/{self.program.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    def end(self) -> int:
        code = self.program.wait(timeout=60)
        os.close(self._here)
        return code


def test_a_game_at_a_terminal_from_the_menu_to_the_end() -> None:
    terminal = Terminal("play", "--seed", "3")
    terminal.wait_for("What shall we play?")
    terminal.press("chess\n")
    terminal.wait_for("Type a number from 1 to")
    terminal.press("xidach\n")
    terminal.wait_for("7♦ 10♦")
    terminal.wait_for("> ")
    terminal.press("stand\n")
    terminal.wait_for("This deal: Bot 1 +3")
    terminal.press("\n")
    terminal.wait_for("Deal 2")
    terminal.wait_for("> ")
    terminal.press("q\n")
    terminal.wait_for("Good-bye!")
    assert terminal.end() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
@pytest.mark.parametrize("game", [(), ("xidach",)], ids=["menu", "table"])
def test_ctrl_c_and_ctrl_d_end_politely(key: str, game: tuple[str, ...]) -> None:
    terminal = Terminal("play", *game, "--seed", "3")
    terminal.wait_for("> ")
    wait_until(terminal.sleeps)  # a key pressed before the program reads can get lost
    terminal.press(key)
    assert terminal.end() == 0


def test_no_menu_without_a_terminal(chieu: Here) -> None:
    result = chieu("play")
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)
    assert all(name in result.err for name in all_games())


def test_names_are_made_printable(chieu: Here) -> None:
    result = chieu(*PLAY, "--name", "A\x1b[31mn\n" + "x" * 100, stdin="q\n")
    assert "2: A [31mn xxxxxxxxxxxx (you)" in result.out
    assert "\x1b" not in result.out


@pytest.mark.parametrize("seed", range(2))
def test_bt_18_chieu_table_shows_no_card_of_a_past_round(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    table, screen, mirror, rng = Sitting("big2", 4, 4, "lawrence~rsn"), Screen(), TableMirror(), Rng(seed)
    monkeypatch.setattr(sys, "stdout", screen)
    table.start()
    mirror.take(read_message(table.sent("g0", 0)))
    game = RemoteGame(Keyboard(), cast("Seat", SimpleNamespace(picture=mirror)), "en", None)
    rounds, shown = 0, False
    while table.phase() == "playing":
        table.play_on(rng, moves=1)
        happened = mirror.take(read_message(table.sent("g0", mirror.seq)))
        rounds += any(getattr(event, "clears", False) for event in happened)
        for event in happened:
            game._tell_event(event)
        if table.phase() == "playing":
            assert mirror.deal is not None
            current = {pretty(card) for turn in mirror.deal.view.plays for card in turn.cards}
            visible = set(CARD.findall(screen.visible))
            assert visible <= current
            shown = shown or bool(visible)
    assert (rounds > 3, shown) == (True, True)

"""Play against bots in the terminal, deal after deal, until the person leaves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console

from chieu.cli.console import BadInput, tell
from chieu.cli.play.advice_lines import lines_of, sentences
from chieu.cli.play.keyboard import Lines
from chieu.cli.play.menu import PAGE, Menu
from chieu.cli.sheet import print_rules
from chieu.cli.text.texts import say
from chieu.core import run
from chieu.core.deal import Deal
from chieu.core.extras import Bot, BotMaker
from chieu.core.game import CHANCE, AnyGame, Event, Illegal, Shuffle
from chieu.core.rng import Rng
from chieu.core.run import seated, shuffler
from chieu.core.text.choices import Among, Do
from chieu.core.text.hand_order import ORDERS, Order, arranged
from chieu.core.text.languages import Lang, listed
from chieu.core.text.phrasing import Phraser
from chieu.search.advice import advise

_HINT: Final = ("!", "hint")
_HINT_STREAM: Final = 1 << 40  # RNG streams for hints; cards and bots use smaller numbers
_THINK_S: Final = 1.0
_WORLDS_AT_MOST: Final = 2_000
_BAD_LINES_AT_MOST: Final = 20  # consecutive meaningless lines from a pipe before the game ends


class Leave(Exception):
    """The person leaves."""


class TerminalGame:
    """A session: the state that lasts from the first deal to the last."""

    def __init__(
        self,
        console: Console,
        keyboard: Lines,
        game: AnyGame,
        rules: Any,
        seat: int,
        host: int,
        makers: Sequence[BotMaker],
        names: Sequence[str],
        seed: int,
        lang: Lang,
    ) -> None:
        self._console = console
        self._keyboard = keyboard
        self._game = game
        self._rules = rules
        self._seat = seat
        self._host = host
        self._makers = makers
        self._names = names
        self._seed = seed
        self._lang = lang
        self._teller = Phraser(game, lang, names)
        self._order: Order = "dealt"
        self._known: set[type[Any]] = set()  # kinds of actions that were legal for the person last
        self._declined: set[type[Any]] = set()
        self._bad_lines = 0
        self._moves: list[run.Move] = []  # of the current deal
        self._match: Any = None
        self._deals = 0
        self._score = [0] * len(makers)

    def run(self) -> None:
        """Play deals until the person leaves."""
        match: Any = None
        try:
            while True:
                match = self._deal(match)
                if match is None:
                    self._tell(self._say("play.match_over"), "bold")
                self._read(self._say("play.next"))
        except (Leave, EOFError, KeyboardInterrupt):
            self._tell("")
        self._goodbye()

    def _deal(self, match: Any) -> Any:
        """Play one deal; return the state of the match for the next one."""
        game = self._game
        self._tell("")
        self._console.rule(self._say("play.deal", number=self._deals + 1), style="dim")
        bots = seated(self._makers, self._rules, self._seed, self._deals)
        shuffle = shuffler(self._seed, self._deals)
        self._moves, self._match = [], match
        state = game.start(self._rules, len(self._makers), match, self._host)
        while waiting := game.to_act(state):
            if (aside := run.first_aside(game, state, bots)) is not None:
                state = self._do(state, *aside, bots)
                continue
            if self._seat in waiting:
                state = self._turn(state, bots)
                continue
            seat = waiting[0]
            if seat == CHANCE:
                action: Any = Shuffle(shuffle(game.to_shuffle(state)))
            else:
                state = self._aside(state, bots)
                if game.to_act(state) != waiting:
                    continue
                action = bots[seat].act(game.view(state, seat), game.legal(state, seat))
            state = self._do(state, seat, action, bots)
            if seat == CHANCE:
                self._known = self._kinds(state)
        payoff = game.payoff(state)
        self._deals += 1
        self._score = [had + won for had, won in zip(self._score, payoff, strict=True)]
        self._show_end(state)
        self._tell("")
        self._tell(self._say("play.result", result=self._per_seat(payoff)), "bold")
        self._tell(self._say("play.score", deals=self._deals, score=self._per_seat(self._score)), "bold")
        return game.match_after(state)

    def _show_end(self, state: Any) -> None:
        """PF-45: print the hands and the reasons if the game has them; otherwise the table."""
        if self._game.extras.outcome is None:
            self._show(state, "dealt")
            return
        self._tell("")
        for line in self._teller.outcome(self._game.extras.outcome(state, self._seat), self._seat):
            self._tell(f"  {line}")

    def _aside(self, state: Any, bots: Sequence[Bot]) -> Any:
        """Offer the person a new kind of action out of turn, while a bot is to act.

        A kind that was legal before can wait for their turn. A kind that they once declined is not offered again.
        """
        legal = self._game.legal(state, self._seat)
        new = [action for action in legal if type(action) not in self._known | self._declined]
        self._known = self._kinds(state)
        return self._turn(state, bots, aside=new) if new else state

    def _kinds(self, state: Any) -> set[type[Any]]:
        return {type(action) for action in self._game.legal(state, self._seat)}

    def _turn(self, state: Any, bots: Sequence[Bot], aside: Sequence[Any] = ()) -> Any:
        """Prompt until the person makes a legal move; return the state after it. An aside may be declined."""
        legal = aside or self._game.legal(state, self._seat)
        if not aside:
            self._known = self._kinds(state)
        teller = self._teller.at(self._game.view(state, self._seat))
        full_menu = Menu(self._game, teller, self._lang, legal)
        menu, page = full_menu, 0
        self._show(state, self._order)
        self._list(menu, page, bool(aside))
        while True:
            text = self._read("> ")
            if text in _HINT:
                self._hint(state, bool(aside))
                continue
            if text in ("s", "S"):
                self._order = self._other_order(state)
                self._tell(self._say(f"play.sorted_{self._order}"))
                self._show(state, self._order)
                self._list(menu, page, bool(aside))
                continue
            if not text:
                if aside:
                    self._declined |= {type(action) for action in aside}
                    return state
                menu, page = (menu, page + 1) if page + 1 < menu.pages else (full_menu, 0)
                self._list(menu, page, bool(aside))
                self._not_understood()
                continue
            meant = menu.meant(text)
            if isinstance(meant, Among):
                menu, page = Menu(self._game, teller, self._lang, meant.actions, one_by_one=True), 0
                self._list(menu, page, bool(aside))
            elif isinstance(meant, Do):
                try:
                    after = self._do(state, self._seat, meant.action, bots)
                except Illegal as error:
                    self._tell(f"✗ {self._teller.refusal(error)}", "yellow")
                    self._not_understood()
                    continue
                self._bad_lines = 0
                return after
            else:
                self._tell(f"✗ {self._say('play.unclear', text=text[:60])}", "yellow")
                self._not_understood()

    def _other_order(self, state: Any) -> Order:
        """Return the next order that looks different, or just the next one if none does."""
        view = self._game.view(state, self._seat)
        at = ORDERS.index(self._order)
        after = [*ORDERS[at + 1 :], *ORDERS[:at]]
        shown = arranged(view, self._seat, self._order)
        return next((order for order in after if arranged(view, self._seat, order) != shown), after[0])

    def _read(self, prompt: str) -> str:
        """Return the next line for the game. Lines for the program (help, rules, leave) are handled here."""
        while True:
            text = self._keyboard.line(prompt)
            if text in ("q", "Q", "quit", "exit"):
                raise Leave
            if text in ("?", "h", "help"):
                self._tell(self._say("play.help"))
            elif text in ("r", "R"):
                print_rules(self._console, self._game, self._rules, self._lang)
            else:
                return text

    def _not_understood(self) -> None:
        """Count a bad line. A pipe that only sends bad lines would never end, so end it."""
        self._bad_lines += 1
        if not self._keyboard.is_terminal and self._bad_lines >= _BAD_LINES_AT_MOST:
            raise BadInput(self._say("error.only_nonsense", lines=_BAD_LINES_AT_MOST))

    def _do(self, state: Any, seat: int, action: Any, bots: Sequence[Bot]) -> Any:
        """Make a move and tell everybody; return the state after it."""
        after, events = self._game.apply(state, seat, action)
        self._moves.append((seat, action))
        self._happened(events, bots)
        return after

    def _hint(self, state: Any, aside: bool) -> None:
        """PF-42: print the value of each option, judged by what the person can know."""
        if aside:
            self._tell(self._say("play.no_hint"), "dim")
            return
        deal = Deal(
            self._game,
            self._rules,
            len(self._makers),
            match=self._match,
            host=self._host,
            moves=self._moves,
            state=state,
        )
        rng = Rng(self._seed, _HINT_STREAM + len(self._moves))
        began = time.monotonic()
        advice = advise(deal, self._seat, rng, _WORLDS_AT_MOST, clock=lambda: (time.monotonic() - began) / _THINK_S)
        teller = self._teller.at(self._game.view(state, self._seat))
        for line in sentences(advice, teller, self._lang):
            self._tell(f" {line}", "bold")
        for line in lines_of(advice, teller, self._lang):
            self._tell(f" {line}")
        self._tell(self._say("play.hint"), "dim")

    def _happened(self, events: Sequence[Event], bots: Sequence[Bot]) -> None:
        for event in events:
            run.tell(event, bots)
            self._tell(f"· {self._teller.fact(event.seen_by(self._seat))}")

    def _show(self, state: Any, order: Order) -> None:
        """Print the table. Lines that only the person sees are bold."""
        view = arranged(self._game.view(state, self._seat), self._seat, order)
        public = self._game.presentation.show(self._game.view(state, None), self._lang)
        self._tell("")
        for line in self._game.presentation.show(view, self._lang):
            self._tell(f"  {line}", "" if line in public else "bold")

    def _list(self, menu: Menu, page: int, aside: bool) -> None:
        self._tell("")
        entries = menu.lines(page)
        widest = max(cell_len(line) for line, _ in entries)
        for line, typed in entries:
            self._tell(f"{line}{' ' * (widest - cell_len(line))}   {typed}".rstrip())
        if menu.pages > page + 1:
            self._tell(self._say("play.more", left=f"{page + 1}/{menu.pages}", page=PAGE), "dim")
        if aside:
            self._tell(self._say("play.aside"), "dim")

    def _goodbye(self) -> None:
        if self._deals:
            self._tell(self._say("play.score", deals=self._deals, score=self._per_seat(self._score)), "bold")
        self._tell(self._say("play.goodbye", seed=self._seed))

    def _per_seat(self, chips: Sequence[int]) -> str:
        each = [f"{name} {won:+d}" if won else f"{name} 0" for name, won in zip(self._names, chips, strict=True)]
        return listed(each, self._lang)

    def _say(self, key: str, **values: object) -> str:
        return say(key, self._lang, **values)

    def _tell(self, line: str, style: str = "") -> None:
        tell(self._console, line, style)

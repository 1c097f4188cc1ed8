"""Play against bots in the terminal, deal after deal, until the person leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.cells import cell_len
from rich.rule import Rule

from chieu import time_limit
from chieu.cli.console import BadInput, Transcript, show, tell
from chieu.cli.play.advice_lines import lines_of, sentences
from chieu.cli.play.keyboard import Keyboard, Leave
from chieu.cli.play.menu import PAGE, Menu
from chieu.cli.sheet import print_rules
from chieu.cli.text.texts import say
from chieu.core import run
from chieu.core.deal import Deal
from chieu.core.extras import Bot, BotMaker
from chieu.core.game import CHANCE, AnyGame, Illegal, Shuffle
from chieu.core.rng import Rng
from chieu.core.run import make_bots, shuffler
from chieu.core.text.hand_order import ORDERS, Order, arranged
from chieu.core.text.languages import Lang, listed
from chieu.core.text.phrasing import Phraser
from chieu.search.advice import advise

_HINT: Final = ("!", "hint")
_HINT_STREAM: Final = 1 << 40  # RNG streams for hints; cards and bots use smaller numbers
_THINK_S: Final = 1.0
_MAX_WORLDS: Final = 2_000
_MAX_BAD_LINES: Final = 20  # consecutive meaningless lines from a pipe before the game ends


@dataclass
class TerminalGame:
    """A session: the state that lasts from the first deal to the last."""

    keyboard: Keyboard
    game: AnyGame
    rules: Any
    seat: int
    host: int
    makers: Sequence[BotMaker]
    names: Sequence[str]
    seed: int
    lang: Lang

    def __post_init__(self) -> None:
        self._phraser = Phraser(self.game, self.lang, self.names)
        self._order: Order = "dealt"
        self._known: set[type[Any]] = set()  # kinds of actions that were legal for the person last
        self._declined: set[type[Any]] = set()
        self._bad_lines = 0
        self._moves: list[run.Move] = []  # of the current deal
        self._match: Any = None
        self._transcript = Transcript()
        self._deals = 0
        self._score = [0] * len(self.makers)

    def run(self) -> None:
        """Play deals until the person leaves."""
        match: Any = None
        try:
            while True:
                match = self._deal(match)
                if match is None:
                    tell(self._say("play.match_over"), "bold")
                self._read(self._say("play.next"))
        except (Leave, EOFError, KeyboardInterrupt):
            tell("")
        if self._deals:
            tell(self._say("play.score", deals=self._deals, score=self._per_seat(self._score)), "bold")
        tell(self._say("play.goodbye", seed=self.seed))

    def _deal(self, match: Any) -> Any:
        """Play one deal; return the state of the match for the next one."""
        game = self.game
        tell("")
        show(Rule(self._say("play.deal", number=self._deals + 1), style="dim"))
        bots = make_bots(self.makers, self.rules, self.seed, self._deals)
        shuffle = shuffler(self.seed, self._deals)
        self._moves, self._match = [], match
        state = game.start(self.rules, len(self.makers), match, self.host)
        while waiting := game.to_act(state):
            if (aside := run.first_aside(game, state, bots)) is not None:
                state = self._do(state, *aside, bots)
                continue
            if self.seat in waiting:
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
        self._transcript.end()
        payoff = game.payoff(state)
        self._deals += 1
        self._score = [before + won for before, won in zip(self._score, payoff, strict=True)]
        self._show_end(state)
        tell("")
        tell(self._say("play.result", result=self._per_seat(payoff)), "bold")
        tell(self._say("play.score", deals=self._deals, score=self._per_seat(self._score)), "bold")
        return game.match_after(state)

    def _show_end(self, state: Any) -> None:
        """PF-45: print the hands and the reasons if the game has them; otherwise the table."""
        if self.game.extras.outcome is None:
            self._show(state, "dealt")
            return
        tell("")
        for line in self._phraser.outcome(self.game.extras.outcome(state), self.seat):
            tell(f"  {line}")

    def _aside(self, state: Any, bots: Sequence[Bot]) -> Any:
        """Offer the person a new kind of action out of turn, while a bot is to act.

        A kind that was legal before can wait for their turn. A kind that they once declined is not offered again.
        """
        legal = self.game.legal(state, self.seat)
        new = [action for action in legal if type(action) not in self._known | self._declined]
        self._known = self._kinds(state)
        return self._turn(state, bots, aside=new) if new else state

    def _kinds(self, state: Any) -> set[type[Any]]:
        return {type(action) for action in self.game.legal(state, self.seat)}

    def _turn(self, state: Any, bots: Sequence[Bot], aside: Sequence[Any] = ()) -> Any:
        """Prompt until the person makes a legal move; return the state after it. An aside may be declined."""
        legal = aside or self.game.legal(state, self.seat)
        if not aside:
            self._known = self._kinds(state)
        phraser = self._phraser.at(self.game.view(state, self.seat))
        full_menu = Menu(self.game, phraser, self.lang, legal)
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
                tell(self._say(f"play.sorted_{self._order}"))
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
            actions = menu.find(text)
            if len(actions) > 1:
                menu, page = Menu(self.game, phraser, self.lang, actions, one_by_one=True), 0
                self._list(menu, page, bool(aside))
            elif actions:
                try:
                    after = self._do(state, self.seat, actions[0], bots)
                except Illegal as error:
                    tell(f"✗ {self._phraser.refusal(error)}", "yellow")
                    self._not_understood()
                    continue
                self._bad_lines = 0
                return after
            else:
                tell(f"✗ {self._say('play.unclear', text=text[:60])}", "yellow")
                self._not_understood()

    def _other_order(self, state: Any) -> Order:
        """Return the next order that looks different, or just the next one if none does."""
        view = self.game.view(state, self.seat)
        at = ORDERS.index(self._order)
        after = [*ORDERS[at + 1 :], *ORDERS[:at]]
        shown = self._arranged(view, self._order)
        return next((order for order in after if self._arranged(view, order) != shown), after[0])

    def _read(self, prompt: str) -> str:
        """Return the next line for the game. Lines for the program (help, rules, leave) are handled here."""
        while True:
            text = self.keyboard.line(prompt)
            if text in ("q", "Q", "quit", "exit"):
                raise Leave
            if text in ("?", "h", "help"):
                tell(self._say("play.help"))
            elif text in ("r", "R"):
                print_rules(self.game, self.rules, self.lang)
            else:
                return text

    def _not_understood(self) -> None:
        """Count a bad line. A pipe that only sends bad lines would never end, so end it."""
        self._bad_lines += 1
        if not self.keyboard.is_terminal and self._bad_lines >= _MAX_BAD_LINES:
            raise BadInput(self._say("error.only_nonsense", lines=_MAX_BAD_LINES))

    def _do(self, state: Any, seat: int, action: Any, bots: Sequence[Bot]) -> Any:
        """Make a move and tell everybody; return the state after it."""
        after, events = self.game.apply(state, seat, action)
        self._moves.append((seat, action))
        phraser = self._phraser.at(self.game.view(after, self.seat))
        for event in events:
            run.tell(event, bots)
            if event.clears:
                self._transcript.clear()
            self._transcript.tell(f"· {phraser.fact(event.seen_by(self.seat))}")
        return after

    def _hint(self, state: Any, aside: bool) -> None:
        """PF-42: print the value of each option, judged by what the person can know."""
        if aside:
            tell(self._say("play.no_hint"), "dim")
            return
        deal = Deal(
            self.game,
            self.rules,
            len(self.makers),
            match=self._match,
            host=self.host,
            moves=self._moves,
            state=state,
        )
        rng = Rng(self.seed, _HINT_STREAM + len(self._moves))
        advice = advise(deal, self.seat, rng, _MAX_WORLDS, clock=time_limit(_THINK_S))
        phraser = self._phraser.at(self.game.view(state, self.seat))
        for line in sentences(advice, phraser, self.lang):
            tell(f" {line}", "bold")
        for line in lines_of(advice, phraser, self.lang):
            tell(f" {line}")
        tell(self._say("play.hint"), "dim")

    def _arranged(self, view: Any, order: Order) -> Any:
        return arranged(view, self.seat, order, self.game.presentation)

    def _show(self, state: Any, order: Order) -> None:
        """Print the table. Lines that only the person sees are bold."""
        view = self._arranged(self.game.view(state, self.seat), order)
        public = self.game.presentation.show(self.game.view(state, None), self.lang)
        tell("")
        for line in self.game.presentation.show(view, self.lang):
            tell(f"  {line}", "" if line in public else "bold")

    def _list(self, menu: Menu, page: int, aside: bool) -> None:
        tell("")
        entries = menu.lines(page)
        widest = max(cell_len(line) for line, _ in entries)
        for line, typed in entries:
            tell(f"{line}{' ' * (widest - cell_len(line))}   {typed}".rstrip())
        if menu.pages > page + 1:
            tell(self._say("play.more", left=f"{page + 1}/{menu.pages}", page=PAGE), "dim")
        if aside:
            tell(self._say("play.aside"), "dim")

    def _per_seat(self, chips: Sequence[int]) -> str:
        each = [f"{name} {won:+d}" if won else f"{name} 0" for name, won in zip(self.names, chips, strict=True)]
        return listed(each, self.lang)

    def _say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)

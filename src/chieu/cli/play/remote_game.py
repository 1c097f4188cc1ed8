"""Play at a table on a server, from the terminal."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from msgspec.structs import replace

from chieu.bots import bot_of, bots_of, usual_bot
from chieu.cli.console import BadInput, Transcript, tell
from chieu.cli.play.keyboard import Keyboard, Leave
from chieu.cli.play.menu import Menu
from chieu.cli.sheet import bots_named, game_named, is_own, print_rules
from chieu.cli.text.texts import TABLE_TEXTS
from chieu.core import sheets
from chieu.core.extras import Bot, UnfitBot
from chieu.core.game import AnyGame, Refusal
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.core.text.choices import cards_of
from chieu.core.text.languages import SHARED, Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import load
from chieu.odds.stored import evened_stakes, typical_swing
from chieu.online.client.contributing import Notice
from chieu.online.client.mirror import TableMirror, seat_numbers
from chieu.online.client.seat import Seat
from chieu.online.protocol import commands, texts
from chieu.online.protocol.announcements import (
    DealCorrected,
    DealEnded,
    DealEntered,
    DealStarted,
    Facts,
    Happening,
    Joined,
    ManifestPublished,
    announced,
)
from chieu.online.protocol.personas import bot_name
from chieu.online.protocol.views import DealView, SeatInfo
from chieu.online.server.api import refusals

_QUIET: Final = (Joined, DealEnded)  # shown in another way


class RemoteGame:
    """A person, or a bot in their place, at one table."""

    def __init__(self, keyboard: Keyboard, seat: Seat, lang: Lang, bot_name: str | None) -> None:
        self._keyboard = keyboard
        self._seat = seat
        self._lang = lang
        self._bot_name = bot_name
        self._bot: Bot | None = None
        self._bot_deal = 0  # the deal it was made for
        self._names: dict[int, str] = {}
        self._transcript = Transcript()
        self._around = texts.TEXTS | refusals.TEXTS | TABLE_TEXTS

    async def run(self, deals: int | None) -> None:
        """Play until the person leaves, or for a number of deals."""
        telling = asyncio.create_task(self._tell_all())
        over = self._picture.table.deals + (deals if deals is not None else 10**9)
        try:
            while self._picture.table.deals < over:
                seen = self._picture.seq
                await self._once()
                if self._picture.table.deals < over and not self._needs_input(self._picture):
                    await self._seat.until(lambda picture, seen=seen: picture.seq > seen or self._needs_input(picture))
            await asyncio.sleep(0.1)  # for the last announcements
        except (Leave, EOFError):
            return
        finally:
            await self._seat.settled()
            telling.cancel()
            self._tell_shuffles()

    @property
    def _picture(self) -> TableMirror:
        return self._seat.picture

    def _needs_input(self, picture: TableMirror) -> bool:
        chair = picture.you.seat
        if chair is None or picture.table.real is not None:  # RT-2: deals are entered on a phone and followed here
            return False
        if picture.table.phase == "between":
            return not picture.table.seats[chair].ready
        return picture.table.phase == "playing" and self._to_act(picture)

    def _to_act(self, picture: TableMirror) -> bool:
        return picture.deal is not None and bool(picture.legal) and picture.seat in picture.deal.view.to_act

    async def _once(self) -> None:
        if not self._needs_input(self._picture):
            return
        try:
            if self._picture.table.phase == "between":
                await self._between()
            else:
                await self._turn()
        except Refusal as refusal:
            reason = self._say(f"error.{refusal.code}", **refusal.params)
            tell(f"{reason} ({refusal.rule})" if refusal.rule else reason, "yellow")

    async def _between(self) -> None:
        if self._bot_name is not None:
            await self._seat.ready()
            return
        shown = self._picture.seq
        self._keyboard.forget()
        text = await self._line(self._say("ready", deal=self._picture.table.shuffle.deal))
        if not text or text == "ready":
            await self._seat.ready(shown)
            tell(self._say("waiting"), "dim")
        elif text == "deal":
            await self._seat.do(commands.DealNow, shown)
        elif text.startswith("game "):
            await self._change_game(*text.removeprefix("game ").split()[:2])
        elif text.startswith("leave out ") and text.removeprefix("leave out ").isdigit():
            where = {"deal": self._picture.table.shuffle.deal, "seat": int(text.removeprefix("leave out ")) - 1}
            await self._seat.do(commands.LeaveOut, **where)
        elif not await self._run_command(text):
            tell(self._say("unclear"), "yellow")

    async def _change_game(self, name: str, code: str = "") -> None:
        """PF-11: change the game as the host, after saying what a deal moves in both games."""
        table, before = self._picture.table, load(self._picture.table.game)
        try:
            game = game_named(name, self._lang)
            rules = sheets.from_code(game, code or next(iter(game.presets)))
        except (BadInput, BadRules) as error:
            tell(str(error), "yellow")
            return
        titles = {"game": game.presentation.title.say(self._lang), "before": before.presentation.title.say(self._lang)}
        was, now = typical_swing(before, sheets.from_code(before, table.sheet)), typical_swing(game, rules)
        if was and now and game != before:
            tell(self._say("swing", chips=f"{now:.1f}", chips_before=f"{was:.1f}", **titles))
            if stakes := evened_stakes(game, rules, was):
                tell(self._say("even", game=game.name, code=sheets.code(game, replace(rules, **stakes))))
        if await self._line(self._say("change", **titles)):
            return
        fields: dict[str, Any] = {"game": game.name, "sheet": sheets.code(game, rules), "clock": table.clock}
        while True:
            try:
                await self._send_change(game, fields)
                return
            except Refusal as refusal:
                if refusal.code == "match_running" and not await self._line(self._say("end_match")):
                    fields["end_match"] = True
                elif refusal.code == "too_many_people" and (chosen := await self._line(self._say("who_watches"))):
                    seats = [int(word) - 1 for word in chosen.split() if word.isdecimal()]
                    fields["watch"] = [table.seats[seat].member for seat in seats if 0 <= seat < len(table.seats)]
                else:
                    raise

    async def _send_change(self, game: AnyGame, fields: dict[str, Any]) -> None:
        """Send the change with the number of seats nearest to that of the players. Raise the last `Refusal`."""
        table, watch = self._picture.table, fields.get("watch", ())
        taken = [info for info in table.seats if info.level or (info.member is not None and info.member not in watch)]
        *others, last = seat_numbers(game, fields["sheet"], len(taken))
        for seats in others:
            try:
                await self._seat.do(commands.Change, seats=seats, **fields)
                return
            except Refusal as refusal:
                if refusal.code != "bad_seats":
                    raise
        await self._seat.do(commands.Change, seats=last, **fields)

    async def _turn(self) -> None:
        deal, shown = self._picture.deal, self._picture.seq
        assert deal is not None
        if self._bot_name is not None:
            await self._seat.act(self._bot_action(self._bot_name, deal))
            return
        for line in self._game.presentation.show(deal.view, self._lang):
            tell(line)
        phraser = self._phraser.at(deal.view)
        self._keyboard.forget()  # PF-44: a line typed twice must not answer the next prompt
        menu = Menu(self._game, phraser, self._lang, deal.legal)
        while True:
            for line, typed in menu.lines():
                tell(f"{line}   {typed}" if typed else line)
            text = await self._line("> ")
            if not self._to_act(self._picture):  # a move was made for us, or the time was up
                return
            if await self._run_command(text):
                continue
            actions = menu.find(text)
            if len(actions) == 1:
                await self._seat.act(actions[0], shown)
                return
            if actions:
                menu = Menu(self._game, phraser, self._lang, actions, one_by_one=True)
            else:
                tell(self._say("unclear"), "yellow")

    async def _run_command(self, text: str) -> bool:
        """Run a command that may be typed at any prompt; return False if the text is not one."""
        if text in ("q", "quit", "exit"):
            raise Leave
        if text == "?":
            tell(self._say("keys"), "dim")
        elif text == "proof":
            tell(self._shield_text())
        elif text == "go on":
            await self._seat.go_on()
        elif text == "r":
            game = load(self._picture.table.game)
            print_rules(game, sheets.from_code(game, self._picture.table.sheet), self._lang)
        elif text.startswith("say "):
            await self._seat.do(commands.Say, text=text.removeprefix("say "))
        else:
            return False
        return True

    async def _line(self, prompt: str) -> str:
        return await asyncio.to_thread(self._keyboard.line, prompt)

    # Output

    async def _tell_all(self) -> None:
        away = False
        async for picture, happened in self._seat.changes():
            if away != self._seat.away:
                away = self._seat.away
                tell(self._say("away" if away else "returned"), "yellow")
            self._names |= {info.member: info.name for info in picture.table.seats if info.member is not None}
            self._names |= dict(picture.table.watchers)
            self._tell_shuffles()
            for event in happened:
                self._tell_event(event)

    def _tell_shuffles(self) -> None:
        """PF-22: print the notices about shuffles, and which deals are proven."""
        for notice in self._seat.notices():
            tell(self._notice_text(notice), "yellow")
        for deal in self._seat.proven():
            tell(self._say("checked", deal=deal), "dim")

    def _notice_text(self, notice: Notice) -> str:
        reason = self._say(f"notice.reason.{notice.reason}") if notice.reason else ""
        return self._say(f"notice.{notice.kind}", deal=notice.deal, reason=reason, count=notice.number)

    def _shield_text(self) -> str:
        shield = self._seat.shield
        if shield.notice is not None:
            return self._notice_text(shield.notice)
        return self._say(f"shield.{shield.state}{'.' + shield.reason if shield.reason else ''}")

    def _tell_event(self, event: Happening) -> None:
        if isinstance(event, Facts):
            deal = self._picture.deal
            phraser = self._phraser if deal is None else self._phraser.at(deal.view)
            for fact in event.facts:
                if self._bot is not None:
                    self._bot.see(fact)
                if event.clears and not cards_of(fact):
                    continue
                self._transcript.tell(phraser.fact(fact))
            if event.clears:
                self._transcript.clear()
                for fact in event.facts:
                    if not cards_of(fact):
                        self._transcript.tell(phraser.fact(fact))
            return
        if isinstance(event, DealStarted) and self._bot_name is not None and self._picture.seat is not None:
            self._make_bot(self._bot_name)
        if isinstance(event, DealEnded):
            self._transcript.end()
            self._tell_end(event)
        if not isinstance(event, _QUIET) and not (isinstance(event, ManifestPublished) and not event.contributors):
            tell(announced(event, self._around_the_table, self._names), "dim")
        if isinstance(event, DealEntered | DealCorrected):
            self._tell_entered(event.deal)

    def _tell_end(self, ended: DealEnded) -> None:
        """PF-45: print the payoffs, and the reasons if the game has them."""
        deal = self._picture.deal
        if deal is not None and deal.number == ended.deal and deal.outcome is not None:
            for line in self._phraser.outcome(deal.outcome, self._picture.seat):
                tell(f"  {line}")
        tell(self._say("result", result=self._phraser.payoff(ended.payoff)), "bold")

    def _tell_entered(self, number: int) -> None:
        """RT-4: print the payoffs of a deal with real cards, and the reasons."""
        real = self._picture.table.real
        for deal in () if real is None else real.entered:
            if deal.deal == number and not deal.struck:
                phraser = Phraser(load(deal.game), self._lang, deal.names, self._around)
                for line in () if deal.outcome is None else phraser.outcome(deal.outcome):
                    tell(f"  {line}")
                tell(self._say("result", result=phraser.payoff(deal.payoff)), "bold")

    def _bot_action(self, name: str, deal: DealView[Any, Any, Any]) -> Any:
        """Return the bot's action; the usual bot's in a deal that it does not fit or did not see begin."""
        usual = usual_bot(self._game)
        bot = self._bot
        if bot is None or self._bot_deal != deal.number:
            bot = self._make_bot(usual)
        try:
            return bot.act(deal.view, deal.legal)
        except UnfitBot as error:
            tell(self._say("unfit_bot", bot=name, why=str(error), usual=usual), "yellow")
            return self._make_bot(usual).act(deal.view, deal.legal)

    def _make_bot(self, name: str) -> Bot:
        """Make a bot for this deal, with an unpredictable RNG. The usual one plays if the game lacks it."""
        seat, deal, game = self._picture.seat, self._picture.deal, self._game
        assert seat is not None
        assert deal is not None
        rules, usual, rng = sheets.from_code(game, deal.sheet), usual_bot(game), Rng(secrets.randbits(64))
        try:
            known = is_own(name) or name in bots_of(game)
            bot = bots_named([name if known else usual], game, self._lang)[0](rules, seat, rng)
        except (UnfitBot, BadInput) as error:  # a net fits one game, and its file may be gone
            tell(self._say("unfit_bot", bot=name, why=str(error), usual=usual), "yellow")
            bot = bot_of(game, usual)(rules, seat, rng)
        self._bot, self._bot_deal = bot, deal.number
        return bot

    @property
    def _game(self) -> AnyGame:
        return self._picture.game

    @property
    def _around_the_table(self) -> Phraser:
        """Phraser with the names of the chairs."""
        return Phraser(self._game, self._lang, self._chair_names(), self._around)

    @property
    def _phraser(self) -> Phraser:
        """Phraser with the names of the deal's seats."""
        names = self._picture.names_by_seat(self._chair_names(), self._lang)
        return Phraser(self._game, self._lang, names, self._around)

    def _chair_names(self) -> list[str]:
        return [self._name_of(number, info) for number, info in enumerate(self._picture.table.seats, start=1)]

    def _name_of(self, number: int, info: SeatInfo) -> str:
        if info.closed:
            return SHARED["seat.house"].say(self._lang)
        if info.member is not None:
            return info.name or texts.TEXTS["someone"].say(self._lang)  # PF-38: a name can be erased
        return bot_name(self._picture.table.personas[number - 1], self._lang)

    def _say(self, key: str, **values: Any) -> str:
        return self._around_the_table.say(key, **values)

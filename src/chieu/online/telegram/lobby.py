"""Messages in a group: the table with its seats, the choice of a game and its rules, the ledger."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from msgspec.structs import replace

from chieu.bots.levels import level_text, levels_of
from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.text.languages import SHARED, Lang, Text, colon, listed
from chieu.games import load
from chieu.odds.stored import evened_stakes, typical_swing
from chieu.online.protocol.texts import TEXTS as TABLE_TEXTS
from chieu.online.protocol.views import SeatInfo, TableView
from chieu.online.telegram.pages import Button, Page, Rows, bold, escaped, rows
from chieu.online.telegram.texts import members, names, say

_MAX_NAME: Final = 28
EVENED: Final = "e"  # ends the data of a button that evens out the stake


class Links(NamedTuple):
    """Other ways to a table: the page, the page inside Telegram, and the person's own chat with the bot."""

    page: str = ""
    app: str = ""
    private: str = ""


def title(table: TableView, lang: Lang) -> str:
    """Return the names of the game and of its rules."""
    game = load(table.game)
    return f"{game.presentation.title.say(lang)} · {sheets.called(game, table.sheet, lang)}"


def lobby(table: TableView, lang: Lang, links: Links, unreached: Sequence[str]) -> Page:
    """Return the message as it should look now."""
    chair_names = names(table, lang)
    lines = [bold(title(table, lang)), ""]
    lines += [_seat(number, info, chair_names[number], table, lang) for number, info in enumerate(table.seats)]
    lines += ["", escaped(state(table, lang))]
    if unreached:
        lines.append("✉️ " + escaped(say("unreached", lang, names=listed(unreached, lang))))
    return Page("\n".join(lines), _buttons(table, lang, links), loud=True)


def is_empty(info: SeatInfo) -> bool:
    """Tell whether nobody has a seat, not even a bot or the house."""
    return info.member is None and not info.level and not info.closed


def _seat(number: int, info: SeatInfo, name: str, table: TableView, lang: Lang) -> str:
    if is_empty(info):
        return f"{number + 1}. <i>{escaped(name)}</i>"
    marks = ["👑"] if info.member == table.host and info.member is not None else []
    marks += ["🤖"] if info.level else []
    marks += ["✓"] if info.ready and table.phase == "between" else []
    marks += [f"{info.chips:+d}" if info.chips else "0"] if table.deals else []
    marks += [f"({say('away', lang)})"] if info.away or info.lost else []
    return " ".join([f"{number + 1}.", bold(name), *map(escaped, marks)])


def state(table: TableView, lang: Lang) -> str:
    """Say what a table waits for."""
    if table.phase == "playing":
        return say("on", lang, deal=table.shuffle.deal)
    if table.phase != "between":
        return say("shuffling", lang)
    host = members(table).get(table.host, "")
    return say("to_join" if any(map(is_empty, table.seats)) else "to_deal", lang, host=host)


def _buttons(table: TableView, lang: Lang, links: Links) -> Rows:
    def button(verb: str, label: str = "", **values: object) -> Button:
        return Button(say(label or verb, lang, **values), f"g:{table.id}:{verb}")

    out: list[tuple[Button, ...]] = []
    if table.phase == "between":
        empty = sum(map(is_empty, table.seats))
        taken = len(table.seats) - empty
        out.append((button("join"), button("leave")))
        out.append((button("cut", "deal_with", count=taken),) if empty and taken > 1 else (button("deal"),))
        more = (
            (button("add_bot"), button("bots"))
            if empty
            else (button("more"),)
            if len(table.seats) < load(table.game).seats[-1]
            else ()
        )
        out.append((*more, button("rules")))
        out.append((button("game"),))
    out.append((Button(say("hand", lang), url=links.private),))
    if table.phase != "between":
        out.append((button("rules"),))
    if links.page:
        out.append((Button(say("browser", lang), url=links.page),))
    return tuple(row for row in out if row)


def bots(table: TableView, lang: Lang) -> Page:
    """Return the message to choose a bot by its level or name."""
    game = load(table.game)
    names = [(level, level_text(game, level, lang)) for level in levels_of(game)]
    buttons = [Button(name, f"g:{table.id}:bot:{level}") for level, name in names]
    return Page(escaped(say("which_bot", lang)), rows(buttons, 2))


def picker(games: dict[str, AnyGame], lang: Lang, data: str = "o:") -> Page:
    """Return the message to choose a game; the data of its buttons begins with `data`."""
    lines = [bold(say("choose_game", lang)), ""]
    lines += [_about(game.presentation.title, game.presentation.about, lang) for game in games.values()]
    buttons = [Button(game.presentation.title.say(lang), f"{data}{short(name)}") for name, game in games.items()]
    return Page("\n".join(lines), rows(buttons, 2), loud=True)


def short(name: str) -> str:
    """Shorten a name: Telegram allows 64 bytes of button data, and packages may use any name for a game."""
    return name if len(name.encode()) <= _MAX_NAME else hashlib.sha256(name.encode()).hexdigest()[:_MAX_NAME]


def _about(title: Text, about: Text, lang: Lang) -> str:
    return bold(title.say(lang)) + colon(lang) + escaped(about.say(lang))


def presets(game: AnyGame, lang: Lang, data: str = "o:", table: TableView | None = None) -> Page:
    """Return the message to choose a preset, by its place among those of the game.

    PF-11: for another game at a table it says what a deal moves, and offers stakes at which that stays about the same.
    """
    lines = [bold(say("choose_rules", lang, game=game.presentation.title.say(lang))), ""]
    buttons, evened = [], []
    before = None if table is None else _swing(table)
    for place, name in enumerate(game.presets):
        preset, key = game.presentation.preset(name), f"{data}{short(game.name)}:{place}"
        title, swing = preset.title.say(lang), typical_swing(game, game.presets[name])
        buttons.append(Button(title, key))
        lines.append(_about(preset.title, preset.about, lang))
        if before and swing:
            lines[-1] += f" ({escaped(say('swing', lang, chips=_chips(swing, lang)))})"
            stakes = evened_stakes(game, game.presets[name], before)
            label = say("even", lang, rules=title, stake="–".join(map(str, dict.fromkeys(stakes.values()))))
            evened += [Button(label, key + EVENED)] if stakes else []
    if table is not None and before:
        was = load(table.game).presentation.title.say(lang)
        lines += ["", escaped(say("swing_before", lang, game=was, chips=_chips(before, lang)))]
        lines += [escaped(say("even_about", lang))] if evened else []
    return Page("\n".join(lines), (*rows([*buttons, *evened], 2), (Button(say("back", lang), data),)), loud=True)


def evened_sheet(table: TableView, game: AnyGame, preset: str) -> str:
    """PF-11: return the code of a preset with stakes for about as much as at the table so far."""
    stakes = evened_stakes(game, game.presets[preset], _swing(table) or 0)
    return sheets.code(game, replace(game.presets[preset], **stakes))


def _swing(table: TableView) -> float | None:
    """Return the chips that a deal of a table typically moves per seat."""
    game = load(table.game)
    return typical_swing(game, sheets.from_code(game, table.sheet))


def _chips(swing: float, lang: Lang) -> str:
    text = f"{swing:.1f}" if swing < 10 else f"{swing:.0f}"
    return text.replace(".", ",") if lang == "vi" else text


def watching(table: TableView, watch: Set[int], lang: Lang, data: str) -> Page:
    """PF-11: return the message to choose who watches, as a game has too few seats."""
    people = [(info.member, members(table)[info.member]) for info in table.seats if info.member is not None]
    buttons = [Button(f"👀 {name}" if member in watch else name, f"{data}:{member}") for member, name in people]
    return Page(escaped(say("who_watches", lang)), (*rows(buttons, 2), (Button(say("change", lang), data),)))


def players(table: TableView, watch: Set[int]) -> int:
    """Return how many people and bots play on if these members watch."""
    return sum(bool(info.level) or (info.member is not None and info.member not in watch) for info in table.seats)


def ledger(table: TableView, lang: Lang) -> list[str]:
    """PF-5: return the balances and the fewest hand-overs that settle them."""
    lines = [bold(f"{say('ledger', lang)} · {title(table, lang)}"), ""]
    people = members(table)

    def name(number: int) -> str:
        row = table.ledger[number]
        if row.member is not None:
            return people.get(row.member) or row.name
        return SHARED["seat.house"].say(lang) if row.house else TABLE_TEXTS["bots"].say(lang)

    if not any(row.chips for row in table.ledger):
        return [*lines, escaped(say("ledger_empty", lang))]
    ranked = sorted(range(len(table.ledger)), key=lambda number: -table.ledger[number].chips)
    lines += [f"{escaped(name(number))}{colon(lang)}{bold(f'{table.ledger[number].chips:+d}')}" for number in ranked]
    overs = [
        say("hand_over", lang, giver=name(over.giver), taker=name(over.taker), chips=over.chips)
        for over in table.hand_overs
    ]
    if table.remainder:
        overs.append(say("from_bots" if table.remainder > 0 else "to_bots", lang, chips=abs(table.remainder)))
    return [*lines, "", *map(escaped, overs)]


def prose(table: TableView, lang: Lang) -> list[str]:
    """PF-2: return the rule sheet in words. A star marks departures from the preset."""
    game = load(table.game)
    sentences = sheets.prose(game, sheets.from_code(game, table.sheet), lang)
    lines = [
        f"{'★ ' if sentence.differs else ''}{escaped(sentence.text)} <i>({escaped(sentence.rule)})</i>"
        for sentence in sentences
    ]
    return [bold(title(table, lang)), "", *lines]

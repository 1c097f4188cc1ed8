"""Messages of a table with real cards: who is there, the entry of a deal, its result, and the book."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from chieu.core import sheets
from chieu.core.scoring import draft as drafts
from chieu.core.scoring.draft import Question
from chieu.core.scoring.form import Field
from chieu.core.text.languages import Lang, colon, listed
from chieu.core.text.phrasing import Phraser
from chieu.games import load
from chieu.online.protocol.texts import TEXTS as TABLE_TEXTS
from chieu.online.protocol.views import EnteredInfo, RealTable, SeatInfo, TableView
from chieu.online.telegram.lobby import Links, title
from chieu.online.telegram.notebook import EntryNote
from chieu.online.telegram.pages import Button, Page, Rows, bold, escaped, rows, shortened, unlinked
from chieu.online.telegram.texts import members, names, result_lines, say

_KEYS_IN_ROW: Final = 8
_IN_BOOK: Final = 64  # deals with a button


def lobby(table: TableView, real: RealTable, lang: Lang, links: Links) -> Page:
    """RT-1: return the message of a table with real cards."""
    lines = [bold(f"🎴 {title(table, lang)}"), ""]
    for info, name in zip(table.seats, names(table, lang), strict=True):
        if info.member is not None:
            marks = ["👑"] if info.member == table.host else []
            marks += ["📱"] if info.phone else []
            marks += [f"{info.chips:+d}" if info.chips else "0"] if table.deals else []
            marks += [f"({say('real.out', lang)})"] if info.out else []
            lines.append(" ".join([bold(name), *map(escaped, marks)]))
    host = members(table).get(table.host, "")
    lines += ["", escaped(say("real.next" if real.form else "real.too_few", lang, deal=real.deal))]
    lines.append(escaped(say(f"real.enterers_{real.enterers}", lang, host=host)))
    lines.append(escaped(say("real.names", lang, host=host)))

    def button(verb: str, **values: object) -> Button:
        return Button(say(f"real.{verb}", lang, **values), f"g:{table.id}:{verb}")

    out: list[tuple[Button, ...]] = [(button("enter", deal=real.deal),)] if real.form else []
    out.append((button("who"), button("people")))
    out += [(button("book"), button("settle"))] if table.deals else []
    out.append((Button(say("rules", lang), f"g:{table.id}:rules"), Button(say("game", lang), f"g:{table.id}:game")))
    out.append((button(f"let_{'host' if real.enterers == 'all' else 'all'}"),))
    out += [(Button(say("browser", lang), url=links.page),)] if links.page else []
    return Page("\n".join(lines), tuple(out), loud=True)


def seat_names(members_by_seat: Sequence[int], people: Mapping[int, str], lang: Lang) -> list[str]:
    """Return the names of the seats of an entered deal."""
    someone = TABLE_TEXTS["someone"].say(lang)  # PF-38: a name can be erased
    return [unlinked(people.get(member, "")) or someone for member in members_by_seat]


def entered(info: EnteredInfo, table: TableView, lang: Lang) -> str:
    """RT-5: return the result of an entered deal: who pays whom and why, and the chips so far."""
    game = load(info.game)
    people = dict(zip(info.members, info.names, strict=True))
    phraser = Phraser(game, lang, seat_names(info.members, people, lang), TABLE_TEXTS)
    head = say("real.deal", lang, deal=info.deal, rules=f"{game.presentation.title.say(lang)}")
    head += f" · {say('real.corrected', lang)}" if info.corrections and not info.struck else ""
    if info.struck:
        lines = [bold(f"{head} · {say('real.struck', lang)}"), f"<s>{escaped(phraser.payoff(info.payoff))}</s>"]
    else:
        lines = [bold(head), *result_lines(info.payoff, info.outcome, phraser)]
    chips = [f"{name} {seat.chips:+d}" if seat.chips else f"{name} 0" for name, seat in _seated(table, lang)]
    return "\n".join([*lines, escaped(say("real.so_far", lang, chips=listed(chips, lang)))])


def _seated(table: TableView, lang: Lang) -> list[tuple[str, SeatInfo]]:
    return [(name, info) for name, info in zip(names(table, lang), table.seats, strict=True) if info.member is not None]


def entered_buttons(table: str, deal: int, lang: Lang) -> Rows:
    """Return the buttons below the result of an entered deal."""
    change = [Button(say(f"real.{verb}", lang), f"g:{table}:{verb}:{deal}") for verb in ("correct", "strike")]
    return ((Button(say("real.next_deal", lang), f"g:{table}:enter"),), tuple(change))


def book(deals: Sequence[EnteredInfo], table: TableView, lang: Lang) -> list[str]:
    """Return the payoffs of all entered deals, by game."""
    lines = [bold(f"{say('real.book', lang)} · {title(table, lang)}")]
    game = ""
    for info in deals:
        if info.game != game:
            game = info.game
            lines += ["", bold(load(game).presentation.title.say(lang))]
        people = dict(zip(info.members, info.names, strict=True))
        payoff = escaped(Phraser(load(game), lang, seat_names(info.members, people, lang)).payoff(info.payoff))
        mark = " ✎" if info.corrections else ""
        lines.append(f"{info.deal}. " + (f"<s>{payoff}</s>" if info.struck else payoff + mark))
    return lines


def book_buttons(deals: Sequence[EnteredInfo], table: str) -> Rows:
    """Return a button for each of the last deals, to look at it and to correct it."""
    buttons = [Button(str(info.deal), f"g:{table}:show:{info.deal}") for info in deals[-_IN_BOOK:]]
    return tuple(tuple(buttons[at : at + _KEYS_IN_ROW]) for at in range(0, len(buttons), _KEYS_IN_ROW))


def entry_phraser(entry: EntryNote, people: Mapping[int, str], lang: Lang) -> Phraser:
    """Return the phraser of a deal that is being entered."""
    return Phraser(load(entry.game), lang, seat_names(entry.members, people, lang), TABLE_TEXTS)


def entry_digest(entry: EntryNote) -> str:
    """Shorten what a keyboard was shown for, so that a tap on an outdated one is recognized (PF-44)."""
    state = (entry.deal, entry.corrects, entry.drafts[-1], entry.cards)
    return hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:8]


def entry_page(entry: EntryNote, table: TableView, people: Mapping[int, str], lang: Lang) -> Page:
    """RT-3: return the message of a deal that is being entered: what is known, the question, and its keys."""
    real, form, draft = table.real, entry.form, entry.drafts[-1]
    phraser = entry_phraser(entry, people, lang)
    question = drafts.open_question(form, draft)
    rules = f"{load(entry.game).presentation.title.say(lang)} · {sheets.called(load(entry.game), entry.sheet, lang)}"
    head = say("real.deal", lang, deal=entry.deal, rules=rules)
    lines = [bold(head + (f" · {say('real.correct', lang)}" if entry.corrects else "")), ""]
    for field in form.deal:
        if field.name != form.dealer and (field.name in draft.deal or field.default is not None):
            words = drafts.in_words(field, drafts.given(draft.deal, field), phraser)
            lines.append(f"{escaped(phraser.say(field.label))}{colon(lang)}{bold(words)}")
    dealer = drafts.dealer_of(form, draft)
    role = next((phraser.say(field.label) for field in form.deal if field.name == form.dealer), "")
    for seat in form.seats:
        mark = "➤ " if question is not None and question.seat == seat else ""
        line = drafts.line_in_words(form, draft, seat, phraser)
        whose = escaped(phraser.name(seat)) + (f" ({escaped(role)})" if seat == dealer else "")
        lines.append(f"{mark}{whose}{colon(lang)}{bold(line or '…')}")
    lines += ["", "⚠️ " + escaped(entry.problem)] if entry.problem else []
    if entry.sent_by:
        return Page("\n".join(lines))
    data = f"e:{table.id}:{entry_digest(entry)}:"
    if real is not None and entry.deal < real.deal and not entry.corrects:
        return Page("\n".join([*lines, "", *_twice(entry, real, lang)]), _twice_buttons(entry, real, lang, data))
    lines += ["", *_asked(question, phraser, entry, lang)]
    return Page("\n".join(lines), _entry_buttons(entry, question, phraser, lang, data), loud=True)


def _asked(question: Question | None, phraser: Phraser, entry: EntryNote, lang: Lang) -> list[str]:
    if question is None:
        return [escaped(say("real.all_entered", lang))]
    field, label = question.field, phraser.say(question.field.label)
    asked = label if question.seat is None else f"{phraser.name(question.seat)}{colon(lang)}{label}"
    lines = [bold(f"➤ {asked}") + (f"  {escaped(' '.join(entry.cards))}" if entry.cards else "")]
    if not drafts.keys_of(entry.form, field, phraser):
        kind = "number" if field.kind == "number" else "cards"
        lines.append(f"<i>{escaped(say(f'real.type_{kind}', lang, least=field.least, most=field.most))}</i>")
    return lines


def changeable(entry: EntryNote, question: Question | None) -> list[tuple[int | None, Field]]:
    """Return the questions that are not asked by themselves: those with a default, and optional ones."""
    form, draft = entry.form, entry.drafts[-1]
    begun = len(entry.drafts) > 1 and not entry.corrects
    deal = () if begun else form.deal
    out: list[tuple[int | None, Field]] = [(None, field) for field in deal if field.default is not None]
    if question is not None and question.seat is not None:
        asked = drafts.fields_of(form, draft, question.seat)
        for field in drafts.fields_of(form, draft, question.seat, optional=True):
            if field.default is not None or field not in asked:
                out.append((question.seat, field))
    return [(seat, field) for seat, field in out if question is None or (seat, field) != question]


def _entry_buttons(entry: EntryNote, question: Question | None, phraser: Phraser, lang: Lang, data: str) -> Rows:
    form, draft, out = entry.form, entry.drafts[-1], list[tuple[Button, ...]]()
    if question is None:
        out.append((Button(say("real.save", lang), f"{data}e"),))
    else:
        keys = drafts.keys_of(form, question.field, phraser)
        buttons = [Button(shortened(key.text), f"{data}k{place}") for place, key in enumerate(keys)]
        out += rows(buttons, 3 if question.field.kind in ("choice", "seat") else _KEYS_IN_ROW)
        if entry.cards:
            out.append((Button("⌫", f"{data}b"),))
    more = []
    for place, (seat, field) in enumerate(changeable(entry, question)):
        answers = draft.deal if seat is None else draft.lines.get(seat, {})
        words = drafts.in_words(field, drafts.given(answers, field), phraser)
        label = phraser.say(field.label)
        more.append(Button(shortened(f"{label}{colon(lang)}{words}" if words else f"+ {label}"), f"{data}a{place}"))
    if question is not None and question.seat is not None:
        own = drafts.way_of(form, draft, question.seat)
        for place, way in enumerate(drafts.ways_of(form, draft, question.seat)):
            more += [Button(shortened(phraser.say(way.label)), f"{data}w{place}")] if way != own else []
    out += rows(more, 2)
    answered = [seat for seat in form.seats if drafts.line_in_words(form, draft, seat, phraser)]
    again = [seat for seat in answered if question is None or question.seat != seat]
    out += rows([Button(shortened(f"✎ {phraser.name(seat)}", 16), f"{data}r{seat}") for seat in again], 4)
    back = [Button(say("real.undo", lang), f"{data}u")] if len(entry.drafts) > 1 or entry.cards else []
    out.append((*back, Button(say("real.put_away", lang), f"{data}x")))
    return tuple(out)


def _twice(entry: EntryNote, real: RealTable, lang: Lang) -> list[str]:
    """RT-5: show the entry that came first beside this one."""
    lines = [bold(say("real.twice", lang, deal=entry.deal))]
    for info in real.entered:
        if info.deal == entry.deal:
            people = dict(zip(info.members, info.names, strict=True))
            phraser = Phraser(load(info.game), lang, seat_names(info.members, people, lang))
            lines.append(escaped(phraser.payoff(info.payoff)))
    return lines


def _twice_buttons(entry: EntryNote, real: RealTable, lang: Lang, data: str) -> Rows:
    same = any(
        (info.deal, info.game, info.sheet, info.members) == (entry.deal, entry.game, entry.sheet, entry.members)
        for info in real.entered
    )
    buttons = [Button(say("real.same", lang), f"{data}x")]
    buttons += [Button(say("real.replace", lang), f"{data}c")] if same else []
    buttons.append(Button(say("real.is_next", lang, deal=real.deal), f"{data}n"))
    return tuple((button,) for button in buttons)

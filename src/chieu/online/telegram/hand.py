"""The message with a person's hand, in their own chat: a picture, a text and a button per action.

It knows no game. Cards are those of the view, buttons are the legal actions, and `Choices`, which `chieu play` uses as
well, finds the actions for the cards that were tapped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from chieu import pictures
from chieu.core import notation
from chieu.core.cards import Card, card, pretty
from chieu.core.text.choices import Choices, cards_of
from chieu.core.text.hand_order import arranged, own_cards
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser
from chieu.online.telegram.following import Follower
from chieu.online.telegram.lobby import Links, state, title
from chieu.online.telegram.notebook import PersonNote
from chieu.online.telegram.pages import (
    MAX_CAPTION,
    MAX_TEXT,
    Button,
    Page,
    Rows,
    bold,
    escaped,
    fitting,
    quoted,
    rows,
    shortened,
    units,
)
from chieu.online.telegram.texts import deal_names, deal_teller, say

MAT: Final = "#1b302a"
_CARDS_WIDE: Final = 5.0  # the least width of a picture
_IN_A_ROW: Final = 6
_MAX_WAYS: Final = 8  # actions offered for the same cards
_MAX_AMOUNTS: Final = 8
_MAX_PLAIN: Final = 24
_COPY: Final = "."  # between a card and the number of its copy


def page(follower: Follower, person: PersonNote, where: str, links: Links) -> Page:
    """Return the message as it should look now."""
    mirror, lang = follower.mirror, person.lang
    deal, seat = mirror.deal, follower.seat
    lines = [bold(f"{title(mirror.table, lang)}" + (f" · {where}" if where else ""))]
    if deal is None:
        lines.append(escaped(state(mirror.table, lang)))
        return Page("\n".join(lines), _between(follower, lang, links))
    phraser = deal_teller(mirror, lang).at(deal.view)
    presentation = mirror.game.presentation
    cards = () if seat is None else own_cards(arranged(deal.view, seat, person.order, presentation), seat)
    picture = pictures.hand(cards, MAT, _CARDS_WIDE) if cards else ""
    limit = MAX_CAPTION if picture else MAX_TEXT
    buttons: Rows = ()
    if deal.outcome is None:
        # In the dealt order, not the person's: fields of the view refer to cards by position.
        lines += map(escaped, mirror.game.presentation.show(deal.view, lang, deal_names(mirror, lang)))
    if mirror.table.phase == "playing":
        choices = Choices(mirror.game, phraser, deal.legal)
        lines += ["", bold(say("your_turn", lang))] if follower.to_act else []
        lines += _hints(choices, lang) if deal.legal else []
        raised = raised_cards(follower)
        ways = choices.with_cards([raised])[:_MAX_WAYS] if raised else ()
        buttons = (
            *_card_rows(choices, cards, follower),
            *(
                (_act(action, phraser, follower, "▶ "),) for action in ways
            ),  # an illegal one explains itself when tapped
            *_plain(choices, phraser, follower),
            *_around(choices, cards, follower, person, links),
        )
    else:
        if deal.payoff is not None:
            lines += ["", bold(say("result", lang, result=phraser.payoff(deal.payoff)))]
        if deal.outcome is not None:
            left = limit - units("\n".join(lines))
            lines.append(quoted(phraser.outcome(deal.outcome, seat), left))
        buttons = _between(follower, lang, links)
    return Page(fitting(lines, limit), buttons, picture)


def _hints(choices: Choices, lang: Lang) -> list[str]:
    with_cards = [action for action in choices.legal if cards_of(action)]
    if with_cards:
        shortest = min(with_cards, key=lambda action: len(cards_of(action)))
        example = " ".join(str(card).lower() for card in cards_of(shortest))
        return [f"<i>{escaped(say('choose', lang, example=example))}</i>"]
    if choices.amount is not None:
        values = sorted(getattr(action, choices.amount) for action in choices.legal)
        if len(values) > _MAX_AMOUNTS:
            return [f"<i>{escaped(say('number', lang, spans=f'{values[0]} … {values[-1]}'))}</i>"]
    return []


# Cards


def copies(cards: Sequence[Card]) -> list[str]:
    """Name cards so that two copies of one card differ: `7C.0`, `7C.1`."""
    return [f"{held}{_COPY}{cards[:place].count(held)}" for place, held in enumerate(cards)]


def raised_cards(follower: Follower) -> tuple[Card, ...]:
    """Return the tapped cards that the person still holds."""
    held = copies(follower.cards)
    return tuple(card(name.partition(_COPY)[0]) for name in follower.raised if name in held)


def _card_rows(choices: Choices, cards: Sequence[Card], follower: Follower) -> Rows:
    """Return a button per card, if any legal action has cards."""
    if not any(cards_of(action) for action in choices.legal):
        return ()
    table, raised = follower.mirror.table.id, follower.raised
    named = [
        Button(f"✓{pretty(held)}" if name in raised else pretty(held), f"c:{table}:{name}")
        for held, name in zip(cards, copies(cards), strict=True)
    ]
    count = -(-len(named) // _IN_A_ROW)
    width = -(-len(named) // count) if count else 1
    return tuple(tuple(named[at : at + width]) for at in range(0, len(named), width))


# Everything else


def _plain(choices: Choices, phraser: Phraser, follower: Follower) -> Rows:
    """Return buttons for actions without cards. Of many amounts, only some are offered; all can be typed."""
    plain = [action for action in choices.legal if not cards_of(action)]
    if choices.amount is not None and len(plain) > _MAX_AMOUNTS:
        last = len(plain) - 1
        plain = [plain[round(at * last / (_MAX_AMOUNTS - 1))] for at in range(_MAX_AMOUNTS)]
    return rows([_act(action, phraser, follower) for action in plain[:_MAX_PLAIN]], 4)


def _act(action: Any, phraser: Phraser, follower: Follower, before: str = "") -> Button:
    return Button(shortened(before + phraser.action(action)), act_data(follower, action))


def act_data(follower: Follower, action: Any) -> str:
    """PF-44: return a button's data: the table, the sequence number shown, and the action's digest."""
    return f"a:{follower.mirror.table.id}:{follower.mirror.seq}:{digest(action)}"


def digest(action: Any) -> str:
    """Shorten an action to eight characters. A forged digest only matches an action of the sender's own."""
    return hashlib.sha256(notation.write(action).encode()).hexdigest()[:8]


def _around(choices: Choices, cards: Sequence[Card], follower: Follower, person: PersonNote, links: Links) -> Rows:
    lang, table = person.lang, follower.mirror.table.id
    row = []
    if len(cards) > 2:
        row.append(Button(say(f"sort.{next_order(person)}", lang), f"p:{table}:sort:{next_order(person)}"))
    if raised_cards(follower) and any(cards_of(action) for action in choices.legal):
        row.append(Button(say("clear", lang), f"p:{table}:clear:"))
    opens = [Button(say("app", lang), app=links.app)] if links.app else []
    return tuple(buttons for buttons in (tuple(row), tuple(opens)) if buttons)


def next_order(person: PersonNote) -> str:
    """Return the order that `/sort` switches to."""
    return "suit" if person.order == "rank" else "rank"


def _between(follower: Follower, lang: Lang, links: Links) -> Rows:
    table = follower.mirror.table
    out: list[tuple[Button, ...]] = []
    if table.phase == "between":
        host = follower.mirror.you.member == table.host
        out.append((Button(say("deal" if host else "ready", lang), f"g:{table.id}:deal"),))
        out.append(
            (Button(say("rules", lang), f"g:{table.id}:rules"), Button(say("leave", lang), f"g:{table.id}:leave"))
        )
    if links.app:
        out.append((Button(say("app", lang), app=links.app),))
    return tuple(out)

"""A Chinese Rummy view as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chieu.core.cards import RANKS, Card, Cards, pretty
from chieu.core.text.languages import SHARED, Lang, bracketed, listed, seat_head, seat_name
from chieu.games.rummy.messages import SeatView, View
from chieu.games.rummy.rules import MeldKind
from chieu.games.rummy.text.texts import TEXTS


def show(view: View, lang: Lang, names: Sequence[str] = ()) -> list[str]:
    """Return the contract of the round, stock and discard, the numbered melds, and a line per seat."""

    def word(key: str, **values: object) -> str:
        return TEXTS[key].say(lang, **values)

    def seat_line(number: int, seat: SeatView) -> str:
        tags = [word("show.dealer")] if number == view.dealer else []
        tags += [SHARED["show.you"].say(lang)] if number == view.you else []
        tags += [SHARED["show.turn"].say(lang)] if number in view.to_act else []
        tags += [word("show.down")] if seat.laid_down else []
        tags.append(word("show.score", score=seat.score))
        tags += [word("show.lost", points=seat.points)] if seat.points else []
        cards = word("show.cards", count=seat.count) if seat.cards is None else _hand(view, seat.cards, lang)
        return f"{seat_head(number, names)}  {cards}{bracketed(tags, lang)}"

    contract = contract_text(((wanted.kind, wanted.size) for wanted in view.contract), lang)
    discard = "-" if view.discard is None else pretty(view.discard, lang)
    lines = [
        word("show.round", round=view.round, rounds=view.rounds, contract=contract),
        word("show.table", stock=view.stock, discard=discard),
    ]
    if view.blocked_soon:
        lines.append(word("show.quiet", turns=view.quiet_left))
    for number, meld in enumerate(view.melds, start=1):
        cards = " ".join(pretty(card, lang) for card in meld.cards)
        lines.append(
            word(
                "show.meld",
                number=number,
                kind=word(f"word.{meld.kind}"),
                owner=seat_name(meld.owner, lang, names),
                cards=cards,
            )
        )
    lines += [seat_line(number, seat) for number, seat in enumerate(view.seats)]
    if view.how == "blocked":
        lines.append(word("show.stalled" if view.quiet_left == 0 else "show.blocked"))
    elif view.how is not None and view.winner is not None:
        lines.append(word("show.won", seat=seat_name(view.winner, lang, names), how=word(f"word.{view.how}")))
    if view.winners:
        lines.append(word("show.match", seats=listed([seat_name(seat, lang, names) for seat in view.winners], lang)))
    return lines


def contract_text(melds: Iterable[tuple[MeldKind, int]], lang: Lang) -> str:
    """The contract of a round in words: `set of 3 + run of 4`."""
    named = [TEXTS["show.wanted"].say(lang, kind=TEXTS[f"word.{kind}"].say(lang), size=size) for kind, size in melds]
    return " + ".join(named)


def _hand(view: View, cards: Cards, lang: Lang) -> str:
    """Natural cards by rank, then wild cards."""

    def is_wild(card: Card) -> bool:
        return card.rank == len(RANKS) or RANKS[card.rank].replace("10", "T") in view.wild_ranks

    wilds = [pretty(card, lang) for card in cards if is_wild(card)]
    shown = " ".join(pretty(card, lang) for card in cards if not is_wild(card))
    if not wilds:
        return shown
    return f"{shown}  {TEXTS['show.wilds'].say(lang, cards=' '.join(wilds))}".lstrip()

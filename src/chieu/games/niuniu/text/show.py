"""A Niu Niu view as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.cards import Cards, pretty
from chieu.core.text.languages import SHARED, Lang, bracketed, seat_head
from chieu.games.niuniu.messages import SeatView, View
from chieu.games.niuniu.text.texts import TEXTS


def show(view: View, lang: Lang, names: Sequence[str] = ()) -> list[str]:
    """Return a line for the order of the deal, one for the result of an auction, and one per seat."""

    def word(key: str, **values: object) -> str:
        return TEXTS[key].say(lang, **values)

    def seat_line(number: int, seat: SeatView) -> str:
        tags = []
        if number == view.banker:
            tags.append(word("show.house" if view.rules.mode == "paytable" else "show.banker"))
        tags += [SHARED["show.you"].say(lang)] if number == view.you else []
        tags += [word("show.stake", amount=seat.stake)] if seat.stake > 0 else []
        if seat.has_bid:
            key = "has_bid" if seat.bid is None else "bid" if seat.bid else "declined"
            tags.append(word(f"show.{key}", times=seat.bid))
        tags += [SHARED["show.turn"].say(lang)] if number in view.to_act else []
        parts = [seat_head(number, names)]
        if seat.cards is not None:
            parts.append(_cards(seat, seat.cards))
        elif seat.count > 0:
            parts.append(" ".join(["▒▒"] * seat.count))
        if seat.hand is not None:
            reason = word(f"word.{seat.hand.reason}")
            parts.append(f"= {word('show.hand', multiple=seat.hand.multiple, reason=reason)}")
            tags = [word(f"word.bull_{seat.hand.bull}"), *tags] if seat.hand.bull > 0 else tags
        if seat.result is not None:
            tags.append(f"{word(f'word.{seat.result}')} {seat.chips:+d}")
        elif seat.chips is not None:
            tags.append(f"{seat.chips:+d}")
        why = f"  {word(f'word.{seat.because}')}" if seat.because is not None else ""
        return "  ".join(parts) + bracketed(tags, lang) + why

    lines = [word("show.order", order=" → ".join(seat_head(seat, names) for seat in view.order))] if view.order else []
    lines += [word("show.times", times=view.times)] if view.times > 1 else []
    return lines + [seat_line(number, seat) for number, seat in enumerate(view.seats)]


def _cards(seat: SeatView, cards: Cards) -> str:
    """NN-9: the base, a plus sign and the final two; without a base the cards as dealt."""
    words = [pretty(card) for card in cards]
    for odd in seat.odd:
        words[odd.place] += f"({odd.value})"
    hand = seat.hand
    if hand is None or not hand.base:
        return " ".join(words)
    base = " ".join(words[place] for place in hand.base)
    return f"{base} + {' '.join(words[place] for place in hand.final)}"

"""A Xì Dách view as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.cards import pretty
from chieu.core.text.languages import SHARED, Lang, bracketed, listed, seat_head
from chieu.games.xidach.messages import SeatView, View
from chieu.games.xidach.text.texts import TEXTS


def show(view: View, lang: Lang, names: Sequence[str] = ()) -> list[str]:
    """Return a line for the order of play, and one per seat from the first to act to the dealer."""

    def word(key: str, **values: object) -> str:
        return TEXTS[key].say(lang, **values)

    def seat_line(number: int, seat: SeatView) -> str:
        tags = [word("show.dealer")] if number == view.dealer else []
        tags += [SHARED["show.you"].say(lang)] if number == view.you else []
        tags += [word("show.stake", amount=seat.stake)] if seat.stake > 0 else []
        tags += [SHARED["show.turn"].say(lang)] if number in view.to_act else []
        tags += [word("show.done")] if seat.done and seat.result is None else []
        tags += [word("show.public")] if number == view.you and seat.public and view.phase != "over" else []
        if seat.cards is not None:
            cards = " ".join(pretty(card) for card in seat.cards)
            name = [word(f"word.{seat.name}")] if seat.name is not None else []
            cards += f"  = {listed([str(seat.total), *name], lang)}"
        else:
            cards = " ".join(["▒▒"] * seat.count)
        if seat.result is not None:
            tags.append(f"{word(f'word.{seat.result}')} {seat.chips:+d}")
        return f"{seat_head(number, names)}  {cards}{bracketed(tags, lang)}"

    order = view.order or tuple(range(len(view.seats)))
    lines = [word("show.order", order=" → ".join(seat_head(seat, names) for seat in view.order))] if view.order else []
    return lines + [seat_line(number, view.seats[number]) for number in order]

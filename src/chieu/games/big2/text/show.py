"""A Big Two view as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.cards import Cards, pretty
from chieu.core.text.languages import SHARED, Lang, bracketed, seat_head, seat_name
from chieu.games.big2.messages import PutDown, SeatView, View
from chieu.games.big2.text.texts import TEXTS


def show(view: View, lang: Lang, names: Sequence[str] = ()) -> list[str]:
    """Return the current round, the play to beat, and a line per seat; card counts only if they are known."""

    def word(key: str, **values: object) -> str:
        return TEXTS[key].say(lang, **values)

    def turn_line(put: PutDown) -> str:
        if put.kind is None:
            return "  " + word("show.pass", seat=seat_name(put.seat, lang, names))
        return "  " + word(
            "show.play", seat=seat_name(put.seat, lang, names), cards=_cards(put.cards), kind=word(f"word.{put.kind}")
        )

    def seat_line(number: int, seat: SeatView) -> str:
        tags = [SHARED["show.you"].say(lang)] if number == view.you else []
        tags += [SHARED["show.turn"].say(lang)] if number in view.to_act else []
        tags += [word("show.voted")] if seat.voted else []
        tags += [word("show.passed")] if seat.passed and seat.place is None else []
        tags += [word("show.last_card")] if seat.last_card else []
        tags += [word("show.place", place=seat.place)] if seat.place is not None else []
        tags += [word("show.pays_for_all")] if seat.pays_for_all else []
        if seat.each is not None and seat.cards is not None:
            tags.append(word("show.left", count=len(seat.cards), each=seat.each))
        tags += [f"{seat.chips:+d}"] if seat.chips is not None else []
        if seat.cards is not None:
            cards = _cards(seat.cards)
        elif seat.count is not None:
            cards = word("show.count", count=seat.count)
        else:
            cards = "▒▒"
        return f"{seat_head(number, names)}  {cards}{bracketed(tags, lang)}"

    lines = [word("show.round"), *map(turn_line, view.plays)] if view.plays else []
    last = next((put for put in reversed(view.plays) if put.cards), None)
    if view.dealt_again is not None:
        lines.append(word("show.dealt_again", reason=word(f"word.{view.dealt_again}")))
    if view.reshuffles_left == 0 and view.phase == "play":
        lines.append(word("show.asked_no_more"))
    if view.phase == "vote":
        lines.append(word("show.vote"))
        if view.reshuffles_left is not None:
            lines.append(word("show.reshuffles_left", count=view.reshuffles_left))
        lines += [word("show.low")] if view.low else []
    elif view.phase == "play" and last is not None:
        lines.append(word("show.to_beat", cards=_cards(last.cards), seat=seat_name(last.seat, lang, names)))
    elif view.phase == "play":
        lines.append(word("show.opening" if view.opening else "show.lead", seat=seat_name(view.to_act[0], lang, names)))
    if view.discards:
        lines.append(word("show.discards", cards=_cards(view.discards)))
    return lines + [seat_line(number, seat) for number, seat in enumerate(view.seats)]


def _cards(cards: Cards) -> str:
    return " ".join(pretty(card) for card in cards)

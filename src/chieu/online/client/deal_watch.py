"""PF-22: what was shown of the latest deals, so that their records can be held against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chieu.fairness.witness import ShownView, shown_view
from chieu.online.client.mirror import TableMirror

_DEALS: Final = 3  # that are remembered: a record is asked for while the next deal may have begun


class DealWatch:
    """Remembers every view of a deal, from its first one to the one in which it is over."""

    def __init__(self) -> None:
        self._shown: dict[int, list[ShownView]] = {}
        self._over = 0

    def see(self, picture: TableMirror) -> None:
        """Takes note of what is shown. Of a deal that is over nothing more is: people may look from other seats. What a
        house that went back to a back-up had shown is not what its records tell."""
        if picture.went_back:
            self._shown, self._over = {}, 0
        deal = picture.deal
        if deal is None or deal.number <= self._over:
            return
        seat = picture.you.seat
        shown = self._shown.setdefault(deal.number, [])
        now = shown_view(None if seat in deal.out else seat, deal.view)
        if shown[-1:] != [now]:
            shown.append(now)
        if deal.payoff is not None:
            self._over = deal.number
        while len(self._shown) > _DEALS:
            del self._shown[next(iter(self._shown))]

    def of(self, deal: int) -> Sequence[ShownView]:
        """What was shown of a deal, as far as it is remembered."""
        return tuple(self._shown.get(deal, ()))

"""PF-22: this client's part in the shuffles of a table, as its journal allows, and its shield."""

from __future__ import annotations

import secrets
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from chieu.fairness import card_order, journal
from chieu.fairness.journal import Drawn, Hindrance, Journal, Unaccounted
from chieu.fairness.manifest import BadManifest, Manifest, ManifestChair, manifest_hash, read_manifest
from chieu.games import all_games
from chieu.online.client.journals import Journals
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol.commands import Abstain, Commit, Reveal
from chieu.online.protocol.fields import CONTRIBUTION_BYTES
from chieu.online.protocol.views import DealView, ShuffleInfo

NoticeKind: TypeAlias = Literal["left_out", "contradiction", "unasked", "blamed", "unaccounted", "again", "changed"]
_NO_CHAIR: Final = ManifestChair("house")


class Notice(NamedTuple):
    """A sentence for the person.

    `reason`: why the client is left out, or why a deal is not accounted for. `number`: of deals without proof so
    far, of attempts so far, or of the attempt.
    """

    kind: NoticeKind
    deal: int
    reason: str = ""
    number: int = 0


class Shield(NamedTuple):
    """Provability of the pending or running deal to this person.

    `solid`: it will. `hollow`: it will not, for a reason that this device knows. `amber`: it will not, and the `notice`
    says why.
    """

    state: Literal["none", "solid", "hollow", "amber"]
    reason: str = ""
    notice: Notice | None = None


def draw(table: str, guest: str, deal: int, attempt: int) -> str:
    """Draw the random bytes of an attempt."""
    del table, guest, deal, attempt
    return secrets.token_hex(CONTRIBUTION_BYTES)


class Contributor:
    """One guest's part in the shuffles of one table.

    `table` is the id in the table's link, not the one that the server shows. The caller removes the `notices` and the
    numbers of `proven` deals that it has shown.
    """

    def __init__(self, journals: Journals, table: str, guest: str) -> None:
        self.notices: list[Notice] = []
        self.proven: list[int] = []
        self.shield = Shield("none")
        self._journals = journals
        self._table = table
        self._guest = guest
        self._connection = ""
        self._there = (0, 0)  # the deal and attempt that it committed to on this connection
        self._sent: set[tuple[int, int]] = set()  # deals and attempts that it revealed for on this connection
        self._acknowledged: set[tuple[int, int]] = set()  # those of which the server said that the reveal arrived
        self._offered: tuple[int, int] | None = None  # the last one that it could commit to, or came too late for
        self._watched: int | None = None  # number of the last deal that this connection was shown before its end
        self._skipped = 0  # number of the last deal of which it was shown only the end
        self._closed = (Journal(table), "")  # the journal before the last deal it closed, and the record
        self._changed: int | None = None  # number of the last deal that was shown otherwise than in that record
        self._told: set[Notice] = set()
        self._unaccounted: Notice | None = None

    @property
    def journal(self) -> Journal:
        """The journal of the table."""
        return self._journals.read(self._table)

    @property
    def waits(self) -> bool:
        """True while this client waits for a decision of its person before it contributes again."""
        return self._unaccounted is not None or self._asks

    @property
    def _asks(self) -> bool:
        return self.shield.notice is not None and self.shield.notice.kind == "again"

    def connected(self) -> None:
        """Begin a connection: views have an order within it."""
        self._connection, self._there, self._offered = secrets.token_hex(4), (0, 0), None
        self._watched, self._skipped = None, 0
        self._sent.clear()

    def see(self, picture: TableMirror) -> None:
        """Add the view shown now to the journal. If this client closed its deal, compare it with the record."""
        deal = picture.deal
        if deal is None:
            return

        def seen(known: Journal) -> Journal:
            is_open = known.open is not None and known.open.deal == deal.number
            shown = (deal.view.you, deal.view, deal.payoff, deal.outcome)
            return journal.see(known, self._connection, *shown) if is_open else known

        self._journals.update(self._table, seen)
        before, text = self._closed
        after = seen(before)
        if after is not before:
            try:
                journal.account(all_games(), after, text)
                self._closed = after, text
            except Unaccounted:
                self._changed = deal.number

    def hindrance(self, picture: TableMirror) -> Hindrance | None:
        """Return what keeps the client from contributing: also an open deal that seems to be over."""
        shuffle, phase, known = picture.table.shuffle, picture.table.phase, self.journal
        if known.open is not None:
            shown, over = (0, False) if picture.deal is None else (picture.deal.number, picture.deal.payoff is not None)
            if shown > known.open.deal or (phase == "playing" and shown != known.open.deal):
                return "open"
            if shown == known.open.deal and over:  # in every phase: the server may never leave this one
                return "open"
            if phase in ("revealing", "playing"):
                return None if known.open.deal == shuffle.deal else "open"
        return journal.hindrance(known, shuffle.deal, shuffle.attempt)

    def account(self, before: Journal, after: Journal, text: str) -> bool:
        """Store a deal that its record closes, unless the journal has changed since it was read.

        The deal is proven to the person if this client revealed for the attempt that was played.
        """
        if self._journals.update(self._table, lambda now: after if now.open == before.open else now) != after:
            return False
        self._closed = before, text
        deal, last = after.closed[-1]
        if before.open and any(manifest_hash(attempt.manifest) == last for attempt in before.open.attempts):
            self.proven.append(deal)
        return True

    def report(self, reason: str) -> None:
        """Tell the person that a deal cannot be accounted for. The client abstains until they decide."""
        known = self.journal
        deal = known.open.deal if known.open is not None else known.closed[-1][0]
        self._unaccounted = Notice("unaccounted", deal, reason, len(known.written_off) + 1)

    def go_on(self, picture: TableMirror) -> None:
        """Carry on as the person decided: without proof of a deal, or with more attempts."""
        if self._unaccounted is not None:
            deal = picture.table.shuffle.deal
            self._journals.update(self._table, lambda known: journal.write_off(known, deal))
            self._unaccounted, self._changed, self._closed = None, None, (Journal(self._table), "")
        elif self._asks:
            self._journals.update(self._table, journal.agree)

    def due(self, picture: TableMirror) -> Commit | Reveal | Abstain | None:
        """Return the command to send now, if any, without its id and sequence number."""
        table, chair = picture.table, picture.you.seat
        shuffle, deal = table.shuffle, picture.deal
        between = table.phase in ("between", "committing")
        if between and self.hindrance(picture) is None:
            self._unaccounted = None
        number = shuffle.deal if table.phase == "revealing" else 0 if deal is None else deal.number
        slow = self._offered is not None and self._offered[0] == number != self._there[0]  # asked to commit, it had not
        if self._watched is None or not between or slow:
            self._watched = number
        elif number > self._watched and picture.seat is not None:
            self._skipped = number
        if self._offered is None or (between and chair is not None and table.real is None):
            self._offered = (shuffle.deal, shuffle.attempt)
        self.shield = Shield("none")
        command: Commit | Reveal | Abstain | None = None
        if table.id != self._table:  # its bytes would be used for another table than they are stored for
            self._tell(Notice("contradiction", shuffle.deal))
        elif table.real is not None and deal is None:  # RT-2: nothing is shuffled
            return None
        elif chair is not None and between:
            command = self._commit(shuffle, chair)
        elif table.phase == "playing" and deal is not None and deal.number == 0:
            if chair is not None and not self._may_be_lesson(picture):
                self._tell(Notice("contradiction", shuffle.deal))
        elif chair is not None:
            command = self._reveal(picture, chair)
        asked = self.shield if self._asks else None
        self._see_voids(shuffle)
        if between and number == self._skipped > 0 and self._unaccounted is None:
            self._tell(Notice("unasked", number))
        if deal is not None and deal.number == self._changed:
            self._tell(Notice("changed", deal.number))
        self.shield = asked or self.shield  # a notice must not hide a question, which `go_on` answers
        if self._unaccounted is not None:
            self._tell(self._unaccounted)
        return command

    def _may_be_lesson(self, picture: TableMirror) -> bool:
        """PF-46: return whether a deal 0 can be a lesson: for one person, before any deal that is shuffled."""
        known, people = self.journal, [info for info in picture.table.seats if info.member is not None]
        return len(people) == 1 and known.open is None and not known.closed and not known.written_off

    def _commit(self, shuffle: ShuffleInfo, chair: int) -> Commit | Abstain | None:
        """Return the commitment to send. One that another device of the person sent is left in place."""
        deal, attempt = shuffle.deal, shuffle.attempt
        known = self.journal
        left_out = next((by for out, by, _ in shuffle.left_out if out == chair), None)
        published = dict(shuffle.commitments).get(chair)
        hindered = journal.hindrance(known, deal, attempt)
        if hindered == "ask":
            assert known.open is not None
            self._tell(Notice("again", deal, number=len(known.open.attempts)))
        if hindered is not None:
            abstains = self._unaccounted is not None and published is None and left_out is None
            return Abstain(id="", seq=0, deal=deal) if abstains else None
        if left_out not in (None, "self"):
            return None
        fresh = Drawn(self._guest, deal, attempt, draw(self._table, self._guest, deal, attempt))
        mine = journal.drawn_for(known, self._guest, deal, attempt)
        if mine is not None and published is not None:
            if published == self._commitment(mine):
                self.shield, self._there = Shield("solid"), (deal, attempt)
            return None
        known = self._journals.update(self._table, lambda now: journal.commit(now, fresh))
        mine = journal.drawn_for(known, self._guest, deal, attempt)
        assert mine is not None
        commitment, self._there = self._commitment(mine), (deal, attempt)
        return Commit(id="", seq=0, deal=deal, attempt=attempt, commitment=commitment, protocol=1)

    def _commitment(self, drawn: Drawn) -> str:
        return card_order.contribution_commitment(self._table, drawn.deal, drawn.attempt, drawn.contribution)

    def _reveal(self, picture: TableMirror, chair: int) -> Reveal | None:
        """Return the reveal to send, and set the shield by the manifest that is shown."""
        phase, shuffle, text = picture.table.phase, picture.table.shuffle, picture.manifest
        deal, attempt = shuffle.deal, shuffle.attempt
        mine = journal.drawn_for(self.journal, self._guest, deal, attempt)
        # A client that committed on this connection, or was connected before and never asked to, did not come late.
        there = self._there == (deal, attempt) or self._offered != (deal, attempt)
        try:
            manifest = read_manifest(text) if text else None
        except BadManifest:
            manifest = None
        if not text and phase == "playing":
            if there:
                self._tell(Notice("unasked", deal))
            else:
                self.shield = Shield("hollow", "late")
            return None
        if (
            manifest is None
            or (manifest.table, manifest.deal, manifest.attempt) != (self._table, deal, attempt)
            or (phase == "playing" and _is_another(picture.deal, manifest))
        ):
            self._tell(Notice("contradiction", deal))
            return None
        own = manifest.all_chairs[chair] if chair < len(manifest.all_chairs) else _NO_CHAIR
        if mine is None or own.kind != "contributes" or own.commitment != self._commitment(mine):
            self._without(deal, own, there, mine)
            return None
        if phase == "playing":
            known = self.journal.open
            if known is None or known.deal != deal or known.at(attempt) is None:
                self._tell(Notice("unasked", deal))  # the cards do not follow from this client's bytes
                return None
        return self._revealed(text, mine, phase == "revealing" and chair not in shuffle.revealed)

    def _revealed(self, text: str, mine: Drawn, due: bool) -> Reveal | None:
        """Store the manifest, then reveal for it; nothing for another one than the journal allows."""
        allowed = False

        def change(known: Journal) -> Journal:
            nonlocal allowed
            allowed = journal.may_reveal(known, text)
            return journal.reveal(known, text, mine.contribution) if allowed and due else known

        self._journals.update(self._table, change)
        if not allowed:
            self._tell(Notice("contradiction", mine.deal))
            return None
        self.shield = Shield("solid")
        (self._sent if due else self._acknowledged).add((mine.deal, mine.attempt))
        if not due:
            return None
        contribution, digest = mine.contribution, manifest_hash(text)
        return Reveal(id="", seq=0, deal=mine.deal, attempt=mine.attempt, contribution=contribution, manifest=digest)

    def _without(self, deal: int, own: ManifestChair, there: bool, mine: Drawn | None) -> None:
        """Set the shield for a deal shuffled without this client. One that was `there` was not late."""
        if own.kind == "contributes" or own.why == "unaccounted":
            self.shield = Shield("hollow", "other_device")
        elif there or own.why in ("asked", "withheld"):
            self._tell(Notice("left_out", deal, own.why or own.kind))
        else:
            self.shield = Shield("hollow", "sits_out" if own.sits_out else "late" if mine is None else "lost")

    def _see_voids(self, shuffle: ShuffleInfo) -> None:
        """Tell the person if the server says that this client withheld although it revealed.

        The reveal may have been lost with its connection, unless the server had acknowledged it. The chairs are those
        of the void attempt's manifest, as the person may have moved since.
        """
        known = self.journal
        for void in shuffle.voids:
            if (shuffle.deal, void.attempt) not in self._sent | self._acknowledged:
                continue
            revealed = known.open.at(void.attempt) if known.open and known.open.deal == shuffle.deal else None
            mine = journal.drawn_for(known, self._guest, shuffle.deal, void.attempt)
            chairs = read_manifest(revealed.manifest).contributors if revealed and mine else ()
            if mine and any(chair in void.withheld for chair, given in chairs if given == self._commitment(mine)):
                self._tell(Notice("blamed", shuffle.deal, number=void.attempt + 1))

    def _tell(self, notice: Notice) -> None:
        self.shield = Shield("amber", notice.reason, notice)
        if notice not in self._told:
            self._told.add(notice)
            self.notices.append(notice)


def _is_another(deal: DealView[Any, Any, Any] | None, manifest: Manifest) -> bool:
    """Return whether the manifest fixed another deal, game, sheet or players than the screen shows."""
    fixed = (manifest.deal, manifest.game, manifest.sheet, manifest.chairs)
    return deal is not None and (deal.number, deal.game, deal.sheet, deal.chairs) != fixed

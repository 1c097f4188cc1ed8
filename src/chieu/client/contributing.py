"""PF-22: this client's part in the shuffles.

What it contributes follows from a secret of its own, the table and the deal. So a client that was closed and opened
again, or is open twice, stands by what it committed to, and there is nothing to remember. The server never sees the
secret, and so cannot know a contribution before it is revealed.
"""

from __future__ import annotations

import hmac

from chieu.client.mirror import TableMirror
from chieu.table import fair


def contribution(secret: bytes, table: str, deal: int, attempt: int, seat: int) -> str:
    """32 bytes nobody else can know, in hexadecimal."""
    return hmac.digest(secret, fair.packed("chieu contribution", table, deal, attempt, seat), "sha256").hex()


def due(picture: TableMirror, secret: bytes) -> tuple[str, str] | None:
    """What is to be sent now, if anything: `("commit", commitment)` or `("reveal", contribution)`."""
    table, seat = picture.table, picture.you.seat
    shuffle = table.shuffle
    if seat is None or seat in shuffle.barred:
        return None
    where = (table.id, shuffle.deal, shuffle.attempt, seat)
    given = contribution(secret, *where)
    commitment = fair.contribution_commitment(*where, given)
    known = dict(shuffle.commitments).get(seat)
    if table.phase in ("between", "committing") and known != commitment:
        return ("commit", commitment)
    contributes = shuffle.contributors is not None and seat in shuffle.contributors and seat not in shuffle.revealed
    if table.phase == "revealing" and contributes and known == commitment:
        return ("reveal", given)
    return None

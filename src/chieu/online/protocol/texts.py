"""The texts of a table: errors by code, announcements by tag, emotes and bots by name.

The placeholders of `happened.*` are the fields of the announcement, and `{name}` for the person who acted, `{number}`
for the number of the seat, counted from 1, `{people}` for those who shuffle, and `{rules}` for the title of a sheet.
"""

from __future__ import annotations

from typing import Final

from chieu.core.text.languages import Catalogue

TEXTS: Final = Catalogue("chieu.online.protocol")

"""Telegram bot: a client of the table service. It contains no rule and no text of a game."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # return durations as timedelta, the default from its next version on

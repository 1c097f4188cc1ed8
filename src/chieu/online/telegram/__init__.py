"""The same tables in Telegram: a bot that is a client of the house. It knows no rule and no game's words."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # how python-telegram-bot tells times from its next version on

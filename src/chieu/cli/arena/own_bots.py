"""Bots from people's own modules: `mybots:Careful`.

Only the command line loads them. A table never does, whatever name somebody on the network asks it for.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from chieu.cli.errors import BadInput
from chieu.cli.text.texts import say
from chieu.core.extras import BotMaker
from chieu.core.text.languages import Lang


def is_own(name: str) -> bool:
    """Whether a name is that of somebody's own bot."""
    return ":" in name


def own_bot(name: str, lang: Lang) -> BotMaker:
    """The bot `module:Name`. The module may lie in the working directory, as for `python -m`."""
    where, _, what = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(where)
    except (ModuleNotFoundError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name not in (where, where.partition(".")[0]):
            raise  # it is there, and something it needs is not
        raise BadInput(say("error.no_bot_module", lang, bot=name[:60], module=where[:40], here=here)) from None
    found = getattr(module, what, None)
    if not callable(found):
        raise BadInput(say("error.not_in_module", lang, bot=name[:60], module=where[:40], name=what[:40]))
    maker: BotMaker = found
    return maker

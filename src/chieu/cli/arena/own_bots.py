"""Bots from the user's modules, named like `mybots:Careful`.

Only the command line loads them. A table never does, whatever name a client sends.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from chieu.cli.console import BadInput
from chieu.cli.text.texts import say
from chieu.core.extras import BotMaker
from chieu.core.text.languages import Lang


def is_own(name: str) -> bool:
    """Tell whether a name is that of a bot in the user's module."""
    return ":" in name


def own_bot(name: str, lang: Lang) -> BotMaker:
    """Import the bot `module:Name`. The module may be in the working directory, as with `python -m`."""
    module_name, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except (ModuleNotFoundError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name not in (module_name, module_name.partition(".")[0]):
            raise  # the module exists, but something that it imports does not
        raise BadInput(say("error.no_bot_module", lang, bot=name[:60], module=module_name[:40], here=here)) from None
    maker: BotMaker | None = getattr(module, attribute, None)
    if not callable(maker):
        raise BadInput(say("error.not_in_module", lang, bot=name[:60], module=module_name[:40], name=attribute[:40]))
    return maker

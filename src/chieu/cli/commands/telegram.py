"""`chieu telegram`: run the Telegram bot by itself, or as a node on a shared PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
import sys
from argparse import Namespace
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from chieu.cli.console import OK, BadInput
from chieu.cli.parser import Parser
from chieu.cli.server_settings import add_arguments, telegram_config
from chieu.core.codec import OtherVersion
from chieu.online.odds_lab import OddsLab
from chieu.online.server import logs, settings
from chieu.online.server.api.odds import PROCESSES, odds_limit, odds_workers
from chieu.online.server.app import build_service
from chieu.online.server.guests import Tokens
from chieu.online.server.metrics import Metrics
from chieu.online.server.settings import BadSettings, Settings
from chieu.online.storage.backends import Backend, BadBackend, open_backend, shown
from chieu.online.storage.local import SystemEntropy

if TYPE_CHECKING:
    from chieu.online.telegram.service import Config, TelegramService

_SETTINGS: Final = (
    "data",
    "public_url",
    "telegram_token_file",
    "telegram_api",
    "bot_workers",
    "entries_per_address",
    "log_level",
)


def fill(parser: Parser) -> None:
    """Add the token, and the flags for the store and the page."""
    parser.add_argument(
        "--token",
        metavar="TOKEN",
        dest="telegram_token",
        help="token from @BotFather; safer in a file or the environment, as other users can see command lines",
    )
    add_arguments(parser, only=_SETTINGS)


def run(args: Namespace) -> int:
    """Run the bot until the process is asked to stop."""
    try:
        server_settings = settings.gather(vars(args))
        config = telegram_config(server_settings)
        if config is None:
            raise BadInput(
                "the bot's token is missing: get one from @BotFather and pass it with --telegram-token-file, --token or"
                " CHIEU_TELEGRAM_TOKEN"
            )
        backend = open_backend(server_settings.store)
    except (BadSettings, BadBackend) as error:
        raise BadInput(str(error)) from None
    logs.set_up(server_settings.log_level)
    return asyncio.run(_run(config, backend, server_settings))


async def _run(config: Config, backend: Backend, server_settings: Settings) -> int:
    from chieu.online.telegram.service import BadToken, TelegramService  # noqa: PLC0415 (an extra, and slow to load)

    entropy, tokens = SystemEntropy(), Tokens(SystemEntropy(), "")
    await backend.start()
    await tokens.start(backend.notes)
    tables, _, bot_workers = build_service(server_settings, backend, entropy, Metrics())
    odds = odds_workers(server_settings)
    lab = OddsLab(odds, PROCESSES, odds_limit(server_settings))
    service = TelegramService(config, tables, backend.notes, entropy, tokens.key, lab)
    running = [asyncio.create_task(tables.run()), asyncio.create_task(service.run())]
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(number, running[1].cancel)
    logs.say("started", data=shown(server_settings.store))
    running.append(asyncio.create_task(_tell_started(service)))
    try:
        await running[1]
    except asyncio.CancelledError:
        return OK
    except BadToken:
        raise BadInput("Telegram knows no bot with this token: check it with @BotFather") from None
    except OtherVersion as error:
        raise BadInput(f"{shown(server_settings.store)}: {error}") from None
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await bot_workers.close()
        await odds.close()
        await backend.close()
        logs.say("stopped")
    return OK


async def _tell_started(service: TelegramService) -> None:
    await service.started.wait()
    sys.stdout.write("The bot is running. Add it to a group and type /play there. Ctrl-C stops it.\n")
    sys.stdout.flush()

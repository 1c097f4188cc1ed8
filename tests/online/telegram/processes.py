"""The bot in its own process, which can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import ClassVar

from tests.online.server.server_process import seeded
from tests.online.telegram.bot_api import BotApi
from tests.waiting import PATIENCE_S


class BotProcess:
    """A process of `chieu telegram`, or of `chieu serve` with a bot.

    `running` lists those that have not ended.
    """

    running: ClassVar[list[BotProcess]] = []

    def __init__(self, api: BotApi, data: str, *words: str, command: str = "telegram", log: Path | None = None) -> None:
        flags = [command, "--data", data, "--telegram-api", api.url, "--log-level", "debug", *words]
        environment = {**os.environ, "CHIEU_TELEGRAM_TOKEN": api.token}
        self._log = (log or Path(os.devnull)).open("ab")
        self.process = subprocess.Popen(
            [*seeded(data), *flags],
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=environment,
            text=True,
        )
        self.running.append(self)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return self.said.partition(": ")[2].strip().rstrip("/")

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.ended()

    def stop(self) -> int:
        self.process.terminate()
        return self.ended()

    def ended(self) -> int:
        """Wait for the end and return the exit code."""
        code = self.process.wait(PATIENCE_S)
        self.running.remove(self)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()
        return code

"""The help page of each command: players' commands in three languages, the others in English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chieu.cli.text.texts import say
from chieu.core.text.languages import Lang


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPage:
    """Help of one command in one language. `examples` are pairs of a command line and its meaning."""

    about: str
    teach: str
    examples: tuple[tuple[str, str], ...]
    onward: str


def help_page(name: str, lang: Lang) -> HelpPage:
    """Return the help of a command, in English if it has no translation."""
    if name not in PLAYERS:
        return {**DEVELOPERS, **OPERATORS}[name]
    command = f"command.{name}"
    return HelpPage(
        about=say(f"{command}.about", lang),
        teach=say(f"{command}.teach", lang),
        examples=tuple(
            (line, say(f"{command}.example.{number}", lang)) for number, line in enumerate(PLAYERS[name], start=1)
        ),
        onward=say(f"{command}.onward", lang),
    )


PLAYERS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": (
        "chieu play",
        "chieu play xidach --seats 3 --lang vi --name An",
        "chieu play xidach --preset vipgame --seat 1 --seed 7",
    ),
    "table": (
        "chieu table xidach --bots heuristic,heuristic --seats 3 --name An",
        "chieu table http://127.0.0.1:8000/t/LINK --name Hoa",
        "chieu table http://127.0.0.1:8000/t/LINK --watch",
    ),
    "games": (
        "chieu games",
        "chieu games --lang vi",
    ),
    "rules": (
        "chieu rules xidach",
        "chieu rules xidach --preset vipgame --set stake_max=5 compare=yes",
        "chieu rules xidach --code vipgame~sm5~cmy --lang vi",
    ),
    "judge": (
        'chieu judge xidach --dealer "10S 6H" --player "AS 5D" --preset vipgame',
        'chieu judge niuniu "KC QD 3S 7H 10D"',
        'echo \'{"dealer": "10S 6H", "player": "AS KD"}\' | chieu judge xidach --jsonl',
    ),
    "simulate": (
        "chieu simulate xidach --deals 10000",
        "chieu simulate xidach --deals 2000 --seats 2 --set dealer_must_draw_below=18",
        "chieu simulate xidach --deals 100 --bots heuristic,random --records deals.txt --json",
    ),
    "solve": (
        "chieu solve xidach",
        "chieu solve xidach --preset vipgame --set pay_ngu_linh=2 --json",
        "chieu solve xidach --strategy best.jsonl",
    ),
    "replay": (
        "chieu replay deals.txt",
        "chieu replay deals.txt --deal 3 --step --seat 1",
        "chieu replay - < deals.txt > /dev/null && echo right",
    ),
    "review": (
        "chieu review deals.txt --deal 1",
        "chieu review deals.txt --deal 2 --seat 1 --worlds 1000",
    ),
    "verify": (
        "chieu verify deal.txt",
        "chieu verify deal.txt deal-2.txt",
        "chieu verify - < deal.txt",
    ),
}
"""Players' commands, each with the command lines of its examples; the texts are `command.<name>.*`."""


DEVELOPERS: Final[Mapping[str, HelpPage]] = {
    "arena": HelpPage(
        about="Play bots against each other and rate them",
        teach=(
            "Every pairing plays the same deals, and each bot sits in every seat in turn, so the luck of the cards cancels out."
            " The report shows what a bot wins against copies of another one, with a 95 % confidence interval, and a rating of"
            " all bots (200 points more: ahead on 76 of 100 deals). The same seed, rules and version give the same result on"
            " any number of processes or machines."
        ),
        examples=(
            (
                "chieu arena xidach --bots heuristic,solved,random --seats 2 --deals 400",
                "three bots, every pairing",
            ),
            (
                "chieu arena big2 --bots heuristic --against random --deals 20 --results big2.jsonl --plot big2.svg",
                "one pairing; save the results so that you can resume, and plot them",
            ),
            (
                "chieu arena rummy --bots planner,heuristic --matches 4 --jobs 2 --json",
                "whole matches, as JSON",
            ),
        ),
        onward=(
            "docs/bots.md explains how to write a bot. To use several machines: `dask scheduler`, `dask worker ADDRESS`, then"
            " --cluster ADDRESS."
        ),
    ),
    "perft": HelpPage(
        about="Count the move sequences of a deal at each depth",
        teach=(
            "Shuffles once with the seed and counts all move sequences of each length, with the time taken. Two implementations"
            " of the same rules must give the same counts, so this checks correctness and speed at once."
        ),
        examples=(
            ("chieu perft xidach --depth 4", "up to four moves"),
            (
                "chieu perft xidach --seats 2 --seed 7 --depth 5 --divide",
                "split by first move, to find where two counts differ",
            ),
        ),
        onward="`chieu simulate` plays whole deals.",
    ),
    "new-game": HelpPage(
        about="Create a new game from a working template",
        teach=(
            "Writes a small working game with a bot, texts in three languages and tests, for you to turn into your own. It is a"
            " separate package that Chiếu finds once it is installed; nothing else needs editing. Its tests check the laws"
            " that every game must keep: no card leaks, no card is lost, payoffs add up to zero and every deal ends."
        ),
        examples=(
            ("chieu new-game baicao", "a package in this folder"),
            ("chieu new-game war --into games", "in another folder"),
        ),
        onward="`chieu games` lists all games; docs/new-game.md is a step-by-step guide.",
    ),
}

OPERATORS: Final[Mapping[str, HelpPage]] = {
    "serve": HelpPage(
        about="Run a server that friends can play on",
        teach=(
            "Runs the server and its web page. Anyone who opens a table's link can sit down, without an account. All data is in"
            " one SQLite file. Ctrl-C stops the server without losing anything."
        ),
        examples=(
            ("chieu serve", "on this machine only"),
            (
                "chieu serve --host 0.0.0.0 --port 9000 --data tables.db",
                "for everyone on your network, with its own data file",
            ),
        ),
        onward="`chieu verify` checks records downloaded from a table. docs/operations.md is the operator's guide.",
    ),
    "telegram": HelpPage(
        about="Run a Telegram bot for a group of friends",
        teach=(
            "Runs the bot. Typing /play in a group opens a table, and each player's hand arrives in a private chat. Rules and"
            " shuffle are the same as on the web page, and a table can have players in the chat and on the page. Only one"
            " process can use a SQLite file: to serve the page as well, run `chieu serve --telegram-token-file FILE`, or let"
            " both use one PostgreSQL database."
        ),
        examples=(
            ("chieu telegram --telegram-token-file bot.token", "read the token from a file"),
            (
                "chieu serve --telegram-token-file bot.token --public-url https://cards.example",
                "the page and the bot in one process",
            ),
        ),
        onward="docs/telegram.md explains how to create a bot.",
    ),
    "tables": HelpPage(
        about="List, export and remove a server's tables",
        teach=(
            "Lists the tables in a store with their size, age, people and deals. Exports the records of all deals of a table to"
            " one file that `chieu verify` reads. Removes the log of a table; its book (who won what) stays. Listing and"
            " exporting work while the server runs. To remove tables from a SQLite file, stop the server first."
        ),
        examples=(
            ("chieu tables list --older 30", "tables nobody has touched for 30 days"),
            ("chieu tables export LINK --to records", "export the records of a table"),
            ("chieu tables remove LINK", "remove its log and keep its book"),
        ),
        onward="`chieu verify` checks exported files; `chieu serve --keep-days` removes old tables automatically.",
    ),
    "backup": HelpPage(
        about="Copy a server's tables while it runs",
        teach=(
            "Takes a consistent copy of the data file while the server keeps running. The copy is checked before it appears."
            " Start a server with `chieu serve --data COPY` and everybody can play on."
        ),
        examples=(
            ("chieu backup tables-copy.db", "copy your own tables"),
            ("chieu backup tables-copy.db --data tables.db", "copy another data file"),
        ),
        onward="`chieu serve --data COPY` runs from the copy.",
    ),
    "restored": HelpPage(
        about="Mark a store as restored from a backup",
        teach=(
            "A server recognizes a copy made by `chieu backup`. It cannot recognize a PostgreSQL dump or a disk snapshot: run"
            " this before the server starts. Deals in progress are annulled, chips go back to what they were before those"
            " deals, and everybody at the table is notified."
        ),
        examples=(
            ("chieu restored", "your own tables"),
            ("chieu restored --data postgresql://localhost/cards", "a database"),
        ),
        onward="`chieu backup` copies tables; `chieu serve` runs a server.",
    ),
}

COMMANDS: Final = (*PLAYERS, *DEVELOPERS, *OPERATORS)

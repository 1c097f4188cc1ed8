"""Bad input: one line that says what is wrong and what is allowed, exit code 2, never a traceback."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from chieu.core.text.languages import LANGS
from tests.cli.running import CHIEU, PLAIN, Here, is_one_line, program

BAD = [
    (("rules", "chess"), "there is no game 'chess': there are"),
    (("rules",), "GAME"),
    (("rules", "xidach", "--preset", "nowhere"), "no preset 'nowhere': there are room, vipgame"),
    (("rules", "xidach", "--set", "colour=red"), "no option 'colour': there are stake_min, stake_max"),
    (("rules", "xidach", "--set", "minimum"), "'minimum' is not a setting: write option=value"),
    (("rules", "xidach", "--set", "minimum=99"), "option minimum cannot be '99': it takes 12 to 20"),
    (("rules", "xidach", "--set", "minimum=1e3"), "option minimum cannot be '1e3': it takes 12 to 20"),
    (("rules", "xidach", "--set", "compare=maybe"), "it takes yes or no"),
    (("rules", "xidach", "--set", "ace=high"), "option ace cannot be 'high': it takes free, by_count"),
    (("rules", "xidach", "--set", "stake_min=9", "stake_max=5"), "The smallest stake, 9, is over the greatest, 5."),
    (("rules", "xidach", "--set", "minimum=13", "minimum=14"), "option minimum is set twice"),
    (("rules", "xidach", "--code", "room~zz9"), "'room~zz9' is not the code of a xidach sheet"),
    (("rules", "xidach", "--code", "nowhere"), "no preset 'nowhere'"),
    (("simulate", "niuniu", "--code", "custom~zz9"), "'custom~zz9' is not the code of a niuniu sheet"),
    (("judge", "niuniu", "--code", "nowhere"), "no preset 'nowhere'"),
    (("rules", "xidach", "--code", "~" * 9999), "xidach"),
    (("rules", "xidach", "--code", "room", "--preset", "room"), "give --code or --preset, not both"),
    (("rules", "xidach", "--lang", "fr"), "'vi', 'en', 'zh'"),
    (("rules", "xidach", "--lang"), "--lang"),
    (("rules", "xidach", "surplus"), "surplus"),
    (("rules", "xidach", "--surplus"), "--surplus"),
    (("simulate", "xidach", "--deals", "0"), "'0' is not a whole number from 1 to"),
    (("simulate", "xidach", "--deals", "many"), "'many' is not a whole number from 1 to"),
    (("simulate", "xidach", "--deals", "9" * 5000), "is not a whole number from 1 to"),
    (("simulate", "xidach", "--seats", "11"), "This game has 2 to 10 seats, not 11."),
    (("simulate", "xidach", "--seed", "-1"), "'-1' is not a whole number from 0 to"),
    (("simulate", "xidach", "--bots", "gambler"), "no bot 'gambler': there are random, heuristic"),
    (("simulate", "xidach", "--bots", ""), "no bot ''"),
    (("simulate", "xidach", "--records", "/nowhere/at/all"), "cannot write '/nowhere/at/all'"),
    (("simulate", "xidach", "--records", "/"), "cannot write '/'"),
    (("perft", "xidach", "--depth", "-1"), "'-1' is not a whole number from 0 to"),
    (("play", "chess"), "there is no game 'chess'"),
    (("play", "xidach", "--seat", "5"), "there is no seat 5: the table has seats 1 to 4"),
    (("play", "xidach", "--bots", "gambler"), "no bot 'gambler'"),
    (("replay", "/nowhere/at/all"), "there is no file '/nowhere/at/all'"),
    (("replay", "/"), "'/' is a directory: it takes a file of records"),
    (("replay", "a\x00b"), "cannot read"),
    (("replay", "-"), "'stdin' is empty"),
    (("replay", "-", "--step"), "--step takes a file"),
    (("replay", "/dev/zero"), "'/dev/zero' is not a record"),
    (("replay",), "FILE"),
    (("judge", "xidach", "--jsonl", "3D"), "give no cards on the line"),
]


@pytest.mark.parametrize(
    ("words", "message"), BAD, ids=lambda value: " ".join(value)[:50] if isinstance(value, tuple) else ""
)
def test_bad_lines(chieu: Here, words: tuple[str, ...], message: str) -> None:
    result = chieu(*words)
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)
    assert message in result.err
    assert len(result.err) < 1500


@pytest.mark.parametrize("lang", LANGS)
def test_bad_lines_in_every_language(chieu: Here, lang: str) -> None:
    results = [chieu(*words, "--lang", lang) for words, _ in BAD if "--lang" not in words]
    assert all(result.code == 2 and is_one_line(result.err) for result in results)


def test_deals_and_seats_that_a_record_does_not_have(chieu: Here, deals: Path) -> None:
    for words, message in (
        (("--deal", "4"), "has 3 deals: there is no deal 4"),
        (("--deal", "0"), "'0' is not a whole number from 1"),
        (("--seat", "4"), "there is no seat 4: the table has seats 1 to 3"),
        (("--seat", "1", "--open"), "not allowed with argument"),
    ):
        result = chieu("replay", str(deals), *words)
        assert result.code == 2
        assert is_one_line(result.err)
        assert message in result.err


def test_arguments_that_are_not_text() -> None:
    result = subprocess.run([*CHIEU, "rules", b"\xff\xfe"], capture_output=True, env=PLAIN, timeout=60, check=False)
    assert (result.returncode, result.stdout) == (2, b"")
    assert is_one_line(result.stderr.decode(errors="replace"))


def test_a_terminal_without_the_characters_shows_what_it_can() -> None:
    result = subprocess.run(
        [*CHIEU, "judge", "xidach", "10S 6H", "AS 5D"],
        capture_output=True,
        env={**PLAIN, "PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"10? 6?" in result.stdout


def test_a_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [*CHIEU, "games"], stdout=full, stderr=subprocess.PIPE, env=PLAIN, timeout=60, check=False
        )
    assert result.returncode == 2
    assert is_one_line(result.stderr.decode())


def test_a_reader_that_leaves_early() -> None:
    with subprocess.Popen(
        [*CHIEU, "rules", "xidach"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN
    ) as reading:
        assert reading.stdout is not None
        assert reading.stderr is not None
        reading.stdout.close()
        assert reading.stderr.read() == b""
        assert reading.wait(timeout=60) == 0


def test_an_output_that_was_closed_before_it_began() -> None:
    script = f"{shlex.join(CHIEU)} games >&-"
    result = subprocess.run(["bash", "-c", script], capture_output=True, env=PLAIN, timeout=60, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_the_program_is_the_same_as_the_function(chieu: Here) -> None:
    for words in (("games",), ("rules", "chess"), ("judge", "xidach", "10S 6H", "AS 5D")):
        assert program(*words) == chieu(*words)

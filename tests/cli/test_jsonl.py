"""`chieu judge --jsonl`: many questions, one a line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from subprocess import PIPE
from typing import IO, NoReturn

import pytest

from chieu.cli.judge_questions import LONGEST_LINE
from chieu.core.text.languages import LANGS
from tests.cli.running import CHIEU, PLAIN, Here, is_one_line, program

JSONL = ("judge", "xidach", "--jsonl")
PUSH = '{"dealer": "10S 6H", "player": ["AS", "5D"]}'
LOSS = '{"dealer": "10S 9H", "player": "10H 8D"}'
MANY = 3000


def test_answers_come_in_the_order_of_the_questions(chieu: Here) -> None:
    result = chieu(*JSONL, stdin="\n".join([PUSH, LOSS] * MANY))
    assert (result.code, result.err) == (0, "")
    assert [json.loads(line)["winner"] for line in result.lines] == ["push", "dealer"] * MANY


def test_blank_lines_ask_nothing(chieu: Here) -> None:
    result = chieu(*JSONL, stdin=f"\n{PUSH}\n  \r\n{LOSS}\n\n")
    assert (result.code, result.err) == (0, "")
    assert [json.loads(line)["winner"] for line in result.lines] == ["push", "dealer"]
    assert json.loads(chieu(*JSONL, stdin=f"\n\n{PUSH}\n\nx\n").lines[-1])["line"] == 5
    assert chieu(*JSONL, stdin="\n\n").code == 2


def test_an_answer_is_the_same_as_for_one_question(chieu: Here) -> None:
    single = chieu("judge", "xidach", "--dealer", "10S 9H", "--player", "10H 8D", "--json")
    assert chieu(*JSONL, stdin=LOSS + "\n") == single


def test_nn_21_only_a_line_with_two_hands_says_which_is_better(chieu: Here) -> None:
    alone = '{"hand": ["JS", "7C", "8H", "10D", "9C"]}'
    both = '{"hand": ["JS", "7C", "8H", "10D", "9C"], "against": "AS 2C AD KS KH"}'
    result = chieu("judge", "niuniu", "--jsonl", stdin=f"{alone}\n{both}\n")
    assert (result.code, result.err) == (0, "")
    unopposed, compared = map(json.loads, result.lines)
    assert "winner" not in unopposed
    assert compared == {**unopposed, "winner": "against", "rule": "NN-20"}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("{", "truncated"),
        ("nonsense", "malformed"),
        ("[]", "object"),
        ("7", "object"),
        ('{"dealer": "10S 6H"}', "player"),
        ('{"dealer": "10S 6H", "player": "AS 5D", "x": 1}', "x"),
        ('{"dealer": "10S 6H", "player": 5}', "is not a hand"),
        ('{"dealer": "10S 6H", "player": [5, 6]}', "is no card"),
        ('{"dealer": "10S 6H", "player": "11S 5D"}', "'11S' is no card"),
        ('{"dealer": "10S 6H", "player": "10S 5D"}', "10♠ is there twice"),
        ('{"dealer": "10S 6H", "player": "AS"}', "2 to 5 cards"),
        ('{"dealer": "10S 6H", "player": "JK1 AS"}', "jokers"),
        ("[" * 30000, "object"),
        ('{"dealer": ' + "[" * 30000, "nested"),
        ("\x00\x01", "malformed"),
    ],
)
def test_a_bad_line_is_answered_in_its_place(chieu: Here, bad: str, message: str) -> None:
    result = chieu(*JSONL, stdin=f"{PUSH}\n{bad}\n{LOSS}\n")
    assert result.code == 2
    first, second, third = (json.loads(line) for line in result.lines)
    assert (first["winner"], third["winner"]) == ("push", "dealer")
    assert second["line"] == 2
    assert message in second["error"]
    assert result.err == "chieu: 1 of 3 lines could not be answered, the first is line 2\n"


@pytest.mark.parametrize(
    "bad",
    [
        b"{",
        b"nonsense",
        b"[]",
        b"7",
        b'{"dealer": "10S 6H"}',
        b'{"dealer": "10S 6H", "player": "AS 5D", "x": 1}',
        b'{"dealer": "10S 6H", "player": 5}',
        b'{"dealer": "10S 6H", "player": [5, 6]}',
        b'{"dealer": "\xff\xfe"}',
        b'{"dealer": "10S 6H", "player": "AS 5D"} x',
    ],
)
def test_errors_of_lines_are_translated(chieu: Here, bad: bytes) -> None:
    messages = {lang: json.loads(chieu(*JSONL, "--lang", lang, stdin=bad + b"\n").lines[0])["error"] for lang in LANGS}
    assert len(set(messages.values())) == 3
    assert re.search("[一-鿿]", messages["zh"])
    assert not re.search("[一-鿿]", messages["vi"] + messages["en"])


def test_errors_of_numbers_are_translated(chieu: Here) -> None:
    result = chieu("judge", "rummy", "--jsonl", "--lang", "zh", stdin='{"hand": "3D 4D", "round": "x"}\n')
    assert json.loads(result.lines[0])["error"] == "字段 'round' 应为 int，不是 str"


def test_lines_that_are_not_utf_8(chieu: Here) -> None:
    result = chieu(*JSONL, stdin=PUSH.encode() + b'\n{"dealer": "\xff\xfe"}\n')
    assert result.code == 2
    assert json.loads(result.lines[1])["line"] == 2


def test_line_numbers_go_on_over_blocks() -> None:
    """With several blocks of input, line numbers are those of the file."""
    lines = [PUSH] * 60_000
    lines[50_000] = "x"
    result = program(*JSONL, stdin="\n".join(lines))
    assert result.code == 2
    assert json.loads(result.lines[50_000])["line"] == 50_001
    assert len(result.lines) == 60_000


def test_no_line_at_all(chieu: Here) -> None:
    result = chieu(*JSONL)
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)


def pour(sink: IO[bytes]) -> NoReturn:
    """A line that never ends."""
    while True:
        sink.write(b"[" * 4096)
        sink.flush()


def test_a_line_that_never_ends_is_refused() -> None:
    with subprocess.Popen(
        [*CHIEU, *JSONL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(PUSH.encode() + b"\n")
        with pytest.raises(BrokenPipeError):
            pour(process.stdin)
        answers = process.stdout.read().splitlines()
        assert process.wait(timeout=60) == 2
        with pytest.raises(BrokenPipeError):
            process.stdin.close()
    assert len(answers) == 2
    assert json.loads(answers[1]) == {
        "error": f"the line is longer than {LONGEST_LINE} bytes; nothing after it is read",
        "line": 2,
    }


def test_where_a_line_is_too_long_does_not_depend_on_blocks(chieu: Here) -> None:
    result = chieu(*JSONL, stdin=f"{PUSH}\n{'[' * (LONGEST_LINE + 1)}\n{PUSH}\n")
    assert result.code == 2
    assert len(result.lines) == 2
    just_fits = chieu(*JSONL, stdin=f"{PUSH}{' ' * (LONGEST_LINE - len(PUSH))}\n{PUSH}\n")
    assert (just_fits.code, len(just_fits.lines)) == (0, 2)


def test_it_answers_while_the_other_side_waits() -> None:
    with subprocess.Popen([*CHIEU, *JSONL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=PLAIN) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for question, winner in ((PUSH, "push"), (LOSS, "dealer"), (PUSH, "push")):
            process.stdin.write(question.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["winner"] == winner
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_the_reader_may_close_the_pipe() -> None:
    """An endless stream of questions, and a reader that takes two answers."""
    with (
        subprocess.Popen(["yes", PUSH], stdout=subprocess.PIPE) as endless,
        subprocess.Popen(
            [*CHIEU, *JSONL], stdin=endless.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN
        ) as process,
    ):
        assert endless.stdout is not None
        endless.stdout.close()
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["winner"] == "push"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_a_long_stream_takes_no_more_memory_than_a_short_one() -> None:
    """Six megabytes of questions need only the memory of one block."""
    script = f"yes '{PUSH}' | head -c 6000000 | {' '.join(CHIEU)} {' '.join(JSONL)} > {os.devnull}"
    # Asked by a process of its own: what this test run has held, and what others of it have, is not counted.
    measure = (
        "import resource, subprocess, sys; subprocess.run(['bash', '-c', sys.argv[1]], stderr=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    result = subprocess.run([sys.executable, "-c", measure, script], env=PLAIN, check=True, timeout=120, stdout=PIPE)
    assert int(result.stdout) < 150_000

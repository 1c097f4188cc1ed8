"""`chieu` without a command, its help, version and languages."""

from __future__ import annotations

import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

from chieu import __version__
from chieu.cli.entry import EXTRAS, language
from chieu.cli.text.texts import COMMANDS, DEVELOPERS, OPERATORS, PLAYERS, TEXTS, help_page
from chieu.core.text.languages import LANGS, Lang
from chieu.games import all_games
from tests.cli.running import CHIEU, PLAIN, Here, is_one_line, program

FAIR_RECORD = Path(__file__).parents[2] / "web/src/verify/fixtures/xidach.txt"


def test_without_arguments_it_prints_the_overview(chieu: Here) -> None:
    result = chieu()
    assert result.code == 0
    for name in COMMANDS:
        assert f"chieu {name}" in result.out
    for game in all_games():
        assert game in result.out
    assert chieu("--help") == chieu("help") == result


def test_the_overview_puts_players_first_in_their_language(chieu: Here) -> None:
    lines = [line.strip() for line in chieu("--lang", "vi", "--help").lines]
    developers, operators = lines.index("For developers"), lines.index("For operators")
    assert developers < operators

    def listed(name: str, about: str) -> int:
        return lines.index(next(line for line in lines if line.split() == ["chieu", name, *about.split()]))

    assert all(listed(name, help_page(name, "vi").about) < developers for name in PLAYERS)
    assert all(developers < listed(name, page.about) < operators for name, page in DEVELOPERS.items())
    assert all(operators < listed(name, page.about) for name, page in OPERATORS.items())


@pytest.mark.parametrize("name", [*DEVELOPERS, *OPERATORS])
def test_commands_in_english_only_accept_any_language(chieu: Here, name: str) -> None:
    english = chieu(name, "--help")
    assert "Arguments" in english.out
    for lang in LANGS:
        assert chieu(name, "--help", "--lang", lang) == chieu("--lang", lang, name, "--help") == english


def test_developers_commands_report_in_english(chieu: Here) -> None:
    result = chieu("--lang", "vi", "perft", "nosuch")
    assert (result.code, result.err) == (2, chieu("perft", "nosuch").err)
    assert "there is no game" in result.err


def test_version_tells_whether_the_kernels_run_compiled(chieu: Here) -> None:
    result = chieu("--version")
    assert result.code == 0
    assert __version__ in result.out
    compiled = not any(isinstance(game.apply, types.FunctionType) for game in all_games().values())
    assert ("kernels compiled" in result.out) == compiled


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", COMMANDS)
def test_help_teaches(chieu: Here, name: str, lang: Lang) -> None:
    """Every help page has an explanation, examples and next steps; players' commands in every language."""
    result = chieu(name, "--help", "--lang", lang)
    assert (result.code, result.err) == (0, "")
    help_ = help_page(name, lang)
    assert 2 <= len(help_.examples) <= 3
    words = result.out.replace("\n", "").replace(" ", "")
    for text in (help_.teach, help_.onward, *(meaning for _, meaning in help_.examples)):
        assert text.replace(" ", "") in words
    for line, _ in help_.examples:
        assert line in result.out
    assert chieu("help", name, "--lang", lang).code == 0


def test_help_of_judge_names_what_the_game_asks_for(chieu: Here) -> None:
    result = chieu("judge", "xidach", "--help")
    assert "--dealer" in result.out
    assert "--player" in result.out


def test_every_example_of_the_help_works(chieu: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples run in order in one directory, because some read what others write."""
    monkeypatch.chdir(tmp_path)
    for name in ("deal.txt", "deal-2.txt"):
        shutil.copy(FAIR_RECORD, tmp_path / name)
    shell = f'chieu() {{ {shlex.join(CHIEU)} "$@"; }}\n'
    # Commands that serve or need a server are covered by the tests of the server.
    names = ("simulate", *(name for name in PLAYERS if name != "table"), *DEVELOPERS)
    examples = [line for name in names for line, _ in help_page(name, "en").examples]
    for line in examples:
        if set("|<>") & set(line):
            result = subprocess.run(
                ["bash", "-c", shell + line], capture_output=True, env=PLAIN, timeout=60, check=False
            )
            assert (result.returncode, result.stderr) == (0, b""), line
            assert result.stdout, line
        elif line != "chieu play":  # the menu is for terminals
            here = chieu(*shlex.split(line)[1:], stdin="q\n")
            assert (here.code, here.err) == (0, ""), line
            assert here.out, line


def test_colours_on_a_terminal_and_none_in_a_pipe(chieu: Here) -> None:
    assert "\x1b[" not in chieu("rules", "xidach").out
    assert "\x1b[" in on_terminal("rules", "xidach")
    assert "\x1b[3" not in on_terminal("rules", "xidach", NO_COLOR="1")


def on_terminal(*words: str, keys: str = "", **environment: str) -> str:
    """Return the output of a command on a terminal with typed input."""
    here, there = pty.openpty()
    os.write(here, keys.encode())
    process = subprocess.Popen(
        [*CHIEU, *words], stdin=there, stdout=there, stderr=there, env={**PLAIN, "TERM": "xterm", **environment}
    )
    os.close(there)
    out = b""
    while True:
        try:
            block = os.read(here, 65536)
        except OSError:  # on Linux: the other side was closed
            break
        if not block:
            break
        out += block
    os.close(here)
    assert process.wait(timeout=60) == 0
    return out.decode()


def test_long_work_shows_its_progress_on_a_terminal_only() -> None:
    assert "Playing" in on_terminal("simulate", "xidach", "--deals", "4000")
    assert program("simulate", "xidach", "--deals", "400").err == ""


def test_without_arguments_a_terminal_offers_the_games() -> None:
    output = on_terminal(keys="q\n")
    assert "chieu --help" in output
    for game in all_games():
        assert f"({game})" in output


_WITHOUT_SERVER = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("starlette", "uvicorn", "websockets", "uvloop", "h11"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from chieu.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_missing_extras_are_named_by_the_commands_that_need_them(name: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", _WITHOUT_SERVER, name, "--help"], capture_output=True, text=True, env=PLAIN, check=False
    )
    if name in EXTRAS:
        assert result.returncode == 2
        assert f"pip install 'chieu[{EXTRAS[name]}]'" in result.stderr
        assert is_one_line(result.stderr)
    else:
        assert (result.returncode, result.stderr) == (0, "")


_IMPORTED_GAMES = """
import sys
from chieu.cli import main
code = main(sys.argv[1:])
games = {name.split(".")[2] for name in sys.modules if name.startswith("chieu.games.")}
print(*sorted(games), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize(
    ("line", "games"),
    [
        ("judge xidach --dealer '10S 6H' --player 'KS 5H 4D'", "xidach"),
        ("simulate xidach --deals 5", "xidach"),
        ("perft xidach --depth 1", "xidach"),
        ("rules big2", "big2"),
        ("play rummy", "rummy"),
        ("arena xidach --bots random,easy --deals 1 --jobs 1", "xidach"),
        ("--help", ""),
        ("judge --help", ""),
        ("replay FAIR_RECORD", "xidach"),
        ("review FAIR_RECORD --worlds 4", "xidach"),
        ("verify FAIR_RECORD", "xidach"),
    ],
)
def test_a_command_imports_only_the_game_it_needs(line: str, games: str) -> None:
    words = shlex.split(line.replace("FAIR_RECORD", str(FAIR_RECORD)))
    result = subprocess.run(
        [sys.executable, "-c", _IMPORTED_GAMES, *words],
        input="q\n",
        capture_output=True,
        text=True,
        env=PLAIN,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stderr.strip()) == (0, games)


def test_languages() -> None:
    assert language([], {}) == "en"
    assert language(["games"], {"LANG": "vi_VN.UTF-8"}) == "vi"
    assert language(["games"], {"LANG": "zh_CN.UTF-8", "CHIEU_LANG": "vi"}) == "vi"
    assert language(["games"], {"LANG": "vi_VN.UTF-8", "LC_ALL": "C.UTF-8"}) == "en"
    assert language(["games"], {"LANG": "vivid"}) == "en"
    assert language(["games", "--lang", "zh"], {"LANG": "vi"}) == "zh"
    assert language(["games", "--lang=vi"], {}) == "vi"
    assert language(["games", "--lang"], {"LANG": "vi"}) == "en"


def test_the_language_goes_before_or_after_the_command(chieu: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = chieu("games", "--lang", "vi")
    assert expected.code == 0
    assert "bộ luật" in expected.out
    assert chieu("--lang", "vi", "games") == chieu("--lang=vi", "games") == expected
    monkeypatch.setenv("CHIEU_LANG", "vi")
    assert chieu("games") == expected


def test_texts_have_the_same_placeholders_in_every_language() -> None:
    def places(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", text))

    for key, text in TEXTS.items():
        assert all(text), key
        vi, en, zh = map(places, text)
        assert vi == en == zh or key == "play.you", key


@pytest.mark.parametrize("words", [("nosuch",), ("--nosuch",), ("--lang", "fr", "games"), ("--lang",), ("games", "x")])
def test_no_such_command(chieu: Here, words: tuple[str, ...]) -> None:
    result = chieu(*words)
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)


def test_games_lists_every_game(chieu: Here) -> None:
    result = chieu("games")
    assert result.code == 0
    for game in all_games().values():
        line = next(line for line in result.lines if line.startswith(game.name + " "))
        assert game.presentation.title.say("en") in line
        assert all(preset in result.out for preset in game.presets)
    assert all(line == line.rstrip() for line in result.lines)

"""Text catalogues: complete in every language, read when needed, and every key in use."""

from __future__ import annotations

import ast
import pickle
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import chieu
from chieu.cli.text.texts import PLAYERS
from chieu.core import files
from chieu.core.notation import tag_of
from chieu.core.text import languages
from chieu.core.text.languages import LANGS, SHARED, Catalogue, Lang, Text, same
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games
from chieu.testing.texts import check_languages

SOURCE: Final = Path(chieu.__file__).parent
PAGE: Final = Path(__file__).parents[2] / "web" / "src"
PACKAGES: Final = sorted(
    ".".join(("chieu", *path.parent.relative_to(SOURCE).parts)) for path in SOURCE.rglob("en.toml")
)
OTHER_PLACEHOLDERS: Final = "play.you"  # "Seat 1" in English, where "You plays" would be wrong

Patterns = set[re.Pattern[str]]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_same_keys_and_placeholders(package: str) -> None:
    texts = Catalogue(package)
    assert texts
    check_languages({key: text for key, text in texts.items() if key != OTHER_PLACEHOLDERS})
    keys = [list(texts.read(lang)) for lang in LANGS]
    assert all(other == keys[0] for other in keys), "the same order makes the files easy to compare"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_language_is_a_file_in_every_catalogue(package: str) -> None:
    folder = SOURCE.joinpath(*package.split(".")[1:])
    assert {path.stem for path in folder.glob("*.toml")} == set(LANGS)


def test_a_key_that_a_language_lacks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        languages, "_reader", languages._Reader(lambda _, lang: {"a": lang, **({"b": ""} if lang == "vi" else {})})
    )
    with pytest.raises(AssertionError, match="'b'"):
        check_languages(Catalogue("any"))


def test_importing_the_library_and_its_games_reads_no_text() -> None:
    code = """
import chieu
from chieu.core.text import languages
assert not languages._reader.cache
games = chieu.all_games()
assert not languages._reader.cache, list(languages._reader.cache)
chieu.deal("big2", seats=4, seed=1)
assert not languages._reader.cache, list(languages._reader.cache)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_phraser_reads_one_language(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[tuple[str, Lang]] = []
    load = languages._reader.load

    def listening(package: str, lang: Lang) -> languages.Templates:
        requests.append((package, lang))
        return load(package, lang)

    monkeypatch.setattr(languages, "_reader", languages._Reader(listening))
    game = all_games()["xidach"]
    assert Phraser(game, "vi").word("win")
    assert requests == [("chieu.core.text", "vi"), ("chieu.games.xidach.text", "vi")]


def test_of_two_packages_the_later_one_wins() -> None:
    both = SHARED | all_games()["big2"].presentation.texts  # type: ignore[operator]
    assert SHARED["word.yes"].say("zh") == "是"
    assert both["word.yes"].say("zh") == "要"
    assert both["seat.house"].say("en") == "The house"
    assert "nonsense" not in both
    with pytest.raises(KeyError):
        both["nonsense"]


def test_texts_are_said_in_any_language_and_survive_a_pickle() -> None:
    text = pickle.loads(pickle.dumps(SHARED["seat"]))
    assert [text.say(lang, seat=3) for lang in LANGS] == ["Ghế 3", "Seat 3", "3 号位"]
    assert list(same("x")) == ["x"] * len(LANGS)
    assert Text({"vi": "{a}", "en": "{a}!", "zh": "{a}"}).say("en", a=1) == "1!"


def test_without_a_reader_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_readers", [])
    monkeypatch.setattr(languages, "_reader", languages._Reader(languages._load))
    with pytest.raises(LookupError, match="import chieu"):
        SHARED["seat"]


def test_a_file_that_is_not_toml_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mistyped").mkdir()
    (tmp_path / "mistyped" / "__init__.py").touch()
    (tmp_path / "mistyped" / "en.toml").write_text('title = "a" b')
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ValueError, match=r"mistyped.en\.toml: .*line 1"):
        Catalogue("mistyped").read("en")


# Keys in code. A key is used if the code has it as a string, or has an f-string that makes it from a name in the code.


class Code:
    """Strings, f-strings and names in some modules and in the page."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.strings: set[str] = set()
        self.names: set[str] = set()
        self.patterns: Patterns = set()
        for path in paths:
            for node in ast.walk(_tree(path)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self.strings.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    self.patterns.add(_pattern(node))
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    self.names.add(node.target.id)
                elif isinstance(node, ast.keyword) and node.arg:
                    self.names.add(node.arg)
                elif isinstance(node, ast.ClassDef):  # a message's tag is its class's name in snake case
                    self.names.add(re.sub(r"(?<!^)(?=[A-Z])", "_", node.name).lower())

    def makes(self, key: str, again: bool = True) -> bool:
        """Return True if the code has this string, or an f-string whose gaps it can fill with its own names."""
        if key in self.strings:
            return True
        for pattern in self.patterns:
            match = pattern.fullmatch(key)
            if match and all(self._has(gap) or (again and self.makes(gap, again=False)) for gap in match.groups()):
                return True
        return False

    def _has(self, gap: str) -> bool:
        """Return True if the code has this name, or each part of a name with dots."""
        known = self.strings | self.names
        return gap in known or all(part in known or f".{part}" in known or part.isdigit() for part in gap.split("."))

    def read_page(self) -> Code:
        """Add the strings and template literals of the page, which uses texts of games and tables too."""
        for path in (*PAGE.rglob("*.ts"), *PAGE.rglob("*.svelte")):
            source = path.read_text(encoding="utf-8")
            self.strings |= set(re.findall(r"""["'`]([a-z_]+(?:\.[\w]+)+)["'`]""", source))
            for template in re.findall(r"`([a-z_]+\.[^`]*\$\{[^`]*)`", source):
                self.patterns.add(re.compile(re.sub(r"\\\$\\\{.*?\\\}", "(.+)", re.escape(template))))
        return self


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _pattern(node: ast.JoinedStr) -> re.Pattern[str]:
    """Pattern of what an f-string makes; of nothing unless it starts with a word and a dot or underscore."""
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)" for part in node.values]
    whole = "".join(parts).replace("(.+)(.+)", "(.+)")
    return re.compile(whole if re.match(r"[a-z_]+(\\\.|_)", whole) else "(?!)")


def users(package: str) -> Code:
    """The code that uses a catalogue: for a game its own modules and `core`, for the others all modules."""
    game = re.fullmatch(r"chieu\.games\.(\w+)\.text", package)
    if package == "chieu.template":
        folders = [SOURCE / "template", SOURCE / "core"]
    elif game:
        folders = [SOURCE / "games" / game[1], SOURCE / "core", SOURCE / "bots", SOURCE / "cli"]
    else:
        folders = [SOURCE]
    return Code(path for folder in folders for path in folder.rglob("*.py")).read_page()


def structured(package: str) -> Iterator[str]:
    """Keys whose use `check_texts` tests, and those of help pages."""
    for game in all_games().values():
        texts = game.presentation.texts
        if isinstance(texts, Catalogue) and texts.packages == (package,):
            yield from set(texts) - set(game.presentation.phrases)
    if package == "chieu.template":
        yield from (key for key in Catalogue(package) if re.match(r"(title|about|preset|option|sheet|primer)\b", key))
    if package == "chieu.cli.text":
        for name, examples in PLAYERS.items():
            yield from (f"command.{name}.{part}" for part in ("about", "teach", "onward"))
            yield from (f"command.{name}.example.{number + 1}" for number in range(len(examples)))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_text_is_unused(package: str) -> None:
    code = users(package)
    assert [key for key in sorted(set(Catalogue(package)) - set(structured(package))) if not code.makes(key)] == []


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_game_has_texts_of_its_own_actions_facts_and_reasons(game: Any) -> None:
    reasons = () if game.extras.reasons is None else game.extras.reasons.types
    for family, types in (("action", game.actions), ("fact", game.facts), ("reason", reasons)):
        tags = {tag_of(kind) for kind in types}
        texts = {key.split(".")[1] for key in game.presentation.texts if key.startswith(f"{family}.")}
        assert texts == tags


def keys_in(path: Path) -> Iterator[str]:
    """The keys that a module looks up: `TEXTS["…"]`, `say("…")`, `illegal("…")` and so on."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Subscript) and _called(node.value) in ("TEXTS", "SHARED", "TABLE_TEXTS"):
            yield from _constants(node.slice)
        elif isinstance(node, ast.Call) and node.args:
            name = _called(node.func)
            if (name in ("say", "_say") and not _is_log(node.func)) or (
                isinstance(node.func, ast.Name) and name == "word"
            ):
                yield from (key for key in _constants(node.args[0]) if key not in LANGS)
            elif name in ("illegal", "Illegal", "Refusal", "HttpRefusal", "TableRefusal"):
                yield from (f"error.{code}" for arg in node.args[:2] for code in _constants(arg) if code.islower())


def _called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_log(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and _called(node.value).startswith("log")


def _constants(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _constants(node.body) + _constants(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def visible_to(path: Path) -> Catalogue:
    """The catalogues a module may use: a game its own and the shared one, others all but those of games."""
    parts = path.relative_to(SOURCE).parts
    if parts[0] == "games" and len(parts) > 2:
        return SHARED | Catalogue(f"chieu.games.{parts[1]}.text")
    if parts[0] == "template":
        return SHARED | Catalogue("chieu.template")
    return Catalogue(*(package for package in PACKAGES if ".games." not in package))


def test_every_key_in_code_exists() -> None:
    missing, total = {}, 0
    for path in SOURCE.rglob("*.py"):
        keys = set(keys_in(path))
        total += len(keys)
        if lacking := keys - set(visible_to(path)):
            missing[str(path.relative_to(SOURCE))] = sorted(lacking)
    assert missing == {}
    assert total > 400

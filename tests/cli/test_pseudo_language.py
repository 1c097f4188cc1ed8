"""No sentence is left in code: if all texts are in marks, everything shown to people is in marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest

from chieu.bots import Random, bots_of
from chieu.cli.text.texts import PLAYERS
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.game import CHANCE, AnyGame
from chieu.core.notation import tag_of
from chieu.core.options import options_of
from chieu.core.rng import Rng
from chieu.core.text import languages
from chieu.core.text.languages import Lang, Templates
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games
from chieu.online.protocol.announcements import Announcement, announced
from chieu.online.protocol.texts import TEXTS as TABLE_TEXTS
from chieu.online.table import project
from chieu.online.telegram import lobby
from tests.cli.running import Here
from tests.online.table.sitting import Sitting

GAMES: Final = list(all_games().values())
NAMES: Final = ("Ẩn", "Bình", "Chi", "Dũng")
_REGION: Final = re.compile(r"⟦[^⟦⟧]*⟧")
# Names, cards, rule numbers, statistics such as `dealer.quac`, tags of HTML and placeholders on a command line.
_NO_SENTENCE: Final = re.compile(
    r"Ẩn|Bình|Chi|Dũng|\b(10|[2-9AJQK])[♠♥♦♣SHDC]|\b[A-Z]{2}-\d+\b|\b\w+\.\w+\b|http\S+|<[^>]*>|\b[A-Z]{2,}\b"
)
_WORD: Final = re.compile(r"[^\W\d_]\w+")


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put every text of every language in marks; punctuation has none, as it holds words of other texts."""
    load = languages._reader.load

    def marked(package: str, lang: Lang) -> Templates:
        return {key: text if key.startswith("mark.") else f"⟦{text}⟧" for key, text in load(package, lang).items()}

    monkeypatch.setattr(languages, "_reader", languages._Reader(marked))


def left_over(text: str, known: Iterable[str] = ()) -> list[str]:
    """The words of a text outside marks that need a translation: all but those `known` to be names."""
    while text != (text := _REGION.sub(" ", text)):
        pass
    return [word for word in _WORD.findall(_NO_SENTENCE.sub(" ", text)) if word not in set(known)]


def test_words_outside_marks_are_noticed() -> None:
    assert left_over("⟦Lan plays ⟦a pair⟧⟧ 3♦ and wins (BT-3)") == ["and", "wins"]
    assert left_over("⟦It costs⟧ room +5", ["room"]) == []


def played(game: AnyGame, rules: Any, seed: int) -> Iterator[str]:
    """Everything said in a deal: views, actions, facts and the outcome."""
    rng, seats = Rng(seed), game.seats[0] + 1
    names = NAMES[:seats]
    phraser = Phraser(game, "en", names)
    deal = Deal.among(game, rules, [Random(rules, seat, rng) for seat in range(seats)], rng.shuffled)
    for step in deal.steps():
        for event in step.events:
            yield from (phraser.fact(event.seen_by(viewer)) for viewer in (None, 0))
        for viewer in (None, 0):
            view = game.view(deal.state, viewer)
            yield from game.presentation.show(view, "en", names)
            yield from (phraser.at(view).action(action) for action in game.legal(deal.state, 0)[:5])
        if step.seat != CHANCE:
            yield phraser.action(step.action)
    if game.extras.outcome is not None:
        yield from phraser.outcome(game.extras.outcome(deal.state))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_deal_is_told_in_texts_alone(game: AnyGame) -> None:
    for seed, rules in enumerate(game.presets.values()):
        lines = list(played(game, rules, seed))
        assert len(lines) > 10
        assert {line: words for line in lines if (words := left_over(line))} == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_rule_sheet_is_told_in_texts_alone(game: AnyGame) -> None:
    first = next(iter(game.presets.values()))
    for rules in game.presets.values():
        lines = [line.text for line in sheets.prose(game, rules, "en")]
        lines += [part for change in sheets.changes(game, first, rules, "en") for part in (change.about, change.after)]
        assert {line: words for line in lines if (words := left_over(line, typed(game)))} == {}


def typed(game: AnyGame) -> set[str]:
    """The words that people type of a game: its name, presets, options, their values, actions and bots."""
    options = options_of(game.rules)
    names = [game.name, *game.presets, *bots_of(game), *map(tag_of, game.actions), "yes", "no"]
    names += [name for option in options for name in (option.name, *option.choices)]
    names += [name for option in options if option.cells is not None for name, _ in option.cells.named]
    return {word for name in names for word in (*_WORD.findall(name), *re.findall(r"[a-z]+", name))}


COMMANDS: Final = (
    ("rules", "xidach"),
    ("rules", "big2", "--preset", "taiwan"),
    ("rules", "niuniu", "--set", "values=swapped"),
    ("games",),
    ("play", "xidach", "--seats", "3", "--seed", "4", "--name", "Ẩn"),
    ("play", "rummy", "--seats", "2", "--seed", "4", "--name", "Ẩn"),
    ("judge", "niuniu", "--hand", "KC QD 3S 7H 10D"),
    ("simulate", "xidach", "--deals", "20", "--seed", "1"),
    ("odds", "xidach", "--deals", "20", "--jobs", "1"),
    ("odds", "rummy", "--deals", "14", "--jobs", "1"),
    ("odds", "xidach", "--deals", "20", "--jobs", "1", "--preset", "vipgame", "--against", "room"),
    ("odds", "xidach", "--deals", "20", "--jobs", "1", "--effects"),
    ("odds", "niuniu", "--preset", "classic", "--seats", "2", "--effects"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_players_command_speaks_in_texts_alone(chieu: Here, words: tuple[str, ...]) -> None:
    result = chieu(*words, stdin="?\nr\nnonsense\n1\n1\nq\n")
    assert "⟦" in result.out
    assert left_over(result.out, {"nonsense"}.union(*map(typed, GAMES))) == []


def test_a_replay_speaks_in_texts_alone(chieu: Here, deals: Path) -> None:
    result = chieu("replay", str(deals))
    assert len(result.lines) > 20
    assert left_over(result.out, {"seed", *typed(all_games()["xidach"])}) == []


@pytest.mark.parametrize("name", PLAYERS)
def test_help_of_a_players_command_is_in_texts_alone(chieu: Here, name: str) -> None:
    result = chieu(name, "--help", "--lang", "vi")
    usage, _, rest = result.out.partition("\n\n")
    assert usage.startswith(f"chieu {name}")
    examples = re.compile(r"^ +(?:chieu|echo) .*$", re.MULTILINE)
    flags = re.compile(r"-+[a-z][a-z-]*(?: vi\|en\|zh)?")
    assert left_over(flags.sub(" ", examples.sub(" ", rest))) == []


def test_lobby_of_a_table_is_in_texts_alone() -> None:
    sitting = Sitting(people=2, seats=3)
    table = project.table_view(sitting.state)
    lines = [lobby.picker(all_games(), "en").text, lobby.presets(sitting.game, "en").text]
    lines += [*lobby.ledger(table, "en"), *lobby.prose(table, "en")]
    assert {line: words for line in lines if (words := left_over(line))} == {}


ANNOUNCEMENTS: Final = [kind for kind in get_args(Announcement) if "facts" not in kind.__struct_fields__]
FIELDS: dict[str, Any] = {
    "name": "Chi",
    "sheet": "room",
    "by": "1",
    "contributors": (),
    "clock": None,
    "text": "Chi",
    "game": "xidach",
}
FIELDS |= {"places": (0,), "bots": ("",), "watching": ()}


@pytest.mark.parametrize("kind", ANNOUNCEMENTS, ids=tag_of)
def test_an_announcement_is_in_texts_alone(kind: Any) -> None:
    phraser = Phraser(all_games()["xidach"], "en", NAMES, TABLE_TEXTS)
    fields = [field for field in msgspec.structs.fields(kind) if field.required]
    sentence = announced(
        kind(**{field.name: FIELDS.get(field.name, 1) for field in fields}), phraser, dict(enumerate(NAMES))
    )
    assert "⟦" in sentence
    assert left_over(sentence) == []

"""Every text calls a joker a joker; its notation in records is never shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from chieu.cli.play.advice_lines import lines_of
from chieu.cli.play.menu import Menu
from chieu.cli.play.narration import Narration
from chieu.core import notation, records, run
from chieu.core.cards import CARDS, JOKER, BadCard, Cards, card, parse, pretty, pretty_cards, typed
from chieu.core.deal import Deal
from chieu.core.game import CHANCE, Illegal, Shuffle
from chieu.core.judge import fields_of
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS, SHARED, Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games, load
from chieu.games.rummy.messages import Discard, Draw
from chieu.search.advice import Advice, Choice
from tests.cli.running import Here
from tests.core.test_words import all_texts

RUMMY: Final = load("rummy")
OTHER_JOKER: Final = CARDS[53]
WRITTEN: Final = re.compile(r"\bJK")
SEVEN: Final = RUMMY.presets["seven-rounds"]


def jokers_first(cards: Cards, rng: Rng) -> Cards:
    """Return a shuffle that deals a joker."""
    return tuple(sorted(rng.shuffled(cards), key=lambda card: card < JOKER))


def played(seats: int, seed: int) -> Deal:
    """Play a deal among the usual bots."""
    usual, rng = next(iter(RUMMY.extras.bots.values())), Rng(seed)
    bots = [usual(SEVEN, seat, rng) for seat in range(seats)]
    return Deal.among(RUMMY, SEVEN, bots, lambda cards: jokers_first(cards, rng))


def told(deal: Deal, lang: Lang) -> Iterator[str]:
    """Yield all texts of a deal on a terminal: moves, menus, events, and the table for each viewer."""
    teller = Phraser(RUMMY, lang)
    sights = [Narration(RUMMY, deal.seats, lang, viewer) for viewer in (None, *range(deal.seats))]
    sights.append(Narration(RUMMY, deal.seats, lang, open_to_all=True))
    for step in run.replay(RUMMY, SEVEN, deal.seats, None, deal.moves):
        yield teller.action(step.action)
        for sight in sights:
            yield from sight.step(step)
            yield from sight.table_lines(step.state)
        for seat in range(deal.seats):
            if legal := RUMMY.legal(step.state, seat):
                menu = Menu(RUMMY, teller, lang, legal)
                yield from (part for page in range(menu.pages) for line in menu.lines(page) for part in line)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", RUMMY.seats)
def test_the_narration_of_a_deal_has_no_joker_notation(seats: int, lang: Lang) -> None:
    lines = [line for seed in range(2) for line in told(played(seats, seed), lang)]
    assert any(SHARED["card.joker"].say(lang) in line for line in lines)
    assert [line for line in lines if WRITTEN.search(line)] == []


def refusals() -> Iterator[Illegal]:
    """Yield refusals of illegal plays with jokers, before and after drawing."""
    state = RUMMY.start(SEVEN, 2)
    dealt, _ = RUMMY.apply(state, CHANCE, Shuffle(jokers_first(RUMMY.to_shuffle(state), Rng(1))))
    (seat,) = RUMMY.to_act(dealt)
    drawn, _ = RUMMY.apply(dealt, seat, Draw())
    melds = ("JK1 JK2 2S / 2H 2C 2D", "JK1 JK2 3S / JK1 4S 4H", "JK2 / JK1", "3S 3H JK1 / 4S 5S JK2")
    for position in (dealt, drawn):
        for joker in ("JK1", "JK2"):
            for text in (f"discard {joker}", f"lay_off {joker} 0 on", f"swap {joker} 0"):
                yield from refused(position, seat, text)
        for meld in melds:
            yield from refused(position, seat, f"lay_down {meld}")


def refused(state: object, seat: int, text: str) -> Iterator[Illegal]:
    try:
        RUMMY.apply(state, seat, notation.read(RUMMY, text))
    except Illegal as error:
        yield error


def test_refusals_have_no_joker_notation() -> None:
    errors = list(refusals())
    assert any("JK" in str(value) for error in errors for value in error.params.values())
    messages = [str(error) for error in errors]
    messages += [Phraser(RUMMY, lang).refusal(error) for error in errors for lang in LANGS]
    assert [line for line in messages if WRITTEN.search(line)] == []


def test_fixed_texts_have_no_joker_notation() -> None:
    assert [key for key, text in all_texts() for sentence in text if WRITTEN.search(sentence)] == []
    with pytest.raises(BadCard) as nonsense:
        card("X")
    assert not WRITTEN.search(str(nonsense.value))
    judges = [game.extras.judge for game in all_games().values() if game.extras.judge is not None]
    for field in (field for judge in judges for field in fields_of(judge)):
        assert not WRITTEN.search(field.takes())


# Input


def test_a_joker_is_read_by_any_of_its_names() -> None:
    names = ["joker", "Joker", "🃏", "鬼牌", "Phăng teo", "PHĂNG TEO"]
    assert [card(name) for name in names] == [JOKER] * len(names)
    assert parse("7C, phăng teo 7H") == parse("7C JK1 7H")


def test_two_jokers_by_the_same_name_are_two_cards() -> None:
    assert parse("joker 7C Joker") == parse("JK1 7C JK2")
    assert parse("joker JK1") == parse("JK2 JK1")
    assert parse("joker joker joker joker") == parse("JK1 JK2 JK1 JK2")


def test_jokers_read_alike() -> None:
    for lang in LANGS:
        assert pretty(JOKER, lang) == pretty(OTHER_JOKER, lang) == SHARED["card.joker"].say(lang)
    assert pretty_cards("7C JK2 / JK1") == "7♣ Joker / Joker"
    assert pretty_cards("7C and JK1") is None
    assert typed("lay_off JK2 3 over") == "lay_off joker 3 over"


def test_a_menu_lists_jokers_once_and_takes_the_one_that_is_held() -> None:
    teller = Phraser(RUMMY, "en")
    both = Menu(RUMMY, teller, "en", [Discard(card("7C")), Discard(JOKER), Discard(OTHER_JOKER)])
    assert both.lines() == [("  1  Discard 7♣", "discard 7C"), ("  2  Discard Joker", "")]
    choices = Menu(RUMMY, teller, "en", [Discard(card("7C")), Discard(OTHER_JOKER)])
    for text in ("discard joker", "discard JK1", "discard JK2", "joker", "JK1", "Discard Joker"):
        assert choices.find(text) == (Discard(OTHER_JOKER),), text
    assert both.find("discard JK2") == (Discard(JOKER),)


def test_a_hint_has_one_line_for_both_jokers() -> None:
    actions = [Discard(JOKER), Discard(card("7C")), Discard(OTHER_JOKER)]
    advice = Advice(0, 9, tuple(Choice(action, 1.0, 0.5, False, 9, 0.0, 0.0, False) for action in actions))
    teller = Phraser(RUMMY, "en")
    assert [line.split("  ")[1].strip() for line in lines_of(advice, teller, "en")] == ["Discard Joker", "Discard 7♣"]
    (_, line) = lines_of(advice, teller, "en", taken=2)
    assert line.startswith("● Discard Joker")


def test_judged_options_show_only_their_loss() -> None:
    options = (
        Choice(Discard(JOKER), 7.5, 0.5, False, 9, 0.0, 0.0, False),
        Choice(Discard(card("7C")), 5, 0.5, False, 9, 2.5, 1, True),
    )
    first, second = lines_of(Advice(0, 9, options, judged=True), Phraser(RUMMY, "en"), "en")
    assert first.split() == ["Discard", "Joker"]
    assert "2.50 ± 1.00" in second
    assert "5.00" not in second


# Whole commands


def test_replay_and_judge_call_a_joker_a_joker(chieu: Here, tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(records.write(played(seats=2, seed=1)))
    assert "JK" in path.read_text()
    for lang in LANGS:
        shown = chieu("replay", str(path), "--open", "--lang", lang)
        assert shown.code == 0
        assert SHARED["card.joker"].say(lang) in shown.out
        assert not WRITTEN.search(shown.out)
        judged = chieu("judge", "rummy", "7C 7H joker 9D 9H Joker KC", "1", "--lang", lang)
        assert judged.code == 0
        assert SHARED["card.joker"].say(lang) in judged.out
        assert not WRITTEN.search(judged.out)

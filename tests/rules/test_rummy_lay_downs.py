"""Chinese Rummy, RM-8: a lay-down is accepted in any order and stored in canonical form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chieu.core import records
from chieu.core.cards import parse, spell
from chieu.core.deal import Deal
from chieu.core.game import Illegal
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.games.rummy import GAME, game
from chieu.games.rummy import state as kernel
from chieu.games.rummy.ai.heuristic import Planner
from chieu.games.rummy.messages import KINDS, LaidDown, LayDown
from chieu.games.rummy.rules import Match, Rules
from chieu.games.rummy.state import State
from tests.rules.rummy_table import HOLDS_TWO_SETS, SEVEN, action, dealt, do

SHEETS = {
    "seven-rounds": SEVEN,
    "ace low": Rules(ace_low=True),
    "natural twos": Rules(wild_ranks="none", ace_low=True),
    "sets and runs of a size": Rules(contracts="11:s3r3s3", rounds=1, wild_ranks="2T", natural_share=33),
}


def lay_down(state: State, text: str) -> list[str]:
    """Return the melds on the table after a lay-down; the public fact must show the same."""
    seat = game.to_act(state)[0]
    after, events = game.apply(state, seat, action(f"lay_down {text}"))
    fact = events[0].fact
    assert isinstance(fact, LaidDown)
    assert fact.melds == tuple(meld.cards for meld in game.view(after, None).melds)
    return [spell(meld) for meld in fact.melds]


@pytest.mark.parametrize(
    ("cards", "canonical"),
    [
        ("9D 9C 9H / 3C 4C 2D JK1", "9D 9C 9H / 3C 4C 2D JK1"),
        ("9H 9D 9C / 3C 4C JK1 2D", "9D 9C 9H / 3C 4C 2D JK1"),  # order of a set, and of the wilds
        ("3C 4C 2D JK1 / 9D 9C 9H", "9D 9C 9H / 3C 4C 2D JK1"),  # order of the melds
        ("2D 4C 3C JK1 / 9C 9D 9H", "9D 9C 9H / 3C 4C 2D JK1"),  # wilds that fill no gap go on top
        ("4C JK1 3C 2D / 9C 9D 9H", "9D 9C 9H / 3C 4C 2D JK1"),
    ],
)
def test_rm_8_a_lay_down_in_any_order_has_one_canonical_form(cards: str, canonical: str) -> None:
    state = do(dealt("", "9C 9H 3C 4C 2D JK1 9D", number=2, then="KS"), "draw")
    assert lay_down(state, cards) == canonical.split(" / ")


@pytest.mark.parametrize(
    ("cards", "canonical"),
    [
        ("2D 6C 7C 8C", "2D 6C 7C 8C"),  # cards that form a run, from either end, place the wilds
        ("6C 7C 8C 2D", "6C 7C 8C 2D"),
        ("8C 7C 6C 2D", "2D 6C 7C 8C"),
        ("2D 8C 7C 6C", "6C 7C 8C 2D"),
        ("7C 6C 8C 2D", "6C 7C 8C 2D"),
        ("5C 4C 3C 6C", "3C 4C 5C 6C"),
        ("8C 2D 6C JK1", "2D 6C JK1 8C"),
        ("2D JK1 8C 6C", "6C 2D 8C JK1"),  # gaps are filled first
        ("QC KC 2D JK1", "2D QC KC JK1"),  # nothing goes past the ace
        ("2C 3C 4C 5C", "3C 4C 5C 2C"),  # or below the 3
        ("AC 2D QC KC", "2D QC KC AC"),
        ("AC JK1 2D KC", "2D JK1 KC AC"),
    ],
)
def test_rm_8_the_order_of_a_run_places_its_wilds(cards: str, canonical: str) -> None:
    state = do(dealt("", f"9D 9H 9S {cards}", number=2, then="KS"), "draw")
    assert lay_down(state, f"9D 9H 9S / {cards}")[1] == canonical


def test_rm_8_melds_of_the_same_shape_are_numbered_as_laid() -> None:
    state = do(dealt("", HOLDS_TWO_SETS), "draw")
    assert lay_down(state, "9H 9D 9C / 7H 7C 7D") == ["9D 9C 9H", "7D 7C 7H"]
    assert lay_down(state, "7H 7C 7D / 9H 9D 9C") == ["7D 7C 7H", "9D 9C 9H"]
    state = do(dealt("", "3C 4C 5C 6C 8D 9D 10D JD KH", number=3, then="KS"), "draw")
    assert lay_down(state, "3C 4C 5C 6C / 8D 9D 10D JD") == ["3C 4C 5C 6C", "8D 9D 10D JD"]
    assert lay_down(state, "8D 9D 10D JD / 3C 4C 5C 6C") == ["8D 9D 10D JD", "3C 4C 5C 6C"]


def test_rm_8_a_low_ace_goes_to_the_low_end() -> None:
    state = do(dealt("", "9D 9H 9S AC 2D 3C 4C", number=2, then="KS", rules=Rules(ace_low=True)), "draw")
    assert lay_down(state, "9D 9H 9S / 4C AC 3C 2D")[1] == "AC 2D 3C 4C"


@pytest.mark.parametrize(
    ("cards", "code", "params"),
    [
        ("3C 4C 6C 8C / 9D 9C 9H", "wrong_run", {"cards": "3C 4C 6C 8C"}),
        ("6C 3C 3C 4C / 9D 9C 9H", "not_in_hand", {"card": "3C"}),
        ("3C 4C 6C JK1 / 9D 9C 8C", "wrong_set", {"cards": "9D 9C 8C"}),
        ("3C 4C 6C 8C JK1 / 9D 9C 9H", "wrong_size", {"cards": "3C 4C 6C 8C JK1", "size": 4}),
        ("9D JK1 2D / 3C 4C 6C 8C", "too_wild", {"cards": "9D JK1 2D", "naturals": 2}),
        ("9D 9C 9H / 3C 4C 6C KS", "not_in_hand", {"card": "KS"}),
        ("9D 9C 9H", "wrong_melds", {"melds": 1, "wanted": 2}),
    ],
)
def test_rm_8_a_refusal_names_the_actual_error(cards: str, code: str, params: dict[str, Any]) -> None:
    state = do(dealt("KS", "9C 9H 3C 4C 6C 8C 2D 9D", number=2, then="JK1"), "draw")
    with pytest.raises(Illegal) as caught:
        game.apply(state, 1, action(f"lay_down {cards}"))
    assert caught.value.code == code
    assert {name: caught.value.params[name] for name in params} == params


def state_with_lay_down(rules: Rules, number: int, seats: int, rng: Rng) -> State | None:
    """Return a state in which a seat can lay down, or None."""
    state = kernel.opening(game.start(rules, seats, Match(number)).compiled, number, 0, (0,) * seats)
    state.shuffled(rng.shuffled(state.to_shuffle()))
    for _ in range(60):
        if state.stage == kernel.SHUFFLE:
            state.shuffled(rng.shuffled(state.to_shuffle()))
        bot = Planner(rules, int(state.turn), rng)
        seat = int(state.turn)
        chosen = bot.act(game.view(state, seat), game.legal(state, seat))
        if isinstance(chosen, LayDown):
            return state
        state, _ = game.apply(state, seat, chosen)
    return None


def without_order(state: State) -> list[tuple[str, ...]]:
    """Return the melds on the table, sorted, with every wild as a W.

    The order of the melds decides which wild goes where.
    """
    melds = [meld.cards for meld in game.view(state, None).melds]
    return sorted(tuple("W" if state.compiled.is_wild(card) else str(card) for card in meld) for meld in melds)


@given(sheet=st.sampled_from(list(SHEETS)), seats=st.sampled_from([2, 3]), seed=st.integers(0, 2**32), data=st.data())
def test_rm_8_shuffling_a_lay_down_gives_the_same_melds(sheet: str, seats: int, seed: int, data: st.DataObject) -> None:
    rules, rng = SHEETS[sheet], Rng(seed)
    state = state_with_lay_down(rules, 1 + rng.below(rules.rounds), seats, rng)
    assume(state is not None)
    assert state is not None
    seat = int(state.turn)
    ways = [listed for listed in game.legal(state, seat) if isinstance(listed, LayDown)]
    way = data.draw(st.sampled_from(ways))
    mixed = LayDown(tuple(tuple(data.draw(st.permutations(meld))) for meld in data.draw(st.permutations(way.melds))))
    after, _ = game.apply(state, seat, mixed)
    right, _ = game.apply(state, seat, way)
    # The same cards leave the hand in any case, and the shuffled lay-down is one of those listed, in some order.
    assert game.view(after, seat).seats == game.view(right, seat).seats
    assert any(without_order(game.apply(state, seat, listed)[0]) == without_order(after) for listed in ways)
    loose = any(KINDS[state.contract.kinds[at]] == "run" for at in range(state.contract.melds)) and any(
        state.compiled.is_wild(used) for meld in way.melds for used in meld
    )
    if not loose:  # the order can only affect the places of a run's wilds
        assert without_order(after) == without_order(right)
    assert game.apply(state, seat, LayDown(tuple(meld.cards for meld in game.view(after, None).melds)))[0] == after


def test_rm_8_a_record_in_another_order_replays_the_same() -> None:
    rng = Rng(5)
    deal = Deal.among(GAME, SEVEN, [Planner(SEVEN, seat, rng) for seat in range(2)], rng.shuffled)
    turned = tuple(
        (seat, LayDown(tuple(meld[::-1] for meld in move.melds)) if isinstance(move, LayDown) else move)
        for seat, move in deal.moves
    )
    assert turned != deal.moves
    text = Deal(GAME, SEVEN, 2, moves=turned, state=deal.state).record()
    (back,) = records.read(all_games(), text.splitlines())
    assert back.replay() == deal.state


def test_rm_8_a_lay_down_is_typed_in_any_order() -> None:
    from chieu.cli.play.menu import Menu
    from chieu.core.text.phrasing import Phraser

    state = do(dealt("", HOLDS_TWO_SETS), "draw")
    menu = Menu(GAME, Phraser(GAME, "en"), "en", game.legal(state, 1))
    sevens, nines = parse("7D 7C 7H"), parse("9D 9C 9H")
    for text, laid in {
        "lay_down 9H 9D 9C / 7H 7C 7D": [nines, sevens],
        "9H 9D 9C / 7H 7C 7D": [nines, sevens],
        "7H 7C 7D / 9H 9D 9C": [sevens, nines],
        "9H 7C 9D 7H 9C 7D": [sevens, nines],
    }.items():
        (meant,) = menu.find(text)
        after, _ = game.apply(state, 1, meant)
        assert [meld.cards for meld in game.view(after, None).melds] == laid

"""Chinese Rummy: hidden information, and two packs."""

from __future__ import annotations

from chieu.core.cards import card, parse
from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.games.rummy import game
from chieu.games.rummy.messages import Discard
from tests.rules.rummy_table import dealt, do, drawn_out, listed_lay_downs

# Two packs


def test_two_packs_hold_each_card_twice() -> None:
    state = do(dealt("", "7C 7C 7H 9D 9D 9C 9H", "", then="7H"), "draw")
    assert "7C 7C 7H / 9D 9D 9C" in listed_lay_downs(state, 1)
    assert "7C 7C 7H / 9D 9D 9H" in listed_lay_downs(state, 1)
    state = do(state, "lay_down 7C 7C 7H / 9D 9D 9C")
    assert game.view(state, 1).seats[1].cards == parse("7H 9H")
    state = do(state, "lay_off 7H 0 on")
    assert game.view(state, None).melds[0].cards == parse("7C 7C 7H 7H")


def test_two_packs_discard_one_of_two_equal_cards() -> None:
    state = do(dealt("", "7C 7C", "", then="KS"), "draw")
    assert list(game.legal(state, 1)).count(Discard(card("7C"))) == 1
    state = do(state, "discard 7C")
    assert (game.view(state, 1).seats[1].cards or ()).count(card("7C")) == 1


# Hidden information


def test_resampling_keeps_a_card_taken_face_up() -> None:
    state = do(dealt("", "3D", up="KD"), "take", "discard 3D")
    rng = Rng(1)
    held = set()
    for _ in range(30):
        other = game.resample(state, 0, rng.shuffled)
        cards = game.view(other, 1).seats[1].cards or ()
        assert card("KD") in cards
        assert game.view(other, 0) == game.view(state, 0)
        held |= set(cards)
    assert len(held) > 30  # the other six can be anything that seat 0 has not seen
    assert card("3D") not in held


def test_a_discarded_card_can_come_back_hidden() -> None:
    state = do(dealt("", "", up="KD"), "take", "discard KD")
    state = drawn_out(state)
    due = game.to_shuffle(state)
    state, _ = game.apply(
        state, CHANCE, Shuffle((card("KD"), *(due_card for due_card in due if due_card != card("KD"))))
    )
    seat = game.to_act(state)[0]
    while seat != 1:
        state = do(state, "take", f"discard {game.view(state, None).discard}")
        seat = game.to_act(state)[0]
    state = do(state, "draw")
    assert card("KD") in (game.view(state, 1).seats[1].cards or ())
    rng = Rng(1)
    others = [game.resample(state, 0, rng.shuffled) for _ in range(30)]
    assert any(card("KD") not in (game.view(other, 1).seats[1].cards or ()) for other in others)


def test_hands_held_through_a_reshuffle_are_known() -> None:
    state = drawn_out(dealt("", ""))
    state, _ = game.apply(state, CHANCE, Shuffle(game.to_shuffle(state)[::-1]))
    rng = Rng(1)
    for _ in range(5):  # all other cards have been seen by then
        other = game.resample(state, 0, rng.shuffled)
        assert game.view(other, 1).seats[1].cards == game.view(state, 1).seats[1].cards
        assert game.orders(other)[1] != game.orders(state)[1]

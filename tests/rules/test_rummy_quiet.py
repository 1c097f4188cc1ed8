"""Chinese Rummy, RM-13: every round ends."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from chieu.core import run, sheets
from chieu.core.deal import Deal
from chieu.core.game import CHANCE, Shuffle
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS
from chieu.core.text.phrasing import Phraser
from chieu.games.rummy import GAME, game
from chieu.games.rummy.ai.heuristic import Planner
from chieu.games.rummy.messages import Action, Discard, Discarded, Draw, Ended, Stalled, Take, View, Won
from chieu.games.rummy.rules import Match, Rules
from chieu.games.rummy.state import State
from chieu.search import advise
from chieu.testing import stall
from tests.laws.stallers import TakesTheDiscardAndKeepsItsMelds
from tests.rules.rummy_table import HOLDS_TWO_SETS, SEVEN, TWO_SETS, dealt, do

TEN = Rules(quiet_turns=10)


def play_quietly(state: State, turns: int, take: bool = False) -> State:
    """Play turns in which everybody discards the card they draw."""
    rng = Rng(1)
    for _ in range(turns):
        if game.to_act(state) == (CHANCE,):
            state, _ = game.apply(state, CHANCE, Shuffle(rng.shuffled(game.to_shuffle(state))))
        (seat,) = game.to_act(state)
        state, events = game.apply(state, seat, Take() if take else Draw())
        fact = events[0].seen_by(seat)
        state, _ = game.apply(state, seat, Discard(fact.card if take else fact.cards[0]))
    return state


def quiet_left(state: State, viewer: int | None = None) -> int:
    return game.view(state, viewer).quiet_left


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("take", [False, True])
def test_rm_13_quiet_turns_block_the_round_however_seats_draw(seats: int, take: bool) -> None:
    state = play_quietly(dealt(*[""] * seats, rules=TEN), 10 * seats - 1, take)
    assert game.to_act(state) != ()
    over = play_quietly(state, 1, take)
    assert game.to_act(over) == ()
    view = game.view(over, None)
    assert (view.winner, view.how, view.quiet_left) == (None, "blocked", 0)
    points = [seat.points for seat in view.seats]
    assert all(points)
    assert [seat.score for seat in view.seats] == points
    assert sum(game.payoff(over)) == 0
    assert game.match_after(over) == Match(2, 1, tuple(int(own or 0) for own in points))
    assert "end.blocked" in game.tally(over)


def test_rm_13_the_default_is_sixty_turns_of_each() -> None:
    state = play_quietly(dealt("", ""), 119)
    assert quiet_left(state) == 1
    assert game.view(play_quietly(state, 1), None).how == "blocked"


def test_rm_13_the_block_is_announced_as_the_turn_ends() -> None:
    state = play_quietly(dealt("3D 4D 5D 6D 8D 9D 9C", "10D JD QD KD AD 10C JC", rules=TEN, scores=(7, 8)), 19)
    state = do(state, "draw")
    (seat,) = game.to_act(state)
    thrown = (game.view(state, seat).seats[seat].cards or ())[-1]
    over, events = game.apply(state, seat, Discard(thrown))
    seen = [event.fact for event in events]
    assert seen[:2] == [Discarded(seat, thrown), Stalled(10)]
    ended = seen[2]
    assert isinstance(ended, Ended)
    assert (ended.winner, ended.how) == (None, "blocked")
    assert ended.scores == tuple(had + more for had, more in zip((7, 8), ended.points, strict=True))
    for lang in LANGS:
        assert "10" in Phraser(GAME, lang).fact(seen[1])
        assert GAME.presentation.show(game.view(over, None), lang)[-1] == GAME.presentation.texts["show.stalled"].say(
            lang
        )
    assert Phraser(GAME, "en").fact(seen[1]) == (
        "10 turns each and nobody laid anything down or off: the round is blocked."
    )


def test_rm_13_the_match_can_end_with_a_blocked_round() -> None:
    state = play_quietly(dealt("", "", rules=Rules(quiet_turns=10, rounds=1)), 19)
    state = do(state, "draw")
    (seat,) = game.to_act(state)
    _, events = game.apply(state, seat, Discard((game.view(state, seat).seats[seat].cards or ())[0]))
    assert isinstance(events[-1].fact, Won)


def test_rm_13_laying_down_or_off_restarts_the_count() -> None:
    state = dealt("", f"{HOLDS_TWO_SETS} 7S", then="KS", rules=TEN)
    assert quiet_left(state) == 20
    state = play_quietly(do(state, "draw", "discard KS"), 3)
    assert quiet_left(state) == 16
    state = do(state, "draw", TWO_SETS)
    assert quiet_left(state) == 20
    state = do(state, f"discard {(game.view(state, 1).seats[1].cards or ())[0]}")
    assert quiet_left(state) == 20  # that turn was not quiet
    state = play_quietly(state, 5)
    assert quiet_left(state) == 15
    state = do(state, "draw")
    off = next(action for action in game.legal(state, 1) if action.__struct_config__.tag == "lay_off")
    state, _ = game.apply(state, 1, off)
    assert quiet_left(state) == 20


def test_rm_13_a_swap_does_not_restart_the_count() -> None:
    rules = Rules(joker_swap=True, quiet_turns=10)
    state = dealt("3S", "9D 9H 9S 5C 6C 2D 8C 7C", number=2, then="KS QS JS", rules=rules)
    state = do(
        state, "draw", "lay_down 9D 9H 9S / 5C 6C 2D 8C", "discard KS", "draw", "discard QS", "draw", "swap 7C 1"
    )
    assert quiet_left(state) == 19
    state = do(state, "discard JS")
    assert quiet_left(state) == 18


def test_rm_13_going_out_on_the_last_quiet_turn_wins() -> None:
    state = dealt("", f"{HOLDS_TWO_SETS} 7S", then="KS", rules=TEN)
    state = do(state, "draw", TWO_SETS, "lay_off 7S 0 on").copy()
    state.quiet = 19  # as after 19 quiet turns
    over = do(state, "discard KS")
    assert (game.view(over, None).winner, game.view(over, None).how) == (1, "discard")


def test_rm_13_everybody_sees_how_many_quiet_turns_are_left() -> None:
    state = play_quietly(dealt("", "", rules=TEN), 10)
    assert [quiet_left(state, viewer) for viewer in (None, 0, 1)] == [10, 10, 10]
    assert "10 more turns with nothing laid down or off and the round is blocked" in GAME.presentation.show(
        game.view(state, None), "en"
    )
    early = play_quietly(dealt("", "", rules=TEN), 9)
    assert not any(
        line.endswith("the round is blocked") for line in GAME.presentation.show(game.view(early, None), "en")
    )


def test_rm_13_the_number_of_quiet_turns_is_an_option() -> None:
    assert sheets.code(GAME, TEN) == "seven-rounds~qt10"
    for number in (9, 201):
        with pytest.raises(BadRules):
            Rules(quiet_turns=number)
    for lang in LANGS:
        (line,) = [sentence for sentence in sheets.prose(GAME, TEN, lang) if sentence.rule == "RM-13"]
        assert "10" in line.text
        assert line.differs


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rm_13_the_view_warns_of_a_block(seats: int) -> None:
    state = play_quietly(dealt(*[""] * seats, rules=TEN), 5 * seats - 1)
    assert not game.view(state, 0).blocked_soon
    for _ in range(5 * seats + 1):
        state = play_quietly(state, 1)
        for viewer in (None, 0):
            view = game.view(state, viewer)
            assert view.blocked_soon is (view.how is None)


class Lazy(Planner):
    """Collects sensibly, but lays down or off only when the round is about to be blocked."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "draw" or view.quiet_left <= len(view.seats):
            return super().act(view, legal)
        return super().act(view, [action for action in legal if isinstance(action, Discard)])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rm_13_the_length_of_a_round_is_bounded(seats: int) -> None:
    rules = msgspec.structs.replace(TEN, contracts="7:s3", rounds=1, joker_swap=True)
    cards = len(game.to_shuffle(game.start(rules, seats)))
    longest = 0
    for seed in range(6):
        bots = [Lazy(rules, seat, Rng(seed, seat)) for seat in range(seats)]
        deal = Deal.among(GAME, rules, bots, Rng(seed).shuffled)
        longest = max(longest, deal.state.turns)
        assert deal.state.turns <= (cards + 1) * seats * 10
        assert sum(seat != CHANCE for seat, _ in deal.moves) <= game.longest(rules, seats)
    assert longest > 2 * seats * 10  # they do prolong it


@pytest.mark.parametrize(("rules", "number"), [(SEVEN, 4), (Rules(wild_ranks="2T"), 5)])
def test_rm_13_a_hint_near_the_block_is_cheap(rules: Rules, number: int) -> None:
    """Each world replays the moves once, and its rollout ends soon because the block is near."""
    whole = stall(GAME, rules, [TakesTheDiscardAndKeepsItsMelds] * 2, 1, Match(number))
    assert game.view(whole.state, None).how == "blocked"
    worlds = 4
    for left_out in (3, 40):  # just before the end, and some turns earlier
        moves = whole.moves[:-left_out]
        *_, last = run.replay(GAME, rules, 2, Match(number), moves)
        (seat,) = game.to_act(last.state)
        applied = 0

        def apply(*args: Any) -> Any:
            nonlocal applied
            applied += 1
            return GAME.apply(*args)

        watched = dataclasses.replace(GAME, apply=apply)
        deal = Deal(watched, rules, 2, match=Match(number), moves=moves, state=last.state)
        advice = advise(deal, seat, Rng(1), worlds=worlds)
        options = len(game.legal(last.state, seat))
        assert len(advice.options) == options
        assert options * worlds <= applied <= (worlds + 1) * len(moves) + options * worlds * 2 * left_out

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


def quietly(state: State, turns: int, take: bool = False) -> State:
    """So many turns in which everybody throws away what they draw."""
    rng = Rng(1)
    for _ in range(turns):
        if game.to_act(state) == (CHANCE,):
            state, _ = game.apply(state, CHANCE, Shuffle(rng.shuffled(game.to_shuffle(state))))
        (seat,) = game.to_act(state)
        state, events = game.apply(state, seat, Take() if take else Draw())
        told = events[0].seen_by(seat)
        state, _ = game.apply(state, seat, Discard(told.card if take else told.cards[0]))
    return state


def left(state: State, viewer: int | None = None) -> int:
    return game.view(state, viewer).quiet_left


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("take", [False, True])
def test_rm_13_quiet_turns_of_every_seat_in_a_row_block_the_round_however_they_drew(seats: int, take: bool) -> None:
    state = quietly(dealt(*[""] * seats, rules=TEN), 10 * seats - 1, take)
    assert game.to_act(state) != ()
    over = quietly(state, 1, take)
    assert game.to_act(over) == ()
    seen = game.view(over, None)
    assert (seen.winner, seen.how, seen.quiet_left) == (None, "blocked", 0)
    points = [seat.points for seat in seen.seats]
    assert all(points)
    assert [seat.score for seat in seen.seats] == points
    assert sum(game.payoff(over)) == 0
    assert game.match_after(over) == Match(2, 1, tuple(int(one or 0) for one in points))
    assert "end.blocked" in game.tally(over)


def test_rm_13_the_default_is_sixty_turns_of_each() -> None:
    state = quietly(dealt("", ""), 119)
    assert left(state) == 1
    assert game.view(quietly(state, 1), None).how == "blocked"


def test_rm_13_the_round_is_blocked_as_the_turn_ends_and_everybody_is_told_why() -> None:
    state = quietly(dealt("3D 4D 5D 6D 8D 9D 9C", "10D JD QD KD AD 10C JC", rules=TEN, scores=(7, 8)), 19)
    state = do(state, "draw")
    (seat,) = game.to_act(state)
    thrown = (game.view(state, seat).seats[seat].cards or ())[-1]
    over, events = game.apply(state, seat, Discard(thrown))
    told = [event.fact for event in events]
    assert told[:2] == [Discarded(seat, thrown), Stalled(10)]
    ended = told[2]
    assert isinstance(ended, Ended)
    assert (ended.winner, ended.how) == (None, "blocked")
    assert ended.scores == tuple(had + more for had, more in zip((7, 8), ended.points, strict=True))
    for lang in LANGS:
        assert "10" in Phraser(GAME, lang).fact(told[1])
        assert GAME.presentation.show(game.view(over, None), lang)[-1] == GAME.presentation.texts["show.stalled"].say(
            lang
        )
    assert Phraser(GAME, "en").fact(told[1]) == (
        "10 turns each and nobody laid anything down or off: the round is blocked."
    )


def test_rm_13_the_match_can_end_with_a_blocked_round() -> None:
    state = quietly(dealt("", "", rules=Rules(quiet_turns=10, rounds=1)), 19)
    state = do(state, "draw")
    (seat,) = game.to_act(state)
    _, events = game.apply(state, seat, Discard((game.view(state, seat).seats[seat].cards or ())[0]))
    assert isinstance(events[-1].fact, Won)


def test_rm_13_laying_down_and_laying_off_begin_the_count_anew() -> None:
    state = dealt("", f"{HOLDS_TWO_SETS} 7S", then="KS", rules=TEN)
    assert left(state) == 20
    state = quietly(do(state, "draw", "discard KS"), 3)
    assert left(state) == 16
    state = do(state, "draw", TWO_SETS)
    assert left(state) == 20
    state = do(state, f"discard {(game.view(state, 1).seats[1].cards or ())[0]}")
    assert left(state) == 20  # that was no quiet turn
    state = quietly(state, 5)
    assert left(state) == 15
    state = do(state, "draw")
    off = next(one for one in game.legal(state, 1) if one.__struct_config__.tag == "lay_off")
    state, _ = game.apply(state, 1, off)
    assert left(state) == 20


def test_rm_13_a_swap_is_no_activity() -> None:
    rules = Rules(joker_swap=True, quiet_turns=10)
    state = dealt("3S", "9D 9H 9S 5C 6C 2D 8C 7C", number=2, then="KS QS JS", rules=rules)
    state = do(
        state, "draw", "lay_down 9D 9H 9S / 5C 6C 2D 8C", "discard KS", "draw", "discard QS", "draw", "swap 7C 1"
    )
    assert left(state) == 19
    state = do(state, "discard JS")
    assert left(state) == 18


def test_rm_13_who_goes_out_with_the_last_quiet_turn_wins() -> None:
    state = dealt("", f"{HOLDS_TWO_SETS} 7S", then="KS", rules=TEN)
    state = do(state, "draw", TWO_SETS, "lay_off 7S 0 on").copy()
    state.quiet = 19  # as if it had been quiet for so long
    over = do(state, "discard KS")
    assert (game.view(over, None).winner, game.view(over, None).how) == (1, "discard")


def test_rm_13_everybody_sees_how_many_quiet_turns_are_left() -> None:
    state = quietly(dealt("", "", rules=TEN), 10)
    assert [left(state, viewer) for viewer in (None, 0, 1)] == [10, 10, 10]
    assert "10 more turns with nothing laid down or off and the round is blocked" in GAME.presentation.show(
        game.view(state, None), "en"
    )
    early = quietly(dealt("", "", rules=TEN), 9)
    assert not any(
        line.endswith("the round is blocked") for line in GAME.presentation.show(game.view(early, None), "en")
    )


def test_rm_13_how_many_is_an_option() -> None:
    assert sheets.code(GAME, TEN) == "seven-rounds~qt10"
    for number in (9, 201):
        with pytest.raises(BadRules):
            Rules(quiet_turns=number)
    for lang in LANGS:
        (line,) = [one for one in sheets.prose(GAME, TEN, lang) if one.rule == "RM-13"]
        assert "10" in line.text
        assert line.differs


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rm_13_the_view_says_when_players_should_be_told(seats: int) -> None:
    state = quietly(dealt(*[""] * seats, rules=TEN), 5 * seats - 1)
    assert not game.view(state, 0).blocked_soon
    for _ in range(5 * seats + 1):
        state = quietly(state, 1)
        for viewer in (None, 0):
            seen = game.view(state, viewer)
            assert seen.blocked_soon is (seen.how is None)


class Lazy(Planner):
    """Collects as it should, but lays a card down or off only when the round is about to be blocked."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "draw" or view.quiet_left <= len(view.seats):
            return super().act(view, legal)
        return super().act(view, [one for one in legal if isinstance(one, Discard)])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rm_13_a_round_has_at_most_so_many_turns_for_each_card_of_the_pack(seats: int) -> None:
    rules = msgspec.structs.replace(TEN, contracts="7:s3", rounds=1, joker_swap=True)
    cards = len(game.to_shuffle(game.start(rules, seats)))
    longest = 0
    for seed in range(6):
        bots = [Lazy(rules, seat, Rng(seed, seat)) for seat in range(seats)]
        deal = Deal.among(GAME, rules, bots, Rng(seed).shuffled)
        longest = max(longest, deal.state.turns)
        assert deal.state.turns <= (cards + 1) * seats * 10
        assert sum(seat != CHANCE for seat, _ in deal.moves) <= game.longest(rules, seats)
    assert longest > 2 * seats * 10  # they do draw it out


@pytest.mark.parametrize(("rules", "number"), [(SEVEN, 4), (Rules(wild_ranks="2T"), 5)])
def test_rm_13_a_hint_near_the_block_is_little_work(rules: Rules, number: int) -> None:
    """Each world goes through the moves so far once, and a play-out is over soon: nobody can hold it up any more."""
    whole = stall(GAME, rules, [TakesTheDiscardAndKeepsItsMelds] * 2, 1, Match(number))
    assert game.view(whole.state, None).how == "blocked"
    worlds = 4
    for left_out in (3, 40):  # the last turn but one, and some turns before that
        moves = whole.moves[:-left_out]
        *_, last = run.replay(GAME, rules, 2, Match(number), moves)
        (seat,) = game.to_act(last.state)
        applied = 0

        def apply(*given: Any) -> Any:
            nonlocal applied
            applied += 1
            return GAME.apply(*given)

        watched = dataclasses.replace(GAME, apply=apply)
        deal = Deal(watched, rules, 2, match=Match(number), moves=moves, state=last.state)
        told = advise(deal, seat, Rng(1), worlds=worlds)
        options = len(game.legal(last.state, seat))
        assert len(told.options) == options
        assert options * worlds <= applied <= (worlds + 1) * len(moves) + options * worlds * 2 * left_out

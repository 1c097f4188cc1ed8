"""PF-46: the lesson, a first deal with cards that the game chose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pytest

from chieu.bots import bot_of, usual_bot
from chieu.core.game import AnyGame, Refusal
from chieu.core.rng import Rng
from chieu.core.text.presentation import OVER, Tip
from chieu.fairness import journal
from chieu.fairness.journal import Journal
from chieu.fairness.manifest import NOTHING_BEFORE, read_manifest
from chieu.fairness.verify import NotShuffled, verify
from chieu.games import all_games, load
from chieu.online.protocol import commands
from chieu.online.table import decide, lesson
from chieu.online.table.entries import Moved, ShuffleOpened
from chieu.online.table.shuffling import REVEAL_WITHIN, TRIES_AT_MOST
from chieu.online.table.turns import deadline
from tests.online.table.sitting import Sitting, fresh
from tests.online.table.test_shuffle import A

Policy: TypeAlias = Callable[[Sitting, Sequence[Any]], Any]


def tag(action: Any) -> str:
    return str(type(action).__struct_config__.tag)


def lesson_table(name: str, **fields: Any) -> Sitting:
    game = load(name)
    quick = game.extras.quick
    order = {"seats": quick.seats, "sheet": quick.sheet, "bots": (usual_bot(game),) * (quick.seats - 1)}
    return Sitting(name, **{**order, "bot_hosts": True, "lesson": True, **fields})


def like_a_bot(table: Sitting, legal: Sequence[Any]) -> Any:
    """Play well: as the usual bot does."""
    bot = bot_of(table.game, usual_bot(table.game))(table.deal.rules, lesson.NEWCOMER, Rng(1))
    for events in table.deal.events:
        for event in events:
            bot.see(event.seen_by(lesson.NEWCOMER))
    return bot.act(table.game.view(table.deal.state, lesson.NEWCOMER), legal)


def prefer(*kinds: str) -> Policy:
    """Take the first legal action of the first kind that there is."""
    return lambda _, legal: min(legal, key=lambda action: (*kinds, tag(action)).index(tag(action)))


# As the tips say, and as somebody plays who ignores them.
ATTENTIVE: dict[str, Policy] = {
    "xidach": prefer("stand", "draw"),
    "big2": like_a_bot,
    "rummy": like_a_bot,
    "niuniu": prefer("stake"),
}
CARELESS: dict[str, Policy] = {
    "xidach": prefer("draw"),
    "big2": prefer("play"),
    "rummy": prefer("draw", "discard"),
}


def play(table: Sitting, policy: Policy) -> list[tuple[Any, ...]]:
    """Play the lesson. Return the newcomer's legal actions at each turn."""
    turns: list[tuple[Any, ...]] = []
    table.must("g0", commands.Ready)
    while table.phase() == "playing":
        if lesson.NEWCOMER in table.deal.to_act:
            turns.append(table.game.legal(table.deal.state, lesson.NEWCOMER))
            table.act(lesson.NEWCOMER, policy(table, turns[-1]))
        else:
            table.wait((deadline(table.state) or table.now) - table.now)
    return turns


def payoff(table: Sitting) -> int:
    assert table.deal.payoff is not None
    return table.deal.payoff[lesson.NEWCOMER]


def tips_for_newcomers(game: AnyGame, rules: Any) -> list[Tip]:
    """Return the tips of the lesson that hold under these rules for a seat that neither deals nor banks."""
    held = [tip for tip in game.presentation.lesson if not tip.only]
    return [tip for tip in held if all(getattr(rules, name) in values for name, values in tip.given.items())]


@pytest.mark.parametrize("name", sorted(ATTENTIVE))
def test_pf_46_the_lesson_reaches_every_tip_and_is_won(name: str) -> None:
    table = lesson_table(name)
    turns = [{tag(action) for action in legal} for legal in play(table, ATTENTIVE[name])]
    missed = [
        tip.id
        for tip in tips_for_newcomers(table.game, table.state.rules)
        if tip.when not in ("", OVER) and not any({tip.when, tip.also} - {""} <= legal for legal in turns)
    ]
    assert not missed
    assert payoff(table) > 0
    table.check()


@pytest.mark.parametrize("name", sorted(CARELESS))
def test_pf_46_the_lesson_can_be_lost(name: str) -> None:
    table = lesson_table(name)
    play(table, CARELESS[name])
    assert payoff(table) < 0


def test_pf_46_in_niu_niu_only_the_stake_is_the_newcomers() -> None:
    """The cards decide who wins, so the lesson cannot be lost."""
    low, high = lesson_table("niuniu"), lesson_table("niuniu")
    play(low, prefer("stake"))
    play(high, lambda _, legal: legal[-1])
    assert payoff(high) == 5 * payoff(low) > 0


def test_pf_46_the_lesson_of_big_two_has_two_hands_of_five_cards() -> None:
    table = lesson_table("big2")
    first = play(table, like_a_bot)[0]
    assert any(tag(action) == "play" and len(action.cards) == 5 for action in first)
    moved = [event for event in table.events if isinstance(event, Moved) and event.seat == lesson.NEWCOMER]
    assert sum(len(getattr(event.action, "cards", ())) == 5 for event in moved) == 2


@pytest.mark.parametrize("name", sorted(ATTENTIVE))
def test_pf_46_the_lesson_is_the_same_at_every_table(name: str) -> None:
    first, other = lesson_table(name), lesson_table(name, seed=2)
    other.must("g0", commands.Say, text="hello")
    play(first, ATTENTIVE[name])
    play(other, ATTENTIVE[name])
    assert first.deal.state == other.deal.state


@pytest.mark.parametrize("name", sorted(ATTENTIVE))
def test_pf_46_the_lesson_counts_for_nothing(name: str) -> None:
    table = lesson_table(name)
    play(table, ATTENTIVE[name])
    assert (table.deal.number, table.state.deals, table.state.ledger, table.state.match) == (0, 0, {}, None)
    seen = table.whole("g0").table
    assert (seen.deals, seen.ledger, [seat.chips for seat in seen.seats]) == (0, (), [0] * len(seen.seats))


def test_pf_46_the_deal_after_the_lesson_is_shuffled() -> None:
    table = lesson_table("xidach")
    play(table, ATTENTIVE["xidach"])
    table.commit("g0", A)
    table.must("g0", commands.Ready)
    assert read_manifest(table.state.shuffle.manifest).after == NOTHING_BEFORE
    table.reveal("g0", A)
    table.play_on(Rng(1))
    assert (table.deal.number, table.state.deals, len(table.state.ledger)) == (1, 1, 2)
    (verified,) = verify(all_games(), table.record(1).splitlines())
    assert [chair.proves for chair in verified.chairs] == ["nothing", "claim", "nothing", "nothing"]


def seeds(table: Sitting) -> list[tuple[int, int]]:
    """Return the deals and attempts for which the server drew a seed."""
    return [(event.deal, event.attempt) for event in table.events if isinstance(event, ShuffleOpened)]


def test_pf_46_the_shuffle_that_was_pending_outlasts_the_lesson() -> None:
    """A second seed for the same attempt would let the server choose."""
    table = lesson_table("xidach")
    table.commit("g0", A)
    before = table.state.shuffle
    play(table, ATTENTIVE["xidach"])
    assert (table.state.shuffle, seeds(table)) == (before, [(1, 0)])


def test_pf_46_a_restart_during_the_lesson_voids_the_shuffle() -> None:
    table = lesson_table("xidach")
    table.must("g0", commands.Ready)
    table.fresh = fresh("node-2", 5)
    table.play_on(Rng(1))
    assert ([void.why for void in table.state.shuffle.voids], seeds(table)) == (["restart"], [(1, 0), (1, 1)])
    assert table.phase() == "between"


def test_pf_46_there_is_no_lesson_after_a_manifest() -> None:
    """The void attempts at deal 1 would be forgotten."""
    table = lesson_table("xidach")
    table.must("g0", commands.SetBot, seat=2, level="easy")
    table.commit("g0", A)
    table.must("g0", commands.DealNow)
    for attempt in range(TRIES_AT_MOST):
        if attempt:
            table.commit("g0", A)
        table.wait(REVEAL_WITHIN)
    assert (table.phase(), len(table.state.shuffle.voids)) == ("between", TRIES_AT_MOST)
    table.must("g0", commands.SetBot, seat=2, level=usual_bot(table.game))
    table.must("g0", commands.DealNow)
    assert (table.deal.number, table.deal.proof is None) == (1, False)


def test_pf_46_rules_changed_during_a_lesson_hold_from_deal_1() -> None:
    table = lesson_table("xidach")
    table.must("g0", commands.Ready)
    table.must("g0", commands.Change, sheet="vipgame", seats=len(table.state.chairs))
    before = table.state.rules_before
    assert before is not None
    assert before.deal == 1
    table.play_on(Rng(1))
    assert table.whole("g0").table.rules_before == before, "deal 1 is still to come"
    table.must("g0", commands.Ready)
    table.play_on(Rng(1))
    assert (table.deal.number, table.whole("g0").table.rules_before) == (1, None)


def test_pf_46_a_lesson_that_a_restore_annulled_is_played_again() -> None:
    table = lesson_table("xidach")
    table.must("g0", commands.Ready)
    table.take(decide.restored, "epoch-2")
    assert table.state.deal is None
    play(table, ATTENTIVE["xidach"])
    assert (table.deal.number, payoff(table) > 0) == (0, True)
    table.check()


def test_pf_46_the_record_of_a_lesson_proves_nothing() -> None:
    table = lesson_table("xidach")
    play(table, ATTENTIVE["xidach"])
    text = table.record(0)
    with pytest.raises(NotShuffled):
        list(verify(all_games(), text.splitlines()))
    with pytest.raises(journal.Unaccounted):
        journal.account(all_games(), Journal(table.state.id), text)


@pytest.mark.parametrize(
    "order", [{"seats": 3}, {"sheet": "vipgame"}, {"bots": ("easy",) * 3}, {"bot_hosts": False}, {"seat": 2}]
)
def test_pf_46_other_tables_have_no_lesson(order: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="no_lesson"):
        lesson_table("xidach", **{"bots": ("heuristic",) * 2, **order} if "seats" in order else order)


def test_pf_46_a_table_that_was_changed_has_no_lesson() -> None:
    table = lesson_table("xidach")
    table.must("g0", commands.SetBot, seat=2, level="easy")
    table.must("g0", commands.DealNow)
    assert (table.deal.number, table.deal.proof is None) == (1, False)

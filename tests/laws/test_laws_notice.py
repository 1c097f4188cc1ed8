"""The laws go red where a game breaks them: a game that is right but for one thing is caught by the law for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from chieu.core.checks import check_viewer, is_one_of
from chieu.core.extras import Extras
from chieu.core.game import AnyGame, Event, Illegal
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, pairs, product
from chieu.core.text.languages import Text, same
from chieu.template import GAME, game
from chieu.template.bots import Careful
from chieu.template.messages import Dealt, Keep, Kept, Swap
from chieu.testing import Table, check_bot, check_deals, check_texts, stall, stallers_of


def leaking_view(state: Any, viewer: Any) -> Any:
    """Who looks knows whether seat 0 has a low card."""
    seen = game.view(state, viewer)
    low = bool(state.order) and state.order[(0 - state.dealer - 1) % state.seats].rank < 6
    return msgspec.structs.replace(seen, dealer=seen.dealer + low)


def leaking_events(state: Any, seat: int, action: Any) -> Any:
    """Everybody is told the card of seat 0."""
    after, events = game.apply(state, seat, action)
    open_ = [
        Event(own) if isinstance(own, Dealt) else event for event in events for _, own in (*event.secret, (0, None))
    ]
    return after, tuple(open_ or events)


def both_ways(state: Any, seat: int) -> Any:
    return game.legal(state, seat) * 2


def takes_anything(state: Any, seat: int, action: Any) -> Any:
    return game.apply(state, seat, Keep() if action == "draw" else action)


def falls_over(state: Any, seat: int, action: Any) -> Any:
    if action == "draw":
        raise TypeError("no len")
    return game.apply(state, seat, action)


def house_wins(state: Any) -> Any:
    return tuple(one - 1 for one in game.payoff(state))


def silent(state: Any, seat: int, action: Any) -> Any:
    try:
        return game.apply(state, seat, action)
    except Illegal:
        raise Illegal("nobody_wrote_this") from None


def unmixed(state: Any, viewer: Any, shuffle: Any) -> Any:
    check_viewer(viewer, state.seats)
    return state


def one_too_many(state: Any, seat: int) -> Any:
    return (*game.legal(state, seat), Keep()) if game.to_act(state) else ()


def explained(
    more: int = 0, rule: str = "HC-4", code: str = "higher", peek: bool = False, rare: bool = False
) -> AnyGame:
    """The game with reasons for how a deal ended, which are right but for one thing."""

    def outcome(state: Any, viewer: Any) -> Outcome:
        del viewer
        won = game.payoff(state)
        paid = (
            Settlement(one, other, (Phrase(code, rule),), (product(stake=state.rules.stake + more),))
            for one, other in pairs(sorted(range(len(won)), key=lambda seat: -won[seat]))
            if won[one] != won[other]
        )
        last = Hand(0, (state.order[-1],), Phrase("card"))
        play = Hand(0, (), Phrase("card"), rare=1)
        return Outcome((last,) if peek else (), tuple(paid), plays=(play,) if rare else ())

    texts = {"why.higher": same("higher"), "hand.card": same("a card"), "factor.stake": same("{value}")}
    spoken = replace(GAME.presentation, texts={**GAME.presentation.texts, **texts})
    return replace(GAME, presentation=spoken, extras=replace(GAME.extras, outcome=outcome))


def unspoken() -> AnyGame:
    """A game whose own `show` leaves a place empty."""
    return replace(GAME, presentation=replace(GAME.presentation, show=lambda view, lang, names=(): ["{phase}"]))


BROKEN: dict[str, tuple[AnyGame, str]] = {
    "a view that tells of a hidden card": (replace(GAME, view=leaking_view), "resampling_is_not_noticed"),
    "an event that tells of a hidden card": (replace(GAME, apply=leaking_events), "resampling_is_not_noticed"),
    "an action that is offered twice": (replace(GAME, legal=both_ways), "legal_actions_apply"),
    "an action that is offered and refused": (replace(GAME, legal=one_too_many), "legal_actions_apply"),
    "something that is no action": (replace(GAME, apply=takes_anything), "legal_actions_apply"),
    "an error of its own for what is no action": (replace(GAME, apply=falls_over), "legal_actions_apply"),
    "a refusal without a text": (replace(GAME, apply=silent), "legal_actions_apply"),
    "chips from nowhere": (replace(GAME, payoff=house_wins), "payoffs_sum_to_zero"),
    "a sum that does not come to what was paid": (explained(more=1), "an_outcome_adds_up"),
    "a reason that cites a rule nobody wrote": (explained(rule="HC-9"), "an_outcome_adds_up"),
    "a reason that tells of a hidden card": (explained(peek=True), "an_outcome_adds_up"),
    "a rare play that no fact calls rare": (explained(rare=True), "what_is_rare_is_public"),
    "a text that says nothing of what is there": (unspoken(), "what_happens_is_said"),
    "resampling that changes nothing": (replace(GAME, resample=unmixed), "resampling_varies"),
}


def test_reasons_that_are_right_pass() -> None:
    for seats in (2, 3, 5):
        check_often(Table(explained(), GAME.presets["home"], seats))


def test_a_reason_without_words_is_noticed() -> None:
    with pytest.raises(KeyError, match=r"why\.because"):
        check_often(Table(explained(code="because"), GAME.presets["home"], 3))


def check_often(table: Table) -> None:
    for seed in range(8):
        check_deals(table, seed)


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_game_is_noticed(what: str) -> None:
    broken, law = BROKEN[what]
    table = Table(broken, GAME.presets["home"], 3)
    with pytest.raises((AssertionError, Illegal, pytest.fail.Exception)) as caught:
        check_often(table)
    assert [one for one in caught.traceback if one.name.startswith(f"law_{law}")]


def test_a_deal_that_takes_longer_than_promised_is_noticed() -> None:
    hasty = replace(GAME, longest=lambda rules, seats: seats - 1)
    with pytest.raises(Exception, match=r"Stuck|assert|moves"):
        stall(hasty, GAME.presets["home"], [stallers_of(GAME)[0]] * 3, 1)


class Backwards(Careful):
    """Swaps what it should keep."""

    def act(self, view: Any, legal: Any) -> Any:
        return Swap() if super().act(view, legal) == Keep() else Keep()


def test_a_bot_that_loses_to_chance_is_noticed() -> None:
    with pytest.raises(AssertionError, match="highcard home backwards"):
        check_bot(GAME, GAME.presets["home"], "home backwards", Backwards)


@pytest.mark.parametrize(
    ("texts", "noticed"),
    [
        ({"action.keep": None}, "there is no text action.keep"),
        ({"action.keep": Text("Giữ", "Keep", "")}, "action.keep is not there in every language"),
        ({"action.keep": Text("Giữ {seat}", "Keep", "留")}, "action.keep has other places in another language"),
        ({"fact.kept": same("{seat} keeps {card}")}, "fact.kept has a place that is no field"),
        ({"number.seat": same("{value}")}, r"number.seat has the one place {number}, such as Text"),
    ],
)
def test_a_text_that_is_missing_is_noticed(texts: dict[str, Text | None], noticed: str) -> None:
    whole = {key: text for key, text in {**GAME.presentation.texts, **texts}.items() if text is not None}
    with pytest.raises(AssertionError, match=noticed):
        check_texts(replace(GAME, presentation=replace(GAME.presentation, texts=whole), extras=Extras()))


def test_what_is_refused_amiss_is_named() -> None:
    """The message says which action was tried, and what helps."""
    for apply, said in ((takes_anything, "it went through"), (falls_over, "not TypeError: no len")):
        with pytest.raises(AssertionError, match=rf"apply\(state, 0, 'draw'\) is not legal .*{said} .*is_one_of"):
            check_often(Table(replace(GAME, apply=apply), GAME.presets["home"], 3))


def test_an_action_that_is_just_equal_to_one_that_is_offered_is_another() -> None:
    offered = (Kept(0), Kept(1))
    assert is_one_of(Kept(1), offered)
    assert not any(is_one_of(one, offered) for one in (Kept(True), Kept(1.0), Kept(2), Kept([]), Keep(), None, "kept"))  # type: ignore[arg-type]

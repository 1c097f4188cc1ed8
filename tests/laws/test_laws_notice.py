"""Each law fails for a game that breaks it: a correct game with one defect is caught by its law."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import msgspec
import pytest

from chieu.core.cards import RANKS
from chieu.core.checks import check_viewer, is_one_of
from chieu.core.extras import Extras, Scored
from chieu.core.game import AnyGame, Event, Illegal
from chieu.core.outcome import Hand, Outcome, Phrase, Settlement, product
from chieu.core.scoring.form import Field, Way
from chieu.core.text.languages import Text, same
from chieu.games import load
from chieu.template import GAME, game, scoring
from chieu.template.bots import Careful
from chieu.template.messages import Dealt, Keep, Kept, Swap
from chieu.testing import Table, check_bot, check_deals, check_texts, stall, stallers_of
from chieu.testing.texts import check_sheet


def leaking_view(state: Any, viewer: Any) -> Any:
    """The view reveals to everyone whether seat 0 has a low card."""
    view = game.view(state, viewer)
    low = bool(state.order) and state.order[(0 - state.dealer - 1) % state.seats].rank < 6
    return msgspec.structs.replace(view, dealer=view.dealer + low)


def leaking_events(state: Any, seat: int, action: Any) -> Any:
    """The events reveal the card of seat 0 to everyone."""
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
    return tuple(chips - 1 for chips in game.payoff(state))


def without_text(state: Any, seat: int, action: Any) -> Any:
    try:
        return game.apply(state, seat, action)
    except Illegal:
        raise Illegal("nobody_wrote_this") from None


def unshuffled(state: Any, viewer: Any, shuffle: Any) -> Any:
    check_viewer(viewer, state.seats)
    return state


def one_too_many(state: Any, seat: int) -> Any:
    return (*game.legal(state, seat), Keep()) if game.to_act(state) else ()


def only_as_before(match: Any, places: tuple[int | None, ...]) -> Any:
    return match if places == tuple(range(len(places))) else None


def with_outcome(
    more: int = 0, rule: str = "HC-4", code: str = "higher", peek: bool = False, rare: bool = False
) -> AnyGame:
    """Return the game with an outcome that is correct except for one defect."""

    def outcome(state: Any) -> Outcome:
        payoff = game.payoff(state)
        paid = (
            Settlement(taker, other, (Phrase(code, rule),), (product(stake=state.rules.stake + more),))
            for taker, other in combinations(sorted(range(len(payoff)), key=lambda seat: -payoff[seat]), 2)
            if payoff[taker] != payoff[other]
        )
        last = Hand(0, (state.order[-1],), Phrase("card"))
        play = Hand(0, (), Phrase("card"), rare=1)
        return Outcome((last,) if peek else (), tuple(paid), plays=(play,) if rare else ())

    texts = {"why.higher": same("higher"), "hand.card": same("a card"), "factor.stake": same("{value}")}
    spoken = replace(GAME.presentation, texts={**GAME.presentation.texts, **texts})
    return replace(GAME, presentation=spoken, extras=replace(GAME.extras, outcome=outcome))


def with_scoring(**broken: Any) -> AnyGame:
    """Return the game with one part of its scoring broken."""
    return replace(GAME, extras=replace(GAME.extras, scoring=replace(scoring.SCORING, **broken)))


def off_by_one(*start_and_entry: Any) -> Scored:
    """Score an entry one chip too high for seat 0, at the cost of seat 1."""
    scored = scoring.score(*start_and_entry)
    first, second, *others = scored.payoff
    return msgspec.structs.replace(scored, payoff=(first + 1, second - 1, *others))


def same_dealer(rules: Any, seats: int, match: Any, host: int, entry: Any) -> Scored:
    return msgspec.structs.replace(scoring.score(rules, seats, match, host, entry), match=match)


def peeking_entries(state: Any) -> Any:
    """Enter the card that stayed at the bottom of the deck."""
    line = scoring.Line(RANKS[state.order[-1].rank])
    return (scoring.Entry((line,) * state.seats),)


def asks_nothing(*start: Any) -> Any:
    return msgspec.structs.replace(scoring.form(*start), ways=(Way("rank", "entry.rank", ()),))


def lacks_the_ace(*start: Any) -> Any:
    """Offer keys for all ranks but the highest."""
    form = scoring.form(*start)
    rank = form.ways[0].fields[0]
    return with_field(form, msgspec.structs.replace(rank, choices=rank.choices[:-1]))


def asks_of_the_first(*start: Any) -> Any:
    return with_field(msgspec.structs.replace(scoring.form(*start), seats=(0,)))


def asks_more(*start: Any) -> Any:
    return with_field(scoring.form(*start), Field("points", "number", "entry.rank"))


def asks_in_two_ways(*start: Any) -> Any:
    form = scoring.form(*start)
    return msgspec.structs.replace(
        form, ways=(*form.ways, Way("points", "entry.rank", (Field("points", "number", "entry.rank"),)))
    )


def with_field(form: Any, *fields: Field) -> Any:
    """Return a form whose way asks for these fields; a field replaces one of the same name."""
    (way,) = form.ways
    kept = [field for field in way.fields if field.name not in {new.name for new in fields}]
    return msgspec.structs.replace(form, ways=(msgspec.structs.replace(way, fields=(*kept, *fields)),))


def unfilled() -> AnyGame:
    """Return a game whose `show` leaves a placeholder unfilled."""
    return replace(GAME, presentation=replace(GAME.presentation, show=lambda view, lang, names=(): ["{phase}"]))


BROKEN: dict[str, tuple[AnyGame, str]] = {
    "a view that reveals a hidden card": (replace(GAME, view=leaking_view), "resampling_is_indistinguishable"),
    "an event that reveals a hidden card": (replace(GAME, apply=leaking_events), "resampling_is_indistinguishable"),
    "an action that is offered twice": (replace(GAME, legal=both_ways), "legal_actions_apply"),
    "an action that is offered and refused": (replace(GAME, legal=one_too_many), "legal_actions_apply"),
    "a value that is not an action": (replace(GAME, apply=takes_anything), "legal_actions_apply"),
    "another error for a value that is not an action": (replace(GAME, apply=falls_over), "legal_actions_apply"),
    "a refusal without a text": (replace(GAME, apply=without_text), "legal_actions_apply"),
    "chips from nowhere": (replace(GAME, payoff=house_wins), "payoffs_sum_to_zero"),
    "a settlement that differs from the payoff": (with_outcome(more=1), "an_outcome_adds_up"),
    "a reason that cites an unknown rule": (with_outcome(rule="HC-9"), "an_outcome_adds_up"),
    "a reason that reveals a hidden card": (with_outcome(peek=True), "an_outcome_adds_up"),
    "a rare play that no fact calls rare": (with_outcome(rare=True), "rare_hands_are_public"),
    "an entry whose payoff is off by one": (with_scoring(score=off_by_one), "an_entry_scores"),
    "an entry that forgets the next dealer": (with_scoring(score=same_dealer), "an_entry_scores"),
    "an entry of a card that nobody saw": (with_scoring(entries=peeking_entries), "an_entry_scores"),
    "a form that does not ask": (with_scoring(form=asks_nothing), "an_entry_scores"),
    "a form without a choice": (with_scoring(form=lacks_the_ace), "an_entry_scores"),
    "a form that asks one seat only": (with_scoring(form=asks_of_the_first), "an_entry_scores"),
    "a form that asks for more": (with_scoring(form=asks_more), "an_entry_scores"),
    "a way of the form in which nothing is entered": (with_scoring(form=asks_in_two_ways), "every_way_of_the_form"),
    "a text with an unfilled placeholder": (unfilled(), "actions_facts_and_views_have_texts"),
    "a match that ends when everybody moves up": (replace(GAME, carry_over=only_as_before), "a_match_is_carried_over"),
    "a dealer who is not there": (replace(GAME, carry_over=lambda match, places: match), "a_match_is_carried_over"),
    "a dealer who changes": (replace(GAME, dealer=lambda state: len(state.choices)), "the_dealer_sits_at_the_table"),
    "resampling that changes nothing": (replace(GAME, resample=unshuffled), "resampling_varies"),
}


@pytest.mark.parametrize("bound", ["least", "most"])
@pytest.mark.parametrize("by", [-1, 1])
def test_rt_8_a_wrong_bound_of_a_form_is_detected(bound: str, by: int) -> None:
    right = load("big2")
    scores = right.extras.scoring
    assert scores is not None

    def form(*start: Any) -> Any:
        asked = scores.form(*start)
        left = asked.ways[0].fields[0]
        return with_field(asked, msgspec.structs.replace(left, **{bound: getattr(left, bound) + by}))

    wrong = replace(right, extras=replace(right.extras, scoring=replace(scores, form=form)))
    with pytest.raises(AssertionError, match="form"):
        check_deals(Table(wrong, right.presets["hong_kong"], 4), 1)


def test_a_correct_outcome_passes() -> None:
    for seats in (2, 3, 5):
        check_often(Table(with_outcome(), GAME.presets["home"], seats))


def test_an_outcome_without_texts_is_detected() -> None:
    with pytest.raises(KeyError, match=r"why\.because"):
        check_often(Table(with_outcome(code="because"), GAME.presets["home"], 3))


def check_often(table: Table) -> None:
    for seed in range(8):
        check_deals(table, seed)


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_game_is_detected(what: str) -> None:
    broken, law = BROKEN[what]
    table = Table(broken, GAME.presets["home"], 3)
    with pytest.raises((AssertionError, Illegal, pytest.fail.Exception)) as caught:
        check_often(table)
    assert [frame for frame in caught.traceback if frame.name.startswith(f"law_{law}")]


def open_hands(state: Any, viewer: Any) -> Any:
    """The view shows the card of seat 1 to everyone."""
    view = game.view(state, viewer)
    shown = game.view(state, 1).seats[1]
    return msgspec.structs.replace(view, seats=(view.seats[0], shown, *view.seats[2:]))


def card_of_seat_1_twice(state: Any, viewer: Any) -> Any:
    view = game.view(state, viewer)
    seat = view.seats[1]
    twice = msgspec.structs.replace(seat, cards=seat.cards * 2 if seat.cards else None)
    return msgspec.structs.replace(view, seats=(view.seats[0], twice, *view.seats[2:]))


CARD = r"(10|[2-9JQKA])[SHDC]"
TELLS = r"(a spectator|seat [02]) can tell a resampled state from the real one after \d+ moves: "


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"view": open_hands}, rf"{TELLS}view\.seats\[1\]\.cards\[0\] is {CARD}, and {CARD} on resampled cards"),
        ({"apply": leaking_events}, rf"{TELLS}events\[\d\]\.cards\[0\] is {CARD}, and {CARD} on resampled cards"),
        ({"view": card_of_seat_1_twice}, rf"the view of seat 1 has {CARD} 2 times, in a deck with fewer: seats {CARD}"),
    ],
)
def test_a_card_out_of_place_is_named_with_field_and_viewer(broken: dict[str, Any], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_often(Table(replace(GAME, **broken), GAME.presets["home"], 3))


def test_a_deal_longer_than_promised_is_detected() -> None:
    hasty = replace(GAME, longest=lambda rules, seats: seats - 1)
    with pytest.raises(Exception, match=r"Stuck|assert|moves"):
        stall(hasty, GAME.presets["home"], [stallers_of(GAME)[0]] * 3, 1)


class Backwards(Careful):
    """Swaps the cards it should keep."""

    def act(self, view: Any, legal: Any) -> Any:
        return Swap() if super().act(view, legal) == Keep() else Keep()


def test_a_bot_that_loses_to_chance_is_detected() -> None:
    with pytest.raises(AssertionError, match="highcard home backwards"):
        check_bot(GAME, GAME.presets["home"], "home backwards", Backwards)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"action.keep": None}, "there is no text action.keep"),
        ({"action.keep": Text({"vi": "Giữ", "en": "Keep", "zh": ""})}, "action.keep is empty in"),
        ({"action.keep": Text({"vi": "{seat}", "en": "Keep", "zh": "留"})}, "action.keep has other placeholders in vi"),
        ({"fact.kept": same("{seat} keeps {card}")}, "fact.kept has a placeholder that is not a field"),
        ({"number.seat": same("{value}")}, r"number.seat has the one placeholder {number}, such as"),
    ],
)
def test_a_missing_text_is_detected(texts: dict[str, Text | None], message: str) -> None:
    whole = {key: text for key, text in {**GAME.presentation.texts, **texts}.items() if text is not None}
    with pytest.raises(AssertionError, match=message):
        check_texts(replace(GAME, presentation=replace(GAME.presentation, texts=whole), extras=Extras()))


def test_an_option_without_a_line_of_the_sheet_is_named() -> None:
    lines = tuple(line for line in GAME.presentation.sheet if line.option != "stake")
    broken = replace(GAME, presentation=replace(GAME.presentation, sheet=lines))
    with pytest.raises(AssertionError, match="the sheet has no line for the options stake"):
        check_sheet(Table(broken, msgspec.structs.replace(GAME.presets["home"], stake=7), 3))


def test_a_wrong_refusal_is_named() -> None:
    """The message names the action and a remedy."""
    for apply, message in ((takes_anything, "it was accepted"), (falls_over, "not TypeError: no len")):
        with pytest.raises(AssertionError, match=rf"apply\(state, 0, 'draw'\) is not legal .*{message} .*is_one_of"):
            check_often(Table(replace(GAME, apply=apply), GAME.presets["home"], 3))


def test_an_equal_action_is_not_an_offered_one() -> None:
    legal = (Kept(0), Kept(1))
    assert is_one_of(Kept(1), legal)
    for action in (Kept(True), Kept(1.0), Kept(2), Kept([]), Keep(), None, "kept"):  # type: ignore[arg-type]
        assert not is_one_of(action, legal)

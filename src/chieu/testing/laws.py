"""The laws of the contract, each checked on a random deal."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from chieu.core import codec, notation, records, run, sheets
from chieu.core.cards import CARDS, Card, cards_in
from chieu.core.deal import Deal
from chieu.core.game import CHANCE, AnyGame, Illegal, Shuffle, Viewer
from chieu.core.options import BadRules
from chieu.core.outcome import Outcome
from chieu.core.rng import Rng
from chieu.core.scoring.form import Field, Form, Way
from chieu.core.text.languages import LANGS, SHARED, Text
from chieu.core.text.phrasing import Phraser
from chieu.testing.playing import MAX_MOVES, Run, Table, play

_STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 99, 10**6, 2**70, 1.0, float("nan"), "", "1", "up", b"1"),
    *((), (0,), (None,), ((),), ("3D",), (CARDS[53], 2**70), ((0,),), [], [CARDS[0]], [[CARDS[0]]], {}, object()),
)
_MANY: Final = 6  # unseen cards, enough for a resampled choice to vary
_HELP: Final = "chieu.core.checks.is_one_of distinguishes an offered action from one that is merely equal to it"


def law_legal_actions_apply_and_all_else_is_refused(deal: Run, rng: Rng) -> None:
    """Actions from `legal` apply; all others raise `Illegal` with a text and change nothing."""
    game, seats = deal.table.game, deal.table.seats
    known = [action for _, action in deal.moves if not isinstance(action, Shuffle)]
    with_fields = [kind for kind in game.actions if kind.__struct_fields__]
    sampled = {rng.below(len(deal.states)) for _ in range(12)}  # states to try malformed actions on
    for number, state in enumerate(deal.states):
        before = hash(state), [game.view(state, seat) for seat in (*range(seats), None)]
        for seat in range(seats):
            offered = game.legal(state, seat)
            assert len(set(offered)) == len(offered), "an action is offered twice"
            if offered:
                game.apply(state, seat, rng.pick(offered))
            kinds = Counter(type(action) for action in offered)
            cut = {kind for kind, limit in game.listed_at_most.items() if kinds[kind] >= limit}
            for action in [rng.pick(known) for _ in range(3)] if known else []:
                if action not in offered and type(action) not in cut:
                    _refused(deal, state, seat, action)
            for _ in range(6 if number in sampled and with_fields else 0):
                action, well_formed = _strange(with_fields, offered, rng)
                if not well_formed or (action not in offered and type(action) not in cut):
                    _refused(deal, state, seat, action)
        for seat, wrong in ((-2, known[:1]), (seats, known[:1]), (CHANCE, known[:1]), (0, [object(), None, "draw"])):
            for action in wrong:
                _refused(deal, state, seat, action)
        if game.to_act(state) != (CHANCE,):
            _refused(deal, state, CHANCE, Shuffle(CARDS[:52]))
        for order in _STRANGE if number in sampled else ():
            _refused(deal, state, CHANCE, Shuffle(order))
        for viewer in (-1, seats):
            with pytest.raises(Illegal, match="no_such_seat"):
                game.view(state, viewer)
        after = hash(state), [game.view(state, seat) for seat in (*range(seats), None)]
        assert before == after


def _strange(kinds: Sequence[Any], offered: Any, rng: Rng) -> tuple[Any, bool]:
    """Return an action with one wrong field, and whether that field at least has the right type."""
    kind = rng.pick(kinds)
    hints = get_type_hints(kind)
    examples = [action for action in offered if type(action) is kind]
    values = (
        msgspec.structs.asdict(rng.pick(examples))
        if examples
        else {name: _example(hint) for name, hint in hints.items()}
    )
    field = rng.pick(kind.__struct_fields__)
    value = rng.pick(_STRANGE)
    return kind(**(values | {field: value})), _is_of(value, hints[field])


def _refused(deal: Run, state: Any, seat: int, action: Any) -> None:
    game = deal.table.game
    call = f"apply(state, {seat}, {action!r}) is not legal and must raise Illegal"
    try:
        game.apply(state, seat, action)
    except Illegal as refusal:
        key, params = f"error.{refusal.code}", refusal.params
    except Exception as error:
        raise AssertionError(f"{call}, not {type(error).__name__}: {error} ({_HELP})") from error
    else:
        raise AssertionError(f"{call}, but it was accepted ({_HELP})")
    text = _text_of(game, key)
    assert all(text.say(lang, **params) for lang in LANGS)


def law_the_host_sits_at_the_table(deal: Run) -> None:
    """`start` refuses a host without a seat, or in the seat of the house."""
    game, table = deal.table.game, deal.table
    for host in (-1, table.seats):
        with pytest.raises(Illegal, match="no_such_seat"):
            game.start(table.rules, table.seats, deal.match, host)
    for host in game.closed(table.rules, table.seats):
        with pytest.raises(Illegal) as caught:
            game.start(table.rules, table.seats, deal.match, host)
        assert _text_of(game, f"error.{caught.value.code}").say("en", **caught.value.params)


def law_a_wrong_shuffle_is_refused(deal: Run) -> None:
    """An order of other cards than those to shuffle, or of only some of them, is refused."""
    game = deal.table.game
    for state in deal.states:
        if game.to_act(state) == (CHANCE,):
            deck = game.to_shuffle(state)
            for order in ((), deck[1:], (*deck, deck[0]), (deck[0], *deck[:-1]) if len(set(deck)) > 1 else ()):
                _refused(deal, state, CHANCE, Shuffle(order))


def law_an_unknown_seat_is_refused(deal: Run) -> None:
    """`legal`, `view` and `resample` refuse a seat that the deal does not have and say how many it has."""
    game, seats = deal.table.game, deal.table.seats
    for state in (deal.states[0], deal.states[-1]):
        for seat in (-2, CHANCE, seats, 77):
            for function, *arguments in ((game.legal,), (game.view,), (game.resample, tuple)):
                with pytest.raises(Illegal) as caught:
                    function(state, seat, *arguments)
                assert caught.value.code == "no_such_seat"
                assert caught.value.params == {"seat": seat, "seats": seats}


def law_a_closed_seat_only_spectates(deal: Run) -> None:
    """A seat of the house holds nothing, never acts and sees the public view. Some seat is open."""
    game, table = deal.table.game, deal.table
    closed = game.closed(table.rules, table.seats)
    assert set(closed) < set(range(table.seats))
    for seat in closed:
        assert not [move for move in deal.moves if move[0] == seat]
        for state in deal.states:
            assert seat not in game.to_act(state)
            assert game.legal(state, seat) == ()
            assert game.view(state, seat) == game.view(state, None)
        for event in (event for events in deal.events for event in events):
            assert event.seen_by(seat) == event.fact


def law_payoffs_sum_to_zero(deal: Run) -> None:
    """Chips are conserved: payoffs, one per seat, sum to zero. There are none before the deal is over."""
    game = deal.table.game
    payoff = game.payoff(deal.states[-1])
    assert len(payoff) == deal.table.seats
    assert sum(payoff) == 0
    for state in deal.states[:-1]:
        with pytest.raises(Illegal, match="not_over"):
            game.payoff(state)


def law_replay_is_deterministic(deal: Run) -> None:
    """The same moves lead through the same states and events."""
    replayed = list(run.replay(deal.table.game, deal.table.rules, deal.table.seats, deal.match, deal.moves, deal.host))
    assert [step.state for step in replayed] == list(deal.states[1:])
    assert [step.events for step in replayed] == list(deal.events)


def law_states_can_be_pickled_and_copied(deal: Run, rng: Rng) -> None:
    """A pickled or copied state equals the original in every function and plays on the same."""
    game, seats = deal.table.game, deal.table.seats
    for at in {0, rng.below(len(deal.states)), rng.below(len(deal.states)), len(deal.states) - 1}:
        state = deal.states[at]
        for other in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
            assert other == state
            assert hash(other) == hash(state)
            assert repr(other) == repr(state)
            assert game.to_act(other) == game.to_act(state)
            assert game.to_shuffle(other) == game.to_shuffle(state)
            assert game.orders(other) == game.orders(state)
            for seat in range(seats):
                assert game.legal(other, seat) == game.legal(state, seat)
                assert game.view(other, seat) == game.view(state, seat)
            after = other
            for (seat, action), expected in zip(deal.moves[at : at + 20], deal.states[at + 1 :], strict=False):
                after, _ = game.apply(after, seat, action)
                assert after == expected
    end = pickle.loads(pickle.dumps(deal.states[-1]))
    assert game.payoff(end) == game.payoff(deal.states[-1])
    assert game.match_after(end) == game.match_after(deal.states[-1])


def law_refusals_can_be_pickled_and_read(deal: Run) -> None:
    """A refusal states the problem in a sentence with its code and rule, also after pickling."""
    game = deal.table.game
    for wrong in (object(), *(action for _, action in deal.moves[:8])):
        with pytest.raises(Illegal) as caught:
            game.apply(deal.states[-1], 0, wrong)
        message = str(caught.value)
        assert _text_of(game, f"error.{caught.value.code}").say("en", **caught.value.params) in message
        assert caught.value.code in message
        assert caught.value.rule in message
        other = pickle.loads(pickle.dumps(caught.value))
        assert (type(other), str(other), other.params) == (type(caught.value), message, caught.value.params)


def law_records_round_trip(deal: Run) -> None:
    """A record parses back to the same deal."""
    game = deal.table.game
    whole = Deal(game, deal.table.rules, deal.table.seats, match=deal.match, host=deal.host, moves=deal.moves)
    text = records.write(whole, ["seat 0 is a test"])
    (back,) = records.read({game.name: game}, text.splitlines())
    table = deal.table
    assert (back.rules, back.seats, back.host, back.moves) == (table.rules, table.seats, deal.host, deal.moves)
    assert back.replay() == deal.states[-1]


def law_actions_facts_and_views_survive_json(deal: Run) -> None:
    """Actions, facts and views round-trip through JSON, actions also through their notation."""
    game = deal.table.game
    for seat, action in deal.moves:
        assert codec.decoder(type(action)).decode(codec.encode(action)) == action
        text = notation.write(action) if seat == CHANCE else str(action)
        assert notation.read(game, text) == action, f"derive {type(action).__name__} from notation.BaseAction"
    for events in deal.events:
        for event in events:
            for viewer in (None, *range(deal.table.seats)):
                fact = event.seen_by(viewer)
                assert codec.decoder(type(fact)).decode(codec.encode(fact)) == fact
    for state in deal.states:
        seen = game.view(state, 0)
        assert codec.decoder(game.view_type).decode(codec.encode(seen)) == seen


def law_resampling_is_indistinguishable(deal: Run, rng: Rng) -> None:
    """Noninterference at one or two moments of the deal.

    A resampled state looks the same to the viewer, and so does its whole history: the same moves with its shuffles are
    legal and show the viewer the same facts, one by one.
    """
    game = deal.table.game
    moments = {rng.below(len(deal.states)) for _ in range(2 if len(deal.states) < 200 else 1)}
    for at, viewer in product(sorted(moments), (None, *range(deal.table.seats))):
        state = deal.states[at]
        other = game.resample(state, viewer, rng.shuffled)
        _indistinguishable("view", game.view(state, viewer), game.view(other, viewer), viewer, at)
        assert game.to_act(other) == game.to_act(state)
        moves = run.past_of(game, other, deal.moves[:at])
        try:
            replayed = list(run.replay(game, deal.table.rules, deal.table.seats, deal.match, moves, deal.host))
        except Illegal as error:
            hint = "if cards are chosen in secret, Game.choices must return the choices of the resampled state"
            raise AssertionError(f"the moves are not legal on the resampled cards ({hint}): {error}") from error
        if replayed:
            assert replayed[-1].state == other
        for number, (step, events) in enumerate(zip(replayed, deal.events, strict=False), start=1):
            was = tuple(event.seen_by(viewer) for event in events)
            now = tuple(event.seen_by(viewer) for event in step.events)
            _indistinguishable("events", was, now, viewer, number)


def _indistinguishable(what: str, real: Any, resampled: Any, viewer: Viewer, moves: int) -> None:
    """Fail with the first field that tells a viewer a resampled state from the real one."""
    difference = _difference(what, real, resampled)
    if difference is None:
        return
    field, was, now = difference
    raise AssertionError(
        f"{_called(viewer)} can tell a resampled state from the real one after {moves} moves: {field} is"
        f" {_shown(was)}, and {_shown(now)} on resampled cards. Either hide it or let resample keep it."
    )


def _difference(path: str, real: Any, other: Any) -> tuple[str, Any, Any] | None:
    """Return the path of the first field in which two values differ, and both values of it."""
    if type(real) is type(other) and isinstance(real, msgspec.Struct):
        fields = [(f"{path}.{name}", getattr(real, name), getattr(other, name)) for name in real.__struct_fields__]
    elif type(real) is type(other) and isinstance(real, (tuple, list)) and len(real) == len(other):
        fields = [(f"{path}[{index}]", *pair) for index, pair in enumerate(zip(real, other, strict=True))]
    else:
        return None if type(real) is type(other) and real == other else (path, real, other)
    return next(filter(None, (_difference(*field) for field in fields)), None)


def _called(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _fields(view: msgspec.Struct) -> str:
    """Return the fields of a view that hold cards, with them."""
    values = [(name, getattr(view, name)) for name in view.__struct_fields__]
    return ", ".join(f"{name} {_cards(value)}" for name, value in values if cards_in(value))


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, msgspec.Struct) or not cards_in(value) else _cards(value)


def _cards(value: Any) -> str:
    return " ".join(map(str, cards_in(value)))


def law_secret_choices_are_resampled(deal: Run, rng: Rng) -> None:
    """`resample` varies a card that another seat chose and the viewer has not seen."""
    game, at = deal.table.game, rng.below(len(deal.states))
    state, moves = deal.states[at], deal.moves[:at]
    named = [index for index, (seat, action) in enumerate(moves) if seat != CHANCE and cards_in(action)]
    if not named:
        return
    for viewer in (None, *range(deal.table.seats)):
        facts = [event.seen_by(viewer) for events in deal.events[:at] for event in events]
        seen = set(cards_in([facts, game.view(state, viewer)]))
        secret = [index for index in named if moves[index][0] != viewer and not set(cards_in(moves[index][1])) <= seen]
        if secret and len(set(game.orders(state)[-1]) - seen) >= _MANY:
            pasts = [run.past_of(game, game.resample(state, viewer, rng.shuffled), moves) for _ in range(24)]
            for index in secret:
                choices = {past[index] for past in pasts}
                assert len(choices) > 1, f"seat {viewer} cannot see {choices}: resample must vary it (Game.choices)"


def law_actions_facts_and_views_have_texts(deal: Run, rng: Rng) -> None:
    """Sampled actions, facts and views have texts in every language without an unfilled placeholder."""
    game, seats = deal.table.game, deal.table.seats
    moments = {rng.below(len(deal.moves)) for _ in range(4)} if deal.moves else set()
    for lang, at in product(LANGS, sorted(moments)):
        phraser, (seat, action) = Phraser(game, lang), deal.moves[at]
        viewer = rng.pick((None, *range(seats)))
        lines = [phraser.fact(event.seen_by(viewer)) for event in deal.events[at]]
        lines += [] if seat == CHANCE else [phraser.at(game.view(deal.states[at], seat)).action(action)]
        lines += game.presentation.show(game.view(deal.states[at + 1], viewer), lang)
        assert not [line for line in lines if "{" in line], lines


def law_resampling_varies_hidden_cards(deal: Run, rng: Rng) -> None:
    """`resample` really varies hidden cards; the other laws would accept one that does nothing."""
    game, seats = deal.table.game, deal.table.seats
    dealt = next(at for at, (seat, _) in enumerate(deal.moves, start=1) if seat == CHANCE)
    state = deal.states[dealt]
    if game.to_act(state) in ((), (CHANCE,)):
        return  # nothing is hidden, or chance is to act again
    for viewer in (None, *range(seats)):
        others = [game.resample(state, viewer, rng.shuffled) for _ in range(12)]
        assert len({game.orders(other)[-1] for other in others}) > 6
        visible = set(cards_in(game.view(state, viewer)))
        for seat in range(seats):
            if set(cards_in(game.view(state, seat))) - visible:
                assert len({codec.encode(game.view(other, seat)) for other in others}) > 3


def law_an_outcome_adds_up_and_has_texts(deal: Run) -> None:
    """The settlements of an outcome sum to the payoff, cite rules of the sheet and have texts.

    An outcome has no card that a spectator does not see.
    """
    game, table, end = deal.table.game, deal.table, deal.states[-1]
    if game.extras.outcome is None:
        return
    rules = {line.rule for line in sheets.prose(game, table.rules, "en")}
    outcome = game.extras.outcome(end)
    assert codec.decoder(Outcome).decode(codec.encode(outcome)) == outcome
    assert outcome.payoff(table.seats) == game.payoff(end)
    assert all(paid.chips() >= 0 and paid.taker != paid.giver for paid in outcome.settlements)
    assert set(cards_in(outcome)) <= set(cards_in(game.view(end, None))), "a card that a spectator does not see"
    assert all(paid.why for paid in outcome.settlements), "a settlement without a reason"
    if points := outcome.points:
        pairs = {(paid.taker, paid.giver): paid.chips() for paid in outcome.settlements}
        assert len(points) == table.seats
        assert len(pairs) == table.seats * (table.seats - 1) // 2
        assert all(points[giver] - points[taker] == chips for (taker, giver), chips in pairs.items())
    hands = (*outcome.hands, *outcome.plays)
    ends = [] if outcome.match is None else [outcome.match]
    phrases = [*ends, *(phrase for paid in outcome.settlements for phrase in paid.why)]
    phrases += [phrase for hand in hands for phrase in (hand.called, *hand.notes)]
    assert {phrase.rule for phrase in phrases if phrase.rule} <= rules, "a rule that is not on the sheet"
    for lang in LANGS:
        phraser = Phraser(game, lang)
        for paid in outcome.settlements:
            lines = [*(phraser.why(phrase) for phrase in paid.why), phraser.sum(paid)]
            assert not [line for line in lines if "{" in line]
        assert all(phraser.hand(hand) for hand in hands)
        assert not [end for end in ends if "{" in phraser.why(end)]


def law_an_outcome_reveals_nothing_hidden(deal: Run, rng: Rng) -> None:
    """Noninterference: the outcome is the same at two ends of a deal that a spectator cannot distinguish."""
    game, end = deal.table.game, deal.states[-1]
    if game.extras.outcome is None:
        return
    assert game.extras.outcome(game.resample(end, None, rng.shuffled)) == game.extras.outcome(end)


def law_an_entry_scores_as_the_deal_did(deal: Run, rng: Rng) -> None:
    """RT-8: an entry of what became public, in any way that the form offers, scores the payoff and match.

    The form asks for everything that is entered, by its choices and bounds, and a spectator knows it.
    """
    game, table, end = deal.table.game, deal.table, deal.states[-1]
    scoring = game.extras.scoring
    if scoring is None:
        return
    start = (table.rules, table.seats, deal.match, deal.host)
    form = scoring.form(*start)
    _check_form(game, form)
    entries = scoring.entries(end)
    assert entries, "no way to enter this deal"
    assert scoring.entries(game.resample(end, None, rng.shuffled)) == entries, "an entry that nobody could see"
    for entry in entries:
        assert codec.decoder(scoring.entry).decode(codec.encode(entry)) == entry
        _ways_of(form, entry)
        scored = scoring.score(*start, entry)
        assert scored.payoff == game.payoff(end), f"{entry} is scored {scored.payoff}, the deal {game.payoff(end)}"
        assert scored.match == game.match_after(end)
        if scored.outcome is not None:
            assert scored.outcome.payoff(table.seats) == scored.payoff
            for lang in LANGS:
                assert not [line for line in Phraser(game, lang).outcome(scored.outcome) if "{" in line]
        for lines in (entry.lines[1:], (*entry.lines, None)):
            with pytest.raises(Illegal, match="wrong_lines"):
                scoring.score(*start, msgspec.structs.replace(entry, lines=lines))
        for lines, field in _out_of_bounds(form, entry):
            with pytest.raises(Illegal) as refused:
                scoring.score(*start, msgspec.structs.replace(entry, lines=lines))
            if refused.value.code == "bad_number" and not field.when:
                bounds = refused.value.params["least"], refused.value.params["most"]
                assert bounds == (field.least, field.most), f"{field.name} takes {bounds}, the form differs"


def law_every_way_of_the_form_is_entered(deal: Run) -> None:
    """RT-8: every way of the form occurs in the entries of a deal.

    A rare end may rule one out, so other deals are tried as well.
    """
    table, scoring = deal.table, deal.table.game.extras.scoring
    if scoring is None:
        return
    untried = {way.name for way in scoring.form(table.rules, table.seats, deal.match, deal.host).ways}
    for seed in range(_MANY):
        form = scoring.form(table.rules, table.seats, deal.match, deal.host)
        untried -= {way for entry in scoring.entries(deal.states[-1]) for way in _ways_of(form, entry)}
        if not untried:
            return
        deal = play(table, seed, None, host=deal.host)
    raise AssertionError(f"ways of the form without an entry: {untried}")


def _given(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: value for name in struct.__struct_fields__ if (value := getattr(struct, name)) is not None}


def _ways_of(form: Form, entry: Any) -> set[str]:
    """Return the ways in which an entry answers the form; fail if there are none."""
    deal = {name: value for name, value in _given(entry).items() if name != "lines"}
    assert _answers(form.deal, deal), f"the form does not ask for {deal}"
    fields = {way.name: _fields_by_seat(form, way, entry) for way in form.ways}
    lines = [None if line is None else _given(line) for line in entry.lines]
    ways = {
        name
        for name, asked in fields.items()
        if all(
            _answers(own, line) if own and line else not own and not line
            for own, line in zip(asked, lines, strict=True)
        )
    }
    assert ways, f"the form does not ask for {lines}"
    return ways


def _fields_by_seat(form: Form, way: Way, entry: Any) -> list[list[Field]]:
    """Return what a way of the form asks of every seat."""
    asked = []
    for seat in range(len(entry.lines)):
        dealer = bool(form.dealer) and getattr(entry, form.dealer) == seat
        role = ("all", "dealer" if dealer else "others")
        own = [field for field in way.fields if way.asked_for in role and field.asked_for in role]
        always = [field for field in form.always if field.asked_for in role]
        asked.append([*own, *always] if own and seat in form.seats else [])
    return asked


def _answers(fields: Sequence[Field], given: dict[str, Any]) -> bool:
    """Return True if the values answer all questions that need an answer, and no other ones."""
    due = {
        field.name: field
        for field in fields
        if all(str(given.get(name)) in values for name, values in field.when.items())
    }
    needed = {name for name, field in due.items() if not field.optional and field.default is None and not field.nobody}
    return needed <= given.keys() <= due.keys() and all(_is_answer(due[name], value) for name, value in given.items())


def _is_answer(field: Field, value: Any) -> bool:
    number = len(value) if field.kind in ("cards", "ranks") else value
    if isinstance(number, int) and not (field.least or 0) <= number <= (number if field.most is None else field.most):
        return False
    return field.kind in ("cards", "ranks") or not field.choices or str(value) in {c.value for c in field.choices}


def _out_of_bounds(form: Form, entry: Any) -> Iterator[tuple[tuple[Any, ...], Field]]:
    """Yield the lines with one number below or above the bounds of its field."""
    fields = {field.name: field for way in form.ways for field in (*way.fields, *form.always)}
    for seat, line in enumerate(entry.lines):
        for name in {} if line is None else _given(line):
            field = fields[name]
            if field.kind == "number" and field.least is not None and field.most is not None:
                for number in (field.least - 1, field.most + 1):
                    wrong = msgspec.structs.replace(line, **{name: number})
                    yield (*entry.lines[:seat], wrong, *entry.lines[seat + 1 :]), field


def _check_form(game: AnyGame, form: Form) -> None:
    """Every label of a form has a text; fields of lines may differ for the dealer and the others."""
    fields = [*form.deal, *form.always, *(field for way in form.ways for field in way.fields)]
    labels = {way.label for way in form.ways}
    labels |= {label for field in fields for label in (field.label, field.nobody, *(c.label for c in field.choices))}
    for label in labels - {""}:
        _text_of(game, label)
    assert form.ways, "a form without a way to enter a line"
    assert not form.dealer or form.dealer in {field.name for field in form.deal}


def law_cards_are_conserved(deal: Run) -> None:
    """Views and orders of chance contain no card more often than the deck does."""
    game = deal.table.game
    deck = Counter(next((action.order for seat, action in deal.moves if seat == CHANCE), ()))
    to_shuffle: Counter[Card] = Counter()
    for state in deal.states:
        for order in game.orders(state)[-1:]:
            assert Counter(order) == to_shuffle
        if game.to_act(state) == (CHANCE,):  # of the next shuffle
            to_shuffle = Counter(game.to_shuffle(state))
        for viewer in (None, *range(deal.table.seats)):
            shown = Counter(cards_in(view := game.view(state, viewer)))
            extra = " ".join(f"{card} {shown[card]} times" for card in shown - deck)
            assert not extra, f"the view of {_called(viewer)} has {extra}, in a deck with fewer: {_fields(view)}"


def law_rare_hands_are_public(deal: Run) -> None:
    """Rare hands and plays of an outcome are public.

    All their cards are public, and the rare plays are exactly those whose facts have `rare` set.
    """
    game, end = deal.table.game, deal.states[-1]
    if game.extras.outcome is None:
        return
    public = game.extras.outcome(end)
    assert all(hand.rare >= 0 for hand in public.hands)
    assert all(play.rare > 0 for play in public.plays), "an ordinary play among the rare ones"
    assert all(0 <= hand.seat < deal.table.seats for hand in public.rare)
    assert set(cards_in(public.rare)) <= set(cards_in(game.view(end, None))), "a card that nobody saw"
    seen = [event.seen_by(None) for events in deal.events for event in events]
    rare = [(fact.seat, fact.cards) for fact in seen if getattr(fact, "rare", False)]
    assert rare == [(play.seat, play.cards) for play in public.plays], "facts and outcome differ on what is rare"


def law_a_match_is_carried_over(deal: Run, rng: Rng) -> None:
    """A match goes on with the same players; if all move and move back, it is as before.

    With others it goes on or ends, and in either case a deal can begin.
    """
    game, table = deal.table.game, deal.table
    match = game.match_after(deal.states[-1])
    if match is None:
        return
    same = tuple(range(table.seats))
    assert game.carry_over(match, same) == match
    turned = (*same[1:], *same[:1])
    carried = game.carry_over(match, turned)
    assert carried is not None, "the same players in other seats end the match"
    assert game.carry_over(carried, (*same[-1:], *same[:-1])) == match
    for seats in game.seats:
        places = [seat if seat < table.seats else None for seat in rng.shuffled(tuple(range(max(seats, table.seats))))]
        carried = game.carry_over(match, tuple(places[:seats]))
        assert game.carry_over(match, tuple(places[:seats])) == carried
        host = next(seat for seat in range(seats) if seat not in game.closed(table.rules, seats))
        try:
            game.start(table.rules, seats, None, host)
        except (Illegal, BadRules):
            continue  # the sheet does not allow so many seats
        game.start(table.rules, seats, carried, host)


def law_the_dealer_sits_at_the_table(deal: Run) -> None:
    """A dealer is a seat of the deal, and the same until its end once there is one."""
    dealers = {deal.table.game.dealer(state) for state in deal.states} - {None}
    assert len(dealers) <= 1
    assert dealers <= set(range(deal.table.seats))


def check_deals(table: Table, seed: int, max_moves: int = MAX_MOVES) -> None:
    """Check all laws on two random deals of a match; raise `NoEnd` if one takes too many moves."""
    rng = Rng(seed, 1)
    match = None
    closed = table.game.closed(table.rules, table.seats)
    open_seats = [seat for seat in range(table.seats) if seat not in closed]
    host = open_seats[rng.below(len(open_seats))]
    for deal_number in range(2):
        deal = play(table, seed + deal_number, match, host=host, max_moves=max_moves)
        law_legal_actions_apply_and_all_else_is_refused(deal, rng)
        law_the_host_sits_at_the_table(deal)
        law_a_wrong_shuffle_is_refused(deal)
        law_an_unknown_seat_is_refused(deal)
        law_a_closed_seat_only_spectates(deal)
        law_payoffs_sum_to_zero(deal)
        law_replay_is_deterministic(deal)
        law_states_can_be_pickled_and_copied(deal, rng)
        law_refusals_can_be_pickled_and_read(deal)
        law_records_round_trip(deal)
        law_actions_facts_and_views_survive_json(deal)
        law_actions_facts_and_views_have_texts(deal, rng)
        law_resampling_is_indistinguishable(deal, rng)
        law_secret_choices_are_resampled(deal, rng)
        law_resampling_varies_hidden_cards(deal, rng)
        law_an_outcome_adds_up_and_has_texts(deal)
        law_an_outcome_reveals_nothing_hidden(deal, rng)
        law_an_entry_scores_as_the_deal_did(deal, rng)
        law_every_way_of_the_form_is_entered(deal)
        law_cards_are_conserved(deal)
        law_rare_hands_are_public(deal)
        law_a_match_is_carried_over(deal, rng)
        law_the_dealer_sits_at_the_table(deal)
        match = table.game.match_after(deal.states[-1])


def _text_of(game: AnyGame, key: str) -> Text:
    texts = game.presentation.texts if key in game.presentation.texts else SHARED
    assert key in texts, f"there is no text {key}"
    return texts[key]


def _example(hint: Any) -> Any:
    """Return some value of a field's type."""
    if get_origin(hint) is tuple:
        return ()
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    return {int: 0, bool: False, Card: CARDS[0]}[hint]


def _is_of(value: Any, hint: Any) -> bool:
    """Return True if a value has a field's type; being equal to such a value is not enough."""
    if get_origin(hint) is tuple:
        return type(value) is tuple and all(_is_of(item, get_args(hint)[0]) for item in value)
    if get_origin(hint) is Literal:
        return type(value) is str and value in get_args(hint)
    return type(value) is hint

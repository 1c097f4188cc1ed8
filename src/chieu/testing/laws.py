"""The laws of the contract, each on a deal that was played at random."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from chieu.core import codec, notation, records, run, sheets
from chieu.core.cards import CARDS, Card
from chieu.core.deal import Deal
from chieu.core.game import CHANCE, AnyGame, Illegal, Shuffle
from chieu.core.outcome import Outcome
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS, SHARED, Text
from chieu.core.text.phrasing import Phraser
from chieu.testing.playing import MOST_MOVES, Run, Table, cards_in, play

_STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 99, 10**6, 2**70, 1.0, float("nan"), "", "1", "up", b"1"),
    *((), (0,), (None,), ((),), ("3D",), (CARDS[53], 2**70), ((0,),), [], [CARDS[0]], [[CARDS[0]]], {}, object()),
)
_MANY: Final = 6  # cards that somebody has not seen: then any of them may be the one
_HELP: Final = "chieu.core.checks.is_one_of tells an action that is offered from one that is just equal to it"


def law_legal_actions_apply_and_all_else_is_refused(deal: Run, rng: Rng) -> None:
    """Whatever `legal` offers applies; whatever it does not offer raises `Illegal` with a text, and changes nothing."""
    game, seats = deal.table.game, deal.table.seats
    known = [action for _, action in deal.moves if not isinstance(action, Shuffle)]
    with_fields = [one for one in game.actions if one.__struct_fields__]
    tried = {rng.below(len(deal.states)) for _ in range(12)}  # with what does not belong there
    for number, state in enumerate(deal.states):
        before = hash(state), [game.view(state, seat) for seat in (*range(seats), None)]
        for seat in range(seats):
            offered = game.legal(state, seat)
            assert len(set(offered)) == len(offered), "an action is offered twice"
            if offered:
                game.apply(state, seat, rng.pick(offered))
            kinds = Counter(type(action) for action in offered)
            cut = {kind for kind, most in game.listed_at_most.items() if kinds[kind] >= most}
            for action in _foreign(known, rng):
                if action not in offered and type(action) not in cut:
                    _refused(deal, state, seat, action)
            for _ in range(6 if number in tried and with_fields else 0):
                action, well_formed = _strange(with_fields, offered, rng)
                if not well_formed or (action not in offered and type(action) not in cut):
                    _refused(deal, state, seat, action)
        for seat, wrong in ((-2, known[:1]), (seats, known[:1]), (CHANCE, known[:1]), (0, [object(), None, "draw"])):
            for action in wrong:
                _refused(deal, state, seat, action)
        if game.to_act(state) != (CHANCE,):
            _refused(deal, state, CHANCE, Shuffle(CARDS[:52]))
        for order in _STRANGE if number in tried else ():
            _refused(deal, state, CHANCE, Shuffle(order))
        for viewer in (-1, seats):
            with pytest.raises(Illegal, match="no_such_seat"):
                game.view(state, viewer)
        after = hash(state), [game.view(state, seat) for seat in (*range(seats), None)]
        assert before == after


def _strange(kinds: Sequence[Any], offered: Any, rng: Rng) -> tuple[Any, bool]:
    """Some action of these kinds with a field that is out of place, and whether it is at least of the right type."""
    kind = rng.pick(kinds)
    hints = get_type_hints(kind)
    examples = [action for action in offered if type(action) is kind]
    values = msgspec.structs.asdict(rng.pick(examples)) if examples else {one: _some(hints[one]) for one in hints}
    field = rng.pick(kind.__struct_fields__)
    value = rng.pick(_STRANGE)
    return kind(**(values | {field: value})), _is_of(value, hints[field])


def _foreign(known: list[Any], rng: Rng) -> list[Any]:
    return [rng.pick(known) for _ in range(3)] if known else []


def _refused(deal: Run, state: Any, seat: int, action: Any) -> None:
    game = deal.table.game
    tried = f"apply(state, {seat}, {action!r}) is not legal and must raise Illegal"
    try:
        game.apply(state, seat, action)
    except Illegal as refusal:
        key, params = f"error.{refusal.code}", refusal.params
    except Exception as error:
        raise AssertionError(f"{tried}, not {type(error).__name__}: {error} ({_HELP})") from error
    else:
        raise AssertionError(f"{tried}, and it went through ({_HELP})")
    assert key in _texts_of(game), f"there is no text {key}"
    text = _texts_of(game)[key]
    assert all(text.say(lang, **params) for lang in LANGS)


def law_the_host_sits_at_the_table(deal: Run) -> None:
    """`start` refuses a host who has no seat, or the seat of the house."""
    game, table = deal.table.game, deal.table
    for host in (-1, table.seats):
        with pytest.raises(Illegal, match="no_such_seat"):
            game.start(table.rules, table.seats, deal.match, host)
    for host in game.closed(table.rules, table.seats):
        with pytest.raises(Illegal) as caught:
            game.start(table.rules, table.seats, deal.match, host)
        assert _texts_of(game)[f"error.{caught.value.code}"]


def law_a_wrong_shuffle_is_refused(deal: Run) -> None:
    """An order of other cards than those due, or of some of them, is refused."""
    game = deal.table.game
    for state in deal.states:
        if game.to_act(state) == (CHANCE,):
            due = game.to_shuffle(state)
            for order in ((), due[1:], (*due, due[0]), (due[0], *due[:-1]) if len(set(due)) > 1 else ()):
                _refused(deal, state, CHANCE, Shuffle(order))


def law_a_seat_that_is_not_there_is_refused(deal: Run) -> None:
    """`legal`, `view` and `resample` refuse a seat that the table does not have, and say how many it has."""
    game, seats = deal.table.game, deal.table.seats
    for state in (deal.states[0], deal.states[-1]):
        for seat in (-2, CHANCE, seats, 77):
            for asked in (
                lambda state=state, seat=seat: game.legal(state, seat),
                lambda state=state, seat=seat: game.view(state, seat),
                lambda state=state, seat=seat: game.resample(state, seat, lambda cards: cards),
            ):
                with pytest.raises(Illegal) as caught:
                    asked()
                assert caught.value.code == "no_such_seat"
                assert caught.value.params == {"seat": seat, "seats": seats}


def law_a_closed_seat_holds_nothing_does_nothing_and_sees_what_anybody_sees(deal: Run) -> None:
    """The house's seat. There is always somebody else to play against it."""
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
    """Every seat has a payoff, what one wins others lose, and there is none before the deal is over."""
    game = deal.table.game
    payoff = game.payoff(deal.states[-1])
    assert len(payoff) == deal.table.seats
    assert sum(payoff) == 0
    for state in deal.states[:-1]:
        with pytest.raises(Illegal, match="not_over"):
            game.payoff(state)


def law_the_same_log_gives_the_same_state(deal: Run) -> None:
    """The same moves lead through the same states and events, for ever."""
    again = list(run.replay(deal.table.game, deal.table.rules, deal.table.seats, deal.match, deal.moves, deal.host))
    assert [step.state for step in again] == list(deal.states[1:])
    assert [step.events for step in again] == list(deal.events)


def law_states_can_be_pickled_and_copied(deal: Run, rng: Rng) -> None:
    """What comes back is the same state for whoever asks it anything, and plays on the same."""
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
    """A refusal says in a sentence what is wrong, with its code and rule, on the far side of a pickle too."""
    game = deal.table.game
    for tried in (object(), *(action for _, action in deal.moves[:8])):
        with pytest.raises(Illegal) as caught:
            game.apply(deal.states[-1], 0, tried)
        told = str(caught.value)
        assert _texts_of(game)[f"error.{caught.value.code}"].say("en", **caught.value.params) in told
        assert caught.value.code in told
        assert caught.value.rule in told
        other = pickle.loads(pickle.dumps(caught.value))
        assert (type(other), str(other), other.params) == (type(caught.value), told, caught.value.params)


def law_records_round_trip(deal: Run) -> None:
    """A deal written as a record reads back to the same deal."""
    game = deal.table.game
    whole = Deal(game, deal.table.rules, deal.table.seats, match=deal.match, host=deal.host, moves=deal.moves)
    text = records.write(whole, ["seat 0 is a test"])
    (back,) = records.read({game.name: game}, text.splitlines())
    table = deal.table
    assert (back.rules, back.seats, back.host, back.moves) == (table.rules, table.seats, deal.host, deal.moves)
    assert back.replay() == deal.states[-1]


def law_actions_facts_and_views_survive_json(deal: Run) -> None:
    """What goes over the wire and into records means the same when it comes back."""
    game = deal.table.game
    for _, action in deal.moves:
        assert codec.decoder(type(action)).decode(codec.encode(action)) == action
        assert notation.read(game, notation.write(action)) == action
    for events in deal.events:
        for event in events:
            for viewer in (None, *range(deal.table.seats)):
                fact = event.seen_by(viewer)
                assert codec.decoder(type(fact)).decode(codec.encode(fact)) == fact
    for state in deal.states:
        seen = game.view(state, 0)
        assert codec.decoder(game.view_type).decode(codec.encode(seen)) == seen


def law_resampling_is_not_noticed(deal: Run, rng: Rng) -> None:
    """Noninterference, at a moment or two of the deal. A resampled state looks the same to the viewer, and so does its
    whole past: the same moves on its shuffles are legal and tell the viewer the same facts, one by one."""
    game = deal.table.game
    moments = {rng.below(len(deal.states)) for _ in range(2 if len(deal.states) < 200 else 1)}
    for at, viewer in product(sorted(moments), (None, *range(deal.table.seats))):
        state = deal.states[at]
        other = game.resample(state, viewer, rng.shuffled)
        assert game.view(other, viewer) == game.view(state, viewer)
        assert game.to_act(other) == game.to_act(state)
        moves = run.past_of(game, other, deal.moves[:at])
        try:
            again = list(run.replay(game, deal.table.rules, deal.table.seats, deal.match, moves, deal.host))
        except Illegal as error:
            secret = "where cards are chosen in secret Game.choices must say what was chosen there"
            raise AssertionError(f"what was done is not legal on the cards of resample ({secret}): {error}") from error
        if again:
            assert again[-1].state == other
        for step, events in zip(again, deal.events, strict=False):
            seen = [event.seen_by(viewer) for event in step.events]
            assert codec.encode(seen) == codec.encode([event.seen_by(viewer) for event in events])


def law_a_card_that_was_chosen_in_secret_is_resampled(deal: Run, rng: Rng) -> None:
    """At a moment of the deal: whoever has not seen which card another seat chose cannot tell it from `resample`."""
    game, at = deal.table.game, rng.below(len(deal.states))
    state, moves = deal.states[at], deal.moves[:at]
    named = [place for place, (seat, action) in enumerate(moves) if seat != CHANCE and cards_in(action)]
    if not named:
        return
    for viewer in (None, *range(deal.table.seats)):
        told = [event.seen_by(viewer) for events in deal.events[:at] for event in events]
        seen = set(cards_in([told, game.view(state, viewer)]))
        secret = [one for one in named if moves[one][0] != viewer and not set(cards_in(moves[one][1])) <= seen]
        if secret and len(set(game.orders(state)[-1]) - seen) >= _MANY:
            pasts = [run.past_of(game, game.resample(state, viewer, rng.shuffled), moves) for _ in range(24)]
            for one in secret:
                choices = {past[one] for past in pasts}
                assert len(choices) > 1, f"seat {viewer} cannot see {choices}: resample must change it (Game.choices)"


def law_what_happens_is_said(deal: Run, rng: Rng) -> None:
    """Some of what was done and told, and a view, in every language: no text has a place that nothing fills."""
    game, seats = deal.table.game, deal.table.seats
    moments = {rng.below(len(deal.moves)) for _ in range(4)} if deal.moves else set()
    for lang, at in product(LANGS, sorted(moments)):
        phraser, (seat, action) = Phraser(game, lang), deal.moves[at]
        viewer = rng.pick((None, *range(seats)))
        said = [phraser.fact(event.seen_by(viewer)) for event in deal.events[at]]
        said += [] if seat == CHANCE else [phraser.at(game.view(deal.states[at], seat)).action(action)]
        said += game.presentation.show(game.view(deal.states[at + 1], viewer), lang)
        assert not [one for one in said if "{" in one], said


def law_resampling_varies_what_is_hidden(deal: Run, rng: Rng) -> None:
    """Else the law above would hold for a resample that does nothing."""
    game, seats = deal.table.game, deal.table.seats
    dealt = next(at for at, (seat, _) in enumerate(deal.moves, start=1) if seat == CHANCE)
    state = deal.states[dealt]
    if game.to_act(state) in ((), (CHANCE,)):
        return  # all was shown at once, or is shuffled again
    for viewer in (None, *range(seats)):
        others = [game.resample(state, viewer, rng.shuffled) for _ in range(12)]
        assert len({game.orders(other)[-1] for other in others}) > 6
        for seat in range(seats):
            if seat != viewer and cards_in(game.view(state, seat)) and _hides(game, state, viewer, seat):
                assert len({codec.encode(game.view(other, seat)) for other in others}) > 3


def _hides(game: Any, state: Any, viewer: int | None, seat: int) -> bool:
    """Whether the seat sees cards that the viewer does not."""
    return bool(set(cards_in(game.view(state, seat))) - set(cards_in(game.view(state, viewer))))


def law_an_outcome_adds_up_and_is_said_in_words(deal: Run) -> None:
    """Its settlements come to the payoff, cite rules of the sheet, and are there in every language; no card is in it
    that its viewer does not see."""
    game, table, end = deal.table.game, deal.table, deal.states[-1]
    if game.extras.outcome is None:
        return
    rules = {line.rule for line in sheets.prose(game, table.rules, "en")}
    for viewer in (None, *range(table.seats)):
        outcome = game.extras.outcome(end, viewer)
        assert codec.decoder(Outcome).decode(codec.encode(outcome)) == outcome
        assert outcome.payoff(table.seats) == game.payoff(end)
        assert all(one.chips() >= 0 and one.taker != one.giver for one in outcome.settlements)
        assert set(cards_in(outcome)) <= set(cards_in(game.view(end, viewer))), "a card that the viewer does not see"
        reasons = [reason for one in outcome.settlements for reason in one.why]
        assert all(one.why for one in outcome.settlements), "a settlement without a reason"
        hands = (*outcome.hands, *outcome.plays)
        reasons += [said for hand in hands for said in (hand.called, *hand.notes)]
        ends = [] if outcome.match is None else [outcome.match]
        reasons += ends
        assert {one.rule for one in reasons if one.rule} <= rules, "a rule that is not on the sheet"
        for lang in LANGS:
            phraser = Phraser(game, lang)
            for one in outcome.settlements:
                told = [*(phraser.why(reason) for reason in one.why), phraser.sum(one)]
                assert not [said for said in told if "{" in said]
            assert all(phraser.hand(hand) for hand in hands)
            assert not [one for one in ends if "{" in phraser.why(one)]


def law_an_outcome_tells_nothing_hidden(deal: Run, rng: Rng) -> None:
    """Noninterference: whoever cannot tell two ends of a deal apart is told the same reasons."""
    game, end = deal.table.game, deal.states[-1]
    if game.extras.outcome is None:
        return
    for viewer in (None, *range(deal.table.seats)):
        other = game.resample(end, viewer, rng.shuffled)
        assert game.extras.outcome(other, viewer) == game.extras.outcome(end, viewer)


def law_cards_are_conserved(deal: Run) -> None:
    """An open view at the end of a deal, and every order of chance, hold no card that is not in the deck."""
    game = deal.table.game
    due: Counter[Card] = Counter()
    for state in deal.states:
        for order in game.orders(state)[-1:]:
            assert Counter(order) == due
        if game.to_act(state) == (CHANCE,):  # the order that comes next
            due = Counter(game.to_shuffle(state))
        for viewer in (None, *range(deal.table.seats)):
            seen = Counter(cards_in(game.view(state, viewer)))
            assert all(count <= _copies(deal, card) for card, count in seen.items())


def _copies(deal: Run, card: Card) -> int:
    first = next((action.order for seat, action in deal.moves if seat == CHANCE), ())
    return Counter(first)[card]


def law_what_is_rare_is_public(deal: Run) -> None:
    """The book lists the rare hands and plays of the public outcome. Every viewer is told of the same ones, all their
    cards are public, and the plays are those whose facts say `rare`."""
    game, end = deal.table.game, deal.states[-1]
    if game.extras.outcome is None:
        return
    public = game.extras.outcome(end, None)
    assert all(hand.rare >= 0 for hand in public.hands)
    assert all(play.rare > 0 for play in public.plays), "an ordinary play among the rare ones"
    assert all(0 <= hand.seat < deal.table.seats for hand in public.rare)
    assert set(cards_in(public.rare)) <= set(cards_in(game.view(end, None))), "a card that nobody saw"
    for seat in range(deal.table.seats):
        assert game.extras.outcome(end, seat).rare == public.rare, "rare for one viewer and not for another"
    seen = [event.seen_by(None) for events in deal.events for event in events]
    told = [(fact.seat, fact.cards) for fact in seen if getattr(fact, "rare", False)]
    assert told == [(play.seat, play.cards) for play in public.plays], "facts and outcome differ on what is rare"


def check_deals(table: Table, seed: int, most: int = MOST_MOVES) -> None:
    """All laws on two deals of a match, played at random. `NoEnd` if one of them takes too many moves."""
    rng = Rng(seed, 1)
    match = None
    closed = table.game.closed(table.rules, table.seats)
    open_seats = [seat for seat in range(table.seats) if seat not in closed]
    host = open_seats[rng.below(len(open_seats))]
    for deal_number in range(2):
        deal = play(table, seed + deal_number, match, host=host, most=most)
        law_legal_actions_apply_and_all_else_is_refused(deal, rng)
        law_the_host_sits_at_the_table(deal)
        law_a_wrong_shuffle_is_refused(deal)
        law_a_seat_that_is_not_there_is_refused(deal)
        law_a_closed_seat_holds_nothing_does_nothing_and_sees_what_anybody_sees(deal)
        law_payoffs_sum_to_zero(deal)
        law_the_same_log_gives_the_same_state(deal)
        law_states_can_be_pickled_and_copied(deal, rng)
        law_refusals_can_be_pickled_and_read(deal)
        law_records_round_trip(deal)
        law_actions_facts_and_views_survive_json(deal)
        law_what_happens_is_said(deal, rng)
        law_resampling_is_not_noticed(deal, rng)
        law_a_card_that_was_chosen_in_secret_is_resampled(deal, rng)
        law_resampling_varies_what_is_hidden(deal, rng)
        law_an_outcome_adds_up_and_is_said_in_words(deal)
        law_an_outcome_tells_nothing_hidden(deal, rng)
        law_cards_are_conserved(deal)
        law_what_is_rare_is_public(deal)
        match = table.game.match_after(deal.states[-1])


def _texts_of(game: AnyGame) -> Mapping[str, Text]:
    return {**SHARED, **game.presentation.texts}


def _some(hint: Any) -> Any:
    """Some value of a field's type."""
    if get_origin(hint) is tuple:
        return ()
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    return {int: 0, bool: False, Card: CARDS[0]}[hint]


def _is_of(value: Any, hint: Any) -> bool:
    """Whether a value is of a field's type, and not just equal to one that is."""
    if get_origin(hint) is tuple:
        return type(value) is tuple and all(_is_of(one, get_args(hint)[0]) for one in value)
    if get_origin(hint) is Literal:
        return type(value) is str and value in get_args(hint)
    return type(value) is hint

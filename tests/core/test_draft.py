"""RT-3: the walk through a form; `web/src/entry/draft.test.ts` has the same cases for the page."""

from __future__ import annotations

from msgspec.structs import replace

from chieu.core.scoring.draft import (
    Draft,
    Question,
    Value,
    answer,
    ask,
    ask_for,
    carried,
    clear_line,
    draft_of,
    entry_of,
    fields_of,
    open_question,
    take_way,
)
from chieu.core.scoring.form import Field, FieldChoice, Form, Way

_HANDS = Field("hand", "choice", "hand", (FieldChoice("21"), FieldChoice("non", "word.non")))
_TOTAL = Field("total", "number", "total", optional=True, when={"hand": ("non",)})
_MET = Field("met", "choice", "met", optional=True, asked_for="others", repeats=True)
_BY_RESULT = Way("result", "result", (Field("result", "choice", "result", asked_for="others"),), "others")
FORM = Form(
    (Field("dealer", "seat", "dealer", default=0),),
    (Way("hand", "hand", (_HANDS, _TOTAL, _MET)), _BY_RESULT),
    (Field("stake", "number", "stake", default=1, asked_for="others"),),
    (0, 1, 2),
    "dealer",
)
WINNER = Form(
    (Field("winner", "seat", "winner"),),
    (Way("left", "left", (Field("left", "number", "left", asked_for="others"),)),),
    (),
    (0, 1, 2),
    "winner",
)
BLOCKED = replace(WINNER, deal=(Field("winner", "seat", "winner", nobody="blocked"),))


def entered(form: Form, *values: Value) -> Draft:
    """Answer the questions in the order in which they are asked."""
    draft = Draft()
    for value in values:
        question = open_question(form, draft)
        assert question is not None
        draft = answer(draft, question, value)
    return draft


def names(form: Form, draft: Draft, seat: int) -> list[str]:
    return [field.name for field in fields_of(form, draft, seat)]


def test_rt_3_one_answer_a_seat_completes_a_deal() -> None:
    draft = entered(FORM, "21", "non", "21")
    assert open_question(FORM, draft) is None
    lines = [{"hand": "21"}, {"hand": "non", "stake": 1}, {"hand": "21", "stake": 1}]
    assert entry_of(FORM, draft, 3) == {"dealer": 0, "lines": lines}


def test_rt_3_a_seat_of_which_nothing_is_asked_has_no_line() -> None:
    draft = entered(WINNER, 1, 4, 7)
    assert open_question(WINNER, draft) is None
    assert entry_of(WINNER, draft, 3) == {"winner": 1, "lines": [{"left": 4}, None, {"left": 7}]}


def test_rt_3_nobody_is_an_answer_and_is_not_sent() -> None:
    assert open_question(BLOCKED, Draft()) == (None, BLOCKED.deal[0])
    assert entry_of(BLOCKED, entered(BLOCKED, None, 1, 2, 3), 3) == {"lines": [{"left": 1}, {"left": 2}, {"left": 3}]}


def test_rt_3_another_way_is_taken_for_all_seats_without_answers() -> None:
    draft = take_way(FORM, entered(FORM, "21", "non"), 1, "result")
    assert [names(FORM, draft, seat) for seat in FORM.seats] == [["hand"], ["result", "stake"], ["result", "stake"]]
    assert entry_of(FORM, draft, 3)["lines"] == [{"hand": "21"}, {"stake": 1}, {"stake": 1}]


def test_rt_3_a_refusal_asks_optional_questions() -> None:
    draft = ask_for(entered(FORM, "21", "non", "21"), "which_total", {"seat": 1, "other": 2})
    assert open_question(FORM, draft) == (1, _TOTAL)
    assert names(FORM, draft, 2) == ["hand", "stake"]


def test_rt_3_a_question_with_an_answer_can_be_asked_again() -> None:
    draft = ask(entered(FORM, "21"), None, "dealer")
    assert open_question(FORM, draft) == (None, FORM.deal[0])
    draft = answer(draft, Question(None, FORM.deal[0]), 1)
    assert entry_of(FORM, draft, 3)["dealer"] == 1
    draft = ask(draft, 2, "met")
    assert open_question(FORM, draft) == (2, _MET)
    draft = answer(draft, Question(2, _MET), "21")
    assert names(FORM, draft, 2) == ["hand", "met", "stake"]


def test_rt_3_a_line_is_asked_for_anew() -> None:
    draft = clear_line(FORM, entered(FORM, "21", "non", "21"), 1)
    assert open_question(FORM, draft) == (1, _HANDS)


def test_rt_5_the_draft_of_an_entry_yields_the_same_entry() -> None:
    lines = [{"hand": "21", "met": "non", "stake": 5}, {"result": "win", "stake": 1}, {"hand": "non", "total": 15}]
    entry = {"dealer": 2, "lines": lines}
    draft = draft_of(FORM, entry)
    assert draft.ways == {0: "hand", 1: "result", 2: "hand"}
    assert open_question(FORM, draft) is None
    assert entry_of(FORM, draft, 3) == entry
    blocked = draft_of(BLOCKED, {"lines": [{"left": 1}, {"left": 2}, {"left": 3}]})
    assert open_question(BLOCKED, blocked) is None


def test_rt_3_stakes_stay_with_the_person() -> None:
    before = {"dealer": 0, "lines": [{"hand": "21"}, {"hand": "non", "stake": 5}]}
    draft = carried(FORM, before, lambda seat: 1 if seat == 2 else None)
    assert draft.lines == {2: {"stake": 5}}
    assert open_question(FORM, draft) == (0, _HANDS)

"""RT-3: the walk through a form, in cases that `web/src/entry/draft.test.ts` runs for the page too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
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
from chieu.core.scoring.form import Form

FILE: Final = Path(__file__).parent.parent.parent / "web" / "src" / "entry" / "fixtures" / "drafts.json"
FIXTURES: Final = json.loads(FILE.read_text(encoding="utf-8"))
FORMS: Final = msgspec.convert(FIXTURES["forms"], dict[str, Form])
FORM: Final = FORMS["dealer"]
_HANDS, _, _MET = FORM.ways[0].fields


def entered(form: Form, *values: Value, draft: Draft | None = None) -> Draft:
    """Answer the questions in the order in which they are asked."""
    draft = draft or Draft()
    for value in values:
        question = open_question(form, draft)
        assert question is not None
        draft = answer(draft, question, value)
    return draft


def names(form: Form, draft: Draft, seat: int) -> list[str]:
    return [field.name for field in fields_of(form, draft, seat)]


@pytest.mark.parametrize("case", FIXTURES["cases"], ids=[case["name"] for case in FIXTURES["cases"]])
def test_rt_3_the_walk_is_that_of_the_page(case: dict[str, Any]) -> None:
    form = FORMS[case["form"]]
    start = Draft()
    if "of" in case:
        start = draft_of(form, case["of"])
    elif "before" in case:
        start = carried(form, case["before"]["entry"], case["before"]["was"].__getitem__)
    draft = entered(form, *case.get("answers", ()), draft=start)
    if "ways" in case:
        draft = replace(draft, ways={int(seat): way for seat, way in case["ways"].items()})
    if "refusal" in case:
        draft = ask_for(draft, **case["refusal"])
    question = open_question(form, draft)
    assert (question and [question.seat, question.field.name]) == case["open"]
    if "fields" in case:
        assert [names(form, draft, seat) for seat in form.seats] == case["fields"]
    assert entry_of(form, draft, len(form.seats)) == case["entry"]


def test_rt_3_another_way_is_taken_for_all_seats_without_answers() -> None:
    draft = take_way(FORM, entered(FORM, "21", "non"), 1, "result")
    assert [names(FORM, draft, seat) for seat in FORM.seats] == [["hand"], ["result", "stake"], ["result", "stake"]]
    assert entry_of(FORM, draft, 3)["lines"] == [{"hand": "21"}, {"stake": 1}, {"stake": 1}]


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

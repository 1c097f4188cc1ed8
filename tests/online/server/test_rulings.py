"""RT-6: the judge and the score keeper over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from chieu.core import codec
from chieu.games import all_games
from chieu.online.server.api import catalogue
from tests.online.server.in_process import RunningServer, running_beside
from tests.online.server.test_http import Answer, ask


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_beside() as running:
        yield running


def post(server: RunningServer, path: str, **body: Any) -> Answer:
    return ask(server, path, json.dumps(body).encode())


def test_rt_6_a_ruling_cites_its_rule_in_the_language(server: RunningServer) -> None:
    question = {"dealer": "10S 6H", "player": "AS 5D"}
    english = post(server, "/api/games/xidach/judge?lang=en", question=question, sheet="vipgame").json
    assert (english["rule"], english["answer"]["winner"], english["sheet"]) == ("XD-35", "push", "vipgame")
    assert (english["verdict"], len(english["reasons"])) == ("A push.", 2)
    assert english["sentence"].startswith("The higher total wins")
    assert post(server, "/api/games/xidach/judge", question=question).json["verdict"] == "Huề."


def test_rt_6_the_catalogue_lists_the_fields_of_a_question(server: RunningServer) -> None:
    for info in ask(server, "/api/games").json["games"]:
        game_judge = all_games()[info["name"]].extras.judge
        assert game_judge is not None
        example = codec.plain(game_judge.example)
        assert [field["name"] for field in info["judge"]] == list(example)
        for field in info["judge"]:
            assert f"question.{field['name']}" in info["texts"]
            assert field["kind"] == ("cards" if isinstance(example[field["name"]], tuple) else "number")
        sent = {name: " ".join(value) if isinstance(value, tuple) else value for name, value in example.items()}
        assert post(server, f"/api/games/{info['name']}/judge", question=sent).status == 200


def test_rt_3_the_catalogue_says_which_games_score_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    games = dict(all_games())
    games["big2"] = replace(games["big2"], extras=replace(games["big2"].extras, scoring=None))
    monkeypatch.setattr(catalogue, "all_games", lambda: games)
    assert {info.name: info.scores for info in catalogue.catalogue().games} == {name: name != "big2" for name in games}


def test_rt_6_the_link_of_a_ruling_asks_the_same_again(server: RunningServer) -> None:
    question = {"hand": "KC QD 3S 7H 10D"}
    first = post(server, "/api/games/niuniu/judge?lang=en", question=question, sheet="classic~pr5").json
    link = urlsplit(first["link"])
    assert link.path == "/judge/niuniu/classic~pr5"
    again = post(server, "/api/games/niuniu/judge?lang=en", question=dict(parse_qsl(link.query)), sheet="classic~pr5")
    assert again.json == first


def test_rt_6_a_question_that_cannot_be_answered_is_refused(server: RunningServer) -> None:
    def problem(sheet: str = "", **question: Any) -> tuple[int, str]:
        return post(server, "/api/games/xidach/judge", question=question, sheet=sheet).problem

    assert problem(dealer="10S 6H", player="AS AS") == (422, "card_twice")
    assert problem(dealer="10S 6H", player="1X") == (422, "bad_card")
    assert problem(dealer="10S", player="AS 5D") == (422, "bad_hand_size")
    assert problem(dealer="10S 6H") == (400, "bad_message")
    assert problem(dealer="10S 6H", player="AS 5D", luck="much") == (400, "bad_message")
    assert problem(dealer="", player="AS 5D") == (400, "bad_message")
    assert problem(dealer=True, player="AS 5D") == (400, "bad_message")
    for hand, round_number in (("", 1), ("7C 7H", True), ("7C 7H", "yes"), ("7C 7H", "")):
        asked = post(server, "/api/games/rummy/judge", question={"hand": hand, "round": round_number})
        assert asked.problem == (400, "bad_message"), (hand, round_number)
    assert problem("nowhere", dealer="10S 6H", player="AS 5D")[0] == 422
    assert post(server, "/api/games/chess/judge", question={}).problem == (404, "unknown_game")


def test_rt_6_an_entry_is_scored_and_a_doubtful_one_refused(server: RunningServer) -> None:
    def score(**body: Any) -> Answer:
        return post(server, "/api/games/rummy/score?lang=en", seats=2, **body)

    first = score().json
    assert (first["form"]["round"], first["payoff"]) == (1, None)
    entered = score(entry={"winner": 0, "lines": [None, {"points": 35}]}).json
    assert entered["payoff"] == [35, -35]
    assert entered["lines"][-1] == "Seat 1 +35, Seat 2 -35"
    assert score(match=entered["match"]).json["form"]["round"] == 2
    refused = score(entry={"winner": 0, "lines": [None, {"points": 36}]})
    assert (refused.problem, refused.json["rule"]) == ((422, "impossible_points"), "RM-12")
    assert score(match={"round": 99}).problem == (400, "bad_message")
    assert score(host=7).problem == (422, "no_such_seat")


def test_rt_7_an_evening_is_scored_under_another_sheet(server: RunningServer) -> None:
    entries = [
        {"winner": 0, "lines": [None, {"left": 3}, {"left": 13}]},
        {"winner": 1, "lines": [{"left": 1}, None, None]},
    ]
    entries.append({"winner": 2, "lines": [{"left": 2}, {"left": 4}, None]})

    def evening(sheet: str) -> Any:
        return post(server, "/api/games/big2/evening", sheet=sheet, entries=entries).json

    by_cards = evening("pusoy_dos")
    assert by_cards["payoffs"] == [[16, -3, -13], None, [-2, -4, 6]]
    assert by_cards["refused"] == {"1": "no_line"}
    assert evening("hong_kong")["payoffs"] == [[42, -3, -39], None, [-2, -4, 6]]
    assert evening("lawrence")["refused"] == {"0": "not_asked", "1": "no_line", "2": "not_asked"}
    places = [None, [0, 9, 1]]
    wrong = post(server, "/api/games/big2/evening", entries=entries[:2], places=places)
    assert wrong.problem == (400, "bad_message")


def test_rt_7_an_evening_has_at_most_500_deals(server: RunningServer) -> None:
    line = {"cards": ["2S", "2H", "2D", "2C", "3S"], "stake": 100, "met_cards": ["10S", "10H", "10D", "10C", "3H"]}
    entry = {"dealer": 0, "side": "right", "lines": [line] * 7}  # as long as they get

    def evening(deals: int) -> Answer:
        return post(server, "/api/games/xidach/evening", entries=[entry] * deals, places=[list(range(7))] * deals)

    assert len(evening(500).json["payoffs"]) == 500
    assert evening(501).problem == (400, "bad_message")


def test_rt_6_rulings_have_a_rate_limit() -> None:
    with running_beside(hints_per_address=2) as server:
        question = {"dealer": "10S 6H", "player": "AS 5D"}
        answers = [post(server, "/api/games/xidach/judge", question=question).problem for _ in range(3)]
    assert answers == [(200, ""), (200, ""), (429, "too_many_rulings")]

"""Deals that people enter: what the form asks for, what they score, which entries are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import chieu
from chieu.core.game import Illegal
from chieu.core.options import BadRules
from chieu.core.scoring.form import Field, Form
from chieu.core.scoring.score import BadEntry, Score, form, score, score_again
from chieu.template import GAME


def asked(form: Form, way: str, role: str = "others") -> list[str]:
    """Return the fields of a way that are asked for a role, and those of every line."""
    fields = [field for each in form.ways if each.name == way for field in each.fields]
    return [field.name for field in (*fields, *form.always) if field.asked_for in ("all", role)]


def field_of(form: Form, name: str, role: str = "others") -> Field:
    fields = [field for way in form.ways for field in way.fields]
    return next(field for field in fields if field.name == name and field.asked_for in ("all", role))


def refused(game: str, entry: dict[str, Any], sheet: str = "", **more: Any) -> tuple[str, str]:
    """Return the code and the rule with which an entry is refused."""
    with pytest.raises(Illegal) as caught:
        score(game, entry, sheet, **more)
    return caught.value.code, caught.value.rule


def xidach(*hands: str, **more: Any) -> dict[str, Any]:
    """Return an entry by kinds; seat 0 deals."""
    return {"dealer": 0, "lines": [{"hand": hand} for hand in hands], **more}


def test_rt_3_the_form_asks_for_what_the_sheet_pays() -> None:
    assert [way.name for way in form("big2", 4).ways] == ["place"]
    assert [way.name for way in form("big2", 4, "taiwan").ways] == ["left"]
    assert [field.name for field in form("big2", 4, "taiwan").deal] == ["winner"]
    assert [field.name for field in form("big2", 4, "hong_kong").deal] == ["winner", "liable"]
    assert form("big2", 3, "hong_kong").ways[0].fields[0].most == 18


def test_rt_3_a_stake_is_asked_for_only_if_it_varies() -> None:
    assert "stake" not in asked(form("xidach", 4), "hand")
    assert "stake" in asked(form("xidach", 4, "vipgame"), "hand")
    assert "stake" not in asked(form("xidach", 4, "vipgame"), "hand", "dealer")


def test_rt_3_a_comparison_has_the_dealers_hand_of_its_moment() -> None:
    assert "met" in asked(form("xidach", 4), "hand")
    assert "met" not in asked(form("xidach", 4, "vipgame"), "hand")
    entry = xidach("quac", "18", "17")
    assert chieu.score("xidach", entry).payoff == (-2, 1, 1)
    entry["lines"][2]["met"] = "19"
    scored = chieu.score("xidach", entry)
    assert scored.payoff == (0, 1, -1)
    assert "19" in scored.lines()[-2]


def test_rt_3_the_dealers_keys_begin_below_minimum() -> None:
    room = form("xidach", 4)
    assert [choice.value for choice in field_of(room, "hand").choices][-3:] == ["16", "quac", "non"]
    assert [choice.value for choice in field_of(room, "hand", "dealer").choices][-3:] == ["15", "quac", "non"]


def test_rt_3_the_ace_of_spades_is_asked_for_where_it_pays() -> None:
    assert [choice.value for choice in form("niuniu", 3).ways[0].fields[0].choices] == ["AS"]
    assert form("niuniu", 3, "classic").ways[0].fields[0].choices == ()


def test_rt_3_bare_results_need_no_hands() -> None:
    lines = [None, {"result": "win"}, {"result": "loss"}, {"result": "push"}]
    assert chieu.score("xidach", {"dealer": 0, "lines": lines}).payoff == (0, 1, -1, 0)
    special = {"next_dealer": "special", "order": "left"}
    assert "result" not in [way.name for way in form("xidach", 4, options=special).ways]
    assert refused("xidach", {"lines": lines}, options=special) == ("hands_decide_dealer", "XD-10")


def test_rt_3_a_total_is_asked_for_only_if_it_decides() -> None:
    assert chieu.score("xidach", xidach("18", "quac"), options={"stake_max": 1}).payoff == (1, -1)
    assert refused("xidach", xidach("quac", "quac"), options={"both_quac": "lower"}) == ("which_total", "XD-35")
    entry = {"lines": [{"hand": "quac", "total": 25}, {"hand": "quac", "total": 23}]}
    assert chieu.score("xidach", entry, options={"both_quac": "lower"}).payoff == (-1, 1)


def test_rt_3_a_result_names_no_total_that_was_not_entered() -> None:
    said = " ".join(chieu.score("xidach", xidach("18", "quac")).lines())
    assert "22" not in said
    assert "Quắc, over 21, loses." in said


def test_rt_3_a_suit_is_asked_for_only_if_it_decides() -> None:
    banker, player = ["K", "9", "3", "2", "5"], ["K", "8", "4", "J", "9"]
    classic = {"lines": [{"ranks": banker}, {"ranks": player}]}
    assert refused("niuniu", {"lines": [{"ranks": banker}, {"ranks": banker}]}, "classic") == ("which_top", "NN-21")
    suits = {"lines": [{"ranks": ["KS", *banker[1:]]}, {"ranks": banker}]}
    assert chieu.score("niuniu", suits, "classic").payoff[0] > 0
    assert sum(chieu.score("niuniu", classic, "classic").payoff) == 0


def test_rt_3_a_bull_is_asked_for_only_if_it_decides() -> None:
    kinds = {"lines": [{"kind": "plain"}, {"kind": "plain"}]}
    assert refused("niuniu", kinds, "classic") == ("which_bull", "NN-21")
    assert chieu.score("niuniu", {"lines": [{"kind": "plain"}, {"kind": "bull_9"}]}, "classic").payoff == (-3, 3)
    bulls = {"lines": [{"kind": "plain", "bull": 3}, {"kind": "plain", "bull": 5}]}
    assert chieu.score("niuniu", bulls, "classic").payoff == (-1, 1)


def test_rt_3_rummy_counts_points_or_cards_by_round() -> None:
    by_points = chieu.score("rummy", {"winner": 1, "lines": [{"points": 35}, None]})
    by_cards = chieu.score("rummy", {"winner": 1, "lines": [{"cards": ["3S", "KH", "2C"]}, None]})
    assert by_points.payoff == by_cards.payoff == (-35, 35)
    assert (by_points.match.round, by_points.match.scores) == (2, (35, 0))
    assert form("rummy", 2, match=by_points.match).round == 2


def test_rt_4_two_dealers_are_refused() -> None:
    entry = {"dealer": 0, "lines": [{"hand": "18", "stake": 1}, {"hand": "19"}]}
    assert refused("xidach", entry) == ("two_dealers", "XD-10")
    assert refused("niuniu", {"lines": [{"result": "win", "multiple": 1}] * 2}) == ("two_bankers", "NN-20")


@pytest.mark.parametrize(
    ("game", "entry", "refusal"),
    [
        ("xidach", {"lines": [{"cards": ["10S", "8H"]}, {"cards": ["10S", "9H"]}]}, ("card_too_often", "RT-4")),
        ("niuniu", {"lines": [{"ranks": list("33345")}, {"ranks": list("33456")}]}, ("rank_too_often", "RT-4")),
        ("rummy", {"winner": 0, "lines": [None, {"cards": ["3S", "3S"]}]}, ("card_too_often", "RT-4")),
        (
            "rummy",
            {"winner": 0, "lines": [None, {"cards": ["JK1", "JK2", "JK1"]}]},
            ("too_many_jokers_entered", "RT-4"),
        ),
    ],
)
def test_rt_4_a_card_too_often_is_refused(game: str, entry: dict[str, Any], refusal: tuple[str, str]) -> None:
    assert refused(game, entry) == refusal


@pytest.mark.parametrize(
    ("game", "entry", "refusal"),
    [
        ("xidach", xidach("18"), ("bad_seats", "")),
        ("xidach", {"lines": [{"hand": "18"}, None]}, ("no_line", "RT-4")),
        ("xidach", {"lines": [{"hand": "18"}, {}]}, ("no_way", "RT-3")),
        ("xidach", {"lines": [{"hand": "18"}, {"hand": "17", "cards": ["10S", "7H"]}]}, ("several_ways", "RT-3")),
        ("xidach", {"lines": [{"hand": "18"}, {"hand": "quac", "total": 21}]}, ("bad_number", "XD-3")),
        ("xidach", {"lines": [{"hand": "18"}, {"hand": "17", "total": 17}]}, ("not_asked", "RT-3")),
        ("xidach", {"lines": [{"hand": "18"}, {"hand": "22"}]}, ("bad_entry", "RT-4")),
        ("xidach", {"lines": [{"hand": "18"}, {"hand": "17", "luck": 1}]}, ("bad_entry", "RT-4")),
        ("xidach", {"lines": [{"hand": "18"}, {"cards": ["1X", "7H"]}]}, ("bad_entry", "RT-4")),
        ("xidach", {"dealer": 5, "lines": [{"hand": "18"}, {"hand": "17"}]}, ("no_such_seat", "")),
        ("xidach", {"lines": [None, {"hand": "17"}]}, ("no_dealers_hand", "RT-4")),
        ("xidach", {"lines": [None, {"result": "win", "multiple": 3}]}, ("bad_multiple", "XD-4")),
        ("big2", {"winner": 0, "lines": [None, {"place": 3}]}, ("bad_number", "BT-15")),
        ("big2", {"winner": 0, "lines": [None, {"place": 2}, {"place": 2}]}, ("impossible_places", "BT-15")),
        ("rummy", {"winner": 0, "lines": [None, {"points": 7}]}, ("impossible_points", "RM-12")),
        ("rummy", {"winner": 0, "lines": [{"points": 5}, {"points": 5}]}, ("extra_line", "RT-4")),
    ],
)
def test_rt_4_what_cannot_be_is_refused(game: str, entry: dict[str, Any], refusal: tuple[str, str]) -> None:
    assert refused(game, entry) == refusal


@pytest.mark.parametrize("special", ["xi_dach", "xi_bang"])
def test_rt_4_xd_13_nobody_draws_beside_a_dealers_special_hand(special: str) -> None:
    for drawn in ("21", "quac", "ngu_linh"):
        assert refused("xidach", xidach(special, "20", drawn)) == ("cannot_have_drawn", "XD-13")
    assert refused("xidach", {"lines": [{"hand": special}, {"cards": ["5S", "6H", "7C"]}]})[0] == "cannot_have_drawn"
    assert sum(chieu.score("xidach", xidach(special, "20", "non", "xi_dach", "4")).payoff) == 0
    changed = [[{"hand": "18"}, {"hand": "17", "met": special}], [{"hand": special}, {"hand": "17", "met": "18"}]]
    for lines in changed:
        assert refused("xidach", {"lines": lines}) == ("cannot_have_drawn", "XD-13")
    assert chieu.score("xidach", {"lines": [{"hand": special}, {"hand": "17", "met": special}]}).payoff == (1, -1)


def test_rt_4_cards_left_must_end_a_deal() -> None:
    def left(*counts: int, sheet: str, **options: Any) -> tuple[int, ...] | tuple[str, str]:
        entry = {"winner": 0, "lines": [None, *({"left": count} for count in counts)]}
        try:
            return chieu.score("big2", entry, sheet, options=options).payoff
        except Illegal as refusal:
            return refusal.code, refusal.rule

    assert left(3, 13, 1, sheet="hong_kong") == (43, -3, -39, -1)
    assert left(3, 4, 0, sheet="pusoy_dos", stop_at_first=False) == ("impossible_counts", "BT-15")
    assert left(0, 4, 0, sheet="pusoy_dos", stop_at_first=False) == (4, 0, -4, 0)
    assert left(18, 18, sheet="hong_kong") == ("one_odd_card", "BT-1")
    assert left(0, 4, 5, sheet="hong_kong") == ("bad_number", "BT-15")


def test_rt_4_the_seat_that_pays_for_all_pays_for_all() -> None:
    entry: dict[str, Any] = {"winner": 0, "liable": 1, "lines": [None, {"left": 2}, {"left": 3}, {"left": 4}]}
    assert chieu.score("big2", entry, "hong_kong").payoff == (9, -9, 0, 0)
    assert refused("big2", {**entry, "liable": 0}, "hong_kong") == ("winner_liable", "BT-20")
    assert refused("big2", entry, "singapore") == ("not_asked", "BT-20")


def test_rt_4_a_refused_entry_has_texts_in_all_languages() -> None:
    with pytest.raises(Illegal, match=r"entered yet\. \(no_line, RT-4\)"):
        score("xidach", {"lines": [{"hand": "18"}, None]})


def test_rt_8_an_entry_scores_the_next_match() -> None:
    rotating = {"next_dealer": "rotate"}
    assert chieu.score("xidach", xidach("18", "17", "16"), options=rotating).match.dealer == 1
    assert chieu.score("big2", {"winner": 1, "lines": [{"left": 2}, None]}, "hong_kong").match.winner == 1
    auction = {"banker": 1, "times": 2, "lines": [{"kind": "plain", "stake": 3}, {"kind": "bomb"}]}
    assert chieu.score("niuniu", auction, "auction").match.banker == 1


def test_rt_8_a_special_hand_deals_next_by_the_order_of_play() -> None:
    special = {"next_dealer": "special"}
    entry = xidach("18", "xi_dach", "xi_bang")
    assert refused("xidach", entry, options=special) == ("which_side", "XD-11")
    assert chieu.score("xidach", {**entry, "side": "left"}, options=special).match.dealer == 1
    assert chieu.score("xidach", {**entry, "side": "right"}, options=special).match.dealer == 2


def test_rt_9_a_score_says_who_pays_whom_and_why() -> None:
    scored = chieu.score("xidach", xidach("19", "18", "xi_dach"), options={"pay_xi_dach": 2})
    assert scored.lines("en", ("An", "Lan", "Minh"))[-3:] == [
        "An wins 1 from Lan (stake 1): 19 beats 18. (XD-18)",
        "Minh wins 2 from An (stake 1 × multiple 2 = 2): Xì Dách beats every ordinary hand at once. (XD-13)"
        " Xì Dách pays 2x. (XD-4)",
        "An -1, Lan -1, Minh +2",
    ]
    assert repr(scored) == "<Score of xidach: (-1, -1, 2)>"


def test_rt_9_a_game_without_scoring_says_so() -> None:
    plain = replace(GAME, extras=replace(GAME.extras, scoring=None))
    with pytest.raises(BadEntry, match=r"extras\.scoring"):
        score(plain, {"lines": []})


def test_rt_7_without_a_stake_the_smallest_counts() -> None:
    evening = [xidach("19", "18", "xi_dach")]
    for sheet, payoff in (("vipgame", (0, -1, 1)), (chieu.load("xidach").rules(stake_min=3, stake_max=9), (0, -3, 3))):
        (scored,) = score_again("xidach", evening, sheet)
        assert isinstance(scored, Score)
        assert scored.payoff == payoff
    bulls = {"lines": [{"kind": "plain"}, {"kind": "bull_9"}]}
    assert chieu.score("niuniu", bulls, "classic", options={"stake_min": 2, "stake_max": 5}).payoff == (-6, 6)


def test_rt_7_an_evening_again_follows_its_own_matches() -> None:
    rounds = [{"winner": 0, "lines": [None, {"points": points}]} for points in (35, 20, 5)]
    again = score_again("rummy", rounds, chieu.load("rummy").rules(rounds=2))
    scored = [deal for deal in again if isinstance(deal, Score)]
    assert [deal.payoff for deal in scored] == [(35, -35), (20, -20), (5, -5)]
    assert [deal.match and deal.match.scores for deal in scored] == [(0, 35), None, (0, 5)]


def test_rt_7_a_match_follows_its_people_as_at_the_table() -> None:
    """A match with scores ends when somebody sits out; that of Xì Dách has only a dealer and goes on."""
    rummy = [{"winner": 0, "lines": [None, {"points": 10}, {"points": 20}]}] * 2
    rummy += [{"winner": 0, "lines": [None, {"points": 5}]}]
    sheet = chieu.load("rummy").rules()
    again = score_again("rummy", rummy, sheet, places=[None, (2, 1, 0), (0, 2)])
    matches = [deal.match for deal in again if isinstance(deal, Score)]
    assert [(match.round, match.scores) for match in matches] == [(2, (0, 10, 20)), (3, (20, 20, 20)), (2, (0, 5))]
    hands = [xidach("19", "18", "20"), {"lines": [{"hand": "19"}, {"hand": "18"}]}]
    (_, second) = score_again("xidach", hands, chieu.load("xidach").rules(), places=[None, (1, 0)], hosts=[0, 0])
    assert isinstance(second, Score)
    assert second.payoff == (1, -1)
    for wrong in ((0, 3), (0, 0)):
        with pytest.raises(ValueError, match="seats of the deal before"):
            score_again("rummy", rummy[1:], sheet, places=[None, wrong])


def test_rt_7_a_sheet_that_does_not_take_so_few_is_a_refusal() -> None:
    rules = chieu.load("rummy").rules(contracts="13:s10", rounds=1)  # one pack has too few cards of a rank
    (refused,) = score_again("rummy", [{"winner": 0, "lines": [None, {"points": 5}]}], rules)
    assert isinstance(refused, BadRules)

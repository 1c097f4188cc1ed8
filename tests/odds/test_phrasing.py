"""Odds in people's words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from chieu import odds
from chieu.core.text.languages import LANGS, Lang
from chieu.games import load
from chieu.odds.phrasing import TEXTS, change, deals_to_show, effect_text, evening, role_text
from chieu.odds.results import Effect, Odds
from chieu.template import GAME as TEMPLATE
from chieu.testing.texts import check_languages


def of_dealer(won: float, margin: float, swing: float, *, exact: bool = False) -> Odds:
    """Return odds of a dealer at four seats with these figures."""
    share = odds.Estimate(0.5, 0.4, 0.6)
    role = odds.RoleOdds(
        role="dealer",
        seats=1.0,
        won=odds.Estimate(won, won - margin, won + margin, exact),
        win=share,
        even=share,
        lose=share,
        swing=odds.Estimate(swing, swing, swing),
        results={},
    )
    fixed = {"game": "xidach", "sheet": "room", "seats": 4, "play": "played", "bot": "", "how": "sampled"}
    return Odds(**fixed, deals=9, budget=9, seed=1, version="", roles=(role,), length=None)  # type: ignore[arg-type]


XIDACH = load("xidach")
SAID = {
    "en": "An evening of 60 deals as the dealer, with 4 seats, ends 2.5 stakes ahead on average; luck moves that by"
    " ±15. It takes about 8,300 deals for this to show over luck.",
    "vi": "Làm nhà cái suốt một buổi 60 ván, bàn 4 ghế: trung bình lời 2,5 cược; hên xui làm xê dịch ±15."
    " Phải chừng 8.300 ván thì mới thấy rõ hơn hên xui.",
    "zh": "一晚打 60 局、4 个座位，局局当庄家：平均赢 2.5 注，运气会让它上下浮动 15 注。"
    "大约要打 8,300 局，这点优势才能盖过运气。",
}


@pytest.mark.parametrize("lang", LANGS)
def test_od_4_an_evening_in_three_languages(lang: Lang) -> None:
    assert evening(XIDACH, of_dealer(2.5 / 60, 0.01, 1.94), lang) == SAID[lang]


def test_od_4_figures_follow_the_measurement() -> None:
    assert "6.0 stakes behind" in evening(XIDACH, of_dealer(-0.1, 0.01, 2.0), "en")
    assert "exactly even" in evening(XIDACH, of_dealer(0.0, 0.0, 2.0, exact=True), "en")
    unclear = evening(XIDACH, of_dealer(0.01, 0.03, 2.0), "en")
    assert "no edge for the dealer: it is under 2.4 stakes" in unclear
    assert deals_to_show(of_dealer(0.1, 0.01, 2.0).roles[0]) == 1537
    assert deals_to_show(of_dealer(0.01, 0.03, 2.0).roles[0]) is None


def test_od_4_a_change_is_said() -> None:
    exact = odds.compare("xidach", "room", "vipgame", seats=2)
    assert change(XIDACH, exact, "en") == ("By vipgame the dealer wins 0.0003 stakes less a deal than by room (exact).")
    same = odds.compare("xidach", "room", "room~nd1", seats=3, deals=4)
    assert "no difference we can see" in change(XIDACH, same, "en")


def test_roles_have_names_or_their_code() -> None:
    check_languages(TEXTS)
    assert role_text(XIDACH, "dealer", "vi") == "nhà cái"
    assert role_text(TEMPLATE, "stranger", "en") == "stranger"
    for name in ("xidach", "niuniu", "big2", "rummy"):
        model = load(name).extras.odds
        assert model is not None
        assert all(f"role.{role}" in TEXTS for role in model.names)


def test_od_3_an_effect_is_written_as_finely_as_known() -> None:
    fixed: Any = {"option": "mode", "before": "", "after": "", "sheet": "", "kind": "play", "swing": None}
    rough = Effect(**fixed, won=odds.Estimate(-5.002, -9.419, -0.585), visible=True, limit=0.0)
    assert [effect_text(rough, lang) for lang in ("en", "vi")] == ["-5.0 ± 4.4", "-5,0 ± 4,4"]
    fine = msgspec.structs.replace(rough, won=odds.Estimate(0.0407, 0.0386, 0.0428))
    assert effect_text(fine, "en") == "+0.0407 ± 0.0021"
    exact = msgspec.structs.replace(rough, won=odds.Estimate(0.00003, 0.00003, 0.00003, exact=True))
    assert effect_text(exact, "en") == "+0.00003 exactly"

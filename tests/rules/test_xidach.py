"""Xì Dách, rule by rule, with given cards."""

from __future__ import annotations

from typing import Any

import pytest

from chieu.core import sheets
from chieu.core.cards import DECK, Cards, parse
from chieu.core.game import CHANCE, Illegal, Shuffle
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS, Lang
from chieu.core.text.phrasing import Phraser
from chieu.games.xidach import GAME, game, hands
from chieu.games.xidach.messages import Compare, DealFrom, Dealt, Draw, Drawn, Opened, Settled, Stake, Stand, Stood
from chieu.games.xidach.rules import PRESETS, Match, Rules
from chieu.games.xidach.text.judge import JUDGE, Question

ROOM, VIP = PRESETS["room"], PRESETS["vipgame"]
VIP_FLAT = Rules(**{name: getattr(VIP, name) for name in VIP.__struct_fields__} | {"stake_max": 1})


def order(*hands_in_order: str, then: str = "") -> Cards:
    """Return a deck that deals these hands in the order of play, the dealer (seat 0) last, then these."""
    first, second = zip(*(parse(hand) for hand in hands_in_order), strict=True)
    top = (*first, *second, *parse(then))
    return (*top, *(card for card in DECK if card not in top))


def dealt(rules: Rules, *hands_in_order: str, then: str = "", side: str = "left") -> Any:
    """Return a deal with these hands; the last one is the dealer's."""
    state = game.start(rules, len(hands_in_order))
    if game.legal(state, 0):
        state, _ = game.apply(state, 0, DealFrom(side))  # type: ignore[arg-type]
    state, _ = game.apply(state, CHANCE, Shuffle(order(*hands_in_order, then=then)))
    return state


def do(state: Any, *moves: tuple[int, Any]) -> Any:
    for seat, action in moves:
        state, _ = game.apply(state, seat, action)
    return state


def total(cards: str, ace: str = "free") -> int:
    return int(hands.total(packed(cards), ace == "by_count"))


def packed(cards: str) -> int:
    hand = hands.EMPTY
    for card in parse(cards):
        hand = hands.add(hand, card)
    return hand


def sheet_line(rules: Rules, rule: str, lang: Lang) -> str:
    """Return the rule sheet's text for a rule number."""
    return " ".join(line.text for line in sheets.prose(GAME, rules, lang) if line.rule == rule)


def judged(rules: Rules, dealer: str, player: str) -> tuple[str, str]:
    verdict = JUDGE.answer(rules, Question(parse(dealer), parse(player)))
    return verdict.winner, verdict.rule  # type: ignore[attr-defined]


def why_not(state: Any, seat: int, action: Any) -> tuple[str, str]:
    with pytest.raises(Illegal) as caught:
        game.apply(state, seat, action)
    return caught.value.code, caught.value.rule


def test_xd_1_numbers_count_themselves_and_faces_ten() -> None:
    assert [total(f"{rank}S 2H") - 2 for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10")] == list(range(2, 11))
    assert [total(f"{face}S 2H") for face in "JQK"] == [12, 12, 12]


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("AS 5D", 16),  # 11
        ("AS 9D AH", 21),  # 11 and 1, or 10 and 1 and ... 21 = 9 + 11 + 1
        ("AS AH", 21),  # 10 + 11
        ("AS 10D 10H", 21),  # 1
        ("AS 2D 9H", 21),  # 10: 11 would be over
        ("AS AH AD 8C", 21),  # 11 + 1 + 1 + 8
        ("AS AH AD AC 10D", 14),  # 1 1 1 1 10; one ace as 10 or 11 is over
        ("KS QH AD 5C", 26),  # over in any case: the smallest sum
        ("AS KD QH JC", 31),
    ],
)
def test_xd_2_the_total_is_the_greatest_sum_not_over_21(cards: str, points: int) -> None:
    assert total(cards) == points


def test_xd_2_aces_by_number_of_cards() -> None:
    assert total("AS 5D", "by_count") == 16
    assert total("AS 5D 2C", "by_count") == 17  # 10, never 11, in three
    assert total("AS 5D 5C", "by_count") == 20
    assert total("AS 2D 2C 2H", "by_count") == 7  # 1 in four
    assert total("AS AD", "by_count") == 21


def test_xd_3_names_of_totals() -> None:
    compiled = hands.compile_rules(ROOM)
    names = {cards: game.hand_name(packed(cards), compiled) for cards in ("10S 5H", "10S 6H", "10S 9H 2D", "10S 9H 3D")}
    assert list(names.values()) == ["non", "du", "du", "quac"]


def test_xd_4_special_hands_are_the_first_two_cards() -> None:
    assert hands.special(packed("AS AD")) == hands.XI_BANG
    assert [hands.special(packed(f"{ten}S AD")) for ten in ("10", "J", "Q", "K")] == [hands.XI_DACH] * 4
    assert hands.special(packed("AS 9D")) == hands.NONE
    assert hands.special(packed("AS 5D 5H")) == hands.NONE


def test_xd_5_ngu_linh_is_five_cards_under_21() -> None:
    compiled = hands.compile_rules(ROOM)
    assert hands.kind(packed("2S 3H 4D 5C 6S"), compiled) == hands.NGU_LINH  # 20
    assert hands.kind(packed("2S 3H 4D 5C 7S"), compiled) == hands.NONE  # exactly 21
    assert hands.kind(packed("AS AH 2D 3C 4S"), compiled) == hands.NGU_LINH  # aces as 1: 11
    assert hands.kind(packed("2S 3H 4D 5C"), compiled) == hands.NONE
    assert hands.kind(packed("2S 3H 4D 5C 7S"), hands.compile_rules(Rules(ngu_linh_with_21=True))) == hands.NGU_LINH


def test_xd_5_the_total_of_ngu_linh_is_its_smallest_sum() -> None:
    rules = Rules(player_must_draw_below=0)
    state = do(dealt(rules, "AS 2H", "10C 7H", then="AD 3S 4S"), (1, Draw()), (1, Draw()))
    assert game.view(state, 1).seats[1].total == 17  # four cards: 11 + 1 + 2 + 3
    state, _ = game.apply(state, 1, Draw())
    assert game.view(state, 1).seats[1].total == 11  # not 21, which would not be Ngũ Linh
    state = do(state, (1, Stand()))
    _, events = game.apply(state, 0, Stand())
    assert Opened(1, parse("AS 2H AD 3S 4S"), "ngu_linh", 11) in [event.fact for event in events]
    verdict: Any = JUDGE.answer(VIP, Question(parse("AS AH 2D 3C 4S"), parse("2S 3H 4D 5C 5S")))
    assert (verdict.dealer.total, verdict.player.total, verdict.winner) == (11, 19, "dealer")


def test_xd_5_a_dealer_compares_by_the_smallest_sum_of_ngu_linh() -> None:
    draws = (1, Stand()), (0, Draw()), (0, Draw()), (0, Draw())
    few = do(dealt(ROOM, "10S 9H", "AC 2H", then="2S 3S 4S"), *draws)
    assert game.to_act(few) == ()  # 12, as 2 2 2 2 4: it cannot compare or draw
    enough = do(dealt(ROOM, "10S 9H", "AC 2H", then="4S 4D 5S"), *draws)
    assert set(game.legal(enough, 0)) == {Stand(), Compare(1)}  # 16


def test_xd_10_the_creator_deals_and_goes_on_dealing() -> None:
    state = game.start(ROOM, 4)
    assert game.view(state, None).dealer == 0
    over = do(dealt(ROOM, "10S 9H", "10D 8H", "10C KH"), (1, Stand()), (2, Stand()), (0, Stand()))
    assert game.match_after(over) == Match(0)
    assert game.view(game.start(ROOM, 4, host=2), None).dealer == 2
    # Also after deals by other rules in which the dealer changed.
    assert game.view(game.start(ROOM, 4, Match(1), host=2), None).dealer == 2


def test_xd_10_the_match_says_who_deals_after_the_host() -> None:
    for policy in ("rotate", "special"):
        rules = Rules(next_dealer=policy)
        assert game.view(game.start(rules, 4, host=2), None).dealer == 2
        assert game.view(game.start(rules, 4, Match(3), host=2), None).dealer == 3


def test_next_dealer_in_turn_or_by_a_special_hand() -> None:
    rotate = dealt(Rules(next_dealer="rotate"), "10S 9H", "10D 9D", "10C KH")
    rotate = do(rotate, (1, Stand()), (2, Stand()), (0, Stand()))
    assert game.match_after(rotate) == Match(1)  # the left neighbour of three, not the right one
    special = dealt(Rules(next_dealer="special"), "AS AH", "10C KH")
    assert game.match_after(special) == Match(1)
    plain = do(dealt(Rules(next_dealer="special"), "10S 9H", "10C 8H"), (1, Stand()), (0, Stand()))
    assert game.match_after(plain) == Match(0)
    draws = (1, Draw()), (1, Draw()), (1, Draw()), (1, Stand()), (0, Stand())
    five = do(dealt(Rules(next_dealer="special"), "2S 3H", "10C 9D", then="2H 3D 4D"), *draws)
    assert game.payoff(five) == (-1, 1)
    assert game.match_after(five) == Match(0)  # XD-4: Ngũ Linh is not a special hand


@pytest.mark.parametrize(("side", "play_order"), [("left", (1, 2, 3, 0)), ("right", (3, 2, 1, 0))])
def test_xd_11_the_dealer_chooses_the_side_and_comes_last(side: Any, play_order: tuple[int, ...]) -> None:
    state = game.start(ROOM, 4)
    assert game.to_act(state) == (0,)
    assert set(game.legal(state, 0)) == {DealFrom("left"), DealFrom("right")}
    state, _ = game.apply(state, 0, DealFrom(side))
    state, events = game.apply(state, CHANCE, Shuffle(DECK[::-1]))
    assert events[0].fact == Dealt(play_order)
    assert game.view(state, None).order == play_order
    first = play_order[0]
    assert game.view(state, first).seats[first].cards == (DECK[51], DECK[47])


def test_xd_11_two_at_the_table_have_no_side_to_choose() -> None:
    assert game.to_act(game.start(ROOM, 2)) == (CHANCE,)


def test_xd_12_others_see_card_counts_and_finished_turns() -> None:
    state = do(dealt(ROOM, "10S 2H", "10D 8H", "10C 7H", then="4S"), (1, Draw()), (1, Stand()))
    for viewer in (None, 0, 2):
        seat_view = game.view(state, viewer).seats[1]
        assert (seat_view.count, seat_view.done) == (3, True)
        assert (seat_view.cards, seat_view.name, seat_view.total, seat_view.result) == (None, None, None, None)
    assert game.view(state, 1).seats[1].cards == parse("10S 2H 4S")


def test_xd_12_a_bust_seat_ends_its_turn_like_one_that_stands() -> None:
    quiet = dealt(ROOM, "10S 5H", "10D 8H", "10C 7H", then="4S")
    bust = dealt(ROOM, "10S 5H", "10D 8H", "10C 7H", then="KS")
    for action in (Draw(), Stand()):
        quiet, events = game.apply(quiet, 1, action)
        bust, events_bust = game.apply(bust, 1, action)
        for viewer in (None, 0, 2):
            assert [event.seen_by(viewer) for event in events] == [event.seen_by(viewer) for event in events_bust]
            assert game.view(quiet, viewer) == game.view(bust, viewer)
    assert game.to_act(bust) == (2,)
    assert game.view(bust, 1).seats[1].name == "quac"


def test_xd_12_only_the_drawer_is_told_the_card() -> None:
    _, events = game.apply(dealt(ROOM, "10S 5H", "10C 7H", then="4S"), 1, Draw())
    assert events[0].seen_by(1) == Drawn(1, parse("4S"))
    assert events[0].seen_by(0) == events[0].seen_by(None) == Drawn(1)


def test_xd_13_a_dealers_special_hand_ends_the_deal() -> None:
    state = dealt(ROOM, "10S 9H", "AD KH", "AC AH", "AS QC")
    assert game.to_act(state) == ()
    assert game.payoff(state) == (1, -1, 0, 0)  # Xì Bàng against Xì Dách pushes too
    assert all(seat.cards is not None for seat in game.view(state, None).seats)


def test_xd_13_a_players_special_hand_wins_now_and_is_public() -> None:
    state = game.start(ROOM, 3)
    state, _ = game.apply(state, 0, DealFrom("left"))
    state, events = game.apply(state, CHANCE, Shuffle(order("AD KH", "10S 9H", "10C QC")))
    assert [event.fact for event in events[1:]] == [Opened(1, parse("AD KH"), "xi_dach", 21), Settled(1, "win", 1)]
    assert game.view(state, 2).seats[1].cards == parse("AD KH")
    assert game.view(state, 2).seats[0].cards is None
    assert game.to_act(state) == (2,)
    state = do(state, (2, Stand()), (0, Stand()))
    assert game.payoff(state) == (0, 1, -1)


def test_xd_13_the_sheet_says_that_the_hand_becomes_public() -> None:
    assert "wins now if the dealer has none, that hand becomes public" in sheet_line(ROOM, "XD-13", "en")
    assert "thắng ngay và lật bài" in sheet_line(ROOM, "XD-13", "vi")
    assert "公开" in sheet_line(ROOM, "XD-13", "zh")


def test_xd_13_deal_ends_once_every_player_is_settled() -> None:
    assert game.to_act(dealt(ROOM, "AD KH", "10C QC")) == ()


def test_xd_14_a_non_hand_must_draw() -> None:
    state = dealt(ROOM, "10S 5H", "10C 7H")
    assert game.legal(state, 1) == (Draw(),)
    assert why_not(state, 1, Stand()) == ("must_draw", "XD-14")
    assert game.legal(dealt(ROOM, "10S 6H", "10C 7H"), 1) == (Draw(), Stand())


def test_xd_14_at_21_drawing_is_unwise_but_allowed() -> None:
    state = do(dealt(ROOM, "10S 5H", "10C 7H", then="6S"), (1, Draw()))
    assert game.view(state, 1).seats[1].total == 21
    assert game.legal(state, 1) == (Draw(), Stand())


def test_xd_14_quac_and_five_cards_cannot_draw() -> None:
    bust = do(dealt(ROOM, "10S 5H", "10C 7H", then="KS"), (1, Draw()))
    assert game.legal(bust, 1) == (Stand(),)
    assert why_not(bust, 1, Draw()) == ("quac_cannot_draw", "XD-14")
    five = do(dealt(ROOM, "2S 3H", "10C 7H", then="2D 3D 2C"), (1, Draw()), (1, Draw()), (1, Draw()))
    assert game.legal(five, 1) == (Stand(),)
    assert why_not(five, 1, Draw()) == ("five_cards", "XD-14")


@pytest.mark.parametrize(
    ("dealer", "allowed"),
    [
        ("10C 4H", {"draw"}),
        ("10C 5H", {"draw", "stand"}),
        ("10C 6H", {"draw", "stand", "compare"}),
    ],
)
def test_xd_15_a_dealers_legal_actions_by_total(dealer: str, allowed: set[str]) -> None:
    state = do(dealt(ROOM, "10S 9H", dealer), (1, Stand()))
    assert {type(action).__struct_config__.tag for action in game.legal(state, 0)} == allowed


def test_xd_15_comparing_at_15_is_refused_with_the_rule() -> None:
    state = do(dealt(ROOM, "10S 9H", "10C 5H"), (1, Stand()))
    assert why_not(state, 0, Compare(1)) == ("too_little_to_compare", "XD-16")
    assert why_not(do(dealt(ROOM, "10S 9H", "10C 4H"), (1, Stand())), 0, Stand()) == ("must_draw", "XD-15")


def test_xd_15_a_dealers_15_is_neither_non_nor_du() -> None:
    state = do(dealt(ROOM, "10S 9H", "10C 5H"), (1, Stand()))
    mine = game.view(state, 0).seats[0]
    assert (mine.name, mine.total) == (None, 15)
    assert GAME.presentation.show(game.view(state, 0), "en")[-1] == "1  10♣ 5♥  = 15  (dealer, you, to act)"
    state, events = game.apply(state, 0, Stand())
    opened = next(event.fact for event in events if isinstance(event.fact, Opened) and event.fact.seat == 0)
    assert opened.name is None
    phrases = {lang: Phraser(GAME, lang).fact(opened) for lang in LANGS}
    assert phrases == {
        "vi": "Ghế 1 lật bài: 10♣ 5♥, 15 điểm.",
        "en": "Seat 1 shows 10♣ 5♥: 15.",
        "zh": "1 号位 开牌：10♣ 5♥，15 点。",
    }
    assert game.tally(state)[0] == "dealer.15"


def test_xd_15_a_players_15_is_non() -> None:
    seat_view = game.view(dealt(ROOM, "10S 5H", "10C 5D"), 1).seats[1]
    assert (seat_view.name, seat_view.total) == ("non", 15)


def test_xd_15_judge_names_the_dealers_hand_by_its_own_bound() -> None:
    question = Question(parse("10C 5H"), parse("10S 5D"))
    verdict: Any = JUDGE.answer(ROOM, question)
    assert (verdict.winner, verdict.dealer.name, verdict.player.name) == ("push", None, "non")
    reasons = {lang: JUDGE.explain(ROOM, question, verdict, lang).reasons for lang in LANGS}
    assert reasons == {
        "vi": ("Nhà cái: 10♣ 5♥ = 15", "Nhà con: 10♠ 5♦ = 15, Non"),
        "en": ("Dealer: 10♣ 5♥ = 15", "Player: 10♠ 5♦ = 15, too low"),
        "zh": ("庄家：10♣ 5♥ = 15", "闲家：10♠ 5♦ = 15、不足"),
    }


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (ROOM, ["non", None, "du", "du", "quac"]),
        (VIP, ["non", "non", "du", "du", "quac"]),  # XD-30: the same minimum for the dealer too
        (Rules(dealer_must_draw_below=17), ["non", "non", "non", "du", "quac"]),
        (Rules(dealer_must_draw_below=12, minimum=17), [None, None, None, "du", "quac"]),
    ],
)
def test_xd_15_a_dealers_hand_is_non_by_the_dealers_own_bound(rules: Rules, names: list[str | None]) -> None:
    compiled = hands.compile_rules(rules)
    totals = ("10C 4H", "10C 5H", "10C 6H", "10C 7H", "10C 7H 5S")
    assert [game.hand_name(packed(cards), compiled, is_dealer=True) for cards in totals] == names


def test_xd_15_standing_settles_everybody_and_the_button_says_so() -> None:
    state = dealt(ROOM, "10S 9H", "10C 7H")
    player = {lang: Phraser(GAME, lang).at(game.view(state, 1)).action(Stand()) for lang in LANGS}
    assert player == {"vi": "Dằn", "en": "Stand", "zh": "停牌"}
    state = do(state, (1, Stand()))
    dealer = {lang: Phraser(GAME, lang).at(game.view(state, 0)).action(Stand()) for lang in LANGS}
    assert dealer == {"vi": "Dằn, xét hết", "en": "Stand and settle all", "zh": "停牌，全部结算"}


def test_xd_15_both_limits_are_options() -> None:
    rules = Rules(dealer_must_draw_below=17, dealer_may_compare_from=18)
    assert game.legal(do(dealt(rules, "10S 9H", "10C 6H"), (1, Stand())), 0) == (Draw(),)
    assert game.legal(do(dealt(rules, "10S 9H", "10C 7H"), (1, Stand())), 0) == (Draw(), Stand())
    assert Compare(1) in game.legal(do(dealt(rules, "10S 9H", "10C 8H"), (1, Stand())), 0)


def test_xd_16_comparing_settles_a_player_and_opens_both_hands() -> None:
    state = do(dealt(ROOM, "10S 9H", "10D 6H", "10C 7H", then="4S"), (1, Stand()), (2, Stand()))
    assert set(game.legal(state, 0)) == {Draw(), Stand(), Compare(1), Compare(2)}
    state, events = game.apply(state, 0, Compare(2))
    facts = [event.fact for event in events]
    assert Opened(0, parse("10C 7H"), "du", 17) in facts
    assert Opened(2, parse("10D 6H"), "du", 16) in facts
    assert Settled(2, "loss", -1) in facts
    view = game.view(state, None)
    assert (view.seats[0].cards, view.seats[2].cards, view.seats[1].cards) == (parse("10C 7H"), parse("10D 6H"), None)
    assert why_not(state, 0, Compare(2)) == ("already_settled", "XD-16")

    state, events = game.apply(state, 0, Draw())  # a draw in between, now public
    assert events[0].fact == Drawn(0, parse("4S"))
    state, events = game.apply(state, 0, Compare(1))
    assert Settled(1, "loss", -1) in [event.fact for event in events]
    assert game.to_act(state) == ()
    assert game.payoff(state) == (2, -1, -1)


def test_xd_16_the_dealer_sees_that_its_hand_is_public() -> None:
    state = do(dealt(ROOM, "10S 9H", "10D 6H", "10C 7H"), (1, Stand()), (2, Stand()))
    assert not game.view(state, 0).seats[0].public
    assert "all see your hand" not in GAME.presentation.show(game.view(state, 0), "en")[-1]
    state = do(state, (0, Compare(2)))
    mine = game.view(state, 0)
    assert [seat.public for seat in mine.seats] == [True, False, True]
    assert (
        GAME.presentation.show(mine, "en")[-1]
        == "1  10♣ 7♥  = 17, Đủ (enough)  (dealer, you, to act, all see your hand)"
    )
    assert not any("all see your hand" in line for line in GAME.presentation.show(game.view(state, 1), "en"))


def test_xd_16_a_result_stays_when_the_dealer_goes_over() -> None:
    state = do(dealt(ROOM, "10S 9H", "10D 6H", "10C 7H", then="KS"), (1, Stand()), (2, Stand()))
    state = do(state, (0, Compare(2)), (0, Draw()))
    assert game.payoff(state) == (0, 1, -1)


def test_xd_11_ten_seats_share_one_pack() -> None:
    players = ("10S 7S", "10H 7H", "10D 7D", "10C 7C", "JS 8S", "JH 8H", "JD 8D", "JC 8C", "QS 9S")
    state = do(dealt(ROOM, *players, "QH 9H"), *((seat, Stand()) for seat in range(1, 10)))
    assert game.legal(state, 0) == (Draw(), Stand(), *map(Compare, range(1, 10)))
    state = do(state, *((0, Compare(seat)) for seat in range(9, 0, -1)))
    assert game.payoff(state) == (8, -1, -1, -1, -1, -1, -1, -1, -1, 0)
    assert len(DECK) >= 5 * GAME.seats[-1] == 50, "a hand has at most five cards"


def test_xd_30_nine_players_stake_at_a_table_of_ten() -> None:
    state = do(game.start(VIP, 10), *((seat, Stake(seat)) for seat in range(1, 10)))
    assert [shown.stake for shown in game.view(state, None).seats] == list(range(10))


def test_xd_16_players_cannot_compare() -> None:
    assert why_not(dealt(ROOM, "10S 9H", "10C 7H"), 1, Compare(0)) == ("only_dealer_compares", "XD-16")


def test_xd_17_standing_settles_everyone_left() -> None:
    state = do(dealt(ROOM, "10S 9H", "10D 6H", "10C 7H"), (1, Stand()), (2, Stand()))
    state, events = game.apply(state, 0, Stand())
    assert events[0].fact == Stood(0)
    assert game.payoff(state) == (0, 1, -1)
    assert all(seat.cards is not None for seat in game.view(state, None).seats)


def test_xd_17_a_dealer_who_goes_over_settles_everyone_left() -> None:
    state = do(dealt(ROOM, "10S 9H", "10D 6H", "10C 5H", then="KS"), (1, Stand()), (2, Stand()), (0, Draw()))
    assert game.to_act(state) == ()
    assert game.payoff(state) == (-2, 1, 1)


def test_xd_17_a_dealer_with_five_cards_may_still_compare() -> None:
    state = do(dealt(ROOM, "10S 9H", "10D 6H", "2C 3H", then="4S 5S 6S"), (1, Stand()), (2, Stand()))
    state = do(state, (0, Draw()), (0, Draw()), (0, Draw()))
    assert set(game.legal(state, 0)) == {Stand(), Compare(1), Compare(2)}
    state = do(dealt(ROOM, "10S 9H", "2C 2D", then="2H 2S 3H"), (1, Stand()), (0, Draw()), (0, Draw()), (0, Draw()))
    assert game.to_act(state) == ()  # eleven points: it cannot compare or draw


@pytest.mark.parametrize(
    ("dealer", "player", "winner"),
    [
        ("2S 3H 4D 5C 6S", "10S JH AD", "dealer"),  # Ngũ Linh beats 21
        ("10S JH AD", "2S 3H 4D 5C 6S", "player"),
        ("2S 3H 4D 5C 6S", "2D 3D 4H 5H 5D", "push"),
        ("10S JH 2D", "10D JD 3S", "push"),  # both Quắc
        ("10S JH 2D", "10D 2S 2H", "player"),  # a single Quắc loses, even to a Non hand
        ("10S 5H", "10D JD 3S", "dealer"),
        ("10S 8H", "10D 9D", "player"),
        ("10S 8H", "9D 9H", "push"),
        ("10S 8H", "10D 7H", "dealer"),
    ],
)
def test_xd_18_settlement(dealer: str, player: str, winner: str) -> None:
    assert judged(ROOM, dealer, player) == (winner, "XD-18")


def test_xd_30_players_stake_and_the_dealer_takes_and_pays() -> None:
    state = game.start(VIP, 3)
    assert game.to_act(state) == (1, 2)
    assert game.legal(state, 0) == ()
    assert why_not(state, 1, Stake(101)) == ("bad_stake", "XD-30")
    state = do(state, (2, Stake(20)), (1, Stake(7)))
    assert game.to_act(state) == (CHANCE,)
    state, _ = game.apply(state, CHANCE, Shuffle(order("10D 6H", "10S 9H", "10C 7H")))
    state = do(state, (2, Stand()), (1, Stand()), (0, Stand()))
    assert game.payoff(state) == (20 - 7, 7, -20)
    assert game.view(state, None).seats[2].stake == 20


def test_xd_31_a_non_hand_may_stand() -> None:
    state = dealt(VIP_FLAT, "10S 2H", "10C 2D")
    assert game.legal(state, 1) == (Draw(), Stand())
    assert game.legal(do(state, (1, Stand())), 0) == (Draw(), Stand())


def test_xd_31_at_most_three_more_cards() -> None:
    state = dealt(VIP_FLAT, "2S 3H", "10C 2D", then="2H 3D 4D")
    assert game.legal(do(state, (1, Draw()), (1, Draw()), (1, Draw())), 1) == (Stand(),)


def test_play_may_always_start_at_the_dealers_left() -> None:
    state, _ = game.apply(game.start(Rules(order="left"), 4), CHANCE, Shuffle(DECK))
    assert game.view(state, None).order == (1, 2, 3, 0)


def test_xd_32_play_starts_at_the_dealers_right() -> None:
    state, _ = game.apply(game.start(VIP_FLAT, 4), CHANCE, Shuffle(DECK))
    assert game.view(state, None).order == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("dealer", "player", "winner"),
    [
        ("AS KH", "AD AH", "player"),
        ("AS AH", "AD KH", "dealer"),
        ("AS KH", "AD QH", "push"),
        ("AS AH", "AD AC", "push"),
        ("AS KH", "10D 9H", "dealer"),
        ("10D 9H", "AS KH", "player"),
    ],
)
def test_xd_33_special_hands_rank(dealer: str, player: str, winner: str) -> None:
    assert judged(VIP, dealer, player) == (winner, "XD-33")


def test_xd_34_no_comparing_one_by_one() -> None:
    state = do(dealt(VIP_FLAT, "10S 9H", "10C 8D"), (1, Stand()))
    assert why_not(state, 0, Compare(1)) == ("no_comparing", "XD-34")
    assert game.to_act(do(state, (0, Stand()))) == ()


@pytest.mark.parametrize(
    ("dealer", "player", "winner"),
    [
        ("10S 8H", "9D 9H", "push"),
        ("10S 8H", "10D 9H", "player"),
        ("10S JH 5D", "10D JD 3S", "player"),  # both Quắc: lower
        ("10S JH 3D", "10D JD 3S", "push"),
        ("10S 3H", "10D 4H", "player"),  # both Non: higher
        ("10S 5H", "10D 6H", "player"),  # Đủ beats Non
        ("10S 8H", "10D JD 3S", "dealer"),  # Đủ beats Quắc
        ("10S 5H", "10D JD 3S", "player"),  # Non against Quắc: Quắc wins
        ("10D JD 3S", "10S 5H", "dealer"),
    ],
)
def test_xd_35_settlement(dealer: str, player: str, winner: str) -> None:
    assert judged(VIP, dealer, player) == (winner, "XD-35")


def test_xd_35_non_is_below_the_minimum_of_the_rules() -> None:
    rules = Rules(quac_beats_non=True, minimum=18)
    assert judged(rules, "10S 7H", "10D JD 3S") == ("player", "XD-35")  # 17 is Non here
    assert judged(rules, "10S 8H", "10D JD 3S") == ("dealer", "XD-35")
    assert judged(Rules(quac_beats_non=True, minimum=14), "10S 4H", "10D JD 3S") == ("dealer", "XD-35")


@pytest.mark.parametrize(
    ("dealer", "player", "winner"),
    [
        ("10S JH AD", "2S 3H 4D 5C 6S", "player"),
        ("2S 3H 4D 5C 6S", "10S JH AD", "dealer"),
        ("2S 3H 4D 5C 6S", "2D 3D 4H 5H 5D", "player"),  # the smaller total
        ("AS AH 2D 3C 4S", "2S 3H 4D 5C 5S", "dealer"),  # aces as 1
        ("2S 3H 4D 5C 6S", "2D 3D 4H 5H 6D", "push"),
    ],
)
def test_xd_36_ngu_linh(dealer: str, player: str, winner: str) -> None:
    assert judged(VIP, dealer, player) == (winner, "XD-36")


@pytest.mark.parametrize("rule", ["XD-31", "XD-32", "XD-33", "XD-34"])
def test_xd_31_to_34_the_sheet_cites_its_rules(rule: str) -> None:
    assert sheet_line(VIP, rule, "vi")
    assert not sheet_line(ROOM, rule, "vi")


def test_xd_33_the_sheet_says_that_a_special_hand_wins_at_once() -> None:
    sentence = sheet_line(VIP, "XD-33", "en")
    assert "Right after the deal a player's special hand wins if the dealer has none" in sentence
    assert "XD-13" in sentence
    assert "thắng ngay" in sheet_line(VIP, "XD-33", "vi")
    assert "立即赢" in sheet_line(VIP, "XD-33", "zh")
    assert game.to_act(dealt(VIP_FLAT, "AD KH", "10C QC")) == ()


def test_payout_multiples_go_to_the_winning_hand_of_either_side() -> None:
    rules = Rules(pay_xi_bang=3, pay_xi_dach=2, pay_ngu_linh=4)
    assert game.payoff(dealt(rules, "AS AH", "10C 9D")) == (-3, 3)
    assert game.payoff(dealt(rules, "10C 9D", "AS KH")) == (2, -2)
    five = dealt(rules, "2S 3H", "10C 9D", then="2H 3D 4D")
    five = do(five, (1, Draw()), (1, Draw()), (1, Draw()), (1, Stand()), (0, Stand()))
    assert game.payoff(five) == (-4, 4)


def test_the_dealer_must_sit_at_the_table() -> None:
    for match, host in ((None, 3), (None, -1), (Match(3), 0)):
        with pytest.raises(Illegal, match="no_such_seat"):
            game.start(Rules(next_dealer="rotate"), 3, match, host)


def test_seats_are_two_to_ten() -> None:
    for seats in (1, 11):
        with pytest.raises(Illegal, match="bad_seats"):
            game.start(ROOM, seats)


def test_contradictory_stakes_are_refused() -> None:
    with pytest.raises(BadRules, match="stake_min=5 is over stake_max=2"):
        Rules(stake_min=5, stake_max=2)


def test_a_viewer_learns_cards_only_when_a_hand_opens() -> None:
    """Resampling varies what is hidden and keeps what is not."""
    state = do(dealt(ROOM, "10S 9H", "10D 6H", "10C 7H"), (1, Stand()), (2, Stand()), (0, Compare(2)))
    rng = Rng(7)
    others = [game.resample(state, None, rng.shuffled) for _ in range(40)]
    assert len({game.view(other, 1).seats[1].cards for other in others}) > 20
    assert {game.view(other, None).seats[2].cards for other in others} == {parse("10D 6H")}
    assert all((game.view(other, 1).seats[1].total or 0) >= 16 for other in others)

"""PF-45: outcomes show the hands, the deciding rule and the arithmetic, with given cards."""

from __future__ import annotations

from math import prod
from typing import Any

import msgspec
import pytest

from chieu.bots import Random
from chieu.core.cards import parse, spell
from chieu.core.deal import Deal
from chieu.core.game import AnyGame
from chieu.core.outcome import Outcome, Settlement
from chieu.core.rng import Rng
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser
from chieu.games.big2 import GAME as BIG2
from chieu.games.big2.messages import Pass, Play, Played
from chieu.games.niuniu import GAME as NIUNIU
from chieu.games.niuniu.messages import Bid, Stake
from chieu.games.rummy import GAME as RUMMY
from chieu.games.rummy.rules import Rules as RummyRules
from chieu.games.xidach import GAME as XIDACH
from chieu.games.xidach.messages import Compare, Draw, Stand
from chieu.games.xidach.rules import Rules as XidachRules
from tests.big2_tables import LAWRENCE, changed, late
from tests.big2_tables import do as big2_do
from tests.niuniu_table import AUCTION, BULL_BULL, CLASSIC, CUSTOM, NOTHING, PAYTABLE, change, played
from tests.rules.rummy_table import HOLDS_TWO_SETS, TWO_SETS
from tests.rules.rummy_table import dealt as round_of
from tests.rules.rummy_table import do as go_on
from tests.rules.test_xidach import ROOM, VIP_FLAT, dealt, do


def outcome_of(game: AnyGame, state: Any) -> Outcome:
    assert game.extras.outcome is not None
    return game.extras.outcome(state)


def played_at_random(game: AnyGame, preset: str) -> Any:
    rules = game.presets[preset]
    return Deal.among(game, rules, [Random(rules, seat, Rng(1, seat)) for seat in range(4)], Rng(1).shuffled).state


def phrases(game: AnyGame, settlement: Settlement) -> list[str]:
    """Return a settlement in words: every reason, then the sum."""
    phraser = Phraser(game, "en", ["An", "Bình", "Chi", "Dũng"])
    return [*(phraser.why(reason) for reason in settlement.why), phraser.sum(settlement)]


def hands(game: AnyGame, outcome: Outcome) -> dict[int, str]:
    return {hand.seat: Phraser(game, "en").hand(hand) for hand in outcome.hands}


def test_xd_18_the_higher_total_wins_and_says_so() -> None:
    state = do(dealt(ROOM, "10S 9H", "10D 7C"), (1, Stand()), (0, Stand()))
    outcome = outcome_of(XIDACH, state)
    assert hands(XIDACH, outcome) == {1: "19 · Đủ (enough)", 0: "17 · Đủ (enough)"}
    (settlement,) = outcome.settlements
    assert (settlement.taker, settlement.giver) == (1, 0)
    assert phrases(XIDACH, settlement) == ["19 beats 17. (XD-18)", "stake 1"]


def test_xd_16_a_comparison_shows_the_dealers_hand_of_then() -> None:
    state = dealt(ROOM, "10S 8H", "10D 7C", "9S 7D", then="4C")
    state = do(state, (1, Stand()), (2, Stand()), (0, Compare(2)), (0, Draw()), (0, Stand()))
    first, second = outcome_of(XIDACH, state).settlements
    assert phrases(XIDACH, first)[0] == "20 beats 18. (XD-18)"
    assert first.met is None
    assert phrases(XIDACH, second)[0] == "17 beats 16. (XD-18)"
    assert second.met is not None
    assert (second.taker, second.met.seat, spell(second.met.cards)) == (2, 0, "9S 7D")


def test_xd_4_a_special_hand_pays_its_multiple() -> None:
    rules = msgspec.structs.replace(ROOM, pay_xi_bang=3)
    outcome = outcome_of(XIDACH, dealt(rules, "AS AH", "10D 7C"))
    (settlement,) = outcome.settlements
    assert phrases(XIDACH, settlement) == [
        "Xì Bàng beats every ordinary hand at once. (XD-13)",
        "Xì Bàng pays 3x. (XD-4)",
        "stake 1 × multiple 3 = 3",
    ]
    assert [hand.seat for hand in outcome.hands if hand.rare] == [1]


def test_xd_35_a_quac_hand_that_beats_a_non_one_is_explained() -> None:
    state = do(dealt(VIP_FLAT, "10S 6H", "10D 4C", then="9C"), (1, Draw()), (1, Stand()), (0, Stand()))
    (settlement,) = outcome_of(XIDACH, state).settlements
    assert settlement.taker == 1
    assert phrases(XIDACH, settlement)[0] == "14 is Non, under 16, and Quắc beats Non. (XD-35)"


def test_nn_20_nothing_against_nothing_is_explained() -> None:
    outcome = outcome_of(NIUNIU, played(CUSTOM, [NOTHING, "AD 2C 2D 4C KC"]).state)
    (settlement,) = outcome.settlements
    assert settlement.taker == 1
    assert phrases(NIUNIU, settlement) == [
        "Both ×0 and neither has a base: the highest card, K♣, beats 8♠. (NN-21)",
        "But ×0 pays nothing, so no chips move. (NN-20)",
        "stake 1 × multiple 0 = 0",
    ]


def test_nn_20_a_win_without_a_base_is_explained() -> None:
    (settlement,) = outcome_of(NIUNIU, played(CLASSIC, [NOTHING, "AD 2C 2D 4C KC"]).state).settlements
    assert phrases(NIUNIU, settlement)[1:] == [
        "A hand that wins without a base still wins ×1. (NN-20)",
        "stake 1 × multiple 1 = 1",
    ]


def test_nn_23_the_bid_multiplies_every_settlement() -> None:
    state = played(AUCTION, [BULL_BULL, NOTHING], [(0, Bid(3)), (1, Bid(1)), (1, Stake(2))]).state
    (settlement,) = outcome_of(NIUNIU, state).settlements
    assert (settlement.taker, settlement.chips()) == (0, 24)
    assert phrases(NIUNIU, settlement) == [
        "A base beats none: ×4 over ×0. (NN-21)",
        "stake 2 × bid 3 × multiple 4 = 24",
    ]


def test_nn_22_the_house_keeps_the_stake_and_pays_the_multiple() -> None:
    rules = change(PAYTABLE, stake_min=2, stake_max=2)
    (won,) = outcome_of(NIUNIU, played(rules, ["2D 8D 10C KC KH", ""]).state).settlements
    assert (won.taker, phrases(NIUNIU, won)[-1]) == (0, "stake 2 × multiple 3 − stake 2 = 4")
    (lost,) = outcome_of(NIUNIU, played(rules, [NOTHING, ""]).state).settlements
    assert (lost.taker, phrases(NIUNIU, lost)[-1]) == (1, "stake 2 − stake 2 × multiple 0 = 2")


def test_nn_2_a_hand_says_which_cards_count_something_else() -> None:
    """In the original rules a 3 counts 6 and a 6 counts 3; without that note nobody sees the base."""
    teller = Phraser(NIUNIU, "en")
    ends = outcome_of(NIUNIU, played(CUSTOM, ["3D 3C 6H 9C 10S", "2D KC 8D KH 10C"]).state).hands
    hand, other = sorted(ends, key=lambda hand: hand.seat)
    assert teller.hand(hand).endswith(" · 3♦ = 6 · 3♣ = 6 · 6♥ = 3")
    assert {note.rule for note in hand.notes} == {"NN-2"}
    assert other.notes == ()


def test_nn_9_a_hand_shows_its_base_and_then_the_final_two() -> None:
    (hand, _) = outcome_of(NIUNIU, played(CUSTOM, [NOTHING, "2D KC 8D KH 10C"]).state).hands
    assert hand.apart == (3, 4)
    assert {card.rank for card in hand.cards[3:]} == {card.rank for card in parse("KC KH")}


def test_rm_12_points_are_added_up_and_the_difference_is_paid() -> None:
    state = go_on(round_of("KD", HOLDS_TWO_SETS, then="3D"), "draw", TWO_SETS, "discard 3D")
    while RUMMY.to_act(state):
        seat = RUMMY.to_act(state)[0]
        state = RUMMY.apply(state, seat, RUMMY.legal(state, seat)[-1])[0]
    outcome = outcome_of(RUMMY, state)
    (settlement,) = outcome.settlements
    low, high = sorted(RUMMY.view(state, None).seats[seat].points or 0 for seat in (0, 1))
    assert phrases(RUMMY, settlement)[-1] == f"{high} points − {low} points = {high - low}"
    assert settlement.why[-1].rule == "RM-12"
    loser = max(outcome.hands, key=lambda hand: len(hand.cards))
    terms = [term.split(" × ") for term in str(loser.called.params["sum"]).split(" + ")]
    assert sum(prod(map(int, term)) for term in terms) == loser.called.params["points"]
    assert len(terms) == len({term[-1] for term in terms}), "each cost is stated once"


@pytest.mark.parametrize(
    ("rounds", "scores", "expected"),
    [
        (2, (100, 130), None),
        (1, (100, 130), ("match_won", {"seat": 1, "points": 130})),
        (1, (60, 100), ("match_shared", {"count": 2, "points": 100})),
    ],
)
def test_rm_12_the_last_round_says_who_won_the_match(rounds: int, scores: tuple[int, int], expected: Any) -> None:
    state = round_of(
        "3D 4D 5D 6D 10D 8D 8C", f"{HOLDS_TWO_SETS} 7S", scores=scores, then="9S", rules=RummyRules(rounds=rounds)
    )
    over = go_on(state, "draw", TWO_SETS, "lay_off 7S 0 on", "lay_off 9S 1 on")
    match = outcome_of(RUMMY, over).match
    assert (None if match is None else (match.code, match.params)) == expected
    if rounds == 1:
        assert lines(RUMMY, over)[-1].startswith("That was the last round: ")


def test_bt_20_settles_every_pair_of_places_or_pays_for_cards() -> None:
    places = outcome_of(BIG2, played_at_random(BIG2, "lawrence"))
    assert len(places.settlements) == 6
    assert phrases(BIG2, places.settlements[0]) == ["#1 gets a stake from #2. (BT-20)", "stake 1"]
    by_cards = outcome_of(BIG2, played_at_random(BIG2, "singapore"))
    assert len(by_cards.settlements) == 3
    for settlement in by_cards.settlements:
        loser = next(hand for hand in by_cards.hands if hand.seat == settlement.giver)
        assert phrases(BIG2, settlement)[-1].startswith(f"cards {len(loser.cards)} × ")


def test_bt_20_a_later_seat_out_pays_for_no_cards() -> None:
    """Rules may pay by cards and play on until all but one seat are out."""
    rules = msgspec.structs.replace(BIG2.presets["hong_kong"], stop_at_first=False)
    bots = [Random(rules, seat, Rng(1, seat)) for seat in range(3)]
    end = Deal.among(BIG2, rules, bots, Rng(1).shuffled).state
    settlements = outcome_of(BIG2, end).settlements
    assert [settlement.chips() for settlement in settlements].count(0) == 1
    assert outcome_of(BIG2, end).payoff(3) == BIG2.payoff(end)


# Rare hands and plays


def rare(game: AnyGame, state: Any) -> list[tuple[int, str, int]]:
    """Return seat, words and rank of each rare hand or play."""
    return [(hand.seat, Phraser(game, "en").hand(hand), hand.rare) for hand in outcome_of(game, state).rare]


@pytest.mark.parametrize(
    ("cards", "then", "draws", "expected"),
    [
        ("AS AH", "", 0, [(1, "Xì Bàng", 3)]),
        ("AS KH", "", 0, [(1, "Xì Dách", 1)]),
        ("AS 2H", "AD 3S 4S", 3, [(1, "11 · Ngũ Linh", 2)]),
        ("10S 9H", "", 0, []),
        ("5S 6H", "KD", 1, []),  # 21 with three cards
    ],
)
def test_xd_4_xd_5_the_special_hands_are_rare(cards: str, then: str, draws: int, expected: Any) -> None:
    state = dealt(XidachRules(player_must_draw_below=0), cards, "10D 7C", then=then)
    for _ in range(draws):
        state = do(state, (1, Draw()))
    for seat in (1, 0):
        state = do(state, (seat, Stand())) if XIDACH.to_act(state) else state
    assert rare(XIDACH, state) == expected


@pytest.mark.parametrize(
    ("cards", "rank"),
    [("JD QD KD JC QC", 1), ("5D 5C 5H 5S 10D", 2), ("AD AC 2D 2C 3C", 3), (BULL_BULL, 0), (NOTHING, 0)],
)
def test_nn_6_a_hand_that_pays_by_its_five_cards_is_rare(cards: str, rank: int) -> None:
    state = played(CLASSIC, ["3H 7H 9H 10H KH", cards]).state
    assert [(seat, rarity) for seat, _, rarity in rare(NIUNIU, state)] == [(1, rank)] * bool(rank)


@pytest.mark.parametrize(("bid", "expected"), [(3, []), (4, [0])])
def test_nn_23_bull_bull_at_16_times_is_rare(bid: int, expected: list[int]) -> None:
    state = played(AUCTION, [BULL_BULL, NOTHING], [(0, Bid(bid)), (1, Bid(1)), (1, Stake(2))]).state
    assert [seat for seat, _, _ in rare(NIUNIU, state)] == expected


def test_rm_10_going_out_in_one_lay_down_is_rare() -> None:
    rules = RummyRules(contracts="5:s3s3", rounds=1)
    state = go_on(round_of("KD", "7D 7C 7H 9D 9C", then="9H", rules=rules), "draw", TWO_SETS)
    assert rare(RUMMY, state) == [(1, "out in one lay-down, 0 points · 0 so far", 1)]
    state = round_of("3D 4D 5D 6D 10D 8D 8C", f"{HOLDS_TWO_SETS} 7S", then="9S")
    assert rare(RUMMY, go_on(state, "draw", TWO_SETS, "lay_off 7S 0 on", "lay_off 9S 1 on")) == []


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("10D JD QD KD AD", [(0, "a royal flush", 3)]),
        ("5D 6D 7D 8D 9D", [(0, "a straight flush", 2)]),
        ("9S 9H 9C 9D 3D", [(0, "four of a kind", 1)]),
        ("9S 9H 9C 3D 3C", []),
        ("5D 6D 7D 8D 9C", []),
    ],
)
def test_bt_13_four_of_a_kind_and_better_are_rare(cards: str, expected: Any) -> None:
    """The outcome lists a play of an earlier round; its fact says `rare` for the page to show at once."""
    rules = changed(LAWRENCE, stop_at_first=True)
    state = late(rules, f"{cards} 10C", "3S")
    after, events = BIG2.apply(state, 0, Play(parse(cards)))
    assert [event.fact.rare for event in events if isinstance(event.fact, Played)] == [bool(expected)]
    state = big2_do(after, (1, Pass()), (0, Play(parse("10C"))))
    assert rare(BIG2, state) == expected


# As lines of text


def lines(game: AnyGame, state: Any, viewer: int | None = None, lang: Lang = "en") -> list[str]:
    assert game.extras.outcome is not None
    teller = Phraser(game, lang, ["An", "Bình", "Chi", "Dũng"])
    return teller.outcome(game.extras.outcome(state), viewer)


def test_a_result_in_lines_has_the_hands_the_rule_and_the_sum() -> None:
    state = dealt(ROOM, "10S 8H", "10D 7C", "9S 7D", then="4C")
    state = do(state, (1, Stand()), (2, Stand()), (0, Compare(2)), (0, Draw()), (0, Stand()))
    assert lines(XIDACH, state) == [
        "Bình: 10♠ 8♥ · 18 · Đủ (enough)",
        "Chi: 10♦ 7♣ · 17 · Đủ (enough)",
        "An: 9♠ 7♦ 4♣ · 20 · Đủ (enough)",
        "An wins 1 from Bình (stake 1): 20 beats 18. (XD-18)",
        "Chi wins 1 from An (stake 1): 17 beats 16. (XD-18) An had 9♠ 7♦ · 16 · Đủ (enough) then.",
    ]
    assert lines(XIDACH, state, 1, "vi")[3:] == ["An ăn Bình 1 (cược 1): 20 điểm hơn 18 điểm. (XD-18)"]
    assert lines(XIDACH, state, 2, "zh")[3:] == [
        "Chi 赢 An 1（底注 1）：17 点大于 16 点。 (XD-18) 比牌时 An 是 9♠ 7♦ · 16 点 · 够点。"
    ]


def test_a_reason_common_to_all_is_stated_once() -> None:
    phrases = lines(RUMMY, played_at_random(RUMMY, "seven-rounds"))
    settled = [line for line in phrases if " wins " in line or " · " in line.partition(":")[0]]
    assert len(settled) == 6
    assert sum("(RM-10)" in line or "(RM-11)" in line or "(RM-13)" in line for line in phrases) == 1


def test_cards_that_stand_out_come_after_a_slash() -> None:
    state = played(CLASSIC, [NOTHING, BULL_BULL]).state
    assert [line.partition(" · ")[0].count("/") for line in lines(NIUNIU, state)[:2]] == [1, 0]

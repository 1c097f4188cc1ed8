"""Niu Niu, rule by rule."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb, sqrt

import msgspec
import pytest

from chieu.bots import bot_of
from chieu.core import codec, sheets
from chieu.core.cards import DECK, BadCard, parse, spell
from chieu.core.game import CHANCE, Event, Illegal, Shuffle
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.core.text.phrasing import Phraser
from chieu.games.niuniu import GAME, hands
from chieu.games.niuniu.messages import (
    Action,
    BankWon,
    Bid,
    BidPlaced,
    Dealt,
    Decline,
    NobodyBid,
    Settled,
    Shown,
    ShownWhole,
    Stake,
    TieBroken,
)
from chieu.games.niuniu.rules import Match
from chieu.games.niuniu.text.judge import JUDGE, Question
from tests.niuniu_reference import reference_counts
from tests.niuniu_table import (
    AUCTION,
    BULL_BULL,
    BULL_NINE,
    BULL_ONE,
    CLASSIC,
    CUSTOM,
    FOUR_SEATS,
    NOTHING,
    PAYTABLE,
    against,
    bids,
    change,
    facts,
    judged,
    pays,
    played,
    refused,
    stacked,
)


def test_nn_1_five_of_52_cards_for_2_to_10_seats() -> None:
    for seats in range(2, 11):
        state = GAME.start(CUSTOM, seats)
        assert GAME.to_shuffle(state) == DECK
        state, _ = GAME.apply(state, CHANCE, Shuffle(DECK))
        shown = [seat.cards for seat in GAME.view(state, None).seats]
        assert [len(cards or ()) for cards in shown] == [5] * seats
    for seats in (1, 11):
        with pytest.raises(Illegal, match="bad_seats"):
            GAME.start(CUSTOM, seats)
    for cards, code in (
        ("2D 3D 4D 5D", "bad_hand_size"),
        ("2D 3D 4D 5D 6D 7D", "bad_hand_size"),
        ("2D 3D 4D 5D JK1", "no_jokers"),
    ):
        with pytest.raises(Illegal, match=code):
            judged(cards)
    with pytest.raises(BadCard, match="twice"):
        judged("2D 3D 4D 5D 2D")


def test_nn_2_sums_use_values_and_the_rest_uses_ranks() -> None:
    worth = {str(card)[:-1]: hands.value(card, CUSTOM) for card in DECK}
    tens = {"10": 10, "J": 10, "Q": 10, "K": 10}
    assert worth == {"A": 1, "2": 2, "3": 6, "4": 4, "5": 5, "6": 3, "7": 7, "8": 8, "9": 9, **tens}
    # An ace is 1 and never 11: with a 9 it makes ten.
    assert pays("AC 9D KD QD 10D") == (2, "sum_ten")
    assert pays("KD QD 10D 3D 3C") == (3, "pair")
    assert pays("KD QD 10D 3D 6C") == (1, "plain")


def test_nn_2_values_are_any_permutation() -> None:
    # Kings count 1 and aces ten: ace, ten and jack are a base, king and 9 make ten.
    assert pays("AC 10D JD KD 9D", change(CUSTOM, values="0264537890001")) == (2, "sum_ten")
    for values in ("1264537890001", "1234567890", "123456789000x", "12345678900000", "1134567890000"):
        with pytest.raises(BadRules):
            change(CUSTOM, values=values)


def test_nn_3_five_faces_pay_seven() -> None:
    assert pays("KD KC QD QC JD") == (7, "five_faces")
    verdict = judged("KD KC QD QC JD")
    assert (verdict.base, verdict.final, verdict.rule) == ((), (), "NN-3")
    # A ten is not a face.
    assert pays("KD KC QD JC 10D") == (3, "pair")


def test_nn_3_five_faces_may_not_be_counted() -> None:
    assert pays("KD KC KH QD QC", change(CUSTOM, five_faces=0)) == (3, "pair")


def test_nn_4_without_a_base_the_hand_pays_nothing() -> None:
    verdict = judged(NOTHING)
    assert msgspec.structs.astuple(verdict) == (0, (), (), "NN-4", "no_base", 0, None)
    # Not even for two cards that would pay with a base.
    assert pays("AC AD 2D 2C 4D") == (0, "no_base")
    assert pays("KD AS 2D 2C 4D") == (0, "no_base")


def test_nn_5_every_base_is_tried_in_any_order_of_cards() -> None:
    # The base K K 10 leaves 9 + A, 2x; the base 10 9 A leaves the pair, 3x.
    for order in permutations(parse("KD KC 10D 9D AC")):
        verdict = judged(spell(order))
        assert (verdict.multiple, verdict.reason) == (3, "pair")
        assert sorted(verdict.base) == sorted(parse("10D 9D AC"))
        assert sorted(verdict.final) == sorted(parse("KD KC"))


def test_nn_5_the_first_of_equal_bases_is_shown() -> None:
    verdict = judged("10D JD QD KD 2H")
    assert (verdict.base, verdict.final) == (parse("10D JD QD"), parse("KD 2H"))


def test_nn_6_face_and_ace_of_spades() -> None:
    assert pays("2D 8D 10D KC AS") == (5, "face_and_spade_ace")
    assert pays("2D 8D 10D QD AS") == (5, "face_and_spade_ace")
    assert pays("AS 2D 8D 10D JD") == (5, "face_and_spade_ace")
    assert pays("2D 8D 10D JS AH") == (1, "plain")
    assert pays("2D 8D 10D 10S AS") == (1, "plain")
    assert judged("2D 8D 10D KC AS").rule == "NN-6"


def test_nn_6_a_pair_is_two_of_the_same_rank() -> None:
    for pair in ("7D 7C", "3D 3C", "6D 6C"):
        assert pays(f"KD QD 10D {pair}") == (3, "pair")
    assert pays("2D 8D 10D KD KC") == (3, "pair")
    assert pays("KD QD 10D 3D 6D") == (1, "plain")


def test_nn_6_only_the_highest_multiple_counts() -> None:
    assert pays("KD QD 10D 5D 5C") == (3, "pair")  # also a sum of ten: not 5, not 6
    assert pays("KD QD 10D 5D 5C", change(CUSTOM, sum_ten=4)) == (4, "sum_ten")
    assert pays("KD QD 10D 5D 5C", change(CUSTOM, pair=0)) == (2, "sum_ten")
    assert judged("KD QD 10D 5D 5C").rule == "NN-6"


def test_nn_6_no_kind_hides_a_better_one() -> None:
    # Five faces do not hide the pair among them, which pays more here.
    assert pays("KD KC KH QD QC", change(CUSTOM, five_faces=2)) == (3, "pair")
    assert judged("KD KC KH QD QC", change(CUSTOM, five_faces=2)).final
    # A bomb of 1x with a pair of 3x in it.
    assert pays("5D 5C 5H 5S 10D", change(CUSTOM, bomb=1)) == (3, "pair")
    assert pays("5D 5C 5H 5S 10D", change(CUSTOM, bomb=4)) == (4, "bomb")
    assert pays("KD KC KH KS QD", change(CLASSIC, five_faces=1, bomb=2, pair=3)) == (4, "bull_bull")


def test_nn_7_the_sum_of_ten_is_one_of_values() -> None:
    assert pays("KD QD 10D 4D 3C") == (2, "sum_ten")
    assert pays("KD QD 10D 4D 6C") == (1, "plain")
    assert judged("KD QD 10D 4D 6C").bull == 7
    assert pays("KD QD 10D 4D 6C", change(CUSTOM, values="1234567890000")) == (2, "sum_ten")
    # Exactly ten: twenty does not count.
    assert pays(BULL_BULL) == (1, "plain")


def test_nn_8_a_base_with_none_of_these_pays_the_plain_multiple() -> None:
    assert pays(BULL_ONE) == (1, "plain")
    assert pays(BULL_ONE, change(CUSTOM, plain_multiple=4)) == (4, "plain")
    assert pays(BULL_ONE, change(CUSTOM, plain_multiple=0)) == (0, "plain")
    assert judged(BULL_ONE).rule == "NN-8"


def test_nn_8_the_classic_scale_pays_by_the_bull() -> None:
    by_final_two = {
        "6C 4D": (4, "bull_bull"),
        "7C 2D": (3, "bull_9"),
        "6C 2D": (2, "bull_7_8"),
        "5C 2D": (2, "bull_7_8"),
        "4C 2D": (1, "plain"),
        "9C 2D": (1, "plain"),
        "5C 5D": (4, "bull_bull"),
    }
    for final, expected in by_final_two.items():
        assert pays(f"KD QD 10D {final}", CLASSIC) == expected
    assert pays(BULL_BULL, CLASSIC) == (4, "bull_bull")


def test_nn_8_the_classic_scale_has_hands_that_need_no_base() -> None:
    assert pays("KD KC KH QD JD", CLASSIC) == (5, "five_faces")
    assert pays("7D 7C 7H 7S 2D", CLASSIC) == (6, "bomb")
    # A bomb that is also five faces: the higher counts.
    assert pays("KD KC KH KS QD", CLASSIC) == (6, "bomb")
    assert pays("KD KC KH KS QD", change(CLASSIC, bomb=4)) == (5, "five_faces")
    assert pays("AD AC 2D 2C 4D", CLASSIC) == (8, "five_small")
    assert pays("AD AC AH AS 3D", CLASSIC) == (8, "five_small")
    assert pays("2D 2C 2H 4D 4C", CLASSIC)[1] != "five_small"  # together 14
    assert pays("AD AC AH AS 5D", CLASSIC) == (6, "bomb")  # together 9, but a five is not small
    # By the family's values a 3 counts 6: 1 + 1 + 1 + 2 + 6 is over ten.
    assert pays("AD AC AH 2D 3D", change(CUSTOM, five_small=8))[1] != "five_small"


def test_nn_9_a_shown_hand_names_its_base_and_reason() -> None:
    step = played(CUSTOM, ["KD KC 10D 9D AC", NOTHING])
    (shown,) = facts(step.events, Shown)
    assert (shown.seat, shown.base, shown.final) == (0, parse("10D 9D AC"), parse("KD KC"))
    assert (shown.multiple, shown.reason, shown.bull) == (3, "pair", 10)
    (whole,) = facts(step.events, ShownWhole)
    assert (whole.seat, whole.multiple, whole.reason) == (1, 0, "no_base")
    hand = GAME.view(step.state, None).seats[0].hand
    assert hand is not None
    assert (hand.base, hand.final, hand.multiple, hand.reason) == ((2, 3, 4), (0, 1), 3, "pair")
    # Nobody chooses a base: the only actions are to stake, to bid and to decline.
    assert [kind.__name__ for kind in GAME.actions] == ["Stake", "Bid", "Decline"]


EXACT = {0: 872_128, 1: 1_490_401, 2: 71_040, 3: 147_528, 5: 17_071, 7: 792}


def test_nn_10_exact_counts_over_all_hands() -> None:
    """Of 2,598,960 hands 33.56 % have no base and 0.03 % are five faces, which are 12 choose 5."""
    assert hands.counts(CUSTOM) == EXACT
    assert reference_counts(CUSTOM) == EXACT
    assert sum(EXACT.values()) == comb(52, 5)
    assert EXACT[7] == comb(12, 5)


def test_nn_10_exact_counts_of_the_classic_scale() -> None:
    census = hands.census(hands.compile_rules(CLASSIC))
    by_number = [sum(census[number::16]) for number in range(len(hands.HAND_REASONS))]
    by_reason = {reason: count for reason, count in zip(hands.HAND_REASONS, by_number, strict=True) if count}
    assert by_reason == {
        "no_base": 870_984,
        "plain": 1_024_200,
        "bull_7_8": 339_360,
        "bull_9": 171_288,
        "bull_bull": 190_976,
        "five_faces": comb(12, 5) - 3 * 8,  # without those that are also a bomb
        "bomb": 13 * 48 - 4 * 3 - 4,  # four aces with a 2, 3 or 4, and four twos with an ace, are five small
        "five_small": 776,
    }
    assert reference_counts(CLASSIC) == dict(zip((0, 1, 2, 3, 4, 5, 6, 8), by_reason.values(), strict=True))


def test_nn_10_simulation_agrees_with_exact_counts() -> None:
    deals, seats = 1500, 10
    labels: Counter[str] = Counter()
    for number in range(deals):
        state = GAME.start(CUSTOM, seats)
        state, _ = GAME.apply(state, CHANCE, Shuffle(Rng(2024, number).shuffled(DECK)))
        labels.update(GAME.extras.tally(state))
    for multiple, count in EXACT.items():
        chance = count / comb(52, 5)
        seen = labels[f"multiple.{multiple}"] / (deals * seats)
        assert abs(seen - chance) < 5 * sqrt(chance * (1 - chance) / (deals * seats))


def test_nn_20_the_host_banks_and_stays_banker() -> None:
    state = GAME.start(change(CUSTOM, stake_max=10), 4)
    assert GAME.view(state, None).banker == 0
    assert GAME.to_act(state) == (1, 2, 3)
    step = played(CUSTOM, [NOTHING, BULL_ONE])
    assert GAME.match_after(step.state) == Match(0)
    for match in (None, Match(1)):  # the last banker does not matter
        assert GAME.start(CUSTOM, 4, match, host=2).banker == 2


def test_nn_23_host_is_last_banker_before_the_first_auction() -> None:
    assert GAME.start(AUCTION, 4, host=2).last_banker == 2
    assert GAME.start(AUCTION, 4, Match(1), host=2).last_banker == 1


def test_nn_20_players_stake_at_the_same_time() -> None:
    rules = change(CUSTOM, stake_min=2, stake_max=5)
    state = GAME.start(rules, 3)
    assert GAME.legal(state, 1) == (Stake(2), Stake(3), Stake(4), Stake(5))
    assert GAME.legal(state, 0) == ()
    state, _ = GAME.apply(state, 2, Stake(5))
    assert GAME.to_act(state) == (1,)
    for amount in (-1, 0, 1, 6):
        refused(state, 1, Stake(amount), "bad_stake")
    refused(state, 2, Stake(2), "not_your_turn")
    refused(state, 0, Stake(2), "not_your_turn")
    refused(state, 1, Bid(1), "no_auction")
    state, _ = GAME.apply(state, 1, Stake(2))
    assert GAME.to_act(state) == (CHANCE,)


def test_nn_20_one_stake_is_put_down_without_asking() -> None:
    state = GAME.start(change(CUSTOM, stake_min=3, stake_max=3), 3)
    assert GAME.to_act(state) == (CHANCE,)
    assert [seat.stake for seat in GAME.view(state, None).seats] == [0, 3, 3]
    with pytest.raises(BadRules, match="stake_min"):
        change(CUSTOM, stake_min=3, stake_max=2)


def test_nn_20_cards_come_one_at_a_time_from_the_bankers_left() -> None:
    state, events = GAME.apply(GAME.start(CUSTOM, 3, host=1), CHANCE, Shuffle(DECK))
    assert GAME.view(state, None).order == (2, 0, 1)
    assert [seat.cards for seat in GAME.view(state, None).seats] == [DECK[1:15:3], DECK[2:15:3], DECK[0:15:3]]
    assert [fact.seat for fact in facts(events, Shown | ShownWhole)] == [2, 0, 1]


def test_nn_20_the_better_hand_wins_its_own_multiple() -> None:
    # Banker: a plain base. One player has a pair, one nothing.
    step = played(CUSTOM, [BULL_ONE, "2D 8D 10C KC KH", NOTHING])
    assert GAME.payoff(step.state) == (-3 + 1, 3, -1)
    assert [(fact.seat, fact.result, fact.chips) for fact in facts(step.events, Settled)] == [
        (1, "win", 3),
        (2, "loss", -1),
    ]
    # The stake multiplies, and a winning banker wins the banker's own multiple.
    rules = change(CUSTOM, stake_max=10)
    step = played(rules, ["2D 8D 10C KC KH", BULL_ONE], [(1, Stake(7))])
    assert GAME.payoff(step.state) == (21, -21)


def test_nn_20_win_without_a_base_is_an_option() -> None:
    jack_high, king_high = "JS 7C 8H 10D 9C", "AS 2C AD KS KH"
    assert [judged(cards).reason for cards in (jack_high, king_high)] == ["no_base", "no_base"]
    assert CUSTOM.baseless_pays == PAYTABLE.baseless_pays == 0
    assert CLASSIC.baseless_pays == AUCTION.baseless_pays == 1
    for banker, player in ((jack_high, king_high), (king_high, jack_high)):
        assert against(banker, player) == 0
        won = 1 if player == king_high else -1
        assert against(banker, player, change(CUSTOM, baseless_pays=1)) == won
        assert against(banker, player, change(CUSTOM, baseless_pays=4)) == 4 * won
    plain = "KD QD 10C 2C 9D"
    # A base beats none, and wins its own multiple: 0 where that is 0.
    assert against(jack_high, plain) == 1
    assert against(jack_high, plain, change(CUSTOM, plain_multiple=0, baseless_pays=1)) == 0
    # Hands that pay as a whole need no base.
    assert against("JS 6C 8H 10D 9C", "7D 7S 7H 7C 2D", change(CUSTOM, bomb=6)) == 6


def test_nn_20_reason_is_given_when_no_chips_move() -> None:
    step = played(CUSTOM, ["JS 7C 8H 10D 9C", "AS 2C AD KS KH"])
    assert facts(step.events, Settled) == [Settled(1, "push", 0, "no_pay")]
    teller = Phraser(GAME, "en", ["An", "Lan"])
    (settled,) = facts(step.events, Settled)
    assert teller.fact(settled) == "Lan: push (0). The better hand wins 0x, so no chips move (NN-20)."
    assert [seat.because for seat in GAME.view(step.state, None).seats] == [None, "no_pay"]
    assert GAME.presentation.show(GAME.view(step.state, 1), "en")[2].endswith("so no chips move (NN-20).")
    won = played(CLASSIC, ["JS 7C 8H 10D 9C", "AS 2C AD KS KH"])
    assert teller.fact(facts(won.events, Settled)[0]) == "Lan: wins (+1)."


def test_nn_21_the_higher_multiple_is_better() -> None:
    assert against(banker="KD QD 10D 3H 6H", player="KC QC 10C 2S 2H") == 3  # bull 4 with a pair against bull 9
    assert against(banker="JD JC JH QH QC", player="2D 8D 10D KS AS") == -7


def test_nn_21_then_the_higher_bull() -> None:
    assert against(banker=BULL_ONE, player="JC QC 10C 2H 5H") == 1  # bull 1 against bull 7
    assert against(banker="JC QC 10C 2H 5H", player=BULL_ONE) == -1
    # A sum of 0 modulo 10 is ten, the best.
    assert against(banker=BULL_NINE, player=BULL_BULL) == 1
    # No base is below every bull, whatever the cards.
    rules = change(CUSTOM, plain_multiple=0)
    assert against(banker="KS 2D 2C 4D 9D", player="JH QH 10H 2H 9H", rules=rules) == 0
    assert against(banker="KS 2D 2C 4D 9D", player="JH QH 10H 2H 9H", rules=change(rules, baseless_pays=3)) == 0
    assert against(banker="JH QH 10H 2H 9H", player=BULL_NINE, rules=change(rules, pair=0)) == 0


def test_nn_21_then_the_highest_card_and_its_suit() -> None:
    queen_high, king_high = "JD QD 10D 2H 9H", "10C 10S KD 2C 9C"
    assert judged(queen_high).bull == judged(king_high).bull == 1
    assert against(banker=queen_high, player=king_high) == 1
    assert against(banker=king_high, player=queen_high) == -1
    for higher, lower in (("S", "H"), ("H", "C"), ("C", "D")):
        high, low = f"K{higher} 10D JD 2H 9H", f"K{lower} 10S JS 2S 9S"
        assert against(banker=high, player=low) == -1
        assert against(banker=low, player=high) == 1
    cards = king_high.split()
    for first in range(5):  # in any place of the hand
        assert against(banker=queen_high, player=" ".join(cards[first:] + cards[:first])) == 1
    # An ace is the lowest card: the four of clubs is above the ace of spades.
    assert against(banker="AS AC 2C 2D 4D", player="AH AD 2H 2S 4C", rules=change(CUSTOM, baseless_pays=1)) == 1


def test_nn_21_two_bombs_go_by_the_rank_of_the_four() -> None:
    # Neither has a base, so the bulls are the same.
    fours, sevens = "4D 4C 4H 4S KD", "7D 7C 7H 7S 2D"
    for cards in (fours, sevens):
        assert (judged(cards, CLASSIC).reason, judged(cards, CLASSIC).bull) == ("bomb", 0)
    assert against(fours, sevens, CLASSIC) == 6
    assert against(sevens, fours, CLASSIC) == -6
    for order in permutations(sevens.split()):  # in any order of the cards
        assert against(fours, " ".join(order), CLASSIC) == 6
    # The bull comes before the four: 2 + 2 + 6 is a base, and sevens have none.
    assert judged("2D 2C 2H 2S 6D", CLASSIC).bull == 4
    assert against("7D 7C 7H 7S 3D", "2D 2C 2H 2S 6D", CLASSIC) == 6
    # An ace is low.
    aces = "AD AC AH AS KC"
    assert judged(aces, CLASSIC).bull == 0
    assert against(fours, aces, CLASSIC) == -6
    # Against another kind of hand with the same multiple, the highest card decides.
    faces = change(CLASSIC, five_faces=6, bull_bull=6, bomb=6)
    assert judged("KD KC KH QD JD", faces).multiple == judged("10D 10C 10H 10S QH", faces).multiple == 6
    assert against("10D 10C 10H 10S QH", "KD KC KH QD JD", faces) == 6
    # With `equal_bulls=push` bombs push too.
    assert against(fours, sevens, change(CLASSIC, equal_bulls="push")) == 0


def test_nn_21_option_equal_bulls_push() -> None:
    push = change(CUSTOM, equal_bulls="push")
    assert against("JD QD 10D 2H 9H", "10C 10S KD 2C 9C", push) == 0
    assert against(BULL_ONE, "JC QC 10C 2H 5H", push) == 1
    step = played(push, ["JD QD 10D 2H 9H", "10C 10S KD 2C 9C"])
    assert facts(step.events, Settled) == [Settled(1, "push", 0, "equal")]


def test_nn_22_by_the_pay_table_multiple_times_stake_is_returned() -> None:
    rules = change(PAYTABLE, stake_max=10)
    held = [NOTHING, BULL_ONE, "3D 8D 10C KC AS", ""]
    stakes = [(0, Stake(4)), (1, Stake(5)), (2, Stake(6))]
    assert judged(held[2]).multiple == 0  # 6 8 10 10 1
    step = played(rules, held, stakes)
    assert GAME.payoff(step.state) == (-4, 0, -6, 10)
    step = played(rules, [NOTHING, BULL_ONE, "2D 8D 10C KC AS", ""], stakes)
    assert GAME.payoff(step.state) == (-4, 0, 24, 4 - 24)
    assert [fact.seat for fact in facts(step.events, Shown | ShownWhole)] == [0, 1, 2]
    assert facts(step.events, Settled) == [
        Settled(0, "loss", -4),
        Settled(1, "push", 0, "stake_back"),
        Settled(2, "win", 24),
    ]
    # `baseless_pays` is ignored.
    assert GAME.payoff(played(change(rules, baseless_pays=5), held, stakes).state) == (-4, 0, -6, 10)


def test_nn_22_the_last_seat_is_the_house() -> None:
    rules = change(PAYTABLE, stake_max=10)
    for seats, host in ((2, 0), (4, 0), (4, 2)):
        house = seats - 1
        assert GAME.closed(rules, seats) == (house,)
        state = GAME.start(rules, seats, host=host)
        assert GAME.view(state, None).banker == house
        assert GAME.to_act(state) == tuple(range(house))
        refused(state, house, Stake(1), "not_your_turn")
        assert GAME.legal(state, house) == ()
    for other in (CUSTOM, CLASSIC, AUCTION):
        assert GAME.closed(other, 4) == ()
    # Alone against the house.
    step = played(rules, ["2D 8D 10D KC AS", ""], [(0, Stake(3))])
    assert GAME.payoff(step.state) == (12, -12)
    house_view = GAME.view(step.state, None).seats[1]
    assert (house_view.count, house_view.cards, house_view.hand, house_view.chips) == (0, None, None, -12)


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_nn_22_the_house_cannot_host(seats: int) -> None:
    for match in (None, Match(0)):
        with pytest.raises(Illegal) as caught:
            GAME.start(PAYTABLE, seats, match, host=seats - 1)
        assert (caught.value.code, caught.value.rule) == ("house_cannot_host", "NN-22")


def test_nn_24_play_now_opens_custom_with_stakes_to_choose() -> None:
    rules = sheets.from_code(GAME, GAME.extras.quick.sheet)
    assert rules == change(CUSTOM, stake_max=5)
    assert len(GAME.legal(GAME.start(rules, GAME.extras.quick.seats), 1)) == 5


def test_nn_23_a_seat_sees_its_own_four_cards_first() -> None:
    state, events = GAME.apply(GAME.start(AUCTION, 4), CHANCE, stacked(FOUR_SEATS))
    assert GAME.to_act(state) == (0, 1, 2, 3)
    (event,) = events
    assert event.fact == Dealt((1, 2, 3, 0))
    for viewer in range(4):
        assert event.seen_by(viewer).cards == parse(FOUR_SEATS[viewer])[:4]
        seat_views = GAME.view(state, viewer).seats
        assert [seat.cards is not None for seat in seat_views] == [seat == viewer for seat in range(4)]
        assert [seat.count for seat in seat_views] == [4] * 4
    assert GAME.view(state, None).banker is None


def test_nn_23_bids_are_secret_until_all_are_in() -> None:
    state, events = bids(AUCTION, 1, 4, 2)
    assert events == (Event(BidPlaced(2)),)
    assert GAME.to_act(state) == (3,)
    assert [seat.has_bid for seat in GAME.view(state, 3).seats] == [True, True, True, False]
    assert [seat.bid for seat in GAME.view(state, 3).seats] == [None] * 4
    assert [seat.bid for seat in GAME.view(state, 1).seats] == [None, 4, None, None]
    other, _ = bids(AUCTION, 3, 4, 1)
    assert codec.encode(GAME.view(state, 1)) == codec.encode(GAME.view(other, 1))
    refused(state, 3, Bid(0), "bad_bid")
    refused(state, 3, Bid(5), "bad_bid")
    refused(state, 3, Stake(1), "bid_first")
    refused(state, 1, Bid(4), "not_your_turn")
    assert GAME.legal(state, 3) == (Bid(1), Bid(2), Bid(3), Bid(4))


def test_nn_23_the_highest_bid_banks() -> None:
    state, events = bids(AUCTION, 1, 2, 4, 3)
    assert facts(events, BankWon) == [BankWon((1, 2, 4, 3), 2, 4)]
    view = GAME.view(state, None)
    assert (view.banker, view.times, view.to_act) == (2, 4, (0, 1, 3))
    assert [seat.bid for seat in view.seats] == [1, 2, 4, 3]
    refused(state, 0, Bid(1), "bids_are_in")


def test_nn_23_first_of_equal_bids_banks() -> None:
    for last, expected in ((0, 1), (1, 3), (2, 3), (3, 0)):
        state, _ = bids(AUCTION, 3, 3, 1, 3, banker=last)
        assert GAME.view(state, None).banker == expected


def test_nn_23_a_tie_is_explained() -> None:
    _, events = bids(AUCTION, 3, 3, 1, 3, banker=1)
    assert facts(events, TieBroken) == [TieBroken((0, 1, 3), 3, 1)]
    said = Phraser(GAME, "en", ["An", "Bo", "Chi", "Du"]).fact(facts(events, TieBroken)[0])
    assert said == "Equal bids from An, Bo, Du: Du banks, as the first to the left of Bo."
    _, events = bids(AUCTION, 1, 2, 4, 3)
    assert not facts(events, TieBroken)


DECLINING = change(AUCTION, bid_none=True)


def test_nn_25_a_seat_may_decline_in_secret() -> None:
    state, _ = bids(DECLINING, 0, 2)
    other, _ = bids(DECLINING, 1, 2)
    assert GAME.legal(state, 3) == (Bid(1), Bid(2), Bid(3), Bid(4), Decline())
    assert codec.encode(GAME.view(state, 1)) == codec.encode(GAME.view(other, 1))
    assert GAME.view(state, 0).seats[0].bid == 0
    state, events = bids(DECLINING, 0, 2, 0, 0)
    assert facts(events, BankWon) == [BankWon((0, 2, 0, 0), 1, 2)]
    assert not facts(events, TieBroken)
    assert [seat.bid for seat in GAME.view(state, None).seats] == [0, 2, 0, 0]


@pytest.mark.parametrize("last", range(4))
def test_nn_25_if_all_decline_the_last_banker_banks_at_1(last: int) -> None:
    state, events = bids(DECLINING, 0, 0, 0, 0, banker=last)
    assert facts(events, BankWon) == [BankWon((0, 0, 0, 0), last, 1)]
    assert facts(events, NobodyBid) == [NobodyBid(last)]
    view = GAME.view(state, None)
    assert (view.banker, view.times, last in view.to_act) == (last, 1, False)
    for seat in view.to_act:
        state, _ = GAME.apply(state, seat, Stake(1))
    assert GAME.match_after(state) == Match(last)


def test_nn_25_by_default_everyone_bids() -> None:
    state, _ = bids(AUCTION, 1, 4, 2)
    refused(state, 3, Decline(), "must_bid")
    refused(GAME.start(change(CUSTOM, stake_max=5), 3), 1, Decline(), "no_auction")


GOOD, BAD = "10S KH KC QD JS", "2S 3H 4C 9D 6S"  # five faces or nearly; no base in four cards


def bid_of(bot: str, hand: str, rng: int) -> Action:
    """Return the bid of a bot that holds the first four cards of a hand."""
    hands_dealt = ["2D 2C 5D 5C 7D", hand, "3D 3C 6D 6C 7C", "8D 8C 9S 9C 7H"]
    state, _ = GAME.apply(GAME.start(DECLINING, 4), CHANCE, stacked(hands_dealt))
    action: Action = bot_of(GAME, bot)(DECLINING, 1, Rng(rng)).act(GAME.view(state, 1), GAME.legal(state, 1))
    return action


@pytest.mark.parametrize("bot", ["heuristic", "easy", "strong"])
def test_nn_25_bots_decline_with_bad_cards(bot: str) -> None:
    made = {type(action) for hand in (BAD, GOOD) for action in [bid_of(bot, hand, rng) for rng in range(8)]}
    assert made == {Bid, Decline}
    assert bid_of("heuristic", GOOD, 1) == Bid(4)
    assert bid_of("heuristic", BAD, 1) == Decline()


def test_nn_23_a_beginner_bids_and_stakes_by_its_base_alone() -> None:
    assert {bid_of("easy", GOOD, rng) for rng in range(8)} == {Bid(4)}
    assert {bid_of("easy", BAD, rng) for rng in range(8)} == {Decline()}


def test_nn_23_fifth_card_after_stakes_and_bid_multiplies() -> None:
    state, _ = bids(AUCTION, 3, 1, 1, 1)
    for seat, amount in ((1, 5), (2, 2)):
        state, events = GAME.apply(state, seat, Stake(amount))
        assert len(events) == 1
    assert [seat.count for seat in GAME.view(state, None).seats] == [4] * 4
    state, events = GAME.apply(state, 3, Stake(1))
    assert [fact.cards for fact in facts(events, Shown | ShownWhole)] == [
        parse(FOUR_SEATS[seat]) for seat in (1, 2, 3, 0)
    ]
    # Banker: plain. Seat 1 has bull-bull, 4x; seat 2 nothing; seat 3 nothing.
    assert GAME.payoff(state) == (-3 * (4 * 5 - 2 - 1), 3 * 4 * 5, -3 * 2, -3 * 1)
    assert GAME.match_after(state) == Match(0)


def test_nn_23_with_one_stake_the_last_bid_ends_the_deal() -> None:
    state, events = bids(change(AUCTION, stake_max=1), 1, 1, 2, 1)
    assert GAME.to_act(state) == ()
    assert [type(event.fact) for event in events[:2]] == [BidPlaced, BankWon]
    assert GAME.match_after(state) == Match(2)


def test_nn_2_shown_hands_include_their_values() -> None:
    step = played(CUSTOM, ("KC QD 10D 3S 7H", "9D 8H 8D QC 3D"))
    teller = Phraser(GAME, "en", ["An", "Lan"])
    base, whole = facts(step.events, Shown), facts(step.events, ShownWhole)
    assert [(fact.base_sum, fact.final_sum) for fact in base] == [((10, 10, 10), (6, 7))]
    assert teller.fact(base[0]).startswith("An shows. Base K♣ Q♦ 10♦ = 10 + 10 + 10, final two 3♠ 7♥ = 6 + 7 (NN-2): ")
    assert teller.fact(whole[0]).startswith("Lan shows 9♦ 8♥ 8♦ Q♣ 3♦ = 9 + 8 + 8 + 10 + 6 (NN-2): no base")
    assert [seat.hand and seat.hand.values for seat in GAME.view(step.state, None).seats] == [
        (10, 10, 10, 6, 7),
        (9, 8, 8, 10, 6),
    ]


def test_nn_2_odd_values_are_marked_on_visible_cards_only() -> None:
    auction = change(AUCTION, values=CUSTOM.values)
    hands_dealt = ("3C QD 6D 10S 7H", "3D 8H 6S QC 2D", "9D 8D 9C QS 2C")
    state, _ = GAME.apply(GAME.start(auction, 3), CHANCE, stacked(hands_dealt))
    own = GAME.view(state, 0)
    assert own.seats[0].cards is not None
    odd = [(str(own.seats[0].cards[card.place]), card.value) for card in own.seats[0].odd]
    assert odd == [(str(card), hands.value(card, CUSTOM)) for card in own.seats[0].cards if str(card)[0] in "36"]
    assert odd
    assert [seat.odd for seat in own.seats[1:]] == [(), ()]
    assert [seat.odd for seat in GAME.view(state, None).seats] == [(), (), ()]
    view = GAME.view(played(CUSTOM, ("KC QD 10D 3S 7H", "9D 8H 8D QC 6D")).state, None)
    assert [[(card.place, card.value) for card in seat.odd] for seat in view.seats] == [[(3, 6)], [(4, 3)]]
    plain = GAME.view(played(CLASSIC, ("KC QD 10D 3S 7H", "9D 8H 8D QC 6D")).state, None)
    assert [seat.odd for seat in plain.seats] == [(), ()]


def test_nn_2_judge_explains_why_a_3_counts_6() -> None:
    question = Question(parse("KC QD 3S 6H 10D"))
    reasons = JUDGE.explain(CUSTOM, question, JUDGE.answer(CUSTOM, question), "en").reasons
    assert "In sums each 3 counts 6, each 6 counts 3 (NN-2)." in reasons
    plain = JUDGE.explain(CLASSIC, question, JUDGE.answer(CLASSIC, question), "en").reasons
    assert not any("NN-2" in line for line in plain)


def test_nn_2_cover_shows_a_base_under_every_preset() -> None:
    base, final = (row.cards for row in GAME.presentation.cover)
    for rules in GAME.presets.values():
        verdict = judged(" ".join(map(str, (*base, *final))), rules)
        assert set(verdict.base) == set(base)
        assert verdict.bull == 10

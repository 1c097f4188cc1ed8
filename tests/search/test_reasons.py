"""PF-42: reasons why an option is better, in the terms of the game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from chieu.core.cards import DECK, parse, spell
from chieu.core.game import CHANCE, Shuffle
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS
from chieu.core.text.phrasing import Phraser
from chieu.core.text.reasons import InformationState
from chieu.games import all_games
from chieu.games.big2 import GAME as BIG2
from chieu.games.big2.messages import Pass, Play
from chieu.games.big2.text import reasons as big2
from chieu.games.niuniu import GAME as NIUNIU
from chieu.games.niuniu.messages import Bid
from chieu.games.niuniu.text import reasons as niuniu
from chieu.games.rummy import GAME as RUMMY
from chieu.games.rummy.messages import Discard, LayOff
from chieu.games.rummy.text import reasons as rummy
from chieu.games.xidach import GAME as XIDACH
from chieu.games.xidach.messages import Compare, DealFrom, Draw, Stand
from chieu.games.xidach.text import reasons as xidach
from chieu.search import advise
from chieu.search.advice import information_state
from chieu.testing import Table
from tests.search.deals import moments, so_far, whole


def dealt(cards: str, seats: int, *moves: Any) -> InformationState:
    """Deal these cards of Xì Dách, the dealer (seat 0) last; return the view of the seat to act."""
    top = parse(cards)
    deck = (*top, *(card for card in DECK if card not in top))
    side = ((0, DealFrom("left")),) if seats > 2 else ()
    deal = so_far(XIDACH, XIDACH.presets["room"], seats, *side, (CHANCE, Shuffle(deck)), *moves)
    return information_state(deal, deal.to_act[0])


def test_xidach_standing_is_explained_by_the_next_card() -> None:
    """With 10 and 8 a card of 4 or more is too much: 38 of the 50 unseen."""
    reasons = xidach.explain(dealt("10S 9C 8S 8C", 2), Stand(), Draw(), Rng(1))
    assert reasons[0] == xidach.NextBusts(18, round(10 * 38 / 50))
    assert isinstance(reasons[1], xidach.PlayerStands)


def test_xidach_standing_has_no_reason_that_favours_drawing() -> None:
    (reason,) = xidach.explain(dealt("AS 9C 8S 8C", 2), Stand(), Draw(), Rng(1))
    assert isinstance(reason, xidach.PlayerStands)
    assert reason.total == 19


def test_xidach_comparing_a_poor_hand_is_explained_by_busting() -> None:
    """17 rarely beats a player who stood on two cards, but drawing is worse."""
    info = dealt("10S 10H 9C 8S 9H 8C", 3, (1, Stand()), (2, Stand()))
    (reason,) = xidach.explain(info, Compare(1), Draw(), Rng(1))
    assert isinstance(reason, xidach.NextBusts)


def test_xidach_drawing_is_explained_by_the_dealer() -> None:
    first, second = xidach.explain(dealt("AS 9C 5S 8C", 2), Draw(), Stand(), Rng(1))
    assert isinstance(first, xidach.DealerBeats)
    assert (first.total, first.often) == (16, 6)
    assert second == xidach.NextIsSafe(16)


def test_xidach_a_dealer_on_15_loses_to_a_standing_player() -> None:
    """XD-14: a player who stands has at least 16, so 15 always loses."""
    first, _ = xidach.explain(dealt("10S 9C 8S 6C", 2, (1, Stand())), Draw(), Stand(), Rng(1))
    assert first == xidach.LosesToSeat(1, 2, 15, 10)


def test_xidach_comparing_is_explained_by_the_player_it_is_with() -> None:
    info = dealt("10S 10H 9C 8S 2H 10C 5H", 3, (1, Stand()), (2, Draw()), (2, Stand()))
    reason, _ = xidach.explain(info, Compare(2), Draw(), Rng(1))
    assert isinstance(reason, xidach.BeatsSeat)
    assert (reason.seat, reason.count, reason.total) == (2, 3, 19)


def holding(cards: str, plays: int = 0) -> tuple[InformationState, list[Any]]:
    """Return the view of a Big Two seat that leads a deal with these cards, and its legal actions."""
    mine = parse(cards)
    rest = [card for card in DECK if card not in mine]
    rules = BIG2.presets["hong_kong"]
    for seat in range(4):
        hands: list[list[Any]] = [[], [], [], []]
        others = iter(rest)
        for owner in range(4):
            hands[owner] = list(mine) if owner == seat else [next(others) for _ in range(13)]
        order = tuple(hands[at % 4][at // 4] for at in range(52))
        deal = so_far(BIG2, rules, 4, (CHANCE, Shuffle(order)))
        if deal.to_act == (seat,):
            return information_state(deal, seat), list(deal.legal(seat))
    raise AssertionError(f"nobody opens with {spell(mine)}: {plays}")


def test_big_two_says_what_a_play_keeps_together() -> None:
    """A single 3 keeps the straight, the pair breaks it. Both are nearly always beaten."""
    info, _ = holding("3D 3C 4S 5H 6D 7C 9S 9H JD JC KS KH 2S")
    reasons = big2.explain(info, Play(parse("3D")), Play(parse("3D 3C")), Rng(1))
    assert reasons == [big2.KeepsTogether("straight")]


def test_big_two_says_which_of_two_plays_is_beaten_less() -> None:
    info, _ = holding("3D 4C 4S 5H 7D 7C 9S 9H JD QC KS 2D 2H")
    reason = big2.explain(info, Play(parse("2D 2H")), Play(parse("4C 4S")), Rng(1))[0]
    assert isinstance(reason, big2.BeatenLess)
    assert (reason.cards, reason.other) == (parse("2D 2H"), parse("4C 4S"))
    assert 1 < reason.often + 2 <= reason.more_often


def test_big_two_a_low_play_keeps_the_higher_one() -> None:
    info, _ = holding("3D 4C 5S 7H 7D 7C 9S 9H JD QC KS AS AH")
    assert big2.explain(info, Play(parse("3D")), Play(parse("4C")), Rng(1)) == [big2.KeepsHigher(parse("4C"))]


def test_big_two_nobody_beats_the_highest_card_of_all() -> None:
    info, _ = holding("3D 3C 4S 5H 6D 7C 9S 10H JD QC KS AH 2S")
    assert big2.explain(info, Play(parse("2S")), Play(parse("AH")), Rng(1))[0] == big2.HardlyBeaten(parse("2S"))


def test_big_two_common_traits_of_two_plays_are_not_reasons() -> None:
    """Both are hardly ever beaten, so the reason for the lower one is that it keeps the higher."""
    info, _ = holding("3D 3C 4S 5H 6D 7C 9S 10H JD QC KS 2H 2S")
    low, high = Play(parse("2H")), Play(parse("2S"))
    assert big2.HardlyBeaten(parse("2H")) in big2.explain(info, low, Play(parse("9S")), Rng(1))
    assert big2.explain(info, low, high, Rng(1)) == [big2.KeepsHigher(parse("2S"))]
    assert not big2.explain(info, high, low, Rng(1))


def test_big_two_the_whole_hand_goes_out() -> None:
    seen = 0
    for seed in range(20):
        seat, last = list(moments(BIG2, whole(Table(BIG2, BIG2.presets["hong_kong"], 4), seed)))[-1]
        held = BIG2.view(last.state, seat).seats[seat].cards
        out = [action for action in BIG2.legal(last.state, seat) if isinstance(action, Play) and action.cards == held]
        if out:
            assert big2.explain(information_state(last, seat), out[0], Pass(), Rng(1)) == (big2.GoesOut(),)
            seen += 1
    assert seen > 2


@pytest.mark.parametrize("preset", ["lawrence", "hong_kong"])
def test_big_two_explains_exact_endgames(preset: str) -> None:
    """An unstoppable win, and the endgame of the last two seats, who know each other's cards."""
    unstoppable = solved = other = 0
    for seed in range(8):
        for seat, deal in moments(BIG2, whole(Table(BIG2, BIG2.presets[preset], 4), seed)):
            plays = [action for action in deal.legal(seat) if isinstance(action, Play | Pass)]
            held = BIG2.view(deal.state, seat).seats[seat].cards
            if len(plays) < 2 or any(isinstance(action, Play) and action.cards == held for action in plays):
                continue
            info = information_state(deal, seat)
            best, *_, last = advise(deal, seat, Rng(1), 4).options
            reasons = big2.explain(info, best.action, last.action, Rng(1))
            inside = [player for player, held in enumerate(deal.state.hands) if held]
            if big2.Unstoppable() in reasons:
                assert reasons == (big2.Unstoppable(),)
                assert best.exact
                unstoppable += 1
            elif len(inside) == 2:
                (opponent,) = set(inside) - {seat}
                assert reasons == (
                    big2.SolvedEnding(opponent, BIG2.view(deal.state, opponent).seats[opponent].cards or ()),
                )
                assert all(option.exact for option in (best, last))
                solved += 1
            else:
                assert not best.exact
                assert not any(isinstance(reason, big2.SolvedEnding) for reason in reasons)
                other += 1
    assert unstoppable > 1
    assert other > 20
    assert (solved > 2) == (not BIG2.presets[preset].stop_at_first)


def test_niu_niu_says_how_often_four_cards_win() -> None:
    """In `auction`, three tens and a nine beat most hands with any fifth card; 2 3 4 8 hardly any."""
    rules = NIUNIU.presets["auction"]
    reasons = []
    for cards in ("10S 10H 10D 9S", "2S 3H 4D 8S"):
        view = replace(NIUNIU.view(NIUNIU.start(rules, 3), 0), cards)
        reasons.append(niuniu.explain(InformationState(rules, 0, (), view), Bid(4), Bid(1), Rng(1))[0])
    good, bad = reasons
    assert isinstance(good, niuniu.BankerBeats)
    assert isinstance(bad, niuniu.BankerBeats)
    assert good.often > bad.often


def replace(view: Any, cards: str) -> Any:
    """Return the view of seat 0 with these cards."""
    mine, *others = view.seats
    seats = (msgspec.structs.replace(mine, cards=parse(cards)), *others)
    return msgspec.structs.replace(view, seats=seats, phase="bids")


def test_rummy_says_how_far_the_contract_is() -> None:
    seen = 0
    table = Table(RUMMY, RUMMY.presets["seven-rounds"], 2)
    for seat, deal in moments(RUMMY, whole(table, 3)):
        info = information_state(deal, seat)
        discards = [action for action in deal.legal(seat) if isinstance(action, Discard)]
        if len(discards) > 1 and not info.view.seats[seat].laid_down:
            *_, last = rummy.explain(info, discards[0], discards[-1], Rng(1))
            assert isinstance(last, rummy.TurnsAway)
            assert last.turns >= last.missing
            seen += 1
    assert seen > 2


def test_rummy_gives_reasons_after_laying_down() -> None:
    """Whenever an option is clearly worse; and before that if another seat is down."""
    kinds: set[type] = set()
    rules = msgspec.structs.replace(RUMMY.presets["seven-rounds"], joker_swap=True)
    for seats in (2, 3):
        for seed in range(12):
            for seat, deal in moments(RUMMY, whole(Table(RUMMY, rules, seats), seed)):
                if any(other.laid_down for other in RUMMY.view(deal.state, seat).seats):
                    advice = advise(deal, seat, Rng(1), 4)
                    if any(option.clearly_worse for option in advice.options):
                        assert advice.reasons, advice.options
                        kinds |= set(map(type, advice.reasons))
    assert kinds >= {rummy.FitsMeld, rummy.FitsNoMeld, rummy.NextLaysOff, rummy.CountsMore}


def test_rummy_says_that_the_last_card_goes_out() -> None:
    """RM-10: by a discard or by laying it off."""
    seen: set[type] = set()
    table = Table(RUMMY, RUMMY.presets["seven-rounds"], 2)
    for seed in range(12):
        for seat, deal in moments(RUMMY, whole(table, seed)):
            view = RUMMY.view(deal.state, seat)
            if view.phase == "play" and view.seats[seat].count == 1:
                for action in deal.legal(seat):
                    assert rummy.explain(information_state(deal, seat), action, action, Rng(1)) == (rummy.GoesOut(),)
                    seen.add(type(action))
    assert seen == {Discard, LayOff}


@pytest.mark.parametrize("name", all_games())
def test_reasons_have_a_text_in_every_language(name: str) -> None:
    """Reasons of real deals have no unfilled placeholder, and differ between languages."""
    game, count = all_games()[name], 0
    preset = game.presets["auction" if name == "niuniu" else next(iter(game.presets))]
    for seed in range(4):
        for seat, deal in moments(game, whole(Table(game, preset, min(4, game.seats[-1])), seed)):
            for reason in advise(deal, seat, Rng(1), 60).reasons if count <= 12 else ():
                sentences = {Phraser(game, lang).reason(reason) for lang in LANGS}
                assert len(sentences) == 3
                assert not any("{" in sentence or "  " in sentence for sentence in sentences)
                count += 1
    assert count > 1

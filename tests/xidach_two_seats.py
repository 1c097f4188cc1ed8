"""Deals of Xì Dách at two seats for tests of the solver: hands laid out on the real table, and any sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from librt.vecs import vec

from chieu.core.cards import Card, Cards
from chieu.core.extras import BotMaker
from chieu.core.game import CHANCE, Shuffle
from chieu.core.options import options_of
from chieu.core.rng import Rng
from chieu.games.xidach import GAME
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, Duel, Hands, cards_worth
from chieu.games.xidach.messages import Compare, Draw, Stand
from chieu.games.xidach.rules import Rules

DEALER, PLAYER = 0, 1
TWENTY = (9, 9)  # two tens: nobody has to draw to that


def any_sheet(rng: Rng) -> Rules:
    """Every option at random, the bounds for drawing often at none."""
    chosen: dict[str, Any] = {}
    for one in options_of(Rules):
        if one.kind == "flag":
            chosen[one.name] = rng.below(2) == 1
        elif one.kind == "choice":
            chosen[one.name] = rng.pick(one.choices)
        else:
            chosen[one.name] = one.least + rng.below(one.most - one.least + 1)
    chosen["stake_max"] = max(chosen["stake_min"], chosen["stake_max"])
    for bound in ("player_must_draw_below", "dealer_must_draw_below"):
        chosen[bound] = rng.pick((0, chosen[bound]))
    return Rules(**chosen)


def coming(hands: Hands, place: int) -> tuple[int, ...]:
    """The values of a hand in an order in which its cards can have come."""
    if hands.before[place] >= 0:
        return (*coming(hands, hands.before[place]), hands.came[place])
    return tuple(value for value, count in enumerate(hands.held[place]) for _ in range(count))


def fit(player: Sequence[int], dealer: Sequence[int]) -> bool:
    """Whether the deck has cards enough for both."""
    both = [*player, *dealer]
    return all(both.count(value) <= len(cards_worth(value)) for value in both)


def laid_out(rules: Rules, player: Sequence[int], dealer: Sequence[int], rng: Rng) -> tuple[list[Any], list[Any]]:
    """The states in which the player, and then the dealer, is to act or would be, with two cards, three and so on; each
    draws to what is told, card by card, whatever the suits. The last state is as the deal stands then."""
    state = GAME.start(rules, 2)
    while GAME.to_act(state) != (CHANCE,):
        seat = GAME.to_act(state)[0]
        state, _ = GAME.apply(state, seat, rng.pick(GAME.legal(state, seat)))
    state, _ = GAME.apply(state, CHANCE, Shuffle(_order(player, dealer, rng)))
    players, dealers = [state], []
    for _ in player[2:]:
        state, _ = GAME.apply(state, PLAYER, Draw())
        players.append(state)
    if Stand() in GAME.legal(state, PLAYER):
        state, _ = GAME.apply(state, PLAYER, Stand())
        dealers.append(state)
        for _ in dealer[2:]:
            state, _ = GAME.apply(state, DEALER, Draw())
            dealers.append(state)
    return players, dealers


def ended(state: Any, rng: Rng) -> Any:
    """The deal when the dealer stops, by standing or comparing."""
    if GAME.to_act(state):
        stops = [action for action in GAME.legal(state, DEALER) if isinstance(action, Stand | Compare)]
        state, _ = GAME.apply(state, DEALER, rng.pick(stops))
    assert GAME.to_act(state) == ()
    return state


def stakes(state: Any) -> float:
    """What the player won, in stakes."""
    return float(GAME.payoff(state)[PLAYER] / state.stakes[PLAYER])


def first_hands_of(state: Any) -> tuple[Cards, Cards]:
    """The player's and the dealer's cards."""
    both = [GAME.view(state, seat).seats[seat].cards for seat in (PLAYER, DEALER)]
    assert both[0] is not None
    assert both[1] is not None
    return both[0], both[1]


def same_plan(duel: Duel, may: Sequence[int], draws: Any) -> Any:
    """A plan that draws where `draws(held)` says so and the rules allow it."""
    chosen = [
        float(moves == 1 or (moves == 3 and draws(held))) for held, moves in zip(duel.hands.held, may, strict=True)
    ]
    return vec[float](chosen)


def plans_of(maker: BotMaker, rules: Rules, duel: Duel) -> tuple[Any, list[Any]]:
    """What a bot does with every hand on a real table, as player and as dealer."""
    rng = Rng(4)
    bots = [maker(rules, seat, rng) for seat in (DEALER, PLAYER)]

    def moved(state: Any, seat: int, may: int) -> float:
        if may != MAY_DRAW | MAY_STOP:
            return float(may == MAY_DRAW)
        return float(bots[seat].act(GAME.view(state, seat), GAME.legal(state, seat)) == Draw())

    can_stop = [coming(duel.hands, row) for row in duel.rows]
    stopped = [[one for one in can_stop if len(one) == count] for count in (2, 3, 4, 5)]
    player: list[float] = []
    dealers: list[list[float]] = [[], [], [], []]
    for place in range(len(duel.hands.cards)):
        values = coming(duel.hands, place)
        player.append(moved(laid_out(rules, values, TWENTY, rng)[0][-1], PLAYER, duel.player[place]))
        for plan, shown in zip(dealers, stopped, strict=True):
            with_it = next(one for one in shown if fit(one, values))
            plan.append(moved(laid_out(rules, with_it, values, rng)[1][-1], DEALER, duel.dealer[place]))
    return vec[float](player), [vec[float](plan) for plan in dealers]


def _order(player: Sequence[int], dealer: Sequence[int], rng: Rng) -> Cards:
    left: list[Card] = list(rng.shuffled(GAME.to_shuffle(GAME.start(Rules(), 2))))
    out: list[Card] = []
    values = [player[0], dealer[0], player[1], dealer[1], *player[2:], *dealer[2:]]
    for value in values:
        card = next(one for one in left if one in cards_worth(value))
        left.remove(card)
        out.append(card)
    return (*out, *left)

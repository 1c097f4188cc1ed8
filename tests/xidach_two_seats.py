"""Two-seat deals of Xì Dách for tests of the solver: given hands in the engine, and random rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from librt.vecs import vec

from chieu.core.cards import Card, Cards
from chieu.core.extras import BotMaker
from chieu.core.game import CHANCE, Shuffle
from chieu.core.options import options_of
from chieu.core.rng import Rng
from chieu.games.xidach import GAME
from chieu.games.xidach.ai.solver import LABELS, DrawShare
from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, Hands, TwoPlayerGame, cards_of_value
from chieu.games.xidach.messages import Compare, Draw, Stand
from chieu.games.xidach.rules import Rules

DEALER, PLAYER = 0, 1
TWENTY = (9, 9)  # two tens: nobody must draw to them


def random_rules(rng: Rng) -> Rules:
    """Return rules with every option at random; the bounds for drawing are often 0."""
    chosen: dict[str, Any] = {}
    for option in options_of(Rules):
        if option.kind == "flag":
            chosen[option.name] = rng.below(2) == 1
        elif option.kind == "choice":
            chosen[option.name] = rng.pick(option.choices)
        else:
            chosen[option.name] = option.least + rng.below(option.most - option.least + 1)
    chosen["stake_max"] = max(chosen["stake_min"], chosen["stake_max"])
    for bound in ("player_must_draw_below", "dealer_must_draw_below"):
        chosen[bound] = rng.pick((0, chosen[bound]))
    return Rules(**chosen)


def draw_order(hands: Hands, place: int) -> tuple[int, ...]:
    """Return the values of a hand in an order in which its cards can have been drawn."""
    if hands.parent[place] >= 0:
        return (*draw_order(hands, hands.parent[place]), hands.last_value[place])
    return tuple(value for value, count in enumerate(hands.counts[place]) for _ in range(count))


def fits_deck(player: Sequence[int], dealer: Sequence[int]) -> bool:
    """Return whether the deck has enough cards for both hands."""
    both = [*player, *dealer]
    return all(both.count(value) <= len(cards_of_value(value)) for value in both)


def play_out(rules: Rules, player: Sequence[int], dealer: Sequence[int], rng: Rng) -> tuple[list[Any], list[Any]]:
    """Return the states in which the player, and then the dealer, has two cards, three and so on.

    Each draws to the given values, card by card, with any suits. The last state is the deal as it then stands.
    """
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


def finish(state: Any, rng: Rng) -> Any:
    """Return the deal after the dealer stops, by standing or comparing."""
    if GAME.to_act(state):
        stops = [action for action in GAME.legal(state, DEALER) if isinstance(action, Stand | Compare)]
        state, _ = GAME.apply(state, DEALER, rng.pick(stops))
    assert GAME.to_act(state) == ()
    return state


def stakes_won(state: Any) -> float:
    """Return the player's payoff in stakes."""
    return float(GAME.payoff(state)[PLAYER] / state.stakes[PLAYER])


def hands_of(state: Any) -> tuple[Cards, Cards]:
    """Return the player's and the dealer's cards."""
    both = [GAME.view(state, seat).seats[seat].cards for seat in (PLAYER, DEALER)]
    assert both[0] is not None
    assert both[1] is not None
    return both[0], both[1]


def strategy_where(game: TwoPlayerGame, may: Sequence[int], draws: Any) -> Any:
    """Return the strategy that draws where `draws(counts)` says so and the rules allow it."""
    chosen = [
        float(moves == 1 or (moves == 3 and draws(held))) for held, moves in zip(game.hands.counts, may, strict=True)
    ]
    return vec[float](chosen)


def strategies_of(maker: BotMaker, rules: Rules, game: TwoPlayerGame) -> tuple[Any, list[Any]]:
    """Return a bot's choice with every hand, played in the real engine, as player and as dealer."""
    rng = Rng(4)
    bots = [maker(rules, seat, rng) for seat in (DEALER, PLAYER)]

    def draw_probability(state: Any, seat: int, may: int) -> float:
        if may != MAY_DRAW | MAY_STOP:
            return float(may == MAY_DRAW)
        return float(bots[seat].act(GAME.view(state, seat), GAME.legal(state, seat)) == Draw())

    can_stop = [draw_order(game.hands, row) for row in game.rows]
    stopped = [[values for values in can_stop if len(values) == count] for count in (2, 3, 4, 5)]
    player: list[float] = []
    dealers: list[list[float]] = [[], [], [], []]
    for place in range(len(game.hands.cards)):
        values = draw_order(game.hands, place)
        player.append(draw_probability(play_out(rules, values, TWENTY, rng)[0][-1], PLAYER, game.player_moves[place]))
        for strategy, shown in zip(dealers, stopped, strict=True):
            with_it = next(hand for hand in shown if fits_deck(hand, values))
            strategy.append(
                draw_probability(play_out(rules, with_it, values, rng)[1][-1], DEALER, game.dealer_moves[place])
            )
    return vec[float](player), [vec[float](strategy) for strategy in dealers]


def strategies_from(game: TwoPlayerGame, choices: Iterable[DrawShare]) -> tuple[Any, list[Any]]:
    """Return the player's strategy and the dealer's four from the choices of a solution."""
    draws = {(choice.hand, choice.against): choice.draw for choice in choices}

    def strategy(against: int | None, may: Sequence[int]) -> Any:
        shares = []
        for counts, moves in zip(game.hands.counts, may, strict=True):
            hand = tuple(label for label, count in zip(LABELS, counts, strict=True) for _ in range(count))
            shares.append(draws[hand, against] if moves == MAY_DRAW | MAY_STOP else float(moves == MAY_DRAW))
        return vec[float](shares)

    return strategy(None, game.player_moves), [strategy(against, game.dealer_moves) for against in (2, 3, 4, 5)]


def _order(player: Sequence[int], dealer: Sequence[int], rng: Rng) -> Cards:
    remaining: list[Card] = list(rng.shuffled(GAME.to_shuffle(GAME.start(Rules(), 2))))
    out: list[Card] = []
    values = [player[0], dealer[0], player[1], dealer[1], *player[2:], *dealer[2:]]
    for value in values:
        card = next(card for card in remaining if card in cards_of_value(value))
        remaining.remove(card)
        out.append(card)
    return (*out, *remaining)

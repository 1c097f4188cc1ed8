"""Niu Niu, three cards for the base and two that pay: one family's values and multiples, and the classic scale."""

from typing import Final, get_args

from chieu.core.contract import Game, Quick
from chieu.games.niuniu import game
from chieu.games.niuniu.bots import Heuristic
from chieu.games.niuniu.former import FORMER
from chieu.games.niuniu.judge import JUDGE
from chieu.games.niuniu.position import Position
from chieu.games.niuniu.rules import PRESETS, Match, Rules
from chieu.games.niuniu.show import show
from chieu.games.niuniu.texts import ABOUT, OPTION_TEXTS, PRESET_TEXTS, SHEET, TEXTS, TITLE
from chieu.games.niuniu.vocabulary import Action, Fact, View

GAME: Final[Game[Rules, Position, Action, View]] = Game(
    name="niuniu",
    title=TITLE,
    about=ABOUT,
    seats=game.SEATS,
    rules=Rules,
    presets=PRESETS,
    match=Match,
    actions=get_args(Action),
    facts=get_args(Fact),
    view_type=View,
    start=game.start,
    to_act=game.to_act,
    to_shuffle=game.to_shuffle,
    legal=game.legal,
    apply=game.apply,
    view=game.view,
    payoff=game.payoff,
    resample=game.resample,
    orders=game.orders,
    match_after=game.match_after,
    longest=game.longest,
    texts=TEXTS,
    preset_texts=PRESET_TEXTS,
    option_texts=OPTION_TEXTS,
    sheet=SHEET,
    show=show,
    tally=game.tally,
    judge=JUDGE,
    bots={"heuristic": Heuristic},
    quick=Quick(seats=4, sheet="custom~sm5"),  # NN-24: with one stake a player would have nothing to say
    closed=game.closed,
    former=FORMER,
)

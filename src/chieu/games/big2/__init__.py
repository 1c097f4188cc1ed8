"""Big Two (Dai Di), by Lawrence's rules, those of four regions, and any mixture of them."""

from typing import Final, get_args

from chieu.core.contract import Game, Quick
from chieu.games.big2 import game
from chieu.games.big2.bots import Heuristic
from chieu.games.big2.former import FORMER
from chieu.games.big2.judge import JUDGE
from chieu.games.big2.position import Position
from chieu.games.big2.rules import PRESETS, Match, Rules
from chieu.games.big2.sheet import OPTION_TEXTS, SHEET
from chieu.games.big2.show import show
from chieu.games.big2.texts import ABOUT, PRESET_TEXTS, TEXTS, TITLE
from chieu.games.big2.vocabulary import Action, Fact, View

GAME: Final[Game[Rules, Position, Action, View]] = Game(
    name="big2",
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
    quick=Quick(sheet="lawrence~rsn"),  # a newcomer wants to play, not to vote
    former=FORMER,
)

"""Xì Dách, Vietnamese blackjack, by the rules of two houses and any mixture of them."""

from typing import Final, get_args

from chieu.core.contract import Game, Unseen
from chieu.core.solving import Solver
from chieu.games.xidach import game, solution
from chieu.games.xidach.bots import Heuristic
from chieu.games.xidach.chart import charts
from chieu.games.xidach.judge import JUDGE
from chieu.games.xidach.position import Position
from chieu.games.xidach.rules import PRESETS, Match, Rules
from chieu.games.xidach.show import show
from chieu.games.xidach.strong import Solved
from chieu.games.xidach.texts import ABOUT, OPTION_TEXTS, PRESET_TEXTS, SHEET, TEXTS, TITLE
from chieu.games.xidach.vocabulary import Action, Fact, View

GAME: Final[Game[Rules, Position, Action, View]] = Game(
    name="xidach",
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
    bots={"heuristic": Heuristic, "solved": Solved},
    unseen=Unseen(
        places=game.unseen_places,
        used=game.used,
        arranged=game.arranged,
        fits=game.fits,
        worth=game.worth,
        memo_key=game.memo_key,
    ),
    solver=Solver(
        seats=2,
        sides=("player", "dealer"),
        version=solution.VERSION,
        solution=solution.Solution,
        alike=solution.alike,
        solve=solution.solve,
        charts=charts,
    ),
)

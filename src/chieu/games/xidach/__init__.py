"""Xì Dách, Vietnamese blackjack, by the rules of two houses and any mixture of them."""

from typing import Final, get_args

from chieu.core.contract import Game
from chieu.core.extras import Extras
from chieu.core.presentation import Presentation
from chieu.core.reasons import Reasons
from chieu.core.sampling import Search
from chieu.core.solving import Solver
from chieu.games.xidach import game, solution
from chieu.games.xidach.batch import Batch
from chieu.games.xidach.bots import Heuristic
from chieu.games.xidach.chart import charts
from chieu.games.xidach.cover import COVER, PRIMER
from chieu.games.xidach.easy import Easy
from chieu.games.xidach.judge import JUDGE
from chieu.games.xidach.lesson import LESSON
from chieu.games.xidach.outcome import OUTCOME_TEXTS, outcome
from chieu.games.xidach.plans import choices
from chieu.games.xidach.position import Position
from chieu.games.xidach.reasons import TEXTS as REASON_TEXTS
from chieu.games.xidach.reasons import Reason, explain
from chieu.games.xidach.rules import PRESETS, Match, Rules
from chieu.games.xidach.sampler import XidachSampler
from chieu.games.xidach.show import show
from chieu.games.xidach.strong import Solved, Strong
from chieu.games.xidach.texts import ABOUT, OPTION_TEXTS, PRESET_TEXTS, SHEET, TEXTS, TITLE
from chieu.games.xidach.vocabulary import Action, Fact, View

GAME: Final[Game[Rules, Position, Action, View]] = Game(
    name="xidach",
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
    presentation=Presentation(
        title=TITLE,
        about=ABOUT,
        texts={**TEXTS, **OUTCOME_TEXTS, **REASON_TEXTS},
        preset_texts=PRESET_TEXTS,
        option_texts=OPTION_TEXTS,
        sheet=SHEET,
        show=show,
        primer=PRIMER,
        lesson=LESSON,
        cover=COVER,
        listing=1,
    ),
    extras=Extras(
        tally=game.tally,
        judge=JUDGE,
        outcome=outcome,
        bots={"heuristic": Heuristic, "easy": Easy, "solved": Solved, "strong": Strong},
        search=Search(sampler=XidachSampler),
        reasons=Reasons(get_args(Reason), explain),
        solver=Solver(
            seats=2,
            sides=("player", "dealer"),
            version=solution.VERSION,
            solution=solution.Solution,
            alike=solution.alike,
            solve=solution.solve,
            known=choices,
            charts=charts,
        ),
        batch=Batch,
    ),
)

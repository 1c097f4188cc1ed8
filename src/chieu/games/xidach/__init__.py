"""Xì Dách, Vietnamese blackjack, by the rules of two houses and any mixture of them."""

from typing import Final, get_args

from chieu.core.extras import Extras, Quick, Search, Solver
from chieu.core.game import Game
from chieu.core.text.presentation import Presentation
from chieu.core.text.reasons import Reasons
from chieu.games.xidach import game
from chieu.games.xidach.ai import solver
from chieu.games.xidach.ai.batch import Batch
from chieu.games.xidach.ai.chart import charts
from chieu.games.xidach.ai.heuristic import Easy, Heuristic
from chieu.games.xidach.ai.odds import ODDS
from chieu.games.xidach.ai.sampler import XidachSampler
from chieu.games.xidach.ai.strategy import choices
from chieu.games.xidach.ai.strong import Solved, Strong
from chieu.games.xidach.messages import Action, Fact, View
from chieu.games.xidach.rules import PRESETS, Match, Rules
from chieu.games.xidach.scoring import SCORING
from chieu.games.xidach.state import State
from chieu.games.xidach.text.judge import JUDGE
from chieu.games.xidach.text.outcome import outcome
from chieu.games.xidach.text.reasons import Reason, explain
from chieu.games.xidach.text.show import show
from chieu.games.xidach.text.texts import COVER, LESSON, SHEET, TEXTS

__all__ = ["GAME", "Action", "Fact", "Match", "Rules", "State", "View"]

GAME: Final[Game[Rules, State, Action, View]] = Game.of(
    game,
    name="xidach",
    rules=Rules,
    presets=PRESETS,
    match=Match,
    actions=get_args(Action),
    facts=get_args(Fact),
    view_type=View,
    presentation=Presentation(
        texts=TEXTS,
        sheet=SHEET,
        show=show,
        lesson=LESSON,
        cover=COVER,
        listing=1,
    ),
    extras=Extras(
        tally=game.tally,
        judge=JUDGE,
        scoring=SCORING,
        quick=Quick(lesson=61),  # 14, then 19 against 18; one more card is too many
        outcome=outcome,
        odds=ODDS,
        bots={"heuristic": Heuristic, "easy": Easy, "solved": Solved, "strong": Strong},
        search=Search(sampler=XidachSampler),
        reasons=Reasons(get_args(Reason), explain),
        solver=Solver(
            seats=2,
            sides=("player", "dealer"),
            version=solver.VERSION,
            solution=solver.Solution,
            alike=solver.alike,
            solve=solver.solve,
            known=choices,
            charts=charts,
        ),
        batch=Batch,
    ),
)

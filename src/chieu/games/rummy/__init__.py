"""Chinese Rummy: seven rounds, each with melds of its own to lay down."""

from typing import Final, get_args

from chieu.core.extras import Extras, Quick, Search
from chieu.core.game import Game
from chieu.core.text.presentation import TWO_HIGH, Presentation
from chieu.core.text.reasons import Reasons
from chieu.games.rummy import game
from chieu.games.rummy.ai.batch import Batch
from chieu.games.rummy.ai.heuristic import Easy, Heuristic, Planner
from chieu.games.rummy.ai.odds import ODDS
from chieu.games.rummy.ai.sampler import RummySampler
from chieu.games.rummy.messages import Action, Fact, LayDown, View
from chieu.games.rummy.rules import PRESETS, Match, Rules
from chieu.games.rummy.scoring import SCORING
from chieu.games.rummy.state import WAYS_LISTED, State
from chieu.games.rummy.text.judge import JUDGE
from chieu.games.rummy.text.outcome import outcome
from chieu.games.rummy.text.reasons import Reason, explain
from chieu.games.rummy.text.show import show
from chieu.games.rummy.text.texts import COVER, LESSON, SHEET, TEXTS

__all__ = ["GAME", "Action", "Fact", "Match", "Rules", "State", "View"]

GAME: Final[Game[Rules, State, Action, View]] = Game.of(
    game,
    name="rummy",
    rules=Rules,
    presets=PRESETS,
    match=Match,
    actions=get_args(Action),
    facts=get_args(Fact),
    view_type=View,
    listed_at_most={LayDown: WAYS_LISTED},
    presentation=Presentation(
        ranks=TWO_HIGH,
        texts=TEXTS,
        sheet=SHEET,
        show=show,
        lesson=LESSON,
        cover=COVER,
        listing=3,
    ),
    extras=Extras(
        tally=game.tally,
        judge=JUDGE,
        scoring=SCORING,
        outcome=outcome,
        odds=ODDS,
        bots={"planner": Planner, "heuristic": Heuristic, "easy": Easy},
        search=Search(sampler=RummySampler, strong=400, judged=True),
        reasons=Reasons(get_args(Reason), explain),
        quick=Quick(seats=2, lesson=10),  # three wilds, and the contract in the third turn
        batch=Batch,
    ),
)

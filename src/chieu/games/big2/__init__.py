"""Big Two (Dai Di): Lawrence's rules, those of four regions, and any mixture of them."""

from typing import Final, get_args

from chieu.core.extras import Extras, Quick, Search
from chieu.core.game import Game
from chieu.core.text.presentation import TWO_HIGH, Presentation
from chieu.core.text.reasons import Reasons
from chieu.games.big2 import game
from chieu.games.big2.ai.batch import Batch
from chieu.games.big2.ai.heuristic import Easy, Heuristic
from chieu.games.big2.ai.odds import ODDS
from chieu.games.big2.ai.sampler import Big2Sampler
from chieu.games.big2.messages import Action, Ask, Fact, View
from chieu.games.big2.rules import PRESETS, Match, Rules
from chieu.games.big2.scoring import SCORING
from chieu.games.big2.state import State
from chieu.games.big2.text.judge import JUDGE
from chieu.games.big2.text.outcome import outcome
from chieu.games.big2.text.reasons import Reason, explain
from chieu.games.big2.text.show import show
from chieu.games.big2.text.texts import COVER, LESSON, SHEET, TEXTS

__all__ = ["GAME", "Action", "Fact", "Match", "Rules", "State", "View"]

GAME: Final[Game[Rules, State, Action, View]] = Game.of(
    game,
    name="big2",
    rules=Rules,
    presets=PRESETS,
    match=Match,
    actions=get_args(Action),
    facts=get_args(Fact),
    view_type=View,
    presentation=Presentation(
        ranks=TWO_HIGH,
        texts=TEXTS,
        sheet=SHEET,
        show=show,
        lesson=LESSON,
        cover=COVER,
        listing=2,
    ),
    extras=Extras(
        tally=game.tally,
        judge=JUDGE,
        scoring=SCORING,
        outcome=outcome,
        odds=ODDS,
        bots={"heuristic": Heuristic, "easy": Easy},
        # A newcomer wants to play, not to vote. The lesson: 3♦ and so the lead, a flush and a full house.
        quick=Quick(sheet="lawrence~rsn", lesson=19),
        search=Search(sampler=Big2Sampler, strong=1_600, world_cost=3, questions=(Ask,)),
        reasons=Reasons(get_args(Reason), explain),
        batch=Batch,
    ),
)

"""Niu Niu: one family's values and multiples, the classic scale, an auction and a pay table."""

from typing import Final, get_args

from chieu.core.extras import Extras, Quick, Search
from chieu.core.game import Game
from chieu.core.text.presentation import Presentation
from chieu.core.text.reasons import Reasons
from chieu.games.niuniu import game
from chieu.games.niuniu.ai.batch import Batch
from chieu.games.niuniu.ai.heuristic import Easy, Heuristic
from chieu.games.niuniu.ai.odds import ODDS
from chieu.games.niuniu.ai.sampler import NiuNiuSampler
from chieu.games.niuniu.messages import Action, Fact, View
from chieu.games.niuniu.rules import PRESETS, Match, Rules
from chieu.games.niuniu.scoring import SCORING
from chieu.games.niuniu.state import State
from chieu.games.niuniu.text.judge import JUDGE
from chieu.games.niuniu.text.outcome import outcome
from chieu.games.niuniu.text.reasons import Reason, explain
from chieu.games.niuniu.text.show import show
from chieu.games.niuniu.text.texts import COVER, LESSON, SHEET, TEXTS

__all__ = ["GAME", "Action", "Fact", "Match", "Rules", "State", "View"]

GAME: Final[Game[Rules, State, Action, View]] = Game.of(
    game,
    name="niuniu",
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
        listing=4,
    ),
    extras=Extras(
        tally=game.tally,
        judge=JUDGE,
        scoring=SCORING,
        outcome=outcome,
        odds=ODDS,
        bots={"heuristic": Heuristic, "easy": Easy},
        search=Search(sampler=NiuNiuSampler, strong=800),
        reasons=Reasons(get_args(Reason), explain),
        # NN-24: with one stake a player would have nothing to say. The lesson: a base with a 3 in it, against a bull 5.
        quick=Quick(seats=4, sheet="custom~sm5", lesson=28),
        batch=Batch,
    ),
)

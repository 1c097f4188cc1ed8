"""Big Two (Dai Di), by Lawrence's rules, those of four regions, and any mixture of them."""

from typing import Final, get_args

from chieu.core.contract import Game
from chieu.core.extras import Extras, Quick
from chieu.core.presentation import Presentation
from chieu.core.reasons import Reasons
from chieu.core.sampling import Search
from chieu.games.big2 import game
from chieu.games.big2.batch import Batch
from chieu.games.big2.bots import Heuristic
from chieu.games.big2.cover import COVER, PRIMER
from chieu.games.big2.easy import Easy
from chieu.games.big2.judge import JUDGE
from chieu.games.big2.lesson import LESSON
from chieu.games.big2.outcome import OUTCOME_TEXTS, outcome
from chieu.games.big2.position import Position
from chieu.games.big2.reasons import TEXTS as REASON_TEXTS
from chieu.games.big2.reasons import Reason, explain
from chieu.games.big2.rules import PRESETS, Match, Rules
from chieu.games.big2.sampler import WorldSampler
from chieu.games.big2.sheet import OPTION_TEXTS, SHEET
from chieu.games.big2.show import show
from chieu.games.big2.texts import ABOUT, PRESET_TEXTS, TEXTS, TITLE
from chieu.games.big2.vocabulary import Action, Ask, Fact, View

GAME: Final[Game[Rules, Position, Action, View]] = Game(
    name="big2",
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
        listing=2,
    ),
    extras=Extras(
        tally=game.tally,
        judge=JUDGE,
        outcome=outcome,
        bots={"heuristic": Heuristic, "easy": Easy},
        quick=Quick(sheet="lawrence~rsn"),  # a newcomer wants to play, not to vote
        search=Search(sampler=WorldSampler, strong=1_600, master=32_000, drawing=3, questions=(Ask,)),
        reasons=Reasons(get_args(Reason), explain),
        batch=Batch,
    ),
)

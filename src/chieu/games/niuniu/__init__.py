"""Niu Niu, three cards for the base and two that pay: one family's values and multiples, and the classic scale."""

from typing import Final, get_args

from chieu.core.contract import Game
from chieu.core.extras import Extras, Quick
from chieu.core.presentation import Presentation
from chieu.core.reasons import Reasons
from chieu.core.sampling import Search
from chieu.games.niuniu import game
from chieu.games.niuniu.bots import Heuristic
from chieu.games.niuniu.cover import COVER, PRIMER
from chieu.games.niuniu.easy import Easy
from chieu.games.niuniu.judge import JUDGE
from chieu.games.niuniu.lesson import LESSON
from chieu.games.niuniu.outcome import OUTCOME_TEXTS, outcome
from chieu.games.niuniu.position import Position
from chieu.games.niuniu.reasons import TEXTS as REASON_TEXTS
from chieu.games.niuniu.reasons import Reason, explain
from chieu.games.niuniu.rules import PRESETS, Match, Rules
from chieu.games.niuniu.sampler import NiuNiuSampler
from chieu.games.niuniu.show import show
from chieu.games.niuniu.texts import ABOUT, OPTION_TEXTS, PRESET_TEXTS, SHEET, TEXTS, TITLE
from chieu.games.niuniu.vocabulary import Action, Fact, View

GAME: Final[Game[Rules, Position, Action, View]] = Game(
    name="niuniu",
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
    closed=game.closed,
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
        listing=4,
    ),
    extras=Extras(
        tally=game.tally,
        judge=JUDGE,
        outcome=outcome,
        bots={"heuristic": Heuristic, "easy": Easy},
        search=Search(sampler=NiuNiuSampler, strong=800, master=8_000),
        reasons=Reasons(get_args(Reason), explain),
        quick=Quick(seats=4, sheet="custom~sm5"),  # NN-24: with one stake a player would have nothing to say
    ),
)

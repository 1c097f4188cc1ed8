"""Bài Cào: three cards each, and the last digit of their sum against the dealer's."""

from typing import Final, get_args

from chieu.core.extras import Extras, Quick
from chieu.core.game import Game
from chieu.core.text.plain_show import plain_show
from chieu.core.text.presentation import Presentation
from chieu_baicao import game
from chieu_baicao.game import State
from chieu_baicao.messages import Action, Fact, View
from chieu_baicao.rules import PRESETS, Match, Rules
from chieu_baicao.scoring import SCORING
from chieu_baicao.texts import COVER, SHEET, TEXTS

GAME: Final[Game[Rules, State, Action, View]] = Game.of(
    game,
    name="baicao",
    rules=Rules,
    presets=PRESETS,
    match=Match,
    actions=(Action,),
    facts=get_args(Fact),
    view_type=View,
    presentation=Presentation(
        texts=TEXTS,
        sheet=SHEET,
        show=plain_show(TEXTS),
        cover=COVER,
    ),
    extras=Extras(
        quick=Quick(seats=4, sheet="home~sm5"),  # with a fixed stake there is nothing to decide
        scoring=SCORING,
    ),
)

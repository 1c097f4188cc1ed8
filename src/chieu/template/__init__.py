"""High Card: every seat gets a card, may swap it, and the higher card wins a stake.

`chieu new-game` copies this package under another name as a starting point.
"""

from typing import Final, get_args

from chieu.core.extras import Extras, Quick, Search
from chieu.core.game import Game
from chieu.core.text.plain_show import plain_show
from chieu.core.text.presentation import TWO_HIGH, Presentation
from chieu.template import game
from chieu.template.bots import Careful
from chieu.template.game import State
from chieu.template.messages import Action, Fact, View
from chieu.template.rules import PRESETS, Match, Rules
from chieu.template.sampler import WorldSampler
from chieu.template.scoring import SCORING
from chieu.template.texts import COVER, SHEET, TEXTS

GAME: Final[Game[Rules, State, Action, View]] = Game.of(
    game,
    name="highcard",
    rules=Rules,
    presets=PRESETS,
    match=Match,
    actions=get_args(Action),
    facts=get_args(Fact),
    view_type=View,
    presentation=Presentation(
        texts=TEXTS,
        sheet=SHEET,
        show=plain_show(TEXTS),
        cover=COVER,
        ranks=TWO_HIGH,
    ),
    extras=Extras(
        bots={"careful": Careful},
        quick=Quick(seats=4),
        scoring=SCORING,
        search=Search(sampler=WorldSampler, strong=400),
    ),
)

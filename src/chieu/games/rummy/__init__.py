"""Chinese Rummy: seven rounds, each with melds of its own to lay down."""

from typing import Final, get_args

from chieu.core.contract import Former, Game, Quick
from chieu.games.rummy import game
from chieu.games.rummy.bots import Heuristic, Planner
from chieu.games.rummy.judge import JUDGE
from chieu.games.rummy.position import WAYS_LISTED, Position
from chieu.games.rummy.rules import FIRST_PRESETS, PRESETS, Match, Rules
from chieu.games.rummy.show import show
from chieu.games.rummy.texts import ABOUT, FIRST_DIFFERS, OPTION_TEXTS, PRESET_TEXTS, SHEET, TEXTS, TITLE
from chieu.games.rummy.vocabulary import Action, Fact, LayDown, View

GAME: Final[Game[Rules, Position, Action, View]] = Game(
    name="rummy",
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
    bots={"planner": Planner, "heuristic": Heuristic},
    quick=Quick(seats=2),
    listed_at_most={LayDown: WAYS_LISTED},
    former={1: Former(presets=FIRST_PRESETS, differs=FIRST_DIFFERS)},
)

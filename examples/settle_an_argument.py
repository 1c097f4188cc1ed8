"""Two hands, two houses, two answers.

    python examples/settle_an_argument.py

"A king and a queen are ten, so with the 10 I have a base, and 3 and 7 make bull-bull!" By which rules? The judge
answers by any sheet, and says why in three languages.
"""

import chieu
from chieu.core import sheets

game = chieu.load("niuniu")
judge = game.extras.judge
question = judge.question(hand=chieu.parse("KC QD 3S 7H 10D"))
for code in ("custom", "classic"):
    rules = sheets.from_code(game, code)
    print(f"{game.presentation.preset_texts[code].title.say('en')}:")
    for line in judge.explain(rules, question, judge.answer(rules, question), "en"):
        print("   ", line)

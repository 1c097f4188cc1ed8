"""Two hands, two houses, two answers.

    python examples/settle_an_argument.py

"A king and a queen are ten, so with the 10 I have a base, and 3 and 7 make bull-bull!" By which rules? The judge
answers by any sheet, and says why in three languages.
"""

import chieu

game = chieu.load("niuniu")
for code in ("custom", "classic"):
    ruling = chieu.judge(game, "KC QD 3S 7H 10D", sheet=code)
    print(f"{game.presentation.preset(code).title.say('en')}: it pays {ruling.answer.multiple}x.")
    for line in ruling.lines("en"):
        print("   ", line)

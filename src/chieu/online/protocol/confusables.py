"""Confusable characters: those of other scripts, and of Latin itself, that look like one used here.

From Unicode's confusables (UTS #39, version 15.1): single characters that look like ASCII, like Đ, like a Vietnamese
mark or like a Chinese character, without those that NFKD makes equal anyway. The library with the full table loads a
megabyte at import, so only the tests use it, to check this table.
"""

from __future__ import annotations

from typing import Final

_LOOK_LIKE: Final = {
    "!": "ǃⵑ",
    '"': "ʺˮ˶\u05f2\u05f4᳓“”‟〃",
    "%": "٪⁒",
    "&": "ꝸ",
    "'": "ʹʻʼʽʾˈˊˋ˴՚՝\u05d9\u05f3\u07f4\u07f5ᑊᛌ‘’‛′‵ꞌ\U00016f51\U00016f52",
    "(": "❨❲〔﴾",
    ")": "❩❳〕﴿",
    "*": "\u066d⁎∗𐌟",
    "+": "᛭➕𐊛",
    ",": "\u060d\u066b‚ꓹ",
    "-": "˗\u06d4‐‒–⁃−➖Ⲻ",
    ".": "\u0660۰\u0701\u0702ꓸ꘎\U00010a50\U0001d16d",
    "/": "᜵⁁⁄∕╱⟋⧸Ⳇ〳ノ㇓丿𝈺",
    "2": "ƧϨᒿꙄꛯꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ𑣊𖼻𝈆",
    "4": "Ꮞ𑢯",
    "5": "Ƽ𑢻",
    "6": "бᏮⳒ𑣕",
    "7": "𐓒𑣆𝈒",
    "8": "Ȣȣ৪੪\u0b03𐌚\U0001e8cb",
    "9": "৭੧୨൭ⳊꝮ𑢬𑣌𑣖",
    ":": "ː˸։\u05c3\u0703\u0704\u0903\u0a83᛬᠃᠉⁚∶ꓽ꞉",
    "<": "˂ᐸᚲ‹❮𝈶",
    "=": "᐀⹀゠꓿",
    ">": "˃ᐳ›❯𖼿𝈷",
    "?": "ɁʔॽᎮꛫ",
    "A": "ΑАᎪᗅꓮ𐊠𖽀",
    "B": "ΒВᏴᗷꓐꞴ𐊂𐊡𐌁",
    "C": "СᏟⲤꓚ𐊢𐌂𐐕𐔜𑣩𑣲🝌",
    "D": "Ꭰᗞᗪꓓ",
    "E": "ΕЕᎬ⋿ⴹꓰ𐊆𑢦𑢮",
    "F": "ϜᖴꓝꞘ𐊇𐊥𐔥𑢢𑣂𝈓",
    "G": "ԌᏀᏳꓖ",
    "H": "ΗНᎻᕼⲎꓧ𐋏",
    "J": "ͿЈᎫᒍꓙꞲ",
    "K": "ΚКᏦᛕⲔꓗ𐔘",
    "L": "ᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖𝈪",
    "M": "ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑",
    "N": "ΝⲚꓠ𐔓",
    "O": "ΟОՕ\u07c0০ଠ୦ዐⲞⵔ〇ꓳ𐊒𐊫𐐄𐓂𐔖𑓐𑢵𑣠",
    "P": "ΡРᏢᑭⲢꓑ𐊕",
    "Q": "ⵕ",
    "R": "ƦᎡᏒᖇꓣ𐒴𖼵𝈖",
    "S": "ЅՏᏕᏚꓢ𐊖𐐠𖼺",
    "T": "ΤТᎢ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨",
    "U": "Սሀᑌ∪⋃ꓴ𐓎𑢸𖽂",
    "V": "Ѵ\u0667۷Ꮩᐯⴸꓦꛟ𐔝𑢠𖼈𝈍",
    "W": "ԜᎳᏔꓪ𑣦𑣯",
    "X": "ΧХ᙭ᚷ╳ⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬",
    "Y": "ΥУҮᎩᎽⲨꓬ𐊲𑢤𖽃",
    "Z": "ΖᏃꓜ𐋵𑢩𑣥",
    "\\": "∖⟍⧵⧹㇔丶𝈏𝈻",
    "^": "˄ˆ",
    "_": "\u07fa",
    "a": "ɑαа⍺",
    "b": "ƄЬᏏᑲᖯ",
    "c": "сᴄⲥꮯ𐐽",
    "d": "ԁᏧᑯꓒ",
    "e": "еҽ℮ꬲ",
    "f": "քẝꞙꬵ",
    "g": "ƍɡցᶃ",
    "h": "һհᏂ",
    "i": "ıɩɪιіӏᎥ⍳ꙇꭵ𑣃",
    "j": "ϳј",
    "l": "ƖǀΙІӀ\u05c0\u05d5\u05df\u0627\u0661۱\u07caᛁ∣⏽Ⲓⵏꓲ𐊊𐌉𐌠𖼨\U0001e8c7",
    "m": "𑜀𑣣",
    "n": "ոռ",
    "o": "οσоօ\u05e1\u0647\u0665\u06be\u06c1\u06d5۵०੦૦௦\u0c02౦\u0c82೦\u0d02ഠ൦\u0d82๐໐ဝ၀ჿᴏᴑⲟꬽ𐐬𐓪𑣈𑣗",
    "p": "ρр⍴ⲣ",
    "q": "ԛգզ",
    "r": "гᴦⲅꭇꭈꮁ",
    "s": "ƽѕꜱꮪ𐑈𑣁",
    "u": "ʋυսᴜꞟꭎꭒ𐓶𑣘",
    "v": "νѵ\u05d8ᴠ∨⋁ꮩ𑜆𑣀",
    "w": "ɯѡԝաᴡꮃ𑜊𑜎𑜏",
    "x": "×хᕁᕽ᙮⤫⤬⨯",
    "y": "ɣʏγуүყᶌỿꭚ𑣜",
    "z": "ᴢꮓ𑣄",
    "{": "❴𝄔",
    "}": "❵",
    "~": "⁓∼",
    "Đ": "ÐƉ",
    "\u0300": "\u0953",
    "\u0301": "\u059c\u059d\u0618\u064e\u0747\u0954",
    "\u0302": "\u0311\u065b\u07ee\u1cd0\ua6f0",
    "\u0303": "\u0342\u0653",
    "\u0306": "\u030c\u036e\u0658\u065a\ua67c",
    "\u0309": "\u302c",
    "\u0323": "\u05b4\u05c5\u065c\u08ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u1cdd\U00010a3a\U000111ca\U000114c3",
    "\u0335": "\u0336",
}
_CHINESE: Final = """
一ᅳ—―─━ー㇐ꟷ 丨ᅵ⎜⎟⎢⎥⎪⎮㇑ 丬⺦ 乙㇠ 乚⺃㇟ 乛⺂㇖ 亀⻲ 亅㇚ 二ニ 亻⺅イ 併倂 値值 兀⺎ 八ハ
刂⺉ 力カ 卍࿖ 卐࿕ 卜ト 口ロ囗 啓啟 土士 塡填 墫壿 夕タ 媯嬀 尢⺐ 尣⺏ 工エ 巳⺒ 帡帲 幐㬺 幺⺓ 彑⺔
忄⺖ 戶戸 扌⺘ 搉㩁 攵⺙ 斉⻫ 旡⺛ 晚晩 晣䀿 曶㫚 朌肦 朏胐 朐胊 朓脁 朘脧 朣膧 朦䑃 杮柿 榝樧 槩㮣
歯⻭ 歺⺞ 民⺠ 氵⺡ 氺⺢ 溈潙 灬⺣ 爫⺤ 犭⺨ 研硏 礻⺭ 竜⻯ 糹⺯ 絕絶 罒⺫⺲ 罓⺱ 耂⺹ 肀⺺ 胶㬵 胼腁
艹⺾⺿⻀ 蒍蔿 蘷虁 虎⻁ 衤⻂ 西⻄ 覀⻃ 见⻅ 訞䚶 訮詽 讆讏 讠⻈ 豜豣 贝⻉ 赿趆 跥跺 躗躛 軿輧 车⻋
辶⻌⻍ 郎郞 鎭鎮 钅⻐ 長⻑ 镸⻒ 长⻓ 门⻔ 阝⻏⻖ 隷隸 青⻘ 韦⻙ 页⻚ 风⻛ 飞⻜ 食⻝ 飠⻟ 饣⻠ 马⻢
鬼⻤ 鱼⻥ 鹂鹃 麦⻨ 黄⻩ 黑黒 齐⻬ 齿⻮ 龙⻰ 鿃䀹
"""  # groups; the first character of each represents it
_GROUPS: Final = {**_LOOK_LIKE, **{group[0]: group[1:] for group in _CHINESE.split()}}
TABLE: Final = str.maketrans({other: character for character, others in _GROUPS.items() for other in others})
"""Translation table from each confusable to the character it looks like."""

"""The help page of each command: players' commands in three languages, the others in English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chieu.core.text.languages import Lang, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPage:
    """Help of one command in one language. `examples` are pairs of a command line and its meaning."""

    about: str
    teach: str
    examples: tuple[tuple[str, str], ...]
    onward: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandHelp:
    """Help of one command in all languages."""

    about: Text
    teach: Text
    examples: tuple[tuple[str, Text], ...]
    onward: Text

    def page(self, lang: Lang) -> HelpPage:
        return HelpPage(
            about=self.about.say(lang),
            teach=self.teach.say(lang),
            examples=tuple((line, meaning.say(lang)) for line, meaning in self.examples),
            onward=self.onward.say(lang),
        )


def help_page(name: str, lang: Lang) -> HelpPage:
    """Return the help of a command, in English if it has no translation."""
    return PLAYERS[name].page(lang) if name in PLAYERS else {**DEVELOPERS, **OPERATORS}[name]


PLAYERS: Final[Mapping[str, CommandHelp]] = {
    "play": CommandHelp(
        about=Text("Chơi với máy ngay tại đây", "A game against bots, right here", "就在这里和机器人打牌"),
        teach=Text(
            "Chia bài cho bạn, những ghế kia là máy. Bài ai nấy xem. Gõ số của nước đi, gõ chữ (draw, compare 2, play 3D 3C) hoặc chỉ gõ"
            " lá bài (3D 3C). ? xem cách gõ, r đọc luật, s xếp bài, ! xin gợi ý, q nghỉ. Đi sai thì được nghe vì sao, theo điều nào."
            " Không chọn luật thì chơi bộ hợp với người muốn chơi ngay, như nút chơi nhanh trên trang: Niu Niu đặt 1 đến 5, Dai Di không bỏ phiếu xào lại.",
            "Deals you in; the other seats are bots, and every hand is hidden from the others. Type a move's number, its words"
            " (draw, compare 2, play 3D 3C) or just the cards (3D 3C). ? explains, r reads the rules, s sorts your hand,"
            " ! gives a hint, q leaves. A wrong move is explained, with the number of its rule. Where you ask for no rules it is a"
            " table to play at once, like the quick one on the page: Niu Niu with stakes of 1 to 5, Big Two without the vote.",
            "给你发牌，其余座位是机器人，各看各的牌。可输入编号、文字（draw、compare 2、play 3D 3C），或直接输入牌（3D 3C）。? 帮助，r 看规则，s 理牌，输入 ! 得到提示，q 离开。走错会说明原因和条号。"
            "不指定规则时，与网页上的快速开局相同：牛牛下注 1 到 5，锄大弟不投票重洗。",
        ),
        examples=(
            ("chieu play", Text("chọn trò từ danh sách", "pick a game from a menu", "从菜单选游戏")),
            (
                "chieu play xidach --seats 3 --lang vi --name An",
                Text("ba ghế, tiếng Việt", "three seats, in Vietnamese", "三个座位，越南语"),
            ),
            (
                "chieu play xidach --preset vipgame --seat 1 --seed 7",
                Text(
                    "luật khác, bạn làm cái, bài theo seed 7",
                    "another house's rules, you deal, and the cards of seed 7",
                    "另一套规则，你坐庄，用种子 7 的牌",
                ),
            ),
        ),
        onward=Text(
            "`chieu rules TRÒ` đọc luật trước; `chieu judge TRÒ` phân xử khi cãi nhau.",
            "`chieu rules GAME` to read the rules first; `chieu judge GAME` when people argue.",
            "`chieu rules 游戏` 先看规则；有争论时用 `chieu judge 游戏`。",
        ),
    ),
    "table": CommandHelp(
        about=Text("Chơi tại bàn trên máy chủ, từ terminal", "Plays at a table on a server", "在服务器的牌桌上打牌"),
        teach=Text(
            "Mở một bàn trên máy chủ, hoặc vào bàn bằng link bạn bè gửi, rồi chơi ngay trong terminal với người ở trang web. Bài do"
            " mọi người cùng xào. Mất mạng thì tự nối lại; ghế là của bạn, kể cả khi mở lại ngày mai.",
            "Opens a table on a server, or joins one by the link a friend sent, and plays from the terminal with people on the"
            " page. Everybody has a part in the shuffle. A lost connection comes back by itself, and your seat stays yours,"
            " tomorrow too.",
            "在服务器上开一桌，或用朋友发来的链接入座，在终端里和网页上的人一起打。洗牌人人有份。断线自动重连，座位一直是你的，明天也是。",
        ),
        examples=(
            (
                "chieu table xidach --bots heuristic,heuristic --seats 3 --name An",
                Text("mở bàn với hai máy", "open a table with two bots", "开一桌，带两个机器人"),
            ),
            (
                "chieu table http://127.0.0.1:8000/t/LINK --name Hoa",
                Text("vào bàn của bạn bè", "join a friend's table", "加入朋友的牌桌"),
            ),
            (
                "chieu table http://127.0.0.1:8000/t/LINK --watch",
                Text("chỉ xem", "just watch", "只看"),
            ),
        ),
        onward=Text(
            "`chieu serve` mở máy chủ; `chieu verify` kiểm chứng ván bài sau khi xong.",
            "`chieu serve` runs a server; `chieu verify` checks a deal when it is over.",
            "`chieu serve` 运行服务器；`chieu verify` 在局后验证。",
        ),
    ),
    "games": CommandHelp(
        about=Text("Có những trò gì", "What can be played", "有哪些游戏"),
        teach=Text(
            "Liệt kê các trò, số ghế, các bộ luật có sẵn và một câu về mỗi trò.",
            "Lists the games with their seats, their presets (named sets of house rules) and a line about each.",
            "列出所有游戏、座位数、预设规则，以及一句话介绍。",
        ),
        examples=(
            ("chieu games", Text("mọi trò", "all of them", "全部")),
            ("chieu games --lang vi", Text("bằng tiếng Việt", "in Vietnamese", "用越南语")),
        ),
        onward=Text(
            "`chieu rules TRÒ` đọc luật, `chieu play TRÒ` chơi luôn.",
            "`chieu rules GAME` reads you the rules, `chieu play GAME` deals you in.",
            "`chieu rules 游戏` 看规则，`chieu play 游戏` 直接开始。",
        ),
    ),
    "rules": CommandHelp(
        about=Text("Đọc luật của một bộ luật nhà", "The rules of a house, in words", "用文字说明一套规则"),
        teach=Text(
            "Đọc một bộ luật thành lời, mỗi câu có số điều. Chỗ khác với bộ luật có sẵn được đánh dấu *. Kèm theo mã ngắn để gửi"
            " cho bạn bè, và bảng mọi tùy chọn với giá trị được phép.",
            "Reads a rule sheet in prose, each line under its rule's number. What departs from the preset is marked with *."
            " Then the sheet as a line of text, as a short code to send to friends, and every option with what it takes.",
            "把一套规则说成文字，每句带条号；与预设不同之处以 * 标出。另给出一行文本、可发给朋友的短码，以及所有选项和允许的取值。",
        ),
        examples=(
            ("chieu rules xidach", Text("bộ luật đầu tiên", "the first preset", "第一套预设")),
            (
                "chieu rules xidach --preset vipgame --set stake_max=5 compare=yes",
                Text("đổi hai tùy chọn", "a preset with two things changed", "在预设上改两项"),
            ),
            (
                "chieu rules xidach --code vipgame~sm5~cmy --lang vi",
                Text("đọc lại từ mã", "the same from its code, in Vietnamese", "由短码读出，用越南语"),
            ),
        ),
        onward=Text(
            "Mọi lệnh khác cũng nhận --preset, --set và --code: `chieu play xidach --code vipgame~sm5`.",
            "Every other command takes --preset, --set and --code as well: `chieu play xidach --code vipgame~sm5`.",
            "其他命令同样接受 --preset、--set 和 --code：`chieu play xidach --code vipgame~sm5`。",
        ),
    ),
    "judge": CommandHelp(
        about=Text("Phân xử một ván cãi nhau", "Settles an argument and cites the rule", "裁定一场争论，并引用规则"),
        teach=Text(
            "Cho biết bài trên bàn, lệnh này nói ai thắng và theo điều nào. Mỗi trò hỏi những thứ của nó: `chieu judge TRÒ --help`"
            " kể ra. Có thể viết theo tên (--dealer ...) hoặc theo thứ tự.",
            "Tell it the cards on the table and it says who wins, and by which rule. Each game asks for its own things:"
            " `chieu judge GAME --help` lists them. They can be given by name (--dealer ...) or in order.",
            "告诉它桌上的牌，它说明谁赢、依据哪条规则。每个游戏所需信息不同：`chieu judge 游戏 --help` 会列出。可按名称（--dealer ...）或按顺序给出。",
        ),
        examples=(
            (
                'chieu judge xidach --dealer "10S 6H" --player "AS 5D" --preset vipgame',
                Text(
                    "nhà cái 16, nhà con Át với 5", "the dealer's 16 against an ace and a five", "庄家 16 点对 A 和 5"
                ),
            ),
            (
                'chieu judge niuniu "KC QD 3S 7H 10D"',
                Text("một tay bài ăn mấy lần", "what a hand pays; the cards given in order", "一手牌几倍；按顺序给牌"),
            ),
            (
                'echo \'{"dealer": "10S 6H", "player": "AS KD"}\' | chieu judge xidach --jsonl',
                Text(
                    "mỗi dòng JSON một câu hỏi, bao nhiêu dòng cũng được",
                    "one question a line of JSON, as many as you like",
                    "每行一个 JSON 问题，多少都行",
                ),
            ),
        ),
        onward=Text(
            "`chieu rules TRÒ` đọc cả bộ luật; --preset, --set và --code cho luật của nhà bạn.",
            "`chieu rules GAME` reads you the whole sheet; --preset, --set and --code judge by your own house's rules.",
            "`chieu rules 游戏` 阅读整套规则；--preset、--set 和 --code 按你家的规则裁定。",
        ),
    ),
    "simulate": CommandHelp(
        about=Text(
            "Cho máy chơi nhiều ván rồi thống kê", "Many deals among bots, and the odds", "让机器人打很多局并统计"
        ),
        teach=Text(
            "Máy đấu với máy nhiều ván: mỗi ghế ăn thua trung bình bao nhiêu (khoảng tin cậy 95 %), thắng, huề, thua bao nhiêu phần"
            " trăm, và những gì đã xảy ra bao nhiêu lần. Ván thứ k của một seed lúc nào cũng chia lại được y như cũ.",
            "Plays deals among bots: what each seat wins on average (with a 95 % confidence interval), how often it wins, pushes"
            " and loses, and how often things happened. Deal k of a seed can always be dealt again.",
            "让机器人互相对局：每个座位的平均输赢（95 % 置信区间）、胜平负比例，以及各种情况出现的频率。同一种子的第 k 局总能重现。",
        ),
        examples=(
            ("chieu simulate xidach --deals 10000", Text("luật đầu tiên", "the first preset", "第一套预设")),
            (
                "chieu simulate xidach --deals 2000 --seats 2 --set dealer_must_draw_below=18",
                Text("một luật khác thì sao?", "what does another rule do?", "换一条规则会怎样？"),
            ),
            (
                "chieu simulate xidach --deals 100 --bots heuristic,random --records deals.txt --json",
                Text(
                    "hai loại máy, giữ lại biên bản",
                    "two kinds of bots, records kept, for programs",
                    "两种机器人，保存牌谱",
                ),
            ),
        ),
        onward=Text(
            "`chieu replay deals.txt` kể lại từng ván; `chieu play` để tự mình chơi.",
            "`chieu replay deals.txt` tells the deals move by move; `chieu play` lets you in.",
            "`chieu replay deals.txt` 逐步回放；`chieu play` 亲自上场。",
        ),
    ),
    "solve": CommandHelp(
        about=Text("Giải trọn: đánh sao là hay nhất", "Best play, solved exactly", "精确求解：怎样打最好"),
        teach=Text(
            "Giải trọn một trò theo đúng luật nhà bạn, nếu trò đó giải được: Xì Dách hai người. Cho biết với cách đánh hay nhất thì"
            " mỗi ván ai lời bao nhiêu, khi nào nên rút, và cách đánh ấy còn hở bao nhiêu (tính chính xác bằng đối thủ giỏi nhất có thể)."
            " Luật nào giải rồi thì lần sau có ngay.",
            "Solves a game by your own house rules where that can be done: Xì Dách at two seats. Says what the deal is worth when"
            " both sides play as well as can be, when to draw, and what the best possible opponent could still gain"
            " (reckoned exactly). A sheet solved once is there at once the next time.",
            "按你家的规则精确求解一个游戏，只要可行：两人越式二十一点。给出双方都打到最好时每局的价值、何时该要牌，以及最强对手还能多赢多少（精确计算）。解过的规则下次立即可得。",
        ),
        examples=(
            (
                "chieu solve xidach",
                Text("luật đầu tiên, có bảng", "the first preset, with charts", "第一套预设，附图表"),
            ),
            (
                "chieu solve xidach --preset vipgame --set pay_ngu_linh=2 --json",
                Text(
                    "Ngũ Linh ăn gấp đôi thì sao?", "what if Ngũ Linh pays double? For programs", "五小龙赔双倍会怎样？"
                ),
            ),
            (
                "chieu solve xidach --strategy best.jsonl",
                Text("ghi từng tay bài ra tệp", "every hand there is, in a file", "把每手牌写入文件"),
            ),
        ),
        onward=Text(
            "docs/solved.md nói thế nào là chính xác và đã kiểm tra ra sao. `chieu simulate` chơi thử nhiều ván.",
            "docs/solved.md tells what is exact and how it was checked. `chieu simulate` plays many deals among bots.",
            "docs/solved.md 说明何为精确、如何检验。`chieu simulate` 让机器人打很多局。",
        ),
    ),
    "replay": CommandHelp(
        about=Text("Kiểm tra và kể lại biên bản", "Checks a record and tells it move by move", "检查牌谱并逐步讲述"),
        teach=Text(
            "Đọc biên bản (một hay nhiều ván), kiểm tra tổng của từng dòng, đánh lại cả ván và kể từng nước. Đổi một chữ là biết"
            " ngay ở dòng nào (mã thoát 1).",
            "Reads a record of one deal or many, checks the sum of every line, plays the moves again and tells each in words."
            " One changed byte, and it names the line (exit code 1).",
            "读取一局或多局牌谱，核对每行校验值，重走每一步并用文字讲述。改动一个字节，就会指出是哪一行（退出码 1）。",
        ),
        examples=(
            ("chieu replay deals.txt", Text("kể hết", "all of it", "全部讲述")),
            (
                "chieu replay deals.txt --deal 3 --step --seat 1",
                Text(
                    "ván 3, từng nước một, nhìn từ ghế 1",
                    "deal 3, a move at a time, as seat 1 saw it",
                    "第 3 局，逐步，从 1 号位看",
                ),
            ),
            (
                "chieu replay - < deals.txt > /dev/null && echo right",
                Text("chỉ kiểm tra", "just check it", "只检查"),
            ),
        ),
        onward=Text(
            "`chieu simulate ... --records deals.txt` ghi biên bản.",
            "`chieu simulate ... --records deals.txt` writes records.",
            "`chieu simulate ... --records deals.txt` 可写出牌谱。",
        ),
    ),
    "review": CommandHelp(
        about=Text("Xem lại: nước nào sai, mất bao nhiêu", "Finds the mistakes of a deal", "复盘：找出失误"),
        teach=Text(
            "Xem lại từng lựa chọn trong biên bản: mỗi cách đi trung bình ăn bao nhiêu, kém cách tốt nhất bao nhiêu, chắc đến đâu."
            " Chỉ xét theo những gì ghế đó biết lúc ấy: bài giấu được chia lại nhiều lần, rồi máy đánh tiếp. Chỉ gọi là sai khi"
            " chênh lệch lớn hơn sai số. Chỗ nào tính hết được thì ghi là chính xác.",
            "Goes through the choices of a record: what each option wins on average, how far it is behind the best, and how sure"
            " that is. Judged only by what the seat could know then: hidden cards are dealt anew many times and bots play on."
            " A choice is called a mistake only if the difference is clear of its margin. What could be reckoned through is"
            " called exact.",
            "逐一复盘牌谱中的选择：每种走法平均赢多少、比最佳少多少、有多大把握。只按该座位当时所知来评判：暗牌多次重新发，由机器人打完。只有差距超出误差才称为失误。能算尽的标为精确。",
        ),
        examples=(
            ("chieu review deals.txt --deal 1", Text("mọi ghế của ván 1", "every seat of deal 1", "第 1 局的所有座位")),
            (
                "chieu review deals.txt --deal 2 --seat 1 --worlds 1000",
                Text("chỉ ghế 1, kỹ hơn", "seat 1 only, and more thoroughly", "只看 1 号位，更细"),
            ),
        ),
        onward=Text(
            "Trong `chieu play`, gõ ! để được gợi ý ngay lúc chơi. docs/coach.md nói cách tính.",
            "In `chieu play` an ! gives a hint while you play. docs/coach.md tells how it is worked out.",
            "在 `chieu play` 中输入 ! 可随时获得提示。docs/coach.md 说明算法。",
        ),
    ),
    "verify": CommandHelp(
        about=Text("Kiểm chứng xào bài", "Checks that a table's shuffles were fair", "验证牌桌的洗牌"),
        teach=Text(
            "Đọc biên bản tải về từ một bàn trên máy chủ, đánh lại cả ván và tính lại mọi lần xào chỉ từ những gì đã công bố: cam kết"
            " của máy chủ, phần góp của từng người, hạt giống mở ra khi hết ván. Sai ở đâu nói ở đó (mã thoát 1).",
            "Reads a record downloaded from a table on a server, replays it and computes every shuffle again from what was"
            " published: the server's commitment, what each person contributed, the seed that opened when the deal was over."
            " What does not hold is named (exit code 1).",
            "读取从服务器牌桌下载的牌谱，重放全局，并仅凭公布的数据重新计算每次洗牌：服务器承诺、各人贡献、局终公开的种子。不符之处会指出（退出码 1）。",
        ),
        examples=(
            ("chieu verify deal.txt", Text("kiểm chứng một biên bản", "check one record", "验证一份牌谱")),
            ("chieu verify deal.txt deal-2.txt", Text("kiểm chứng cả buổi", "check a whole evening", "验证一整晚")),
            ("chieu verify - < deal.txt", Text("từ đầu vào chuẩn", "from standard input", "从标准输入")),
        ),
        onward=Text(
            "docs/fairness.md nói xào bài ra sao, đủ để tự viết một bộ kiểm chứng.",
            "docs/fairness.md tells how cards are shuffled, enough to write a verifier of your own.",
            "docs/fairness.md 说明如何洗牌，足以自己写一个验证器。",
        ),
    ),
}

DEVELOPERS: Final[Mapping[str, HelpPage]] = {
    "arena": HelpPage(
        about="Play bots against each other and rate them",
        teach=(
            "Every pairing plays the same deals, and each bot sits in every seat in turn, so the luck of the cards cancels out."
            " The report shows what a bot wins against copies of another one, with a 95 % confidence interval, and a rating of"
            " all bots (200 points more: ahead on 76 of 100 deals). The same seed, rules and version give the same result on"
            " any number of processes or machines."
        ),
        examples=(
            (
                "chieu arena xidach --bots heuristic,solved,random --seats 2 --deals 400",
                "three bots, every pairing",
            ),
            (
                "chieu arena big2 --bots heuristic --against random --deals 20 --results big2.jsonl --plot big2.svg",
                "one pairing; save the results so that you can resume, and plot them",
            ),
            (
                "chieu arena rummy --bots planner,heuristic --matches 4 --jobs 2 --json",
                "whole matches, as JSON",
            ),
        ),
        onward=(
            "docs/bots.md explains how to write a bot. To use several machines: `dask scheduler`, `dask worker ADDRESS`, then"
            " --cluster ADDRESS."
        ),
    ),
    "perft": HelpPage(
        about="Count the move sequences of a deal at each depth",
        teach=(
            "Shuffles once with the seed and counts all move sequences of each length, with the time taken. Two implementations"
            " of the same rules must give the same counts, so this checks correctness and speed at once."
        ),
        examples=(
            ("chieu perft xidach --depth 4", "up to four moves"),
            (
                "chieu perft xidach --seats 2 --seed 7 --depth 5 --divide",
                "split by first move, to find where two counts differ",
            ),
        ),
        onward="`chieu simulate` plays whole deals.",
    ),
    "new-game": HelpPage(
        about="Create a new game from a working template",
        teach=(
            "Writes a small working game with a bot, texts in three languages and tests, for you to turn into your own. It is a"
            " separate package that Chiếu finds once it is installed; nothing else needs editing. Its tests check the laws"
            " that every game must keep: no card leaks, no card is lost, payoffs add up to zero and every deal ends."
        ),
        examples=(
            ("chieu new-game baicao", "a package in this folder"),
            ("chieu new-game war --into games", "in another folder"),
        ),
        onward="`chieu games` lists all games; docs/new-game.md is a step-by-step guide.",
    ),
}

OPERATORS: Final[Mapping[str, HelpPage]] = {
    "serve": HelpPage(
        about="Run a server that friends can play on",
        teach=(
            "Runs the server and its web page. Anyone who opens a table's link can sit down, without an account. All data is in"
            " one SQLite file. Ctrl-C stops the server without losing anything."
        ),
        examples=(
            ("chieu serve", "on this machine only"),
            (
                "chieu serve --host 0.0.0.0 --port 9000 --data tables.db",
                "for everyone on your network, with its own data file",
            ),
        ),
        onward="`chieu verify` checks records downloaded from a table. docs/operations.md is the operator's guide.",
    ),
    "telegram": HelpPage(
        about="Run a Telegram bot for a group of friends",
        teach=(
            "Runs the bot. Typing /play in a group opens a table, and each player's hand arrives in a private chat. Rules and"
            " shuffle are the same as on the web page, and a table can have players in the chat and on the page. Only one"
            " process can use a SQLite file: to serve the page as well, run `chieu serve --telegram-token-file FILE`, or let"
            " both use one PostgreSQL database."
        ),
        examples=(
            ("chieu telegram --telegram-token-file bot.token", "read the token from a file"),
            (
                "chieu serve --telegram-token-file bot.token --public-url https://cards.example",
                "the page and the bot in one process",
            ),
        ),
        onward="docs/telegram.md explains how to create a bot.",
    ),
    "tables": HelpPage(
        about="List, export and remove a server's tables",
        teach=(
            "Lists the tables in a store with their size, age, people and deals. Exports the records of all deals of a table to"
            " one file that `chieu verify` reads. Removes the log of a table; its book (who won what) stays. Listing and"
            " exporting work while the server runs. To remove tables from a SQLite file, stop the server first."
        ),
        examples=(
            ("chieu tables list --older 30", "tables nobody has touched for 30 days"),
            ("chieu tables export LINK --to records", "export the records of a table"),
            ("chieu tables remove LINK", "remove its log and keep its book"),
        ),
        onward="`chieu verify` checks exported files; `chieu serve --keep-days` removes old tables automatically.",
    ),
    "backup": HelpPage(
        about="Copy a server's tables while it runs",
        teach=(
            "Takes a consistent copy of the data file while the server keeps running. The copy is checked before it appears."
            " Start a server with `chieu serve --data COPY` and everybody can play on."
        ),
        examples=(
            ("chieu backup tables-copy.db", "copy your own tables"),
            ("chieu backup tables-copy.db --data tables.db", "copy another data file"),
        ),
        onward="`chieu serve --data COPY` runs from the copy.",
    ),
    "restored": HelpPage(
        about="Mark a store as restored from a backup",
        teach=(
            "A server recognizes a copy made by `chieu backup`. It cannot recognize a PostgreSQL dump or a disk snapshot: run"
            " this before the server starts. Deals in progress are annulled, chips go back to what they were before those"
            " deals, and everybody at the table is notified."
        ),
        examples=(
            ("chieu restored", "your own tables"),
            ("chieu restored --data postgresql://localhost/cards", "a database"),
        ),
        onward="`chieu backup` copies tables; `chieu serve` runs a server.",
    ),
}

COMMANDS: Final = (*PLAYERS, *DEVELOPERS, *OPERATORS)

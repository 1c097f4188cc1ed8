"""What the help of each command teaches: a line, a short explanation, worked examples, and how to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chieu.core.texts import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandHelp:
    """The help of one command."""

    about: Text
    teach: Text
    examples: tuple[tuple[str, Text], ...]
    onward: Text


COMMAND_HELP: Final[Mapping[str, CommandHelp]] = {
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
    "arena": CommandHelp(
        about=Text(
            "Cho các máy đấu nhau: máy nào giỏi hơn", "Which bot is better: a tournament", "机器人锦标赛：谁更强"
        ),
        teach=Text(
            "Mỗi cặp máy đánh cùng những ván bài, và mỗi máy lần lượt ngồi mọi ghế: bài may hay rủi không còn tính. Kết quả là máy này ăn"
            " bao nhiêu giữa toàn máy kia, chắc đến đâu, và một hạng chung (hơn 200 điểm thì hơn ở 76 trong 100 ván). Cùng seed, cùng"
            " luật, cùng phiên bản thì ai chạy cũng ra y hệt, bao nhiêu tiến trình hay máy tính cũng vậy.",
            "Every pairing plays the same deals, and each bot sits in every seat in turn: the luck of the cards counts for nothing."
            " It tells what a bot wins among copies of another, how sure that is, and a rating for all (200 points more: ahead on 76"
            " deals of 100). With the same seed, rules and version anybody gets the same, on however many processes or machines.",
            "每对机器人打同样的牌局，并轮流坐遍所有座位：牌运不再起作用。给出一个机器人坐在另一种机器人中间赢多少、有多大把握，以及总等级分（高 200 分：100 局中有 76 局领先）。"
            "种子、规则、版本相同，任何人都得到同样的结果，不论用多少进程或机器。",
        ),
        examples=(
            (
                "chieu arena xidach --bots heuristic,solved,random --seats 2 --deals 400",
                Text("ba máy, mọi cặp", "three bots, every pairing", "三个机器人，两两对阵"),
            ),
            (
                "chieu arena big2 --bots heuristic --against random --deals 20 --results big2.jsonl --plot big2.svg",
                Text(
                    "một cặp; giữ kết quả để đánh tiếp lần sau, và vẽ hình",
                    "one pairing; kept so that you can go on later, and drawn",
                    "只打一对；保存结果以便继续，并画图",
                ),
            ),
            (
                "chieu arena rummy --bots planner,heuristic --matches 4 --jobs 2 --json",
                Text("trọn trận, cho chương trình", "whole matches, for programs", "打完整比赛，供程序使用"),
            ),
        ),
        onward=Text(
            "docs/bots.md nói cách viết một máy. Nhiều máy tính: `dask scheduler`, `dask worker ĐỊACHỈ`, rồi --cluster ĐỊACHỈ.",
            "docs/bots.md tells how to write a bot. Several machines: `dask scheduler`, `dask worker ADDRESS`, then --cluster ADDRESS.",
            "docs/bots.md 说明如何写机器人。多台机器：`dask scheduler`、`dask worker 地址`，然后 --cluster 地址。",
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
    "serve": CommandHelp(
        about=Text("Mở máy chủ cho bạn bè", "Runs a server that friends can play on", "为朋友开一个服务器"),
        teach=Text(
            "Chạy máy chủ và trang web. Ai mở đường dẫn là vào bàn được, không cần tài khoản. Dữ liệu nằm trong một tệp SQLite;"
            " Ctrl-C để dừng, không mất gì.",
            "Runs the server and its page. Whoever opens a table's link can sit down, without an account. All data is in one"
            " SQLite file; Ctrl-C stops it and loses nothing.",
            "运行服务器和网页。打开链接就能入座，无需账号。数据在一个 SQLite 文件里；Ctrl-C 停止，不丢数据。",
        ),
        examples=(
            ("chieu serve", Text("trên máy này", "on this machine", "在本机")),
            (
                "chieu serve --host 0.0.0.0 --port 9000 --data tables.db",
                Text(
                    "cho cả mạng trong nhà, tệp dữ liệu riêng",
                    "for everyone on your network, with a data file of its own",
                    "对局域网开放，并指定数据文件",
                ),
            ),
        ),
        onward=Text(
            "`chieu verify` kiểm chứng biên bản tải về từ bàn.",
            "`chieu verify` checks records downloaded from a table.",
            "`chieu verify` 验证从牌桌下载的牌谱。",
        ),
    ),
    "telegram": CommandHelp(
        about=Text(
            "Cho nhóm Telegram chơi bài", "Runs a Telegram bot for a group of friends", "为 Telegram 群运行机器人"
        ),
        teach=Text(
            "Chạy bot: nhóm chat gõ /play là mở bàn, bài của ai gửi riêng cho người đó. Vẫn là những bàn ấy: cùng luật, cùng cách"
            " xào, có người ngồi trong chat, có người ngồi trên trang web. Tệp SQLite chỉ một tiến trình dùng: muốn có cả trang"
            " web thì chạy `chieu serve --telegram-token-file TỆP`, hoặc dùng PostgreSQL cho cả hai.",
            "Runs the bot: a group types /play to open a table, and each player's hand comes in a chat of their own. They are the"
            " same tables: same rules, same shuffle, seats in the chat and on the page at once. A SQLite file belongs to one"
            " process: for the page too, run `chieu serve --telegram-token-file FILE`, or both on one PostgreSQL.",
            "运行机器人：在群里输入 /play 开桌，各人的牌私下发给本人。牌桌是同一张：同样的规则和洗牌，聊天里和网页上都能坐。"
            "SQLite 文件只供一个进程使用：要同时开网页，请用 `chieu serve --telegram-token-file 文件`，或两者共用 PostgreSQL。",
        ),
        examples=(
            (
                "chieu telegram --telegram-token-file bot.token",
                Text("mã nằm trong một tệp", "with the token in a file", "令牌放在文件里"),
            ),
            (
                "chieu serve --telegram-token-file bot.token --public-url https://cards.example",
                Text("trang web và bot cùng lúc", "the page and the bot at once", "网页和机器人一起"),
            ),
        ),
        onward=Text(
            "docs/telegram.md chỉ cách tạo bot.",
            "docs/telegram.md says how to make a bot.",
            "docs/telegram.md 说明如何创建机器人。",
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
    "restored": CommandHelp(
        about=Text(
            "Báo rằng các bàn đã quay về bản sao lưu", "Says that tables went back to a back-up", "声明牌桌已回到备份"
        ),
        teach=Text(
            "Bản do `chieu backup` chép thì máy chủ tự nhận ra. Bản chép của PostgreSQL, hay cả ổ đĩa được trả về lúc trước, thì"
            " không: chạy lệnh này trước khi mở máy chủ. Ván đang chơi dở bị huỷ, chip như trước ván, và cả bàn được báo.",
            "A server knows a copy of `chieu backup` by itself. It cannot know a PostgreSQL dump, or a disk that was put back:"
            " run this before the server starts. Deals that ran are annulled, chips are as before them, and everybody is told.",
            "`chieu backup` 的副本服务器自己认得出。PostgreSQL 的转储或整盘恢复则不行：在启动服务器前运行本命令。进行中的局作废，"
            "筹码恢复到局前，并告知全桌。",
        ),
        examples=(
            ("chieu restored", Text("các bàn của bạn", "your own tables", "你的牌桌")),
            (
                "chieu restored --data postgresql://localhost/cards",
                Text("một cơ sở dữ liệu", "a database", "一个数据库"),
            ),
        ),
        onward=Text(
            "`chieu backup` chép các bàn; `chieu serve` mở máy chủ.",
            "`chieu backup` copies tables; `chieu serve` runs a server.",
            "`chieu backup` 复制牌桌；`chieu serve` 运行服务器。",
        ),
    ),
    "backup": CommandHelp(
        about=Text("Sao lưu các bàn của máy chủ", "Copies a server's tables while it runs", "备份服务器的牌桌"),
        teach=Text(
            "Chép tệp dữ liệu đúng như nó ở một khoảnh khắc, trong khi máy chủ vẫn chạy. Bản sao được kiểm tra trước khi xuất hiện;"
            " đem nó cho `chieu serve --data` là chơi tiếp được.",
            "Copies the data file as it is at one moment, while the server runs on. The copy is checked before it appears; give it"
            " to `chieu serve --data` and everybody plays on.",
            "在服务器运行时复制数据文件某一刻的状态。副本出现前会先检查；交给 `chieu serve --data` 即可继续打。",
        ),
        examples=(
            ("chieu backup tables-copy.db", Text("chép dữ liệu của bạn", "copy your own tables", "复制你的数据")),
            (
                "chieu backup tables-copy.db --data tables.db",
                Text("chép một tệp khác", "copy another data file", "复制另一个数据文件"),
            ),
        ),
        onward=Text(
            "`chieu serve --data BẢN_SAO` chạy từ bản sao.",
            "`chieu serve --data COPY` runs from the copy.",
            "`chieu serve --data 副本` 从副本运行。",
        ),
    ),
    "tables": CommandHelp(
        about=Text(
            "Liệt kê, xuất, xóa các bàn của máy chủ",
            "Lists, exports and removes a server's tables",
            "列出、导出、删除服务器的牌桌",
        ),
        teach=Text(
            "Cho biết máy chủ đang giữ những bàn nào: dung lượng, tuổi, người, số ván. Xuất biên bản mọi ván của một bàn vào một tệp"
            " mà `chieu verify` đọc được. Xóa nhật ký của bàn: sổ ai thắng bao nhiêu vẫn còn. Liệt kê và xuất được khi máy chủ đang"
            " chạy; muốn xóa ở tệp SQLite thì dừng máy chủ trước.",
            "Tells which tables a server keeps: size, age, people, deals. Exports the records of all deals of a table to one file"
            " that `chieu verify` reads. Removes the log of a table: its book, who won what, stays. Lists and exports go while"
            " the server runs; to remove from a SQLite file, stop it first.",
            "显示服务器保存了哪些牌桌：大小、时间、人、局数。把一张桌子所有局的记录导出到一个文件，`chieu verify` 能读。"
            "删除牌桌的日志：谁赢多少的账本仍在。列出和导出可在服务器运行时进行；从 SQLite 文件删除须先停服务器。",
        ),
        examples=(
            (
                "chieu tables list --older 30",
                Text(
                    "bàn 30 ngày không ai đụng tới", "tables that nobody has touched for 30 days", "30 天没人动过的牌桌"
                ),
            ),
            (
                "chieu tables export LINK --to records",
                Text("xuất biên bản một bàn", "export the records of a table", "导出一张桌子的记录"),
            ),
            (
                "chieu tables remove LINK",
                Text("xóa nhật ký, giữ sổ", "remove its log and keep its book", "删除日志，保留账本"),
            ),
        ),
        onward=Text(
            "`chieu verify` kiểm chứng tệp đã xuất; `chieu serve --keep-days` tự xóa bàn cũ.",
            "`chieu verify` checks what was exported; `chieu serve --keep-days` lets old tables go by itself.",
            "`chieu verify` 验证导出的文件；`chieu serve --keep-days` 自动清理旧桌。",
        ),
    ),
    "new-game": CommandHelp(
        about=Text(
            "Viết một trò mới, chơi được liền", "Writes a new game that plays at once", "写出一个马上能玩的新游戏"
        ),
        teach=Text(
            "Ghi ra một trò nhỏ đã chạy được, có máy chơi, có lời bằng ba thứ tiếng và có bài kiểm tra, để bạn sửa thành trò của"
            " mình. Đó là một gói riêng: cài vào là Chiếu tự tìm thấy, không phải sửa dòng nào ở chỗ khác. Bài kiểm tra buộc trò"
            " mới giữ mọi luật chung: không lộ bài, không mất lá, không mất điểm, ván nào cũng có hồi kết.",
            "Writes a small game that works, with a bot, its texts in three languages and its tests, to be made into your own. It is"
            " a package of its own: once it is installed Chiếu finds it, and no line is edited elsewhere. The tests hold it to the"
            " laws of all games: no card leaks, none is lost, chips add up, every deal ends.",
            "写出一个能运行的小游戏，带机器人、三种语言的文字和测试，供你改成自己的游戏。它是一个独立的包：装上之后 Chiếu 就能找到，"
            "别处一行都不用改。测试要求它遵守所有游戏的共同规则：不泄牌、不丢牌、筹码守恒、每局必有结束。",
        ),
        examples=(
            (
                "chieu new-game baicao",
                Text("một gói trong thư mục này", "a package in this folder", "在当前文件夹写一个包"),
            ),
            (
                "chieu new-game war --into games",
                Text("trong thư mục khác", "in another folder", "写到别的文件夹"),
            ),
        ),
        onward=Text(
            "`chieu games` liệt kê mọi trò; docs/new-game.md dẫn từng bước.",
            "`chieu games` lists all games; docs/new-game.md goes through it step by step.",
            "`chieu games` 列出所有游戏；docs/new-game.md 一步步讲解。",
        ),
    ),
    "perft": CommandHelp(
        about=Text("Đếm mọi nước đi tới một độ sâu", "Counts all ways to go, depth by depth", "逐层数出所有走法"),
        teach=Text(
            "Xào một lần theo seed rồi đếm mọi cách đi tới từng độ sâu, kèm thời gian. Hai bản của cùng một luật phải cho cùng số"
            " đếm; nhanh chậm cũng thấy ở đây.",
            "Shuffles once by the seed and counts every way to go on, depth by depth, with the time it took. Two versions of the"
            " same rules must count the same, and a slow one shows.",
            "按种子洗一次牌，逐层数出所有走法并计时。同一规则的两个版本必须得出相同的数目，快慢也一目了然。",
        ),
        examples=(
            ("chieu perft xidach --depth 4", Text("tới độ sâu 4", "four moves deep", "四步深")),
            (
                "chieu perft xidach --seats 2 --seed 7 --depth 5 --divide",
                Text("chia theo nước đầu", "parted by the first move, to find where two counts differ", "按第一步拆分"),
            ),
        ),
        onward=Text(
            "`chieu simulate` chơi trọn ván thay vì đếm.",
            "`chieu simulate` plays whole deals instead of counting them.",
            "`chieu simulate` 会打完整局而不是计数。",
        ),
    ),
}

"""Texts of the players' commands, and of what other commands share with them, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.text.languages import Lang, Text


def say(key: str, lang: Lang, **values: object) -> str:
    """A text in a language with its places filled in."""
    return TEXTS[key].say(lang, **values)


TEXTS: Final[Mapping[str, Text]] = {
    "overview.about": Text(
        "chơi bài theo luật nhà mình: chơi, phân xử, thống kê, kể lại",
        "card games by your own house rules: play, settle, count, replay",
        "按自家规则打牌：对局、裁定、统计、回放",
    ),
    "overview.games": Text("Trò: {games}", "Games: {games}", "游戏：{games}"),
    "overview.others": Text(
        "`chieu --help` kể hết các lệnh khác.",
        "`chieu --help` lists everything else.",
        "`chieu --help` 列出其他所有命令。",
    ),
    "overview.onward": Text(
        "Bắt đầu với `chieu play`. `chieu LỆNH --help` giải thích từng lệnh, có ví dụ. --lang vi|en|zh chọn ngôn ngữ.",
        "Start with `chieu play`. `chieu COMMAND --help` explains each, with examples. --lang vi|en|zh sets the language.",
        "从 `chieu play` 开始。`chieu 命令 --help` 有说明和例子。用 --lang vi|en|zh 选择语言。",
    ),
    "version.compiled": Text("lõi đã biên dịch", "kernels compiled", "内核已编译"),
    "version.uncompiled": Text(
        "lõi chưa biên dịch: chậm hơn, kết quả như nhau",
        "kernels not compiled: slower, same results",
        "内核未编译：较慢，结果相同",
    ),
    "version.partly": Text(
        "lõi đã biên dịch, trừ {games}", "kernels compiled, all but those of {games}", "内核已编译，{games} 除外"
    ),
    "help.arguments": Text("Tham số", "Arguments", "参数"),
    "help.examples": Text("Ví dụ", "Examples", "例子"),
    "help.onward": Text("Tiếp theo", "How to go on", "接下来"),
    "help.lang": Text("ngôn ngữ: vi, en, zh", "the language: vi, en, zh", "语言：vi、en、zh"),
    "help.help": Text("trang này", "this page", "本页"),
    "help.game": Text("trò: {games}", "the game: {games}", "游戏：{games}"),
    "help.preset": Text(
        "bộ luật có sẵn (không ghi: bộ đầu tiên)",
        "a named set of house rules (the first one if left out)",
        "预设规则（省略则用第一套）",
    ),
    "help.play_preset": Text(
        "bộ luật có sẵn (không ghi luật nào: bộ để chơi ngay)",
        "a named set of house rules (with no rules asked for: those to play at once by)",
        "预设规则（未指定任何规则则用快速开局的规则）",
    ),
    "help.set": Text(
        "đổi một tùy chọn, mấy lần cũng được",
        "changes an option, as often as you like; `chieu rules GAME` lists them",
        "修改一个选项，可多次使用",
    ),
    "help.code": Text("bộ luật theo mã ngắn", "a sheet by its short code", "用短码指定规则"),
    "help.strategy": Text(
        "ghi cách đánh ra tệp: mỗi lựa chọn một dòng JSON",
        "writes the strategies to a file, a line of JSON for every choice there is",
        "把打法写入文件：每个选择一行 JSON",
    ),
    "help.no_cache": Text(
        "giải lại từ đầu, không đọc và không giữ kết quả",
        "solves anew; reads and keeps nothing",
        "重新求解，不读取也不保存结果",
    ),
    "help.json": Text("in JSON cho chương trình", "JSON, for programs", "输出 JSON"),
    "help.judge_json": Text("in câu trả lời dạng JSON", "the answer as JSON", "以 JSON 输出答案"),
    "help.jsonl": Text(
        "mỗi dòng JSON từ đầu vào chuẩn là một câu hỏi, trả lời mỗi câu một dòng",
        "a question a line of JSON from standard input, an answer a line, in the same order",
        "从标准输入逐行读 JSON 问题，按同样顺序逐行回答",
    ),
    "help.judge_cards": Text(
        "những thứ cần biết, theo thứ tự: {fields}",
        "what there is to know, in order: {fields}",
        "所需信息，按顺序：{fields}",
    ),
    "help.needed": Text("bắt buộc", "needed", "必填"),
    "help.optional": Text("tùy ý", "may be left out", "可省略"),
    "help.seats": Text("số ghế", "how many seats", "座位数"),
    "help.seed": Text("seed của lá bài", "the seed of the cards: the same seed deals the same", "发牌的种子"),
    "help.seat": Text("ghế của bạn, đếm từ 1", "your seat, counted from 1", "你的座位，从 1 数起"),
    "help.play_deal": Text(
        "bạn mở bàn và làm cái (không ghi: máy làm cái, bạn là nhà con)",
        "you deal or bank where the game has that (else a bot does, and you play)",
        "由你坐庄（默认机器人坐庄，你当闲家）",
    ),
    "help.deals": Text("số ván (không ghi: 1000)", "how many deals (1000 if left out)", "局数（默认 1000）"),
    "help.bots": Text(
        "máy nào, chia đều các ghế; máy của bạn: module:Tên",
        "which bots, cycled over the seats; your own as module:Name",
        "使用哪些机器人，轮流入座；自己写的用 module:Name",
    ),
    "help.play_bots": Text(
        "máy nào ở những ghế kia; máy của bạn: module:Tên",
        "which bots sit in the other seats; your own as module:Name",
        "其他座位的机器人；自己写的用 module:Name",
    ),
    "help.name": Text("tên bạn", "your name", "你的名字"),
    "help.records": Text("ghi biên bản mọi ván vào tệp", "writes a record of every deal", "把每局牌谱写入文件"),
    "help.files": Text(
        "tệp biên bản, mỗi tệp một hay nhiều ván; - là đầu vào chuẩn",
        "files of records, one or many in each; - is standard input",
        "牌谱文件，每个可含一局或多局；- 为标准输入",
    ),
    "help.deal": Text("chỉ kể ván thứ N", "tells deal N only (all are checked)", "只讲第 N 局（全部都检查）"),
    "help.step": Text("từng nước một, Enter để đi tiếp", "a move at a time, Enter goes on", "逐步，按 Enter 继续"),
    "help.replay_seat": Text("nhìn từ ghế S, đếm từ 1", "as seat S saw it, counted from 1", "从 S 号位看，从 1 数起"),
    "help.open": Text("lật mọi lá bài (mặc định)", "with all hands open (as it is anyway)", "摊开所有牌（默认）"),
    "help.review_file": Text(
        "tệp biên bản; - là đầu vào chuẩn", "a file of records; - is standard input", "牌谱文件；- 为标准输入"
    ),
    "help.review_deal": Text(
        "chỉ xem lại ván thứ N (mọi ván đều được kiểm tra)",
        "reviews deal N only (all are checked)",
        "只复盘第 N 局（全部都检查）",
    ),
    "help.review_seat": Text(
        "chỉ xem lại ghế S, đếm từ 1", "the choices of seat S only, counted from 1", "只复盘 S 号位，从 1 数起"
    ),
    "help.worlds": Text(
        "thử mỗi lựa chọn trong bao nhiêu thế bài (không ghi: {usual}); nhiều hơn thì chắc hơn, lâu hơn",
        "in how many worlds options are tried ({usual} if left out): more is surer, and slower",
        "每个选项尝试多少种牌局（默认 {usual}）：越多越准，也越慢",
    ),
    "advice.close": Text("Ngang ngửa, đi nước nào cũng được.", "Too close to call.", "差别不大，难分高下。"),
    "advice.exact": Text("chính xác", "exact", "精确"),
    "advice.behind": Text("kém {behind}", "{behind} behind", "少 {behind}"),
    "advice.left": Text("… và {count} lựa chọn khác", "… and {count} more", "……另有 {count} 种"),
    "review.bar": Text("Đang xem lại {who}", "Reviewing {who}", "正在复盘 {who}"),
    "review.step": Text("Nước {step} · {who}", "Move {step} · {who}", "第 {step} 步 · {who}"),
    "review.best": Text("Không có gì hơn.", "Nothing was better.", "没有更好的选择。"),
    "review.unclear": Text(
        "Có thể kém hơn {cost}, chưa đủ rõ để gọi là sai.",
        "Perhaps {cost} worse: not clear enough to call it a mistake.",
        "可能少 {cost}，尚不足以称为失误。",
    ),
    "review.mistake": Text(
        "Sai: mất {cost} so với cách tốt nhất.",
        "A mistake: it cost {cost} against the best.",
        "失误：比最佳选择少 {cost}。",
    ),
    "review.sum": Text(
        "{who}: {decisions} lần chọn, {mistakes} lần sai rõ, mất {cost} chip.",
        "{who}: choices {decisions}, clear mistakes {mistakes}, chips lost by them {cost}.",
        "{who}：{decisions} 次选择，{mistakes} 次明显失误，共损失 {cost} 个筹码。",
    ),
    "review.ranked": Text(
        "Nặng nhất trước, nước (giá): {steps}", "Biggest first, move (cost): {steps}", "从大到小，步（代价）：{steps}"
    ),
    "review.split": Text(
        "Được {payoff:+}: do cách đánh {choice}, do may rủi {luck}.",
        "Won {payoff:+}: choice {choice}, luck {luck}.",
        "得 {payoff:+}：打法 {choice}，运气 {luck}。",
    ),
    "review.evening": Text("Cả buổi", "The whole evening", "整场"),
    "review.by": Text(
        "● đã chọn. Số: chip ăn được trung bình trong ván, với những gì ghế đó biết, nếu sau đó ai cũng đánh như máy; ± 95 %.",
        "● what was done. Numbers: chips won in the deal on average, by what the seat could know, if everybody then plays as"
        " the usual bot does; ± is 95 %.",
        "● 实际选择。数字：按该座位所知，之后人人都像普通机器人那样打，本局平均赢的筹码；± 为 95 %。",
    ),
    "verify.deal": Text(
        "Bàn {table}, ván {deal} ({game}): {shuffles} lần xào",
        "Table {table}, deal {deal} ({game}): shuffles {shuffles}",
        "牌桌 {table}，第 {deal} 局（{game}）：洗牌 {shuffles} 次",
    ),
    "verify.freeze": Text(
        "  bản chốt: {freeze}, lần {attempt} trong {attempts} lần đã chốt",
        "  freeze: {freeze}, attempt {attempt}; attempts frozen: {attempts}",
        "  定稿：{freeze}，第 {attempt} 次；共定稿 {attempts} 次",
    ),
    "verify.void": Text(
        "  lần {attempt} bỏ: {why}", "  attempt {attempt} is void: {why}", "  第 {attempt} 次作废：{why}"
    ),
    "verify.void.withheld": Text(
        "không mở phần mình: ghế {seats}", "seats that withheld: {seats}", "扣住的座位：{seats}"
    ),
    "verify.void.restart": Text("nhà khởi động lại", "the house was started anew", "庄方重新启动"),
    "verify.void.restored": Text("nhà quay về bản sao lưu", "the house went back to a back-up", "庄方回到了备份"),
    "verify.seat.claim": Text(
        "  ghế {seat}: máy của người này có góp. Nếu máy đó thật thà và đã thấy đúng bản chốt này, thì bài lần xào đầu là"
        " một trong nhiều nhất {attempts} thứ tự, và không ai tính được thứ tự nào trước bản chốt của nó.",
        "  seat {seat}: its client contributed. If that client is honest and saw this freeze, the order of the first"
        " shuffle is one of at most {attempts}, and none of them could be computed before its freeze.",
        "  座位 {seat}：其客户端参与了。若该客户端诚实且见过这份定稿，则首次洗牌的顺序至多是 {attempts} 种之一，且都无法在各自定稿前算出。",
    ),
    "verify.seat.nothing": Text(
        "  ghế {seat}: {kind}; biên bản không chứng minh gì cho ghế này.",
        "  seat {seat}: {kind}; the record proves nothing to it.",
        "  座位 {seat}：{kind}；记录对它什么也证明不了。",
    ),
    "verify.kind.out.away": Text("người chơi vắng mặt", "a person who was away", "玩家不在场"),
    "verify.kind.out.uncommitted": Text(
        "người chơi mà nhà không nhận được cam kết",
        "a person whose commitment the house did not have",
        "庄方没有其承诺的玩家",
    ),
    "verify.kind.out.asked": Text("người chơi bị chủ bàn bỏ ra", "a person left out by the host", "被桌主排除的玩家"),
    "verify.kind.out.withheld": Text(
        "người chơi bị ghế {by} bỏ ra sau ba lần giấu phần mình",
        "a person left out by seat {by} after withholding three times",
        "扣住三次后被座位 {by} 排除的玩家",
    ),
    "verify.kind.chat": Text(
        "người chơi qua nhóm chat, máy của nhóm (tức là nhà) góp thay",
        "a person in a chat, for whom the chat's bot, and so the house itself, contributed",
        "聊天群里的玩家，由群里的机器人（也就是庄方）代为参与",
    ),
    "verify.kind.bot": Text("máy ({level})", "a bot ({level})", "机器人（{level}）"),
    "verify.kind.house": Text("ghế của nhà cái", "the house's seat", "庄家的座位"),
    "verify.sits_out": Text(
        "  ghế {seat}: người này nghỉ ván; máy đánh thay, không tính chip cho họ.",
        "  seat {seat}: its person sat the deal out; a bot played it, for no stake of theirs.",
        "  座位 {seat}：此人本局不参加；由机器人代打，不算其筹码。",
    ),
    "verify.nobody": Text(
        "  Ngoài nhà ra không ai góp xào: biên bản không chứng minh gì về nhà.",
        "  Nobody but the house took part: about the house the record proves nothing.",
        "  除庄方外无人参与：关于庄方，记录什么也证明不了。",
    ),
    "verify.seen": Text(
        "  Khớp với bản chốt mà `chieu table` đã thấy trên máy này.",
        "  These are the freezes that `chieu table` saw on this machine.",
        "  与 `chieu table` 在本机所见的定稿一致。",
    ),
    "verify.unseen": Text(
        "  Lần {attempt}: máy này đã cam kết mà không hề được thấy bản chốt. Biên bản không chứng minh gì cho bạn.",
        "  Attempt {attempt}: committed here, no freeze was shown. The record proves nothing to you.",
        "  第 {attempt} 次：本机做过承诺，却没有看到定稿。记录对你什么也证明不了。",
    ),
    "verify.right": Text(
        "Đúng cả: {deals} ván, mọi lần xào khớp với những gì đã công bố. So bản chốt với cái máy bạn thấy lúc chơi. Những"
        " lần xào sau trong một ván được định cùng lần đầu, và ai giữ máy chủ vẫn nhìn lén được.",
        "All in order: deals {deals}, and every shuffle follows from what was published. Compare the freeze with the one"
        " your client saw. Later shuffles of a deal are fixed with the first, and whoever runs the server can peek.",
        "全部正确：{deals} 局，每次洗牌都与公布的数据一致。请把定稿与你的客户端所见对照。一局中后来的洗牌与首次一同确定，运营服务器的人可以偷看。",
    ),
    "error.bad_line": Text(
        "không hiểu dòng lệnh: {message}. Xem `{command} --help`",
        "{message}. See `{command} --help`",
        "无法理解命令：{message}。见 `{command} --help`",
    ),
    "error.no_command": Text(
        "không có lệnh {command!r}: có {known}",
        "there is no command {command!r}: there are {known}",
        "没有命令 {command!r}：可用 {known}",
    ),
    "error.needs_extra": Text(
        "chieu {command} cần thêm vài gói: pip install 'chieu[{extra}]'",
        "chieu {command} takes some more packages: pip install 'chieu[{extra}]'",
        "chieu {command} 还需要几个包：pip install 'chieu[{extra}]'",
    ),
    "error.no_language": Text("--lang là một trong: {known}", "--lang takes one of: {known}", "--lang 可取：{known}"),
    "error.no_game": Text(
        "không có trò {game!r}: có {known}",
        "there is no game {game!r}: there are {known}",
        "没有游戏 {game!r}：可用 {known}",
    ),
    "error.which_game": Text(
        "trò nào? chieu play TRÒ, với: {known}",
        "which game? chieu play GAME, one of: {known}",
        "哪个游戏？chieu play 游戏，可选：{known}",
    ),
    "error.no_bot_module": Text(
        "không có máy {bot!r}: không tìm thấy module {module!r}, cả trong {here}",
        "there is no bot {bot!r}: no module {module!r} was found, nor in {here}",
        "没有机器人 {bot!r}：找不到模块 {module!r}，{here} 里也没有",
    ),
    "error.not_in_module": Text(
        "không có máy {bot!r}: module {module!r} không có lớp hay hàm {name!r}",
        "there is no bot {bot!r}: module {module!r} has no class or function {name!r}",
        "没有机器人 {bot!r}：模块 {module!r} 里没有类或函数 {name!r}",
    ),
    "error.bot_refused": Text(
        "một máy đi sai luật: {why}",
        "a bot did what the rules do not allow: {why}",
        "机器人违反了规则：{why}",
    ),
    "error.no_bot": Text(
        "{game} không có máy {bot!r}: có {known}",
        "{game} has no bot {bot!r}: there are {known}",
        "{game} 没有机器人 {bot!r}：可用 {known}",
    ),
    "error.no_seat": Text(
        "không có ghế {seat}: bàn có ghế 1 đến {last}",
        "there is no seat {seat}: the table has seats 1 to {last}",
        "没有 {seat} 号位：本桌座位为 1 到 {last}",
    ),
    "error.seat_closed": Text(
        "ghế {seat} của nhà cái, không ai ngồi được",
        "seat {seat} is the house's: nobody can sit there",
        "{seat} 号位是庄家的，谁也不能坐",
    ),
    "error.unknown_preset": Text(
        "{game} không có bộ luật {preset!r}: có {known}",
        "{game} has no preset {preset!r}: there are {known}",
        "{game} 没有预设 {preset!r}：可用 {known}",
    ),
    "error.unknown_option": Text(
        "{game} không có tùy chọn {option!r}: có {known}",
        "{game} has no option {option!r}: there are {known}",
        "{game} 没有选项 {option!r}：可用 {known}",
    ),
    "error.bad_value": Text(
        "tùy chọn {option} không thể là {value!r}: được {allowed}",
        "option {option} cannot be {value!r}: it takes {allowed}",
        "选项 {option} 不能是 {value!r}：可取 {allowed}",
    ),
    "error.bad_setting": Text(
        "{setting!r} không phải cách đặt: viết tùy_chọn=giá_trị",
        "{setting!r} is no setting: write option=value",
        "{setting!r} 不是设置：请写 选项=值",
    ),
    "error.bad_code": Text(
        "{sheet!r} không phải mã của một bộ luật {game}",
        "{sheet!r} is no code of a {game} sheet",
        "{sheet!r} 不是 {game} 规则的短码",
    ),
    "error.set_twice": Text(
        "tùy chọn {option} được đặt hai lần: một lần thôi",
        "option {option} is set twice: set it once",
        "选项 {option} 设置了两次：只设一次",
    ),
    "error.code_or_preset": Text(
        "--code đã gồm bộ luật: dùng --code hoặc --preset, không cả hai",
        "a code names its preset already: give --code or --preset, not both",
        "短码已含预设：--code 与 --preset 只能用一个",
    ),
    "error.not_a_number": Text(
        "{text!r} không được: cần một số từ {least} đến {most}",
        "{text!r} is not a whole number from {least} to {most}",
        "{text!r} 不行：需要 {least} 到 {most} 的整数",
    ),
    "error.jsonl_alone": Text(
        "--jsonl đọc câu hỏi từ đầu vào chuẩn: đừng ghi bài trên dòng lệnh",
        "--jsonl reads the questions from standard input: give no cards on the line",
        "--jsonl 从标准输入读问题：命令行上不要写牌",
    ),
    "error.no_lines": Text(
        "đầu vào chuẩn trống: mỗi dòng là một câu hỏi JSON",
        "standard input is empty: it takes a question in JSON a line",
        "标准输入为空：每行应是一个 JSON 问题",
    ),
    "error.line_too_long": Text(
        "dòng dài hơn {most} byte, không đọc tiếp",
        "the line is longer than {most} bytes; nothing after it is read",
        "该行超过 {most} 字节，不再往下读",
    ),
    "error.json_truncated": Text("JSON bị cắt ngang", "the JSON is truncated", "JSON 不完整"),
    "error.json_malformed": Text(
        "JSON sai dạng (byte {byte})", "the JSON is malformed (byte {byte})", "JSON 格式错误（第 {byte} 字节）"
    ),
    "error.json_not_text": Text("JSON không phải chữ UTF-8", "the JSON is not UTF-8 text", "JSON 不是 UTF-8 文本"),
    "error.json_unknown_field": Text(
        "câu hỏi không có mục {field!r}", "a question has no field {field!r}", "问题中没有字段 {field!r}"
    ),
    "error.json_missing_field": Text(
        "câu hỏi thiếu mục {field!r}", "the question lacks the field {field!r}", "问题缺少字段 {field!r}"
    ),
    "error.json_field_kind": Text(
        "mục {field!r} phải là {wanted}, không phải {given}",
        "the field {field!r} takes {wanted}, not {given}",
        "字段 {field!r} 应为 {wanted}，不是 {given}",
    ),
    "error.json_kind": Text(
        "mỗi dòng phải là {wanted}, không phải {given}",
        "a line takes {wanted}, not {given}",
        "每行应为 {wanted}，不是 {given}",
    ),
    "error.no_hand": Text(
        '{text!r} không phải bài: viết "10S 6H" hoặc ["10S", "6H"]',
        '{text!r} is no hand: write "10S 6H" or ["10S", "6H"]',
        '{text!r} 不是手牌：写 "10S 6H" 或 ["10S", "6H"]',
    ),
    "error.nested_json": Text("JSON lồng quá sâu", "the JSON is nested too deeply", "JSON 嵌套过深"),
    "error.too_many_cards": Text(
        "{text!r} thừa: {game} chỉ hỏi {fields}. Bài nhiều lá thì viết trong ngoặc kép: {example}",
        "{text!r} is too much: {game} asks for {fields} only. Several cards stand in quotes: {example}",
        "{text!r} 多余：{game} 只需 {fields}。多张牌要加引号：{example}",
    ),
    "error.missing_cards": Text(
        "còn thiếu {fields}; ví dụ {example}", "missing: {fields}; write {example}", "缺少 {fields}；例如 {example}"
    ),
    "error.no_file": Text("không có tệp {file!r}", "there is no file {file!r}", "没有文件 {file!r}"),
    "error.is_directory": Text(
        "{file!r} là thư mục: cần một tệp biên bản",
        "{file!r} is a directory: it takes a file of records",
        "{file!r} 是目录：需要牌谱文件",
    ),
    "error.no_judge": Text(
        "{game} không có phần xử lá bài. Có: {known}",
        "{game} brings no judge along; these do: {known}",
        "{game} 没有判牌功能；有的是：{known}",
    ),
    "error.not_solved": Text(
        "{game} thì chưa ai giải được trọn. Giải được: {known}",
        "{game} cannot be solved outright; what can be: {known}",
        "{game} 无法完全求解；可以求解的有：{known}",
    ),
    "error.cannot_read": Text(
        "không đọc được {file!r}: {reason}", "cannot read {file!r}: {reason}", "无法读取 {file!r}：{reason}"
    ),
    "error.cannot_write": Text(
        "không ghi được {file!r}: {reason}", "cannot write {file!r}: {reason}", "无法写入 {file!r}：{reason}"
    ),
    "error.no_record": Text(
        "{file!r} không phải biên bản: `chieu simulate --records` ghi ra tệp như vậy",
        "{file!r} is no record: `chieu simulate --records` writes such files",
        "{file!r} 不是牌谱：`chieu simulate --records` 会写出这种文件",
    ),
    "error.empty_record": Text(
        "{file!r} trống: không có ván nào",
        "{file!r} is empty: there is no deal in it",
        "{file!r} 为空：其中没有任何一局",
    ),
    "error.no_deal": Text(
        "{file!r} có {deals} ván, không có ván {deal}",
        "{file!r} has {deals} deals: there is no deal {deal}",
        "{file!r} 有 {deals} 局：没有第 {deal} 局",
    ),
    "error.step_needs_file": Text(
        "--step cần một tệp: đầu vào chuẩn là chỗ bấm Enter",
        "--step takes a file: standard input is where you press Enter",
        "--step 需要文件：标准输入用来按 Enter",
    ),
    "error.only_nonsense": Text(
        "{lines} dòng liền không phải nước đi: gõ ? để xem cách gõ",
        "{lines} lines in a row that are no move: a move is its number, its words or its cards",
        "连续 {lines} 行都不是走法：请输入编号、文字或牌",
    ),
    "games.game": Text("trò", "game", "游戏"),
    "games.title": Text("tên", "title", "名称"),
    "games.seats": Text("ghế", "seats", "座位"),
    "games.preset": Text("bộ luật", "preset", "预设"),
    "games.plays": Text("chơi ra sao", "how it plays", "玩法"),
    "games.about": Text("về trò này", "about", "简介"),
    "rules.preset": Text("{title}: {about}", "{title}: {about}", "{title}：{about}"),
    "rules.sheet": Text("Bộ luật: {canonical}", "Sheet: {canonical}", "规则：{canonical}"),
    "rules.code": Text("Mã: {code}", "Code: {code}", "短码：{code}"),
    "rules.departs": Text(
        "* khác với bộ luật {preset}", "* departs from the preset {preset}", "* 与预设 {preset} 不同"
    ),
    "rules.option": Text("tùy chọn", "option", "选项"),
    "rules.value": Text("giá trị", "value", "取值"),
    "rules.allowed": Text("được phép", "allowed", "允许"),
    "rules.meaning": Text("nghĩa là", "meaning", "含义"),
    "judge.bad_lines": Text(
        "{bad} trong {lines} dòng không trả lời được, đầu tiên là dòng {first}",
        "{bad} of {lines} lines could not be answered, the first is line {first}",
        "{lines} 行中有 {bad} 行无法回答，第一处在第 {first} 行",
    ),
    "simulate.bar": Text("Đang chơi", "Playing", "对局中"),
    "simulate.head": Text(
        "{game} · {rules} · {seats} ghế · {deals} ván · seed {seed} · {pace} ván/giây",
        "{game} · {rules} · {seats} seats · {deals} deals · seed {seed} · {pace} deals/s",
        "{game} · {rules} · {seats} 个座位 · {deals} 局 · 种子 {seed} · 每秒 {pace} 局",
    ),
    "simulate.seat": Text("ghế", "seat", "座位"),
    "simulate.bot": Text("máy", "bot", "机器人"),
    "simulate.mean": Text("mỗi ván", "mean a deal", "每局平均"),
    "simulate.sure": Text("95 %", "95 %", "95 %"),
    "simulate.wins": Text("thắng", "wins", "胜"),
    "simulate.pushes": Text("huề", "pushes", "平"),
    "simulate.losses": Text("thua", "losses", "负"),
    "simulate.total": Text("tổng", "total", "合计"),
    "simulate.label": Text("chuyện xảy ra", "what happened", "出现情况"),
    "simulate.count": Text("số lần", "times", "次数"),
    "simulate.share": Text("số ván có", "deals with it", "出现局数"),
    "solve.bar": Text("Đang giải", "Solving", "求解中"),
    "solve.head": Text(
        "{game} · {rules} · {seats} ghế", "{game} · {rules} · {seats} seats", "{game} · {rules} · {seats} 个座位"
    ),
    "solve.value": Text(
        "Hai bên đánh hay nhất thì mỗi ván {side} ăn trung bình {value:+.5f} lần tiền cược (chắc chắn trong khoảng {low:+.6f} đến {high:+.6f}).",
        "With best play a deal is worth {value:+.5f} stakes to the {side} (certainly between {low:+.6f} and {high:+.6f}).",
        "双方都打到最好时，{side}每局平均赢 {value:+.5f} 注（必在 {low:+.6f} 与 {high:+.6f} 之间）。",
    ),
    "solve.exploitable": Text(
        "Ai biết trước cách đánh này, mỗi ván cũng chỉ ăn thêm được của {first} {first_loses:.7f}, của {second} {second_loses:.7f} lần tiền cược.",
        "Who knows these strategies gains no more than this a deal: {first_loses:.7f} stakes from the {first}, {second_loses:.7f} from the {second}.",
        "即使对手看穿这套打法，每局至多再从{first}多赢 {first_loses:.7f} 注，从{second}多赢 {second_loses:.7f} 注。",
    ),
    "solve.took": Text(
        "Giải trong {seconds:.1f} giây, {steps} bước.",
        "Solved in {seconds:.1f} s, {steps} steps.",
        "求解用时 {seconds:.1f} 秒，{steps} 步。",
    ),
    "solve.kept": Text(
        "Đã giải từ trước, trong {seconds:.1f} giây, {steps} bước.",
        "Solved before, in {seconds:.1f} s, {steps} steps.",
        "之前已解出，用时 {seconds:.1f} 秒，{steps} 步。",
    ),
    "solve.choices": Text(
        "Đã ghi {count} lựa chọn vào {file}.",
        "{count} choices written to {file}.",
        "已将 {count} 个选择写入 {file}。",
    ),
    "solve.hand": Text("bài", "hand", "手牌"),
    "side.player": Text("nhà con", "player", "闲家"),
    "side.dealer": Text("nhà cái", "dealer", "庄家"),
    "replay.head": Text(
        "Ván {deal} · {game} · {rules} · {seats} ghế",
        "Deal {deal} · {game} · {rules} · {seats} seats",
        "第 {deal} 局 · {game} · {rules} · {seats} 个座位",
    ),
    "replay.right": Text(
        "{deals} ván: tổng từng dòng đúng, đánh lại ra đúng kết quả.",
        "{deals} checked: every sum adds up and the moves lead to the result.",
        "共 {deals} 局：每行校验无误，重走得到同样结果。",
    ),
    "replay.enter": Text("Enter để đi tiếp ", "Enter goes on ", "按 Enter 继续 "),
    "choose.card": Text("({count} lá)", "({count} card)", "（{count} 张）"),
    "choose.cards": Text("({count} lá)", "({count} cards)", "（{count} 张）"),
    "choose.amount": Text(
        "{what}   {spans} (gõ số lượng)", "{what}   {spans} (type the number)", "{what}   {spans}（输入数目）"
    ),
    "play.which": Text("Chơi gì? (q: nghỉ)", "What shall we play? (q leaves)", "玩什么？（q 离开）"),
    "play.which_again": Text(
        "Gõ số từ 1 đến {last}, hoặc tên trò.",
        "Type a number from 1 to {last}, or a name.",
        "输入 1 到 {last}，或游戏名。",
    ),
    "play.you": Text("Bạn", "Seat {seat}", "你"),
    "play.it_is_you": Text("bạn", "you", "你"),
    "play.bot": Text("Máy {seat}", "Bot {seat}", "机器人 {seat}"),
    "play.seats": Text("Ghế  {table}", "Seats  {table}", "座位  {table}"),
    "play.hosts": Text("{name} mở bàn ({role}).", "{name} opened the table ({role}).", "{name} 开的桌（{role}）。"),
    "play.you_host": Text("Bạn mở bàn ({role}).", "You opened the table ({role}).", "你开的桌（{role}）。"),
    "play.keys": Text(
        "? cách gõ · r luật · s xếp bài · ! gợi ý · q nghỉ",
        "? help · r rules · s sort · ! hint · q quit",
        "? 帮助 · r 规则 · s 理牌 · ! 提示 · q 离开",
    ),
    "play.deal": Text("Ván {number}", "Deal {number}", "第 {number} 局"),
    "play.result": Text("Ván này: {result}", "This deal: {result}", "本局：{result}"),
    "play.score": Text("Sau {deals} ván: {score}", "Score after {deals}: {score}", "{deals} 局后：{score}"),
    "play.match_over": Text(
        "Hết trận. Ván sau là trận mới.",
        "The match is over. The next deal begins a new one.",
        "比赛结束，下一局开始新比赛。",
    ),
    "play.next": Text("Enter: ván sau, q: nghỉ ", "Enter: next deal, q: quit ", "Enter：下一局，q：离开 "),
    "play.more": Text(
        "Trang {left}. Enter: xem tiếp.", "Page {left}. Enter shows more.", "第 {left} 页。Enter 看更多。"
    ),
    "play.aside": Text(
        "Chưa tới lượt bạn, nhưng được phép. Enter: bỏ qua, lần sau không hỏi nữa.",
        "Not your turn, but you may. Enter lets it pass, and it is not offered again.",
        "未轮到你，但可以这样做。Enter 跳过，以后不再询问。",
    ),
    "play.hint": Text(
        "Chip ăn được trung bình trong ván này, chỉ theo những gì bạn biết, nếu sau đó ai cũng đánh như máy; ± 95 %.",
        "Chips won in this deal on average, by what you can know, if everybody then plays as the usual bot does; ± is 95 %.",
        "只按你所知，之后人人都像普通机器人那样打，本局平均赢的筹码；± 为 95 %。",
    ),
    "play.no_hint": Text(
        "Chưa tới lượt bạn: lúc này không có gợi ý.",
        "It is not your turn: there is no hint for that.",
        "未轮到你：此时没有提示。",
    ),
    "play.sorted_dealt": Text("Bài như lúc chia.", "Cards as they came.", "按发牌顺序。"),
    "play.sorted_rank": Text("Xếp theo số.", "Sorted by rank.", "按点数排列。"),
    "play.sorted_suit": Text("Xếp theo chất.", "Sorted by suit.", "按花色排列。"),
    "play.unclear": Text(
        "Không hiểu {text!r}. Gõ số, chữ hoặc lá bài; ? xem cách gõ.",
        "{text!r} is no move here. Type a number, words or cards; ? explains.",
        "不明白 {text!r}。请输入编号、文字或牌；? 查看帮助。",
    ),
    "play.help": Text(
        "Một nước đi gõ được ba cách:\n"
        "  số của nó               2\n"
        "  chữ ghi bên cạnh        draw, compare 2, play 3D 3C (mấy chữ đầu cũng được)\n"
        "  chỉ những lá bài        3D 3C là 3♦ 3♣ (S ♠  H ♥  D ♦  C ♣, T là mười, joker là phăng teo)\n"
        "Nhiều nước thì gộp thành nhóm: gõ số nhóm để mở, Enter để xem tiếp hoặc quay lại.\n"
        "  ?  trang này   r  luật   s  xếp bài theo số, theo chất, như lúc chia   q  nghỉ\n"
        "  !  gợi ý: mỗi nước ăn trung bình bao nhiêu, chỉ theo những gì bạn biết",
        "A move can be typed in three ways:\n"
        "  its number              2\n"
        "  the words beside it     draw, compare 2, play 3D 3C (the beginning will do)\n"
        "  nothing but its cards   3D 3C is 3♦ 3♣ (S ♠  H ♥  D ♦  C ♣, T is ten, joker)\n"
        "Many moves are put into groups: a group's number opens it, Enter shows more or goes back.\n"
        "  ?  this page   r  the rules   s  sort by rank, by suit, as dealt   q  quit\n"
        "  !  a hint: what each move wins on average, by nothing but what you can know",
        "走法有三种输入方式：\n"
        "  编号            2\n"
        "  旁边的文字      draw、compare 2、play 3D 3C（输入开头即可）\n"
        "  只输入牌        3D 3C 即 3♦ 3♣（S ♠  H ♥  D ♦  C ♣，T 是十，joker 是鬼牌）\n"
        "走法很多时会分组：输入组号打开，Enter 看更多或返回。\n"
        "  ?  本页   r  规则   s  按点数、花色、发牌顺序理牌   q  离开\n"
        "  !  提示：每种走法平均赢多少，只按你所知道的来算",
    ),
    "play.goodbye": Text(
        "Hẹn gặp lại! Cùng những lá bài này: --seed {seed}",
        "Good-bye! The same cards again: --seed {seed}",
        "再见！再来同样的牌：--seed {seed}",
    ),
}

"""What the bot says beyond what games and tables say for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.text.languages import Lang, Text

TEXTS: Final[Mapping[str, Text]] = {
    # Buttons
    "join": Text("Vào chơi", "Join", "加入"),
    "leave": Text("Rời bàn", "Leave", "离开"),
    "add_bot": Text("Thêm máy", "Add a bot", "加机器人"),
    "more": Text("Thêm ghế", "Add a seat", "加座位"),
    "rules": Text("Luật", "Rules", "规则"),
    "deal": Text("Chia bài", "Deal", "发牌"),
    "deal_with": Text("Chơi {count} người", "Deal for {count}", "{count} 人开始"),
    "hand": Text("🃏 Bài của tôi", "🃏 My hand", "🃏 我的牌"),
    "browser": Text("Mở bằng trình duyệt", "Open in a browser", "在浏览器中打开"),
    "app": Text("Mở chiếu ngay đây", "Open the mat here", "在这里打开牌桌"),
    "sort.rank": Text("⇅ Xếp theo số", "⇅ By rank", "⇅ 按点数"),
    "sort.suit": Text("⇅ Xếp theo chất", "⇅ By suit", "⇅ 按花色"),
    "clear": Text("✕ Bỏ chọn", "✕ Clear", "✕ 清除"),
    "ready": Text("Sẵn sàng", "Ready", "准备"),
    "back": Text("‹ Trò khác", "‹ Other games", "‹ 其他游戏"),
    # The table's message
    "free": Text("ghế trống", "free", "空位"),
    "away": Text("vắng, máy đánh thay", "away, a bot plays", "不在，机器人代打"),
    "to_join": Text(
        "Bấm Vào chơi để ngồi. Đủ người thì {host} chia bài.",
        "Tap Join to sit down. When everybody is here, {host} deals.",
        "点“加入”入座。人齐后由 {host} 发牌。",
    ),
    "to_deal": Text("Đủ chỗ rồi: {host} chia bài.", "All seats are taken: {host} deals.", "座位已满：由 {host} 发牌。"),
    "on": Text("Đang chơi ván {deal}.", "Deal {deal} is on.", "第 {deal} 局进行中。"),
    "shuffling": Text("Đang xào bài…", "Shuffling…", "洗牌中……"),
    "unreached": Text(
        "{names}: bấm Bài của tôi rồi Start, bot mới gửi bài riêng được.",
        "{names}: tap My hand and press Start, so that I may send you your cards.",
        "{names}：点“我的牌”并按 Start，我才能把牌私下发给你。",
    ),
    "result": Text("Kết quả: {result}", "Result: {result}", "结果：{result}"),
    "ended": Text("Dẹp bàn rồi. Hẹn bữa sau!", "The mat is rolled up. Until next time!", "牌桌收了，下次再玩！"),
    "turn": Text("➤ Tới lượt {names}", "➤ {names} to act", "➤ 轮到 {names}"),
    # One's own chat
    "your_turn": Text("Tới lượt bạn!", "Your turn!", "轮到你了！"),
    "you_may": Text("Bạn làm được:", "You may:", "你可以："),
    "choose": Text(
        "Bấm chọn lá rồi đánh, hoặc gõ: {example}",
        "Tap cards and play them, or type them: {example}",
        "点选牌再出，或输入：{example}",
    ),
    "number": Text("Hoặc gõ một số: {spans}", "Or type a number: {spans}", "或输入数字：{spans}"),
    "welcome": Text(
        "Chào {name}! Đây là chỗ bạn xem bài của mình, không ai khác thấy. Thêm bot vào nhóm chat rồi gõ /play để mở"
        " bàn.",
        "Hello {name}! Here you see your own cards, and nobody else does. Add me to a group and type /play to open a"
        " table.",
        "{name}，你好！在这里你能看到自己的牌，别人看不到。把我加进群，输入 /play 就能开桌。",
    ),
    "no_table": Text(
        "Bạn chưa ngồi bàn nào. Vào nhóm chat gõ /play để mở bàn.",
        "You sit at no table. Type /play in a group to open one.",
        "你还没有入座。在群里输入 /play 开桌。",
    ),
    "no_table_here": Text(
        "Nhóm này chưa có bàn nào. Gõ /play để mở.",
        "There is no table here yet. Type /play to open one.",
        "这里还没有牌桌。输入 /play 开桌。",
    ),
    "unknown_game": Text(
        "Không có trò hay luật đó. Gõ /play để chọn, hoặc /play với: {games}.",
        "There is no such game and no such sheet. Type /play to choose, or /play with: {games}.",
        "没有这个游戏或规则。输入 /play 选择，或 /play 加：{games}。",
    ),
    "in_private": Text(
        "Bài thì xem ở chat riêng với bot.", "Hands are shown in your own chat with me.", "手牌请在与我的私聊中查看。"
    ),
    "choose_game": Text("Chơi trò gì?", "What shall we play?", "玩什么？"),
    "choose_rules": Text("{game}: chơi luật nhà nào?", "{game}: by whose rules?", "{game}：按哪种规则？"),
    "choose_language": Text("Nói tiếng gì?", "Which language?", "用哪种语言？"),
    "language_set": Text("Từ giờ nói tiếng Việt.", "English from now on.", "从现在起用中文。"),
    "stale": Text("Bàn đã đi tiếp. Xem lại nhé.", "The table has moved on. Look again.", "牌桌已继续，请再看一下。"),
    "unclear": Text(
        "Không hiểu {text}. Gõ lá bài như 3d 3c, hoặc tên nước đi.",
        "{text} means nothing here. Type cards as in 3d 3c, or what a button says.",
        "看不懂 {text}。请输入牌，如 3d 3c，或按钮上的文字。",
    ),
    "not_yours": Text("Bạn không ngồi bàn này.", "You do not sit at this table.", "你不在这一桌。"),
    "not_here": Text("Bàn này không phải của nhóm này.", "That table is not of this chat.", "那不是这个群的牌桌。"),
    "gone": Text("Bàn này không còn nữa.", "This table is no more.", "这张桌子已不存在。"),
    "too_many_tables": Text(
        "Nhóm mở nhiều bàn quá: đợi một lát.",
        "Too many tables were opened here: wait a little.",
        "这里开的牌桌太多了，请稍等。",
    ),
    "full": Text(
        "Đang đông quá, lát nữa thử lại nhé.", "The house is full: try again later.", "现在人太多，请稍后再试。"
    ),
    "no_seat": Text("Bàn hết ghế.", "There is no free seat.", "没有空位了。"),
    "seated": Text("Bạn ngồi ghế {number}.", "You have seat {number}.", "你坐 {number} 号位。"),
    "sorted": Text("Đã xếp lại.", "Sorted.", "已排序。"),
    "ledger": Text("Sổ", "Ledger", "账本"),
    "ledger_empty": Text("Chưa ai ăn thua gì.", "Nobody has won or lost anything yet.", "还没有输赢。"),
    "hand_over": Text("{giver} đưa {taker} {chips}", "{giver} hands {taker} {chips}", "{giver} 给 {taker} {chips}"),
    "unavailable": Text("Máy đang bận, thử lại nhé.", "The house is busy: try again.", "服务器正忙，请再试一次。"),
    # Commands, as Telegram lists them
    "command.play": Text("mở bàn, hoặc đánh bài", "open a table, or play cards", "开桌，或出牌"),
    "command.hand": Text("xem bài của mình", "see your hand", "看手牌"),
    "command.sort": Text("xếp bài", "sort your hand", "理牌"),
    "command.status": Text("bàn đang thế nào", "how the table stands", "牌桌情况"),
    "command.pass": Text("bỏ lượt", "pass", "不出"),
    "command.end": Text("rời bàn, hoặc dẹp bàn", "leave, or roll up the mat", "离开，或收桌"),
    "command.rules": Text("luật bàn này", "the rules of the table", "本桌规则"),
    "command.ledger": Text("ai ăn ai thua", "who is up and who is down", "输赢账本"),
    "command.language": Text("đổi ngôn ngữ", "change the language", "更换语言"),
}
LANGUAGES: Final[Mapping[Lang, str]] = {"vi": "Tiếng Việt", "en": "English", "zh": "中文"}


def say(key: str, lang: Lang, **values: object) -> str:
    """A text of the bot's own."""
    return TEXTS[key].say(lang, **values)


def language_of(code: str | None) -> Lang:
    """The language of somebody whose Telegram says so; English where it is none of ours."""
    short = (code or "").partition("-")[0].lower()
    return "vi" if short == "vi" else "zh" if short == "zh" else "en"

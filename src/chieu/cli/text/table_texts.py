"""What `chieu table` says beyond what tables and games say for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.text.languages import Text

TABLE_TEXTS: Final[Mapping[str, Text]] = {
    "help.where": Text(
        "trò để mở bàn mới, hoặc link của một bàn",
        "a game, to open a table, or the link of a table",
        "游戏名（开新桌）或牌桌链接",
    ),
    "help.server": Text("máy chủ để mở bàn", "the server to open a table on", "开桌所用的服务器"),
    "help.name": Text("tên của bạn", "your name", "你的名字"),
    "guest": Text("Khách", "Guest", "客人"),
    "help.seat": Text("ghế muốn ngồi, đếm từ 1", "the seat to take, counted from 1", "想坐的座位，从 1 数起"),
    "help.watch": Text("chỉ xem", "just watch", "只看"),
    "help.bots": Text(
        "máy ngồi những ghế kia từ ghế đầu, cách nhau bằng dấu phẩy",
        "bots for the other seats, from the first on, parted by commas",
        "从第一个空位起的机器人，用逗号分隔",
    ),
    "help.pace": Text(
        "mili giây mỗi nước của máy [700]", "milliseconds a bot takes for a move [700]", "机器人每步毫秒数 [700]"
    ),
    "help.as_bot": Text("để máy này chơi thay bạn", "let this bot play in your place", "让此机器人代你打"),
    "help.deals": Text("nghỉ sau bấy nhiêu ván", "leave after so many deals", "打完几局后离开"),
    "help.device": Text(
        "chỉ in mã để máy khác ngồi thay ghế của bạn",
        "just print a code by which another device takes your seats",
        "只打印代码，让另一台设备接手你的座位",
    ),
    "help.take": Text(
        "mã mà máy kia của bạn đã cho", "the code that your other device gave you", "你另一台设备给出的代码"
    ),
    "code": Text(
        "Mã cho máy kia: {code}. Dùng được một lần, trong 5 phút.",
        "The code for your other device: {code}. It works once, for 5 minutes.",
        "另一台设备用的代码：{code}。只能用一次，5 分钟内有效。",
    ),
    "help.guest": Text(
        "tệp giữ mã khách của bạn", "file with your token; who has it has your seats", "保存你的令牌的文件"
    ),
    "link": Text("Gửi bạn bè link này: {link}", "Send this link to your friends: {link}", "把这个链接发给朋友：{link}"),
    "ready": Text(
        "Enter: sẵn sàng chơi ván {deal}. q: nghỉ. ?: cách gõ. > ",
        "Enter when you are ready for deal {deal}. q leaves, ? explains. > ",
        "按回车准备第 {deal} 局。q 离开，? 说明。> ",
    ),
    "keys": Text(
        "Gõ số hoặc chữ của nước đi. say ... để nói, deal chia luôn (chủ bàn), r đọc luật, q nghỉ.",
        "Type a move's number or its words. say ... talks, deal deals at once (the host), r reads the rules, q leaves.",
        "输入编号或文字出牌。say ... 聊天，deal 立即发牌（桌主），r 看规则，q 离开。",
    ),
    "waiting": Text("Đang chờ những người khác.", "Waiting for the others.", "等待其他人。"),
    "unclear": Text(
        "Không hiểu. Gõ ? để xem cách gõ.", "That means nothing here. ? explains.", "看不懂。输入 ? 查看说明。"
    ),
    "full": Text("Bàn hết ghế: bạn ngồi xem.", "There is no free seat: you watch.", "没有空位：你在旁观看。"),
    "result": Text("Kết quả: {result}", "Result: {result}", "结果：{result}"),
    "error.stale": Text(
        "Bàn đã đi tiếp. Xem lại nhé.", "The table has moved on. Look again.", "牌桌已继续，请再看一下。"
    ),
    "error.server": Text(
        "Máy chủ không trả lời: {detail}", "The server does not answer: {detail}", "服务器没有回应：{detail}"
    ),
    "error.refused": Text("Máy chủ không chịu: {why}", "The server refuses: {why}", "服务器拒绝：{why}"),
    "error.link": Text(
        "{where} không phải trò, cũng không phải link của bàn",
        "{where} is neither a game nor the link of a table",
        "{where} 既不是游戏也不是牌桌链接",
    ),
    "error.guest_file": Text(
        "{file} không phải tệp mã khách", "{file} is no file with a guest's token", "{file} 不是访客令牌文件"
    ),
    "checked": Text(
        "Ván {deal}: biên bản khớp, đúng như những gì máy này đã thấy.",
        "Deal {deal}: its record holds, and tells what was shown here.",
        "第 {deal} 局：记录成立，与本设备所见一致。",
    ),
    "warn.no_record": Text(
        "Không lấy được biên bản ván {deal} nên chưa kiểm được.",
        "The record of deal {deal} could not be had, so nothing of it was checked.",
        "拿不到第 {deal} 局的记录，无法核对。",
    ),
    "warn.bad_record": Text(
        "BÁO ĐỘNG: biên bản ván {deal} không phải của ván đã chốt ở đây. Tải về rồi chạy `chieu verify` để xem sai chỗ"
        " nào.",
        "ALARM: the record of deal {deal} is not of the deal that was frozen here. Download it, and `chieu verify` says"
        " what is wrong with it.",
        "警报：第 {deal} 局的记录不是在此定稿的那一局。下载后用 `chieu verify` 查看错在哪里。",
    ),
    "warn.other_cards": Text(
        "BÁO ĐỘNG: biên bản ván {deal} kể bài khác với bài bạn đã thấy.",
        "ALARM: the record of deal {deal} tells of other cards than you were shown.",
        "警报：第 {deal} 局的记录里的牌与你所见的不同。",
    ),
    "warn.not_contributing": Text(
        "Coi chừng: ván {deal} xào mà không có phần của bạn ({reason}). Ván này không chứng minh gì cho bạn.",
        "Take care: deal {deal} is shuffled without your part ({reason}). It proves nothing to you.",
        "注意：第 {deal} 局洗牌没有你的部分（{reason}），它对你什么也证明不了。",
    ),
    "warn.reason.away": Text("nhà cho là bạn vắng", "the house says that you are away", "庄方说你不在"),
    "warn.reason.uncommitted": Text(
        "nhà nói không nhận được cam kết của bạn", "the house says that you committed to nothing", "庄方说你没有承诺"
    ),
    "warn.reason.asked": Text("chủ bàn bỏ bạn ra", "the host left you out", "桌主排除了你"),
    "warn.reason.withheld": Text("người cùng bàn bỏ bạn ra", "somebody at the table left you out", "同桌的人排除了你"),
    "warn.reason.other_device": Text(
        "phần được chốt không phải của máy này", "what was frozen is not of this device", "定稿里的不是本设备的部分"
    ),
    "warn.reason.house": Text("ghế bị coi là của nhà cái", "your seat is said to be the house's", "座位被说成是庄家的"),
    "warn.reason.bot": Text("ghế bị coi là của máy", "your seat is said to be a bot's", "座位被说成是机器人的"),
    "warn.reason.chat": Text(
        "phần được chốt là của nhóm chat", "what was frozen is the chat's, not yours", "定稿里的是聊天群的部分"
    ),
    "warn.unseen": Text(
        "Coi chừng: ván {deal} đã chia mà máy này không được thấy bản chốt trước đó. Ván này không chứng minh gì cho"
        " bạn.",
        "Take care: deal {deal} began, and this device was not shown its freeze before. It proves nothing to you.",
        "注意：第 {deal} 局已经开始，本设备事先没有看到定稿。它对你什么也证明不了。",
    ),
    "warn.unasked": Text(
        "BÁO ĐỘNG: bản chốt ván {deal} có phần của bạn, vậy mà nhà chia bài không đợi máy bạn mở phần đó. Bài này không"
        " phải từ bản chốt mà ra.",
        "ALARM: the freeze of deal {deal} has your part in it, and the house dealt without asking for it. These cards"
        " do not follow from that freeze.",
        "警报：第 {deal} 局的定稿里有你的部分，庄方却没有要求公开就发了牌。这些牌不是由该定稿得出的。",
    ),
    "warn.second_freeze": Text(
        "BÁO ĐỘNG: nhà chốt lần xào {attempt} của ván {deal} hai lần khác nhau. Máy bạn không mở phần mình nữa.",
        "ALARM: the house froze attempt {attempt} of deal {deal} twice. Your client reveals nothing for the second.",
        "警报：庄方对第 {deal} 局第 {attempt} 次洗牌给出了两份不同的定稿。你的客户端不再公开。",
    ),
    "warn.not_following": Text(
        "BÁO ĐỘNG: bản chốt ván {deal} không nối tiếp bản mà máy bạn đã thấy. Nhà đã cho người khác xem thứ khác,"
        " hoặc đã quay lui.",
        "ALARM: the freeze of deal {deal} does not follow on the last one that your client saw. The house showed others"
        " something else, or went back.",
        "警报：第 {deal} 局的定稿与你的客户端上次所见不相接。庄方给别人看了别的，或者倒退过。",
    ),
    "warn.dropped": Text(
        "BÁO ĐỘNG: ván {deal} đã chốt bài, vậy mà nhà bỏ ngang sang ván khác: không có kết quả, cũng không báo huỷ.",
        "ALARM: deal {deal} was frozen, and the house went on to another: it neither ended nor was annulled.",
        "警报：第 {deal} 局已定稿，庄方却直接进入另一局：既没有打完，也没有宣布作废。",
    ),
    "warn.missed": Text(
        "Trước ván {deal} có những lần xào mà máy này không chứng kiến; biên bản của chúng vẫn nối được với nhau.",
        "Before deal {deal} there were shuffles that this device did not witness; their records link them.",
        "第 {deal} 局之前有本设备未见证的洗牌；它们的记录可以相互衔接。",
    ),
    "warn.called_withheld": Text(
        "BÁO ĐỘNG: máy bạn đã mở phần của mình cho ván {deal} (lần {attempt}), mà nhà nói là không. Bằng chứng được giữ"
        " lại trên máy này.",
        "ALARM: your client revealed its part for deal {deal} (attempt {attempt}), and the house says that it did not."
        " What was sent is kept on this device.",
        "警报：你的客户端已公开第 {deal} 局（第 {attempt} 次）的部分，庄方却说没有。所发内容保存在本设备上。",
    ),
    "warn.bad_freeze": Text(
        "BÁO ĐỘNG: bản chốt của ván {deal} không đọc được, hoặc là của ván khác hay bàn khác.",
        "ALARM: the freeze of deal {deal} cannot be read, or is one of another deal or table.",
        "警报：第 {deal} 局的定稿无法读取，或属于另一局或另一桌。",
    ),
    "warn.went_back": Text(
        "Nhà đã quay về một bản sao lưu: những gì sau đó đã mất. Bây giờ là ván {deal}.",
        "The house went back to a back-up: what came after it is gone. It is deal {deal} now.",
        "庄方回到了一份备份：之后的都没有了。现在是第 {deal} 局。",
    ),
}

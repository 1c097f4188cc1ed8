"""What `chieu table` says beyond what tables and games say for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.texts import Text

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
}

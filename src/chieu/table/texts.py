"""What a table says, in three languages: errors by their code, what happened by its tag, emotes by their name.

In `happened.*` the places are the fields of the announcement, and `{name}` for the person who did it, `{number}` for
the number of the seat, counted from 1, `{people}` for those who shuffle, and `{rules}` for what a sheet is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.texts import Text

TEXTS: Final[Mapping[str, Text]] = {
    "error.not_joined": Text("Bạn chưa vào bàn này.", "You have not joined this table yet.", "你还没有加入这一桌。"),
    "error.table_full": Text(
        "Bàn đã đủ {most} người.", "The table has {most} people already.", "这一桌已有 {most} 人。"
    ),
    "error.no_change": Text("Đã như vậy rồi.", "That is so already.", "已经是这样了。"),
    "error.seat_taken": Text("Ghế này có người rồi.", "This seat is taken.", "这个座位已有人。"),
    "error.seat_closed": Text(
        "Ghế này của nhà cái, không ai ngồi được.",
        "This seat is the house's: nobody can sit there.",
        "这是庄家的位子，谁也不能坐。",
    ),
    "error.no_bot_to_host": Text(
        "Muốn máy làm cái thì bàn phải có máy.",
        "For a bot to deal or bank there must be one at the table.",
        "要让机器人坐庄，桌上得先有机器人。",
    ),
    "error.not_seated": Text("Bạn chưa ngồi ghế nào.", "You have no seat.", "你还没有座位。"),
    "error.seats_empty": Text(
        "Còn ghế trống: mời người ngồi, cho máy ngồi, hoặc bớt ghế.",
        "There are empty seats: somebody sits down, a bot does, or there are fewer seats.",
        "还有空位：请人入座、让机器人入座，或减少座位。",
    ),
    "error.host_only": Text("Chỉ {host} được làm việc này.", "Only {host} can do that.", "只有 {host} 可以这样做。"),
    "error.deal_running": Text(
        "Đang chơi dở ván: đợi hết ván đã.", "A deal is on: wait until it is over.", "本局正在进行：请等它结束。"
    ),
    "error.no_deal": Text("Chưa chia ván nào.", "Nothing has been dealt yet.", "还没有发牌。"),
    "error.hint_against_people": Text(
        "Bàn có người khác thì không có gợi ý: chỉ khi chơi với máy thôi.",
        "There are no hints against people: only where all others are bots.",
        "有其他真人时没有提示：只有对手全是机器人时才有。",
    ),
    "error.barred_from_shuffle": Text(
        "Ghế này đã không mở phần xào của mình, nên tối nay không góp xào nữa.",
        "This seat withheld its reveal once and contributes to no shuffle any more in this sitting.",
        "这个座位曾拒绝公开其随机数，本场不再参与洗牌。",
    ),
    "error.not_a_contributor": Text(
        "Ghế này không góp vào lần xào này.",
        "This seat does not contribute to this shuffle.",
        "这个座位不参与这次洗牌。",
    ),
    "error.bad_reveal": Text(
        "Phần mở ra không khớp với cam kết.",
        "What was revealed is not what was committed to.",
        "公开的内容与承诺不符。",
    ),
    "error.empty_name": Text("Tên không được để trống.", "A name cannot be empty.", "名字不能为空。"),
    "error.empty_text": Text("Chưa có chữ nào để gửi.", "There is nothing to say in that.", "没有可发送的文字。"),
    "error.too_fast": Text(
        "Nói nhanh quá: đợi {seconds} giây.", "Too fast: wait {seconds} seconds.", "说得太快：请等 {seconds} 秒。"
    ),
    "error.unknown_game": Text("Không có trò {game}.", "There is no game {game}.", "没有游戏 {game}。"),
    "error.unknown_bot": Text(
        "Không có máy {level}: chỉ có {known}.",
        "There is no bot {level}: there are {known}.",
        "没有机器人 {level}：可选 {known}。",
    ),
    "error.too_many_bots": Text(
        "Nhiều nhất {most} máy: bạn cũng cần một ghế.",
        "At most {most} bots: you need a seat too.",
        "最多 {most} 个机器人：你也需要一个座位。",
    ),
    "error.unknown_preset": Text(
        "Không có bộ luật {preset}: chỉ có {known}.",
        "There is no preset {preset}: there are {known}.",
        "没有规则组 {preset}：可选 {known}。",
    ),
    "error.too_much": Text(
        "Ván này nói chuyện và ra vào nhiều quá rồi. Đợi ván sau nhé.",
        "There has been too much talk and coming and going in this deal. Wait for the next one.",
        "这一局的聊天和进出太多了，请等下一局。",
    ),
    "error.unknown_edition": Text(
        "Không có bản luật {edition}: mới nhất là bản {newest}.",
        "There is no edition {edition} of these rules: the newest is {newest}.",
        "没有第 {edition} 版规则：最新为第 {newest} 版。",
    ),
    "error.unknown_option": Text(
        "Không có mục luật {option}: chỉ có {known}.",
        "There is no option {option}: there are {known}.",
        "没有规则项 {option}：可选 {known}。",
    ),
    "error.bad_value": Text(
        "Mục luật {option} không nhận {value}: chỉ nhận {allowed}.",
        "Option {option} cannot be {value}: it takes {allowed}.",
        "规则项 {option} 不能是 {value}：可取 {allowed}。",
    ),
    "error.bad_code": Text(
        "Mã luật {sheet} không đọc được.", "{sheet} is no code of a rule sheet.", "{sheet} 不是规则代码。"
    ),
    "error.bad_message": Text(
        "Tin gửi lên không đúng dạng: {detail}.",
        "That message is not well formed: {detail}.",
        "消息格式不对：{detail}。",
    ),
    "error.too_big": Text("Tin quá dài.", "That message is too long.", "消息太长。"),
    "happened.joined": Text("{name} vào bàn.", "{name} is here.", "{name} 来了。"),
    "happened.sat": Text("{name} ngồi ghế {number}.", "{name} takes seat {number}.", "{name} 坐 {number} 号位。"),
    "happened.bot_sat": Text("{seat} ngồi vào.", "{seat} sits down.", "{seat} 入座。"),
    "happened.seat_freed": Text("Ghế {number} trống.", "Seat {number} is free.", "{number} 号位空出。"),
    "happened.seat_closed": Text(
        "Ghế {number} giờ của nhà cái.", "Seat {number} is the house's now.", "{number} 号位现归庄家。"
    ),
    "happened.went": Text("{name} đi rồi.", "{name} is gone.", "{name} 离开了。"),
    "happened.came_back": Text("{name} quay lại.", "{name} is back.", "{name} 回来了。"),
    "happened.rules_changed": Text(
        "Từ ván sau, bàn {seats} ghế, luật: {rules}.",
        "From the next deal on, with {seats} seats: {rules}.",
        "从下一局起，{seats} 个座位，规则：{rules}。",
    ),
    "happened.froze": Text(
        "Xào bài ván {deal}. Góp xào: {people}.",
        "Shuffling for deal {deal}. Taking part: {people}.",
        "第 {deal} 局洗牌。参与者：{people}。",
    ),
    "happened.voided": Text(
        "Bỏ lần xào này. Không chịu mở phần mình: {people}.",
        "The shuffle is void. Nothing was revealed by {people}.",
        "这次洗牌作废。未公开者：{people}。",
    ),
    "happened.deal_started": Text("Ván {deal} bắt đầu.", "Deal {deal} begins.", "第 {deal} 局开始。"),
    "happened.timed_out": Text(
        "{seat} hết giờ, máy đánh thay.",
        "{seat} is out of time; a bot plays on.",
        "{seat} 超时，由机器人代打。",
    ),
    "happened.deal_ended": Text("Ván {deal} xong.", "Deal {deal} is over.", "第 {deal} 局结束。"),
    "happened.said": Text("{name}: {text}", "{name}: {text}", "{name}：{text}"),
    "emote.hello": Text("Chào cả nhà!", "Hello!", "大家好！"),
    "emote.well_played": Text("Đánh hay!", "Well played!", "打得好！"),
    "emote.thanks": Text("Cảm ơn!", "Thanks!", "谢谢！"),
    "emote.oops": Text("Ối!", "Oops!", "哎呀！"),
    "emote.think": Text("Để tính đã…", "Let me think…", "让我想想……"),
    "emote.laugh": Text("Ha ha!", "Ha ha!", "哈哈！"),
    "emote.wow": Text("Ghê vậy!", "Wow!", "哇！"),
    "emote.hurry": Text("Lẹ lẹ đi!", "Hurry up!", "快点呀！"),
}

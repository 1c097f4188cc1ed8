"""What a table says, in three languages: errors by their code, what happened by its tag, emotes by their name.

In `happened.*` the places are the fields of the announcement, and `{name}` for the person who did it, `{number}` for
the number of the seat, counted from 1, `{people}` for those who shuffle, and `{rules}` for what a sheet is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.text.languages import Text
from chieu.online.protocol import personas

TEXTS: Final[Mapping[str, Text]] = {
    **personas.TEXTS,
    "error.not_joined": Text("Bạn chưa vào bàn này.", "You have not joined this table yet.", "你还没有加入这一桌。"),
    "error.table_full": Text(
        "Bàn đã đủ {most} người.", "The table has {most} people already.", "这一桌已有 {most} 人。"
    ),
    "error.no_change": Text("Đã như vậy rồi.", "Nothing has changed: that is so already.", "已经是这样了。"),
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
    "error.not_played": Text(
        "Ai đã chơi ở bàn này mới mở được buổi sau.",
        "Only those who have played at this table can open its next evening.",
        "在这桌打过牌的人才能开下一场。",
    ),
    "error.seats_empty": Text(
        "Còn ghế trống: mời người ngồi, cho máy ngồi, hoặc bớt ghế.",
        "There are empty seats: somebody sits down, a bot does, or there are fewer seats.",
        "还有空位：请人入座、让机器人入座，或减少座位。",
    ),
    "error.host_only": Text("Chỉ {host} được làm việc này.", "Only {host} can do that.", "只有 {host} 可以这样做。"),
    "error.owner_only": Text(
        "Việc này chỉ chủ bàn {owner} được làm.",
        "That is for {owner}, whose table it is.",
        "只有桌主 {owner} 可以这样做。",
    ),
    "error.kept_for_owner": Text(
        "Ghế này giữ cho chủ bàn {owner}.",
        "This place is kept for {owner}, whose table it is.",
        "这个位子为桌主 {owner} 保留。",
    ),
    "error.not_yourself": Text(
        "Không làm vậy với chính mình được.", "You cannot do that to yourself.", "不能对自己这样做。"
    ),
    "error.nobody_there": Text("Ghế này không có ai ngồi.", "Nobody sits there.", "那个座位没有人。"),
    "error.no_such_member": Text("Người đó không còn ở bàn.", "They are not at this table.", "那个人已不在这一桌。"),
    "error.not_here": Text("{name} đang không có mặt.", "{name} is not here just now.", "{name} 现在不在。"),
    "error.removed": Text(
        "Chủ bàn đã mời bạn ra khỏi bàn này.",
        "The host has removed you from this table.",
        "桌主已将你请出这一桌。",
    ),
    "error.table_locked": Text(
        "Bàn đã khóa: nhờ {owner} mở cho bạn vào.",
        "The table is locked: ask {owner} to let you in.",
        "这一桌已锁：请 {owner} 放你进来。",
    ),
    "error.old_link": Text(
        "Đường dẫn này không còn dùng được: xin chủ bàn đường dẫn mới.",
        "This link opens nothing any more: ask the host for the new one.",
        "这个链接已失效：请向桌主要新的链接。",
    ),
    "error.sitting_out": Text(
        "Ván này bạn nghỉ, không ăn thua gì. Ván sau bạn chơi.",
        "You sit this deal out, with nothing at stake. The next one is yours.",
        "这一局你休息，不算输赢。下一局再上场。",
    ),
    "error.too_soon": Text(
        "Cho người ta nghĩ chút: {seconds} giây nữa mới được.",
        "Give them time to think: {seconds} seconds more.",
        "让人家想一想：再等 {seconds} 秒。",
    ),
    "error.clock_rules": Text(
        "Bàn có đồng hồ: hết giờ là máy đánh thay.",
        "There is a clock: when the time is up, a bot plays on.",
        "这一桌有计时：时间一到机器人就代打。",
    ),
    "error.shuffling": Text(
        "Đang xào bài: đợi vài giây.", "The cards are being shuffled: a few seconds.", "正在洗牌：请等几秒。"
    ),
    "error.deal_running": Text(
        "Đang chơi dở ván: đợi hết ván đã.", "A deal is on: wait until it is over.", "本局正在进行：请等它结束。"
    ),
    "error.no_deal": Text("Chưa chia ván nào.", "Nothing has been dealt yet.", "还没有发牌。"),
    "error.hint_against_people": Text(
        "Bàn có người khác thì không có gợi ý: chỉ khi chơi với máy thôi.",
        "There are no hints against people: only where all others are bots.",
        "有其他真人时没有提示：只有对手全是机器人时才有。",
    ),
    "error.left_out": Text(
        "Ván này bạn không được góp xào.",
        "You are left out of this deal's shuffle.",
        "这一局的洗牌不包括你。",
    ),
    "error.copied_commitment": Text(
        "Cam kết này là của người khác.",
        "This commitment is somebody else's.",
        "这个承诺是别人的。",
    ),
    "error.own_client": Text(
        "Máy của người này đã góp xào rồi.",
        "A client of theirs takes part in this shuffle already.",
        "此人自己的客户端已参与洗牌。",
    ),
    "error.other_freeze": Text(
        "Bản chốt xào mà máy bạn thấy không phải bản của bàn này.",
        "The freeze that your client saw is not the one of this table.",
        "你的客户端看到的洗牌定稿不是本桌的那一份。",
    ),
    "error.leave_out_early": Text(
        "Chỉ chủ bàn mới được bỏ ai ra ngay; người khác thì phải đợi người đó giấu phần mình {voids} lần.",
        "Only the host may leave somebody out right away; others after that person withheld {voids} times.",
        "只有桌主可以立即排除某人；其他人要等那人扣住 {voids} 次之后。",
    ),
    "error.too_many_voids": Text(
        "Ván này đã xào hỏng {voids} lần. Phải bỏ người không chịu mở phần mình ra rồi mới xào tiếp.",
        "{voids} attempts at this deal are void. Whoever does not reveal has to be left out before the next.",
        "这一局洗牌已作废 {voids} 次。先排除不肯公开的人，才能继续。",
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
    "happened.forgotten": Text(
        "Có người xóa tên và lời của mình ở bàn này.",
        "Someone has taken back their name and words.",
        "有人删除了自己的名字和发言。",
    ),
    "someone": Text("ai đó", "someone", "某人"),
    "happened.went": Text("{name} đi rồi.", "{name} is gone.", "{name} 离开了。"),
    "happened.came_back": Text("{name} quay lại.", "{name} is back.", "{name} 回来了。"),
    "happened.rules_changed": Text(
        "Từ ván sau, bàn {seats} ghế, luật: {rules}.",
        "From the next deal on, with {seats} seats: {rules}.",
        "从下一局起，{seats} 个座位，规则：{rules}。",
    ),
    "happened.lost": Text(
        "{name} rớt mạng, cả bàn đang đợi.",
        "{name} has lost the connection and is waited for.",
        "{name} 断线了，大家在等。",
    ),
    "happened.stood_in": Text(
        "Máy đánh thay {seat} tới khi quay lại.",
        "A bot plays for {seat} until they are back.",
        "机器人代 {seat} 打，直到本人回来。",
    ),
    "happened.unseated": Text(
        "Chủ bàn mời {name} rời ghế {number}. Ván đang chơi, nếu có, máy đánh nốt.",
        "The host has freed seat {number} of {name}. A deal that is on is played out by a bot.",
        "桌主收回了 {name} 的 {number} 号位。未完的牌局由机器人打完。",
    ),
    "happened.removed": Text(
        "{name} bị mời ra khỏi bàn.", "{name} was removed from the table.", "{name} 被请出这一桌。"
    ),
    "happened.admitted": Text("{name} được vào bàn lại.", "{name} may come back to the table.", "{name} 可以回来了。"),
    "happened.locked": Text(
        "Bàn đã khóa: không ai mới vào được.",
        "The table is locked: nobody new can join.",
        "这一桌已锁：新人不能加入。",
    ),
    "happened.unlocked": Text(
        "Bàn mở lại: ai có đường dẫn đều vào được.",
        "The table is open again to whoever has the link.",
        "这一桌重新开放：有链接的都能进来。",
    ),
    "happened.link_renewed": Text(
        "Bàn có đường dẫn mới. Đường dẫn cũ bỏ.",
        "The table has a new link. The old one opens nothing.",
        "这一桌换了新链接，旧链接作废。",
    ),
    "happened.continued": Text(
        "{name} mở bàn mới cho buổi sau. Chỗ của bạn vẫn giữ ở đó.",
        "{name} opened a new table for the next evening. Your seat is kept there.",
        "{name} 为下一场开了新桌，你的座位留着。",
    ),
    "happened.host_passed": Text("{name} giờ là chủ bàn.", "The table is {name}’s now.", "{name} 现在是桌主。"),
    "happened.sat_out": Text(
        "{seat} nghỉ từ ván sau, tới khi báo sẵn sàng.",
        "{seat} sits out from the next deal on, until ready again.",
        "{seat} 从下一局起休息，准备好再上场。",
    ),
    "happened.seats_cut": Text(
        "Bớt ghế trống: bàn còn {seats} ghế.",
        "The empty seats are gone: {seats} are left.",
        "撤掉空位：还有 {seats} 个座位。",
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
    "happened.voided_restart": Text(
        "Bỏ lần xào này: nhà vừa khởi động lại. Cả bàn góp lại từ đầu.",
        "The shuffle is void: the house was started anew. Everybody is asked again.",
        "这次洗牌作废：庄方刚重新启动。大家重新参与。",
    ),
    "happened.voided_restored": Text(
        "Bỏ lần xào này: nhà vừa quay về bản sao lưu.",
        "The shuffle is void: the house went back to a back-up.",
        "这次洗牌作废：庄方回到了备份。",
    ),
    "happened.voided_older": Text(
        "Bỏ lần xào này: nhà vừa đổi sang cách xào mới. Cả bàn góp lại từ đầu.",
        "The shuffle is void: the house shuffles in a new way now. Everybody is asked again.",
        "这次洗牌作废：庄方改用了新的洗牌方式。大家重新参与。",
    ),
    "happened.left_out": Text(
        "{seat} không góp xào ván này nữa ({by}).",
        "{seat} is left out of this deal's shuffle ({by}).",
        "{seat} 不再参与这一局的洗牌（{by}）。",
    ),
    "happened.by_host": Text("chủ bàn quyết", "said the host", "桌主决定"),
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

"""PF-33: refusals with stable codes and texts, the same over HTTP and WebSocket."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from chieu.core.game import Refusal
from chieu.core.text.languages import Text

RETRY_AFTER_S: Final = 10

TEXTS: Final = {
    "error.binary": Text(
        "Tin phải là văn bản, không phải nhị phân.",
        "Messages are text, not binary.",
        "消息必须是文本，不能是二进制。",
    ),
    "error.say_hello": Text(
        "Tin đầu tiên phải là hello.", "The first message must be a hello.", "第一条消息必须是 hello。"
    ),
    "error.flood": Text(
        "Gửi nhiều quá rồi. Chờ một chút nhé.", "That was too much at once. Wait a moment.", "发送太频繁，请稍等一下。"
    ),
    "error.too_many": Text("Quá nhiều kết nối cùng lúc.", "There are too many connections at once.", "同时连接太多。"),
    "error.full": Text(
        "Nhà đang đông kín. Lát nữa quay lại nhé.",
        "The server is full right now. Come back in a moment.",
        "现在满座了，请稍后再来。",
    ),
    "error.too_many_tables": Text(
        "Bạn mở nhiều bàn quá rồi. Chờ một lát rồi mở tiếp.",
        "You have opened many tables. Wait a while before opening another.",
        "你开的桌太多了，请过一会儿再开。",
    ),
    "error.no_guest": Text(
        "Cần vào nhà trước: trình duyệt phải cho phép cookie.",
        "You have no token yet: the browser must allow cookies.",
        "你还没有令牌：浏览器需要允许 cookie。",
    ),
    "error.bad_token": Text("Mã khách không đúng.", "This is not a valid guest token.", "访客令牌不正确。"),
    "error.bad_code": Text(
        "Mã này không đúng, hoặc đã hết hạn.",
        "This code is wrong or has expired.",
        "代码不正确，或已失效。",
    ),
    "error.no_such_table": Text("Không có bàn này.", "There is no such table.", "没有这张桌子。"),
    "error.table_retired": Text(
        "Bàn này lâu rồi không ai chơi nên nhật ký đã xóa. Sổ của bàn vẫn còn.",
        "Nobody has played at this table for a long time, so its log was removed. Its book is still here.",
        "这张桌子很久没人玩，日志已删除，但账本还在。",
    ),
    "error.no_book": Text(
        "Bàn này chưa có sổ: bàn còn đó, hoặc chưa từng có.",
        "There is no book: the table still exists, or never did.",
        "还没有账本：牌桌还在，或从未有过。",
    ),
    "error.no_name": Text("Tên bạn không có trong sổ này.", "Your name is not in this book.", "这本账里没有你的名字。"),
    "error.no_such_record": Text(
        "Không có ván này, hoặc ván chưa xong.",
        "There is no such deal, or it is not over yet.",
        "没有这一局，或者还没结束。",
    ),
    "error.no_such_decision": Text(
        "Ở bước này ghế đó không quyết định gì.",
        "That seat decided nothing at this step.",
        "这一步该座位没有做决定。",
    ),
    "error.not_solved": Text(
        "Trò này chưa có bảng cách đánh hay nhất.",
        "There is no chart of best play for this game.",
        "这个游戏没有最佳打法表。",
    ),
    "error.too_many_hints": Text(
        "Bạn hỏi gợi ý nhiều quá rồi. Chờ một lát nhé.",
        "That was a lot of hints. Wait a moment before the next one.",
        "提示要得太频繁了，请稍等一下。",
    ),
    "error.coach_busy": Text(
        "Đang có nhiều người hỏi gợi ý. Thử lại sau vài giây.",
        "Many are asking for advice. Try again in a few seconds.",
        "求提示的人较多，请过几秒再试。",
    ),
    "error.not_found": Text("Không có trang này.", "There is nothing here.", "这里什么都没有。"),
    "error.method_not_allowed": Text(
        "Không làm vậy với địa chỉ này được.", "This cannot be done here.", "此处不能这样操作。"
    ),
    "error.wrong_origin": Text(
        "Trang này không được phép dùng máy chủ.", "This page may not use this server.", "此页面不允许使用本服务器。"
    ),
    "error.unavailable": Text(
        "Máy chủ đang bận. Thử lại sau nhé.",
        "The server cannot do that now. Try again.",
        "服务器暂时无法处理，请再试一次。",
    ),
}


class HttpRefusal(Refusal):
    """A refusal with its HTTP status."""

    def __init__(self, status: int, code: str, rule: str = "", **params: str | int) -> None:
        super().__init__(code, rule, TEXTS, **params)
        self.status = status


class RefusalBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal: text `error.<code>`, the `params` of that text, and the number of the rule."""

    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


def refuse(refusal: HttpRefusal, headers: dict[str, str] | None = None) -> Response:
    """Return a refusal as an HTTP response."""
    extra = {"retry-after": str(RETRY_AFTER_S)} if refusal.status in (429, 503) else {}
    return Response(body_of(refusal), refusal.status, {**extra, **(headers or {})}, media_type="application/json")


def body_of(refusal: HttpRefusal) -> bytes:
    """Serialize a refusal as a JSON body."""
    return msgspec.json.encode(RefusalBody(refusal.code, refusal.rule, refusal.params))

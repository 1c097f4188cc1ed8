"""PF-33: what goes wrong, as stable codes with texts, over HTTP and over the socket alike."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from chieu.core.refusal import Refusal
from chieu.core.texts import Text

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
    "error.too_many_tables": Text(
        "Bạn mở nhiều bàn quá rồi. Chờ một lát rồi mở tiếp.",
        "You have opened many tables. Wait a while before the next.",
        "你开的桌太多了，请过一会儿再开。",
    ),
    "error.no_guest": Text(
        "Cần vào nhà trước: trình duyệt phải cho phép cookie.",
        "You have no token yet: the browser must allow cookies.",
        "你还没有令牌：浏览器需要允许 cookie。",
    ),
    "error.bad_token": Text("Mã khách không đúng.", "This is no guest's token.", "访客令牌不正确。"),
    "error.no_such_table": Text("Không có bàn này.", "There is no such table.", "没有这张桌子。"),
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
    "error.too_many_hints": Text(
        "Bạn hỏi gợi ý nhiều quá rồi. Chờ một lát nhé.",
        "That were many hints. Wait a moment before the next.",
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
    """A refusal with the status that HTTP has for it."""

    def __init__(self, status: int, code: str, rule: str = "", **params: str | int) -> None:
        super().__init__(code, rule, TEXTS, **params)
        self.status = status


class RefusalBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong: `code` keys the text (`error.<code>`) that `params` fill; `rule` is the rule that forbids it."""

    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


def refuse(refusal: HttpRefusal, headers: dict[str, str] | None = None) -> Response:
    """A refusal as an HTTP answer."""
    body = msgspec.json.encode(RefusalBody(refusal.code, refusal.rule, refusal.params))
    extra = {"retry-after": "10"} if refusal.status == 429 else {}
    return Response(body, refusal.status, {**extra, **(headers or {})}, media_type="application/json")

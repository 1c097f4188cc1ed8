"""Settings: from flags, then the environment (`CHIEU_PORT`), then a TOML file, then what is sane."""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import msgspec
import platformdirs

from chieu.core import codec
from chieu.core.texts import Lang, Text

_PREFIX: Final = "CHIEU_"
_CONFIG: Final = Text("tệp TOML có các cài đặt", "TOML file with settings", "含设置的 TOML 文件")


def _about(vi: str, en: str, zh: str, least: int | None = None, most: int | None = None) -> msgspec.Meta:
    return msgspec.Meta(ge=least, le=most, extra={"about": Text(vi, en, zh)})


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that can be set. Each field is a flag, a variable and a line of the file."""

    host: Annotated[
        str,
        _about(
            "địa chỉ để nghe; 0.0.0.0 cho cả mạng",
            "address to listen on; 0.0.0.0 for everybody on the network",
            "监听地址；0.0.0.0 表示整个网络",
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int,
        _about(
            "cổng; 0 là cổng trống nào cũng được",
            "port to listen on; 0 for any free one",
            "端口；0 为任意空闲端口",
            0,
            65535,
        ),
    ] = 8000
    data: Annotated[
        str,
        _about(
            "tệp giữ các bàn, hay postgresql://...; mặc định ở thư mục dữ liệu của bạn",
            "file for the tables, or postgresql://...; by default in your data directory",
            "存放牌桌的文件，或 postgresql://...；默认在你的数据目录",
        ),
    ] = ""
    origins: Annotated[
        tuple[str, ...],
        _about(
            "các trang được phép dùng máy chủ, ngoài chính nó",
            "where pages may come from, besides this address itself",
            "除本机地址外允许的网页来源",
        ),
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...],
        _about(
            "proxy mà X-Forwarded-For được tin",
            "proxies whose X-Forwarded-For is believed",
            "其 X-Forwarded-For 可信的代理",
        ),
    ] = ()
    tls_cert: Annotated[
        str,
        _about(
            "tệp chứng chỉ TLS (PEM), khi không có proxy lo việc này",
            "TLS certificate (PEM), where no proxy sees to that",
            "TLS 证书文件（PEM），没有代理处理时使用",
        ),
    ] = ""
    tls_key: Annotated[
        str,
        _about(
            "tệp khóa của chứng chỉ (PEM, không mật khẩu)",
            "key of the certificate (PEM, without a password)",
            "证书的私钥文件（PEM，无密码）",
        ),
    ] = ""
    base_path: Annotated[
        str,
        msgspec.Meta(
            pattern=codec.whole(r"(/[A-Za-z0-9_.~-]+)*/?"),
            extra={
                "about": Text(
                    "đường dẫn đứng trước mọi địa chỉ, như /cards",
                    "path that everything is under, as in /cards",
                    "所有地址的前缀路径，如 /cards",
                )
            },
        ),
    ] = ""
    transport: Annotated[
        Literal["direct", "asgi"],
        _about(
            "cách gửi nhận tin: thẳng qua uvicorn, hay ASGI thuần",
            "how messages travel: straight through uvicorn, or plain ASGI",
            "消息传输方式：直通 uvicorn 或纯 ASGI",
        ),
    ] = "direct"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        _about("ghi nhật ký nhiều hay ít", "how much is logged", "日志详细程度"),
    ] = "info"
    idle_minutes: Annotated[
        int,
        _about(
            "bàn không ai dùng rời bộ nhớ sau bấy nhiêu phút",
            "minutes until a table that nobody uses leaves memory",
            "无人使用的牌桌多少分钟后移出内存",
            1,
            10_000,
        ),
    ] = 10
    messages_per_guest: Annotated[
        int, _about("số tin mỗi giây của một khách", "messages a second from one guest", "每位访客每秒消息数", 1, 10**7)
    ] = 20
    messages_per_address: Annotated[
        int,
        _about("số tin mỗi giây của một địa chỉ", "messages a second from one address", "每个地址每秒消息数", 1, 10**7),
    ] = 200
    entries_per_address: Annotated[
        int,
        _about(
            "số mục mà các bàn của một địa chỉ được ghi trong một giờ; hết thì máy của bàn chờ",
            "entries that are written for one address in an hour, moves of bots included; then they wait",
            "每个地址每小时可写入的条目数，含机器人的出牌；用完则等待",
            1,
            10**9,
        ),
    ] = 360_000
    requests_per_address: Annotated[
        int,
        _about(
            "số yêu cầu HTTP mỗi giây của một địa chỉ",
            "HTTP requests a second from one address",
            "每个地址每秒 HTTP 请求数",
            1,
            10**7,
        ),
    ] = 50
    tables_per_guest: Annotated[
        int,
        _about(
            "số bàn một khách mở trong một giờ",
            "tables one guest may open in an hour",
            "每位访客每小时可开桌数",
            1,
            10**7,
        ),
    ] = 30
    tables_per_address: Annotated[
        int,
        _about(
            "số bàn một địa chỉ mở trong một giờ",
            "tables one address may open in an hour",
            "每个地址每小时可开桌数",
            1,
            10**7,
        ),
    ] = 120
    hints_per_guest: Annotated[
        int,
        _about(
            "số gợi ý một khách hỏi trong một phút",
            "hints one guest may ask for in a minute",
            "每位访客每分钟可要提示数",
            1,
            10**7,
        ),
    ] = 60
    hints_per_address: Annotated[
        int,
        _about(
            "số gợi ý và xem lại một địa chỉ hỏi trong một phút",
            "hints and reviews one address may ask for in a minute",
            "每个地址每分钟可要提示与复盘数",
            1,
            10**7,
        ),
    ] = 240
    connections_per_guest: Annotated[
        int,
        _about(
            "số kết nối cùng lúc của một khách",
            "connections of one guest at the same time",
            "每位访客同时连接数",
            1,
            10**6,
        ),
    ] = 12
    connections_per_address: Annotated[
        int,
        _about(
            "số kết nối cùng lúc của một địa chỉ",
            "connections of one address at the same time",
            "每个地址同时连接数",
            1,
            10**6,
        ),
    ] = 200

    keep_days: Annotated[
        int,
        _about(
            "số ngày giữ nhật ký của bàn không ai đụng tới; 0 là giữ mãi",
            "days for which the log of a table is kept that nobody touches; 0 for ever",
            "无人动过的牌桌日志保留天数；0 为永久",
            0,
            100_000,
        ),
    ] = 90
    export: Annotated[
        str,
        _about(
            "thư mục để xuất biên bản các ván trước khi xóa nhật ký; trống là không xuất",
            "folder for the records of a table's deals before its log goes; without one they go with it",
            "删除日志前导出各局记录的目录；不设则不导出",
        ),
    ] = ""
    connections: Annotated[
        int,
        _about(
            "số kết nối cùng lúc của tất cả mọi người",
            "connections of everybody together at the same time",
            "所有人同时连接的总数",
            1,
            10**6,
        ),
    ] = 10_000
    tables_in_memory: Annotated[
        int,
        _about(
            "số bàn nhiều nhất trong bộ nhớ",
            "tables in memory at the same time",
            "内存中同时存在的牌桌数",
            1,
            10**6,
        ),
    ] = 20_000
    tables_per_minute: Annotated[
        int,
        _about(
            "số bàn tất cả mọi người mở trong một phút",
            "tables everybody together may open in a minute",
            "所有人每分钟可开桌总数",
            1,
            10**7,
        ),
    ] = 600
    hints_waiting: Annotated[
        int,
        _about(
            "số câu hỏi gợi ý được chờ cùng lúc",
            "hints and reviews that may wait for their turn",
            "可排队等候的提示与复盘数",
            1,
            1_000,
        ),
    ] = 12

    thinkers: Annotated[
        int,
        _about(
            "số tiến trình để máy giỏi suy nghĩ; 0 thì chúng đánh như máy thường",
            "processes in which strong bots think; with 0 they play as the usual ones do",
            "供高手机器人思考的进程数；0 则与普通机器人一样",
            0,
            64,
        ),
    ] = 2
    public_url: Annotated[
        str,
        msgspec.Meta(
            pattern=codec.whole(r"(https?://[^/\s]+(/[^\s?#]*)?)?"),
            extra={
                "about": Text(
                    "địa chỉ để người khác mở trang này, như https://cards.example",
                    "address at which others open the page, as in https://cards.example",
                    "别人打开本网页的地址，如 https://cards.example",
                )
            },
        ),
    ] = ""
    telegram_token: Annotated[
        str,
        _about(
            "mã của bot Telegram; nên để trong tệp hay biến môi trường",
            "token of a Telegram bot; better in a file or the environment, where nobody sees it",
            "Telegram 机器人的令牌；最好放在文件或环境变量里",
        ),
    ] = ""
    telegram_token_file: Annotated[
        str,
        _about(
            "tệp chỉ có mã của bot Telegram",
            "file with nothing but the token of a Telegram bot",
            "只含 Telegram 机器人令牌的文件",
        ),
    ] = ""
    telegram_api: Annotated[
        str,
        _about(
            "Bot API khác; mã được nối vào sau, như http://127.0.0.1:8081/bot",
            "another Bot API, to which the token is appended, as in http://127.0.0.1:8081/bot",
            "另一个 Bot API，令牌接在其后，如 http://127.0.0.1:8081/bot",
        ),
    ] = ""
    telegram_updates: Annotated[
        Literal["polling", "webhook", "none"],
        _about(
            "nhận tin Telegram: hỏi lấy, chờ gửi tới (cần địa chỉ https), hay để nút khác nhận",
            "how updates come: asked for, sent to the public address (https), or to another node",
            "更新的获取方式：轮询、发到公开地址（https），或由其他节点接收",
        ),
    ] = "polling"

    @property
    def bot_token(self) -> str:
        """The token of the Telegram bot, wherever it is kept; empty if there is none."""
        if not self.telegram_token_file:
            return self.telegram_token.strip()
        try:
            return Path(self.telegram_token_file).expanduser().read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadSettings(f"{self.telegram_token_file}: {getattr(error, 'strerror', None) or error}") from None

    @property
    def base(self) -> str:
        """What every path begins with, without a slash at the end."""
        return self.base_path.rstrip("/")

    @property
    def store(self) -> str:
        """Where the tables are kept: a file, or the address of a database."""
        return self.data or str(data_directory() / "tables.db")


class BadSettings(ValueError):
    """A setting that does not exist or cannot have the value given; says which and where it stands."""


def data_directory() -> Path:
    """Return the directory for this user's data, which may not exist yet."""
    return platformdirs.user_data_path("chieu", appauthor=False)


def add_arguments(parser: argparse.ArgumentParser, lang: Lang = "en", only: tuple[str, ...] = ()) -> None:
    """A flag for each setting (or for some only), and one for the file."""
    parser.add_argument("--config", metavar="FILE", help=_CONFIG.say(lang))
    for field in msgspec.structs.fields(Settings):
        if only and field.name not in only:
            continue
        metavar, about = _described(field.name, lang)
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            metavar=metavar,
            nargs="+" if _many(field.name) else None,
            help=f"{about} [{field.default}]" if field.default else about,
        )


def gather(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings from everywhere; `BadSettings` says what is wrong with which."""
    names = [field.name for field in msgspec.structs.fields(Settings)]
    file = flags.get("config") or environment.get(_PREFIX + "CONFIG")
    found = _from_file(Path(file)) if file else {}
    for name in names:
        variable = _PREFIX + name.upper()
        if variable in environment:
            text = environment[variable]
            value = [one.strip() for one in text.split(",") if one.strip()] if _many(name) else text
            found[name] = (variable, value)
    for name in names:
        if flags.get(name) is not None:
            found[name] = (f"--{name.replace('_', '-')}", flags[name])
    hints = get_type_hints(Settings, include_extras=True)
    values = {}
    for name, (where, value) in found.items():
        try:
            values[name] = msgspec.convert(value, hints[name], strict=False)
        except msgspec.ValidationError as error:
            raise BadSettings(f"{where}: {error}") from None
    return Settings(**values)


def _from_file(path: Path) -> dict[str, tuple[str, Any]]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from None
    known = {field.name for field in msgspec.structs.fields(Settings)}
    for name in content:
        if name not in known:
            raise BadSettings(f"{path}: there is no setting {name[:40]!r}: there are {', '.join(sorted(known))}")
    return {name: (f"{path}: {name}", value) for name, value in content.items()}


def _many(name: str) -> bool:
    return isinstance(_defaults()[name], tuple)


def _defaults() -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(Settings)}


def _described(name: str, lang: Lang) -> tuple[str, str]:
    """What stands for its value in the help, and what it is."""
    plain, meta = get_args(get_type_hints(Settings, include_extras=True)[name])[:2]
    about: str = meta.extra["about"].say(lang)
    choices = get_args(plain)
    if plain is int:
        return "N", about
    if choices and isinstance(choices[0], str):
        return "|".join(choices), about
    return {
        "host": "ADDRESS",
        "export": "FOLDER",
        "origins": "URL",
        "trusted_proxies": "ADDRESS",
        "base_path": "PATH",
        "public_url": "URL",
        "telegram_token": "TOKEN",
        "telegram_api": "URL",
    }.get(name, "FILE"), about

"""What `chieu arena` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.core.texts import Text

ARENA_TEXTS: Final[Mapping[str, Text]] = {
    "help.arena_bots": Text(
        "những máy nào; máy của bạn: module:Tên (không ghi: mọi máy của trò, trừ master)",
        "which bots; your own as module:Name (all that the game has but master if left out)",
        "哪些机器人；自己写的用 module:Name（默认该游戏的全部，master 除外）",
    ),
    "help.against": Text(
        "chỉ cho mỗi máy đấu giữa toàn máy này, thay vì mọi cặp",
        "each bot among this one only, instead of every pairing",
        "每个机器人只与这一个对阵，而不是两两对阵",
    ),
    "help.arena_deals": Text(
        "số ván, mỗi ván đánh lại ở mọi ghế (không ghi: 100)",
        "how many deals, each played in every seat (100 if left out)",
        "局数，每局在所有座位各打一遍（默认 100）",
    ),
    "help.matches": Text(
        "thay vì ván: bấy nhiêu trận trọn vẹn, có tỉ lệ thắng trận",
        "instead of deals: so many whole matches, with the share that each wins",
        "改打这么多场完整比赛，并给出胜率",
    ),
    "help.results": Text(
        "ghi từng kết quả vào tệp; chạy lại thì đánh tiếp chỗ dở",
        "keeps every result in a file; the same line again goes on where it stopped",
        "把每个结果写入文件；再次运行会从中断处继续",
    ),
    "help.plot": Text("vẽ ra một tệp SVG", "draws a picture, an SVG file", "画成 SVG 文件"),
    "help.jobs": Text(
        "bao nhiêu tiến trình (không ghi: mỗi nhân một cái)",
        "how many processes (one a core if left out)",
        "进程数（默认每核一个）",
    ),
    "help.cluster": Text(
        "chạy trên cụm Dask ở địa chỉ này, ví dụ tcp://10.0.0.1:8786",
        "works on the Dask cluster with its scheduler there, as in tcp://10.0.0.1:8786",
        "在此地址的 Dask 集群上运行，例如 tcp://10.0.0.1:8786",
    ),
    "arena.bar": Text("Đang đấu", "Playing", "对局中"),
    "arena.head": Text(
        "{game} · {rules} · {seats} ghế · {count} ván, mỗi ván ở cả {places} chỗ · seed {seed}",
        "{game} · {rules} · {seats} seats · {count} deals, each in all {places} places · seed {seed}",
        "{game} · {rules} · {seats} 个座位 · {count} 局，每局坐遍 {places} 个位置 · 种子 {seed}",
    ),
    "arena.head_matches": Text(
        "{game} · {rules} · {seats} ghế · {count} trận, mỗi trận ở cả {places} chỗ · seed {seed}",
        "{game} · {rules} · {seats} seats · {count} matches, each in all {places} places · seed {seed}",
        "{game} · {rules} · {seats} 个座位 · {count} 场，每场坐遍 {places} 个位置 · 种子 {seed}",
    ),
    "arena.bot": Text("máy", "bot", "机器人"),
    "arena.rating": Text("hạng", "rating", "等级分"),
    "arena.chips": Text("chip một lần ngồi", "chips a game", "每次得分"),
    "arena.among": Text("giữa", "among", "对"),
    "arena.cross": Text(
        "Mỗi máy một mình giữa toàn máy kia ăn bao nhiêu; ± là 95 %, mỗi ván tính một lần.",
        "What a bot wins alone among copies of another; ± is 95 %, and a deal counts as one observation.",
        "单独一个机器人坐在另一种机器人中间赢多少；± 为 95 %，一局只算一次观测。",
    ),
    "arena.matches": Text("Tỉ lệ thắng trận:", "The share of matches that it wins:", "赢得比赛的比例："),
    "arena.note": Text(
        "chip một lần ngồi, một mình giữa toàn máy kia; vạch là 95 %",
        "chips a game, alone among copies of the other; whiskers are 95 %",
        "每次得分，单独坐在另一种机器人中间；误差线为 95 %",
    ),
    "error.deals_or_matches": Text(
        "dùng --deals hoặc --matches, không cả hai",
        "give --deals or --matches, not both",
        "--deals 与 --matches 只能用一个",
    ),
    "error.too_few_bots": Text(
        "cần ít nhất hai máy khác nhau: --bots A,B hoặc --bots A --against B",
        "it takes at least two different bots: --bots A,B or --bots A --against B",
        "至少需要两个不同的机器人：--bots A,B 或 --bots A --against B",
    ),
    "error.bot_twice": Text("máy {bot} được ghi hai lần", "the bot {bot} is named twice", "机器人 {bot} 写了两次"),
    "error.arena_refused": Text(
        "{bot} giữa {among}, ván số {number}: {why}",
        "{bot} among {among}, deal number {number}: {why}",
        "{bot} 对 {among}，第 {number} 号牌局：{why}",
    ),
    "error.no_matches": Text(
        "{game} không chia thành trận: mỗi ván tính riêng, dùng --deals",
        "{game} has no matches: every deal counts by itself, so give --deals",
        "{game} 不分场次：每局单独计算，请用 --deals",
    ),
    "error.other_source": Text(
        "cụm máy chạy một bản chieu khác bản ở đây: kết quả sẽ khác, nên không đánh",
        "the workers run another version of chieu than you do: the results would be others, so nothing is played",
        "工作节点上的 chieu 版本与这里不同：结果会不一样，因此不进行",
    ),
    "error.worker_died": Text(
        "một tiến trình đã chết giữa chừng (hết bộ nhớ, hay bị máy nào đó làm sập); --jobs 1 cho thấy lỗi",
        "a process died while it played (out of memory, or a bot ended it); --jobs 1 shows why",
        "有进程中途退出（内存不足，或被某个机器人终止）；用 --jobs 1 可看到原因",
    ),
    "error.no_dask": Text(
        "--cluster cần thêm một gói: pip install 'chieu[cluster]'",
        "--cluster takes one more package: pip install 'chieu[cluster]'",
        "--cluster 还需要一个包：pip install 'chieu[cluster]'",
    ),
    "error.no_cluster": Text(
        "không nối được với bộ điều phối Dask ở {address}: {reason}",
        "no Dask scheduler answers at {address}: {reason}",
        "无法连接 {address} 上的 Dask 调度器：{reason}",
    ),
    "error.no_workers": Text(
        "bộ điều phối ở {address} chưa có máy nào làm việc: chạy `dask worker {address}`",
        "the scheduler at {address} has no workers yet: run `dask worker {address}`",
        "{address} 上的调度器还没有工作节点：请运行 `dask worker {address}`",
    ),
    "error.other_tournament": Text(
        "{file!r} giữ kết quả khác ({what}: trong tệp {there}, bây giờ {here}): chọn tệp khác",
        "{file!r} holds other results ({what}: {there} in the file, {here} now): take another file",
        "{file!r} 存的是别的结果（{what}：文件中为 {there}，现在为 {here}）：请换一个文件",
    ),
    "error.no_arena_file": Text(
        "{file!r} không phải tệp kết quả của `chieu arena`: không đụng tới",
        "{file!r} is no file of results of `chieu arena`: it is left as it is",
        "{file!r} 不是 `chieu arena` 的结果文件：未做改动",
    ),
}

/** What can be wrong with a record, in words. */
import type { Text } from "../protocol/types";

/** Something wrong. `line` counts from 1; 0 is the record as a whole. */
export interface Fault {
  readonly code: FaultCode;
  readonly line: number;
  readonly [param: string]: string | number;
}

export type FaultCode = keyof typeof FAULTS;

export const FAULTS = {
  line_changed: {
    vi: "dòng này không còn như lúc ghi",
    en: "this line is not as it was written",
    zh: "此行与写下时不同",
  },
  not_understood: {
    vi: "không hiểu được dòng này",
    en: "this line cannot be understood",
    zh: "无法读懂此行",
  },
  missing: {
    vi: "thiếu mục “{what}”",
    en: "“{what}” is missing",
    zh: "缺少“{what}”",
  },
  other_record: {
    vi: "chỉ đọc được biên bản “{expected}”, đây là “{format}”",
    en: "expected the record version “{expected}”, found “{format}”",
    zh: "应为记录版本“{expected}”，却是“{format}”",
  },
  other_protocol: {
    vi: "chỉ kiểm tra được cách xào “{expected}”, biên bản ghi “{protocol}”",
    en: "expected the protocol version “{expected}”, found “{protocol}”",
    zh: "应为协议版本“{expected}”，却是“{protocol}”",
  },
  other_sheet: {
    vi: "bài xào theo luật {sheet} nhưng đánh theo luật {played}",
    en: "shuffled for the sheet {sheet} but played by {played}",
    zh: "按规则 {sheet} 洗牌,却按 {played} 打",
  },
  attempts_with_a_gap: {
    vi: "các lần xào không liền nhau: chờ lần {expected}, ghi lần {attempt}",
    en: "attempts are not told without a gap: {expected} was due, {attempt} is told",
    zh: "洗牌次序有缺:应为第 {expected} 次,写的是第 {attempt} 次",
  },
  void_seed: {
    vi: "hạt giống của lần xào hỏng {attempt} không khớp cam kết",
    en: "the seed of the void attempt {attempt} is not what was committed to",
    zh: "作废的第 {attempt} 次的种子与承诺不符",
  },
  contribution: {
    vi: "phần góp của ghế {seat} không khớp cam kết",
    en: "what seat {seat} contributed is not what it had committed to",
    zh: "座位 {seat} 的贡献与承诺不符",
  },
  seed: {
    vi: "hạt giống của nhà không khớp cam kết",
    en: "the seed of the house is not what it had committed to",
    zh: "庄方的种子与承诺不符",
  },
  no_shuffle: {
    vi: "không có lần xào bài nào trong biên bản",
    en: "the record holds no shuffle",
    zh: "记录中没有洗牌",
  },
  no_card: {
    vi: "“{card}” không phải là một lá bài",
    en: "“{card}” is not a card",
    zh: "“{card}”不是一张牌",
  },
  not_the_pack: {
    vi: "lá {card} có {count} lần: không phải trọn bộ bài",
    en: "{card} is there {count} times: these are not the cards of whole packs",
    zh: "{card} 出现了 {count} 次：不是整副的牌",
  },
  shuffle: {
    vi: "thứ tự bài không phải từ các số đã cam kết mà ra: lá thứ {place} phải là {expected}, ghi {card}",
    en: "the order of cards does not follow from what was committed to: card {place} should be {expected}, not {card}",
    zh: "牌序不是由承诺的数据得出:第 {place} 张应为 {expected},却是 {card}",
  },
  not_the_last: {
    vi: "lần xào {attempt} phải là lần cuối, hoặc phải ghi là bỏ",
    en: "attempt {attempt} is to be void, or the last one",
    zh: "第 {attempt} 次应当作废，或是最后一次",
  },
  freeze: {
    vi: "bản chốt của lần xào {attempt} không phải của lần này",
    en: "the freeze of attempt {attempt} is not of this attempt",
    zh: "第 {attempt} 次的定稿不属于这一次",
  },
  freeze_order: {
    vi: "bản chốt của lần xào {attempt} không nối tiếp bản trước nó",
    en: "the freeze of attempt {attempt} does not follow on the one before it",
    zh: "第 {attempt} 次的定稿与前一份不相接",
  },
  blamed: {
    vi: "lần xào {attempt} đổ cho những ghế không được hỏi",
    en: "attempt {attempt} is blamed on seats that were not asked",
    zh: "第 {attempt} 次归咎于没有被询问的座位",
  },
  other_match: {
    vi: "chốt cho một trận khác, hoặc một lúc khác của trận",
    en: "frozen for another match, or another moment of it",
    zh: "定稿属于另一场，或该场的另一时刻",
  },
  other_host: {
    vi: "chốt là ghế {host} cầm cái, nhưng ghế {played} cầm",
    en: "seat {host} was to deal, and seat {played} did",
    zh: "定稿由座位 {host} 坐庄，实际是座位 {played}",
  },
  other_seats: {
    vi: "bản chốt có số ghế khác biên bản",
    en: "the freeze tells of other seats than the record",
    zh: "定稿的座位与记录不同",
  },
  other_player: {
    vi: "ghế {seat} do người khác chơi, không phải như bản chốt ghi",
    en: "seat {seat} was played by somebody else than the freeze says",
    zh: "座位 {seat} 的玩家与定稿所说的不同",
  },
  other_contributors: {
    vi: "những ghế có góp không phải những ghế trong bản chốt",
    en: "those who added something are not those whom the freeze names",
    zh: "参与者与定稿所列不同",
  },
  not_as_seen: {
    vi: "bản chốt lần {attempt} không phải bản máy bạn đã thấy trước ván",
    en: "the freeze of attempt {attempt} is not the one your browser was shown before the deal",
    zh: "第 {attempt} 次的定稿不是你的浏览器在开局前看到的",
  },
  not_as_sent: {
    vi: "phần máy bạn đã gửi không có trong biên bản",
    en: "what your browser sent is not in the record",
    zh: "你的浏览器发出的部分不在记录里",
  },
} as const satisfies Record<string, Text>;

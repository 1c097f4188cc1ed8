/** PF-22 in words: whether a deal will be provable to the person at this device. */
import type { Notice, NoticeKind, Shield } from "../live/contributing";
import type { IconName } from "../look/icons";
import { t, type TextKey } from "../text";

const NOTICES: Readonly<Record<NoticeKind, TextKey>> = {
  left_out: "notice.left_out", contradiction: "notice.contradiction", unasked: "notice.unasked", blamed: "notice.blamed", unaccounted: "notice.unaccounted", again: "notice.again",
};
const REASONS: Readonly<Record<string, TextKey>> = {
  away: "notice.away", uncommitted: "notice.uncommitted", asked: "notice.asked", withheld: "notice.withheld", no_record: "notice.no_record", other_deal: "notice.other_deal",
  other_manifest: "notice.other_manifest", not_following: "notice.not_following", other_bytes: "notice.other_bytes", rolled_back: "notice.rolled_back", bad_record: "notice.bad_record",
};
const HOLLOW: Readonly<Record<string, TextKey>> = { other_device: "shield.other_device", sits_out: "shield.sits_out", late: "shield.late", lost: "shield.lost" };
export const SHIELDS: Readonly<Record<Shield["state"], IconName>> = { none: "shield_open", solid: "shield", hollow: "shield_open", amber: "shield_alert" };

export function noticeOf({ kind, deal, reason, number }: Notice): string {
  return t(NOTICES[kind], { deal, n: number, reason: t(REASONS[reason] ?? "notice.other") });
}

export function shieldOf({ state, reason, notice }: Shield): string {
  if (notice) return noticeOf(notice);
  return t(state === "solid" ? "shield.solid" : state === "hollow" ? (HOLLOW[reason] ?? "shield.late") : "shield.none");
}

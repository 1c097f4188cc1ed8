/** Faults that the verifier finds in a record. */
import type { JournalFault } from "../fair/journal";
import type { TextKey } from "../text";

/** A fault with the values of its text. `line` counts from 1; 0 is the record as a whole. */
export interface Fault {
  readonly code: FaultCode;
  readonly line: number;
  readonly [param: string]: string | number;
}

export type FaultCode = keyof typeof FAULTS;

export const FAULTS = {
  line_changed: "fault.line_changed",
  not_understood: "fault.not_understood",
  missing: "fault.missing",
  other_record: "fault.other_record",
  other_protocol: "fault.other_protocol",
  other_game: "fault.other_game",
  other_sheet: "fault.other_sheet",
  attempts_with_a_gap: "fault.attempts_with_a_gap",
  void_seed: "fault.void_seed",
  contribution: "fault.contribution",
  seed: "fault.seed",
  no_shuffle: "fault.no_shuffle",
  no_card: "fault.no_card",
  not_the_pack: "fault.not_the_pack",
  shuffle: "fault.shuffle",
  not_the_last: "fault.not_the_last",
  manifest: "fault.manifest",
  manifest_order: "fault.manifest_order",
  blamed: "fault.blamed",
  other_match: "fault.other_match",
  other_host: "fault.other_host",
  other_seats: "fault.other_seats",
  other_player: "fault.other_player",
  other_contributors: "fault.other_contributors",
  other_deal: "fault.other_deal",
  other_manifest: "fault.other_manifest",
  not_following: "fault.not_following",
  other_bytes: "fault.other_bytes",
} as const satisfies Record<string, TextKey>;

const OWN: readonly string[] = ["other_deal", "other_manifest", "not_following", "other_bytes"] satisfies JournalFault[];

/** Return why a record with these faults does not account for the open deal of a journal; empty if it does. */
export function faultIn(faults: readonly Fault[]): string {
  const [first] = faults;
  return !first ? "" : faults.length === 1 && OWN.includes(first.code) ? first.code : "bad_record";
}

/** PF-22: this browser's part in the shuffles, and its checks. It commits to fresh bytes for each attempt, reveals
 * them for one manifest and never for a second, and checks that each manifest follows the last one it knows. */
import { contributionCommitment } from "../fair/fair";
import { contributorsOf, manifestHash, type Manifest, readManifest } from "../fair/manifest";
import type { Happening, ShuffleInfo, Update, View } from "../protocol/types";
import type { Command } from "./link";
import { exclusively, fresh, getOrDraw, lastManifest, setLastManifest, storedAttempt, update } from "./shuffles";

export type WarningKind = "not_contributing" | "second_manifest" | "not_following" | "dropped" | "missed" | "called_withheld" | "bad_manifest" | "went_back" | "spent" | "unseen" | "unasked" | "bad_record";

/** A warning for the person. `reason` says why a seat does not contribute. */
export interface ShuffleWarning {
  readonly kind: WarningKind;
  readonly deal: number;
  readonly attempt: number;
  readonly reason: string;
}

export class Contributor {
  /** There may be manifests that this browser did not see. */
  private unseen = true;
  /** Last deal whose end was announced. */
  private over = 0;
  /** Deals with attempts that were requested out of turn. */
  private readonly alarmed = new Set<number>();

  constructor(
    private readonly table: string,
    private readonly warn: (warned: ShuffleWarning) => void,
  ) {}

  /** Handle a message and return the command to send for it, if any. Tabs take turns: otherwise two tabs that get
   * different manifests at the same moment would each note theirs as the first, and reveal for it. */
  take(news: View | Update, happened: readonly Happening[], wentBack: boolean, whole: View): Promise<Command | null> {
    return exclusively(() => {
      this.see(news, happened, wentBack);
      return this.due(whole);
    });
  }

  /** Handle a message. A full view does not contain earlier events, unless it is older than the last one: then the
   * server was restored from a backup. */
  see(news: View | Update, happened: readonly Happening[], wentBack = false): void {
    if (news.type === "view") {
      this.unseen = !wentBack;
      this.over = news.table.deals;
      const { deal, attempt } = news.table.shuffle;
      if (wentBack) this.warn({ kind: "went_back", deal, attempt, reason: "" });
    }
    for (const happening of happened) {
      if (happening.type === "deal_ended") this.over = happening.deal;
      if (happening.type === "manifest_published") this.note(happening.manifest);
    }
  }

  /** Return the command to send now, if any. */
  due(whole: View): Command | null {
    const { table, you } = whole;
    const { shuffle, phase } = table;
    const seat = you.seat ?? null;
    this.seeVoids(shuffle);
    if (phase === "between" || phase === "committing") return seat === null ? null : this.commitment(shuffle, seat);
    if (whole.manifest) return this.reveal(whole.manifest, shuffle, seat, phase === "revealing");
    if (phase === "playing" && seat !== null) this.notInTime(shuffle);
    return null;
  }

  /** Another device of the same person may have replaced this one's commitment: then this one gives way. */
  private commitment(shuffle: ShuffleInfo, seat: number): Command | null {
    const { deal, attempt } = shuffle;
    if (shuffle.left_out?.some(([out]) => out === seat)) return null;
    const stored = getOrDraw(this.table, deal, attempt);
    if (stored.spent) this.alarm(deal, attempt);
    // An attempt that had a manifest is over for this browser, as its bytes may be known. It commits to bytes that
    // it forgets at once, so that nobody can complete the attempt without its reveal, and the next attempt starts
    // afresh.
    const given = stored.manifest ? fresh() : stored.contribution;
    const commitment = contributionCommitment(this.table, deal, attempt, given);
    const known = shuffle.commitments?.find(([of]) => of === seat)?.[1];
    if (known === commitment || (known !== undefined && (stored.committed || stored.spent))) return null;
    update(this.table, deal, attempt, { committed: true });
    return { type: "commit", deal, attempt, commitment, protocol: 1 };
  }

  private reveal(text: string, shuffle: ShuffleInfo, seat: number | null, revealing: boolean): Command | null {
    const { deal, attempt } = shuffle;
    const manifest = this.note(text, revealing);
    if (!manifest || manifest.deal !== deal || manifest.attempt !== attempt) {
      this.tell("bad_manifest", deal, attempt);
      return null;
    }
    const stored = getOrDraw(this.table, deal, attempt);
    if (stored.spent) {
      this.alarm(deal, attempt);
      return null;
    }
    if (stored.manifest && stored.manifest !== text) {
      this.tell("second_manifest", deal, attempt);
      return null;
    }
    if (seat === null) return null;
    if (!stored.manifest) this.notInTime(shuffle);
    const { kind, detail } = manifest.seats[seat] ?? { kind: "house", detail: [] };
    if (kind !== "contributes") {
      this.tell("not_contributing", deal, attempt, kind === "out" ? (detail[1] ?? "") : kind);
      return null;
    }
    if (detail[0] !== contributionCommitment(this.table, deal, attempt, stored.contribution)) {
      if (stored.manifest || stored.committed) this.tell("not_contributing", deal, attempt, "other_device");
      return null;
    }
    // The cards are dealt, and they do not depend on this browser's bytes.
    if (!revealing && stored.manifest && !stored.revealed) this.tell("unasked", deal, attempt);
    if (!revealing || !stored.manifest || shuffle.revealed?.includes(seat)) return null;
    update(this.table, deal, attempt, { revealed: true });
    return { type: "reveal", deal, attempt, contribution: stored.contribution, manifest: manifestHash(text) };
  }

  /** Note the first manifest of an attempt and compare it with the one before. A browser that missed some cannot tell,
   * and says so. */
  private note(text: string, inTime = true): Manifest | null {
    const manifest = readManifest(text);
    if (manifest?.table !== this.table) return null;
    const { deal, attempt } = manifest;
    if (inTime && !getOrDraw(this.table, deal, attempt).manifest) update(this.table, deal, attempt, { manifest: text });
    const last = lastManifest(this.table);
    if (last !== text) {
      if (last && manifest.after !== manifestHash(last)) this.tell(this.unseen ? "missed" : "not_following", deal, attempt);
      this.seeDropped(readManifest(last), manifest);
      setLastManifest(this.table, text);
    }
    this.unseen = false;
    return manifest;
  }

  /** A deal with a manifest is played to its end, or annulled and tried again under the same number. A server that goes on to
   * another deal discards an order that it may know. */
  private seeDropped(last: Manifest | null, { deal }: Manifest): void {
    if (last && deal > last.deal && last.deal > this.over) this.tell("dropped", last.deal, last.attempt);
  }

  /** The cards are dealt without an earlier manifest: a later one proves nothing. */
  private notInTime({ deal, attempt }: ShuffleInfo): void {
    if (!getOrDraw(this.table, deal, attempt).manifest) this.tell("unseen", deal, attempt);
  }

  /** The manifest that this browser revealed for says which seat was its own: the person may sit elsewhere by now. */
  private seeVoids({ deal, voids }: ShuffleInfo): void {
    for (const { attempt, withheld } of voids ?? []) {
      const stored = storedAttempt(this.table, deal, attempt);
      const manifest = stored?.revealed && stored.manifest ? readManifest(stored.manifest) : null;
      if (!stored || !manifest) continue;
      const commitment = contributionCommitment(this.table, deal, attempt, stored.contribution);
      if (contributorsOf(manifest).some(([seat, of]) => of === commitment && withheld?.includes(seat))) this.tell("called_withheld", deal, attempt);
    }
  }

  /** Warn once per kind and attempt, in any tab. */
  private tell(kind: WarningKind, deal: number, attempt: number, reason = ""): void {
    const { warned = [], spent } = getOrDraw(this.table, deal, attempt);
    if (spent) {
      this.alarm(deal, attempt);
      return;
    }
    if (warned.includes(kind)) return;
    update(this.table, deal, attempt, { warned: [...warned, kind] });
    this.warn({ kind, deal, attempt, reason });
  }

  /** Nothing is stored about an attempt out of turn, not even the warning. */
  private alarm(deal: number, attempt: number): void {
    if (this.alarmed.has(deal)) return;
    this.alarmed.add(deal);
    this.warn({ kind: "spent", deal, attempt, reason: "" });
  }
}

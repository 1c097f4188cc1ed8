/** PF-22: this browser's part in the shuffles of a table, as its journal allows, and what its person sees of it. */
import { contributionCommitment } from "../fair/fair";
import { hex } from "../fair/hex";
import { agree, attemptAt, close, commit, type Drawn, drawnFor, hindrance, type Hindrance, type Journal, mayReveal, reveal, writeOff } from "../fair/journal";
import { chairsOf, contributorsOf, type Manifest, manifestHash, type ManifestChair, readManifest } from "../fair/manifest";
import type { DealView, ShuffleInfo, View } from "../protocol/types";
import { journalOf, setJournal } from "./journals";
import type { Command } from "./link";

export type NoticeKind = "left_out" | "contradiction" | "unasked" | "blamed" | "unaccounted" | "again";

/** A sentence for the person. `reason`: why this browser is left out, or why a deal is not accounted for. `number`: of
 * deals without proof so far, of attempts so far, or of the attempt. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly deal: number;
  readonly reason: string;
  readonly number: number;
}

/** Provability of the pending or running deal to this person. `hollow`: it will not be provable, for a reason that this
 * device knows. `amber`: it will not be, and the notice says why. */
export interface Shield {
  readonly state: "none" | "solid" | "hollow" | "amber";
  readonly reason: string;
  readonly notice: Notice | null;
}

const CHAIRLESS: ManifestChair = { kind: "house", detail: [], seat: null };
const plain = (state: "none" | "solid" | "hollow", reason = ""): Shield => ({ state, reason, notice: null });

/** Return whether the deal on the screen is not the one that the manifest fixed, or has other players or rules. */
function isAnother({ number, game, sheet, chairs }: DealView, manifest: Manifest): boolean {
  return number !== manifest.deal || game !== manifest.game || sheet !== manifest.sheet || chairs.join() !== chairsOf(manifest).join();
}

export class Contributor {
  shield: Shield = plain("none");
  /** Deal and attempt that it committed to on this connection. */
  private there = "";
  /** Those that it revealed for on this connection, and those of which the server said that the reveal arrived. */
  private readonly sent = new Set<string>();
  private readonly acknowledged = new Set<string>();
  /** The last ones that it could commit to on this connection, or came too late for. */
  private offered = "";
  /** Number of the last deal that this connection was shown before its end. */
  private watched: number | null = null;
  /** Number of the last deal of which it was shown only the end. */
  private skipped = 0;
  private unaccounted: Notice | null = null;

  constructor(private readonly table: string) {}

  get journal(): Journal {
    return journalOf(this.table);
  }

  /** Begin a connection. */
  connected(): void {
    this.there = this.offered = "";
    this.watched = null;
    this.skipped = 0;
    this.sent.clear();
  }

  /** Return what keeps this browser from contributing: also an open deal that seems to be over. */
  hindrance({ table: { phase, shuffle }, deal }: View): Hindrance | null {
    const { open } = this.journal;
    if (open) {
      const shown = deal?.number ?? 0;
      if (shown > open.deal || (phase === "playing" && shown !== open.deal)) return "open";
      if (shown === open.deal && deal?.payoff) return "open"; // it is over, whatever the phase says
      if (phase === "revealing" || phase === "playing") return open.deal === shuffle.deal ? null : "open";
    }
    return hindrance(this.journal, shuffle.deal, shuffle.attempt);
  }

  /** Close the open deal, unless the journal has changed since it was compared with the record. */
  close(before: Journal, manifest: string): boolean {
    const now = this.journal;
    if (JSON.stringify(now.open) !== JSON.stringify(before.open)) return false;
    setJournal(close(now, manifest));
    return true;
  }

  /** Tell the person that a deal cannot be accounted for. This browser abstains until they decide. */
  report(reason: string): void {
    const { open, closed = [], written_off = [] } = this.journal;
    this.unaccounted = { kind: "unaccounted", deal: open?.deal ?? closed.at(-1)?.[0] ?? 0, reason, number: written_off.length + 1 };
  }

  /** Carry on as the person decided: without proof of a deal, or with more attempts. */
  goOn({ table }: View): void {
    if (this.unaccounted) setJournal(writeOff(this.journal, table.shuffle.deal));
    else if (this.shield.notice?.kind === "again") setJournal(agree(this.journal));
    this.unaccounted = null;
  }

  /** Return the command to send now, if any, and set the shield. */
  due(whole: View): Command | null {
    const { phase, shuffle, real, seats } = whole.table;
    const { deal } = whole;
    const chair = whole.you.seat ?? null;
    const between = phase === "between" || phase === "committing";
    if (between && !this.hindrance(whole)) this.unaccounted = null;
    const number = phase === "revealing" ? shuffle.deal : (deal?.number ?? 0);
    const played = chair !== null && deal?.chairs.includes(chair) && !deal.out?.includes(chair) && !seats[chair]?.new;
    const slow = this.offered.startsWith(`${number}/`) && !this.there.startsWith(`${number}/`); // asked to commit, it had not yet
    if (this.watched === null || !between || slow) this.watched = number;
    else if (number > this.watched && played) this.skipped = number;
    if (!this.offered || (between && chair !== null && !real)) this.offered = `${shuffle.deal}/${shuffle.attempt}`;
    this.shield = plain("none");
    const guest = String(whole.you.member ?? "");
    let command: Command | null = null;
    if (whole.table.id !== this.table) this.tell("contradiction", shuffle.deal);
    else if (real && !deal) return null; // RT-2: nothing is shuffled
    else if (phase === "playing" && deal?.number === 0) {
      if (chair !== null && !this.mayBeLesson(whole)) this.tell("contradiction", shuffle.deal);
    } else if (chair !== null) command = between ? this.commit(shuffle, chair, guest) : this.reveal(whole, chair, guest);
    this.seeVoids(shuffle, guest);
    if (between && this.skipped && number === this.skipped) this.tell("unasked", number);
    if (this.unaccounted) this.shield = { state: "amber", reason: this.unaccounted.reason, notice: this.unaccounted };
    return command;
  }

  /** PF-46: return whether a deal 0 can be a lesson: for one person, before any deal that is shuffled. */
  private mayBeLesson({ table: { seats } }: View): boolean {
    const { open, closed = [], written_off = [] } = this.journal;
    const people = seats.filter(({ member }) => member != null);
    return people.length === 1 && !open && !closed.length && !written_off.length;
  }

  /** Another device of the same person may have replaced this one's commitment: then this one gives way. */
  private commit({ deal, attempt, left_out = [], commitments = [] }: ShuffleInfo, chair: number, guest: string): Command | null {
    const { journal } = this;
    const hindered = hindrance(journal, deal, attempt);
    const out = left_out.find(([of]) => of === chair)?.[1];
    const published = commitments.find(([of]) => of === chair)?.[1];
    if (hindered === "ask") this.tell("again", deal, "", journal.open?.attempts.length);
    if (hindered) return this.unaccounted && out === undefined && published === undefined ? { type: "abstain", deal } : null;
    if (out !== undefined && out !== "self") return null;
    const known = drawnFor(journal, guest, deal, attempt);
    const mine = known ?? { guest, deal, attempt, contribution: hex(crypto.getRandomValues(new Uint8Array(32))) };
    const commitment = this.commitmentOf(mine);
    if (published === commitment) this.shield = plain("solid");
    if (published === undefined || published === commitment || !known) this.there = `${deal}/${attempt}`;
    if (known && published !== undefined) return null;
    setJournal(commit(journal, mine));
    return { type: "commit", deal, attempt, commitment, protocol: 1 };
  }

  private commitmentOf({ deal, attempt, contribution }: Drawn): string {
    return contributionCommitment(this.table, deal, attempt, contribution);
  }

  /** Return the reveal to send, and set the shield by the manifest that is shown. */
  private reveal({ table, deal: shown, manifest: text = "" }: View, chair: number, guest: string): Command | null {
    const { journal } = this;
    const { phase, shuffle } = table;
    const { deal, attempt, revealed = [] } = shuffle;
    // A device that committed on this connection, or was connected before and never asked to, did not come late.
    const there = this.there === `${deal}/${attempt}` || this.offered !== `${deal}/${attempt}`;
    const mine = drawnFor(journal, guest, deal, attempt);
    const manifest = readManifest(text);
    if (!text && phase === "playing") {
      if (there) this.tell("unasked", deal);
      else this.shield = plain("hollow", "late");
      return null;
    }
    if (manifest?.table !== this.table || manifest.deal !== deal || manifest.attempt !== attempt || (phase === "playing" && shown && isAnother(shown, manifest))) {
      this.tell("contradiction", deal);
      return null;
    }
    const own = manifest.allChairs[chair] ?? CHAIRLESS;
    if (!mine || own.kind !== "contributes" || own.detail[0] !== this.commitmentOf(mine)) {
      this.without(deal, own, there, mine);
      return null;
    }
    if (phase === "playing" && (journal.open?.deal !== deal || !attemptAt(journal.open, attempt))) {
      this.tell("unasked", deal);
      return null;
    }
    if (!mayReveal(journal, text)) {
      this.tell("contradiction", deal);
      return null;
    }
    this.shield = plain("solid");
    const due = phase === "revealing" && !revealed.includes(chair);
    (due ? this.sent : this.acknowledged).add(`${deal}/${attempt}`);
    if (!due) return null;
    setJournal(reveal(journal, manifest, text, mine.contribution));
    return { type: "reveal", deal, attempt, contribution: mine.contribution, manifest: manifestHash(text) };
  }

  /** Set the shield for a deal that is shuffled without this browser. One that was `there` was neither away nor late. */
  private without(deal: number, { kind, detail, seat, standIn }: ManifestChair, there: boolean, mine: Drawn | undefined): void {
    const why = kind === "out" ? (detail[1] ?? "") : kind;
    if (kind === "contributes" || why === "unaccounted") this.shield = plain("hollow", "other_device");
    else if (there || why === "asked" || why === "withheld") this.tell("left_out", deal, why);
    else this.shield = plain("hollow", seat === null || standIn !== undefined ? "sits_out" : mine ? "lost" : "late");
  }

  /** Report that this browser is blamed, unless its person is asked whether to take part again. The reveal may have been
   * lost with its connection, unless the server had acknowledged it. The manifest that it revealed for says which seat
   * was its own: the person may sit elsewhere by now. */
  private seeVoids({ deal, voids = [] }: ShuffleInfo, guest: string): void {
    if (this.shield.notice?.kind === "again") return;
    const { journal } = this;
    for (const { attempt, withheld = [] } of journal.open?.deal === deal ? voids : []) {
      const mine = drawnFor(journal, guest, deal, attempt);
      const manifest = readManifest(attemptAt(journal.open, attempt)?.manifest ?? "");
      if (!mine || !manifest || !(this.sent.has(`${deal}/${attempt}`) || this.acknowledged.has(`${deal}/${attempt}`))) continue;
      if (contributorsOf(manifest).some(([seat, of]) => of === this.commitmentOf(mine) && withheld.includes(seat))) this.tell("blamed", deal, "", attempt + 1);
    }
  }

  private tell(kind: NoticeKind, deal: number, reason = "", number = 0): void {
    this.shield = { state: "amber", reason, notice: { kind, deal, reason, number } };
  }
}

/** PF-22: the honest client, against servers that follow the protocol and servers that do not. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { contributionCommitment } from "../fair/fair";
import { ASK_AFTER, close, commit, type Journal } from "../fair/journal";
import { manifestHash } from "../fair/manifest";
import type { View } from "../protocol/types";
import { Contributor } from "./contributing";
import { exclusively, journalOf, setJournal } from "./journals";
import type { Command } from "./link";

const store = new Map<string, string>();
const client = (): Contributor => new Contributor("t");
const shield = ({ shield: { state, reason, notice } }: Contributor): string => [state, notice?.kind, reason].filter(Boolean).join(" ");

beforeEach(() => {
  store.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

function whole(phase: string, shuffle: object = {}, more: { deal?: object; [field: string]: unknown } = {}): View {
  const deal = more.deal || phase === "playing" ? { deal: { number: 1, game: "xidach", sheet: "room", chairs: [0, 1], ...more.deal } } : {};
  return {
    type: "view", seq: 1, now: 0, you: { member: 0, seat: 1 },
    table: { id: "t", phase, deals: 0, seats: [{ level: "heuristic" }, { name: "Lan", member: 0 }], shuffle: { deal: 1, attempt: 0, commitment: "", ...shuffle } }, ...more, ...deal,
  } as unknown as View;
}

function manifest(mine: string, { deal = 1, attempt = 0, after = "0".repeat(64), host = 0, seat = " seat 1" } = {}): string {
  return `chieu/fair/1 manifest\ntable t\ndeal ${deal}\nattempt ${attempt}\nafter ${after}\ngame xidach\nsheet room\nmatch null\nhost ${host}\nserver ${"cd".repeat(32)}\nchair 0 bot random seat 0\nchair 1 ${mine}${seat}\n`;
}

function committed(contributor: Contributor, shuffle: object = {}): string {
  const command = contributor.due(whole("between", shuffle));
  return command?.type === "commit" ? command.commitment : "";
}

const published = (contributor: Contributor, text: string, shuffle: object = {}, more: object = {}): Command | null => contributor.due(whole("revealing", shuffle, { manifest: text, ...more }));

/** Commit, see the manifest and reveal. */
function revealed(contributor: Contributor, shuffle: { deal?: number; attempt?: number } = {}, after?: string): string {
  const text = manifest(`contributes ${committed(contributor, shuffle)}`, { ...shuffle, ...(after ? { after } : {}) });
  expect(published(contributor, text, shuffle)?.type).toBe("reveal");
  return text;
}

const open = (): Journal["open"] => journalOf("t").open;

describe("the honest client", () => {
  test("PF-46: a lesson before the first shuffle has no shield and is not taken for a shuffled deal", () => {
    const contributor = client();
    committed(contributor);
    expect(contributor.due(whole("playing", {}, { deal: { number: 0 } }))).toBeNull();
    expect(shield(contributor)).toBe("none");
    expect(committed(contributor), "the deal after it is shuffled").toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, Partial<Journal>]>([
    ["shuffled", { closed: [[1, "ab".repeat(32)]] }],
    ["written-off", { written_off: [1] }],
  ])("PF-46: there is no lesson after a %s deal, not even for a client that comes late", (_, journal) => {
    setJournal({ table: "t", ...journal });
    const contributor = client();
    contributor.due(whole("playing", { deal: 2 }, { deal: { number: 0 } }));
    expect(shield(contributor)).toBe("amber contradiction");
  });

  test("PF-46: there is no lesson for two people", () => {
    const contributor = client();
    const view = whole("playing", {}, { deal: { number: 0 } });
    const seats = [{ name: "Minh", member: 1 }, ...view.table.seats.slice(1)];
    contributor.due({ ...view, table: { ...view.table, seats } } as View);
    expect(shield(contributor)).toBe("amber contradiction");
  });

  test("between deals it commits once, then waits", () => {
    const contributor = client();
    const commitment = committed(contributor);
    expect(commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(contributor.due(whole("between", { commitments: [[1, commitment]] }))).toBeNull();
    expect(shield(contributor)).toBe("solid");
  });

  test("it stores the manifest, then reveals its bytes for it", () => {
    const contributor = client();
    const commitment = committed(contributor);
    const text = manifest(`contributes ${commitment}`);
    const reveal = published(contributor, text);
    expect(reveal).toMatchObject({ type: "reveal", manifest: manifestHash(text) });
    expect(reveal?.type === "reveal" && contributionCommitment("t", 1, 0, reveal.contribution)).toBe(commitment);
    expect(open()).toMatchObject({ deal: 1, attempts: [{ attempt: 0, manifest: text }] });
    expect(published(contributor, text, { revealed: [1] })).toBeNull();
    expect(contributor.due(whole("playing", { revealed: [1] }, { manifest: text, deal: { number: 1 } }))).toBeNull();
    expect(shield(contributor)).toBe("solid");
  });

  test("a reload or second tab keeps to the commitment", () => {
    const commitment = committed(client());
    const again = client();
    expect(again.due(whole("between", { commitments: [[1, commitment]] }))).toBeNull();
    expect(published(again, manifest(`contributes ${commitment}`))?.type).toBe("reveal");
    expect(shield(again)).toBe("solid");
  });

  test("without storage the bytes and the journal last as long as the page", () => {
    vi.stubGlobal("localStorage", { getItem: () => { throw new Error(); }, setItem: () => { throw new Error(); } });
    revealed(client());
    expect(open()?.deal).toBe(1);
    setJournal({ table: "t" });
  });

  test.each([
    ["another device committed", "other_device", () => manifest(`contributes ${"ee".repeat(32)}`), true],
    ["it came late", "late", () => manifest("out server uncommitted"), false],
    ["it sits out", "sits_out", () => manifest("out server away seat 1 bot usual", { seat: "" }), false],
    ["a chat takes its part", "late", () => manifest(`chat ${"ee".repeat(32)}`), false],
    ["it was not shown what was fixed", "late", () => "", false],
  ])("the shield is hollow if %s", (_, reason, text, commits) => {
    const contributor = client();
    if (commits) committed(contributor);
    expect(contributor.due(whole("playing", {}, { manifest: text() }))).toBeNull();
    expect(shield(contributor)).toBe(`hollow ${reason}`);
  });

  test("the shield is hollow after a lost connection", () => {
    const contributor = client();
    committed(contributor);
    contributor.connected();
    contributor.due(whole("playing", {}, { manifest: manifest("out server away") }));
    expect(shield(contributor)).toBe("hollow lost");
  });

  test("watchers neither commit nor worry", () => {
    const contributor = client();
    expect(contributor.due(whole("between", {}, { you: {} }))).toBeNull();
    expect(contributor.due(whole("revealing", {}, { you: {}, manifest: manifest("bot random") }))).toBeNull();
    expect(shield(contributor)).toBe("none");
  });

  test("a void attempt is followed by the next, of the same deal", () => {
    const contributor = client();
    const first = revealed(contributor);
    revealed(contributor, { attempt: 1 }, manifestHash(first));
    expect(open()?.attempts.map(({ attempt }) => attempt)).toEqual([0, 1]);
    expect(shield(contributor)).toBe("solid");
  });

  test("a restart leaves an attempt without a manifest", () => {
    const contributor = client();
    const first = revealed(contributor);
    committed(contributor, { attempt: 1 });
    revealed(contributor, { attempt: 2 }, manifestHash(first));
    expect(shield(contributor)).toBe("solid");
  });

  test("a closed deal is followed by the next", () => {
    const contributor = client();
    const text = revealed(contributor);
    expect(contributor.hindrance(whole("between", { deal: 2 }))).toBe("open");
    expect(contributor.close(journalOf("t"), manifestHash(text))).toBe(true);
    revealed(contributor, { deal: 2 }, manifestHash(text));
    expect(journalOf("t")).toMatchObject({ open: { deal: 2 }, closed: [[1, manifestHash(text)]] });
  });

  test("a journal drops the closed deals and the random bytes of long ago", () => {
    let journal: Journal = { table: "t", open: { deal: 1, attempts: [], agreed: 3 }, closed: Array.from({ length: 400 }, () => [0, ""] as const) };
    expect(close(journal, "ab").closed?.map(([deal]) => deal)).toEqual([...Array<number>(399).fill(0), 1]);
    for (let attempt = 0; attempt < 20; attempt++) journal = commit(journal, { guest: "g", deal: 1, attempt, contribution: "aa" });
    expect(journal.drawn?.map(({ attempt }) => attempt)).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
  });

  test("a journal that changed meanwhile is not closed", () => {
    const contributor = client();
    const first = revealed(contributor);
    const before = journalOf("t");
    revealed(contributor, { attempt: 1 }, manifestHash(first));
    expect(contributor.close(before, manifestHash(first))).toBe(false);
    expect(open()?.deal).toBe(1);
  });
});

describe("a patched server", () => {
  test("drops the commitment or calls the person away", () => {
    for (const why of ["uncommitted", "away"]) {
      const contributor = client();
      committed(contributor);
      expect(published(contributor, manifest(`out server ${why}`))).toBeNull();
      expect(shield(contributor)).toBe(`amber left_out ${why}`);
    }
  });

  test("publishes a second manifest for an attempt, also to a new guest", () => {
    const contributor = client();
    const commitment = committed(contributor);
    expect(published(contributor, manifest(`contributes ${commitment}`))?.type).toBe("reveal");
    expect(published(client(), manifest(`contributes ${commitment}`, { host: 1 }))).toBeNull();
    const other = client();
    const you = { member: 7, seat: 1 };
    expect(other.due(whole("between", {}, { you }))).toBeNull();
    expect(published(other, manifest(`contributes ${"ee".repeat(32)}`, { host: 1 }), {}, { you })).toBeNull();
    expect(open()?.attempts).toHaveLength(1);
  });

  test("shows the manifest of an older attempt again", () => {
    const contributor = client();
    const first = revealed(contributor);
    revealed(contributor, { attempt: 1 }, manifestHash(first));
    expect(published(contributor, first)).toBeNull();
    expect(shield(contributor)).toBe("amber contradiction");
    expect(open()?.attempts.map(({ attempt }) => attempt)).toEqual([0, 1]);
  });

  test("shows a finished deal of another number: the open one stays open", () => {
    const contributor = client();
    const text = revealed(contributor);
    const far = whole("playing", {}, { manifest: text, deal: { number: 1_000_000, payoff: [0, 0] } });
    expect(contributor.hindrance(far)).toBe("open");
    expect(contributor.hindrance(whole("committing", { attempt: 1 }, { deal: { number: 2 } }))).toBe("open");
    expect(contributor.hindrance(whole("committing", { attempt: 1 }, { deal: { number: 0 } }))).toBeNull();
    expect(contributor.due(whole("between", { deal: 1_000_001 }))).toBeNull();
    expect(open()?.deal).toBe(1);
  });

  test("shows the end of the deal in a view, or asks for the next: the record is due", () => {
    const contributor = client();
    revealed(contributor);
    expect(contributor.hindrance(whole("between", { deal: 2 }))).toBe("open");
    expect(contributor.due(whole("between", { deal: 2 }))).toBeNull();
    contributor.report("no_record");
    expect(contributor.due(whole("between", { deal: 2 }))).toEqual({ type: "abstain", deal: 2 });
    expect(shield(contributor)).toBe("amber unaccounted no_record");
    expect(contributor.due(whole("between", { deal: 2, left_out: [[1, "self", "unaccounted"]] }))).toBeNull();
  });

  test("goes on to the next deal: the person may go on without proof", () => {
    const contributor = client();
    revealed(contributor);
    contributor.report("no_record");
    const next = whole("between", { deal: 2, left_out: [[1, "self", "unaccounted"]] });
    contributor.due(next);
    contributor.goOn(next);
    expect(contributor.due(next)?.type).toBe("commit");
    expect(journalOf("t")).toMatchObject({ open: null, written_off: [1] });
  });

  test("voids attempts without end: the person is asked", () => {
    const contributor = client();
    let last = "";
    for (let attempt = 0; attempt < ASK_AFTER; attempt++) last = revealed(contributor, { attempt }, last && manifestHash(last));
    expect(contributor.due(whole("between", { attempt: ASK_AFTER }))).toBeNull();
    expect(shield(contributor)).toBe("amber again");
    contributor.goOn(whole("between"));
    expect(contributor.due(whole("between", { attempt: ASK_AFTER }))?.type).toBe("commit");
  });

  test("breaks the chain of manifests: a view before it excuses nothing", () => {
    const contributor = client();
    const first = revealed(contributor);
    contributor.due(whole("between", { attempt: 1 }));
    const commitment = journalOf("t").drawn?.at(-1);
    const mine = contributionCommitment("t", 1, 1, commitment?.contribution ?? "");
    expect(published(contributor, manifest(`contributes ${mine}`, { attempt: 1, after: "77".repeat(32) }), { attempt: 1 })).toBeNull();
    expect(shield(contributor)).toBe("amber contradiction");
    expect(published(contributor, manifest(`contributes ${mine}`, { attempt: 1, after: manifestHash(first) }), { attempt: 1 })?.type).toBe("reveal");
  });

  test("rolls back past a closed deal", () => {
    setJournal(close({ table: "t", open: { deal: 3, attempts: [], agreed: 3 } }, "aa".repeat(32)));
    const contributor = client();
    expect(contributor.hindrance(whole("between", { deal: 3 }))).toBe("rolled_back");
    expect(contributor.due(whole("between", { deal: 3 }))).toBeNull();
    contributor.report("rolled_back");
    expect(contributor.due(whole("between", { deal: 3 }))).toEqual({ type: "abstain", deal: 3 });
    contributor.goOn(whole("between", { deal: 3 }));
    expect(journalOf("t")).toMatchObject({ closed: [], written_off: [3] });
  });

  test("rolls the same deal back again: each time counts", () => {
    const contributor = client();
    for (let times = 1; times <= 2; times++) {
      setJournal({ ...journalOf("t"), closed: [[3, "aa".repeat(32)]] });
      contributor.report("rolled_back");
      contributor.due(whole("between", { deal: 3 }));
      expect(contributor.shield.notice?.number).toBe(times);
      contributor.goOn(whole("between", { deal: 3 }));
    }
    expect(journalOf("t").written_off).toEqual([3, 3]);
  });

  test("deals without asking for the reveal, or without a manifest", () => {
    const contributor = client();
    const commitment = committed(contributor);
    contributor.due(whole("playing", {}, { manifest: "" }));
    expect(shield(contributor)).toBe("amber unasked");
    contributor.due(whole("playing", {}, { manifest: manifest(`contributes ${commitment}`) }));
    expect(shield(contributor)).toBe("amber unasked");
  });

  test.each([{ number: 2 }, { game: "big2" }, { sheet: "room~sm9" }, { chairs: [1] }])("shows another deal than the manifest fixed: %j", (deal) => {
    const contributor = client();
    const text = revealed(contributor);
    contributor.due(whole("playing", { revealed: [1] }, { manifest: text, deal }));
    expect(contributor.shield.notice?.kind).toBe("contradiction");
    contributor.due(whole("playing", { revealed: [1] }, { manifest: text }));
    expect(contributor.shield.state).toBe("solid");
  });

  test.each([
    ["left_out uncommitted", manifest("out server uncommitted", { deal: 2 })],
    ["unasked", ""],
  ])("deals without asking a connected device to commit: %s", (told, text) => {
    const contributor = client();
    revealed(contributor);
    const next = whole("playing", { deal: 2 }, { manifest: text, deal: { number: 2 } });
    contributor.due(next);
    expect(shield(contributor)).toBe(`amber ${told}`);
    contributor.connected();
    contributor.due(next);
    expect(shield(contributor), "after a reload it came late").toBe("hollow late");
  });

  test.each([
    ["watching", { you: { member: 0 } }],
    ["real cards", { table: { ...whole("between", { deal: 2 }).table, real: {} } }],
  ])("hides the time between two deals: %s", (_, hidden) => {
    const contributor = client();
    revealed(contributor);
    setJournal(close(journalOf("t"), "ab".repeat(32)));
    contributor.due({ ...whole("between", { deal: 2 }), ...hidden } as View);
    contributor.due(whole("playing", { deal: 2 }, { manifest: manifest("out server uncommitted", { deal: 2 }), deal: { number: 2 } }));
    expect(shield(contributor)).toBe("amber left_out uncommitted");
  });

  test("shows only the end of a deal", () => {
    const contributor = client();
    revealed(contributor);
    setJournal(close(journalOf("t"), "ab".repeat(32)));
    contributor.due(whole("between", { deal: 2 }, { deal: { number: 1, payoff: [1, -1] } }));
    const next = whole("between", { deal: 3 }, { deal: { number: 2, payoff: [1, -1] } });
    for (const _ of ["at first", "as long as it is shown"]) {
      contributor.due(next);
      expect(shield(contributor)).toBe("amber unasked");
    }
    contributor.connected();
    contributor.due(next);
    expect(contributor.shield.notice, "a reloaded device knows nothing of it").toBeNull();
  });

  test("a deal that begins and ends while the one before is checked is no reason for a warning", () => {
    const contributor = client();
    revealed(contributor);
    contributor.due(whole("between", { deal: 2 }, { deal: { number: 1, payoff: [1, -1] } }));
    for (const _ of ["at first", "as long as it is shown"]) {
      contributor.due(whole("between", { deal: 3 }, { deal: { number: 2, payoff: [1, -1] } }));
      expect(contributor.shield.notice).toBeNull();
    }
  });

  test("shows the end of a deal and stays in it: the record is due", () => {
    const contributor = client();
    const text = revealed(contributor);
    const playing = (deal: object): View => whole("playing", { revealed: [1] }, { manifest: text, deal });
    expect(contributor.hindrance(playing({}))).toBeNull();
    expect(contributor.hindrance(playing({ payoff: [1, -1] }))).toBe("open");
  });

  test("drops the reveal and blames it: the seat in the manifest counts", () => {
    const contributor = client();
    revealed(contributor);
    const voided = (withheld: number): View => whole("committing", { attempt: 1, voids: [{ attempt: 0, withheld: [withheld] }] });
    contributor.due(voided(0));
    expect(shield(contributor)).toBe("none");
    contributor.due(voided(1));
    expect(shield(contributor)).toBe("amber blamed");
  });

  test.each([true, false])("blames it after a lost connection: an alarm only if the reveal was acknowledged: %j", (acknowledged) => {
    const contributor = client();
    const text = revealed(contributor);
    if (acknowledged) published(contributor, text, { revealed: [1] });
    contributor.connected();
    contributor.due(whole("committing", { attempt: 1, voids: [{ attempt: 0, withheld: [1] }] }));
    expect(shield(contributor)).toBe(acknowledged ? "amber blamed" : "none");
  });

  test.each([
    ["deal", (mine: string) => manifest(mine, { deal: 9 })],
    ["attempt", (mine: string) => manifest(mine, { attempt: 1 })],
    ["table", (mine: string) => manifest(mine).replace("table t\n", "table u\n")],
    ["form", (mine: string) => `${manifest(mine)}and more`],
    ["commitment, twice", (mine: string) => manifest(mine).replace("chair 0 bot random seat 0", `chair 0 ${mine}`)],
  ])("sends a manifest of another %s: no reveal", (_, made) => {
    const contributor = client();
    expect(published(contributor, made(`contributes ${committed(contributor)}`))).toBeNull();
    expect(shield(contributor)).toBe("amber contradiction");
    expect(open()).toBeUndefined();
  });
});

describe("tabs take turns", () => {
  test("with two manifests at once, one reveals and the other does not", async () => {
    const waiting: (() => void)[] = [];
    const commitment = committed(client());
    vi.stubGlobal("navigator", { locks: { request: (_: string, work: () => unknown) => new Promise((done) => void waiting.push(() => done(work()))) } });
    const commands = [0, 1].map((host) => exclusively(() => published(client(), manifest(`contributes ${commitment}`, { host }))));
    expect(open()).toBeUndefined();
    waiting.shift()?.();
    expect((await commands[0])?.type).toBe("reveal");
    waiting.shift()?.();
    expect(await commands[1]).toBeNull();
  });

  test("works without locks", async () => {
    vi.stubGlobal("navigator", {});
    expect((await exclusively(() => client().due(whole("between"))))?.type).toBe("commit");
  });
});

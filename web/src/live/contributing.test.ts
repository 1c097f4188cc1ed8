/** PF-22: the honest client, against servers that follow the protocol and servers that do not. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { contributionCommitment } from "../fair/fair";
import { manifestHash } from "../fair/manifest";
import type { Happening, View } from "../protocol/types";
import { Contributor, type ShuffleWarning } from "./contributing";
import { update, storedAttempt, storedAttempts } from "./shuffles";

const store = new Map<string, string>();
let warned: ShuffleWarning[] = [];
const kinds = (): string[] => warned.map((warning) => warning.kind + (warning.reason && ` ${warning.reason}`));
const client = (): Contributor => new Contributor("t", (warning) => void warned.push(warning));

beforeEach(() => {
  store.clear();
  warned = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

function whole(phase: string, shuffle: object = {}, more: object = {}, deals = 0): View {
  return {
    type: "view", seq: 1, now: 0, you: { member: 0, seat: 1 },
    table: { id: "t", phase, deals, shuffle: { deal: 1, attempt: 0, commitment: "", ...shuffle } }, ...more,
  } as unknown as View;
}

function manifest(mine: string, { deal = 1, attempt = 0, after = "0".repeat(64), host = 0 } = {}): string {
  return `chieu/fair/1 manifest\ntable t\ndeal ${deal}\nattempt ${attempt}\nafter ${after}\nsheet room\nmatch null\nhost ${host}\nhouse ${"cd".repeat(32)}\nseat 0 bot random\nseat 1 ${mine}\n`;
}

function committed(contributor: Contributor, shuffle: object = {}): string {
  const command = contributor.due(whole("between", shuffle));
  return command?.type === "commit" ? command.commitment : "";
}

/** The manifest arrives while the client is connected. */
function published(contributor: Contributor, text: string, shuffle: object = {}): ReturnType<Contributor["due"]> {
  const happened = [{ type: "manifest_published", seq: 2, deal: 1, attempt: 0, contributors: [], manifest: text }] as Happening[];
  contributor.see({ type: "update", seq: 2, after: 1, now: 0 }, happened);
  return contributor.due(whole("revealing", shuffle, { manifest: text }));
}

/** A deal is over, and everybody is warned. */
function ended(contributor: Contributor, deal: number): void {
  contributor.see({ type: "update", seq: 9, after: 8, now: 0 }, [{ type: "deal_ended", seq: 9, deal, payoff: [], seed: "", match_over: false }]);
}

describe("the honest client", () => {
  test("between deals it commits once, then waits", () => {
    const contributor = client();
    const commitment = committed(contributor);
    expect(commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(contributor.due(whole("between", { commitments: [[1, commitment]] }))).toBeNull();
  });

  test("it reveals its bytes for the manifest it saw", () => {
    const contributor = client();
    const commitment = committed(contributor);
    const text = manifest(`contributes ${commitment}`);
    const reveal = published(contributor, text);
    expect(reveal).toMatchObject({ type: "reveal", manifest: manifestHash(text) });
    expect(reveal?.type === "reveal" && contributionCommitment("t", 1, 0, reveal.contribution)).toBe(commitment);
    expect(contributor.due(whole("revealing", { revealed: [1] }, { manifest: text }))).toBeNull();
    expect(kinds()).toEqual([]);
  });

  test("a reload or second tab keeps to the commitment", () => {
    const commitment = committed(client());
    const again = client();
    expect(again.due(whole("between", { commitments: [[1, commitment]] }))).toBeNull();
    expect(published(again, manifest(`contributes ${commitment}`))?.type).toBe("reveal");
    expect(kinds()).toEqual([]);
  });

  test("another device replaces the commitment: warns, does not undo", () => {
    const contributor = client();
    committed(contributor);
    const other = "ee".repeat(32);
    expect(contributor.due(whole("between", { commitments: [[1, other]] }))).toBeNull();
    expect(published(contributor, manifest(`contributes ${other}`))).toBeNull();
    expect(kinds()).toEqual(["not_contributing other_device"]);
  });

  test("a second device replaces the first one's commitment", () => {
    expect(client().due(whole("between", { commitments: [[1, "ee".repeat(32)]] }))?.type).toBe("commit");
  });

  test("each attempt has its own bytes", () => {
    const contributor = client();
    expect(new Set([0, 1, 2].map((attempt) => committed(contributor, { attempt })))).toHaveLength(3);
    expect(storedAttempts("t", 1)).toHaveLength(3);
  });

  test("watchers and seats left out do not commit, but store manifests", () => {
    const contributor = client();
    expect(contributor.due(whole("between", {}, { you: {} }))).toBeNull();
    expect(contributor.due(whole("between", { left_out: [[1, "host", "asked"]] }))).toBeNull();
    const text = manifest("bot random");
    contributor.due(whole("revealing", {}, { you: {}, manifest: text }));
    expect(storedAttempt("t", 1, 0)?.manifest).toBe(text);
    expect(kinds()).toEqual([]);
  });

  test("a manifest after the deal proves nothing", () => {
    client().due(whole("playing", {}, { you: {}, manifest: manifest("bot random") }));
    expect(storedAttempt("t", 1, 0)?.manifest).toBeUndefined();
  });
});

describe("a patched server", () => {
  test("drops the commitment: warns before the deal", () => {
    const contributor = client();
    committed(contributor);
    expect(published(contributor, manifest("out house uncommitted"))).toBeNull();
    expect(kinds()).toEqual(["not_contributing uncommitted"]);
  });

  test("publishes a second manifest for an attempt: no second reveal", () => {
    const contributor = client();
    const commitment = committed(contributor);
    expect(published(contributor, manifest(`contributes ${commitment}`))?.type).toBe("reveal");
    expect(published(client(), manifest(`contributes ${commitment}`, { host: 1 }))).toBeNull();
    expect(kinds()).toContain("second_manifest");
  });

  test("restores a backup: known bytes are not committed again", () => {
    const contributor = client();
    const commitment = committed(contributor);
    published(contributor, manifest(`contributes ${commitment}`));
    const later = committed(contributor);
    expect(later).not.toBe(commitment);
    expect(published(contributor, manifest(`contributes ${later}`, { host: 1 }))).toBeNull();
    expect(kinds()).toContain("second_manifest");
  });

  test("invents attempts to evict an old one: warns, no second reveal", () => {
    const contributor = client();
    published(contributor, manifest(`contributes ${committed(contributor)}`));
    for (let deal = 2; deal < 12; deal++) for (let attempt = 0; attempt < 100; attempt++) contributor.due(whole("between", { deal, attempt }));
    expect(storedAttempt("t", 1, 0)?.manifest).toBeDefined();
    // The end of the attempt is remembered even if the attempt itself is forgotten.
    store.delete("chieu.shuffle.t/1/0");
    const again = client();
    const commitment = committed(again);
    expect(commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(again.due(whole("between", { commitments: [[1, commitment]] }))).toBeNull();
    expect(published(again, manifest(`contributes ${commitment}`, { host: 1 }))).toBeNull();
    expect(kinds()).toEqual(["spent"]);
  });

  test("invents manifests until an old one is forgotten", () => {
    const contributor = client();
    published(contributor, manifest(`contributes ${committed(contributor)}`));
    for (let deal = 2; deal < 400; deal++) published(contributor, manifest("bot random", { deal }), { deal });
    for (const key of [...store.keys()]) if (key.startsWith("chieu.shuffle.t/")) store.delete(key);
    warned = [];
    expect(published(contributor, manifest(`contributes ${committed(contributor)}`, { host: 1 }))).toBeNull();
    expect(kinds()).toEqual(["spent"]);
  });

  test("asks for an attempt far ahead: warns and stores nothing", () => {
    const contributor = client();
    published(contributor, manifest(`contributes ${committed(contributor, { attempt: 5000 })}`, { attempt: 5000 }), { attempt: 5000 });
    expect(kinds()).toEqual(["spent"]);
    expect(storedAttempts("t", 1)).toEqual([]);
  });

  test("goes back by two deals: the next attempts use fresh bytes", () => {
    const contributor = client();
    const first = manifest(`contributes ${committed(contributor)}`);
    published(contributor, first);
    published(contributor, manifest(`contributes ${committed(contributor, { deal: 3 })}`, { deal: 3, after: manifestHash(first) }), { deal: 3 });
    for (const [deal, attempt] of [[1, 1], [2, 0], [3, 1]] as const) {
      expect(published(contributor, manifest(`contributes ${committed(contributor, { deal, attempt })}`, { deal, attempt }), { deal, attempt })?.type).toBe("reveal");
    }
  });

  test("shows others another manifest: the next one does not follow", () => {
    const contributor = client();
    const text = manifest(`contributes ${committed(contributor)}`);
    published(contributor, text);
    ended(contributor, 1);
    const next = committed(contributor, { deal: 2 });
    published(contributor, manifest(`contributes ${next}`, { deal: 2, after: manifestHash(text) }), { deal: 2 });
    expect(kinds()).toEqual([]);
    ended(contributor, 2);
    const third = committed(contributor, { deal: 3 });
    published(contributor, manifest(`contributes ${third}`, { deal: 3, after: "77".repeat(32) }), { deal: 3 });
    expect(kinds()).toEqual(["not_following"]);
  });

  test("drops a deal after its manifest: warns", () => {
    const contributor = client();
    const text = manifest(`contributes ${committed(contributor)}`);
    published(contributor, text);
    const next = manifest(`contributes ${committed(contributor, { deal: 2 })}`, { deal: 2, after: manifestHash(text) });
    expect(published(contributor, next, { deal: 2 })?.type).toBe("reveal");
    expect(warned).toEqual([{ kind: "dropped", deal: 1, attempt: 0, reason: "" }]);
    published(contributor, next, { deal: 2 });
    expect(warned).toHaveLength(1);
  });

  test("deals without asking for the reveal: warns once", () => {
    const contributor = client();
    const text = manifest(`contributes ${committed(contributor)}`);
    contributor.see({ type: "update", seq: 2, after: 1, now: 0 }, [{ type: "manifest_published", seq: 2, deal: 1, attempt: 0, contributors: [], manifest: text }]);
    const dealt = whole("playing", { revealed: [1] }, { manifest: text });
    expect(contributor.due(dealt)).toBeNull();
    contributor.due(dealt);
    expect(kinds()).toEqual(["unasked"]);
  });

  test("deals after the reveal: no warning", () => {
    const contributor = client();
    const text = manifest(`contributes ${committed(contributor)}`);
    published(contributor, text);
    contributor.due(whole("playing", { revealed: [1] }, { manifest: text }));
    expect(kinds()).toEqual([]);
  });

  test("names two seats with one commitment: no reveal", () => {
    const contributor = client();
    const commitment = committed(contributor);
    const text = manifest(`contributes ${commitment}`).replace("seat 0 bot random", `seat 0 contributes ${commitment}`);
    expect(published(contributor, text)).toBeNull();
    expect(kinds()).toEqual(["bad_manifest"]);
  });

  test("after an absence, a notice about missed manifests", () => {
    const contributor = client();
    published(contributor, manifest(`contributes ${committed(contributor)}`));
    const back = client();
    const text = manifest(`contributes ${committed(back, { deal: 5 })}`, { deal: 5, after: "77".repeat(32) });
    back.see(whole("revealing", {}, {}, 4), []);
    expect(back.due(whole("revealing", { deal: 5 }, { manifest: text }))?.type).toBe("reveal");
    expect(kinds()).toEqual(["missed"]);
  });

  test("announces a restore: warns of it and of the broken chain", () => {
    const contributor = client();
    published(contributor, manifest(`contributes ${committed(contributor)}`));
    contributor.see(whole("between", {}, {}, 4), [], true);
    const text = manifest(`contributes ${committed(contributor, { deal: 5 })}`, { deal: 5, after: "77".repeat(32) });
    contributor.due(whole("revealing", { deal: 5 }, { manifest: text }));
    expect(kinds()).toEqual(["went_back", "not_following"]);
  });

  test("drops the reveal and blames it: warns once, stores the bytes", () => {
    const contributor = client();
    const commitment = committed(contributor);
    published(contributor, manifest(`contributes ${commitment}`));
    const voided = whole("committing", { attempt: 1, voids: [{ attempt: 0, withheld: [1] }] });
    contributor.due(voided);
    contributor.due(voided);
    expect(kinds()).toEqual(["called_withheld"]);
    expect(storedAttempt("t", 1, 0)).toMatchObject({ revealed: true });
  });

  test("blames the wrong seat: the seat in the manifest counts", () => {
    const contributor = client();
    published(contributor, manifest(`contributes ${committed(contributor)}`));
    const voided = (withheld: number, seat: number | null): View => whole("committing", { attempt: 1, voids: [{ attempt: 0, withheld: [withheld] }] }, { you: { member: 0, seat } });
    contributor.due(voided(0, 0));
    expect(kinds()).toEqual([]);
    contributor.due(voided(1, null));
    expect(kinds()).toEqual(["called_withheld"]);
  });

  test("shows the manifest too late or never: warns with the reason", () => {
    const contributor = client();
    const commitment = committed(contributor);
    contributor.due(whole("playing"));
    expect(kinds()).toEqual(["unseen"]);
    expect(contributor.due(whole("playing", {}, { manifest: manifest("out house uncommitted") }))).toBeNull();
    expect(kinds()).toEqual(["unseen", "not_contributing uncommitted"]);
    warned = [];
    ended(contributor, 1);
    const next = committed(contributor, { deal: 2 });
    const late = (of: string): void => void contributor.due(whole("playing", { deal: 2 }, { manifest: manifest(`contributes ${of}`, { deal: 2, after: manifestHash(manifest("out house uncommitted")) }) }));
    late(next);
    expect(kinds()).toEqual(["unseen"]);
    late(commitment);
    expect(kinds()).toContain("not_contributing other_device");
    expect(storedAttempt("t", 2, 0)?.manifest).toBeUndefined();
  });

  test("shows a new device the manifest late: warns only of that", () => {
    const contributor = client();
    contributor.due(whole("playing", {}, { manifest: manifest(`contributes ${"ee".repeat(32)}`) }));
    contributor.due(whole("playing", {}, { manifest: manifest(`contributes ${"ee".repeat(32)}`) }));
    expect(kinds()).toEqual(["unseen"]);
  });

  test.each([
    ["deal", (mine: string) => manifest(mine, { deal: 9 })],
    ["attempt", (mine: string) => manifest(mine, { attempt: 1 })],
    ["table", (mine: string) => manifest(mine).replace("table t\n", "table u\n")],
    ["form", (mine: string) => `${manifest(mine)}and more`],
  ])("sends a manifest of another %s: nothing is revealed for it, and the person hears", (_, made) => {
    const contributor = client();
    expect(contributor.due(whole("revealing", {}, { manifest: made(`contributes ${committed(contributor)}`) }))).toBeNull();
    expect(kinds()).toContain("bad_manifest");
  });
});

describe("tabs take turns", () => {
  /** The browser's locks: a request waits until the tab before it lets go. */
  function locks(): { request: (name: string, work: () => unknown) => Promise<unknown>; next: () => void } {
    const waiting: (() => void)[] = [];
    return {
      request: (_, work) => new Promise((done) => void waiting.push(() => done(work()))),
      next: () => waiting.shift()?.(),
    };
  }

  test("with two manifests at once, one reveals and the other warns", async () => {
    const commitment = committed(client());
    const held = locks();
    vi.stubGlobal("navigator", { locks: held });
    const commands = [0, 1].map((host) => {
      const picture = whole("revealing", {}, { manifest: manifest(`contributes ${commitment}`, { host }) });
      return client().take(picture, [], false, picture);
    });
    expect(storedAttempt("t", 1, 0)?.manifest).toBeUndefined();
    held.next();
    expect((await commands[0])?.type).toBe("reveal");
    held.next();
    expect(await commands[1]).toBeNull();
    expect(kinds()).toContain("second_manifest");
  });

  test("works without locks", async () => {
    vi.stubGlobal("navigator", {});
    const picture = whole("between");
    expect((await client().take(picture, [], false, picture))?.type).toBe("commit");
  });
});

test("with full storage, memory wins over older stored data", () => {
  update("full", 1, 0, { committed: true });
  vi.stubGlobal("localStorage", { ...localStorage, setItem: () => { throw new Error("quota"); } });
  update("full", 1, 0, { manifest: "text", revealed: true });
  expect(storedAttempt("full", 1, 0)).toMatchObject({ committed: true, manifest: "text", revealed: true });
});

test("without storage the bytes last as long as the page", () => {
  vi.stubGlobal("localStorage", { getItem: () => { throw new Error(); }, setItem: () => { throw new Error(); }, removeItem: () => { throw new Error(); } });
  const contributor = client();
  const commitment = committed(contributor, { deal: 77 });
  expect(contributor.due(whole("between", { deal: 77, commitments: [[1, commitment]] }))).toBeNull();
});

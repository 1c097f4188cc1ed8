import { describe, expect, test } from "vitest";
import { contributionCommitment, key, order, packed, type Proof, seedCommitment, words } from "./fair";
import { contributorsOf, manifestHash, readManifest } from "./manifest";
import { hex } from "./hex";

const RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split(" ");
const DECK = RANKS.flatMap((rank) => ["D", "C", "H", "S"].map((suit) => rank + suit));
const seed = "00".repeat(31) + "01";
const house = "9535130eec16c41f7d9219d5ba9202dc17d2c0bf4e540e699ed644284e0d1883";
const [from0, from2] = ["11".repeat(32), "22".repeat(32)];
const [commitment0, commitment2] = ["b708c252dc1162d73858507988dad190ac2d5bf7b256ad623966693400dc29e5", "9269884120d3a6f54f6ff473626c60aaa22fc79e7f3cffe637d1fc1220f0c53e"];
const manifest = `chieu/fair/1 manifest
table vector-table
deal 7
attempt 1
after ${"ab".repeat(32)}
sheet room~sm5
match null
host 0
house ${house}
seat 0 contributes ${commitment0}
seat 1 out house uncommitted
seat 2 contributes ${commitment2}
seat 3 bot heuristic
`;
const proof: Proof = {
  contributions: [
    { seat: 2, contribution: from2 },
    { seat: 0, contribution: from0 },
  ],
  seed,
  manifest,
};

// The values are those of docs/fairness.md.
describe("PF-22: the shuffle as docs/fairness.md specifies it", () => {
  test("parts are packed with their lengths", () => {
    expect(hex(packed("ab", 7, new Uint8Array()))).toBe("000000026162000000013700000000");
  });

  test("commitments", () => {
    expect(seedCommitment("vector-table", 7, 1, seed)).toBe(house);
    expect(contributionCommitment("vector-table", 7, 1, from0)).toBe(commitment0);
    expect(contributionCommitment("vector-table", 7, 1, from2)).toBe(commitment2);
  });

  test("the manifest", () => {
    expect(manifestHash(manifest)).toBe("28f7567c4e59b52a20f4a9a978512b4e0d9b9f97d92385150492397d55fbfe1e");
    const read = readManifest(manifest);
    expect(read).toMatchObject({ table: "vector-table", deal: 7, attempt: 1, sheet: "room~sm5", match: "null", host: 0, house });
    expect(read && contributorsOf(read)).toEqual([[0, commitment0], [2, commitment2]]);
    expect(read?.seats[1]).toEqual({ kind: "out", detail: ["house", "uncommitted"] });
    const out = readManifest(manifest.replace("uncommitted", "away sits_out").replace(`${commitment2}\n`, `${commitment2} sits_out\n`));
    expect(out?.seats[1]).toEqual({ kind: "out", detail: ["house", "away"], sitsOut: true });
    expect(out?.seats[2]).toEqual({ kind: "contributes", detail: [commitment2], sitsOut: true });
    expect(readManifest(manifest.replace("heuristic", "sits_out"))?.seats[3]).toEqual({ kind: "bot", detail: ["sits_out"] });
    for (const [from, to] of [["bot heuristic", "bot heuristic sits_out"], ["bot heuristic", "house sits_out"], ["deal 7", "deal 07"], ["seat 1 ", "seat 2 "], ["\nhost 0", ""], ["bot heuristic", "bot"], ["house uncommitted", "house toString"], ["house uncommitted", "host away"], ["heuristic\n", "heuristic"], ["host 0", "host 0 "]] as const) expect(readManifest(manifest.replace(from, to))).toBeNull();
  });

  test("keys and the stream of words", () => {
    expect(hex(key(proof, 0)).slice(0, 32)).toBe("b9e6fbf586f94d607d7435fe07bc20a6");
    expect(hex(key(proof, 1)).slice(0, 32)).toBe("da5fff6eb177361ca4d3ba272f85d5c1");
    const stream = words(key(proof, 0));
    const first = [stream.next(), stream.next(), stream.next()].map((one) => one.value.toString(16).padStart(16, "0"));
    expect(first).toEqual(["aecdc09a9fe548f2", "50f04f912ddebd6a", "8933341a358b2950"]);
  });

  test("the card order does not depend on the order passed in", () => {
    const expected =
      "3C KD QD 6D 5C 7S 3D 7C 9H KS 6C 3H 5D 4C 4D KC 2C AS 2D 8S AH JD 4H QC 6S 4S 10D 5S 10H 2H QS JC JH AD AC KH 9D 8C 9C 3S 5H 9S QH 2S 7H 7D 8D 10S 10C 6H JS 8H";
    expect(order(proof, 0, DECK).join(" ")).toBe(expected);
    expect(order(proof, 0, [...DECK].reverse()).join(" ")).toBe(expected);
    expect(order(proof, 1, DECK).slice(0, 8).join(" ")).toBe("8H 7C 8C 6D 9H JS KH AH");
  });
});

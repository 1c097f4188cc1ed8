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
    expect(manifestHash(manifest)).toBe("534d6485eba510bc16d8873e1da98cc4cc272b8024fb15543bcafce72d6b8b45");
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
    expect(hex(key(proof, 0)).slice(0, 32)).toBe("9533c5a62dfa31afb13d6fc4677f9e4e");
    expect(hex(key(proof, 1)).slice(0, 32)).toBe("0f346054214dc5cca10a79aa6ed7df45");
    const stream = words(key(proof, 0));
    const first = [stream.next(), stream.next(), stream.next()].map((result) => result.value.toString(16).padStart(16, "0"));
    expect(first).toEqual(["47749c63d96ae6fe", "62eb83bfdc0d2e2f", "9f0702d7b08abc32"]);
  });

  test("the card order does not depend on the order passed in", () => {
    const expected =
      "3D 3H 10S QC QD 5S AD 4S 9S 9C KS 2H 6C 7C 3S 5D AS JD 7H 2S 4C KD JS 10D 9D 9H 6H JC 8H 5H 7D 4D KC 5C 10C QS 2C KH AC 10H 8S JH 8C QH 6S 4H 3C 2D 7S 8D 6D AH";
    expect(order(proof, 0, DECK).join(" ")).toBe(expected);
    expect(order(proof, 0, [...DECK].reverse()).join(" ")).toBe(expected);
    expect(order(proof, 1, DECK).slice(0, 8).join(" ")).toBe("9D JD KH AH 4C 6C 2H 9C");
  });
});

import { describe, expect, test } from "vitest";
import { contributionCommitment, key, order, packed, type Proof, seedCommitment, words } from "./fair";
import { chairsOf, contributorsOf, manifestHash, readManifest } from "./manifest";
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
game xidach
sheet room~sm5
match null
host 0
house ${house}
chair 0 contributes ${commitment0} seat 0
chair 1 out house uncommitted
chair 2 contributes ${commitment2} seat 1
chair 3 bot heuristic seat 2
`;
const proof: Proof = {
  contributions: [
    { chair: 2, contribution: from2 },
    { chair: 0, contribution: from0 },
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
    expect(manifestHash(manifest)).toBe("227fa931892d95ae66af4d16d89f230ba35abd8e89efcb1dc087979d052c55ae");
    const read = readManifest(manifest);
    expect(read).toMatchObject({ table: "vector-table", deal: 7, attempt: 1, sheet: "room~sm5", match: "null", host: 0, house });
    expect(read && contributorsOf(read)).toEqual([[0, commitment0], [2, commitment2]]);
    expect(read?.game).toBe("xidach");
    expect(read && chairsOf(read)).toEqual([0, 2, 3]);
    expect(read?.allChairs[1]).toEqual({ kind: "out", detail: ["house", "uncommitted"], seat: null });
    expect(read?.allChairs[3]).toEqual({ kind: "bot", detail: ["heuristic"], seat: 2 });
    const played = readManifest(manifest.replace(`${commitment2} seat 1`, `${commitment2} seat 1 bot usual`));
    expect(played?.allChairs[2]).toEqual({ kind: "contributes", detail: [commitment2], seat: 1, standIn: "usual" });
    for (const [from, to] of [["bot heuristic seat 2", "bot heuristic"], ["seat 1\n", "seat 2\n"], ["seat 2", "seat 2 bot usual"], ["deal 7", "deal 07"], ["chair 1 ", "chair 2 "], ["\nhost 0", ""], ["bot heuristic", "bot"], ["game xidach\n", ""], ["house uncommitted", "house toString"], ["house uncommitted", "host away"], ["seat 2\n", "seat 2"], ["host 0", "host 0 "]] as const)
      expect(readManifest(manifest.replace(from, to)), to).toBeNull();
  });

  test("keys and the stream of words", () => {
    expect(hex(key(proof, 0)).slice(0, 32)).toBe("9507492837ec7cea4f57d1b145d9ec57");
    expect(hex(key(proof, 1)).slice(0, 32)).toBe("bc856f94cb06ba5556ced13954cf20cc");
    const stream = words(key(proof, 0));
    const first = [stream.next(), stream.next(), stream.next()].map((result) => result.value.toString(16).padStart(16, "0"));
    expect(first).toEqual(["140dd4d6dea8cbf0", "9f3126f9942019cf", "207399f3461c8d92"]);
  });

  test("the card order does not depend on the order passed in", () => {
    const expected =
      "AS 5S JS 2S QC 3S 9H KS 9S 3H 3D 7D 6H 4S 7C 8D 6S 10C KH 5D 6C 8S 3C 2D 4C QH JC JD 9C 4H 10H JH 6D 5C AC 5H AD 10S 7S KC 2C 8C 4D AH 9D 10D QS 2H 8H 7H KD QD";
    expect(order(proof, 0, DECK).join(" ")).toBe(expected);
    expect(order(proof, 0, [...DECK].reverse()).join(" ")).toBe(expected);
    expect(order(proof, 1, DECK).slice(0, 8).join(" ")).toBe("3H 9S JC AD QH 9C KH JD");
  });
});

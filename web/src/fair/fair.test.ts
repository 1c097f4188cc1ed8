import { describe, expect, test } from "vitest";
import { contributionCommitment, key, order, packed, type Proof, seedCommitment, words } from "./fair";
import { chairsOf, contributorsOf, manifestHash, readManifest } from "./manifest";
import { hex } from "./hex";

const RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split(" ");
const DECK = RANKS.flatMap((rank) => ["D", "C", "H", "S"].map((suit) => rank + suit));
const seed = "00".repeat(31) + "01";
const server = "9535130eec16c41f7d9219d5ba9202dc17d2c0bf4e540e699ed644284e0d1883";
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
server ${server}
chair 0 contributes ${commitment0} seat 0
chair 1 out server uncommitted
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
    expect(seedCommitment("vector-table", 7, 1, seed)).toBe(server);
    expect(contributionCommitment("vector-table", 7, 1, from0)).toBe(commitment0);
    expect(contributionCommitment("vector-table", 7, 1, from2)).toBe(commitment2);
  });

  test("the manifest", () => {
    expect(manifestHash(manifest)).toBe("95ec61cd3c02a013f3c8521d518845b7054d07acb065f041fb5b57dc87b4295d");
    const read = readManifest(manifest);
    expect(read).toMatchObject({ table: "vector-table", deal: 7, attempt: 1, sheet: "room~sm5", match: "null", host: 0, server });
    expect(read && contributorsOf(read)).toEqual([[0, commitment0], [2, commitment2]]);
    expect(read?.game).toBe("xidach");
    expect(read && chairsOf(read)).toEqual([0, 2, 3]);
    expect(read?.allChairs[1]).toEqual({ kind: "out", detail: ["server", "uncommitted"], seat: null });
    expect(read?.allChairs[3]).toEqual({ kind: "bot", detail: ["heuristic"], seat: 2 });
    const played = readManifest(manifest.replace(`${commitment2} seat 1`, `${commitment2} seat 1 bot usual`));
    expect(played?.allChairs[2]).toEqual({ kind: "contributes", detail: [commitment2], seat: 1, standIn: "usual" });
    for (const [from, to] of [["bot heuristic seat 2", "bot heuristic"], ["seat 1\n", "seat 2\n"], ["seat 2", "seat 2 bot usual"], ["deal 7", "deal 07"], ["chair 1 ", "chair 2 "], ["\nhost 0", ""], ["bot heuristic", "bot"], ["game xidach\n", ""], ["server uncommitted", "server toString"], ["server uncommitted", "host away"], ["seat 2\n", "seat 2"], ["host 0", "host 0 "]] as const)
      expect(readManifest(manifest.replace(from, to)), to).toBeNull();
  });

  test("keys and the stream of words", () => {
    expect(hex(key(proof, 0)).slice(0, 32)).toBe("d74159eae562541e557b6d74164f1546");
    expect(hex(key(proof, 1)).slice(0, 32)).toBe("cfa3bcbca71f8497263ec5f112a2d366");
    const stream = words(key(proof, 0));
    const first = [stream.next(), stream.next(), stream.next()].map((result) => result.value.toString(16).padStart(16, "0"));
    expect(first).toEqual(["50bc12b9cc021149", "4996bde589c70b3b", "85bfdc1cdfa16774"]);
  });

  test("the card order does not depend on the order passed in", () => {
    const expected =
      "2S QC 8H KH AS 5C 2C JH 8S 2H AH 5D 7C 4H 9C AC 5S 2D JS 3S 6D 3H QD 9D 6S 3D KC AD 4S 7H 10D KS 3C 8D QS 4D JC 10S 10H 6H 7D 6C 9H 7S 10C 4C QH 5H JD KD 9S 8C";
    expect(order(proof, 0, DECK).join(" ")).toBe(expected);
    expect(order(proof, 0, [...DECK].reverse()).join(" ")).toBe(expected);
    expect(order(proof, 1, DECK).slice(0, 8).join(" ")).toBe("QD 8D 9H 5C 2D 3H 8C QH");
  });
});

import { describe, expect, test } from "vitest";
import { contributionCommitment, key, order, packed, type Proof, seedCommitment, words } from "./fair";
import { contributorsOf, freezeHash, readFreeze } from "./freeze";
import { hex } from "./hex";

const RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split(" ");
const DECK = RANKS.flatMap((rank) => ["D", "C", "H", "S"].map((suit) => rank + suit));
const seed = "00".repeat(31) + "01";
const house = "f79122b5da729b316c38aa98ee3f2859471b9c0a0776190410d48da3371efe1e";
const [from0, from2] = ["11".repeat(32), "22".repeat(32)];
const [commitment0, commitment2] = ["3b208df7ceca57c276c9695d67d9df39b473d047e9235586189c78ce0df8e2f0", "8e1c3ed5306c74ddcaf81a642df8e53e76eba119587133550389f3b723be45fa"];
const freeze = `chieu/fair/2 freeze
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
  table: "vector-table",
  deal: 7,
  sheet: "room~sm5",
  attempt: 1,
  contributions: [
    { seat: 2, contribution: from2 },
    { seat: 0, contribution: from0 },
  ],
  seed,
  freeze,
};

// The values are those of docs/fairness.md.
describe("PF-22: the shuffle as the page describes it", () => {
  test("parts are packed with their lengths", () => {
    expect(hex(packed("ab", 7, new Uint8Array()))).toBe("000000026162000000013700000000");
  });

  test("commitments", () => {
    expect(seedCommitment("vector-table", 7, 1, seed)).toBe(house);
    expect(contributionCommitment("vector-table", 7, 1, from0)).toBe(commitment0);
    expect(contributionCommitment("vector-table", 7, 1, from2)).toBe(commitment2);
  });

  test("the freeze", () => {
    expect(freezeHash(freeze)).toBe("b8f3d0600afa07195fb151403e06e4bd29d05497116210a57572c758dc443dbc");
    const read = readFreeze(freeze);
    expect(read).toMatchObject({ table: "vector-table", deal: 7, attempt: 1, sheet: "room~sm5", match: "null", host: 0, house });
    expect(read && contributorsOf(read)).toEqual([[0, commitment0], [2, commitment2]]);
    expect(read?.seats[1]).toEqual({ kind: "out", detail: ["house", "uncommitted"] });
    const out = readFreeze(freeze.replace("uncommitted", "away sits_out").replace(`${commitment2}\n`, `${commitment2} sits_out\n`));
    expect(out?.seats[1]).toEqual({ kind: "out", detail: ["house", "away"], sitsOut: true });
    expect(out?.seats[2]).toEqual({ kind: "contributes", detail: [commitment2], sitsOut: true });
    expect(readFreeze(freeze.replace("heuristic", "sits_out"))?.seats[3]).toEqual({ kind: "bot", detail: ["sits_out"] });
    for (const [from, to] of [["bot heuristic", "bot heuristic sits_out"], ["bot heuristic", "house sits_out"], ["deal 7", "deal 07"], ["seat 1 ", "seat 2 "], ["\nhost 0", ""], ["bot heuristic", "bot"], ["house uncommitted", "house toString"], ["house uncommitted", "host away"], ["heuristic\n", "heuristic"], ["host 0", "host 0 "]] as const) expect(readFreeze(freeze.replace(from, to))).toBeNull();
  });

  test("keys and the stream of words", () => {
    expect(hex(key(proof, 0)).slice(0, 32)).toBe("2738beb0071437abd839f4db1cdccee8");
    expect(hex(key(proof, 1)).slice(0, 32)).toBe("9aeb9eb4bf5572d8e70490e97c040825");
    const stream = words(key(proof, 0));
    const first = [stream.next(), stream.next(), stream.next()].map((one) => one.value.toString(16).padStart(16, "0"));
    expect(first).toEqual(["9a723ddbd90e3cc1", "e915c3eb9db9b312", "d58427a6323e407f"]);
  });

  test("the order of the cards, whatever order they are handed in", () => {
    const expected =
      "KD AD 4H QC 6H 8S KH 8C 2C QH 10C 4S 3C 10S QS 9S 6D 6S 5S 4D 5C 7S 3D 10D 5D 2D 10H KS 9C AH 8D 7D 9H JS JD 2S 7H 6C JH 3H AS 7C QD KC 8H JC AC 9D 5H 3S 2H 4C";
    expect(order(proof, 0, DECK).join(" ")).toBe(expected);
    expect(order(proof, 0, [...DECK].reverse()).join(" ")).toBe(expected);
    expect(order(proof, 1, DECK).slice(0, 8).join(" ")).toBe("3C 8D QH AC 2H KC KH JH");
  });
});

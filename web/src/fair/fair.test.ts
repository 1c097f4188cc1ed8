import { describe, expect, test } from "vitest";
import { contributionCommitment, key, order, packed, seedCommitment, words, type Proof } from "./fair";
import { hex } from "./hex";

const RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split(" ");
const DECK = RANKS.flatMap((rank) => ["D", "C", "H", "S"].map((suit) => rank + suit));
const seed = "00".repeat(31) + "01";
const proof: Proof = {
  table: "vector-table",
  deal: 7,
  sheet: "room~sm5",
  attempt: 1,
  commitment: "",
  contributions: [
    { seat: 0, commitment: "", contribution: "11".repeat(32) },
    { seat: 2, commitment: "", contribution: "22".repeat(32) },
  ],
  voids: [],
  seed,
};

// The numbers are those of docs/fairness.md.
describe("PF-22: the shuffle as the page describes it", () => {
  test("parts are packed with their lengths", () => {
    expect(hex(packed("ab", 7, new Uint8Array()))).toBe("000000026162000000013700000000");
  });

  test("commitments", () => {
    expect(seedCommitment("vector-table", 7, 1, seed)).toBe("9535130eec16c41f7d9219d5ba9202dc17d2c0bf4e540e699ed644284e0d1883");
    expect(contributionCommitment("vector-table", 7, 1, 0, "11".repeat(32))).toBe("520c995d2dfa780d237e08c8875a29a3cb879b42cfdd1d84c1cf49916fb8be56");
    expect(contributionCommitment("vector-table", 7, 1, 2, "22".repeat(32))).toBe("2ea05f8a74b0ca624c03d52fdc034e2dc483cba3d81c44bf10da3d777d3cb053");
  });

  test("keys and the stream of words", () => {
    expect(hex(key(proof, 0)).slice(0, 32)).toBe("58372e179f102eabe8b36a18b13c3098");
    expect(hex(key(proof, 1)).slice(0, 32)).toBe("3f1a17774fc181d99b776451e174cdb4");
    const stream = words(key(proof, 0));
    const first = [stream.next(), stream.next(), stream.next()].map((one) => one.value.toString(16).padStart(16, "0"));
    expect(first).toEqual(["da47a8ab25ed9988", "629cde4d4cdf1bf4", "5717004ac11ec493"]);
  });

  test("the order of the cards, whatever order they are handed in", () => {
    const expected =
      "6D QD 8S KS AH 10D 6H 5C JH 10H 2S QH KC 9H 2H AD 5S KD 6C AC 9C 7C 8H 5H 4D 10S 4H AS 7D JC 9D 2C 5D 10C 3H 7S KH 9S 3S 2D 3D JS QS 4C 8C QC 4S 8D 7H 6S 3C JD";
    expect(order(proof, 0, DECK).join(" ")).toBe(expected);
    expect(order(proof, 0, [...DECK].reverse()).join(" ")).toBe(expected);
    expect(order(proof, 1, DECK).slice(0, 8).join(" ")).toBe("5H 9D 2S 10S 2D 3C JH QC");
  });
});

import { expect, test } from "vitest";
import { contributionCommitment } from "../fair/fair";
import type { Whole } from "../protocol/types";
import { due } from "./contributing";

const secret = new Uint8Array(32).fill(7);

function whole(phase: string, shuffle: object, seat: number | null = 1): Whole {
  return {
    type: "view", seq: 1, now: 0, you: { member: 0, seat },
    table: { id: "t", phase, shuffle: { deal: 1, attempt: 0, commitment: "", ...shuffle } },
  } as unknown as Whole;
}

test("between deals it commits once, then waits", () => {
  const first = due(whole("between", {}), secret);
  expect(first?.type).toBe("commit");
  const commitment = first?.type === "commit" ? first.commitment : "";
  expect(due(whole("between", { commitments: [[1, commitment]] }), secret)).toBeNull();
});

test("it reveals what it committed to, when it is on the list and has not yet", () => {
  const first = due(whole("between", {}), secret);
  const commitment = first?.type === "commit" ? first.commitment : "";
  const frozen = { commitments: [[1, commitment]], contributors: [1] };
  const reveal = due(whole("revealing", frozen), secret);
  expect(reveal?.type === "reveal" && contributionCommitment("t", 1, 0, 1, reveal.contribution)).toBe(commitment);
  expect(due(whole("revealing", { ...frozen, revealed: [1] }), secret)).toBeNull();
  expect(due(whole("revealing", { ...frozen, contributors: [0] }), secret)).toBeNull();
});

test("watchers and barred seats contribute nothing", () => {
  expect(due(whole("between", {}, null), secret)).toBeNull();
  expect(due(whole("between", { barred: [1] }), secret)).toBeNull();
});

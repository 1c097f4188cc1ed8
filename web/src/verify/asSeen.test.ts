import { expect, test } from "vitest";
import { ownContribution } from "../fair/fair";
import { asSeen } from "./asSeen";

const secret = new Uint8Array(32).fill(7);

test("PF-22: who revealed finds the own contribution again; who only watched has the commitment alone", () => {
  const seen = asSeen(
    [
      { attempt: 0, commitment: "aa", seat: null },
      { attempt: 1, commitment: "bb", seat: 2 },
    ],
    secret,
    "t",
    3,
  );
  expect(seen(0)).toEqual({ commitment: "aa" });
  expect(seen(1)).toEqual({ commitment: "bb", seat: 2, contribution: ownContribution(secret, "t", 3, 1, 2) });
  expect(seen(2)).toBeNull();
});

import { describe, expect, test } from "vitest";
import { exchanged, picked, rowsOf, written } from "./forms";

const text = { vi: "", en: "", zh: "" };
const cells = {
  labels: ["A", "2", "3", "10", "K"],
  letters: { "1": "1", "2": "2", "3": "3", "0": "10" },
  named: [
    { name: "classic", value: "12300", title: text },
    { name: "swapped", value: "13200", title: text },
  ],
  text,
};
const picks = { letters: [["A", "A"], ["2", "2"], ["T", "10"]], most: 2, none: "none" } as const;

describe("cells", () => {
  test("two exchange their letters, and nothing is lost", () => {
    expect(exchanged("12300", 1, "3", cells)).toBe("13200");
    expect(exchanged("13200", 1, "2", cells)).toBe("12300");
  });

  test("a swap prefers a cell that differs from the first named value", () => {
    expect(exchanged("12300", 0, "0", cells)).toBe("02310");
    expect(exchanged("02310", 3, "0", cells)).toBe("12300");
    expect(exchanged("02301", 2, "0", cells)).toBe("32001");
  });

  test("the letter it has already changes nothing", () => {
    expect(exchanged("12300", 4, "0", cells)).toBe("12300");
  });
});

describe("picks", () => {
  test("come in the order in which they are offered", () => {
    expect(picked("T", "A", picks)).toBe("AT");
    expect(picked("none", "2", picks)).toBe("2");
  });

  test("are none when the last one is taken out, and never too many", () => {
    expect(picked("2", "2", picks)).toBe("none");
    expect(picked("AT", "2", picks)).toBe("AT");
  });
});

test("rows read back", () => {
  const value = "7:s3s3.12:r4s10";
  expect(rowsOf(value)[1]).toEqual({ number: 12, items: [{ kind: "r", size: 4 }, { kind: "s", size: 10 }] });
  expect(written(rowsOf(value))).toBe(value);
});

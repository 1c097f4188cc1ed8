/** Reading a record and checking it: its sums, its commitments, and that every shuffle had to be what it was. */
import { sha256 } from "@noble/hashes/sha2.js";
import { cardNumber, contributionCommitment, hex, order, seedCommitment, type Contribution, type Proof, type Void } from "./fair";

export interface Found {
  game: string;
  seats: number;
  proof: Proof;
  shuffles: string[][];
  result: number[];
}

/** Why a record does not hold: a code for people's words, and where. */
export class Unproven extends Error {
  constructor(
    readonly code: "sum" | "form" | "seed" | "contribution" | "attempts" | "shuffle",
    readonly detail: string,
  ) {
    super(`${code}: ${detail}`);
  }
}

/** The contents of a record's lines; `Unproven` at the first whose sum does not add up. */
export function contentsOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const summer = sha256.create();
  const encoder = new TextEncoder();
  return lines.map((line, index) => {
    const content = line.slice(7);
    summer.update(encoder.encode(`${content}\n`));
    if (line.slice(0, 7) !== `${hex(summer.clone().digest()).slice(0, 6)} `) throw new Unproven("sum", String(index + 1));
    return content;
  });
}

export function read(text: string): Found {
  const contents = contentsOf(text);
  if (contents[0] !== "chieu-record 1") throw new Unproven("form", "1");
  const value = (word: string): string => contents.find((one) => one.startsWith(`${word} `))?.slice(word.length + 1) ?? "";
  const notes = contents.filter((one) => one.startsWith("note fair ")).map((one) => one.slice(10));
  const proof = proofOf(notes);
  if (proof.sheet !== value("sheet")) throw new Unproven("form", "sheet");
  const shuffles = contents.filter((one) => one.startsWith("* shuffle ")).map((one) => one.slice(10).split(" "));
  if (shuffles.some((cards) => cards.some((card) => cardNumber(card) < 0))) throw new Unproven("form", "shuffle");
  return { game: value("game"), seats: Number(value("seats")), proof, shuffles, result: value("result").split(" ").map(Number) };
}

const FORM = new RegExp(
  "^chieu/fair/1\\ntable (?<table>[A-Za-z0-9_-]{1,64})\\ndeal (?<deal>\\d+)\\nsheet (?<sheet>[!-~]{1,600})\\n" +
    "(?<voids>(?:void \\d+ [0-9a-f]{64} [0-9a-f]{64}(?: \\d+)+\\n)*)attempt (?<attempt>\\d+)\\ncommitment (?<commitment>[0-9a-f]{64})\\n" +
    "(?<given>(?:from \\d+ [0-9a-f]{64} [0-9a-f]{64}\\n)*)seed (?<seed>[0-9a-f]{64})\\n$",
);

function proofOf(notes: readonly string[]): Proof {
  const found = FORM.exec(notes.map((note) => `${note}\n`).join(""))?.groups;
  if (!found) throw new Unproven("form", "fair");
  const rows = (of: string): string[][] => of.split("\n").filter(Boolean).map((line) => line.split(" "));
  return {
    table: found["table"] ?? "",
    deal: Number(found["deal"]),
    sheet: found["sheet"] ?? "",
    attempt: Number(found["attempt"]),
    commitment: found["commitment"] ?? "",
    contributions: rows(found["given"] ?? "").map(([, seat, commitment, contribution]): Contribution => ({ seat: Number(seat), commitment: commitment ?? "", contribution: contribution ?? "" })),
    voids: rows(found["voids"] ?? "").map(([, attempt, commitment, seed, ...withheld]): Void => ({ attempt: Number(attempt), commitment: commitment ?? "", seed: seed ?? "", withheld: withheld.map(Number) })),
    seed: found["seed"] ?? "",
  };
}

/** `Unproven` says what is wrong; otherwise every card of the deal had to be where it was. */
export function verify(text: string): Found {
  const found = read(text);
  const { proof } = found;
  proof.voids.forEach((one, index) => {
    if (one.attempt !== index) throw new Unproven("attempts", String(index));
    if (seedCommitment(proof.table, proof.deal, one.attempt, one.seed) !== one.commitment) throw new Unproven("seed", String(index));
  });
  if (proof.voids.length !== proof.attempt) throw new Unproven("attempts", String(proof.attempt));
  if (seedCommitment(proof.table, proof.deal, proof.attempt, proof.seed) !== proof.commitment) throw new Unproven("seed", String(proof.attempt));
  const spoilers = new Set(proof.voids.flatMap((one) => one.withheld));
  let last = -1;
  for (const { seat, commitment, contribution } of proof.contributions) {
    if (seat <= last || seat >= found.seats || spoilers.has(seat)) throw new Unproven("contribution", String(seat));
    if (contributionCommitment(proof.table, proof.deal, proof.attempt, seat, contribution) !== commitment) throw new Unproven("contribution", String(seat));
    last = seat;
  }
  found.shuffles.forEach((cards, number) => {
    if (order(proof, number, cards).join() !== cards.join()) throw new Unproven("shuffle", String(number));
  });
  return found;
}

/** Draw a result as a picture in the browser: a slip of paper on the mat, the awards of the evening, and a QR code of the
 * scorebook. Nothing is sent anywhere unless the person shares it. */
import deck from "../../../src/chieu/pictures/deck.svg?raw";
import { colourOf } from "../cards/cards";
import { frontOf } from "../cards/faces";
import { order } from "../look/mat/loom";
import type { Hand, Text } from "../protocol/types";
import { settings } from "../settings.svelte";

export interface Shown {
  title: string;
  game: Text | null;
  tone: "win" | "loss" | "push";
  rows: readonly Row[];
  /** Awards of the evening, with a heading. */
  evening: string;
  awards: readonly { label: string; name: string; value: string }[];
  /** The QR code and the words below it. */
  link: string;
  scan: string;
}

/** A hand, and the chips between its owner and the sharing person. */
interface Row {
  name: string;
  hand: Hand | undefined;
  called: string;
  why: string;
  sum: string;
  chips: string;
}

const WIDE = 1080;
/** The border of the mat, which stays free. */
const EDGE = 120;
const PAD = 40;
const LEFT = EDGE + PAD;
const RIGHT = WIDE - EDGE - PAD;
const BAND = 130;
const CARD = 96;
const STEP = CARD * 0.62;
const APART = 26;
const GAP = 30;
const LINE = 44;
const QR = 260;
const RATIO = 2;
/** Milliseconds to wait for the mat; without one the picture is plain straw. */
const WEAVING = 4000;
const QR_LIGHT = "#fffcf4";
const QR_DARK = "#3a110d";
const SUITS: Readonly<Record<string, string>> = { S: "--spade", H: "--heart", D: "--diamond", C: "--club", red: "--heart", black: "--spade" };

export async function shareResult(shown: Shown): Promise<"shared" | "saved"> {
  const blob = await drawn(shown);
  const file = new File([blob], "chieu.png", { type: "image/png" });
  if (typeof navigator.canShare === "function" && navigator.canShare({ files: [file] })) {
    // Closing the share sheet is not an error.
    await navigator.share({ files: [file], title: shown.title }).catch(() => undefined);
    return "shared";
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "saved";
}

async function drawn({ title, game, tone, rows, evening, awards, link, scan }: Shown): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const font = (weight: number, size: number): string => `${weight} ${size}px ${style.fontFamily}`;
  const small = font(500, 30);
  pen.font = small;
  const laid = rows.map((row) => {
    const cards = row.hand?.cards ?? [];
    const step = Math.min(STEP, ((RIGHT - LEFT) * 0.55 - CARD) / Math.max(1, cards.length - 1));
    const wide = cards.length ? CARD + (cards.length - 1) * step + (row.hand?.apart?.length ? APART : 0) : 0;
    const why = [row.why, row.sum].flatMap((text) => wrapped(pen, text, RIGHT - LEFT - 130));
    const top = Math.max(cards.length ? CARD * 1.4 : 0, row.called ? 2 * LINE : LINE);
    return { ...row, cards, step, wide, why, top, high: top + (why.length ? 10 + why.length * LINE : 0) };
  });
  const slip = BAND + GAP + laid.reduce((sum, row) => sum + row.high + 2 * GAP, 0) - GAP;
  const foot = EDGE + slip + 2 * GAP;
  const high = foot + QR + LINE + EDGE;
  // Resizing clears the canvas and resets its font.
  [canvas.width, canvas.height] = [WIDE, high];
  const [mat, matrix] = await Promise.all([woven(WIDE / RATIO, high / RATIO), import("uqr").then((uqr) => uqr.encode(link, { ecc: "M", border: 2 }).data)]);
  pen.fillStyle = colour("--straw");
  pen.fillRect(0, 0, WIDE, high);
  if (mat) pen.drawImage(mat, 0, 0, WIDE, high);
  pen.save();
  pen.beginPath();
  pen.roundRect(EDGE, EDGE, WIDE - 2 * EDGE, slip, 28);
  pen.clip();
  pen.fillStyle = colour("--paper-2");
  pen.fillRect(EDGE, EDGE, WIDE, slip);
  pen.fillStyle = colour({ win: "--jade", loss: "--lacquer", push: "--even" }[tone]);
  pen.fillRect(EDGE, EDGE, WIDE, BAND);
  pen.restore();
  pen.fillStyle = colour("--on-colour");
  pen.font = font(700, 56);
  pen.fillText(title, LEFT, EDGE + 84, RIGHT - LEFT);
  let y = EDGE + BAND + GAP;
  for (const [index, row] of laid.entries()) {
    if (index) {
      pen.fillStyle = colour("--dash");
      pen.fillRect(LEFT, y - GAP, RIGHT - LEFT, 2);
    }
    const room = RIGHT - LEFT - row.wide - 30;
    pen.fillStyle = colour("--ink");
    pen.font = font(700, 38);
    pen.fillText(row.name, LEFT, y + 40, room);
    pen.font = small;
    pen.fillStyle = colour("--ink-soft");
    if (row.called) pen.fillText(row.called, LEFT, y + 40 + LINE, room);
    const faces = await Promise.all(row.cards.map((card) => face(card, colour)));
    const gap = row.hand?.apart?.[0] ?? Infinity;
    faces.forEach((face, at) => pen.drawImage(face, RIGHT - row.wide + at * row.step + (at >= gap ? APART : 0), y, CARD, CARD * 1.4));
    pen.fillStyle = colour("--ink");
    row.why.forEach((line, at) => pen.fillText(line, LEFT, y + row.top + 40 + at * LINE));
    pen.font = font(700, 42);
    pen.fillStyle = colour(row.chips.startsWith("+") ? "--jade" : row.chips.startsWith("−") ? "--lacquer" : "--ink");
    pen.textAlign = "right";
    pen.fillText(row.chips, RIGHT, y + row.high - 4);
    pen.textAlign = "left";
    y += row.high + 2 * GAP;
  }
  // Beside the QR code: the evening on a slip of its own.
  const wide = WIDE - 2 * EDGE - QR - GAP;
  pen.fillStyle = colour("--paper-2");
  pen.beginPath();
  pen.roundRect(EDGE, foot, wide, QR + LINE, 28);
  pen.fill();
  pen.fillStyle = colour("--lacquer");
  pen.font = font(700, 32);
  pen.fillText(evening, EDGE + GAP, foot + 46, wide - 2 * GAP);
  awards.slice(0, 3).forEach(({ label, name, value }, at) => {
    const top = foot + 60 + at * 74;
    pen.font = font(500, 24);
    pen.fillStyle = colour("--ink-soft");
    pen.fillText(label, EDGE + GAP, top + 28, wide - 2 * GAP);
    pen.font = font(700, 30);
    pen.fillStyle = colour("--ink");
    pen.fillText([name, value].filter(Boolean).join(" · "), EDGE + GAP, top + 60, wide - 2 * GAP);
  });
  pen.font = font(500, 24);
  pen.fillStyle = colour("--ink-soft");
  pen.fillText(["Chiếu", game?.[settings.lang]].filter(Boolean).join(" · "), EDGE + GAP, foot + QR + LINE - 18, wide - 2 * GAP);
  squares(pen, matrix, WIDE - EDGE - QR, foot);
  pen.fillStyle = colour("--paper-2");
  pen.beginPath();
  pen.roundRect(WIDE - EDGE - QR, foot + QR + 6, QR, LINE - 6, 14);
  pen.fill();
  pen.fillStyle = colour("--ink");
  pen.textAlign = "center";
  pen.fillText(scan, WIDE - EDGE - QR / 2, foot + QR + 33, QR - 16);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** Return a mat with its border; null if this browser cannot weave. */
function woven(width: number, height: number): Promise<ImageBitmap | null> {
  return new Promise((resolve) => {
    order({ width, height, under: 0, motifs: "border" }, RATIO, resolve);
    setTimeout(() => resolve(null), WEAVING);
  });
}

function squares(pen: CanvasRenderingContext2D, matrix: readonly (readonly boolean[])[], left: number, top: number): void {
  const side = QR / matrix.length;
  pen.fillStyle = QR_LIGHT;
  pen.fillRect(left, top, QR, QR);
  pen.fillStyle = QR_DARK;
  matrix.forEach((row, y) => row.forEach((dark, x) => dark && pen.fillRect(left + x * side, top + y * side, side + 0.5, side + 0.5)));
}

/** Places where a line may end: after a space, and beside ideographs and kana unless punctuation belongs to them. */
const BREAK = /(?<=\s)|(?<!\p{Ps})(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])(?=\p{L})/u;

/** Break a text into lines that fit. */
function wrapped(pen: CanvasRenderingContext2D, text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(BREAK)) {
    if (line && pen.measureText(line + word).width > room) {
      lines.push(line.trim());
      line = "";
    }
    line += word;
  }
  return line.trim() ? [...lines, line.trim()] : lines;
}

async function face(card: string, colour: (name: string) => string): Promise<HTMLImageElement> {
  const defined = deck.slice(deck.indexOf("<defs>"), deck.lastIndexOf("</svg>"));
  // An image has no access to the page's CSS variables, so colours are written into it.
  const inside = (defined + frontOf(card)).replace(/var\((--[a-z-]+)\)/g, (_, name: string) => colour(name));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="420" viewBox="0 0 100 140" color="${colour(SUITS[colourOf(card)] ?? "--ink")}">${inside}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

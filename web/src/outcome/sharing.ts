/** Draw a result as a picture in the browser. Nothing is sent anywhere unless the person shares it. */
import deck from "../../../src/chieu/pictures/deck.svg?raw";
import { colourOf } from "../cards/cards";
import { frontOf } from "../cards/faces";
import type { Hand, Text } from "../protocol/types";
import { settings } from "../settings.svelte";

export interface Shown {
  title: string;
  game: Text | null;
  tone: "win" | "loss" | "push";
  rows: readonly Row[];
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
const PAD = 64;
const BAND = 170;
const CARD = 96;
const STEP = CARD * 0.62;
const APART = 26;
const GAP = 34;
const LINE = 46;
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

async function drawn({ title, game, tone, rows }: Shown): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const font = (weight: number, size: number): string => `${weight} ${size}px ${style.fontFamily}`;
  const small = font(500, 32);
  pen.font = small;
  const laid = rows.map((row) => {
    const cards = row.hand?.cards ?? [];
    const step = Math.min(STEP, (WIDE / 2 - CARD) / Math.max(1, cards.length - 1));
    const wide = cards.length ? CARD + (cards.length - 1) * step + (row.hand?.apart?.length ? APART : 0) : 0;
    const why = [row.why, row.sum].flatMap((text) => wrapped(pen, text, WIDE - 2 * PAD - 160));
    const top = Math.max(cards.length ? CARD * 1.4 : 0, row.called ? 2 * LINE : LINE);
    return { ...row, cards, step, wide, why, top, high: top + (why.length ? 10 + why.length * LINE : 0) };
  });
  const high = BAND + GAP + laid.reduce((sum, row) => sum + row.high + 2 * GAP, 0) + 60;
  // Resizing clears the canvas and resets its font.
  [canvas.width, canvas.height] = [WIDE, high];
  pen.fillStyle = colour("--paper-2");
  pen.fillRect(0, 0, WIDE, high);
  pen.fillStyle = colour({ win: "--jade", loss: "--lacquer", push: "--even" }[tone]);
  pen.fillRect(0, 0, WIDE, BAND);
  pen.fillStyle = colour("--on-colour");
  pen.font = font(700, 68);
  pen.fillText(title, PAD, 108, WIDE - 2 * PAD);
  let y = BAND + GAP;
  for (const row of laid) {
    const room = WIDE - 2 * PAD - row.wide - 30;
    pen.fillStyle = colour("--ink");
    pen.font = font(700, 40);
    pen.fillText(row.name, PAD, y + 42, room);
    pen.font = small;
    pen.fillStyle = colour("--ink-soft");
    if (row.called) pen.fillText(row.called, PAD, y + 42 + LINE, room);
    const faces = await Promise.all(row.cards.map((card) => face(card, colour)));
    const gap = row.hand?.apart?.[0] ?? Infinity;
    faces.forEach((face, at) => pen.drawImage(face, WIDE - PAD - row.wide + at * row.step + (at >= gap ? APART : 0), y, CARD, CARD * 1.4));
    pen.fillStyle = colour("--ink");
    row.why.forEach((line, at) => pen.fillText(line, PAD, y + row.top + 42 + at * LINE));
    pen.font = font(700, 44);
    pen.fillStyle = colour(row.chips.startsWith("+") ? "--jade" : row.chips.startsWith("−") ? "--lacquer" : "--ink");
    pen.textAlign = "right";
    pen.fillText(row.chips, WIDE - PAD, y + row.high - 4);
    pen.textAlign = "left";
    y += row.high + GAP;
    pen.fillStyle = colour("--dash");
    pen.fillRect(PAD, y, WIDE - 2 * PAD, 2);
    y += GAP;
  }
  pen.font = font(500, 30);
  pen.fillStyle = colour("--ink-soft");
  pen.fillText(["Chiếu", game?.[settings.lang]].filter(Boolean).join(" · "), PAD, high - 34);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
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

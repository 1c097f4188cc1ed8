/** A result as a picture, drawn here in the browser: nothing of it goes anywhere but where its owner sends it. */
import deck from "../../../src/chieu/pictures/deck.svg?raw";
import { colourOf } from "../cards/cards";
import { frontOf } from "../cards/faces";
import type { Text } from "../protocol/types";
import { settings } from "../settings.svelte";

export interface Shown {
  title: string;
  game: Text | null;
  tone: "win" | "loss" | "push";
  rows: readonly { name: string; cards: readonly string[]; called: string }[];
  sums: readonly string[];
}

const WIDE = 1080;
const PAD = 64;
const CARD = 108;
const ROW = CARD * 1.4 + 104;
const SUITS: Readonly<Record<string, string>> = { S: "--spade", H: "--heart", D: "--diamond", C: "--club", red: "--heart", black: "--spade" };

export async function shareResult(shown: Shown): Promise<"shared" | "saved"> {
  const blob = await drawn(shown);
  const file = new File([blob], "chieu.png", { type: "image/png" });
  if (typeof navigator.canShare === "function" && navigator.canShare({ files: [file] })) {
    // Who closes the sheet of the system has changed their mind; that is no fault.
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

async function drawn({ title, game, tone, rows, sums }: Shown): Promise<Blob> {
  const high = 230 + rows.length * ROW + sums.length * 56 + 110;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, high];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const font = (weight: number, size: number): string => `${weight} ${size}px ${style.fontFamily}`;
  pen.fillStyle = colour("--paper-2");
  pen.fillRect(0, 0, WIDE, high);
  pen.fillStyle = colour({ win: "--jade", loss: "--lacquer", push: "--even" }[tone]);
  pen.fillRect(0, 0, WIDE, 170);
  pen.fillStyle = colour("--on-colour");
  pen.font = font(700, 68);
  pen.fillText(title, PAD, 108, WIDE - 2 * PAD);
  let y = 200;
  for (const { name, cards, called } of rows) {
    pen.fillStyle = colour("--ink");
    pen.font = font(700, 36);
    pen.fillText(called ? `${name} · ${called}` : name, PAD, y + 44, WIDE - 2 * PAD);
    const step = Math.min(CARD + 8, (WIDE - 2 * PAD - CARD) / Math.max(1, cards.length - 1));
    const faces = await Promise.all(cards.map((card) => face(card, colour)));
    faces.forEach((one, index) => pen.drawImage(one, PAD + index * step, y + 66, CARD, CARD * 1.4));
    y += ROW;
  }
  pen.font = font(700, 38);
  pen.fillStyle = colour("--lacquer");
  for (const sum of sums) {
    pen.fillText(sum, PAD, y + 30, WIDE - 2 * PAD);
    y += 56;
  }
  pen.font = font(500, 30);
  pen.fillStyle = colour("--ink-soft");
  pen.fillText(["Chiếu", game?.[settings.lang]].filter(Boolean).join(" · "), PAD, high - 40);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

async function face(card: string, colour: (name: string) => string): Promise<HTMLImageElement> {
  const defined = deck.slice(deck.indexOf("<defs>"), deck.lastIndexOf("</svg>"));
  // A picture knows none of the page's colours, so they are written into it.
  const inside = (defined + frontOf(card)).replace(/var\((--[a-z-]+)\)/g, (_, name: string) => colour(name));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="420" viewBox="0 0 100 140" color="${colour(SUITS[colourOf(card)] ?? "--ink")}">${inside}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** Mats are woven beside the page, so that it answers while they are. A browser that cannot do that has a mat of plain straw. */
import type { Mat } from "./motifs";

export interface Order {
  number: number;
  size: Omit<Mat, "strand">;
  ratio: number;
}
export interface Woven {
  number: number;
  bitmap: ImageBitmap;
}

const waiting = new Map<number, (bitmap: ImageBitmap) => void>();
let count = 0;

// The loom is set up while the page is still being made.
const weaver = hired();

function hired(): Worker | null {
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return null;
  const worker = new Worker(new URL("./weaver.ts", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<Woven>) => {
    const take = waiting.get(event.data.number);
    waiting.delete(event.data.number);
    if (take) take(event.data.bitmap);
    else event.data.bitmap.close();
  };
  return worker;
}

/** Orders a mat. Gives a way to take the order back. */
export function order(size: Order["size"], ratio: number, take: (bitmap: ImageBitmap) => void): () => void {
  const number = ++count;
  waiting.set(number, take);
  weaver?.postMessage({ number, size, ratio } satisfies Order);
  return () => waiting.delete(number);
}

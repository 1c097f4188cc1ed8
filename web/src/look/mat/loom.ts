/** Mats are drawn in a worker, so that the page stays responsive. Browsers without support get plain straw. */
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

// Start the worker while the page is still being built.
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

/** Order a mat. Returns a function that cancels the order. */
export function order(size: Order["size"], ratio: number, take: (bitmap: ImageBitmap) => void): () => void {
  const number = ++count;
  waiting.set(number, take);
  weaver?.postMessage({ number, size, ratio } satisfies Order);
  return () => waiting.delete(number);
}

/** Worker that weaves mats. */
import type { Order, Woven } from "./loom";
import { weave } from "./weave";

addEventListener("message", (event: MessageEvent<Order>) => {
  const { number, size, ratio } = event.data;
  const canvas = new OffscreenCanvas(Math.round(size.width * ratio), Math.round(size.height * ratio));
  weave(canvas, size, ratio);
  const bitmap = canvas.transferToImageBitmap();
  postMessage({ number, bitmap } satisfies Woven, { transfer: [bitmap] });
});

/** Tells how large the inside of an element is once the browser has laid it out, and when that changes. `bind:clientWidth`
 * asks while the page is still being made, and a slow phone then lays out everything in the middle of that, and again at
 * the end. One observer for all: what several sizes lead to is drawn once. */
import type { Attachment } from "svelte/attachments";

type Tell = (width: number, height: number) => void;

const told = new WeakMap<Element, Tell>();
let observer: ResizeObserver | undefined;

function watch(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) told.get(target)?.(Math.round(contentRect.width), Math.round(contentRect.height));
}

export const sized =
  (tell: Tell): Attachment =>
  (element) => {
    const sizes = (observer ??= new ResizeObserver(watch));
    told.set(element, tell);
    sizes.observe(element);
    return () => sizes.unobserve(element);
  };

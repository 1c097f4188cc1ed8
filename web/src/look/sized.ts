/** Report the size of an element after layout, and again when it changes. `bind:clientWidth` measures while the page
 * is being built, which forces a layout on slow phones. One observer serves all elements, so that several changes
 * are drawn once. */
import type { Attachment } from "svelte/attachments";

type Tell = (width: number, height: number) => void;

const listeners = new WeakMap<Element, Tell>();
let observer: ResizeObserver | undefined;

function watch(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) listeners.get(target)?.(Math.round(contentRect.width), Math.round(contentRect.height));
}

export const sized =
  (tell: Tell): Attachment =>
  (element) => {
    const sizes = (observer ??= new ResizeObserver(watch));
    listeners.set(element, tell);
    sizes.observe(element);
    return () => sizes.unobserve(element);
  };

/** Animate cards and coins flying in from the deck or from a seat. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "../settings.svelte";

export interface Flight {
  /** A seat; null for the deck. */
  seat: number | null;
  delay?: number;
  duration?: number;
}

export const A_CARD = 60;
export const A_PLAY = 220;

/** Finish all running animations at once. */
export function land(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}

export function from(node: Element, { seat, delay = 0, duration = A_PLAY }: Flight): TransitionConfig {
  const source = document.querySelector(seat === null ? "[data-deck]" : `[data-seat="${seat}"]`) ?? document.querySelector(".stage");
  if (!settings.moving || !source) return { duration: 0 };
  const there = source.getBoundingClientRect();
  const here = node.getBoundingClientRect();
  const dx = there.left + there.width / 2 - here.left - here.width / 2;
  const dy = there.top + Math.min(there.height / 2, 60) - here.top - here.height / 2;
  return {
    delay,
    duration,
    easing: cubicOut,
    css: (_, u) => `transform: translate(${u * dx}px, ${u * dy}px) rotate(${u * 24}deg) scale(${1 - u * 0.35}); opacity: ${Math.min(1, 3 - 3 * u)}`,
  };
}
